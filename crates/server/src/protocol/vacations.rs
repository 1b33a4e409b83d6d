//! Being away for days.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Whether I am away, and for how long I may be (`GET /api/me/vacation`). Moments in milliseconds since 1970.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct VacationState {
    /// Until when I am; `null`: I am not.
    pub until: Option<i64>,
    /// The earliest and the latest moment until which I may be.
    pub earliest: i64,
    pub latest: i64,
    /// How many days are left to me besides those that I have announced.
    pub days: u32,
    /// Of how many in any 365 days.
    pub of: u32,
}

/// I am away from now on (`POST /api/me/vacation`), or no longer or shorter than I said.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct NewVacation {
    pub until: i64,
}
