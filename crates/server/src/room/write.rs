//! From a decision to the log, from the log to the table, and from there to everybody.

use tokio::time::{Duration, Instant};

use super::{NotDone, RECORD_AGAIN, Room};
use crate::{
    address::Address,
    decide::{Declined, Rematch, Undo},
    entry::TableEntry,
    fold::{Change, FoldError},
    messages,
    people::Doing,
    protocol::Phase,
    records,
    store::{NotOpened, Opening, Row, StoreError, UnixMillis},
};

impl Room {
    /// Writes an entry to the log; then the table is changed by it, and everybody is shown.
    pub(super) async fn append(&mut self, entry: TableEntry) -> Result<u64, NotDone> {
        if self.ended {
            // Whatever ended this room, nothing is written by it any more: nobody would be told.
            return Err(NotDone::NotSaved);
        }
        let (n, wall) = (self.table.n + 1, self.wall_of(&entry));
        let row = Row { n, entry: entry.write(), wall };
        let told = self.others.is_some().then(|| row.clone());
        let timed = self.table.not_up_before(&entry, wall);
        match self.house.store.append(self.table.key, row, entry.named(), timed).await {
            Ok(()) => {
                if let Some(row) = told {
                    self.tell_entry(row);
                }
            }
            Err(StoreError::Conflict) => {
                self.house.metrics.races_lost.one();
                if !Box::pin(self.read_on()).await && !self.ended {
                    // Nothing came first: the log has less than is known here. Something was told that was never written, or
                    // the database was put back. The log is the truth: everybody comes back to what it says.
                    tracing::error!(table = self.table.opening.id, n, "the log does not hold what was told");
                    self.ended = true;
                }
                return Err(if self.ended { NotDone::NotSaved } else { NotDone::Again });
            }
            Err(error) => {
                tracing::error!(table = self.table.opening.id, %error, "an entry is not saved");
                self.ended = true;
                return Err(if matches!(error, StoreError::Unknown) {
                    NotDone::Unknown
                } else {
                    NotDone::NotSaved
                });
            }
        }
        let change = self.table.apply(entry, wall);
        self.take_in(change).await;
        // What is written and cannot be applied stands there all the same.
        if self.ended { Err(NotDone::Unknown) } else { Ok(n) }
    }

    /// When this happens by everybody's clock. In a town, and where seats have clocks, what the game does is written as of its own moment, so that whoever
    /// opens the table elsewhere goes on from there.
    fn wall_of(&self, entry: &TableEntry) -> UnixMillis {
        let now = self.house.store.now();
        let at = match entry {
            // Where seats have clocks, everything goes by the table's own: a machine whose clock is set takes nobody's time.
            TableEntry::Out { at, .. } if self.table.clocks.is_some() => return self.table.wall(*at),
            _ if self.table.clocks.is_some() && self.clock.runs() => {
                return self.table.wall(self.scene().now);
            }
            TableEntry::Game(entry) => entry.at,
            _ => return now,
        };
        if self.others.is_some() && self.clock.runs() {
            UnixMillis(now.0 - self.scene().now.saturating_sub(at).0 as i64)
        } else {
            now
        }
    }

    /// The table has changed: everybody is shown. What cannot be applied was never decided.
    pub(super) async fn take_in(&mut self, change: Result<Change, FoldError>) {
        let change = match change {
            Ok(change) => change,
            Err(error) => {
                tracing::error!(table = self.table.opening.id, %error, "an entry of the log cannot be applied");
                self.ended = true;
                return;
            }
        };
        if let Some((guest, wall)) = self.table.last_by {
            let long = self.house.store.now().0.saturating_sub(wall.0).max(0) as u64;
            if let Some(then) = Instant::now().checked_sub(Duration::from_millis(long)) {
                self.presence.was_here(guest, then);
            }
        }
        if change.game_changed || change.seats_changed {
            self.bots.table_changed();
            self.plans_due = true;
            if let Some(others) = &mut self.others {
                others.changed = Instant::now();
            }
        }
        // A game that begins, or whoever sits down, may bring somebody who is away.
        self.look_for_vacations |= change.info_changed && (change.game_changed || change.seats_changed);
        self.let_the_clock_run();
        // On the records first: who sees the end looks there at once.
        if change.game_changed && self.table.phase() == Phase::Over {
            Box::pin(self.put_on_record()).await;
            self.presence.see_the_end(&self.table);
        }
        self.show(&change);
        self.recent.push(change);
        self.shelf_changed();
    }

