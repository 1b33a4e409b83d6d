//! What was acknowledged is kept, whatever happens to the house; and two houses can share one log.

use crate::common::{Client, Guest, House, after_a_crash, config, play_to_the_end, two_at_a_table};
use serde_json::{Value, json};
use server::Config;

#[tokio::test]
async fn the_game_goes_on_after_the_house_was_closed() {
    let mut house = House::open().await;
    let (table, (mut ada, mut a), (mut bea, _)) = two_at_a_table(&house).await;
    a.plays(0, "S@a1").await;
    let n = a.plays(0, "A+90").await;
    let cells = a.eyes(0)["view"]["cells"].clone();
    house.reopen().await;
    assert!(a.hear().await.is_none_or(|message| message["op"] == "frame"), "everybody is sent away");
    (ada.address, bea.address) = (house.address, house.address);
    let mut a = ada.joins(&table, n).await;
    let mut b = bea.joins(&table, 0).await;
    assert_eq!((a.n, b.n), (n, n));
    assert_eq!(b.eyes(0)["view"]["cells"], cells);
    assert_eq!(b.frame["table"]["seats"][0]["taken_by"]["name"], "Ada");
    let n = b.plays(1, "S@f6").await;
    a.reaches(n).await;
}

/// Plays until the house breaks down, and says what was acknowledged.
async fn play_on(house: &House) -> (String, Guest, u64) {
    let (table, (ada, mut a), (_, mut b)) = two_at_a_table(house).await;
    let mut n = 0;
    for turn in 0..12 {
        let (seat, client) = if turn % 2 == 0 { (0, &mut a) } else { (1, &mut b) };
        for _ in 0..2 {
            client.reaches(n).await;
            let action = client.actions().first().expect("it is their turn").clone();
            n = client.plays(seat, &action).await;
        }
    }
    (table, ada, n)
}

#[test]
fn what_was_acknowledged_survives_a_crash() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let house = runtime.block_on(House::open());
    let (table, mut ada, n) = runtime.block_on(play_on(&house));
    // Every task is dropped where it stands; nothing is closed.
    runtime.shutdown_background();

    let runtime = tokio::runtime::Runtime::new().expect("another runtime");
    runtime.block_on(async {
        let open = server::serve(after_a_crash(&house)).await.expect("it opens after a crash");
        ada.address = open.address();
        let a = ada.joins(&table, 0).await;
        assert_eq!(a.n, n);
        assert!(!a.actions().is_empty(), "the table goes on");
        open.close().await;
    });
}

#[tokio::test]
async fn two_houses_share_one_log_and_neither_loses_a_move() {
    let house = House::with(|config| config.shared = true).await;
    let (table, (ada, mut a), (mut bea, _b)) = two_at_a_table(&house).await;
    let shared = Config { shared: true, ..config(&house.database()) };
    let other = server::serve(shared).await.expect("a second house on the same database");
    bea.address = other.address();
    let mut b = bea.joins(&table, 0).await;
    a.plays(0, "S@a1").await;
    let n = a.plays(0, "A+90").await;
    // The other house has not heard of it. When it would refuse, or finds the number taken, it reads on and decides again.
    assert_eq!(b.n, n - 2);
    assert_eq!(b.plays(1, "S@f6").await, n + 1);
    assert_eq!(b.n, n + 1, "what the other house wrote was shown first");
    assert_eq!(b.plays(1, "D+90").await, n + 2);
    assert_eq!(a.does(json!({ "op": "say", "text": "Hello?" })).await, n + 3);
    assert_eq!(a.n, n + 3);
    a.plays(0, "S@a2").await;
    let refused = b.ask(json!({ "op": "play", "seat": 1, "action": "S@f5" })).await;
    assert_eq!(refused["op"], "refused", "it is Ada's turn in both houses: {refused}");
    assert_eq!(b.n, n + 4);
    let again = ada.joins(&table, 0).await;
    assert_eq!(again.n, n + 4);
    other.close().await;
}

