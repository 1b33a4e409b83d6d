//! A person against the house's bots, to the end.

use crate::common::House;
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
