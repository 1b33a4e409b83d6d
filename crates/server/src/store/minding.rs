//! Tables at which something happens by itself, and which node of a town minds them. In one house nobody has to say so.

use super::{Key, Result, Store, UnixMillis, engine::Engine};

/// For how long a node minds a table once it has said so.
const MINDED: i64 = 4_000;
/// What nobody has minded for longer stands still until somebody comes: then the town was closed.
const CLOSED: i64 = 15_000;
/// A little less than how often a node tidies up.
const TIDIED: i64 = 50 * 60 * 1_000;

impl Store {
    /// Says that this node minds these tables, for a while.
    pub(crate) async fn mind(&self, keys: &[Key]) -> Result<()> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(()) };
        if keys.is_empty() {
            return Ok(());
        }
        let mut keys: Vec<i64> = keys.iter().map(|key| key.0).collect();
        keys.sort_unstable();
        sqlx::query(
            "INSERT INTO minded (table_key, until) SELECT key, $2 FROM unnest($1::bigint[]) AS busy (key) \
             ON CONFLICT (table_key) DO UPDATE SET until = greatest(minded.until, excluded.until)",
        )
        .bind(keys)
        .bind(self.now().0 + MINDED)
        .execute(pool)
        .await?;
        Ok(())
    }

    /// Nothing happens there by itself any more.
    pub(crate) async fn mind_no_more(&self, keys: &[Key]) -> Result<()> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(()) };
        if keys.is_empty() {
            return Ok(());
        }
        let keys: Vec<i64> = keys.iter().map(|key| key.0).collect();
        sqlx::query("DELETE FROM minded WHERE table_key = ANY($1)").bind(keys).execute(pool).await?;
        Ok(())
    }

    /// Tables that somebody should mind and nobody does: from now on it is this node. Their ids.
    pub(crate) async fn take_unminded(&self, most: u32) -> Result<Vec<String>> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(Vec::new()) };
        let now = self.now().0;
        // Whoever is first takes them; what another node is just taking is passed over.
        let ids = sqlx::query_scalar(
            "UPDATE minded SET until = $1 FROM tables WHERE tables.key = minded.table_key AND minded.table_key IN \
             (SELECT table_key FROM minded WHERE until < $2 AND until > $3 ORDER BY until LIMIT $4 \
              FOR UPDATE SKIP LOCKED) RETURNING tables.id",
        )
        .bind(now + MINDED)
        .bind(now)
        .bind(now - CLOSED)
        .bind(i64::from(most))
        .fetch_all(pool)
        .await?;
        sqlx::query("DELETE FROM minded WHERE until <= $1").bind(now - 2 * CLOSED).execute(pool).await?;
        Ok(ids)
    }

    /// Whether time goes on at this table while nobody has it open, because some node of the town minds it or just did.
    pub(crate) async fn is_minded(&self, key: Key) -> Result<bool> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(false) };
        let until: Option<i64> = sqlx::query_scalar("SELECT until FROM minded WHERE table_key = $1")
            .bind(key.0)
            .fetch_optional(pool)
            .await?;
        Ok(until.is_some_and(|until| UnixMillis(until + CLOSED) > self.now()))
    }

    /// Whether this node is the one that tidies up this time.
    pub(crate) async fn may_tidy(&self) -> Result<bool> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(true) };
        let now = self.now().0;
        // No table has this number; what it says is until when nobody has to tidy up again.
        let taken = sqlx::query(
            "INSERT INTO minded (table_key, until) VALUES (-1, $1) \
             ON CONFLICT (table_key) DO UPDATE SET until = excluded.until WHERE minded.until < $2",
        )
        .bind(now + TIDIED)
        .bind(now)
        .execute(pool)
        .await?;
        Ok(taken.rows_affected() > 0)
    }
}
