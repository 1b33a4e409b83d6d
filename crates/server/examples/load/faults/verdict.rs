//! Whether every promise was kept: from the logs as they stand in Postgres, and from what people were told.

use std::{collections::BTreeMap, process::Command, sync::Arc, time::Duration};

use table::{By, GameEntry, Millis};
use tokio::time::Instant;

use super::{
    group::{Group, Moment, look},
    kinds::{Fault, Happened},
    ledger::{BY_THE_RULES, Fate, Ledger, What},
};
use crate::{Trouble, town::Postgres};

/// A line that breaks within this time after a fault breaks because of it.
const JUST_AFTER: Duration = Duration::from_secs(2);

/// A table as Postgres has it.
struct Kept {
    game: String,
    rules: u16,
    seats: u8,
    options: String,
    seed: String,
    /// Entry by entry, with its number.
    log: Vec<(u64, String)>,
    /// When each of them was written, by the database's clock.
    walls: Vec<i64>,
}

impl Kept {
    fn entry(&self, n: u64) -> Option<&str> {
        self.log.iter().find(|(number, _)| *number == n).map(|(_, text)| text.as_str())
    }
}

#[derive(Debug, Default)]
pub(super) struct Verdict {
    /// What must not be.
    pub(super) broken: Vec<String>,
    pub(super) tables: usize,
    pub(super) entries: usize,
    pub(super) acknowledged: usize,
    pub(super) refused: usize,
    /// Sent more than once.
    pub(super) repeated: usize,
    /// Never answered, and found in the log.
    pub(super) unanswered_and_kept: usize,
    pub(super) timers: usize,
    /// Seats for which a bot began to play because somebody was gone.
    pub(super) helped: usize,
    /// Seats whose time ran out, and seats that were rated.
    pub(super) outs: usize,
    pub(super) ratings: usize,
    /// When something was refused, at which table, and why.
    pub(super) refusals: Vec<(Instant, String, String)>,
}

/// All logs, by the ids of their tables.
fn read(postgres: &Postgres) -> Result<BTreeMap<String, Kept>, Trouble> {
    let mut all = BTreeMap::new();
    let tables = postgres.query("SELECT id, game, rules, seats, seed, options FROM tables")?;
    for line in tables.lines() {
        let mut fields = line.splitn(6, '\t');
        let mut next = || fields.next().ok_or("a field is missing");
        let id = next()?.to_owned();
        let (game, rules, seats) = (next()?.to_owned(), next()?.parse()?, next()?.parse()?);
        let (seed, options) = (next()?.to_owned(), next()?.to_owned());
        all.insert(id, Kept { game, rules, seats, options, seed, log: Vec::new(), walls: Vec::new() });
    }
    let log = postgres.query(
        "SELECT tables.id, log.n, log.wall, log.entry FROM log JOIN tables ON tables.key = log.table_key ORDER BY log.table_key, log.n",
    )?;
    for line in log.lines() {
        let mut fields = line.splitn(4, '\t');
        let mut next = || fields.next().ok_or("a field is missing");
        let kept = all.get_mut(next()?).ok_or("a table is missing")?;
        let (n, wall) = (next()?.parse()?, next()?.parse()?);
        kept.log.push((n, next()?.to_owned()));
        kept.walls.push(wall);
    }
    Ok(all)
}

impl Verdict {
    /// `program`: the house's, which can make ratings anew.
    pub(super) fn on(groups: &[Arc<Group>], postgres: &Postgres, program: &str) -> Result<Self, Trouble> {
        let (mut verdict, all) = (Self::default(), read(postgres)?);
        verdict.rated(&all, postgres, program)?;
        for (id, told) in groups.iter().flat_map(|group| look(&group.told).clone()) {
            let Some(kept) = all.get(&id) else {
                verdict.broken.push(format!("table {id} is not there"));
                continue;
            };
            verdict.tables += 1;
            verdict.entries += kept.log.len();
            let mut broken = verdict.order(kept);
            for (seat, ledger) in told.iter().enumerate() {
                let ledger = look(ledger);
                broken.extend(verdict.person(kept, seat, &ledger));
                let refusals = ledger.refusals.iter();
                verdict.refusals.extend(refusals.map(|(when, why)| (*when, id.clone(), why.clone())));
            }
            let name = format!("{} ({})", id, kept.game);
            verdict.broken.extend(broken.into_iter().map(|what| format!("{name}: {what}")));
        }
        Ok(verdict)
    }

