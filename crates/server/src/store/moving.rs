//! A house moves: from its file into a database, all of it or nothing, and checked log by log.

use std::{collections::BTreeMap, fmt, path::Path};

use futures_util::{TryStreamExt, future::LocalBoxFuture};
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _, SqliteConnection, sqlite::SqliteRow};
use thiserror::Error;

use super::{
    Sharing, StoreError,
    lock::{Lock, NotLocked},
    postgres, sqlite,
};

/// What was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    pub tables: u64,
    pub entries: u64,
    pub people: u64,
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tables with {} entries, {} people", self.tables, self.entries, self.people)
    }
}

/// Why a house is not moved. The file holds what it held (in this version's form), and the database nothing.
#[derive(Debug, Error)]
pub enum NotMoved {
    #[error("{0} is not there: name the house's file with --from")]
    NoFile(String),
    #[error("--from is the house's file: a house that is in a database stays there")]
    Database,
    #[error("{0} is not the file of a house: name that with --from")]
    NoHouse(String),
    #[error(transparent)]
    Locked(#[from] NotLocked),
    #[error("the database already holds a house: move into an empty one")]
    NotEmpty,
    #[error("{0}: {1}")]
    Store(String, Box<dyn std::error::Error + Send + Sync>),
    #[error("{0} {1} did not arrive as it was: nothing is moved")]
    Differs(&'static str, i64),
}

#[derive(Clone, Copy)]
enum Kind {
    Number,
    Real,
    Text,
    Bytes,
}
use Kind::{Bytes, Number, Real, Text};

/// All that is kept, and of what kind.
const KEPT: &[(&str, &[(&str, Kind)])] = &[
    ("secrets", &[("name", Text), ("value", Bytes)]),
    (
        "people",
        &[
            ("guest", Text),
            ("name", Text),
            ("changed", Number),
            ("looks", Text),
            ("account", Number),
            ("since", Number),
            ("keeper", Number),
            ("silenced", Number),
        ],
    ),
    (
        "deeds",
        &[
            ("n", Number),
            ("at", Number),
            ("by_whom", Text),
            ("what", Text),
            ("guest", Text),
            ("whom", Text),
            ("detail", Text),
            ("by_guest", Text),
        ],
    ),
    (
        "reports",
        &[
            ("table_key", Number),
            ("n", Number),
            ("by_guest", Text),
            ("guest", Text),
            ("at", Number),
            ("done", Number),
        ],
    ),
    ("ties", &[("guest", Text), ("kind", Text), ("other", Text), ("at", Number)]),
    (
        "invitations",
        &[("guest", Text), ("table_key", Number), ("by_guest", Text), ("at", Number), ("gone", Number)],
    ),
    (
        "passkeys",
        &[
            ("id", Bytes),
            ("guest", Text),
            ("device", Text),
            ("host", Text),
            ("name", Text),
            ("fixed", Bytes),
            ("changing", Bytes),
            ("made", Number),
            ("used", Number),
        ],
    ),
    ("givens", &[("key", Number), ("hash", Bytes), ("text", Text)]),
    (
        "tables",
        &[
            ("key", Number),
            ("id", Text),
            ("game", Text),
            ("rules", Number),
            ("seats", Number),
            ("options", Text),
            ("seed", Text),
            ("host", Text),
            ("private", Number),
            ("name", Text),
            ("opened", Number),
            ("finished", Number),
            ("ended", Number),
            ("moves", Number),
            ("rewrites", Number),
            ("given_key", Number),
            ("given_n", Number),
            ("up", Number),
            ("stirred", Number),
        ],
    ),
    ("log", &[("table_key", Number), ("n", Number), ("entry", Text), ("wall", Number)]),
    ("sitters", &[("guest", Text), ("table_key", Number)]),
    ("named", &[("guest", Text), ("table_key", Number)]),
    ("leaving", &[("guest", Text)]),
    ("levels", &[("guest", Text), ("game", Text), ("level", Number)]),
    (
        "endings",
        &[
            ("table_key", Number),
            ("seat", Number),
            ("guest", Text),
            ("bot", Text),
            ("result", Text),
            ("score", Number),
        ],
    ),
    (
        "waits",
        &[
            ("game", Text),
            ("seats", Number),
            ("rated", Number),
            ("at", Number),
            ("ms", Number),
            ("found", Number),
        ],
    ),
    (
        "rated",
        &[
            ("ladder", Text),
            ("ended", Number),
            ("table_key", Number),
            ("seat", Number),
            ("guest", Text),
            ("side", Number),
            ("place", Number),
            ("rating", Real),
            ("deviation", Real),
            ("volatility", Real),
            ("games", Number),
            ("newest", Number),
        ],
    ),
    ("feats", &[("table_key", Number), ("game", Text), ("level", Number), ("seats", Number), ("ms", Number)]),
    ("codes", &[("guest", Text), ("hash", Bytes), ("made", Number)]),
    (
        "notices",
        &[
            ("guest", Text),
            ("kind", Text),
            ("topic", Text),
            ("number", Number),
            ("text", Text),
            ("due", Number),
            ("claimed", Number),
            ("tries", Number),
            ("pushed", Number),
            ("mailed", Number),
            ("sent", Number),
            ("owed", Text),
        ],
    ),
    ("told", &[("n", Number), ("guest", Text), ("at", Number), ("mailed", Number)]),
    ("wishes", &[("guest", Text), ("text", Text)]),
    (
        "pushes",
        &[
            ("endpoint", Text),
            ("guest", Text),
            ("key", Bytes),
            ("auth", Bytes),
            ("made", Number),
            ("device", Text),
            ("failed", Number),
            ("rests", Number),
        ],
    ),
    (
        "mails",
        &[
            ("guest", Text),
            ("address", Text),
            ("token", Text),
            ("code", Text),
            ("until", Number),
            ("tries", Number),
            ("confirmed", Number),
        ],
    ),
    ("mails_asked", &[("n", Number), ("address", Text), ("at", Number)]),
    ("standings", &[("table_key", Number), ("n", Number), ("stands", Text)]),
    ("snapshots", &[("table_key", Number), ("n", Number), ("text", Text), ("hash", Bytes)]),
    ("analyses", &[("table_key", Number), ("open", Number), ("version", Number), ("analysis", Text)]),
    (
        "tournaments",
        &[
            ("key", Number),
            ("id", Text),
            ("game", Text),
            ("name", Text),
            ("holder", Text),
            ("private", Number),
            ("plan", Text),
            ("made", Number),
            ("starts", Number),
            ("state", Number),
            ("n", Number),
            ("people", Number),
            ("changed", Number),
            ("rewrites", Number),
        ],
    ),
    ("tournament_log", &[("tournament", Number), ("n", Number), ("entry", Text), ("wall", Number)]),
    ("tournament_people", &[("tournament", Number), ("guest", Text)]),
    ("vacations", &[("guest", Text), ("n", Number), ("began", Number), ("until", Number), ("told", Number)]),
    ("plans", &[("table_key", Number), ("guest", Text), ("seat", Number), ("base", Number), ("lines", Text)]),
];
/// How many rows travel at once.
const ROWS: usize = 2_000;

/// The values of one column of some rows.
enum Column {
    Number(Vec<Option<i64>>),
    Real(Vec<Option<f64>>),
    Text(Vec<Option<String>>),
    Bytes(Vec<Option<Vec<u8>>>),
}

impl Column {
    fn new(kind: Kind) -> Self {
        match kind {
            Number => Self::Number(Vec::new()),
            Real => Self::Real(Vec::new()),
            Text => Self::Text(Vec::new()),
            Bytes => Self::Bytes(Vec::new()),
        }
    }

    fn push(&mut self, row: &SqliteRow, at: usize) -> Result<(), sqlx::Error> {
        match self {
            Self::Number(values) => values.push(row.try_get(at)?),
            Self::Real(values) => values.push(row.try_get(at)?),
            Self::Text(values) => values.push(row.try_get(at)?),
            Self::Bytes(values) => values.push(row.try_get(at)?),
        }
        Ok(())
    }
}

/// Moves the house of this file into an empty Postgres database.
pub fn move_house<'a>(from: &'a Path, to: &'a str) -> LocalBoxFuture<'a, Result<Moved, NotMoved>> {
    Box::pin(async move {
        if matches!(from.to_str().map(str::parse), Some(Ok(crate::Database::Postgres(_)))) {
            return Err(NotMoved::Database); // It may hold a password, which is not said again.
        }
        if !from.exists() {
            return Err(NotMoved::NoFile(from.display().to_string()));
        }
        if !sqlite::holds_a_house(from).await {
            return Err(NotMoved::NoHouse(from.display().to_string()));
        }
        let _alone = Lock::take(from, ([127, 0, 0, 1], 0).into())?;
        let of_file = |error: StoreError| NotMoved::Store(from.display().to_string(), Box::new(error));
        let of_database = |error: StoreError| {
            let place = crate::Database::Postgres(to.to_owned()).to_string();
            NotMoved::Store(place, Box::new(error))
        };
        let (mut file, _) = sqlite::open(from, true).await.map_err(of_file)?;
        let (mut database, _) = postgres::open(to, Sharing::Alone).await.map_err(of_database)?;
        let connection = database.connect().await.map_err(of_database)?;
        let mut all = connection.begin().await.map_err(|error| of_database(error.into()))?;
        // It is all or nothing, and while the file is read and compared nothing is asked of the database, for as long as that takes.
        sqlx::query("SET LOCAL idle_in_transaction_session_timeout = 0")
            .execute(&mut *all)
            .await
            .map_err(|error| of_database(error.into()))?;
        let held: i64 = sqlx::query_scalar(
            "SELECT (SELECT count(*) FROM tables) + (SELECT count(*) FROM people) + (SELECT count(*) FROM secrets)",
        )
            .fetch_one(&mut *all)
            .await
            .map_err(|error| of_database(error.into()))?;
        if held > 0 {
            return Err(NotMoved::NotEmpty);
        }
        let mut moved = Moved::default();
        for (table, columns) in KEPT {
            let rows = copy(&mut file.connection, &mut all, table, columns)
                .await
                .map_err(|error| of_database(error.into()))?;
            match *table {
                "tables" => moved.tables = rows,
                "log" => moved.entries = rows,
                "people" => moved.people = rows,
                _ => {}
            }
        }
        for (table, key) in [
            ("tables", "key"),
            ("givens", "key"),
            ("deeds", "n"),
            ("told", "n"),
            ("mails_asked", "n"),
            ("tournaments", "key"),
        ] {
            let next = format!(
                "SELECT setval(pg_get_serial_sequence('{table}', '{key}'), coalesce(max({key}), 1)) FROM {table}"
            );
            let next = sqlx::query(AssertSqlSafe(next)).execute(&mut *all).await;
            next.map_err(|error| of_database(error.into()))?;
        }
        for (what, logs) in LOGS {
            let before =
                logs_of_file(&mut file.connection, logs).await.map_err(|error| of_file(error.into()))?;
            let after = logs_of_database(&mut all, logs).await.map_err(|error| of_database(error.into()))?;
            let differs = before.iter().find(|(key, log)| after.get(key) != Some(log)).map(|(key, _)| *key);
            if let Some(key) = differs.or_else(|| after.keys().find(|key| !before.contains_key(key)).copied())
            {
                return Err(NotMoved::Differs(what, key));
            }
        }
        all.commit().await.map_err(|error| of_database(error.into()))?;
        let _ = file.close().await;
        let _ = database.close().await;
        Ok(moved)
    })
}

async fn copy(
    file: &mut SqliteConnection,
    database: &mut PgConnection,
    table: &str,
    columns: &[(&str, Kind)],
) -> Result<u64, sqlx::Error> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let names = names.join(", ");
    let arrays: Vec<String> = columns
        .iter()
        .zip(1..)
        .map(|((_, kind), n)| match kind {
            Number => format!("${n}::bigint[]"),
            Real => format!("${n}::float8[]"),
            Text => format!("${n}::text[]"),
            Bytes => format!("${n}::bytea[]"),
        })
        .collect();
    let insert = format!("INSERT INTO {table} ({names}) SELECT * FROM unnest({})", arrays.join(", "));
    let select = format!("SELECT {names} FROM {table}");
    let mut rows = sqlx::query(AssertSqlSafe(select)).fetch(file);
    let mut count = 0;
    loop {
        let mut some: Vec<Column> = columns.iter().map(|(_, kind)| Column::new(*kind)).collect();
        let mut taken = 0;
        while taken < ROWS
            && let Some(row) = rows.try_next().await?
        {
            for (at, column) in some.iter_mut().enumerate() {
                column.push(&row, at)?;
            }
            taken += 1;
        }
        if taken == 0 {
            return Ok(count);
        }
        count += taken as u64;
        let mut query = sqlx::query(AssertSqlSafe(insert.clone()));
        for column in some {
            query = match column {
                Column::Number(values) => query.bind(values),
                Column::Real(values) => query.bind(values),
                Column::Text(values) => query.bind(values),
                Column::Bytes(values) => query.bind(values),
            };
        }
        query.execute(&mut *database).await?;
    }
}

/// What is checked entry by entry.
const LOGS: [(&str, &str); 2] = [
    ("table", "SELECT table_key, n, entry, wall FROM log ORDER BY table_key, n"),
    ("tournament", "SELECT tournament, n, entry, wall FROM tournament_log ORDER BY tournament, n"),
];

/// What each table's log comes to.
#[derive(Default)]
struct Logs(BTreeMap<i64, Sha256>);

impl Logs {
    fn add(&mut self, (key, n, entry, wall): (i64, i64, String, i64)) {
        let log = self.0.entry(key).or_default();
        log.update(n.to_le_bytes());
        log.update(wall.to_le_bytes());
        log.update((entry.len() as u64).to_le_bytes());
        log.update(entry);
    }

