//! PostgreSQL: one connection that writes for this node, a few that read, and a clock that all nodes share.
//!
//! A group of entries is one statement. If the line breaks while it is under way nobody knows what became of it; so it is
//! sent once more as soon as there is a line again: what was written stands there already, what was not is written now,
//! and what a dying connection still writes is waited for, because the log is the lock.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicI64, Ordering},
    time::{Duration, Instant},
};

use sqlx::{
    Connection as _, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::time::{sleep, timeout};

use super::{
    Result, StoreError, UnixMillis,
    engine::{Engine, Readers, migrator},
    health::Health,
    writer::{
        Append, Job,
        jobs::{self, Promise},
    },
};

pub(super) const MIGRATIONS: &[(i64, &str, &str)] =
    &[(1, "house", include_str!("../../migrations/postgres/1_house.sql"))];
const READERS: u32 = 4;
/// How long the database may take to let us in, and to answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long it is tried to find out what became of entries whose line broke.
const FINDING_OUT: Duration = Duration::from_secs(3);
const TRY_AGAIN: Duration = Duration::from_millis(100);
const LOCK_TRIES: u32 = 10;
/// A house of its own holds this lock alone; the nodes of a town hold it together.
const HOUSE_LOCK: i64 = 0x5175_696e_7465_7474;

const NAMED: &str = "INSERT INTO named (guest, table_key) \
    SELECT DISTINCT * FROM unnest($1::text[], $2::bigint[]) AS new (guest, table_key) \
    ORDER BY guest, table_key ON CONFLICT DO NOTHING";
const SITTING: &str = "INSERT INTO sitters (guest, table_key) \
    SELECT DISTINCT * FROM unnest($1::text[], $2::bigint[]) AS new (guest, table_key) \
    ORDER BY guest, table_key ON CONFLICT DO NOTHING";

/// Reads where the database is.
fn options(url: &str) -> Result<PgConnectOptions> {
    let options: PgConnectOptions = url.parse().map_err(|error: sqlx::Error| match error {
        sqlx::Error::Configuration(why) => StoreError::Url(why.to_string()),
        other => StoreError::Url(other.to_string()),
    })?;
    Ok(options.application_name("quintette"))
}

/// Whether other nodes may have the same database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    Alone,
    Town,
}

/// Opens the database, and brings its schema up to date.
pub(super) async fn open(url: &str, sharing: Sharing) -> Result<(Hand, Readers)> {
    let mut hand = Hand { options: options(url)?, sharing, connection: None, tried: None };
    let mut connection =
        timeout(PATIENCE, PgConnection::connect_with(&hand.options)).await.map_err(late)??;
    migrator(MIGRATIONS).run(&mut connection).await.map_err(StoreError::migration)?;
    let _ = connection.close().await;
    // The writer connects on its own thread; here it is seen whether it may.
    hand.connect().await?;
    hand.connection = None;
    let readers = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(PATIENCE)
        .connect_lazy_with(hand.options.clone());
    Ok((hand, Engine::Postgres(readers)))
}

fn late(_: tokio::time::error::Elapsed) -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "the database does not answer"))
}

/// The connection that writes, made anew whenever it broke.
#[derive(Debug)]
pub(super) struct Hand {
    options: PgConnectOptions,
    sharing: Sharing,
    connection: Option<PgConnection>,
    /// When it was last tried in vain.
    tried: Option<Instant>,
}

impl Hand {
    /// The connection, if there can be one now.
    pub(super) async fn connect(&mut self) -> Result<&mut PgConnection> {
        if self.connection.is_none() {
            let connect = async {
                let mut connection = PgConnection::connect_with(&self.options).await?;
                let lock = match self.sharing {
                    Sharing::Alone => "SELECT pg_try_advisory_lock($1)",
                    Sharing::Town => "SELECT pg_try_advisory_lock_shared($1)",
                };
                // Whoever has just gone may not have let go of it yet.
                for _ in 0..LOCK_TRIES {
                    let lock = sqlx::query_scalar(lock).bind(HOUSE_LOCK);
                    if lock.fetch_one(&mut connection).await? {
                        return Ok(connection);
                    }
                    sleep(TRY_AGAIN).await;
                }
                Err(StoreError::Taken(self.sharing))
            };
            self.connection = Some(timeout(PATIENCE, connect).await.map_err(late)??);
        }
        // It has just been made if there was none.
        self.connection.as_mut().ok_or(StoreError::Closed)
    }

