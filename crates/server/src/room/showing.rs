//! What everybody at the table is shown: encoded once for all who are shown the same.

use axum::extract::ws::Utf8Bytes;
use table::{Seat, Seats};

use super::Room;
use crate::{
    frames::{self, Sights},
    people::Guest,
    protocol::{NextTable, Phase, SeatInfo, TableInfo, Taker as TakerInfo},
    table::{Happening, Taker},
};

/// What decides what somebody is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) seats: Seats,
    /// The seats that they left to bots.
    left: Seats,
    host: bool,
    removed: bool,
}

impl Standing {
    /// Whether they only watch: neither do they sit, nor can they sit down again where they sat.
    pub(super) fn watches(self) -> bool {
        self.seats.is_empty() && self.left.is_empty()
    }
}

impl Room {
    pub(super) fn standing(&self, guest: Guest) -> Standing {
        Standing {
            seats: self.table.seats_of(guest),
            left: self.table.left_by(guest),
            host: guest == self.table.opening.host,
            removed: self.table.removed.contains(&guest),
        }
    }

    /// Sends a frame to everybody: encoded once for all who stand alike.
    pub(super) fn show(&mut self, happenings: &[Happening], seldom: bool) {
        if seldom {
            self.presence_due = None;
            for index in 0..self.clients.len() {
                self.clients[index].standing = self.standing(self.clients[index].guest);
            }
        }
        // What is said, and who comes and goes, changes nothing on the board.
        let changed = happenings.iter().any(|happening| happening.said.is_none());
        let mut sights = changed.then(Sights::default);
        let mut frames: Vec<(Standing, Utf8Bytes)> = Vec::with_capacity(self.clients.len().min(8));
        for index in 0..self.clients.len() {
            let standing = self.clients[index].standing;
            let seats = standing.seats;
            // What happens often looks the same to all who have the same seats.
            let left = standing.left;
            let alike = if seldom { standing } else { Standing { seats, left, ..Standing::default() } };
            let known = frames.iter().find(|(known, _)| *known == alike);
            let frame = if let Some((_, frame)) = known {
                frame.clone()
            } else {
                let steps: Vec<_> =
                    happenings.iter().map(|h| h.seen_by(seats, standing.watches(), &self.names)).collect();
                let info = seldom.then(|| self.info(standing));
                let frame = frames::frame(&self.table, seats, sights.as_mut(), &steps, false, info.as_ref());
                frames.push((alike, frame.clone()));
                frame
            };
            self.clients[index].send(frame);
        }
        let before = self.clients.len();
        self.clients.retain(|client| !client.lost);
        if self.clients.len() < before {
            self.presence_changed();
        }
    }

    /// What changes seldom, for somebody of this standing.
    pub(super) fn info(&self, standing: Standing) -> TableInfo {
        let opening = &self.table.opening;
        let over = self.table.phase() == Phase::Over;
        let watching = self.clients.iter().filter(|client| client.standing.seats.is_empty());
        let mut watching: Vec<Guest> = watching.map(|client| client.guest).collect();
        watching.sort_unstable();
        watching.dedup();
        TableInfo {
            id: opening.id.clone(),
            game: opening.game.clone(),
            name: opening.name.clone(),
            options: opening.raw_options(),
            private: opening.private,
            phase: self.table.phase(),
            seats: Seat::all(opening.seats).map(|seat| self.seat(seat, standing)).collect(),
            watchers: watching.len() as u32,
            host: standing.host,
            removed: standing.removed,
            asked: self.asked(),
            next: self
                .table
                .next
                .as_ref()
                .filter(|_| !standing.removed)
                .map(|(id, by)| NextTable { id: id.clone(), name: self.name(*by) }),
            commitment: opening.seed.commitment(),
            seed: over.then(|| opening.seed.to_string()),
            forked: opening.given.is_some(),
            talk_closed: self.may_talk().err(),
            me: None,
            build: None,
        }
    }

    fn seat(&self, seat: Seat, standing: Standing) -> SeatInfo {
        let chair = self.table.chairs.get(seat.index()).copied().unwrap_or_default();
        let taken_by = chair.taker.map(|taker| match taker {
            Taker::Bot(level) => TakerInfo::Bot { level },
            Taker::Person(guest) => TakerInfo::Person { name: self.name(guest), here: self.is_here(guest) },
        });
        SeatInfo {
            taken_by,
            mine: standing.seats.contains(seat),
            left: standing.left.contains(seat),
            left_by: chair.left_by.map(|guest| self.name(guest)),
            vote: self.vote_on(seat),
        }
    }

    fn name(&self, guest: Guest) -> String {
        self.names.get(&guest).cloned().unwrap_or_default()
    }

    pub(super) fn is_here(&self, guest: Guest) -> bool {
        self.clients.iter().any(|client| client.guest == guest)
    }
}
