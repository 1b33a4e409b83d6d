//! Pyramids (Z-5, Z-14).

use serde::{Deserialize, Serialize};
use table::{Seat, Words};
use ts_rs::TS;

use crate::zones::PanelId;

/// Z-5: a pyramid's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "QuintazoneSize", export_to = "quintazone.ts")]
pub enum Size {
    Small,
    Medium,
    Large,
}

impl Size {
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    pub const fn index(self) -> usize {
        self as usize
    }

    /// What it counts: 1, 2 or 3.
    pub const fn pips(self) -> u8 {
        self as u8 + 1
    }

    /// Its letter in notation.
    pub const fn letter(self) -> char {
        match self {
            Self::Small => 'S',
            Self::Medium => 'M',
            Self::Large => 'L',
        }
    }

    /// Several pyramids of this size.
    pub(crate) const fn plural(self) -> Words {
        match self {
            Self::Small => Words::fixed("small pyramids", "petites pyramides"),
            Self::Medium => Words::fixed("medium pyramids", "pyramides moyennes"),
            Self::Large => Words::fixed("large pyramids", "grandes pyramides"),
        }
    }
}

/// A pyramid that stands: never moved or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pyramid {
    pub(crate) seat: Seat,
    pub(crate) size: Size,
    pub(crate) panel: PanelId,
}