    /// The connection, and after it broke a new one; but where the database is away nobody waits for it again and again.
    pub(super) async fn ready(&mut self, health: &Health) -> Result<&mut PgConnection> {
        if health.line_broke() {
            self.connection = None;
        }
        if self.connection.is_none() && self.tried.is_some_and(|tried| tried.elapsed() < TRY_AGAIN) {
            return Err(late_again());
        }
        self.tried = None;
        if let Err(error) = self.connect().await {
            self.tried = Some(Instant::now());
            return Err(error);
        }
        self.connection.as_mut().ok_or(StoreError::Closed)
    }

    /// Entries in one statement; everything else, which is seldom, by itself: here what fails would take the rest with it.
    pub(super) async fn commit(
        &mut self,
        appends: &[Append],
        others: Vec<Job>,
        promises: &mut Vec<Promise>,
        health: &Health,
    ) -> Result<Vec<bool>> {
        let written = if appends.is_empty() { Ok(Vec::new()) } else { self.append(appends, health).await };
        for job in others {
            let promise = match self.ready(health).await {
                Ok(connection) => jobs::write(Engine::Postgres(connection), job, health).await,
                Err(error) => jobs::failed(job, health, &error),
            };
            promises.push(promise);
        }
        written
    }

    async fn append(&mut self, appends: &[Append], health: &Health) -> Result<Vec<bool>> {
        let first = match self.ready(health).await {
            Ok(connection) => timeout(PATIENCE, insert(connection, appends, false)).await,
            // Nothing was sent.
            Err(error) => return Err(error),
        };
        match first {
            Ok(Ok(written)) => return Ok(written),
            Ok(Err(error)) if !is_broken(&error) => return Err(error.into()),
            _ => {}
        }
        // Now nobody knows what became of them.
        let began = Instant::now();
        while began.elapsed() < FINDING_OUT {
            self.connection = None;
            if let Ok(connection) = self.connect().await
                && let Ok(Ok(written)) = timeout(PATIENCE, insert(connection, appends, true)).await
            {
                return Ok(written);
            }
            sleep(TRY_AGAIN).await;
        }
        self.connection = None;
        Err(StoreError::Unknown)
    }

    pub(super) async fn close(self) -> Result<()> {
        if let Some(connection) = self.connection {
            connection.close().await?;
        }
        Ok(())
    }
}

fn late_again() -> StoreError {
    StoreError::Database(sqlx::Error::Io(std::io::ErrorKind::NotConnected.into()))
}

/// Whether the line broke, rather than that something was refused.
pub(super) fn is_broken(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(refused) => {
            // 57: somebody ends the server or our connection. 08: the line. 25P: a transaction that another error left. 40:
            // two nodes were in each other's way.
            let code = refused.code().unwrap_or_default();
            ["57", "08", "25P", "40"].iter().any(|kind| code.starts_with(kind))
        }
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) | sqlx::Error::WorkerCrashed => {
            true
        }
        _ => false,
    }
}

