//! The state: the stones that are left, and whose turn it is.

use serde::{Deserialize, Serialize};
use table::{Outcome, Seat};

use crate::setup::Setup;

/// LETTER-0.
pub(crate) const SEATS: u8 = 2;
/// LETTER-3: the most stones that are taken at once.
pub(crate) const AT_ONCE: u8 = 3;

/// A game of GAME TITLE.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Setup", into = "Setup")]
pub struct GameId {
    pub(crate) stones: u8,
    pub(crate) turn: Seat,
    pub(crate) outcome: Option<Outcome>,
}
