//! *If they do this, I do that*: planned at a table of days, answered by the house.

use std::slice;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Answer, Client, Guest, House};

const DAYS: u64 = 3 * 86_400;

/// Ada and Bea at a table of days of pyramids. Ada begins.
async fn at_a_table(house: &House) -> (String, (Guest, Client), (Guest, Client)) {
    let (mut ada, bea) = (house.guest("Ada").await, house.guest("Bea").await);
    let terms = json!({ "time": { "pace": { "type": "turn", "seconds": DAYS }, "up": "lost" } });
    let table = ada.opens(&json!({ "game": "pyramids", "terms": terms })).await;
    let (mut a, mut b) = (ada.joins(&table, 0).await, bea.joins(&table, 0).await);
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    b.reaches(n).await;
    (table, (ada, a), (bea, b))
}

fn act(seat: u8, action: &str) -> Value {
    json!({ "seat": seat, "action": action })
}

/// What both play first, in this order.
fn first_turns() -> Vec<Value> {
    vec![act(0, "S@a1"), act(0, "A+90"), act(1, "S@b2"), act(1, "A+90")]
}

async fn ahead(guest: &mut Guest, table: &str, line: &[Value]) -> Answer {
    guest.post(&format!("/api/tables/{table}/ahead"), &json!({ "line": line })).await
}

async fn changes(guest: &mut Guest, table: &str, op: &str, n: u64, line: &[Value]) -> Answer {
    let change = json!({ "op": op, "n": n, "line": line });
    guest.post(&format!("/api/tables/{table}/plan"), &change).await
}

async fn plan(guest: &mut Guest, table: &str) -> Value {
    let plan = guest.get(&format!("/api/tables/{table}/plan")).await;
    assert_eq!(plan.status, 200, "{}", plan.body);
    plan.json()
}

/// Plans from how the game stands.
async fn keeps(guest: &mut Guest, table: &str, line: &[Value]) -> Value {
    let n = plan(guest, table).await["n"].as_u64().expect("a number");
    let kept = changes(guest, table, "keep", n, line).await;
    assert_eq!(kept.status, 200, "{}", kept.body);
    kept.json()
}

fn lines(plan: &Value) -> Vec<Vec<Value>> {
    let steps = |line: &Value| {
        let steps = line.as_array().expect("steps").iter();
        steps.map(|step| json!({ "seat": step["seat"], "action": step["action"] })).collect()
    };
    plan["lines"].as_array().expect("lines").iter().map(steps).collect()
}

/// A line of so many actions, whatever may be played.
async fn long_line(guest: &mut Guest, table: &str, length: usize) -> Vec<Value> {
    let mut line = first_turns();
    while line.len() < length {
        let ahead = ahead(guest, table, &line).await.json();
        let seat = ahead["awaited"][0].as_u64().expect("somebody is awaited") as u8;
        line.push(act(seat, ahead["actions"][0].as_str().expect("they can do something")));
    }
    line
}

/// Ada plays these, and is shown so many answers.
async fn plays(client: &mut Client, acts: &[Value], answers: u64) {
    let mut n = 0;
    for act in acts {
        n = client
            .plays(act["seat"].as_u64().expect("a seat") as u8, act["action"].as_str().expect("it"))
            .await;
    }
    client.reaches(n + answers).await;
}

/// What was played at all tables: the seats and what they did.
async fn played(house: &House) -> Vec<String> {
    let rows = house.rows("(SELECT entry FROM entries WHERE substr(entry, 1, 1) NOT IN ('{', '\"'))").await;
    rows.lines().map(|entry| entry.split('@').next().unwrap_or_default().to_owned()).collect()
}

