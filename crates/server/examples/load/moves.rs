//! Tables of two who play `pyramids` at random as fast as they can: how many moves per second, and how soon are they seen?

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::Value;
use table::{Chance, Seed};

use crate::{
    Trouble,
    house::{Client, House, PYRAMIDS, pair},
};

#[derive(Default)]
struct Tally {
    acknowledged: AtomicU64,
    over: AtomicBool,
    /// From a move sent to the other player's update, in microseconds.
    latencies: Mutex<Vec<u32>>,
}

/// Plays at random for ever; each of the two in turn, as soon as it sees that it may.
async fn play(house: Arc<House>, number: usize, tally: Arc<Tally>) -> Result<(), Trouble> {
    let cookies = [house.guest(&format!("a{number}")).await?, house.guest(&format!("b{number}")).await?];
    loop {
        let clients = pair(&house, &cookies, PYRAMIDS, 0).await?;
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
        let message = client.hear().await?;
        if message["op"] == "done" {
            tally.acknowledged.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        if message["op"] != "frame" {
            return Err(message.to_string().into());
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
        if !message["outcome"].is_null() || tally.over.load(Ordering::Relaxed) {
            return Ok(());
        }
        if message["steps"].as_array().is_none_or(Vec::is_empty) {
            continue; // Somebody came or went; whose turn it is has not changed.
        }
        let actions = message["eyes"][0]["actions"].as_array().map_or(&[][..], Vec::as_slice);
        let Some(action) = chance.pick(actions).and_then(Value::as_str) else { continue };
        id += 1;
        let request = format!(r#"{{"op":"play","id":{id},"seat":{seat},"action":"{action}"}}"#);
        if let Ok(mut sent) = sent.lock() {
            *sent = Some((seat, Instant::now()));
        }
        client.send(request).await?;
    }
}

pub(crate) async fn moves(program: &str, tables: usize, length: Duration) -> Result<(), Trouble> {
    let house = Arc::new(House::open(program, false)?);
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
