//! T-33: questions. Right after something happens the referee asks, clockwise from the active seat, who may answer.

use table::Seat;

use crate::{
    options::Ask,
    state::{Happening, Pending, ThinIce},
};

impl ThinIce {
    /// A question about what has just happened; [`settle`](Self::settle) finds whom to ask.
    pub(crate) fn ask(&mut self, about: Happening) {
        self.pending.push(Pending::Question { about, nth: 0, until: None });
    }

    /// The seat from which the asking goes round: the active one, in a team its lowest.
    pub(crate) fn active_seat(&self) -> Seat {
        self.terms.members(self.turn.side).first().unwrap_or(self.terms.first)
    }

    /// How many may be asked in turn.
    pub(crate) fn positions(&self, about: Happening) -> usize {
        match about {
            Happening::Roll | Happening::Card { .. } => self.terms.seats as usize,
            Happening::Out => self.terms.pawn_count(),
            Happening::BearOnto { .. } => 1,
        }
    }

    /// The `nth` to be asked: a seat, and for whose pawn.
    pub(crate) fn position(&self, about: Happening, nth: u8) -> (Seat, Option<u8>) {
        let seats = self.terms.seats;
        let after = |k: u8| Seat((self.active_seat().0 + k) % seats);
        match about {
            Happening::Roll | Happening::Card { .. } => (after(nth), None),
            Happening::Out => {
                // One pawn at a time, so that a seat with two may save either (T-49).
                let seat = after(nth / self.terms.pawns);
                (seat, Some(seat.0 + seats * (nth % self.terms.pawns)))
            }
            Happening::BearOnto { pawn } => (self.owner(usize::from(pawn)), Some(pawn)),
        }
    }

    /// Whether the `nth` could answer, for all that everybody knows.
    pub(crate) fn may_ask(&self, about: Happening, nth: u8) -> bool {
        if usize::from(nth) >= self.positions(about) {
            return false;
        }
        let (seat, pawn) = self.position(about, nth);
        match about {
            Happening::Roll => !self.out.contains(seat),
            Happening::Card { by, .. } => seat != by && !self.out.contains(seat),
            Happening::Out => {
                let lost = self.pending.iter().any(
                    |p| matches!(p, Pending::Out { pawns } if pawn.is_some_and(|pawn| pawns >> pawn & 1 == 1)),
                );
                lost && self.landable().next().is_some()
            }
            Happening::BearOnto { .. } => true,
        }
    }

    /// Whether the `nth` is asked: it could answer, and holds the card, or everybody is asked.
    pub(crate) fn is_asked(&self, about: Happening, nth: u8) -> bool {
        self.may_ask(about, nth)
            && (self.terms.ask == Ask::All
                || self.hands[self.position(about, nth).0.index()].has(about.answer()))
    }

    /// The seat that is being asked now.
    pub(crate) fn asked(&self) -> Option<Seat> {
        match self.pending.last() {
            Some(&Pending::Question { about, nth, until: Some(_) }) => Some(self.position(about, nth).0),
            _ => None,
        }
    }
}
