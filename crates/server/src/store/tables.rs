//! Tables as they are kept: how they were opened, their logs, and lists of them.

use std::sync::Arc;

use catalogue::{Live, Trouble};
use serde_json::value::RawValue;
use table::{RulesVersion, Seed};
use thiserror::Error;

use super::{Key, Named, Result, Row, Store, StoreError, Timed, UnixMillis, ask::query, rows::from_row};
use crate::{fold::Stands, names, people::Guest};

/// A table as it was opened; what became of it is in its log.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) id: String,
    pub(crate) game: String,
    /// By which rules it is played to its end.
    pub(crate) rules: RulesVersion,
    pub(crate) seats: u8,
    /// A JSON object, in full.
    pub(crate) options: String,
    pub(crate) seed: Seed,
    pub(crate) host: Guest,
    pub(crate) private: bool,
    pub(crate) name: String,
    pub(crate) opened: UnixMillis,
    /// What its game begins with, where it plays on from a moment of another.
    pub(crate) given: Option<Given>,
    /// How often its log has been rewritten.
    pub(crate) rewrites: i64,
}

/// The beginning of a game: the first `n` of its entries, which stand one a line. The text is the whole game's, so that
/// all tables that play on from it share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) text: Arc<str>,
    pub(crate) n: u32,
}

impl Given {
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().take(self.n as usize)
    }
}

/// A table in a list, not to be folded: it does not hold what it was given. How it stands is `None` where the log has gone on
/// since that was kept.
pub(crate) type Listed = (Key, Opening, Option<Stands>);

/// A new table as it is written: with the first entries of its log, whom they name, and before when nobody's time is up.
#[derive(Clone, Debug)]
pub(crate) struct ToOpen {
    pub(crate) opening: Opening,
    pub(crate) entries: Vec<String>,
    pub(crate) named: Vec<Named>,
    pub(crate) timed: Option<Timed>,
}

impl Opening {
    /// Whether the house opened it, which it does for tournaments alone.
    pub(crate) fn is_of_a_tournament(&self) -> bool {
        self.host == Guest::HOUSE
    }

    pub(crate) fn raw_options(&self) -> Box<RawValue> {
        raw_options(&self.options)
    }

    /// Its game, at the beginning.
    pub(crate) fn new_game(&self) -> std::result::Result<Box<dyn Live>, Trouble> {
        catalogue::open(&self.game, self.rules, &self.options, self.seats, self.seed)
    }

    /// A new table, by the newest rules unless others are named, with an id, a name and a seed of its own. What the rules
    /// do not allow is refused now, not when everybody has sat down.
    pub(crate) fn new(
        game: String,
        rules: Option<RulesVersion>,
        options: &str,
        seats: u8,
        host: Guest,
        private: bool,
    ) -> std::result::Result<Self, NotOpened> {
        let mut seed = Seed([0; 32]);
        getrandom::fill(&mut seed.0)?;
        let rules = match rules {
            Some(rules) => catalogue::open(&game, rules, options, seats, seed)?.rules(),
            None => catalogue::open_newest(&game, options, seats, seed)?.rules(),
        };
        let options = catalogue::canonical_options(&game, rules, options)?;
        let (id, name) = (names::table_id()?, names::table_name()?);
        let opened = UnixMillis::now();
        let (given, rewrites) = (None, 0);
        Ok(Self { id, game, rules, seats, options, seed, host, private, name, opened, given, rewrites })
    }
}

