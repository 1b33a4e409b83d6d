//! A room opens: its table is folded, and it runs until nobody needs it.

use std::{sync::Arc, thread, time::Duration};

use governor::RateLimiter;
use table::{Millis, Seats, Words};
use tokio::time::Instant;

use super::{Room, SITTING_DOWN, ToRoom, bots::BotSeats, others::Others, recent::Recent};
use crate::{
    House,
    address::Address,
    clock::TableClock,
    fold::{FoldError, Table},
    frames::{self, Names},
    limits::once_in,
    messages,
    presence::Presence,
    protocol::Phase,
    rooms::{Door, Inbox},
    store::{Key, Opening, StoreError},
};

/// So long do other nodes have to say who is there.
const KNOWING: Duration = Duration::from_secs(3);

/// Why a table cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Log(#[from] FoldError),
    #[error("the system gives no randomness: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error("its game is not known here")]
    Game,
    #[error("it was just forgotten")]
    Gone,
    #[error("folding it panics")]
    Panic,
}

/// A table that is minded here. Where its room panics, the mark runs out, and a node goes on with what happens by itself.
struct Minded {
    house: Arc<House>,
    key: Key,
}

impl Drop for Minded {
    fn drop(&mut self) {
        if thread::panicking() {
            self.house.minded().remove(&self.key);
        }
    }
}

/// Runs a room until nobody needs it.
pub(crate) async fn run(
    house: Arc<House>,
    (key, opening): (Key, Arc<Opening>),
    from: Address,
    door: Door,
    mut inbox: Inbox,
) {
    let id = opening.id.clone();
    let _minded = Minded { house: Arc::clone(&house), key };
    match Box::pin(Room::open(Arc::clone(&house), (key, opening), from, door)).await {
        Ok(mut room) => room.live(&mut inbox).await,
        Err(error) => {
            tracing::error!(table = id, %error, "a table cannot be opened");
            if matches!(error, OpenError::Store(_)) {
                // Its mark runs out, and then another node may try.
                house.minded().remove(&key);
            } else {
                house.mind_no_more(key);
                // Whose time is up there cannot be found out: it is not looked for again.
                house.store.note_up(key, None);
            }
            let words = match error {
                OpenError::Log(FoldError::Trouble(trouble)) => trouble.words(),
                OpenError::Store(_) => messages::HOUSE_TROUBLE,
                _ => messages::UNREADABLE_TABLE,
            };
            refuse_all(&mut inbox, &words);
        }
    }
    // Whoever is at the door now is let go, and knocks again.
    house.rooms.forget(&id, &mut inbox);
}

/// Tells those who wait that the table cannot be opened.
fn refuse_all(inbox: &mut Inbox, words: &Words) {
    inbox.close();
    while let Some(message) = inbox.try_recv() {
        if let ToRoom::Join(mut join) = *message {
            let _ = join.out.try_send(frames::error(None, words));
        }
    }
}

impl Room {
    async fn open(
        house: Arc<House>,
        (key, opening): (Key, Arc<Opening>),
        from: Address,
        door: Door,
    ) -> Result<Box<Self>, OpenError> {
        // It may have been forgotten just before this room was opened; from here on it cannot be.
        let (_, opening) = house.store.table(&opening.id).await?.ok_or(OpenError::Gone)?;
        // Whatever is told from here on comes after what is read.
        let others = match &house.town {
            Some(town) => Some(Box::new(Others::new(town.hear_table(&opening.id).await))),
            None => None,
        };
        let table = house.fold(house.room_turn(from).await, key, Arc::new(opening)).await?;
        let mut names = Names::new();
        for guest in table.chairs.people().chain([table.opening.host]) {
            names.insert(guest, house.store.name_of(guest).await?);
        }
        let mut presence = Presence::default();
        if others.is_some() {
            presence.unsure_until(Instant::now() + KNOWING);
        }
        let busy = house.minded().contains(&table.key);
        Ok(Box::new(Self {
            clock: clock(&house, &table).await?,
            others,
            kept: 0,
            recent: Recent::default(),
            busy,
            look_for_vacations: true,
            clock_to_note: false,
            sitting_down: RateLimiter::direct(once_in(SITTING_DOWN.0, SITTING_DOWN.1)),
            house,
            table,
            presence,
            names,
            clients: Vec::new(),
            shown: Vec::new(),
            door,
            bots: BotSeats::default(),
            held: Vec::new(),
            absent: (Seats::NONE, Seats::NONE),
            waiting_since: None,
            presence_due: None,
            shelf_due: None,
            record_due: None,
            plans_due: true,
            ended: false,
        }))
    }
}

/// A table's clock stands until those are here who sit there; but in a town, where another node has just let it run, it has
/// run on since. Where seats have clocks it goes with everybody's, whatever becomes of the house.
async fn clock(house: &House, table: &Table) -> Result<TableClock, OpenError> {
    let mut clock = TableClock::standing(table.last_at);
    let timed = table.clocks.is_some();
    if table.phase() == Phase::Playing && (timed || house.store.is_minded(table.key).await?) {
        let passed = house.store.now().0.saturating_sub(table.last_wall.0).max(0);
        let at = if timed { table.last_moment } else { table.last_at };
        clock.run(at + Millis(passed as u64), Instant::now());
    }
    Ok(clock)
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;
    use crate::Config;

    #[tokio::test]
    async fn a_room_that_panics_lets_its_mark_run_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let (address, file) = (SocketAddr::from(([127, 0, 0, 1], 0)), folder.path().join("house.sqlite"));
        let house = Arc::new(House::build(Config::new(address, file), address).await.expect("it opens"));
        for (panics, key) in [(false, Key(1)), (true, Key(2))] {
            house.minded().insert(key);
            let minded = Minded { house: Arc::clone(&house), key };
            let room = tokio::spawn(async move {
                tokio::task::yield_now().await;
                assert!(!panics, "a room panics");
                drop(minded);
            });
            assert_eq!(room.await.is_err(), panics);
            assert_eq!(house.minded().contains(&key), !panics);
        }
    }
}
