//! Accounts: passkeys, what they are asked to sign, and names that are somebody's alone.

use futures_util::FutureExt;

use super::{
    Result, Store, StoreError, UnixMillis,
    ask::query,
    engine::At,
    rows::from_row,
    ways,
    writer::{Job, jobs},
};
use crate::{looks::looks, people::Guest};

/// A passkey as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passkey {
    /// The credential's own number, as the device knows it.
    pub(crate) id: Vec<u8>,
    pub(crate) guest: Guest,
    /// What the page and the browser's cookie name it by.
    pub(crate) device: String,
    /// The address at which it was made: it is good nowhere else.
    pub(crate) host: String,
    pub(crate) name: String,
    /// Its key; and what changes with each use.
    pub(crate) fixed: Vec<u8>,
    pub(crate) changing: Vec<u8>,
    pub(crate) made: i64,
    pub(crate) used: i64,
}

from_row!(Passkey { id, guest, device, host, name, fixed, changing, made, used });

/// What is known of a person besides their name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Person {
    pub(crate) name: String,
    /// Since when they have an account; 0: they are a guest.
    pub(crate) account: i64,
    /// Whether they keep the house: not 0.
    pub(crate) keeper: i64,
}

from_row!(Person { name, account, keeper });

/// What became of a wish that may collide with somebody else's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claimed {
    Done,
    /// Somebody with an account is called so, or nearly so.
    Taken,
}

/// Something that has changed about somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) n: i64,
    pub(crate) guest: Guest,
    /// This device of theirs is signed out.
    pub(crate) device: Option<String>,
}

from_row!(Changed { n, guest, device });

