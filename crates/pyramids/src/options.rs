//! P-17: what can be chosen before the match.

use serde::{Deserialize, Serialize};
use table::Refusal;

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
