//! What a seat can do, and how it is written: `take 2`.

use std::{fmt, str::FromStr};

use table::Refusal;

use crate::refusals;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// LETTER-3.
    Take(u8),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take(stones) => write!(f, "take {stones}"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let stones = text.strip_prefix("take ").and_then(|stones| stones.parse().ok());
        stones.map(Self::Take).ok_or_else(refusals::unreadable)
    }
}
