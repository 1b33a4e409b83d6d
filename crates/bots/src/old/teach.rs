//! What a game teaches the search.

use table::{Chance, Game, Millis, Outcome, Seat};

use super::{Grade, search::search};
use crate::{Intent, Stopwatch};

/// What each game adds to the search that works on any of them. All of it can be left as it is.
pub(crate) trait Teach: Game {
    /// How many entries a random continuation is played before it is [judged](Self::worth).
    const FORESIGHT: u64 = 200;

    /// How good an unfinished position is for `seat`, from 0 (lost) to 1 (won).
    fn worth(&self, seat: Seat) -> f32 {
        let _ = seat;
        0.5
    }

    /// How good an end is for `seat`, from 0 to 1.
    fn reward(&self, outcome: &Outcome, seat: Seat) -> f32 {
        match outcome.winners.len() {
            0 => 0.5,
            1 => f32::from(outcome.winners.contains(seat)),
            // A shared win is a win, but a little less than one's own.
            _ => 0.8 * f32::from(outcome.winners.contains(seat)),
        }
    }

    /// How much an action calls for attention before anything is tried: 1 is ordinary.
    fn urge(&self, seat: Seat, action: &Self::Action) -> f32 {
        let _ = (seat, action);
        1.0
    }

    /// What the bot on `seat` wants to do now. Where only the choice matters, and not the moment, it searches.
    fn decide(
        &self,
        seat: Seat,
        grade: Grade,
        now: Millis,
        chance: &mut Chance,
        timer: &mut Stopwatch<'_>,
    ) -> Intent {
        let _ = grade;
        if !self.awaited().contains(seat) {
            return Intent::Wait { until: None };
        }
        match search(self, seat, now, timer, chance) {
            Some(action) => Intent::Play { action: action.to_string(), not_before: now },
            None => Intent::Wait { until: None },
        }
    }
}
