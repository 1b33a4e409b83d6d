//! Some people and bots who play one game after the other.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{sync::watch, time::Instant};

use super::ledger::Ledger;

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

#[derive(Debug)]
pub(super) struct Group {
    pub(super) sort: Sort,
    /// Where they play now; nowhere yet if it is empty.
    pub(super) table: watch::Sender<String>,
    progress: Mutex<Progress>,
    /// When the line of one of them broke, and when they saw the table again.
    pub(super) away: Mutex<Vec<(Instant, Instant)>>,
    /// Of each table, what each of its people was told.
    pub(super) told: Mutex<BTreeMap<String, Vec<Shared>>>,
}

impl Group {
    pub(super) fn new(sort: Sort) -> Self {
        let progress =
            Progress { table: String::new(), n: 0, seen: vec![Moment { at: Instant::now(), held: false }] };
        Self {
            sort,
            table: watch::Sender::new(String::new()),
            progress: Mutex::new(progress),
            away: Mutex::default(),
            told: Mutex::default(),
        }
    }

    /// What the person on this seat is told of this table.
    pub(super) fn ledger(&self, table: &str, seat: usize) -> Shared {
        let mut told = look(&self.told);
        let people = told.entry(table.to_owned()).or_default();
        while people.len() < self.sort.people {
            people.push(Shared::default());
        }
        people[seat].clone()
    }

    /// Somebody saw that the game has come to `n` at this table, and who is awaited there.
    pub(super) fn saw(&self, table: &str, n: u64, awaited: &Value) {
        let mut progress = look(&self.progress);
        if *self.table.borrow() != table || (progress.table == table && progress.n >= n) {
            return;
        }
        table.clone_into(&mut progress.table);
        progress.n = n;
        let awaited: Vec<u64> = awaited.as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        let bots = !awaited.is_empty() && awaited.iter().all(|seat| *seat >= self.sort.people as u64);
        progress.seen.push(Moment { at: Instant::now(), held: bots && self.sort.lets_bots_wait() });
    }

    /// When something was seen to happen, and the end of it all.
    pub(super) fn seen(&self) -> Vec<Moment> {
        let mut seen = look(&self.progress).seen.clone();
        seen.push(Moment { at: Instant::now(), held: false });
        seen
    }
}