    /// Of two one at most runs out of time, once; and who played for their rating is rated once for each game, as the logs say.
    fn rated(
        &mut self,
        all: &BTreeMap<String, Kept>,
        postgres: &Postgres,
        program: &str,
    ) -> Result<(), Trouble> {
        for (id, kept) in all {
            let outs = kept.log.iter().filter(|(_, text)| text.starts_with("{\"out\"")).count();
            self.outs += outs;
            if outs > 1 {
                self.broken.push(format!("{id} ({}): time ran out {outs} times", kept.game));
            }
        }
        let rows = postgres.query(
            "SELECT tables.id, tables.seats, count(*), count(DISTINCT rated.guest) \
             FROM rated JOIN tables ON tables.key = rated.table_key GROUP BY 1, 2",
        )?;
        for row in rows.lines() {
            let fields: Vec<&str> = row.split('\t').collect();
            let [id, seats, ratings, people] = fields[..] else { return Err("a field is missing".into()) };
            self.ratings += ratings.parse::<usize>()?;
            if ratings != seats || people != seats {
                self.broken
                    .push(format!("{id}: {ratings} ratings of {people} people, and {seats} sat there"));
            }
        }
        if self.ratings == 0 {
            self.broken.push("nobody was rated".to_owned());
        }
        let url = Postgres::url(postgres.port);
        let anew = Command::new(program).args(["ratings", "--recompute", "--database", &url]).output()?;
        let said = String::from_utf8_lossy(&anew.stdout);
        if !anew.status.success()
            || !said.lines().next().is_some_and(|line| line.ends_with("all as they were"))
        {
            let trouble = String::from_utf8_lossy(&anew.stderr);
            self.broken.push(format!("ratings made anew from the logs: {said}{trouble}"));
        }
        Ok(())
    }

    /// No number twice or missing, every entry by the rules, and what happens by itself once and when it was due.
    fn order(&mut self, kept: &Kept) -> Vec<String> {
        let mut broken = Vec::new();
        if let Some((expected, (n, _))) = (1..).zip(&kept.log).find(|(expected, (n, _))| expected != n) {
            broken.push(format!("number {expected} is missing or twice: {n} stands there"));
        }
        let Ok(seed) = kept.seed.parse() else { return vec![format!("{} is no seed", kept.seed)] };
        let rules = table::RulesVersion(kept.rules);
        let mut game = match catalogue::open(&kept.game, rules, &kept.options, kept.seats, seed) {
            Ok(game) => game,
            Err(trouble) => return vec![trouble.to_string()],
        };
        let mut fired: Option<(u64, Millis, i64)> = None;
        for ((n, text), wall) in kept.log.iter().zip(&kept.walls) {
            self.helped += usize::from(text.starts_with("{\"helped\""));
            if text.contains("stand-in") {
                broken.push(format!("{n}: a bot took the place of somebody who was there: {text}"));
            }
            let Ok(entry) = text.parse::<GameEntry<String>>() else { continue };
            if matches!(entry.by, By::Clock) {
                // Where time has stood still it is noted when it runs again: then nothing is due, and nothing fires. What fires is
                // written as of its own moment.
                let again = |&(at, when, as_of): &(u64, Millis, i64)| {
                    (at, when) == (n - 1, entry.at) && wall - as_of < 1_000
                };
                if game.deadline().is_some_and(|due| due <= entry.at) {
                    self.timers += 1;
                    fired = Some((*n, entry.at, *wall));
                } else if fired.as_ref().is_some_and(again) {
                    broken.push(format!("{n}: {text} fired just before"));
                }
            }
            if let Err(refusal) = game.happen_unheard(&entry) {
                broken.push(format!("{n}: {text} is not by the rules: {refusal}"));
                break;
            }
        }
        broken
    }

