//! How strong, and how quick, a bot is.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Budget;

/// From a newcomer to the strongest there is. What the names were before (logs hold them) is still read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "BotLevel", export_to = "protocol.ts")]
pub enum Level {
    #[serde(alias = "easy")]
    Learner,
    Casual,
    #[default]
    #[serde(alias = "normal")]
    Club,
    Expert,
    #[serde(alias = "hard")]
    Champion,
}

impl Level {
    pub const ALL: [Self; 5] = [Self::Learner, Self::Casual, Self::Club, Self::Expert, Self::Champion];

    /// How long it thinks about one action at most. What makes the lower ones weak is not time but sight, and each game's.
    pub const fn budget(self) -> Budget {
        let millis = match self {
            Self::Learner | Self::Casual => 150,
            Self::Club => 250,
            Self::Expert => 400,
            Self::Champion => 900,
        };
        Budget { patience: Duration::from_millis(4 * millis), ..Budget::millis(millis) }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Learner => "learner",
            Self::Casual => "casual",
            Self::Club => "club",
            Self::Expert => "expert",
            Self::Champion => "champion",
        }
    }

    /// The level of this name, or of what it was called before there were five.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "easy" => Some(Self::Learner),
            "normal" => Some(Self::Club),
            "hard" => Some(Self::Champion),
            _ => Self::ALL.into_iter().find(|level| level.name() == name),
        }
    }

    /// One of five things, the learner's first.
    pub(crate) const fn of<T: Copy>(self, each: [T; 5]) -> T {
        each[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_levels_were_called_is_still_read() {
        for (text, level) in [
            ("easy", Level::Learner),
            ("normal", Level::Club),
            ("hard", Level::Champion),
            ("casual", Level::Casual),
            ("expert", Level::Expert),
        ] {
            assert_eq!(serde_json::from_str::<Level>(&format!("{text:?}")).unwrap(), level);
            assert_eq!(Level::named(text), Some(level));
        }
        for level in Level::ALL {
            assert_eq!(serde_json::to_string(&level).unwrap(), format!("{:?}", level.name()));
        }
    }
}
