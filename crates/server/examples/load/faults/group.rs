//! Some people and bots who play one game after the other.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{sync::watch, time::Instant};

use super::ledger::{Ledger, What};

/// What a group plays, and who they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sort {
    pub(super) game: &'static str,
    /// On the first seats, each at another house than the one before.
    pub(super) people: usize,
    /// On the seats after theirs.
    pub(super) bots: usize,
    /// By the clock, and for everybody's rating.
    pub(super) rated: bool,
}

const fn sort(game: &'static str, people: usize, bots: usize) -> Sort {
    Sort { game, people, bots, rated: false }
}

/// All five games, people at every house, with bots and without; seven who stand around the same sand; and two who play for
/// their rating.
pub(super) const SORTS: [Sort; 9] = [
    sort("quicksand", 7, 0),
    sort("pyramids", 2, 0),
    sort("pyramids", 1, 1),
    sort("quadri", 3, 0),
    sort("quintazone", 3, 1),
    sort("thin-ice", 3, 1),
    sort("quadri", 2, 1),
    sort("quicksand", 2, 1),
    Sort { rated: true, ..sort("pyramids", 2, 0) },
];

/// No table stands still for longer than this while nothing is wrong.
pub(super) const STILL: Duration = Duration::from_secs(5);
/// But a bot at the sand holds its card on purpose: what is turned too early has little sand left, and a turn has no clock but
/// the sand (S-10).
pub(super) const HELD: Duration = Duration::from_secs(25);

impl Sort {
    pub(super) fn name(&self) -> String {
        let rated = if self.rated { ", rated" } else { "" };
        format!("{}, {} people, {} bots{rated}", self.game, self.people, self.bots)
    }

    /// Where the person with this number sits.
    pub(super) fn seat(&self, person: usize, again: bool) -> usize {
        (person + usize::from(again)) % (self.people + self.bots)
    }

    /// Where bots do.
    pub(super) fn of_bots(&self, again: bool) -> Vec<usize> {
        let all = self.people + self.bots;
        let mut seats: Vec<usize> = (self.people..all).map(|bot| self.seat(bot, again)).collect();
        seats.sort_unstable();
        seats
    }

    /// Whether people go for a while: not where their time would run out, or is everybody's.
    pub(super) fn lets_people_walk(&self) -> bool {
        !self.rated && self.game != "quicksand"
    }

    /// What people may ask of the others, if anything.
    pub(super) fn questions(&self) -> &'static [What] {
        match self.game {
            _ if self.rated => &[],
            "quicksand" => &[What::Hints],
            _ => &[What::Undo, What::Hints],
        }
    }

    /// Whether nobody wonders when nothing happens because it is a bot's turn.
    fn lets_bots_wait(&self) -> bool {
        self.game == "quicksand"
    }

    /// Bots see what is there, and say that they are done, well within the time in which something has to happen.
    pub(super) fn level(&self) -> &'static str {
        if self.game == "quadri" { "expert" } else { "casual" }
    }

    /// As a table of it is opened, the `round`th time.
    pub(super) fn table(&self, round: usize) -> Value {
        let options = match self.game {
            "quicksand" => json!({ "level": 1 + round % 21, "pace": "fierce" }),
            "pyramids" if self.rated => json!({ "rounds": 1 }),
            "pyramids" => json!({ "rounds": 3 }),
            "quadri" => json!({ "assist": "glow" }),
            _ => json!({}),
        };
        let mut table = json!({
            "game": self.game, "seats": self.people + self.bots, "options": options, "private": true,
        });
        if self.rated {
            // Time runs out in every other game.
            let seconds = if round.is_multiple_of(2) { 6 } else { 180 };
            table["terms"] = json!({
                "time": { "pace": { "type": "game", "seconds": seconds, "plus": 0 }, "up": "lost" },
                "rated": true,
            });
        }
        table
    }
}

pub(super) type Shared = Arc<Mutex<Ledger>>;

pub(super) fn look<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a group plays; nowhere yet if it has no id.
#[derive(Clone, Debug, Default)]
pub(super) struct Where {
    pub(super) table: String,
    /// Whether it is the rematch of another one, where everybody sits one seat further.
    pub(super) again: bool,
}

/// When anybody of the group saw the newest of what happened.
#[derive(Debug)]
struct Progress {
    table: String,
    n: u64,
    seen: Vec<Moment>,
}

/// Something was seen to happen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) at: Instant,
    /// What comes next is up to a bot that may wait.
    pub(super) held: bool,
}

/// What somebody wanted to be called, one name after the other; and whether they were told that it is so.
pub(super) type Called = Vec<(String, bool)>;

