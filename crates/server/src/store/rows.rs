//! What a row is in Rust, with either engine.
//!
//! Written out here rather than derived: sqlx's own derive has both engines, SQLite's C and TLS built a second time, for the
//! compiler's sake, which is a quarter of what a fresh build takes.

use sqlx::{Database, Decode, Type, error::BoxDynError};

use crate::people::Guest;

/// A struct whose fields are the columns of the same names.
macro_rules! from_row {
    ($type:ident { $($field:ident),+ }) => {
        from_row!(sqlx::sqlite::SqliteRow, $type { $($field),+ });
        from_row!(sqlx::postgres::PgRow, $type { $($field),+ });
    };
    ($row:ty, $type:ident { $($field:ident),+ }) => {
        impl sqlx::FromRow<'_, $row> for $type {
            fn from_row(row: &$row) -> sqlx::Result<Self> {
                Ok(Self { $($field: sqlx::Row::try_get(row, stringify!($field))?),+ })
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
