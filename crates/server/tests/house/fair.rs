//! What closes talk closes all of it, watchers stay among themselves, and nobody is outvoted who is not there.

use crate::common::{House, two_at_a_table};
use serde_json::json;

#[tokio::test]
async fn a_name_says_nothing_while_talk_is_closed() {
    let house = House::open().await;
    let (mut ada, mut bea) = (house.guest("Ada").await, house.guest("Bea").await);
    let table = ada.opens(&json!({ "game": "quadri", "options": { "mode": "cooperative" } })).await;
    let (mut a, mut b) = (ada.joins(&table, 0).await, bea.joins(&table, 0).await);
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    let n = a.does(json!({ "op": "start" })).await;
    b.reaches(n).await;
    assert_eq!(b.ask(json!({ "op": "say", "text": "blue" })).await["op"], "refused");
    assert_eq!(bea.post("/api/me", &json!({ "name": "Play the blue one" })).await.status, 200);
    // Neither those who are there nor those who come see it, also not when Bea comes in anew.
    let again = bea.joins(&table, 0).await;
    let late = house.stranger().await.joins(&table, 0).await;
    for seen in [&again, &late] {
        assert_eq!(seen.frame["table"]["seats"][1]["taken_by"]["name"], "Bea");
    }
    a.until(|frame| frame["table"]["watchers"] == 1).await;
    assert_eq!(a.frame["table"]["seats"][1]["taken_by"]["name"], "Bea");
}

#[tokio::test]
async fn names_and_talk_have_one_limit_a_guest_however_often_they_connect() {
    let house = House::open().await;
    let (table, _, (mut bea, _b)) = two_at_a_table(&house).await;
    let mut said = 0;
    for _ in 0..6 {
        let mut page = bea.joins(&table, 0).await;
        for _ in 0..6 {
            said += u32::from(page.ask(json!({ "op": "say", "text": "hop" })).await["op"] == "done");
        }
    }
    assert!((6..=8).contains(&said), "{said}");
    let mut named = 0;
    for index in 0..40 {
        let answer = bea.post("/api/me", &json!({ "name": format!("Bea {index}") })).await;
        assert!(answer.status == 200 || answer.status == 429, "{}", answer.status);
        named += u32::from(answer.status == 200);
    }
    assert!((8..=12).contains(&named), "{named}");
}

#[tokio::test]
async fn who_may_come_back_to_a_seat_does_not_talk_with_the_watchers() {
    let house = House::open().await;
    let (mut ada, bea) = (house.guest("Ada").await, house.guest("Bea").await);
    let table = ada.opens(&json!({ "game": "quintazone" })).await;
    let (mut a, mut b) = (ada.joins(&table, 0).await, bea.joins(&table, 0).await);
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    a.does(json!({ "op": "start" })).await;
    let mut w = house.guest("Wim").await.joins(&table, 0).await;
    let n = w.does(json!({ "op": "say", "text": "Ada wants water" })).await;
    b.reaches(n).await;
    let n = b.does(json!({ "op": "stand", "seat": 1 })).await;
    let told = b.ask(json!({ "op": "say", "text": "I have three of fire" })).await;
    assert!(told["message"]["en"].as_str().is_some_and(|words| words.contains("Take your seat")), "{told}");
    let again = bea.joins(&table, 0).await;
    let steps = again.frame["steps"].as_array().expect("steps");
    assert!(steps.len() as u64 >= n && steps.iter().all(|step| step["said"].is_null()), "{steps:?}");
    let watcher = house.stranger().await.joins(&table, 0).await;
    let steps = watcher.frame["steps"].as_array().expect("steps");
    assert_eq!(steps.iter().filter(|step| step["said"].is_object()).count(), 1);
}

