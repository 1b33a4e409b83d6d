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
