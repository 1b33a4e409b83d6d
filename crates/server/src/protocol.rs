//! The words that clients and server exchange over a table's WebSocket: JSON, one message per text frame.
//!
//! A client connects to `/api/tables/{id}/live?since=N` and gets a [`Frame`] at once: everything that happened after N
//! (from 0: everything), and the table as it stands, through its own eyes. Every later happening at the table sends one
//! more frame. Numbers have no gaps: what a viewer may not see still advances `n`, with an empty step.
//!
//! An unknown table answers 404. When the server closes the connection, come back with `since`, unless the close code is
//! 4429: then too much was sent, or too many pages are open.

mod clock;
mod cups;
mod notices;
mod over_http;
mod pairing;
mod people;
mod plans;
mod ratings;
mod table_info;
mod vacations;

pub use bots::Level as BotLevel;
pub use catalogue::Moment;
use catalogue::{Patch, Seen};
pub use clock::*;
pub use cups::*;
pub use notices::*;
pub use over_http::*;
pub use pairing::*;
pub use people::*;
pub use plans::*;
pub use ratings::*;
use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct as _};
use serde_json::{Map, Value, value::RawValue};
use table::{Millis, Outcome, Refusal, Seat, Seats, Words};
pub use table_info::*;
use ts_rs::TS;
pub use vacations::*;

/// What a client asks. `id` is the client's own number for the request; the answer carries it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub enum Request {
    /// Do this with a seat of mine. `at`: when it was announced, by the table's clock (real-time games). `expect`: the
    /// newest number that its sender knew; it counts only if the seat has done nothing after it. With it, what may have been
    /// heard before the line broke can be sent again, with the same number, and counts once, whichever copy is first.
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
    /// Before the game the host chooses other terms: a clock, or none.
    Terms { id: u32, terms: Terms },
    /// Begin, once every seat is taken.
    Start { id: u32 },
    /// Let a bot play for the person of this seat, who stays away; done once all people who are here want it.
    Vote { id: u32, seat: Seat },
    /// Take back the last action of this seat of mine and what was played after it, if the others agree. `expect`: the newest number
    /// that its sender knew; with it nothing is taken back that was played later, and nothing twice.
    Undo {
        id: u32,
        seat: Seat,
        #[serde(default)]
        #[ts(optional, type = "number")]
        expect: Option<u64>,
    },
    /// May we ask for hints at this table? Once everybody agrees, all may.
    Hints { id: u32, seat: Seat },
    /// My answer to what is [asked](TableInfo::asked). The asker's own "no" withdraws the question. `expect`: the newest number
    /// that its sender knew; with it nothing is answered that was asked later.
    Answer {
        id: u32,
        yes: bool,
        #[serde(default)]
        #[ts(optional, type = "number")]
        expect: Option<u64>,
    },
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
    /// Talk to the table. `expect`: the newest number that its sender knew; with it a line that is sent again, because the line
    /// to the house broke, stands there once.
    Say {
        id: u32,
        text: String,
        #[serde(default)]
        #[ts(optional, type = "number")]
        expect: Option<u64>,
    },
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
            | Self::Terms { id, .. }
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
    /// Whether `steps` is all that is told of the past, rather than what is new: from the beginning or, at a long table, its
    /// last steps.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub whole: bool,
    pub steps: &'a [Step<'a>],
    /// All of what changes seldom; left out where it did not change, or where `patch` says how.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<TableInfo>")]
    pub table: Option<&'a TableInfo>,
    /// All of the game; left out where nothing of it changed (talk, or somebody coming or going), or where `patch` says how.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<&'a GameShown>,
    /// Makes of `{ table, game }`, as the frame before left them, what they are now: a JSON Patch (RFC 6902), each operation
    /// a list. `[0, path, value]` adds, `[1, path]` removes, `[2, path, value]` replaces.
    #[serde(skip_serializing_if = "is_put_in_afterwards", serialize_with = "not_here")]
    #[ts(optional, type = "Array<[op: 0 | 1 | 2, path: string, value?: unknown]>")]
    pub patch: Option<[&'a Patch; 2]>,
    /// Told to whoever comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub welcome: Option<Welcome>,
}

/// Operations are JSON already: `frames::encode` puts them in as they are.
const fn is_put_in_afterwards<T>(_: &T) -> bool {
    true
}

fn not_here<T, S: Serializer>(_: &T, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_unit()
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
pub struct GameShown {
    pub awaited: Seats,
    pub outcome: Option<Outcome>,
    /// The seats' clocks, where the table has them and its game has begun.
    pub clocks: Option<Clocks>,
    /// One for each seat of mine; a single one with seat `null` for a spectator. Empty before the game.
    pub eyes: Vec<SeatView>,
}

/// What one seat of mine knows (`view`) and may do (`actions`, in notation).
#[derive(Debug, TS)]
#[ts(export_to = "protocol.ts", type = "{ seat: Seat | null, view: unknown, actions: string[] }")]
pub struct SeatView {
    pub seat: Option<Seat>,
    pub seen: Box<dyn Seen>,
}

impl Serialize for SeatView {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut all = to.serialize_struct("SeatView", 3)?;
        all.serialize_field("seat", &self.seat)?;
        all.serialize_field("view", &self.seen.view())?;
        all.serialize_field("actions", &self.seen.actions())?;
        all.end()
    }
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
    /// A seat's time was up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub out: Option<StepOut>,
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
