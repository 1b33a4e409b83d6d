//! What a seat, or a spectator, may know: all that the client draws.

use serde::Serialize;
use table::{Seat, Since};
use ts_rs::TS;

use crate::state::GameId;

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "GameIdView", export_to = "GAME-ID.ts")]
pub struct View {
    /// How many are left.
    pub stones: u8,
    /// Whose turn it is; after the end nobody's.
    pub turn: Option<Seat>,
}

impl View {
    pub(crate) fn of(game: &GameId) -> Self {
        Self { stones: game.stones, turn: Some(game.turn).filter(|_| game.outcome.is_none()) }
    }
}
