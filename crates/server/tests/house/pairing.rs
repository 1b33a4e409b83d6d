//! *Find me somebody*, as those who wait find it.

use crate::common::{Guest, House, after_a_crash};
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, interval};

const SEEK: &str = "/api/me/seek";

fn duel(rated: &str) -> Value {
    json!({
        "games": [{ "game": "pyramids", "seats": [2] }, { "game": "quadri", "seats": [2] }],
        "paces": [{ "type": "game", "seconds": 300, "plus": 3 }],
        "rated": rated,
        "bots": false,
    })
}

async fn seeks(guest: &mut Guest, wishes: &Value) -> Value {
    let answer = guest.post(SEEK, wishes).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

async fn stops(guest: &mut Guest) -> Value {
    guest.http(&format!("DELETE {SEEK} HTTP/1.1\r\n"), "").await.json()
}

/// Where somebody is called to, as soon as they are.
async fn called(guest: &mut Guest) -> String {
    let asked = Instant::now();
    // As often as a page might.
    let mut again = interval(Duration::from_millis(100));
    loop {
        again.tick().await;
        let seeking = guest.get(SEEK).await.json();
        if let Some(table) = seeking["table"].as_str() {
            return table.to_owned();
        }
        assert!(asked.elapsed().as_secs() < 20, "nobody is called: {seeking}");
    }
}

#[tokio::test]
async fn two_who_would_play_the_same_are_called_to_one_table_whose_game_has_begun() {
    let house = House::open().await;
    let (mut ada, mut bea) = (house.guest("Ada").await, house.guest("Bea").await);
    let seeking = seeks(&mut ada, &duel("either")).await;
    assert_eq!((&seeking["others"], &seeking["usually"]), (&json!(0), &json!({ "type": "unknown" })));
    assert_eq!(ada.get(SEEK).await.json()["table"], Value::Null);
    seeks(&mut bea, &duel("yes")).await;
    let table = called(&mut ada).await;
    assert_eq!(called(&mut bea).await, table);
    let client = ada.joins(&table, 0).await;
    let info = &client.frame["table"];
    assert_eq!((info["phase"].as_str(), info["terms"]["rated"].as_bool()), (Some("playing"), Some(true)));
    assert_eq!(info["game"], "pyramids");
    assert_eq!(client.frame["clocks"]["left"], json!([300_000, 300_000]));
    let mut names: Vec<&str> =
        (0..2).filter_map(|seat| info["seats"][seat]["taken_by"]["name"].as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Ada", "Bea"]);
    // Whoever is called goes, even if they had just stopped looking or wanted something else.
    assert_eq!(stops(&mut ada).await["table"], json!(table));
    assert_eq!(seeks(&mut ada, &duel("no")).await["table"], json!(table));
    // Once there, they look no more.
    assert_eq!(ada.http(&format!("DELETE {SEEK}/{table} HTTP/1.1\r\n"), "").await.status, 200);
    assert_eq!(ada.get(SEEK).await.json(), Value::Null);
}

#[tokio::test]
async fn who_waits_still_waits_after_a_crash_and_who_went_away_does_not() {
    let mut house = House::open().await;
    let (mut ada, mut bea, mut cyd) =
        (house.guest("Ada").await, house.guest("Bea").await, house.guest("Cyd").await);
    seeks(&mut cyd, &duel("no")).await;
    assert_eq!(stops(&mut cyd).await, Value::Null);
    seeks(&mut ada, &duel("no")).await;
    house.reopen().await;
    for guest in [&mut ada, &mut bea, &mut cyd] {
        guest.address = house.address;
    }
    // The one who was not heard of for long is gone.
    house.sql("UPDATE seeks SET here_until = here_until - 83000").await;
    seeks(&mut bea, &duel("no")).await;
    seeks(&mut cyd, &duel("no")).await;
    assert_eq!(called(&mut bea).await, called(&mut cyd).await);
    assert_eq!(ada.get(SEEK).await.json(), Value::Null);
}

#[tokio::test]
async fn a_call_that_nobody_followed_is_no_rated_game_and_keeps_nobody_from_looking_again() {
    let house = House::open().await;
    let (mut ada, mut bea) = (house.guest("Ada").await, house.guest("Bea").await);
    let mut short = duel("yes");
    short["paces"] = json!([{ "type": "game", "seconds": 1, "plus": 0 }]);
    seeks(&mut ada, &short).await;
    seeks(&mut bea, &short).await;
    let missed = called(&mut ada).await;
    ada.result().await;
    assert_eq!(ada.get("/api/me/ratings").await.json(), json!([]));
    assert_eq!(ada.get(SEEK).await.json(), Value::Null);
    let again = seeks(&mut ada, &short).await;
    assert_eq!(again["table"], Value::Null, "{again}, after {missed}");
}

#[tokio::test]
async fn who_blocked_whom_are_not_called_together() {
    let house = House::open().await;
    let (mut ada, mut bea, mut cyd) =
        (house.guest("Ada").await, house.guest("Bea").await, house.guest("Cyd").await);
    // Bea says something at Ada's table, and Ada blocks whoever said it.
    let table = ada.opens(&json!({ "game": "pyramids", "seats": 2 })).await;
    let n = bea.joins(&table, 0).await.does(json!({ "op": "say", "text": "boo" })).await;
    assert_eq!(ada.post(&format!("/api/tables/{table}/block"), &json!({ "n": n })).await.status, 200);
    seeks(&mut ada, &duel("no")).await;
    seeks(&mut bea, &duel("no")).await;
    seeks(&mut cyd, &duel("no")).await;
    let table = called(&mut cyd).await;
    let (ada, bea) = (ada.get(SEEK).await.json(), bea.get(SEEK).await.json());
    let both = [&ada["table"], &bea["table"]];
    assert!(both.contains(&&json!(table)) && both.contains(&&Value::Null), "{both:?}");
}

#[tokio::test]
async fn what_cannot_be_played_is_not_waited_for() {
    let house = House::with(|config| config.accounts_for.rated = true).await;
    let mut ada = house.guest("Ada").await;
    assert_eq!(ada.post(SEEK, &duel("yes")).await.status, 403, "rated games need an account here");
    assert_eq!(seeks(&mut ada, &duel("either")).await["wishes"]["rated"], "no");
    for (wrong, status) in [
        (json!({ "games": [], "paces": [null], "rated": "no", "bots": false }), 422),
        (
            json!({ "games": [{ "game": "chess", "seats": [2] }], "paces": [null], "rated": "no", "bots": true }),
            422,
        ),
        (
            json!({ "games": [{ "game": "pyramids", "seats": [9] }], "paces": [null], "rated": "no", "bots": true }),
            422,
        ),
        (json!({ "games": 1 }), 400),
        (
            json!({ "games": [{ "game": "pyramids", "seats": vec![2; 250] }], "paces": [null], "rated": "no", "bots": true }),
            422,
        ),
    ] {
        let answer = ada.post(SEEK, &wrong).await;
        assert_eq!(answer.status, status, "{wrong}: {}", answer.body);
    }
}

#[tokio::test]
async fn asking_how_it_goes_is_not_free() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    seeks(&mut ada, &duel("no")).await;
    let mut answers = 0;
    while ada.get(SEEK).await.status == 200 {
        answers += 1;
        assert!(answers < 1_000, "somebody may ask without end");
    }
    assert!(answers > 60, "a page asks every other second: {answers}");
}

#[tokio::test]
async fn whoever_was_found_for_a_game_is_not_sent_away_from_it() {
    let house = House::open().await;
    let (mut ada, mut bea) = (house.guest("Ada").await, house.guest("Bea").await);
    seeks(&mut ada, &duel("no")).await;
    seeks(&mut bea, &duel("no")).await;
    let table = called(&mut ada).await;
    let mut clients = [ada.joins(&table, 0).await, bea.joins(&table, 0).await];
    for client in &mut clients {
        assert_eq!(client.frame["table"]["arranged"], true);
        let other = (0..2).find(|seat| client.frame["table"]["seats"][seat]["mine"] != true);
        let told = client.ask(json!({ "op": "remove", "seat": other })).await;
        assert_eq!(told["op"], "error", "{told}");
    }
    let host = clients.iter_mut().find(|client| client.frame["table"]["host"] == true).expect("a host");
    let other = usize::from(host.frame["table"]["seats"][0]["mine"] == true);
    let told = host.ask(json!({ "op": "remove", "seat": other })).await;
    assert!(told["message"]["fr"].as_str().is_some_and(|why| why.contains("réunis")), "{told}");
    // It is no tournament's: whoever gets up has a bot play on.
    let seat = 1 - other;
    host.does(json!({ "op": "stand", "seat": seat })).await;
}

/// Waits until so many are called.
async fn are_called(house: &House, people: usize) {
    let asked = Instant::now();
    let is_called = |row: &&str| !row.ends_with("| ");
    while house.rows("seeks").await.lines().filter(is_called).count() < people {
        assert!(asked.elapsed().as_secs() < 20, "nobody is called");
        tokio::task::yield_now().await;
    }
}

/// Both come to the one table, at which the game has begun, and to which nobody else was ever called.
async fn both_play(house: &House, ada: &mut Guest, bea: &mut Guest) {
    let table = called(ada).await;
    assert_eq!(called(bea).await, table);
    for guest in [ada, bea] {
        let client = guest.joins(&table, 0).await;
        assert_eq!(client.frame["table"]["phase"], "playing");
        assert_eq!(guest.http(&format!("DELETE {SEEK}/{table} HTTP/1.1\r\n"), "").await.status, 200);
        assert_eq!(guest.get(SEEK).await.json(), Value::Null);
    }
    assert_eq!(house.rows("tables").await.lines().count(), 1, "one table");
    assert_eq!(house.rows("waits").await.lines().count(), 2, "each has waited once");
}

/// Two look for somebody, and the house dies: before anybody is called, or before anybody comes.
fn a_crash(while_called: bool) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (house, mut ada, mut bea) = runtime.block_on(async {
        let house = House::open().await;
        let (mut ada, mut bea) = (house.guest("Ada").await, house.guest("Bea").await);
        seeks(&mut ada, &duel("no")).await;
        if while_called {
            seeks(&mut bea, &duel("no")).await;
            are_called(&house, 2).await;
        }
        (house, ada, bea)
    });
    // Every task is dropped where it stands; nothing is closed.
    runtime.shutdown_background();
    let runtime = tokio::runtime::Runtime::new().expect("another runtime");
    runtime.block_on(async {
        let open = server::serve(after_a_crash(&house)).await.expect("it opens after a crash");
        (ada.address, bea.address) = (open.address(), open.address());
        if !while_called {
            seeks(&mut bea, &duel("no")).await;
        }
        both_play(&house, &mut ada, &mut bea).await;
        open.close().await;
    });
}

#[test]
fn a_crash_between_waiting_and_being_called_loses_nobody() {
    a_crash(false);
}

#[test]
fn a_crash_between_being_called_and_coming_calls_nobody_twice() {
    a_crash(true);
}
