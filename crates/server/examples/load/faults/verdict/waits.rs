//! How long people had to wait: for their table, for an answer, and for anything to happen at all.

use std::{collections::BTreeMap, time::Duration};

use tokio::time::Instant;

use super::super::{
    group::Moment,
    kinds::{Fault, Happened},
    ledger::BY_THE_RULES,
};

/// What breaks or is refused within this time after a fault is because of it.
const JUST_AFTER: Duration = Duration::from_secs(2);

/// From when to when.
pub(in crate::faults) type Span = (Instant, Instant);

/// Somebody wanted something at a table, and waited for the answer; whoever got none waits still.
#[derive(Clone, Debug)]
pub(in crate::faults) struct Wait {
    pub(in crate::faults) sent: Instant,
    pub(in crate::faults) answered: Option<Instant>,
    pub(in crate::faults) what: String,
}

/// Nobody who plays at a house that is asked to stop is told no, unless it is by the rules. `refusals`: when, at which table, and
/// why.
pub(in crate::faults) fn told_no(refusals: &[(Instant, String, String)], faults: &[Happened]) -> Vec<String> {
    let mut broken = Vec::new();
    for fault in faults.iter().filter(|fault| fault.fault == Fault::Stopped) {
        for (when, table, why) in refusals {
            if (fault.from..=fault.to + JUST_AFTER).contains(when) && !why.starts_with(BY_THE_RULES) {
                broken.push(format!("{table}: a house was asked to stop, and somebody was told: {why}"));
            }
        }
    }
    broken
}

/// The longest that anybody waited for an answer to what they wanted while this went wrong.
pub(in crate::faults) fn longest_wait<'a>(
    waits: &'a [Wait],
    fault: &Happened,
    end: Instant,
) -> Option<(Duration, &'a Wait)> {
    let during = waits
        .iter()
        .map(|wait| (wait, wait.answered.unwrap_or(end)))
        .filter(|(wait, until)| wait.sent <= fault.to && *until >= fault.from);
    during.map(|(wait, until)| (until.duration_since(wait.sent), wait)).max_by_key(|(waited, _)| *waited)
}

/// The longest that anybody was without a table because of each kind of fault: from lines that broke while it happened or just
/// after.
pub(in crate::faults) fn longest_away(away: &[Span], faults: &[Happened]) -> BTreeMap<Fault, Duration> {
    let mut longest = BTreeMap::new();
    for (lost, back) in away {
        let why = faults.iter().rfind(|fault| fault.from <= *lost && *lost <= fault.to + JUST_AFTER);
        if let Some(fault) = why {
            let known: &mut Duration = longest.entry(fault.fault).or_default();
            *known = (*known).max(back.duration_since(*lost));
        }
    }
    longest
}

/// When a table may stand still: while something is wrong with what it needs. A house that is killed, or that stops in good
/// order, is no reason.
pub(in crate::faults) fn excused(faults: &[Happened]) -> Vec<Span> {
    let lasts = |fault: &&Happened| !matches!(fault.fault, Fault::Killed | Fault::Stopped);
    faults.iter().filter(lasts).map(|fault| (fault.from, fault.to)).collect()
}

/// The longest that a group saw nothing happen, and from when on, less the time for which that is `excused`; either where
/// something had to happen, or where it was `held` by a bot.
pub(in crate::faults) fn longest(seen: &[Moment], held: bool, excused: &[Span]) -> (Duration, Instant) {
    let mut excused = excused.to_vec();
    excused.sort_unstable();
    let gaps = seen.windows(2).filter(|gap| gap[0].held == held);
    let stills = gaps.map(|gap| (without((gap[0].at, gap[1].at), &excused), gap[0].at));
    stills.max_by_key(|(still, _)| *still).unwrap_or((Duration::ZERO, seen[0].at))
}

