//! The tables that are in memory now: each is a room of its own, opened when somebody comes.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::mpsc;

use crate::{
    House,
    room::{self, ToRoom},
    store::{Key, Opening, StoreError},
};

/// How many messages may wait at a room's door before those who send have to.
const INBOX: usize = 64;

/// The door of a room.
pub(crate) type Door = mpsc::Sender<ToRoom>;

#[derive(Debug, Default)]
pub(crate) struct Rooms {
    open: Mutex<HashMap<String, Door>>,
}

impl Rooms {
    fn open(&self) -> MutexGuard<'_, HashMap<String, Door>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The door of a room that is open now.
    fn known(&self, id: &str) -> Option<Door> {
        // A closed door is that of a room that broke: it is opened anew.
        self.open().get(id).filter(|door| !door.is_closed()).cloned()
    }

    pub(crate) fn is_open(&self, id: &str) -> bool {
        self.known(id).is_some()
    }

    /// The door of this table's room, opened if need be; `None` if there is no such table.
    pub(crate) async fn door(&self, house: &Arc<House>, id: &str) -> Result<Option<Door>, StoreError> {
        if let Some(door) = self.known(id) {
            return Ok(Some(door));
        }
        let Some((key, opening)) = house.store.table(id).await? else { return Ok(None) };
        Ok(Some(self.enter(house, key, opening)))
    }

    /// Opens a room, unless somebody else has just done so.
    fn enter(&self, house: &Arc<House>, key: Key, opening: Opening) -> Door {
        let mut open = self.open();
        if let Some(door) = open.get(&opening.id).filter(|door| !door.is_closed()) {
            return door.clone();
        }
        let (door, inbox) = mpsc::channel(INBOX);
        open.insert(opening.id.clone(), door.clone());
        tokio::spawn(room::run(Arc::clone(house), key, Arc::new(opening), door.clone(), inbox));
        door
    }

    /// Closes a room, unless somebody stands at its door.
    pub(crate) fn close(&self, id: &str, inbox: &mut mpsc::Receiver<ToRoom>) -> bool {
        let mut open = self.open();
        if !inbox.is_empty() {
            return false;
        }
        inbox.close();
        open.remove(id);
        true
    }

    /// Takes a room that has ended off the list, and lets go of whoever still stands at its door.
    pub(crate) fn forget(&self, id: &str, inbox: &mut mpsc::Receiver<ToRoom>) {
        inbox.close();
        let mut open = self.open();
        if open.get(id).is_some_and(mpsc::Sender::is_closed) {
            open.remove(id);
        }
    }

    /// All doors, to tell everybody something.
    pub(crate) fn doors(&self) -> Vec<Door> {
        self.open().values().cloned().collect()
    }
}
