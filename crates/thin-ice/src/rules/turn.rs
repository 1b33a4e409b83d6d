//! T-9, T-10, T-32: a turn of three actions in any order.

use table::{Game, Refusal, Seat, Seats, Sink, refuse};

use crate::{
    action::Action,
    clause::{T_9, T_10, T_20, T_21, T_32, T_33},
    event::Event,
    menu::Menu,
    refusals,
    state::{Stage, ThinIce},
};

impl ThinIce {
    /// T-21, T-47: whether a seat of the side may move the turn's tile.
    fn may_slide(&self, seat: Seat) -> bool {
        self.terms.teamed || !self.out.contains(seat)
    }

    /// T-21, T-57.
    fn may_roll(&self, seat: Seat) -> bool {
        !self.terms.harsh || !self.out.contains(seat)
    }

    /// Pawns of the side that still have to move, as bits.
    pub(crate) fn to_move(&self) -> u8 {
        (0..self.terms.pawn_count())
            .filter(|&p| self.side_of_pawn(p) == self.turn.side && self.may_still_move(p))
            .fold(0, |bits, p| bits | 1 << p)
    }

    /// Whether the turn's tile is still to be moved, and can be.
    pub(crate) fn tile_due(&self) -> bool {
        !self.turn.slid
            && self
                .terms
                .members(self.turn.side)
                .iter()
                .find(|&seat| self.may_slide(seat))
                .is_some_and(|seat| self.can_slide(seat))
    }

    /// Whether a roll is still open, compulsory or not.
    pub(crate) fn roll_open(&self) -> bool {
        !self.turn.rolled && self.terms.members(self.turn.side).iter().any(|seat| self.may_roll(seat))
    }

    /// T-10: all three are done or impossible, judged now.
    pub(crate) fn complete(&self) -> bool {
        (self.turn.waived || !self.roll_open()) && self.to_move() == 0 && !self.tile_due()
    }

    /// Whether the turn ends by itself here: without event cards nobody says `end`.
    pub(crate) fn settles(&self) -> bool {
        !self.terms.has_cards() && self.complete()
    }

    /// The seats of the side that have something to do for the turn itself.
    pub(crate) fn turn_awaits(&self) -> Seats {
        let members = self.terms.members(self.turn.side);
        if members.len() == 1 {
            return members;
        }
        let (roll, tile, moves) = (self.roll_open(), self.tile_due(), self.to_move());
        let complete = (self.turn.waived || !roll) && moves == 0 && !tile;
        members
            .iter()
            .filter(|&seat| {
                complete
                    || (roll && self.may_roll(seat))
                    || (tile && self.may_slide(seat))
                    || self.pawns_of(seat).any(|p| moves >> p & 1 == 1)
            })
            .collect()
    }

    /// T-32: before the first act of the turn.
    pub(crate) fn check_draw(&self, seat: Seat) -> Result<(), Refusal> {
        if !self.terms.has_cards() {
            return Err(refusals::no_event_cards(T_32));
        }
        if self.out.contains(seat) {
            return refuse(
                T_32,
                "Players who are out draw no cards.",
                "Les joueurs éliminés ne piochent pas.",
            );
        }
        if self.turn.acted {
            return refuse(
                T_32,
                "Cards are drawn before the first act of the turn.",
                "On pioche avant le premier geste du tour.",
            );
        }
        if self.hands[seat.index()].len() >= 2 {
            return refuse(T_32, "You hold two cards already.", "Vous avez déjà deux cartes.");
        }
        if self.pile().is_empty() && self.discards.is_empty() {
            return refuse(T_32, "There are no cards to draw.", "Il n’y a plus de cartes à piocher.");
        }
        Ok(())
    }

    fn check_discard(&self, seat: Seat, card: crate::Card) -> Result<(), Refusal> {
        if !self.hands[seat.index()].has(card) {
            return Err(refusals::not_held());
        }
        if !self.complete() {
            return refuse(
                T_32,
                "Cards are discarded at the end of your turn, once all is done.",
                "On défausse à la fin de son tour, quand tout est fait.",
            );
        }
        Ok(())
    }

    fn check_end(&self) -> Result<(), Refusal> {
        if !self.terms.has_cards() {
            return refuse(
                T_10,
                "Without event cards the turn ends by itself.",
                "Sans cartes Événement, le tour finit de lui-même.",
            );
        }
        if self.to_move() != 0 {
            return refuse(T_9, "A pawn still has to move.", "Un pion doit encore se déplacer.");
        }
        if self.tile_due() {
            return refuse(T_9, "A tile still has to be moved.", "Une tuile doit encore être déplacée.");
        }
        if self.roll_open() && !self.turn.waived {
            return refuse(T_9, "The die still has to be rolled.", "Le dé doit encore être lancé.");
        }
        Ok(())
    }

