//! What a row is in Rust, with either engine.
//!
//! Written out here rather than derived: sqlx's own derive has both engines, SQLite's C and TLS built a second time, for the
//! compiler's sake, which is a quarter of what a fresh build takes.

use sqlx::{
    ColumnIndex, Database, Decode, Row as _, Type, error::BoxDynError, postgres::PgRow, sqlite::SqliteRow,
};

use super::engine::Engine;
use crate::people::Guest;

/// A row as either engine gives it.
pub(crate) type Row = Engine<SqliteRow, PgRow>;

/// What is read from a whole row.
pub(crate) trait FromRow: Sized {
    fn from_row(row: &Row) -> sqlx::Result<Self>;
}

/// What is read from one column.
pub(crate) trait FromColumn: Sized {
    fn from_column(row: &Row, place: usize) -> sqlx::Result<Self>;
}

impl Row {
    /// The column of this name.
    pub(super) fn named<T: FromColumn>(&self, name: &str) -> sqlx::Result<T> {
        let place = match self {
            Self::Sqlite(row) => name.index(row)?,
            Self::Postgres(row) => name.index(row)?,
        };
        T::from_column(self, place)
    }
}

macro_rules! columns {
    ($($type:ty),+) => {$(
        impl FromColumn for $type {
            fn from_column(row: &Row, place: usize) -> sqlx::Result<Self> {
                match row {
                    Row::Sqlite(row) => row.try_get(place),
                    Row::Postgres(row) => row.try_get(place),
                }
            }
        }
    )+};
}
columns!(i64, f64, String, Vec<u8>, Guest);
columns!(Option<i64>, Option<f64>, Option<String>, Option<Vec<u8>>, Option<Guest>);

/// Who asks for one column.
impl<T: FromColumn> FromRow for T {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        T::from_column(row, 0)
    }
}

/// Who asks for a few.
macro_rules! tuples {
    ($($($type:ident $place:literal),+;)+) => {$(
        impl<$($type: FromColumn),+> FromRow for ($($type,)+) {
            fn from_row(row: &Row) -> sqlx::Result<Self> {
                Ok(($($type::from_column(row, $place)?,)+))
            }
        }
    )+};
}
tuples! {
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}

/// A struct whose fields are the columns of the same names.
macro_rules! from_row {
    ($type:ident { $($field:ident),+ }) => {
        impl $crate::store::rows::FromRow for $type {
            fn from_row(row: &$crate::store::rows::Row) -> sqlx::Result<Self> {
                Ok(Self { $($field: row.named(stringify!($field))?),+ })
            }
        }
    };
}
pub(super) use from_row;

impl<D: Database> Type<D> for Guest
where
    String: Type<D>,
{
    fn type_info() -> D::TypeInfo {
        String::type_info()
    }

    fn compatible(kind: &D::TypeInfo) -> bool {
        String::compatible(kind)
    }
}

impl<'r, D: Database> Decode<'r, D> for Guest
where
    &'r str: Decode<'r, D>,
{
    fn decode(value: D::ValueRef<'r>) -> Result<Self, BoxDynError> {
        Ok(<&str>::decode(value)?.parse()?)
    }
}
