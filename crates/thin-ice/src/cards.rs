//! Event cards (T-32 to T-35): fourteen, two of each. What they say is in `data/deck.rs`, what they do in `rules/effects.rs`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use table::{Refusal, Words};
use ts_rs::TS;

use crate::{clause::T_35, data::deck};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIceCard", export_to = "thin-ice.ts")]
pub enum Card {
    ColdSnap,
    Thaw,
    Current,
    Roar,
    Leap,
    SecondWind,
    LightStep,
    Shove,
    ChangeOfPlans,
    TradePlaces,
    Lifeline,
    BearSpray,
    LoadedDice,
    NotToday,
}

/// When a card may be played (T-33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIceCardTime", export_to = "thin-ice.ts")]
pub enum Time {
    Anytime,
    YourTurn,
    RightAfter,
}

impl Card {
    pub const ALL: [Self; 14] = [
        Self::ColdSnap,
        Self::Thaw,
        Self::Current,
        Self::Roar,
        Self::Leap,
        Self::SecondWind,
        Self::LightStep,
        Self::Shove,
        Self::ChangeOfPlans,
        Self::TradePlaces,
        Self::Lifeline,
        Self::BearSpray,
        Self::LoadedDice,
        Self::NotToday,
    ];

    pub const fn time(self) -> Time {
        deck::DECK[self as usize].time
    }

    /// Its notation: `cold-snap`.
    pub const fn id(self) -> &'static str {
        deck::DECK[self as usize].id
    }

    pub fn name(self) -> Words {
        let printed = &deck::DECK[self as usize];
        Words::fixed(printed.name.0, printed.name.1)
    }

    pub fn text(self) -> Words {
        let printed = &deck::DECK[self as usize];
        Words::fixed(printed.text.0, printed.text.1)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Card {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        Self::ALL.into_iter().find(|card| card.id() == text).ok_or(Refusal::fixed(
            T_35,
            "There is no such event card.",
            "Il n’existe pas de telle carte Événement.",
        ))
    }
}

/// A set of cards in which each may be up to three times: two bits per card.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Cards(u32);

impl Cards {
    pub const NONE: Self = Self(0);

    /// The deck: two of each (T-35).
    pub const DECK: Self = Self(0x0AAA_AAAA);

    #[inline]
    pub const fn count(self, card: Card) -> u32 {
        self.0 >> (2 * card as u32) & 3
    }

    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// One more; there are two of each, so that a field never overflows.
    #[inline]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 + (1 << (2 * card as u32)))
    }

    /// One less of a card that is there.
    #[inline]
    pub const fn without(self, card: Card) -> Self {
        if self.has(card) { Self(self.0 - (1 << (2 * card as u32))) } else { self }
    }

    #[inline]
    pub const fn len(self) -> u32 {
        (self.0 & 0x5555_5555).count_ones() + 2 * (self.0 & 0xAAAA_AAAA).count_ones()
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Both sets together.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// This set less a part of it.
    pub const fn less(self, part: Self) -> Self {
        Self(self.0 - part.0)
    }

    /// Each card as often as it is there.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        Card::ALL.into_iter().flat_map(move |card| (0..self.count(card)).map(move |_| card))
    }

    /// Each card once.
    pub fn distinct(self) -> impl Iterator<Item = Card> + Clone {
        Card::ALL.into_iter().filter(move |&card| self.has(card))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, |all, card| if all.count(card) < 3 { all.with(card) } else { all })
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_35_the_deck_has_two_of_each_of_fourteen() {
        assert_eq!(Cards::DECK.len(), 28);
        assert!(Card::ALL.into_iter().all(|card| Cards::DECK.count(card) == 2));
        assert_eq!(Cards::DECK.iter().collect::<Cards>(), Cards::DECK);
        for (number, card) in Card::ALL.into_iter().enumerate() {
            assert_eq!(card as usize, number);
            assert_eq!(card.id().parse(), Ok(card));
        }
    }
}