/// When somebody was without their table.
#[derive(Debug, Default)]
struct Away {
    /// When the line of one of them broke, and when they saw the table again.
    was: Vec<(Instant, Instant)>,
    /// Since when each of them has no line, who has none.
    lost: Vec<Option<Instant>>,
    /// Who went for a while because they wanted to: from when to when.
    walks: Vec<(Instant, Instant)>,
}

#[derive(Debug)]
pub(super) struct Group {
    pub(super) sort: Sort,
    /// Where they play now.
    pub(super) place: watch::Sender<Where>,
    progress: Mutex<Progress>,
    away: Mutex<Away>,
    /// Of each table, what each of its people was told.
    pub(super) told: Mutex<BTreeMap<String, Vec<Shared>>>,
    /// What each of them is called.
    pub(super) called: Vec<Arc<Mutex<Called>>>,
}

impl Group {
    pub(super) fn new(sort: Sort) -> Self {
        let progress =
            Progress { table: String::new(), n: 0, seen: vec![Moment { at: Instant::now(), held: false }] };
        Self {
            sort,
            place: watch::Sender::default(),
            progress: Mutex::new(progress),
            away: Mutex::new(Away { lost: vec![None; sort.people], ..Away::default() }),
            told: Mutex::default(),
            called: (0..sort.people).map(|_| Arc::default()).collect(),
        }
    }

    /// What the person with this number is told of this table.
    pub(super) fn ledger(&self, place: &Where, person: usize) -> Shared {
        let mut told = look(&self.told);
        let people = told.entry(place.table.clone()).or_default();
        while people.len() < self.sort.people {
            let seat = self.sort.seat(people.len(), place.again);
            people.push(Arc::new(Mutex::new(Ledger { seat, ..Ledger::default() })));
        }
        people[person].clone()
    }

    /// From one table to its rematch, whoever sees first where that is.
    pub(super) fn go_on(&self, from: &str, to: &str) {
        self.place.send_if_modified(|place| {
            let here = place.table == from;
            if here {
                *place = Where { table: to.to_owned(), again: true };
            }
            here
        });
    }

    /// Somebody saw that the game has come to `n` at this table, and who is awaited there.
    pub(super) fn saw(&self, place: &Where, n: u64, awaited: &Value) {
        let mut progress = look(&self.progress);
        let table = &place.table;
        if self.place.borrow().table != *table || (progress.table == *table && progress.n >= n) {
            return;
        }
        table.clone_into(&mut progress.table);
        progress.n = n;
        let awaited: Vec<u64> = awaited.as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        let people: Vec<u64> =
            (0..self.sort.people).map(|person| self.sort.seat(person, place.again) as u64).collect();
        let bots = !awaited.is_empty() && !awaited.iter().any(|seat| people.contains(seat));
        progress.seen.push(Moment { at: Instant::now(), held: bots && self.sort.lets_bots_wait() });
    }

    /// When something was seen to happen, and the end of it all.
    pub(super) fn seen(&self) -> Vec<Moment> {
        let mut seen = look(&self.progress).seen.clone();
        seen.push(Moment { at: Instant::now(), held: false });
        seen
    }

    /// The line of one of them broke.
    pub(super) fn lost(&self, person: usize) {
        look(&self.away).lost[person].get_or_insert_with(Instant::now);
    }

    /// One of them sees the table again.
    pub(super) fn is_back(&self, person: usize) {
        let mut away = look(&self.away);
        if let Some(lost) = away.lost[person].take() {
            away.was.push((lost, Instant::now()));
        }
    }

    /// One of them goes until then.
    pub(super) fn walks(&self, until: Instant) {
        look(&self.away).walks.push((Instant::now(), until));
    }

    pub(super) fn walked(&self) -> Vec<(Instant, Instant)> {
        look(&self.away).walks.clone()
    }

    /// From when to when somebody was without their table; whoever still is, until now.
    pub(super) fn were_away(&self) -> Vec<(Instant, Instant)> {
        let (away, now) = (look(&self.away), Instant::now());
        let still = away.lost.iter().flatten().map(|lost| (*lost, now));
        away.was.iter().copied().chain(still).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_never_comes_back_is_away_until_the_end() {
        let group = Group::new(SORTS[1]);
        group.lost(0);
        group.is_back(0);
        group.lost(1);
        let away = group.were_away();
        assert_eq!(away.len(), 2, "{away:?}");
        assert!(away[1].1 >= away[0].1);
    }

    #[test]
    fn a_rematch_is_played_one_seat_further_by_people_and_bots() {
        let three = SORTS[6];
        assert_eq!((three.people, three.bots), (2, 1));
        let seats = |again| [three.seat(0, again), three.seat(1, again)];
        assert_eq!((seats(false), seats(true)), ([0, 1], [1, 2]));
        assert_eq!((three.of_bots(false), three.of_bots(true)), (vec![2], vec![0]));
    }
}
