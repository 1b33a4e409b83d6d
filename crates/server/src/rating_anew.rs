//! Ratings from a machine's command line, also while its house is open: who is best, and all of it made anew from the logs.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use crate::{
    Database, NotDone, PeopleOf, Sharing,
    fold::Table,
    protocol::Ratings,
    ratings::{of_game, rated},
    store::{Key, Store, StoreError, ratings::RatedGame},
};

/// The best of a game, of a house with this database.
pub async fn best(database: &Database, game: &str) -> Result<Ratings, NotDone> {
    let store = open(database).await?;
    let best = of_game(&store, game).await;
    store.close().await;
    best.map_err(|error| NotDone::Store(database.to_string(), Box::new(error)))
}

/// Makes all ratings of a house anew.
pub async fn rate_anew(database: &Database) -> Result<Recomputed, NotDone> {
    let store = open(database).await?;
    let made = recompute(&store).await;
    store.close().await;
    made.map_err(|error| NotDone::Store(database.to_string(), Box::new(error)))
}

/// Only what a house has opened, and as this one knows it.
async fn open(database: &Database) -> Result<Store, NotDone> {
    PeopleOf::open(database).await?.close().await;
    let opened = Store::open(database, Sharing::Town).await;
    opened.map_err(|error| NotDone::Store(database.to_string(), Box::new(error)))
}

/// Makes all ratings anew from the logs, and says how many games they come from, and how many ratings were other than they should
/// have been.
async fn recompute(store: &Store) -> Result<Recomputed, StoreError> {
    let before = store.all_ratings().await?;
    let (mut games, mut unreadable) = (Vec::new(), 0);
    let mut gone: BTreeSet<i64> = before.iter().map(|kept| kept.table_key).collect();
    for id in store.rated_tables().await? {
        let Some((key, opening)) = store.table(&id).await? else { continue };
        let about = catalogue::abouts().into_iter().find(|about| about.id == opening.game);
        let rows = store.log(key, 0).await?;
        let opened = about.map(|about| Table::open(key, Arc::new(opening), Arc::new(about), None, &rows));
        let Some(Ok(table)) = opened else {
            // What is known of it stays.
            tracing::warn!(table = id, "a table cannot be read");
            gone.remove(&key.0);
            unreadable += 1;
            continue;
        };
        if let (Some(rated), Some(ended)) = (rated(&table), table.ended) {
            gone.remove(&key.0);
            games.push(RatedGame { key, ended, rated });
        }
    }
    let count = games.len();
    store.rate_anew(games, gone.into_iter().map(Key).collect()).await?;
    let after = store.all_ratings().await?;
    let known: HashMap<_, _> = before.iter().map(|kept| ((kept.table_key, kept.seat), kept)).collect();
    let same = after.iter().filter(|kept| known.get(&(kept.table_key, kept.seat)) == Some(kept)).count();
    let changed = before.len().max(after.len()) - same;
    Ok(Recomputed { games: count, ratings: after.len(), changed, unreadable })
}

/// What became of making ratings anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recomputed {
    pub games: usize,
    pub ratings: usize,
    pub changed: usize,
    /// Tables whose log cannot be read; what was known of them stays.
    pub unreadable: usize,
}
