//! Time that is up where nobody is: such tables are opened, whose rooms then write it down as of its own moment.

use std::{sync::Arc, time::Duration};

use tokio::time::{MissedTickBehavior, interval};

use crate::{
    House,
    address::Address,
    decide,
    store::{StoreError, UnixMillis},
};

/// How often it is looked.
const LOOK: Duration = Duration::from_secs(1);
/// How many tables are looked at, and how many of them opened at once; the rest with the next look.
const LOOKED_AT: u32 = 2_000;
const OPENED: usize = 100;

async fn look_at_all_clocks(house: &House) -> Result<(), StoreError> {
    let me = house.town.as_ref().map(|town| town.me.number());
    if me.is_some() && house.store.living().await?.into_iter().any(|node| Some(node) != me) {
        return Ok(());
    }
    house.store.look_at_all_clocks().await
}

/// Looks for as long as the house is open. Every node does: the log decides who was first.
pub(crate) async fn watch(house: Arc<House>) {
    // A bot may have been about to play when the house closed: each table with clocks is opened once. Where others live they
    // have gone on.
    if let Err(error) = look_at_all_clocks(&house).await {
        tracing::warn!(%error, "tables at which a bot was about to play may wait for people");
    }
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        look.tick().await;
        // What was made in time may still be on its way.
        let now = UnixMillis(house.store.now().0 - decide::LINE.0 as i64);
        let up = match house.store.time_up(now, LOOKED_AT).await {
            Ok(up) => up,
            Err(error) => {
                tracing::warn!(%error, "it cannot be seen whose time is up");
                continue;
            }
        };
        let closed = up.into_iter().filter(|(_, id)| !house.rooms.is_open(id));
        for (key, id) in closed.take(OPENED) {
            match house.rooms.door(&house, &id, Address::HOUSE).await {
                Ok(Some(_)) => {}
                Ok(None) => house.store.note_up(key, None),
                Err(error) => tracing::warn!(table = id, %error, "a table whose time is up cannot be opened"),
            }
        }
    }
}
