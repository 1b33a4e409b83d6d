//! The one writer: takes everything that waits, commits it in one go, then answers everybody.

use std::{sync::Arc, time::Instant};

use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, SqliteConnection, migrate::Migrator,
    sqlite::SqliteConnectOptions,
};
use tokio::sync::{mpsc, oneshot};

use super::{
    Key, Named, Opening, Result, Row, StoreError, UnixMillis, analyses,
    endings::{self, Ending},
    health::Health,
    kept::{self, Kept},
};
use crate::{metrics::Writing, people::Guest};

/// The most entries of one statement: four values each, far below SQLite's limit.
const STATEMENT: usize = 64;
/// The most jobs taken at once. All entries among them are one commit: one wait for the disk.
const GROUP: usize = 1024;

type Done<T> = oneshot::Sender<Result<T>>;

/// What the writer is asked to do.
#[derive(Debug)]
pub(crate) enum Job {
    Append {
        key: Key,
        row: Row,
        named: Option<Named>,
        done: Done<()>,
    },
    Open {
        opening: Box<Opening>,
        entries: Vec<String>,
        named: Vec<Named>,
        done: Done<Key>,
    },
    Name {
        guest: Guest,
        name: String,
        done: Done<()>,
    },
    Finished {
        key: Key,
        done: Done<()>,
    },
    Level {
        guest: Guest,
        game: String,
        level: u8,
        done: Done<()>,
    },
    Ending {
        key: Key,
        ending: Ending,
        done: Done<()>,
    },
    Analysis {
        key: Key,
        open: bool,
        analysis: String,
        done: Done<()>,
    },
    Code {
        guest: Guest,
        hash: [u8; 32],
        done: Done<()>,
    },
    Rewrite {
        key: Key,
        rows: Vec<Row>,
        guest: Guest,
        instead: Guest,
        done: Done<()>,
    },
    Leaving {
        guest: Guest,
        done: Done<()>,
    },
    ForgetGuest {
        guest: Guest,
        done: Done<()>,
    },
    Forget {
        key: Key,
        before: UnixMillis,
        done: Done<bool>,
    },
    /// Nobody waits for it.
    Keep(Box<Kept>),
    Secret {
        name: &'static str,
        offered: Vec<u8>,
        done: Done<Vec<u8>>,
    },
    /// Writes something that says nothing, to see whether it can.
    Probe {
        done: Done<()>,
    },
    Close {
        done: Done<()>,
    },
}

#[derive(Debug)]
struct Append {
    key: Key,
    row: Row,
    named: Option<Named>,
    done: Done<()>,
}

pub(super) async fn connect(options: &SqliteConnectOptions, migrator: &Migrator) -> Result<SqliteConnection> {
    let mut connection = SqliteConnection::connect_with(options).await?;
    migrator.run(&mut connection).await?;
    Ok(connection)
}

/// Writes until it is told to close, or nobody is left who could ask.
pub(super) async fn write(
    mut connection: SqliteConnection,
    mut jobs: mpsc::Receiver<Job>,
    health: Health,
    figures: Arc<Writing>,
) {
    let statements = insert_statements();
    let mut waiting = Vec::new();
    while jobs.recv_many(&mut waiting, GROUP).await > 0 {
        let (mut appends, mut others) = (Vec::with_capacity(waiting.len()), Vec::new());
        let mut kept = Vec::new();
        for job in waiting.drain(..) {
            match job {
                Job::Append { key, row, named, done } => appends.push(Append { key, row, named, done }),
                Job::Keep(table) => kept.push(table),
                other => others.push(other),
            }
        }
        if !appends.is_empty() {
            append(&mut connection, &statements, appends, &health, &figures).await;
        }
        // Before what is asked later may make it void.
        if !kept.is_empty() {
            health.note(&kept::keep(&mut connection, &kept).await);
        }
        for job in others {
            if let Job::Close { done } = job {
                let _ = done.send(close(connection).await);
                return;
            }
            other(&mut connection, job, &health).await;
        }
    }
    let _ = close(connection).await;
}

