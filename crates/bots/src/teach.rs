//! What a game teaches those who think about it.

use std::any::Any;

use table::{Chance, Game, Millis, Outcome, Seat};

use crate::{Intent, Level, Stopwatch, fit::Fit};

/// One question to a bot: what now, on this seat, with so much thought?
#[derive(Debug)]
pub(crate) struct BotTask<'a, 'b> {
    pub(crate) seat: Seat,
    pub(crate) now: Millis,
    /// How well it sees; how long it thinks is the timer's.
    pub(crate) level: Level,
    pub(crate) chance: &'a mut Chance,
    pub(crate) timer: &'a mut Stopwatch<'b>,
    pub(crate) memory: &'a mut Memory,
}

/// What a bot keeps from one thought to the next: whatever its game likes to.
#[derive(Debug, Default)]
pub(crate) struct Memory(Option<Box<dyn Any + Send>>);

impl Memory {
    /// What is remembered, or something new.
    pub(crate) fn recall<T: Any + Send>(&mut self, new: impl FnOnce() -> T) -> &mut T {
        if !self.0.as_ref().is_some_and(|kept| kept.is::<T>()) {
            self.0 = None;
        }
        let kept = self.0.get_or_insert_with(|| Box::new(new()));
        // It is one: whatever else it was has just been forgotten.
        kept.downcast_mut().unwrap_or_else(|| unreachable!("it is of this type"))
    }
}

/// What each game knows of how to play it.
pub(crate) trait Teach: Game {
    /// Its puzzles, one per line, as `quintette puzzles` writes them, packed (`build.rs`).
    const PUZZLES: &'static [u8] = &[];
    /// How the weights of its evaluation are found, where they are not set by hand.
    const FIT: Option<Fit> = None;

    /// How good an unfinished position is for `seat`, from 0 (lost) to 1 (won).
    fn worth(&self, seat: Seat) -> f32;

    /// How good an end is for `seat`, from 0 to 1.
    fn reward(&self, outcome: &Outcome, seat: Seat) -> f32 {
        fair_reward(self, outcome, seat)
    }

    /// What the bot wants to do now.
    fn decide(&self, asked: &mut BotTask<'_, '_>) -> Intent;
}

/// A win, a part of one, a draw, or nothing.
pub(crate) fn fair_reward<G: Game>(game: &G, outcome: &Outcome, seat: Seat) -> f32 {
    match outcome.winners.len() {
        0 if game.together() => 0.0,
        0 => 0.5,
        _ if game.together() => 1.0,
        winners => f32::from(outcome.winners.contains(seat)) / (winners as f32).sqrt(),
    }
}
