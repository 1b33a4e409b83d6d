//! Tournaments: what was announced, their logs, and lists of them.

use futures_util::FutureExt;

use super::{
    Key, Result, Row, Store, StoreError, ToOpen, UnixMillis, ask::query, engine::At, pairing, rows::from_row,
};
use crate::people::Guest;

/// How many ids are asked for at once.
const AT_ONCE: usize = 400;

/// A tournament as it was announced, and what lists show of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CupRow {
    pub(crate) key: i64,
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) name: String,
    pub(crate) holder: Guest,
    pub(crate) private: i64,
    /// As JSON.
    pub(crate) plan: String,
    pub(crate) made: i64,
    pub(crate) starts: Option<i64>,
    /// [`OPEN`], [`RUNNING`] or [`OVER`].
    pub(crate) state: i64,
    /// The number of the newest entry.
    pub(crate) n: i64,
    pub(crate) people: i64,
    pub(crate) changed: i64,
    pub(crate) rewrites: i64,
}

from_row!(CupRow {
    key,
    id,
    game,
    name,
    holder,
    private,
    plan,
    made,
    starts,
    state,
    n,
    people,
    changed,
    rewrites
});

pub(crate) const OPEN: i64 = 0;
pub(crate) const RUNNING: i64 = 1;
pub(crate) const OVER: i64 = 2;

/// An entry to be written, and what lists show once it is.
#[derive(Clone, Debug)]
pub(crate) struct CupEntry {
    pub(crate) n: u64,
    pub(crate) entry: String,
    pub(crate) wall: UnixMillis,
    /// Who registers by it.
    pub(crate) joined: Option<Guest>,
    pub(crate) state: i64,
    pub(crate) people: i64,
}

macro_rules! cups {
    ($($rest:literal),+) => {
        concat!(
            "SELECT key, id, game, name, holder, private, plan, made, starts, state, n, people, changed, rewrites \
             FROM tournaments ",
            $($rest),+
        )
    };
}

impl Store {
    /// Keeps a tournament that was announced; `n`, `people` and `state` begin at nothing.
    pub(crate) async fn hold(&self, cup: CupRow) -> Result<()> {
        self.write(move |at| async move { hold(at, &cup).await }.boxed()).await
    }

    pub(crate) async fn cup(&self, id: &str) -> Result<Option<CupRow>> {
        query(cups!("WHERE id = $1")).bind(id).fetch_optional(&self.readers).await
    }

