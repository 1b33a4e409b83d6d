//! Who sits where, and the start.

use table::{Seat, Words};

use super::{NotDone, Room};
use crate::{
    entry::Entry,
    people::Guest,
    protocol::{Phase, Question, Request},
    says,
    table::{Chair, Taker},
};

impl Room {
    /// Seats are taken and left, bots come and go, the game starts: if this person may ask for it now.
    pub(super) async fn arrange(&mut self, guest: Guest, request: &Request) -> Result<u64, NotDone> {
        if matches!(request, Request::Sit { seat, .. } if self.table.seats_of(guest).contains(*seat)) {
            return Ok(self.table.n); // They sit there already.
        }
        let entry = self.arrangement(guest, request).map_err(NotDone::Sorry)?;
        if matches!(entry, Entry::Sit { .. }) {
            // First the note, then the seat: a note too many is harmless, one that is missing hides a table.
            let noted = self.house.store.note_sitter(guest, self.table.key).await;
            noted.map_err(|_| NotDone::Sorry(says::NOT_SAVED))?;
        }
        self.commit(entry).await
    }

    fn arrangement(&self, guest: Guest, request: &Request) -> Result<Entry, Words> {
        let phase = self.table.phase();
        match *request {
            Request::Sit { seat, .. } => {
                let chair = self.chair(seat)?;
                match (phase, chair.taker) {
                    _ if self.table.removed.contains(&guest) => Err(says::REMOVED),
                    (Phase::Over, _) => Err(says::GAME_OVER),
                    (_, None) => Ok(Entry::Sit { seat, guest }),
                    // Whoever left a seat to a bot may come back to it.
                    (_, Some(Taker::Bot(_))) if chair.left_by == Some(guest) => {
                        Ok(Entry::Sit { seat, guest })
                    }
                    _ => Err(says::SEAT_TAKEN),
                }
            }
            Request::Stand { seat, .. } => match self.chair(seat)?.taker {
                _ if phase == Phase::Over => Err(says::GAME_OVER),
                Some(Taker::Person(sitting)) if sitting == guest => Ok(Entry::Stand { seat }),
                _ => Err(says::NOT_YOUR_SEAT),
            },
            Request::Bot { seat, level, .. } => {
                self.before_the_game(guest)?;
                match self.chair(seat)?.taker {
                    // A bot may be told to play at another level.
                    None | Some(Taker::Bot(_)) => Ok(Entry::Bot { seat, level }),
                    Some(_) => Err(says::SEAT_TAKEN),
                }
            }
            Request::Remove { seat, .. } => match self.chair(seat)?.taker {
                _ if guest != self.table.opening.host => Err(says::NOT_THE_HOST),
                _ if phase == Phase::Over => Err(says::GAME_OVER),
                Some(Taker::Person(guest)) if guest != self.table.opening.host => Ok(Entry::Remove { guest }),
                _ => Err(says::NOBODY_TO_REMOVE),
            },
            Request::Dismiss { seat, .. } => {
                self.before_the_game(guest)?;
                match self.chair(seat)?.taker {
                    Some(Taker::Bot(_)) => Ok(Entry::Dismiss { seat }),
                    _ => Err(says::SEAT_HAS_NO_BOT),
                }
            }
            _ => {
                self.before_the_game(guest)?;
                if self.table.chairs.iter().any(|chair| chair.taker.is_none()) {
                    return Err(says::SEATS_EMPTY);
                }
                Ok(Entry::Start)
            }
        }
    }

    /// Before the game somebody changes places: with an empty seat or a bot at will, with a person if they agree. The host
    /// decides for everybody.
    pub(super) async fn swap(&mut self, guest: Guest, seat: Seat, with: Seat) -> Result<u64, NotDone> {
        if self.table.phase() != Phase::Gathering {
            return Err(NotDone::Sorry(says::ALREADY_STARTED));
        }
        let mover = self.chair(seat).map_err(NotDone::Sorry)?.taker;
        let other = self.chair(with).map_err(NotDone::Sorry)?.taker;
        let host = guest == self.table.opening.host;
        if !host && mover != Some(Taker::Person(guest)) {
            return Err(NotDone::Sorry(says::NOT_YOUR_SEAT));
        }
        match other {
            Some(Taker::Person(other)) if !host && other != guest => {
                self.ask_others(guest, Question::Swap { seat, with }).await
            }
            _ => self.commit(Entry::Swap { seat, with }).await,
        }
    }

    fn chair(&self, seat: Seat) -> Result<&Chair, Words> {
        self.table.chairs.get(seat.index()).ok_or(says::NO_SEAT)
    }

    /// Before the game, those who sit here and the one who opened the table may arrange it.
    fn before_the_game(&self, guest: Guest) -> Result<(), Words> {
        if self.table.phase() != Phase::Gathering {
            Err(says::ALREADY_STARTED)
        } else if guest != self.table.opening.host && self.table.seats_of(guest).is_empty() {
            Err(says::NOT_AT_THIS_TABLE)
        } else {
            Ok(())
        }
    }
}
