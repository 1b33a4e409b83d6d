//! A person against the house's bots, to the end.

use crate::common::{Guest, House};
use catalogue::LogFile;
use serde_json::json;

#[tokio::test]
async fn a_game_against_a_bot_ends_and_its_log_proves_it() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids", "private": true, "bots": "learner" })).await;
    let mut a = ada.joins(&table, 0).await;
    let commitment = a.frame["table"]["commitment"].as_str().expect("a commitment").to_owned();
    assert_eq!(a.frame["table"]["seed"], json!(null), "the seed is a secret until the end");
    assert_eq!(ada.get(&format!("/api/tables/{table}/log")).await.status, 409);
    while a.frame["outcome"].is_null() {
        match a.actions().first() {
            Some(action) => {
                let n = a.plays(0, &action.clone()).await;
                a.reaches(n).await;
            }
            None => {
                a.frame().await;
            }
        }
    }
    assert_eq!(
        (&a.frame["table"]["phase"], &a.frame["table"]["commitment"]),
        (&json!("over"), &json!(commitment))
    );
    assert!(a.frame["table"]["seed"].is_string());
    let answer = ada.get(&format!("/api/tables/{table}/log")).await;
    assert_eq!(answer.status, 200);
    let file = LogFile::read(&answer.body).expect("a log file");
    assert_eq!(file.commitment, commitment);
    let end = file.verify().expect("the log folds to its end");
    assert_eq!(json!(end.game.outcome()), a.frame["outcome"]);
    let late = a.ask(json!({ "op": "play", "seat": 0, "action": "S@a1" })).await;
    assert_eq!(late["op"], "refused", "{late}");
    assert_eq!(a.ask(json!({ "op": "stand", "seat": 0 })).await["op"], "error");
}

#[tokio::test]
async fn a_bot_plays_on_for_whoever_leaves_and_gives_the_seat_back() {
    let house = House::open().await;
    let (_, (_, mut a), (_, mut b)) = crate::common::two_at_a_table(&house).await;
    a.plays(0, "S@a1").await;
    a.plays(0, "A+90").await;
    b.does(json!({ "op": "stand", "seat": 1 })).await;
    a.until(|frame| frame["awaited"] == json!([0]) && frame["n"].as_u64() > Some(6)).await;
    assert_eq!(a.ask(json!({ "op": "sit", "seat": 1 })).await["op"], "error", "it is Bea's to take back");
    let n = b.does(json!({ "op": "sit", "seat": 1 })).await;
    a.reaches(n).await;
    assert_eq!(a.frame["table"]["seats"][1]["taken_by"]["name"], "Bea");
}

/// A table at which nobody sits: two bots of the highest level play against each other.
async fn opens_a_table_of_bots(guest: &mut Guest) -> String {
    let table =
        guest.opens(&json!({ "game": "pyramids", "private": true, "options": { "rounds": 9 } })).await;
    let mut host = guest.joins(&table, 0).await;
    host.does(json!({ "op": "stand", "seat": 0 })).await;
    for seat in 0..2 {
        host.does(json!({ "op": "bot", "seat": seat, "level": "hard" })).await;
    }
    host.does(json!({ "op": "start" })).await;
    table
}

#[tokio::test]
async fn whoever_has_many_tables_of_hard_bots_keeps_nobody_elses_bot_from_thinking() {
    let house = House::open().await;
    let mut many = house.guest("Many").await;
    for _ in 0..20 {
        opens_a_table_of_bots(&mut many).await;
    }
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids", "private": true, "bots": "easy" })).await;
    let mut a = ada.joins(&table, 0).await;
    for action in ["S@a1", "A+90"] {
        let n = a.plays(0, action).await;
        a.reaches(n).await;
    }
    a.until(|frame| frame["awaited"] == json!([0])).await;
    // What the house wrote between her move and its answer.
    let log = house.rows("entries ORDER BY wall").await;
    let rows = log.lines().map(|row| row.split(" | ").collect::<Vec<_>>()).enumerate();
    let acts: Vec<(usize, u64, &str)> = rows
        .filter(|(_, row)| row[2].starts_with("0@") || row[2].starts_with("1@"))
        .map(|(at, row)| (at, row[0].parse().expect("a table"), row[2]))
        .collect();
    let mine = acts.iter().map(|&(_, table, _)| table).max().expect("hers was opened last");
    let of_mine = |by: &'static str| {
        acts.iter().filter(move |(_, table, act)| *table == mine && act.starts_with(by)).map(|&(row, ..)| row)
    };
    let asked = of_mine("0@").max().expect("she has played");
    let answered = of_mine("1@").min().expect("it has answered");
    let between = acts.iter().filter(|(row, ..)| (asked + 1..answered).contains(row)).count();
    let threads = std::thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1);
    assert!(between <= 2 * threads + 2, "{between} of twenty were answered before hers");
}
