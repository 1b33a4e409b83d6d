//! One WebSocket: reads what a client asks, within limits, and writes what its table says.

use std::{sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_channel::mpsc;
use futures_util::SinkExt;
use governor::{DefaultDirectRateLimiter, RateLimiter};
use serde::Deserialize;
use table::{Millis, Words};
use tokio::time::{Instant, interval, timeout};

use crate::{
    House,
    address::Address,
    company,
    crowd::Here,
    frames,
    limits::once_in,
    lobby::{self, Onlooker},
    messages,
    metrics::{Counted, Gauge, RefusedWhy, RefusedWhy::TooFast},
    people::{Doing, Guest},
    protocol::Request,
    room::{ConnectionId, Join, ToRoom},
    rooms::Door,
    serving::Admitted,
};

/// How many messages may wait for a client that does not read: more than the answers to all that may be asked at once.
const OUTGOING: usize = 128;
/// How long a client may take to read.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long they may take to hear that it is over.
const FAREWELL: Duration = Duration::from_secs(2);
/// How often the house asks whether a client is there, and how long silence means that it is.
const HEARTBEAT: Duration = Duration::from_millis(2500);
const SILENCE: Duration = Duration::from_secs(7);
/// Requests of one connection.
const REQUESTS: (Duration, u32) = (Duration::from_millis(33), 60);
/// Messages in the lobby, where there is nothing to ask.
const LOBBY_MESSAGES: (Duration, u32) = (Duration::from_secs(1), 20);
/// Answers to requests beyond the limit, before the connection is ended.
const WARNINGS: u32 = 60;

const TOO_MUCH: u16 = 4429;
const COME_BACK: u16 = 1012;

fn rate_limiter((period, at_once): (Duration, u32)) -> DefaultDirectRateLimiter {
    RateLimiter::direct(once_in(period, at_once))
}

/// Who is at the other end.
#[derive(Debug)]
pub(crate) struct Visitor {
    pub(crate) guest: Guest,
    /// The passkey's device that they are signed in by.
    pub(crate) device: Option<String>,
    /// When their cookie was issued, in seconds since 1970.
    pub(crate) issued: i64,
    pub(crate) name: String,
    pub(crate) from: Address,
    pub(crate) newcomer: bool,
    /// They count among those who are connected for as long as they are here.
    pub(crate) _entry: Option<Arc<Admitted>>,
}

impl Visitor {
    /// Whether they have deleted themselves, or are signed out.
    fn must_go(&self, house: &House) -> bool {
        house.people.must_go(self.guest, self.device.as_deref(), self.issued)
    }

    /// Counts them among those who are here; `None` if there are too many of them already.
    fn come(&self, house: &House, counted: &Gauge) -> Option<(Here<Guest>, Here<Address>, Counted)> {
        let (of_guest, of_address) = house.most_connections();
        let come = || {
            let from = house.people.from.come(self.from, of_address)?;
            // Those to other nodes count as well.
            let elsewhere = house.town.as_ref().map_or(0, |town| town.times_elsewhere(self.guest));
            let here = house.people.here.come(self.guest, of_guest.saturating_sub(elsewhere))?;
            Some((here, from, counted.come()))
        };
        let here = come();
        if here.is_none() {
            house.metrics.refused(RefusedWhy::Connections);
        }
        here
    }
}

/// Why a connection ends.
enum End {
    /// They left, or the line broke.
    Gone,
    /// The room or the house closes.
    ComeBack,
    TooMuch(Words),
}

struct Connection {
    socket: Box<WebSocket>,
    door: Door,
    id: ConnectionId,
    visitor: Box<Visitor>,
    house: Arc<House>,
    /// Without limits: nothing.
    requests: Option<DefaultDirectRateLimiter>,
    warnings: u32,
    began: Instant,
    heard: Instant,
    /// When they were last asked whether they are there, until they answer.
    pinged: Option<u64>,
    /// The measured round trip.
    lag: Millis,
    /// They were told that nothing can be saved.
    trouble: bool,
}

/// Connects a visitor to a table until one of them leaves. Both they and the socket come in boxes: a task has room for each
/// place in which something lies on its way, and there are many such tasks.
pub(crate) async fn at_table(
    house: Arc<House>,
    mut socket: Box<WebSocket>,
    visitor: Box<Visitor>,
    table: String,
    since: u64,
) {
    let Some(_here) = visitor.come(&house, &house.metrics.at_tables) else {
        return Box::pin(refuse(&mut socket, TOO_MUCH, &messages::TOO_MANY_CONNECTIONS)).await;
    };
    house.lobby.changed();
    // What happens once has its memory while it does, and not for as long as they are here.
    if let Some((door, id, first, out)) = Box::pin(join(&house, &visitor, &table, since)).await {
        let now = Instant::now();
        let mut connection = Connection {
            socket,
            door,
            id,
            visitor,
            house: Arc::clone(&house),
            requests: house.config.limits.then(|| rate_limiter(REQUESTS)),
            warnings: 0,
            began: now,
            heard: now,
            pinged: None,
            lag: Millis::ZERO,
            trouble: false,
        };
        let end = connection.live(first, out).await;
        let Connection { mut socket, door, .. } = connection;
        let _ = Box::pin(door.send(Box::new(ToRoom::Leave(id)))).await;
        match end {
            End::Gone => {}
            End::ComeBack => Box::pin(close(&mut socket, COME_BACK, "")).await,
            End::TooMuch(words) => Box::pin(refuse(&mut socket, TOO_MUCH, &words)).await,
        }
    } else {
        Box::pin(refuse(&mut socket, COME_BACK, &messages::HOUSE_TROUBLE)).await;
    }
    house.lobby.changed();
}

type Joined = (Door, ConnectionId, Utf8Bytes, mpsc::Receiver<Utf8Bytes>);

/// Knocks at the table's door until it lets us in. A room may close just as we knock.
async fn join(house: &Arc<House>, visitor: &Visitor, table: &str, since: u64) -> Option<Joined> {
    for _ in 0..3 {
        let door = house.rooms.door(house, table, visitor.from).await.ok()??;
        let id = house.next_connection();
        let (out, mut outgoing) = mpsc::channel(OUTGOING);
        let Visitor { guest, from, .. } = *visitor;
        let join = Join { id, guest, from, name: visitor.name.clone(), since, out };
        if door.send(Box::new(ToRoom::Join(join))).await.is_err() {
            continue;
        }
        if let Ok(first) = outgoing.recv().await {
            return Some((door, id, first, outgoing));
        }
    }
    None
}

impl Connection {
    /// Until they leave, or the room lets go of them; when the house closes every room does.
    async fn live(&mut self, first: Utf8Bytes, mut out: mpsc::Receiver<Utf8Bytes>) -> End {
        let mut heartbeat = interval(HEARTBEAT);
        if !Box::pin(self.write(first, &mut out)).await {
            return End::Gone;
        }
        loop {
            tokio::select! {
                biased;
                message = out.recv() => match message {
                    Ok(message) => {
                        if !Box::pin(self.write(message, &mut out)).await {
                            return End::Gone;
                        }
                    }
                    Err(_) => return End::ComeBack,
                },
                _ = heartbeat.tick() => {
                    if let Err(end) = Box::pin(self.beat()).await {
                        return end;
                    }
                }
                message = self.socket.recv() => {
                    let Some(Ok(message)) = message else { return End::Gone };
                    if let Err(end) = Box::pin(self.hear(message)).await {
                        return end;
                    }
                }
            }
        }
    }

    /// Writes a message and all that wait behind it, in one go.
    async fn write(&mut self, first: Utf8Bytes, out: &mut mpsc::Receiver<Utf8Bytes>) -> bool {
        let all = async {
            self.socket.feed(Message::Text(first)).await?;
            while let Ok(next) = out.try_recv() {
                self.socket.feed(Message::Text(next)).await?;
            }
            self.socket.flush().await
        };
        matches!(timeout(PATIENCE, all).await, Ok(Ok(())))
    }

    async fn send(&mut self, message: Message) -> bool {
        matches!(timeout(PATIENCE, self.socket.send(message)).await, Ok(Ok(())))
    }

    /// Sees whether they are still there, and may be.
    async fn beat(&mut self) -> Result<(), End> {
        if self.heard.elapsed() > SILENCE || !self.ping().await || !self.tell_of_trouble().await {
            return Err(End::Gone);
        }
        if self.visitor.must_go(&self.house) { Err(End::ComeBack) } else { Ok(()) }
    }

    /// Asks whether they are there; the answer says how far away.
    async fn ping(&mut self) -> bool {
        let sent = self.began.elapsed().as_millis() as u64;
        self.pinged = Some(sent);
        self.send(Message::Ping(sent.to_le_bytes().to_vec().into())).await
    }

    /// Also whoever does nothing is told that nothing can be saved now, and when it can be again.
    async fn tell_of_trouble(&mut self) -> bool {
        let trouble = self.house.store.cannot_save();
        if std::mem::replace(&mut self.trouble, trouble) == trouble {
            return true;
        }
        let words = if trouble { messages::NOTHING_SAVED } else { messages::SAVED_AGAIN };
        self.send(Message::Text(frames::error(None, &words))).await
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        match message {
            Message::Text(text) => self.request(&text).await,
            Message::Binary(_) => {
                if !self.allowed(|| None).await? {
                    return Ok(());
                }
                self.complain(None, &messages::NOT_TEXT, RefusedWhy::NotUnderstood).await
            }
            Message::Pong(payload) => {
                // One answers each heartbeat; nobody asks for more, and nobody is told about the one.
                if !self.counts()? {
                    return Ok(());
                }
                let asked = self.pinged.take_if(|sent| sent.to_le_bytes()[..] == payload[..]);
                if let Some(sent) = asked {
                    self.lag = Millis((self.began.elapsed().as_millis() as u64).saturating_sub(sent));
                }
                Ok(())
            }
            // The library answers it; too many are too many all the same.
            Message::Ping(_) => self.counts().map(|_| ()),
            Message::Close(_) => Err(End::Gone),
        }
    }

    async fn request(&mut self, text: &str) -> Result<(), End> {
        if self.visitor.must_go(&self.house) {
            return Err(End::ComeBack); // They come back as somebody new.
        }
        if !self.allowed(|| id_of(text)).await? {
            return Ok(());
        }
        let request: Request = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(why) => {
                let words = messages::not_understood(&why);
                return self.complain(id_of(text), &words, RefusedWhy::NotUnderstood).await;
            }
        };
        if let Some((words, why)) = self.too_much(&request) {
            return self.complain(Some(request.id()), &words, why).await;
        }
        if matches!(request, Request::Say { .. }) {
            match Box::pin(company::why_silent(&self.house, self.visitor.guest)).await {
                Ok(None) => {}
                Ok(Some(words)) => {
                    return self.complain(Some(request.id()), &words, RefusedWhy::Request).await;
                }
                Err(error) => {
                    tracing::error!(%error, "it cannot be seen who may talk");
                    return self
                        .complain(Some(request.id()), &messages::NOT_SAVED, RefusedWhy::Request)
                        .await;
                }
            }
        }
        let ask = Box::new(ToRoom::Ask { from: self.id, arrived: self.heard, lag: self.lag, request });
        // A closed room closes our queue too: that is where it is noticed.
        let _ = self.door.send(ask).await;
        Ok(())
    }

    /// Why a request that would add to the log is not even brought to the table.
    fn too_much(&self, request: &Request) -> Option<(Words, RefusedWhy)> {
        let (doing, words) = match request {
            Request::Ask { .. } | Request::Ping { .. } => return None,
            // Games go on for as long as anything can be written.
            Request::Play { .. } => {
                return self.too_fast(Doing::Play).then_some((messages::TOO_FAST, TooFast));
            }
            Request::Say { .. } => (Doing::Talk, messages::TALK_TOO_FAST),
            _ => (Doing::Arrange, messages::TOO_FAST),
        };
        if self.too_fast(doing) {
            return Some((words, TooFast));
        }
        // What is left of the disk is for games that go on.
        self.house
            .store
            .full(self.house.config.space)
            .map(|_| (messages::NO_ROOM_TO_TALK, RefusedWhy::NoRoom))
    }

    fn too_fast(&self, doing: Doing) -> bool {
        let Visitor { guest, newcomer, from, .. } = &*self.visitor;
        self.requests.is_some() && !self.house.people.may(*guest, *newcomer, *from, doing)
    }

    /// Whether one more message, with this number, is within the limits. Beyond them there are warnings, then the end.
    async fn allowed(&mut self, id: impl FnOnce() -> Option<u32>) -> Result<bool, End> {
        let allowed = self.counts()?;
        if !allowed {
            self.complain(id(), &messages::TOO_FAST, TooFast).await?;
        }
        Ok(allowed)
    }

    /// The same without a word.
    fn counts(&mut self) -> Result<bool, End> {
        let Some(requests) = &self.requests else { return Ok(true) };
        if requests.check().is_ok() {
            return Ok(true);
        }
        self.warnings += 1;
        if self.warnings > WARNINGS {
            self.house.metrics.refused(TooFast);
            return Err(End::TooMuch(messages::TOO_FAST));
        }
        Ok(false)
    }

    async fn complain(&mut self, id: Option<u32>, words: &Words, why: RefusedWhy) -> Result<(), End> {
        self.house.metrics.refused(why);
        let sent = Box::pin(self.send(Message::Text(frames::error(id, words)))).await;
        if sent { Ok(()) } else { Err(End::Gone) }
    }
}

