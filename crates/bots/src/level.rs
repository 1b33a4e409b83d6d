//! How strong, and how quick, a bot is.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Budget;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "BotLevel", export_to = "protocol.ts")]
pub enum Level {
    Easy,
    #[default]
    Normal,
    Hard,
}

impl Level {
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Hard];

    /// How long it thinks about one action.
    pub const fn budget(self) -> Budget {
        let (millis, nodes) = match self {
            // So few that it overlooks things, as a newcomer does.
            Self::Easy => (100, 60),
            Self::Normal => (200, u64::MAX),
            Self::Hard => (900, u64::MAX),
        };
        Budget { nodes, patience: Duration::from_millis(4 * millis), ..Budget::millis(millis) }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
        }
    }
}
