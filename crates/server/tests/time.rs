//! Things that happen by themselves: the log knows when, whoever was there to see it.

#![allow(clippy::expect_used, clippy::panic)] // A test speaks by panicking.

mod common;

use catalogue::LogFile;
use common::House;
use serde_json::json;

const AN_HOUR: i64 = 3_600_000;

#[tokio::test]
async fn sand_runs_on_while_the_house_is_closed() {
    let mut house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "quicksand", "seats": 1 })).await;
    let mut a = ada.joins(&table, 0).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    assert!(a.frame["outcome"].is_null());
    house.close().await;
    // Closed for an hour: the game began that much earlier.
    house.sql(&format!("UPDATE log SET wall = wall - {AN_HOUR}")).await;
    house.reopen().await;
    ada.address = house.address;
    let mut a = ada.joins(&table, n).await;
    while a.frame["outcome"].is_null() {
        a.frame().await;
    }
    assert!(a.frame["now"].as_i64() >= Some(AN_HOUR));
    let file = LogFile::read(&ada.get(&format!("/api/tables/{table}/log")).await.body).expect("a log file");
    file.verify().expect("it folds to the same end");
    let last = file.entries.last().expect("time has passed").at;
    assert!(last.0 < 600_000, "it ended when the sand ran out, not when somebody looked: {last}");
}

#[tokio::test]
async fn where_the_rules_close_talk_the_house_closes_it_for_everybody() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let silent = json!({ "game": "quicksand", "seats": 2, "options": { "level": 6, "practice": true } });
    let table = ada.opens(&silent).await;
    let mut a = ada.joins(&table, 0).await;
    a.does(json!({ "op": "say", "text": "Before the game we may." })).await;
    a.does(json!({ "op": "bot", "seat": 1, "level": "easy" })).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    assert!(a.frame["table"]["talk_closed"]["clause"].is_string());
    let mut watcher = house.guest("Cyd").await.joins(&table, 0).await;
    for client in [&mut a, &mut watcher] {
        let refused = client.ask(json!({ "op": "say", "text": "Psst!" })).await;
        assert_eq!(refused["op"], "refused");
        assert!(refused["refusal"]["clause"].as_str().is_some_and(|clause| clause.starts_with("S-")));
    }
}

/// How much later than it was announced a card may arrive (S-19).
const GRACE: u64 = 250;

#[tokio::test]
async fn s_19_nobody_gains_time_by_claiming_that_they_played_earlier() {
    let mut house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "quicksand", "seats": 1 })).await;
    let mut a = ada.joins(&table, 0).await;
    a.does(json!({ "op": "start" })).await;
    // The game began five seconds ago: far more than the grace.
    house.close().await;
    house.sql("UPDATE log SET wall = wall - 5000").await;
    house.reopen().await;
    ada.address = house.address;
    let mut a = ada.joins(&table, 0).await;
    for claimed in [0, u64::from(u32::MAX)] {
        let before = a.ask(json!({ "op": "ping" })).await["now"].as_u64().expect("the table's clock");
        let action = a.frame["eyes"][0]["actions"][0].clone();
        let n = a.does(json!({ "op": "play", "seat": 0, "action": action, "at": claimed })).await;
        a.reaches(n).await;
        let after = a.ask(json!({ "op": "ping" })).await["now"].as_u64().expect("the table's clock");
        let at = a.frame["steps"][0]["at"].as_u64().expect("when it counts");
        assert!(
            at + GRACE >= before && at <= after,
            "claimed {claimed}, counts at {at}, was {before} to {after}"
        );
    }
}

#[tokio::test]
async fn a_bot_plays_for_whoever_is_gone_and_the_seat_stays_theirs() {
    let house = House::open().await;
    let (mut ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
    let table = ada.opens(&json!({ "game": "quicksand", "seats": 2 })).await;
    let mut a = ada.joins(&table, 0).await;
    let mut b = bob.joins(&table, 0).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    let first = a.frame["eyes"][0]["actions"][0].clone();
    let n = a.does(json!({ "op": "play", "seat": 0, "action": first })).await;
    b.reaches(n).await;
    drop(b);
    // Bob's turn, and Bob is gone: somebody plays for him before the sand has run out.
    while a.frame["steps"][0]["seat"] != 1 {
        a.frame().await;
        assert!(a.frame["outcome"].is_null());
    }
    let b = bob.joins(&table, 0).await;
    assert_eq!(b.frame["table"]["seats"][1]["mine"], true);
    assert_eq!(b.frame["table"]["seats"][1]["taken_by"]["type"], "person");
}
