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
    /// How long it thinks about one action.
    pub const fn budget(self) -> Budget {
        match self {
            // So few that it overlooks things, as a newcomer does.
            Self::Easy => Budget { time: Duration::from_millis(100), worlds: 60 },
            Self::Normal => Budget { time: Duration::from_millis(200), worlds: u32::MAX },
            Self::Hard => Budget { time: Duration::from_millis(900), worlds: u32::MAX },
        }
    }
}
