//! One table in play: a loop of four steps. What somebody asks, or what is due by itself, is [decided](decide::decide),
//! [appended](Room::append) to the log, [applied](Table::apply) to the table, and [shown](show) to everybody who is here.
//!
//! A room does one thing after another, and the table changes only by what is in its log. If somebody else wrote a number
//! first, the room reads on and decides anew: the log is the truth.

mod bots;
mod join;
mod leave;
mod look;
mod open;
mod others;
mod plans;
mod recent;
mod show;
mod time;
mod write;

use std::{sync::Arc, time::Duration};

use ::bots::Intent;
use axum::extract::ws::Utf8Bytes;
use futures_channel::mpsc::Sender;
use governor::DefaultDirectRateLimiter;
use table::{Millis, Seats, Words};
use tokio::{
    sync::oneshot,
    time::{Instant, sleep_until},
};

use crate::{
    House,
    address::Address,
    clock::TableClock,
    decide::{self, Decision, Declined, Scene, Who, decide},
    fold::Table,
    frames::Names,
    messages,
    metrics::RefusedWhy,
    people::Guest,
    presence::Presence,
    protocol::{Phase, Request},
    ratings,
    rooms::{Door, Inbox},
};
use bots::BotSeats;
pub(crate) use leave::rewrite;
pub(crate) use look::{Look, look};
pub(crate) use open::{OpenError, run};
use others::Others;
use recent::Recent;
use show::{Client, Shown};

/// Comings and goings are shown together, not one by one.
const PRESENCE_PAUSE: Duration = Duration::from_millis(150);
/// A busy table is not put on the lobby's shelf more often.
const SHELF_PAUSE: Duration = Duration::from_millis(500);
/// A table is kept as it stands after so many entries were folded, and when its room closes.
const KEEP_EVERY: u64 = 200;
/// A request that loses the race for its number this often is given up.
const ATTEMPTS: u32 = 8;
/// When a table whose time runs is opened again, those who are back wait so long for the others.
const SITTING_DOWN: (Duration, u32) = (Duration::from_secs(2), 100);
const WAIT_FOR_THE_OTHERS: Duration = Duration::from_secs(15);
/// What could not be put on record is tried again after so long.
const RECORD_AGAIN: Duration = Duration::from_secs(2);

/// The house's number for a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionId(pub u64);

/// What comes to a room's door.
#[derive(Debug)]
pub(crate) enum ToRoom {
    Join(Join),
    /// `arrived`: when it was read. `lag`: how long a message of theirs travels at most, as measured.
    Ask {
        from: ConnectionId,
        arrived: Instant,
        lag: Millis,
        request: Request,
    },
    Leave(ConnectionId),
    /// A bot has thought.
    Decided {
        id: u64,
        decision: Intent,
    },
    /// A guest has chosen another name.
    Renamed {
        guest: Guest,
        name: String,
    },
    /// A guest leaves all their seats here.
    StandUp {
        guest: Guest,
        done: oneshot::Sender<()>,
    },
    /// Entries may have been rewritten by another node.
    Rewritten,
    /// A guest deletes themselves. Answered with whether it is written down.
    Forget {
        guest: Guest,
        done: oneshot::Sender<bool>,
    },
    /// Somebody who sits here may be away, or back. Answered once it is in the log, with whether it could be.
    Vacations {
        done: oneshot::Sender<bool>,
    },
    Look(Look),
    /// Somebody has planned something else than before.
    Planned,
    /// The house closes: time stands still until it is open again.
    Close {
        done: oneshot::Sender<()>,
    },
}

/// Somebody comes to the table.
#[derive(Debug)]
pub(crate) struct Join {
    pub(crate) id: ConnectionId,
    pub(crate) guest: Guest,
    pub(crate) from: Address,
    pub(crate) name: String,
    /// The newest entry they know of.
    pub(crate) since: u64,
    pub(crate) out: Sender<Utf8Bytes>,
}

/// A request on its way into the log.
#[derive(Debug)]
struct Incoming {
    /// Who wants to be answered; nobody, for a bot.
    from: Option<ConnectionId>,
    who: Who,
    request: Request,
    arrived: Instant,
    lag: Millis,
}

impl Incoming {
    fn of_bot(request: Request) -> Self {
        Self { from: None, who: Who::Bot, request, arrived: Instant::now(), lag: Millis::ZERO }
    }
}

