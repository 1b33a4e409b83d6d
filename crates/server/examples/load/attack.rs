//! What one who means harm does to the others: memory of the server, how soon a well-behaved player is answered, and how
//! soon that player's bot plays, in peace and under each attack.
//!
//! Each attack has the real program to itself, on loopback, and lasts half a minute at most.

use std::{
    net::Ipv4Addr,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use catalogue::LogFile;
use serde_json::{Value, json};
use table::{Chance, GameEntry, Millis, Seed};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
    time::{sleep, sleep_until, timeout},
};

use crate::{
    Trouble,
    house::{Client, House, SOURCE},
    sand::percentiles,
};

/// All attacks, by name. In peace there is none.
const ATTACKS: [&str; 8] =
    ["peace", "replays", "forgetting", "starving", "silence", "lobby", "folding", "forks"];
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
        // Two hundred tables in a moment are more than a guest may open; what they do is to be seen all the same.
        let house = Arc::new(House::open(program, !matches!(name, "starving" | "lobby"))?);
        let (before, disk) = (house.memory()?, house.disk()?);
        let mut tasks = JoinSet::new();
        let note = match name {
            "replays" => replays(&house).await?,
            "forgetting" => forgetting(&house, &mut tasks),
            "starving" => starving(&house, 200).await?,
            "silence" => silence(&house).await?,
            "lobby" => lobby(&house).await?,
            "folding" => folding(&house, &mut tasks).await?,
            "forks" => forks(&house, &mut tasks)?,
            _ => Held::default(),
        };
        let felt = Arc::new(Mutex::new(Felt::default()));
        // An attack comes from one address, and the player from another.
        let player = tokio::spawn(SOURCE.scope(ELSEWHERE, behave(house.clone(), felt.clone())));
        let (start, mut most) = (Instant::now(), before);
        while start.elapsed() < LENGTH {
            sleep(Duration::from_millis(200)).await;
            most = most.max(house.memory()?);
        }
        let broke_off = if player.is_finished() {
            player.await?.err().map(|error| error.to_string())
        } else {
            player.abort();
            None
        };
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

/// The longest game that may be brought: everybody plays at random, and all at the same instant.
fn long_game() -> Result<LogFile, Trouble> {
    let (seats, seed) = (7, Seed::from(7));
    let mut game =
        catalogue::open_newest("quicksand", "{}", seats, seed).map_err(|trouble| trouble.to_string())?;
    let (mut chance, mut entries) = (Chance::new(seed), Vec::new());
    while entries.len() < 9_200 {
        let seat = game.awaited().first().ok_or("time does not pass")?;
        let action = chance.pick(&game.actions(seat)).ok_or("an awaited seat has actions")?.clone();
        game.play(seat, &action, Millis::ZERO).map_err(|refusal| refusal.to_string())?;
        entries.push(GameEntry::act(seat, action, Millis::ZERO));
    }
    Ok(LogFile {
        game: "quicksand".to_owned(),
        rules: game.rules(),
        seats,
        options: "{}".to_owned(),
        seed,
        commitment: seed.commitment(),
        names: Vec::new(),
        entries,
        outcome: None,
    })
}

/// Thirty replays of what only looks like a long game, and thirty of one that is, are asked for and never read.
async fn replays(house: &House) -> Result<Held, Trouble> {
    let long = long_game()?;
    let idle = LogFile { entries: vec![GameEntry::tick(Millis::ZERO); 9_200], ..long.clone() };
    let mut lines = Vec::new();
    for body in [idle.write(), long.write()] {
        for _ in 0..30 {
            lines.push(house.ask("POST", "/api/replay?eyes=0", "", &body).await?);
        }
    }
    Ok(Held { lines, ..Held::default() })
}

/// A guest plays on from a long game at twenty tables, and eight look at their games without end.
async fn folding(house: &Arc<House>, tasks: &mut JoinSet<()>) -> Result<Held, Trouble> {
    let (cookie, body) = (house.guest("Many").await?, long_game()?.write());
    for n in 0..20 {
        let mut line = house
            .ask("POST", &format!("/api/replay/fork?n={}&bots=learner", 9_000 + n), &cookie, &body)
            .await?;
        let mut answer = String::new();
        line.read_to_string(&mut answer).await?;
        if !answer.starts_with("HTTP/1.1 201") {
            return Err(answer.into());
        }
    }
    for _ in 0..8 {
        let (house, cookie) = (house.clone(), cookie.clone());
        tasks.spawn(async move {
            while let Ok(mut line) = house.ask("GET", "/api/me/games", &cookie, "").await {
                let _ = line.read_to_end(&mut Vec::new()).await;
            }
        });
    }
    Ok(Held::default())
}

