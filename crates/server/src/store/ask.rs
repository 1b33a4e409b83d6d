//! One statement, asked of whichever engine keeps the house.
//!
//! What is bound and what comes back is told apart by engine here, once: sqlx has each statement compiled anew for each engine and
//! each kind of row.

use std::{
    borrow::Cow,
    pin::Pin,
    task::{Context, Poll, ready},
};

use futures_util::future::BoxFuture;
use sqlx::{
    Arguments, Encode, Postgres, SqlSafeStr, SqlStr, Sqlite, Type, error::BoxDynError, postgres::PgArguments,
    sqlite::SqliteArguments,
};

use super::{
    Result,
    engine::{At, Engine, Readers, within},
    rows::{FromRow, Row},
};

/// What stands for `$1`, or NULL of that kind.
#[derive(Debug)]
pub(crate) enum Value<'q> {
    Number(Option<i64>),
    Real(Option<f64>),
    Text(Option<Cow<'q, str>>),
    Bytes(Option<Cow<'q, [u8]>>),
}

macro_rules! values {
    ($($kind:ident: $from:ty, $value:ident => $into:expr;)+) => {$(
        impl<'q> From<$from> for Value<'q> {
            fn from($value: $from) -> Self {
                Self::$kind(Some($into))
            }
        }
        impl<'q> From<Option<$from>> for Value<'q> {
            fn from(value: Option<$from>) -> Self {
                Self::$kind(value.map(|$value| $into))
            }
        }
    )+};
}
values! {
    Number: i64, value => value;
    Real: f64, value => value;
    Text: String, value => value.into();
    Text: &'q String, value => value.into();
    Text: &'q str, value => value.into();
    Bytes: Vec<u8>, value => value.into();
    Bytes: &'q Vec<u8>, value => value.as_slice().into();
    Bytes: &'q [u8], value => value.into();
}

impl Value<'_> {
    fn bind_to<A: Arguments>(self, bound: &mut A) -> std::result::Result<(), BoxDynError>
    where
        Option<i64>: for<'t> Encode<'t, A::Database> + Type<A::Database>,
        Option<f64>: for<'t> Encode<'t, A::Database> + Type<A::Database>,
        Option<String>: for<'t> Encode<'t, A::Database> + Type<A::Database>,
        Option<Vec<u8>>: for<'t> Encode<'t, A::Database> + Type<A::Database>,
    {
        match self {
            Self::Number(value) => bound.add(value),
            Self::Real(value) => bound.add(value),
            Self::Text(value) => bound.add(value.map(Cow::into_owned)),
            Self::Bytes(value) => bound.add(value.map(Cow::into_owned)),
        }
    }
}

/// A statement and what is bound to it.
#[derive(Debug)]
#[must_use]
pub(crate) struct Query<'q> {
    sql: SqlStr,
    values: Vec<Value<'q>>,
}

pub(crate) fn query<'q>(sql: impl SqlSafeStr) -> Query<'q> {
    Query { sql: sql.into_sql_str(), values: Vec::new() }
}

impl<'q> Query<'q> {
    pub(crate) fn bind(mut self, value: impl Into<Value<'q>>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Says how many rows it wrote.
    pub(crate) fn execute<'a>(self, at: impl Into<Place<'a>>) -> BoxFuture<'a, Result<u64>>
    where
        'q: 'a,
    {
        execute(self, at.into())
    }

