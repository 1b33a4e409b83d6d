//! Somebody in a simulated town: comes to a table through a bad line, does this and that, and remembers what they were told.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde_json::Value;
use table::{Chance, Millis, Seat};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep, sleep_until},
};

use super::shown::Shown;
use crate::{
    House,
    address::Address,
    people::Guest,
    protocol::Request,
    room::{Join, ToRoom},
    rooms::Door,
};

/// What became of a request, as far as its asker knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Unknown,
    Done(u64),
    Refused,
}

/// What an entry said to somebody: who did what, or what was said.
pub(super) type Seen = (Option<u64>, Option<String>, Option<String>);

#[derive(Debug)]
pub(super) struct Person {
    pub(super) guest: Guest,
    pub(super) table: String,
    /// Where they sat first; nobody's, for somebody who watches.
    pub(super) seat: Option<Seat>,
    pub(super) asked: BTreeMap<u32, (Request, Fate)>,
    /// What was last seen of each number.
    pub(super) seen: BTreeMap<u64, Seen>,
    /// What they were told that cannot be.
    pub(super) complaints: Vec<String>,
    n: u64,
    pub(super) frame: Value,
    shown: Shown,
    chance: Chance,
    id: u32,
}

impl Person {
    pub(super) fn new(guest: Guest, table: String, seat: Option<Seat>, chance: Chance) -> Self {
        let (asked, seen, complaints) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        let (frame, shown) = (Value::Null, Shown::default());
        Self { guest, table, seat, asked, seen, complaints, n: 0, frame, shown, chance, id: 0 }
    }

    fn millis(&mut self, most: u32) -> Duration {
        Duration::from_millis(self.chance.below(most).into())
    }

    fn hear(&mut self, text: &str) {
        let Ok(message) = serde_json::from_str::<Value>(text) else {
            return self.complaints.push(format!("it is no JSON: {text}"));
        };
        match message["op"].as_str() {
            Some("frame") => self.see(message),
            Some("done") => self.settle(&message, Fate::Done(message["n"].as_u64().unwrap_or_default())),
            Some("error" | "refused") => self.settle(&message, Fate::Refused),
            _ => {}
        }
    }

    fn settle(&mut self, message: &Value, fate: Fate) {
        let Some(id) = message["id"].as_u64() else { return };
        match self.asked.get_mut(&(id as u32)) {
            Some((_, known)) if *known == Fate::Unknown => *known = fate,
            other => {
                let complaint = format!("answered twice: {other:?} and {fate:?}");
                self.complaints.push(complaint);
            }
        }
    }

    /// Numbers have no gaps, and mean the same to everybody for ever; what was taken back may be blank.
    fn see(&mut self, mut frame: Value) {
        let steps = frame["steps"].as_array().cloned().unwrap_or_default();
        // At a long table the story begins later.
        let begins = steps.first().and_then(|step| step["n"].as_u64());
        let first = if frame["whole"] == true { begins.unwrap_or(1) } else { self.n + 1 };
        for (n, step) in (first..).zip(&steps) {
            if step["n"] != n {
                self.complaints.push(format!("{n} is missing: {step}"));
            }
            let text = |value: &Value| value.as_str().map(str::to_owned);
            let seen = (step["seat"].as_u64(), text(&step["action"]), text(&step["said"]["text"]));
            let before = self.seen.insert(n, seen.clone());
            if let Some(before) =
                before.filter(|before| before.1.is_some() && seen.1.is_some() && *before != seen)
            {
                self.complaints.push(format!("{n} was {before:?} and is {seen:?}"));
            }
        }
        self.n = frame["n"].as_u64().unwrap_or_default();
        if first + steps.len() as u64 != self.n + 1 {
            self.complaints.push(format!("after {first} come {} steps, and it is {}", steps.len(), self.n));
        }
        match self.shown.take(&mut frame) {
            Ok(all) => self.frame = all,
            Err(trouble) => self.complaints.push(format!("{trouble}: {frame}")),
        }
    }

