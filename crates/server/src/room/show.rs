//! What everybody at the table is shown: made and encoded once for all who stand alike, and told as what changed.

use axum::extract::ws::Utf8Bytes;
use catalogue::Patch;
use futures_channel::mpsc;
use table::{Seat, Seats, Since as _};
use tokio::time::Instant;

use super::{ConnectionId, NotDone, PRESENCE_PAUSE, Room, SHELF_PAUSE};
use crate::{
    address::Address,
    decide::Declined,
    fold::{Change, Holder},
    frames,
    lobby::Summary,
    messages,
    neighbours::TableNews,
    people::Guest,
    protocol::{Frame, GameShown, Json, NextTable, Phase, Reply, Request, SeatInfo, TableInfo, Taker},
};

/// A connection to this table.
#[derive(Debug)]
pub(super) struct Client {
    pub(super) id: ConnectionId,
    pub(super) guest: Guest,
    pub(super) from: Address,
    pub(super) standing: Standing,
    pub(super) out: mpsc::Sender<Utf8Bytes>,
    /// What they have of what those of their standing were shown.
    pub(super) has: Has,
    /// They do not read what they are sent, or have gone.
    lost: bool,
}

impl Client {
    pub(super) const fn new(
        id: ConnectionId,
        (guest, from): (Guest, Address),
        standing: Standing,
        out: mpsc::Sender<Utf8Bytes>,
    ) -> Self {
        Self { id, guest, from, standing, out, has: Has { table: false, game: false }, lost: false }
    }

    pub(super) fn send(&mut self, message: Utf8Bytes) {
        self.lost |= self.out.try_send(message).is_err();
    }
}

/// Which parts of what was shown somebody has, so that they need only be told what changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Has {
    pub(super) table: bool,
    pub(super) game: bool,
}

