//! The tables that are in memory now: each is a room of its own, opened when somebody comes.

mod door;

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::oneshot;

use crate::{
    House,
    address::Address,
    fold::Table,
    people::Guest,
    room::{self, ToRoom},
    store::{Key, Opening, StoreError},
};
pub(crate) use door::{Door, Inbox, NotTaken};

#[derive(Debug, Default)]
pub(crate) struct Rooms {
    open: Mutex<HashMap<String, Door>>,
    /// Tables that are being forgotten: nobody opens a room for them.
    locked: Mutex<HashSet<String>>,
}

/// A table whose room is closed, and stays so while this is held.
#[derive(Debug)]
pub(crate) struct Locked<'a> {
    rooms: &'a Rooms,
    id: String,
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        self.rooms.locked().remove(&self.id);
    }
}

impl Rooms {
    fn open(&self) -> MutexGuard<'_, HashMap<String, Door>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn locked(&self) -> MutexGuard<'_, HashSet<String>> {
        self.locked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a table's room closed; `None` if it is open.
    pub(crate) fn lock(&self, id: String) -> Option<Locked<'_>> {
        let open = self.open();
        if open.get(&id).is_some_and(|door| !door.is_closed()) {
            return None;
        }
        self.locked().insert(id.clone());
        Some(Locked { rooms: self, id })
    }

    /// The door of a room that is open now.
    fn known(&self, id: &str) -> Option<Door> {
        // A closed door is that of a room that broke: it is opened anew.
        self.open().get(id).filter(|door| !door.is_closed()).cloned()
    }

    /// Looks at a table whose room is open now.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        id: &str,
        look: impl FnOnce(&Table) -> T + Send + 'static,
    ) -> Option<T> {
        room::look(&self.known(id)?, |table, _| look(table)).await
    }

    /// Whether somebody is at a table whose room is open here, as far as this node knows.
    pub(crate) async fn is_at(&self, id: &str, guest: Guest) -> Option<bool> {
        room::look(&self.known(id)?, move |_, presence| presence.is_here(guest)).await
    }

    pub(crate) fn is_open(&self, id: &str) -> bool {
        self.known(id).is_some()
    }

    /// The door of this table's room, opened if need be for somebody from there; `None` if there is no such table.
    pub(crate) async fn door(
        &self,
        house: &Arc<House>,
        id: &str,
        from: Address,
    ) -> Result<Option<Door>, StoreError> {
        if let Some(door) = self.known(id) {
            return Ok(Some(door));
        }
        let Some((key, opening)) = house.store.table(id).await? else { return Ok(None) };
        Ok(self.enter(house, key, opening, from))
    }

    /// Opens a room, unless somebody else has just done so; `None` if the table is just being forgotten.
    fn enter(&self, house: &Arc<House>, key: Key, opening: Opening, from: Address) -> Option<Door> {
        let mut open = self.open();
        if let Some(door) = open.get(&opening.id).filter(|door| !door.is_closed()) {
            return Some(door.clone());
        }
        if self.locked().contains(&opening.id) {
            return None;
        }
        let (door, inbox) = door::door();
        open.insert(opening.id.clone(), door.clone());
        tokio::spawn(room::run(Arc::clone(house), (key, Arc::new(opening)), from, door.clone(), inbox));
        Some(door)
    }

    /// Closes a room, unless somebody stands at its door.
    pub(crate) fn close(&self, id: &str, inbox: &mut Inbox) -> bool {
        let mut open = self.open();
        if !inbox.is_empty() {
            return false;
        }
        inbox.close();
        open.remove(id);
        true
    }

    /// Takes a room that has ended off the list, and lets go of whoever still stands at its door.
    pub(crate) fn forget(&self, id: &str, inbox: &mut Inbox) {
        inbox.close();
        let mut open = self.open();
        if open.get(id).is_some_and(Door::is_closed) {
            open.remove(id);
        }
    }

    /// Lets every room write down what has to be, and ends it.
    pub(crate) async fn close_all(&self) {
        let mut ends = Vec::new();
        for door in self.doors() {
            let (done, end) = oneshot::channel();
            if door.send(Box::new(ToRoom::Close { done })).await.is_ok() {
                ends.push(end);
            }
        }
        for end in ends {
            let _ = end.await;
        }
    }

    /// Ends the room of a table that there is no more.
    pub(crate) fn end(&self, id: &str) {
        if let Some(door) = self.known(id) {
            let close = Box::new(ToRoom::Close { done: oneshot::channel().0 });
            tokio::spawn(async move { door.send(close).await });
        }
    }

    /// How many rooms are open.
    pub(crate) fn count(&self) -> usize {
        self.open().len()
    }

    /// All doors, to tell everybody something.
    pub(crate) fn doors(&self) -> Vec<Door> {
        self.open().values().cloned().collect()
    }
}
