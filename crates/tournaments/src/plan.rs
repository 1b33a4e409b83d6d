//! What was announced, and what has happened since.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Somebody who takes part, by the order in which they first came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(transparent)]
#[ts(export_to = "protocol.ts")]
pub struct Player(pub u32);

impl Player {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Milliseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub i64);

impl Moment {
    pub(crate) fn plus_minutes(self, minutes: u32) -> Self {
        Self(self.0 + i64::from(minutes) * 60_000)
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub enum Format {
    /// For so long, the next opponent at once.
    Arena { minutes: u32 },
    /// So many rounds, each against somebody new who has about as many points.
    Swiss { rounds: u32 },
    /// Everybody against everybody; `double`: once from each seat.
    Everybody { double: bool },
    /// Who loses is out.
    Knockout,
    /// So many rounds at tables of several seats.
    Tables { rounds: u32 },
    /// Teams climb the levels of a game, for so long.
    Relay { minutes: u32 },
}

/// A tournament as it was announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub format: Format,
    /// How many sit at a table, at least and at most. In a relay: how many are in a team.
    pub seats: (u8, u8),
    /// When it begins by itself; otherwise whoever holds it says so.
    pub starts: Option<Moment>,
    /// How many milliseconds lie between two rounds.
    pub pause: i64,
    /// Lots are drawn by it.
    pub seed: u64,
    /// How many levels there are to climb, in a relay.
    pub levels: u8,
}

/// The most people in one tournament.
pub const MOST_PEOPLE: usize = 1_000;
/// How often somebody may come back: nobody makes a log without end.
pub const MOST_RETURNS: u32 = 20;
/// The most rounds.
pub const MOST_ROUNDS: u32 = 30;
/// The longest arena or relay, in minutes.
pub const MOST_MINUTES: u32 = 12 * 60;
/// Where everybody meets everybody there are rounds without end.
pub const MOST_EVERYBODY: usize = 32;

impl Plan {
    /// Whether there can be such a tournament.
    pub fn is_sensible(&self) -> bool {
        let (least, most) = self.seats;
        let seats = match self.format {
            Format::Tables { .. } => (2..=most).contains(&least) && most >= 3,
            Format::Relay { .. } => (1..=most).contains(&least) && self.levels > 0,
            _ => self.seats == (2, 2),
        };
        let length = match self.format {
            Format::Arena { minutes } | Format::Relay { minutes } => (1..=MOST_MINUTES).contains(&minutes),
            Format::Swiss { rounds } | Format::Tables { rounds } => (1..=MOST_ROUNDS).contains(&rounds),
            Format::Everybody { .. } | Format::Knockout => true,
        };
        seats && length && (0..=3_600_000).contains(&self.pause)
    }
}

/// Somebody who does not play this round, and what it is worth to them (in parts of a point).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bye {
    pub player: Player,
    pub worth: i64,
}

/// An entry of a tournament's log. `P` is how the house knows people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Entry<P> {
    /// Somebody takes part, or does so again.
    Joined {
        who: P,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        team: Option<String>,
    },
    /// They are not paired any more, until they join again.
    Left {
        player: Player,
    },
    /// Whoever holds it does not want them in it: they leave, for good.
    Removed {
        player: Player,
    },
    /// From now on others may register, or only those who are in it may come back.
    Doors {
        open: bool,
    },
    Began,
    /// Who sits where, seat by seat; tables are numbered through the whole tournament.
    Paired {
        round: u32,
        tables: Vec<Vec<Player>>,
        byes: Vec<Bye>,
    },
    /// The place of each seat, 1 for the first; who shares one, shares it. `away`: seats that never moved.
    Result {
        table: u32,
        places: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        away: Vec<u8>,
        /// When the table's game ended, which may have been noticed later.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ended: Option<Moment>,
    },
    Ended,
}
