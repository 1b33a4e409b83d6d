//! Who sits where before the game, and whom the host sends away.

use crate::common::{Client, Guest, House, two_at_a_table};
use serde_json::{Value, json};

/// Ada, who opened the table, and Bea at a table of three that gathers.
async fn gathering(house: &House) -> (String, (Guest, Client), (Guest, Client)) {
    let mut ada = house.guest("Ada").await;
    let bea = house.guest("Bea").await;
    let table = ada.opens(&json!({ "game": "thin-ice", "seats": 3 })).await;
    let a = ada.joins(&table, 0).await;
    let mut b = bea.joins(&table, 0).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    (table, (ada, a), (bea, b))
}

fn seated(frame: &Value) -> Vec<String> {
    let seats = frame["table"]["seats"].as_array().expect("seats");
    let name = |seat: &Value| match seat["taken_by"]["type"].as_str() {
        Some("person") => seat["taken_by"]["name"].as_str().expect("a name").to_owned(),
        Some(_) => seat["taken_by"]["level"].as_str().expect("a level").to_owned(),
        None => "-".to_owned(),
    };
    seats.iter().map(name).collect()
}

fn swap(seat: u8, with: u8) -> Value {
    json!({ "op": "swap", "seat": seat, "with": with })
}

#[tokio::test]
async fn i_move_to_an_empty_seat_and_change_places_with_a_bot_at_will() {
    let house = House::open().await;
    let (_, (_, mut a), (_, mut b)) = gathering(&house).await;
    let n = b.does(swap(1, 2)).await;
    a.reaches(n).await;
    assert_eq!(seated(&a.frame), ["Ada", "-", "Bea"]);
    a.does(json!({ "op": "bot", "seat": 1, "level": "learner" })).await;
    let n = a.does(json!({ "op": "bot", "seat": 1, "level": "champion" })).await;
    a.reaches(n).await;
    assert_eq!(seated(&a.frame), ["Ada", "champion", "Bea"], "a bot may be told to play at another level");
    let n = b.does(swap(2, 1)).await;
    b.reaches(n).await;
    assert_eq!(seated(&b.frame), ["Ada", "Bea", "champion"]);
    assert_eq!(b.frame["table"]["seats"][1]["mine"], true);
    for (seat, with) in [(0, 1), (2, 1), (1, 7), (7, 1), (200, 1)] {
        let answer = b.ask(swap(seat, with)).await;
        assert_eq!(answer["op"], "error", "{seat} is not Bea's, or {with} is not there: {answer}");
    }
}

#[tokio::test]
async fn two_people_change_places_if_the_other_agrees() {
    let house = House::open().await;
    let (table, (_, mut a), (_, mut b)) = gathering(&house).await;
    let mut c = house.guest("Cyd").await.joins(&table, 0).await;
    c.does(json!({ "op": "sit", "seat": 2 })).await;
    b.does(swap(1, 2)).await;
    let asked = json!({ "what": { "type": "swap", "seat": 1, "with": 2 }, "of": [2] });
    c.until(|frame| frame["table"]["asked"] == asked).await;
    assert_eq!(a.ask(json!({ "op": "answer", "yes": true })).await["op"], "error", "Ada is not asked");
    c.does(json!({ "op": "answer", "yes": false })).await;
    b.until(|frame| frame["table"]["asked"].is_null() && frame["op"] == "frame").await;
    assert_eq!(seated(&b.frame), ["Ada", "Bea", "Cyd"]);
    b.does(swap(1, 2)).await;
    let n = c.does(json!({ "op": "answer", "yes": true })).await;
    b.reaches(n).await;
    assert_eq!(seated(&b.frame), ["Ada", "Cyd", "Bea"]);
    assert_eq!(b.frame["table"]["asked"], json!(null));
    // The host does not have to ask.
    let n = a.does(swap(1, 2)).await;
    b.reaches(n).await;
    assert_eq!(seated(&b.frame), ["Ada", "Bea", "Cyd"]);
}

