//! Tables at which somebody's time may be up, whether or not anybody has them open.

use futures_util::FutureExt;
use sqlx::SqliteConnection;

use super::{Key, Result, Store, Timed, UnixMillis, ask::query, engine::At, writer::Job};
use crate::people::Guest;

impl Store {
    /// Nobody's time is up at this table before then. Nobody waits for it: if the writer is busy it is not done, and the table is
    /// looked at too early.
    pub(crate) fn note_up(&self, key: Key, up: Option<UnixMillis>) {
        let _ = self.writer.try_send(Job::Up { key, up });
    }

    /// Somebody's time may be up wherever there are clocks.
    pub(crate) async fn look_at_all_clocks(&self) -> Result<()> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(());
        }
        self.write(move |at| {
            async move {
                query("UPDATE tables SET up = 0 WHERE up IS NOT NULL AND finished = 0").execute(at).await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// The ids of unfinished tables with clocks at which somebody sits or sat.
    pub(crate) async fn timed_tables_of(&self, guest: Guest) -> Result<Vec<String>> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(Vec::new());
        }
        query(
            "SELECT tables.id FROM tables JOIN sitters ON sitters.table_key = tables.key \
             WHERE sitters.guest = $1 AND tables.finished = 0 AND tables.up IS NOT NULL",
        )
        .bind(guest.to_string())
        .fetch_all(&self.readers)
        .await
    }

    /// Tables at which somebody's time may be up by now, the latest first to be done first, with their ids.
    pub(crate) async fn time_up(&self, now: UnixMillis, limit: u32) -> Result<Vec<(Key, String)>> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(Vec::new());
        }
        let rows: Vec<(i64, String)> =
            query("SELECT key, id FROM tables WHERE finished = 0 AND up <= $1 ORDER BY up LIMIT $2")
                .bind(now.0)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
        Ok(rows.into_iter().map(|(key, id)| (Key(key), id)).collect())
    }
}

pub(super) async fn note_up(at: At<'_>, key: Key, up: Option<UnixMillis>) -> Result<()> {
    query("UPDATE tables SET up = $2 WHERE key = $1").bind(key.0).bind(up.map(|up| up.0)).execute(at).await?;
    Ok(())
}

/// With an entry, at a table with clocks: when to look again, and that something has happened.
pub(super) async fn note(connection: &mut SqliteConnection, key: Key, timed: Timed) -> Result<()> {
    sqlx::query("UPDATE tables SET up = $2, stirred = coalesce($3, stirred) WHERE key = $1")
        .bind(key.0)
        .bind(timed.up.0)
        .bind(timed.by_turns.then(|| UnixMillis::now().0))
        .execute(connection)
        .await?;
    Ok(())
}