#[tokio::test]
async fn tables_that_everybody_left_are_forgotten_after_a_while() {
    let mut house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let old = ada.opens(&json!({ "game": "pyramids" })).await;
    let finished = ada.opens(&json!({ "game": "pyramids" })).await;
    let new = ada.opens(&json!({ "game": "pyramids" })).await;
    house.close().await;
    let forty_days = 40 * 86_400_000i64;
    let these = format!("id IN ('{old}', '{finished}')");
    house.sql(&format!("UPDATE tables SET opened = opened - {forty_days} WHERE {these}")).await;
    let rows = format!("table_key IN (SELECT key FROM tables WHERE {these})");
    house.sql(&format!("UPDATE log SET wall = wall - {forty_days} WHERE {rows}")).await;
    house.sql(&format!("UPDATE tables SET finished = 1 WHERE id = '{finished}'")).await;
    house.reopen().await;
    ada.address = house.address;
    assert_eq!(ada.get(&format!("/api/tables/{old}/live")).await.status, 404);
    assert_ne!(ada.get(&format!("/api/tables/{finished}/live")).await.status, 404);
    assert_ne!(ada.get(&format!("/api/tables/{new}/live")).await.status, 404);
    let mut lobby = ada.connect("/api/lobby/live").await.expect("the lobby is open");
    let shown = lobby.hear().await.expect("the lobby");
    let ids = |tables: &Value| {
        tables.as_array().expect("tables").iter().map(|t| t["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((ids(&shown["tables"]), ids(&shown["mine"])), (vec![json!(new)], vec![json!(new)]));
}

#[tokio::test]
async fn what_happened_before_the_house_knew_the_time_is_not_forgotten_once_it_does() {
    let mut house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let begun_then = ada.opens(&json!({ "game": "pyramids" })).await;
    let played_then = ada.opens(&json!({ "game": "pyramids" })).await;
    house.close().await;
    // A small computer starts in 1970.
    house.sql("UPDATE log SET wall = 60000").await;
    house.sql(&format!("UPDATE tables SET opened = 60000 WHERE id = '{begun_then}'")).await;
    let forty_days = 40 * 86_400_000i64;
    let earlier = format!("UPDATE tables SET opened = opened - {forty_days} WHERE id = '{played_then}'");
    house.sql(&earlier).await;
    house.reopen().await;
    ada.address = house.address;
    house.tidy().await;
    for table in [begun_then, played_then] {
        assert_ne!(ada.get(&format!("/api/tables/{table}/live")).await.status, 404);
    }
}

#[tokio::test]
async fn a_table_where_somebody_is_is_kept_however_long_nothing_happens() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut a = ada.joins(&table, 0).await;
    let forty_days = 40 * 86_400_000i64;
    house
        .sql(&format!(
            "UPDATE tables SET opened = opened - {forty_days}; UPDATE log SET wall = wall - {forty_days}"
        ))
        .await;
    house.tidy().await;
    let n = a.does(json!({ "op": "bot", "seat": 1, "level": "learner" })).await;
    let again = ada.joins(&table, 0).await;
    assert_eq!(again.n, n, "nothing was written into nowhere");
}

#[tokio::test]
async fn a_table_is_played_to_its_end_by_the_rules_with_which_it_began() {
    let mut house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut a = ada.joins(&table, 0).await;
    a.does(json!({ "op": "options", "options": { "rounds": 3 } })).await;
    a.does(json!({ "op": "sit", "seat": 1 })).await;
    a.does(json!({ "op": "start" })).await;
    a.plays(0, "S@a1").await;
    assert!(house.rows("tables").await.contains("| 1"), "the version is kept");
    house.close().await;
    house.sql("UPDATE tables SET rules = 99").await;
    house.reopen().await;
    ada.address = house.address;
    let mut later = ada.connect(&format!("/api/tables/{table}/live")).await.expect("the table is there");
    let told = later.answer().await.expect("a sentence");
    let words = told["message"]["en"].as_str().expect("in English");
    assert!(words.contains("rules") && words.contains("99"), "{words}");
    assert!(told["message"]["fr"].is_string());
    // A newer house may go on with it: its secrets stay.
    let log = ada.get(&format!("/api/tables/{table}/log")).await;
    assert!(log.status == 422 && !log.body.contains("S@a1"), "{}", log.body);
    house.close().await;
    house.sql("UPDATE tables SET rules = 0").await;
    house.reopen().await;
    ada.address = house.address;
    // Nobody will: nothing is lost, and whoever has the game of that version can still look at it.
    let log = ada.get(&format!("/api/tables/{table}/log")).await;
    assert!(log.body.contains("rules: 0") && log.body.contains("S@a1"), "{}", log.body);
    assert!(log.body.contains("\"rounds\":3"), "with the options that were chosen last: {}", log.body);
}

#[tokio::test]
async fn what_was_typed_with_blanks_is_kept_without_them() {
    let house = House::open().await;
    let (table, (_, mut a), _) = two_at_a_table(&house).await;
    a.plays(0, "\n  \nS@a1").await;
    a.plays(0, &format!("A+90{}", " ".repeat(10_000))).await;
    let log = house.rows("entries").await;
    assert!(log.contains("S@a1") && !log.contains("  "), "{log}");
    let seen = house.stranger().await.joins(&table, 0).await;
    let steps = seen.frame["steps"].as_array().expect("steps");
    let actions: Vec<_> = steps.iter().filter_map(|step| step["action"].as_str()).collect();
    assert_eq!(actions, ["S@a1", "A+90"]);
}

/// A table whose game is over, while nothing can be put on record.
async fn over_and_not_on_record(house: &House) -> (String, (Guest, Client), Client) {
    let (table, (ada, mut a), (_, mut b)) = two_at_a_table(house).await;
    house
        .sql(
            "CREATE TRIGGER away BEFORE UPDATE OF finished ON tables BEGIN SELECT RAISE(FAIL, 'away'); END; \
             CREATE TRIGGER away_too BEFORE INSERT ON endings BEGIN SELECT RAISE(FAIL, 'away'); END",
        )
        .await;
    play_to_the_end(&mut a, &mut b).await;
    assert!(!house.rows("tables").await.is_empty() && house.rows("endings").await.is_empty());
    (table, (ada, a), b)
}

#[tokio::test]
async fn an_end_that_could_not_be_put_on_record_is_as_soon_as_it_can_be() {
    let house = House::open().await;
    let (_, (mut ada, _a), _b) = over_and_not_on_record(&house).await;
    house.sql("DROP TRIGGER away; DROP TRIGGER away_too").await;
    let began = std::time::Instant::now();
    while house.rows("endings").await.is_empty() {
        assert!(began.elapsed() < std::time::Duration::from_secs(20), "nobody tries again");
    }
    assert_eq!(ada.get("/api/me/games").await.status, 200);
}

#[tokio::test]
async fn a_finished_game_is_not_tidied_away_though_its_end_was_not_put_on_record() {
    let mut house = House::open().await;
    let (table, (mut ada, a), b) = over_and_not_on_record(&house).await;
    let moves = house.rows("log").await.len();
    drop((a, b));
    house.close().await;
    let forty_days = 40 * 86_400_000i64;
    house.sql("DROP TRIGGER away; DROP TRIGGER away_too").await;
    house.sql(&format!("UPDATE tables SET opened = opened - {forty_days}")).await;
    house.sql(&format!("UPDATE log SET wall = wall - {forty_days}")).await;
    house.reopen().await;
    ada.address = house.address;
    house.tidy().await;
    assert_ne!(ada.get(&format!("/api/tables/{table}/live")).await.status, 404);
    assert!(house.rows("log").await.len() >= moves && !house.rows("endings").await.is_empty());
}
