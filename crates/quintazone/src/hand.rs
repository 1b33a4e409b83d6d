//! A hand of at most five cards, and what the table knows of it.

use crate::card::Card;

/// Z-6: the cards of a full hand.
pub(crate) const FULL_HAND: usize = 5;

/// A seat's cards, sorted; the places behind them are blank, so that equal hands are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    len: u8,
    cards: [Card; FULL_HAND],
}

impl Hand {
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// Its cards, equal ones once.
    pub fn different(&self) -> impl Iterator<Item = Card> {
        let cards = self.cards();
        cards
            .iter()
            .enumerate()
            .filter(move |&(k, card)| k == 0 || cards[k - 1] != *card)
            .map(|(_, &card)| card)
    }

    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn holds(&self, card: Card) -> bool {
        self.cards().contains(&card)
    }

    /// Takes a card up; a full hand takes none.
    pub(crate) fn take(&mut self, card: Card) {
        if self.len() < FULL_HAND {
            self.cards[self.len()] = card;
            self.len += 1;
            self.cards[..usize::from(self.len)].sort_unstable();
        }
    }

    /// Puts one such card down, if there is one.
    pub(crate) fn put_down(&mut self, card: Card) {
        if let Some(at) = self.cards().iter().position(|&c| c == card) {
            self.cards.copy_within(at + 1.., at);
            self.len -= 1;
            self.cards[usize::from(self.len)] = Card::default();
        }
    }
}

impl FromIterator<Card> for Hand {
    /// Of the first five cards.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Self::default();
        cards.into_iter().for_each(|card| hand.take(card));
        hand
    }
}

/// What everybody knows of a hand since its seat passed: none of the cards it had then fitted (Z-9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// The kinds that fitted then, as bits.
    pub(crate) without: u64,
    /// How many of the cards may be newer than that.
    pub(crate) newer: u8,
}

impl Known {
    /// What is known of this hand, as far as it still says something.
    pub(crate) fn new(without: u64, newer: u8, hand: Hand) -> Self {
        let mut known = Self { without, newer };
        known.forget_if_stale(hand);
        known
    }

    /// The seat passed while these kinds fitted.
    pub(crate) fn pass(&mut self, fitting: u64) {
        let older = if self.newer == 0 { self.without } else { 0 };
        *self = Self { without: older | fitting, newer: 0 };
    }

    pub(crate) fn draw(&mut self, hand: Hand) {
        if self.without != 0 {
            self.newer += 1;
            self.forget_if_stale(hand);
        }
    }

    pub(crate) fn lay(&mut self, card: Card, hand: Hand) {
        if self.without >> card.index() & 1 == 1 {
            // It was not there when the seat passed, so that it was one of the newer cards.
            self.newer = self.newer.saturating_sub(1);
        }
        self.forget_if_stale(hand);
    }

    /// Whether the hand can be what is known of it.
    pub(crate) fn allows(&self, hand: Hand) -> bool {
        let ruled_out = hand.cards().iter().filter(|card| self.without >> card.index() & 1 == 1).count();
        ruled_out <= usize::from(self.newer)
    }

    fn forget_if_stale(&mut self, hand: Hand) {
        if usize::from(self.newer) >= hand.len() {
            *self = Self::default();
        }
    }
}
