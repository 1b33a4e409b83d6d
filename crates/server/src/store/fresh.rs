//! Where a file's entries go first: one after the other, whatever their table. A log's own place is by its table, and moves of
//! many tables would be as many pages a commit; here they are one or two. From time to time all of them go on into the log,
//! sorted, many to a page ([`Fresh::settle`]). The view `entries` reads both.
//!
//! So no index keeps a number from being written twice: this does, which knows the newest number of each table that was
//! written to lately. It is sure of that as long as nobody else writes to the file: a house holds its lock, and where it
//! could not get one, each commit looks whether somebody else has written since the last one.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, SqliteConnection};
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval},
};

use super::{
    Result,
    writer::{Append, Job},
};

/// The most entries of one statement: four values each, far below SQLite's limit.
pub(super) const STATEMENT: usize = 64;
/// So many entries go on into the log at once: about ten of each of two hundred busy tables.
const SETTLE: usize = 2048;
/// So many tables are remembered.
const TABLES: usize = 1 << 16;

#[derive(Debug)]
pub(super) struct Fresh {
    /// The newest number of each table that was written to lately.
    newest: HashMap<i64, i64>,
    /// Whether nobody else writes to the file.
    alone: bool,
    /// What SQLite says of the file: another number, if somebody else has written.
    version: i64,
    rows: Rows,
    /// `INSERT … VALUES (?,?,?,?), …` for 1, 2, … rows.
    inserts: Vec<Arc<str>>,
}

/// How many entries wait to go on into the log. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows(Arc<AtomicUsize>);

/// Lets entries go on into the log once a second, however few they are: lists read them there more quickly.
pub(super) async fn settle_in_time(rows: Rows, writer: mpsc::WeakSender<Job>) {
    let mut look = interval(Duration::from_secs(1));
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        look.tick().await;
        let Some(writer) = writer.upgrade() else { return };
        if rows.0.load(Ordering::Relaxed) > 0 {
            // If the writer is busy, it will be full soon enough.
            let _ = writer.try_send(Job::Settle);
        }
    }
}

impl Fresh {
    /// What an earlier house has left here goes on into the log.
    pub(super) async fn open(connection: &mut SqliteConnection, alone: bool) -> Result<Self> {
        let insert = |rows: usize| {
            let values = vec!["(?,?,?,?)"; rows].join(",");
            format!("INSERT INTO fresh (table_key, n, entry, wall) VALUES {values}").into()
        };
        let mut fresh = Self {
            newest: HashMap::new(),
            alone,
            version: 0,
            rows: Rows::default(),
            inserts: (1..=STATEMENT).map(insert).collect(),
        };
        fresh.settle(connection).await?;
        Ok(fresh)
    }

    pub(super) fn rows(&self) -> Rows {
        self.rows.clone()
    }

    /// Whether what is here should go on now.
    pub(super) fn is_full(&self) -> bool {
        self.rows.0.load(Ordering::Relaxed) >= SETTLE
    }

    /// Whether it must be looked, within a transaction, if somebody else has written.
    pub(super) const fn looks_first(&self) -> bool {
        !self.alone
    }

    /// Writes these, but those whose number is taken: says of each which it is. What is written is kept once the transaction
    /// is; whoever gives it up says so ([`Self::give_up`]).
    pub(super) async fn insert(
        &mut self,
        connection: &mut SqliteConnection,
        rows: &[Append],
    ) -> Result<Vec<bool>> {
        let written = self.try_to_insert(connection, rows).await;
        if written.is_err() {
            self.give_up();
        }
        written
    }

    /// What was written last is not kept.
    pub(super) fn give_up(&mut self) {
        self.newest.clear();
    }

    async fn try_to_insert(
        &mut self,
        connection: &mut SqliteConnection,
        rows: &[Append],
    ) -> Result<Vec<bool>> {
        if !self.alone {
            let version = sqlx::query_scalar("PRAGMA data_version").fetch_one(&mut *connection).await?;
            if version != self.version {
                (self.version, self.newest) = (version, HashMap::new());
            }
        }
        if self.newest.len() > TABLES {
            self.newest.clear();
        }
        let mut written = Vec::with_capacity(rows.len());
        for Append { key, row, .. } in rows {
            let newest = match self.newest.get(&key.0) {
                Some(newest) => *newest,
                None => newest(connection, key.0).await?,
            };
            // The next one, and no later: a log has no holes.
            let free = row.n as i64 == newest + 1;
            self.newest.insert(key.0, if free { row.n as i64 } else { newest });
            written.push(free);
        }
        let mut free = rows.iter().zip(&written).filter(|(_, free)| **free).map(|(row, _)| row);
        let count = written.iter().filter(|free| **free).count();
        for start in (0..count).step_by(STATEMENT) {
            let some = STATEMENT.min(count - start);
            let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&self.inserts[some - 1])));
            for Append { key, row, .. } in free.by_ref().take(some) {
                query = query.bind(key.0).bind(row.n as i64).bind(row.entry.as_str()).bind(row.wall.0);
            }
            connection.execute(query).await?;
        }
        self.rows.0.fetch_add(count, Ordering::Relaxed);
        Ok(written)
    }

    /// Everything goes on into the log.
    pub(super) async fn settle(&mut self, connection: &mut SqliteConnection) -> Result<()> {
        let mut all = connection.begin_with("BEGIN IMMEDIATE").await?;
        let on = "INSERT INTO log (table_key, n, entry, wall) \
                  SELECT table_key, n, entry, wall FROM fresh ORDER BY table_key, n";
        all.execute(on).await?;
        all.execute("DELETE FROM fresh").await?;
        all.commit().await?;
        self.rows.0.store(0, Ordering::Relaxed);
        Ok(())
    }
}

async fn newest(connection: &mut SqliteConnection, key: i64) -> Result<i64> {
    let newest = "SELECT coalesce(max(n), 0) FROM entries WHERE table_key = ?";
    Ok(sqlx::query_scalar(newest).bind(key).fetch_one(connection).await?)
}
