//! What a table has agreed on besides its game's options: its clock, and whether it is rated.

pub use catalogue::WhyOut;
use serde::{Deserialize, Serialize};
use table::{Millis, Seat, Seats};
use ts_rs::TS;

/// What a table has agreed on. Nothing, unless somebody says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Terms {
    /// `null`: everybody takes the time they need.
    #[serde(default)]
    pub time: Option<Time>,
    /// Whether it counts for everybody's rating: then people play, each for themselves or their team, by the clock, and nothing is
    /// taken back nor hinted at.
    #[serde(default)]
    pub rated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Time {
    pub pace: Pace,
    pub up: WhenUp,
}

/// How much time each seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub enum Pace {
    /// So many seconds for the game, and so many more after each turn.
    Game { seconds: u32, plus: u32 },
    /// So many seconds for each turn: hours or days.
    Turn { seconds: u32 },
}

/// What becomes of a seat whose time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum WhenUp {
    /// It has lost.
    Lost,
    /// A bot plays on for it.
    Bot,
}

/// The seats' clocks, sent when one of them stops or starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Clocks {
    /// What each seat had left at `since`.
    pub left: Vec<Millis>,
    /// The seats whose clocks have run since then.
    pub runs: Seats,
    /// By the table's clock.
    pub since: Millis,
    /// Until when each seat's person is or was away, by the table's clock: before then its clock does not run. Empty if nobody was.
    pub away: Vec<Millis>,
}

table::whole!(Clocks);

/// Somebody has lost before the end, or a bot plays on for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct StepOut {
    pub seat: Seat,
    pub why: WhyOut,
}

impl Terms {
    /// Whether each turn has its own time, hours or days: people come when it is theirs.
    pub(crate) fn is_by_turns(self) -> bool {
        self.time.is_some_and(|time| time.pace.is_by_turns())
    }
}

impl Pace {
    /// The most that it may be: a game of three hours and three minutes a turn, or two weeks a turn.
    const GAME: u32 = 3 * 60 * 60;
    const PLUS: u32 = 3 * 60;
    const TURN: u32 = 14 * 24 * 60 * 60;

    pub(crate) fn is_sensible(self) -> bool {
        match self {
            Self::Game { seconds, plus } => (1..=Self::GAME).contains(&seconds) && plus <= Self::PLUS,
            Self::Turn { seconds } => (1..=Self::TURN).contains(&seconds),
        }
    }

    pub(crate) fn is_by_turns(self) -> bool {
        matches!(self, Self::Turn { .. })
    }

    /// What each seat has at first.
    pub(crate) fn full(self) -> Millis {
        let (Self::Game { seconds, .. } | Self::Turn { seconds }) = self;
        Millis(u64::from(seconds) * 1_000)
    }
}
