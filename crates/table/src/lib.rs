//! The vocabulary of Quintette.
//!
//! A game is a pure state machine behind one trait, [`Game`]: which actions has *this seat* now; play one; what happens
//! by itself, and when; what may this seat see; is it over. Turn-based, out-of-turn and real-time games all fit it.
//!
//! - [`Seat`], [`Seats`], [`First`], [`Millis`]: who and when.
//! - [`Refusal`]: why not, with the [`Clause`] that says so, in French and English ([`Words`]).
//! - [`Outcome`]: how it ended.
//! - [`Seed`], [`Chance`]: randomness that replays for ever on every machine.
//! - [`Log`]: options, seed and entries; the state is its fold, by the [`RulesVersion`] with which it began.
//! - [`learned`]: who learned something they could not know; what taught nobody anything can be taken back.
//! - [`Since`]: what has changed of something that people are shown.
//! - [`random`]: random play of any game; `conformance` (a feature): the suite that every game runs.

mod about;
mod chance;
#[cfg(feature = "conformance")]
pub mod conformance;
mod first;
mod game;
mod learned;
mod log;
mod outcome;
pub mod random;
mod refusal;
mod seat;
mod since;
mod time;
mod version;
mod words;

pub use about::{About, Choice, OptionAbout, OptionKind, Texts};
pub use chance::{Chance, Lots, Seed, UnreadableSeed};
pub use first::First;
pub use game::{Audience, Game, Mute, Sink, Told};
pub use learned::learned;
pub use log::{BadLog, By, GameEntry, Log, UnreadableEntry};
pub use outcome::Outcome;
pub use refusal::{Clause, Refusal, UnreadableClause, refuse, refuse_unless};
pub use seat::{Seat, Seats};
pub use since::{Changes, Since};
pub use time::Millis;
pub use version::{RulesVersion, RulesVersions};
pub use words::{Lang, Words};
