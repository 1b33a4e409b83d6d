//! What is kept: tables, their logs, people. SQLite with one writer that commits in groups ([`writer`]) and a few readers.
//!
//! Nothing here understands a log: rows go in at an expected number and come out in order.

mod analyses;
pub(crate) mod endings;
mod health;
pub(crate) mod kept;
pub(crate) mod lock;
pub(crate) mod space;
pub(crate) mod writer;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use catalogue::{Live, Trouble};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sqlx::{
    Row as _, SqlSafeStr, SqlitePool,
    migrate::{Migration, MigrationType, Migrator},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous},
};
use table::{RulesVersion, Seed};
use thiserror::Error;
use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};

use crate::{fold::Stands, metrics::Writing, names, people::Guest};
use health::Health;
use writer::Job;

const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "house", include_str!("../migrations/1_house.sql")),
    (2, "levels", include_str!("../migrations/2_levels.sql")),
    (3, "endings", include_str!("../migrations/3_endings.sql")),
    (4, "given", include_str!("../migrations/4_given.sql")),
    (5, "codes", include_str!("../migrations/5_codes.sql")),
    (6, "rules", include_str!("../migrations/6_rules.sql")),
    (7, "named", include_str!("../migrations/7_named.sql")),
    (8, "kept", include_str!("../migrations/8_kept.sql")),
    (9, "givens", include_str!("../migrations/9_givens.sql")),
    (10, "analyses", include_str!("../migrations/10_analyses.sql")),
];
/// How many writes may wait before those who write have to.
const QUEUE: usize = 4096;
const READERS: u32 = 4;
/// How long those who read may take to leave when the house closes.
const READERS_LEAVE: Duration = Duration::from_secs(1);

/// A table's number in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key(pub i64);

/// Milliseconds since 1970, by the machine's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct UnixMillis(pub i64);

impl UnixMillis {
    /// What is before this (2026) is told by a machine that does not know the time yet: small computers begin in 1970.
    pub(crate) const PLAUSIBLE: Self = Self(1_767_225_600_000);

    pub(crate) fn now() -> Self {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Self(since.unwrap_or_default().as_millis() as i64)
    }
}

/// A table as it was opened; what became of it is in its log.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) id: String,
    pub(crate) game: String,
    /// By which rules it is played to its end.
    pub(crate) rules: RulesVersion,
    pub(crate) seats: u8,
    /// A JSON object, in full.
    pub(crate) options: String,
    pub(crate) seed: Seed,
    pub(crate) host: Guest,
    pub(crate) private: bool,
    pub(crate) name: String,
    pub(crate) opened: UnixMillis,
    /// What its game begins with, where it plays on from a moment of another.
    pub(crate) given: Option<Given>,
    /// How often its log has been rewritten.
    pub(crate) rewrites: i64,
}

/// The beginning of a game: the first `n` of its entries, which stand one a line. The text is the whole game's, so that
/// all tables that play on from it share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) text: Arc<str>,
    pub(crate) n: u32,
}

impl Given {
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().take(self.n as usize)
    }
}

/// A table in a list, not to be folded: it does not hold what it was given. How it stands is `None` where the log has gone on
/// since that was kept.
pub(crate) type Listed = (Key, Opening, Option<Stands>);

/// Tables with how they stand. What they were given is not read: it may be long, and only whoever folds them needs it.
macro_rules! listed {
    ($which:literal) => {
        concat!(
            "SELECT tables.*, '' AS given, standings.stands FROM tables \
             LEFT JOIN standings ON standings.table_key = tables.key \
             AND standings.n = (SELECT max(n) FROM log WHERE log.table_key = tables.key) ",
            $which
        )
    };
}

impl Opening {
    pub(crate) fn raw_options(&self) -> Box<RawValue> {
        raw_options(&self.options)
    }

    /// Its game, at the beginning.
    pub(crate) fn new_game(&self) -> std::result::Result<Box<dyn Live>, Trouble> {
        catalogue::open(&self.game, self.rules, &self.options, self.seats, self.seed)
    }

