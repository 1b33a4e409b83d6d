//! Planning ahead at tables of hours or days: what might come, and what I mean to answer.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::{Outcome, Seat, Seats};
use ts_rs::TS;

/// How it would stand (`POST /api/tables/{id}/ahead`) if this were played.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct AskAhead {
    /// After which number of the game's entries it begins; as the game stands now if left out.
    #[serde(default)]
    #[ts(optional, type = "number")]
    pub n: Option<u64>,
    /// Everybody's actions, one after the other.
    pub line: Vec<bots::Act>,
}

/// The table as it would stand then, through the eyes of whoever would be awaited.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Ahead {
    /// After which number of the game's entries the line begins.
    #[ts(type = "number")]
    pub n: u64,
    pub steps: Vec<PlannedStep>,
    #[ts(type = "unknown")]
    pub view: Box<RawValue>,
    pub awaited: Seats,
    /// What the first of them may do then.
    pub actions: Vec<String>,
    pub outcome: Option<Outcome>,
}

/// A step that is not played yet.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct PlannedStep {
    pub seat: Seat,
    pub action: String,
    /// What would come of it.
    #[ts(type = "unknown[]")]
    pub events: Vec<Box<RawValue>>,
}

/// My lines at a table (`GET /api/tables/{id}/plan`): nobody else is told of them.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct MyPlan {
    /// After which number of the game's entries they begin.
    #[ts(type = "number")]
    pub n: u64,
    pub lines: Vec<Vec<PlannedStep>>,
}

/// What changes my lines (`POST /api/tables/{id}/plan`), each told from number `n` of the game's entries on. Answered with
/// [`MyPlan`].
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub enum ChangePlan {
    /// If they play so, I play so. It takes the place of lines in which I answer the same otherwise.
    Keep {
        #[ts(type = "number")]
        n: u64,
        line: Vec<bots::Act>,
    },
    Remove {
        #[ts(type = "number")]
        n: u64,
        line: Vec<bots::Act>,
    },
}
