//! T-5, T-33, T-41, T-46: worlds that a seat cannot tell from this one.

use table::{Chance, Seat};

use crate::{
    cards::{Card, Cards},
    floe::Place,
    options::{Ask, Extension},
    state::{Pending, ThinIce},
    tile::{EXTENSION, Face, Kind},
};

/// How often tiles are drawn anew before a world is taken as it is.
const DRAWS: u8 = 32;

impl ThinIce {
    /// A world that `seat` may be in: undersides, tiles in hands and in the box, cards, who is asked, and the dice to come.
    pub(crate) fn imagined(&self, seat: Seat, chance: &mut Chance) -> Self {
        let mut world = self.clone();
        world.chance = Chance::new(chance.seed());
        for _ in 0..DRAWS {
            world.redraw_tiles(seat, chance);
            if world.ordinary_tiles_left() {
                break;
            }
        }
        if self.terms.has_cards() {
            world.redraw_cards(seat, chance);
        }
        world
    }

    /// Tiles on the table that the seat does not know keep their upper face; the rest can be anything that is left.
    fn redraw_tiles(&mut self, seat: Seat, chance: &mut Chance) {
        let krakens = self.terms.has_kraken();
        let (mut shown, mut hidden) = (Vec::new(), Vec::new());
        for number in 0..self.floe.len() {
            let tile = self.floe.tile(number);
            match self.floe.place(number) {
                Place::On(_) | Place::Gone | Place::Lifted => {
                    if !tile.known_to(Some(seat), krakens) {
                        shown.push(number);
                    }
                }
                Place::Hand(holder) if holder == seat => {}
                Place::Hand(_) | Place::Box => hidden.push(number),
            }
        }
        let mut ice: Vec<Kind> = Vec::new();
        let mut holes: Vec<Kind> = Vec::new();
        let mut others: Vec<Kind> = Vec::new();
        for &number in shown.iter().chain(&hidden) {
            let kind = self.floe.tile(number).kind;
            match kind.front() {
                Face::Ice => ice.push(kind),
                Face::Hole => holes.push(kind),
                _ => others.push(kind),
            }
        }
        // The same chance draws the same world, wherever the tiles really are.
        ice.sort_unstable();
        holes.sort_unstable();
        others.sort_unstable();
        chance.shuffle(&mut ice);
        chance.shuffle(&mut holes);
        for number in shown {
            // There are enough: this tile's own kind is among them.
            let is_hole = self.floe.tile(number).up() == Face::Hole;
            if let Some(kind) = if is_hole { holes.pop() } else { ice.pop() } {
                self.floe.change(number, |tile| tile.kind = kind);
            }
        }
        others.append(&mut ice);
        others.append(&mut holes);
        chance.shuffle(&mut others);
        for (number, kind) in hidden.into_iter().zip(others) {
            self.floe.change(number, |tile| tile.kind = kind);
        }
    }

    /// T-50: everybody knows that the tiles that the extension replaces are ordinary ones.
    fn ordinary_tiles_left(&self) -> bool {
        if self.terms.extension != Extension::Replacing {
            return true;
        }
        let boxed = || (0..self.floe.len()).filter(|&n| self.floe.place(n) == Place::Box);
        let added = |n: &usize| EXTENSION.iter().any(|&(kind, _)| kind == self.floe.tile(*n).kind);
        let replaced = EXTENSION.iter().map(|&(_, count)| count).sum();
        boxed().filter(added).count() <= boxed().count().saturating_sub(replaced)
    }

    /// Others' hands are drawn anew from what the seat has not seen.
    fn redraw_cards(&mut self, seat: Seat, chance: &mut Chance) {
        let mut unseen: Vec<Card> =
            Cards::DECK.less(self.discards).less(self.hands[seat.index()]).iter().collect();
        chance.shuffle(&mut unseen);
        for other in Seat::all(self.terms.seats).filter(|&other| other != seat) {
            let count = self.hands[other.index()].len() as usize;
            let rest = unseen.len().saturating_sub(count);
            self.hands[other.index()] = unseen.split_off(rest).into_iter().collect();
        }
        self.redraw_asked(seat, chance);
    }

    /// Somebody is being asked. If it is not this seat, it may be anybody whom it cannot rule out.
    fn redraw_asked(&mut self, seat: Seat, chance: &mut Chance) {
        let Some(&Pending::Question { about, nth, until: until @ Some(_) }) = self.pending.last() else {
            return;
        };
        if self.position(about, nth).0 == seat {
            return;
        }
        // The seat knows when it has been asked itself, and when it still will be.
        let (mut after, mut before) = (0, u8::MAX);
        for own in (0..self.positions(about) as u8).filter(|&n| self.position(about, n).0 == seat) {
            if self.is_asked(about, own) {
                if own < nth {
                    after = after.max(own);
                } else {
                    before = before.min(own);
                }
            }
        }
        let mut candidates: Vec<u8> = (after..before)
            .take(self.positions(about))
            .filter(|&n| self.may_ask(about, n) && self.position(about, n).0 != seat)
            .collect();
        if self.terms.ask == Ask::Holders {
            candidates.retain(|&n| !self.hands[self.position(about, n).0.index()].is_empty());
            if !candidates.iter().any(|&n| self.is_asked(about, n))
                && let Some(&n) = chance.pick(&candidates)
            {
                self.give(self.position(about, n).0, about.answer(), seat, chance);
            }
        }
        candidates.retain(|&n| self.is_asked(about, n));
        if let Some(&nth) = chance.pick(&candidates) {
            self.pending.pop();
            self.pending.push(Pending::Question { about, nth, until });
        }
    }

    /// Puts a card into a hand in exchange for another of it: from the pile, or from a hand that `knower` cannot see.
    fn give(&mut self, to: Seat, card: Card, knower: Seat, chance: &mut Chance) {
        let hand: Vec<Card> = self.hands[to.index()].iter().collect();
        let Some(&back) = chance.pick(&hand) else { return };
        let from = Seat::all(self.terms.seats)
            .filter(|&other| other != knower && other != to)
            .find(|&other| self.hands[other.index()].has(card));
        if let Some(from) = from {
            self.hands[from.index()] = self.hands[from.index()].without(card).with(back);
        } else if !self.pile().has(card) {
            return;
        }
        self.hands[to.index()] = self.hands[to.index()].without(back).with(card);
    }
}
