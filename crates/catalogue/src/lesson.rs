//! A guided first game: prepared positions on the real referee, and a coach who says what to try next.
//!
//! Each game's crate holds its lesson as data, `lesson.json`. A lesson is scenes; a scene is a prepared position and
//! stages; at a stage the coach says something, and the learner reads on or acts. Nothing is kept: who asks says what
//! has been played so far, and it is [folded](Lesson::attend) again.

mod attend;

use std::{collections::HashMap, sync::LazyLock};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::{GameEntry, Millis, Outcome, Refusal, Seat, Seats, Words};
use ts_rs::TS;

/// The most answers that are looked at; no lesson has nearly as many stages.
pub const MOST_ANSWERS: usize = 100;

/// What is answered at a stage that asks for nothing but to be read.
pub const NEXT: &str = "next";

/// A guided first game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Who sits on each seat, as the coach calls them; empty for the learner.
    pub names: Vec<String>,
    pub scenes: Vec<LessonScene>,
}

/// A prepared position, and what to learn there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonScene {
    pub position: Position,
    /// What is played from there before the learner looks, as in a log: `1@0 S@a1`.
    #[serde(default)]
    pub entries: Vec<GameEntry<String>>,
    /// The learner's seat.
    pub seat: Seat,
    pub stages: Vec<Stage>,
}

/// Where a scene begins.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Position {
    /// A new game.
    New { seats: u8, options: Box<RawValue>, seed: u64 },
    /// A position as the game itself writes it, checked as it is read.
    State(Box<RawValue>),
}

/// One thing that the coach says, and what the learner does about it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    pub say: Words,
    /// Notations of which the learner plays one; `S@*` stands for all that begin so. None: the learner reads and goes on.
    #[serde(default)]
    pub wanted: Vec<String>,
    /// How to find it.
    #[serde(default)]
    pub hint: Option<Words>,
    /// Said once it is done.
    #[serde(default)]
    pub praise: Option<Words>,
    /// What the others, or the clock, do after it, as in a log.
    #[serde(default)]
    pub then: Vec<GameEntry<String>>,
}

/// What a learner asks (`POST /api/lessons/{game}`).
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "lesson.ts")]
pub struct Attend {
    /// What was answered at each stage so far: a notation, or `next`.
    pub played: Vec<String>,
    /// What the learner does now.
    #[serde(default, rename = "try")]
    #[ts(optional)]
    pub attempt: Option<String>,
}

/// The lesson as it stands: where, what the coach says, and the table through the learner's eyes.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "lesson.ts")]
pub struct LessonMoment {
    /// How many of the answers count, the one just tried included: those after them do not fit this lesson.
    pub kept: usize,
    pub scene: usize,
    /// The stage, counted over the whole lesson, from 0.
    pub stage: usize,
    pub stages: usize,
    /// The last word is being said.
    pub done: bool,
    /// What was well done at the stage before.
    pub praise: Option<Words>,
    pub say: Words,
    /// Whether the learner is to act; otherwise to read and go on.
    pub act: bool,
    pub hint: Option<Words>,
    /// One per seat; empty for the learner.
    pub names: Vec<String>,
    pub seat: Seat,
    #[ts(type = "unknown")]
    pub view: Box<RawValue>,
    /// In notation; none where there is only something to read.
    #[ts(type = "string[]")]
    pub actions: Box<RawValue>,
    pub awaited: Seats,
    pub outcome: Option<Outcome>,
    pub now: Millis,
    /// What has happened in this scene.
    pub steps: Vec<LessonStep>,
    /// How many of the steps came with the newest answer.
    pub fresh: usize,
    /// The rules refuse what was tried.
    pub refusal: Option<Refusal>,
    /// The rules allow what was tried, but it is not what the coach means.
    pub not_this: Option<Words>,
}

/// One happening, as the learner may know it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "lesson.ts")]
pub struct LessonStep {
    pub n: usize,
    pub at: Millis,
    pub seat: Option<Seat>,
    pub action: Option<String>,
    #[ts(type = "unknown[]")]
    pub events: Vec<Box<RawValue>>,
}

/// The lesson of a game, or nothing for an unknown one.
pub fn lesson(id: &str) -> Option<&'static Lesson> {
    static LESSONS: LazyLock<HashMap<&'static str, Lesson>> = LazyLock::new(|| {
        // A test reads them all; what cannot be read would not be offered.
        let read =
            |id: &&'static str| Some((*id, serde_json::from_str(crate::games::texts(id)?.lesson).ok()?));
        crate::GAMES.iter().filter_map(read).collect()
    });
    LESSONS.get(id)
}