/// Brings everything into the one file, so that a copy of it is a copy of the house.
async fn close(mut connection: SqliteConnection) -> Result<()> {
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await?;
    Ok(connection.close().await?)
}

/// `INSERT … VALUES (?,?,?,?), …` for 1, 2, … rows. Each is a transaction of its own: all of its rows or none.
fn insert_statements() -> Vec<Arc<str>> {
    let insert = |rows: usize| {
        let values = vec!["(?,?,?,?)"; rows].join(",");
        format!("INSERT INTO log (table_key, n, entry, wall) VALUES {values}").into()
    };
    (1..=STATEMENT).map(insert).collect()
}

/// One commit for all. If one of them is in conflict, each is tried on its own.
async fn append(
    connection: &mut SqliteConnection,
    statements: &[Arc<str>],
    group: Vec<Append>,
    health: &Health,
    figures: &Writing,
) {
    let began = Instant::now();
    // Nothing is promised before it is known to be where it will be looked for.
    let written = insert(connection, statements, &group).await.and_then(|()| health.check_files());
    health.note(&written);
    if written.is_ok() {
        figures.groups.record(group.len() as u64);
        figures.commits.time(began.elapsed());
    }
    match written {
        Ok(()) => group.into_iter().for_each(|append| {
            let _ = append.done.send(Ok(()));
        }),
        Err(ref error) if group.len() > 1 && !matches!(error, StoreError::Lost(_)) => {
            for append in group {
                let alone = insert(connection, statements, std::slice::from_ref(&append)).await;
                answer(health, append.done, alone);
            }
        }
        Err(error) => group.into_iter().for_each(|append| {
            let error = match &error {
                StoreError::Conflict => StoreError::Conflict,
                StoreError::Lost(file) => StoreError::Lost(file.clone()),
                other => StoreError::Database(sqlx::Error::Protocol(other.to_string())),
            };
            let _ = append.done.send(Err(error));
        }),
    }
}

/// All of these rows, or none.
async fn insert(connection: &mut SqliteConnection, statements: &[Arc<str>], rows: &[Append]) -> Result<()> {
    if rows.len() <= STATEMENT && rows.iter().all(|append| append.named.is_none()) {
        return insert_few(connection, statements, rows).await;
    }
    let mut all = connection.begin().await?;
    for few in rows.chunks(STATEMENT) {
        insert_few(&mut all, statements, few).await?;
    }
    for append in rows {
        if let Some(named) = append.named {
            note_named(&mut all, named, append.key).await?;
        }
    }
    Ok(all.commit().await?)
}

async fn insert_few(
    connection: &mut SqliteConnection,
    statements: &[Arc<str>],
    rows: &[Append],
) -> Result<()> {
    let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&statements[rows.len() - 1])));
    for Append { key, row, .. } in rows {
        query = query.bind(key.0).bind(row.n as i64).bind(row.entry.as_str()).bind(row.wall.0);
    }
    connection.execute(query).await.map(|_| ()).map_err(conflict_or_error)
}

fn conflict_or_error(error: sqlx::Error) -> StoreError {
    match error.as_database_error() {
        Some(database) if database.is_unique_violation() => StoreError::Conflict,
        _ => StoreError::Database(error),
    }
}

/// Answers, if it is where it will be looked for.
fn answer<T>(health: &Health, done: Done<T>, written: Result<T>) {
    let written = written.and_then(|written| health.check_files().map(|()| written));
    health.note(&written);
    let _ = done.send(written);
}

