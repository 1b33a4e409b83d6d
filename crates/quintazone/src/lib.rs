//! Quintazone: element cards and pyramids, zones and secret goals.
//!
//! Cards of five elements are laid side by side, half-edge to half-edge; panels of one element that touch make a zone.
//! A turn lays a card and may stand a pyramid on a zone that holds none yet. Zones go on growing and growing together;
//! at the end a pyramid scores its size × the cards of its zone, twice in its owner's secret element.
//!
//! ```
//! use quintazone::{Options, Quintazone};
//! use table::{Game, Millis, Mute, Seat, Seed};
//!
//! let options = Options { first: quintazone::First::Seat(Seat(0)), ..Options::default() };
//! let mut game = Quintazone::new(&options, 2, Seed::from(7))?;
//! let mut play = |seat: u8, notation: &str| {
//!     let action = game.read(Seat(seat), notation)?;
//!     game.play(Seat(seat), action, Millis::ZERO, &mut Mute)
//! };
//! play(0, "L^0,0:fire")?; // a large pyramid on the fire of the first card …
//! play(0, "FW-h@1,0")?; // … and a card to its right, fire to fire and water to water: one zone of two cards each
//! assert_eq!(play(1, "E@0,-1").unwrap_err().clause.to_string(), "Z-11"); // earth meets no earth there
//! play(1, "AW-v@0,-1")?;
//! play(1, "end")?;
//! assert_eq!(game.points(Seat(0)), 3 * 2);
//! # Ok::<(), table::Refusal>(())
//! ```

mod action;
mod card;
mod cell;
mod clause;
mod data;
mod event;
mod game;
mod grid;
mod hand;
mod imagine;
mod layout;
mod look;
mod options;
mod pyramid;
mod refusals;
mod rules;
mod setup;
mod state;
mod view;
mod zones;

pub use action::{Action, Turn};
pub use card::{Card, Cut, Element, HalfEdges};
pub use cell::Cell;
pub use data::KINDS;
pub use event::{Event, Growth};
pub use hand::Hand;
pub use layout::{Laid, Layout, Opening};
pub use look::{Around, Effect, Prospects};
pub use options::{Deck, Options};
pub use pyramid::Size;
pub use setup::{SeatSetup, Setup, StandingSetup};
pub use state::{CardStep, Quintazone};
pub use table::First;
pub use view::{
    FitView, HeldView, LaidView, May, Mine, PanelView, PlayerView, PyramidView, ScoreView, View, ZoneView,
};