/// An action whose moment is settled, and which waits until what was due before it has become final.
#[derive(Debug)]
struct Held {
    asked: Incoming,
    at: Millis,
}

/// Why something was not done.
#[derive(Debug)]
enum NotDone {
    Declined(Declined),
    /// Somebody else wrote first; now the table is as they left it.
    Again,
    /// The store failed.
    NotSaved,
    /// The line to the store broke, and it may be saved or not: nothing is said of it.
    Unknown,
}

impl From<Declined> for NotDone {
    fn from(declined: Declined) -> Self {
        Self::Declined(declined)
    }
}

#[derive(Debug)]
struct Room {
    house: Arc<House>,
    table: Table,
    clock: TableClock,
    presence: Presence,
    names: Names,
    clients: Vec<Client>,
    shown: Vec<Shown>,
    door: Door,
    bots: BotSeats,
    held: Vec<Held>,
    /// The seats for which a bot was offered when everybody was last shown, and those whose people had left.
    absent: (Seats, Seats),
    /// When the first of those who sit came to a table whose clock waits for everybody.
    waiting_since: Option<Instant>,
    presence_due: Option<Instant>,
    shelf_due: Option<Instant>,
    /// The game is over, and that could not be put on record: when it is tried again.
    record_due: Option<Instant>,
    /// How many entries had been folded here when the table was last kept as it stands.
    kept: u64,
    recent: Recent,
    /// The other nodes of the town that have it open.
    others: Option<Box<Others>>,
    /// Whether something happens here by itself, as the town was told.
    busy: bool,
    /// Whether somebody here may be away without the log saying so.
    look_for_vacations: bool,
    /// The clock was let run, which the log does not say yet.
    clock_to_note: bool,
    /// How often people other than the host may still sit down here.
    sitting_down: DefaultDirectRateLimiter,
    /// Something has changed since it was last looked whether a plan answers it.
    plans_due: bool,
    /// The store failed, or the house closes: nothing more can be promised here. Whoever comes back opens the room anew.
    ended: bool,
}

impl Room {
    async fn live(&mut self, inbox: &mut Inbox) {
        let alarm = sleep_until(Instant::now());
        tokio::pin!(alarm);
        if self.table.phase() == Phase::Over {
            // In case the house closed just as the game ended.
            Box::pin(self.put_on_record()).await;
        }
        while !self.ended {
            if self.record_due.is_some_and(|due| due <= Instant::now()) {
                Box::pin(self.put_on_record()).await;
            }
            if self.others.is_some() {
                self.see_whether_asleep();
                Box::pin(self.mind_the_others()).await;
            }
            Box::pin(self.settle()).await;
            self.consider();
            if self.table.folded >= self.kept + KEEP_EVERY {
                self.keep_what_is_new();
            }
            self.say_whether_busy();
            if self.may_rest() && self.house.rooms.close(&self.table.opening.id, inbox) {
                break;
            }
            let wake = self.wakes_at();
            if let Some(wake) = wake.filter(|&wake| wake != alarm.deadline()) {
                alarm.as_mut().reset(wake);
            }
            tokio::select! {
                biased;
                // What happens has its memory while it does, and not for as long as the room is open.
                message = inbox.recv() => Box::pin(self.hear(*message)).await,
                told = others::next(&mut self.others) => {
                    if let Some(told) = told {
                        Box::pin(self.hear_of_others(told)).await;
                    }
                }
                () = &mut alarm, if wake.is_some() => self.show_what_waits(),
            }
        }
        self.keep_what_is_new();
        self.rest();
    }

    /// Spares whoever opens this table next, and lists, to fold it.
    fn keep_what_is_new(&mut self) {
        if self.table.folded > self.kept {
            self.house.store.keep(&self.table);
            self.kept = self.table.folded;
        }
    }

    fn wakes_at(&self) -> Option<Instant> {
        let now = Instant::now();
        let tick = self.table.deadline().map(|due| due + self.table.grace() + self.late());
        let up = self.table.next_up().map(|(_, due)| due + decide::LINE + self.late() + Millis(1));
        let by_the_clock = [tick, up, self.bots.next()].into_iter().flatten().min();
        let by_the_clock = by_the_clock.and_then(|at| self.clock.instant(at));
        let scene = self.scene();
        let gone = [scene.patience(), scene.moment()]
            .into_iter()
            .filter_map(|long| self.presence.next_gone_for(long, now))
            .min();
        let waited =
            self.waiting_since.map(|since| since + WAIT_FOR_THE_OTHERS).filter(|_| !self.clock.runs());
        let queued = self.bots.next_queued(now);
        let others = self.next_of_others();
        let shown = [self.presence_due, self.shelf_due, self.record_due];
        let all = [by_the_clock, gone, waited, queued, others].into_iter().chain(shown);
        all.flatten().min()
    }

