//! Worlds that a seat cannot tell from this one.

use table::{Chance, Seat};

use crate::{
    card::{Card, OF_EACH},
    few::Few,
    objective::{Objective, Objectives},
    options::Mode,
    state::{HANDS, Quadri},
};

/// How often hands are dealt anew, where not every deal fits.
const DEALS: usize = 8;

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
        let mut seen: Objectives = self.realised.iter().map(|realised| realised.objective).collect();
        self.hand(seat).iter().for_each(|objective| seen.insert(*objective));
        let mut unknown: Vec<Objective> = Objective::all().filter(|o| !seen.contains(*o)).collect();
        let others = (0..HANDS).filter(|other| *other != seat.index());
        others.clone().for_each(|other| self.tried[other] = Objectives::default());
        for _ in 0..DEALS {
            chance.shuffle(&mut unknown);
            let mut left = unknown.clone();
            let mut hands = self.hands;
            let is_dealt = others.clone().all(|other| {
                // under `auto` not what would have been claimed; otherwise nothing is ruled out.
                let may_hold = |objective: &Objective| !self.ruled_out[other].contains(*objective);
                hands[other].iter_mut().all(|held| match left.iter().rposition(may_hold) {
                    Some(at) => {
                        *held = left.remove(at);
                        true
                    }
                    None => false,
                })
            });
            if is_dealt {
                self.hands = hands;
                self.objectives = Few::of(left.into_iter().take(self.objectives_left()));
                return;
            }
        }
        // So much is ruled out that hardly any other hands are possible: only the pile is drawn anew.
        let held: Objectives = self.hands.iter().flat_map(|hand| hand.iter().copied()).collect();
        unknown.retain(|objective| !held.contains(*objective));
        self.objectives = Few::of(unknown.into_iter().take(self.objectives_left()));
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
