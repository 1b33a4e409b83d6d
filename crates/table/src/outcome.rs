//! How a game ended.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Clause, Seats};

/// The end: who won, by which clause, and the scores where the game has them.
/// A draw, and a lost cooperative game, have no winners.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Outcome {
    pub winners: Seats,
    pub clause: Clause,
    /// One per seat, or empty where the game keeps no score.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<i32>>")]
    pub scores: Vec<i32>,
}

impl Outcome {
    pub fn new(winners: Seats, clause: Clause) -> Self {
        Self { winners, clause, scores: Vec::new() }
    }

    pub fn with_scores(self, scores: Vec<i32>) -> Self {
        Self { scores, ..self }
    }
}
