//! the Quadri cards, four colours on 2×2 squares, and how one lies.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use table::Refusal;
use ts_rs::TS;

use crate::clause::{Q_1, Q_4};

/// One of the four inks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "QuadriColour", export_to = "quadri.ts")]
pub enum Colour {
    Cyan,
    Magenta,
    Yellow,
    Black,
}

use Colour::{Black as K, Cyan as C, Magenta as M, Yellow as Y};

impl Colour {
    pub const ALL: [Self; 4] = [C, M, Y, K];

    const fn letter(self) -> char {
        match self {
            C => 'C',
            M => 'M',
            Y => 'Y',
            K => 'K',
        }
    }
}

/// How many cards there are, and how many of each arrangement.
pub(crate) const CARDS: usize = 48;
pub(crate) const OF_EACH: usize = 8;

/// Q-1 (ruling): the six arrangements up to turning, clockwise from the top left square.
const ARRANGEMENTS: [[Colour; 4]; 6] =
    [[C, M, Y, K], [C, M, K, Y], [C, Y, M, K], [C, Y, K, M], [C, K, M, Y], [C, K, Y, M]];

/// A Quadri card: one of the six arrangements. Written as its colours clockwise from the top left, `CMYK`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Card(u8);

impl Card {
    /// One of each arrangement.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ARRANGEMENTS.len() as u8).map(Self)
    }

    /// The whole deck, eight of each.
    pub(crate) fn deck() -> impl Iterator<Item = Self> {
        Self::all().flat_map(|card| [card; OF_EACH])
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its colours clockwise from the top left, once it is turned.
    #[inline]
    pub fn colours(self, turn: Turn) -> [Colour; 4] {
        let mut colours = ARRANGEMENTS[self.index()];
        colours.rotate_right(turn.0 as usize);
        colours
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ARRANGEMENTS[self.index()].iter().try_for_each(|colour| write!(f, "{}", colour.letter()))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        Self::all().find(|card| card.to_string() == text).ok_or_else(|| {
            Refusal::new(
                Q_1,
                format!("`{text}` is no Quadri card: write its colours clockwise, cyan first, such as CMYK."),
                format!("« {text} » n’est pas une carte Quadri : écrivez ses couleurs dans le sens horaire, cyan d’abord, par exemple CMYK."),
            )
        })
    }
}

impl Serialize for Card {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// How far a card is turned clockwise. Written in degrees: `+90`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turn(u8);

impl Turn {
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    pub const fn degrees(self) -> u16 {
        self.0 as u16 * 90
    }

    fn from_degrees(degrees: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|turn| turn.degrees().to_string() == degrees)
    }
}

/// A place on the grid of squares: x to the right, y down; the first card's top left square is 0,0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[ts(rename = "QuadriSpot", export_to = "quadri.ts")]
pub struct Spot {
    pub x: i16,
    pub y: i16,
}

impl Spot {
    #[inline]
    pub(crate) const fn offset(self, dx: i16, dy: i16) -> Self {
        Self { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy) }
    }

    #[inline]
    pub(crate) const fn neighbours(self) -> [Self; 4] {
        [self.offset(0, -1), self.offset(1, 0), self.offset(0, 1), self.offset(-1, 0)]
    }

    /// The four squares of a card whose top left square is here, clockwise.
    #[inline]
    pub const fn quarters(self) -> [Self; 4] {
        [self, self.offset(1, 0), self.offset(1, 1), self.offset(0, 1)]
    }
}

/// Where a card is laid, and how far it is turned. Written `@3,-1+90`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Where its top left square comes to lie.
    pub spot: Spot,
    pub turn: Turn,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{},{}+{}", self.spot.x, self.spot.y, self.turn.degrees())
    }
}

impl FromStr for Place {
    type Err = Refusal;

    /// Without its turn the card lies as it was turned up.
    fn from_str(text: &str) -> Result<Self, Refusal> {
        let read = || {
            let (x, rest) = text.strip_prefix('@')?.split_once(',')?;
            let (y, degrees) = rest.split_once('+').unwrap_or((rest, "0"));
            let spot = Spot { x: x.parse().ok()?, y: y.parse().ok()? };
            Some(Self { spot, turn: Turn::from_degrees(degrees)? })
        };
        read().ok_or_else(|| {
            Refusal::new(
                Q_4,
                format!("`{text}` cannot be read: write where the top left square goes and the turn, such as @3,-1+90."),
                format!("« {text} » est illisible : écrivez où va le carré en haut à gauche et la rotation, par exemple @3,-1+90."),
            )
        })
    }
}

/// A card on the table. Written `CMYK@3,-1+90`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lying {
    pub card: Card,
    pub place: Place,
}

impl Lying {
    /// Its colours as they lie, clockwise from the top left.
    #[inline]
    pub fn colours(self) -> [Colour; 4] {
        self.card.colours(self.place.turn)
    }

    /// Its squares with their colours.
    #[inline]
    pub fn squares(self) -> impl Iterator<Item = (Spot, Colour)> {
        self.place.spot.quarters().into_iter().zip(self.colours())
    }
}

impl Serialize for Lying {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{}{}", self.card, self.place))
    }
}

impl<'de> Deserialize<'de> for Lying {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let (card, place) = text.split_at(text.find('@').unwrap_or(text.len()));
        let read = || Ok(Self { card: card.parse()?, place: place.parse()? });
        read().map_err(|refusal: Refusal| serde::de::Error::custom(refusal))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn q_1_six_arrangements_eight_of_each() {
        assert_eq!(Card::deck().count(), CARDS);
        let mut looks = HashSet::new();
        for card in Card::all() {
            assert_eq!(Card::deck().filter(|c| *c == card).count(), 8);
            for turn in Turn::ALL {
                let colours = card.colours(turn);
                assert_eq!(colours.iter().collect::<HashSet<_>>().len(), 4, "one square of each colour");
                assert!(looks.insert(colours), "no card is another one turned");
            }
        }
        assert_eq!(looks.len(), 24);
    }

    #[test]
    fn q_4_a_turn_is_clockwise() {
        let card: Card = "CMYK".parse().unwrap();
        assert_eq!(card.colours(Turn(0)), [C, M, Y, K]);
        assert_eq!(card.colours(Turn(1)), [K, C, M, Y], "what was bottom left is now top left");
    }
}
