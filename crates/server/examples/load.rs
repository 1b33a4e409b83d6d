//! How many moves a second does the server acknowledge, durably logged, and how soon does the other player see them?
//!
//! Starts the real program on a fresh database, sets tables of two WebSocket clients each, and lets all of them play
//! `pyramids` at random as fast as they can. `cargo xtask bench` runs it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use table::{Chance, Seed};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest, protocol::WebSocketConfig};

type Trouble = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Trouble> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |key: &str| args.iter().position(|a| a == key).and_then(|i| args.get(i + 1)).cloned();
    let number = |key: &str, default: u64| value(key).and_then(|v| v.parse().ok()).unwrap_or(default);
    let server = value("--server").ok_or("--server PATH: the quintette binary to measure")?;
    let tables = number("--tables", 50) as usize;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if args.iter().any(|a| a == "--memory") {
        runtime.block_on(memory(&server))
    } else {
        runtime.block_on(moves(&server, tables, Duration::from_secs(number("--seconds", 10))))
    }
}

/// The real program, on a database of its own; ended when dropped.
struct House {
    child: Child,
    address: String,
    _folder: tempfile::TempDir,
}

impl House {
    fn open(program: &str) -> Result<Self, Trouble> {
        let folder = tempfile::tempdir()?;
        let database = folder.path().join("load.sqlite");
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--no-limits", "--database"])
            .arg(&database)
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.trim().rsplit("//").next().unwrap_or_default().to_owned();
        Ok(Self { child, address, _folder: folder })
    }

    /// Resident memory of the server, in bytes.
    fn memory(&self) -> Result<u64, Trouble> {
        let status =
            std::fs::read_to_string(Path::new("/proc").join(self.child.id().to_string()).join("status"))?;
        let line = status.lines().find(|l| l.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.split_whitespace().nth(1).ok_or("no figure")?.parse::<u64>()? * 1024)
    }

    /// One HTTP request: the cookie it sets, if any, and its body.
    fn post(&self, path: &str, cookie: &str, body: &str) -> Result<(Option<String>, String), Trouble> {
        let mut stream = TcpStream::connect(&self.address)?;
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {}\r\nOrigin: http://{}\r\nContent-Type: application/json\r\nCookie: {cookie}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            self.address,
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
        if !head.starts_with("HTTP/1.1 2") {
            return Err(format!("POST {path}: {answer}").into());
        }
        let cookie =
            head.lines().find_map(|l| l.strip_prefix("set-cookie: ")).and_then(|c| c.split(';').next());
        Ok((cookie.map(str::to_owned), body.to_owned()))
    }

