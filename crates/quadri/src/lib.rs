//! Quadri: cards of four coloured squares, laid over one another until the shapes on your objectives appear.
//!
//! 48 cards show one square each of cyan, magenta, yellow and black. The seat on turn lays the card that is turned up over
//! one to three squares of the table. An objective is a named shape; it is realised when its shape can be seen in squares
//! of one colour, turned and mirrored as it may be. Three modes: `competitive` (claim your secret objectives at any moment),
//! `cooperative` (ten for all, before the pile is empty, without a word) and `ball-trap` (everybody sees your objectives
//! but you, and wants to realise them for you).
//!
//! [`Quadri`] is the state and a [`table::Game`]; [`Action`] is what a seat does, written `@3,-1+90` (where the top left
//! square goes, and the turn), `claim 5W` or `done`.
//!
//! ```
//! use quadri::{First, Quadri, Options};
//! use table::{Game, Millis, Mute, Seat};
//!
//! let options = Options { first: First::Seat(Seat(0)), ..Options::default() };
//! let mut game = Quadri::new(&options, 2, 7.into())?;
//! game.play(Seat(0), "@1,0+90".parse()?, Millis(4_000), &mut Mute)?;
//!
//! // The whole start card may not be covered (Q-5); it is seat 1's turn now (Q-4).
//! let refusal = game.play(Seat(1), "@0,0+0".parse()?, Millis(9_000), &mut Mute).unwrap_err();
//! assert_eq!(refusal.clause.to_string(), "Q-5");
//! game.play(Seat(1), "@-1,1+180".parse()?, Millis(9_500), &mut Mute)?;
//!
//! // Anybody may claim at any moment; a claim in vain is told to nobody else (Q-8).
//! let mine = game.hand(Seat(1))[0];
//! game.play(Seat(1), format!("claim {mine}").parse()?, Millis(9_500), &mut Mute)?;
//! assert_eq!(game.points(Seat(1)), 0);
//! # Ok::<(), table::Refusal>(())
//! ```

mod action;
mod card;
mod clause;
mod event;
mod game;
mod imagine;
mod objective;
mod options;
mod refusals;
mod rules;
mod setup;
mod sheet;
mod state;
mod trial;
mod view;
mod walk;

pub use action::Action;
pub use card::{Card, Colour, Lying, Place, Spot, Turn};
pub use event::Event;
pub use objective::{Form, Objective, Objectives};
pub use options::{Assist, Matching, Mode, Options};
pub use setup::Setup;
pub use sheet::Seen;
pub use state::{Closing, Quadri, Realised};
pub use table::First;
pub use trial::Trial;
pub use view::{
    CardView, ClosingView, CommonView, HeldView, LyingView, ObjectiveView, PlayerView, RealisedView,
    SquareView, StepView, TriedView, View,
};
