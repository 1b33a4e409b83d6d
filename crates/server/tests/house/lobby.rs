//! The lobby shows what is open, and to each guest what is theirs.

use crate::common::{House, two_at_a_table};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

fn table<'a>(lobby: &'a Value, id: &str) -> &'a Value {
    let tables = lobby["tables"].as_array().expect("tables");
    tables.iter().find(|table| table["id"] == id).unwrap_or(&Value::Null)
}

#[tokio::test]
async fn the_lobby_follows_what_happens_at_public_tables() {
    let house = House::open().await;
    let mut watcher = house.guest("Cyd").await.connect("/api/lobby/live").await.expect("the lobby is open");
    let first = watcher.hear().await.expect("the lobby");
    assert_eq!((&first["tables"], &first["mine"]), (&json!([]), &json!([])));
    let (id, (mut ada, mut a), (_, _b)) = two_at_a_table(&house).await;
    let secret = ada.opens(&json!({ "game": "pyramids", "private": true })).await;
    let _at_secret = ada.joins(&secret, 0).await;
    a.plays(0, "S@a1").await;
    let seen = watcher.until(|lobby| table(lobby, &id)["moves"] == 1).await;
    let shown = table(&seen, &id);
    assert_eq!(
        (&shown["phase"], &shown["host"], &shown["my_turn"]),
        (&json!("playing"), &json!("Ada"), &json!(false))
    );
    assert_eq!(shown["seats"][1], json!({ "type": "person", "name": "Bea", "here": true }));
    assert!(table(&seen, &secret).is_null());
    assert_eq!(seen["people"], 3);

    let mut mine = ada.connect("/api/lobby/live").await.expect("the lobby is open");
    let seen = mine.until(|lobby| lobby["mine"].as_array().is_some_and(|mine| mine.len() == 2)).await;
    assert_eq!(seen["mine"][0]["id"], json!(secret), "newest first");
    assert_eq!((&seen["mine"][1]["id"], &seen["mine"][1]["my_turn"]), (&json!(id), &json!(true)));
    assert_eq!(seen["mine"][1]["my_seats"], json!([0]));
}

#[tokio::test]
async fn the_lobby_tells_what_changes_and_not_the_rest() {
    let house = House::open().await;
    let (id, (_, mut a), (_, _b)) = two_at_a_table(&house).await;
    let mut watcher = house.guest("Cyd").await.connect("/api/lobby/live").await.expect("the lobby is open");
    // Once everything about it is known, a move is a number.
    watcher
        .until(|lobby| {
            let shown = table(lobby, &id);
            shown["phase"] == "playing" && (0..2).all(|seat| shown["seats"][seat]["here"] == true)
        })
        .await;
    a.plays(0, "S@a1").await;
    let counted = format!(r#""moves":{{"{id}":1}}"#);
    let news = loop {
        let news = watcher.text().await;
        if news.contains(&counted) {
            break news;
        }
        assert!(news.contains(r#""tables":[],"moves":{}"#), "only how many people are here: {news}");
    };
    assert!(news.len() < 100, "{news}");
}

#[tokio::test]
async fn whoever_asks_in_the_lobby_hears_that_the_line_lives() {
    let house = House::open().await;
    let mut watcher = house.guest("Cyd").await.connect("/api/lobby/live").await.expect("the lobby is open");
    watcher.hear().await.expect("the lobby");
    watcher.send_raw(Message::text("?")).await;
    assert_eq!(watcher.hear().await, Some(Value::Null));
}

#[tokio::test]
async fn a_seat_left_to_a_bot_is_still_found_in_the_lobby() {
    let house = House::open().await;
    let (id, (ada, mut a), (_, _b)) = two_at_a_table(&house).await;
    a.does(json!({ "op": "stand", "seat": 0 })).await;
    let mut mine = ada.connect("/api/lobby/live").await.expect("the lobby is open");
    let seen = mine.until(|lobby| lobby["mine"][0]["id"] == json!(id)).await;
    assert_eq!(seen["mine"][0]["my_turn"], false, "a bot plays");
    assert_eq!(seen["mine"][0]["my_seats"], json!([0]), "and may be sent away");
}

#[tokio::test]
async fn the_lobby_remembers_after_a_restart() {
    let mut house = House::open().await;
    let (id, (mut ada, mut a), _) = two_at_a_table(&house).await;
    let secret = ada.opens(&json!({ "game": "pyramids", "private": true, "bots": "learner" })).await;
    a.plays(0, "S@a1").await;
    house.reopen().await;
    ada.address = house.address;
    let mut lobby = ada.connect("/api/lobby/live").await.expect("the lobby is open");
    let seen = lobby.hear().await.expect("the lobby");
    assert_eq!(table(&seen, &id)["moves"], 1);
    assert_eq!(table(&seen, &id)["seats"][0]["here"], false);
    let mine: Vec<_> =
        seen["mine"].as_array().expect("mine").iter().map(|table| table["id"].clone()).collect();
    assert_eq!(mine, [json!(secret), json!(id)]);
}
