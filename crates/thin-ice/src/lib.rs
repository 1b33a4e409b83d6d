//! Thin Ice: melting tiles, a bear, event cards. Last one on the ice wins.
//!
//! A turn is three actions in any order: move your pawn, move a tile, roll the die and do what it says. Leaving ice
//! cracks it, leaving cracked ice removes it, and a tile with no tile beside it drifts away at the end of a turn.
//! What has to be chosen before the turn goes on (where a chased pawn goes, whether a card is answered) waits on a
//! small stack; everything else follows by itself.
//!
//! The clauses (T-0 to T-57) are in the files of `rules/`; [`Action`] documents the notation.
//!
//! ```
//! use table::{Game, Millis, Mute, Seat, Seed};
//! use thin_ice::{First, Options, ThinIce};
//!
//! let options = Options { first: First::Seat(Seat(0)), ..Options::default() };
//! let mut game = ThinIce::new(&options, 2, Seed::from(7)).unwrap();
//! for (seat, notation) in [(0, "put c3"), (1, "put e5"), (0, "c3>b3"), (0, "tile b2>a2")] {
//!     let action = game.read(Seat(seat), notation).unwrap();
//!     game.play(Seat(seat), action, Millis::ZERO, &mut Mute).unwrap();
//! }
//! // A pawn moves once per turn, and the die is still to be rolled.
//! let refusal = game.check(Seat(0), &"b3>b4".parse().unwrap()).unwrap_err();
//! assert_eq!(refusal.clause.to_string(), "T-9");
//! assert_eq!(game.view(None).turn.unwrap().roll, thin_ice::Doing::Todo);
//! ```

pub mod action;
mod cards;
mod cell;
pub mod clause;
mod data;
mod event;
mod floe;
mod game;
mod imagine;
mod look;
mod menu;
mod options;
mod refusals;
mod rules;
mod setup;
mod state;
mod terms;
mod tile;
mod tiles;
mod view;

pub use action::Action;
pub use cards::{Card, Cards, Time};
pub use cell::Cell;
pub use event::{Die, Event, Gone, PutWhy};
pub use floe::Place;
pub use options::{Ask, Extension, Mode, Options};
pub use setup::{Setup, TileSetup};
pub use state::{Bear, Happening, Pawn, Pending, Stage, Task, ThinIce, Turn, WayBack};
pub use table::First;
pub use tile::{Axis, Face, Kind, Sides};
pub use view::{
    BearView, Doing, HandCard, InForce, Leaving, MyTile, PawnView, PendingView, PlayerView, Quiet, StageView,
    TileView, TurnView, View, What,
};
