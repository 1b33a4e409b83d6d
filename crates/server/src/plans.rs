//! *If they do this, I do that*: what somebody means to answer, at tables of hours or days of games that hold no surprise.
//!
//! A plan is a secret of one seat and changes nothing by itself, so it is kept beside the log. What it comes to is a function
//! of the plan and of what was played since it was made: so whoever minds the table may answer, and the log decides who was first.

use bots::Act;
use table::Seat;

use crate::{fold::Table, people::Guest, protocol::Phase, store::plans::PlanRow};

/// No line is longer: ten turns of both where a turn has two actions.
pub(crate) const LONGEST: usize = 40;
/// So many lines somebody may have at one table.
pub(crate) const MOST: usize = 20;

/// A line: what would be played, one after the other, by whom.
pub(crate) type Line = Vec<Act>;

/// One guest's lines at one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) guest: Guest,
    pub(crate) seat: Seat,
    /// After which number of the log they begin.
    pub(crate) base: u64,
    pub(crate) lines: Vec<Line>,
}

impl Plan {
    /// What is kept; a plan that cannot be read has no lines.
    pub(crate) fn read(row: &PlanRow) -> Self {
        Self {
            guest: row.guest,
            seat: Seat(row.seat as u8),
            base: row.base as u64,
            lines: serde_json::from_str(&row.lines).unwrap_or_default(),
        }
    }

    /// As it is kept: nothing, if there are no lines.
    pub(crate) fn write(&self) -> Option<PlanRow> {
        let lines = serde_json::to_string(&self.lines).ok().filter(|_| !self.lines.is_empty())?;
        Some(PlanRow { guest: self.guest, seat: i64::from(self.seat.0), base: self.base as i64, lines })
    }

    /// What is left of each line that fits all that was played since.
    pub(crate) fn living(&self, table: &Table) -> Vec<Line> {
        let Some(since) = self.since(table) else { return Vec::new() };
        self.lines.iter().filter_map(|line| rest(line, &since)).filter(|rest| !rest.is_empty()).collect()
    }

    /// What its seat does now.
    pub(crate) fn answer(&self, table: &Table) -> Option<Act> {
        self.living(table).into_iter().map(|mut line| line.swap_remove(0)).find(|act| act.seat == self.seat)
    }

    /// What was played since, as long as the plan holds.
    fn since<'a>(&self, table: &'a Table) -> Option<Vec<(Seat, &'a str)>> {
        let theirs = table.chairs.person(self.seat) == Some(self.guest);
        (theirs && may_plan(table) && table.phase() == Phase::Playing).then(|| since(table, self.base))?
    }
}

/// Whether one can plan ahead at this table: nobody knows more than others of what will come, and people come once in a while.
pub(crate) fn may_plan(table: &Table) -> bool {
    table.about.foreseeable && table.terms.is_by_turns()
}

/// From which number of the log on a plan that is made now begins.
pub(crate) fn base(table: &Table) -> u64 {
    table.game_n.max(table.unsettled)
}

/// What was played after this number of the log, if nothing was taken back and nobody changed seats since.
pub(crate) fn since(table: &Table, n: u64) -> Option<Vec<(Seat, &str)>> {
    let known = table.unsettled <= n && n <= base(table);
    known.then(|| table.played.acts_after(n))?
}

/// What is left of a line after this was played; nothing if it goes otherwise.
pub(crate) fn rest(line: &[Act], since: &[(Seat, &str)]) -> Option<Line> {
    let (begun, rest) = line.split_at_checked(since.len())?;
    let fits = begun.iter().zip(since).all(|(act, &(seat, action))| act.seat == seat && act.action == action);
    fits.then(|| rest.to_vec())
}

