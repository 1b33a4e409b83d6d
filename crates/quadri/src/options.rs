//! What can be chosen before the game.

use serde::{Deserialize, Serialize};
use table::{First, OptionAbout, OptionKind, Refusal, refuse};
use ts_rs::TS;

use crate::clause::{Q_0, Q_7, Q_13};

/// the three games that the cards play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "QuadriMode", export_to = "quadri.ts")]
pub enum Mode {
    #[default]
    Competitive,
    Cooperative,
    BallTrap,
}

impl Mode {
    pub const fn most_seats(self) -> u8 {
        match self {
            Self::Competitive | Self::BallTrap => 4,
            Self::Cooperative => 6,
        }
    }
}

/// whether more of the same colour beside a shape spoils it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "QuadriMatching", export_to = "quadri.ts")]
pub enum Matching {
    #[default]
    Exact,
    Contained,
}

/// how much the table helps a seat to notice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "QuadriAssist", export_to = "quadri.ts")]
pub enum Assist {
    #[default]
    None,
    Glow,
    Auto,
}

/// how many objectives are used, unless the table says otherwise.
const USED: i32 = 30;
const FEWEST: i32 = 24;
const MOST: i32 = 36;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    pub mode: Mode,
    #[serde(rename = "match")]
    pub matching: Matching,
    pub assist: Assist,
    pub objectives: i32,
    pub first: First,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            mode: Mode::default(),
            matching: Matching::default(),
            assist: Assist::default(),
            objectives: USED,
            first: First::default(),
        }
    }
}

impl Options {
    /// Whether a table of `seats` may play with these.
    pub(crate) fn check(&self, seats: u8) -> Result<(), Refusal> {
        let most = self.mode.most_seats();
        if !(2..=most).contains(&seats) {
            return Err(Refusal::new(
                Q_0,
                format!("This mode is for 2 to {most} seats, not {seats}."),
                format!("Ce mode se joue de 2 à {most}, pas à {seats}."),
            ));
        }
        self.first.at_a_table_of(seats, Q_0)?;
        if self.mode != Mode::Competitive {
            // An option left at its default asks for nothing.
            if self.assist != Assist::None {
                return refuse(
                    Q_13,
                    "`assist` is for the competitive mode only: leave it out.",
                    "L’option « assist » ne vaut qu’en mode compétitif : retirez-la.",
                );
            }
            if self.objectives != USED {
                return refuse(
                    Q_13,
                    "`objectives` is for the competitive mode only: leave it out.",
                    "L’option « objectives » ne vaut qu’en mode compétitif : retirez-la.",
                );
            }
        }
        if !(FEWEST..=MOST).contains(&self.objectives) {
            return Err(Refusal::new(
                Q_7,
                format!("Use {FEWEST} to {MOST} objectives, not {}.", self.objectives),
                format!("Jouez avec {FEWEST} à {MOST} objectifs, pas {}.", self.objectives),
            ));
        }
        Ok(())
    }
}

/// The options, as people read them.
pub(crate) fn about() -> Vec<OptionAbout> {
    let usual = Options::default();
    vec![
        OptionAbout::new(
            "mode",
            ("Mode", "Mode"),
            (
                "Each for themselves (2–4), all together against the pile (2–6), or protecting goals you cannot see (2–4).",
                "Chacun pour soi (2 à 4), tous ensemble contre la pioche (2 à 6), ou protéger des objectifs que vous ne voyez pas (2 à 4).",
            ),
            OptionKind::choice(
                usual.mode,
                [
                    (Mode::Competitive, "Competitive", "Compétitif"),
                    (Mode::Cooperative, "Cooperative", "Coopératif"),
                    (Mode::BallTrap, "Ball-trap", "Ball-trap"),
                ],
            ),
        ),
        OptionAbout::new(
            "match",
            ("Shapes", "Formes"),
            (
                "Whether more squares of the same colour beside a shape spoil it.",
                "Si d’autres carrés de la même couleur, collés à une forme, la gâchent.",
            ),
            OptionKind::choice(
                usual.matching,
                [
                    (Matching::Exact, "Alone in its colour", "Seule dans sa couleur"),
                    (Matching::Contained, "May be part of more", "Peut faire partie d’un ensemble"),
                ],
            ),
        ),
        OptionAbout::new(
            "assist",
            ("Assistance", "Aide"),
            (
                "Competitive only: whether you must see your objectives yourself.",
                "Mode compétitif seulement\u{202f}: si vous devez voir vos objectifs vous-même.",
            ),
            OptionKind::choice(
                usual.assist,
                [
                    (Assist::None, "None", "Aucune"),
                    (Assist::Glow, "They light up", "Ils s’illuminent"),
                    (Assist::Auto, "Claimed for you", "Annoncés pour vous"),
                ],
            ),
        ),
        OptionAbout::new(
            "objectives",
            ("Objectives", "Objectifs"),
            (
                "Competitive only: how many objective cards are used; fewer make a shorter game.",
                "Mode compétitif seulement\u{202f}: combien de cartes objectif servent\u{202f}; moins il y en a, plus la partie est courte.",
            ),
            OptionKind::Number { min: FEWEST, max: MOST, default: usual.objectives },
        ),
        First::about(),
    ]
}
