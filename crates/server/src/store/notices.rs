//! What people are to be told: the outbox, when it was looked at whose turn it is, and how much somebody has been told already.
//! Where they want to be told is in [`super::ways`].

use futures_util::FutureExt;

use super::{Key, Result, Store, StoreError, UnixMillis, ask::query, engine::At, rows::from_row};
use crate::people::Guest;

/// Two moments of one turn's end may differ by so much, because machines' clocks do.
const SAME_TURN: i64 = 2_000;
/// What was told about stays so long, so that it is not told again.
const A_DAY: i64 = 86_400_000;

/// Something that somebody is to be told, in the outbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) guest: Guest,
    pub(crate) kind: String,
    pub(crate) topic: String,
    /// Which one of several about the same: when its turn ends, say.
    pub(crate) number: i64,
    pub(crate) text: String,
    pub(crate) due: i64,
    pub(crate) tries: i64,
    pub(crate) pushed: Option<i64>,
    pub(crate) mailed: Option<i64>,
    /// Which browsers have not taken it yet, as it is kept; nothing: it was tried at none.
    pub(crate) owed: Option<String>,
}

from_row!(Waiting { guest, kind, topic, number, text, due, tries, pushed, mailed, owed });

/// Something for the outbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) guest: Guest,
    pub(crate) kind: &'static str,
    pub(crate) topic: String,
    pub(crate) number: i64,
    pub(crate) text: String,
    pub(crate) due: UnixMillis,
}

/// A table at which something has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stirred {
    pub(crate) key: Key,
    pub(crate) id: String,
    /// When.
    pub(crate) at: i64,
    /// Whether somebody has a plan there, which may answer it.
    pub(crate) planned: bool,
}

/// Which one it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Which {
    pub(crate) guest: Guest,
    pub(crate) kind: String,
    pub(crate) topic: String,
    pub(crate) number: i64,
}

impl From<&Waiting> for Which {
    fn from(waiting: &Waiting) -> Self {
        let Waiting { guest, kind, topic, number, .. } = waiting;
        Self { guest: *guest, kind: kind.clone(), topic: topic.clone(), number: *number }
    }
}

/// What becomes of something in the outbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Not now: then.
    Later(UnixMillis),
    /// It went out, in these ways.
    Sent { pushed: bool, mailed: bool },
    /// What is not done yet is tried again then: at these browsers, and by mail if that failed.
    Half { pushed: bool, mailed: bool, owed: Vec<String>, again: UnixMillis },
    /// Nobody wants it, or it cannot be sent.
    Dropped,
}

/// How much somebody was told of late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) last: Option<i64>,
    pub(crate) in_hour: i64,
    pub(crate) in_day: i64,
    pub(crate) mails_in_day: i64,
}

const COLUMNS: &str = "guest, kind, topic, number, text, due, tries, pushed, mailed, owed";

impl Store {
    /// How long after a table was marked what happened there stands in its log: in a database the mark is written first.
    pub(crate) fn settling(&self) -> i64 {
        if self.clock.is_some() { 5_000 } else { 0 }
    }

