//! A position as it is written, not yet known to be possible; and the position it makes, if it is.

use serde::{Deserialize, Serialize};
use table::{Outcome, Refusal, Seat, Seats, refuse_unless};

use crate::{
    clause::{LETTER_0, LETTER_1, LETTER_5},
    state::{GameId, SEATS},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setup {
    pub stones: u8,
    pub turn: Seat,
    #[serde(default)]
    pub outcome: Option<Outcome>,
}

impl From<GameId> for Setup {
    fn from(game: GameId) -> Self {
        Self { stones: game.stones, turn: game.turn, outcome: game.outcome }
    }
}

impl TryFrom<Setup> for GameId {
    type Error = Refusal;

    fn try_from(Setup { stones, turn, outcome }: Setup) -> Result<Self, Refusal> {
        refuse_unless(turn.0 < SEATS, LETTER_0, "The seats are 0 and 1.", "Les places sont 0 et 1.")?;
        refuse_unless(
            stones <= 40,
            LETTER_1,
            "There are never more than 40 stones.",
            "Il n’y a jamais plus de 40 pierres.",
        )?;
        let end = (stones == 0).then(|| Outcome::new(Seats::one(turn.next(SEATS)), LETTER_5));
        refuse_unless(
            outcome == end,
            LETTER_5,
            "The game is over exactly when no stone is left.",
            "La partie est finie exactement quand il ne reste aucune pierre.",
        )?;
        Ok(Self { stones, turn, outcome })
    }
}
