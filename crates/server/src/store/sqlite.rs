//! One file on one machine: SQLite with one connection that writes and a few that read.

use std::{path::Path, sync::Arc, time::Duration};

use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{
    Result, StoreError,
    engine::{Engine, Readers, migrator},
    health::Health,
    timing,
    writer::{
        Append, Job,
        jobs::{self, Promise, note_named},
    },
};

pub(super) const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "house", include_str!("../../migrations/sqlite/1_house.sql")),
    (2, "levels", include_str!("../../migrations/sqlite/2_levels.sql")),
    (3, "endings", include_str!("../../migrations/sqlite/3_endings.sql")),
    (4, "given", include_str!("../../migrations/sqlite/4_given.sql")),
    (5, "codes", include_str!("../../migrations/sqlite/5_codes.sql")),
    (6, "rules", include_str!("../../migrations/sqlite/6_rules.sql")),
    (7, "named", include_str!("../../migrations/sqlite/7_named.sql")),
    (8, "kept", include_str!("../../migrations/sqlite/8_kept.sql")),
    (9, "givens", include_str!("../../migrations/sqlite/9_givens.sql")),
    (10, "analyses", include_str!("../../migrations/sqlite/10_analyses.sql")),
    (11, "accounts", include_str!("../../migrations/sqlite/11_accounts.sql")),
    (12, "clocks", include_str!("../../migrations/sqlite/12_clocks.sql")),
    (13, "company", include_str!("../../migrations/sqlite/13_company.sql")),
];
const READERS: u32 = 4;
/// The most entries of one statement: four values each, far below SQLite's limit.
const STATEMENT: usize = 64;

/// Opens or makes the file, and brings its schema up to date.
pub(super) async fn open(path: &Path) -> Result<(Hand, Readers)> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(10))
        // Larger than the default, so that copying the journal back disturbs play less often.
        .pragma("wal_autocheckpoint", "4000");
    // The writer comes first: it makes the file.
    let mut connection = SqliteConnection::connect_with(&options).await?;
    migrator(MIGRATIONS).run(&mut connection).await.map_err(StoreError::migration)?;
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        // Readers fold a table's log once in a while; the machine's own cache is good enough for that.
        .connect_lazy_with(options.read_only(true).create_if_missing(false).pragma("cache_size", "-512"));
    Ok((Hand { connection, inserts: Inserts::new() }, Engine::Sqlite(readers)))
}

/// The connection that writes.
#[derive(Debug)]
pub(super) struct Hand {
    pub(super) connection: SqliteConnection,
    inserts: Inserts,
}

impl Hand {
    /// All of it in one commit. Says for each entry whether it was written, or its number was taken.
    pub(super) async fn commit(
        &mut self,
        appends: &[Append],
        others: Vec<Job>,
        promises: &mut Vec<Promise>,
        health: &Health,
    ) -> Result<Vec<bool>> {
        if others.is_empty() && is_one_statement(appends) {
            return self.inserts.insert(&mut self.connection, appends).await;
        }
        let mut all = match self.connection.begin_with("BEGIN IMMEDIATE").await {
            Ok(all) => all,
            Err(error) => {
                // Nobody is left without an answer.
                promises.extend(others.into_iter().map(|job| jobs::not_done(job, health)));
                return Err(error.into());
            }
        };
        let written = self.inserts.insert(&mut all, appends).await;
        for job in others {
            promises.push(jobs::write(Engine::Sqlite(&mut all), job, health).await);
        }
        let written = written?;
        all.commit().await?;
        Ok(written)
    }

    /// Brings everything into the one file, so that a copy of it is a copy of the house.
    pub(super) async fn close(mut self) -> Result<()> {
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await?;
        Ok(self.connection.close().await?)
    }
}

/// Whether these need no transaction: a statement is one.
fn is_one_statement(rows: &[Append]) -> bool {
    rows.len() <= STATEMENT && rows.iter().all(|append| append.named.is_none() && append.up.is_none())
}

/// `INSERT … VALUES (?,?,?,?), …` for 1, 2, … rows. Who was too late is found out by looking, not by trying again.
#[derive(Debug)]
struct Inserts(Vec<Arc<str>>);

impl Inserts {
    fn new() -> Self {
        let insert = |rows: usize| {
            let values = vec!["(?,?,?,?)"; rows].join(",");
            format!("INSERT INTO log (table_key, n, entry, wall) VALUES {values} ON CONFLICT DO NOTHING")
                .into()
        };
        Self((1..=STATEMENT).map(insert).collect())
    }

    /// Says for each of these rows whether it was written, or its number was taken.
    async fn insert(&self, connection: &mut SqliteConnection, rows: &[Append]) -> Result<Vec<bool>> {
        let mut written = Vec::with_capacity(rows.len());
        for few in rows.chunks(STATEMENT) {
            self.insert_few(connection, few, &mut written).await?;
        }
        for (append, _) in rows.iter().zip(&written).filter(|(_, written)| **written) {
            if let Some(named) = append.named {
                note_named(Engine::Sqlite(connection), named, append.key).await?;
            }
            if append.up.is_some() {
                timing::note_up(Engine::Sqlite(connection), append.key, append.up).await?;
            }
        }
        Ok(written)
    }

    async fn insert_few(
        &self,
        connection: &mut SqliteConnection,
        rows: &[Append],
        written: &mut Vec<bool>,
    ) -> Result<()> {
        let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&self.0[rows.len() - 1])));
        for Append { key, row, .. } in rows {
            query = query.bind(key.0).bind(row.n as i64).bind(row.entry.as_str()).bind(row.wall.0);
        }
        let done = connection.execute(query).await?;
        let (inserted, last) = (done.rows_affected() as i64, done.last_insert_rowid());
        if inserted == rows.len() as i64 {
            written.extend(rows.iter().map(|_| true));
            return Ok(());
        }
        // Rows are only ever added at the end: these are the last ones.
        let mut there: Vec<(i64, i64)> = Vec::new();
        if inserted > 0 {
            there = sqlx::query_as("SELECT table_key, n FROM log WHERE row > ?")
                .bind(last - inserted)
                .fetch_all(connection)
                .await?;
        }
        // Of two that want the same number the first has it.
        written.extend(rows.iter().map(|Append { key, row, .. }| {
            let at = there.iter().position(|&(there, n)| there == key.0 && n == row.n as i64);
            at.map(|at| there.swap_remove(at)).is_some()
        }));
        Ok(())
    }
}
