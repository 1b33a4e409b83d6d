//! The cooperative mode.

use table::{Outcome, Seat, Seats, Sink};

use crate::{clause::Q_17, event::Event, state::Quadri};

impl Quadri {
    /// what is realised is turned over at once and stays done. Q-17: the last card counts.
    pub(crate) fn after_placing_cooperative(&mut self, placer: Seat, tell: &mut impl Sink<Event>) {
        let common = self.common;
        for &objective in &common {
            if self.is_done(objective) {
                continue;
            }
            if let Some(seen) = self.sheet.find(objective) {
                self.realise(placer, seen, tell);
            }
        }
        let winners = if self.realised.len() == self.common.len() {
            Seats::all(self.seats)
        } else if self.pile.is_empty() {
            Seats::NONE
        } else {
            return self.turn_up(tell);
        };
        self.end(Outcome::new(winners, Q_17), tell);
    }
}