/// Everything that is asked seldom, one commit each.
async fn other(connection: &mut SqliteConnection, job: Job, health: &Health) {
    match job {
        Job::Open { opening, entries, named, done } => {
            answer(health, done, open(connection, &opening, &entries, &named).await);
        }
        Job::Name { guest, name, done } => {
            let query = sqlx::query("INSERT OR REPLACE INTO people (guest, name, changed) VALUES (?,?,?)")
                .bind(guest.to_string())
                .bind(name)
                .bind(UnixMillis::now().0);
            answer(health, done, query.execute(connection).await.map(|_| ()).map_err(Into::into));
        }
        Job::Finished { key, done } => {
            let query = sqlx::query("UPDATE tables SET finished = 1 WHERE key = ?").bind(key.0);
            answer(health, done, query.execute(connection).await.map(|_| ()).map_err(Into::into));
        }
        Job::Level { guest, game, level, done } => {
            let query = sqlx::query("INSERT OR IGNORE INTO levels (guest, game, level) VALUES (?,?,?)")
                .bind(guest.to_string())
                .bind(game)
                .bind(level);
            answer(health, done, query.execute(connection).await.map(|_| ()).map_err(Into::into));
        }
        Job::Ending { key, ending, done } => {
            answer(health, done, endings::note_ending(connection, key, &ending).await);
        }
        Job::Analysis { key, open, analysis, done } => {
            answer(health, done, analyses::keep(connection, key, open, &analysis).await);
        }
        Job::Code { guest, hash, done } => {
            answer(health, done, endings::note_code(connection, guest, hash).await);
        }
        Job::Rewrite { key, rows, guest, instead, done } => {
            answer(health, done, endings::rewrite(connection, key, &rows, guest, instead).await);
        }
        Job::Leaving { guest, done } => {
            let query =
                sqlx::query("INSERT OR IGNORE INTO leaving (guest) VALUES (?)").bind(guest.to_string());
            answer(health, done, query.execute(connection).await.map(|_| ()).map_err(Into::into));
        }
        Job::ForgetGuest { guest, done } => {
            answer(health, done, endings::forget_guest(connection, guest).await);
        }
        Job::Forget { key, before, done } => {
            answer(health, done, forget(connection, key, before).await);
        }
        Job::Secret { name, offered, done } => {
            answer(health, done, secret(connection, name, &offered).await);
        }
        Job::Probe { done } => {
            let probe = sqlx::query("INSERT OR REPLACE INTO secrets (name, value) VALUES ('probe', x'')");
            answer(health, done, probe.execute(connection).await.map(|_| ()).map_err(Into::into));
        }
        // These are taken care of where the jobs come in.
        Job::Append { .. } | Job::Keep(_) | Job::Close { .. } => {}
    }
}

async fn note_named(connection: &mut SqliteConnection, named: Named, key: Key) -> Result<()> {
    let guest = named.guest.to_string();
    sqlx::query("INSERT OR IGNORE INTO named (guest, table_key) VALUES (?,?)")
        .bind(&guest)
        .bind(key.0)
        .execute(&mut *connection)
        .await?;
    if named.sits {
        sqlx::query("INSERT OR IGNORE INTO sitters (guest, table_key) VALUES (?,?)")
            .bind(&guest)
            .bind(key.0)
            .execute(connection)
            .await?;
    }
    Ok(())
}

async fn open(
    connection: &mut SqliteConnection,
    opening: &Opening,
    entries: &[String],
    named: &[Named],
) -> Result<Key> {
    let mut all = connection.begin().await?;
    let given = kept::give(&mut all, opening).await?;
    let inserted = sqlx::query(
        "INSERT INTO tables (id, game, rules, seats, options, seed, host, private, name, opened, given_key, given_n) \
         VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
    )
    .bind(&opening.id)
    .bind(&opening.game)
    .bind(opening.rules.0)
    .bind(opening.seats)
    .bind(&opening.options)
    .bind(opening.seed.to_string())
    .bind(opening.host.to_string())
    .bind(opening.private)
    .bind(&opening.name)
    .bind(opening.opened.0)
    .bind(given)
    .bind(opening.given.as_ref().map(|given| given.n))
    .execute(&mut *all)
    .await?;
    let key = inserted.last_insert_rowid();
    let host = Named { guest: opening.host, sits: false };
    for &named in [host].iter().chain(named) {
        note_named(&mut all, named, Key(key)).await?;
    }
    for (n, entry) in (1i64..).zip(entries) {
        sqlx::query("INSERT INTO log (table_key, n, entry, wall) VALUES (?,?,?,?)")
            .bind(key)
            .bind(n)
            .bind(entry)
            .bind(opening.opened.0)
            .execute(&mut *all)
            .await?;
    }
    all.commit().await?;
    Ok(Key(key))
}

