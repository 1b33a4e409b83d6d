//! What a table does by itself: what is due, its clock, and who is away.

use table::{GameEntry, Millis, Seats};
use tokio::time::Instant;

use super::{NotDone, Room, WAIT_FOR_THE_OTHERS};
use crate::{
    decide::{self, Due},
    entry::TableEntry,
    people::Guest,
    protocol::Phase,
};

/// What was written no longer ago, in milliseconds, was just now.
const JUST_NOW: i64 = 3_000;
/// A table stays open for time that is up within this.
const SOON: Millis = Millis(30_000);

impl Room {
    pub(super) async fn do_what_is_due(&mut self) {
        self.notice_absences();
        if std::mem::take(&mut self.look_for_vacations) {
            Box::pin(self.learn_of_vacations()).await;
        }
        if std::mem::take(&mut self.clock_to_note) {
            let _ = self.append(TableEntry::Game(GameEntry::tick(self.table.last_at))).await;
        }
        let mut looked = false;
        while let Some(due) = decide::due(&self.scene()).filter(|_| !self.ended) {
            // Nobody's time is up while they are away, whoever could not tell this table.
            if matches!(due, Due::Append(TableEntry::Out { .. })) && !std::mem::replace(&mut looked, true) {
                Box::pin(self.learn_of_vacations()).await;
                continue;
            }
            let done = match due {
                Due::Append(entry) => self.append(entry).await,
                Due::Undo(undo) => Box::pin(self.take_back(undo)).await,
            };
            if matches!(done, Err(NotDone::Declined(_))) {
                // Somebody has learned something since it was asked.
                let _ = self.append(TableEntry::Drop).await;
            }
            self.notice_absences();
        }
    }

    /// Writes into the log who is away, as it stands in the store, if it does not say so yet.
    pub(super) async fn learn_of_vacations(&mut self) {
        if !self.table.waits_for_vacations() {
            return;
        }
        let people: Vec<Guest> = self.table.chairs.people().collect();
        let announced = match self.house.store.vacations_of(&people).await {
            Ok(announced) => announced,
            Err(error) => {
                tracing::error!(table = self.table.opening.id, %error, "it cannot be read who is away");
                self.ended = true;
                return;
            }
        };
        while let Some(entry) = decide::vacation(&self.scene(), &announced).filter(|_| !self.ended) {
            let _ = self.append(entry).await;
        }
    }

    /// A table that is opened while its time runs waits for those who sit at it; any other goes on at once.
    pub(super) fn let_the_clock_run(&mut self) {
        if self.clock.runs() || self.table.phase() != Phase::Playing {
            return;
        }
        let now = Instant::now();
        if self.table.chairs.sitting().any(|guest| self.presence.is_here(guest)) {
            self.waiting_since.get_or_insert(now);
        }
        let waited = self.waiting_since.is_some_and(|since| now.duration_since(since) >= WAIT_FOR_THE_OTHERS);
        // In a town those who are missing may be at a node that is not heard: where something has just happened time goes on.
        let town = self.house.town.is_some();
        let since = self.house.store.now().0 - self.table.last_wall.0;
        let stood = since > JUST_NOW;
        // Where there are clocks, the table's goes with everybody's.
        let goes_on = (town && !stood) || self.table.terms.time.is_some();
        if waited || goes_on || self.missing().is_empty() || self.table.deadline().is_none() {
            // Time has stood still: whoever opens the table at another node must know since when it does no more.
            self.clock_to_note = town && stood && self.table.deadline().is_some();
            let passed = if goes_on { since.max(0) as u64 } else { 0 };
            let at = if self.table.clocks.is_some() { self.table.last_moment } else { self.table.last_at };
            self.clock.run(at + Millis(passed), now);
            self.waiting_since = None;
            self.bots.table_changed();
            self.presence_changed();
            self.tell_the_others(false);
        }
    }

    /// The seats whose people are not here.
    pub(super) fn missing(&self) -> Seats {
        self.table.chairs.which(|chair| chair.person().is_some_and(|guest| !self.presence.is_here(guest)))
    }

    /// The house closes: what has run until now has run. What is due in the next moment waits until it is open again.
    pub(super) async fn stop_the_clock(&mut self) {
        let Some(due) = self.table.deadline().filter(|_| self.clock.runs()) else { return };
        let at = self.scene().now.min(due - Millis(1));
        if at > self.table.last_at {
            let _ = self.append(TableEntry::Game(GameEntry::tick(at))).await;
        }
    }

    /// Sees who is gone. If that changes who plays a seat, the bots are asked anew.
    pub(super) fn notice_absences(&mut self) {
        self.presence.notice(&self.table, Instant::now());
        let scene = self.scene();
        let (stood_in, absent) = (scene.stood_in(), (scene.offered(), scene.left()));
        self.bots.play_for(stood_in);
        if std::mem::replace(&mut self.absent, absent) != absent {
            self.presence_changed();
        }
    }

    /// Whether somebody's time is up soon. Until then nobody has to have the table open: the store knows when.
    fn time_is_nearly_up(&self) -> bool {
        self.table.next_up().is_some_and(|(_, due)| due < self.scene().now + SOON)
    }

    /// In a town, so that another node goes on if this one dies.
    pub(super) fn say_whether_busy(&mut self) {
        let busy = self.is_busy();
        if self.house.town.is_some() && std::mem::replace(&mut self.busy, busy) != busy {
            if busy {
                self.house.mind(self.table.key);
            } else {
                self.house.mind_no_more(self.table.key);
            }
        }
    }

    /// Nobody is here, no bot has to move, and nothing happens by itself.
    pub(super) fn may_rest(&self) -> bool {
        self.clients.is_empty() && self.record_due.is_none() && (self.left_to_others() || !self.is_busy())
    }

    /// Whether something happens here by itself.
    pub(super) fn is_busy(&self) -> bool {
        let time_runs = self.clock.runs() && self.table.deadline().is_some();
        time_runs || self.bots.busy() || self.time_is_nearly_up()
    }
}
