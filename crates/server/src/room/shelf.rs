//! What the lobby shows of a table: put there now and then, and when the room rests.

use std::time::Duration;

use tokio::time::Instant;

use super::Room;
use crate::lobby::Summary;

/// A busy table is not put on the lobby's shelf more often.
const SHELF_PAUSE: Duration = Duration::from_millis(500);

impl Room {
    pub(super) fn shelf_changed(&mut self) {
        self.shelf_due.get_or_insert_with(|| Instant::now() + SHELF_PAUSE);
    }

    pub(super) fn put_on_shelf(&mut self) {
        self.shelf_due = None;
        self.house.lobby.put(self.summary());
    }

    fn summary(&self) -> Summary {
        Summary::new(&self.table, &self.names, |guest| {
            self.clients.iter().any(|client| client.guest == guest)
        })
    }

    pub(super) fn rest(&mut self) {
        // Whoever was still here is let go, and comes back to a fresh room.
        self.clients.clear();
        self.house.lobby.put_to_rest(self.summary());
    }
}
