//! End (Z-16 to Z-18).

use table::{Audience, Clause, Outcome, Refusal, Seat, Seats, Sink};

use crate::{event::Event, refusals, state::Quintazone};

impl Quintazone {
    pub(crate) fn check_not_over(&self) -> Result<(), Refusal> {
        self.outcome.as_ref().map_or(Ok(()), |outcome| Err(refusals::over(outcome.clause)))
    }

    /// Z-18: the highest total wins, equal totals share the win.
    pub(crate) fn finish(&mut self, clause: Clause) {
        let totals = || Seat::all(self.seats).map(|seat| (seat, self.total(seat)));
        let best = totals().map(|(_, total)| total).max();
        let winners: Seats =
            totals().filter(|&(_, total)| Some(total) == best).map(|(seat, _)| seat).collect();
        let scores = totals().map(|(_, total)| total.into()).collect();
        self.outcome = Some(Outcome::new(winners, clause).with_scores(scores));
    }

    pub(crate) fn finish_and_tell(&mut self, clause: Clause, tell: &mut impl Sink<Event>) {
        self.finish(clause);
        tell.tell(Audience::All, || Event::Ended {
            winners: self.outcome.as_ref().map_or(Seats::NONE, |outcome| outcome.winners),
            clause,
            goals: Seat::all(self.seats).map(|seat| self.goal(seat)).collect(),
            totals: Seat::all(self.seats).map(|seat| self.total(seat)).collect(),
        });
    }
}