/// The number of a request that is otherwise not understood, so that its asker can tell which it was.
fn id_of(text: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u32,
    }
    serde_json::from_str::<Numbered>(text).ok().map(|numbered| numbered.id)
}

async fn refuse(socket: &mut WebSocket, code: u16, words: &Words) {
    let _ = timeout(PATIENCE, socket.send(Message::Text(frames::error(None, words)))).await;
    close(socket, code, "").await;
}

/// Says why, and listens on for a moment: a line that is dropped with something unread is reset, and then nobody hears why.
async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    let goodbye = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    let _ = timeout(FAREWELL, goodbye).await;
}

/// Shows the lobby to a visitor until they leave.
pub(crate) async fn in_lobby(house: Arc<House>, mut socket: Box<WebSocket>, visitor: Box<Visitor>) {
    let Some(_here) = visitor.come(&house, &house.metrics.in_lobby) else {
        return Box::pin(refuse(&mut socket, TOO_MUCH, &messages::TOO_MANY_CONNECTIONS)).await;
    };
    house.lobby.changed();
    let mut closing = house.closing();
    let mut version = house.lobby.watch();
    let onlooker = Box::pin(Onlooker::new(&house, visitor.guest, visitor.from)).await;
    let Ok(mut onlooker) = onlooker else {
        return refuse(&mut socket, COME_BACK, &messages::HOUSE_TROUBLE).await;
    };
    let mut pause = interval(lobby::PAUSE);
    let mut heartbeat = interval(HEARTBEAT);
    let mut heard = Instant::now();
    let patience = rate_limiter(LOBBY_MESSAGES);
    let (mut changed, mut trouble) = (true, None);
    version.mark_unchanged();
    loop {
        tokio::select! {
            seen = version.changed(), if !changed => match seen {
                Ok(()) => changed = true,
                Err(_) => break,
            },
            _ = pause.tick(), if changed => {
                version.mark_unchanged();
                let (news, later) = onlooker.see(&house.lobby.shelf(house.people_here(), house.trouble()));
                changed = later;
                if let Some(news) = news {
                    let sent = timeout(PATIENCE, socket.send(Message::Text(news.into()))).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        break;
                    }
                }
            }
            message = socket.recv() => match message {
                // There is nothing to ask in the lobby but whether the line lives; whoever talks on and on is shown out.
                Some(Ok(message)) if !matches!(message, Message::Close(_)) && patience.check().is_ok() => {
                    heard = Instant::now();
                    if matches!(message, Message::Text(_))
                        && !matches!(timeout(PATIENCE, socket.send(Message::Text("null".into()))).await, Ok(Ok(())))
                    {
                        break;
                    }
                }
                Some(Ok(message)) if !matches!(message, Message::Close(_)) => {
                    house.metrics.refused(TooFast);
                    refuse(&mut socket, TOO_MUCH, &messages::TOO_FAST).await;
                    break;
                }
                _ => break,
            },
            _ = heartbeat.tick() => {
                let sent = timeout(PATIENCE, socket.send(Message::Ping(Vec::new().into()))).await;
                if heard.elapsed() > SILENCE || !matches!(sent, Ok(Ok(()))) {
                    break;
                }
                if visitor.must_go(&house) {
                    close(&mut socket, COME_BACK, "").await;
                    break;
                }
                // Trouble is told also where nothing else happens.
                let now = house.trouble();
                changed |= std::mem::replace(&mut trouble, now.clone()) != now;
            }
            _ = closing.changed() => {
                close(&mut socket, COME_BACK, "").await;
                break;
            }
        }
    }
    house.lobby.changed();
}
