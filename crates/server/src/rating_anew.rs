//! Ratings from a machine's command line, also while its house is open: who is best, and all of it made anew from the logs.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use futures_util::future::LocalBoxFuture;
use table::OptionKind;

use crate::{
    Database, NotDone, PeopleOf, Sharing,
    fold::Table,
    protocol::Ratings,
    ratings::{Feat, feat, of_game, rated},
    store::{Key, Store, StoreError, ratings::RatedGame},
};

/// The best of a game, of a house with this database.
pub fn best<'a>(database: &'a Database, game: &'a str) -> LocalBoxFuture<'a, Result<Ratings, NotDone>> {
    Box::pin(async move {
        let store = open(database).await?;
        let best = of_game(&store, game).await;
        store.close().await;
        best.map_err(|error| NotDone::Store(database.to_string(), Box::new(error)))
    })
}

/// Makes all ratings of a house anew.
pub fn rate_anew(database: &Database) -> LocalBoxFuture<'_, Result<Recomputed, NotDone>> {
    Box::pin(async move {
        let store = open(database).await?;
        let made = recompute(&store).await;
        store.close().await;
        made.map_err(|error| NotDone::Store(database.to_string(), Box::new(error)))
    })
}

/// Only what a house has opened, and as this one knows it.
async fn open(database: &Database) -> Result<Store, NotDone> {
    PeopleOf::open(database).await?.close().await;
    let opened = Store::open(database, Sharing::Town).await;
    opened.map_err(|error| NotDone::Store(database.to_string(), Box::new(error)))
}

/// Makes all ratings and team records anew from the logs, and says how many games they come from, and how many were other than
/// they should have been.
pub(crate) async fn recompute(store: &Store) -> Result<Recomputed, StoreError> {
    let before = store.all_ratings().await?;
    let (mut games, mut unreadable) = (Vec::new(), 0);
    let mut gone: BTreeSet<i64> = before.iter().map(|kept| kept.table_key).collect();
    for id in store.rated_tables().await? {
        match read(store, &id).await? {
            Folded::Gone => {}
            Folded::Unreadable(key) => {
                gone.remove(&key.0);
                unreadable += 1;
            }
            Folded::Whole(table) => {
                if let (Some(rated), Some(ended)) = (rated(&table), table.ended) {
                    gone.remove(&table.key.0);
                    let rewrites = table.opening.rewrites;
                    games.push(RatedGame { key: table.key, ended, rated, rewrites });
                }
            }
        }
    }
    let count = games.len();
    store.rate_anew(games, gone.into_iter().map(Key).collect()).await?;
    let after = store.all_ratings().await?;
    let known: HashMap<_, _> = before.iter().map(|kept| ((kept.table_key, kept.seat), kept)).collect();
    let same = after.iter().filter(|kept| known.get(&(kept.table_key, kept.seat)) == Some(kept)).count();
    let changed = before.len().max(after.len()) - same;
    let records = records_anew(store).await?;
    Ok(Recomputed {
        games: count,
        ratings: after.len(),
        changed,
        records: records.count,
        records_changed: records.changed,
        unreadable: unreadable + records.unreadable,
    })
}

/// What became of team records.
struct Records {
    count: usize,
    changed: usize,
    unreadable: usize,
}

/// Makes the team records of all games with levels anew.
async fn records_anew(store: &Store) -> Result<Records, StoreError> {
    let before = store.all_feats().await?;
    let mut gone: BTreeSet<i64> = before.iter().map(|(key, _)| key.0).collect();
    // Of each level and number of people the fastest; of equals the table that was opened first.
    let mut fastest: BTreeMap<(String, u8, u8), (Key, Feat)> = BTreeMap::new();
    let mut unreadable = 0;
    let levelled = |about: &table::About| {
        about.options.iter().any(|option| matches!(option.kind, OptionKind::Level { .. }))
    };
    for game in catalogue::abouts().into_iter().filter(levelled) {
        for id in store.finished_tables(game.id).await? {
            match read(store, &id).await? {
                Folded::Gone => {}
                Folded::Unreadable(key) => {
                    gone.remove(&key.0);
                    unreadable += 1;
                }
                Folded::Whole(table) => {
                    let Some(feat) = feat(&table) else { continue };
                    let place = (feat.game.clone(), feat.level, feat.seats);
                    let kept = fastest.entry(place).or_insert_with(|| (table.key, feat.clone()));
                    if (feat.took, table.key.0) < (kept.1.took, kept.0.0) {
                        *kept = (table.key, feat);
                    }
                }
            }
        }
    }
    store.feats_anew(fastest.into_values().collect(), gone.into_iter().map(Key).collect()).await?;
    let after = store.all_feats().await?;
    let same = after.iter().filter(|feat| before.contains(feat)).count();
    Ok(Records { count: after.len(), changed: before.len().max(after.len()) - same, unreadable })
}

/// A table as its log tells it.
enum Folded {
    /// It was tidied away just now.
    Gone,
    /// What is known of it stays.
    Unreadable(Key),
    Whole(Box<Table>),
}

async fn read(store: &Store, id: &str) -> Result<Folded, StoreError> {
    let Some((key, opening)) = store.table(id).await? else { return Ok(Folded::Gone) };
    let about = catalogue::abouts().into_iter().find(|about| about.id == opening.game);
    let rows = store.log(key, 0).await?;
    let opened = about.map(|about| Table::open(key, Arc::new(opening), Arc::new(about), None, &rows));
    Ok(match opened {
        Some(Ok(table)) => Folded::Whole(Box::new(table)),
        _ => {
            tracing::warn!(table = id, "a table cannot be read");
            Folded::Unreadable(key)
        }
    })
}

/// What became of making ratings and team records anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recomputed {
    pub games: usize,
    pub ratings: usize,
    pub changed: usize,
    pub records: usize,
    pub records_changed: usize,
    /// Tables whose log cannot be read; what was known of them stays.
    pub unreadable: usize,
}
