//! A hand of at most five cards, and what the table knows of it.

use tinyvec::ArrayVec;

use crate::card::Card;

/// Z-6: the cards of a full hand.
pub(crate) const FULL_HAND: usize = 5;

/// A seat's cards, sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand(ArrayVec<[Card; FULL_HAND]>);

impl Hand {
    pub fn cards(&self) -> &[Card] {
        &self.0
    }

    /// Its cards, equal ones once.
    pub fn different(&self) -> impl Iterator<Item = Card> {
        self.0.chunk_by(Card::eq).filter_map(|equal| equal.first().copied())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn holds(&self, card: Card) -> bool {
        self.0.contains(&card)
    }

    /// Takes a card up; a full hand takes none.
    pub(crate) fn take(&mut self, card: Card) {
        if self.len() < FULL_HAND {
            let after = self.0.partition_point(|&held| held <= card);
            self.0.insert(after, card);
        }
    }

    /// Puts one such card down, if there is one.
    pub(crate) fn put_down(&mut self, card: Card) {
        if let Some(at) = self.0.iter().position(|&held| held == card) {
            self.0.remove(at);
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
