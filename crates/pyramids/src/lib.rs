//! Pyramids: a two-player abstract on a turning board. (In print it is called Quicksand, and is played on Martian
//! Coasters; the crate `quicksand` is another game.)
//!
//! Each seat owns five small, five medium and five large pyramids, worth one, two and three pips. A turn has two
//! steps: place a pyramid or jump with one, then turn one of the four coasters that make the board. A small pyramid
//! jumps one other, a medium two, a large up to three; what is jumped leaves the board: the opponent's as captures,
//! one's own back to the reserve. Fifteen captured pips win at once.
//!
//! ```
//! use pyramids::Pyramids;
//! use table::{Game, Millis, Mute, Refusal, Seat, Seed};
//!
//! let mut game = Pyramids::new(&Default::default(), 2, Seed::from(7))?;
//! let mut play = |seat, notation| {
//!     let action = game.read(Seat(seat), notation)?;
//!     game.play(Seat(seat), action, Millis::ZERO, &mut Mute)
//! };
//!
//! play(0, "S@a1")?; // a small pyramid on a1 …
//! play(0, "A+90")?; // … which its coaster takes to a3
//! play(1, "L@a4")?;
//! play(1, "B+180")?;
//!
//! let refusal = play(0, "a3xa6").unwrap_err();
//! assert_eq!(refusal.clause.to_string(), "P-6"); // the line over a4 ends before a5
//! play(0, "a3xa5")?;
//! assert_eq!(game.pips(), [3, 0]);
//! # Ok::<(), Refusal>(())
//! ```
//!
//! The rooms: [`Pyramids`] is the state ([`Setup`]: as it is written down), [`Action`] what a seat can do, `rules`
//! follows the clauses, [`View`] and [`Event`] are what people see. The rules for people are in `rules/en.md` and
//! `rules/fr.md`.

mod action;
mod board;
mod cell;
mod clause;
mod coaster;
mod event;
mod game;
mod options;
mod refusals;
mod rules;
mod setup;
mod state;
mod view;

pub use action::{Action, Deed, Jump};
pub use board::{Board, Pyramid, Size, Stock};
pub use cell::{Cell, Cells};
pub use coaster::{Angle, Coaster};
pub use event::{Event, Gone};
pub use options::Options;
pub use setup::Setup;
pub use state::{Pyramids, RoundResult, Step};
pub use view::{Player, View};
