//! Taking back, by agreement.

use crate::common::{House, two_at_a_table};
use catalogue::LogFile;
use serde_json::{Value, json};

fn undo(seat: u8) -> Value {
    json!({ "op": "undo", "seat": seat })
}

fn says(answer: &Value, words: &str) {
    assert_eq!(answer["op"], "error", "{answer}");
    assert!(answer["message"]["en"].as_str().is_some_and(|said| said.contains(words)), "{answer}");
    assert!(answer["message"]["fr"].is_string());
}

#[tokio::test]
async fn the_last_action_and_what_followed_are_taken_back_if_the_other_agrees() {
    let house = House::open().await;
    let (table, (ada, mut a), (_, mut b)) = two_at_a_table(&house).await;
    says(&a.ask(undo(0)).await, "not done anything");
    let before = a.eyes(0)["view"].clone();
    let start = a.n;
    a.plays(0, "S@a1").await;
    let placed = a.eyes(0)["view"].clone();
    assert_ne!(before, placed);
    a.plays(0, "A+90").await;
    b.reaches(start + 2).await;
    let n = b.plays(1, "S@f6").await;
    a.reaches(n).await;
    says(&b.ask(undo(0)).await, "not your seat");

    a.does(undo(0)).await;
    let asked = json!({ "what": { "type": "undo", "seat": 0 }, "of": [1] });
    b.until(|frame| frame["table"]["asked"] == asked).await;
    says(&a.ask(json!({ "op": "answer", "yes": true })).await, "Nobody is asking you");
    let n = b.does(json!({ "op": "answer", "yes": true })).await;
    a.reaches(n).await;
    let step = &a.frame["steps"][0];
    assert_eq!((&step["seat"], &step["undone_to"]), (&json!(0), &json!(start + 1)));
    assert_eq!(a.frame["table"]["asked"], json!(null));
    assert_eq!((a.eyes(0)["view"].clone(), &a.frame["awaited"]), (placed, &json!([0])));

    // Once more: the action before it. Then it is played otherwise, and the log goes on.
    a.does(undo(0)).await;
    b.until(|frame| frame["table"]["asked"] == asked).await;
    let n = b.does(json!({ "op": "answer", "yes": true })).await;
    a.reaches(n).await;
    assert_eq!((a.eyes(0)["view"].clone(), &a.frame["steps"][0]["undone_to"]), (before, &json!(start)));
    let n = a.plays(0, "M@c3").await;
    // Whoever comes now sees only what stands.
    let late = ada.joins(&table, 0).await;
    assert_eq!(late.n, n);
    let steps = late.frame["steps"].as_array().expect("steps");
    let actions: Vec<_> = steps.iter().filter_map(|step| step["action"].as_str()).collect();
    assert_eq!(actions, ["M@c3"]);
}

#[tokio::test]
async fn no_means_no_and_playing_on_ends_the_question() {
    let house = House::open().await;
    let (_, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    let n = a.plays(0, "S@a1").await;
    b.reaches(n).await;
    a.does(undo(0)).await;
    b.until(|frame| frame["table"]["asked"].is_object()).await;
    let view = a.eyes(0)["view"].clone();
    let n = b.does(json!({ "op": "answer", "yes": false })).await;
    a.reaches(n).await;
    assert_eq!(
        (&a.frame["table"]["asked"], a.eyes(0)["view"].clone()),
        (&json!(null), view),
        "nothing is taken back"
    );
    a.does(undo(0)).await;
    b.until(|frame| frame["table"]["asked"].is_object()).await;
    let n = a.plays(0, "A+90").await;
    b.reaches(n).await;
    assert_eq!(b.frame["table"]["asked"], json!(null), "Ada has played on");
    says(&b.ask(json!({ "op": "answer", "yes": true })).await, "Nobody is asking you");
}

#[tokio::test]
async fn bots_do_not_mind_and_the_log_file_holds_only_what_stands() {
    let mut house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids", "bots": "learner" })).await;
    let mut a = ada.joins(&table, 0).await;
    let first = a.eyes(0)["view"].clone();
    let mut taken_back = 0;
    while a.frame["outcome"].is_null() {
        let Some(action) = a.actions().first().cloned() else {
            a.frame().await;
            continue;
        };
        let n = a.plays(0, &action).await;
        a.reaches(n).await;
        if taken_back < 2 && a.frame["outcome"].is_null() {
            let n = a.does(undo(0)).await;
            a.reaches(n).await;
            taken_back += 1;
            assert_eq!(a.eyes(0)["view"], first, "the bot's moves are gone with mine");
        }
    }
    let path = format!("/api/tables/{table}/log");
    let file = LogFile::read(&ada.get(&path).await.body).expect("a log file");
    let end = file.verify().expect("what stands is legal");
    assert_eq!(json!(end.game.outcome()), a.frame["outcome"]);
    says(&a.ask(undo(0)).await, "over");
    // The house folds the same from its database.
    house.reopen().await;
    ada.address = house.address;
    let again = ada.joins(&table, 0).await;
    assert_eq!(again.frame["outcome"], a.frame["outcome"]);
}

#[tokio::test]
async fn what_was_learned_cannot_be_taken_back() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    // A card is turned up for everybody after each placement.
    let table = ada.opens(&json!({ "game": "quadri", "seats": 2, "bots": "learner" })).await;
    let mut a = ada.joins(&table, 0).await;
    while !a.actions().iter().any(|action| action.starts_with('@')) {
        a.frame().await;
    }
    let place = a.actions().into_iter().find(|action| action.starts_with('@')).expect("a card can be laid");
    a.plays(0, &place).await;
    says(&a.ask(undo(0)).await, "chance");
}

#[tokio::test]
async fn sand_does_not_run_backwards() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "quicksand", "seats": 1 })).await;
    let mut a = ada.joins(&table, 0).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    let action = a.actions().first().expect("a card").clone();
    a.plays(0, &action).await;
    says(&a.ask(undo(0)).await, "sand");
}