    /// Reads what somebody else has written to the log. Says whether there was anything.
    pub(super) async fn read_on(&mut self) -> bool {
        let rows = match self.house.store.log(self.table.key, self.table.n).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::error!(table = self.table.opening.id, %error, "the log cannot be read on");
                self.ended = true;
                return false;
            }
        };
        for row in &rows {
            let change = self.table.read_on(row);
            self.take_in(change).await;
        }
        if let (Some(others), Some(last)) = (&mut self.others, rows.last()) {
            others.note(last.n, &last.entry);
            self.go_by_the_log();
            self.learn_names().await;
        }
        !rows.is_empty()
    }

    /// Takes something back, if nobody has learned anything.
    pub(super) async fn take_back(&mut self, undo: Undo) -> Result<u64, NotDone> {
        let turn = self.house.room_turn(self.comes_from().unwrap_or(Address::HOUSE)).await;
        let undo = self.house.on_blocking_pool(turn, move || undo.allowed().map(|()| undo.entry)).await;
        let entry = undo.unwrap_or(Err(messages::HOUSE_TROUBLE)).map_err(Declined::Sorry)?;
        self.append(entry).await
    }

    /// Opens the table where the same people play on, and says so in the log of this one.
    pub(super) async fn open_next(
        &mut self,
        Rematch { by, options, entries }: Rematch,
    ) -> Result<u64, NotDone> {
        let Opening { game, seats, private, .. } = &*self.table.opening;
        // Whoever asks for what the game does not have is told so, and nothing is opened.
        let opening =
            Opening::new(game.clone(), None, &options, *seats, by, *private).map_err(
                |error| match error {
                    NotOpened::Trouble(trouble) => Declined::Sorry(trouble.words()),
                    NotOpened::Randomness(_) => Declined::Sorry(messages::HOUSE_TROUBLE),
                },
            )?;
        // Whoever asks is here, if they have not gone this very moment.
        let from = self.clients.iter().find(|client| client.guest == by).map(|client| client.from);
        // They have played a game to its end: nobody new.
        let may = |from| self.house.people.may(by, false, from, Doing::Open);
        if self.house.config.limits && !from.is_some_and(may) {
            return Err(Declined::Sorry(messages::TOO_MANY_TABLES).into());
        }
        let full = self.house.has_room_for(by).await.unwrap_or(Err(messages::HOUSE_TROUBLE));
        full.map_err(Declined::Sorry)?;
        let table = opening.id.clone();
        let key = self.house.open_table(opening, &entries).await.map_err(|error| {
            tracing::error!(%error, "the next table is not opened");
            Declined::Sorry(messages::NOT_SAVED)
        })?;
        let done = self.append(TableEntry::Rematch { table, by }).await;
        if matches!(done, Err(NotDone::Again)) {
            // Somebody at another node was quicker, and theirs is where everybody goes.
            let _ = self.house.store.forget(key, UnixMillis(i64::MAX)).await;
        }
        done
    }

    /// The game is over. It may be told more than once: the house may have closed just then.
    pub(super) async fn put_on_record(&mut self) {
        let put = records::put(&self.house, &self.table).await;
        self.record_due = put.is_err().then(|| Instant::now() + RECORD_AGAIN);
        if let Err(error) = put {
            tracing::error!(table = self.table.opening.id, %error, "the end is not on record");
        }
    }
}
