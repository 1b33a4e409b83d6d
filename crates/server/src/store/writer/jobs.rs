//! Everything but entries of logs.

use sqlx::{Connection as _, SqliteConnection};

use super::{
    Done, Health, Job, Key, Named, Opening, Result, StoreError, UnixMillis, analyses, endings, kept,
};

/// Answers whoever waits, once it is known whether what was written is kept.
pub(super) type Promise = Box<dyn FnOnce(std::result::Result<(), &StoreError>) + Send>;

fn promise<T: Send + 'static>(health: &Health, done: Done<T>, written: Result<T>) -> Promise {
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

/// The answer to what could not even be begun.
pub(super) fn not_done(job: Job, health: &Health) -> Promise {
    match job {
        Job::Open { done, .. } => promise(health, done, Err(StoreError::Closed)),
        Job::Forget { done, .. } => promise(health, done, Err(StoreError::Closed)),
        Job::Secret { done, .. } => promise(health, done, Err(StoreError::Closed)),
        Job::Append { done, .. }
        | Job::Name { done, .. }
        | Job::Finished { done, .. }
        | Job::Level { done, .. }
        | Job::Ending { done, .. }
        | Job::Analysis { done, .. }
        | Job::Code { done, .. }
        | Job::Rewrite { done, .. }
        | Job::Leaving { done, .. }
        | Job::ForgetGuest { done, .. }
        | Job::Probe { done }
        | Job::Close { done } => promise(health, done, Err(StoreError::Closed)),
        Job::Keep(_) => Box::new(|_| {}),
    }
}

/// Writes it, in the transaction that has begun if there is one. What fails does so alone.
pub(super) async fn write(connection: &mut SqliteConnection, job: Job, health: &Health) -> Promise {
    match job {
        Job::Open { opening, entries, named, done } => {
            promise(health, done, open(connection, &opening, &entries, &named).await)
        }
        Job::Name { guest, name, done } => {
            let query = sqlx::query("INSERT OR REPLACE INTO people (guest, name, changed) VALUES (?,?,?)")
                .bind(guest.to_string())
                .bind(name)
                .bind(UnixMillis::now().0);
            promise(health, done, query.execute(connection).await.map(|_| ()).map_err(Into::into))
        }
        Job::Finished { key, done } => {
            let query = sqlx::query("UPDATE tables SET finished = 1 WHERE key = ?").bind(key.0);
            promise(health, done, query.execute(connection).await.map(|_| ()).map_err(Into::into))
        }
        Job::Level { guest, game, level, done } => {
            let query = sqlx::query("INSERT OR IGNORE INTO levels (guest, game, level) VALUES (?,?,?)")
                .bind(guest.to_string())
                .bind(game)
                .bind(level);
            promise(health, done, query.execute(connection).await.map(|_| ()).map_err(Into::into))
        }
        Job::Ending { key, ending, done } => {
            promise(health, done, endings::note_ending(connection, key, &ending).await)
        }
        Job::Analysis { key, open, analysis, done } => {
            promise(health, done, analyses::keep(connection, key, open, &analysis).await)
        }
        Job::Code { guest, hash, done } => {
            promise(health, done, endings::note_code(connection, guest, hash).await)
        }
        Job::Rewrite { key, rows, guest, instead, done } => {
            promise(health, done, endings::rewrite(connection, key, &rows, guest, instead).await)
        }
        Job::Leaving { guest, done } => {
            let query =
                sqlx::query("INSERT OR IGNORE INTO leaving (guest) VALUES (?)").bind(guest.to_string());
            promise(health, done, query.execute(connection).await.map(|_| ()).map_err(Into::into))
        }
        Job::ForgetGuest { guest, done } => {
            promise(health, done, endings::forget_guest(connection, guest).await)
        }
        Job::Forget { key, before, done } => promise(health, done, forget(connection, key, before).await),
        Job::Secret { name, offered, done } => {
            promise(health, done, secret(connection, name, &offered).await)
        }
        Job::Probe { done } => {
            let probe = sqlx::query("INSERT OR REPLACE INTO secrets (name, value) VALUES ('probe', x'')");
            promise(health, done, probe.execute(connection).await.map(|_| ()).map_err(Into::into))
        }
        // These are taken care of where the jobs come in.
        job @ (Job::Append { .. } | Job::Keep(_) | Job::Close { .. }) => not_done(job, health),
    }
}

