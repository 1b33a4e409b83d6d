//! What one who means harm does to the others: memory of the server, how soon a well-behaved player is answered, and how
//! soon that player's bot plays, in peace and under each attack.
//!
//! Each attack has the real program to itself, on loopback, and lasts half a minute at most.

mod means;

use std::{
    net::Ipv4Addr,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::{
    io::AsyncReadExt,
    net::TcpStream,
    task::JoinSet,
    time::{sleep, sleep_until, timeout, timeout_at},
};

use crate::{
    Trouble,
    door::{Client, SOURCE},
    house::House,
    sand::percentiles,
    start,
};

/// All attacks, by name. In peace there is none.
const ATTACKS: [&str; 13] = [
    "peace",
    "replays",
    "forgetting",
    "forgotten",
    "starving",
    "silence",
    "lobby",
    "folding",
    "forks",
    "hints",
    "lines",
    "hang-ups",
    "pages",
];
/// Where the well-behaved player comes from.
const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// What may come of any of them: 99 of 100 acknowledgements within so many milliseconds, so many megabytes, …
const ACK_MS: f64 = 100.0;
const SERVER_MB: u64 = 512;
/// … and bots within three times what they usually take, the pause included that a house makes for people to follow.
const BOTS: f64 = 3.0;
const PAUSE_MS: f64 = 600.0;
/// How long an attack is watched.
const LENGTH: Duration = Duration::from_secs(20);
/// How often the well-behaved player asks for a sign of life.
const PING: Duration = Duration::from_millis(200);
/// How long the player looks before a move.
const LOOK: Duration = Duration::from_millis(300);
/// An unfinished answer counts as late as this.
const GIVEN_UP: Duration = Duration::from_secs(20);

#[derive(Default)]
struct Felt {
    /// In milliseconds.
    pings: Vec<f64>,
    acks: Vec<f64>,
    bots: Vec<f64>,
}

pub(crate) async fn attack(program: &str, only: Option<&str>) -> Result<(), Trouble> {
    if let Some(name) = only.filter(|name| !ATTACKS.contains(name)) {
        return Err(format!("--attack {name}: it is one of {}", ATTACKS.join(", ")).into());
    }
    let (mut usual, mut beyond) = (PAUSE_MS, Vec::new());
    for name in ATTACKS.into_iter().filter(|name| only.is_none_or(|only| only == *name)) {
        // Hundreds of tables, or twenty long ones, are more than a guest may open in a moment; what they do is to be seen all
        // the same.
        let limits = !matches!(name, "starving" | "lobby" | "folding");
        let (folder, regular) = match name {
            "forgetting" | "forgotten" => start::many_tables(program).await?,
            _ => (tempfile::tempdir()?, String::new()),
        };
        let house = Arc::new(House::open_in(program, limits, folder)?);
        let (before, disk) = (house.memory()?, house.disk()?);
        let mut tasks = JoinSet::new();
        let note = match name {
            "replays" => means::replays(&house).await?,
            "forgetting" => means::forgetting(&house, &mut tasks),
            "forgotten" => means::forgotten(&house, regular, &mut tasks),
            "starving" => means::starving(&house, 200).await?,
            "silence" => means::silence(&house).await?,
            "lobby" => means::lobby(&house, 1_000).await?,
            "folding" => means::folding(&house, &mut tasks).await?,
            "forks" => means::forks(&house, &mut tasks)?,
            "hints" => means::hints(&house, &mut tasks).await?,
            "lines" => means::lines(&house, &mut tasks).await?,
            "hang-ups" => means::hang_ups(&house, &mut tasks).await?,
            "pages" => means::pages(&house, &mut tasks).await?,
            _ => Held::default(),
        };
        let felt = Arc::new(Mutex::new(Felt::default()));
        // An attack comes from one address, and the player from another, with a clock of their own.
        let player = std::thread::spawn({
            let (house, felt, end) = (house.clone(), felt.clone(), Instant::now() + LENGTH);
            move || play_until(end, SOURCE.scope(ELSEWHERE, behave(house, felt)))
        });
        let (start, mut most) = (Instant::now(), before);
        while start.elapsed() < LENGTH {
            sleep(Duration::from_millis(200)).await;
            most = most.max(house.memory()?);
        }
        let broke_off =
            player.join().map_err(|_| "the player panicked")?.err().map(|error| error.to_string());
        let felt = std::mem::take(&mut *felt.lock().map_err(|_| "the player broke off")?);
        let mut report = json!({
            "attack": name,
            "pings": felt.pings.len(),
            "player_broke_off": broke_off,
            "disk_kb": { "before": disk >> 10, "after": house.disk()? >> 10 },
            "server_mb": { "before": before >> 20, "most": most >> 20 },
            "ping_ms": percentiles(felt.pings),
            "ack_ms": percentiles(felt.acks),
            "bot_answers_ms": percentiles(felt.bots),
        });
        for (key, value) in note.tell(start.elapsed()).await {
            report[key] = value;
        }
        println!("{}", serde_json::to_string_pretty(&report)?);
        tasks.abort_all();
        let bots = PAUSE_MS + report["bot_answers_ms"]["p99"].as_f64().unwrap_or(f64::INFINITY);
        if name == "peace" {
            usual = PAUSE_MS + report["bot_answers_ms"]["p50"].as_f64().unwrap_or_default();
        }
        let within = report["ack_ms"]["p99"].as_f64().is_some_and(|ack| ack < ACK_MS)
            && most >> 20 < SERVER_MB
            && bots <= BOTS * usual
            && report["player_broke_off"].is_null();
        if !within {
            beyond.push(name);
        }
    }
    if beyond.is_empty() { Ok(()) } else { Err(format!("beyond what may be: {}", beyond.join(", ")).into()) }
}

/// Lets somebody play on a thread of its own. It is an error if they stop before.
fn play_until(end: Instant, player: impl Future<Output = Result<(), Trouble>>) -> Result<(), Trouble> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { timeout_at(end.into(), player).await.unwrap_or(Ok(())) })
}

