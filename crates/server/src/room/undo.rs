//! Taking back: the last action of a seat and what was played after it, as long as nobody has learned anything since.
//!
//! The log only grows: an entry says from where on it no longer counts, and the table is folded again.

use std::sync::Arc;

use table::Seat;

use super::{NotDone, Room};
use crate::{
    entry::Entry,
    people::Guest,
    protocol::{Phase, Question},
    says,
    store::{Row, StoreError, Wall},
    table::{Table, undone},
};

impl Room {
    /// Asks the others whether this seat may take back its last action, if it can be taken back at all.
    pub(super) async fn undo(&mut self, guest: Guest, seat: Seat) -> Result<u64, NotDone> {
        self.game_of(guest, seat)?;
        self.undoable(seat).await?;
        self.ask_others(guest, Question::Undo { seat }).await
    }

    /// Takes back the last action of this seat.
    pub(super) async fn take_back(&mut self, seat: Seat) -> Result<u64, NotDone> {
        let to = self.undoable(seat).await?;
        let n = self.table.n + 1;
        let row = Row { n, entry: Entry::Undo { seat, to }.write(), wall: Wall::now() };
        let written = self.house.store.append(self.table.key, row).await;
        match written {
            Ok(()) | Err(StoreError::Conflict) => self.read_on(n - 1).await,
            Err(ref error) => {
                tracing::error!(table = self.table.opening.id, %error, "an entry is not saved");
                self.broken = true;
            }
        }
        match written {
            _ if self.broken => Err(NotDone::Sorry(says::NOT_SAVED)),
            Ok(()) => {
                self.shelf_changed();
                Ok(n)
            }
            Err(_) => Err(NotDone::Again),
        }
    }

    /// The number after which the game would stand again, or why this seat's last action cannot be taken back.
    async fn undoable(&self, seat: Seat) -> Result<u64, NotDone> {
        if self.table.phase() == Phase::Over {
            return Err(NotDone::Sorry(says::GAME_OVER));
        }
        if self.about.real_time {
            return Err(NotDone::Sorry(says::UNDO_REAL_TIME));
        }
        let mut rows = self.house.store.log(self.table.key, 0).await.map_err(|_| not_read())?;
        rows.truncate(self.table.n as usize);
        let undone = undone(&rows);
        let standing = rows.iter().filter(|row| !undone.contains(&row.n));
        let acts = standing.filter_map(|row| match Entry::read(&row.entry)? {
            Entry::Act { seat, at, notation } => Some((row.n, (seat, notation, at))),
            _ => None,
        });
        let mut acts: Vec<_> = acts.collect();
        let last = acts.iter().rposition(|(_, (by, ..))| *by == seat);
        let last = last.ok_or(NotDone::Sorry(says::NOTHING_TO_UNDO))?;
        let to = acts[last].0 - 1;
        let since: Vec<_> = acts.drain(last..).map(|(_, act)| act).collect();
        let opening = Arc::clone(&self.table.opening);
        let before = Table::fold(self.table.key, opening, &self.about, &rows[..to as usize], |_| {});
        let before = before.map_err(|_| not_read())?;
        let game = before.game.ok_or_else(not_read)?;
        // Many worlds are played through: not while others wait for this thread.
        let learned =
            tokio::task::spawn_blocking(move || game.learned(&since)).await.map_err(|_| not_read())?;
        if learned.contains(seat) {
            Err(NotDone::Sorry(says::UNDO_CHANCE))
        } else if !learned.is_empty() {
            Err(NotDone::Sorry(says::UNDO_SECRET))
        } else {
            Ok(to)
        }
    }
}

fn not_read() -> NotDone {
    NotDone::Sorry(says::HOUSE_TROUBLE)
}
