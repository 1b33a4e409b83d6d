//! The rules, in the order of the clauses: a turn (P-4, P-5), [jumps] (P-6 to P-14), the [end] (P-15 to P-19).

mod draw;
mod end;
mod fan;
mod jumps;
mod turn;

pub(crate) use end::{GOAL, LONGEST_QUIET, RECURRENCE};
pub(crate) use jumps::line;
