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
}

/// All five games, people at every house, with bots and without; and seven who stand around the same sand.
pub(super) const SORTS: [Sort; 8] = [
    Sort { game: "quicksand", people: 7, bots: 0 },
    Sort { game: "pyramids", people: 2, bots: 0 },
    Sort { game: "pyramids", people: 1, bots: 1 },
    Sort { game: "quadri", people: 3, bots: 0 },
    Sort { game: "quintazone", people: 3, bots: 1 },
    Sort { game: "thin-ice", people: 3, bots: 1 },
    Sort { game: "quadri", people: 2, bots: 1 },
    Sort { game: "quicksand", people: 2, bots: 1 },
];

/// No table stands still for longer than this while nothing is wrong.
const STILL: Duration = Duration::from_secs(5);
/// Some bots wait on purpose: one at the sand holds its card, one at the squares lets people see a shape first.
const HELD: Duration = Duration::from_secs(20);

impl Sort {
    /// How long nothing of the game may happen while nothing is wrong.
    pub(super) fn patience(&self) -> Duration {
        if self.waits_on_purpose() { STILL + HELD } else { STILL }
    }

    pub(super) fn waits_on_purpose(&self) -> bool {
        self.bots > 0 && matches!(self.game, "quadri" | "quicksand")
    }

    /// As a table of it is opened, the `round`th time.
    pub(super) fn table(&self, round: usize) -> Value {
        let options = match self.game {
            "quicksand" => json!({ "level": 1 + round % 21, "pace": "fierce" }),
            "pyramids" => json!({ "rounds": 3 }),
            _ => json!({}),
        };
        json!({ "game": self.game, "seats": self.people + self.bots, "options": options, "private": true })
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
    seen: Vec<Instant>,
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
        let progress = Progress { table: String::new(), n: 0, seen: vec![Instant::now()] };
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

    /// Somebody saw that the game has come to `n` at this table.
    pub(super) fn saw(&self, table: &str, n: u64) {
        let mut progress = look(&self.progress);
        if *self.table.borrow() != table || (progress.table == table && progress.n >= n) {
            return;
        }
        table.clone_into(&mut progress.table);
        progress.n = n;
        progress.seen.push(Instant::now());
    }

    /// When something was seen to happen, and the end of it all.
    pub(super) fn seen(&self) -> Vec<Instant> {
        let mut seen = look(&self.progress).seen.clone();
        seen.push(Instant::now());
        seen
    }
}
