//! The two engines that keep a house, and how both are asked in the same words.
//!
//! SQL that both understand stands once: with `$1`, numbers as `i64`, `ON CONFLICT` and `RETURNING`. What differs between
//! them is in [`super::sqlite`] and [`super::postgres`].

use std::{ops::DerefMut, time::Duration};

use futures_util::future::BoxFuture;
use sqlx::{
    Connection as _, PgConnection, PgPool, Postgres, SqlSafeStr, Sqlite, SqliteConnection, SqlitePool,
    migrate::{Migration, MigrationType, Migrator},
    pool::PoolConnection,
};

use tokio::time::timeout;

use super::Result;

/// A thing of one engine or of the other.
#[derive(Clone, Debug)]
pub(crate) enum Engine<S, P> {
    Sqlite(S),
    Postgres(P),
}

/// Those who read.
pub(crate) type Readers = Engine<SqlitePool, PgPool>;
/// Where something is written: a connection, or a transaction that has begun there.
pub(crate) type At<'a> = Engine<&'a mut SqliteConnection, &'a mut PgConnection>;
pub(crate) type Transaction<'a> = Engine<sqlx::Transaction<'a, Sqlite>, sqlx::Transaction<'a, Postgres>>;

/// How long one answer of another machine may take.
const ANSWER: Duration = Duration::from_secs(5);

/// What another machine answers, or that it does not. In a box: whoever asks needs no room for it where a file answers.
pub(crate) fn within<'a, T: 'a>(
    answer: impl Future<Output = Result<T>> + Send + 'a,
) -> BoxFuture<'a, Result<T>> {
    in_time(Box::pin(answer))
}

fn in_time<'a, T: 'a>(answer: BoxFuture<'a, Result<T>>) -> BoxFuture<'a, Result<T>> {
    Box::pin(async { timeout(ANSWER, answer).await.unwrap_or_else(|_| Err(late().into())) })
}

pub(super) fn late() -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "the database does not answer"))
}

impl Readers {
    /// One of them, for several questions or for what is also asked beside a house.
    pub(crate) async fn one(&self) -> Result<Engine<PoolConnection<Sqlite>, PoolConnection<Postgres>>> {
        Ok(match self {
            Self::Sqlite(pool) => Engine::Sqlite(pool.acquire().await?),
            Self::Postgres(pool) => Engine::Postgres(within(async { Ok(pool.acquire().await?) }).await?),
        })
    }
}

impl<S: DerefMut<Target = SqliteConnection>, P: DerefMut<Target = PgConnection>> Engine<S, P> {
    /// This place, once more.
    pub(crate) fn at(&mut self) -> At<'_> {
        match self {
            Self::Sqlite(at) => Engine::Sqlite(&mut *at),
            Self::Postgres(at) => Engine::Postgres(&mut *at),
        }
    }
}

impl<'a> At<'a> {
    /// From here to [`commit`](Transaction::commit) all or nothing is done; inside of something larger, too.
    pub(crate) async fn begin(self) -> Result<Transaction<'a>> {
        Ok(match self {
            Self::Sqlite(at) => Engine::Sqlite(at.begin().await?),
            Self::Postgres(at) => Engine::Postgres(within(async { Ok(at.begin().await?) }).await?),
        })
    }
}

impl Transaction<'_> {
    pub(crate) async fn commit(self) -> Result<()> {
        match self {
            Self::Sqlite(all) => Ok(all.commit().await?),
            Self::Postgres(all) => within(async { Ok(all.commit().await?) }).await,
        }
    }
}

/// The steps that made the schema what it is.
pub(super) fn migrator(steps: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migrations = steps.iter().map(|&(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}
