//! Everything but entries of logs.

use futures_util::{FutureExt, future::BoxFuture};

use super::{
    super::{
        ask::query,
        engine::{At, Engine, within},
    },
    Done, Health, Job, Key, Named, Opening, Result, StoreError, Timed, UnixMillis, analyses, endings, kept,
    timing,
};
use crate::people::Guest;

/// Answers whoever waits, once it is known whether what was written is kept.
pub(in crate::store) type Promise = Box<dyn FnOnce(std::result::Result<(), &StoreError>) + Send>;

fn promise<T: Send + 'static>(health: &Health, done: Done<T>, written: Result<T>) -> Promise {
    health.see(&written);
    let health = health.clone();
    Box::new(move |committed| {
        let written = match committed {
            Ok(()) => written,
            Err(error) => Err(error.again()),
        };
        health.note(&written);
        let _ = done.send(written);
    })
}

/// Something that is written as it says itself.
pub(in crate::store) trait Work<T>:
    for<'a> FnOnce(At<'a>) -> BoxFuture<'a, Result<T>> + Send + 'static
{
}
impl<T, W: for<'a> FnOnce(At<'a>) -> BoxFuture<'a, Result<T>> + Send + 'static> Work<T> for W {}

/// Such work, whatever it answers, and whoever waits for it.
pub(crate) trait Other: Send {
    fn write<'a>(self: Box<Self>, at: At<'a>, health: &'a Health) -> BoxFuture<'a, Promise>;
    fn failed(self: Box<Self>, health: &Health, error: &StoreError) -> Promise;
}

impl std::fmt::Debug for dyn Other {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Other(…)")
    }
}

pub(in crate::store) struct Awaited<W, T> {
    pub(in crate::store) work: W,
    pub(in crate::store) done: Done<T>,
}

impl<T: Send + 'static, W: Work<T>> Other for Awaited<W, T> {
    fn write<'a>(self: Box<Self>, at: At<'a>, health: &'a Health) -> BoxFuture<'a, Promise> {
        let Self { work, done } = *self;
        async move { promise(health, done, work(at).await) }.boxed()
    }

    fn failed(self: Box<Self>, health: &Health, error: &StoreError) -> Promise {
        promise(health, self.done, Err(error.again()))
    }
}

/// The answer to what could not even be begun.
pub(in crate::store) fn not_done(job: Job, health: &Health) -> Promise {
    failed(job, health, &StoreError::Closed)
}

/// The same, and why.
pub(in crate::store) fn failed(job: Job, health: &Health, error: &StoreError) -> Promise {
    match job {
        Job::Open { done, .. } => promise(health, done, Err(error.again())),
        Job::Forget { done, .. } => promise(health, done, Err(error.again())),
        Job::Secret { done, .. } => promise(health, done, Err(error.again())),
        Job::Other(other) => other.failed(health, error),
        Job::Append { done, .. }
        | Job::Finished { done, .. }
        | Job::Level { done, .. }
        | Job::Ending { done, .. }
        | Job::Analysis { done, .. }
        | Job::Code { done, .. }
        | Job::Rewrite { done, .. }
        | Job::ForgetGuest { done, .. }
        | Job::Probe { done }
        | Job::Close { done } => promise(health, done, Err(error.again())),
        Job::Keep(_) | Job::Settle | Job::Up { .. } => Box::new(|_| {}),
    }
}

/// Writes it, in the transaction that has begun if there is one. What fails does so alone.
pub(in crate::store) async fn write(at: At<'_>, job: Job, health: &Health) -> Promise {
    match job {
        Job::Open { opening, entries, named, timed, done } => {
            promise(health, done, open(at, &opening, &entries, &named, timed).await)
        }
        // It has been done.
        Job::Settle => Box::new(|_| {}),
        Job::Up { key, up } => {
            let written = timing::note_up(at, key, up).await;
            health.see(&written);
            Box::new(|_| {})
        }
        Job::Other(other) => other.write(at, health).await,
        Job::Finished { key, done } => promise(health, done, finished(at, key).await),
        Job::Level { guest, game, level, done } => promise(health, done, won(at, guest, &game, level).await),
        Job::Ending { key, ending, done } => {
            promise(health, done, endings::note_ending(at, key, &ending).await)
        }
        Job::Analysis { key, open, analysis, done } => {
            promise(health, done, analyses::keep(at, key, open, &analysis).await)
        }
        Job::Code { guest, hash, done } => promise(health, done, endings::note_code(at, guest, hash).await),
        Job::Rewrite { key, rows, guest, instead, done } => {
            promise(health, done, endings::rewrite(at, key, &rows, guest, instead).await)
        }
        Job::ForgetGuest { guest, done } => promise(health, done, endings::forget_guest(at, guest).await),
        Job::Forget { key, before, done } => promise(health, done, forget(at, key, before).await),
        Job::Secret { name, offered, done } => promise(health, done, secret(at, name, &offered).await),
        Job::Probe { done } => promise(health, done, probe(at).await),
        // These are taken care of where the jobs come in.
        job @ (Job::Append { .. } | Job::Keep(_) | Job::Close { .. }) => not_done(job, health),
    }
}

async fn finished(at: At<'_>, key: Key) -> Result<()> {
    query("UPDATE tables SET finished = 1 WHERE key = $1").bind(key.0).execute(at).await?;
    Ok(())
}

