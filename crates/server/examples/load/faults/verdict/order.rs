//! What the log says by itself: no number twice or missing, every entry by the rules, what happens by itself once and at its own
//! instant, and no time that stood still.

use catalogue::Live;
use table::{By, GameEntry, Millis};

use super::kept::{Kept, Row};

/// By so much may a table's clock differ from everybody's from one entry to another: what nodes do not know better.
const APART: i64 = 1_000;

/// What was seen in one log.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::faults) struct Order {
    pub(in crate::faults) broken: Vec<String>,
    /// How often time ran out.
    pub(in crate::faults) timers: usize,
    /// Seats for which a bot began to play because somebody was gone: where time runs, and because the others wanted it.
    pub(in crate::faults) helped: usize,
    pub(in crate::faults) stood_in: usize,
    /// How often something was taken back, and a question was dropped.
    pub(in crate::faults) undone: usize,
    pub(in crate::faults) dropped: usize,
    /// How far a table's clock was from everybody's at most, in milliseconds, though it should have run with it.
    pub(in crate::faults) apart: i64,
}

/// `away`: from when to when the database was away, by its clock. Then time may stand still; never otherwise, as long as people
/// or sand are there.
pub(super) fn order(kept: &Kept, away: &[(i64, i64)]) -> Order {
    let mut order = Order::default();
    if let Some((expected, row)) = (1..).zip(&kept.log).find(|(expected, row)| *expected != row.n) {
        order.broken.push(format!("number {expected} is missing or twice: {} stands there", row.n));
    }
    let mut game = match begin(kept) {
        Ok(game) => game,
        Err(trouble) => {
            order.broken.push(trouble);
            return order;
        }
    };
    let mut played: Vec<(u64, GameEntry<String>)> = Vec::new();
    let (mut last_at, mut clock, mut fired) = (Millis::ZERO, Clock::default(), None);
    for row in &kept.log {
        let Row { n, text, wall } = row;
        order.helped += usize::from(text.starts_with("{\"helped\""));
        order.stood_in += usize::from(text.starts_with("{\"stand-in\""));
        order.dropped += usize::from(text == "\"drop\"");
        if let Some(to) = taken_back_to(text) {
            order.undone += 1;
            played.retain(|(n, _)| *n <= to);
            match again(kept, &played) {
                Ok(before) => game = before,
                Err(trouble) => {
                    order.broken.push(format!("{n}: {trouble}"));
                    break;
                }
            }
            continue;
        }
        let Ok(entry) = text.parse::<GameEntry<String>>() else { continue };
        let due = game.deadline();
        match clock.runs(due.is_some(), row, entry.at, away) {
            Some(apart) if apart.abs() > APART => {
                let how = if apart > 0 { "stood still" } else { "jumped ahead" };
                order.broken.push(format!("{n}: {text}: the table's clock {how} by {apart} ms before it"));
                clock = Clock::default();
            }
            apart => order.apart = order.apart.max(apart.unwrap_or_default().abs()),
        }
        if matches!(entry.by, By::Clock) {
            // Where time has stood still it is noted when it runs again: then nothing is due, and nothing fires. What fires is
            // written as of its own moment.
            let again = |&(at, when, as_of): &(u64, Millis, i64)| {
                (at, when) == (n - 1, entry.at) && wall - as_of < 1_000
            };
            if let Some(due) = due.filter(|due| *due <= entry.at) {
                order.timers += 1;
                fired = Some((*n, entry.at, *wall));
                if entry.at != due.max(last_at) {
                    let instant = due.max(last_at);
                    order
                        .broken
                        .push(format!("{n}: {text} ran out at {instant}, and not when it is written"));
                }
            } else if fired.as_ref().is_some_and(again) {
                order.broken.push(format!("{n}: {text} fired just before"));
            }
        }
        if let Err(refusal) = game.happen_unheard(&entry) {
            order.broken.push(format!("{n}: {text} is not by the rules: {refusal}"));
            break;
        }
        last_at = entry.at;
        played.push((*n, entry));
    }
    order
}

/// How a table's clock goes by everybody's.
#[derive(Debug, Default)]
struct Clock {
    /// When it was at zero, and when that was seen last.
    zero: Option<(i64, i64)>,
}

impl Clock {
    /// How much later it was at zero by this entry than by those before, if time ran from the last to this one.
    fn runs(&mut self, time_runs: bool, row: &Row, at: Millis, away: &[(i64, i64)]) -> Option<i64> {
        let zero = row.wall - at.0 as i64;
        let known = self
            .zero
            .filter(|(_, seen)| time_runs && !away.iter().any(|(from, to)| seen <= to && *from <= row.wall));
        // Little by little is no better than at once: the first one counts.
        self.zero = Some((known.map_or(zero, |(first, _)| first), row.wall));
        known.map(|(first, _)| zero - first)
    }
}

fn begin(kept: &Kept) -> Result<Box<dyn Live>, String> {
    let seed = kept.seed.parse().map_err(|_| format!("{} is no seed", kept.seed))?;
    let rules = table::RulesVersion(kept.rules);
    catalogue::open(&kept.game, rules, &kept.options, kept.seats, seed).map_err(|trouble| trouble.to_string())
}

