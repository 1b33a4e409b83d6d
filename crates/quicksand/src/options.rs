//! What a table chooses before the sand runs.

use serde::{Deserialize, Serialize};
use table::{OptionAbout, OptionKind, Refusal};

use crate::{
    clause::{S_9, S_29},
    data::{Card, LEVELS, Level, Pace, Sort},
};

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

/// The options, as people read them.
pub(crate) fn about() -> Vec<OptionAbout> {
    let usual = Options::default();
    vec![
        OptionAbout::new(
            "level",
            ("Level", "Niveau"),
            (
                "Which of the 21 traps to disarm; each is harder than the last.",
                "Lequel des 21 pièges désarmer\u{202f}; chacun est plus dur que le précédent.",
            ),
            OptionKind::Level { levels: LEVELS.iter().map(Level::words).collect(), default: usual.level },
        ),
        OptionAbout::new(
            "pace",
            ("Pace", "Rythme"),
            ("How long the sand of every timer runs.", "Combien de temps coule le sable de chaque sablier."),
            OptionKind::choice(
                usual.pace,
                [
                    (Pace::Printed, "Printed (60, 42 and 27 s)", "D’origine (60, 42 et 27 s)"),
                    (Pace::Gentle, "Gentle (half as long again)", "Doux (moitié plus long)"),
                    (Pace::Fierce, "Fierce (a fifth shorter)", "Féroce (un cinquième plus court)"),
                ],
            ),
        ),
        OptionAbout::new(
            "discard",
            ("Discarded kind", "Sorte défaussée"),
            (
                "The shape or colour that leaves the deck in levels 12, 18, 19 and 21.",
                "La forme ou la couleur qui quitte le paquet aux niveaux 12, 18, 19 et 21.",
            ),
            OptionKind::choice(
                usual.discard,
                [
                    (Discard::Random, "Random", "Au hasard"),
                    (Discard::Triangle, "Triangle", "Triangle"),
                    (Discard::Circle, "Circle", "Cercle"),
                    (Discard::Square, "Square", "Carré"),
                    (Discard::Moon, "Moon", "Lune"),
                    (Discard::Grey, "Grey", "Gris"),
                    (Discard::Yellow, "Yellow", "Jaune"),
                    (Discard::Orange, "Orange", "Orange"),
                ],
            ),
        ),
        OptionAbout::new(
            "practice",
            ("Practice", "Entraînement"),
            (
                "The sand stands still between moves and runs 3 seconds with each card; the level does not count.",
                "Le sable s’arrête entre les coups et coule 3 secondes à chaque carte\u{202f}; le niveau ne compte pas.",
            ),
            OptionKind::Switch { default: usual.practice },
        ),
    ]
}
