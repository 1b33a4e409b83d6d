//! Looking for somebody to play with.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use super::Pace;

/// What I would play (`POST /api/me/seek`): any of the games, at any of the paces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Wishes {
    pub games: Vec<GameWish>,
    /// `null`: without a clock. A game that has a time of its own has none.
    pub paces: Vec<Option<Pace>>,
    pub rated: RatedWish,
    /// Whether bots may take the seats that nobody takes within a while.
    pub bots: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct GameWish {
    pub game: String,
    /// With how many seats, any of these.
    pub seats: Vec<u8>,
    /// A mode or a level; what is left out is as usual.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>")]
    pub options: Map<String, Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum RatedWish {
    Yes,
    No,
    Either,
}

/// How it goes (`GET /api/me/seek`, which also says that I still wait).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Seeking {
    pub wishes: Wishes,
    /// How long I have waited, in milliseconds.
    #[ts(type = "number")]
    pub waited: i64,
    /// How many others wait for something that I would play.
    pub others: u32,
    pub usually: Usually,
    /// Where I am called to.
    pub table: Option<String>,
}

/// How long people waited for it in the last days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum Usually {
    /// Too few have to say.
    Unknown,
    /// Half of them found somebody within so many milliseconds.
    Within {
        #[ts(type = "number")]
        ms: i64,
    },
    /// More than half of them found nobody.
    Nobody,
}