/// What all of one standing were shown last.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) standing: Standing,
    pub(super) table: TableInfo,
    pub(super) game: GameShown,
}

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
            seats: self.table.chairs.seats_of(guest),
            left: self.table.chairs.left_by(guest),
            host: guest == self.table.opening.host,
            removed: self.table.removed.contains(&guest),
        }
    }

    /// Shows everybody what has changed.
    pub(super) fn show(&mut self, change: &Change) {
        self.show_all(Some(change), change.info_changed);
    }

    /// Shows everybody who is here, and whatever else of the table changes seldom.
    pub(super) fn show_info(&mut self) {
        self.show_all(None, true);
    }

    /// Sends a frame to everybody. Talk, a question or a vote changes nothing on the board.
    fn show_all(&mut self, change: Option<&Change>, info_changed: bool) {
        if info_changed {
            self.presence_due = None;
            for index in 0..self.clients.len() {
                let standing = self.standing(self.clients[index].guest);
                let client = &mut self.clients[index];
                if client.standing != standing {
                    (client.standing, client.has) = (standing, Has { table: false, game: false });
                }
            }
        }
        let game_changed = change.is_some_and(|change| change.game_changed || change.clocks_changed);
        let room = Vec::with_capacity(self.shown.len());
        let mut before = std::mem::replace(&mut self.shown, room);
        for index in 0..self.clients.len() {
            let standing = self.clients[index].standing;
            if self.shown.iter().any(|shown| shown.standing == standing) {
                continue;
            }
            let old =
                before.iter().position(|shown| shown.standing == standing).map(|at| before.swap_remove(at));
            let (old_table, old_game) = old.map(|old| (old.table, old.game)).unzip();
            let (table, table_patch) = renewed(
                old_table,
                info_changed,
                || self.info(standing),
                |new, old, patch| patch.at("table", |patch| new.since(old, patch)),
            );
            let (game, game_patch) = renewed(
                old_game,
                game_changed,
                || GameShown::new(&self.table, standing.seats),
                |new, old, patch| patch.at("game", |patch| new.since(old, patch)),
            );
            let shown = Shown { standing, table, game };
            self.show_those_of(&shown, change, info_changed, [&table_patch, &game_patch]);
            self.shown.push(shown);
        }
        let lost: Vec<ConnectionId> =
            self.clients.iter().filter(|client| client.lost).map(|client| client.id).collect();
        for id in lost {
            self.leave(id);
        }
    }

    /// Sends a frame to all of one standing: what they do not have whole, and of the rest what changed. Whoever has just
    /// come knows more of the table than was shown, until it is made anew.
    fn show_those_of(
        &mut self,
        shown: &Shown,
        change: Option<&Change>,
        info_changed: bool,
        patches: [&Patch; 2],
    ) {
        let Standing { seats, .. } = shown.standing;
        let watches = shown.standing.watches();
        let steps: Vec<_> = change.iter().map(|change| change.seen_by(seats, watches, &self.names)).collect();
        let (n, now) = (self.table.n, self.scene().now);
        let mut encoded: Vec<(Has, Option<Utf8Bytes>)> = Vec::new();
        for client in self.clients.iter_mut().filter(|client| client.standing == shown.standing) {
            let has = client.has;
            client.has = Has { table: has.table || info_changed, game: true };
            let known = encoded.iter().position(|(known, _)| *known == has).unwrap_or_else(|| {
                let patch = patch_of(has, patches);
                let table = (info_changed && !has.table).then_some(&shown.table);
                let game = (!has.game).then_some(&shown.game);
                let new = !steps.is_empty() || patch.is_some() || table.is_some() || game.is_some();
                let frame = Frame { n, now, whole: false, steps: &steps, table, game, patch, welcome: None };
                encoded.push((has, new.then(|| frames::encode(&Reply::Frame(frame)))));
                encoded.len() - 1
            });
            if let Some(frame) = &encoded[known].1 {
                client.send(frame.clone());
            }
        }
    }

    /// What changes seldom, for somebody of this standing.
    pub(super) fn info(&self, standing: Standing) -> TableInfo {
        let (table, opening) = (&self.table, &self.table.opening);
        let over = table.phase() == Phase::Over;
        let next = table.next.as_ref().filter(|_| !standing.removed);
        let waits = table.phase() == Phase::Playing && !self.clock.runs();
        TableInfo {
            id: opening.id.clone(),
            game: opening.game.clone(),
            name: opening.name.clone(),
            options: Json(opening.raw_options()),
            terms: table.terms,
            out: table.taken,
            options_by: table.options_by.map(|guest| self.name(guest)),
            private: opening.private,
            phase: table.phase(),
            seats: Seat::all(opening.seats).map(|seat| self.seat(seat, standing)).collect(),
            watchers: self.presence.watchers(table),
            host: standing.host,
            arranged: table.is_arranged(),
            removed: standing.removed,
            asked: table.asking.as_ref().map(|asking| asking.shown(&table.chairs)),
            hints: table.hints_open(),
            next: next.map(|(id, by)| NextTable { id: id.clone(), name: self.name(*by) }),
            commitment: opening.seed.commitment(),
            seed: over.then(|| opening.seed.to_string()),
            forked: opening.given.is_some(),
            talk_closed: table.may_talk().err(),
            quiet: table.quiet,
            waits_for: waits.then(|| self.missing()),
            queued: self.bots.queued(),
        }
    }

    fn seat(&self, seat: Seat, standing: Standing) -> SeatInfo {
        let chair = self.table.chairs.get(seat).copied().unwrap_or_default();
        let taken_by = chair.holder.map(|holder| match holder {
            Holder::Bot(level) => Taker::Bot { level },
            Holder::Person(guest) => {
                Taker::Person { name: self.name(guest), here: self.presence.is_here(guest) }
            }
        });
        SeatInfo {
            taken_by,
            mine: standing.seats.contains(seat),
            left: standing.left.contains(seat) && !self.table.taken.contains(seat),
            left_by: chair.left_by.map(|guest| self.name(guest)),
            vote: self.scene().vote_on(seat),
        }
    }

    fn name(&self, guest: Guest) -> String {
        self.names.get(&guest).cloned().unwrap_or_default()
    }

    /// Tells somebody what became of their request.
    pub(super) fn answer(&mut self, to: ConnectionId, request: &Request, done: Result<u64, NotDone>) {
        let id = request.id();
        let message = match done {
            Ok(_) if matches!(request, Request::Ping { .. }) => {
                frames::encode(&Reply::Pong { id, now: self.scene().now })
            }
            Ok(n) => frames::encode(&Reply::Done { id, n }),
            Err(NotDone::Declined(Declined::Refused(refusal))) => {
                frames::encode(&Reply::Refused { id, refusal: &refusal })
            }
            Err(NotDone::Declined(Declined::Sorry(words))) => frames::error(Some(id), &words),
            Err(NotDone::Again | NotDone::NotSaved) => frames::error(Some(id), &messages::NOT_SAVED),
            // They are let go, come back, and ask again for what they do not see done.
            Err(NotDone::Unknown) => return,
        };
        self.send(to, message);
    }

    pub(super) fn send(&mut self, to: ConnectionId, message: Utf8Bytes) {
        if let Some(client) = self.clients.iter_mut().find(|client| client.id == to) {
            client.send(message);
        }
    }

    /// Who is here has changed: shown together with what else changes in a moment.
    pub(super) fn presence_changed(&mut self) {
        self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE_PAUSE);
        self.shelf_changed();
    }

    pub(super) fn shelf_changed(&mut self) {
        self.shelf_due.get_or_insert_with(|| Instant::now() + SHELF_PAUSE);
    }

    pub(super) fn put_on_shelf(&mut self) {
        self.shelf_due = None;
        self.house.put_on_shelf(self.summary(), false);
    }

    /// The room rests: what the lobby shows of its table stays as it is now.
    pub(super) fn rest(&mut self) {
        if self.table.clocks.is_some() && !self.ended {
            self.house.store.note_up(self.table.key, self.table.up_at());
        }
        // Whoever was still here is let go, and comes back to a fresh room.
        self.clients.clear();
        self.presence.leave_here();
        if let Some(town) = &self.house.town {
            town.tell_table(&self.table.opening.id, &TableNews::Gone);
        }
        // What goes on is another node's. Where that one believes the same of this one, the mark runs out, and is found.
        if self.ended || self.is_busy() {
            self.house.minded().remove(&self.table.key);
        } else {
            self.house.mind_no_more(self.table.key);
        }
        match self.attended_at() {
            Some(node) => self.house.lobby.leave_to(self.table.key, node),
            None => self.house.put_on_shelf(self.summary(), true),
        }
    }

    /// Where those come from for whom this table is: who sits there before whose table it is, and before who watches.
    pub(super) fn comes_from(&self) -> Option<Address> {
        let rank = |client: &&Client| (client.standing.watches(), !client.standing.host);
        self.clients.iter().min_by_key(rank).map(|client| client.from)
    }

    fn summary(&self) -> Summary {
        Summary::new(&self.table, self.comes_from(), &self.names, |guest| self.presence.is_here(guest))
    }
}

/// A part of what is shown as it is now, and what makes it so of what it was.
fn renewed<T>(
    old: Option<T>,
    changed: bool,
    new: impl FnOnce() -> T,
    since: impl FnOnce(&T, &T, &mut Patch),
) -> (T, Patch) {
    match old {
        Some(old) if !changed => (old, Patch::NONE),
        Some(old) => {
            let (new, mut patch) = (new(), Patch::new());
            since(&new, &old, &mut patch);
            (new, patch)
        }
        None => (new(), Patch::NONE),
    }
}

/// The operations on those parts that somebody has, if there are any.
fn patch_of(has: Has, [table, game]: [&Patch; 2]) -> Option<[&Patch; 2]> {
    const NONE: &Patch = &Patch::NONE;
    let patches = [if has.table { table } else { NONE }, if has.game { game } else { NONE }];
    patches.iter().any(|patch| !patch.is_empty()).then_some(patches)
}
