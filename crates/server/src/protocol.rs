//! The words that clients and server exchange over a table's WebSocket: JSON, one message a text frame.
//!
//! A client connects to `/api/tables/{id}/live?since=N` and gets a [`Frame`] at once: everything that happened after N
//! (from 0: everything), and the table as it stands, through its own eyes. Every later happening at the table sends one
//! more frame. Numbers have no gaps: what a viewer may not see still advances `n`, with an empty step.
//!
//! An unknown table answers 404. When the server closes the connection, come back with `since`, unless the close code is
//! 4429: then too much was sent, or too many pages are open.

use std::collections::BTreeMap;

pub use bots::Level as BotLevel;
pub use catalogue::Moment;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, value::RawValue};
use table::{Clause, Millis, Outcome, Refusal, Seat, Seats, Words};
use ts_rs::TS;

/// What a client asks. `id` is the client's own number for the request; the answer carries it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub enum Request {
    /// Do this with a seat of mine. `at`: when it was announced, by the table's clock (real-time games). `expect`: only
    /// if nothing of the game has happened after this number. With it, what may have been heard before the line broke can be
    /// sent again and never counts twice.
    Play {
        id: u32,
        seat: Seat,
        action: String,
        #[serde(default)]
        #[ts(optional)]
        at: Option<Millis>,
        #[serde(default)]
        #[ts(optional, type = "number")]
        expect: Option<u64>,
    },
    /// Why not? As `play`, but nothing is played: `done` means that it would be accepted.
    Ask { id: u32, seat: Seat, action: String },
    /// Take an empty seat; a second one shares this screen.
    Sit { id: u32, seat: Seat },
    /// Leave a seat of mine. During a game a bot plays on.
    Stand { id: u32, seat: Seat },
    /// Put a bot on an empty seat.
    Bot { id: u32, seat: Seat, level: BotLevel },
    /// Take the bot off a seat before the game.
    Dismiss { id: u32, seat: Seat },
    /// Before the game: change places. With an empty seat or a bot at will; with another person once they agree, or if
    /// the host does it.
    Swap { id: u32, seat: Seat, with: Seat },
    /// The host asks the person on this seat to leave. During a game a bot plays on.
    Remove { id: u32, seat: Seat },
    /// Before the game the host chooses other options: all of them; what is left out is as usual.
    Options {
        id: u32,
        #[ts(type = "Record<string, unknown>")]
        options: Map<String, Value>,
    },
    /// Begin, once every seat is taken.
    Start { id: u32 },
    /// Let a bot play for the person of this seat, who stays away; done once all people who are here want it.
    Vote { id: u32, seat: Seat },
    /// Take back the last action of this seat of mine and what was played after it, if the others agree.
    Undo { id: u32, seat: Seat },
    /// May we ask for hints at this table? Once everybody agrees, all may.
    Hints { id: u32, seat: Seat },
    /// My answer to what is [asked](TableInfo::asked). The asker's own "no" withdraws the question.
    Answer { id: u32, yes: bool },
    /// After the end: the same people at a new table, seats moved on by one. `options`: what is other than here, such as
    /// the next level.
    Rematch {
        id: u32,
        #[serde(default)]
        #[ts(optional, type = "Record<string, unknown>")]
        options: Option<Map<String, Value>>,
    },
    /// The host lets those who only watch talk, or not.
    Silence { id: u32, quiet: bool },
    /// Talk to the table.
    Say { id: u32, text: String },
    /// Are you there? Answered with `pong`.
    Ping { id: u32 },
}

impl Request {
    /// The client's own number for it.
    pub const fn id(&self) -> u32 {
        match self {
            Self::Play { id, .. }
            | Self::Ask { id, .. }
            | Self::Sit { id, .. }
            | Self::Stand { id, .. }
            | Self::Bot { id, .. }
            | Self::Dismiss { id, .. }
            | Self::Swap { id, .. }
            | Self::Remove { id, .. }
            | Self::Options { id, .. }
            | Self::Start { id }
            | Self::Vote { id, .. }
            | Self::Undo { id, .. }
            | Self::Hints { id, .. }
            | Self::Answer { id, .. }
            | Self::Rematch { id, .. }
            | Self::Silence { id, .. }
            | Self::Say { id, .. }
            | Self::Ping { id } => *id,
        }
    }
}

/// What the server sends.
#[derive(Debug, Serialize, TS)]
#[serde(tag = "op", rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum Reply<'a> {
    Frame(Frame<'a>),
    /// The request was done; for `play`: it is durably logged as number `n`.
    Done {
        id: u32,
        #[ts(type = "number")]
        n: u64,
    },
    /// The rules refuse.
    Refused {
        id: u32,
        refusal: &'a Refusal,
    },
    /// The request cannot be understood, or this person may not do it.
    Error {
        id: Option<u32>,
        message: &'a Words,
    },
    Pong {
        id: u32,
        now: Millis,
    },
}

/// The table through a client's eyes, and what happened since the frame before.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Frame<'a> {
    /// The number of the newest happening.
    #[ts(type = "number")]
    pub n: u64,
    /// The table's clock: milliseconds since the game started.
    pub now: Millis,
    /// Whether `steps` is the whole story from the beginning, rather than what is new.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub whole: bool,
    pub steps: &'a [Step<'a>],
    /// All of what changes seldom; left out where it did not change, or where `patch` says how.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<TableInfo>")]
    pub table: Option<&'a RawValue>,
    /// All of the game; left out where nothing of it changed (talk, or somebody coming or going), or where `patch` says how.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<GameShown<'static>>")]
    pub game: Option<&'a RawValue>,
    /// Makes of `{ table, game }`, as the frame before left them, what they are now: a JSON Patch (RFC 6902), each operation
    /// a list. `[0, path, value]` adds, `[1, path]` removes, `[2, path, value]` replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Array<[op: 0 | 1 | 2, path: string, value?: unknown]>")]
    pub patch: Option<&'a RawValue>,
    /// Told to whoever comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub welcome: Option<Welcome>,
}

