//! Games by the clock, as those who play them find it.

use crate::common::{Client, Guest, House, after_a_crash};
use catalogue::LogFile;
use serde_json::{Value, json};

const AN_HOUR: i64 = 3_600_000;

fn game(seconds: u32, up: &str) -> Value {
    json!({ "time": { "pace": { "type": "game", "seconds": seconds, "plus": 0 }, "up": up } })
}

/// Guests at a table with these terms, whose game has begun.
async fn at_a_table<const N: usize>(
    house: &House,
    game: &str,
    terms: &Value,
) -> (String, [(Guest, Client); N]) {
    let mut host = house.guest("Seat 0").await;
    let table = host.opens(&json!({ "game": game, "seats": N, "terms": terms })).await;
    let mut people = Vec::new();
    let client = host.joins(&table, 0).await;
    people.push((host, client));
    for seat in 1..N {
        let guest = house.guest(&format!("Seat {seat}")).await;
        let mut client = guest.joins(&table, 0).await;
        client.does(json!({ "op": "sit", "seat": seat })).await;
        people.push((guest, client));
    }
    let n = people[0].1.does(json!({ "op": "start" })).await;
    for (_, client) in &mut people {
        client.reaches(n).await;
    }
    (table, people.try_into().unwrap_or_else(|_| panic!("so many")))
}

#[tokio::test]
async fn p_21_a_game_by_the_clock_ends_on_time() {
    let house = House::open().await;
    let (table, [(mut ada, mut a), (mut bea, mut b)]) =
        at_a_table(&house, "pyramids", &game(1, "lost")).await;
    assert_eq!(a.frame["table"]["terms"]["time"]["pace"]["seconds"], 1);
    assert_eq!(a.frame["clocks"]["left"], json!([1000, 1000]));
    assert_eq!(a.frame["clocks"]["runs"], json!([0]));
    for client in [&mut a, &mut b] {
        let end = client.until(|frame| frame["steps"][0]["out"].is_object()).await;
        assert_eq!(end["steps"][0]["out"], json!({ "seat": 0, "why": "time" }));
        assert_eq!(end["steps"][0]["at"], 1000, "at its own moment");
        let shown = &client.frame;
        assert_eq!(
            (&shown["outcome"]["winners"], &shown["outcome"]["clause"]),
            (&json!([1]), &json!("P-21"))
        );
        assert_eq!((&shown["awaited"], shown["table"]["phase"].as_str()), (&json!([]), Some("over")));
        assert!(client.actions().is_empty());
    }
    assert_eq!((ada.result().await, bea.result().await), (json!("lost"), json!("won")));
    let file = ada.get(&format!("/api/tables/{table}/log")).await.body;
    let verified = LogFile::read(&file).expect("a log").verify().expect("it is good");
    assert_eq!(verified.outcome.expect("it is over").clause.to_string(), "P-21");
    let replay = ada.get(&format!("/api/tables/{table}/replay?eyes=open")).await.json();
    assert_eq!(replay["outcome"]["winners"], json!([1]));
    let told = a.ask(json!({ "op": "play", "seat": 0, "action": "S@a1" })).await;
    assert_eq!(told["message"]["en"], "Time is up.");
}

#[tokio::test]
async fn time_runs_while_the_house_is_closed_and_is_up_at_its_own_moment() {
    let mut house = House::open().await;
    let (_, [(mut ada, mut a), (mut bea, b)]) = at_a_table(&house, "pyramids", &game(1_800, "lost")).await;
    a.plays(0, "S@a1").await;
    a.plays(0, "A+90").await;
    drop((a, b));
    house.close().await;
    house.sql(&format!("UPDATE log SET wall = wall - {AN_HOUR}")).await;
    house.sql(&format!("UPDATE tables SET up = up - {AN_HOUR}")).await;
    let walls = |rows: &str| {
        let wall = |row: &str| row.rsplit(" | ").next().and_then(|wall| wall.parse::<i64>().ok());
        rows.lines().filter_map(wall).collect::<Vec<_>>()
    };
    let before = walls(&house.rows("entries").await);
    house.reopen().await;
    (ada.address, bea.address) = (house.address, house.address);
    // Nobody goes to the table.
    assert_eq!((bea.result().await, ada.result().await), (json!("lost"), json!("won")));
    let after = walls(&house.rows("entries").await);
    assert_eq!(after.len(), before.len() + 1);
    assert_eq!(after.last().copied(), before.last().map(|moved| moved + 1_800_000));
}

