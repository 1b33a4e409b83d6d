//! Two people at a table, others who watch, and those who come back.

use crate::common::{Client, Guest, House, two_at_a_table};
use serde_json::json;

#[tokio::test]
async fn two_people_play_and_both_see_it() {
    let house = House::open().await;
    let (_, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    assert_eq!(b.eyes(0)["seat"], 1);
    assert!(b.actions().is_empty(), "it is not Bea's turn");
    let n = a.plays(0, "S@a1").await;
    let told = b.until(|message| message["op"] == "frame" && message["n"] == n).await;
    assert_eq!(b.frame["steps"][0]["action"], "S@a1");
    assert_eq!(b.frame["steps"][0]["events"][0]["type"], "placed");
    assert_eq!(b.eyes(0)["view"]["cells"][0]["size"], "small");
    assert!(told.get("table").is_none(), "what did not change is left out");
    let n = a.plays(0, "A+90").await;
    b.reaches(n).await;
    assert!(!b.actions().is_empty());
    assert_eq!(b.frame["awaited"], json!([1]));
}

#[tokio::test]
async fn what_changes_nothing_of_the_game_shows_nothing_of_it() {
    let house = House::open().await;
    let (table, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    let n = b.does(json!({ "op": "say", "text": "hello" })).await;
    let said = a.until(|message| message["op"] == "frame" && message["n"] == n).await;
    assert_eq!(said["steps"][0]["said"]["text"], "hello");
    assert!(said.get("eyes").is_none(), "talk: {said}");
    let watcher = house.guest("Cyd").await.joins(&table, 0).await;
    assert!(watcher.frame["eyes"].is_array(), "whoever comes sees the board");
    let came = a.until(|message| message["table"]["watchers"] == 1).await;
    assert!(came.get("eyes").is_none(), "somebody comes: {came}");
    let n = a.plays(0, "S@a1").await;
    let moved = b.until(|message| message["op"] == "frame" && message["n"] == n).await;
    assert!(moved["eyes"].is_array(), "a move: {moved}");
}

#[tokio::test]
async fn whoever_has_just_come_is_shown_nothing_older_with_the_next_move() {
    let house = House::open().await;
    let (table, (_, mut a), (_, _b)) = two_at_a_table(&house).await;
    let _c = house.guest("Cyd").await.joins(&table, 0).await;
    a.until(|message| message["table"]["watchers"] == 1).await;
    let mut d = house.guest("Dan").await.joins(&table, 0).await;
    assert_eq!(d.frame["table"]["watchers"], 2);
    let n = a.plays(0, "S@a1").await;
    d.reaches(n).await;
    assert_eq!(d.frame["table"]["watchers"], 2);
}

async fn is_refused(client: &mut Client, seat: u8, action: &str) {
    for op in ["play", "ask"] {
        let refused = client.ask(json!({ "op": op, "seat": seat, "action": action })).await;
        assert_eq!(refused["op"], "refused", "{refused}");
        assert!(refused["refusal"]["clause"].as_str().is_some_and(|clause| clause.starts_with("P-")));
        assert!(refused["refusal"]["message"]["fr"].is_string());
    }
}

#[tokio::test]
async fn the_rules_refuse_with_their_clause_and_nothing_changes() {
    let house = House::open().await;
    let (_, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    let before = a.n;
    for action in ["A+90", "nonsense"] {
        is_refused(&mut a, 0, action).await;
    }
    is_refused(&mut b, 1, "S@a1").await;
    let allowed = a.ask(json!({ "op": "ask", "seat": 0, "action": "S@a1" })).await;
    assert_eq!((allowed["op"].as_str(), allowed["n"].as_u64()), (Some("done"), Some(before)));
    assert_eq!(a.plays(0, "S@a1").await, before + 1);
}

#[tokio::test]
async fn a_third_person_watches_and_may_not_act() {
    let house = House::open().await;
    let (table, (_, mut a), _) = two_at_a_table(&house).await;
    let mut watcher = house.guest("Cyd").await.joins(&table, 0).await;
    assert_eq!(watcher.frame["whole"], true);
    assert_eq!(watcher.eyes(0)["seat"], json!(null));
    assert_eq!(watcher.eyes(0)["actions"], json!([]));
    let seats = &watcher.frame["table"]["seats"];
    assert_eq!(seats[0]["taken_by"], json!({ "type": "person", "name": "Ada", "here": true }));
    assert_eq!((&seats[0]["mine"], &watcher.frame["table"]["watchers"]), (&json!(false), &json!(1)));
    let refused = watcher.ask(json!({ "op": "play", "seat": 0, "action": "S@a1" })).await;
    assert_eq!(refused["op"], "error", "{refused}");
    let n = a.plays(0, "S@a1").await;
    watcher.reaches(n).await;
    assert_eq!(watcher.frame["steps"][0]["seat"], 0);
}

/// Ada has played twice since Bea, who knew everything up to `known`, left.
struct Missed {
    table: String,
    bea: Guest,
    known: u64,
    n: u64,
    /// Ada stays, and with her the room.
    _ada: Client,
}

async fn bea_misses_two_moves(house: &House) -> Missed {
    let (table, (_, mut a), (bea, b)) = two_at_a_table(house).await;
    let known = b.n;
    b.leave().await;
    a.plays(0, "S@a1").await;
    let n = a.plays(0, "A+90").await;
    Missed { table, bea, known, n, _ada: a }
}

#[tokio::test]
async fn whoever_comes_back_gets_what_they_missed_and_no_more() {
    let house = House::open().await;
    let Missed { table, bea, known, n, _ada } = bea_misses_two_moves(&house).await;
    // With what they know: only the news.
    let mut back = bea.joins(&table, known).await;
    assert_eq!((back.n, &back.frame["whole"]), (n, &json!(null)));
    let missed: Vec<_> =
        back.frame["steps"].as_array().expect("steps").iter().map(|s| s["action"].clone()).collect();
    assert_eq!(missed, ["S@a1", "A+90"]);
    assert_eq!(back.eyes(0)["seat"], 1);
    back.plays(1, "S@f6").await;
    // A reloaded page knows nothing: the whole story.
    let reloaded = bea.joins(&table, 0).await;
    assert_eq!((reloaded.n, &reloaded.frame["whole"]), (n + 1, &json!(true)));
    // A number from nowhere: the whole story as well.
    let path = format!("/api/tables/{table}/live?since=999");
    let mut lost = bea.connect(&path).await.expect("the table is there");
    assert_eq!(lost.frame().await["whole"], true);
}

#[tokio::test]
async fn whoever_comes_back_soon_costs_neither_a_look_into_the_log_nor_a_fold() {
    let house = House::open().await;
    let Missed { table, bea, known, n, _ada } = bea_misses_two_moves(&house).await;
    // A log that says nothing any more.
    house.sql("UPDATE log SET entry = 'noise'").await;
    let back = bea.joins(&table, known).await;
    assert_eq!((back.n, back.frame["steps"][1]["action"].as_str()), (n, Some("A+90")));
}

#[tokio::test]
async fn a_move_that_is_sent_again_never_counts_twice() {
    let house = House::open().await;
    let (table, (ada, mut a), (_, mut b)) = two_at_a_table(&house).await;
    let known = a.n;
    // The first copy is heard, but the line breaks before its answer.
    let n = a.plays(0, "S@a1").await;
    a.leave().await;
    let mut back = ada.joins(&table, known).await;
    let again = json!({ "op": "play", "seat": 0, "action": "S@b1", "expect": known });
    let late = back.ask(again).await;
    assert_eq!(late["op"], "error", "{late}");
    assert!(late["message"]["fr"].is_string());
    // What was said meanwhile does not matter.
    b.does(json!({ "op": "say", "text": "are you there?" })).await;
    back.does(json!({ "op": "play", "seat": 0, "action": "A+90", "expect": n })).await;
}

#[tokio::test]
async fn a_move_counts_once_also_where_its_first_copy_comes_after_the_second() {
    let house = House::open().await;
    let (table, (ada, mut stuck), (_, mut b)) = two_at_a_table(&house).await;
    let n = stuck.plays(0, "S@a1").await;
    let turn = json!({ "op": "play", "seat": 0, "action": "A+90", "expect": n });
    // Ada's page gives up a line that the house takes for alive, and what it sent there is still on its way.
    let mut back = ada.joins(&table, n).await;
    let stands = back.does(turn.clone()).await;
    for (seat, action) in [(1, "S@f6"), (1, "A+90")] {
        b.plays(seat, action).await;
    }
    let n = back.plays(0, "S@b1").await;
    // Now it comes, when it would be a turn again: it is told where the other stands, and nothing is played.
    let told = stuck.ask(turn.clone()).await;
    assert_eq!((&told["op"], &told["n"]), (&json!("done"), &json!(stands)));
    // Nor does it count once what it was has been taken back.
    back.does(json!({ "op": "undo", "seat": 0 })).await;
    b.does(json!({ "op": "answer", "yes": true })).await;
    let undone = json!({ "op": "play", "seat": 0, "action": "S@b1", "expect": n - 1 });
    assert_eq!(stuck.ask(undone.clone()).await["op"], "error");
    let again = back.plays(0, "S@b1").await;
    assert_eq!(stuck.ask(turn).await["n"], stands);
    assert_eq!(stuck.ask(undone).await["n"], again, "it has been played since");
    b.reaches(again).await;
    back.does(json!({ "op": "play", "seat": 0, "action": "A+90", "expect": again })).await;
}

#[tokio::test]
async fn coming_and_going_is_shown() {
    let house = House::open().await;
    let (table, (_, mut a), (bea, b)) = two_at_a_table(&house).await;
    let second_tab = bea.joins(&table, 0).await;
    b.leave().await;
    second_tab.leave().await;
    let here = |frame: &serde_json::Value| frame["table"]["seats"][1]["taken_by"]["here"].clone();
    let gone = a.until(|frame| here(frame) == false).await;
    assert_eq!(gone["steps"], json!([]));
    let _back = bea.joins(&table, 0).await;
    a.until(|frame| here(frame) == true).await;
}

#[tokio::test]
async fn one_screen_can_hold_both_seats() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids", "private": true })).await;
    let mut a = ada.joins(&table, 0).await;
    assert_eq!((&a.frame["eyes"], &a.frame["table"]["phase"]), (&json!([]), &json!("gathering")));
    assert_eq!(a.ask(json!({ "op": "start" })).await["op"], "error", "seats are empty");
    a.does(json!({ "op": "sit", "seat": 1 })).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    assert_eq!((&a.eyes(0)["seat"], &a.eyes(1)["seat"]), (&json!(0), &json!(1)));
    assert_eq!(a.frame["table"]["phase"], "playing");
    a.plays(0, "S@a1").await;
    a.plays(0, "A+90").await;
    a.plays(1, "S@f6").await;
}

#[tokio::test]
async fn seats_are_taken_left_and_given_to_bots() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let bea = house.guest("Bea").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut a = ada.joins(&table, 0).await;
    let mut b = bea.joins(&table, 0).await;
    assert_eq!(
        b.ask(json!({ "op": "bot", "seat": 1, "level": "learner" })).await["op"],
        "error",
        "Bea sits nowhere"
    );
    a.does(json!({ "op": "bot", "seat": 1, "level": "learner" })).await;
    assert_eq!(b.ask(json!({ "op": "sit", "seat": 1 })).await["op"], "error", "a bot sits there");
    assert_eq!(b.ask(json!({ "op": "sit", "seat": 7 })).await["op"], "error", "there is no such seat");
    a.does(json!({ "op": "dismiss", "seat": 1 })).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    assert_eq!(a.ask(json!({ "op": "stand", "seat": 1 })).await["op"], "error", "it is Bea's");
    b.does(json!({ "op": "stand", "seat": 1 })).await;
    let n = b.does(json!({ "op": "sit", "seat": 1 })).await;
    a.reaches(n).await;
    assert_eq!(a.frame["table"]["seats"][1]["taken_by"]["name"], "Bea");
    assert_eq!((&a.frame["table"]["host"], &b.frame["table"]["host"]), (&json!(true), &json!(false)));
}

#[tokio::test]
async fn a_new_name_is_shown_at_the_table() {
    let house = House::open().await;
    let (_, (_, mut a), (mut bea, _b)) = two_at_a_table(&house).await;
    assert_eq!(bea.post("/api/me", &json!({ "name": "Béatrice" })).await.status, 200);
    a.until(|frame| frame["table"]["seats"][1]["taken_by"]["name"] == "Béatrice").await;
}

#[tokio::test]
async fn the_table_talks() {
    let house = House::open().await;
    let (table, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    let n = a.does(json!({ "op": "say", "text": " Bonne chance ! <b>" })).await;
    b.reaches(n).await;
    let said = b.frame["steps"][0]["said"].clone();
    assert_eq!(
        (&said["name"], &said["seat"], &said["text"]),
        (&json!("Ada"), &json!(0), &json!("Bonne chance ! <b>"))
    );
    let n = b.does(json!({ "op": "say", "text": "Merci" })).await;
    a.reaches(n).await;
    assert_ne!(a.frame["steps"][0]["said"]["who"], said["who"], "each can be muted alone");
    let watcher = house.stranger().await.joins(&table, 0).await;
    let steps = watcher.frame["steps"].as_array().expect("steps");
    assert_eq!(steps[steps.len() - 2]["said"], said, "and is known by the same number to everybody");
}
