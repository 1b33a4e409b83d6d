//! What everything costs on the wire: bytes per viewer for a move, a line of talk, and somebody who comes or goes.

use serde_json::{Value, json};
use table::{Chance, Seed};

use crate::{
    Trouble,
    door::{Client, pair},
    house::House,
};

/// How many moves of each game are looked at.
const MOVES: u32 = 150;

#[derive(Default)]
struct Sizes {
    moves: Vec<usize>,
    talk: Vec<usize>,
    presence: Vec<usize>,
}

impl Sizes {
    fn note(&mut self, frame: &Value, bytes: usize) {
        let steps = frame["steps"].as_array().map_or(&[][..], Vec::as_slice);
        match steps {
            [] => self.presence.push(bytes),
            [step] if step["said"].is_object() => self.talk.push(bytes),
            _ => self.moves.push(bytes),
        }
    }
}

fn median(bytes: &mut [usize]) -> usize {
    bytes.sort_unstable();
    bytes.get(bytes.len() / 2).copied().unwrap_or_default()
}

pub(crate) async fn wire(program: &str) -> Result<(), Trouble> {
    let house = House::open(program, false)?;
    let mut report = serde_json::Map::new();
    for game in ["pyramids", "quadri", "quicksand", "quintazone", "thin-ice"] {
        let mut sizes = play(&house, game).await?;
        let Sizes { moves, talk, presence } = &mut sizes;
        let bytes = json!({
            "frames": moves.len(),
            "move": { "median": median(moves), "p90": moves.get(moves.len() * 9 / 10) },
            "talk": median(talk),
            "presence": median(presence),
        });
        report.insert(game.to_owned(), bytes);
    }
    println!("{}", serde_json::to_string_pretty(&json!({ "bytes_per_viewer": report }))?);
    Ok(())
}

/// Two play at random, a third watches; all that each of them is sent counts, once the game has begun.
async fn play(house: &House, game: &str) -> Result<Sizes, Trouble> {
    let cookies = [house.guest("Ada").await?, house.guest("Bea").await?];
    let new_table = json!({ "game": game, "seats": 2 }).to_string();
    let [first, second] = pair(house, &cookies, &new_table, 0).await?;
    let id = first.frame["table"]["id"].as_str().ok_or("an id")?.to_owned();
    let mut clients = [first, second, house.client(&id, &house.guest("Cyd").await?).await?];
    for client in &mut clients {
        until(client, &mut Sizes::default(), |frame| frame["table"]["phase"] == "playing").await?;
        until(client, &mut Sizes::default(), |frame| frame["table"]["watchers"] == 1).await?;
    }
    let (mut chance, mut sizes) = (Chance::new(Seed::from(7)), Sizes::default());
    for turn in 0..MOVES {
        let offered =
            |seat: usize| clients[seat].frame["eyes"][0]["actions"].as_array().filter(|a| !a.is_empty());
        let Some((seat, actions)) = [0, 1].into_iter().find_map(|seat| Some((seat, offered(seat)?))) else {
            break;
        };
        let action = chance.pick(actions).cloned();
        let play = json!({ "op": "play", "id": 100 + turn, "seat": seat, "action": action });
        send(&mut clients, seat, &play, &mut sizes).await?;
    }
    send(&mut clients, 0, &json!({ "op": "say", "id": 1, "text": "hi" }), &mut sizes).await?;
    let dan = house.client(&id, &house.guest("Dan").await?).await?;
    for client in &mut clients {
        until(client, &mut sizes, |frame| frame["table"]["watchers"] == 2).await?;
    }
    drop(dan);
    for client in &mut clients {
        until(client, &mut sizes, |frame| frame["table"]["watchers"] == 1).await?;
    }
    Ok(sizes)
}

/// One of them asks for something; all hear what comes of it.
async fn send(
    clients: &mut [Client; 3],
    by: usize,
    request: &Value,
    sizes: &mut Sizes,
) -> Result<(), Trouble> {
    clients[by].send(request.to_string()).await?;
    let n = loop {
        let (message, bytes) = clients[by].measured().await?;
        match message["op"].as_str() {
            Some("frame") => sizes.note(&message, bytes),
            Some("done") => break message["n"].as_u64(),
            // Time has passed, or the rules close talk: nothing is sent.
            _ => return Ok(()),
        }
    };
    for client in clients {
        until(client, sizes, |frame| frame["n"].as_u64() >= n).await?;
    }
    Ok(())
}

async fn until(client: &mut Client, sizes: &mut Sizes, seen: impl Fn(&Value) -> bool) -> Result<(), Trouble> {
    while !seen(&client.frame) {
        let (message, bytes) = client.measured().await?;
        if message["op"] == "frame" {
            sizes.note(&message, bytes);
        }
    }
    Ok(())
}
