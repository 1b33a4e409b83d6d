//! One table in play: takes what people, bots and the clock want, writes it to the log, and shows what came of it.
//!
//! A room does one thing after another. It first lets an entry happen in memory, then appends it to the log, and shows
//! it only once it is written. If somebody else wrote that number first, the log is folded again and the request decided
//! anew: the log is the truth.

mod absences;
mod asking;
mod clock;
pub(crate) mod farewell;
mod minds;
mod record;
mod rematch;
mod seats;
mod shelf;
mod showing;
mod undo;

use std::{sync::Arc, time::Duration};

use axum::extract::ws::Utf8Bytes;
use bots::Decision;
use table::{About, Millis, Refusal, Seat, Words};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, sleep_until},
};

use crate::{
    House, assets,
    entry::Entry,
    frames::{self, Names, Sights},
    limits,
    people::Guest,
    protocol::{Phase, Reply, Request, TableInfo},
    rooms::Door,
    says,
    store::{Key, Opening, Row, StoreError, Wall},
    table::{Happening, Table, Unfit},
};
use absences::Absences;
use asking::Pending;
use clock::Held;
use minds::Minds;
use showing::Standing;

/// Comings and goings are shown together, not one by one.
const PRESENCE_PAUSE: Duration = Duration::from_millis(150);
/// A request that loses the race for its number this often is given up.
const ATTEMPTS: u32 = 8;

/// The house's number for a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionId(pub u64);

/// What comes to a room's door.
#[derive(Debug)]
pub(crate) enum ToRoom {
    Join(Box<Join>),
    /// `lag`: how long a message of theirs travels at most, as measured.
    Ask {
        from: ConnectionId,
        lag: Millis,
        request: Request,
    },
    Leave(ConnectionId),
    /// A bot has thought.
    Decided {
        id: u64,
        decision: Decision,
    },
    /// A guest has chosen another name.
    Renamed {
        guest: Guest,
        name: String,
    },
    /// A guest deletes themselves. Answered with whether it is written down.
    Forget {
        guest: Guest,
        done: oneshot::Sender<bool>,
    },
}

/// Somebody comes to the table.
#[derive(Debug)]
pub(crate) struct Join {
    pub(crate) id: ConnectionId,
    pub(crate) guest: Guest,
    pub(crate) name: String,
    /// The newest happening they know of.
    pub(crate) since: u64,
    pub(crate) out: mpsc::Sender<Utf8Bytes>,
}

/// A connection to this table.
#[derive(Debug)]
struct Client {
    id: ConnectionId,
    guest: Guest,
    standing: Standing,
    out: mpsc::Sender<Utf8Bytes>,
    /// They do not read what they are sent, or have gone.
    lost: bool,
}

impl Client {
    fn send(&mut self, message: Utf8Bytes) {
        self.lost |= self.out.try_send(message).is_err();
    }
}

/// Why a request was not done.
#[derive(Debug)]
enum NotDone {
    Refused(Refusal),
    Sorry(Words),
    /// Somebody else wrote first; now the table is as they left it.
    Again,
}

impl From<Unfit> for NotDone {
    fn from(unfit: Unfit) -> Self {
        match unfit {
            Unfit::Refused(refusal) => Self::Refused(refusal),
            Unfit::Trouble(trouble) => Self::Sorry(trouble.words()),
            Unfit::Unreadable(_) | Unfit::Gap(_) | Unfit::Misplaced => Self::Sorry(says::HOUSE_TROUBLE),
        }
    }
}

#[derive(Debug)]
struct Room {
    house: Arc<House>,
    about: Arc<About>,
    table: Table,
    names: Names,
    clients: Vec<Client>,
    door: Door,
    minds: Minds,
    held: Vec<Held>,
    absences: Absences,
    /// What somebody asks of the others: not in the log, and gone with the room.
    asked: Option<Pending>,
    /// The people who were here when the game ended: they may be looking at its replay now.
    saw_the_end: Vec<Guest>,
    presence_due: Option<Instant>,
    shelf_due: Option<Instant>,
    /// The store failed: nothing more can be promised here. Whoever comes back opens the room anew.
    broken: bool,
}

/// Runs a room until nobody needs it.
pub(crate) async fn run(
    house: Arc<House>,
    key: Key,
    opening: Arc<Opening>,
    door: Door,
    mut inbox: mpsc::Receiver<ToRoom>,
) {
    let id = opening.id.clone();
    match Room::open(Arc::clone(&house), key, opening, door).await {
        Ok(mut room) => room.live(&mut inbox).await,
        Err(error) => {
            tracing::error!(table = id, %error, "a table cannot be opened");
            refuse_all(&mut inbox);
        }
    }
    // Whoever is at the door now is let go, and knocks again.
    house.rooms.forget(&id, &mut inbox);
}

