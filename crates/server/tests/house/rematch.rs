//! The same people once more.

use crate::common::{Client, Guest, House, play_to_the_end, two_at_a_table};
use serde_json::json;

/// Ada and Bea after a game of quicksand at a table of three; a bot has the third seat.
async fn after_a_game(house: &mut House) -> (String, (Guest, Client), (Guest, Client)) {
    let (mut ada, mut bea) = (house.guest("Ada").await, house.guest("Bea").await);
    let wanted = json!({ "game": "quicksand", "seats": 3, "options": { "level": 2 }, "private": true });
    let table = ada.opens(&wanted).await;
    let mut a = ada.joins(&table, 0).await;
    let mut b = bea.joins(&table, 0).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    a.does(json!({ "op": "bot", "seat": 2, "level": "champion" })).await;
    a.does(json!({ "op": "start" })).await;
    assert_eq!(a.ask(json!({ "op": "rematch" })).await["op"], "error", "it has only begun");
    house.an_hour_later().await;
    (ada.address, bea.address) = (house.address, house.address);
    let mut a = ada.joins(&table, 0).await;
    while a.frame["outcome"].is_null() {
        a.frame().await;
    }
    let b = bea.joins(&table, 0).await;
    (table, (ada, a), (bea, b))
}

#[tokio::test]
async fn the_same_people_options_and_privacy_one_seat_further() {
    let mut house = House::open().await;
    let (table, (_, mut a), (bea, mut b)) = after_a_game(&mut house).await;
    let mut watcher = house.guest("Cyd").await.joins(&table, 0).await;
    assert_eq!(watcher.ask(json!({ "op": "rematch" })).await["op"], "error", "those who watched do not ask");
    let n = b.does(json!({ "op": "rematch" })).await;
    a.reaches(n).await;
    let next = a.frame["table"]["next"].clone();
    assert_eq!(next["name"], "Bea");
    // One rematch, however often it is asked for.
    assert_eq!(a.does(json!({ "op": "rematch" })).await, n);
    let id = next["id"].as_str().expect("a table");
    let there = bea.joins(id, 0).await;
    let info = &there.frame["table"];
    assert_eq!((&info["game"], &info["phase"]), (&json!("quicksand"), &json!("gathering")));
    assert_eq!((&info["options"]["level"], &info["host"]), (&json!(2), &json!(true)));
    let sits = |seat: usize| info["seats"][seat]["taken_by"].clone();
    assert_eq!(sits(0), json!({ "type": "bot", "level": "champion" }));
    assert_eq!((&sits(1)["name"], &sits(2)["name"]), (&json!("Ada"), &json!("Bea")));
    assert_ne!(info["commitment"], a.frame["table"]["commitment"], "another game");
    // The old table remembers where they went.
    let later = house.stranger().await.joins(&table, 0).await;
    assert_eq!(later.frame["table"]["next"]["id"], id);
    // It is as private as the first.
    let mut lobby = house.stranger().await.connect("/api/lobby/live").await.expect("a lobby");
    let shown = lobby.hear().await.expect("the lobby as it stands");
    assert_eq!(shown["tables"], json!([]));
}

#[tokio::test]
async fn the_seat_of_somebody_who_has_gone_stays_empty() {
    let mut house = House::open().await;
    let (_, (ada, mut a), (_, b)) = after_a_game(&mut house).await;
    b.leave().await;
    while a.frame["table"]["seats"][1]["taken_by"]["here"] == true {
        a.frame().await;
    }
    let n = a.does(json!({ "op": "rematch" })).await;
    a.reaches(n).await;
    let id = a.frame["table"]["next"]["id"].as_str().expect("a table").to_owned();
    let there = ada.joins(&id, 0).await;
    assert_eq!(there.frame["table"]["seats"][2]["taken_by"], json!(null));
    assert_eq!(there.frame["table"]["phase"], "gathering");
}

#[tokio::test]
async fn alone_with_bots_it_starts_at_once() {
    let mut house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "quicksand", "seats": 2, "bots": "learner" })).await;
    house.an_hour_later().await;
    ada.address = house.address;
    let mut a = ada.joins(&table, 0).await;
    while a.frame["outcome"].is_null() {
        a.frame().await;
    }
    let n = a.does(json!({ "op": "rematch" })).await;
    a.reaches(n).await;
    let id = a.frame["table"]["next"]["id"].as_str().expect("a table").to_owned();
    let there = ada.joins(&id, 0).await;
    assert_eq!(there.frame["table"]["phase"], "playing");
    assert_eq!(there.frame["table"]["seats"][1]["mine"], true);
}

#[tokio::test]
async fn who_watches_the_replay_is_not_left_behind() {
    let house = House::open().await;
    let (_, (_, mut a), (bea, mut b)) = two_at_a_table(&house).await;
    play_to_the_end(&mut a, &mut b).await;
    b.leave().await;
    a.until(|frame| frame["table"]["seats"][1]["taken_by"]["here"] == false).await;
    let n = a.does(json!({ "op": "rematch" })).await;
    a.reaches(n).await;
    let id = a.frame["table"]["next"]["id"].as_str().expect("a table").to_owned();
    let there = bea.joins(&id, 0).await;
    assert_eq!(there.frame["table"]["seats"][0]["mine"], true);
}

#[tokio::test]
async fn the_same_people_go_on_to_the_next_level() {
    let mut house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let options = json!({ "pace": "fierce" });
    let new = json!({ "game": "quicksand", "seats": 2, "bots": "learner", "options": options });
    let table = ada.opens(&new).await;
    house.an_hour_later().await;
    ada.address = house.address;
    let mut a = ada.joins(&table, 0).await;
    while a.frame["outcome"].is_null() {
        a.frame().await;
    }
    let refused = a.ask(json!({ "op": "rematch", "options": { "level": 22 } })).await;
    assert_eq!(refused["op"], "error", "there is no such level: {refused}");
    let n = a.does(json!({ "op": "rematch", "options": { "level": 2 } })).await;
    a.reaches(n).await;
    let id = a.frame["table"]["next"]["id"].as_str().expect("a table").to_owned();
    let there = ada.joins(&id, 0).await;
    let options = &there.frame["table"]["options"];
    assert_eq!((&options["level"], &options["pace"]), (&json!(2), &json!("fierce")));
}