/// Says for each of these whether it was written, or its number was taken. `again`: it may stand there from before.
async fn insert(
    connection: &mut PgConnection,
    appends: &[Append],
    again: bool,
) -> std::result::Result<Vec<bool>, sqlx::Error> {
    // In one order everywhere: nodes that want the same numbers wait for each other, and never in a circle.
    let mut order: Vec<usize> = (0..appends.len()).collect();
    order.sort_by_key(|&at| (appends[at].key, appends[at].row.n));
    let rows = || order.iter().map(|&at| &appends[at]);
    let keys: Vec<i64> = rows().map(|append| append.key.0).collect();
    let numbers: Vec<i64> = rows().map(|append| append.row.n as i64).collect();
    let entries: Vec<&str> = rows().map(|append| append.row.entry.as_str()).collect();
    let walls: Vec<i64> = rows().map(|append| append.row.wall.0).collect();
    let named: Vec<(String, i64, bool)> = rows()
        .filter_map(|append| append.named.map(|named| (named.guest.to_string(), append.key.0, named.sits)))
        .collect();
    let mut written: Vec<(i64, i64)> = if named.is_empty() {
        insert_rows(connection, &keys, &numbers, &entries, &walls).await?
    } else {
        let mut all = connection.begin().await?;
        let written = insert_rows(&mut all, &keys, &numbers, &entries, &walls).await?;
        // Whoever is named where nothing was written has been here all the same, or is looked for once in vain.
        note_all(&mut all, NAMED, &named).await?;
        let sitting: Vec<_> = named.into_iter().filter(|(_, _, sits)| *sits).collect();
        if !sitting.is_empty() {
            note_all(&mut all, SITTING, &sitting).await?;
        }
        all.commit().await?;
        written
    };
    if written.len() == appends.len() {
        return Ok(vec![true; appends.len()]);
    }
    if again {
        let there: Vec<(i64, i64, String, i64)> = sqlx::query_as(
            "SELECT log.table_key, log.n, log.entry, log.wall FROM log \
             JOIN unnest($1::bigint[], $2::bigint[]) AS mine (table_key, n) USING (table_key, n)",
        )
        .bind(&keys)
        .bind(&numbers)
        .fetch_all(connection)
        .await?;
        let there: HashMap<(i64, i64), (String, i64)> =
            there.into_iter().map(|(key, n, entry, wall)| ((key, n), (entry, wall))).collect();
        for Append { key, row, .. } in rows() {
            let at = (key.0, row.n as i64);
            let mine = there.get(&at).is_some_and(|(entry, wall)| *entry == row.entry && *wall == row.wall.0);
            if mine && !written.contains(&at) {
                written.push(at);
            }
        }
    }
    // Of two that want the same number the first has it.
    Ok(appends
        .iter()
        .map(|Append { key, row, .. }| {
            let at = written.iter().position(|&there| there == (key.0, row.n as i64));
            at.map(|at| written.swap_remove(at)).is_some()
        })
        .collect())
}

async fn insert_rows(
    connection: &mut PgConnection,
    keys: &[i64],
    numbers: &[i64],
    entries: &[&str],
    walls: &[i64],
) -> std::result::Result<Vec<(i64, i64)>, sqlx::Error> {
    sqlx::query_as(
        "INSERT INTO log (table_key, n, entry, wall) \
         SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) \
         ON CONFLICT DO NOTHING RETURNING table_key, n",
    )
    .bind(keys)
    .bind(numbers)
    .bind(entries)
    .bind(walls)
    .fetch_all(connection)
    .await
}

async fn note_all(
    connection: &mut PgConnection,
    statement: &'static str,
    named: &[(String, i64, bool)],
) -> std::result::Result<(), sqlx::Error> {
    let guests: Vec<&str> = named.iter().map(|(guest, ..)| guest.as_str()).collect();
    let keys: Vec<i64> = named.iter().map(|&(_, key, _)| key).collect();
    sqlx::query(statement).bind(guests).bind(keys).execute(connection).await.map(|_| ())
}

/// The database's time, as far as this node knows it: machines disagree by seconds, and one of them has to be right.
#[derive(Debug)]
pub(crate) struct Clock {
    began: Instant,
    /// What the database's clock showed when `began` was.
    offset: AtomicI64,
}

impl Clock {
    pub(super) async fn new(readers: &PgPool) -> Result<Self> {
        let clock = Self { began: Instant::now(), offset: AtomicI64::new(0) };
        clock.set(readers).await?;
        Ok(clock)
    }

    pub(super) fn now(&self) -> UnixMillis {
        UnixMillis(self.offset.load(Ordering::Relaxed) + self.began.elapsed().as_millis() as i64)
    }

    /// Asks the database. The answer that travelled least is the best of three.
    pub(super) async fn set(&self, readers: &PgPool) -> Result<()> {
        let mut connection = readers.acquire().await?;
        let mut best: Option<(Duration, i64)> = None;
        for _ in 0..3 {
            let asked = Instant::now();
            let told: i64 =
                sqlx::query_scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
                    .fetch_one(&mut *connection)
                    .await?;
            let journey = asked.elapsed();
            let at = (asked - self.began + journey / 2).as_millis() as i64;
            if best.is_none_or(|(least, _)| journey < least) {
                best = Some((journey, told - at));
            }
        }
        if let Some((_, offset)) = best {
            self.offset.store(offset, Ordering::Relaxed);
        }
        Ok(())
    }
}
