//! What is asked and answered over plain HTTP, and the lobby.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::{Clause, Millis, Outcome, Seats, Words};
use ts_rs::TS;

use super::{BotLevel, Moment, Phase, StepOut, Taker, Terms};

/// A guest, as the page needs to know it (`GET /api/me`).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Me {
    /// Empty until they have chosen one.
    pub name: String,
    /// They came with a cookie that the house does not know, or not any more: they are somebody new.
    pub mistaken: bool,
    /// Whether they have an account: their name is theirs alone.
    pub account: bool,
    /// Whether they keep the house: there is a page for them.
    pub keeper: bool,
    /// Which build of the client this house serves. Another than the page's own: load anew. Empty if there is none.
    pub build: &'static str,
}

/// What names a guest (`POST /api/me`).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct NewName {
    pub name: String,
}

/// A device with a passkey of mine.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct DeviceInfo {
    pub id: String,
    pub name: String,
    /// Milliseconds since 1970.
    #[ts(type = "number")]
    pub made: i64,
    /// When somebody last signed in with it.
    #[ts(type = "number")]
    pub used: i64,
    /// Whether this browser is signed in by it.
    pub this: bool,
}

/// My account (`GET /api/me/account`): without devices there is none.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Account {
    pub devices: Vec<DeviceInfo>,
}

/// What a browser has made of what was asked (`POST /api/me/passkeys`): a `PublicKeyCredential` as JSON.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct NewPasskey {
    /// What its device is called.
    pub name: String,
    #[ts(type = "unknown")]
    pub credential: Box<RawValue>,
}

/// What a browser has signed (`POST /api/sign-in`): a `PublicKeyCredential` as JSON.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct SignIn {
    #[ts(type = "unknown")]
    pub credential: Box<RawValue>,
}

/// How a game ended for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Won,
    Drawn,
    Lost,
}

/// How a game ended for a guest. `shared`: they held several seats on one screen, and these ended differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum MyResult {
    Won,
    Drawn,
    Lost,
    Shared,
}

/// A game at which I sit or sat.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct MyGame {
    pub id: String,
    pub game: String,
    pub name: String,
    #[ts(type = "Record<string, unknown>")]
    pub options: Box<RawValue>,
    pub phase: Phase,
    /// Whether a seat of mine is awaited.
    pub my_turn: bool,
    /// Until when, at a table with a clock: milliseconds since 1970.
    #[ts(type = "number | null")]
    pub up: Option<i64>,
    pub terms: Terms,
    /// Who else sits or sat there, in the order of the seats.
    pub others: Vec<Taker>,
    /// Nothing while it goes on.
    pub result: Option<MyResult>,
    /// Mine, where the game keeps score.
    pub score: Option<i32>,
    /// When it ended or, while it goes on, when the table was opened: milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// How many actions were played.
    pub moves: u32,
}

/// My games, the newest first (`GET /api/me/games`).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct GamesPage {
    /// Those that still go on; only with the first page.
    pub running: Vec<MyGame>,
    /// Finished ones, at most 50.
    pub games: Vec<MyGame>,
    /// Asked for as `?before=…`, it brings the next page; nothing if this is the last.
    pub before: Option<String>,
}

/// My record in one game (`GET /api/me/records`).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct GameRecord {
    pub game: String,
    /// All that ended; those that were shared on one screen are neither won, drawn nor lost.
    pub played: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// The highest score, where the game keeps score.
    pub best: Option<i32>,
    /// The most games won one after the other.
    pub streak: u32,
    /// The levels won, where the game has levels.
    pub levels: Vec<u8>,
}

impl GameRecord {
    pub(crate) fn new(game: String) -> Self {
        Self { game, played: 0, won: 0, drawn: 0, lost: 0, best: None, streak: 0, levels: Vec::new() }
    }
}

/// A new recovery code, shown this once (`POST /api/me/code`).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct NewCode {
    pub code: String,
}

/// Whether I have a recovery code (`GET /api/me/code`).
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct CodeMade {
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number | null")]
    pub made: Option<i64>,
}

/// What makes this browser the guest of a code (`POST /api/me/recover`).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Recover {
    pub code: String,
}

/// What an HTTP request that is not granted is answered with.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Sorry {
    pub message: Words,
    /// The clause that does not allow it, where it is the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clause: Option<Clause>,
}

/// What opens a table (`POST /api/tables`).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct NewTable {
    pub game: String,
    /// The game's fewest if left out.
    #[serde(default)]
    #[ts(optional)]
    pub seats: Option<u8>,
    #[serde(default)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub options: Option<Box<RawValue>>,
    /// A clock.
    #[serde(default)]
    #[ts(optional, as = "Option<Terms>")]
    pub terms: Terms,
    /// Listed in the lobby, or only by its link.
    #[serde(default)]
    pub private: bool,
    /// Sit down at once, bots on all other seats, and start.
    #[serde(default)]
    #[ts(optional)]
    pub bots: Option<BotLevel>,
}

