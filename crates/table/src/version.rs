//! By which rules: a rule that is mended must not make a game that is being played another game.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The version of a game's rules, counted from 1. It rises whenever an old log would fold to another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct RulesVersion(pub u16);

impl RulesVersion {
    /// What was written before rules had versions is of this one.
    pub const FIRST: Self = Self(1);
}

impl fmt::Display for RulesVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The versions of its rules that a game can play: all from the oldest to the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesVersions {
    pub oldest: RulesVersion,
    pub newest: RulesVersion,
}

impl RulesVersions {
    /// Nothing has changed yet.
    pub const FIRST: Self = Self { oldest: RulesVersion::FIRST, newest: RulesVersion::FIRST };

    pub fn contains(self, version: RulesVersion) -> bool {
        (self.oldest..=self.newest).contains(&version)
    }

    pub fn all(self) -> impl Iterator<Item = RulesVersion> + Clone {
        (self.oldest.0..=self.newest.0).map(RulesVersion)
    }
}

/// `1`, or `1–3`.
impl fmt::Display for RulesVersions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.oldest.fmt(f)?;
        if self.newest > self.oldest { write!(f, "–{}", self.newest) } else { Ok(()) }
    }
}
