//! What changes seldom at a table: who sits where, what is asked, how far it is.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::{Refusal, Seat, Seats, Since};
use ts_rs::TS;

use super::{BotLevel, Terms};

/// What changes seldom.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(export_to = "protocol.ts")]
pub struct TableInfo {
    pub id: String,
    pub game: String,
    /// A name of its own, such as "Olympus".
    pub name: String,
    #[ts(type = "Record<string, unknown>")]
    pub options: Json,
    /// What is agreed besides.
    pub terms: Terms,
    /// The seats that have lost before the end, or for whom a bot plays on.
    pub out: Seats,
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
    /// Whether the house put these people together: the host sends nobody away.
    pub arranged: bool,
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
    pub quiet: bool,
    /// The house was closed while time ran at this table: its clock stands still until these seats' people are back, or
    /// have been waited for. `null`: it runs, or has no need to.
    pub waits_for: Option<Seats>,
    /// Bots that have to wait for their turn to think, because many want to at this house.
    pub queued: Seats,
}

/// A JSON text as it is kept.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Json(pub Box<RawValue>);

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

table::whole!(Asked, Json, NextTable, Phase, Taker, Terms, Vote);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum Phase {
    Gathering,
    Playing,
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Since, TS)]
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
    /// … and of all who decide: they are here, or were a moment ago.
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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
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
