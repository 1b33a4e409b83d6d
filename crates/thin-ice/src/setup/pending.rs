//! What may wait for an answer, and on what.

use table::{Refusal, Seat, refuse};

use crate::{
    cards::{Card, Time},
    clause::T_33,
    floe::Place,
    state::{Happening, Pending, Stage, ThinIce},
};

impl ThinIce {
    pub(super) fn right_pending(&self) -> Result<(), Refusal> {
        if !self.pending.is_empty() && self.stage != Stage::Playing {
            return refuse(
                T_33,
                "Nothing waits for an answer before the first turn.",
                "Rien n’attend de réponse avant le premier tour.",
            );
        }
        for (depth, pending) in self.pending.iter().enumerate() {
            let by_card = matches!(
                pending,
                Pending::Question { .. }
                    | Pending::Effect { .. }
                    | Pending::Save { .. }
                    | Pending::Task { card: Some(_), .. }
            );
            if !self.pending_fits(depth) || (by_card && !self.terms.has_cards()) {
                return refuse(
                    pending.clause(),
                    "What waits for an answer does not fit the position.",
                    "Ce qui attend une réponse ne convient pas à la position.",
                );
            }
            let waits =
                pending.chooser().is_some() || matches!(pending, Pending::Question { until: Some(_), .. });
            if (depth + 1 == self.pending.len()) != waits {
                return refuse(
                    pending.clause(),
                    "The last thing that waits, and only that, is for somebody to choose.",
                    "Seule la dernière chose en attente est un choix à faire.",
                );
            }
        }
        self.can_be_answered()
    }

    /// Whether what waits at this depth fits the position, and what it lies on.
    fn pending_fits(&self, depth: usize) -> bool {
        let pawns = self.terms.pawn_count();
        let seat_ok = |seat: Seat| seat.0 < self.terms.seats;
        let pawn_ok = |pawn: u8| usize::from(pawn) < pawns && self.pawns[usize::from(pawn)].at.is_some();
        let below = depth.checked_sub(1).map(|d| self.pending[d]);
        match self.pending[depth] {
            Pending::Question { about, nth, .. } => {
                usize::from(nth) <= self.positions(about)
                    && match (about, below) {
                        (Happening::Roll, Some(Pending::Rolled { .. })) => self.turn.die.is_some(),
                        (Happening::Card { card, by }, Some(Pending::Effect { by: b, card: c })) => {
                            card == c && by == b && seat_ok(by)
                        }
                        (Happening::Out, Some(Pending::Out { .. })) => true,
                        (
                            Happening::BearOnto { pawn },
                            Some(Pending::GiveWay { pawn: p, back: Some(_), .. }),
                        ) => p == pawn && pawn_ok(pawn),
                        _ => false,
                    }
            }
            Pending::Effect { by, card } => seat_ok(by) && effect_fits(card, below),
            Pending::Rolled { roller } | Pending::Name { roller } => {
                seat_ok(roller) && self.terms.side(roller) == self.turn.side && self.turn.die.is_some()
            }
            Pending::Task { by, .. } => seat_ok(by),
            Pending::GiveWay { by, pawn, back, .. } => {
                seat_ok(by)
                    && pawn_ok(pawn)
                    && back.is_none_or(|b| {
                        b.tile.is_none_or(|t| usize::from(t) < self.floe.len()) && self.bear.is_some()
                    })
            }
            Pending::Put { by, pawn, .. } => seat_ok(by) && pawn_ok(pawn),
            Pending::DriveBear { by } => seat_ok(by) && self.bear.is_some(),
            Pending::Displace { by, orca, .. } => {
                seat_ok(by)
                    && match orca {
                        Some(number) => {
                            usize::from(number) < self.floe.len()
                                && self.floe.place(usize::from(number)) == Place::Lifted
                        }
                        None => self.bear.is_some(),
                    }
            }
            Pending::Save { by, pawn } => {
                seat_ok(by)
                    && usize::from(pawn) < pawns
                    && self.pawns[usize::from(pawn)].out
                    && matches!(below, Some(Pending::Question { about: Happening::Out, .. }))
            }
            Pending::Out { pawns: bits } => {
                (0..8).all(|p| bits >> p & 1 == 0 || (p < pawns && self.pawns[p].out))
            }
            Pending::NextTurn => depth == 0,
        }
    }

    /// Whoever has to choose or to answer can.
    fn can_be_answered(&self) -> Result<(), Refusal> {
        match self.pending.last() {
            Some(&Pending::Question { about, nth, until: Some(_) }) if !self.may_ask(about, nth) => refuse(
                T_33,
                "The seat that is asked cannot answer.",
                "La place interrogée ne peut pas répondre.",
            ),
            Some(pending) if pending.chooser().is_some() => {
                let mut answers = Vec::new();
                self.answers(*pending, &mut answers);
                if answers.is_empty() {
                    refuse(
                        pending.clause(),
                        "Somebody has to choose and there is no choice.",
                        "Quelqu’un doit choisir et il n’y a pas de choix.",
                    )
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }
}

/// A card that answers something lies on what it answers.
fn effect_fits(card: Card, below: Option<Pending>) -> bool {
    match below {
        Some(Pending::Question { about, .. }) => about.answer() == card,
        None => card.time() != Time::RightAfter,
        Some(_) => false,
    }
}
