//! Who looks for somebody to play with, and how long people waited.

use std::collections::HashSet;

use futures_util::FutureExt;

use super::{
    Result, Store, StoreError, ToOpen, UnixMillis, ask::query, engine::At, notices, rows::from_row,
    writer::jobs,
};
use crate::{notices::Notice, people::Guest, protocol::Wishes};

/// So long, in milliseconds, has whoever is called to come by themselves before their devices call them, too.
const CALL_AFTER: i64 = 10_000;

/// What people wait for, as far as it says how long they wait.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sort {
    pub(crate) game: String,
    pub(crate) seats: u8,
    pub(crate) rated: bool,
}

/// A call stands until its table's game is over: whoever missed it looks anew.
const STANDS: &str = "EXISTS (SELECT 1 FROM tables WHERE tables.id = seeks.table_id AND tables.finished = 0)";

/// Somebody who waits, or is called.
#[derive(Clone, Debug)]
pub(crate) struct Seek {
    pub(crate) guest: Guest,
    pub(crate) wishes: Wishes,
    pub(crate) since: UnixMillis,
    /// Until when they may be called, unless they are heard of again.
    pub(crate) here_until: UnixMillis,
    pub(crate) table: Option<String>,
}

struct SeekRow {
    guest: String,
    wishes: String,
    since: i64,
    here_until: i64,
    table_id: Option<String>,
}

from_row!(SeekRow { guest, wishes, since, here_until, table_id });

impl SeekRow {
    fn read(self) -> Option<Seek> {
        let guest = self.guest.parse().ok()?;
        let wishes = serde_json::from_str(&self.wishes).ok()?;
        let (since, here_until) = (UnixMillis(self.since), UnixMillis(self.here_until));
        Some(Seek { guest, wishes, since, here_until, table: self.table_id })
    }
}

