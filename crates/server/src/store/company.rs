//! Company: whom somebody follows or has blocked, who is asked to a table, and lines of talk that were reported.

use futures_util::FutureExt;

use super::{
    Key, Result, Store, StoreError, UnixMillis,
    ask::query,
    engine::At,
    keeping::{self, Act, By, Deed, Known, KnownCup},
    notices::{self, Call},
    rows::from_row,
};
use crate::{people::Guest, store::accounts::Claimed};

/// What ties somebody to somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tie {
    Follows,
    /// They see nothing of what the other says, and are not asked to tables by them.
    Blocks,
}

impl Tie {
    const fn name(self) -> &'static str {
        match self {
            Self::Follows => "follows",
            Self::Blocks => "blocks",
        }
    }
}

/// How many people somebody may follow, and block.
const MOST_TIES: i64 = 500;
/// How many invitations wait for somebody at most.
const MOST_INVITATIONS: i64 = 20;
/// How many of them may be one person's.
const MOST_OF_ONE: i64 = 3;
/// Those that somebody still sees: to tables that they have not come to, by whom they have not blocked.
const WAITING: &str = "invitations.guest = $1 AND invitations.gone = 0 AND tables.finished = 0 \
                       AND NOT EXISTS (SELECT 1 FROM sitters WHERE sitters.guest = $1 \
                       AND sitters.table_key = tables.key) \
                       AND NOT EXISTS (SELECT 1 FROM ties WHERE ties.guest = $1 AND ties.kind = 'blocks' \
                                       AND ties.other = invitations.by_guest)";

/// An invitation to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invited {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) name: String,
    /// What whoever asks is called.
    pub(crate) by_name: String,
    pub(crate) at: i64,
}

from_row!(Invited { id, game, name, by_name, at });

/// What became of asking somebody to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Done,
    /// They do not want to be asked by them; or have been asked to many tables already.
    Unwilling,
}

/// A line that was reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reported {
    pub(crate) table_key: i64,
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) n: i64,
    pub(crate) guest: Guest,
    /// How many have reported it, and when the first did.
    pub(crate) times: i64,
    pub(crate) at: i64,
}

from_row!(Reported { table_key, id, game, n, guest, times, at });

fn guest(text: &str) -> Result<Guest> {
    text.parse().map_err(|_| StoreError::Unreadable("a guest"))
}

impl Store {
    /// Ties somebody to somebody else, or no more. Says whether there was room for it.
    pub(crate) async fn tie(&self, who: Guest, tie: Tie, other: Guest, on: bool) -> Result<bool> {
        let now = self.now();
        self.write(move |at| async move { note_tie(at, who, tie, other, on, now).await }.boxed()).await
    }

    /// Those to whom somebody is tied, and what they are called.
    pub(crate) async fn ties(&self, who: Guest, tie: Tie) -> Result<Vec<(Guest, String)>> {
        let rows: Vec<(String, String)> = query(
            "SELECT ties.other, coalesce(people.name, '') FROM ties \
             LEFT JOIN people ON people.guest = ties.other \
             WHERE ties.guest = $1 AND ties.kind = $2 ORDER BY 2, 1",
        )
        .bind(who.to_string())
        .bind(tie.name())
        .fetch_all(&self.readers)
        .await?;
        rows.into_iter().map(|(other, name)| Ok((guest(&other)?, name))).collect()
    }

    pub(crate) async fn is_tied(&self, who: Guest, tie: Tie, other: Guest) -> Result<bool> {
        let tied: Option<i64> = query("SELECT at FROM ties WHERE guest = $1 AND kind = $2 AND other = $3")
            .bind(who.to_string())
            .bind(tie.name())
            .bind(other.to_string())
            .fetch_optional(&self.readers)
            .await?;
        Ok(tied.is_some())
    }

    /// Asks somebody to a table, and tells them so with this.
    pub(crate) async fn invite(&self, key: Key, by: Guest, call: Call) -> Result<Asked> {
        let now = self.now();
        self.write(move |at| async move { note_invitation(at, key, by, &call, now).await }.boxed()).await
    }

    /// The tables to which somebody is asked and has not come yet: those that still wait for people, the newest first.
    pub(crate) async fn invitations(&self, whom: Guest) -> Result<Vec<Invited>> {
        query(sqlx::AssertSqlSafe(format!(
                "SELECT tables.id, tables.game, tables.name, coalesce(people.name, '') AS by_name, invitations.at \
                 FROM invitations JOIN tables ON tables.key = invitations.table_key \
                 LEFT JOIN people ON people.guest = invitations.by_guest \
                 WHERE {WAITING} ORDER BY invitations.at DESC LIMIT $2",
            )))
            .bind(whom.to_string())
            .bind(MOST_INVITATIONS)
            .fetch_all(&self.readers)
            .await
    }

