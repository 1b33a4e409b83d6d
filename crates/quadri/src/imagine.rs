//! Worlds that a seat cannot tell from this one.

use table::{Chance, Seat};

use crate::{
    card::{Card, OF_EACH},
    objective::{Objective, Objectives},
    options::Mode,
    state::{HANDS, Quadri},
};

impl Quadri {
    pub(crate) fn imagined_by(&self, seat: Seat, chance: &mut Chance) -> Self {
        let mut world = self.clone();
        // At the end all is open.
        if self.outcome.is_some() {
            return world;
        }
        world.redraw_pile(chance);
        match self.options.mode {
            Mode::Competitive => world.redraw_objectives(seat, chance),
            Mode::BallTrap => world.redraw_hand(seat, chance),
            Mode::Cooperative => {}
        }
        world
    }

    /// The pile in any order; in the cooperative mode from all cards that may be in it.
    fn redraw_pile(&mut self, chance: &mut Chance) {
        let up = self.next_card();
        let mut left = [OF_EACH; 6];
        for card in self.lying().iter().map(|lying| lying.card).chain(up) {
            left[card.index()] -= 1;
        }
        let mut unknown: Vec<Card> = Card::all().flat_map(|card| vec![card; left[card.index()]]).collect();
        chance.shuffle(&mut unknown);
        unknown.truncate(self.pile_left());
        self.pile = unknown.into_iter().chain(up).collect();
    }

    /// Competitive: what the others hold and what is left to draw could be anything that this seat has not seen. Whether they
    /// have claimed in vain it cannot know either.
    fn redraw_objectives(&mut self, seat: Seat, chance: &mut Chance) {
        let mut seen: Objectives = self.realised.iter().map(|realised| realised.objective).collect();
        self.hand(seat).iter().for_each(|objective| seen.insert(*objective));
        let mut unknown: Vec<Objective> = Objective::all().filter(|o| !seen.contains(*o)).collect();
        let others = (0..HANDS).filter(|other| *other != seat.index());
        others.clone().for_each(|other| self.tried[other] = Objectives::default());
        chance.shuffle(&mut unknown);
        let places = others.flat_map(|other| (0..self.hands[other].len()).map(move |slot| (other, slot)));
        let mut holders = vec![None; unknown.len()];
        for place in places.collect::<Vec<_>>() {
            self.deal_to(place, &unknown, &mut holders, &mut vec![false; unknown.len()]);
        }
        let mut left = Vec::new();
        for (objective, holder) in unknown.into_iter().zip(holders) {
            match holder {
                Some((other, slot)) => self.hands[other][slot] = objective,
                None => left.push(objective),
            }
        }
        self.objectives = left.into_iter().take(self.objectives_left()).collect();
    }

    /// Gives `place`, a slot of a hand, the first of `unknown` that it may hold; whoever holds that gets another. `holders` says
    /// who has which, `asked` which were looked at on the way. The real hands are such a deal, so that there always is one.
    fn deal_to(
        &self,
        place: (usize, usize),
        unknown: &[Objective],
        holders: &mut [Option<(usize, usize)>],
        asked: &mut [bool],
    ) -> bool {
        for (at, objective) in unknown.iter().enumerate() {
            // under `auto` not what would have been claimed; otherwise nothing is ruled out.
            if asked[at] || self.ruled_out[place.0].contains(*objective) {
                continue;
            }
            asked[at] = true;
            if holders[at].is_none_or(|holder| self.deal_to(holder, unknown, holders, asked)) {
                holders[at] = Some(place);
                return true;
            }
        }
        false
    }

    /// Ball-trap: one's own objectives could be any that nobody else has, and that no other seat's card has realised.
    fn redraw_hand(&mut self, seat: Seat, chance: &mut Chance) {
        let mut unknown = self.may_hold(seat);
        chance.shuffle(&mut unknown);
        for (held, drawn) in self.hands.get_mut(seat.index()).into_iter().flatten().zip(unknown) {
            *held = drawn;
        }
    }

    /// Ball-trap: what `seat` may hold, as far as it knows itself.
    pub fn may_hold(&self, seat: Seat) -> Vec<Objective> {
        let own = seat.index();
        let mut seen = self.ruled_out.get(own).copied().unwrap_or_default();
        self.realised.iter().for_each(|realised| seen.insert(realised.objective));
        for hand in (0..HANDS).filter(|other| *other != own).map(|other| self.hands[other]) {
            hand.iter().for_each(|objective| seen.insert(*objective));
        }
        Objective::small().filter(|objective| !seen.contains(*objective)).collect()
    }
}

#[cfg(test)]
mod tests {
    use table::{Game, Seed};

    use super::*;
    use crate::options::{Assist, Options};

    /// Where little is possible, a deal that does not fit is mended: the real hands are never shown instead.
    #[test]
    fn q_13_hands_are_imagined_anew_however_much_is_ruled_out() {
        let options = Options { assist: Assist::Auto, ..Options::default() };
        let mut game = Quadri::new(&options, 4, 3.into()).unwrap();
        let all_but = |held: &[Objective]| Objective::all().filter(|o| !held.contains(o)).collect();
        let (first, second) = (game.hands[1], game.hands[2]);
        game.ruled_out[1] = all_but(&[&first[..], &second[..]].concat());
        game.ruled_out[2] = all_but(&[&first[..1], &second[..]].concat());
        let mut chance = Chance::new(Seed::from(1));
        for _ in 0..100 {
            let world = game.imagine(Seat(0), &mut chance);
            assert_ne!(world.hand(Seat(3)), game.hand(Seat(3)));
            for (hand, ruled_out) in world.hands.iter().zip(&world.ruled_out) {
                assert!(hand.iter().all(|objective| !ruled_out.contains(*objective)));
            }
        }
    }
}
