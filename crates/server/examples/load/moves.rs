//! Tables of two who play `pyramids` at random as fast as they can, or at a pace: how many moves per second, and how soon are
//! they seen? The same for two who only send each other something through a bare relay, as a measure of the machine.
//!
//! Whoever plays knows the rules here, and reads of a frame only what was played: so that it is the server that is measured.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use catalogue::Live;
use serde::Deserialize;
use table::{Chance, Millis, Seat, Seed};

use crate::{
    Trouble,
    door::{Client, Door, PYRAMIDS, pair_at},
    house::House,
    town::Houses,
};

/// What is to be measured.
#[derive(Clone, Copy)]
pub(crate) struct Load {
    pub(crate) tables: usize,
    pub(crate) length: Duration,
    /// So many moves a second at all tables together; as many as can be if there is none.
    pub(crate) pace: Option<u64>,
    pub(crate) server: Server,
}

/// What serves them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Server {
    /// A house on a file of its own.
    House,
    /// A bare relay in its place.
    Relay,
    /// A house on Postgres.
    Postgres,
    /// So many houses on Postgres, and NATS between them. The two of a table are at different ones, where there are.
    Town(usize),
}

/// The same, once it is open.
enum Open {
    House(House),
    Town(Houses),
}

impl Open {
    async fn open(program: &str, server: Server) -> Result<Self, Trouble> {
        Ok(match server {
            Server::House => Self::House(House::open(program, false)?),
            Server::Relay => Self::House(House::relay(program)?),
            Server::Postgres => Self::Town(Houses::open(program, 1, false).await?),
            Server::Town(houses) => Self::Town(Houses::open(program, houses, true).await?),
        })
    }

    fn doors(&self) -> Vec<Door> {
        match self {
            Self::House(house) => vec![**house],
            Self::Town(houses) => houses.doors(),
        }
    }

    /// What the houses, Postgres and NATS have worked so far, in seconds.
    fn work(&self) -> Result<[f64; 3], Trouble> {
        match self {
            Self::House(house) => Ok([house.cpu()?, 0.0, 0.0]),
            Self::Town(houses) => houses.work(),
        }
    }
}

#[derive(Default)]
struct Tally {
    acknowledged: AtomicU64,
    over: AtomicBool,
    /// From a move sent to the other player's update, in microseconds.
    latencies: Mutex<Vec<u32>>,
}

/// Of a message, what a player looks at.
#[derive(Deserialize)]
struct Heard<'a> {
    op: &'a str,
    #[serde(default)]
    steps: Vec<Step<'a>>,
}

#[derive(Deserialize)]
struct Step<'a> {
    seat: Option<Seat>,
    #[serde(borrow)]
    action: Option<&'a str>,
    at: Millis,
}

/// One of two, and when the other has sent something.
struct Player {
    client: Client,
    seat: usize,
    sent: Arc<Mutex<Option<(usize, Instant)>>>,
    tally: Arc<Tally>,
    pause: Option<Duration>,
}

impl Player {
    /// Something has come: if it is the other's, how long it took.
    fn note(&self) {
        if let Ok(mut sent) = self.sent.lock()
            && let Some((by, at)) = *sent
            && by != self.seat
        {
            *sent = None;
            if let Ok(mut latencies) = self.tally.latencies.lock() {
                latencies.push(at.elapsed().as_micros() as u32);
            }
        }
    }

    async fn send(&mut self, text: String) -> Result<(), Trouble> {
        if let Some(pause) = self.pause {
            tokio::time::sleep(pause).await;
        }
        if let Ok(mut sent) = self.sent.lock() {
            *sent = Some((self.seat, Instant::now()));
        }
        self.client.send(text).await
    }