/// Tells those who wait that the table cannot be opened.
fn refuse_all(inbox: &mut mpsc::Receiver<ToRoom>) {
    inbox.close();
    while let Ok(message) = inbox.try_recv() {
        if let ToRoom::Join(join) = message {
            let _ = join.out.try_send(frames::error(None, &says::UNREADABLE_TABLE));
        }
    }
}

impl Room {
    async fn open(house: Arc<House>, key: Key, opening: Arc<Opening>, door: Door) -> Result<Self, OpenError> {
        let about = house.about(&opening.game).ok_or(OpenError::Game)?;
        let rows = house.store.log(key, 0).await?;
        let mut guests = vec![opening.host];
        let table = Table::fold(key, opening, &about, &rows, |happening| {
            guests.extend(happening.said.map(|line| line.guest));
        })?;
        guests.extend(table.people());
        let mut names = Names::new();
        for guest in guests {
            if let std::collections::hash_map::Entry::Vacant(unknown) = names.entry(guest) {
                unknown.insert(house.store.name_of(guest).await?);
            }
        }
        Ok(Self {
            house,
            about,
            table,
            names,
            clients: Vec::new(),
            door,
            minds: Minds::default(),
            held: Vec::new(),
            absences: Absences::default(),
            asked: None,
            saw_the_end: Vec::new(),
            presence_due: None,
            shelf_due: None,
            broken: false,
        })
    }

    async fn live(&mut self, inbox: &mut mpsc::Receiver<ToRoom>) {
        let alarm = sleep_until(Instant::now());
        tokio::pin!(alarm);
        if self.table.phase() == Phase::Over {
            // In case the house closed just as the game ended.
            self.finish().await;
        }
        while !self.broken {
            self.notice_absences();
            self.settle().await;
            self.consider();
            if self.may_rest() && self.house.rooms.close(&self.table.opening.id, inbox) {
                break;
            }
            let wake = self.wakes_at();
            if let Some(wake) = wake.filter(|&wake| wake != alarm.deadline()) {
                alarm.as_mut().reset(wake);
            }
            tokio::select! {
                biased;
                message = inbox.recv() => match message {
                    Some(message) => self.hear(message).await,
                    None => break,
                },
                () = &mut alarm, if wake.is_some() => self.wake().await,
            }
        }
        self.rest();
    }

    /// Nobody is here, no bot has to move, and nothing happens by itself.
    fn may_rest(&self) -> bool {
        self.clients.is_empty() && !self.minds.busy() && self.table.deadline().is_none()
    }

    fn wakes_at(&self) -> Option<Instant> {
        let clock = self.next_on_the_clock().and_then(|at| self.table.instant(at)).map(Instant::from_std);
        [clock, self.presence_due, self.shelf_due, self.absences.next()].into_iter().flatten().min()
    }

    async fn wake(&mut self) {
        let now = Instant::now();
        if self.presence_due.is_some_and(|due| due <= now) {
            self.presence_due = None;
            self.show(&[], true);
        }
        if self.shelf_due.is_some_and(|due| due <= now) {
            self.put_on_shelf();
        }
        self.tick().await;
        self.play_bots().await;
    }

    async fn hear(&mut self, message: ToRoom) {
        match message {
            ToRoom::Join(join) => self.join(*join).await,
            ToRoom::Leave(id) => {
                self.clients.retain(|client| client.id != id);
                self.asker_gone();
                self.presence_changed();
            }
            ToRoom::Ask { from, lag, request } => self.ask(from, lag, request).await,
            ToRoom::Decided { id, decision } => self.decided(id, decision),
            ToRoom::Forget { guest, done } => {
                let _ = done.send(self.forget(guest).await);
            }
            ToRoom::Renamed { guest, name } => {
                if self.names.contains_key(&guest) {
                    self.is_called(guest, name);
                    self.presence_changed();
                }
            }
        }
    }

    /// Learns somebody's name. While the rules close the table's talk, names stay as they are: they could say something.
    fn is_called(&mut self, guest: Guest, name: String) {
        let silent = self.may_talk().is_err();
        if !silent || !self.names.contains_key(&guest) {
            self.names.insert(guest, name);
        }
    }