    /// Somebody does not come, or has come.
    pub(crate) async fn decline(&self, whom: Guest, table: String) -> Result<()> {
        self.write(move |at| {
            async move {
                query(
                    "UPDATE invitations SET gone = 1 \
                     WHERE guest = $1 AND table_key = (SELECT key FROM tables WHERE id = $2)",
                )
                .bind(whom.to_string())
                .bind(table)
                .execute(at)
                .await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// Notes that somebody has reported what somebody said.
    pub(crate) async fn report(&self, key: Key, n: u64, of: Guest, by: Guest) -> Result<()> {
        let now = self.now();
        self.write(move |at| {
            async move {
                query(
                    "INSERT INTO reports (table_key, n, by_guest, guest, at) VALUES ($1,$2,$3,$4,$5) \
                     ON CONFLICT DO NOTHING",
                )
                .bind(key.0)
                .bind(n as i64)
                .bind(by.to_string())
                .bind(of.to_string())
                .bind(now.0)
                .execute(at)
                .await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// What was reported and nobody has looked at yet, the newest first.
    pub(crate) async fn reports(&self, limit: i64) -> Result<Vec<Reported>> {
        query(
            "SELECT reports.table_key, tables.id, tables.game, reports.n, reports.guest, count(*) AS times, \
             min(reports.at) AS at \
             FROM reports JOIN tables ON tables.key = reports.table_key WHERE reports.done = 0 \
             GROUP BY reports.table_key, tables.id, tables.game, reports.n, reports.guest \
             ORDER BY min(reports.at) DESC LIMIT $1",
        )
        .bind(limit)
        .fetch_all(&self.readers)
        .await
    }

    /// A keeper has looked at it.
    pub(crate) async fn settle_report(&self, table: String, n: u64) -> Result<()> {
        self.write(move |at| {
            async move {
                query(
                    "UPDATE reports SET done = 1 \
                     WHERE table_key = (SELECT key FROM tables WHERE id = $1) AND n = $2",
                )
                .bind(table)
                .bind(n as i64)
                .execute(at)
                .await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// Until when somebody is to be silent; 0: they may talk.
    pub(crate) async fn silenced(&self, who: Guest) -> Result<UnixMillis> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(UnixMillis(0));
        }
        let until: Option<i64> = query("SELECT silenced FROM people WHERE guest = $1")
            .bind(who.to_string())
            .fetch_optional(&self.readers)
            .await?;
        Ok(UnixMillis(until.unwrap_or_default()))
    }

    /// Does what a keeper wants.
    pub(crate) async fn keeper_does(&self, by: By, whom: Known, act: Act) -> Result<Claimed> {
        let now = self.now();
        self.write(move |at| async move { keeping::act(at, &by, &whom, &act, now).await }.boxed()).await
    }

    pub(crate) async fn people_like(&self, part: &str, limit: i64) -> Result<Vec<Known>> {
        keeping::list(self.readers.one().await?.at(), part, limit).await
    }

    pub(crate) async fn cups_like(&self, part: &str, limit: i64) -> Result<Vec<KnownCup>> {
        keeping::cups(self.readers.one().await?.at(), part, limit).await
    }

    /// Whether there was such a tournament.
    pub(crate) async fn keeper_removes_cup(&self, by: By, id: String, instead: String) -> Result<bool> {
        let now = self.now();
        self.write(move |at| {
            async move { Ok(keeping::remove_cup(at, &by, &id, &instead, now).await?.is_some()) }.boxed()
        })
        .await
    }

    pub(crate) async fn deeds(&self, limit: i64) -> Result<Vec<Deed>> {
        keeping::log(self.readers.one().await?.at(), limit).await
    }
}

async fn note_tie(
    mut at: At<'_>,
    who: Guest,
    tie: Tie,
    other: Guest,
    on: bool,
    now: UnixMillis,
) -> Result<bool> {
    let (who, other) = (who.to_string(), other.to_string());
    if !on {
        query("DELETE FROM ties WHERE guest = $1 AND kind = $2 AND other = $3")
            .bind(who)
            .bind(tie.name())
            .bind(other)
            .execute(at)
            .await?;
        return Ok(true);
    }
    let count: i64 = query("SELECT count(*) FROM ties WHERE guest = $1 AND kind = $2")
        .bind(&who)
        .bind(tie.name())
        .fetch_one(at.at())
        .await?;
    if count >= MOST_TIES {
        return Ok(false);
    }
    query("INSERT INTO ties (guest, kind, other, at) VALUES ($1,$2,$3,$4) ON CONFLICT DO NOTHING")
        .bind(who)
        .bind(tie.name())
        .bind(other)
        .bind(now.0)
        .execute(at)
        .await?;
    Ok(true)
}

async fn note_invitation(mut at: At<'_>, key: Key, by: Guest, call: &Call, now: UnixMillis) -> Result<Asked> {
    let (whom, by) = (call.guest.to_string(), by.to_string());
    let blocked: Option<i64> = query(
        "SELECT at FROM ties WHERE kind = 'blocks' AND ((guest = $1 AND other = $2) OR (guest = $2 \
         AND other = $1))",
    )
    .bind(&whom)
    .bind(&by)
    .fetch_optional(at.at())
    .await?;
    let (waiting, theirs): (i64, i64) = query(sqlx::AssertSqlSafe(format!(
        "SELECT count(*), count(CASE WHEN invitations.by_guest = $2 THEN 1 END) \
         FROM invitations JOIN tables ON tables.key = invitations.table_key WHERE {WAITING}",
    )))
    .bind(&whom)
    .bind(&by)
    .fetch_one(at.at())
    .await?;
    if blocked.is_some() || waiting >= MOST_INVITATIONS || theirs >= MOST_OF_ONE {
        return Ok(Asked::Unwilling);
    }
    // Who said no is not asked again to the same table.
    let mut all = at.begin().await?;
    let new = query(
        "INSERT INTO invitations (guest, table_key, by_guest, at) VALUES ($1,$2,$3,$4) \
         ON CONFLICT DO NOTHING",
    )
    .bind(whom)
    .bind(key.0)
    .bind(by)
    .bind(now.0)
    .execute(all.at())
    .await?
        > 0;
    if new {
        notices::put(all.at(), call).await?;
    }
    all.commit().await?;
    Ok(Asked::Done)
}