    pub(crate) fn check_turn(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        if let Action::Play(card) = action {
            return self.check_play(seat, card);
        }
        if action == Action::Pass {
            return refuse(T_33, "Nothing asks you for an answer.", "Rien ne vous demande de réponse.");
        }
        if self.terms.side(seat) != self.turn.side {
            return refuse(T_9, "It is not your turn.", "Ce n’est pas votre tour.");
        }
        match action {
            Action::Move { from, to } => self.check_move(seat, from, to),
            Action::Stay(cell) => self.check_stay(seat, cell),
            Action::Slide { .. } if self.turn.slid => refuse(
                T_9,
                "A tile has been moved in this turn.",
                "Une tuile a déjà été déplacée ce tour-ci.",
            ),
            Action::Slide { .. } if !self.may_slide(seat) => refuse(
                T_21,
                "Players who are out only roll.",
                "Les joueurs éliminés ne font que lancer le dé.",
            ),
            Action::Slide { from, to } => self.check_slide(seat, from, to),
            Action::Roll if self.turn.rolled => {
                refuse(T_9, "The die has been rolled in this turn.", "Le dé a déjà été lancé ce tour-ci.")
            }
            Action::Roll if !self.may_roll(seat) => refuse(
                crate::clause::T_57,
                "In the harsh game players who are out do not roll.",
                "Dans la variante rude, les joueurs éliminés ne lancent pas le dé.",
            ),
            Action::Roll => Ok(()),
            Action::Draw => self.check_draw(seat),
            Action::Discard(card) => self.check_discard(seat, card),
            Action::End => self.check_end(),
            Action::Bear(_)
            | Action::Wake
            | Action::Crack(_)
            | Action::Freeze(_)
            | Action::Destroy(_)
            | Action::Name(_) => refuse(
                T_20,
                "Only the die or a card asks for that.",
                "Seuls le dé ou une carte le demandent.",
            ),
            _ => refuse(
                T_9,
                "Now move your pawn, move a tile, or roll the die.",
                "Déplacez votre pion, déplacez une tuile ou lancez le dé.",
            ),
        }
    }

    /// Everything `seat` may do when nothing waits for an answer. `every`: also what makes no difference.
    pub(crate) fn turn_actions(&self, seat: Seat, every: bool, into: &mut impl Menu) {
        if self.terms.side(seat) == self.turn.side {
            self.list_moves(seat, every, into);
            if !self.turn.slid && self.may_slide(seat) {
                self.list_slides(seat, into);
            }
            if !self.turn.rolled && self.may_roll(seat) {
                into.add(Action::Roll);
            }
            self.list_card_acts(seat, into);
        }
        self.list_plays(seat, into);
    }

    /// What `seat` may do if the three actions of a turn (T-9) go in one order: the die, then the tile, then the pawns. For
    /// those who look far ahead and would meet every order of them again and again.
    pub fn in_order(&self, seat: Seat, into: &mut Vec<Action>) {
        let is_own_turn = self.outcome.is_none()
            && self.stage == Stage::Playing
            && self.pending.is_empty()
            && seat.0 < self.terms.seats
            && self.terms.side(seat) == self.turn.side;
        // A roll that may be left out has no place in the order.
        if !is_own_turn || (self.turn.waived && !self.turn.rolled) {
            return self.choices(seat, into);
        }
        if !self.turn.rolled && self.may_roll(seat) {
            into.push(Action::Roll);
        } else {
            if !self.turn.slid && self.may_slide(seat) {
                self.list_slides(seat, into);
            }
            if into.is_empty() {
                self.list_moves(seat, false, into);
            }
        }
        self.list_card_acts(seat, into);
        self.list_plays(seat, into);
    }

    fn list_moves(&self, seat: Seat, every: bool, into: &mut impl Menu) {
        for pawn in self.pawns_of(seat).filter(|&p| self.may_still_move(p)) {
            self.pawn_moves(pawn, every, into);
        }
    }

    /// T-10, T-32: drawing, discarding and the end of a turn with event cards.
    fn list_card_acts(&self, seat: Seat, into: &mut impl Menu) {
        if self.terms.has_cards() {
            if self.check_draw(seat).is_ok() {
                into.add(Action::Draw);
            }
            if self.complete() {
                into.add_all(self.hands[seat.index()].distinct().map(Action::Discard));
                into.add(Action::End);
            }
        }
    }

    pub(crate) fn take_turn(&mut self, seat: Seat, action: Action, tell: &mut impl Sink<Event>) {
        match action {
            Action::Move { from, to } => self.move_pawn(from, to, tell),
            Action::Stay(cell) => self.stay(cell, tell),
            Action::Slide { from, to } => {
                self.turn.acted = true;
                self.turn.slid = true;
                self.slide(seat, from, to, tell);
            }
            Action::Roll => self.roll(seat, tell),
            Action::Draw => self.draw(seat, tell),
            Action::Discard(card) => self.discard(seat, card, tell),
            Action::Play(card) => {
                if self.terms.side(seat) == self.turn.side {
                    self.turn.acted = true;
                }
                self.play_card(seat, card, tell);
            }
            Action::End => self.end_turn(tell),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use table::{Chance, Millis, Mute, Seed};

    use super::*;
    use crate::options::{Mode, Options};

    /// Whole games in one order: never anything that is not allowed, and never nothing where there is something to do.
    #[test]
    fn t_9_a_turn_in_one_order_is_a_turn() {
        for (seed, mode) in (0..40).zip([Mode::Basic, Mode::Intermediate].into_iter().cycle()) {
            let mut chance = Chance::new(Seed::from(seed));
            let options = Options { mode, ..Options::default() };
            let mut game = ThinIce::new(&options, 2 + (seed % 3) as u8, chance.seed()).unwrap();
            for _ in 0..2_000 {
                let Some(seat) = game.waits_for().first() else { break };
                let (mut all, mut ordered) = (Vec::new(), Vec::new());
                game.choices(seat, &mut all);
                game.in_order(seat, &mut ordered);
                assert!(ordered.iter().all(|action| all.contains(action)), "{ordered:?} of {all:?}");
                assert_eq!(ordered.is_empty(), all.is_empty());
                let is_step = |action: &Action| matches!(action, Action::Move { .. });
                assert!(!ordered.contains(&Action::Roll) || game.turn.waived || !ordered.iter().any(is_step));
                let Some(&action) = chance.pick(&ordered) else { break };
                game.apply(seat, action, Millis::ZERO, &mut Mute);
            }
            assert!(game.outcome.is_some(), "it ends");
        }
    }
}
