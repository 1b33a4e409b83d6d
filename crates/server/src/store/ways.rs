//! Where somebody wants to be told: the browsers that take push messages, an address for mail, and what they want to be told.

use futures_util::FutureExt;

use super::{Result, Store, UnixMillis, ask::query, engine::At, rows::from_row};
use crate::people::Guest;

/// How many browsers of one person take push messages.
const MOST_BROWSERS: i64 = 10;
/// How often one address may be asked to confirm in a day, whoever gives it.
const MOST_ASKED: i64 = 3;
/// How often a code may be tried.
const MOST_TRIES: i64 = 5;

/// A browser that takes push messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Browser {
    pub(crate) endpoint: String,
    pub(crate) key: Vec<u8>,
    pub(crate) auth: Vec<u8>,
    /// The device by whose passkey it is signed in.
    pub(crate) device: Option<String>,
    /// How often in a row nothing was taken there, and until when it is left alone.
    pub(crate) failed: i64,
    pub(crate) rests: i64,
}

from_row!(Browser { endpoint, key, auth, device, failed, rests });

/// Where somebody takes mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mailbox {
    pub(crate) address: String,
    /// The way to end it.
    pub(crate) token: String,
    /// Since when it is confirmed; 0: it is not.
    pub(crate) confirmed: i64,
}

from_row!(Mailbox { address, token, confirmed });

impl Store {
    /// What somebody wants to be told, as text; nothing: as usual.
    pub(crate) async fn wishes(&self, guest: Guest) -> Result<Option<String>> {
        query("SELECT text FROM wishes WHERE guest = $1")
            .bind(guest.to_string())
            .fetch_optional(&self.readers)
            .await
    }