    /// What somebody was told is what the log says, and all that stands there in their name they wanted, once.
    fn person(&mut self, kept: &Kept, seat: usize, ledger: &Ledger) -> Vec<String> {
        let mut broken: Vec<String> = ledger.complaints.clone();
        for (n, (by, action, said)) in &ledger.seen {
            let Some(text) = kept.entry(*n) else {
                broken.push(format!("{n} was shown and is not in the log"));
                continue;
            };
            let same = match (by, action, said) {
                (Some(by), Some(action), _) => is(text, *by, action),
                (_, _, Some(said)) => text.contains(&format!("\"{said}\"")),
                _ => true,
            };
            if !same {
                broken.push(format!("{n} was shown as {by:?} {action:?} {said:?} and is {text}"));
            }
        }
        // What stands in the log in their name and nobody has accounted for yet.
        let mine = seat as u64;
        let mut left: BTreeMap<u64, &str> = kept
            .log
            .iter()
            .filter(|(_, text)| {
                text.starts_with(&format!("{mine}@")) || text.contains(&format!("\"{mine} says "))
            })
            .map(|(n, text)| (*n, text.as_str()))
            .collect();
        let fits = |what: &What, text: &str| match what {
            What::Play(action) => is(text, mine, action),
            What::Say(said) => text.contains(&format!("\"{said}\"")),
        };
        for wish in &ledger.wishes {
            self.repeated += usize::from(wish.sent > 1);
            match wish.fate {
                Fate::Done(n) => {
                    self.acknowledged += 1;
                    let found = match &wish.what {
                        What::Play(_) => Some(n),
                        // Talk is there by then; at which number, nobody is told.
                        What::Say(_) => left
                            .iter()
                            .find(|(at, text)| **at <= n && fits(&wish.what, text))
                            .map(|(at, _)| *at),
                    };
                    let text = found.and_then(|n| left.remove(&n));
                    if !text.is_some_and(|text| fits(&wish.what, text)) {
                        let there = kept.entry(n);
                        broken
                            .push(format!("{:?} was acknowledged as {n}, where {there:?} stands", wish.what));
                    }
                }
                Fate::Refused => self.refused += 1,
                Fate::Unknown => {}
            }
        }
        for wish in ledger.wishes.iter().filter(|wish| wish.fate == Fate::Unknown) {
            let found =
                left.range(wish.since + 1..).find(|(_, text)| fits(&wish.what, text)).map(|(n, _)| *n);
            if let Some(n) = found {
                left.remove(&n);
                self.unanswered_and_kept += 1;
            }
        }
        // Whoever was away for long where time runs by itself was helped: from then on a bot may have played for them.
        let helped = kept.log.iter().find(|(_, text)| *text == format!("{{\"helped\":{{\"seat\":{mine}}}}}"));
        let helped = helped.map_or(u64::MAX, |(n, _)| *n);
        for (n, text) in
            left.into_iter().filter(|(n, text)| *n < helped || !text.starts_with(&format!("{mine}@")))
        {
            let wishes = ledger.wishes.iter().filter(|wish| fits(&wish.what, text));
            let wishes: Vec<_> = wishes.filter(|wish| wish.since < n).collect();
            broken.push(format!(
                "{n}: {text} was refused, or stands there once more than seat {seat} wanted it: {wishes:?}"
            ));
        }
        broken
    }
}

/// Whether this entry is this action of this seat.
fn is(text: &str, seat: u64, action: &str) -> bool {
    text.starts_with(&format!("{seat}@"))
        && text.split_once(' ').is_some_and(|(_, notation)| notation == action)
}

/// Nobody who plays at a house that is asked to stop is told no, unless it is by the rules.
pub(super) fn told_no(verdict: &Verdict, faults: &[Happened]) -> Vec<String> {
    let mut broken = Vec::new();
    for fault in faults.iter().filter(|fault| fault.fault == Fault::Stopped) {
        for (when, table, why) in &verdict.refusals {
            if (fault.from..=fault.to + JUST_AFTER).contains(when) && !why.starts_with(BY_THE_RULES) {
                broken.push(format!("{table}: a house was asked to stop, and somebody was told: {why}"));
            }
        }
    }
    broken
}

/// The longest that anybody was without a table because of each kind of fault: from lines that broke while it happened or just
/// after.
pub(super) fn longest_away(groups: &[Arc<Group>], faults: &[Happened]) -> BTreeMap<Fault, Duration> {
    let mut longest = BTreeMap::new();
    for (lost, back) in groups.iter().flat_map(|group| look(&group.away).clone()) {
        let why = faults.iter().rfind(|fault| fault.from <= lost && lost <= fault.to + JUST_AFTER);
        if let Some(fault) = why {
            let known: &mut Duration = longest.entry(fault.fault).or_default();
            *known = (*known).max(back.duration_since(lost));
        }
    }
    longest
}

/// The longest that a group saw nothing happen while nothing was wrong, and from when on; either where something had to, or
/// where it was `held` by a bot.
pub(super) fn longest(seen: &[Moment], held: bool, faults: &[Happened]) -> (Duration, Instant) {
    let mut longest = (Duration::ZERO, seen[0].at);
    for gap in seen.windows(2).filter(|gap| gap[0].held == held) {
        // What of the gap lies before, between and after the times when something was wrong.
        let (mut from, until) = (gap[0].at, gap[1].at);
        let within = faults.iter().filter(|fault| fault.to > gap[0].at && fault.from < until);
        for (wrong, right) in within.map(|fault| (fault.from, fault.to)).chain([(until, until)]) {
            longest = longest.max((wrong.saturating_duration_since(from), from));
            from = from.max(right);
        }
    }
    longest
}