/// These lines and one more. Where both say what `seat` does after the same, the newer one counts; what a longer line says
/// already is not kept twice.
pub(crate) fn with(lines: Vec<Line>, new: Line, seat: Seat) -> Vec<Line> {
    if new.is_empty() || lines.iter().any(|line| line.starts_with(&new)) {
        return lines;
    }
    let parts = |line: &Line| line.iter().zip(&new).find(|(old, new)| old != new).map(|(old, _)| old.seat);
    let mut lines: Vec<Line> = lines
        .into_iter()
        .filter(|line| match parts(line) {
            Some(by) => by != seat,
            // One is the beginning of the other: then the new one is longer.
            None => false,
        })
        .collect();
    lines.push(new);
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ME: Seat = Seat(1);

    /// Both act in turn, the other first; each has three things to do.
    fn line(actions: &[u8]) -> Line {
        let act = |(n, action): (usize, &u8)| Act { seat: Seat((n % 2) as u8), action: action.to_string() };
        actions.iter().enumerate().map(act).collect()
    }

    fn lines() -> impl Strategy<Value = Vec<Vec<u8>>> {
        // A line ends with an answer.
        let line = prop::collection::vec(0..3u8, 1..4)
            .prop_map(|line| line.iter().flat_map(|&act| [act, (act * 7 + line.len() as u8) % 3]).collect());
        prop::collection::vec(line, 0..8)
    }

    fn answers(lines: &[Line], played: &[u8]) -> Vec<Act> {
        let played = line(played);
        let since: Vec<(Seat, &str)> = played.iter().map(|act| (act.seat, act.action.as_str())).collect();
        let rests = lines.iter().filter_map(|line| rest(line, &since));
        let mut answers: Vec<Act> =
            rests.filter_map(|rest| rest.into_iter().next()).filter(|act| act.seat == ME).collect();
        answers.dedup();
        answers
    }

    proptest! {
        /// An answer comes exactly if a line says so and all that was played is that line's, and never are there two;
        /// keeping lines twice, or beginnings of them, changes nothing.
        #[test]
        fn a_line_answers_exactly_if_all_that_was_played_is_its_own(
            told in lines(),
            played in prop::collection::vec(0..3u8, 0..6),
        ) {
            let kept = told.iter().fold(Vec::new(), |kept, new| with(kept, line(new), ME));
            let found = answers(&kept, &played);
            prop_assert!(found.len() <= 1, "{kept:?} after {played:?}: {found:?}");
            // The newest line that has an answer to this, if none after it took back what led here.
            let says = |told: &&Vec<u8>| {
                told.len() > played.len() && told.starts_with(&played) && played.len() % 2 == 1
            };
            if let Some(act) = found.first() {
                let wanted = told.iter().filter(says).map(|told| told[played.len()].to_string());
                prop_assert!(wanted.into_iter().any(|wanted| wanted == act.action));
            }
            if let Some(newest) = told.last().filter(|told| says(told)) {
                prop_assert_eq!(found, vec![Act { seat: ME, action: newest[played.len()].to_string() }]);
            }
            let again = kept.iter().fold(kept.clone(), |kept, line| with(kept, line.clone(), ME));
            prop_assert_eq!(&again, &kept, "what is known is not kept twice");
            let begun = kept.iter().fold(kept.clone(), |kept, line| with(kept, line[..line.len() / 2].to_vec(), ME));
            prop_assert_eq!(&begun, &kept, "nor is its beginning");
            let mut turned = kept.clone();
            turned.reverse();
            prop_assert_eq!(answers(&turned, &played), answers(&kept, &played), "in whatever order");
        }

        /// What is left of the lines answers as the lines did.
        #[test]
        fn what_is_left_of_a_plan_is_a_plan(
            told in lines(),
            first in 0..3u8,
            later in prop::collection::vec(0..3u8, 0..5),
        ) {
            let kept = told.iter().fold(Vec::new(), |kept, new| with(kept, line(new), ME));
            let reply = answers(&kept, &[first]);
            let Some(reply) = reply.first().and_then(|act| act.action.parse::<u8>().ok()) else { return Ok(()) };
            let begun = line(&[first, reply]);
            let since: Vec<(Seat, &str)> = begun.iter().map(|act| (act.seat, act.action.as_str())).collect();
            let left: Vec<Line> = kept.iter().filter_map(|line| rest(line, &since)).collect();
            let all: Vec<u8> = [first, reply].into_iter().chain(later.iter().copied()).collect();
            prop_assert_eq!(answers(&left, &later), answers(&kept, &all));
        }
    }
}