    pub(crate) async fn wish(&self, guest: Guest, text: String) -> Result<()> {
        self.write(move |at| {
            async move {
                query(
                    "INSERT INTO wishes (guest, text) VALUES ($1,$2) \
                     ON CONFLICT (guest) DO UPDATE SET text = excluded.text",
                )
                .bind(guest.to_string())
                .bind(text)
                .execute(at)
                .await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    pub(crate) async fn browsers(&self, guest: Guest) -> Result<Vec<Browser>> {
        query(
            "SELECT endpoint, key, auth, device, failed, rests FROM pushes WHERE guest = $1 \
             ORDER BY made, endpoint",
        )
        .bind(guest.to_string())
        .fetch_all(&self.readers)
        .await
    }

    /// A browser takes push messages for somebody, and for nobody else; of too many the oldest goes.
    pub(crate) async fn add_browser(&self, guest: Guest, browser: Browser) -> Result<()> {
        let now = self.now();
        self.write(move |at| async move { add_browser(at, guest, &browser, now).await }.boxed()).await
    }

    /// This browser takes no more. Whose it is: nobody knows the address but they and we.
    pub(crate) async fn remove_browser(&self, endpoint: String) -> Result<()> {
        self.write(move |at| {
            async move {
                query("DELETE FROM pushes WHERE endpoint = $1").bind(endpoint).execute(at).await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// Nothing was taken there so often in a row, and it is left alone until then.
    pub(crate) async fn browser_failed(
        &self,
        endpoint: String,
        failed: i64,
        rests: UnixMillis,
    ) -> Result<()> {
        self.write(move |at| {
            async move {
                query("UPDATE pushes SET failed = $2, rests = $3 WHERE endpoint = $1")
                    .bind(endpoint)
                    .bind(failed)
                    .bind(rests.0)
                    .execute(at)
                    .await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    pub(crate) async fn mailbox(&self, guest: Guest) -> Result<Option<Mailbox>> {
        query("SELECT address, token, confirmed FROM mails WHERE guest = $1")
            .bind(guest.to_string())
            .fetch_optional(&self.readers)
            .await
    }

    /// Somebody says that this is their address: a code goes there. Says whether it may: nobody is asked too often.
    pub(crate) async fn ask_mailbox(
        &self,
        guest: Guest,
        address: String,
        token: String,
        code: String,
        until: UnixMillis,
    ) -> Result<bool> {
        let now = self.now();
        self.write(move |at| {
            async move { ask_mailbox(at, guest, &address, (&token, &code), until, now).await }.boxed()
        })
        .await
    }

    /// Somebody brings the code that was sent to their address, in time and after few tries.
    pub(crate) async fn confirm_mailbox(&self, guest: Guest, code: String) -> Result<bool> {
        let now = self.now();
        self.write(move |at| async move { confirm_mailbox(at, guest, &code, now).await }.boxed()).await
    }

    /// No more mail.
    pub(crate) async fn remove_mailbox(&self, guest: Guest) -> Result<()> {
        self.write(move |at| {
            async move {
                query("DELETE FROM mails WHERE guest = $1").bind(guest.to_string()).execute(at).await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    /// The same for whoever has a mail of ours. Says whether there was any.
    pub(crate) async fn stop_mail(&self, token: String) -> Result<bool> {
        self.write(move |at| {
            async move { Ok(query("DELETE FROM mails WHERE token = $1").bind(token).execute(at).await? > 0) }
                .boxed()
        })
        .await
    }
}

async fn add_browser(at: At<'_>, guest: Guest, browser: &Browser, now: UnixMillis) -> Result<()> {
    let mut all = at.begin().await?;
    // A device that is removed at this moment is heard no more.
    query(
        "INSERT INTO pushes (endpoint, guest, key, auth, made, device) \
         SELECT $1, $2, $3, $4, CAST($5 AS BIGINT), CAST($6 AS TEXT) \
         WHERE CAST($6 AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM passkeys WHERE guest = $2 \
         AND device = $6) \
         ON CONFLICT (endpoint) \
         DO UPDATE SET guest = excluded.guest, key = excluded.key, auth = excluded.auth, \
            made = excluded.made, device = excluded.device",
    )
    .bind(&browser.endpoint)
    .bind(guest.to_string())
    .bind(&browser.key)
    .bind(&browser.auth)
    .bind(now.0)
    .bind(browser.device.as_deref())
    .execute(all.at())
    .await?;
    query(
        "DELETE FROM pushes WHERE guest = $1 AND endpoint NOT IN \
         (SELECT endpoint FROM pushes WHERE guest = $1 ORDER BY made DESC, endpoint LIMIT $2)",
    )
    .bind(guest.to_string())
    .bind(MOST_BROWSERS)
    .execute(all.at())
    .await?;
    look_at_theirs(all.at(), guest, now).await?;
    all.commit().await
}

/// A device is removed: its browsers are told nothing more, nor those without one, which are signed out with it.
pub(super) async fn forget_device(at: At<'_>, guest: Guest, device: &str) -> Result<()> {
    query("DELETE FROM pushes WHERE guest = $1 AND (device = $2 OR device IS NULL)")
        .bind(guest.to_string())
        .bind(device)
        .execute(at)
        .await?;
    Ok(())
}

/// Whoever can be reached from now on may be awaited somewhere already.
async fn look_at_theirs(at: At<'_>, guest: Guest, now: UnixMillis) -> Result<()> {
    query(
        "UPDATE tables SET stirred = $2 WHERE finished = 0 AND up IS NOT NULL \
         AND key IN (SELECT table_key FROM sitters WHERE guest = $1)",
    )
    .bind(guest.to_string())
    .bind(now.0)
    .execute(at)
    .await?;
    Ok(())
}

/// One mailbox, however it is written: most take any case, and whatever stands behind a plus.
fn counted(address: &str) -> String {
    let (user, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let user = user.split('+').next().unwrap_or_default();
    format!("{user}@{domain}").to_ascii_lowercase()
}

async fn ask_mailbox(
    at: At<'_>,
    guest: Guest,
    address: &str,
    (token, code): (&str, &str),
    until: UnixMillis,
    now: UnixMillis,
) -> Result<bool> {
    let mut all = at.begin().await?;
    let counted = counted(address);
    let asked: i64 = query("SELECT count(*) FROM mails_asked WHERE address = $1 AND at > $2")
        .bind(&counted)
        .bind(now.0 - 86_400_000)
        .fetch_one(all.at())
        .await?;
    if asked >= MOST_ASKED {
        return Ok(false);
    }
    query("INSERT INTO mails_asked (address, at) VALUES ($1,$2)")
        .bind(&counted)
        .bind(now.0)
        .execute(all.at())
        .await?;
    query(
        "INSERT INTO mails (guest, address, token, code, until) VALUES ($1,$2,$3,$4,$5) ON CONFLICT (guest) \
         DO UPDATE SET address = excluded.address, token = excluded.token, code = excluded.code, \
            until = excluded.until, tries = 0, confirmed = 0",
    )
    .bind(guest.to_string())
    .bind(address)
    .bind(token)
    .bind(code)
    .bind(until.0)
    .execute(all.at())
    .await?;
    all.commit().await?;
    Ok(true)
}

async fn confirm_mailbox(at: At<'_>, guest: Guest, code: &str, now: UnixMillis) -> Result<bool> {
    let mut all = at.begin().await?;
    // Each try counts, whatever comes of it.
    query("UPDATE mails SET tries = tries + 1 WHERE guest = $1")
        .bind(guest.to_string())
        .execute(all.at())
        .await?;
    let confirmed = query(
        "UPDATE mails SET confirmed = $3, tries = 0, code = '' \
         WHERE guest = $1 AND code = $2 AND code != '' AND until >= $3 AND tries <= $4",
    )
    .bind(guest.to_string())
    .bind(code)
    .bind(now.0)
    .bind(MOST_TRIES)
    .execute(all.at())
    .await?
        > 0;
    if confirmed {
        look_at_theirs(all.at(), guest, now).await?;
    }
    all.commit().await?;
    Ok(confirmed)
}