    fn show_what_waits(&mut self) {
        let now = Instant::now();
        if self.presence_due.is_some_and(|due| due <= now) {
            self.presence_due = None;
            self.show_info();
        }
        if self.shelf_due.is_some_and(|due| due <= now) {
            self.put_on_shelf();
        }
    }

    async fn hear(&mut self, message: ToRoom) {
        self.see_whether_asleep();
        match message {
            ToRoom::Join(join) => Box::pin(self.join(join)).await,
            ToRoom::Leave(id) => self.leave(id),
            ToRoom::Ask { from, arrived, lag, request } => {
                let Some(client) = self.clients.iter().find(|client| client.id == from) else { return };
                let who = Who::Guest(client.guest);
                let asked = Incoming { from: Some(from), who, request, arrived, lag };
                self.ask(asked, None).await;
            }
            ToRoom::Decided { id, decision } => self.decided(id, decision),
            ToRoom::StandUp { guest, done } => {
                Box::pin(self.stand_up(guest)).await;
                let _ = done.send(());
            }
            ToRoom::Forget { guest, done } => {
                let _ = done.send(Box::pin(self.forget(guest)).await);
            }
            ToRoom::Rewritten => Box::pin(self.look_at_rewrites()).await,
            ToRoom::Renamed { guest, name } => {
                if self.names.contains_key(&guest) {
                    self.is_called(guest, name);
                    self.presence_changed();
                }
            }
            ToRoom::Vacations { done } => {
                Box::pin(self.learn_of_vacations()).await;
                let _ = done.send(!self.ended);
            }
            ToRoom::Look(Look(look)) => look(&self.table, &self.presence),
            ToRoom::Planned => self.plans_due = true,
            ToRoom::Close { done } => {
                // Where other nodes are, it goes on there.
                if !self.house.town.as_ref().is_some_and(|town| town.count() > 0 || town.in_company()) {
                    Box::pin(self.stop_the_clock()).await;
                }
                self.keep_what_is_new();
                self.ended = true;
                let _ = done.send(());
            }
        }
    }

