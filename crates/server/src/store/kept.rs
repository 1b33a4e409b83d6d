//! What is kept besides the log to spare folding it ([`crate::fold::Stands`], snapshots), and how much may be kept at all.

use sha2::{Digest, Sha256};

use super::{Key, Opening, Result, Store, StoreError, ask::query, engine::At, writer::Job};
use crate::{fold::Table, people::Guest};

/// A table to be kept as it stands.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) key: Key,
    n: u64,
    rewrites: i64,
    stands: String,
    pub(crate) snapshot: Option<String>,
}

/// A snapshot of another table, or after another entry, does not fit.
fn hash(key: Key, n: i64, text: &str) -> Vec<u8> {
    let mut hash = Sha256::new().chain_update(key.0.to_le_bytes()).chain_update(n.to_le_bytes());
    hash.update(text);
    hash.finalize().to_vec()
}

impl Store {
    /// Lets a table be kept as it stands, in a while. Nobody waits for it: if the writer is busy it is not done.
    pub(crate) fn keep(&self, table: &Table) {
        let Table { key, n, .. } = *table;
        let rewrites = table.opening.rewrites;
        // Strings, numbers and lists: writing them to memory cannot fail.
        let stands = serde_json::to_string(&table.stands()).unwrap_or_default();
        let kept = Kept { key, n, rewrites, stands, snapshot: table.snapshot() };
        let _ = self.writer.try_send(Job::Keep(Box::new(kept)));
    }

    /// The snapshot of a table, if there is one and it is whole.
    pub(crate) async fn snapshot(&self, key: Key) -> Result<Option<String>> {
        #[cfg(test)]
        if let Some(disk) = &self.disk {
            return Ok(disk.snapshot(key));
        }
        let row: Result<Option<(i64, String, Vec<u8>)>> =
            query("SELECT n, text, hash FROM snapshots WHERE table_key = $1")
                .bind(key.0)
                .fetch_optional(&self.readers)
                .await;
        // What cannot even be read as it should is damaged, too.
        let row = match row {
            Ok(None) => return Ok(None),
            Ok(row) => row,
            Err(StoreError::Database(sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_))) => None,
            Err(error) => return Err(error),
        };
        let whole = row.filter(|(n, text, kept)| hash(key, *n, text) == *kept);
        if whole.is_none() {
            tracing::warn!(key = key.0, "a snapshot is damaged: the log is folded from its start");
        }
        Ok(whole.map(|(_, text, _)| text))
    }

    /// How many unfinished tables a guest has opened.
    pub(crate) async fn opened_by(&self, guest: Guest) -> Result<u32> {
        let count: i64 = query("SELECT count(*) FROM tables WHERE host = $1 AND finished = 0")
            .bind(guest.to_string())
            .fetch_one(&self.readers)
            .await?;
        Ok(count as u32)
    }
}

/// All of them in one commit.
pub(super) async fn keep(at: At<'_>, tables: &[Box<Kept>]) -> Result<()> {
    let mut all = at.begin().await?;
    for kept in tables {
        keep_one(all.at(), kept).await?;
    }
    all.commit().await
}

async fn keep_one(mut at: At<'_>, kept: &Kept) -> Result<()> {
    let Kept { key, n, rewrites, stands, snapshot } = kept;
    let n = *n as i64;
    // Only what was made of the log as it is now; and, where others keep it too, nothing older than what they did.
    query(
        "INSERT INTO standings (table_key, n, stands) \
         SELECT key, $2, $4 FROM tables WHERE key = $1 AND rewrites = $3 \
         ON CONFLICT (table_key) DO UPDATE SET n = excluded.n, stands = excluded.stands \
         WHERE standings.n <= excluded.n",
    )
    .bind(key.0)
    .bind(n)
    .bind(*rewrites)
    .bind(stands)
    .execute(at.at())
    .await?;
    if let Some(text) = snapshot {
        query(
            "INSERT INTO snapshots (table_key, n, text, hash) \
             SELECT key, $2, $4, $5 FROM tables WHERE key = $1 AND rewrites = $3 \
             ON CONFLICT (table_key) \
             DO UPDATE SET n = excluded.n, text = excluded.text, hash = excluded.hash \
             WHERE snapshots.n <= excluded.n",
        )
        .bind(key.0)
        .bind(n)
        .bind(*rewrites)
        .bind(text)
        .bind(hash(*key, n, text))
        .execute(at)
        .await?;
    }
    Ok(())
}

