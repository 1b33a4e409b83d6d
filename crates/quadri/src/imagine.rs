//! Worlds that a seat cannot tell from this one.

use table::{Chance, Seat};

use crate::{
    card::{Card, OF_EACH},
    few::Few,
    objective::{Objective, Objectives},
    options::{Assist, Mode},
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
        self.pile = Few::of(unknown.into_iter().chain(up));
    }

    /// Competitive: what the others hold and what is left to draw could be anything that this seat has not seen. Whether they
    /// have claimed in vain it cannot know either.
    fn redraw_objectives(&mut self, seat: Seat, chance: &mut Chance) {
        let seen: Objectives = self
            .realised
            .iter()
            .map(|realised| realised.objective)
            .chain(self.hand(seat).iter().copied())
            .collect();
        let mut unknown: Vec<Objective> = Objective::all().filter(|o| !seen.contains(*o)).collect();
        chance.shuffle(&mut unknown);
        // under `auto` nobody holds what is realised.
        let barred = match self.options.assist {
            Assist::Auto => self.there(),
            Assist::None | Assist::Glow => Objectives::default(),
        };
        for other in (0..HANDS).filter(|other| *other != seat.index()) {
            self.tried[other] = Objectives::default();
            for held in self.hands[other].iter_mut() {
                // There is always one: the real hands are not barred either.
                if let Some(at) = unknown.iter().rposition(|objective| !barred.contains(*objective)) {
                    *held = unknown.remove(at);
                }
            }
        }
        let left = self.objectives_left();
        self.objectives = Few::of(unknown.into_iter().take(left));
    }

    /// Ball-trap: one's own objectives could be any that nobody else has, and that no other seat's card has realised.
    fn redraw_hand(&mut self, seat: Seat, chance: &mut Chance) {
        let own = seat.index();
        if own >= HANDS {
            return;
        }
        let mut seen = self.ruled_out[own];
        self.realised.iter().for_each(|realised| seen.insert(realised.objective));
        for hand in (0..HANDS).filter(|other| *other != own).map(|other| self.hands[other]) {
            hand.iter().for_each(|objective| seen.insert(*objective));
        }
        let mut unknown: Vec<Objective> = Objective::small().filter(|o| !seen.contains(*o)).collect();
        chance.shuffle(&mut unknown);
        for (held, drawn) in self.hands[own].iter_mut().zip(unknown) {
            *held = drawn;
        }
    }
}