    fn presence_changed(&mut self) {
        self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE_PAUSE);
        self.shelf_changed();
    }

    /// Lets somebody in and tells them all that has happened since they last knew.
    async fn join(&mut self, join: Join) {
        self.give_back(join.guest).await;
        let since = if join.since > self.table.n { 0 } else { join.since };
        let history = match self.history(since).await {
            Ok(history) => history,
            Err(error) => {
                tracing::error!(table = self.table.opening.id, %error, "a history cannot be read");
                self.broken = true;
                return;
            }
        };
        self.is_called(join.guest, join.name);
        let client = Client {
            id: join.id,
            guest: join.guest,
            standing: self.standing(join.guest),
            out: join.out,
            lost: false,
        };
        for line in history.iter().filter_map(|happening| happening.said.as_ref()) {
            if !self.names.contains_key(&line.guest) {
                let name = self.house.store.name_of(line.guest).await.unwrap_or_default();
                self.names.insert(line.guest, name);
            }
        }
        let standing = client.standing;
        self.clients.push(client);
        let (seats, watches) = (standing.seats, standing.watches());
        let steps: Vec<_> =
            history.iter().map(|happening| happening.seen_by(seats, watches, &self.names)).collect();
        let me = Some(join.guest.at_table(&self.table.opening.id));
        let info = TableInfo { me, build: Some(assets::build()), ..self.info(standing) };
        let whole = since == 0;
        let frame =
            frames::frame(&self.table, seats, Some(&mut Sights::default()), &steps, whole, Some(&info));
        self.send(join.id, frame);
        self.presence_changed();
    }

    /// What has happened after number `since`: the log, folded again.
    async fn history(&self, since: u64) -> Result<Vec<Happening>, OpenError> {
        if since == self.table.n {
            return Ok(Vec::new());
        }
        let rows = self.house.store.log(self.table.key, 0).await?;
        let mut history = Vec::new();
        let rows = &rows[..rows.len().min(self.table.n as usize)];
        Table::fold(self.table.key, Arc::clone(&self.table.opening), &self.about, rows, |happening| {
            if happening.n > since {
                history.push(happening);
            }
        })?;
        Ok(history)
    }

    /// Does what somebody asks, and answers.
    async fn ask(&mut self, from: ConnectionId, lag: Millis, request: Request) {
        let Some(client) = self.clients.iter().find(|client| client.id == from) else { return };
        let guest = client.guest;
        if let Request::Play { id, seat, action, at, expect } = request {
            let held = Held::new(Some((from, id)), guest, seat, action, at, lag);
            return self.play(held.expecting(expect)).await;
        }
        let id = request.id();
        for _ in 0..ATTEMPTS {
            let done = self.decide(guest, &request).await;
            if !matches!(done, Err(NotDone::Again)) {
                return self.answer(from, id, &request, done);
            }
        }
        self.answer(from, id, &request, Err(NotDone::Sorry(says::NOT_SAVED)));
    }

    async fn decide(&mut self, guest: Guest, request: &Request) -> Result<u64, NotDone> {
        match request {
            Request::Ask { seat, action, .. } => {
                let game = self.game_of(guest, *seat)?;
                game.check(*seat, action, self.table.now()).map_err(NotDone::Refused)?;
                Ok(self.table.n)
            }
            Request::Say { text, .. } => {
                let text = limits::talk(text).map_err(NotDone::Sorry)?;
                self.may_talk().map_err(NotDone::Refused)?;
                if self.table.removed.contains(&guest) {
                    return Err(NotDone::Sorry(says::REMOVED));
                }
                let standing = self.standing(guest);
                let seat = standing.seats.first();
                if seat.is_none() && !standing.watches() && self.table.watchers_apart() {
                    return Err(NotDone::Sorry(says::SEAT_LEFT));
                }
                self.commit(Entry::Say { guest, seat, text }).await
            }
            Request::Play { .. } | Request::Ping { .. } => Ok(self.table.n),
            Request::Swap { seat, with, .. } => self.swap(guest, *seat, *with).await,
            Request::Vote { seat, .. } => self.vote(guest, *seat).await,
            Request::Undo { seat, .. } => self.undo(guest, *seat).await,
            Request::Answer { yes, .. } => self.answered(guest, *yes).await,
            Request::Rematch { options, .. } => self.rematch(guest, options.as_ref()).await,
            Request::Sit { .. }
            | Request::Stand { .. }
            | Request::Remove { .. }
            | Request::Bot { .. }
            | Request::Dismiss { .. }
            | Request::Start { .. } => self.arrange(guest, request).await,
        }
    }

    /// The game, if this person may act for this seat.
    fn game_of(&self, guest: Guest, seat: Seat) -> Result<&dyn catalogue::Live, NotDone> {
        if !self.table.seats_of(guest).contains(seat) {
            return Err(NotDone::Sorry(says::NOT_YOUR_SEAT));
        }
        self.table.game.as_deref().ok_or(NotDone::Sorry(says::NOT_STARTED))
    }

    fn may_talk(&self) -> Result<(), Refusal> {
        match self.table.game.as_ref().filter(|game| game.outcome().is_none()) {
            Some(game) => game.talk(),
            None => Ok(()),
        }
    }

    fn answer(&mut self, to: ConnectionId, id: u32, request: &Request, done: Result<u64, NotDone>) {
        let message = match (done, request) {
            (Ok(_), Request::Ping { .. }) => frames::encode(&Reply::Pong { id, now: self.table.now() }),
            (done, _) => answer(id, done),
        };
        self.send(to, message);
    }

    fn send(&mut self, to: ConnectionId, message: Utf8Bytes) {
        if let Some(client) = self.clients.iter_mut().find(|client| client.id == to) {
            client.send(message);
        }
    }

    /// Lets an entry happen, writes it, and then shows it.
    async fn commit(&mut self, entry: Entry) -> Result<u64, NotDone> {
        let (n, wall) = (self.table.n + 1, Wall::now());
        let row = Row { n, entry: entry.write(), wall };
        let of_the_game = !matches!(entry, Entry::Say { .. });
        let acted = if let Entry::Act { seat, .. } = entry { Some(seat) } else { None };
        let happening = match self.table.happen(entry, wall) {
            Ok(happening) => happening,
            // Refused as the table stands here: but perhaps somebody else has written to its log.
            Err(_) if self.is_behind().await => {
                self.read_on(n - 1).await;
                return Err(NotDone::Again);
            }
            Err(unfit) => return Err(unfit.into()),
        };
        match self.house.store.append(self.table.key, row).await {
            Ok(()) => {
                if of_the_game {
                    self.minds.table_changed();
                }
                let lapsed = self.lapse(acted);
                let seldom = happening.seldom;
                // On the records first: who sees the end looks there at once.
                if seldom && self.table.phase() == Phase::Over {
                    self.finish().await;
                    self.saw_the_end = self.table.people().filter(|&guest| self.is_here(guest)).collect();
                }
                self.show(&[happening], seldom || lapsed);
                self.shelf_changed();
                Ok(n)
            }
            Err(StoreError::Conflict) => {
                self.read_on(n - 1).await;
                if self.broken { Err(NotDone::Sorry(says::NOT_SAVED)) } else { Err(NotDone::Again) }
            }
            Err(error) => {
                tracing::error!(table = self.table.opening.id, %error, "an entry is not saved");
                self.broken = true;
                Err(NotDone::Sorry(says::NOT_SAVED))
            }
        }
    }

    async fn is_behind(&self) -> bool {
        self.house.store.newest(self.table.key).await.is_ok_and(|newest| newest > self.table.n)
    }

    /// Somebody else has written to the log: folds it again, and shows what is new after number `seen`.
    async fn read_on(&mut self, seen: u64) {
        let folded = async {
            let rows = self.house.store.log(self.table.key, 0).await?;
            let mut news = Vec::new();
            let opening = Arc::clone(&self.table.opening);
            let table = Table::fold(self.table.key, opening, &self.about, &rows, |happening| {
                if happening.n > seen {
                    news.push(happening);
                }
            })?;
            Ok::<_, OpenError>((table, news))
        };
        match folded.await {
            Ok((table, news)) => {
                self.table = table;
                self.minds.table_changed();
                self.lapse(None);
                self.show(&news, true);
            }
            Err(error) => {
                tracing::error!(table = self.table.opening.id, %error, "the log cannot be read on");
                self.broken = true;
            }
        }
    }
}

fn answer(id: u32, done: Result<u64, NotDone>) -> Utf8Bytes {
    match done {
        Ok(n) => frames::done(id, n),
        Err(NotDone::Refused(refusal)) => frames::refused(id, &refusal),
        Err(NotDone::Sorry(words)) => frames::error(Some(id), &words),
        Err(NotDone::Again) => frames::error(Some(id), &says::NOT_SAVED),
    }
}

/// Why a table cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Log(#[from] Unfit),
    #[error("the system gives no randomness: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error("its game is not known here")]
    Game,
}