/// Waits until no plan is kept any more.
async fn no_plan_is_left(house: &House) {
    let asked = tokio::time::Instant::now();
    loop {
        let left = house.rows("plans").await;
        if left.is_empty() {
            return;
        }
        assert!(asked.elapsed().as_secs() < 20, "{left}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_line_answers_at_once_goes_on_and_falls_away_when_they_play_otherwise() {
    let house = House::open().await;
    let (table, (_, mut a), (mut bea, b)) = at_a_table(&house).await;
    let line = long_line(&mut bea, &table, 12).await;
    let kept = keeps(&mut bea, &table, &line).await;
    assert_eq!(lines(&kept), slice::from_ref(&line));
    assert!(kept["lines"][0][0]["events"].is_array());
    // She may have another answer to something else.
    let other = vec![act(0, "M@c3"), act(0, "B+90"), act(1, "S@b2"), act(1, "A+90")];
    assert_eq!(lines(&keeps(&mut bea, &table, &other).await), [line.clone(), other]);
    b.leave().await;
    plays(&mut a, &line[..2], 2).await;
    assert_eq!(lines(&plan(&mut bea, &table).await), [line[4..].to_vec()], "what does not fit has gone");
    plays(&mut a, &line[4..6], 2).await;
    // Ada plays something else than the line says: nobody answers for Bea.
    let wanted = line[8]["action"].as_str().expect("an action");
    let other = a.actions().into_iter().find(|action| action != wanted).expect("another one");
    let n = a.plays(0, &other).await;
    a.reaches(n).await;
    no_plan_is_left(&house).await;
    let turn = a.actions().into_iter().next().expect("a turn");
    let n = a.plays(0, &turn).await;
    a.reaches(n).await;
    assert_eq!(a.ask(json!({ "op": "ping" })).await["op"], "pong");
    assert_eq!(a.n, n, "it is Bea's turn");
    assert_eq!(lines(&plan(&mut bea, &table).await), Vec::<Vec<Value>>::new());
}

#[tokio::test]
async fn a_newer_answer_to_the_same_takes_the_place_of_the_older_and_a_line_can_be_removed() {
    let house = House::open().await;
    let (table, _, (mut bea, _)) = at_a_table(&house).await;
    let line = first_turns();
    let n = keeps(&mut bea, &table, &line).await["n"].as_u64().expect("a number");
    assert_eq!(lines(&keeps(&mut bea, &table, &line).await), slice::from_ref(&line), "once is enough");
    let other = vec![act(0, "S@a1"), act(0, "A+90"), act(1, "M@b2"), act(1, "A+90")];
    // Read as it is meant, and without what comes after her answer.
    let mut typed = other.clone();
    typed.push(act(0, "S@e5"));
    assert_eq!(lines(&keeps(&mut bea, &table, &typed).await), slice::from_ref(&other));
    let without = changes(&mut bea, &table, "remove", n, &line).await;
    assert_eq!(lines(&without.json()), slice::from_ref(&other), "that one was gone");
    assert_eq!(lines(&changes(&mut bea, &table, "remove", n, &other).await.json()), Vec::<Vec<Value>>::new());
    assert_eq!(house.rows("plans").await, "");
}

#[tokio::test]
async fn what_is_kept_just_after_they_played_is_answered_all_the_same() {
    let house = House::open().await;
    let (table, (_, mut a), (mut bea, _)) = at_a_table(&house).await;
    let line = first_turns();
    let n = plan(&mut bea, &table).await["n"].as_u64().expect("a number");
    plays(&mut a, &line[..2], 0).await;
    let kept = changes(&mut bea, &table, "keep", n, &line).await;
    assert_eq!(kept.status, 200, "{}", kept.body);
    let n = a.n;
    a.reaches(n + 2).await;
    // What goes otherwise is refused in words.
    let moved = changes(&mut bea, &table, "keep", 3, &[act(0, "L@f6"), act(0, "A+90"), act(1, "S@b2")]).await;
    assert_eq!(moved.status, 409, "{}", moved.body);
}

#[tokio::test]
async fn a_plan_is_void_once_something_is_taken_back_or_somebody_stands_up() {
    let house = House::open().await;
    let (table, (_, mut a), (mut bea, mut b)) = at_a_table(&house).await;
    let line = first_turns();
    keeps(&mut bea, &table, &line).await;
    plays(&mut a, &line[..1], 0).await;
    a.does(json!({ "op": "undo", "seat": 0 })).await;
    let n = b.does(json!({ "op": "answer", "yes": true })).await;
    a.reaches(n).await;
    no_plan_is_left(&house).await;
    plays(&mut a, &line[..2], 0).await;
    assert_eq!(a.ask(json!({ "op": "ping" })).await["op"], "pong");
    b.plays(1, "S@b2").await;
    b.plays(1, "A+90").await;
    // She plans anew, leaves her seat to a bot, and comes back: what she planned is gone.
    let ahead = ahead(&mut bea, &table, &[]).await.json();
    let mut line = vec![act(0, ahead["actions"][0].as_str().expect("an action"))];
    while line.iter().all(|act| act["seat"] == 0) || line.len() < 4 {
        let ahead = self::ahead(&mut bea, &table, &line).await.json();
        line.push(act(
            ahead["awaited"][0].as_u64().expect("a seat") as u8,
            ahead["actions"][0].as_str().expect("it"),
        ));
    }
    keeps(&mut bea, &table, &line).await;
    assert!(!house.rows("plans").await.is_empty());
    b.does(json!({ "op": "stand", "seat": 1 })).await;
    no_plan_is_left(&house).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    assert_eq!(lines(&plan(&mut bea, &table).await), Vec::<Vec<Value>>::new());
    // Whoever does not sit there cannot plan.
    let mut cyd = house.guest("Cyd").await;
    let refused = cyd.get(&format!("/api/tables/{table}/plan")).await;
    assert_eq!(refused.status, 403, "{}", refused.body);
}

/// All that Ada and somebody who watches are sent while a game goes on, without numbers, which hold the time.
async fn seen(house: &House, planned: bool) -> Vec<String> {
    let (table, (_, mut a), (mut bea, mut b)) = at_a_table(house).await;
    let cyd = house.guest("Cyd").await;
    let mut c = cyd.joins(&table, 0).await;
    // Everybody is known to be here before anything is compared.
    for client in [&mut a, &mut b, &mut c] {
        while client.frame["table"]["watchers"] != 1 {
            client.frame().await;
        }
    }
    if planned {
        let other = vec![act(0, "M@c3"), act(0, "B+90"), act(1, "L@e5"), act(1, "A+90")];
        keeps(&mut bea, &table, &other).await;
        keeps(&mut bea, &table, &first_turns()).await;
    }
    let mut texts = Vec::new();
    for (mover, text) in [(0, "S@a1"), (0, "A+90"), (1, "S@b2"), (1, "A+90")] {
        if mover == 0 {
            let play = json!({ "op": "play", "id": 1, "seat": 0, "action": text });
            a.send_raw(Message::text(play.to_string())).await;
            // The answer to whoever played.
            texts.push(a.text().await);
        } else if !planned {
            b.plays(1, text).await;
        }
        texts.push(a.text().await);
        texts.push(c.text().await);
    }
    texts.iter().map(|text| timeless(text)).collect()
}

/// What was sent, without the clocks: those of two moments differ, or by chance do not.
fn timeless(text: &str) -> String {
    let mut sent: Value = serde_json::from_str(text).expect("JSON");
    if let Some(patch) = sent["patch"].as_array_mut() {
        patch.retain(|change| change[1] != "/game/clocks");
    }
    sent.to_string().replace(|c: char| c.is_ascii_digit(), "")
}

#[tokio::test]
async fn nobody_else_can_tell_a_planned_answer_from_any_other_but_by_its_time() {
    let house = House::open().await;
    let mut by_hand = seen(&house, false).await;
    let mut by_plan = seen(&house, true).await;
    by_hand.sort_unstable();
    by_plan.sort_unstable();
    assert_eq!(by_plan, by_hand);
    assert!(by_plan.iter().all(|text| !text.contains("plan")), "{by_plan:?}");
    assert!(!house.rows("entries").await.contains("L@e"), "the log holds only what was played");
}

#[tokio::test]
async fn whoever_did_not_plan_it_is_not_told_of_it() {
    let house = House::open().await;
    let (table, (mut ada, mut a), (mut bea, _)) = at_a_table(&house).await;
    let line = first_turns();
    let n = keeps(&mut bea, &table, &line).await["n"].as_u64().expect("a number");
    // The next thing that she hears is the answer to her own question.
    a.send_raw(Message::text(json!({ "op": "ping", "id": 9 }).to_string())).await;
    let mut heard = a.text().await;
    while !heard.contains("pong") {
        assert!(heard.contains("\"steps\":[]"), "{heard}");
        heard = a.text().await;
    }
    assert_eq!(plan(&mut ada, &table).await["lines"], json!([]));
    assert_eq!(changes(&mut ada, &table, "remove", n, &line).await.json()["lines"], json!([]));
    assert_eq!(lines(&plan(&mut bea, &table).await), [line]);
}

#[tokio::test]
async fn killed_between_their_move_and_the_answer_the_house_answers_once_when_it_is_open_again() {
    let mut house = House::open().await;
    let (table, (mut ada, mut a), (mut bea, b)) = at_a_table(&house).await;
    let line = long_line(&mut bea, &table, 8).await;
    keeps(&mut bea, &table, &line).await;
    b.leave().await;
    // The house does not come to look: as if it had been killed before it could.
    house.sql("CREATE TABLE kept AS SELECT * FROM plans; DELETE FROM plans").await;
    plays(&mut a, &line[..2], 0).await;
    house.close().await;
    house.sql("INSERT INTO plans SELECT * FROM kept; DROP TABLE kept").await;
    house.reopen().await;
    let asked = tokio::time::Instant::now();
    while played(&house).await.len() < 4 {
        assert!(asked.elapsed().as_secs() < 20, "nobody answers");
        tokio::task::yield_now().await;
    }
    house.reopen().await;
    (ada.address, bea.address) = (house.address, house.address);
    assert_eq!(lines(&plan(&mut bea, &table).await), [line[4..].to_vec()]);
    let mut a = ada.joins(&table, 0).await;
    plays(&mut a, &line[4..6], 2).await;
    assert_eq!(played(&house).await.len(), 8);
    no_plan_is_left(&house).await;
}

#[tokio::test]
async fn what_cannot_be_planned_is_refused_in_words() {
    let house = House::with(|config| config.limits = false).await;
    let (table, (mut ada, _), (mut bea, _)) = at_a_table(&house).await;
    let refused = |answer: &Answer, status: u16, words: &str| {
        assert_eq!(answer.status, status, "{}", answer.body);
        let message = &answer.json()["message"];
        assert!(message["en"].as_str().is_some_and(|en| en.contains(words)), "{message}");
        assert!(message["fr"].as_str().is_some_and(|fr| !fr.is_empty()), "{message}");
    };
    let n = plan(&mut bea, &table).await["n"].as_u64().expect("a number");
    // The referee refuses with its clause.
    let illegal = ahead(&mut bea, &table, &[act(0, "S@a1"), act(0, "S@a1")]).await;
    assert!(
        illegal.json()["clause"].as_str().is_some_and(|clause| clause.starts_with("P-")),
        "{}",
        illegal.body
    );
    assert_eq!(illegal.status, 422);
    refused(&ahead(&mut bea, &table, &[act(7, "S@a1")]).await, 422, "seat");
    refused(&ahead(&mut ada, &table, &[]).await, 409, "your turn");
    refused(&changes(&mut ada, &table, "keep", n, &first_turns()).await, 409, "your turn");
    refused(&changes(&mut bea, &table, "keep", n, &first_turns()[..2]).await, 422, "answer");
    refused(&changes(&mut bea, &table, "keep", n + 9, &first_turns()).await, 409, "otherwise");
    let mut long = long_line(&mut bea, &table, 40).await;
    keeps(&mut bea, &table, &long).await;
    long.push(act(0, "S@a1"));
    refused(&changes(&mut bea, &table, "keep", n, &long).await, 422, "40");
    assert_eq!(bea.post(&format!("/api/tables/{table}/plan"), &json!({ "op": "shout" })).await.status, 400);
    // So many lines and no more.
    let cells = [
        "b1", "c1", "d1", "e1", "f1", "a2", "b2", "c2", "d2", "e2", "f2", "a3", "b3", "c3", "d3", "e3", "f3",
        "a4", "b4",
    ];
    for cell in cells {
        let line = [act(0, &format!("S@{cell}")), act(0, "A+90"), act(1, "L@f6")];
        keeps(&mut bea, &table, &line).await;
    }
    let one_more = [act(0, "S@c4"), act(0, "A+90"), act(1, "L@f6")];
    refused(&changes(&mut bea, &table, "keep", n, &one_more).await, 422, "20");
    // Neither without hours or days, nor where something is secret, nor alone.
    let plain = ada.opens(&json!({ "game": "pyramids", "bots": "learner" })).await;
    refused(&ahead(&mut ada, &plain, &[]).await, 409, "hours or days");
    let terms = json!({ "time": { "pace": { "type": "turn", "seconds": DAYS }, "up": "lost" } });
    let secret = ada.opens(&json!({ "game": "quintazone", "terms": terms, "bots": "learner" })).await;
    refused(&ahead(&mut ada, &secret, &[]).await, 409, "secret");
    let shared = ada.opens(&json!({ "game": "pyramids", "terms": terms })).await;
    let mut both = ada.joins(&shared, 0).await;
    both.does(json!({ "op": "sit", "seat": 1 })).await;
    refused(&ahead(&mut ada, &shared, &[]).await, 409, "several seats");
    assert_eq!(ahead(&mut ada, "nowhere", &[]).await.status, 404);
}

#[tokio::test]
async fn plans_are_among_what_one_takes_along_and_go_with_whoever_is_forgotten() {
    let house = House::open().await;
    let (table, _, (mut bea, _)) = at_a_table(&house).await;
    keeps(&mut bea, &table, &first_turns()).await;
    let export = bea.get("/api/me/export").await.json();
    assert_eq!(export["plans"], json!([{ "table": table, "lines": [first_turns()] }]));
    let gone = bea.http("DELETE /api/me HTTP/1.1\r\n", "").await;
    assert!(gone.status < 300, "{}", gone.body);
    no_plan_is_left(&house).await;
}