/// The game after what stands.
fn again(kept: &Kept, played: &[(u64, GameEntry<String>)]) -> Result<Box<dyn Live>, String> {
    let mut game = begin(kept)?;
    for (n, entry) in played {
        game.happen_unheard(entry).map_err(|refusal| format!("without what came after {n}: {refusal}"))?;
    }
    Ok(game)
}

/// The number after which the game stands again, if this takes something back.
fn taken_back_to(text: &str) -> Option<u64> {
    let entry: serde_json::Value = text.starts_with('{').then(|| serde_json::from_str(text).ok())??;
    entry["undo"]["to"].as_u64()
}

#[cfg(test)]
mod tests {
    use super::{super::kept::tests::kept, *};

    /// A game of sand for two as it is played by whoever takes the first thing they may, the clock going with everybody's
    /// from `zero` on: the first `length` entries.
    fn sand(length: usize) -> Kept {
        let mut kept = kept("quicksand", 2, r#"{"level":3,"pace":"fierce"}"#, &[]);
        let (mut game, mut at) = (begin(&kept).expect("it begins"), Millis::ZERO);
        for n in 1..=length as u64 {
            at = at + Millis(700);
            let entry = match game.deadline().filter(|due| *due <= at || game.awaited().is_empty()) {
                Some(due) => GameEntry::tick(due),
                None => {
                    let seat = game.awaited().iter().next().expect("somebody is awaited");
                    let actions = game.actions(seat);
                    let action = actions.iter().find(|action| !action.starts_with("suggest"));
                    GameEntry::act(seat, action.expect("there is something to do").clone(), at)
                }
            };
            at = entry.at;
            game.happen_unheard(&entry).expect("it is by the rules");
            kept.log.push(Row { n, wall: 1_000_000 + at.0 as i64, text: entry.to_string() });
        }
        kept
    }

    /// Where the sand ran out for the first time.
    fn ran_out(kept: &Kept) -> usize {
        kept.log.iter().position(|row| row.text.starts_with("clock@")).expect("sand runs out")
    }

    #[test]
    fn sand_that_ran_out_at_its_own_instant_is_fine() {
        let kept = sand(40);
        let seen = order(&kept, &[]);
        assert_eq!((seen.broken, seen.apart), (vec![], 0));
        assert!(seen.timers > 0, "{:?}", kept.log);
    }

    #[test]
    fn sand_that_is_written_as_of_later_is_not() {
        let mut kept = sand(40);
        let at = ran_out(&kept);
        kept.log.truncate(at + 1);
        let row = &mut kept.log[at];
        let due: u64 = row.text["clock@".len()..].parse().expect("a moment");
        (row.text, row.wall) = (format!("clock@{}", due + 10_000), row.wall + 10_000);
        let broken = order(&kept, &[]).broken;
        assert!(broken.len() == 1 && broken[0].contains(&format!("ran out at {due}")), "{broken:?}");
    }

    #[test]
    fn a_clock_that_stood_still_is_seen_where_nothing_was_away() {
        let mut kept = sand(40);
        let at = ran_out(&kept);
        let (before, after) = (kept.log[at - 1].wall, kept.log[at].wall + 3_000);
        kept.log[at..].iter_mut().for_each(|row| row.wall += 3_000);
        let broken = order(&kept, &[]).broken;
        assert!(broken.len() == 1 && broken[0].contains("stood still by 3000 ms"), "{broken:?}");
        let away = [(before + 100, after - 200)];
        assert_eq!(order(&kept, &away).broken, [""; 0], "the database was away");
        assert_eq!(order(&kept, &[(0, before - 1)]).broken.len(), 1, "it was away long before");
    }

    #[test]
    fn a_clock_that_stands_still_for_a_moment_at_each_entry_is_seen_as_well() {
        let mut kept = sand(40);
        let at = ran_out(&kept);
        for (times, row) in (0..).zip(&mut kept.log[at - 1..]) {
            row.wall += 400 * times;
        }
        assert!(order(&kept, &[]).broken[0].contains("stood still"));
    }

    #[test]
    fn a_clock_that_jumped_ahead_took_somebodys_sand() {
        let mut kept = sand(40);
        let at = ran_out(&kept);
        kept.log[at..].iter_mut().for_each(|row| row.wall -= 2_000);
        assert!(order(&kept, &[]).broken[0].contains("jumped ahead"));
    }

    #[test]
    fn what_was_taken_back_counts_no_more() {
        let mut log = vec![(0, "0@10 S@a1"), (0, "0@20 A+90")];
        log.push((0, r#"{"undo":{"seat":0,"to":1}}"#));
        log.push((0, "0@30 A+90"));
        let seen = order(&kept("pyramids", 2, "{}", &log), &[]);
        assert_eq!((seen.broken, seen.undone), (vec![], 1));
        log.remove(2);
        assert!(!order(&kept("pyramids", 2, "{}", &log), &[]).broken.is_empty(), "nobody turns it twice");
    }
}
