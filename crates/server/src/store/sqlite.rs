//! One file on one machine: SQLite with one connection that writes and a few that read.

use std::{path::Path, time::Duration};

use sqlx::{
    Connection as _, Executor as _, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{
    Result, StoreError,
    engine::{Engine, Readers, migrator},
    fresh::{Fresh, STATEMENT},
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
    (14, "ratings", include_str!("../../migrations/sqlite/14_ratings.sql")),
    (15, "notices", include_str!("../../migrations/sqlite/15_notices.sql")),
    (16, "tournaments", include_str!("../../migrations/sqlite/16_tournaments.sql")),
    (17, "pairing", include_str!("../../migrations/sqlite/17_pairing.sql")),
    (18, "fresh", include_str!("../../migrations/sqlite/18_fresh.sql")),
    (19, "vacations", include_str!("../../migrations/sqlite/19_vacations.sql")),
    (20, "plans", include_str!("../../migrations/sqlite/20_plans.sql")),
    (21, "pushes", include_str!("../../migrations/sqlite/21_pushes.sql")),
    (22, "keepers", include_str!("../../migrations/sqlite/22_keepers.sql")),
];
const READERS: u32 = 4;

/// Whether this file is a house's, of whichever version: nothing is changed in one that is not.
pub(super) async fn holds_a_house(path: &Path) -> bool {
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let known =
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('tables', '_sqlx_migrations')";
    match SqliteConnection::connect_with(&options).await {
        Ok(mut file) => {
            sqlx::query_scalar::<_, i64>(known).fetch_one(&mut file).await.is_ok_and(|known| known == 2)
        }
        Err(_) => false,
    }
}

/// Opens or makes the file, and brings its schema up to date. `alone`: nobody else writes entries to it.
pub(super) async fn open(path: &Path, alone: bool) -> Result<(Hand, Readers)> {
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
    let options = options.create_if_missing(false);
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        // Readers fold a table's log once in a while; the machine's own cache is good enough for that.
        .connect_lazy_with(options.clone().read_only(true).pragma("cache_size", "-64"));
    let fresh = Fresh::open(&mut connection, alone).await?;
    Ok((Hand { connection, options, fresh }, Engine::Sqlite(readers)))
}

/// The connection that writes.
#[derive(Debug)]
pub(super) struct Hand {
    pub(super) connection: SqliteConnection,
    options: SqliteConnectOptions,
    pub(super) fresh: Fresh,
}

impl Hand {
    /// The connection, in no transaction. Where the disk is full SQLite gives one up by itself; the library does not notice, and
    /// would begin no other.
    pub(super) async fn ready(&mut self) -> Result<&mut SqliteConnection> {
        if self.connection.is_in_transaction() {
            self.fresh.give_up();
            self.connection = SqliteConnection::connect_with(&self.options).await?;
        }
        Ok(&mut self.connection)
    }

    /// All of it in one commit. Says for each entry whether it was written, or its number was taken.
    pub(super) async fn commit(
        &mut self,
        appends: &[Append],
        others: Vec<Job>,
        promises: &mut Vec<Promise>,
        health: &Health,
    ) -> Result<Vec<bool>> {
        if others.is_empty() && is_one_statement(appends) && !self.fresh.looks_first() {
            return self.fresh.insert(&mut self.connection, appends).await;
        }
        let begun = match self.ready().await {
            Ok(_) => self.connection.begin_with("BEGIN IMMEDIATE").await.map_err(StoreError::from),
            Err(error) => Err(error),
        };
        let mut all = match begun {
            Ok(all) => all,
            Err(error) => {
                // Nobody is left without an answer.
                promises.extend(others.into_iter().map(|job| jobs::not_done(job, health)));
                return Err(error);
            }
        };
        let written = insert(&mut self.fresh, &mut all, appends).await;
        for job in others {
            promises.push(jobs::write(Engine::Sqlite(&mut all), job, health).await);
        }
        let written = written?;
        if let Err(error) = all.commit().await {
            self.fresh.give_up();
            return Err(error.into());
        }
        Ok(written)
    }

    /// Everything is in the log, where it can be changed.
    pub(super) async fn settle(&mut self) -> Result<()> {
        self.ready().await?;
        self.fresh.settle(&mut self.connection).await
    }

    /// Brings everything into the one file, so that a copy of it is a copy of the house.
    pub(super) async fn close(mut self) -> Result<()> {
        self.settle().await?;
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await?;
        Ok(self.connection.close().await?)
    }
}

/// Whether these need no transaction: a statement is one.
fn is_one_statement(rows: &[Append]) -> bool {
    rows.len() <= STATEMENT && rows.iter().all(|append| append.named.is_none() && append.timed.is_none())
}

/// These entries, and what is noted with them.
async fn insert(fresh: &mut Fresh, connection: &mut SqliteConnection, rows: &[Append]) -> Result<Vec<bool>> {
    let written = fresh.insert(connection, rows).await?;
    for (append, _) in rows.iter().zip(&written).filter(|(_, written)| **written) {
        if let Some(named) = append.named {
            note_named(Engine::Sqlite(connection), named, append.key).await?;
        }
        if let Some(timed) = append.timed {
            timing::note(connection, append.key, timed).await?;
        }
    }
    Ok(written)
}
