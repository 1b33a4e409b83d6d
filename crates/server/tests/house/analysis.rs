//! A finished game is judged in the background and kept.

use std::time::Duration;

use crate::common::{Answer, Guest, House};
use catalogue::LogFile;
use serde_json::{Value, json};

/// A game of Ada's against a bot, played to its end without much thought.
async fn finished(ada: &mut Guest, game: &str) -> String {
    let id = ada.opens(&json!({ "game": game, "private": true, "bots": "learner" })).await;
    let mut a = ada.joins(&id, 0).await;
    while a.frame["outcome"].is_null() {
        match a.actions().first().cloned() {
            Some(action) => {
                a.ask(json!({ "op": "play", "seat": 0, "action": action })).await;
            }
            None => {
                a.frame().await;
            }
        }
    }
    id
}

/// Asks until it is made.
async fn made(ada: &mut Guest, path: &str) -> Value {
    let mut furthest = 0;
    loop {
        let state = ada.get(path).await.json();
        match state["state"].as_str() {
            Some("made") => return state["analysis"].clone(),
            Some("making") => {
                let done = state["done"].as_u64().expect("a number");
                assert!(done >= furthest && done <= state["all"].as_u64().expect("a number"));
                furthest = done;
            }
            other => panic!("{other:?}"),
        }
    }
}

fn says(answer: &Answer, status: u16, words: &str) {
    assert_eq!(answer.status, status, "{}", answer.body);
    let message = &answer.json()["message"];
    assert!(message["en"].as_str().expect("a sentence").contains(words), "{message}");
    assert_ne!(message["en"], message["fr"]);
}

#[tokio::test]
async fn a_finished_game_is_analysed_once_and_kept() {
    let mut house = House::with(|config| config.analysis = Duration::from_millis(4)).await;
    let mut ada = house.guest("Ada").await;
    let id = finished(&mut ada, "pyramids").await;
    let path = format!("/api/tables/{id}/analysis");
    assert_eq!(ada.get(&path).await.json(), json!({ "state": "none" }));
    let asked = ada.post(&path, &json!({})).await;
    assert_eq!((asked.status, &asked.json()["state"]), (202, &json!("making")), "{}", asked.body);
    let analysis = made(&mut ada, &path).await;
    let log = LogFile::read(&ada.get(&format!("/api/tables/{id}/log")).await.body).expect("a log");
    let moves = analysis["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), log.entries.len());
    assert_eq!((&analysis["open"], &analysis["game"]), (&json!(false), &json!("pyramids")));
    let winner = log.outcome.expect("it is over").winners.first().expect("somebody won");
    assert_eq!(moves.last().expect("a move")["chances"][winner.index()], json!(1.0));
    assert!(analysis["seats"][0]["accuracy"].is_number());

    // What would have been better is played on from where it was.
    let erred = moves.iter().find(|done| done["better"].is_object()).expect("nobody is perfect");
    let better = json!({ "seat": erred["seat"], "action": erred["better"]["action"] });
    let mut line = vec![better.clone()];
    line.extend(erred["better"]["line"].as_array().expect("a line").iter().cloned());
    let n = erred["n"].as_u64().expect("a number") - 1;
    let lines = format!("/api/tables/{id}/line");
    let other = ada.post(&lines, &json!({ "n": n, "eyes": "watch", "line": line })).await;
    assert_eq!(other.status, 200, "{}", other.body);
    let moments = other.json()["moments"].as_array().expect("moments").clone();
    assert_eq!(moments.len(), line.len());
    assert_eq!((&moments[0]["action"], &moments[0]["n"]), (&better["action"], &json!(n + 1)));
    // What the referee refuses ends it.
    let nonsense = json!([better, { "seat": 0, "action": "nonsense" }]);
    let cut = ada.post(&lines, &json!({ "n": n, "eyes": "watch", "line": nonsense })).await;
    assert_eq!(cut.json()["moments"].as_array().map(Vec::len), Some(1));
    says(&ada.post(&lines, &json!({ "n": 9999, "eyes": "watch", "line": [] })).await, 422, "moment");
    says(&ada.post(&lines, &json!({ "n": 1, "eyes": "7", "line": [] })).await, 422, "seat");

    // With all secrets open it is another one.
    assert_eq!(ada.get(&format!("{path}?open=true")).await.json(), json!({ "state": "none" }));

    // It is not made again, for anybody, nor after the house was closed.
    house.reopen().await;
    let mut bea = house.guest("Bea").await;
    let kept = bea.post(&path, &json!({})).await;
    assert_eq!((kept.status, &kept.json()["analysis"]), (200, &analysis));
}

#[tokio::test]
async fn only_what_is_over_is_analysed() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    says(&ada.get("/api/tables/nowhere/analysis").await, 404, "no such table");
    says(&ada.post("/api/tables/nowhere/analysis", &json!({})).await, 404, "no such table");
    let id = ada.opens(&json!({ "game": "thin-ice", "private": true, "bots": "learner" })).await;
    says(&ada.post(&format!("/api/tables/{id}/analysis"), &json!({})).await, 409, "once it is over");
    assert_eq!(ada.get(&format!("/api/tables/{id}/analysis")).await.json(), json!({ "state": "none" }));
}
