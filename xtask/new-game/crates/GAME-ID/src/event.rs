//! What happened, for those who watch.

use serde::Serialize;
use table::{Outcome, Seat};
use ts_rs::TS;

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(rename = "GameIdEvent", export_to = "GAME-ID.ts")]
pub enum Event {
    /// A seat took stones; so many are left.
    Took { seat: Seat, stones: u8, left: u8 },
    /// The game is over.
    Ended { outcome: Outcome },
}
