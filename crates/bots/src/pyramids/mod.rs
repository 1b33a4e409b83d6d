//! `pyramids`: nothing hidden, no chance, and tactics in every turn. It is read exactly, by alpha-beta.
//!
//! [`search`] looks, [`ordering`] says what first, [`table`] remembers, [`evaluation`] judges where a line ends.

mod evaluation;
mod judging;
mod ordering;
pub(crate) mod position;
mod search;
mod sight;
mod transpositions;

use std::sync::atomic::{AtomicBool, Ordering};

use catalogue::crates::pyramids::{Action, Pyramids, Step};
use transpositions::Transpositions;

use crate::{
    Intent, Stopwatch,
    fit::Weighed,
    teach::{BotTask, Teach},
};
use position::{Position, other};
use search::Search;
use sight::Sight;

use table::{Game, Seat, Seats};

/// Half a million positions.
const TABLE_BITS: u32 = 19;

/// How many positions each level looks at, and how many jumps of a thousand it does not see.
const POSITIONS: [u64; 5] = [100, 850, 2_700, 4_500, u64::MAX];
const MISSES: [u32; 5] = [410, 228, 163, 125, 0];

impl Weighed for Pyramids {
    fn names() -> Vec<&'static str> {
        evaluation::NAMES.to_vec()
    }

    /// Before step one: between the steps a line is never judged.
    fn contenders(&self) -> Vec<(Seats, Vec<f32>)> {
        let position = Position::of(self);
        if position.step != Step::PlaceOrJump {
            return Vec::new();
        }
        evaluation::contenders(&position)
            .into_iter()
            .map(|(seat, features)| (Seats::one(seat), features))
            .collect()
    }
}

impl Teach for Pyramids {
    const PUZZLES: &'static [u8] = include_bytes!(concat!(env!("OUT_DIR"), "/pyramids.jsonl.gz"));
    const FIT: Option<crate::fit::Fit> = Some(crate::fit::fit_game::<Self>);

    fn worth(&self, seat: Seat) -> f32 {
        let position = Position::of(self);
        let lead = f32::from(position.pips(seat)) - f32::from(position.pips(other(seat)));
        // Fifteen pips win (P-15): a lead of them is worth everything.
        (0.5 + lead / 30.0).clamp(0.0, 1.0)
    }

    fn decide(&self, asked: &mut BotTask<'_, '_>) -> Intent {
        if !self.awaited().contains(asked.seat) {
            return Intent::Wait { until: None };
        }
        let table = asked.memory.recall(|| Transpositions::new(TABLE_BITS));
        let sight = Sight { misses: asked.level.of(MISSES), eyes: asked.chance.bits() };
        asked.timer.at_most(asked.level.of(POSITIONS));
        table.next_search();
        Intent::now(best_step(self, sight, table, asked.timer), asked.now)
    }
}

/// What this thread finds best. Helpers read the same position into the same table meanwhile: what they have seen need not
/// be looked at again.
fn best_step(
    game: &Pyramids,
    sight: Sight,
    table: &Transpositions,
    clock: &mut Stopwatch<'_>,
) -> Option<Action> {
    let position = Position::of(game);
    if clock.helpers() == 0 {
        return Search::new(game, sight, table, clock).best(&position);
    }
    let share = clock.share();
    clock.at_most(share.nodes);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let help = |number: u16| {
            let (position, done) = (&position, &done);
            let think = move || {
                let mut clock = Stopwatch::start(share, done);
                let mut search = Search::new(game, sight, table, &mut clock);
                search.ahead = i32::from(number % 2);
                search.best(position);
            };
            // Where the house has no thread left, there are fewer helpers.
            std::thread::Builder::new()
                .name("helper".to_owned())
                .stack_size(8 << 20)
                .spawn_scoped(scope, think)
        };
        let helpers: Vec<_> = (1..=clock.helpers()).filter_map(|number| help(number).ok()).collect();
        let best = Search::new(game, sight, table, clock).best(&position);
        done.store(true, Ordering::Relaxed);
        for helper in helpers {
            // A defect there is one here: whoever guards this thought falls back.
            helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
        best
    })
}
