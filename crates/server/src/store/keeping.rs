//! What keepers do, and the log of it: from the house's own page, and beside a house that runs (`quintette people`).

use sqlx::{Connection as _, PgConnection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{
    Result, Store, StoreError, UnixMillis,
    accounts::{self, Claimed},
    ask::query,
    engine::{At, Engine},
    postgres,
    rows::from_row,
    sqlite,
};
use crate::{Database, looks::looks, people::Guest};

/// Who does something about others: a keeper, or whoever sits at the house's machine.
#[derive(Clone, Debug)]
pub(crate) struct By {
    pub(crate) name: String,
    pub(crate) guest: Option<Guest>,
}

/// A person as keepers see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) guest: Guest,
    pub(crate) name: String,
    pub(crate) changed: i64,
    pub(crate) account: i64,
    pub(crate) keeper: i64,
    pub(crate) silenced: i64,
}

from_row!(Known { guest, name, changed, account, keeper, silenced });

const KNOWN: &str = "SELECT guest, name, changed, account, keeper, silenced FROM people ";

/// Something that a keeper did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deed {
    pub(crate) at: i64,
    pub(crate) by_whom: String,
    pub(crate) what: String,
    pub(crate) whom: String,
    pub(crate) detail: String,
}

from_row!(Deed { at, by_whom, what, whom, detail });

/// What a keeper does to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Rename(String),
    /// Until then.
    Silence(UnixMillis),
    Lift,
    /// Everything that is known of them goes.
    Remove,
    /// They keep the house from now on, or no more.
    Keeper(bool),
}

impl Act {
    fn name(&self) -> &'static str {
        match self {
            Self::Rename(_) => "rename",
            Self::Silence(_) => "silence",
            Self::Lift => "lift",
            Self::Remove => "remove",
            Self::Keeper(true) => "keeper",
            Self::Keeper(false) => "no-keeper",
        }
    }
}

/// Finds people by their name, or by what their name looks like.
pub(crate) async fn find(mut at: At<'_>, name: &str) -> Result<Vec<Known>> {
    // An account's name is theirs alone; guests may share theirs.
    let holder: Option<Known> =
        query(sqlx::AssertSqlSafe(format!("{KNOWN} WHERE looks = $1 AND account > 0")))
            .bind(looks(name))
            .fetch_optional(at.at())
            .await?;
    if let Some(holder) = holder {
        return Ok(vec![holder]);
    }
    query(sqlx::AssertSqlSafe(format!("{KNOWN} WHERE name = $1 ORDER BY guest LIMIT 50")))
        .bind(name)
        .fetch_all(at)
        .await
}

/// The person whose number begins so.
pub(crate) async fn numbered(at: At<'_>, number: &str) -> Result<Vec<Known>> {
    if number.is_empty() || !number.chars().all(|c| c.is_ascii_hexdigit()) {
        return Ok(Vec::new());
    }
    query(sqlx::AssertSqlSafe(format!("{KNOWN} WHERE guest LIKE $1 LIMIT 2")))
        .bind(format!("{}%", number.to_ascii_lowercase()))
        .fetch_all(at)
        .await
}

/// People whose name holds this, those with an account and those who came last first.
pub(crate) async fn list(at: At<'_>, part: &str, limit: i64) -> Result<Vec<Known>> {
    let part = part.replace(['%', '_'], "");
    query(sqlx::AssertSqlSafe(format!(
        "{KNOWN} WHERE lower(name) LIKE $1 OR looks LIKE $2 ORDER BY keeper DESC, silenced DESC, \
         CASE WHEN account > 0 THEN 1 ELSE 0 END DESC, changed DESC LIMIT $3"
    )))
    .bind(format!("%{}%", part.to_lowercase()))
    .bind(format!("%{}%", looks(&part).replace(['%', '_'], "")))
    .bind(limit)
    .fetch_all(at)
    .await
}

pub(crate) async fn log(at: At<'_>, limit: i64) -> Result<Vec<Deed>> {
    query("SELECT at, by_whom, what, whom, detail FROM deeds ORDER BY n DESC LIMIT $1")
        .bind(limit)
        .fetch_all(at)
        .await
}

