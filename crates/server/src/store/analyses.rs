//! Analyses of finished games, as texts: kept once made.

use sqlx::SqliteConnection;

use super::{Key, Result, Store, writer::Job};

/// What an analysis says has changed so often: older ones are made anew.
const VERSION: u32 = 1;

impl Store {
    /// Keeps an analysis; the newest stands.
    pub(crate) async fn keep_analysis(&self, key: Key, open: bool, analysis: String) -> Result<()> {
        self.ask(|done| Job::Analysis { key, open, analysis, done }).await
    }

    /// The analysis of a table's game, if one is kept that this house would make.
    pub(crate) async fn analysis(&self, key: Key, open: bool) -> Result<Option<String>> {
        let found = sqlx::query_scalar(
            "SELECT analysis FROM analyses WHERE table_key = ? AND open = ? AND version = ?",
        )
        .bind(key.0)
        .bind(open)
        .bind(VERSION)
        .fetch_optional(&self.readers)
        .await?;
        Ok(found)
    }
}

pub(super) async fn keep(
    connection: &mut SqliteConnection,
    key: Key,
    open: bool,
    analysis: &str,
) -> Result<()> {
    sqlx::query("INSERT OR REPLACE INTO analyses (table_key, open, version, analysis) VALUES (?,?,?,?)")
        .bind(key.0)
        .bind(open)
        .bind(VERSION)
        .bind(analysis)
        .execute(connection)
        .await?;
    Ok(())
}
