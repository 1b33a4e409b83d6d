//! What a node of a town does besides serving: it says that it is there, hears of the others, and minds tables that nobody
//! minds any more.

use std::{
    collections::HashSet,
    sync::{Arc, MutexGuard, PoisonError},
    time::Duration,
};

use async_nats::Subscriber;
use futures_util::StreamExt;
use table::Words;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::{
    House,
    address::Address,
    lobby::Summary,
    messages,
    neighbours::{self, HEARTBEAT, HouseNews, Neighbours, Told},
    people::Guest,
    room::ToRoom,
    store::{Key, StoreError},
};

/// How often this node says which tables it minds, and looks for those that nobody does.
const MINDING: Duration = Duration::from_secs(1);
/// How many of those it takes at once.
const TAKEN: u32 = 200;
/// How many tables it opens at once after the database was away.
const LEFT: usize = 50;
/// How often a node says what stands on its shelf, in case something of it was lost.
const SHELF: Duration = Duration::from_secs(30);
/// So many of its tables are told at once, and heard before the next.
const TOLD: usize = 500;
/// A node that has not been heard of for this long and lives is cut off: one that died is known to have by then.
const CUT_OFF: Duration = Duration::from_secs(6);
/// How often the database is asked what time it is.
const CLOCK: Duration = Duration::from_secs(5);

impl House {
    /// The tables here at which something happens by itself.
    pub(crate) fn minded(&self) -> MutexGuard<'_, HashSet<Key>> {
        self.minded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn released(&self) -> MutexGuard<'_, HashSet<Key>> {
        self.released.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn just_minded(&self) -> MutexGuard<'_, Vec<Key>> {
        self.just_minded.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something happens at this table by itself from now on.
    pub(crate) fn mind(&self, key: Key) {
        // Where the town has not heard yet that it did no more, it need not hear anything.
        if self.minded().insert(key) && !self.released().remove(&key) {
            self.just_minded().push(key);
            self.just_minded.1.notify_one();
        }
    }

    /// Nothing happens at this table by itself any more. (If a room ends because nothing can be saved this is not said:
    /// then its mark runs out, and another node goes on.)
    pub(crate) fn mind_no_more(&self, key: Key) {
        if self.minded().remove(&key) {
            self.released().insert(key);
        }
    }

    /// How many people are connected, each counted once, to whichever node.
    pub(crate) fn people_here(&self) -> usize {
        let Some(town) = &self.town else { return self.people.here.count() };
        let here = self.people.here.all().into_iter().map(|(guest, _)| guest);
        here.chain(town.people_elsewhere()).collect::<HashSet<Guest>>().len()
    }

    /// Whether nodes do not hear each other, so that what happens at others comes later, or not to be seen here.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.town.as_ref().is_some_and(|town| !town.connected() || town.anybody_unheard(CUT_OFF))
    }

    /// What cannot be done here now, for whoever looks at the lobby.
    pub(crate) fn trouble(&self) -> Option<Words> {
        if self.store.cannot_save() {
            Some(messages::NOTHING_SAVED)
        } else {
            self.is_cut_off().then_some(messages::NODES_CUT_OFF)
        }
    }

    pub(crate) fn tell_all(&self, news: impl FnOnce() -> HouseNews) {
        if let Some(town) = &self.town {
            town.tell_all(&news());
        }
    }

    /// Who is connected, and which games are judged here.
    pub(crate) fn say_who_is_here(&self) {
        self.tell_all(|| HouseNews::Here { people: self.people.here.all(), judging: self.analyses.here() });
    }

    /// A room says how its table stands: in the lobby of every node.
    pub(crate) fn put_on_shelf(&self, summary: Summary, resting: bool) {
        self.tell_all(|| HouseNews::Shelf { table: Box::new(summary.clone()), resting });
        self.lobby.put(summary, resting, None);
    }

    /// A guest is forgotten: what open rooms know of them is not what their logs say any more.
    pub(crate) fn is_forgotten(&self) {
        for door in self.rooms.doors() {
            tokio::spawn(async move { door.send(Box::new(ToRoom::Rewritten)).await });
        }
    }

    /// A guest has another name.
    pub(crate) fn is_called(&self, guest: Guest, name: &str) {
        for door in self.rooms.doors() {
            // A room too busy to listen learns the name when its owner next comes.
            let _ = door.try_send(Box::new(ToRoom::Renamed { guest, name: name.to_owned() }));
        }
    }
}

/// Lives in the town for as long as the house is open. However slow the database is, the others hear that it does.
pub(crate) async fn live(house: Arc<House>, town: Arc<Neighbours>) {
    let (house, town) = (&house, &*town);
    let Some(mut news) = town.hear_all().await else {
        return tracing::error!("the other nodes cannot be heard");
    };
    town.tell_all(&HouseNews::WhatIsThere);
    let (mut heartbeat, mut shelf) = (interval(HEARTBEAT), interval(SHELF));
    shelf.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut lines = town.lines();
    loop {
        tokio::select! {
            message = next(&mut news) => {
                if let Some(told) = message {
                    hear(house, town, told).await;
                }
            }
            _ = shelf.tick() => tell_what_is_there(house, town).await,
            _ = heartbeat.tick() => {
                // What was told while nobody could hear it is told now, here and there.
                if std::mem::replace(&mut lines, town.lines()) != lines {
                    town.tell_all(&HouseNews::WhatIsThere);
                    tell_what_is_there(house, town).await;
                }
                house.say_who_is_here();
                for node in town.lost() {
                    tracing::warn!(?node, "a node is not heard of any more");
                    house.lobby.lose(node);
                }
            }
        }
    }
}

