//! Cards, gear tiles and timers (S-1 to S-3).

use serde::{Deserialize, Serialize};
use table::{Millis, Words};
use ts_rs::TS;

/// What is engraved on a gear tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "quicksand.ts", rename = "QuicksandShape")]
pub enum Shape {
    Triangle,
    Circle,
    Square,
    Moon,
}

/// The enamel of a gear tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "quicksand.ts", rename = "QuicksandColour")]
pub enum Colour {
    Grey,
    Yellow,
    Orange,
}

/// A gear tile: one shape and one colour (S-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "quicksand.ts", rename = "QuicksandGear")]
pub struct Tile {
    pub shape: Shape,
    pub colour: Colour,
}

/// S-2 (ruling): all 12 pairs once, and seven of them twice.
pub const GEARS: [Tile; 19] = {
    use Colour::{Grey, Orange, Yellow};
    use Shape::{Circle, Moon, Square, Triangle};
    const fn gear(shape: Shape, colour: Colour) -> Tile {
        Tile { shape, colour }
    }
    [
        gear(Triangle, Grey),
        gear(Triangle, Yellow),
        gear(Triangle, Orange),
        gear(Circle, Grey),
        gear(Circle, Yellow),
        gear(Circle, Orange),
        gear(Square, Grey),
        gear(Square, Yellow),
        gear(Square, Orange),
        gear(Moon, Grey),
        gear(Moon, Yellow),
        gear(Moon, Orange),
        gear(Triangle, Grey),
        gear(Triangle, Yellow),
        gear(Circle, Yellow),
        gear(Circle, Orange),
        gear(Square, Orange),
        gear(Square, Grey),
        gear(Moon, Grey),
    ]
};

/// A card: a shape, a colour, or a joker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "quicksand.ts", rename = "QuicksandCard")]
pub enum Card {
    Triangle,
    Circle,
    Square,
    Moon,
    Grey,
    Yellow,
    Orange,
    Joker,
}

impl Card {
    pub const ALL: [Self; 8] = [
        Self::Triangle,
        Self::Circle,
        Self::Square,
        Self::Moon,
        Self::Grey,
        Self::Yellow,
        Self::Orange,
        Self::Joker,
    ];

    /// How many of this kind are in the deck (S-1).
    pub const fn copies(self) -> usize {
        match self {
            Self::Joker => 6,
            _ => 7,
        }
    }

    pub const fn shape(self) -> Option<Shape> {
        match self {
            Self::Triangle => Some(Shape::Triangle),
            Self::Circle => Some(Shape::Circle),
            Self::Square => Some(Shape::Square),
            Self::Moon => Some(Shape::Moon),
            _ => None,
        }
    }

    pub const fn colour(self) -> Option<Colour> {
        match self {
            Self::Grey => Some(Colour::Grey),
            Self::Yellow => Some(Colour::Yellow),
            Self::Orange => Some(Colour::Orange),
            _ => None,
        }
    }

    /// Whether this card activates a timer that stands on `tile` (S-14). A joker has its own ways (S-15).
    pub fn fits(self, tile: Tile) -> bool {
        self.shape() == Some(tile.shape) || self.colour() == Some(tile.colour)
    }

    /// The word for it in notation.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Triangle => "triangle",
            Self::Circle => "circle",
            Self::Square => "square",
            Self::Moon => "moon",
            Self::Grey => "grey",
            Self::Yellow => "yellow",
            Self::Orange => "orange",
            Self::Joker => "joker",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|card| card.word() == word)
    }

    /// Its name for people.
    pub const fn name(self) -> Words {
        match self {
            Self::Triangle => Words::fixed("triangle", "triangle"),
            Self::Circle => Words::fixed("circle", "cercle"),
            Self::Square => Words::fixed("square", "carré"),
            Self::Moon => Words::fixed("moon", "lune"),
            Self::Grey => Words::fixed("grey", "gris"),
            Self::Yellow => Words::fixed("yellow", "jaune"),
            Self::Orange => Words::fixed("orange", "orange"),
            Self::Joker => Words::fixed("joker", "joker"),
        }
    }
}

/// The sort of card that a level takes out of the deck (S-29).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "quicksand.ts", rename = "QuicksandSort")]
pub enum Sort {
    Shape,
    Colour,
}

impl Sort {
    pub const fn cards(self) -> &'static [Card] {
        match self {
            Self::Shape => &[Card::Triangle, Card::Circle, Card::Square, Card::Moon],
            Self::Colour => &[Card::Grey, Card::Yellow, Card::Orange],
        }
    }
}

/// How slow a timer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "quicksand.ts", rename = "QuicksandGlass")]
pub enum Glass {
    Slow,
    Normal,
    Fast,
}

/// How fast the sand falls (S-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "quicksand.ts", rename = "QuicksandPace")]
pub enum Pace {
    #[default]
    Printed,
    Gentle,
    Fierce,
}

impl Glass {
    /// How long a whole turn of the timer runs: S-3 (ruling), scaled by the pace, exact to the millisecond.
    pub const fn duration(self, pace: Pace) -> Millis {
        let seconds = match self {
            Self::Slow => 60,
            Self::Normal => 42,
            Self::Fast => 27,
        };
        Millis(match pace {
            Pace::Printed => seconds * 1000,
            Pace::Gentle => seconds * 1500,
            Pace::Fierce => seconds * 800,
        })
    }
}