    /// A new table, by the newest rules unless others are named, with an id, a name and a seed of its own. What the rules
    /// do not allow is refused now, not when everybody has sat down.
    pub(crate) fn new(
        game: String,
        rules: Option<RulesVersion>,
        options: &str,
        seats: u8,
        host: Guest,
        private: bool,
    ) -> std::result::Result<Self, NotOpened> {
        let mut seed = Seed([0; 32]);
        getrandom::fill(&mut seed.0)?;
        let rules = match rules {
            Some(rules) => catalogue::open(&game, rules, options, seats, seed)?.rules(),
            None => catalogue::open_newest(&game, options, seats, seed)?.rules(),
        };
        let options = catalogue::canonical_options(&game, rules, options)?;
        let (id, name) = (names::table_id()?, names::table_name()?);
        let opened = UnixMillis::now();
        let (given, rewrites) = (None, 0);
        Ok(Self { id, game, rules, seats, options, seed, host, private, name, opened, given, rewrites })
    }
}

/// Why a new table is not opened.
#[derive(Debug, Error)]
pub(crate) enum NotOpened {
    #[error("{0}")]
    Trouble(#[from] Trouble),
    #[error("the system gives no randomness: {0}")]
    Randomness(#[from] getrandom::Error),
}

/// A table's options, to be sent on. They were read as JSON when the table was opened.
pub(crate) fn raw_options(options: &str) -> Box<RawValue> {
    RawValue::from_string(options.to_owned()).unwrap_or_default()
}

/// One row of a table's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) n: u64,
    pub(crate) entry: String,
    pub(crate) wall: UnixMillis,
}

/// Whom an entry names, for finding their tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) guest: Guest,
    /// Whether they sit there from now on.
    pub(crate) sits: bool,
}

#[derive(Debug, Error)]
pub(crate) enum StoreError {
    /// Somebody else has written this number: read on, fold, decide again.
    #[error("this number of the log is already written")]
    Conflict,
    #[error("the store is closed")]
    Closed,
    /// Somebody has moved, replaced or deleted the file: what is written now would be lost.
    #[error("{} is not the file that was opened: put it back, or open the house again", .0.display())]
    Lost(PathBuf),
    #[error("the store cannot be opened: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    #[error("the store: {0}")]
    Database(#[from] sqlx::Error),
    #[error("the store holds what cannot be read: {0}")]
    Unreadable(&'static str),
}

impl StoreError {
    /// The same for somebody else.
    fn again(&self) -> Self {
        match self {
            Self::Conflict => Self::Conflict,
            Self::Closed => Self::Closed,
            Self::Lost(file) => Self::Lost(file.clone()),
            other => Self::Database(sqlx::Error::Protocol(other.to_string())),
        }
    }
}

pub(crate) type Result<T> = std::result::Result<T, StoreError>;

/// The door to what is kept. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    readers: SqlitePool,
    writer: mpsc::Sender<Job>,
    health: Health,
    path: Arc<Path>,
    /// Instead of a file, in a simulated town.
    #[cfg(test)]
    pub(crate) disk: Option<Arc<crate::town::Disk>>,
    pub(crate) figures: Arc<Writing>,
}

impl Store {
    /// Opens or makes the database, and starts its writer.
    pub(crate) async fn open(path: &Path) -> Result<Self> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            // Larger than the default, so that copying the journal back disturbs play less often.
            .pragma("wal_autocheckpoint", "4000");
        // The writer comes first: it makes the file and brings its schema up to date.
        let connection = writer::connect(&options, &migrator()).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            // Readers fold a table's log once in a while; the machine's own cache is good enough for that.
            .connect_lazy_with(options.read_only(true).create_if_missing(false).pragma("cache_size", "-512"));
        let (writer, jobs) = mpsc::channel(QUEUE);
        let health = Health::of(path);
        let figures = Arc::<Writing>::default();
        writer::start(connection, jobs, health.clone(), Arc::clone(&figures))?;
        let path = path.into();
        Ok(Self {
            readers,
            writer,
            health,
            path,
            figures,
            #[cfg(test)]
            disk: None,
        })
    }

    /// A disk that somebody else minds, and writes to.
    #[cfg(test)]
    pub(crate) fn simulated(disk: Arc<crate::town::Disk>, writer: mpsc::Sender<Job>) -> Self {
        let nowhere = SqliteConnectOptions::new().in_memory(true);
        let readers =
            SqlitePoolOptions::new().max_lifetime(None).idle_timeout(None).connect_lazy_with(nowhere);
        let path: Arc<Path> = Path::new("/nowhere").into();
        let (health, figures) = (Health::of(&path), Arc::default());
        Self { readers, writer, health, path, figures, disk: Some(disk) }
    }