    /// Plays at random as soon as it is their turn, until the game is over.
    async fn play(mut self, mut chance: Chance) -> Result<(), Trouble> {
        let mut game: Box<dyn Live> =
            catalogue::open_newest("pyramids", r#"{"rounds":9}"#, 2, Seed::from(0)).map_err(|_| "no game")?;
        let (mut id, mut begun, mut played, mut answered) = (10, false, 0, None);
        loop {
            let text = self.client.next().await?;
            let heard: Heard<'_> = serde_json::from_str(&text)?;
            match heard.op {
                "done" => {
                    self.tally.acknowledged.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                "frame" => {}
                _ => return Err(text.into()),
            }
            for Step { seat, action, at } in &heard.steps {
                if let (Some(seat), Some(action)) = (seat, action) {
                    game.play(*seat, action, *at).map_err(|refusal| refusal.to_string())?;
                    played += 1;
                }
            }
            // Before the game there is nothing to see.
            begun |= played > 0 || text.contains("\"view\":");
            self.note();
            if game.outcome().is_some() || self.tally.over.load(Ordering::Relaxed) {
                return Ok(());
            }
            let seat = Seat(self.seat as u8);
            if !begun || !game.awaited().contains(seat) || answered == Some(played) {
                continue; // Somebody came or went, or it is the other's turn.
            }
            answered = Some(played);
            let actions = game.actions(seat);
            let Some(action) = chance.pick(&actions) else { continue };
            id += 1;
            let seat = self.seat;
            self.send(format!(r#"{{"op":"play","id":{id},"seat":{seat},"action":"{action}"}}"#)).await?;
        }
    }

    /// Sends something whenever the other has; the relay sends it to both.
    async fn pass(mut self) -> Result<(), Trouble> {
        let text = |seat: usize| format!(r#"{{"op":"play","id":10,"seat":{seat},"action":"S@a1 A+90"}}"#);
        if self.seat == 0 {
            self.send(text(0)).await?;
        }
        let mine = text(self.seat);
        while !self.tally.over.load(Ordering::Relaxed) {
            if self.client.next().await? == mine {
                self.tally.acknowledged.fetch_add(1, Ordering::Relaxed);
            } else {
                self.note();
                self.send(mine.clone()).await?;
            }
        }
        Ok(())
    }
}

/// One table for ever.
async fn table(houses: [Door; 2], number: usize, load: Load, tally: Arc<Tally>) -> Result<(), Trouble> {
    let (mut cookies, relay) = ([String::new(), String::new()], load.server == Server::Relay);
    if !relay {
        let [first, second] = houses;
        cookies = [first.guest(&format!("a{number}")).await?, second.guest(&format!("b{number}")).await?];
    }
    let pause = load.pace.map(|pace| Duration::from_secs(1) * load.tables as u32 / pace as u32);
    if let Some(pause) = pause {
        // One after the other: all of them at once, again and again, would be no pace.
        tokio::time::sleep(pause * number as u32 / load.tables as u32).await;
    }
    while !tally.over.load(Ordering::Relaxed) {
        let clients = if relay {
            let path = format!("/{number}");
            [houses[0].line(&path, "x=x").await?, houses[1].line(&path, "x=x").await?]
        } else {
            pair_at(houses, &cookies, PYRAMIDS, 0).await?
        };
        let sent = Arc::new(Mutex::new(None));
        let mut players = Vec::new();
        for (seat, client) in clients.into_iter().enumerate() {
            let player = Player { client, seat, sent: Arc::clone(&sent), tally: Arc::clone(&tally), pause };
            let chance = Chance::new(Seed::from((number * 2 + seat) as u64));
            players.push(tokio::spawn(async move {
                if relay { player.pass().await } else { player.play(chance).await }
            }));
        }
        for player in players {
            player.await??;
        }
    }
    Ok(())
}

pub(crate) async fn moves(program: &str, load: Load) -> Result<(), Trouble> {
    let open = Open::open(program, load.server).await?;
    let (tally, doors) = (Arc::new(Tally::default()), open.doors());
    let mut tables = Vec::new();
    for number in 0..load.tables {
        let houses = [number, number + 1].map(|door| doors[door % doors.len()]);
        tables.push(tokio::spawn(table(houses, number, load, Arc::clone(&tally))));
    }
    tokio::time::sleep(Duration::from_secs(2)).await; // Warm up: everybody is seated.
    let (start, before, worked) = (Instant::now(), tally.acknowledged.load(Ordering::Relaxed), open.work()?);
    if let Ok(mut latencies) = tally.latencies.lock() {
        latencies.clear();
    }
    tokio::time::sleep(load.length).await;
    let moves = tally.acknowledged.load(Ordering::Relaxed) - before;
    let (seconds, work) = (start.elapsed().as_secs_f64(), open.work()?);
    let [cpu, postgres, nats] = [0, 1, 2].map(|who| work[who] - worked[who]);
    let machine = seconds * std::thread::available_parallelism()?.get() as f64;
    let share = |work: f64| (work / machine * 1000.0).round() / 1000.0;
    if let Some(table) = tables.iter_mut().find(|table| table.is_finished()) {
        return Err(table.await?.err().unwrap_or_else(|| "a table broke off".into()));
    }
    tally.over.store(true, Ordering::Relaxed);
    let mut latencies = tally.latencies.lock().map(|l| l.clone()).unwrap_or_default();
    latencies.sort_unstable();
    let percentile =
        |p: usize| latencies.get(latencies.len() * p / 100).map_or(0.0, |&us| f64::from(us) / 1000.0);
    let report = serde_json::json!({
        "tables": load.tables,
        "clients": load.tables * 2,
        "acknowledged_moves": moves,
        "moves_per_second": (moves as f64 / seconds).round(),
        "moves_per_cpu_second": (moves as f64 / cpu).round(),
        "other_player_sees_it_ms": { "p50": percentile(50), "p99": percentile(99) },
        "seconds": (seconds * 10.0).round() / 10.0,
        "server_cpu_seconds": (cpu * 10.0).round() / 10.0,
        "share_of_the_machine": { "houses": share(cpu), "postgres": share(postgres), "nats": share(nats) },
    });
    println!("{}", serde_json::to_string_pretty(&report)?);
    for table in tables {
        table.abort();
    }
    Ok(())
}