    /// What decisions are made on now.
    fn scene(&self) -> Scene<'_> {
        let instant = Instant::now();
        Scene {
            table: &self.table,
            presence: &self.presence,
            now: self.clock.now(instant).max(self.table.last_at),
            runs: self.clock.runs(),
            late: self.late(),
            instant,
            away: self.house.config.away,
        }
    }

    /// Does everything that the table does by itself by now; then what was held for it, what people have planned, and what
    /// bots want.
    async fn settle(&mut self) {
        self.let_the_clock_run();
        self.do_what_is_due().await;
        self.play_what_was_held().await;
        if self.plans_due {
            Box::pin(self.play_plans()).await;
        }
        self.play_bots().await;
    }

    /// Does what somebody asks, and answers. `settled`: when an action counts as made, where that was decided before.
    async fn ask(&mut self, asked: Incoming, settled: Option<Millis>) {
        let mut done = Err(NotDone::Again);
        let too_often = self.sits_down_too_often(&asked);
        let stranger = self.stranger_to_ratings(&asked.request, asked.who).await;
        for _ in 0..ATTEMPTS {
            let scene = self.scene();
            let decision = match (settled, &asked.request) {
                _ if too_often => Err(Declined::Sorry(messages::TOO_FAST)),
                _ if let Some(why) = &stranger => Err(Declined::Sorry(why.clone())),
                (Some(at), Request::Play { seat, action, expect, .. }) => {
                    decide::once(&scene, asked.who, *seat, action, *expect).and_then(|done| match done {
                        Some(n) => Ok(Decision::Done(n)),
                        None => decide::act(&scene, asked.who, *seat, action, at).map(Decision::Append),
                    })
                }
                _ => decide(&scene, asked.who, &asked.request, asked.lag),
            };
            done = match decision {
                Ok(Decision::Done(n)) => Ok(n),
                Ok(Decision::Append(entry)) => self.append(entry).await,
                Ok(Decision::Hold(at)) => return self.held.push(Held { asked, at }),
                Ok(Decision::Undo(undo)) => Box::pin(self.take_back(undo)).await,
                Ok(Decision::OpenNext(next)) => Box::pin(self.open_next(next)).await,
                Err(declined) => Err(NotDone::Declined(declined)),
            };
            match &done {
                // What a bot thought was about the table as it stood before: it is asked anew.
                Err(NotDone::Again) if asked.from.is_none() => {
                    self.bots.ask_again();
                    break;
                }
                Err(NotDone::Again) => {}
                // As the table stands here: but perhaps another house has written to its log.
                Err(NotDone::Declined(_)) if self.may_be_behind() && Box::pin(self.read_on()).await => {}
                _ => break,
            }
        }
        // What comes of a vote or an answer has happened by the time it is answered.
        if done.is_ok() && !matches!(asked.request, Request::Play { .. }) {
            Box::pin(self.do_what_is_due()).await;
            done = Ok(self.table.n);
        }
        let moved = done.is_ok() && matches!(asked.request, Request::Play { .. });
        match asked.from {
            Some(from) => {
                // What the rules held back waited for them, not for us.
                let timed = moved && settled.is_none();
                self.count(from, &done, moved, timed.then_some(asked.arrived));
                self.answer(from, &asked.request, done);
                if timed {
                    self.house.metrics.acknowledged.time(asked.arrived.elapsed());
                }
            }
            None => {
                self.house.metrics.moves_by_bots.add(u64::from(moved));
                self.bot_was_answered(&asked.request, done);
            }
        }
    }

    /// Why somebody cannot sit down at this rated table, or it cannot begin: the house may want accounts for that.
    async fn stranger_to_ratings(&self, request: &Request, who: Who) -> Option<Words> {
        let wanted = self.table.terms.rated && self.house.config.accounts_for.rated;
        let people: Vec<Guest> = match (request, who) {
            (Request::Sit { .. }, Who::Guest(guest)) if wanted => vec![guest],
            (Request::Start { .. }, _) if wanted => self.table.chairs.sitting().collect(),
            _ => return None,
        };
        for guest in people {
            match ratings::why_unrated(&self.house, guest).await {
                Ok(None) => {}
                Ok(why) => return why,
                Err(_) => return Some(messages::HOUSE_TROUBLE),
            }
        }
        None
    }

    /// Whether people come and go here as nobody does who wants to play: it would fill the table's log. The host may.
    fn sits_down_too_often(&self, asked: &Incoming) -> bool {
        let sits = matches!(asked.request, Request::Sit { .. });
        let host = asked.who == Who::Guest(self.table.opening.host);
        self.house.config.limits && sits && !host && self.sitting_down.check().is_err()
    }

    /// Counts what became of a person's request. The others have been shown a move by now.
    fn count(&self, from: ConnectionId, done: &Result<u64, NotDone>, moved: bool, arrived: Option<Instant>) {
        let metrics = &self.house.metrics;
        metrics.moves_by_people.add(u64::from(moved));
        if let Some(client) = self.clients.iter().find(|client| moved && client.id == from) {
            self.house.people.has_played(client.guest);
        }
        if let Some(arrived) = arrived.filter(|_| self.clients.iter().any(|client| client.id != from)) {
            metrics.shown.time(arrived.elapsed());
        }
        match done {
            Ok(_) => {}
            Err(NotDone::Declined(Declined::Refused(_))) => metrics.refused(RefusedWhy::Rules),
            Err(NotDone::Declined(Declined::Sorry(_))) => metrics.refused(RefusedWhy::Table),
            Err(NotDone::Again | NotDone::NotSaved | NotDone::Unknown) => {
                metrics.refused(RefusedWhy::NotSaved);
            }
        }
    }

    /// Plays those held actions whose moment has become final.
    async fn play_what_was_held(&mut self) {
        let waits = |room: &Self, held: &Held| match held.asked.request {
            Request::Play { seat, ref action, .. } => {
                decide::has_to_wait(&room.scene(), seat, action, held.at)
            }
            _ => false,
        };
        while let Some(index) = self.held.iter().position(|held| !waits(self, held)) {
            let Held { asked, at } = self.held.remove(index);
            Box::pin(self.ask(asked, Some(at))).await;
        }
    }
}
