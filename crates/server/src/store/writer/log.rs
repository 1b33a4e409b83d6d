//! Entries of logs, many in one statement. Who was too late is found out by looking, not by trying again.

use std::sync::Arc;

use sqlx::{AssertSqlSafe, Executor as _, SqliteConnection};

use super::{Done, Key, Named, Result, Row, jobs::note_named};

/// The most entries of one statement: four values each, far below SQLite's limit.
const STATEMENT: usize = 64;

#[derive(Debug)]
pub(super) struct Append {
    pub(super) key: Key,
    pub(super) row: Row,
    pub(super) named: Option<Named>,
    pub(super) done: Done<()>,
}

/// `INSERT … VALUES (?,?,?,?), …` for 1, 2, … rows.
pub(super) struct Inserts(Vec<Arc<str>>);

impl Inserts {
    pub(super) fn new() -> Self {
        let insert = |rows: usize| {
            let values = vec!["(?,?,?,?)"; rows].join(",");
            format!("INSERT INTO log (table_key, n, entry, wall) VALUES {values} ON CONFLICT DO NOTHING")
                .into()
        };
        Self((1..=STATEMENT).map(insert).collect())
    }

    /// Whether these need no transaction: a statement is one.
    #[allow(clippy::unused_self)] // It says so of these statements.
    pub(super) fn is_one_statement(&self, rows: &[Append]) -> bool {
        rows.len() <= STATEMENT && rows.iter().all(|append| append.named.is_none())
    }

    /// Says for each of these rows whether it was written, or its number was taken.
    pub(super) async fn insert(
        &self,
        connection: &mut SqliteConnection,
        rows: &[Append],
    ) -> Result<Vec<bool>> {
        let mut written = Vec::with_capacity(rows.len());
        for few in rows.chunks(STATEMENT) {
            self.insert_few(connection, few, &mut written).await?;
        }
        for (append, _) in rows.iter().zip(&written).filter(|(_, written)| **written) {
            if let Some(named) = append.named {
                note_named(connection, named, append.key).await?;
            }
        }
        Ok(written)
    }

    async fn insert_few(
        &self,
        connection: &mut SqliteConnection,
        rows: &[Append],
        written: &mut Vec<bool>,
    ) -> Result<()> {
        let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&self.0[rows.len() - 1])));
        for Append { key, row, .. } in rows {
            query = query.bind(key.0).bind(row.n as i64).bind(row.entry.as_str()).bind(row.wall.0);
        }
        let done = connection.execute(query).await?;
        let (inserted, last) = (done.rows_affected() as i64, done.last_insert_rowid());
        if inserted == rows.len() as i64 {
            written.extend(rows.iter().map(|_| true));
            return Ok(());
        }
        // Rows are only ever added at the end: these are the last ones.
        let mut there: Vec<(i64, i64)> = Vec::new();
        if inserted > 0 {
            there = sqlx::query_as("SELECT table_key, n FROM log WHERE row > ?")
                .bind(last - inserted)
                .fetch_all(connection)
                .await?;
        }
        // Of two that want the same number the first has it.
        written.extend(rows.iter().map(|Append { key, row, .. }| {
            let at = there.iter().position(|&(there, n)| there == key.0 && n == row.n as i64);
            at.map(|at| there.swap_remove(at)).is_some()
        }));
        Ok(())
    }
}