/// What was kept of a table says what its log no longer does.
pub(super) async fn forget(mut at: At<'_>, key: Key) -> Result<()> {
    for forget in ["DELETE FROM standings WHERE table_key = $1", "DELETE FROM snapshots WHERE table_key = $1"]
    {
        query(forget).bind(key.0).execute(at.at()).await?;
    }
    Ok(())
}

/// Keeps what a table begins with, once for all tables that begin with the same game.
pub(super) async fn give(mut at: At<'_>, opening: &Opening) -> Result<Option<i64>> {
    let Some(given) = &opening.given else { return Ok(None) };
    let hash = Sha256::digest(given.text.as_bytes()).to_vec();
    query("INSERT INTO givens (hash, text) VALUES ($1,$2) ON CONFLICT DO NOTHING")
        .bind(&hash)
        .bind(&*given.text)
        .execute(at.at())
        .await?;
    let key: i64 = query("SELECT key FROM givens WHERE hash = $1").bind(&hash).fetch_one(at).await?;
    Ok(Some(key))
}

#[cfg(test)]
mod tests {
    use std::{net::SocketAddr, path::Path, sync::Arc};

    use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};

    use super::*;
    use crate::{Config, House, entry::TableEntry, messages, store};

    async fn sql(file: &Path, text: &str) {
        let options = SqliteConnectOptions::new().filename(file);
        let mut database = SqliteConnection::connect_with(&options).await.expect("the file is there");
        sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut database).await.expect("it can be changed");
    }

    async fn house(file: &Path) -> House {
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        House::build(Config::new(address, file.to_owned()), address).await.expect("it opens")
    }

    /// What may take long and was asked of the writer before has been done: such things are done in their order.
    async fn written(house: &House) {
        house.store.keep_analysis(Key(-1), false, String::new()).await.expect("it writes");
    }

    #[tokio::test]
    async fn opening_a_long_table_folds_only_what_came_after_its_snapshot() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("house.sqlite");
        let house = house(&file).await;
        let opening = Opening::new("thin-ice".to_owned(), None, "{}", 3, Guest(1), false).expect("it opens");
        let sit = (0..3).map(|seat| TableEntry::Sit { seat: ::table::Seat(seat), guest: Guest(1) });
        let entries: Vec<_> = sit.chain([TableEntry::Start]).collect();
        house.open_table(opening.clone(), &entries).await.expect("it is kept");
        let (key, opening) = house.store.table(&opening.id).await.expect("it reads").expect("it is there");
        sql(
            &file,
            &format!(
                "INSERT INTO log (table_key, n, entry, wall) WITH RECURSIVE k(n) AS (SELECT 5 UNION ALL \
                 SELECT n + 1 FROM k WHERE n < 50000) SELECT {}, n, 'clock@0', n FROM k",
                key.0
            ),
        )
        .await;
        let fold = || async { house.fold((), key, Arc::new(opening.clone())).await.expect("it folds") };
        let all = |mut table: Table| {
            table.folded = 0;
            format!("{table:?}")
        };
        let first = fold().await;
        assert_eq!(first.folded, 50_000);
        house.store.keep(&first);
        written(&house).await;
        let second = fold().await;
        assert_eq!((second.n, second.folded), (50_000, 0));
        let stands = second.stands();
        let first = all(first);
        assert_eq!(all(second), first);

        // Lists read no log at all: this one says nothing any more.
        sql(&file, "UPDATE log SET entry = 'noise' WHERE n = 50").await;
        let mut listed = house.store.public_tables(10).await.expect("it reads");
        assert_eq!(
            house
                .stands(listed.remove(0), crate::Address::HOUSE)
                .await
                .expect("it reads")
                .expect("it stands")
                .2,
            stands
        );
        sql(&file, "UPDATE log SET entry = 'clock@0' WHERE n = 50").await;

        sql(&file, "UPDATE snapshots SET text = replace(text, '\"quiet\":false', '\"quiet\":true')").await;
        let third = fold().await;
        assert_eq!((third.folded, third.quiet), (50_000, false), "damaged, and still JSON");
        assert_eq!(all(third), first);
    }

    #[tokio::test]
    async fn nothing_is_kept_of_a_log_that_has_been_rewritten_since() {
        let folder = tempfile::tempdir().expect("a folder");
        let house = house(&folder.path().join("house.sqlite")).await;
        let opening = Opening::new("pyramids".to_owned(), None, "{}", 2, Guest(7), false).expect("it opens");
        house.open_table(opening.clone(), &[]).await.expect("it is kept");
        let (key, opening) = house.store.table(&opening.id).await.expect("it reads").expect("it is there");
        let mut table = house.fold((), key, Arc::new(opening.clone())).await.expect("it folds");
        let kept = || async {
            written(&house).await;
            house.store.public_tables(1).await.expect("it reads").remove(0).2.is_some()
        };
        let say = TableEntry::Say { guest: Guest(7), seat: None, text: "hello".to_owned() };
        let row = store::Row { n: 1, entry: say.write(), wall: store::UnixMillis(0) };
        house.store.append(key, row, say.named(), None).await.expect("it is written");
        table.apply(say, store::UnixMillis(0)).expect("it fits");
        house.store.keep(&table);
        assert!(kept().await);
        let (forgotten, instead) = (Guest(7), Guest(8));
        house.store.rewrite(key, Vec::new(), forgotten, instead).await.expect("it is written");
        assert!(!kept().await, "it named somebody");
        house.store.keep(&table);
        assert!(!kept().await, "whoever folded it before comes too late");
        table.replace(forgotten, instead);
        house.store.keep(&table);
        assert!(kept().await);
    }

    #[tokio::test]
    async fn a_guest_opens_only_so_many_tables_that_are_never_finished() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("house.sqlite");
        let house = house(&file).await;
        let opening = Opening::new("pyramids".to_owned(), None, "{}", 2, Guest(7), false).expect("it opens");
        house.open_table(opening, &[]).await.expect("it is kept");
        let copies = "INSERT INTO tables (id, game, seats, options, seed, host, private, name, opened) \
                      WITH RECURSIVE k(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM k WHERE n < 200) \
                      SELECT id || n, game, seats, options, seed, host, private, name, opened FROM tables, k";
        assert_eq!(house.has_room_for(Guest(7)).await.expect("it reads"), Ok(()));
        sql(&file, copies).await;
        let too_many = messages::too_many_unfinished(200);
        assert_eq!(house.has_room_for(Guest(7)).await.expect("it reads"), Err(too_many));
        assert_eq!(house.has_room_for(Guest(8)).await.expect("it reads"), Ok(()));
        sql(&file, "UPDATE tables SET finished = 1 WHERE key = 9").await;
        assert_eq!(house.has_room_for(Guest(7)).await.expect("it reads"), Ok(()));
    }

    #[tokio::test]
    async fn a_former_house_s_forks_begin_as_they_did() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("house.sqlite");
        let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
        let mut database = SqliteConnection::connect_with(&options).await.expect("it is made");
        let former: Vec<_> = store::sqlite::MIGRATIONS.iter().filter(|step| step.0 <= 7).copied().collect();
        store::engine::migrator(&former).run(&mut database).await.expect("it was like that");
        for (id, given) in
            [("none", "NULL"), ("start", "''"), ("two", "'0@1 S@a1' || char(10) || '0@2 A+90'")]
        {
            let guest = Guest(1);
            let row = format!(
                "INSERT INTO tables (id, game, seats, options, seed, host, private, name, opened, given) \
                 VALUES ('{id}', 'pyramids', 2, '{{}}', '{}', '{guest}', 0, 'x', 0, {given})",
                ::table::Seed::from(7)
            );
            sqlx::raw_sql(AssertSqlSafe(row)).execute(&mut database).await.expect("it is written");
        }
        database.close().await.expect("it closes");
        let store = Store::open(&file.into(), store::Sharing::Alone).await.expect("it opens");
        let mut lines = Vec::new();
        for id in ["none", "start", "two"] {
            let (_, opening) = store.table(id).await.expect("it reads").expect("it is there");
            lines.push(opening.given.map(|given| given.lines().map(str::to_owned).collect::<Vec<_>>()));
        }
        let two = vec!["0@1 S@a1".to_owned(), "0@2 A+90".to_owned()];
        assert_eq!(lines, [None, Some(Vec::new()), Some(two)]);
    }
}
