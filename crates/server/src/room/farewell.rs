//! Somebody deletes themselves: their seats go to bots, and the log keeps what was played but not who they were.

use std::sync::Arc;

use super::{ATTEMPTS, NotDone, OpenError, Room};
use crate::{
    entry::Entry,
    people::Guest,
    protocol::Phase,
    store::{Key, Opening, Row, Store},
};

impl Room {
    /// Forgets a guest. `false` if it could not be written down.
    pub(super) async fn forget(&mut self, guest: Guest) -> bool {
        // Their pages come back as somebody new.
        let before = self.clients.len();
        self.clients.retain(|client| client.guest != guest);
        self.names.remove(&guest);
        self.stand_up(guest).await;
        let forgotten = self.rewrite(guest).await;
        if let Err(error) = &forgotten {
            tracing::error!(table = self.table.opening.id, %error, "a guest is not forgotten");
        }
        if self.clients.len() < before {
            self.presence_changed();
        }
        forgotten.is_ok() && !self.broken
    }

    async fn stand_up(&mut self, guest: Guest) {
        for _ in 0..ATTEMPTS {
            if self.table.phase() == Phase::Over {
                return;
            }
            let Some(seat) = self.table.seats_of(guest).first() else { return };
            if !matches!(self.commit(Entry::Stand { seat }).await, Ok(_) | Err(NotDone::Again)) {
                return;
            }
        }
    }

    async fn rewrite(&mut self, guest: Guest) -> Result<(), OpenError> {
        let Some(instead) = rewrite(&self.house.store, self.table.key, &self.table.opening, guest).await?
        else {
            return Ok(());
        };
        if self.table.opening.host == guest {
            let mut opening = (*self.table.opening).clone();
            opening.host = instead;
            self.table.opening = Arc::new(opening);
        }
        self.read_on(self.table.n).await;
        self.shelf_changed();
        Ok(())
    }
}

/// Entries that name the guest name somebody unknown instead, who is returned; the numbers stay.
pub(crate) async fn rewrite(
    store: &Store,
    key: Key,
    opening: &Opening,
    guest: Guest,
) -> Result<Option<Guest>, OpenError> {
    let instead = Guest::new()?;
    let rows = store.log(key, 0).await?;
    let rows: Vec<Row> = rows
        .into_iter()
        .filter_map(|row| Some(Row { entry: Entry::forget(&row.entry, guest, instead)?, ..row }))
        .collect();
    if rows.is_empty() && opening.host != guest {
        return Ok(None);
    }
    store.rewrite(key, rows, guest, instead).await?;
    Ok(Some(instead))
}