/// What is told once, to whoever comes.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Welcome {
    /// The number by which talk knows them at this table.
    pub me: u32,
    /// Which build of the client this house serves. Another than the page's own: load anew.
    pub build: &'static str,
}

/// The game as a client sees it.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct GameShown<'a> {
    pub awaited: Seats,
    pub outcome: Option<&'a Outcome>,
    /// One for each seat of mine; a single one with seat `null` for a spectator. Empty before the game.
    pub eyes: Vec<SeatView<'a>>,
}

/// What one seat of mine knows and may do.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct SeatView<'a> {
    pub seat: Option<Seat>,
    #[ts(type = "unknown")]
    pub view: &'a RawValue,
    /// In notation.
    #[ts(type = "string[]")]
    pub actions: &'a RawValue,
}

/// One happening at the table.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Step<'a> {
    #[ts(type = "number")]
    pub n: u64,
    pub at: Millis,
    /// Who acted; `null`: the clock, or nobody that this viewer may know of.
    pub seat: Option<Seat>,
    /// What they did, in notation.
    pub action: Option<&'a str>,
    /// What came of it.
    #[ts(type = "unknown[]")]
    pub events: Vec<&'a RawValue>,
    /// Somebody said something.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub said: Option<Said<'a>>,
    /// The game begins as another had come to be: with these steps, numbered 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Step<'a>>>")]
    pub given: Vec<Self>,
    /// `seat` took something back: all steps of the game after this number are undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub undone_to: Option<u64>,
}

/// A line of talk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Said<'a> {
    /// Always the same for one person at one table, and no other's: to mute them by.
    pub who: u32,
    pub name: &'a str,
    /// `null`: a spectator.
    pub seat: Option<Seat>,
    pub text: &'a str,
}

/// What changes seldom.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct TableInfo {
    pub id: String,
    pub game: String,
    /// A name of its own, such as "Olympus".
    pub name: String,
    #[ts(type = "Record<string, unknown>")]
    pub options: Box<RawValue>,
    /// Who has changed them since the table was opened; empty if they have no name.
    pub options_by: Option<String>,
    /// Known by its link only, and not in the lobby.
    pub private: bool,
    pub phase: Phase,
    pub seats: Vec<SeatInfo>,
    /// How many watch without a seat.
    pub watchers: u32,
    /// Whether the asking person opened this table.
    pub host: bool,
    /// Whether the host has removed the asking person: they may watch.
    pub removed: bool,
    /// What somebody asks of the others.
    pub asked: Option<Asked>,
    /// Whether hints may be asked for: nobody else but bots plays, or everybody has agreed.
    pub hints: bool,
    /// Where the same people play on.
    pub next: Option<NextTable>,
    /// SHA-256 of the seed.
    pub commitment: String,
    /// The seed, once the game is over.
    pub seed: Option<String>,
    /// It plays on from a moment of another game, and goes on nobody's record.
    pub forked: bool,
    /// Why nobody may talk now.
    pub talk_closed: Option<Refusal>,
    /// The host has silenced those who only watch.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub quiet: bool,
    /// The house was closed while time ran at this table: its clock stands still until these seats' people are back, or
    /// have been waited for. `null`: it runs, or has no need to.
    pub waits_for: Option<Seats>,
    /// Bots that have to wait for their turn to think, because many want to at this house.
    pub queued: Seats,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum Phase {
    Gathering,
    Playing,
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct SeatInfo {
    pub taken_by: Option<Taker>,
    /// Whether this is a seat of the asking person.
    pub mine: bool,
    /// Whether the asking person left it to a bot and may take it again.
    pub left: bool,
    /// For whom the bot on it plays; empty if they have no name.
    pub left_by: Option<String>,
    /// Its person stays away: those who are here may let a bot play.
    pub vote: Option<Vote>,
}

/// Whether a bot shall play for somebody who stays away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Vote {
    /// The seats of those who want it, …
    pub yes: Seats,
    /// … and of all who are here and decide.
    pub of: Seats,
}

/// A question to the people at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Asked {
    pub what: Question,
    /// Whose answer is missing.
    pub of: Seats,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum Question {
    /// Shall these two change places? The first asks.
    Swap { seat: Seat, with: Seat },
    /// May this seat take back its last action?
    Undo { seat: Seat },
    /// May everybody ask for hints? This seat would like to.
    Hints { seat: Seat },
}

impl Question {
    /// Who asks.
    pub const fn seat(self) -> Seat {
        match self {
            Self::Swap { seat, .. } | Self::Undo { seat } | Self::Hints { seat } => seat,
        }
    }
}

/// The table where the same people play on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct NextTable {
    pub id: String,
    /// Who wanted it.
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum Taker {
    Person {
        name: String,
        /// Whether they are connected now.
        here: bool,
    },
    Bot {
        level: BotLevel,
    },
}

/// A guest, as the page needs to know it (`GET /api/me`).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Me {
    /// Empty until they have chosen one.
    pub name: String,
    /// They came with a cookie that the house does not know, or not any more: they are somebody new.
    pub mistaken: bool,
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
}
