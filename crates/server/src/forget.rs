//! Whoever wants to be forgotten is: one at a time, in the background, and only where a log names them.

use std::{collections::HashSet, sync::Arc, time::Duration};

use tokio::{
    sync::oneshot,
    task::JoinHandle,
    time::{sleep, timeout},
};

use crate::{
    House,
    address::Address,
    cups,
    neighbours::HouseNews,
    people::Guest,
    room::{self, OpenError, ToRoom},
    store::StoreError,
};

/// How long whoever asks waits for it to be done. It is done all the same if it takes longer.
const PATIENCE: Duration = Duration::from_secs(3);
/// What failed is tried again after so long, by whichever node.
const AGAIN: Duration = Duration::from_mins(1);

/// Forgets a guest. Once this returns it is noted; as a rule it is done.
pub(crate) async fn forget(house: &Arc<House>, guest: Guest) -> Result<(), StoreError> {
    // From here on their cookie opens nothing, so that a page that comes back in between is already somebody new.
    house.people.goes(guest);
    if let Err(error) = house.store.note_leaving(guest).await {
        house.people.stays(guest);
        return Err(error);
    }
    house.tell_all(|| HouseNews::Leaves { guest });
    let _ = timeout(PATIENCE, in_the_background(house, guest)).await;
    Ok(())
}

/// Goes on with those who wanted to be forgotten when the house was closed.
pub(crate) async fn go_on(house: &Arc<House>) {
    match house.store.leaving().await {
        Ok(guests) => guests.into_iter().for_each(|guest| go_on_with(house, guest)),
        Err(error) => tracing::error!(%error, "those who wanted to be forgotten cannot be read"),
    }
}

/// Tries again what failed, for as long as the house is open.
pub(crate) async fn watch(house: Arc<House>) {
    let mut before = HashSet::new();
    loop {
        sleep(AGAIN).await;
        before = again(&house, &before).await;
    }
}

/// Forgets those who should have been a while ago: they were leaving `before`, and still are. Says who is leaving now.
async fn again(house: &Arc<House>, before: &HashSet<Guest>) -> HashSet<Guest> {
    let leaving: HashSet<Guest> = match house.store.leaving().await {
        Ok(leaving) => leaving.into_iter().collect(),
        Err(error) => {
            tracing::error!(%error, "those who wanted to be forgotten cannot be read");
            return HashSet::new();
        }
    };
    for &guest in leaving.intersection(before) {
        house.people.goes(guest);
        let _ = in_the_background(house, guest).await;
    }
    leaving
}

/// Somebody is to be forgotten, as stands in the store.
pub(crate) fn go_on_with(house: &Arc<House>, guest: Guest) {
    if !house.people.is_gone(guest) {
        house.people.goes(guest);
        house.tell_all(|| HouseNews::Leaves { guest });
        in_the_background(house, guest);
    }
}

fn in_the_background(house: &Arc<House>, guest: Guest) -> JoinHandle<()> {
    let house = Arc::clone(house);
    tokio::spawn(async move {
        let Ok(_turn) = house.forgetting.acquire().await else { return };
        if let Err(error) = everywhere(&house, guest).await {
            tracing::error!(%error, "somebody is not forgotten yet: it is tried again in a minute");
        }
        house.lobby.changed();
    })
}

/// In every room that names them, open or not; then in the store.
async fn everywhere(house: &Arc<House>, guest: Guest) -> Result<(), OpenError> {
    // They get up first, while they are still themselves: a rated game that ends with it counts as theirs.
    for id in house.store.timed_tables_of(guest).await? {
        let Some(door) = house.rooms.door(house, &id, Address::HOUSE).await? else { continue };
        let (done, up) = oneshot::channel();
        if door.send(Box::new(ToRoom::StandUp { guest, done })).await.is_ok() {
            let _ = up.await;
        }
    }
    for id in house.store.tables_that_name(guest).await? {
        let Some(door) = house.rooms.door(house, &id, Address::HOUSE).await? else { continue };
        let (done, forgotten) = oneshot::channel();
        if door.send(Box::new(ToRoom::Forget { guest, done })).await.is_ok() && forgotten.await == Ok(false) {
            return Err(OpenError::Store(StoreError::Closed));
        }
    }
    // Rooms that were just closing, and tables that cannot be opened any more.
    for id in house.store.tables_that_name(guest).await? {
        if let Some((key, opening)) = house.store.table(&id).await? {
            room::rewrite(&house.store, key, &opening, guest).await?;
        }
    }
    cups::forget(house, guest).await?;
    house.store.forget_guest(guest).await?;
    // Rooms that another node has open still know what they said.
    Ok(house.store.has_changed(guest).await?)
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use sqlx::Connection as _;

    use super::*;
    use crate::Config;

    #[tokio::test]
    async fn whoever_could_not_be_forgotten_is_forgotten_a_while_later() {
        let folder = tempfile::tempdir().expect("a folder");
        let (address, file) = (SocketAddr::from(([127, 0, 0, 1], 0)), folder.path().join("house.sqlite"));
        let house = House::build(Config::new(address, file.clone()), address).await.expect("it opens");
        let house = Arc::new(house);
        house.store.name_guest(Guest(1), "Ada".to_owned()).await.expect("it is written");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
        let mut beside = sqlx::SqliteConnection::connect_with(&options).await.expect("it is there");
        let fails = "CREATE TRIGGER fails BEFORE DELETE ON people BEGIN SELECT RAISE(ABORT, 'no'); END";
        sqlx::raw_sql(fails).execute(&mut beside).await.expect("nobody can be deleted");
        forget(&house, Guest(1)).await.expect("it is noted");
        let is_leaving = || async { house.store.is_leaving(Guest(1)).await.expect("it reads") };
        assert!(is_leaving().await);
        sqlx::raw_sql("DROP TRIGGER fails").execute(&mut beside).await.expect("they can be");
        // Whoever asked just now may still be at it.
        let leaving = again(&house, &HashSet::new()).await;
        assert!(is_leaving().await && leaving.contains(&Guest(1)));
        again(&house, &leaving).await;
        assert!(!is_leaving().await);
        assert_eq!(house.store.name_if_known(Guest(1)).await.expect("it reads"), None);
    }
}
