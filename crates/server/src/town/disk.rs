//! The disk of a simulated town: what was answered is on it, whatever happens; what was not may be. It is slow, it fails,
//! and two houses may write to it.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use table::{Chance, Seed};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep},
};

use crate::store::{Key, Opening, Result, Row, Store, StoreError, UnixMillis, kept::Kept, writer::Job};

#[derive(Debug)]
pub(crate) struct Disk {
    inside: Mutex<Inside>,
    /// Whether anything goes wrong.
    pub(super) fails: AtomicBool,
    /// Whether it says that it has written what it has not: no house can keep a promise on such a disk.
    pub(super) lies: AtomicBool,
}

#[derive(Debug)]
struct Inside {
    tables: BTreeMap<i64, Opening>,
    log: BTreeMap<(i64, u64), Row>,
    snapshots: BTreeMap<i64, String>,
    chance: Chance,
    /// When something was last written of a table's game.
    went_on: BTreeMap<i64, Instant>,
    conflicts: u32,
    failures: u32,
}

fn failed() -> StoreError {
    StoreError::Database(sqlx::Error::Protocol("the disk fails".to_owned()))
}

impl Disk {
    pub(super) fn new(seed: Seed) -> Self {
        let inside = Inside {
            tables: BTreeMap::new(),
            log: BTreeMap::new(),
            snapshots: BTreeMap::new(),
            chance: Chance::new(seed),
            went_on: BTreeMap::new(),
            conflicts: 0,
            failures: 0,
        };
        Self { inside: Mutex::new(inside), fails: AtomicBool::new(true), lies: AtomicBool::new(false) }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn put(&self, key: Key, opening: Opening, entries: Vec<String>) {
        let mut inside = self.inside();
        for (n, entry) in (1..).zip(entries) {
            inside.log.insert((key.0, n), Row { n, entry, wall: UnixMillis(0) });
        }
        inside.tables.insert(key.0, opening);
    }

    /// How often somebody else had written the number, and how often nothing could be.
    pub(super) fn troubles(&self) -> (u32, u32) {
        let inside = self.inside();
        (inside.conflicts, inside.failures)
    }

    pub(super) fn went_on(&self, key: Key) -> Option<Instant> {
        self.inside().went_on.get(&key.0).copied()
    }

    /// A former process's clock means nothing to the next.
    pub(super) fn forget_times(&self) {
        self.inside().went_on.clear();
    }

    /// Everything of a table's log, at once.
    pub(super) fn whole(&self, key: Key) -> Vec<Row> {
        self.inside().log.range((key.0, 0)..=(key.0, u64::MAX)).map(|(_, row)| row.clone()).collect()
    }

    async fn takes(&self, most: u32) {
        let millis = self.inside().chance.below(most);
        sleep(Duration::from_millis(millis.into())).await;
    }

    /// Whether something goes wrong that does so once in so many times.
    fn wrong(&self, once_in: u32) -> bool {
        self.fails.load(Ordering::Relaxed) && self.inside().chance.one_in(once_in)
    }

    pub(crate) async fn table(&self, id: &str) -> Result<Option<(Key, Opening)>> {
        self.takes(3).await;
        let inside = self.inside();
        let found = inside.tables.iter().find(|(_, opening)| opening.id == id);
        Ok(found.map(|(&key, opening)| (Key(key), opening.clone())))
    }

    pub(crate) async fn log(&self, key: Key, since: u64) -> Result<Vec<Row>> {
        self.takes(5).await;
        if self.wrong(150) {
            self.inside().failures += 1;
            return Err(failed());
        }
        let rows = self
            .inside()
            .log
            .range((key.0, since + 1)..=(key.0, u64::MAX))
            .map(|(_, row)| row.clone())
            .collect();
        Ok(rows)
    }

    pub(crate) fn snapshot(&self, key: Key) -> Option<String> {
        let text = self.inside().snapshots.get(&key.0).cloned()?;
        // Some are damaged, and are told by their hash.
        (!self.wrong(10)).then_some(text)
    }

    /// The door to it. What was asked and not answered is lost with the process, which may die at any point of this.
    pub(super) fn store(self: &Arc<Self>) -> Store {
        let (writer, jobs) = mpsc::channel(64);
        tokio::spawn(Arc::clone(self).write(jobs));
        Store::simulated(Arc::clone(self), writer)
    }

    /// All that waits is one commit, as in the real writer.
    async fn write(self: Arc<Self>, mut jobs: mpsc::Receiver<Job>) {
        let mut waiting = Vec::new();
        while jobs.recv_many(&mut waiting, 16).await > 0 {
            self.takes(12).await;
            let lost = self.wrong(120);
            if lost {
                self.inside().failures += 1;
            }
            let mut answers = Vec::new();
            for job in waiting.drain(..) {
                match job {
                    Job::Append { key, row, done, .. } if !lost => {
                        answers.push((done, self.append(key, row)));
                    }
                    Job::Append { done, .. } if self.lies.load(Ordering::Relaxed) => {
                        answers.push((done, Ok(())));
                    }
                    Job::Append { done, .. } => answers.push((done, Err(failed()))),
                    Job::Keep(kept) => self.keep(*kept),
                    // On the records: nothing that is promised to somebody.
                    Job::Ending { done, .. } | Job::Finished { done, .. } | Job::Level { done, .. } => {
                        answers.push((done, Ok(())));
                    }
                    _ => {}
                }
            }
            // Written, and nobody knows it yet.
            self.takes(6).await;
            let unsure = self.wrong(300);
            for (done, answer) in answers {
                let _ = done.send(if unsure { Err(StoreError::Unknown) } else { answer });
            }
        }
    }

    fn append(&self, key: Key, row: Row) -> Result<()> {
        let mut inside = self.inside();
        let hole = row.n > 1 && !inside.log.contains_key(&(key.0, row.n - 1));
        if hole || inside.log.contains_key(&(key.0, row.n)) {
            inside.conflicts += 1;
            return Err(StoreError::Conflict);
        }
        if !row.entry.starts_with(['{', '"']) {
            inside.went_on.insert(key.0, Instant::now());
        }
        // The wall clock of a small computer: whatever it was set to when the process began, or by somebody since.
        let wall = UnixMillis(i64::from(inside.chance.bits()));
        inside.log.insert((key.0, row.n), Row { wall, ..row });
        Ok(())
    }

    fn keep(&self, kept: Kept) {
        if let Some(text) = kept.snapshot {
            self.inside().snapshots.insert(kept.key.0, text);
        }
    }
}
