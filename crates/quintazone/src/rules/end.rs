//! End (Z-16 to Z-18).

use table::{Audience, Clause, Outcome, Refusal, Seat, Seats, Sink};

use crate::{
    clause::{Z_9, Z_16},
    event::Event,
    state::Quintazone,
};

impl Quintazone {
    pub(super) fn check_not_over(&self) -> Result<(), Refusal> {
        let Some(outcome) = &self.outcome else { return Ok(()) };
        Err(if outcome.clause == Z_16 {
            Refusal::fixed(
                Z_16,
                "The last card is laid and the game is over.",
                "La dernière carte est posée et la partie est finie.",
            )
        } else {
            Refusal::fixed(
                Z_9,
                "No seat can lay a card and the game is over.",
                "Plus personne ne peut poser de carte et la partie est finie.",
            )
        })
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

    pub(super) fn finish_and_tell(&mut self, clause: Clause, tell: &mut impl Sink<Event>) {
        self.finish(clause);
        tell.tell(Audience::All, || Event::Ended {
            winners: self.outcome.as_ref().map_or(Seats::NONE, |outcome| outcome.winners),
            clause,
            goals: Seat::all(self.seats).map(|seat| self.goal(seat)).collect(),
            totals: Seat::all(self.seats).map(|seat| self.total(seat)).collect(),
        });
    }
}