/// A tournament as keepers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownCup {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) game: String,
    pub(crate) people: i64,
    pub(crate) changed: i64,
    /// Whoever holds it.
    pub(crate) guest: String,
    pub(crate) holder: String,
}

from_row!(KnownCup { id, name, game, people, changed, guest, holder });

macro_rules! cups {
    ($rest:literal) => {
        concat!(
            "SELECT cup.id, cup.name, cup.game, cup.people, cup.changed, cup.holder AS guest, \
             coalesce(person.name, '') AS holder \
             FROM tournaments cup LEFT JOIN people person ON person.guest = cup.holder ",
            $rest
        )
    };
}

/// Tournaments whose title, or whose holder's name, holds this: those at which something happened last first.
pub(crate) async fn cups(at: At<'_>, part: &str, limit: i64) -> Result<Vec<KnownCup>> {
    let part = format!("%{}%", part.replace(['%', '_'], "").to_lowercase());
    query(cups!(
        "WHERE lower(cup.name) LIKE $1 OR lower(person.name) LIKE $1 \
         ORDER BY cup.changed DESC, cup.key DESC LIMIT $2"
    ))
    .bind(part)
    .bind(limit)
    .fetch_all(at)
    .await
}

/// Removes a tournament: its title, its teams and its standings are gone. Its tables stay, which are other people's games; they have
/// `instead` for a name. Says which it was, if there was one, and puts it on the log.
pub(crate) async fn remove_cup(
    at: At<'_>,
    by: &By,
    id: &str,
    instead: &str,
    now: UnixMillis,
) -> Result<Option<KnownCup>> {
    let mut all = at.begin().await?;
    let known: Option<KnownCup> = query(cups!("WHERE cup.id = $1")).bind(id).fetch_optional(all.at()).await?;
    let Some(known) = known else { return Ok(None) };
    let of_it = "(SELECT key FROM tournaments WHERE id = $1)";
    for remove in [
        format!("DELETE FROM tournament_people WHERE tournament IN {of_it}"),
        format!("DELETE FROM tournament_log WHERE tournament IN {of_it}"),
        "DELETE FROM tournaments WHERE id = $1".to_owned(),
    ] {
        query(sqlx::AssertSqlSafe(remove)).bind(id).execute(all.at()).await?;
    }
    // Ids are letters and digits.
    query("UPDATE tables SET name = $2 WHERE id LIKE $1 || '-%'")
        .bind(id)
        .bind(instead)
        .execute(all.at())
        .await?;
    put(all.at(), by, &known.guest, ["remove-tournament", &known.holder, &known.name], now).await?;
    all.commit().await?;
    Ok(Some(known))
}

/// Puts on the log what was done, to whom, and how.
async fn put(
    at: At<'_>,
    by: &By,
    guest: &str,
    [what, whom, detail]: [&str; 3],
    now: UnixMillis,
) -> Result<()> {
    query(
        "INSERT INTO deeds (at, by_whom, what, guest, whom, detail, by_guest) VALUES ($1,$2,$3,$4,$5,$6,$7)",
    )
    .bind(now.0)
    .bind(&by.name)
    .bind(what)
    .bind(guest)
    .bind(whom)
    .bind(detail)
    .bind(by.guest.map(|guest| guest.to_string()))
    .execute(at)
    .await?;
    Ok(())
}