impl Store {
    /// Who somebody is. A stranger: nobody yet.
    pub(crate) async fn person(&self, guest: Guest) -> Result<Person> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(Person { name: guest.to_string(), ..Person::default() });
        }
        let person: Option<Person> = query("SELECT name, account, keeper FROM people WHERE guest = $1")
            .bind(guest.to_string())
            .fetch_optional(&self.readers)
            .await?;
        Ok(person.unwrap_or_default())
    }

    /// Whether somebody has an account.
    pub(crate) async fn has_account(&self, guest: Guest) -> Result<bool> {
        Ok(self.person(guest).await?.account > 0)
    }

    /// Gives somebody a name, unless it is somebody else's.
    pub(crate) async fn name_guest(&self, guest: Guest, name: String) -> Result<Claimed> {
        let now = self.now();
        self.write(move |at| async move { rename(at, guest, &name, now).await }.boxed()).await
    }

    /// Who with an account has a name that looks like this.
    pub(crate) async fn holder(&self, name: &str) -> Result<Option<Guest>> {
        let holder: Option<String> = query("SELECT guest FROM people WHERE looks = $1 AND account > 0")
            .bind(looks(name))
            .fetch_optional(&self.readers)
            .await?;
        holder.map(|guest| guest.parse().map_err(|_| StoreError::Unreadable("a guest"))).transpose()
    }

    /// Guests without an account whose name looks like this, and what they are called.
    pub(crate) async fn guests_like(&self, name: &str) -> Result<Vec<(Guest, String)>> {
        let rows: Vec<(String, String)> =
            query("SELECT guest, name FROM people WHERE looks = $1 AND account = 0")
                .bind(looks(name))
                .fetch_all(&self.readers)
                .await?;
        let read = |(guest, name): (String, String)| {
            Ok((guest.parse().map_err(|_| StoreError::Unreadable("a guest"))?, name))
        };
        rows.into_iter().map(read).collect()
    }

    /// Names from before there were looks get theirs.
    pub(crate) async fn look_at_names(&self) -> Result<()> {
        const AT_ONCE: i64 = 500;
        let mut last = String::new();
        loop {
            let rows: Vec<(String, String)> = query(
                "SELECT guest, name FROM people WHERE looks = '' AND name != '' AND guest > $2 \
                 ORDER BY guest LIMIT $1",
            )
            .bind(AT_ONCE)
            .bind(&last)
            .fetch_all(&self.readers)
            .await?;
            let Some((guest, _)) = rows.last() else { return Ok(()) };
            last.clone_from(guest);
            self.write(move |at| async move { give_looks(at, &rows).await }.boxed()).await?;
        }
    }

    /// Keeps what somebody is asked to sign, until then; what has run out goes.
    pub(crate) async fn challenge(
        &self,
        challenge: u128,
        guest: Option<Guest>,
        state: Vec<u8>,
        until: UnixMillis,
    ) -> Result<()> {
        let now = self.now();
        self.write(move |at| {
            async move { note_challenge(at, challenge, guest, &state, until, now).await }.boxed()
        })
        .await
    }

    /// What was to be signed, and by whom: once, and only in time.
    pub(crate) async fn take_challenge(&self, challenge: u128) -> Result<Option<(Option<Guest>, Vec<u8>)>> {
        let now = self.now();
        self.write(move |at| async move { take_challenge(at, challenge, now).await }.boxed()).await
    }

    /// The passkey with this number.
    pub(crate) async fn passkey(&self, id: &[u8]) -> Result<Option<Passkey>> {
        query("SELECT * FROM passkeys WHERE id = $1").bind(id).fetch_optional(&self.readers).await
    }

    /// All of somebody's passkeys, the oldest first.
    pub(crate) async fn passkeys(&self, guest: Guest) -> Result<Vec<Passkey>> {
        query("SELECT * FROM passkeys WHERE guest = $1 ORDER BY made, device")
            .bind(guest.to_string())
            .fetch_all(&self.readers)
            .await
    }

    /// Whether a device of somebody's is still theirs.
    pub(crate) async fn is_device_of(&self, device: &str, guest: Guest) -> Result<bool> {
        let there: Option<i64> = query("SELECT made FROM passkeys WHERE device = $1 AND guest = $2")
            .bind(device)
            .bind(guest.to_string())
            .fetch_optional(&self.readers)
            .await?;
        Ok(there.is_some())
    }

    /// When the oldest cookie of somebody was issued that names no device and is still good, in seconds since 1970.
    pub(crate) async fn plain_since(&self, guest: Guest) -> Result<i64> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(0);
        }
        let since: Option<i64> = query("SELECT since FROM people WHERE guest = $1")
            .bind(guest.to_string())
            .fetch_optional(&self.readers)
            .await?;
        Ok(since.unwrap_or_default())
    }

    /// Keeps a new passkey. With the first a guest has an account, and their name is theirs alone: unless it is somebody's
    /// already.
    pub(crate) async fn add_passkey(&self, passkey: Passkey) -> Result<Claimed> {
        self.write(move |at| async move { add_passkey(at, &passkey).await }.boxed()).await
    }

    /// A passkey has been used.
    pub(crate) async fn passkey_used(&self, id: Vec<u8>, changing: Vec<u8>) -> Result<()> {
        let now = self.now();
        self.write(move |at| {
            async move {
                query("UPDATE passkeys SET changing = $2, used = $3 WHERE id = $1")
                    .bind(id)
                    .bind(changing)
                    .bind(now.0)
                    .execute(at)
                    .await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    pub(crate) async fn name_device(&self, guest: Guest, device: String, name: String) -> Result<bool> {
        self.write(move |at| {
            async move {
                Ok(query("UPDATE passkeys SET name = $3 WHERE guest = $1 AND device = $2")
                    .bind(guest.to_string())
                    .bind(device)
                    .bind(name)
                    .execute(at)
                    .await?
                    > 0)
            }
            .boxed()
        })
        .await
    }

    /// Removes a device, and with it whoever came without one, by a code; with the last the account ends, and they are a guest
    /// again, who keeps no house. Says whether there was one.
    pub(crate) async fn remove_device(&self, guest: Guest, device: String) -> Result<bool> {
        let now = self.now();
        self.write(move |at| async move { remove_device(at, guest, &device, now).await }.boxed()).await
    }

    /// Something has changed about somebody, which other houses have to look at.
    pub(crate) async fn has_changed(&self, guest: Guest) -> Result<()> {
        let now = self.now();
        self.write(move |at| async move { note_change(at, guest, None, now).await }.boxed()).await
    }

    /// What has changed about anybody since then.
    pub(crate) async fn changes(&self, since: UnixMillis) -> Result<Vec<Changed>> {
        query("SELECT n, guest, device FROM changes WHERE at > $1 ORDER BY n")
            .bind(since.0)
            .fetch_all(&self.readers)
            .await
    }

    /// Everybody has seen what changed before then.
    pub(crate) async fn tidy_changes(&self, before: UnixMillis) -> Result<()> {
        self.write(move |at| {
            async move {
                query("DELETE FROM changes WHERE at < $1").bind(before.0).execute(at).await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// Asks the writer for something that it does as it is told.
    pub(super) async fn write<T: Send + 'static>(&self, work: impl jobs::Work<T>) -> Result<T> {
        self.ask(|done| Job::Other(Box::new(jobs::Awaited { work, done }))).await
    }
}

/// Gives somebody a name, unless somebody else with an account has one that looks like it.
pub(crate) async fn rename(at: At<'_>, guest: Guest, name: &str, now: UnixMillis) -> Result<Claimed> {
    let mut all = at.begin().await?;
    if is_taken(all.at(), guest, name).await? {
        return Ok(Claimed::Taken);
    }
    query(
        "INSERT INTO people (guest, name, changed, looks) VALUES ($1,$2,$3,$4) ON CONFLICT (guest) \
         DO UPDATE SET name = excluded.name, changed = excluded.changed, looks = excluded.looks",
    )
    .bind(guest.to_string())
    .bind(name)
    .bind(now.0)
    .bind(looks(name))
    .execute(all.at())
    .await?;
    note_change(all.at(), guest, None, now).await?;
    all.commit().await?;
    Ok(Claimed::Done)
}

async fn is_taken(at: At<'_>, guest: Guest, name: &str) -> Result<bool> {
    let holder: Option<String> =
        query("SELECT guest FROM people WHERE looks = $1 AND account > 0 AND guest != $2")
            .bind(looks(name))
            .bind(guest.to_string())
            .fetch_optional(at)
            .await?;
    Ok(holder.is_some())
}

async fn give_looks(at: At<'_>, rows: &[(String, String)]) -> Result<()> {
    let mut all = at.begin().await?;
    for (guest, name) in rows {
        query("UPDATE people SET looks = $2 WHERE guest = $1 AND name = $3 AND looks = ''")
            .bind(guest)
            .bind(looks(name))
            .bind(name)
            .execute(all.at())
            .await?;
    }
    all.commit().await
}

async fn note_challenge(
    mut at: At<'_>,
    challenge: u128,
    guest: Option<Guest>,
    state: &[u8],
    until: UnixMillis,
    now: UnixMillis,
) -> Result<()> {
    query("DELETE FROM challenges WHERE until < $1").bind(now.0).execute(at.at()).await?;
    query("INSERT INTO challenges (challenge, guest, state, until) VALUES ($1,$2,$3,$4)")
        .bind(&challenge.to_le_bytes()[..])
        .bind(guest.map(|guest| guest.to_string()))
        .bind(state)
        .bind(until.0)
        .execute(at)
        .await?;
    Ok(())
}

async fn take_challenge(
    at: At<'_>,
    challenge: u128,
    now: UnixMillis,
) -> Result<Option<(Option<Guest>, Vec<u8>)>> {
    let row: Option<(Option<String>, Vec<u8>, i64)> =
        query("DELETE FROM challenges WHERE challenge = $1 RETURNING guest, state, until")
            .bind(&challenge.to_le_bytes()[..])
            .fetch_optional(at)
            .await?;
    let Some((guest, state, _)) = row.filter(|(_, _, until)| *until >= now.0) else { return Ok(None) };
    let read = |guest: String| guest.parse().map_err(|_| StoreError::Unreadable("a guest"));
    Ok(Some((guest.map(read).transpose()?, state)))
}

async fn add_passkey(at: At<'_>, passkey: &Passkey) -> Result<Claimed> {
    let mut all = at.begin().await?;
    let guest = passkey.guest.to_string();
    let person: Option<(String, i64)> = query("SELECT name, account FROM people WHERE guest = $1")
        .bind(&guest)
        .fetch_optional(all.at())
        .await?;
    let Some((name, account)) = person else { return Ok(Claimed::Taken) };
    if account == 0 {
        if is_taken(all.at(), passkey.guest, &name).await? {
            return Ok(Claimed::Taken);
        }
        // Who kept the house without a passkey left was to be made a keeper anew.
        query("UPDATE people SET account = $2, looks = $3, keeper = 0 WHERE guest = $1")
            .bind(&guest)
            .bind(passkey.made)
            .bind(looks(&name))
            .execute(all.at())
            .await?;
    }
    query(
        "INSERT INTO passkeys (id, guest, device, host, name, fixed, changing, made, used) \
         VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9)",
    )
    .bind(&passkey.id)
    .bind(&guest)
    .bind(&passkey.device)
    .bind(&passkey.host)
    .bind(&passkey.name)
    .bind(&passkey.fixed)
    .bind(&passkey.changing)
    .bind(passkey.made)
    .bind(passkey.used)
    .execute(all.at())
    .await?;
    all.commit().await?;
    Ok(Claimed::Done)
}

/// Those who run houses look for this every second.
pub(crate) async fn note_change(
    at: At<'_>,
    guest: Guest,
    device: Option<&str>,
    now: UnixMillis,
) -> Result<()> {
    query("INSERT INTO changes (at, guest, device) VALUES ($1,$2,$3)")
        .bind(now.0)
        .bind(guest.to_string())
        .bind(device)
        .execute(at)
        .await?;
    Ok(())
}

async fn remove_device(at: At<'_>, guest: Guest, device: &str, now: UnixMillis) -> Result<bool> {
    let mut all = at.begin().await?;
    let removed = query("DELETE FROM passkeys WHERE guest = $1 AND device = $2")
        .bind(guest.to_string())
        .bind(device)
        .execute(all.at())
        .await?;
    if removed == 0 {
        return Ok(false);
    }
    query(
        "UPDATE people SET since = $2, account = CASE WHEN EXISTS (SELECT 1 FROM passkeys WHERE guest = $1) \
         THEN account ELSE 0 END, keeper = CASE WHEN EXISTS (SELECT 1 FROM passkeys WHERE guest = $1) \
         THEN keeper ELSE 0 END WHERE guest = $1",
    )
    .bind(guest.to_string())
    .bind(now.0 / 1_000)
    .execute(all.at())
    .await?;
    ways::forget_device(all.at(), guest, device).await?;
    note_change(all.at(), guest, Some(device), now).await?;
    all.commit().await?;
    Ok(true)
}
