//! What those who mean harm do.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use catalogue::LogFile;
use serde_json::{Value, json};
use table::{Chance, GameEntry, Millis, Seed};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    task::JoinSet,
    time::sleep,
};

use super::Held;
use crate::{
    Trouble,
    door::{Client, PYRAMIDS},
    house::House,
};

/// How many do the same at once.
const MANY: usize = 16;

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
        outs: Vec::new(),
        outcome: None,
    })
}

/// Thirty replays of what only looks like a long game, and thirty of one that is, are asked for and never read.
pub(super) async fn replays(house: &House) -> Result<Held, Trouble> {
    let long = long_game()?;
    let idle = LogFile {
        game: "thin-ice".to_owned(),
        seats: 6,
        entries: vec![GameEntry::tick(Millis::ZERO); 9_200],
        ..long.clone()
    };
    let mut lines = Vec::new();
    for body in [idle.write(), long.write()] {
        for _ in 0..30 {
            lines.push(house.ask("POST", "/api/replay?eyes=0", "", &body).await?);
        }
    }
    Ok(Held { lines, ..Held::default() })
}

/// A guest plays on from a long game at twenty tables, and eight look at their games without end.
pub(super) async fn folding(house: &Arc<House>, tasks: &mut JoinSet<()>) -> Result<Held, Trouble> {
    let (cookie, body) = (house.guest("Many").await?, long_game()?.write());
    for n in 0..20 {
        house.post(&format!("/api/replay/fork?n={}&bots=learner", 9_000 + n), &cookie, &body).await?;
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
pub(super) fn forks(house: &Arc<House>, tasks: &mut JoinSet<()>) -> Result<Held, Trouble> {
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
pub(super) fn forgetting(house: &Arc<House>, tasks: &mut JoinSet<()>) -> Held {
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

/// The host of a table of two gets up, and lets bots play there; request 3 starts it.
async fn bots_alone(house: &House, cookie: &str, table: &str, level: &str) -> Result<Client, Trouble> {
    let mut client = house.client(table, cookie).await?;
    client.send(r#"{"op":"stand","id":1,"seat":0}"#.to_owned()).await?;
    client.done(1).await?;
    for seat in 0..2 {
        client.send(format!(r#"{{"op":"bot","id":2,"seat":{seat},"level":"{level}"}}"#)).await?;
        client.done(2).await?;
    }
    client.send(r#"{"op":"start","id":3}"#.to_owned()).await?;
    Ok(client)
}

/// One guest with many tables where the hardest bots play among themselves, and who looks at some of them.
pub(super) async fn starving(house: &House, tables: usize) -> Result<Held, Trouble> {
    let cookie = house.guest("Many").await?;
    let mut clients = Vec::new();
    for number in 0..tables {
        let table = house.table(&cookie, PYRAMIDS).await?;
        let mut client = bots_alone(house, &cookie, &table, "hard").await?;
        client.done(3).await?;
        if number % 10 == 0 {
            clients.push(client);
        }
    }
    Ok(Held { _clients: clients, ..Held::default() })
}

/// Five hundred connections that say nothing, half of them in the middle of a request.
pub(super) async fn silence(house: &House) -> Result<Held, Trouble> {
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

/// So many tables of `quintazone`, most of them in play, and a visitor who looks at the lobby.
pub(super) async fn lobby(house: &Arc<House>, tables: usize) -> Result<Held, Trouble> {
    let cookie = house.guest("Host").await?;
    let mut clients = Vec::new();
    for _ in 0..tables {
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

/// One who sat at a hundred thousand tables deletes themselves.
pub(super) fn forgotten(house: &Arc<House>, cookie: String, tasks: &mut JoinSet<()>) -> Held {
    ask_for_ever(house, tasks, "DELETE", "/api/me".to_owned(), cookie, String::new(), false);
    Held::default()
}

/// Asks the same again and again; `hangs_up`: and does not wait for an answer.
fn ask_for_ever(
    house: &Arc<House>,
    tasks: &mut JoinSet<()>,
    method: &'static str,
    path: String,
    cookie: String,
    body: String,
    hangs_up: bool,
) {
    let house = house.clone();
    tasks.spawn(async move {
        loop {
            match house.ask(method, &path, &cookie, &body).await {
                Ok(mut line) if !hangs_up => {
                    let _ = line.read_to_end(&mut Vec::new()).await;
                }
                // It takes a moment until all of it has been read, and the work has begun.
                _ => sleep(Duration::from_millis(20)).await,
            }
        }
    });
}

/// Guests at tables with bots ask what to do without end; every other one hangs up each time.
pub(super) async fn hints(house: &Arc<House>, tasks: &mut JoinSet<()>) -> Result<Held, Trouble> {
    for number in 0..MANY {
        let cookie = house.guest(&format!("h{number}")).await?;
        let table = house.table(&cookie, r#"{"game":"quintazone","bots":"hard"}"#).await?;
        let path = format!("/api/tables/{table}/hint");
        ask_for_ever(house, tasks, "POST", path, cookie, r#"{"seat":0}"#.to_owned(), number % 2 == 1);
    }
    Ok(Held::default())
}

/// A game is over; how it might have gone on is asked for without end, and every other one hangs up each time.
pub(super) async fn lines(house: &Arc<House>, tasks: &mut JoinSet<()>) -> Result<Held, Trouble> {
    let cookie = house.guest("Many").await?;
    let table = house.table(&cookie, r#"{"game":"pyramids","options":{"rounds":3}}"#).await?;
    let mut client = bots_alone(house, &cookie, &table, "easy").await?;
    let mut moves = 0;
    loop {
        let message = client.hear().await?;
        moves += message["steps"].as_array().map_or(0, Vec::len);
        if message["op"] == "frame" && !message["outcome"].is_null() {
            break;
        }
    }
    let acts: Vec<Value> = (0..16).map(|_| json!({ "seat": 0, "action": "S@a1" })).collect();
    let body = json!({ "n": moves / 2, "eyes": "all", "line": acts }).to_string();
    for number in 0..MANY {
        let path = format!("/api/tables/{table}/line");
        ask_for_ever(house, tasks, "POST", path, cookie.clone(), body.clone(), number % 2 == 1);
    }
    Ok(Held::default())
}

/// A table's page is asked for without end, by somebody new each time.
pub(super) async fn pages(house: &Arc<House>, tasks: &mut JoinSet<()>) -> Result<Held, Trouble> {
    let table = house.table(&house.guest("Many").await?, r#"{"game":"quintazone"}"#).await?;
    for _ in 0..MANY {
        ask_for_ever(house, tasks, "GET", format!("/table/{table}"), String::new(), String::new(), false);
    }
    Ok(Held::default())
}

/// Long games are asked for, and long tables come to, by those who go at once.
pub(super) async fn hang_ups(house: &Arc<House>, tasks: &mut JoinSet<()>) -> Result<Held, Trouble> {
    let body = long_game()?.write();
    let mut tables = Vec::new();
    // As many as newcomers of an address may open at once: each counts as many.
    for n in 0..3 {
        let (cookie, path) =
            (house.guest("Many").await?, format!("/api/replay/fork?n={}&bots=learner", 9_000 + n));
        let opened: Value = serde_json::from_str(&house.post(&path, &cookie, &body).await?.1)?;
        tables.push((opened["id"].as_str().ok_or("no id")?.to_owned(), cookie));
    }
    for (table, cookie) in tables.into_iter().cycle().take(MANY) {
        let house = house.clone();
        tasks.spawn(async move {
            loop {
                drop(house.client(&table, &cookie).await);
                sleep(Duration::from_millis(5)).await;
            }
        });
    }
    for _ in 0..MANY {
        let path = "/api/replay?eyes=0".to_owned();
        ask_for_ever(house, tasks, "POST", path, String::new(), body.clone(), true);
    }
    Ok(Held::default())
}
