//! Quicksand: one team against the sand, in real time.
//!
//! Sand timers stand on a track of gears. A card activates every timer on gears of its shape or colour: each is turned
//! and moves one gear on. A timer that runs out on the way is lost beside the track until a joker recovers it; one that
//! runs out while lost, or in the danger zone, loses the game. All timers in the danger zone at once win it.
//!
//! The rules never read a clock: every action comes with its instant, and what happens by itself (the next run-out) is
//! [`deadline`](table::Game::deadline) and [`tick`](table::Game::tick). Timers are exact to the millisecond.
//!
//! ```
//! use quicksand::{Options, Quicksand};
//! use table::{Game, Millis, Mute, Seat, Seed};
//!
//! let mut sand = Quicksand::new(&Options { level: 1, ..Options::default() }, 2, Seed::from(7))?;
//! assert_eq!(sand.deadline(), Some(Millis(42_000)), "the normal timer runs out first");
//!
//! // Anyone may play the first card; then turns go clockwise.
//! let mut actions = Vec::new();
//! sand.actions(Seat(1), &mut actions);
//! sand.play(Seat(1), actions[0], Millis(1_200), &mut Mute)?;
//! let refusal = sand.check(Seat(1), &"play joker>t1".parse()?).unwrap_err();
//! assert_eq!(refusal.clause.to_string(), "S-10");
//!
//! // Nobody plays on: timers are lost one after the other, and the first lost one that runs out ends it.
//! while let Some(due) = sand.deadline() {
//!     sand.tick(due, &mut Mute);
//! }
//! assert_eq!(sand.outcome().map(|end| end.clause.to_string()), Some("S-22".into()));
//! # Ok::<(), table::Refusal>(())
//! ```
//!
//! Where to find what: [`data`] is the box (cards, gears, levels), `state` the table as it stands, [`Action`] what a seat
//! can do and its notation, `rules` the clauses in their order, [`View`] what a seat may know, [`Event`] what happened.

mod action;
mod clause;
pub mod data;
mod event;
mod game;
mod hand;
mod imagine;
mod options;
mod refusals;
mod rules;
mod setup;
mod state;
mod stock;
mod timer;
mod view;

pub use action::{Action, Effect, Place};
pub use event::{Event, Step, Suggestion, Zone};
pub use options::{Discard, Options};
pub use setup::{Setup, TimerSetup};
pub use state::{Quicksand, SLICE, WAIT};
pub use timer::{Timer, TimerName, UnreadableTimer};
pub use view::{Ask, CardEffect, Does, HandView, HeldView, LevelView, TileView, TimerView, View};
