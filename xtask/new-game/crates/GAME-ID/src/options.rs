//! What can be chosen before the game.

use serde::{Deserialize, Serialize};
use table::{First, OptionAbout, OptionKind, Refusal, refuse_unless};

use crate::{
    clause::{LETTER_0, LETTER_1},
    state::SEATS,
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// LETTER-1.
    pub stones: i32,
    pub first: First,
}

const FEWEST: i32 = 10;
const MOST: i32 = 40;

impl Default for Options {
    fn default() -> Self {
        Self { stones: 21, first: First::default() }
    }
}

impl Options {
    /// How many stones lie there, if a table of `seats` may play with these.
    pub(crate) fn check(&self, seats: u8) -> Result<u8, Refusal> {
        refuse_unless(
            seats == SEATS,
            LETTER_0,
            "This is a game for two seats.",
            "Ce jeu se joue à deux places.",
        )?;
        refuse_unless(
            (FEWEST..=MOST).contains(&self.stones),
            LETTER_1,
            "Begin with 10 to 40 stones.",
            "Commencez avec 10 à 40 pierres.",
        )?;
        self.first.at_a_table_of(seats, LETTER_0)?;
        Ok(self.stones as u8)
    }
}

/// The options, as people read them.
pub(crate) fn about() -> Vec<OptionAbout> {
    let usual = Options::default();
    vec![
        OptionAbout::new(
            "stones",
            ("Stones", "Pierres"),
            ("How many stones lie there at the start.", "Combien de pierres il y a au début."),
            OptionKind::Number { min: FEWEST, max: MOST, default: usual.stones },
        ),
        First::about(),
    ]
}
