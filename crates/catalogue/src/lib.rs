//! The games of Quintette behind one dynamic, JSON-speaking interface.
//!
//! This is the only place that knows the games by name. The server, the bots, the command line and the client see
//! [`Live`] games and what [`About`](table::About) says of them.

#[macro_use]
mod games;
mod lesson;
mod live;
mod log_file;
mod options;
mod out;
mod patch;
mod replay;
mod rules;
mod seen;
mod trouble;
#[cfg(feature = "types")]
pub mod types;

#[doc(hidden)]
pub use games::crates;
pub use games::{GAMES, abouts, canonical_options, load, open, open_newest};
pub use lesson::{
    Attend, Lesson, LessonMoment, LessonScene, LessonStep, MOST_ANSWERS, NEXT, Position, Stage, lesson,
};
pub use live::{Checked, Happened, Heard, Live, LiveGame};
pub use log_file::{BadLogFile, LogFile, Verified};
pub use options::{BadOptions, read_options};
pub use out::{Out, WhyOut, outcome};
pub use patch::Patch;
pub use replay::{Moment, Moments, Perspective, UnknownPerspective};
pub use rules::{RulesClause, RulesPage, RulesSection, rules};
pub use seen::Seen;
pub use trouble::Trouble;
