//! Somebody in the town: comes to a table, plays at random, and comes again when the line breaks, as the page does.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use table::Chance;
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};

use super::{
    group::{Group, Shared, look},
    ledger::{Fate, What, Wish},
};
use crate::{
    Trouble,
    door::{Client, Door},
};

/// How long somebody looks before they act: from this to twice this.
const LOOK: Duration = Duration::from_millis(250);
/// A line that was silent this long is asked, and given up when nothing comes for as long again.
const QUIET: Duration = Duration::from_secs(2);
/// How long a line may take to open.
const OPENS: Duration = Duration::from_secs(2);
/// Once in so many looks somebody loads the page anew, and so comes to the next house.
const RELOAD: u32 = 100;
/// Between two tries to come in.
const PAUSE: Duration = Duration::from_millis(200);

#[derive(Debug)]
pub(super) struct Person {
    pub(super) group: Arc<Group>,
    pub(super) cookie: String,
    pub(super) seat: usize,
    /// Where they try to come in, one after the other.
    pub(super) doors: Vec<Door>,
    pub(super) chance: Chance,
    /// Whether they play at all; after that they only look.
    pub(super) playing: watch::Receiver<bool>,
    /// Since when they have no line.
    pub(super) lost: Option<Instant>,
}

/// What is asked and not answered yet.
enum Waiting {
    Wish(u32, usize),
    /// A seat, a bot, the start: the next frame says what became of it.
    Chore(u32),
}

/// One time at the table, from when they come until the line breaks.
struct Visit<'a> {
    person: &'a mut Person,
    table: &'a str,
    ledger: Shared,
    client: Client,
    /// Nothing is seen yet on this line.
    first: bool,
    id: u32,
    waiting: Option<Waiting>,
    acts: Instant,
    /// When the line is asked, or given up.
    quiet: Instant,
    asked: bool,
}

/// A wish, as the page sends it: it counts if its seat has done nothing, or nothing like it was said, since the newest number that
/// was known then. So it counts once, however often it comes and however late: from a house that was frozen, long after it came
/// again by another.
fn request(seat: usize, what: &What, since: u64) -> Value {
    match what {
        What::Play(action) => json!({ "op": "play", "seat": seat, "action": action, "expect": since }),
        What::Say(text) => json!({ "op": "say", "text": text, "expect": since }),
    }
}

impl Person {
    /// For ever: from one table of the group to the next.
    pub(super) async fn live(mut self) {
        let mut tables = self.group.table.subscribe();
        let (mut door, mut round) = (0, 0);
        loop {
            let table = tables.borrow_and_update().clone();
            if table.is_empty() {
                if self.seat == 0 {
                    self.open(&mut door, &mut round).await;
                } else if tables.changed().await.is_err() {
                    return;
                }
                continue;
            }
            let over = tokio::select! {
                over = self.visit(&table, door) => over,
                _ = tables.changed() => continue,
            };
            if over && self.seat == 0 {
                self.open(&mut door, &mut round).await;
            } else if over {
                let _ = tables.changed().await;
            } else {
                door += 1;
                sleep(PAUSE).await;
            }
        }
    }

    /// Opens the next table for the group, as soon as a house does.
    async fn open(&mut self, door: &mut usize, round: &mut usize) {
        let new = self.group.sort.table(*round).to_string();
        loop {
            let house = self.doors[*door % self.doors.len()];
            if let Ok(Ok(table)) = timeout(OPENS, house.table(&self.cookie, &new)).await {
                *round += 1;
                self.group.table.send_replace(table);
                return;
            }
            *door += 1;
            sleep(PAUSE).await;
        }
    }

    /// At a table until the line breaks or the game is over: whether it is.
    async fn visit(&mut self, table: &str, door: usize) -> bool {
        let door = self.doors[door % self.doors.len()];
        let ledger = self.group.ledger(table, self.seat);
        let path = format!("/api/tables/{table}/live?since={}", look(&ledger).n);
        let Ok(Ok(client)) = timeout(OPENS, door.line(&path, &self.cookie)).await else { return false };
        let acts = Instant::now() + LOOK;
        let quiet = Instant::now() + QUIET;
        let mut visit = Visit {
            person: self,
            table,
            ledger,
            client,
            first: true,
            id: 0,
            waiting: None,
            acts,
            quiet,
            asked: false,
        };
        let over = visit.stay().await;
        let seen = !visit.first;
        if over.is_err() && seen {
            self.lost = Some(Instant::now());
        }
        over.unwrap_or(false)
    }
}