/// How much of this is left without those spans, which are in order.
fn without((mut from, until): Span, excused: &[Span]) -> Duration {
    let mut left = Duration::ZERO;
    for (begins, ends) in excused {
        left += (*begins).min(until).saturating_duration_since(from);
        from = from.max(*ends);
    }
    left + until.saturating_duration_since(from)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn happened(zero: Instant, fault: Fault, from: f64, to: f64) -> Happened {
        let (from, to) = (zero + seconds(from), zero + seconds(to));
        Happened { fault, from, to, what: Value::Null, broken: None }
    }

    fn moments(zero: Instant, seen: &[f64]) -> Vec<Moment> {
        seen.iter().map(|at| Moment { at: zero + seconds(*at), held: false }).collect()
    }

    #[test]
    fn a_table_that_stands_across_faults_that_are_not_its_own_is_seen() {
        let zero = Instant::now();
        // Frozen, cut and restarted, with three and a half seconds in between: nothing happens for half a minute.
        let faults = [
            happened(zero, Fault::Frozen, 2.0, 12.0),
            happened(zero, Fault::CutFromNats, 15.5, 19.5),
            happened(zero, Fault::PostgresRestarted, 23.0, 25.0),
        ];
        let seen = moments(zero, &[0.0, 1.0, 28.0]);
        let (still, from) = longest(&seen, false, &excused(&faults));
        assert_eq!((still, from), (seconds(1.0 + 3.5 + 3.5 + 3.0), zero + seconds(1.0)));
        assert_eq!(longest(&seen, true, &excused(&faults)).0, Duration::ZERO);
    }

    #[test]
    fn faults_at_the_same_time_excuse_it_once_and_those_before_and_after_not_at_all() {
        let zero = Instant::now();
        let span = |from, to| (zero + seconds(from), zero + seconds(to));
        let excused = [span(2.0, 6.0), span(3.0, 4.0), span(5.0, 7.0), span(0.0, 1.0), span(9.0, 12.0)];
        assert_eq!(longest(&moments(zero, &[1.0, 8.0]), false, &excused).0, seconds(2.0));
        assert_eq!(longest(&moments(zero, &[0.5, 10.0]), false, &excused).0, seconds(3.0));
    }

    #[test]
    fn a_house_that_dies_or_stops_is_no_reason_to_stand_still() {
        let zero = Instant::now();
        let faults = [happened(zero, Fault::Killed, 1.0, 1.0), happened(zero, Fault::Stopped, 2.0, 12.0)];
        assert_eq!(longest(&moments(zero, &[1.0, 12.0]), false, &excused(&faults)).0, seconds(11.0));
    }

    #[test]
    fn whoever_waits_for_an_answer_while_a_house_stops_is_measured_also_if_it_never_comes() {
        let zero = Instant::now();
        let stop = happened(zero, Fault::Stopped, 10.0, 14.0);
        let wait = |sent: f64, answered: Option<f64>| Wait {
            sent: zero + seconds(sent),
            answered: answered.map(|at| zero + seconds(at)),
            what: String::new(),
        };
        let end = zero + seconds(60.0);
        let longest = |waits: &[Wait]| longest_wait(waits, &stop, end).map(|(waited, _)| waited);
        let waits = [wait(9.5, Some(10.5)), wait(13.9, Some(17.0)), wait(1.0, Some(9.0)), wait(15.0, None)];
        assert_eq!(longest(&waits), Some(seconds(3.1)));
        assert_eq!(longest(&waits[..1]), Some(seconds(1.0)));
        assert_eq!(longest(&waits[2..]), None, "before and after");
        assert_eq!(longest(&[wait(12.0, None)]), Some(seconds(48.0)));
    }

    #[test]
    fn nobody_is_told_no_until_the_house_has_ended() {
        let zero = Instant::now();
        let stop = [happened(zero, Fault::Stopped, 10.0, 16.0)];
        let no = |at: f64, why: &str| vec![(zero + seconds(at), "x".to_owned(), why.to_owned())];
        assert_eq!(told_no(&no(15.0, "The house could not save this."), &stop).len(), 1);
        assert_eq!(told_no(&no(9.0, "The house could not save this."), &stop), [""; 0]);
        assert_eq!(told_no(&no(15.0, "by the rules: P-10"), &stop), [""; 0]);
    }

    #[test]
    fn whoever_loses_their_line_as_a_house_ends_was_away_because_of_it() {
        let zero = Instant::now();
        let stop = [happened(zero, Fault::Stopped, 10.0, 16.0)];
        let away = |from: f64, to: f64| [(zero + seconds(from), zero + seconds(to))];
        assert_eq!(longest_away(&away(15.0, 19.0), &stop)[&Fault::Stopped], seconds(4.0));
        assert!(longest_away(&away(9.0, 19.0), &stop).is_empty());
    }
}
