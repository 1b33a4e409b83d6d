//! The tables as Postgres has them.

use std::collections::BTreeMap;

use crate::{Trouble, town::Postgres};

/// An entry of a log.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) n: u64,
    pub(super) text: String,
    /// When it happened, by the database's clock, in milliseconds.
    pub(super) wall: i64,
}

#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) game: String,
    pub(super) rules: u16,
    pub(super) seats: u8,
    pub(super) options: String,
    pub(super) seed: String,
    pub(super) log: Vec<Row>,
}

impl Kept {
    pub(super) fn entry(&self, n: u64) -> Option<&str> {
        self.log.iter().find(|row| row.n == n).map(|row| row.text.as_str())
    }

    /// Who sat on this seat, whoever played for them.
    pub(super) fn guest(&self, seat: u64) -> Option<String> {
        self.log.iter().rev().find_map(|row| {
            let entry: serde_json::Value = serde_json::from_str(&row.text).ok()?;
            let sit = &entry["sit"];
            (sit["seat"] == seat).then(|| sit["guest"].as_str().map(str::to_owned)).flatten()
        })
    }

    /// Whether a bot played for this seat's person when this number was written.
    pub(super) fn has_stand_in(&self, seat: u64, n: u64) -> bool {
        let about = |row: &&Row| {
            let is = |what: &str| row.text.starts_with(&format!("{{\"{what}\":{{\"seat\":{seat},"));
            row.n < n && (is("stand-in") || is("sit"))
        };
        self.log.iter().rfind(about).is_some_and(|row| row.text.starts_with("{\"stand-in\""))
    }
}

/// All of them, by their ids.
pub(super) fn read(postgres: &Postgres) -> Result<BTreeMap<String, Kept>, Trouble> {
    let mut all = BTreeMap::new();
    let tables = postgres.query("SELECT id, game, rules, seats, seed, options FROM tables")?;
    for line in tables.lines() {
        let mut fields = line.splitn(6, '\t');
        let mut next = || fields.next().ok_or("a field is missing");
        let id = next()?.to_owned();
        let (game, rules, seats) = (next()?.to_owned(), next()?.parse()?, next()?.parse()?);
        let (seed, options) = (next()?.to_owned(), next()?.to_owned());
        all.insert(id, Kept { game, rules, seats, options, seed, log: Vec::new() });
    }
    let log = postgres.query(
        "SELECT tables.id, log.n, log.wall, log.entry FROM log JOIN tables ON tables.key = log.table_key ORDER BY log.table_key, log.n",
    )?;
    for line in log.lines() {
        let mut fields = line.splitn(4, '\t');
        let mut next = || fields.next().ok_or("a field is missing");
        let kept = all.get_mut(next()?).ok_or("a table is missing")?;
        let (n, wall) = (next()?.parse()?, next()?.parse()?);
        kept.log.push(Row { n, wall, text: next()?.to_owned() });
    }
    Ok(all)
}

/// What everybody is called.
pub(super) fn names(postgres: &Postgres) -> Result<BTreeMap<String, String>, Trouble> {
    let rows = postgres.query("SELECT guest, name FROM people")?;
    let names = rows.lines().filter_map(|row| row.split_once('\t'));
    Ok(names.map(|(guest, name)| (guest.to_owned(), name.to_owned())).collect())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A table whose entries were written at these moments.
    pub(crate) fn kept(game: &str, seats: u8, options: &str, log: &[(i64, &str)]) -> Kept {
        let log = (1..).zip(log).map(|(n, (wall, text))| Row { n, wall: *wall, text: (*text).to_owned() });
        let newest = catalogue::open_newest(game, options, seats, table::Seed::from(7)).expect("a game");
        let (game, options, rules) = (game.to_owned(), options.to_owned(), newest.rules().0);
        Kept { game, rules, seats, options, seed: table::Seed::from(7).to_string(), log: log.collect() }
    }

    #[test]
    fn a_bot_stands_in_until_its_person_sits_down_again() {
        let log = [
            (0, r#"{"sit":{"seat":1,"guest":"b"}}"#),
            (0, r#"{"stand-in":{"seat":1,"bot":"club"}}"#),
            (0, "1@7 x"),
            (0, r#"{"sit":{"seat":1,"guest":"b"}}"#),
        ];
        let kept = kept("pyramids", 2, "{}", &log);
        assert_eq!([2, 3, 4, 5].map(|n| kept.has_stand_in(1, n)), [false, true, true, false]);
        assert_eq!((kept.guest(1).as_deref(), kept.guest(0)), (Some("b"), None));
    }
}
