//! What a node of a town does besides serving: it says that it is there, hears of the others, and minds tables that nobody
//! minds any more.

use std::{
    collections::HashSet,
    sync::{Arc, MutexGuard, PoisonError},
    time::Duration,
};

use async_nats::Subscriber;
use futures_util::StreamExt;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::{
    House,
    address::Address,
    lobby::Summary,
    neighbours::{self, HEARTBEAT, HouseNews, Neighbours, Told},
    people::Guest,
    room::ToRoom,
    store::Key,
};

/// How often this node says which tables it minds, and looks for those that nobody does.
const MINDING: Duration = Duration::from_secs(1);
/// How many of those it takes at once.
const TAKEN: u32 = 200;
/// How often the database is asked what time it is.
const CLOCK: Duration = Duration::from_secs(10);

impl House {
    /// The tables here at which something happens by itself.
    pub(crate) fn minded(&self) -> MutexGuard<'_, HashSet<Key>> {
        self.minded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many people are connected, each counted once, to whichever node.
    pub(crate) fn people_here(&self) -> usize {
        let Some(town) = &self.town else { return self.people.here.count() };
        let here = self.people.here.all().into_iter().map(|(guest, _)| guest);
        here.chain(town.people_elsewhere()).collect::<HashSet<Guest>>().len()
    }

    pub(crate) fn tell_all(&self, news: impl FnOnce() -> HouseNews) {
        if let Some(town) = &self.town {
            town.tell_all(&news());
        }
    }

    /// A room says how its table stands: in the lobby of every node.
    pub(crate) fn put_on_shelf(&self, summary: Summary, resting: bool) {
        self.tell_all(|| HouseNews::Shelf { table: summary.clone(), resting });
        self.lobby.put(summary, resting, None);
    }

    /// A guest has another name.
    pub(crate) fn is_called(&self, guest: Guest, name: &str) {
        for door in self.rooms.doors() {
            // A room too busy to listen learns the name when its owner next comes.
            let _ = door.try_send(ToRoom::Renamed { guest, name: name.to_owned() });
        }
    }
}

/// Lives in the town for as long as the house is open. However slow the database is, the others hear that it does.
pub(crate) async fn live(house: Arc<House>, town: Arc<Neighbours>) {
    tokio::join!(among_others(&house, &town), minding(&house), by_the_database_s_clock(&house));
}

async fn among_others(house: &Arc<House>, town: &Neighbours) {
    let Some(mut news) = town.hear_all().await else {
        return tracing::error!("the other nodes cannot be heard");
    };
    town.tell_all(&HouseNews::WhatIsThere);
    let mut heartbeat = interval(HEARTBEAT);
    loop {
        tokio::select! {
            message = next(&mut news) => {
                if let Some(told) = message {
                    hear(house, town, told);
                }
            }
            _ = heartbeat.tick() => {
                town.tell_all(&HouseNews::Here { people: house.people.here.all() });
                for node in town.lost() {
                    tracing::warn!(?node, "a node is not heard of any more");
                    house.lobby.lose(node);
                }
            }
        }
    }
}

async fn minding(house: &Arc<House>) {
    let (mut said, mut minding) = (HashSet::new(), interval(MINDING));
    minding.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        minding.tick().await;
        mind(house, &mut said).await;
    }
}

async fn by_the_database_s_clock(house: &House) {
    let mut clock = interval(CLOCK);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        if let Err(error) = house.store.set_clock().await {
            tracing::warn!(%error, "the database does not tell the time");
        }
    }
}

/// Says that this node goes.
pub(crate) async fn leave(town: &Neighbours) {
    town.tell_all(&HouseNews::Gone);
    town.flush().await;
}

async fn next(news: &mut Subscriber) -> Option<Told<HouseNews>> {
    match news.next().await {
        Some(message) => neighbours::read(&message),
        None => std::future::pending().await,
    }
}

fn hear(house: &Arc<House>, town: &Neighbours, Told { by, news }: Told<HouseNews>) {
    match news {
        HouseNews::Here { people } => {
            if town.is_there(by, people) {
                tracing::info!(node = ?by, "another node is there");
            }
            house.lobby.changed();
        }
        HouseNews::Gone => {
            town.is_gone(by);
            house.lobby.lose(by);
        }
        HouseNews::WhatIsThere => {
            for table in house.lobby.mine() {
                town.tell_all(&HouseNews::Shelf { table: Summary::clone(&table), resting: false });
            }
        }
        HouseNews::Shelf { table, resting } => house.lobby.put(table, resting, Some(by)),
        HouseNews::Renamed { guest, name } => house.is_called(guest, &name),
        HouseNews::Leaves { guest } => house.people.goes(guest),
        HouseNews::Forgotten { tables } => {
            house.lobby.forget(&tables.iter().map(|(key, _)| Key(*key)).collect::<Vec<_>>());
            for (_, id) in tables {
                house.rooms.end(&id);
            }
        }
    }
}

/// Says which tables this node minds, and takes those that nobody minds any more: whoever did has died.
async fn mind(house: &Arc<House>, said: &mut HashSet<Key>) {
    let minded = house.minded().clone();
    let keys: Vec<Key> = minded.iter().copied().collect();
    let no_more: Vec<Key> = said.difference(&minded).copied().collect();
    let began = Instant::now();
    let taken = async {
        house.store.mind(&keys).await?;
        house.store.mind_no_more(&no_more).await?;
        *said = minded;
        house.store.take_unminded(TAKEN).await
    };
    match taken.await {
        Ok(ids) => {
            for id in ids {
                tracing::info!(table = id, "nobody minded a table: it goes on here");
                if let Err(error) = house.rooms.door(house, &id, Address::HOUSE).await {
                    tracing::warn!(table = id, %error, "it cannot be opened");
                }
            }
        }
        Err(error) => tracing::warn!(%error, waited = ?began.elapsed(), "tables cannot be minded"),
    }
}