    /// The entries of a tournament after number `since`, in order.
    pub(crate) async fn cup_log(&self, key: Key, since: u64) -> Result<Vec<Row>> {
        let log = "SELECT n, entry, wall FROM tournament_log WHERE tournament = $1 AND n > $2 ORDER BY n";
        let rows: Vec<(i64, String, i64)> =
            query(log).bind(key.0).bind(since as i64).fetch_all(&self.readers).await?;
        let read = |(n, entry, wall): (i64, String, i64)| Row { n: n as u64, entry, wall: UnixMillis(wall) };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Appends at an expected number.
    pub(crate) async fn append_to_cup(&self, key: Key, entry: CupEntry) -> Result<()> {
        self.write(move |at| async move { append(at, key, &entry).await }.boxed()).await
    }

    /// Opens a table of a tournament and calls its people to it, unless it is there already.
    pub(crate) async fn open_and_call(&self, to_open: ToOpen, people: Vec<Guest>) -> Result<()> {
        self.write(move |at| async move { open_and_call(at, &to_open, &people).await }.boxed()).await
    }

    /// Tournaments at which something may be due.
    pub(crate) async fn cups_going(&self, now: UnixMillis) -> Result<Vec<String>> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(Vec::new());
        }
        query("SELECT id FROM tournaments WHERE state = 1 OR (state = 0 AND starts <= $1) ORDER BY key")
            .bind(now.0)
            .fetch_all(&self.readers)
            .await
    }

    /// Those that everybody may see, and those that somebody holds or takes part in: the newest first.
    pub(crate) async fn cups_in(&self, state: i64, guest: Guest, limit: i64) -> Result<Vec<CupRow>> {
        query(cups!(
            "WHERE state = $1 AND (private = 0 OR holder = $2 OR EXISTS (SELECT 1 FROM tournament_people \
             WHERE tournament_people.tournament = tournaments.key AND tournament_people.guest = $2)) \
             ORDER BY changed DESC, key DESC LIMIT $3"
        ))
        .bind(state)
        .bind(guest.to_string())
        .bind(limit)
        .fetch_all(&self.readers)
        .await
    }

    /// Those in which somebody takes part or that they hold, with the newest entry's number.
    pub(crate) async fn cups_of(&self, guest: Guest) -> Result<Vec<CupRow>> {
        query(cups!(
            "WHERE holder = $1 OR key IN (SELECT tournament FROM tournament_people \
             WHERE guest = $1) ORDER BY key"
        ))
        .bind(guest.to_string())
        .fetch_all(&self.readers)
        .await
    }

    /// How many unfinished ones somebody holds, and how many they have announced since.
    pub(crate) async fn cups_held(&self, guest: Guest, since: UnixMillis) -> Result<(i64, i64)> {
        query(
            "SELECT count(CASE WHEN state < 2 THEN 1 END), count(CASE WHEN made >= $2 THEN 1 END) \
             FROM tournaments WHERE holder = $1",
        )
        .bind(guest.to_string())
        .bind(since.0)
        .fetch_one(&self.readers)
        .await
    }

    /// What those who take part are called.
    pub(crate) async fn names_in_cup(&self, key: Key) -> Result<Vec<(Guest, String)>> {
        let rows: Vec<(String, String)> = query(
            "SELECT people.guest, people.name FROM tournament_people \
             JOIN people ON people.guest = tournament_people.guest \
             WHERE tournament_people.tournament = $1",
        )
        .bind(key.0)
        .fetch_all(&self.readers)
        .await?;
        rows.into_iter().map(|(guest, name)| Ok((read_guest(&guest)?, name))).collect()
    }

    /// Who of them has blocked whom.
    pub(crate) async fn blocks_in_cup(&self, key: Key) -> Result<Vec<(Guest, Guest)>> {
        let rows: Vec<(String, String)> = query(
            "SELECT ties.guest, ties.other FROM ties \
             JOIN tournament_people a ON a.guest = ties.guest AND a.tournament = $1 \
             JOIN tournament_people b ON b.guest = ties.other AND b.tournament = $1 \
             WHERE ties.kind = 'blocks'",
        )
        .bind(key.0)
        .fetch_all(&self.readers)
        .await?;
        rows.into_iter().map(|(one, other)| Ok((read_guest(&one)?, read_guest(&other)?))).collect()
    }

    /// Which of these tables there are, and whether their games are over.
    pub(crate) async fn tables_known(&self, ids: &[String]) -> Result<Vec<(String, bool)>> {
        let mut known = Vec::with_capacity(ids.len());
        for some in ids.chunks(AT_ONCE) {
            let places: Vec<String> = (1..=some.len()).map(|n| format!("${n}")).collect();
            let sql = format!("SELECT id, finished FROM tables WHERE id IN ({})", places.join(","));
            let mut asked = query(sqlx::AssertSqlSafe(sql));
            for id in some {
                asked = asked.bind(id);
            }
            let rows: Vec<(String, i64)> = asked.fetch_all(&self.readers).await?;
            known.extend(rows.into_iter().map(|(id, finished)| (id, finished != 0)));
        }
        Ok(known)
    }

    /// Somebody deletes themselves: whoever `instead` is has done what they did here.
    pub(crate) async fn forget_in_cup(&self, key: Key, guest: Guest, instead: Guest) -> Result<()> {
        self.write(move |at| async move { rewrite(at, key, guest, instead).await }.boxed()).await
    }

    /// Forgets tournaments that never began and that nobody has touched since.
    pub(crate) async fn forget_stale_cups(&self, before: UnixMillis) -> Result<()> {
        self.write(move |at| async move { forget_stale(at, before).await }.boxed()).await
    }
}

