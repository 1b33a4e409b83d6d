//! One question at a time to the people at the table: before the game, shall two of them change places; during it, may
//! somebody take something back. The question is not in the log, only what comes of it.

use table::{Seat, Seats};

use super::{NotDone, Room};
use crate::{
    entry::Entry,
    people::Guest,
    protocol::{Asked, Phase, Question},
    says,
    table::Taker,
};

/// A question, and who has said yes so far.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    what: Question,
    asker: Guest,
    yes: Vec<Guest>,
}

impl Room {
    /// The question as the page shows it.
    pub(super) fn asked(&self) -> Option<Asked> {
        let pending = self.asked.as_ref()?;
        Some(Asked { what: pending.what, of: self.unanswered(pending) })
    }

    /// The seats of the people whose answer is missing.
    fn unanswered(&self, Pending { what, asker, yes }: &Pending) -> Seats {
        let answers = Seat::all(self.table.opening.seats).zip(&self.table.chairs).filter(|(seat, chair)| {
            let concerned = match what {
                Question::Swap { with, .. } => seat == with,
                Question::Undo { .. } => true,
            };
            // Also of somebody whose seat is kept for them: a bot that plays for them does not speak for them.
            let person = chair.person().or(chair.left_by.filter(|_| chair.kept));
            let missing = person.is_some_and(|guest| guest != *asker && !yes.contains(&guest));
            concerned && missing
        });
        answers.map(|(seat, _)| seat).collect()
    }

    /// Asks the others. Where nobody else has a say it is done at once.
    pub(super) async fn ask_others(&mut self, asker: Guest, what: Question) -> Result<u64, NotDone> {
        if self.asked.as_ref().is_some_and(|pending| pending.asker != asker) {
            return Err(NotDone::Sorry(says::ALREADY_ASKED));
        }
        self.asked = Some(Pending { what, asker, yes: Vec::new() });
        self.all_agreed().await
    }

    /// Somebody answers what is asked.
    pub(super) async fn answered(&mut self, guest: Guest, yes: bool) -> Result<u64, NotDone> {
        let Some(pending) = &self.asked else { return Err(NotDone::Sorry(says::NOTHING_ASKED)) };
        let concerned = self.unanswered(pending).iter().any(|seat| self.table.seats_of(guest).contains(seat));
        if !yes && (concerned || pending.asker == guest) {
            self.asked = None;
            self.show(&[], true);
            return Ok(self.table.n);
        }
        if !concerned {
            return Err(NotDone::Sorry(says::NOTHING_ASKED));
        }
        if let Some(pending) = &mut self.asked {
            pending.yes.push(guest);
        }
        self.all_agreed().await
    }

    /// Does what was asked once nobody's answer is missing; until then everybody sees the question.
    async fn all_agreed(&mut self) -> Result<u64, NotDone> {
        let Some(pending) = self.asked.take() else { return Ok(self.table.n) };
        if !self.unanswered(&pending).is_empty() {
            self.asked = Some(pending);
            self.show(&[], true);
            return Ok(self.table.n);
        }
        let done = match pending.what {
            Question::Swap { seat, with } => self.commit(Entry::Swap { seat, with }).await,
            Question::Undo { seat } => self.take_back(seat).await,
        };
        match &done {
            // Decided anew as the table stands now, if the question still makes sense there.
            Err(NotDone::Again) => {
                self.asked = Some(pending);
                self.lapse(None);
            }
            Err(_) => self.show(&[], true),
            Ok(_) => {}
        }
        done
    }

    /// Drops the question if the table has moved on from it; `acted` has just acted. Says whether it did.
    pub(super) fn lapse(&mut self, acted: Option<Seat>) -> bool {
        let Some(Pending { what, asker, .. }) = &self.asked else { return false };
        let theirs = self.table.seats_of(*asker).contains(what.seat());
        let stands = match what {
            Question::Swap { with, .. } => {
                let other = self.table.chairs.get(with.index()).and_then(|chair| chair.taker);
                self.table.phase() == Phase::Gathering && matches!(other, Some(Taker::Person(_)))
            }
            Question::Undo { seat } => self.table.phase() == Phase::Playing && acted != Some(*seat),
        };
        if theirs && stands {
            return false;
        }
        self.asked = None;
        true
    }

    /// Whoever asked has gone: nobody has to answer them.
    pub(super) fn asker_gone(&mut self) {
        if self.asked.as_ref().is_some_and(|pending| !self.is_here(pending.asker)) {
            self.asked = None;
        }
    }

    /// Somebody who had not answered is no longer asked: perhaps all others agree.
    pub(super) async fn settle(&mut self) {
        if self.asked.as_ref().is_some_and(|pending| self.unanswered(pending).is_empty()) {
            // What cannot be done is shown as a question that is gone.
            let _ = self.all_agreed().await;
        }
        self.count_votes().await;
    }
}
