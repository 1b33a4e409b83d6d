//! What is kept: tables, their logs, people. In one file or in a database that several nodes share ([`engine`]); with one
//! writer that commits in groups ([`writer`]) and a few readers.
//!
//! Nothing here understands a log: rows go in at an expected number and come out in order.

pub(crate) mod accounts;
mod analyses;
mod ask;
pub(crate) mod company;
pub(crate) mod cups;
pub(crate) mod endings;
pub(crate) mod engine;
mod fresh;
mod health;
pub(crate) mod keeping;
pub(crate) mod kept;
pub(crate) mod lock;
pub(crate) mod minding;
pub(crate) mod moving;
pub(crate) mod notices;
pub(crate) mod pairing;
pub(crate) mod plans;
mod postgres;
pub(crate) mod ratings;
mod rows;
pub(crate) mod space;
mod sqlite;
mod tables;
#[cfg(test)]
mod tests;
pub(crate) mod timing;
pub(crate) mod vacations;
pub(crate) mod ways;
pub(crate) mod writer;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use sqlx::migrate::MigrateError;
use thiserror::Error;
use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};

use crate::{Database, metrics::Writing, people::Guest};
use ask::query;
use engine::{Engine, Readers};
use health::Health;
pub(crate) use postgres::Sharing;
pub(crate) use tables::{Given, Listed, NotOpened, Opening, ToOpen, raw_options};
use writer::Job;

/// How many writes may wait before those who write have to.
const QUEUE: usize = 4096;
/// How long those who read may take to leave when the house closes.
const READERS_LEAVE: Duration = Duration::from_secs(1);

/// A table's number in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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

/// One row of a table's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) n: u64,
    pub(crate) entry: String,
    pub(crate) wall: UnixMillis,
}

/// When to look at a table with clocks again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Timed {
    /// Nobody's time is up before then.
    pub(crate) up: UnixMillis,
    /// Whether each turn has its own time, hours or days: then those who are not there may want to be told of this.
    pub(crate) by_turns: bool,
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
    /// Somebody else has written this number: read on, fold, decide again. Or nobody has written the one before it.
    #[error("this number of the log is not the next")]
    Conflict,
    /// The line broke while it was written: it may be there or not. Whoever wants to know reads the log.
    #[error("the line to the database broke, and it is not known what it still wrote")]
    Unknown,
    #[error("the store is closed")]
    Closed,
    /// Somebody has moved, replaced or deleted the file: what is written now would be lost.
    #[error("{} is not the file that was opened: put it back, or open the house again", .0.display())]
    Lost(PathBuf),
    #[error("this is no address of a database ({0}): it looks like postgres://user:password@host:5432/name")]
    Url(String),
    #[error("the database does not let us in ({0}): look at the user and the password in its address")]
    NotLetIn(String),
    #[error("there is no such database ({0}): make it with createdb, or look at the name in its address")]
    NoDatabase(String),
    #[error(
        "the database cannot be reached ({0}): start it, or look at the host and the port in its address"
    )]
    Away(String),
    #[error(
        "the database keeps text as {0}, in which not everybody's name can be written: make it with createdb --encoding=UTF8 --template=template0"
    )]
    Encoding(String),
    #[error("{}", taken(*.0))]
    Taken(Sharing),
    #[error(
        "it was made by a newer version of Quintette (step {0} is not known here): install that version, or restore a backup of before"
    )]
    Newer(i64),
    #[error("it was made by an older version of Quintette: open the house once with this one")]
    Older,
    #[error("the store cannot be opened: {0}")]
    Migration(MigrateError),
    #[error("the store: {0}")]
    Database(#[from] sqlx::Error),
    #[error("the store holds what cannot be read: {0}")]
    Unreadable(&'static str),
}

const fn taken(wanted: Sharing) -> &'static str {
    match wanted {
        Sharing::Alone => {
            "another house has this database open. Stop that one first; or let both be nodes of one town, with --nats"
        }
        Sharing::Town => {
            "a house that is no node of a town has this database open. Stop that one first, and start it again with --nats"
        }
    }
}

