//! The end: of a round (P-15, P-16, P-18, P-19), and of the match (P-17).

use std::cmp::Ordering;

use table::{Clause, Outcome, Refusal, Seat, Seats};

use crate::{
    clause::{P_15, P_16, P_17, P_18, P_19},
    refusals,
    state::{Pyramids, Round, RoundResult, SEATS, Step},
};

/// P-15: the captured pips that win a round.
pub(crate) const GOAL: u8 = 15;
/// P-18: the occurrence of a position that draws.
pub(crate) const RECURRENCE: usize = 3;
/// P-19: the turns in a row without a capture that draw.
pub(crate) const LONGEST_QUIET: u8 = 100;

impl Round {
    /// How the round has ended in the present position, if it has.
    #[inline]
    pub(crate) fn verdict(&self) -> Option<RoundResult> {
        let opponent = self.turn.next(SEATS);
        match self.step {
            // P-15: at once, before turning a coaster.
            Step::Turn if self.captured && self.pips()[self.turn.index()] >= GOAL => {
                Some(self.result(Some(self.turn), P_15))
            }
            // P-19: before P-16 and P-18 are looked at.
            Step::PlaceOrJump if self.quiet >= LONGEST_QUIET => Some(self.result(None, P_19)),
            Step::PlaceOrJump if self.is_stuck() => Some(self.result(Some(opponent), P_16)),
            _ if self.seen.is_over() => Some(self.result(None, P_18)),
            _ => None,
        }
    }

    /// P-16: neither a placement nor a jump. Thirty pyramids never fill the board: who has a reserve can place.
    #[inline]
    fn is_stuck(&self) -> bool {
        self.reserves[self.turn.index()] == [0; 3] && !self.board.has_jumps(self.turn)
    }

    fn result(&self, winner: Option<Seat>, clause: Clause) -> RoundResult {
        RoundResult { pips: self.pips(), winner, clause }
    }
}

impl Pyramids {
    pub(crate) fn check_not_over(&self) -> Result<(), Refusal> {
        match self.results.last() {
            Some(last) if self.outcome.is_some() => Err(refusals::over(self.rounds, last)),
            _ => Ok(()),
        }
    }

    /// Notes how the round ended, and starts the next one if there is one.
    pub(crate) fn end_round(&mut self, result: RoundResult) {
        self.results.push(result);
        self.outcome = self.verdict();
        if self.outcome.is_none() {
            self.round = Round::new(Round::starting_seat(self.round_number()));
        }
    }

    /// P-17: how the match has ended, once all its rounds have.
    pub(crate) fn verdict(&self) -> Option<Outcome> {
        if self.results.len() < usize::from(self.rounds) {
            return None;
        }
        let sum = |of: &dyn Fn(&RoundResult) -> i32| self.results.iter().map(of).sum::<i32>();
        let pips = [0, 1].map(|seat| sum(&|result| result.pips[seat].into()));
        if let [only] = &self.results[..] {
            let winners = only.winner.map_or(Seats::NONE, Seats::one);
            return Some(Outcome::new(winners, only.clause).with_scores(pips.to_vec()));
        }
        let won = [0, 1].map(|seat| sum(&|result| (result.winner == Some(Seat(seat))).into()));
        let winners = match pips[0].cmp(&pips[1]).then(won[0].cmp(&won[1])) {
            Ordering::Greater => Seats::one(Seat(0)),
            Ordering::Less => Seats::one(Seat(1)),
            Ordering::Equal => Seats::NONE,
        };
        Some(Outcome::new(winners, P_17).with_scores(pips.to_vec()))
    }
}
