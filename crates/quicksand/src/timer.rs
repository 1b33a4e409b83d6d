//! A sand timer, exact to the millisecond (S-5).

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};
use table::Millis;
use ts_rs::TS;

use crate::data::Glass;

/// One timer on the track, or lost beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    pub glass: Glass,
    /// What a full upper half takes to run down.
    pub duration: Millis,
    /// The tile that it stands on, or beside.
    pub tile: u8,
    /// Beside its tile, off the track (S-18).
    pub lost: bool,
    /// When it was last turned.
    pub turned: Millis,
    /// What the upper half held right after that turn.
    pub held: Millis,
}

impl Timer {
    pub fn runs_out(&self) -> Millis {
        self.turned + self.held
    }

    /// What the upper half holds at `at`.
    pub fn left(&self, at: Millis) -> Millis {
        (self.runs_out() - at).min(self.held)
    }

    /// S-5: what was below is now above.
    pub fn turn(&mut self, at: Millis) {
        self.held = self.duration - self.left(at);
        self.turned = at;
    }
}

/// Which timer: `t1` is the first of the level's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(export_to = "quicksand.ts", type = "string", rename = "QuicksandTimerName")]
pub struct TimerName(u8);

impl TimerName {
    /// The timer at this index of the level's row; there are never more than nine.
    pub const fn of(index: usize) -> Self {
        Self(index as u8)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// How people call it: A is the first.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }
}

impl fmt::Display for TimerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0 + 1)
    }
}

/// A text that names no timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreadableTimer;

impl FromStr for TimerName {
    type Err = UnreadableTimer;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [b't', digit @ b'1'..=b'9'] => Ok(Self(digit - b'1')),
            _ => Err(UnreadableTimer),
        }
    }
}

impl Serialize for TimerName {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}