    /// Lets all that was asked be written, and closes the files. The writer is the last: so it can bring everything into
    /// the one file.
    pub(crate) async fn close(&self) {
        if timeout(READERS_LEAVE, self.readers.close()).await.is_err() {
            tracing::warn!("somebody still reads: the database's -wal stays beside it");
        }
        let _ = self.ask(|done| Job::Close { done }).await;
    }

    /// Why nothing can be saved now, if so.
    pub(crate) async fn trouble(&self) -> Option<String> {
        // Whoever could not write before tries again.
        match self.health.trouble() {
            Some(_) => self.ask(|done| Job::Probe { done }).await.err().map(|error| error.to_string()),
            None => self.health.check_files().err().map(|error| error.to_string()),
        }
    }

    async fn ask<T>(&self, job: impl FnOnce(oneshot::Sender<Result<T>>) -> Job) -> Result<T> {
        let (done, answer) = oneshot::channel();
        self.writer.send(job(done)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Appends at an expected number. Once this returns, the entry is on the disk. `named`: whom it names.
    pub(crate) async fn append(&self, key: Key, row: Row, named: Option<Named>) -> Result<()> {
        self.ask(|done| Job::Append { key, row, named, done }).await
    }

    /// A new table with the first entries of its log, and whom they name.
    pub(crate) async fn open_table(
        &self,
        opening: Opening,
        entries: Vec<String>,
        named: Vec<Named>,
    ) -> Result<Key> {
        self.ask(|done| Job::Open { opening: Box::new(opening), entries, named, done }).await
    }

    pub(crate) async fn name_guest(&self, guest: Guest, name: String) -> Result<()> {
        self.ask(|done| Job::Name { guest, name, done }).await
    }

    /// Notes that a table's game is over, for lists.
    pub(crate) async fn note_finished(&self, key: Key) -> Result<()> {
        self.ask(|done| Job::Finished { key, done }).await
    }

    /// Puts a level on a guest's record; once is enough.
    pub(crate) async fn note_level(&self, guest: Guest, game: String, level: u8) -> Result<()> {
        self.ask(|done| Job::Level { guest, game, level, done }).await
    }

    /// The levels of a game that a guest has won, in order.
    pub(crate) async fn levels(&self, guest: Guest, game: &str) -> Result<Vec<u8>> {
        let levels =
            sqlx::query_scalar("SELECT level FROM levels WHERE guest = ? AND game = ? ORDER BY level")
                .bind(guest.to_string())
                .bind(game)
                .fetch_all(&self.readers)
                .await?;
        Ok(levels)
    }

    /// Forgets a table, unless something has happened there since `before`. Says whether it did.
    pub(crate) async fn forget(&self, key: Key, before: UnixMillis) -> Result<bool> {
        self.ask(|done| Job::Forget { key, before, done }).await
    }

    /// Unfinished tables at which nothing has happened since `before`, with their ids. Where it is not known when something
    /// happened, nothing is stale.
    pub(crate) async fn stale_tables(&self, before: UnixMillis) -> Result<Vec<(Key, String)>> {
        let rows: Vec<(i64, String)> = sqlx::query_as(
            "SELECT key, id FROM tables WHERE finished = 0 AND opened >= ?2 AND opened < ?1 AND NOT EXISTS \
             (SELECT 1 FROM log WHERE log.table_key = tables.key AND (log.wall >= ?1 OR log.wall < ?2))",
        )
        .bind(before.0)
        .bind(UnixMillis::PLAUSIBLE.0)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|(key, id)| (Key(key), id)).collect())
    }

    /// How many tables there are whose game is not over.
    pub(crate) async fn unfinished(&self) -> Result<u64> {
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM tables WHERE finished = 0")
            .fetch_one(&self.readers)
            .await?;
        Ok(count as u64)
    }

    /// A secret of the house by name; the offered one is kept if there is none yet.
    pub(crate) async fn secret(&self, name: &'static str, offered: Vec<u8>) -> Result<Vec<u8>> {
        self.ask(|done| Job::Secret { name, offered, done }).await
    }

