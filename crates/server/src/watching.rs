//! What others have changed about people, behind this house's back: on another node, or by `quintette people`. It stands in
//! the database, where every house looks once a second; so it needs no line between them.

use std::{collections::HashSet, sync::Arc, time::Duration};

use tokio::time::{MissedTickBehavior, interval};

use crate::{
    House, forget, naming,
    store::{StoreError, UnixMillis, accounts::Changed},
};

const LOOKING: Duration = Duration::from_secs(1);
/// How much farther back each look goes than the one before it: what is written on another node may be seen late.
const BACK: i64 = 60_000;

/// Looks for as long as the house is open.
pub(crate) async fn watch(house: Arc<House>) {
    let mut looking = interval(LOOKING);
    looking.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut seen, mut last) = (HashSet::new(), house.store.now());
    loop {
        looking.tick().await;
        if house.store.cannot_save() {
            // Perhaps it can again, and nobody else asks.
            let _ = house.store.trouble().await;
        }
        let now = house.store.now();
        // From the last look on, however long ago that was.
        let since = UnixMillis(last.0.min(now.0) - BACK);
        match look(&house, since, &mut seen).await {
            Ok(()) => last = now,
            Err(error) => tracing::warn!(%error, "it cannot be seen what has changed about people"),
        }
    }
}

async fn look(house: &Arc<House>, since: UnixMillis, seen: &mut HashSet<i64>) -> Result<(), StoreError> {
    let changes = house.store.changes(since).await?;
    for Changed { n, guest, device } in &changes {
        if seen.contains(n) {
            continue;
        }
        if let Some(device) = device {
            let since = house.store.plain_since(*guest).await?;
            house.people.signs_out(*guest, device.clone(), since);
            continue;
        }
        if house.store.is_leaving(*guest).await? {
            forget::go_on_with(house, *guest);
            continue;
        }
        let Some(name) = house.store.name_if_known(*guest).await? else {
            // Another node has forgotten them.
            house.people.goes(*guest);
            house.is_forgotten();
            continue;
        };
        house.is_called(*guest, &name);
        if house.store.has_account(*guest).await? {
            naming::is_theirs_alone(house, *guest).await?;
        }
    }
    *seen = changes.iter().map(|change| change.n).collect();
    Ok(())
}