#[test]
fn a_crash_neither_stops_a_clock_nor_costs_any_time() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let house = runtime.block_on(House::open());
    let (table, [(mut ada, mut a), (mut bea, _b)]) =
        runtime.block_on(at_a_table(&house, "pyramids", &game(1_800, "lost")));
    runtime.block_on(a.plays(0, "S@a1"));
    let n = runtime.block_on(a.plays(0, "A+90"));
    runtime.block_on(a.reaches(n));
    let clocks = a.frame["clocks"].clone();
    // Every task is dropped where it stands; nothing is closed.
    runtime.shutdown_background();

    let runtime = tokio::runtime::Runtime::new().expect("another runtime");
    runtime.block_on(async {
        let open = server::serve(after_a_crash(&house)).await.expect("it opens after a crash");
        ada.address = open.address();
        let a = ada.joins(&table, 0).await;
        assert_eq!(a.frame["clocks"], clocks);
        open.close().await;
        house.sql(&format!("UPDATE log SET wall = wall - {AN_HOUR}")).await;
        house.sql(&format!("UPDATE tables SET up = up - {AN_HOUR}")).await;
        let open = server::serve(after_a_crash(&house)).await.expect("it opens again");
        bea.address = open.address();
        assert_eq!(bea.result().await, json!("lost"));
        open.close().await;
    });
}

#[tokio::test]
async fn z_19_of_three_the_others_play_on_with_a_bot_in_the_seat_that_is_out() {
    let house = House::open().await;
    let (_, [(_, mut a), (bea, mut b), (_, mut c)]) =
        at_a_table(&house, "quintazone", &game(1, "lost")).await;
    let first = a.frame["awaited"][0].as_u64().expect("somebody begins") as usize;
    let clients = [&mut a, &mut b, &mut c];
    let mut shown = Value::Null;
    for client in clients {
        client.until(|frame| frame["steps"][0]["out"].is_object()).await;
        shown = client.frame.clone();
    }
    assert_eq!(shown["table"]["phase"], "playing");
    assert_eq!(shown["table"]["out"], json!([first]));
    assert_eq!(shown["table"]["seats"][first]["taken_by"]["type"], "bot");
    let theirs = [&mut a, &mut b, &mut c].into_iter().nth(first).expect("a seat");
    let told = theirs.ask(json!({ "op": "sit", "seat": first })).await;
    assert!(told["message"]["en"].as_str().is_some_and(|words| words.contains("time is up")), "{told}");
    // The next does not play either: then one is left, who wins.
    while a.frame["outcome"].is_null() {
        a.frame().await;
    }
    let winners = a.frame["outcome"]["winners"].as_array().expect("winners").len();
    assert_eq!((winners, a.frame["outcome"]["clause"].as_str()), (1, Some("Z-19")));
    drop(bea);
}

#[tokio::test]
async fn where_the_table_chose_so_a_bot_plays_on() {
    let house = House::open().await;
    let (_, [(_, mut a), (_, mut b)]) = at_a_table(&house, "pyramids", &game(1, "bot")).await;
    a.until(|frame| frame["steps"][0]["out"].is_object()).await;
    assert_eq!(a.frame["table"]["phase"], "playing");
    assert_eq!(a.frame["table"]["seats"][0]["taken_by"]["type"], "bot");
    // The bot plays, and then it is the other's turn, and clock.
    while b.frame["clocks"]["runs"] != json!([1]) {
        b.frame().await;
    }
}
