//! Bots for any seat of any game: one search over the trait [`Game`](table::Game), and what each game teaches it.
//!
//! A bot uses only what its seat may know: it searches worlds that the game [imagines](table::Game::imagine) for the
//! seat, never the real one. [`decide`] blocks for as long as its level thinks: call it on a thread of its own.

mod level;
mod pyramids;
mod quadri;
mod quicksand;
mod quintazone;
mod search;
mod teach;
mod thin_ice;

use std::sync::atomic::AtomicBool;

use catalogue::{Live, LiveGame, with_game};
use table::{Chance, Millis, Seat, Seed};

pub use level::Level;
pub use search::{Budget, search};
pub use teach::Teach;

/// What a bot wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Play this, in notation, but not before that moment of the table's clock.
    Play { action: String, not_before: Millis },
    /// Nothing now. Ask again when the table changes, or at that moment.
    Wait { until: Option<Millis> },
}

/// What the bot on `seat` wants to do now. Blocks while it thinks; ends early once `stop` is set.
pub fn decide(
    game: &dyn Live,
    seat: Seat,
    level: Level,
    now: Millis,
    seed: Seed,
    stop: &AtomicBool,
) -> Decision {
    with_game!(game.id(), G => {
        game.as_any().downcast_ref::<LiveGame<G>>().map(|game| {
            Teach::decide(&game.0, seat, level, now, &mut Chance::new(seed), stop)
        })
    })
    .flatten()
    .unwrap_or(Decision::Wait { until: None })
}
