//! The referee's time. The rules never read a clock: time comes in with each action.

use std::{
    fmt,
    ops::{Add, Sub},
};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Milliseconds since the table started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct Millis(#[ts(type = "number")] pub u64);

impl Millis {
    pub const ZERO: Self = Self(0);

    pub const fn seconds(s: u64) -> Self {
        Self(s * 1000)
    }

    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Add for Millis {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// Saturates: there is no time before the start of the table.
impl Sub for Millis {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.saturating_sub(other)
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
