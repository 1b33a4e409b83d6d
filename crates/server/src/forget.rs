//! Whoever wants to be forgotten is: one at a time, in the background, and only where a log names them.

use std::{sync::Arc, time::Duration};

use tokio::{sync::oneshot, task::JoinHandle, time::timeout};

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
            tracing::error!(%error, "somebody is not forgotten yet: it is tried again when the house next opens");
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
        if door.send(ToRoom::StandUp { guest, done }).await.is_ok() {
            let _ = up.await;
        }
    }
    for id in house.store.tables_that_name(guest).await? {
        let Some(door) = house.rooms.door(house, &id, Address::HOUSE).await? else { continue };
        let (done, forgotten) = oneshot::channel();
        if door.send(ToRoom::Forget { guest, done }).await.is_ok() && forgotten.await == Ok(false) {
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
    Ok(house.store.forget_guest(guest).await?)
}
