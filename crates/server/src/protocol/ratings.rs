//! Ratings over plain HTTP.

use serde::Serialize;
use ts_rs::TS;

use super::BotLevel;

/// How good somebody is held to be at a game, or in one of its modes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Rating {
    pub rating: i32,
    /// In 19 of 20 cases they are no more than twice that better or worse.
    pub deviation: i32,
    /// Too few games to be sure of it.
    pub provisional: bool,
    /// How many rated games they have played.
    pub games: u32,
}

/// Somebody's rating on one ladder (`GET /api/me/ratings`, and in a profile).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct RatingOf {
    pub game: String,
    /// Where the game has modes, which.
    pub mode: Option<String>,
    pub now: Rating,
    /// After each of the newest games: when it ended, in milliseconds since 1970, and what it was then.
    pub past: Vec<PastRating>,
}

#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct PastRating {
    #[ts(type = "number")]
    pub at: i64,
    pub rating: i32,
}

/// The best of a game (`GET /api/ratings/{game}`).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Ratings {
    /// One a mode in which rated games were played, or one.
    pub ladders: Vec<Ladder>,
    /// How strong the bots are beside each other, as measured; a club player is put at 1500.
    pub bots: Vec<MeasuredBot>,
    /// The fastest of those who won each level, by how many they were.
    pub feats: Vec<TeamRecord>,
}

#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Ladder {
    pub mode: Option<String>,
    pub best: Vec<Ranked>,
}

#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Ranked {
    pub name: String,
    /// Whether they have an account, and so a profile.
    pub account: bool,
    pub rating: Rating,
}

#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct MeasuredBot {
    pub level: BotLevel,
    pub rating: i32,
}

#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct TeamRecord {
    pub level: u8,
    pub seats: u8,
    #[ts(type = "number")]
    pub ms: i64,
    /// The table, whose game can be seen again.
    pub table: String,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Who they were; empty for somebody who is forgotten.
    pub names: Vec<String>,
}

/// How those at a rated table are rated (`GET /api/tables/{id}/ratings`), in the order of its seats.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct TableRatings {
    pub seats: Vec<Option<SeatRating>>,
}

#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct SeatRating {
    /// Before this game.
    pub before: Rating,
    /// Once it is over and counts.
    pub after: Option<Rating>,
}