/// What an attack holds on to, and what it has to say at the end.
#[derive(Default)]
struct Held {
    /// Connections of which it is counted how many the house has ended.
    lines: Vec<TcpStream>,
    /// What a visitor of the lobby has been sent.
    bytes: Option<Arc<Mutex<u64>>>,
    _clients: Vec<Client>,
}

impl Held {
    async fn tell(self, passed: Duration) -> Vec<(&'static str, Value)> {
        let mut told = Vec::new();
        if !self.lines.is_empty() {
            let (all, mut open) = (self.lines.len(), 0);
            for mut line in self.lines {
                let mut byte = [0];
                open += usize::from(timeout(Duration::from_millis(1), line.read(&mut byte)).await.is_err());
            }
            told.push(("connections", json!({ "opened": all, "still_open": open })));
        }
        if let Some(bytes) = self.bytes.and_then(|bytes| bytes.lock().map(|bytes| *bytes).ok()) {
            told.push(("lobby_bytes_a_second", json!((bytes as f64 / passed.as_secs_f64()).round())));
        }
        told
    }
}

/// Somebody who plays `pyramids` against an easy bot, and is heard to breathe.
async fn behave(house: Arc<House>, felt: Arc<Mutex<Felt>>) -> Result<(), Trouble> {
    let cookie = house.guest("Ada").await?;
    loop {
        let table =
            house.table(&cookie, r#"{"game":"pyramids","bots":"easy","options":{"rounds":9}}"#).await?;
        let mut client = house.client(&table, &cookie).await?;
        let (mut id, mut asked, mut played, mut over) = (10_u32, None::<Instant>, None::<Instant>, false);
        let (mut next, mut played_as) = (None::<(Instant, String)>, 0);
        let mut pings = tokio::time::interval(PING);
        while !over {
            let when = next.as_ref().map_or_else(Instant::now, |(when, _)| *when);
            tokio::select! {
                message = client.hear() => {
                    let message = message?;
                    if message["op"] == "pong" {
                        let late = asked.take().ok_or("a pong that nobody asked for")?.elapsed();
                        felt.lock().map_err(|_| "broken")?.pings.push(late.as_secs_f64() * 1000.0);
                    }
                    if message["op"] == "done" && message["id"] == played_as {
                        let late = played.ok_or("an answer that nobody asked for")?.elapsed();
                        felt.lock().map_err(|_| "broken")?.acks.push(late.as_secs_f64() * 1000.0);
                    }
                    if message["op"] != "frame" || message["steps"].as_array().is_none_or(Vec::is_empty) {
                        continue;
                    }
                    over = !message["outcome"].is_null();
                    let mine = message["awaited"] == json!([0]);
                    if let Some(since) = played.filter(|_| mine) {
                        // What it plays with one move of its own is told at once; only the bot takes its time.
                        if message["steps"].as_array().is_some_and(|steps| steps.iter().any(|s| s["seat"] == 1)) {
                            felt.lock().map_err(|_| "broken")?.bots.push(since.elapsed().as_secs_f64() * 1000.0);
                            played = None;
                        }
                    }
                    let action = message["eyes"][0]["actions"][0].as_str().filter(|_| mine);
                    next = action.map(|action| (Instant::now() + LOOK, action.to_owned()));
                }
                () = sleep_until(when.into()), if next.is_some() => {
                    let Some((_, action)) = next.take() else { continue };
                    id += 1;
                    (played, played_as) = (Some(Instant::now()), id);
                    let play = json!({ "op": "play", "id": id, "seat": 0, "action": action });
                    client.send(play.to_string()).await?;
                }
                _ = pings.tick() => {
                    if let Some(since) = asked.filter(|since| since.elapsed() > GIVEN_UP) {
                        felt.lock().map_err(|_| "broken")?.pings.push(since.elapsed().as_secs_f64() * 1000.0);
                        asked = None;
                    }
                    if asked.is_none() {
                        id += 1;
                        asked = Some(Instant::now());
                        client.send(format!(r#"{{"op":"ping","id":{id}}}"#)).await?;
                    }
                }
            }
        }
    }
}