    fn hashes(self) -> BTreeMap<i64, Vec<u8>> {
        self.0.into_iter().map(|(key, log)| (key, log.finalize().to_vec())).collect()
    }
}

async fn logs_of_file(
    file: &mut SqliteConnection,
    logs: &'static str,
) -> Result<BTreeMap<i64, Vec<u8>>, sqlx::Error> {
    let (mut logs, mut rows) = (Logs::default(), sqlx::query_as(logs).fetch(file));
    while let Some(row) = rows.try_next().await? {
        logs.add(row);
    }
    Ok(logs.hashes())
}

async fn logs_of_database(
    database: &mut PgConnection,
    logs: &'static str,
) -> Result<BTreeMap<i64, Vec<u8>>, sqlx::Error> {
    let (mut logs, mut rows) = (Logs::default(), sqlx::query_as(logs).fetch(database));
    while let Some(row) = rows.try_next().await? {
        logs.add(row);
    }
    Ok(logs.hashes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is not moved: what devices were asked to sign, what is told to whoever is open, who looks for somebody just now, and
    /// what has gone on into the log by the time a house moves.
    const LEFT: [&str; 4] = ["challenges", "changes", "seeks", "fresh"];
    /// SQLite's own number of a row.
    const ROW: (&str, &str) = ("log", "row");

    #[tokio::test]
    async fn whatever_a_house_keeps_moves_with_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (mut file, _) = sqlite::open(&folder.path().join("house.sqlite"), true).await.expect("it opens");
        let columns: Vec<(String, String)> = sqlx::query_as(
            "SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns \
             WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' AND tables.name NOT LIKE '_sqlx_%' \
             ORDER BY tables.name, columns.name",
        )
        .fetch_all(&mut file.connection)
        .await
        .expect("it says what it has");
        let there: Vec<(&str, &str)> = columns
            .iter()
            .map(|(table, column)| (table.as_str(), column.as_str()))
            .filter(|(table, column)| !LEFT.contains(table) && (*table, *column) != ROW)
            .collect();
        let mut moved: Vec<(&str, &str)> = KEPT
            .iter()
            .flat_map(|(table, columns)| columns.iter().map(|(column, _)| (*table, *column)))
            .collect();
        moved.sort_unstable();
        assert_eq!(moved, there);
    }
}