/// Sixteen who bring a long game and play on from it, with a new cookie each time.
fn forks(house: &Arc<House>, tasks: &mut JoinSet<()>) -> Result<Held, Trouble> {
    let body: Arc<str> = long_game()?.write().into();
    for n in 0..16 {
        let (house, body) = (house.clone(), body.clone());
        tasks.spawn(async move {
            loop {
                let Ok(mut line) = house.ask("POST", &format!("/api/replay/fork?n={n}"), "", &body).await
                else {
                    sleep(Duration::from_millis(20)).await;
                    continue;
                };
                let _ = line.read_to_end(&mut Vec::new()).await;
            }
        });
    }
    Ok(Held::default())
}

/// Sixteen who come, and delete themselves, without end.
fn forgetting(house: &Arc<House>, tasks: &mut JoinSet<()>) -> Held {
    for number in 0..16 {
        let house = house.clone();
        tasks.spawn(async move {
            loop {
                let Ok(cookie) = house.guest(&format!("g{number}")).await else {
                    sleep(Duration::from_millis(20)).await;
                    continue;
                };
                if let Ok(mut line) = house.ask("DELETE", "/api/me", &cookie, "").await {
                    let _ = line.read_to_end(&mut Vec::new()).await;
                }
            }
        });
    }
    Held::default()
}

/// One guest with many tables where the hardest bots play among themselves, and who looks at some of them.
pub(crate) async fn starve(house: &House, tables: usize) -> Result<Vec<Client>, Trouble> {
    let cookie = house.guest("Many").await?;
    let mut clients = Vec::new();
    for number in 0..tables {
        let table = house.table(&cookie, r#"{"game":"pyramids","options":{"rounds":9}}"#).await?;
        let mut client = house.client(&table, &cookie).await?;
        client.send(r#"{"op":"stand","id":1,"seat":0}"#.to_owned()).await?;
        client.done(1).await?;
        for seat in 0..2 {
            client.send(format!(r#"{{"op":"bot","id":2,"seat":{seat},"level":"hard"}}"#)).await?;
            client.done(2).await?;
        }
        client.send(r#"{"op":"start","id":3}"#.to_owned()).await?;
        client.done(3).await?;
        if number % 10 == 0 {
            clients.push(client);
        }
    }
    Ok(clients)
}

async fn starving(house: &House, tables: usize) -> Result<Held, Trouble> {
    Ok(Held { _clients: starve(house, tables).await?, ..Held::default() })
}

/// Five hundred connections that say nothing, half of them in the middle of a request.
async fn silence(house: &House) -> Result<Held, Trouble> {
    let mut lines = Vec::new();
    for number in 0..500 {
        let mut line = house.knock().await?;
        if number % 2 == 0 {
            line.write_all(b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Le").await?;
        }
        lines.push(line);
    }
    Ok(Held { lines, ..Held::default() })
}

/// Sixty tables of `quintazone` in play, and a visitor who looks at the lobby.
async fn lobby(house: &Arc<House>) -> Result<Held, Trouble> {
    let cookie = house.guest("Host").await?;
    let mut clients = Vec::new();
    for _ in 0..60 {
        let table = house.table(&cookie, r#"{"game":"quintazone","bots":"easy"}"#).await?;
        let mut client = house.client(&table, &cookie).await?;
        client.send(r#"{"op":"stand","id":1,"seat":0}"#.to_owned()).await?;
        client.done(1).await?;
        clients.push(client);
    }
    let mut visitor = house.line("/api/lobby/live", &house.guest("Visitor").await?).await?;
    let bytes = Arc::new(Mutex::new(0));
    let counted = bytes.clone();
    tokio::spawn(async move {
        while let Ok(text) = visitor.next().await {
            if let Ok(mut bytes) = counted.lock() {
                *bytes += text.len() as u64;
            }
        }
    });
    Ok(Held { bytes: Some(bytes), _clients: clients, ..Held::default() })
}