fn read_guest(text: &str) -> Result<Guest> {
    text.parse().map_err(|_| StoreError::Unreadable("a guest"))
}

async fn hold(at: At<'_>, cup: &CupRow) -> Result<()> {
    query(
        "INSERT INTO tournaments (id, game, name, holder, private, plan, made, starts, changed) \
         VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$7)",
    )
    .bind(&cup.id)
    .bind(&cup.game)
    .bind(&cup.name)
    .bind(cup.holder.to_string())
    .bind(cup.private)
    .bind(&cup.plan)
    .bind(cup.made)
    .bind(cup.starts)
    .execute(at)
    .await?;
    Ok(())
}

async fn open_and_call(at: At<'_>, to_open: &ToOpen, people: &[Guest]) -> Result<()> {
    let mut all = at.begin().await?;
    pairing::open_and_call(all.at(), to_open, people, to_open.opening.opened).await?;
    all.commit().await
}

async fn append(at: At<'_>, key: Key, entry: &CupEntry) -> Result<()> {
    let mut all = at.begin().await?;
    let next = query(
        "UPDATE tournaments SET n = $2, state = $3, people = $4, changed = $5 WHERE key = $1 AND n = $2 - 1",
    )
    .bind(key.0)
    .bind(entry.n as i64)
    .bind(entry.state)
    .bind(entry.people)
    .bind(entry.wall.0)
    .execute(all.at())
    .await?;
    if next == 0 {
        return Err(StoreError::Conflict);
    }
    query("INSERT INTO tournament_log (tournament, n, entry, wall) VALUES ($1,$2,$3,$4)")
        .bind(key.0)
        .bind(entry.n as i64)
        .bind(&entry.entry)
        .bind(entry.wall.0)
        .execute(all.at())
        .await?;
    if let Some(guest) = entry.joined {
        let joined =
            "INSERT INTO tournament_people (tournament, guest) VALUES ($1,$2) ON CONFLICT DO NOTHING";
        query(joined).bind(key.0).bind(guest.to_string()).execute(all.at()).await?;
    }
    all.commit().await
}

async fn rewrite(at: At<'_>, key: Key, guest: Guest, instead: Guest) -> Result<()> {
    let mut all = at.begin().await?;
    let (guest, instead) = (guest.to_string(), instead.to_string());
    for forget in [
        "UPDATE tournament_log SET entry = replace(entry, $2, $3) WHERE tournament = $1 \
         AND entry LIKE '%' || $2 || '%'",
        "UPDATE tournaments SET holder = replace(holder, $2, $3), rewrites = rewrites + 1 WHERE key = $1",
    ] {
        query(forget).bind(key.0).bind(&guest).bind(&instead).execute(all.at()).await?;
    }
    query("DELETE FROM tournament_people WHERE tournament = $1 AND guest = $2")
        .bind(key.0)
        .bind(&guest)
        .execute(all.at())
        .await?;
    all.commit().await
}

/// What began has an entry that says so, and stays.
const STALE: &str = "SELECT key FROM tournaments WHERE changed < $1 AND made < $1 AND state != 1 \
                     AND coalesce(starts, 0) < $1 AND NOT EXISTS (SELECT 1 FROM tournament_log \
                     WHERE tournament_log.tournament = tournaments.key AND entry LIKE '%\"began\"%')";

async fn forget_stale(at: At<'_>, before: UnixMillis) -> Result<()> {
    let mut all = at.begin().await?;
    for forget in [
        format!("DELETE FROM tournament_people WHERE tournament IN ({STALE})"),
        // The log last of these two: it says which are stale.
        format!("DELETE FROM tournaments WHERE key IN ({STALE})"),
        "DELETE FROM tournament_log WHERE wall < $1 AND NOT EXISTS \
         (SELECT 1 FROM tournaments WHERE tournaments.key = tournament_log.tournament)"
            .to_owned(),
    ] {
        query(sqlx::AssertSqlSafe(forget)).bind(before.0).execute(all.at()).await?;
    }
    all.commit().await
}