async fn won(at: At<'_>, guest: Guest, game: &str, level: u8) -> Result<()> {
    let won = "INSERT INTO levels (guest, game, level) VALUES ($1,$2,$3) ON CONFLICT DO NOTHING";
    query(won).bind(guest.to_string()).bind(game).bind(i64::from(level)).execute(at).await?;
    Ok(())
}

/// Writes something that says nothing.
async fn probe(at: At<'_>) -> Result<()> {
    query(
        "INSERT INTO secrets (name, value) VALUES ('probe', $1) \
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .bind(Vec::<u8>::new())
    .execute(at)
    .await?;
    Ok(())
}

pub(in crate::store) async fn note_named(mut at: At<'_>, named: Named, key: Key) -> Result<()> {
    let guest = named.guest.to_string();
    query("INSERT INTO named (guest, table_key) VALUES ($1,$2) ON CONFLICT DO NOTHING")
        .bind(&guest)
        .bind(key.0)
        .execute(at.at())
        .await?;
    if named.sits {
        query("INSERT INTO sitters (guest, table_key) VALUES ($1,$2) ON CONFLICT DO NOTHING")
            .bind(&guest)
            .bind(key.0)
            .execute(at)
            .await?;
    }
    Ok(())
}

pub(in crate::store) async fn open(
    at: At<'_>,
    opening: &Opening,
    entries: &[String],
    named: &[Named],
    timed: Option<Timed>,
) -> Result<Key> {
    let mut all = at.begin().await?;
    let given = kept::give(all.at(), opening).await?;
    let key: Option<i64> = query(
            "INSERT INTO tables \
             (id, game, rules, seats, options, seed, host, private, name, opened, given_key, given_n, up, stirred) \
             VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14) ON CONFLICT (id) DO NOTHING \
             RETURNING key",
        )
        .bind(&opening.id)
        .bind(&opening.game)
        .bind(i64::from(opening.rules.0))
        .bind(i64::from(opening.seats))
        .bind(&opening.options)
        .bind(opening.seed.to_string())
        .bind(opening.host.to_string())
        .bind(i64::from(opening.private))
        .bind(&opening.name)
        .bind(opening.opened.0)
        .bind(given)
        .bind(opening.given.as_ref().map(|given| i64::from(given.n)))
        .bind(timed.map(|timed| timed.up.0))
        .bind(timed.filter(|timed| timed.by_turns).map(|_| opening.opened.0))
        .fetch_optional(all.at())
        .await?;
    // Ids that nobody draws follow from what the table is for: then another node may have opened it just now.
    let key = key.ok_or(StoreError::Conflict)?;
    let host = Named { guest: opening.host, sits: false };
    for &named in [host].iter().chain(named) {
        note_named(all.at(), named, Key(key)).await?;
    }
    for (n, entry) in (1i64..).zip(entries) {
        query("INSERT INTO log (table_key, n, entry, wall) VALUES ($1,$2,$3,$4)")
            .bind(key)
            .bind(n)
            .bind(entry)
            .bind(opening.opened.0)
            .execute(all.at())
            .await?;
    }
    all.commit().await?;
    Ok(Key(key))
}

/// Nobody writes to any log meanwhile; who is just writing is waited for so long, and others wait behind it.
const STILL: &str = "SET LOCAL lock_timeout = 100; LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE";

/// Forgets a table, unless something has happened there since `before`.
async fn forget(at: At<'_>, key: Key, before: UnixMillis) -> Result<bool> {
    let mut all = at.begin().await?;
    // A file has one writer. Elsewhere nobody may write to this log between the look and the deed, nor be about to.
    if let Engine::Postgres(at) = all.at() {
        let still = within(async { Ok(sqlx::raw_sql(STILL).execute(at).await) }).await?;
        match still {
            Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some("55P03") => {
                return Ok(false);
            }
            other => other.map(drop)?,
        }
    }
    let newer: Option<i64> =
        query("SELECT n FROM log WHERE table_key = $1 AND (wall >= $2 OR wall < $3) LIMIT 1")
            .bind(key.0)
            .bind(before.0)
            .bind(UnixMillis::PLAUSIBLE.0)
            .fetch_optional(all.at())
            .await?;
    if newer.is_some() {
        return Ok(false);
    }
    kept::forget(all.at(), key).await?;
    for forget in [
        // What it began with goes with the last table that does.
        "DELETE FROM givens WHERE key = (SELECT given_key FROM tables WHERE key = $1) AND NOT EXISTS \
         (SELECT 1 FROM tables WHERE given_key = givens.key AND tables.key != $1)",
        "DELETE FROM log WHERE table_key = $1",
        "DELETE FROM sitters WHERE table_key = $1",
        "DELETE FROM named WHERE table_key = $1",
        "DELETE FROM reports WHERE table_key = $1",
        "DELETE FROM invitations WHERE table_key = $1",
        "DELETE FROM plans WHERE table_key = $1",
        "DELETE FROM notices WHERE topic = (SELECT id FROM tables WHERE key = $1)",
        "DELETE FROM tables WHERE key = $1",
    ] {
        query(forget).bind(key.0).execute(all.at()).await?;
    }
    all.commit().await?;
    Ok(true)
}

async fn secret(mut at: At<'_>, name: &str, offered: &[u8]) -> Result<Vec<u8>> {
    query("INSERT INTO secrets (name, value) VALUES ($1,$2) ON CONFLICT DO NOTHING")
        .bind(name)
        .bind(offered)
        .execute(at.at())
        .await?;
    query("SELECT value FROM secrets WHERE name = $1").bind(name).fetch_one(at).await
}