    fn guest(&self, name: &str) -> Result<String, Trouble> {
        self.post("/api/me", "", &format!(r#"{{"name":"{name}"}}"#))?.0.ok_or_else(|| "no cookie".into())
    }

    fn table(&self, cookie: &str) -> Result<String, Trouble> {
        let body = self.post("/api/tables", cookie, r#"{"game":"pyramids","options":{"rounds":9}}"#)?.1;
        let opened: serde_json::Value = serde_json::from_str(&body)?;
        Ok(opened["id"].as_str().ok_or("no id")?.to_owned())
    }

    async fn client(&self, table: &str, cookie: &str) -> Result<Client, Trouble> {
        let mut request =
            format!("ws://{}/api/tables/{table}/live?since=0", self.address).into_client_request()?;
        request.headers_mut().insert("cookie", cookie.parse()?);
        let config = WebSocketConfig::default().read_buffer_size(8 << 10).write_buffer_size(0);
        let stream = tokio::net::TcpStream::connect(&self.address).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Client { socket })
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Client {
    socket: tokio_tungstenite::WebSocketStream<tokio::net::TcpStream>,
}

impl Client {
    async fn send(&mut self, text: String) -> Result<(), Trouble> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    async fn next(&mut self) -> Result<String, Trouble> {
        loop {
            if let Message::Text(text) = self.socket.next().await.ok_or("closed")?? {
                return Ok(text.as_str().to_owned());
            }
        }
    }

    /// Waits for the answer to request `id`.
    async fn done(&mut self, id: u32) -> Result<(), Trouble> {
        loop {
            let text = self.next().await?;
            if text.contains(r#""op":"done""#) && text.contains(&format!(r#""id":{id}"#)) {
                return Ok(());
            }
            if !text.contains(r#""op":"frame""#) {
                return Err(text.into());
            }
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

/// Two clients, seated and started.
async fn pair(house: &House, cookies: &[String; 2]) -> Result<[Client; 2], Trouble> {
    let table = house.table(&cookies[0])?;
    let mut first = house.client(&table, &cookies[0]).await?;
    let mut second = house.client(&table, &cookies[1]).await?;
    first.send(r#"{"op":"sit","id":1,"seat":0}"#.to_owned()).await?;
    // The host may sit there already.
    let _ = first.done(1).await;
    second.send(r#"{"op":"sit","id":1,"seat":1}"#.to_owned()).await?;
    second.done(1).await?;
    first.send(r#"{"op":"start","id":2}"#.to_owned()).await?;
    Ok([first, second])
}

/// Plays at random for ever; each of the two in turn, as soon as it sees that it may.
async fn play(house: Arc<House>, number: usize, tally: Arc<Tally>) -> Result<(), Trouble> {
    let cookies = [house.guest(&format!("a{number}"))?, house.guest(&format!("b{number}"))?];
    loop {
        let clients = pair(&house, &cookies).await?;
        let sent = Arc::new(Mutex::new(None));
        let mut players = Vec::new();
        for (seat, client) in clients.into_iter().enumerate() {
            let chance = Chance::new(Seed::from((number * 2 + seat) as u64));
            players.push(tokio::spawn(player(client, seat, chance, sent.clone(), tally.clone())));
        }
        for player in players {
            player.await??;
        }
        if tally.over.load(Ordering::Relaxed) {
            return Ok(());
        }
    }
}

async fn player(
    mut client: Client,
    seat: usize,
    mut chance: Chance,
    sent: Arc<Mutex<Option<(usize, Instant)>>>,
    tally: Arc<Tally>,
) -> Result<(), Trouble> {
    let mut id = 10;
    loop {
        let text = client.next().await?;
        if text.starts_with(r#"{"op":"done""#) {
            tally.acknowledged.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        if !text.starts_with(r#"{"op":"frame""#) {
            return Err(text.into());
        }
        if let Ok(mut sent) = sent.lock()
            && let Some((by, at)) = *sent
            && by != seat
        {
            *sent = None;
            if let Ok(mut latencies) = tally.latencies.lock() {
                latencies.push(at.elapsed().as_micros() as u32);
            }
        }
        if text.contains(r#""outcome":{"#) || tally.over.load(Ordering::Relaxed) {
            return Ok(());
        }
        if text.contains(r#""steps":[]"#) {
            continue; // Somebody came or went; whose turn it is has not changed.
        }
        let Some(action) = any_action(&text, &mut chance) else { continue };
        id += 1;
        let request = format!(r#"{{"op":"play","id":{id},"seat":{seat},"action":"{action}"}}"#);
        if let Ok(mut sent) = sent.lock() {
            *sent = Some((seat, Instant::now()));
        }
        client.send(request).await?;
    }
}

/// One of the actions that the frame offers.
fn any_action<'a>(frame: &'a str, chance: &mut Chance) -> Option<&'a str> {
    let start = frame.rfind(r#""actions":["#)? + r#""actions":["#.len();
    let list = &frame[start..start + frame[start..].find(']')?];
    let count = list.matches(',').count() as u32 + 1;
    list.split(',').nth(chance.below(count) as usize).map(|a| a.trim_matches('"')).filter(|a| !a.is_empty())
}

async fn moves(program: &str, tables: usize, length: Duration) -> Result<(), Trouble> {
    let house = Arc::new(House::open(program)?);
    let tally = Arc::new(Tally::default());
    let mut rooms = Vec::new();
    for number in 0..tables {
        rooms.push(tokio::spawn(play(house.clone(), number, tally.clone())));
    }
    tokio::time::sleep(Duration::from_secs(2)).await; // Warm up: everybody is seated.
    let (start, before) = (Instant::now(), tally.acknowledged.load(Ordering::Relaxed));
    if let Ok(mut latencies) = tally.latencies.lock() {
        latencies.clear();
    }
    tokio::time::sleep(length).await;
    let moves = tally.acknowledged.load(Ordering::Relaxed) - before;
    let seconds = start.elapsed().as_secs_f64();
    tally.over.store(true, Ordering::Relaxed);
    let mut latencies = tally.latencies.lock().map(|l| l.clone()).unwrap_or_default();
    latencies.sort_unstable();
    let percentile =
        |p: usize| latencies.get(latencies.len() * p / 100).map_or(0.0, |&us| f64::from(us) / 1000.0);
    let report = serde_json::json!({
        "tables": tables,
        "clients": tables * 2,
        "acknowledged_moves": moves,
        "moves_per_second": (moves as f64 / seconds).round(),
        "other_player_sees_it_ms": { "p50": percentile(50), "p99": percentile(99) },
        "seconds": (seconds * 10.0).round() / 10.0,
    });
    println!("{}", serde_json::to_string_pretty(&report)?);
    for room in &rooms {
        if room.is_finished() && !tally.over.load(Ordering::Relaxed) {
            return Err("a table broke off".into());
        }
    }
    for room in rooms {
        room.abort();
    }
    Ok(())
}

/// What a table costs: with nobody there, then with two clients.
async fn memory(program: &str) -> Result<(), Trouble> {
    const TABLES: usize = 400;
    let house = House::open(program)?;
    let cookies = [house.guest("a")?, house.guest("b")?];
    // What the first tables cost is the server's own warming up.
    let mut keep = Vec::new();
    for _ in 0..20 {
        keep.extend(pair(&house, &cookies).await?);
    }
    let settle = Duration::from_millis(500);
    tokio::time::sleep(settle).await;
    let before = house.memory()?;
    let mut ids = Vec::new();
    for _ in 0..TABLES {
        ids.push(house.table(&cookies[0])?);
    }
    tokio::time::sleep(settle).await;
    let idle = house.memory()?;
    for id in &ids {
        for cookie in &cookies {
            let mut client = house.client(id, cookie).await?;
            client.next().await?;
            keep.push(client);
        }
    }
    tokio::time::sleep(settle).await;
    let seated = house.memory()?;
    let each = |from: u64, to: u64| to.saturating_sub(from) / TABLES as u64;
    let report = serde_json::json!({
        "tables": TABLES,
        "bytes_a_table_idle": each(before, idle),
        "bytes_a_table_with_two_clients": each(before, seated),
    });
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}