/// Forgets a table, unless something has happened there since `before`.
async fn forget(connection: &mut SqliteConnection, key: Key, before: UnixMillis) -> Result<bool> {
    let mut all = connection.begin().await?;
    let newer = sqlx::query("SELECT 1 FROM log WHERE table_key = ? AND wall >= ? LIMIT 1");
    if newer.bind(key.0).bind(before.0).fetch_optional(&mut *all).await?.is_some() {
        return Ok(false);
    }
    kept::forget(&mut all, key).await?;
    // What it began with goes with the last table that does.
    sqlx::query(
        "DELETE FROM givens WHERE key = (SELECT given_key FROM tables WHERE key = ?1) AND NOT EXISTS \
         (SELECT 1 FROM tables WHERE given_key = givens.key AND tables.key != ?1)",
    )
    .bind(key.0)
    .execute(&mut *all)
    .await?;
    for forget in [
        "DELETE FROM log WHERE table_key = ?",
        "DELETE FROM sitters WHERE table_key = ?",
        "DELETE FROM named WHERE table_key = ?",
        "DELETE FROM tables WHERE key = ?",
    ] {
        sqlx::query(forget).bind(key.0).execute(&mut *all).await?;
    }
    all.commit().await?;
    Ok(true)
}

async fn secret(connection: &mut SqliteConnection, name: &str, offered: &[u8]) -> Result<Vec<u8>> {
    sqlx::query("INSERT OR IGNORE INTO secrets (name, value) VALUES (?,?)")
        .bind(name)
        .bind(offered)
        .execute(&mut *connection)
        .await?;
    Ok(sqlx::query_scalar("SELECT value FROM secrets WHERE name = ?")
        .bind(name)
        .fetch_one(connection)
        .await?)
}

#[cfg(test)]
mod tests {
    use super::super::{Key, Row, Store, StoreError, UnixMillis};

    fn row(n: u64) -> Row {
        Row { n, entry: format!("0@{n} x"), wall: UnixMillis(n as i64) }
    }

    #[tokio::test]
    async fn a_number_is_written_once_and_the_others_of_its_group_are_kept() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("test.sqlite");
        let (one, other) =
            (Store::open(&path).await.expect("it opens"), Store::open(&path).await.expect("twice"));
        one.append(Key(1), row(1), None).await.expect("nobody was first");
        assert!(matches!(other.append(Key(1), row(1), None).await, Err(StoreError::Conflict)));
        // Many at once, more than one statement holds, one of them in conflict.
        let many: Vec<_> = (0..200)
            .map(|key| {
                tokio::spawn({
                    let one = one.clone();
                    async move { one.append(Key(key), row(1), None).await }
                })
            })
            .collect();
        for (key, done) in many.into_iter().enumerate() {
            let done = done.await.expect("it answers");
            assert_eq!(done.is_ok(), key != 1, "{key}: {done:?}");
        }
        assert_eq!(other.log(Key(199), 0).await.expect("it reads"), [row(1)]);
        assert_eq!(other.log(Key(1), 0).await.expect("it reads"), [row(1)]);
        one.close().await;
        assert!(matches!(one.append(Key(9), row(2), None).await, Err(StoreError::Closed)));
    }
}
