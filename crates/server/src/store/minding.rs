//! Tables at which something happens by itself, and which node of a town minds them. In one house nobody has to say so.

use std::time::Duration;

use super::{
    Key, Result, Store, UnixMillis,
    engine::{Engine, within},
};

/// For how long a node minds a table once it has said so.
const MINDED: i64 = 4_000;
/// What nobody has minded for longer stands still until somebody comes: then the town was closed.
const CLOSED: i64 = 15_000;
/// By no more do nodes differ in what time it is for the database.
const APART: i64 = 500;
/// Marks that ran out so long ago mean nothing any more.
const OLD: i64 = 60 * 60 * 1_000;
/// A little less than how often a node tidies up.
const TIDIED: i64 = 50 * 60 * 1_000;

/// What stands in the place of a node, and of a table, for what concerns all of them.
const ALL: i64 = -1;

impl Store {
    /// Says that this node lives and minds these tables, for a while.
    pub(crate) async fn mind(&self, node: i64, keys: &[Key]) -> Result<()> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(()) };
        let keys = [keys, &[Key(ALL)]].concat();
        within(async {
            sqlx::query(
                "INSERT INTO minded (table_key, node, until) \
                 SELECT key, $2, $3 FROM unnest($1::bigint[]) AS busy (key) \
                 ON CONFLICT (table_key, node) DO UPDATE SET until = excluded.until",
            )
            .bind(sorted(&keys))
            .bind(node)
            .bind(self.now().0 + MINDED)
            .execute(pool)
            .await?;
            Ok(())
        })
        .await
    }

    /// The nodes that live, as far as the database knows: one that is not heard of on NATS may be cut off from that alone.
    pub(crate) async fn living(&self) -> Result<Vec<i64>> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(Vec::new()) };
        within(async {
            let living = sqlx::query_scalar(
                "SELECT node FROM minded WHERE table_key = $1 AND node <> $1 AND until >= $2",
            );
            Ok(living.bind(ALL).bind(self.now().0).fetch_all(pool).await?)
        })
        .await
    }

    /// Nothing happens there by itself any more, or another node has it.
    pub(crate) async fn mind_no_more(&self, node: i64, keys: &[Key]) -> Result<()> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(()) };
        if keys.is_empty() {
            return Ok(());
        }
        within(async {
            let gone = sqlx::query("DELETE FROM minded WHERE node = $1 AND table_key = ANY($2)");
            gone.bind(node).bind(sorted(keys)).execute(pool).await?;
            Ok(())
        })
        .await
    }

    /// This node goes: whatever it minds is another's, at once.
    pub(crate) async fn hand_over(&self, node: i64) -> Result<()> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(()) };
        within(async {
            let gone = sqlx::query("UPDATE minded SET until = $1 WHERE node = $2");
            gone.bind(self.now().0 - APART).bind(node).execute(pool).await?;
            Ok(())
        })
        .await
    }

    /// Tables that somebody should mind and nobody does: from now on it is this node.
    pub(crate) async fn take_unminded(&self, node: i64, most: u32) -> Result<Vec<(Key, String)>> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(Vec::new()) };
        let now = self.now().0;
        // Whoever deletes the old marks has taken the table; what another node has just taken has none left.
        let taken: Vec<(i64, String)> = within(async {
            Ok(sqlx::query_as(
                "WITH late AS (SELECT DISTINCT table_key FROM minded WHERE until < $3 AND until > $4 AND table_key >= 0 \
                    AND NOT EXISTS (SELECT 1 FROM minded AS other WHERE other.table_key = minded.table_key \
                                    AND other.until >= $3) LIMIT $5), \
                 gone AS (DELETE FROM minded USING late WHERE minded.table_key = late.table_key \
                          RETURNING minded.table_key), \
                 taken AS (INSERT INTO minded (table_key, node, until) SELECT DISTINCT table_key, $1, $2 FROM gone \
                           ON CONFLICT (table_key, node) DO UPDATE SET until = excluded.until RETURNING table_key) \
                 SELECT tables.key, tables.id FROM taken JOIN tables ON tables.key = taken.table_key",
            )
            .bind(node)
            .bind(now + MINDED)
            .bind(now)
            .bind(now - CLOSED)
            .bind(i64::from(most))
            .fetch_all(pool)
            .await?)
        })
        .await?;
        within(async {
            let old = sqlx::query("DELETE FROM minded WHERE until <= $1").bind(now - OLD);
            old.execute(pool).await?;
            Ok(())
        })
        .await?;
        Ok(taken.into_iter().map(|(key, id)| (Key(key), id)).collect())
    }

    /// Nobody could mind a table while the database was away, for so long. Where that was as long as if the town had been
    /// closed, those that were minded until then are named here, once; time stood still there.
    pub(crate) async fn left_alone(&self, away: Duration) -> Result<Vec<String>> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(Vec::new()) };
        let (closed, away) = (self.now().0 - CLOSED, away.as_millis() as i64);
        if away <= CLOSED {
            return Ok(Vec::new());
        }
        within(async {
            let left = sqlx::query_scalar(
                "WITH late AS (DELETE FROM minded WHERE until <= $1 AND until > $2 AND table_key >= 0 RETURNING table_key) \
                 SELECT DISTINCT tables.id FROM late JOIN tables ON tables.key = late.table_key",
            );
            Ok(left.bind(closed).bind(closed - away).fetch_all(pool).await?)
        })
        .await
    }

    /// Whether time goes on at this table while nobody has it open, because some node of the town minds it or just did.
    pub(crate) async fn is_minded(&self, key: Key) -> Result<bool> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(false) };
        let until: Option<i64> = within(async {
            let until = sqlx::query_scalar("SELECT max(until) FROM minded WHERE table_key = $1");
            Ok(until.bind(key.0).fetch_one(pool).await?)
        })
        .await?;
        Ok(until.is_some_and(|until| UnixMillis(until + CLOSED) > self.now()))
    }

    /// Whether this node is the one that tidies up this time.
    pub(crate) async fn may_tidy(&self) -> Result<bool> {
        let Engine::Postgres(pool) = &self.readers else { return Ok(true) };
        let now = self.now().0;
        // What it says is until when nobody has to tidy up again.
        within(async {
            let taken = sqlx::query(
                "INSERT INTO minded (table_key, node, until) VALUES ($1, $1, $2) \
                 ON CONFLICT (table_key, node) DO UPDATE SET until = excluded.until WHERE minded.until < $3",
            )
            .bind(ALL)
            .bind(now + TIDIED)
            .bind(now)
            .execute(pool)
            .await?;
            Ok(taken.rows_affected() > 0)
        })
        .await
    }

    /// What became of the last word with the database: people are sent elsewhere while it is away.
    pub(crate) fn note<T>(&self, done: &Result<T>) {
        self.health.note(done);
    }
}

/// In one order, so that nodes never wait for each other in a circle.
fn sorted(keys: &[Key]) -> Vec<i64> {
    let mut keys: Vec<i64> = keys.iter().map(|key| key.0).collect();
    keys.sort_unstable();
    keys
}
