//! Who is away, and whether their tables have been told.

use futures_util::FutureExt;

use super::{Result, Store, StoreError, UnixMillis, ask::query, engine::At, rows::from_row};
use crate::{
    people::Guest,
    vacations::{NotAway, Vacation},
};

/// A vacation as it stands here.
#[derive(Debug)]
struct Kept {
    n: i64,
    guest: Guest,
    began: i64,
    until: i64,
}

from_row!(Kept { n, guest, began, until });

impl From<&Kept> for Vacation {
    fn from(kept: &Kept) -> Self {
        let Kept { guest, began, until, .. } = *kept;
        Self { guest, from: UnixMillis(began), until: UnixMillis(until) }
    }
}

impl Store {
    /// Somebody is away until then, from now on or since they said so; unless that is against the limits.
    pub(crate) async fn go_away(
        &self,
        guest: Guest,
        until: UnixMillis,
    ) -> Result<std::result::Result<(), NotAway>> {
        let now = self.now();
        self.write(move |at| async move { go_away(at, guest, until, now).await }.boxed()).await
    }

    /// Somebody is back before they said.
    pub(crate) async fn come_back(&self, guest: Guest) -> Result<()> {
        let now = self.now();
        self.write(move |at| {
            async move {
                let back = "UPDATE vacations SET until = $2, told = 0 WHERE guest = $1 AND until > $2";
                query(back).bind(guest.to_string()).bind(now.0).execute(at).await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// What these people have announced, past and present, in the order in which it begins.
    pub(crate) async fn vacations_of(&self, people: &[Guest]) -> Result<Vec<Vacation>> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(Vec::new());
        }
        if people.is_empty() {
            return Ok(Vec::new());
        }
        let places: Vec<String> = (1..=people.len()).map(|n| format!("${n}")).collect();
        let sql = format!(
            "SELECT n, guest, began, until FROM vacations WHERE guest IN ({}) ORDER BY began, guest, n",
            places.join(",")
        );
        let mut asked = query(sqlx::AssertSqlSafe(sql));
        for guest in people {
            asked = asked.bind(guest.to_string());
        }
        let kept: Vec<Kept> = asked.fetch_all(&self.readers).await?;
        Ok(kept.iter().map(Vacation::from).collect())
    }

    /// Until when somebody is away, if they are.
    pub(crate) async fn away_until(&self, guest: Guest, now: UnixMillis) -> Result<Option<UnixMillis>> {
        let until: Option<i64> = query("SELECT max(until) FROM vacations WHERE guest = $1 AND until > $2")
            .bind(guest.to_string())
            .bind(now.0)
            .fetch_one(&self.readers)
            .await?;
        Ok(until.map(UnixMillis))
    }

    /// Whose tables may not know yet what they announced.
    pub(crate) async fn untold_vacations(&self, limit: u32) -> Result<Vec<Guest>> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(Vec::new());
        }
        let untold = "SELECT DISTINCT guest FROM vacations WHERE told = 0 LIMIT $1";
        let people: Vec<String> = query(untold).bind(i64::from(limit)).fetch_all(&self.readers).await?;
        let read = |guest: &String| guest.parse().map_err(|_| StoreError::Unreadable("a guest"));
        people.iter().map(read).collect()
    }

    /// Their tables know of these, unless something else has been announced since.
    pub(crate) async fn note_told(&self, told: Vec<Vacation>) -> Result<()> {
        self.write(move |mut at| {
            async move {
                for Vacation { guest, from, until } in told {
                    let note = "UPDATE vacations SET told = 1 WHERE guest = $1 AND began = $2 AND until = $3";
                    query(note).bind(guest.to_string()).bind(from.0).bind(until.0).execute(at.at()).await?;
                }
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// Forgets those that ended before then.
    pub(crate) async fn forget_vacations(&self, before: UnixMillis) -> Result<()> {
        self.write(move |at| {
            async move {
                query("DELETE FROM vacations WHERE until < $1").bind(before.0).execute(at).await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }
}

/// What is announced stands at its number, so that nobody is on two vacations, whichever nodes they ask at once.
async fn go_away(
    at: At<'_>,
    guest: Guest,
    until: UnixMillis,
    now: UnixMillis,
) -> Result<std::result::Result<(), NotAway>> {
    let mut all = at.begin().await?;
    let kept = "SELECT n, guest, began, until FROM vacations WHERE guest = $1 ORDER BY n";
    let kept: Vec<Kept> = query(kept).bind(guest.to_string()).fetch_all(all.at()).await?;
    let known: Vec<Vacation> = kept.iter().map(Vacation::from).collect();
    let begins = match Vacation::next(&known, until, now) {
        Ok(begins) => begins,
        Err(why) => return Ok(Err(why)),
    };
    let going_on = kept.iter().find(|kept| kept.began == begins.0 && kept.until > now.0);
    let written = match going_on {
        Some(kept) => {
            let change =
                "UPDATE vacations SET until = $3, told = 0 WHERE guest = $1 AND n = $2 AND until = $4";
            let change = query(change).bind(guest.to_string()).bind(kept.n).bind(until.0).bind(kept.until);
            change.execute(all.at()).await?
        }
        None => {
            let new =
                "INSERT INTO vacations (guest, n, began, until) VALUES ($1,$2,$3,$4) ON CONFLICT DO NOTHING";
            let n = kept.last().map_or(1, |kept| kept.n + 1);
            let new = query(new).bind(guest.to_string()).bind(n).bind(begins.0).bind(until.0);
            new.execute(all.at()).await?
        }
    };
    if written == 0 {
        return Err(StoreError::Conflict);
    }
    all.commit().await?;
    Ok(Ok(()))
}
