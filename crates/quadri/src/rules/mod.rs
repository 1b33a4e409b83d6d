//! The rules, by the headings of the rules text: placing, then the three modes.

mod ball_trap;
mod competitive;
mod cooperative;
mod placing;

use table::{Audience, Outcome, Seat, Sink};

use crate::{
    event::Event,
    sheet::Seen,
    state::{Quadri, Realised},
};

impl Quadri {
    /// Keeps and tells that an objective was realised as `seen`.
    fn realise(&mut self, seat: Seat, seen: Seen, tell: &mut impl Sink<Event>) {
        let objective = seen.objective();
        self.realised.push(Realised { seat, objective, after: self.cards_laid() as u8, seen });
        tell.tell(Audience::All, || Event::Realised {
            seat,
            objective: objective.into(),
            colour: seen.colour,
            squares: seen.squares().collect(),
        });
    }

    fn end(&mut self, outcome: Outcome, tell: &mut impl Sink<Event>) {
        tell.tell(Audience::All, || Event::Ended { outcome: outcome.clone() });
        self.closing = None;
        self.outcome = Some(outcome);
    }
}