/// What plays on from a moment of a game (`POST /api/tables/{id}/fork`; as a query of `POST /api/replay/fork`).
#[derive(Clone, Copy, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Fork {
    /// After how many entries of the game.
    pub n: u32,
    /// Where to sit down; the first seat if left out.
    #[serde(default)]
    pub seat: u8,
    /// Bots on all other seats, and start.
    #[serde(default)]
    #[ts(optional)]
    pub bots: Option<BotLevel>,
}

/// A game to look back upon (`GET /api/tables/{id}/replay`, `POST /api/replay`).
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Replay {
    /// The table it was played at; `null` for a log file.
    pub table: Option<String>,
    /// The table's name; `null` for a log file.
    pub name: Option<String>,
    pub game: String,
    #[ts(type = "Record<string, unknown>")]
    pub options: Box<RawValue>,
    /// Who sat where, as far as it is known.
    pub seats: Vec<Option<Taker>>,
    pub seed: String,
    pub commitment: String,
    /// `null`: the log stops before the end.
    pub outcome: Option<Outcome>,
    /// Whose time was up, in their order.
    pub outs: Vec<StepOut>,
    /// Whether time runs by itself from the start, so that it is played at its own pace.
    pub timed: bool,
    /// From the start to the end.
    pub moments: Vec<Moment>,
}

/// How far the analysis of a finished game is (`GET` and `POST /api/tables/{id}/analysis?open=…`).
#[derive(Debug, Serialize, TS)]
#[serde(tag = "state", rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum AnalysisState {
    /// Nobody has asked for it: `POST` does.
    None,
    /// So many of all moves are judged.
    Making { done: u32, all: u32 },
    Made {
        #[ts(as = "bots::Analysis")]
        analysis: Box<RawValue>,
    },
}

/// The puzzles of a game (`GET /api/puzzles/{game}`), numbered from 0.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Puzzles {
    /// The number of today's.
    pub today: u32,
    pub difficulties: Vec<bots::puzzle::Difficulty>,
}

/// What might have been played instead (`POST /api/tables/{id}/line`): after `n` entries of a finished game, this.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct AskLine {
    pub n: u32,
    /// Through whose eyes: a seat's number, `watch` or `open`.
    pub eyes: String,
    /// When it is played, where time runs by itself.
    #[serde(default)]
    #[ts(optional)]
    pub at: Option<Millis>,
    pub line: Vec<bots::Act>,
}

/// The moments of such a line, as far as it can be played.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Line {
    pub moments: Vec<Moment>,
}

/// What is asked of the judge at a live table (`POST /api/tables/{id}/hint`).
#[derive(Clone, Copy, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct AskHint {
    pub seat: u8,
    /// The table's clock, where time runs by itself.
    #[serde(default)]
    #[ts(optional)]
    pub now: Option<Millis>,
    /// Only how I stand, no moves.
    #[serde(default)]
    pub standing: bool,
}

/// What the judge says, by what the asking seat may know.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Hint {
    /// The number of the game's newest entry when it was asked.
    #[ts(type = "number")]
    pub n: u64,
    /// Each seat's chances.
    pub chances: Vec<f32>,
    /// What it would do, the best first; none where nobody waits for the seat.
    pub moves: Vec<bots::Candidate>,
}

/// The table that was opened.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Opened {
    pub id: String,
}

/// What is new in the lobby: `/api/lobby/live` sends all of it first, and then what changes.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Lobby {
    /// People on the site now.
    pub people: u32,
    /// What the house cannot do now, for as long as that is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub trouble: Option<Words>,
    /// The public tables, by their ids and in this order; left out where it did not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub open: Option<Vec<String>>,
    /// Unfinished games in which the asking person sits, newest first; left out where it did not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mine: Option<Vec<String>>,
    /// Those of them that are new here, or otherwise than they were.
    #[ts(as = "Vec<LobbyTable<'static>>")]
    pub tables: Vec<Box<RawValue>>,
    /// How many actions have been played at those where nothing else has changed.
    pub moves: BTreeMap<String, u32>,
}

/// A table in the lobby.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct LobbyTable<'a> {
    pub id: &'a str,
    pub game: &'a str,
    pub name: &'a str,
    #[ts(type = "Record<string, unknown>")]
    pub options: &'a RawValue,
    /// Who opened it; empty if they have no name.
    pub host: &'a str,
    pub phase: Phase,
    pub seats: &'a [Option<Taker>],
    /// How many actions have been played.
    pub moves: u32,
    /// The seats of the asking person, also those that a bot plays for them.
    pub my_seats: Seats,
    /// Whether one of them is awaited.
    pub my_turn: bool,
    pub terms: Terms,
    /// Until when I have time, at a table with a clock: milliseconds since 1970.
    #[ts(type = "number | null")]
    pub up: Option<i64>,
}