/// Minds tables for as long as the house is open.
pub(crate) async fn minding(house: Arc<House>, town: Arc<Neighbours>) {
    let mut minding = interval(MINDING);
    minding.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut last, mut left) = (Instant::now(), Vec::new());
    loop {
        tokio::select! {
            _ = minding.tick() => {}
            () = house.just_minded.1.notified() => {
                let just: Vec<Key> = std::mem::take(&mut *house.just_minded());
                if let Err(error) = house.store.mind(town.me.number(), &just).await {
                    tracing::warn!(%error, "tables cannot be minded");
                }
                continue;
            }
        }
        let done = mind(&house, &town, last.elapsed(), &mut left).await;
        house.store.note(&done);
        match done {
            Ok(()) => last = Instant::now(),
            Err(error) => tracing::warn!(%error, "tables cannot be minded"),
        }
    }
}

/// Goes by the database's clock for as long as the house is open, in a town or alone: a machine that slept is late.
pub(crate) async fn by_the_database_s_clock(house: Arc<House>) {
    let mut clock = interval(CLOCK);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        let set = house.store.set_clock().await;
        if let Err(error) = &set {
            // Nobody is sent to a house whose database is away, also where nobody writes anything.
            house.store.note(&set);
            tracing::warn!(%error, "the database does not tell the time");
        }
    }
}

/// Says that this node goes, and leaves to the others what it minds.
pub(crate) async fn leave(house: &House, town: &Neighbours) {
    if let Err(error) = house.store.hand_over(town.me.number()).await {
        tracing::warn!(%error, "other nodes will only see in a moment that this one is gone");
    }
    town.tell_all(&HouseNews::Gone);
    town.flush().await;
}

async fn next(news: &mut Subscriber) -> Option<Told<HouseNews>> {
    match news.next().await {
        Some(message) => neighbours::read(&message),
        None => std::future::pending().await,
    }
}

/// Says which tables are open here, and how each stands.
async fn tell_what_is_there(house: &House, town: &Neighbours) {
    let mine = house.lobby.mine();
    let open = mine.iter().filter(|(_, resting)| !resting).map(|(table, _)| table.key().0);
    town.tell_all(&HouseNews::Open { tables: open.collect() });
    for some in mine.chunks(TOLD) {
        for (table, resting) in some {
            let table = Box::new(Summary::clone(table));
            town.tell_all(&HouseNews::Shelf { table, resting: *resting });
        }
        if some.len() == TOLD {
            town.flush().await;
        }
    }
}

async fn hear(house: &Arc<House>, town: &Neighbours, Told { by, news }: Told<HouseNews>) {
    match news {
        HouseNews::Here { people, judging } => {
            if town.is_there(by, people, judging) {
                tracing::info!(node = ?by, "another node is there");
                town.tell_all(&HouseNews::WhatIsThere);
            }
            house.lobby.changed();
        }
        HouseNews::Gone => {
            town.is_gone(by);
            house.lobby.lose(by);
        }
        HouseNews::WhatIsThere => tell_what_is_there(house, town).await,
        HouseNews::Open { tables } => {
            // What is open there no more may be open at a third one.
            if house.lobby.has_open(by, &tables.into_iter().map(Key).collect()) {
                town.tell_all(&HouseNews::WhatIsThere);
            }
        }
        HouseNews::Shelf { table, resting } => house.lobby.put(*table, resting, Some(by)),
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

/// Says which tables this node minds, and takes those that nobody minds any more: whoever did has died. `since`: for how long
/// this could not be done; `left`: tables that stood still meanwhile, and are still to be opened.
async fn mind(
    house: &Arc<House>,
    town: &Neighbours,
    since: Duration,
    left: &mut Vec<String>,
) -> Result<(), StoreError> {
    let node = town.me.number();
    let keys: Vec<Key> = house.minded().iter().copied().collect();
    house.store.mind(node, &keys).await?;
    town.live(house.store.living().await?);
    left.extend(house.store.left_alone(since).await?);
    for _ in 0..LEFT {
        let Some(id) = left.last() else { break };
        if house.rooms.door(house, id, Address::HOUSE).await?.is_some() {
            // It is open once it answers; where it could not be, this is tried again.
            if house.rooms.look(id, |_| ()).await.is_none() {
                break;
            }
            tracing::info!(table = id, "the database was away: a table goes on here");
        }
        left.pop();
    }
    // What is busy again by now is minded again with the next tick.
    let released: Vec<Key> = std::mem::take(&mut *house.released()).into_iter().collect();
    if let Err(error) = house.store.mind_no_more(node, &released).await {
        house.released().extend(released);
        return Err(error);
    }
    for (key, id) in house.store.take_unminded(node, TAKEN).await? {
        tracing::info!(table = id, "nobody minded a table: it goes on here");
        // Until its room says otherwise.
        house.minded().insert(key);
        match house.rooms.door(house, &id, Address::HOUSE).await {
            Ok(Some(_)) => {}
            Ok(None) => house.mind_no_more(key),
            Err(error) => {
                // Its mark runs out, and is found again.
                house.minded().remove(&key);
                return Err(error);
            }
        }
    }
    Ok(())
}