    pub(crate) fn fetch_all<'a, T: FromRow>(self, at: impl Into<Place<'a>>) -> Fetch<'a, Vec<T>>
    where
        'q: 'a,
    {
        let read = |rows: Vec<Row>| rows.iter().map(T::from_row).collect();
        Fetch { rows: fetch(self, at.into(), Wanted::All), read }
    }

    pub(crate) fn fetch_optional<'a, T: FromRow>(self, at: impl Into<Place<'a>>) -> Fetch<'a, Option<T>>
    where
        'q: 'a,
    {
        let read = |rows: Vec<Row>| rows.first().map(T::from_row).transpose();
        Fetch { rows: fetch(self, at.into(), Wanted::First), read }
    }

    pub(crate) fn fetch_one<'a, T: FromRow>(self, at: impl Into<Place<'a>>) -> Fetch<'a, T>
    where
        'q: 'a,
    {
        let read = |rows: Vec<Row>| rows.first().map_or(Err(sqlx::Error::RowNotFound), T::from_row);
        Fetch { rows: fetch(self, at.into(), Wanted::First), read }
    }

    fn for_sqlite(self) -> sqlx::Result<sqlx::query::Query<'static, Sqlite, SqliteArguments>> {
        let mut bound = SqliteArguments::default();
        for value in self.values {
            value.bind_to(&mut bound).map_err(sqlx::Error::Encode)?;
        }
        Ok(sqlx::query_with(self.sql, bound))
    }

    fn for_postgres(self) -> sqlx::Result<sqlx::query::Query<'static, Postgres, PgArguments>> {
        let mut bound = PgArguments::default();
        for value in self.values {
            value.bind_to(&mut bound).map_err(sqlx::Error::Encode)?;
        }
        Ok(sqlx::query_with(self.sql, bound))
    }
}

/// Where it is asked: any of those who read, or where something is written.
#[derive(Debug)]
pub(crate) enum Place<'a> {
    Readers(&'a Readers),
    At(At<'a>),
}

impl<'a> From<&'a Readers> for Place<'a> {
    fn from(readers: &'a Readers) -> Self {
        Self::Readers(readers)
    }
}

impl<'a> From<At<'a>> for Place<'a> {
    fn from(at: At<'a>) -> Self {
        Self::At(at)
    }
}

#[derive(Clone, Copy, Debug)]
enum Wanted {
    All,
    First,
}

fn fetch<'a>(query: Query<'a>, place: Place<'a>, wanted: Wanted) -> BoxFuture<'a, Result<Vec<Row>>> {
    Box::pin(async move {
        let mut reader;
        let at = match place {
            Place::Readers(readers) => {
                reader = readers.one().await?;
                reader.at()
            }
            Place::At(at) => at,
        };
        match at {
            Engine::Sqlite(at) => {
                let query = query.for_sqlite()?;
                let rows = match wanted {
                    Wanted::All => query.fetch_all(at).await?,
                    Wanted::First => query.fetch_optional(at).await?.into_iter().collect(),
                };
                Ok(rows.into_iter().map(Engine::Sqlite).collect())
            }
            Engine::Postgres(at) => {
                let query = query.for_postgres()?;
                let rows = within(async {
                    Ok(match wanted {
                        Wanted::All => query.fetch_all(at).await?,
                        Wanted::First => query.fetch_optional(at).await?.into_iter().collect(),
                    })
                });
                Ok(rows.await?.into_iter().map(Engine::Postgres).collect())
            }
        }
    })
}

fn execute<'a>(query: Query<'a>, place: Place<'a>) -> BoxFuture<'a, Result<u64>> {
    Box::pin(async move {
        let mut reader;
        let at = match place {
            Place::Readers(readers) => {
                reader = readers.one().await?;
                reader.at()
            }
            Place::At(at) => at,
        };
        match at {
            Engine::Sqlite(at) => Ok(query.for_sqlite()?.execute(at).await?.rows_affected()),
            Engine::Postgres(at) => {
                let query = query.for_postgres()?;
                within(async { Ok(query.execute(at).await?.rows_affected()) }).await
            }
        }
    })
}

/// An answer that is on its way, and how to read it: as small as that, whatever is asked and wherever it is awaited.
#[must_use]
pub(crate) struct Fetch<'a, T> {
    rows: BoxFuture<'a, Result<Vec<Row>>>,
    read: fn(Vec<Row>) -> sqlx::Result<T>,
}

impl<T> Future for Fetch<'_, T> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<T>> {
        let rows = ready!(self.rows.as_mut().poll(context))?;
        Poll::Ready(Ok((self.read)(rows)?))
    }
}