    /// Tables at which something has happened until then that people may want to be told, and when it did.
    pub(crate) async fn stirred(&self, until: UnixMillis, limit: u32) -> Result<Vec<Stirred>> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(Vec::new());
        }
        let rows: Vec<(i64, String, i64, i64)> = query(
            "SELECT key, id, stirred, (SELECT count(*) FROM plans WHERE plans.table_key = tables.key) \
             FROM tables WHERE stirred IS NOT NULL AND stirred <= $1 ORDER BY stirred LIMIT $2",
        )
        .bind(until.0)
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let read = |(key, id, at, plans)| Stirred { key: Key(key), id, at, planned: plans > 0 };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Whom a table calls now, as whoever looked at it after `stirred` found: whom it called before and calls no more is told
    /// nothing, or that it is done. If something has happened there since, nothing is noted: it is looked at again.
    pub(crate) async fn note_calls(
        &self,
        key: Key,
        table: String,
        stirred: i64,
        calls: Vec<Call>,
    ) -> Result<bool> {
        let now = self.now();
        self.write(move |at| async move { note_calls(at, key, &table, stirred, &calls, now).await }.boxed())
            .await
    }

    /// Somebody is to be told this, if they can be reached.
    pub(crate) async fn put_notice(&self, call: Call) -> Result<()> {
        self.write(move |at| async move { put(at, &call).await }.boxed()).await
    }

    /// What is due and nobody is sending, the longest waiting first.
    pub(crate) async fn due_notices(&self, now: UnixMillis, limit: u32) -> Result<Vec<Waiting>> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(Vec::new());
        }
        query(sqlx::AssertSqlSafe(format!(
            "SELECT {COLUMNS} FROM notices WHERE sent IS NULL AND due <= $1 AND claimed <= $1 \
             ORDER BY due LIMIT $2"
        )))
        .bind(now.0)
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await
    }

    /// Takes these to send them, until then: those that nobody else has taken, and that still stand.
    pub(crate) async fn claim_notices(&self, which: Vec<Which>, until: UnixMillis) -> Result<Vec<Waiting>> {
        let now = self.now();
        self.write(move |at| async move { claim(at, &which, until, now).await }.boxed()).await
    }

    /// What became of them.
    pub(crate) async fn settle_notices(&self, fates: Vec<(Which, Fate)>) -> Result<()> {
        let now = self.now();
        self.write(move |at| async move { settle(at, &fates, now).await }.boxed()).await
    }

    /// How much somebody was told of late.
    pub(crate) async fn told(&self, guest: Guest, now: UnixMillis) -> Result<Told> {
        let (last, in_hour, in_day, mails_in_day): (Option<i64>, i64, i64, i64) = query(
            "SELECT max(at), count(CASE WHEN at > $3 THEN 1 END), count(*), \
             count(CASE WHEN mailed > 0 THEN 1 END) FROM told WHERE guest = $1 AND at > $2",
        )
        .bind(guest.to_string())
        .bind(now.0 - A_DAY)
        .bind(now.0 - 3_600_000)
        .fetch_one(&self.readers)
        .await?;
        Ok(Told { last, in_hour, in_day, mails_in_day })
    }

    /// Whether somebody's devices still show that it is their turn somewhere.
    pub(crate) async fn is_shown_turns(&self, guest: Guest) -> Result<bool> {
        let shown: i64 = query(
            "SELECT count(*) FROM notices WHERE guest = $1 AND kind IN ('turn', 'reminder') \
             AND pushed IS NOT NULL",
        )
        .bind(guest.to_string())
        .fetch_one(&self.readers)
        .await?;
        Ok(shown > 0)
    }

    /// What nobody needs to know any more.
    pub(crate) async fn tidy_notices(&self) -> Result<()> {
        let before = self.now().0 - A_DAY;
        self.write(move |mut at| {
            async move {
                for tidy in [
                    "DELETE FROM told WHERE at < $1",
                    "DELETE FROM mails_asked WHERE at < $1",
                    "DELETE FROM mails WHERE confirmed = 0 AND until < $1",
                    "DELETE FROM notices WHERE sent < $1 AND kind NOT IN ('turn', 'reminder')",
                ] {
                    query(tidy).bind(before).execute(at.at()).await?;
                }
                Ok(())
            }
            .boxed()
        })
        .await
    }
}

/// Puts something into the outbox, inside of something larger if need be. Once about the same is enough; whoever has no way to
/// be told is not.
pub(crate) async fn put(at: At<'_>, call: &Call) -> Result<()> {
    query(
        "INSERT INTO notices (guest, kind, topic, number, text, due) \
         SELECT $1, $2, $3, CAST($4 AS BIGINT), $5, CAST($6 AS BIGINT) \
         WHERE EXISTS (SELECT 1 FROM pushes WHERE guest = $1) \
            OR EXISTS (SELECT 1 FROM mails WHERE guest = $1 AND confirmed > 0) OR $2 = 'confirm' \
         ON CONFLICT (guest, kind, topic) DO UPDATE SET number = excluded.number, text = excluded.text, \
            due = excluded.due, claimed = 0, tries = 0, pushed = NULL, mailed = NULL, sent = NULL, \
            owed = NULL \
         WHERE abs(notices.number - excluded.number) > $7",
    )
    .bind(call.guest.to_string())
    .bind(call.kind)
    .bind(&call.topic)
    .bind(call.number)
    .bind(&call.text)
    .bind(call.due.0)
    .bind(SAME_TURN)
    .execute(at)
    .await?;
    Ok(())
}

