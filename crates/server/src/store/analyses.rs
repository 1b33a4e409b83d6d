//! Analyses of finished games, as texts: kept once made.

use super::{Key, Result, Store, ask::query, engine::At, writer::Job};

/// What an analysis says has changed so often: older ones are made anew.
const VERSION: i64 = 1;

impl Store {
    /// Keeps an analysis; the newest stands.
    pub(crate) async fn keep_analysis(&self, key: Key, open: bool, analysis: String) -> Result<()> {
        self.ask(|done| Job::Analysis { key, open, analysis, done }).await
    }

    /// The analysis of a table's game, if one is kept that this house would make.
    pub(crate) async fn analysis(&self, key: Key, open: bool) -> Result<Option<String>> {
        query("SELECT analysis FROM analyses WHERE table_key = $1 AND open = $2 AND version = $3")
            .bind(key.0)
            .bind(i64::from(open))
            .bind(VERSION)
            .fetch_optional(&self.readers)
            .await
    }
}

pub(super) async fn keep(at: At<'_>, key: Key, open: bool, analysis: &str) -> Result<()> {
    query(
        "INSERT INTO analyses (table_key, open, version, analysis) VALUES ($1,$2,$3,$4) \
         ON CONFLICT (table_key, open) \
         DO UPDATE SET version = excluded.version, analysis = excluded.analysis",
    )
    .bind(key.0)
    .bind(i64::from(open))
    .bind(VERSION)
    .bind(analysis)
    .execute(at)
    .await?;
    Ok(())
}