    /// The next thing that they do: often a move, if they may; sometimes nonsense.
    fn next(&mut self, quiet: bool) -> Option<Request> {
        self.id += 1;
        let (id, kind) = (self.id, self.chance.below(100));
        let mine: Vec<(u8, Vec<String>)> = self.frame["eyes"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|eyes| {
                let actions =
                    eyes["actions"].as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect();
                Some((eyes["seat"].as_u64()? as u8, actions))
            })
            .collect();
        let seat =
            self.chance.pick(&mine).map_or_else(|| self.seat.unwrap_or_default(), |(seat, _)| Seat(*seat));
        let may = mine.iter().find(|(of, actions)| *of == seat.0 && !actions.is_empty());
        let asked = self.frame["table"]["asked"].is_object();
        // When it counts as made, by a clock that may be wrong.
        let now = self.frame["now"].as_u64().unwrap_or_default();
        let at = self
            .chance
            .one_in(3)
            .then(|| Millis((now + u64::from(self.chance.below(3_000))).saturating_sub(1_000)));
        let expect = self.chance.one_in(4).then_some(self.n);
        Some(match kind {
            _ if asked && kind < 60 => Request::Answer { id, yes: kind < 50, expect: None },
            _ if quiet || kind < 70 => {
                let (_, actions) = may?;
                let action = self.chance.pick(actions)?.clone();
                Request::Play {
                    id,
                    seat,
                    action,
                    at: at.filter(|_| !quiet),
                    expect: expect.filter(|_| !quiet),
                }
            }
            70..75 => Request::Play { id, seat, action: format!("nonsense {id}"), at: None, expect: None },
            75..88 => Request::Say { id, text: format!("{} {id}", self.guest.0), expect },
            88..92 => Request::Undo { id, seat, expect: None },
            92..94 => Request::Stand { id, seat },
            94..97 => Request::Sit { id, seat },
            97..98 => Request::Vote { id, seat: Seat(1 - seat.0.min(1)) },
            _ => Request::Ping { id },
        })
    }
}

pub(super) type Shared = Arc<Mutex<Person>>;

pub(super) fn look(person: &Shared) -> MutexGuard<'_, Person> {
    person.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A life in this town: comes, plays, loses the line, comes again. While it is `quiet` no line breaks.
pub(super) async fn live(person: Shared, houses: Vec<Arc<House>>, quiet: bool) {
    loop {
        let pause = look(&person).millis(if quiet { 200 } else { 2_000 });
        sleep(pause).await;
        let house = look(&person).chance.pick(&houses).cloned();
        let Some(house) = house else { return };
        let table = look(&person).table.clone();
        let Ok(Some(door)) = house.rooms.door(&house, &table, Address::HOUSE).await else { continue };
        let (out, incoming) = futures_channel::mpsc::channel(64);
        let id = house.next_connection();
        let (guest, since) = {
            let mut person = look(&person);
            // Some begin anew, as after a reload.
            if person.chance.one_in(4) {
                person.n = 0;
            }
            (person.guest, person.n)
        };
        let from = std::net::IpAddr::from([127, 0, 0, 1]).into();
        let join = Join { id, guest, from, name: guest.to_string(), since, out };
        if door.send(Box::new(ToRoom::Join(join))).await.is_err() {
            continue;
        }
        let (line, outgoing) = mpsc::unbounded_channel();
        tokio::spawn(carry(outgoing, door.clone()));
        through_the_line(&person, incoming, quiet, |request| {
            let delay = look(&person).millis(150);
            let lag = Millis(300);
            let arrived = Instant::now() + delay;
            let _ = line.send((arrived, Box::new(ToRoom::Ask { from: id, arrived, lag, request })));
        })
        .await;
        // The house notices sooner or later that the line is dead; what was still on its way comes before that, or never.
        let noticed = look(&person).millis(3_000);
        tokio::spawn(async move {
            sleep(noticed).await;
            let _ = door.send(Box::new(ToRoom::Leave(id))).await;
        });
    }
}

/// Messages take their time, and come in their order on one line; those of a line that broke may come after their sender has
/// come again on another, at the same house or the next.
async fn carry(mut outgoing: mpsc::UnboundedReceiver<(Instant, Box<ToRoom>)>, door: Door) {
    while let Some((due, message)) = outgoing.recv().await {
        sleep_until(due).await;
        if door.send(message).await.is_err() {
            return;
        }
    }
}

async fn through_the_line(
    person: &Shared,
    mut incoming: futures_channel::mpsc::Receiver<axum::extract::ws::Utf8Bytes>,
    quiet: bool,
    ask: impl Fn(Request),
) {
    let lasts = if quiet { Duration::from_hours(1) } else { look(person).millis(25_000) };
    let breaks = Instant::now() + lasts;
    let mut acts = Instant::now() + look(person).millis(1_500);
    loop {
        tokio::select! {
            biased;
            () = sleep_until(breaks) => return,
            message = incoming.recv() => {
                let Ok(message) = message else { return };
                let delay = look(person).millis(60);
                sleep(delay).await;
                look(person).hear(&message);
            }
            () = sleep_until(acts) => {
                let request = look(person).next(quiet);
                if let Some(request) = request {
                    look(person).asked.insert(request.id(), (request.clone(), Fate::Unknown));
                    ask(request);
                }
                acts = Instant::now() + look(person).millis(1_500);
            }
        }
    }
}
