//! The face-down pile and the face-up discard.

use crate::data::Card;

/// Room for the whole deck; a power of two, so that places wrap by a mask.
const ROOM: usize = 64;

/// Pile and discard are one queue: cards are drawn from the front and discarded at the back, and turning the discard over
/// without shuffling (S-12) only moves the border between the two.
#[derive(Clone)]
pub(crate) struct Stock {
    cards: [Card; ROOM],
    front: u8,
    pile: u8,
    discard: u8,
}

impl Stock {
    /// Both in the order in which they will be drawn. Together they are at most a deck.
    pub(crate) fn new(pile: &[Card], discard: &[Card]) -> Self {
        let mut cards = [Card::Joker; ROOM];
        for (place, &card) in cards.iter_mut().zip(pile.iter().chain(discard)) {
            *place = card;
        }
        Self { cards, front: 0, pile: pile.len() as u8, discard: discard.len() as u8 }
    }

    pub(crate) const fn pile_size(&self) -> u8 {
        self.pile
    }

    /// The next card to be drawn first.
    pub(crate) fn pile(&self) -> impl Iterator<Item = Card> {
        (0..self.pile).map(|k| self.cards[self.place(k)])
    }

    /// The card discarded first, first.
    pub(crate) fn discard(&self) -> impl Iterator<Item = Card> {
        (self.pile..self.pile + self.discard).map(|k| self.cards[self.place(k)])
    }

    pub(crate) fn lay(&mut self, card: Card) {
        let place = self.place(self.pile + self.discard);
        self.cards[place] = card;
        self.discard += 1;
    }

    /// S-12: turns the discard over if the pile is empty; says whether it did.
    pub(crate) fn turn_over_if_empty(&mut self) -> bool {
        if self.pile > 0 || self.discard == 0 {
            return false;
        }
        self.pile = self.discard;
        self.discard = 0;
        true
    }

    pub(crate) fn draw(&mut self) -> Option<Card> {
        self.pile = self.pile.checked_sub(1)?;
        let card = self.cards[self.place(0)];
        self.front = (self.front + 1) % ROOM as u8;
        Some(card)
    }

    /// Lays other cards face down in the pile: for an imagined world.
    pub(crate) fn redraw_pile(&mut self, cards: &[Card]) {
        for (k, &card) in (0..self.pile).zip(cards) {
            let place = self.place(k);
            self.cards[place] = card;
        }
    }

    const fn place(&self, k: u8) -> usize {
        (self.front as usize + k as usize) % ROOM
    }
}

/// Where the queue lies in its ring does not matter.
impl PartialEq for Stock {
    fn eq(&self, other: &Self) -> bool {
        self.pile().eq(other.pile()) && self.discard().eq(other.discard())
    }
}

impl std::fmt::Debug for Stock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (pile, discard): (Vec<_>, Vec<_>) = (self.pile().collect(), self.discard().collect());
        f.debug_struct("Stock").field("pile", &pile).field("discard", &discard).finish()
    }
}