/// Does it, puts it on the log, and lets houses that run know.
pub(crate) async fn act(at: At<'_>, by: &By, whom: &Known, act: &Act, now: UnixMillis) -> Result<Claimed> {
    let mut all = at.begin().await?;
    let guest = whom.guest.to_string();
    let detail = match act {
        Act::Rename(name) => {
            if accounts::rename(all.at(), whom.guest, name, now).await? == Claimed::Taken {
                return Ok(Claimed::Taken);
            }
            name.clone()
        }
        Act::Silence(until) => until.0.to_string(),
        _ => String::new(),
    };
    // Whoever has no name yet can be silenced, too.
    query("INSERT INTO people (guest, name, changed) VALUES ($1, '', $2) ON CONFLICT DO NOTHING")
        .bind(&guest)
        .bind(now.0)
        .execute(all.at())
        .await?;
    let update = match act {
        Act::Silence(until) => Some(("UPDATE people SET silenced = $2 WHERE guest = $1", until.0)),
        Act::Lift => Some(("UPDATE people SET silenced = $2 WHERE guest = $1", 0)),
        Act::Keeper(is) => Some(("UPDATE people SET keeper = $2 WHERE guest = $1", i64::from(*is))),
        Act::Rename(_) | Act::Remove => None,
    };
    if let Some((update, value)) = update {
        query(update).bind(&guest).bind(value).execute(all.at()).await?;
    }
    if *act == Act::Remove {
        query("INSERT INTO leaving (guest) VALUES ($1) ON CONFLICT DO NOTHING")
            .bind(&guest)
            .execute(all.at())
            .await?;
    }
    put(all.at(), by, &guest, [act.name(), &whom.name, &detail], now).await?;
    if !matches!(act, Act::Rename(_)) {
        accounts::note_change(all.at(), whom.guest, None, now).await?;
    }
    all.commit().await?;
    Ok(Claimed::Done)
}

/// A hand into what keeps a house, beside the house itself, which may be open meanwhile.
#[derive(Debug)]
pub(crate) struct Beside(Engine<SqliteConnection, PgConnection>);

impl Beside {
    pub(crate) async fn open(database: &Database) -> Result<Self> {
        match database {
            Database::File(path) => {
                let options = SqliteConnectOptions::new()
                    .filename(path)
                    .busy_timeout(std::time::Duration::from_secs(10));
                let mut connection = SqliteConnection::connect_with(&options).await?;
                is_new_enough(Engine::Sqlite(&mut connection), sqlite::MIGRATIONS).await?;
                Ok(Self(Engine::Sqlite(connection)))
            }
            Database::Postgres(url) => {
                let mut connection = postgres::beside(url).await?;
                is_new_enough(Engine::Postgres(&mut connection), postgres::MIGRATIONS).await?;
                Ok(Self(Engine::Postgres(connection)))
            }
        }
    }

    pub(crate) fn at(&mut self) -> At<'_> {
        match &mut self.0 {
            Engine::Sqlite(at) => Engine::Sqlite(at),
            Engine::Postgres(at) => Engine::Postgres(at),
        }
    }

    /// The time by which the house goes.
    pub(crate) async fn now(&mut self) -> Result<UnixMillis> {
        match &mut self.0 {
            Engine::Sqlite(_) => Ok(UnixMillis::now()),
            Engine::Postgres(at) => {
                let now = sqlx::query_scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
                Ok(UnixMillis(now.fetch_one(at).await?))
            }
        }
    }

    pub(crate) async fn close(self) {
        let _ = match self.0 {
            Engine::Sqlite(at) => at.close().await,
            Engine::Postgres(at) => at.close().await,
        };
    }
}

/// Only a house brings what keeps it up to date; beside one, nothing is changed that it does not know.
async fn is_new_enough(at: At<'_>, steps: &[(i64, &str, &str)]) -> Result<()> {
    let newest = steps.iter().map(|(step, ..)| *step).max().unwrap_or_default();
    let there: i64 = query("SELECT max(version) FROM _sqlx_migrations").fetch_one(at).await?;
    match there.cmp(&newest) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(StoreError::Newer(there)),
        std::cmp::Ordering::Less => Err(StoreError::Older),
    }
}

impl Store {
    /// Whether somebody keeps the house.
    pub(crate) async fn is_keeper(&self, guest: Guest) -> Result<bool> {
        let keeper: Option<i64> = query("SELECT keeper FROM people WHERE guest = $1 AND account > 0")
            .bind(guest.to_string())
            .fetch_optional(&self.readers)
            .await?;
        Ok(keeper.is_some_and(|keeper| keeper > 0))
    }

    /// Whoever has no name yet is somebody, too.
    pub(crate) async fn known(&self, guest: Guest) -> Result<Known> {
        let known: Option<Known> = query(sqlx::AssertSqlSafe(format!("{KNOWN} WHERE guest = $1")))
            .bind(guest.to_string())
            .fetch_optional(&self.readers)
            .await?;
        let nameless = Known { guest, name: String::new(), changed: 0, account: 0, keeper: 0, silenced: 0 };
        Ok(known.unwrap_or(nameless))
    }
}
