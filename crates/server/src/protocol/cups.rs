//! Tournaments, over plain HTTP.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::Words;
pub use tournaments::{Format, TieBreak};
use ts_rs::TS;

use super::Terms;

/// A tournament to be held (`POST /api/tournaments`).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct NewTournament {
    pub name: String,
    pub game: String,
    #[serde(default)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub options: Option<Box<RawValue>>,
    pub terms: Terms,
    pub format: Format,
    /// How many sit at a table, at least and at most; how many are in a team. Left out: two, or as the game allows.
    #[serde(default)]
    #[ts(optional, as = "Option<(u8, u8)>")]
    pub seats: Option<(u8, u8)>,
    /// Only who has the link finds it.
    #[serde(default)]
    pub private: bool,
    /// When it begins by itself, in milliseconds since 1970; `null`: when whoever holds it says so.
    #[serde(default)]
    #[ts(type = "number | null")]
    pub starts: Option<i64>,
    /// Seconds between two rounds.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub pause: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum TournamentPhase {
    /// People register.
    Open,
    Running,
    Over,
}

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct TournamentCard {
    pub id: String,
    pub name: String,
    pub game: String,
    pub format: Format,
    pub terms: Terms,
    pub phase: TournamentPhase,
    pub private: bool,
    /// What whoever holds it is called.
    pub holder: String,
    /// How many take part.
    #[ts(type = "number")]
    pub people: i64,
    #[ts(type = "number | null")]
    pub starts: Option<i64>,
    /// When something last happened.
    #[ts(type = "number")]
    pub changed: i64,
}

/// All that somebody may see (`GET /api/tournaments`), the newest first.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Tournaments {
    pub running: Vec<TournamentCard>,
    pub open: Vec<TournamentCard>,
    pub past: Vec<TournamentCard>,
}

/// Somebody registers (`POST /api/tournaments/{id}/join`).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct JoinTournament {
    /// In a relay: the team.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub team: Option<String>,
}

/// Whoever holds it sends somebody away (`POST /api/tournaments/{id}/remove`).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct RemoveFromTournament {
    pub player: u32,
}

/// Whoever holds it lets nobody else register, or anybody again (`POST /api/tournaments/{id}/doors`).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct TournamentDoors {
    pub open: bool,
}

/// A tournament as I see it (`GET /api/tournaments/{id}`). With its `ETag` nothing is sent while nothing has changed.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct TournamentPage<'a> {
    /// Whether I hold it.
    pub holds: bool,
    pub me: Option<MyPart>,
    /// Why I cannot register, if so.
    pub not_join: Option<Words>,
    #[ts(type = "Tournament")]
    pub tournament: &'a RawValue,
}

/// My part in it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct MyPart {
    pub player: u32,
    /// I am paired in the next round.
    pub plays: bool,
    /// I did not come to my game, and am not paired until I say so.
    pub paused: bool,
    /// Whoever holds it has removed me.
    pub removed: bool,
    /// Where I play now.
    pub table: Option<String>,
}

/// The same for everybody.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Tournament {
    pub id: String,
    pub name: String,
    pub game: String,
    #[ts(type = "Record<string, unknown>")]
    pub options: Box<RawValue>,
    pub terms: Terms,
    pub format: Format,
    pub seats: (u8, u8),
    pub private: bool,
    pub holder: String,
    pub phase: TournamentPhase,
    /// Whether nobody else can register.
    pub closed: bool,
    /// All moments in milliseconds since 1970.
    #[ts(type = "number | null")]
    pub starts: Option<i64>,
    #[ts(type = "number | null")]
    pub began: Option<i64>,
    /// Until when an arena or a relay goes on.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
    #[ts(type = "number | null")]
    pub ended: Option<i64>,
    pub round: u32,
    /// How many there will be, where that is known.
    pub rounds: Option<u32>,
    /// When the next round begins, while it is waited for.
    #[ts(type = "number | null")]
    pub next_round: Option<i64>,
    /// Whether enough people are there to begin.
    pub may_begin: bool,
    /// By their numbers.
    pub people: Vec<TournamentPerson>,
    pub tie_breaks: Vec<TieBreak>,
    pub standings: Vec<StandingLine>,
    /// Those that are played and the newest others, in their order.
    pub tables: Vec<TournamentTable>,
    /// How many there are in all: `results.json` has every one.
    pub tables_in_all: u32,
    pub byes: Vec<TournamentBye>,
}

/// Somebody who takes part.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct TournamentPerson {
    /// Empty: they have deleted themselves.
    pub name: String,
    pub team: Option<String>,
    /// They are paired in the next round.
    pub plays: bool,
}

/// A line of the standings.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct StandingLine {
    pub place: u32,
    /// One, or all of a team.
    pub players: Vec<u32>,
    pub points: f64,
    /// In the order of `tie_breaks`: points, how many, or seconds.
    pub breaks: Vec<f64>,
    pub played: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// In an arena: the next win counts twice.
    pub on_fire: bool,
}

/// A table of a tournament.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct TournamentTable {
    pub id: String,
    pub round: u32,
    /// Seat by seat.
    pub players: Vec<u32>,
    /// The place of each, once it is over.
    pub places: Option<Vec<u8>>,
    /// Which level is played, in a relay.
    pub level: Option<u8>,
}

/// Somebody who did not play a round.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct TournamentBye {
    pub round: u32,
    pub player: u32,
    pub points: f64,
}
