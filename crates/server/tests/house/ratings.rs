//! Rated games, as those who play them find it.

use crate::common::{Client, Guest, House};
use serde_json::{Value, json};
use table::{Chance, Seed};

fn rated() -> Value {
    json!({ "time": { "pace": { "type": "game", "seconds": 600, "plus": 0 }, "up": "lost" }, "rated": true })
}

/// Both sit at a new rated table whose game has begun; the first of them opened it.
async fn begins(host: &mut Guest, other: &Guest) -> (String, Client, Client) {
    let table = host.opens(&json!({ "game": "pyramids", "seats": 2, "terms": rated() })).await;
    let mut theirs = other.joins(&table, 0).await;
    theirs.does(json!({ "op": "sit", "seat": 1 })).await;
    let mut mine = host.joins(&table, 0).await;
    let n = mine.does(json!({ "op": "start" })).await;
    theirs.reaches(n).await;
    (table, mine, theirs)
}

/// Why not, in both languages.
async fn refused(client: &mut Client, request: Value) -> Value {
    let reply = client.ask(request).await;
    assert_ne!(reply["op"], "done", "{reply}");
    reply["message"].clone()
}

async fn shown(guest: &mut Guest, table: &str) -> Value {
    guest.get(&format!("/api/tables/{table}/ratings")).await.json()
}

#[tokio::test]
async fn whoever_leaves_a_rated_game_has_lost_it_and_both_are_rated() {
    let house = House::open().await;
    let (mut ada, mut bea) = (house.guest("Ada").await, house.guest("Bea").await);
    let (table, mut a, mut b) = begins(&mut ada, &bea).await;
    let seats = shown(&mut ada, &table).await;
    assert_eq!(seats["seats"][0]["before"]["rating"], 1500);
    assert_eq!(
        (&seats["seats"][1]["after"], seats["seats"][1]["before"]["provisional"].as_bool()),
        (&Value::Null, Some(true))
    );
    a.does(json!({ "op": "stand", "seat": 0 })).await;
    let end = b.until(|frame| frame["steps"][0]["out"].is_object()).await;
    assert_eq!(end["steps"][0]["out"], json!({ "seat": 0, "why": "left" }));
    assert_eq!(b.frame["outcome"]["winners"], json!([1]));
    let seats = shown(&mut bea, &table).await;
    let after = |seat: usize| seats["seats"][seat]["after"]["rating"].as_i64().expect("it counts");
    assert!(after(0) < 1500 && after(1) > 1500, "{seats}");
    let mine = bea.get("/api/me/ratings").await.json();
    assert_eq!(
        (mine[0]["game"].as_str(), mine[0]["now"]["rating"].as_i64()),
        (Some("pyramids"), Some(after(1)))
    );
    assert_eq!(mine[0]["past"].as_array().map(Vec::len), Some(1));
    let export = bea.get("/api/me/export").await.json();
    assert_eq!(export["ratings"], mine);
    // Not sure enough to be called one of the best.
    let best = ada.get("/api/ratings/pyramids").await.json();
    assert_eq!(best["ladders"], json!([{ "mode": null, "best": [] }]));
    assert_eq!(best["bots"][2], json!({ "level": "club", "rating": 1500 }));
}

#[tokio::test]
async fn nobody_plays_themselves_not_with_a_second_tab_either() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids", "seats": 2, "terms": rated() })).await;
    let (mut one, mut tab) = (ada.joins(&table, 0).await, ada.joins(&table, 0).await);
    tab.does(json!({ "op": "sit", "seat": 1 })).await;
    let why = refused(&mut one, json!({ "op": "start" })).await;
    assert!(why["en"].as_str().expect("it says why").contains("nobody on two seats"), "{why}");
    one.does(json!({ "op": "stand", "seat": 1 })).await;
    refused(&mut one, json!({ "op": "bot", "seat": 1, "level": "club" })).await;
    let with_bots = json!({ "game": "pyramids", "seats": 2, "bots": "club", "terms": rated() });
    assert_eq!(ada.post("/api/tables", &with_bots).await.status, 422);
}

#[tokio::test]
async fn where_the_house_wants_accounts_for_rated_games_guests_are_told_so() {
    let house = House::with(|config| config.accounts_for.rated = true).await;
    let mut ada = house.guest("Ada").await;
    let wanted = json!({ "game": "pyramids", "seats": 2, "terms": rated() });
    let answer = ada.post("/api/tables", &wanted).await;
    assert_eq!(answer.status, 403);
    assert!(answer.json()["message"]["fr"].as_str().expect("in French").contains("compte"));
    let table = ada.opens(&json!({ "game": "pyramids", "seats": 2 })).await;
    let (mut mine, bea) = (ada.joins(&table, 0).await, house.guest("Bea").await);
    let mut theirs = bea.joins(&table, 0).await;
    theirs.does(json!({ "op": "sit", "seat": 1 })).await;
    // Nor by changing the terms later: whoever sat there is free to sit down for it, and may not.
    mine.does(json!({ "op": "terms", "terms": rated() })).await;
    refused(&mut theirs, json!({ "op": "sit", "seat": 1 })).await;
}

