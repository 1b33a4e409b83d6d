//! Staying away, coming back, two pages of one person, and a table that everybody left.

use crate::common::{House, two_at_a_table};
use serde_json::{Value, json};

fn vote(frame: &Value, seat: usize) -> &Value {
    &frame["table"]["seats"][seat]["vote"]
}

#[tokio::test]
async fn the_only_other_person_lets_a_bot_play_and_the_seat_is_given_back_on_return() {
    let house = House::open().await;
    let (table, (_, mut a), (bea, b)) = two_at_a_table(&house).await;
    let watcher = house.stranger().await;
    assert_eq!(a.ask(json!({ "op": "vote", "seat": 1 })).await["op"], "error", "Bea is here");
    b.leave().await;
    a.until(|frame| *vote(frame, 1) == json!({ "yes": [], "of": [0] })).await;
    let mut w = watcher.joins(&table, 0).await;
    assert_eq!(
        w.ask(json!({ "op": "vote", "seat": 1 })).await["op"],
        "error",
        "those who watch do not decide"
    );
    let n = a.does(json!({ "op": "vote", "seat": 1 })).await;
    a.reaches(n).await;
    let seat = &a.frame["table"]["seats"][1];
    assert_eq!((&seat["taken_by"]["type"], &seat["left_by"]), (&json!("bot"), &json!("Bea")));
    a.plays(0, "S@a1").await;
    let n = a.plays(0, "A+90").await;
    a.until(|frame| frame["awaited"] == json!([0]) && frame["n"].as_u64() > Some(n)).await;
    // Nobody else may have it; Bea does not even have to ask.
    assert_eq!(w.ask(json!({ "op": "sit", "seat": 1 })).await["op"], "error");
    let back = bea.joins(&table, 0).await;
    assert_eq!(back.frame["table"]["seats"][1]["mine"], true);
    a.reaches(back.n).await;
    assert_eq!(a.frame["table"]["seats"][1]["taken_by"]["name"], "Bea");
}

#[tokio::test]
async fn all_people_who_are_here_have_to_want_the_bot() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "thin-ice", "seats": 3 })).await;
    let mut a = ada.joins(&table, 0).await;
    let mut b = house.guest("Bea").await.joins(&table, 0).await;
    let cyd = house.guest("Cyd").await;
    let mut c = cyd.joins(&table, 0).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    c.does(json!({ "op": "sit", "seat": 2 })).await;
    a.does(json!({ "op": "start" })).await;
    c.leave().await;
    a.until(|frame| *vote(frame, 2) == json!({ "yes": [], "of": [0, 1] })).await;
    a.does(json!({ "op": "vote", "seat": 2 })).await;
    b.until(|frame| *vote(frame, 2) == json!({ "yes": [0], "of": [0, 1] })).await;
    // Coming back ends the vote.
    let c = cyd.joins(&table, 0).await;
    b.until(|frame| frame["table"].is_object() && vote(frame, 2).is_null()).await;
    c.leave().await;
    a.until(|frame| *vote(frame, 2) == json!({ "yes": [], "of": [0, 1] })).await;
    a.does(json!({ "op": "vote", "seat": 2 })).await;
    let n = b.does(json!({ "op": "vote", "seat": 2 })).await;
    a.reaches(n).await;
    assert_eq!(a.frame["table"]["seats"][2]["left_by"], "Cyd");
}

#[tokio::test]
async fn who_has_not_voted_and_goes_no_longer_counts() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "thin-ice", "seats": 3 })).await;
    let mut a = ada.joins(&table, 0).await;
    let mut b = house.guest("Bea").await.joins(&table, 0).await;
    let mut c = house.guest("Cyd").await.joins(&table, 0).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    c.does(json!({ "op": "sit", "seat": 2 })).await;
    a.does(json!({ "op": "start" })).await;
    c.leave().await;
    a.until(|frame| vote(frame, 2).is_object()).await;
    a.does(json!({ "op": "vote", "seat": 2 })).await;
    b.leave().await;
    a.until(|frame| frame["table"]["seats"][2]["left_by"] == "Cyd").await;
}

#[tokio::test]
async fn a_seat_left_on_purpose_waits_until_it_is_taken_again() {
    let house = House::open().await;
    let (table, _a, (bea, mut b)) = two_at_a_table(&house).await;
    let n = b.does(json!({ "op": "stand", "seat": 1 })).await;
    b.reaches(n).await;
    assert_eq!(b.frame["table"]["seats"][1]["left"], true);
    let mut b = bea.joins(&table, 0).await;
    assert_eq!(
        (&b.frame["table"]["seats"][1]["mine"], &b.frame["table"]["seats"][1]["left"]),
        (&json!(false), &json!(true))
    );
    let n = b.does(json!({ "op": "sit", "seat": 1 })).await;
    b.reaches(n).await;
    assert_eq!(b.frame["table"]["seats"][1]["mine"], true);
}

#[tokio::test]
async fn two_pages_of_one_person_are_both_live() {
    let house = House::open().await;
    let (table, (ada, mut one), (_, mut b)) = two_at_a_table(&house).await;
    let mut two = ada.joins(&table, 0).await;
    assert_eq!(two.eyes(0)["seat"], 0);
    let n = one.plays(0, "S@a1").await;
    two.reaches(n).await;
    let n = two.plays(0, "A+90").await;
    one.reaches(n).await;
    let n = b.plays(1, "S@f6").await;
    one.reaches(n).await;
    two.reaches(n).await;
    // One of them closes: the person is still here.
    one.leave().await;
    let n = b.plays(1, "D+90").await;
    two.reaches(n).await;
    let seen = house.stranger().await.joins(&table, 0).await;
    assert_eq!(seen.frame["table"]["seats"][0]["taken_by"]["here"], true);
}

#[tokio::test]
async fn a_table_that_everybody_left_can_be_opened_again_after_weeks() {
    let mut house = House::open().await;
    let (table, (mut ada, mut a), (mut bea, b)) = two_at_a_table(&house).await;
    let n = a.plays(0, "S@a1").await;
    a.leave().await;
    b.leave().await;
    house.close().await;
    // Nobody has looked at it for 29 days: one less than tables are kept.
    let weeks = 29 * 86_400_000i64;
    house
        .sql(&format!("UPDATE tables SET opened = opened - {weeks}; UPDATE log SET wall = wall - {weeks}"))
        .await;
    house.reopen().await;
    (ada.address, bea.address) = (house.address, house.address);
    let mut a = ada.joins(&table, 0).await;
    let mut b = bea.joins(&table, 0).await;
    assert_eq!((a.n, &a.frame["table"]["phase"]), (n, &json!("playing")));
    let n = a.plays(0, "A+90").await;
    b.reaches(n).await;
    b.plays(1, "S@f6").await;
}