impl Visit<'_> {
    /// Whether the game is over; a line that breaks is trouble.
    async fn stay(&mut self) -> Result<bool, Trouble> {
        loop {
            tokio::select! {
                biased;
                message = self.client.hear() => {
                    self.hear(&message?).await?;
                    if self.client.frame["table"]["phase"] == "over" && self.playing() {
                        return Ok(true);
                    }
                }
                () = sleep_until(self.quiet) => {
                    if self.asked {
                        return Err("the line is dead".into());
                    }
                    (self.asked, self.quiet) = (true, Instant::now() + QUIET);
                    let ping = json!({ "op": "ping" });
                    self.send(ping).await?;
                }
                () = sleep_until(self.acts) => {
                    self.acts = Instant::now() + self.a_look();
                    if !self.first && self.person.chance.one_in(RELOAD) {
                        return Err("the page is loaded anew".into());
                    }
                    if self.waiting.is_none() && !self.first && self.playing() {
                        self.act().await?;
                    }
                }
            }
        }
    }

    fn playing(&self) -> bool {
        *self.person.playing.borrow()
    }

    fn a_look(&mut self) -> Duration {
        LOOK + LOOK * self.person.chance.below(1000) / 1000
    }

    async fn send(&mut self, mut request: Value) -> Result<u32, Trouble> {
        self.id += 1;
        request["id"] = self.id.into();
        timeout(QUIET, self.client.send(request.to_string())).await??;
        Ok(self.id)
    }

    async fn hear(&mut self, message: &Value) -> Result<(), Trouble> {
        (self.asked, self.quiet) = (false, Instant::now() + QUIET);
        if message["op"] == "frame" {
            look(&self.ledger).see(message);
            let steps = message["steps"].as_array().into_iter().flatten();
            // Talk is no sign that the game goes on.
            if let Some(n) =
                steps.filter(|step| step["said"].is_null()).filter_map(|step| step["n"].as_u64()).next_back()
            {
                self.person.group.saw(self.table, n, &message["awaited"]);
            }
            if std::mem::take(&mut self.first) {
                if let Some(lost) = self.person.lost.take() {
                    look(&self.person.group.away).push((lost, Instant::now()));
                }
                self.repeat().await?;
            }
            return Ok(());
        }
        match self.waiting {
            Some(Waiting::Wish(id, wish)) if message["id"] == id => {
                look(&self.ledger).settle(wish, message);
                self.waiting = None;
            }
            Some(Waiting::Chore(id)) if message["id"] == id => self.waiting = None,
            _ => {}
        }
        Ok(())
    }

    /// What was sent before the line broke is either in the story by now, or is sent again as it was.
    async fn repeat(&mut self) -> Result<(), Trouble> {
        let (wish, again) = {
            let mut ledger = look(&self.ledger);
            let wish = ledger.wishes.len().saturating_sub(1);
            let heard = ledger.holds(wish, self.person.seat as u64);
            let Some(Wish { what, since, sent, answered: false, .. }) = ledger.wishes.get_mut(wish) else {
                return Ok(());
            };
            if heard {
                return Ok(());
            }
            *sent += 1;
            (wish, request(self.person.seat, what, *since))
        };
        let id = self.send(again).await?;
        self.waiting = Some(Waiting::Wish(id, wish));
        Ok(())
    }

    /// The next thing to do here, if there is any.
    async fn act(&mut self) -> Result<(), Trouble> {
        if self.client.frame["table"]["phase"] == "gathering" {
            if let Some(chore) = self.chore() {
                let id = self.send(chore).await?;
                self.waiting = Some(Waiting::Chore(id));
            }
            return Ok(());
        }
        let seat = self.person.seat;
        let what = if self.person.chance.one_in(25) {
            What::Say(format!("{seat} says {}", look(&self.ledger).wishes.len()))
        } else if self.person.chance.one_in(40) {
            What::Play("nonsense".to_owned())
        } else {
            let Some(action) = self.choose() else { return Ok(()) };
            What::Play(action)
        };
        let (wish, request) = {
            let mut ledger = look(&self.ledger);
            let since = ledger.newest();
            let request = request(seat, &what, since);
            ledger.wishes.push(Wish { what, since, sent: 1, answered: false, fate: Fate::Unknown });
            (ledger.wishes.len() - 1, request)
        };
        let id = self.send(request).await?;
        self.waiting = Some(Waiting::Wish(id, wish));
        Ok(())
    }

    /// Of what I may do, something; only who is awaited is asked for anything.
    fn choose(&mut self) -> Option<String> {
        let frame = &self.client.frame;
        if !frame["awaited"].as_array()?.iter().any(|seat| *seat == self.person.seat) {
            return None;
        }
        let actions = frame["eyes"][0]["actions"].as_array()?.iter().filter_map(Value::as_str);
        // A suggestion (S-28) changes nothing, and one could suggest for ever.
        let actions: Vec<&str> = actions.filter(|action| !action.starts_with("suggest")).collect();
        self.person.chance.pick(&actions).map(|&action| action.to_owned())
    }

    /// Before the game: everybody takes their seat; the host puts the bots, and starts.
    fn chore(&self) -> Option<Value> {
        let seats = self.client.frame["table"]["seats"].as_array()?;
        let (mine, people) = (self.person.seat, self.person.group.sort.people);
        let free = |seat: usize| seats[seat]["taken_by"].is_null();
        if free(mine) {
            return Some(json!({ "op": "sit", "seat": mine }));
        }
        if mine > 0 {
            return None;
        }
        if let Some(seat) = (people..seats.len()).find(|seat| free(*seat)) {
            let level = self.person.group.sort.level();
            return Some(json!({ "op": "bot", "seat": seat, "level": level }));
        }
        // A rated game begins once everybody is here.
        let away = seats.iter().any(|seat| seat["taken_by"]["here"] == false);
        (!away && !(0..seats.len()).any(free)).then(|| json!({ "op": "start" }))
    }
}