#[tokio::test]
async fn ratings_made_anew_from_the_logs_are_the_same_after_a_crash_and_for_whoever_stays() {
    let mut house = House::open().await;
    let mut people = Vec::new();
    for name in ["Ada", "Bea", "Cyd"] {
        people.push(house.guest(name).await);
    }
    for (host, other, leaves) in [(0, 1, 0), (1, 2, 1), (2, 0, 0), (0, 1, 1), (1, 0, 0), (2, 1, 1)] {
        let bea = people[other].clone();
        let (_, mut mine, mut theirs) = begins(&mut people[host], &bea).await;
        let client = if leaves == 0 { &mut mine } else { &mut theirs };
        let n = client.does(json!({ "op": "stand", "seat": leaves })).await;
        mine.reaches(n).await;
    }
    let database = server::Database::from(house.database());
    let made = server::rate_anew(&database).await.expect("they are made anew");
    assert_eq!((made.games, made.ratings, made.changed), (6, 12, 0));
    // What the house did not get to before it crashed follows from the log.
    house.sql("DELETE FROM rated WHERE table_key = 3; DELETE FROM endings WHERE table_key = 3; UPDATE tables SET ended = NULL, finished = 0, up = 0 WHERE key = 3").await;
    house.reopen().await;
    for guest in &mut people {
        guest.address = house.address;
    }
    let asked = tokio::time::Instant::now();
    while people[2].get("/api/me/ratings").await.json()[0]["past"].as_array().map(Vec::len) != Some(3) {
        assert!(asked.elapsed().as_secs() < 20, "what was over is not rated");
    }
    let made = server::rate_anew(&database).await.expect("they are made anew");
    assert_eq!((made.ratings, made.changed), (12, 0));
    // Somebody goes in the middle of a game, which is lost; nobody else's rating changes but for that.
    let before = people[2].get("/api/me/ratings").await.json();
    let bea = people[1].clone();
    let (_, _mine, mut theirs) = begins(&mut people[0], &bea).await;
    people[0].http("DELETE /api/me HTTP/1.1\r\n", "").await;
    theirs.until(|frame| frame["steps"][0]["out"].is_object()).await;
    assert_eq!(people[2].get("/api/me/ratings").await.json(), before);
    let made = server::rate_anew(&database).await.expect("they are made anew");
    assert_eq!((made.games, made.ratings, made.changed), (7, 14, 0));
}

/// What people may play rated: of two, of three, and of four in two teams.
const KINDS: [(&str, &str, u8); 4] = [
    ("pyramids", "{}", 2),
    ("quintazone", "{}", 3),
    ("quadri", r#"{"mode":"ball-trap"}"#, 3),
    ("thin-ice", r#"{"teams":[[0,2],[1,3]]}"#, 4),
];

/// Games of all kinds, with a few moves each, left in any order.
#[tokio::test]
async fn whatever_was_played_ratings_made_anew_from_the_logs_are_those_that_are_kept() {
    let house = House::open().await;
    let mut people = Vec::new();
    for name in ["Ada", "Bea", "Cyd", "Dan"] {
        people.push(house.guest(name).await);
    }
    let mut chance = Chance::new(Seed::from(2026));
    let mut seats_in_all = 0;
    for nth in 0..16 {
        let (game, options, seats) = KINDS[nth % KINDS.len()];
        seats_in_all += usize::from(seats);
        chance.shuffle(&mut people);
        let options: Value = serde_json::from_str(options).expect("JSON");
        let wanted = json!({ "game": game, "options": options, "seats": seats, "terms": rated() });
        let table = people[0].opens(&wanted).await;
        let mut clients = Vec::new();
        for seat in 0..seats {
            let mut client = people[usize::from(seat)].joins(&table, 0).await;
            if seat > 0 {
                client.does(json!({ "op": "sit", "seat": seat })).await;
            }
            clients.push(client);
        }
        let mut n = clients[0].does(json!({ "op": "start" })).await;
        for _ in 0..chance.below(6) {
            clients[0].reaches(n).await;
            let Some(seat) = clients[0].frame["awaited"][0].as_u64() else { break };
            let client = &mut clients[seat as usize];
            client.reaches(n).await;
            let Some(action) = chance.pick(&client.actions()).cloned() else { break };
            n = client.plays(seat as u8, &action).await;
        }
        let mut leaving: Vec<u8> = (0..seats).collect();
        chance.shuffle(&mut leaving);
        for seat in leaving {
            let client = &mut clients[usize::from(seat)];
            client.reaches(n).await;
            if client.frame["table"]["phase"] == "over" {
                break;
            }
            n = client.does(json!({ "op": "stand", "seat": seat })).await;
        }
    }
    let database = server::Database::from(house.database());
    let made = server::rate_anew(&database).await.expect("they are made anew");
    assert_eq!((made.games, made.ratings, made.changed), (16, seats_in_all, 0));
}
