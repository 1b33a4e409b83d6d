//! A world that a seat cannot tell from the real one: others' hands, the pile and others' goals are dealt anew.

use table::{Chance, Seat};

use crate::{
    card::{Card, Element},
    clause::Z_16,
    hand::Hand,
    state::{CardStep, Quintazone},
};

/// How often a deal is drawn before it is rather walked to from the real one.
const DEALS: u32 = 24;

impl Quintazone {
    pub(crate) fn imagined(&self, seat: Seat, chance: &mut Chance) -> Self {
        let mut world = self.clone();
        if world.outcome.is_none() {
            world.deal_goals(seat, chance);
        }
        let mut unseen: Vec<Card> =
            self.others(seat).flat_map(|other| self.hand(other).cards()).copied().collect();
        unseen.extend(&self.pile);
        let real = unseen.clone();
        // The same chance draws the same world, wherever the cards really are.
        unseen.sort_unstable();
        for _ in 0..DEALS {
            chance.shuffle(&mut unseen);
            world.deal(seat, &unseen);
            if world.is_plausible() {
                return world;
            }
        }
        // Little is left that can be: from the real deal, swap cards as long as what is known stays true.
        unseen = real;
        let many = unseen.len() as u32;
        for _ in 0..4 * many {
            let (a, b) = (chance.below(many) as usize, chance.below(many) as usize);
            unseen.swap(a, b);
            world.deal(seat, &unseen);
            if !world.is_plausible() {
                unseen.swap(a, b);
            }
        }
        world.deal(seat, &unseen);
        world
    }

    fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.seats).filter(move |&other| other != seat)
    }

    fn deal_goals(&mut self, seat: Seat, chance: &mut Chance) {
        let mut left: Vec<Element> =
            Element::ALL.into_iter().filter(|&goal| goal != self.goal(seat)).collect();
        chance.shuffle(&mut left);
        for (other, goal) in self.others(seat).zip(left) {
            self.goals[other.index()] = goal;
        }
    }

    /// Gives the unseen cards to the other seats, as many as each has, and the rest to the pile.
    fn deal(&mut self, seat: Seat, unseen: &[Card]) {
        let mut rest = unseen;
        for other in self.others(seat) {
            let hand = &mut self.hands[other.index()];
            let (cards, left) = rest.split_at(hand.len());
            *hand = cards.iter().copied().collect::<Hand>();
            rest = left;
        }
        self.pile.clear();
        self.pile.extend_from_slice(rest);
    }

    /// Whether the hands can be what the table knows of them.
    ///
    /// - A seat that passed had nothing that fitted then (Z-9).
    /// - The game goes on, so that at the start of the turn somebody could lay a card; unless one was laid, still can.
    pub(crate) fn is_plausible(&self) -> bool {
        if !self.known.iter().zip(self.hands).all(|(known, hand)| known.allows(hand)) {
            return false;
        }
        match &self.outcome {
            Some(outcome) if outcome.clause == Z_16 => self.all_laid(),
            Some(_) => !self.all_laid() && !self.anybody_can_lay(),
            None => match self.card_step {
                CardStep::Laid => true,
                CardStep::Open => self.anybody_can_lay(),
                CardStep::Passed => !self.can_lay(self.turn) && self.anybody_can_lay(),
            },
        }
    }
}