impl Store {
    /// Somebody begins to look, or looks for something else; not if they are called already.
    pub(crate) async fn seek(&self, guest: Guest, wishes: &Wishes, here: i64) -> Result<()> {
        let (now, guest) = (self.now().0, guest.to_string());
        let wishes = serde_json::to_string(wishes).map_err(|_| StoreError::Unreadable("wishes"))?;
        self.write(move |at| {
            async move {
                query(sqlx::AssertSqlSafe(format!(
                    "INSERT INTO seeks (guest, wishes, since, here_until, table_id) \
                     VALUES ($1,$2,$3,$4,NULL) \
                     ON CONFLICT (guest) DO UPDATE SET wishes = excluded.wishes, since = excluded.since, \
                     here_until = excluded.here_until, table_id = NULL \
                     WHERE seeks.table_id IS NULL OR NOT {STANDS}"
                )))
                .bind(guest)
                .bind(wishes)
                .bind(now)
                .bind(now + here)
                .execute(at)
                .await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// What somebody looks for.
    pub(crate) async fn sought_by(&self, guest: Guest) -> Result<Option<Seek>> {
        let row: Option<SeekRow> = query(sqlx::AssertSqlSafe(format!(
            "SELECT guest, wishes, since, here_until, table_id FROM seeks \
             WHERE guest = $1 AND (table_id IS NULL OR {STANDS})"
        )))
        .bind(guest.to_string())
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.and_then(SeekRow::read))
    }

    /// Somebody still waits, and is here for so much longer.
    pub(crate) async fn still_seeks(&self, guest: Guest, here: i64) -> Result<()> {
        let (until, guest) = (self.now().0 + here, guest.to_string());
        self.write(move |at| {
            async move {
                query("UPDATE seeks SET here_until = $2 WHERE guest = $1")
                    .bind(guest)
                    .bind(until)
                    .execute(at)
                    .await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// Somebody looks no more, after having waited for any of these; not if they are called.
    pub(crate) async fn seek_no_more(&self, guest: Guest, sorts: Vec<Sort>, ms: i64) -> Result<()> {
        let (now, guest) = (self.now().0, guest.to_string());
        self.write(move |at| {
            async move {
                let mut all = at.begin().await?;
                let gone = query("DELETE FROM seeks WHERE guest = $1 AND table_id IS NULL")
                    .bind(guest)
                    .execute(all.at())
                    .await?;
                for sort in sorts.into_iter().filter(|_| gone > 0) {
                    note_wait(all.at(), &sort, now, ms, false).await?;
                }
                all.commit().await
            }
            .boxed()
        })
        .await
    }

    /// Somebody has come to where they were called.
    pub(crate) async fn has_come(&self, guest: Guest, table: String) -> Result<()> {
        let guest = guest.to_string();
        self.write(move |at| {
            async move {
                query("DELETE FROM seeks WHERE guest = $1 AND table_id = $2")
                    .bind(guest)
                    .bind(table)
                    .execute(at)
                    .await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// Those who wait, the longest first.
    pub(crate) async fn seeks(&self, limit: u32) -> Result<Vec<Seek>> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(Vec::new());
        }
        let rows: Vec<SeekRow> = query(
            "SELECT guest, wishes, since, here_until, table_id FROM seeks \
             WHERE table_id IS NULL ORDER BY since, guest LIMIT $1",
        )
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().filter_map(SeekRow::read).collect())
    }

    /// Forgets old waits, and calls that nobody followed. Nothing is written where there is nothing to forget.
    pub(crate) async fn forget_waits(&self, before: UnixMillis) -> Result<()> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(());
        }
        let old: i64 = query(
            "SELECT (SELECT count(*) FROM waits WHERE at < $1) + \
             (SELECT count(*) FROM seeks WHERE table_id IS NOT NULL AND since < $1)",
        )
        .bind(before.0)
        .fetch_one(&self.readers)
        .await?;
        if old == 0 {
            return Ok(());
        }
        self.write(move |at| {
            async move {
                let mut all = at.begin().await?;
                for forget in [
                    "DELETE FROM waits WHERE at < $1",
                    "DELETE FROM seeks WHERE table_id IS NOT NULL AND since < $1",
                ] {
                    query(forget).bind(before.0).execute(all.at()).await?;
                }
                all.commit().await
            }
            .boxed()
        })
        .await
    }

    /// Which of those who wait have blocked which.
    pub(crate) async fn blocked_among_seekers(&self) -> Result<HashSet<(Guest, Guest)>> {
        let rows: Vec<(String, String)> = query(
            "SELECT ties.guest, ties.other FROM ties JOIN seeks ON seeks.guest = ties.guest \
             JOIN seeks AS others ON others.guest = ties.other WHERE ties.kind = 'blocks'",
        )
        .fetch_all(&self.readers)
        .await?;
        Ok(rows
            .into_iter()
            .filter_map(|(guest, other)| Some((guest.parse().ok()?, other.parse().ok()?)))
            .collect())
    }

    /// Opens a table for these people and calls them to it: all of them, or nothing is done because one was called elsewhere.
    pub(crate) async fn seat_together(
        &self,
        mut people: Vec<Guest>,
        to_open: ToOpen,
        (sort, found): (Sort, bool),
        now: UnixMillis,
    ) -> Result<()> {
        people.sort_unstable();
        self.write(move |at| {
            async move {
                let mut all = at.begin().await?;
                for guest in &people {
                    let since: Option<i64> = query(
                        "UPDATE seeks SET table_id = $2 WHERE guest = $1 AND table_id IS NULL \
                         AND NOT EXISTS (SELECT 1 FROM leaving WHERE leaving.guest = $1) RETURNING since",
                    )
                    .bind(guest.to_string())
                    .bind(&to_open.opening.id)
                    .fetch_optional(all.at())
                    .await?;
                    let Some(since) = since else { return Ok(()) };
                    note_wait(all.at(), &sort, now.0, now.0 - since, found).await?;
                }
                open_and_call(all.at(), &to_open, &people, now).await?;
                all.commit().await
            }
            .boxed()
        })
        .await
    }

    /// How long people waited for any of these since then, and whether they found somebody.
    pub(crate) async fn waits(&self, sorts: &[Sort], since: UnixMillis) -> Result<Vec<(i64, bool)>> {
        let mut waits = Vec::new();
        for Sort { game, seats, rated } in sorts {
            let of_sort: Vec<(i64, i64)> = query(
                "SELECT ms, found FROM waits WHERE game = $1 AND seats = $2 AND rated = $3 AND at >= $4 \
                 ORDER BY at DESC LIMIT 200",
            )
            .bind(game)
            .bind(i64::from(*seats))
            .bind(i64::from(*rated))
            .bind(since.0)
            .fetch_all(&self.readers)
            .await?;
            waits.extend(of_sort.into_iter().map(|(ms, found)| (ms, found > 0)));
        }
        Ok(waits)
    }
}

/// Opens a table and calls its people to it, inside of something larger.
pub(super) async fn open_and_call(
    mut at: At<'_>,
    to_open: &ToOpen,
    people: &[Guest],
    now: UnixMillis,
) -> Result<()> {
    let ToOpen { opening, entries, named, timed } = to_open;
    jobs::open(at.at(), opening, entries, named, *timed).await?;
    // Whoever has not come by then did not see it.
    let due = UnixMillis(now.0 + CALL_AFTER);
    for guest in people {
        let called = Notice::Called { table: opening.id.clone(), game: opening.game.clone() };
        notices::put(at.at(), &called.call(*guest, due)).await?;
    }
    Ok(())
}

async fn note_wait(at: At<'_>, sort: &Sort, now: i64, ms: i64, found: bool) -> Result<()> {
    query("INSERT INTO waits (game, seats, rated, at, ms, found) VALUES ($1,$2,$3,$4,$5,$6)")
        .bind(&sort.game)
        .bind(i64::from(sort.seats))
        .bind(i64::from(sort.rated))
        .bind(now)
        .bind(ms)
        .bind(i64::from(found))
        .execute(at)
        .await?;
    Ok(())
}
