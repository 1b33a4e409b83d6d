//! GAME TITLE: stones on a pile, and whoever takes the last one wins.
//!
//! ```
//! use GAME_ID::GameId;
//! use table::{Game, Millis, Mute, Refusal, Seat, Seed};
//!
//! let mut game = GameId::new(&Default::default(), 2, Seed::from(7))?;
//! let seat = game.awaited().first().unwrap();
//! game.play(seat, "take 3".parse()?, Millis::ZERO, &mut Mute)?;
//! assert_eq!(game.view(None).stones, 18);
//! assert_eq!(game.check(seat, &"take 1".parse()?).unwrap_err().clause.to_string(), "LETTER-2");
//! # Ok::<(), Refusal>(())
//! ```

mod action;
mod clause;
mod event;
mod game;
mod imagine;
mod options;
mod refusals;
mod rules;
mod setup;
mod state;
mod view;

pub use action::Action;
pub use event::Event;
pub use options::Options;
pub use setup::Setup;
pub use state::GameId;
pub use view::View;