#[tokio::test]
async fn a_bot_that_plays_for_somebody_does_not_agree_for_them() {
    let house = House::open().await;
    let (table, (_, mut a), (bea, b)) = two_at_a_table(&house).await;
    a.plays(0, "S@a1").await;
    b.leave().await;
    a.until(|frame| frame["table"]["seats"][1]["vote"].is_object()).await;
    a.does(json!({ "op": "undo", "seat": 0 })).await;
    let n = a.does(json!({ "op": "vote", "seat": 1 })).await;
    a.reaches(n).await;
    assert_eq!(a.frame["table"]["asked"]["of"], json!([1]), "Bea has not said yes");
    let mut back = bea.joins(&table, 0).await;
    let n = back.does(json!({ "op": "answer", "yes": true })).await;
    a.reaches(n).await;
    assert!(a.frame["steps"].as_array().expect("steps").iter().any(|step| step["undone_to"].is_u64()));
}

#[tokio::test]
async fn a_question_goes_with_whoever_asked_it() {
    let house = House::open().await;
    let (_, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    let n = a.plays(0, "S@a1").await;
    b.reaches(n).await;
    a.does(json!({ "op": "undo", "seat": 0 })).await;
    b.until(|frame| frame["table"]["asked"].is_object()).await;
    a.leave().await;
    b.until(|frame| frame["table"].is_object() && frame["table"]["asked"].is_null()).await;
}

#[tokio::test]
async fn whom_the_host_removed_is_not_let_in_by_the_rematch() {
    let mut house = House::open().await;
    let (mut ada, mut bea) = (house.guest("Ada").await, house.guest("Bea").await);
    let table = ada.opens(&json!({ "game": "quicksand", "seats": 2, "private": true })).await;
    let (mut a, mut b) = (ada.joins(&table, 0).await, bea.joins(&table, 0).await);
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    a.does(json!({ "op": "start" })).await;
    a.does(json!({ "op": "remove", "seat": 1 })).await;
    house.an_hour_later().await;
    (ada.address, bea.address) = (house.address, house.address);
    let (mut a, mut b) = (ada.joins(&table, 0).await, bea.joins(&table, 0).await);
    while a.frame["outcome"].is_null() {
        a.frame().await;
    }
    let n = a.does(json!({ "op": "rematch" })).await;
    a.reaches(n).await;
    b.reaches(n).await;
    assert_eq!(b.frame["table"]["next"], json!(null));
    let id = a.frame["table"]["next"]["id"].as_str().expect("a table").to_owned();
    let mut found = bea.joins(&id, 0).await;
    assert_eq!(found.frame["table"]["removed"], true);
    assert_eq!(found.ask(json!({ "op": "say", "text": "me again" })).await["op"], "error");
}

#[tokio::test]
async fn what_is_refused_at_the_door_is_refused_with_a_sentence() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let large = ada.post("/api/me", &json!({ "name": "x".repeat(100_000) })).await;
    let odd = [
        large,
        ada.http("DELETE /api/games HTTP/1.1\r\n", "").await,
        ada.get("/api/rules/pyramids?lang=de").await,
        ada.get("/api/nothing").await,
    ];
    for (answer, status) in odd.iter().zip([413, 405, 400, 404]) {
        assert_eq!(answer.status, status, "{}", answer.head);
        let words = answer.json()["message"].clone();
        assert!(words["en"].is_string() && words["fr"].is_string(), "{words}");
    }
}

#[tokio::test]
async fn tables_that_nobody_attends_do_not_push_out_those_where_somebody_waits() {
    let house = House::with(|config| config.limits = false).await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let _a = ada.joins(&table, 0).await;
    for index in 0..70 {
        let mut passer_by = house.guest(&format!("Guest {index}")).await;
        let left = passer_by.opens(&json!({ "game": "pyramids" })).await;
        passer_by.joins(&left, 0).await.leave().await;
    }
    let mut lobby = house.stranger().await.connect("/api/lobby/live").await.expect("the lobby is open");
    loop {
        let shown = lobby.hear().await.expect("the lobby as it stands");
        let tables = shown["tables"].as_array().expect("tables");
        assert!(tables.len() <= 60);
        // It takes a moment until it is known that all others have left; then nobody stands before her.
        if tables.len() == 60 && tables[0]["id"] == json!(table) {
            return;
        }
    }
}
