//! What a table chooses before the sand runs, and what the game says of itself.

use serde::{Deserialize, Serialize};
use table::{About, Choice, Kind, Millis, OptionAbout, Refusal, Words};

use crate::{
    clause::{S_9, S_29},
    data::{Card, LEVELS, Level, Pace, Sort},
};

/// S-19: how much later than it was announced a card may arrive and still count from then.
const GRACE: Millis = Millis(250);

/// The options of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// 1 to 21 (S-9).
    pub level: i32,
    /// S-3.
    pub pace: Pace,
    /// S-29; ignored in levels that discard nothing.
    pub discard: Discard,
    /// The sand runs only with each card played, and the level does not count.
    pub practice: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { level: 1, pace: Pace::default(), discard: Discard::default(), practice: false }
    }
}

impl Options {
    pub(crate) fn level(&self) -> Result<&'static Level, Refusal> {
        level(self.level)
    }

    /// The kind that leaves the deck, if the table chose one (S-29).
    pub(crate) fn discarded(&self, sort: Sort) -> Result<Option<Card>, Refusal> {
        let Some(card) = self.discard.card() else { return Ok(None) };
        if sort.cards().contains(&card) {
            return Ok(Some(card));
        }
        Err(match sort {
            Sort::Shape => Refusal::fixed(
                S_29,
                "This level discards a shape: choose triangle, circle, square, moon or random.",
                "Ce niveau défausse une forme\u{202f}: choisissez triangle, cercle, carré, lune ou le hasard.",
            ),
            Sort::Colour => Refusal::fixed(
                S_29,
                "This level discards a colour: choose grey, yellow, orange or random.",
                "Ce niveau défausse une couleur\u{202f}: choisissez gris, jaune, orange ou le hasard.",
            ),
        })
    }
}

pub(crate) fn level(number: i32) -> Result<&'static Level, Refusal> {
    LEVELS.iter().find(|level| i32::from(level.number) == number).ok_or_else(|| {
        Refusal::new(
            S_9,
            format!("There is no level {number}: choose one from 1 to 21."),
            format!("Il n’y a pas de niveau {number}\u{202f}: choisissez-en un de 1 à 21."),
        )
    })
}

/// Which kind leaves the deck in the levels that discard one (S-29).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Discard {
    #[default]
    Random,
    Triangle,
    Circle,
    Square,
    Moon,
    Grey,
    Yellow,
    Orange,
}

impl Discard {
    const fn card(self) -> Option<Card> {
        match self {
            Self::Random => None,
            Self::Triangle => Some(Card::Triangle),
            Self::Circle => Some(Card::Circle),
            Self::Square => Some(Card::Square),
            Self::Moon => Some(Card::Moon),
            Self::Grey => Some(Card::Grey),
            Self::Yellow => Some(Card::Yellow),
            Self::Orange => Some(Card::Orange),
        }
    }
}

pub(crate) fn about() -> About {
    let choice = |value, en, fr| Choice { value, label: Words::fixed(en, fr) };
    About {
        id: "quicksand",
        name: Words::fixed("Quicksand", "Quicksand"),
        tagline: Words::fixed("Together against the sand", "Ensemble contre le sable"),
        kind: Words::fixed("cooperative, real time", "coopératif, temps réel"),
        seats: (1, 7),
        hidden: true,
        real_time: true,
        grace: GRACE,
        options: vec![
            OptionAbout {
                key: "level",
                label: Words::fixed("Level", "Niveau"),
                sentence: Words::fixed(
                    "Which of the 21 traps to disarm; each is harder than the last.",
                    "Lequel des 21 pièges désarmer\u{202f}; chacun est plus dur que le précédent.",
                ),
                kind: Kind::Level { levels: LEVELS.iter().map(Level::words).collect(), default: 1 },
            },
            OptionAbout {
                key: "pace",
                label: Words::fixed("Pace", "Rythme"),
                sentence: Words::fixed(
                    "How long the sand of every timer runs.",
                    "Combien de temps coule le sable de chaque sablier.",
                ),
                kind: Kind::Choice {
                    choices: vec![
                        choice("printed", "Printed (60, 42 and 27 s)", "D’origine (60, 42 et 27 s)"),
                        choice("gentle", "Gentle (half as long again)", "Doux (moitié plus long)"),
                        choice("fierce", "Fierce (a fifth shorter)", "Féroce (un cinquième plus court)"),
                    ],
                    default: "printed",
                },
            },
            OptionAbout {
                key: "discard",
                label: Words::fixed("Discarded kind", "Sorte défaussée"),
                sentence: Words::fixed(
                    "The shape or colour that leaves the deck in levels 12, 18, 19 and 21.",
                    "La forme ou la couleur qui quitte le paquet aux niveaux 12, 18, 19 et 21.",
                ),
                kind: Kind::Choice {
                    choices: vec![
                        choice("random", "Random", "Au hasard"),
                        choice("triangle", "Triangle", "Triangle"),
                        choice("circle", "Circle", "Cercle"),
                        choice("square", "Square", "Carré"),
                        choice("moon", "Moon", "Lune"),
                        choice("grey", "Grey", "Gris"),
                        choice("yellow", "Yellow", "Jaune"),
                        choice("orange", "Orange", "Orange"),
                    ],
                    default: "random",
                },
            },
            OptionAbout {
                key: "practice",
                label: Words::fixed("Practice", "Entraînement"),
                sentence: Words::fixed(
                    "The sand stands still between moves and runs 3 seconds with each card; the level does not count.",
                    "Le sable s’arrête entre les coups et coule 3 secondes à chaque carte\u{202f}; le niveau ne compte pas.",
                ),
                kind: Kind::Switch { default: false },
            },
        ],
    }
}
