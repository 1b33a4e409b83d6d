//! P-17: what can be chosen before the match.

use serde::{Deserialize, Serialize};
use table::{OptionAbout, OptionKind, Refusal};

use crate::refusals;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// How many rounds make the match: 1 to 9.
    pub rounds: i32,
}

impl Options {
    pub const MOST_ROUNDS: u8 = 9;

    /// The rounds, if a match may have so many.
    pub(crate) fn rounds(&self) -> Result<u8, Refusal> {
        match u8::try_from(self.rounds) {
            Ok(rounds @ 1..=Self::MOST_ROUNDS) => Ok(rounds),
            _ => Err(refusals::bad_rounds()),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { rounds: 1 }
    }
}

/// The options, as people read them.
pub(crate) fn about() -> Vec<OptionAbout> {
    let usual = Options::default();
    vec![OptionAbout::new(
        "rounds",
        ("Rounds", "Manches"),
        (
            "With more than one, the pips of all rounds are added up and the starting seat alternates.",
            "À partir de deux, les points de toutes les manches s’additionnent et chacun commence à son tour.",
        ),
        OptionKind::Number { min: 1, max: Options::MOST_ROUNDS.into(), default: usual.rounds },
    )]
}
