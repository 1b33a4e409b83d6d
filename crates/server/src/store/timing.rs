//! Tables at which somebody's time may be up, whether or not anybody has them open.

use futures_util::FutureExt;

use super::{
    Key, Result, Store, UnixMillis,
    engine::{At, on},
    writer::Job,
};

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
                on!(at, at => {
                    sqlx::query("UPDATE tables SET up = 0 WHERE up IS NOT NULL AND finished = 0").execute(at).await?;
                });
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// Tables at which somebody's time may be up by now, the latest first to be done first, with their ids.
    pub(crate) async fn time_up(&self, now: UnixMillis, limit: u32) -> Result<Vec<(Key, String)>> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(Vec::new());
        }
        let rows: Vec<(i64, String)> = on!(&self.readers, at => {
            sqlx::query_as("SELECT key, id FROM tables WHERE finished = 0 AND up <= $1 ORDER BY up LIMIT $2")
                .bind(now.0)
                .bind(i64::from(limit))
                .fetch_all(at)
                .await?
        });
        Ok(rows.into_iter().map(|(key, id)| (Key(key), id)).collect())
    }
}

pub(super) async fn note_up(at: At<'_>, key: Key, up: Option<UnixMillis>) -> Result<()> {
    on!(at, at => {
        let note = sqlx::query("UPDATE tables SET up = $2 WHERE key = $1");
        note.bind(key.0).bind(up.map(|up| up.0)).execute(at).await?;
    });
    Ok(())
}
