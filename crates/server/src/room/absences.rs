//! A seat whose person is gone. Where time runs by itself nobody waits: after a few seconds a bot plays it, until they
//! are back; the seat stays theirs, and the log knows nothing of it. Where the game can wait, those who are here may let
//! a bot play after a while; that is in the log, and the seat is given back as soon as its person returns.

use std::time::Duration;

use table::{Seat, Seats};
use tokio::time::Instant;

use super::{ATTEMPTS, NotDone, Room};
use crate::{
    entry::Entry,
    people::Guest,
    protocol::{Phase, Vote},
    says,
    table::Taker,
};

/// How long somebody may be gone before a bot plays for them, where time runs by itself.
const A_MOMENT: Duration = Duration::from_secs(4);

/// Who sits here but is gone, and since when.
#[derive(Debug, Default)]
pub(super) struct Absences {
    gone: Vec<(Guest, Instant)>,
    /// How long they may be.
    patience: Duration,
    /// The seats that bots play for them.
    pub(super) stood_in: Seats,
    /// The seats for which the others may want a bot, …
    offered: Seats,
    /// … and who wants one.
    votes: Vec<(Seat, Guest)>,
}

impl Absences {
    /// When somebody has next been gone for too long.
    pub(super) fn next(&self) -> Option<Instant> {
        let now = Instant::now();
        self.gone.iter().map(|&(_, since)| since + self.patience).filter(|&due| due > now).min()
    }

    fn for_long(&self, guest: Guest) -> bool {
        self.gone.iter().any(|&(gone, since)| gone == guest && since.elapsed() >= self.patience)
    }
}

impl Room {
    /// Sees who is gone. If that changes who plays a seat, the bots are asked anew.
    pub(super) fn notice_absences(&mut self) {
        let playing = self.table.phase() == Phase::Playing;
        let runs = self.table.deadline().is_some();
        self.absences.patience = if runs { A_MOMENT } else { self.house.config.away };
        let clients = &self.clients;
        let here = |guest: Guest| clients.iter().any(|client| client.guest == guest);
        let now = Instant::now();
        self.absences.gone.retain(|&(guest, _)| playing && !here(guest));
        for guest in self.table.sitting().filter(|&guest| playing && !here(guest)) {
            if !self.absences.gone.iter().any(|&(gone, _)| gone == guest) {
                self.absences.gone.push((guest, now));
            }
        }
        let seats = Seat::all(self.table.opening.seats).zip(&self.table.chairs);
        let left: Seats = seats
            .filter(|(_, chair)| {
                matches!(chair.taker, Some(Taker::Person(guest)) if self.absences.for_long(guest))
            })
            .map(|(seat, _)| seat)
            .collect();
        let (stood_in, offered) = if runs { (left, Seats::NONE) } else { (Seats::NONE, left) };
        if self.absences.stood_in != stood_in {
            self.absences.stood_in = stood_in;
            self.minds.table_changed();
        }
        if self.absences.offered != offered {
            self.absences.offered = offered;
            self.absences.votes.retain(|(seat, _)| offered.contains(*seat));
            self.presence_changed();
        }
    }

    /// How the people who are here stand to letting a bot play this seat, where that is offered.
    pub(super) fn vote_on(&self, seat: Seat) -> Option<Vote> {
        if !self.absences.offered.contains(seat) {
            return None;
        }
        let mut vote = Vote { yes: Seats::NONE, of: Seats::NONE };
        for (of, chair) in Seat::all(self.table.opening.seats).zip(&self.table.chairs) {
            if let Some(Taker::Person(guest)) = chair.taker
                && self.is_here(guest)
            {
                vote.of = vote.of.with(of);
                if self.absences.votes.contains(&(seat, guest)) {
                    vote.yes = vote.yes.with(of);
                }
            }
        }
        Some(vote)
    }

    /// Somebody here wants a bot to play this seat.
    pub(super) async fn vote(&mut self, guest: Guest, seat: Seat) -> Result<u64, NotDone> {
        if self.table.seats_of(guest).is_empty() {
            return Err(NotDone::Sorry(says::NOT_AT_THIS_TABLE));
        }
        if !self.absences.offered.contains(seat) {
            return Err(NotDone::Sorry(says::NOT_AWAY));
        }
        if !self.absences.votes.contains(&(seat, guest)) {
            self.absences.votes.push((seat, guest));
        }
        if self.has_passed(seat) {
            return self.commit(Entry::StandIn { seat }).await;
        }
        self.show(&[], true);
        Ok(self.table.n)
    }

    fn has_passed(&self, seat: Seat) -> bool {
        self.vote_on(seat).is_some_and(|vote| vote.yes == vote.of && !vote.yes.is_empty())
    }

    /// Somebody who had not voted has gone: perhaps all who are left agree.
    pub(super) async fn count_votes(&mut self) {
        while let Some(seat) = self.absences.offered.iter().find(|&seat| self.has_passed(seat)) {
            if !matches!(self.commit(Entry::StandIn { seat }).await, Ok(_) | Err(NotDone::Again)) {
                break;
            }
            self.notice_absences();
        }
    }

    /// Whoever comes back finds their seat as theirs.
    pub(super) async fn give_back(&mut self, guest: Guest) {
        for _ in 0..ATTEMPTS {
            let kept = |seat: &Seat| {
                let chair = self.table.chairs.get(seat.index());
                chair.is_some_and(|chair| chair.kept && chair.left_by == Some(guest))
            };
            let playing = self.table.phase() == Phase::Playing;
            let Some(seat) = Seat::all(self.table.opening.seats).find(kept).filter(|_| playing) else {
                return;
            };
            if !matches!(self.commit(Entry::Sit { seat, guest }).await, Ok(_) | Err(NotDone::Again)) {
                return;
            }
        }
    }
}
