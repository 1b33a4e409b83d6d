//! A table to try cards on: each is laid, looked at and taken up again, without a copy for every place.

use crate::{
    card::{Card, Lying, OF_EACH, Place, Turn},
    objective::{Objective, Objectives},
    sheet::Sheet,
    state::Quadri,
};

/// What lies on the table, for those who look ahead.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial(Sheet);

impl Quadri {
    pub fn trial(&self) -> Trial {
        Trial(self.sheet.clone())
    }

    /// How many cards of each arrangement nobody has seen yet, as everybody can count.
    pub fn unseen_cards(&self) -> impl Iterator<Item = (Card, usize)> {
        let mut left = [OF_EACH; 6];
        for card in self.lying().iter().map(|lying| lying.card).chain(self.next_card()) {
            left[card.index()] -= 1;
        }
        Card::all().map(move |card| (card, left[card.index()]))
    }
}

impl Trial {
    /// The objectives that are to be seen.
    pub fn there(&self) -> Objectives {
        self.0.there()
    }

    /// How far the table is from showing an objective: see [`Quadri::distance`].
    pub fn distance(&self, objective: Objective) -> usize {
        self.0.distance(objective)
    }

    /// Lays a card, looks, and takes it up again.
    pub fn with<R>(&mut self, card: Card, place: Place, look: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.0.mark();
        let covered = self.0.put(Lying { card, place });
        let seen = look(self);
        self.0.take_up(&before, covered);
        seen
    }

    /// Every place for a card, and what is then to be seen.
    pub fn each_place(&mut self, card: Card, mut visit: impl FnMut(Place, Objectives)) {
        let mut spots = Vec::with_capacity(64);
        self.0.spots(|spot| spots.push(spot));
        for spot in spots {
            for turn in Turn::ALL {
                let place = Place { spot, turn };
                visit(place, self.with(card, place, |trial| trial.there()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use table::{Chance, Game, Millis, Mute, Seed};

    use super::*;
    use crate::{Action, Matching, Options};

    /// What is seen on a trial is what laying the card brings; afterwards the table is as it was.
    #[test]
    fn q_5_a_card_that_was_tried_leaves_no_trace() {
        for (seed, matching) in
            (0..6).map(|seed| (seed, [Matching::Exact, Matching::Contained][seed as usize % 2]))
        {
            let mut chance = Chance::new(Seed::from(seed));
            let options = Options { matching, ..Options::default() };
            let mut game = Quadri::new(&options, 2, chance.seed()).unwrap();
            for _ in 0..14 {
                let (Some(seat), Some(card)) = (game.on_turn(), game.next_card()) else { break };
                let mut places = Vec::new();
                game.actions(seat, &mut places);
                places.retain(|action| matches!(action, Action::Place(_)));
                let mut trial = game.trial();
                let mut tried = Vec::new();
                trial.each_place(card, |place, there| tried.push((place, there)));
                assert_eq!(trial, game.trial());
                assert_eq!(tried.len(), places.len());
                for (place, there) in tried {
                    let mut after = game.clone();
                    after.apply(seat, Action::Place(place), Millis::ZERO, &mut Mute);
                    assert_eq!(after.there(), there);
                }
                let action = *chance.pick(&places).unwrap();
                game.apply(seat, action, Millis::ZERO, &mut Mute);
            }
        }
    }
}