    pub(crate) async fn table(&self, id: &str) -> Result<Option<(Key, Opening)>> {
        #[cfg(test)]
        if let Some(disk) = &self.disk {
            return disk.table(id).await;
        }
        let row = sqlx::query(
            "SELECT tables.*, givens.text AS given FROM tables \
             LEFT JOIN givens ON givens.key = tables.given_key WHERE id = ?",
        )
        .bind(id)
        .fetch_optional(&self.readers)
        .await?;
        row.as_ref().map(opening).transpose()
    }

    /// Which game is played at a table.
    pub(crate) async fn game_of(&self, id: &str) -> Result<Option<String>> {
        let game = sqlx::query_scalar("SELECT game FROM tables WHERE id = ?").bind(id);
        Ok(game.fetch_optional(&self.readers).await?)
    }

    /// The entries of a table after number `since`, in order.
    pub(crate) async fn log(&self, key: Key, since: u64) -> Result<Vec<Row>> {
        #[cfg(test)]
        if let Some(disk) = &self.disk {
            return disk.log(key, since).await;
        }
        let rows = sqlx::query("SELECT n, entry, wall FROM log WHERE table_key = ? AND n > ? ORDER BY n")
            .bind(key.0)
            .bind(since as i64)
            .fetch_all(&self.readers)
            .await?;
        let read = |row: SqliteRow| {
            let n: i64 = row.try_get(0)?;
            Ok(Row { n: n as u64, entry: row.try_get(1)?, wall: UnixMillis(row.try_get(2)?) })
        };
        rows.into_iter().map(read).collect()
    }

    /// Empty until they have chosen one.
    pub(crate) async fn name_of(&self, guest: Guest) -> Result<String> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(guest.to_string());
        }
        let name: Option<String> = sqlx::query_scalar("SELECT name FROM people WHERE guest = ?")
            .bind(guest.to_string())
            .fetch_optional(&self.readers)
            .await?;
        Ok(name.unwrap_or_default())
    }

    /// The newest unfinished public tables, newest first.
    pub(crate) async fn public_tables(&self, limit: u32) -> Result<Vec<Listed>> {
        let rows = sqlx::query(listed!(
            "WHERE tables.finished = 0 AND tables.private = 0 ORDER BY tables.key DESC LIMIT ?"
        ))
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(listed).collect()
    }

    /// The newest unfinished tables at which a guest has sat, newest first.
    pub(crate) async fn tables_of(&self, guest: Guest, limit: u32) -> Result<Vec<Listed>> {
        let rows = sqlx::query(listed!(
            "JOIN sitters ON sitters.table_key = tables.key \
             WHERE sitters.guest = ? AND tables.finished = 0 ORDER BY tables.key DESC LIMIT ?"
        ))
        .bind(guest.to_string())
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(listed).collect()
    }
}

fn migrator() -> Migrator {
    let migrations = MIGRATIONS.iter().map(|&(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

fn opening(row: &SqliteRow) -> Result<(Key, Opening)> {
    let seed: String = row.try_get("seed")?;
    let host: String = row.try_get("host")?;
    let opening = Opening {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        rules: RulesVersion(row.try_get("rules")?),
        seats: row.try_get("seats")?,
        options: row.try_get("options")?,
        seed: seed.parse().map_err(|_| StoreError::Unreadable("a seed"))?,
        host: host.parse().map_err(|_| StoreError::Unreadable("a guest"))?,
        private: row.try_get("private")?,
        name: row.try_get("name")?,
        opened: UnixMillis(row.try_get("opened")?),
        given: row
            .try_get::<Option<u32>, _>("given_n")?
            .map(|n| Ok::<_, sqlx::Error>(Given { text: row.try_get::<String, _>("given")?.into(), n }))
            .transpose()?,
        rewrites: row.try_get("rewrites")?,
    };
    Ok((Key(row.try_get("key")?), opening))
}

fn listed(row: &SqliteRow) -> Result<Listed> {
    let (key, opening) = opening(row)?;
    let stands: Option<&str> = row.try_get("stands")?;
    Ok((key, opening, stands.and_then(|stands| serde_json::from_str(stands).ok())))
}
