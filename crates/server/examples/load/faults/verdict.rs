//! Whether every promise was kept: from the logs as they stand in Postgres, and from what people were told.

mod agreed;
mod kept;
mod order;
mod told;
mod waits;

use std::{
    collections::BTreeMap,
    process::Command,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tokio::time::Instant;

use super::{
    group::{Called, Group, look},
    kinds::{Fault, Happened},
    ledger::{Fate, Ledger, What},
};
use crate::{Trouble, town::Postgres};
use agreed::{Sitting, agreed};
use kept::Kept;
use order::{Order, order};
use told::{Told, told};
pub(super) use waits::{Wait, excused, longest, longest_away, longest_wait, told_no};

/// A house whose line to NATS is silent does not know for so long.
const UNHEARD: Duration = Duration::from_secs(8);
/// So long after the database is back time may still stand: until its nodes know, and have opened the tables again.
const KNOWN: Duration = Duration::from_secs(5);

#[derive(Debug, Default)]
pub(super) struct Verdict {
    /// What must not be.
    pub(super) broken: Vec<String>,
    pub(super) tables: usize,
    pub(super) entries: usize,
    /// What the logs say, …
    pub(super) logs: Order,
    /// … and what people were told.
    pub(super) people: Told,
    /// Seats whose time ran out, and seats that were rated.
    pub(super) outs: usize,
    pub(super) ratings: usize,
    /// So often was somebody passed over because it was not known yet that houses did not hear each other.
    pub(super) unheard: usize,
    pub(super) rematches: usize,
    /// Names that were chosen and acknowledged.
    pub(super) renamed: usize,
    /// When something was refused, at which table, and why.
    pub(super) refusals: Vec<(Instant, String, String)>,
    /// How long people waited for answers.
    pub(super) waits: Vec<Wait>,
}

/// Moments by the database's clock, which is this machine's.
struct Walls {
    instant: Instant,
    wall: SystemTime,
}

impl Walls {
    fn of(&self, instant: Instant) -> i64 {
        let ago = self.instant.saturating_duration_since(instant);
        let wall = (self.wall - ago).duration_since(UNIX_EPOCH).unwrap_or_default();
        wall.as_millis() as i64
    }

    fn away(&self, happened: &[Happened]) -> Vec<(i64, i64)> {
        let away = happened.iter().filter(|this| this.fault == Fault::PostgresRestarted);
        away.map(|this| (self.of(this.from), self.of(this.to) + KNOWN.as_millis() as i64)).collect()
    }

    /// When houses did not hear each other and could not know.
    fn unheard(&self, happened: &[Happened]) -> Vec<(i64, i64)> {
        let cut = happened.iter().filter(|this| this.fault == Fault::CutFromNats);
        cut.map(|this| (self.of(this.from), self.of(this.from) + UNHEARD.as_millis() as i64)).collect()
    }

    fn sitting(&self, ledger: &Ledger) -> Sitting {
        let lines = ledger.lines.iter();
        let lines = lines.map(|(from, to)| (self.of(*from), to.map_or(i64::MAX, |to| self.of(to))));
        let noes = ledger.wishes.iter().filter(|wish| wish.what == What::Answer(false));
        let noes = noes.filter_map(|wish| match wish.fate {
            Fate::Done(n) => Some((wish.since, n)),
            Fate::Unknown => Some((wish.since, u64::MAX)),
            Fate::Refused => None,
        });
        Sitting { lines: lines.collect(), noes: noes.collect() }
    }
}

impl Verdict {
    /// `program`: the house's, which can make ratings anew. `away`: for how long somebody is gone before others may let a bot play.
    pub(super) fn on(
        groups: &[Arc<Group>],
        happened: &[Happened],
        postgres: &Postgres,
        program: &str,
        away: Duration,
    ) -> Result<Self, Trouble> {
        let (mut verdict, all) = (Self::default(), kept::read(postgres)?);
        let names = kept::names(postgres)?;
        let walls = Walls { instant: Instant::now(), wall: SystemTime::now() };
        let (postgres_away, unheard) = (walls.away(happened), walls.unheard(happened));
        verdict.rated(&all, postgres, program)?;
        verdict.rematched(&all);
        for group in groups {
            for (id, told_there) in look(&group.told).clone() {
                let Some(kept) = all.get(&id) else {
                    verdict.broken.push(format!("table {id} is not there"));
                    continue;
                };
                verdict.tables += 1;
                verdict.entries += kept.log.len();
                let mut broken = verdict.log(order(kept, &postgres_away));
                let mut people = BTreeMap::new();
                for ledger in &told_there {
                    let ledger = look(ledger);
                    broken.extend(verdict.person(&id, kept, &ledger));
                    people.insert(ledger.seat as u64, walls.sitting(&ledger));
                }
                let agreed = agreed(kept, &people, away.as_millis() as i64, &unheard);
                verdict.unheard += agreed.unheard;
                broken.extend(agreed.broken);
                let name = format!("{} ({})", id, kept.game);
                verdict.broken.extend(broken.into_iter().map(|what| format!("{name}: {what}")));
            }
            verdict.called(group, &all, &names);
        }
        Ok(verdict)
    }

    fn log(&mut self, seen: Order) -> Vec<String> {
        let all = &mut self.logs;
        all.timers += seen.timers;
        all.helped += seen.helped;
        all.stood_in += seen.stood_in;
        all.undone += seen.undone;
        all.dropped += seen.dropped;
        all.apart = all.apart.max(seen.apart);
        seen.broken
    }

    fn person(&mut self, id: &str, kept: &Kept, ledger: &Ledger) -> Vec<String> {
        let refusals = ledger.refusals.iter();
        self.refusals.extend(refusals.map(|(when, why)| (*when, id.to_owned(), why.clone())));
        let wait = |wish: &super::ledger::Wish| Wait {
            sent: wish.sent,
            answered: wish.answered,
            what: format!("{id} ({}): {:?}", kept.game, wish.what),
        };
        self.waits.extend(ledger.wishes.iter().map(wait));
        let (told, all) = (told(kept, ledger), &mut self.people);
        all.acknowledged += told.acknowledged;
        all.agreements += told.agreements;
        all.refused += told.refused;
        all.repeated += told.repeated;
        all.unanswered_and_kept += told.unanswered_and_kept;
        told.broken
    }

    /// Of one table comes one rematch, and it is there.
    fn rematched(&mut self, all: &BTreeMap<String, Kept>) {
        for (id, kept) in all {
            let rematches: Vec<&str> = kept
                .log
                .iter()
                .map(|row| &*row.text)
                .filter(|text| text.starts_with("{\"rematch\""))
                .collect();
            self.rematches += rematches.len();
            let there = |text: &str| {
                let entry: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
                entry["rematch"]["table"].as_str().is_some_and(|next| all.contains_key(next))
            };
            if rematches.len() > 1 || !rematches.iter().all(|text| there(text)) {
                self.broken.push(format!("{id} ({}): {rematches:?}", kept.game));
            }
        }
    }

    /// Everybody is called what they were told that they are, at the table as in the database.
    fn called(&mut self, group: &Group, all: &BTreeMap<String, Kept>, names: &BTreeMap<String, String>) {
        let table = group.place.borrow().table.clone();
        let (Some(kept), told) = (all.get(&table), look(&group.told)) else { return };
        let ledgers = told.get(&table).map_or(&[][..], Vec::as_slice);
        let seats: Vec<usize> = ledgers.iter().map(|ledger| look(ledger).seat).collect();
        for (seat, called) in seats.iter().zip(&group.called) {
            let Some(name) = kept.guest(*seat as u64).and_then(|guest| names.get(&guest)) else { continue };
            let shown: Vec<String> = ledgers
                .iter()
                .filter_map(|ledger| look(ledger).names.get(*seat).cloned().flatten())
                .collect();
            let called = look(called);
            self.renamed += called.iter().filter(|(_, told)| *told).count();
            let broken = misnamed(&called, name, &shown);
            self.broken.extend(broken.into_iter().map(|what| format!("{table} ({}): {what}", kept.game)));
        }
    }

    /// Of two one at most runs out of time, once; and who played for their rating is rated once for each game, as the logs say.
    fn rated(
        &mut self,
        all: &BTreeMap<String, Kept>,
        postgres: &Postgres,
        program: &str,
    ) -> Result<(), Trouble> {
        for (id, kept) in all {
            let outs = kept.log.iter().filter(|row| row.text.starts_with("{\"out\"")).count();
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
}

/// What somebody is called is what they were told last, or what they wanted and were told nothing of; and everybody at their
/// table is shown that name.
fn misnamed(called: &Called, name: &str, shown: &[String]) -> Vec<String> {
    let last = called.iter().rposition(|(_, told)| *told);
    let fine = called
        .iter()
        .enumerate()
        .any(|(number, (wanted, told))| wanted == name && (Some(number) == last || !told));
    let mut broken = Vec::new();
    if !fine {
        let last = last.map(|last| &called[last].0);
        broken.push(format!("{last:?} was acknowledged as somebody's name, and they are called {name}"));
    }
    if let Some(other) = shown.iter().find(|shown| *shown != name) {
        broken.push(format!("{name} is still called {other} at their table"));
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_was_acknowledged_stays_until_there_is_another() {
        let called: Called =
            [("Ada", true), ("Bea", true), ("Cyd", false)].map(|(name, told)| (name.to_owned(), told)).into();
        let shown = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(misnamed(&called, "Bea", &shown(&["Bea", "Bea"])), [""; 0]);
        assert_eq!(misnamed(&called, "Cyd", &[]), [""; 0], "it may have been heard");
        assert_eq!(misnamed(&called, "Ada", &[]).len(), 1, "that was before");
        assert_eq!(
            misnamed(&called, "Bea", &shown(&["Bea", "Ada"])).len(),
            1,
            "somebody is shown the old one"
        );
    }
}
