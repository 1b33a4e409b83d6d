//! The ball-trap mode.

use table::{Audience, Outcome, Seat, Seats, Sink};

use crate::{
    card::Colour,
    clause::{Q_21, Q_22},
    event::Event,
    objective::Objectives,
    state::Quadri,
};

impl Quadri {
    pub(crate) fn after_placing_ball_trap(
        &mut self,
        placer: Seat,
        covered: [Option<Colour>; 4],
        tell: &mut impl Sink<Event>,
    ) {
        let fresh = self.sheet.realised_by_last(covered);
        let known: Objectives = fresh.iter().map(|seen| seen.objective()).collect();
        let mut fallen = Seats::NONE;
        // the owner's own placement never lays anything down.
        for seat in placer.clockwise(self.seats).skip(1) {
            self.ruled_out[seat.index()].insert_all(known);
            let held = self.hands[seat.index()];
            for &objective in &held {
                let Some(seen) = fresh.iter().find(|seen| seen.objective() == objective) else { continue };
                self.realise(seat, *seen, tell);
                let hand = &mut self.hands[seat.index()];
                if let Some(slot) = hand.iter().position(|held| *held == objective) {
                    hand.remove(slot);
                }
                if hand.is_empty() {
                    fallen = fallen.with(seat);
                    tell.tell(Audience::All, || Event::Out { seat });
                }
            }
        }
        match self.trapped(fallen) {
            Some(outcome) => self.end(outcome, tell),
            None => self.turn_up(tell),
        }
    }

    /// The end, if it has come with this placement, by which `fallen` lost their last objectives.
    fn trapped(&self, fallen: Seats) -> Option<Outcome> {
        let left = |seat: Seat| self.hand(seat).len();
        let standing: Seats = Seat::all(self.seats).filter(|seat| left(*seat) > 0).collect();
        let scores = Seat::all(self.seats).map(|seat| left(seat) as i32).collect();
        let (winners, clause) = match standing.len() {
            // they fell together, with none left over.
            0 => (fallen, Q_21),
            1 => (standing, Q_21),
            _ if self.pile.is_empty() => {
                let most = Seat::all(self.seats).map(left).max();
                (Seat::all(self.seats).filter(|seat| Some(left(*seat)) == most).collect(), Q_22)
            }
            _ => return None,
        };
        Some(Outcome::new(winners, clause).with_scores(scores))
    }
}