async fn note_calls(
    at: At<'_>,
    key: Key,
    table: &str,
    stirred: i64,
    calls: &[Call],
    now: UnixMillis,
) -> Result<bool> {
    let mut all = at.begin().await?;
    // First of all: whoever looked before something else happened has seen too little, and stops here.
    let mine = query("UPDATE tables SET stirred = NULL WHERE key = $1 AND stirred = $2")
        .bind(key.0)
        .bind(stirred)
        .execute(all.at())
        .await?;
    if mine == 0 {
        return Ok(false);
    }
    let before: Vec<(String, String, i64, Option<i64>, i64)> = query(
        "SELECT guest, kind, number, pushed, claimed FROM notices WHERE topic = $1 \
         AND kind IN ('turn', 'reminder')",
    )
    .bind(table)
    .fetch_all(all.at())
    .await?;
    for (guest, kind, number, pushed, claimed) in before {
        let stands = calls.iter().any(|call| {
            call.guest.to_string() == guest && call.kind == kind && (call.number - number).abs() <= SAME_TURN
        });
        if stands {
            continue;
        }
        query("DELETE FROM notices WHERE guest = $1 AND kind = $2 AND topic = $3")
            .bind(&guest)
            .bind(&kind)
            .bind(table)
            .execute(all.at())
            .await?;
        // Their devices still show it, or will in a moment where it is being sent: once is enough, whichever it was.
        let under_way = claimed > now.0;
        if pushed.is_some() || under_way {
            let guest = guest.parse().map_err(|_| StoreError::Unreadable("a guest"))?;
            let gone = Call {
                guest,
                kind: "gone",
                topic: table.to_owned(),
                number,
                text: "\"gone\"".to_owned(),
                // Not before what it closes.
                due: if under_way { UnixMillis(claimed) } else { now },
            };
            put(all.at(), &gone).await?;
        }
    }
    for call in calls {
        put(all.at(), call).await?;
        // What is called for again is not to be closed.
        query("DELETE FROM notices WHERE guest = $1 AND kind = 'gone' AND topic = $2")
            .bind(call.guest.to_string())
            .bind(table)
            .execute(all.at())
            .await?;
    }
    all.commit().await?;
    Ok(true)
}

async fn claim(mut at: At<'_>, which: &[Which], until: UnixMillis, now: UnixMillis) -> Result<Vec<Waiting>> {
    let mut claimed = Vec::new();
    for Which { guest, kind, topic, number } in which {
        let mine: Option<Waiting> = query(sqlx::AssertSqlSafe(format!(
            "UPDATE notices SET claimed = $5, tries = tries + 1 \
             WHERE guest = $1 AND kind = $2 AND topic = $3 AND number = $4 AND sent IS NULL \
               AND due <= $6 AND claimed <= $6 RETURNING {COLUMNS}"
        )))
        .bind(guest.to_string())
        .bind(kind)
        .bind(topic)
        .bind(*number)
        .bind(until.0)
        .bind(now.0)
        .fetch_optional(at.at())
        .await?;
        claimed.extend(mine);
    }
    Ok(claimed)
}

async fn settle(at: At<'_>, fates: &[(Which, Fate)], now: UnixMillis) -> Result<()> {
    let mut all = at.begin().await?;
    for (Which { guest, kind, topic, number }, fate) in fates {
        let (change, then, ways) = match fate {
            Fate::Dropped => ("DELETE FROM notices", None, None),
            Fate::Later(then) => ("UPDATE notices SET due = $5, claimed = 0", Some(then.0), None),
            Fate::Sent { pushed, mailed } => (
                "UPDATE notices SET sent = $5, claimed = 0, \
                 pushed = coalesce($6, pushed), mailed = coalesce($7, mailed), owed = $8",
                Some(now.0),
                Some((*pushed, *mailed, None)),
            ),
            Fate::Half { pushed, mailed, owed, again } => (
                "UPDATE notices SET due = $5, claimed = 0, \
                 pushed = coalesce($6, pushed), mailed = coalesce($7, mailed), owed = $8",
                Some(again.0),
                // Strings: writing them to memory cannot fail.
                Some((*pushed, *mailed, serde_json::to_string(owed).ok())),
            ),
        };
        let change = format!("{change} WHERE guest = $1 AND kind = $2 AND topic = $3 AND number = $4");
        let mut query =
            query(sqlx::AssertSqlSafe(change)).bind(guest.to_string()).bind(kind).bind(topic).bind(*number);
        if let Some(then) = then {
            query = query.bind(then);
        }
        if let Some((pushed, mailed, owed)) = ways {
            query = query.bind(pushed.then_some(now.0)).bind(mailed.then_some(now.0)).bind(owed);
        }
        query.execute(all.at()).await?;
    }
    // One message, however much it said; and it counts as soon as somebody has taken it.
    let sent = fates.iter().filter_map(|(which, fate)| match fate {
        Fate::Sent { pushed, mailed } | Fate::Half { pushed, mailed, .. }
            if (*pushed || *mailed) && !matches!(which.kind.as_str(), "gone" | "confirm") =>
        {
            Some((which.guest, *mailed))
        }
        _ => None,
    });
    if let Some((guest, _)) = sent.clone().next() {
        query("INSERT INTO told (guest, at, mailed) VALUES ($1,$2,$3)")
            .bind(guest.to_string())
            .bind(now.0)
            .bind(i64::from(sent.clone().any(|(_, mailed)| mailed)))
            .execute(all.at())
            .await?;
    }
    all.commit().await
}