pub(super) async fn note_named(connection: &mut SqliteConnection, named: Named, key: Key) -> Result<()> {
    let guest = named.guest.to_string();
    sqlx::query("INSERT OR IGNORE INTO named (guest, table_key) VALUES (?,?)")
        .bind(&guest)
        .bind(key.0)
        .execute(&mut *connection)
        .await?;
    if named.sits {
        sqlx::query("INSERT OR IGNORE INTO sitters (guest, table_key) VALUES (?,?)")
            .bind(&guest)
            .bind(key.0)
            .execute(connection)
            .await?;
    }
    Ok(())
}

async fn open(
    connection: &mut SqliteConnection,
    opening: &Opening,
    entries: &[String],
    named: &[Named],
) -> Result<Key> {
    let mut all = connection.begin().await?;
    let given = kept::give(&mut all, opening).await?;
    let inserted = sqlx::query(
        "INSERT INTO tables (id, game, rules, seats, options, seed, host, private, name, opened, given_key, given_n) \
         VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
    )
    .bind(&opening.id)
    .bind(&opening.game)
    .bind(opening.rules.0)
    .bind(opening.seats)
    .bind(&opening.options)
    .bind(opening.seed.to_string())
    .bind(opening.host.to_string())
    .bind(opening.private)
    .bind(&opening.name)
    .bind(opening.opened.0)
    .bind(given)
    .bind(opening.given.as_ref().map(|given| given.n))
    .execute(&mut *all)
    .await?;
    let key = inserted.last_insert_rowid();
    let host = Named { guest: opening.host, sits: false };
    for &named in [host].iter().chain(named) {
        note_named(&mut all, named, Key(key)).await?;
    }
    for (n, entry) in (1i64..).zip(entries) {
        sqlx::query("INSERT INTO log (table_key, n, entry, wall) VALUES (?,?,?,?)")
            .bind(key)
            .bind(n)
            .bind(entry)
            .bind(opening.opened.0)
            .execute(&mut *all)
            .await?;
    }
    all.commit().await?;
    Ok(Key(key))
}

/// Forgets a table, unless something has happened there since `before`.
async fn forget(connection: &mut SqliteConnection, key: Key, before: UnixMillis) -> Result<bool> {
    let mut all = connection.begin().await?;
    let newer = sqlx::query("SELECT 1 FROM log WHERE table_key = ?1 AND (wall >= ?2 OR wall < ?3) LIMIT 1")
        .bind(key.0);
    if newer.bind(before.0).bind(UnixMillis::PLAUSIBLE.0).fetch_optional(&mut *all).await?.is_some() {
        return Ok(false);
    }
    kept::forget(&mut all, key).await?;
    // What it began with goes with the last table that does.
    sqlx::query(
        "DELETE FROM givens WHERE key = (SELECT given_key FROM tables WHERE key = ?1) AND NOT EXISTS \
         (SELECT 1 FROM tables WHERE given_key = givens.key AND tables.key != ?1)",
    )
    .bind(key.0)
    .execute(&mut *all)
    .await?;
    for forget in [
        "DELETE FROM log WHERE table_key = ?",
        "DELETE FROM sitters WHERE table_key = ?",
        "DELETE FROM named WHERE table_key = ?",
        "DELETE FROM tables WHERE key = ?",
    ] {
        sqlx::query(forget).bind(key.0).execute(&mut *all).await?;
    }
    all.commit().await?;
    Ok(true)
}

async fn secret(connection: &mut SqliteConnection, name: &str, offered: &[u8]) -> Result<Vec<u8>> {
    sqlx::query("INSERT OR IGNORE INTO secrets (name, value) VALUES (?,?)")
        .bind(name)
        .bind(offered)
        .execute(&mut *connection)
        .await?;
    Ok(sqlx::query_scalar("SELECT value FROM secrets WHERE name = ?")
        .bind(name)
        .fetch_one(connection)
        .await?)
}
