//! Where time runs by itself, nobody waits for a seat whose person is gone: after a few seconds a bot plays it, until they
//! are back. The seat stays theirs; the log knows nothing of it.

use std::time::Duration;

use table::{Seat, Seats};
use tokio::time::Instant;

use super::Room;
use crate::{people::Guest, table::Taker};

/// How long somebody may be gone before a bot plays for them.
const A_MOMENT: Duration = Duration::from_secs(4);

/// Who sits here but is gone, and since when.
#[derive(Debug, Default)]
pub(super) struct Absences {
    gone: Vec<(Guest, Instant)>,
    /// The seats that bots play for them.
    pub(super) stood_in: Seats,
}

impl Absences {
    /// When a bot next has to stand in for somebody.
    pub(super) fn next(&self) -> Option<Instant> {
        let now = Instant::now();
        self.gone.iter().map(|&(_, since)| since + A_MOMENT).filter(|&due| due > now).min()
    }

    fn for_long(&self, guest: Guest) -> bool {
        self.gone.iter().any(|&(gone, since)| gone == guest && since.elapsed() >= A_MOMENT)
    }
}

impl Room {
    /// Sees who is gone. If that changes who plays a seat, the bots are asked anew.
    pub(super) fn notice_absences(&mut self) {
        let here = |guest: Guest| self.clients.iter().any(|client| client.guest == guest);
        let (now, runs) = (Instant::now(), self.table.deadline().is_some());
        self.absences.gone.retain(|&(guest, _)| runs && !here(guest));
        let missing: Vec<Guest> = self.table.sitting().filter(|&guest| runs && !here(guest)).collect();
        for guest in missing {
            if !self.absences.gone.iter().any(|&(gone, _)| gone == guest) {
                self.absences.gone.push((guest, now));
            }
        }
        let seats = Seat::all(self.table.opening.seats).zip(&self.table.chairs);
        let stood_in: Seats = seats
            .filter(|(_, chair)| {
                matches!(chair.taker, Some(Taker::Person(guest)) if self.absences.for_long(guest))
            })
            .map(|(seat, _)| seat)
            .collect();
        if self.absences.stood_in != stood_in {
            self.absences.stood_in = stood_in;
            self.minds.table_changed();
        }
    }
}