impl StoreError {
    fn migration(error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(step) => Self::Newer(step),
            other => Self::Migration(other),
        }
    }

    /// The same for somebody else.
    fn again(&self) -> Self {
        match self {
            Self::Conflict => Self::Conflict,
            Self::Unknown => Self::Unknown,
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
    readers: Readers,
    writer: mpsc::Sender<Job>,
    health: Health,
    /// The file, where there is one.
    path: Option<Arc<Path>>,
    /// The time, where it is the database's.
    clock: Option<Arc<postgres::Clock>>,
    /// Instead of a file, in a simulated town.
    #[cfg(test)]
    pub(crate) disk: Option<Arc<crate::town::Disk>>,
    pub(crate) figures: Arc<Writing>,
}

impl Store {
    /// Opens or makes what keeps the house, and starts its writer.
    pub(crate) async fn open(database: &Database, sharing: Sharing) -> Result<Self> {
        let (hand, readers, health, path) = match database {
            Database::File(path) => {
                let (hand, readers) = sqlite::open(path, sharing == Sharing::Alone).await?;
                (Engine::Sqlite(hand), readers, Health::of(path), Some(path.as_path().into()))
            }
            Database::Postgres(url) => {
                let (hand, readers) = postgres::open(url, sharing).await?;
                (Engine::Postgres(hand), readers, Health::elsewhere(), None)
            }
        };
        let clock = match &readers {
            Engine::Sqlite(_) => None,
            Engine::Postgres(pool) => Some(Arc::new(postgres::Clock::new(pool).await?)),
        };
        let (writer, jobs) = mpsc::channel(QUEUE);
        if let Engine::Sqlite(hand) = &hand {
            tokio::spawn(fresh::settle_in_time(hand.fresh.rows(), writer.downgrade()));
        }
        let figures = Arc::<Writing>::default();
        writer::start(hand, jobs, health.clone(), Arc::clone(&figures))?;
        Ok(Self {
            readers,
            writer,
            health,
            path,
            clock,
            figures,
            #[cfg(test)]
            disk: None,
        })
    }

    /// A disk that somebody else minds, and writes to.
    #[cfg(test)]
    pub(crate) fn simulated(disk: Arc<crate::town::Disk>, writer: mpsc::Sender<Job>) -> Self {
        use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
        let nowhere = SqliteConnectOptions::new().in_memory(true);
        let readers =
            SqlitePoolOptions::new().max_lifetime(None).idle_timeout(None).connect_lazy_with(nowhere);
        let (readers, health, figures) = (Engine::Sqlite(readers), Health::elsewhere(), Arc::default());
        Self { readers, writer, health, path: None, clock: None, figures, disk: Some(disk) }
    }

    /// The time by which everybody goes who shares what is kept: one machine's, or the database's.
    pub(crate) fn now(&self) -> UnixMillis {
        self.clock.as_ref().map_or_else(UnixMillis::now, |clock| clock.now())
    }

    /// Whether the time is the database's.
    pub(crate) const fn has_a_clock(&self) -> bool {
        self.clock.is_some()
    }

    /// Which database this is, of all there are; nothing where it is a file.
    pub(crate) async fn which(&self) -> Result<String> {
        match &self.readers {
            Engine::Postgres(pool) => postgres::which(pool).await,
            Engine::Sqlite(_) => Ok(String::new()),
        }
    }

    /// Asks the database again what time it is.
    pub(crate) async fn set_clock(&self) -> Result<()> {
        match (&self.clock, &self.readers) {
            (Some(clock), Engine::Postgres(pool)) => clock.set(pool).await,
            _ => Ok(()),
        }
    }

    /// Lets all that was asked be written, and closes the files. The writer is the last: so it can bring everything into
    /// the one file.
    pub(crate) async fn close(&self) {
        let close = async {
            match &self.readers {
                Engine::Sqlite(readers) => readers.close().await,
                Engine::Postgres(readers) => readers.close().await,
            }
        };
        if timeout(READERS_LEAVE, close).await.is_err() {
            tracing::warn!("somebody still reads: a file's -wal stays beside it");
        }
        let _ = self.ask(|done| Job::Close { done }).await;
    }

    /// Whether the last write failed.
    pub(crate) fn cannot_save(&self) -> bool {
        self.health.trouble().is_some()
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
    /// `timed`: when to look again at a table with clocks.
    pub(crate) async fn append(
        &self,
        key: Key,
        row: Row,
        named: Option<Named>,
        timed: Option<Timed>,
    ) -> Result<()> {
        self.ask(|done| Job::Append { key, row, named, timed, done }).await
    }

    /// A new table with the first entries of its log, and whom they name.
    pub(crate) async fn open_table(
        &self,
        opening: Opening,
        entries: Vec<String>,
        named: Vec<Named>,
        timed: Option<Timed>,
    ) -> Result<Key> {
        self.ask(|done| Job::Open { opening: Box::new(opening), entries, named, timed, done }).await
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
        let levels: Vec<i64> =
            query("SELECT level FROM levels WHERE guest = $1 AND game = $2 ORDER BY level")
                .bind(guest.to_string())
                .bind(game)
                .fetch_all(&self.readers)
                .await?;
        Ok(levels.into_iter().map(|level| level as u8).collect())
    }

    /// Forgets a table, unless something has happened there since `before`. Says whether it did.
    pub(crate) async fn forget(&self, key: Key, before: UnixMillis) -> Result<bool> {
        self.ask(|done| Job::Forget { key, before, done }).await
    }

    /// Unfinished tables at which nothing has happened since `before` and nobody's time runs, with their ids. Where it is not known when something
    /// happened, nothing is stale.
    pub(crate) async fn stale_tables(&self, before: UnixMillis) -> Result<Vec<(Key, String)>> {
        let rows: Vec<(i64, String)> = query(
            "SELECT key, id FROM tables WHERE finished = 0 AND opened >= $2 AND opened < $1 \
                 AND coalesce(up, 0) < $1 AND NOT EXISTS \
                 (SELECT 1 FROM entries WHERE entries.table_key = tables.key AND (entries.wall >= $1 \
                 OR entries.wall < $2))",
        )
        .bind(before.0)
        .bind(UnixMillis::PLAUSIBLE.0)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|(key, id)| (Key(key), id)).collect())
    }

    /// How many tables there are whose game is not over.
    pub(crate) async fn unfinished(&self) -> Result<u64> {
        let count: i64 =
            query("SELECT count(*) FROM tables WHERE finished = 0").fetch_one(&self.readers).await?;
        Ok(count as u64)
    }

    /// A secret of the house by name; the offered one is kept if there is none yet.
    pub(crate) async fn secret(&self, name: &'static str, offered: Vec<u8>) -> Result<Vec<u8>> {
        self.ask(|done| Job::Secret { name, offered, done }).await
    }

    /// Empty until they have chosen one.
    pub(crate) async fn name_of(&self, guest: Guest) -> Result<String> {
        Ok(self.name_if_known(guest).await?.unwrap_or_default())
    }

    /// The same; nothing if the house knows nothing of them.
    pub(crate) async fn name_if_known(&self, guest: Guest) -> Result<Option<String>> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(Some(guest.to_string()));
        }
        query("SELECT name FROM people WHERE guest = $1")
            .bind(guest.to_string())
            .fetch_optional(&self.readers)
            .await
    }
}
