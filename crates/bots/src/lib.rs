//! Bots for any seat of any game, and sparring partners to measure them by.
//!
//! A bot uses only what its seat may know: it searches worlds that the game [imagines](table::Game::imagine) for the
//! seat, never the real one. [`decide`] blocks for as long as its player thinks: call it on a thread of its own.

mod alphabeta;
mod analysis;
mod budget;
mod fit;
mod greedy;
mod judge;
mod level;
mod luce;
mod mcts;
mod measured;
mod old;
mod plain;
mod player;
pub mod puzzle;
mod pyramids;
mod quadri;
mod quicksand;
mod quintazone;
mod teach;
mod thin_ice;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::AtomicBool,
};

use catalogue::{Live, LiveGame, with_game};
use table::{Chance, Millis, Seat, Seed};

pub use analysis::{Analysis, Analyst, JudgedMove, JudgedSeat, Mark};
pub use budget::{Budget, Stopwatch};
pub use fit::{Lessons, fit};
pub use judge::{Act, Candidate, JudgeTask, Reason, judge, outlook};
pub use level::Level;
pub use measured::measured;
pub use old::Grade;
pub use player::{Player, UnreadablePlayer};
use teach::{BotTask, Memory, Teach};

/// What a bot wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Play this, in notation, but not before that moment of the table's clock.
    Play { action: String, not_before: Millis },
    /// Nothing now. Ask again when the table changes, or at that moment.
    Wait { until: Option<Millis> },
}

impl Intent {
    /// This action at once, or nothing.
    fn now<A: ToString>(action: Option<A>, now: Millis) -> Self {
        match action {
            Some(action) => Self::Play { action: action.to_string(), not_before: now },
            None => Self::Wait { until: None },
        }
    }
}

/// Somebody who plays one seat of one game, and remembers what it thought before.
#[derive(Debug)]
pub struct Bot {
    player: Player,
    memory: Memory,
}

impl Bot {
    pub fn new(player: impl Into<Player>) -> Self {
        Self { player: player.into(), memory: Memory::default() }
    }

    /// What it wants to do now on `seat`. Blocks while it thinks; ends early once `stop` is set.
    ///
    /// A panic while thinking is a defect, but costs one move at most: the first legal action is played instead.
    pub fn decide(
        &mut self,
        game: &dyn Live,
        seat: Seat,
        now: Millis,
        seed: Seed,
        stop: &AtomicBool,
    ) -> Intent {
        let Self { player, memory } = self;
        let thought = guarded(game, seat, now, || {
            with_game!(game.id(), G => {
                let game = game.as_any().downcast_ref::<LiveGame<G>>();
                game.map(|game| decide_for(&game.0, *player, seat, now, &mut Chance::new(seed), stop, memory))
            })
            .flatten()
        });
        thought.unwrap_or_else(|fallback| {
            // What it was about to remember may be half a thought.
            self.memory = Memory::default();
            fallback
        })
    }
}

/// What thinking comes to; if it panics, the first legal action instead.
fn guarded(
    game: &dyn Live,
    seat: Seat,
    now: Millis,
    think: impl FnOnce() -> Option<Intent>,
) -> Result<Intent, Intent> {
    match catch_unwind(AssertUnwindSafe(think)) {
        Ok(decision) => Ok(decision.unwrap_or(Intent::Wait { until: None })),
        Err(_) => {
            // What broke the thought may break this as well; then the seat waits, and its table can take it over.
            let first = || game.actions(seat).into_iter().next().filter(|_| game.awaited().contains(seat));
            Err(Intent::now(catch_unwind(AssertUnwindSafe(first)).unwrap_or_default(), now))
        }
    }
}

/// What a player that remembers nothing wants to do now on `seat`: see [`Bot::decide`].
pub fn decide(
    game: &dyn Live,
    seat: Seat,
    player: impl Into<Player>,
    now: Millis,
    seed: Seed,
    stop: &AtomicBool,
) -> Intent {
    Bot::new(player).decide(game, seat, now, seed, stop)
}

fn decide_for<G: Teach + old::Teach>(
    game: &G,
    player: Player,
    seat: Seat,
    now: Millis,
    chance: &mut Chance,
    stop: &AtomicBool,
    memory: &mut Memory,
) -> Intent {
    let mut bot = |level, budget, chance| {
        let timer = &mut Stopwatch::start(budget, stop);
        Teach::decide(game, &mut BotTask { seat, now, level, chance, timer, memory })
    };
    match player {
        Player::Level(level) => bot(level, level.budget(), chance),
        Player::Within(level, budget) => bot(level, budget, chance),
        Player::Search(budget) => bot(Level::Champion, budget, chance),
        Player::Old(grade, budget) => {
            old::Teach::decide(game, seat, grade, now, chance, &mut Stopwatch::start(budget, stop))
        }
        // These know nothing of moments: they act when they are awaited.
        _ if !game.awaited().contains(seat) => Intent::Wait { until: None },
        Player::Plain(budget) => {
            Intent::now(plain::choose(game, seat, now, chance, &mut Stopwatch::start(budget, stop)), now)
        }
        Player::AlphaBeta(budget) => match alphabeta::choose(game, &mut Stopwatch::start(budget, stop)) {
            Some(action) => Intent::now(Some(action), now),
            None => Intent::now(greedy::choose(game, seat, now, chance), now),
        },
        Player::Greedy => Intent::now(greedy::choose(game, seat, now, chance), now),
        Player::Random => {
            let mut choices = Vec::new();
            game.choices(seat, &mut choices);
            Intent::now(chance.pick(&choices), now)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::panic)] // That is what it is about.
    fn a_panic_while_thinking_costs_one_move() {
        let game = catalogue::open_newest("pyramids", "{}", 2, Seed::from(1)).unwrap();
        let broken = |seat| guarded(game.as_ref(), seat, Millis(7), || panic!("a defect"));
        let Err(Intent::Play { action, not_before }) = broken(Seat(0)) else { panic!("it plays on") };
        assert!(game.check(Seat(0), &action, not_before).is_ok());
        assert_eq!(broken(Seat(1)), Err(Intent::Wait { until: None }));
    }
}
