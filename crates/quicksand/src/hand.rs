//! Three places for cards.

use crate::{action::Place, data::Card};

/// A hand, and which of its cards everybody knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hand {
    pub(crate) cards: [Option<Card>; 3],
    /// Cards drawn after the discard was turned over: everybody has seen them lie there in order, so whoever counts
    /// knows them. No view shows it; an imagined world keeps them.
    pub(crate) known: [bool; 3],
}

impl Hand {
    pub(crate) fn at(self, place: Place) -> Option<Card> {
        self.cards[place.index()]
    }

    /// The first place that holds this kind.
    pub(crate) fn place_of(self, card: Card) -> Option<Place> {
        Place::ALL.into_iter().find(|&place| self.at(place) == Some(card))
    }

    /// Places that hold a card, in order.
    pub(crate) fn held(self) -> impl Iterator<Item = (Place, Card)> {
        Place::ALL.into_iter().filter_map(move |place| Some((place, self.at(place)?)))
    }

    /// The kinds in the hand, each once, in the order of their places.
    pub(crate) fn kinds(self) -> impl Iterator<Item = Card> {
        self.held().filter(move |&(place, card)| self.place_of(card) == Some(place)).map(|(_, card)| card)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.cards == [None; 3]
    }

    pub(crate) fn take(&mut self, place: Place) -> Option<Card> {
        self.known[place.index()] = false;
        self.cards[place.index()].take()
    }

    pub(crate) fn put(&mut self, place: Place, card: Card, known: bool) {
        self.cards[place.index()] = Some(card);
        self.known[place.index()] = known;
    }
}