/// Why a new table is not opened.
#[derive(Debug, Error)]
pub(crate) enum NotOpened {
    #[error("{0}")]
    Trouble(#[from] Trouble),
    #[error("the system gives no randomness: {0}")]
    Randomness(#[from] getrandom::Error),
}

/// A table's options, to be sent on. They were read as JSON when the table was opened.
pub(crate) fn raw_options(options: &str) -> Box<RawValue> {
    RawValue::from_string(options.to_owned()).unwrap_or_default()
}

/// A row of a list or of one table. What a listed table was given is not read: it may be long, and only whoever folds it
/// needs it.
struct TableRow {
    key: i64,
    id: String,
    game: String,
    rules: i64,
    seats: i64,
    options: String,
    seed: String,
    host: String,
    private: i64,
    name: String,
    opened: i64,
    rewrites: i64,
    given_n: Option<i64>,
    given: Option<String>,
    stands: Option<String>,
}

from_row!(TableRow {
    key,
    id,
    game,
    rules,
    seats,
    options,
    seed,
    host,
    private,
    name,
    opened,
    rewrites,
    given_n,
    given,
    stands
});

/// The columns of [`TableRow`].
macro_rules! row {
    ($given:literal, $stands:literal, $($from:literal),+) => {
        concat!(
            "SELECT tables.key, tables.id, tables.game, tables.rules, tables.seats, tables.options, tables.seed, \
             tables.host, tables.private, tables.name, tables.opened, tables.rewrites, tables.given_n, ",
            $given,
            " AS given, ",
            $stands,
            " AS stands FROM tables ",
            $($from),+
        )
    };
}

macro_rules! listed {
    ($which:literal) => {
        row!(
            "''",
            "standings.stands",
            "LEFT JOIN standings ON standings.table_key = tables.key \
             AND standings.n = (SELECT max(n) FROM entries WHERE entries.table_key = tables.key) ",
            $which
        )
    };
}

impl TableRow {
    fn read(self) -> Result<Listed> {
        let given = self.given.unwrap_or_default();
        let opening = Opening {
            id: self.id,
            game: self.game,
            rules: RulesVersion(self.rules as u16),
            seats: self.seats as u8,
            options: self.options,
            seed: self.seed.parse().map_err(|_| StoreError::Unreadable("a seed"))?,
            host: self.host.parse().map_err(|_| StoreError::Unreadable("a guest"))?,
            private: self.private != 0,
            name: self.name,
            opened: UnixMillis(self.opened),
            given: self.given_n.map(|n| Given { text: given.into(), n: n as u32 }),
            rewrites: self.rewrites,
        };
        Ok((Key(self.key), opening, self.stands.and_then(|stands| serde_json::from_str(&stands).ok())))
    }
}

impl Store {
    pub(crate) async fn table(&self, id: &str) -> Result<Option<(Key, Opening)>> {
        #[cfg(test)]
        if let Some(disk) = &self.disk {
            return disk.table(id).await;
        }
        let table = row!(
            "givens.text",
            "NULL",
            "LEFT JOIN givens ON givens.key = tables.given_key WHERE tables.id = $1"
        );
        let row: Option<TableRow> = query(table).bind(id).fetch_optional(&self.readers).await?;
        Ok(row.map(TableRow::read).transpose()?.map(|(key, opening, _)| (key, opening)))
    }

    /// A table as lists have it.
    pub(crate) async fn listed(&self, id: &str) -> Result<Option<Listed>> {
        let row: Option<TableRow> =
            query(listed!("WHERE tables.id = $1")).bind(id).fetch_optional(&self.readers).await?;
        row.map(TableRow::read).transpose()
    }

    /// Which game is played at a table.
    pub(crate) async fn game_of(&self, id: &str) -> Result<Option<String>> {
        query("SELECT game FROM tables WHERE id = $1").bind(id).fetch_optional(&self.readers).await
    }

    /// The entries of a table after number `since`, in order.
    pub(crate) async fn log(&self, key: Key, since: u64) -> Result<Vec<Row>> {
        #[cfg(test)]
        if let Some(disk) = &self.disk {
            return disk.log(key, since).await;
        }
        let log = "SELECT n, entry, wall FROM entries WHERE table_key = $1 AND n > $2 ORDER BY n";
        let rows: Vec<(i64, String, i64)> =
            query(log).bind(key.0).bind(since as i64).fetch_all(&self.readers).await?;
        let read = |(n, entry, wall): (i64, String, i64)| Row { n: n as u64, entry, wall: UnixMillis(wall) };
        Ok(rows.into_iter().map(read).collect())
    }

    /// The newest unfinished public tables, newest first.
    pub(crate) async fn public_tables(&self, limit: u32) -> Result<Vec<Listed>> {
        let public =
            listed!("WHERE tables.finished = 0 AND tables.private = 0 ORDER BY tables.key DESC LIMIT $1");
        let rows: Vec<TableRow> = query(public).bind(i64::from(limit)).fetch_all(&self.readers).await?;
        rows.into_iter().map(TableRow::read).collect()
    }

    /// The newest unfinished tables at which a guest has sat, newest first.
    pub(crate) async fn tables_of(&self, guest: Guest, limit: u32) -> Result<Vec<Listed>> {
        let theirs = listed!(
            "JOIN sitters ON sitters.table_key = tables.key \
             WHERE sitters.guest = $1 AND tables.finished = 0 ORDER BY tables.key DESC LIMIT $2"
        );
        let rows: Vec<TableRow> =
            query(theirs).bind(guest.to_string()).bind(i64::from(limit)).fetch_all(&self.readers).await?;
        rows.into_iter().map(TableRow::read).collect()
    }
}
