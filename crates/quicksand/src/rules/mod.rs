//! The rules, clause by clause: who may do what ([`check`]), a turn (`play`), timers and the end (`sand`).

mod check;
mod play;
mod sand;

use table::Seat;

use crate::{action::Action, data::Card, state::Quicksand};

impl Quicksand {
    pub(crate) fn card_actions(&self, seat: Seat, into: &mut Vec<Action>) {
        if self.turn.is_some_and(|turn| turn != seat) {
            return;
        }
        let hand = self.hand(seat);
        if self.choosing.is_some() {
            into.extend(self.joker_effects().map(Action::Choose));
            return;
        }
        if self.outward() {
            into.extend(hand.held().map(|(place, _)| Action::PlayPlace(place)));
        } else {
            for card in hand.kinds() {
                if card == Card::Joker {
                    into.extend(self.joker_effects().map(Action::PlayJoker));
                } else {
                    into.push(Action::Play(card));
                }
            }
        }
        if self.practice {
            into.push(Action::Wait);
        }
    }

    pub(crate) fn suggestion_actions(&self, seat: Seat, into: &mut Vec<Action>) {
        if !self.outward() || self.silence() {
            return;
        }
        for to in Seat::all(self.seats).filter(|&to| to != seat) {
            into.extend(self.hand(to).held().map(|(place, _)| Action::Suggest { to, place }));
        }
    }
}