#[tokio::test]
async fn a_question_is_withdrawn_or_forgotten_when_the_asked_one_stands_up() {
    let house = House::open().await;
    let (_, (_, mut a), (_, mut b)) = gathering(&house).await;
    b.does(swap(1, 0)).await;
    a.until(|frame| frame["table"]["asked"]["of"] == json!([0])).await;
    b.does(json!({ "op": "answer", "yes": false })).await;
    a.until(|frame| frame["op"] == "frame" && frame["table"]["asked"].is_null()).await;
    b.does(swap(1, 0)).await;
    let n = a.does(json!({ "op": "stand", "seat": 0 })).await;
    b.reaches(n).await;
    assert_eq!(b.frame["table"]["asked"], json!(null));
    a.reaches(n).await;
    assert_eq!(
        a.frame["table"]["seats"][0]["left"], false,
        "a seat left before the game is free for everybody"
    );
    assert_eq!(a.ask(json!({ "op": "answer", "yes": true })).await["op"], "error", "nobody asks");
}

#[tokio::test]
async fn whom_the_host_removes_may_watch_but_neither_sit_nor_talk() {
    let house = House::open().await;
    let (table, (_, mut a), (bea, mut b)) = gathering(&house).await;
    assert_eq!(b.ask(json!({ "op": "remove", "seat": 0 })).await["op"], "error", "Bea is no host");
    assert_eq!(a.ask(json!({ "op": "remove", "seat": 0 })).await["op"], "error", "nobody removes themselves");
    assert_eq!(a.ask(json!({ "op": "remove", "seat": 2 })).await["op"], "error", "nobody is there");
    let n = a.does(json!({ "op": "remove", "seat": 1 })).await;
    b.reaches(n).await;
    assert_eq!(seated(&b.frame), ["Ada", "-", "-"]);
    assert_eq!(b.frame["table"]["removed"], true);
    for request in [json!({ "op": "sit", "seat": 1 }), json!({ "op": "say", "text": "But why?" })] {
        let answer = b.ask(request).await;
        assert!(
            answer["message"]["en"].as_str().is_some_and(|words| words.contains("may watch")),
            "{answer}"
        );
    }
    let again = bea.joins(&table, 0).await;
    assert_eq!(again.frame["table"]["removed"], true, "the log remembers it");
    a.reaches(n).await;
    assert_eq!(a.frame["table"]["removed"], false);
}

#[tokio::test]
async fn during_a_game_a_bot_plays_on_for_whom_the_host_removes() {
    let house = House::open().await;
    let (table, (_, mut a), (bea, mut b)) = two_at_a_table(&house).await;
    let n = a.does(json!({ "op": "remove", "seat": 1 })).await;
    a.reaches(n).await;
    assert_eq!(a.frame["table"]["seats"][1]["taken_by"], json!({ "type": "bot", "level": "club" }));
    assert_eq!(b.ask(json!({ "op": "sit", "seat": 1 })).await["op"], "error");
    let back = bea.joins(&table, 0).await;
    assert_eq!(back.frame["table"]["seats"][1]["left"], false, "it is not given back");
    a.plays(0, "S@a1").await;
    let n = a.plays(0, "A+90").await;
    a.until(|frame| frame["awaited"] == json!([0]) && frame["n"].as_u64() > Some(n)).await;
    assert_eq!(a.ask(swap(0, 1)).await["op"], "error", "seats are changed before the game");
}

#[tokio::test]
async fn the_host_changes_the_options_everybody_sees_it_and_a_new_house_knows_it() {
    let mut house = House::open().await;
    let (table, (mut ada, mut a), (_, mut b)) = gathering(&house).await;
    assert_eq!(b.frame["table"]["options_by"], json!(null));
    let advanced = json!({ "op": "options", "options": { "mode": "advanced" } });
    assert_eq!(b.ask(advanced.clone()).await["op"], "error", "Bea is not the host");
    let n = a.does(advanced).await;
    b.reaches(n).await;
    assert_eq!(b.frame["table"]["options"]["mode"], "advanced");
    assert_eq!(b.frame["table"]["options_by"], "Ada");
    let answer = a.ask(json!({ "op": "options", "options": { "mode": "upside-down" } })).await;
    assert_eq!(answer["op"], "error", "{answer}");

    house.reopen().await;
    ada.address = house.address;
    let mut a = ada.joins(&table, 0).await;
    assert_eq!(a.frame["table"]["options"]["mode"], "advanced");
    a.does(json!({ "op": "bot", "seat": 2, "level": "learner" })).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    assert_eq!(a.frame["eyes"][0]["view"]["stage"], "draft", "it is played with the new options");
    let late = a.ask(json!({ "op": "options", "options": {} })).await;
    assert_eq!(late["op"], "error", "{late}");
}
