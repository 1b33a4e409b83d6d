//! Tables that play `quicksand` at people's pace: how late is what happens by itself?
//!
//! A run-out is due at its own instant and final once the grace has passed (S-19); nobody can be shown it sooner. Two
//! figures for each: how late the server had written and encoded it, by the table's own clock, and how late a client had
//! it in hand. For the latter each client keeps the earliest zero of the table's clock that its round trips allow, so that
//! no doubt makes the figure look better.

use std::{
    mem::take,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use table::{Chance, Seed};
use tokio::{
    sync::Semaphore,
    task::JoinSet,
    time::{sleep, sleep_until},
};

use crate::{
    Trouble,
    door::{Client, pair},
    house::House,
};

/// How long a client waits before it asks for the table's clock once more, as a page does: soon at first, and then seldom.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(2500)];
/// All tables are set and play for this long before anything counts.
const WARMING: Duration = Duration::from_secs(8);

struct Tally {
    counts: AtomicBool,
    moves: AtomicU64,
    games: AtomicU64,
    /// So many more may come in at the moment: ten thousand at once would keep each other from it.
    coming: Semaphore,
    /// The tables that are set.
    set: Semaphore,
    /// How long somebody looks before they play: from this to twice this.
    look: Duration,
    /// In milliseconds.
    written: Mutex<Vec<f64>>,
    seen: Mutex<Vec<f64>>,
}

impl Tally {
    fn new(look: Duration) -> Self {
        Self {
            counts: AtomicBool::default(),
            moves: AtomicU64::default(),
            games: AtomicU64::default(),
            coming: Semaphore::new(50),
            set: Semaphore::new(0),
            look,
            written: Mutex::default(),
            seen: Mutex::default(),
        }
    }

    fn note(&self, figures: &Mutex<Vec<f64>>, late: f64) {
        if self.counts.load(Ordering::Relaxed)
            && let Ok(mut figures) = figures.lock()
        {
            figures.push(late);
        }
    }
}

pub(crate) async fn sand(
    program: &str,
    tables: usize,
    bots: u64,
    look: Duration,
    length: Duration,
) -> Result<(), Trouble> {
    let house = Arc::new(House::open(program, false)?);
    let tally = Arc::new(Tally::new(look));
    let mut rooms = JoinSet::new();
    for number in 0..tables {
        rooms.spawn(play(house.clone(), number, bots, tally.clone()));
    }
    tokio::select! {
        set = tally.set.acquire_many(tables as u32) => drop(set?),
        // It plays for ever, unless something went wrong.
        Some(ended) = rooms.join_next() => ended??,
    }
    sleep(WARMING).await;
    tally.counts.store(true, Ordering::Relaxed);
    let start = Instant::now();
    sleep(length).await;
    tally.counts.store(false, Ordering::Relaxed);
    let seconds = start.elapsed().as_secs_f64();
    while let Some(ended) = rooms.try_join_next() {
        ended??;
    }
    rooms.abort_all();
    let written = tally.written.lock().map(|f| f.clone()).unwrap_or_default();
    let seen = tally.seen.lock().map(|f| f.clone()).unwrap_or_default();
    let report = json!({
        "game": "quicksand",
        "tables": tables,
        "people": tables * 2,
        "bots": tables as u64 * bots,
        "games_ended": tally.games.load(Ordering::Relaxed),
        "moves_per_second": (tally.moves.load(Ordering::Relaxed) as f64 / seconds).round(),
        "firings": written.len(),
        "written_late_ms": percentiles(written),
        "seen_late_ms": percentiles(seen),
        "seconds": (seconds * 10.0).round() / 10.0,
    });
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}

pub(crate) fn percentiles(mut figures: Vec<f64>) -> Value {
    figures.sort_by(f64::total_cmp);
    let at = |p: usize| figures.get((figures.len() * p / 100).min(figures.len().saturating_sub(1)));
    let tenth = |figure: Option<&f64>| figure.map(|ms| (ms * 10.0).round() / 10.0);
    json!({ "p50": tenth(at(50)), "p99": tenth(at(99)), "max": tenth(figures.last()) })
}

/// Game after game, of all levels in turn.
async fn play(house: Arc<House>, number: usize, bots: u64, tally: Arc<Tally>) -> Result<(), Trouble> {
    let coming = tally.coming.acquire().await?;
    let cookies = [house.guest(&format!("a{number}")).await?, house.guest(&format!("b{number}")).await?];
    drop(coming);
    let abouts = catalogue::abouts();
    let about = abouts.iter().find(|about| about.id == "quicksand").ok_or("no such game")?;
    let grace = about.grace.0 as f64;
    for round in 0.. {
        let level = 1 + (number + round) % 21;
        let table = json!({ "game": "quicksand", "seats": 2 + bots, "options": { "level": level, "pace": "fierce" } });
        let coming = tally.coming.acquire().await?;
        let clients = pair(&house, &cookies, &table.to_string(), bots).await?;
        drop(coming);
        if round == 0 {
            tally.set.add_permits(1);
        }
        let mut players = Vec::new();
        for (seat, client) in clients.into_iter().enumerate() {
            let chance = Chance::new(Seed::from((number * 2 + seat) as u64));
            let player = Player { client, seat, chance, grace, zero: None, tally: tally.clone() };
            players.push(tokio::spawn(player.play()));
        }
        for player in players {
            player.await??;
        }
        tally.games.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

struct Player {
    client: Client,
    seat: usize,
    chance: Chance,
    grace: f64,
    /// The earliest moment at which the table's clock can have been at 0.
    zero: Option<Instant>,
    tally: Arc<Tally>,
}

impl Player {
    /// Until the game is over.
    async fn play(mut self) -> Result<(), Trouble> {
        let [mut pause, seldom] = PAUSES;
        let (mut id, mut asked, mut asks) = (10, None, Instant::now());
        let mut started = false;
        let mut card: Option<(Instant, String)> = None;
        loop {
            let when = card.as_ref().map_or_else(Instant::now, |(when, _)| *when);
            tokio::select! {
                biased;
                message = self.client.measured() => {
                    let ((message, _), heard) = (message?, Instant::now());
                    if message["op"] == "pong" {
                        let sent: Instant = asked.take().ok_or("a pong that nobody asked for")?;
                        self.learn(sent, message["now"].as_u64());
                    } else if message["op"] == "frame" {
                        // The next one is made anew.
                        let frame = take(&mut self.client.frame);
                        self.look(&frame, heard);
                        if !frame["outcome"].is_null() {
                            return Ok(());
                        }
                        started |= frame["eyes"].as_array().is_some_and(|eyes| !eyes.is_empty());
                        if frame["steps"].as_array().is_some_and(|steps| !steps.is_empty()) {
                            card = self.choose(&frame).map(|card| (heard + self.a_look(), card));
                        }
                    }
                    // What was refused came too late: the next frame says what to do.
                }
                () = sleep_until(asks.into()), if started && asked.is_none() => {
                    id += 1;
                    asked = Some(Instant::now());
                    asks = Instant::now() + pause;
                    pause = seldom.min(2 * pause);
                    self.client.send(format!(r#"{{"op":"ping","id":{id}}}"#)).await?;
                }
                () = sleep_until(when.into()), if card.is_some() => {
                    let Some((_, action)) = card.take() else { continue };
                    id += 1;
                    let seat = self.seat;
                    let play = json!({ "op": "play", "id": id, "seat": seat, "action": action });
                    self.client.send(play.to_string()).await?;
                    if self.tally.counts.load(Ordering::Relaxed) {
                        self.tally.moves.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
        }
    }

    /// The clock showed `now` at some moment after we asked: it was at 0 no earlier than that allows.
    fn learn(&mut self, sent: Instant, now: Option<u64>) {
        let Some(zero) = now.and_then(|now| sent.checked_sub(Duration::from_millis(now + 1))) else { return };
        self.zero = self.zero.max(Some(zero));
    }

    /// Notes how late what happened by itself is.
    fn look(&self, frame: &Value, heard: Instant) {
        let by_itself = |step: &&Value| {
            step["action"].is_null()
                && step["events"].as_array().is_some_and(|e| e.iter().any(|e| e["type"] == "ran-out"))
        };
        for step in frame["steps"].as_array().into_iter().flatten().filter(by_itself) {
            let (Some(due), Some(now), Some(zero)) = (step["at"].as_f64(), frame["now"].as_f64(), self.zero)
            else {
                continue;
            };
            let final_at = due + self.grace;
            // A firing is one, however many see it.
            if self.seat == 0 {
                self.tally.note(&self.tally.written, now - final_at);
            }
            let seen = heard.duration_since(zero).as_secs_f64() * 1000.0;
            self.tally.note(&self.tally.seen, seen - final_at);
        }
    }

    /// A card of mine, if I am awaited.
    fn choose(&mut self, frame: &Value) -> Option<String> {
        if !frame["awaited"].as_array()?.iter().any(|seat| *seat == self.seat) {
            return None;
        }
        let cards: Vec<&str> = frame["eyes"][0]["actions"]
            .as_array()?
            .iter()
            .filter_map(Value::as_str)
            .filter(|action| !action.starts_with("suggest"))
            .collect();
        self.chance.pick(&cards).map(|&card| card.to_owned())
    }

    fn a_look(&mut self) -> Duration {
        let look = self.tally.look;
        look + look * self.chance.below(1000) / 1000
    }
}
