//! Somebody goes, or deletes themselves: then their seats go to bots, and the log keeps what was played but not who they
//! were.

use super::{ATTEMPTS, ConnectionId, NotDone, OpenError, Room, Who};
use crate::{
    decide::{Decision, decide},
    entry::TableEntry,
    neighbours::TableNews,
    people::Guest,
    protocol::Request,
    store::{Key, Opening, Row, Store},
};
use table::Millis;

impl Room {
    /// A connection has ended.
    pub(super) fn leave(&mut self, id: ConnectionId) {
        let Some(index) = self.clients.iter().position(|client| client.id == id) else { return };
        let guest = self.clients.swap_remove(index).guest;
        self.presence.go(guest);
        let belongs = self.table.opening.host == guest || self.table.chairs.people().any(|of| of == guest);
        if !belongs && !self.presence.is_here(guest) {
            self.names.remove(&guest);
        }
        self.presence_changed();
        self.tell_the_others(false);
    }

    /// Forgets a guest. `false` if it could not be written down.
    pub(super) async fn forget(&mut self, guest: Guest) -> bool {
        // Their pages come back as somebody new.
        let theirs = self.clients.iter().filter(|client| client.guest == guest).map(|client| client.id);
        for id in theirs.collect::<Vec<_>>() {
            self.leave(id);
        }
        self.names.remove(&guest);
        self.stand_up(guest).await;
        match rewrite(&self.house.store, self.table.key, &self.table.opening, guest).await {
            Ok(Some(instead)) => {
                self.table.replace(guest, instead);
                if let Some(town) = &self.house.town {
                    town.tell_table(&self.table.opening.id, &TableNews::Rewritten);
                }
                self.recent.clear();
                self.bots.table_changed();
                self.show_info();
                self.shelf_changed();
            }
            Ok(None) => {}
            Err(error) => {
                tracing::error!(table = self.table.opening.id, %error, "a guest is not forgotten");
                return false;
            }
        }
        !self.ended
    }

    pub(super) async fn stand_up(&mut self, guest: Guest) {
        for _ in 0..ATTEMPTS {
            let Some(seat) = self.table.chairs.seats_of(guest).first() else { return };
            let stand = Request::Stand { id: 0, seat };
            let Ok(Decision::Append(entry)) = decide(&self.scene(), Who::Guest(guest), &stand, Millis::ZERO)
            else {
                return;
            };
            if matches!(self.append(entry).await, Err(NotDone::NotSaved | NotDone::Unknown)) {
                return;
            }
        }
    }
}

/// Entries that name the guest name somebody unknown instead, who is returned; the numbers stay.
pub(crate) async fn rewrite(
    store: &Store,
    key: Key,
    opening: &Opening,
    guest: Guest,
) -> Result<Option<Guest>, OpenError> {
    let rows = store.log(key, 0).await?;
    let rated = rows.iter().any(|row| match TableEntry::read(&row.entry) {
        Some(TableEntry::Terms { terms, .. }) => terms.rated,
        _ => false,
    });
    // The same somebody at all rated tables: so everybody else's rating stays what the logs make it.
    let instead = guest.instead(if rated { "rated" } else { &opening.id });
    let rows: Vec<Row> = rows
        .into_iter()
        .filter_map(|row| Some(Row { entry: TableEntry::forget(&row.entry, guest, instead)?, ..row }))
        .collect();
    if rows.is_empty() && opening.host != guest {
        return Ok(None);
    }
    store.rewrite(key, rows, guest, instead).await?;
    Ok(Some(instead))
}
