//! What those who run the house ask it: whether it is alive, whether people may be sent here, and its figures.

use std::net::SocketAddr;

use crate::common::{Guest, House, config, two_at_a_table};
use serde_json::json;
use server::Config;
use tokio::{io::AsyncWriteExt, net::TcpStream};

const ANYWHERE: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

/// Whoever asks at this address.
fn operator(address: SocketAddr) -> Guest {
    Guest { address, cookie: String::new() }
}

async fn with_figures() -> (House, Guest) {
    let house = House::with(|config| config.metrics = Some(ANYWHERE)).await;
    let operator = operator(house.metrics_address());
    (house, operator)
}

/// One figure of all that are told now.
async fn figure(operator: &mut Guest, name: &str) -> f64 {
    let page = operator.get("/metrics").await;
    assert_eq!(page.status, 200);
    assert!(page.head.contains("content-type: text/plain; version=0.0.4"), "{}", page.head);
    let value = page.body.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name}: {}", page.body))
}

#[tokio::test]
async fn people_may_be_sent_where_everything_can_be_saved() {
    let (house, mut figures) = with_figures().await;
    let mut door = operator(house.address);
    let ready = door.get("/readyz").await;
    assert_eq!((ready.status, ready.body.as_str()), (200, "ready\n"));
    let elsewhere = house.database().with_file_name("moved.sqlite");
    std::fs::rename(house.database(), &elsewhere).expect("it can be moved");
    for path in ["/readyz", "/healthz"] {
        let trouble = door.get(path).await;
        assert_eq!(trouble.status, 503, "{path}");
        assert!(trouble.body.starts_with("nothing can be saved: "), "{}", trouble.body);
    }
    assert!(figure(&mut figures, "quintette_ready").await.abs() < 0.5);
    std::fs::rename(elsewhere, house.database()).expect("it can be put back");
    assert_eq!(door.get("/readyz").await.status, 200);
    assert!(figure(&mut figures, "quintette_ready").await > 0.5);
}

#[tokio::test]
async fn nobody_is_sent_to_a_house_that_closes() {
    let (mut house, mut figures) = with_figures().await;
    assert_eq!(figures.get("/readyz").await.status, 200);
    // Somebody who is in the middle of a request is waited for; meanwhile it can be asked.
    let mut slow = TcpStream::connect(house.address).await.expect("it is open");
    slow.write_all(b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
        .await
        .expect("it listens");
    assert_eq!(operator(house.address).get("/healthz").await.status, 200, "by now the slow one is in");
    let ask = async {
        loop {
            let ready = figures.get("/readyz").await;
            if ready.status != 200 {
                let alive = figures.get("/healthz").await.status;
                return (ready.status, ready.body, alive);
            }
            tokio::task::yield_now().await;
        }
    };
    let ((), told) = tokio::join!(house.close(), ask);
    assert_eq!(told, (503, "the house closes\n".to_owned(), 200));
}

#[tokio::test]
async fn what_happens_is_counted() {
    let (house, mut figures) = with_figures().await;
    let (table, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    let mut watcher = house.stranger().await.connect("/api/lobby/live").await.expect("the lobby is open");
    assert!(watcher.hear().await.is_some(), "by now they count");
    a.plays(0, "S@a1").await;
    let n = a.plays(0, "A+90").await;
    b.reaches(n).await;
    let refused = b.ask(json!({ "op": "play", "seat": 1, "action": "nonsense" })).await;
    assert_eq!(refused["op"], "refused");
    assert_ne!(a.ask(json!({ "op": "dance" })).await["op"], "done");
    let mut stranger = house.stranger().await;
    assert_eq!(stranger.get("/api/nothing").await.status, 404);
    for (name, expected) in [
        ("quintette_ready", 1.0),
        ("quintette_tables", 1.0),
        ("quintette_rooms", 1.0),
        ("quintette_guests", 3.0),
        ("quintette_connections{to=\"table\"}", 2.0),
        ("quintette_connections{to=\"lobby\"}", 1.0),
        ("quintette_moves_total{by=\"person\"}", 2.0),
        ("quintette_moves_total{by=\"bot\"}", 0.0),
        ("quintette_move_acknowledged_seconds_count", 2.0),
        ("quintette_move_acknowledged_seconds_bucket{le=\"+Inf\"}", 2.0),
        ("quintette_move_shown_seconds_count", 2.0),
        // Somebody sat down, the game began, two moves: one at a time.
        ("quintette_commit_entries_count", 4.0),
        ("quintette_commit_entries_sum", 4.0),
        ("quintette_commit_seconds_count", 4.0),
        ("quintette_races_lost_total", 0.0),
        ("quintette_refusals_total{kind=\"rules\"}", 1.0),
        ("quintette_refusals_total{kind=\"not_understood\"}", 1.0),
        ("quintette_refusals_total{kind=\"request\"}", 1.0),
        ("quintette_folds_total", 1.0),
        ("quintette_snapshot_hits_total", 0.0),
    ] {
        let told = figure(&mut figures, name).await;
        assert!((told - expected).abs() < 1e-9, "{name}: {told}, not {expected}");
    }
    let (acknowledged, shown) = (
        figure(&mut figures, "quintette_move_acknowledged_seconds_sum").await,
        figure(&mut figures, "quintette_move_shown_seconds_sum").await,
    );
    assert!(0.0 < shown && shown <= acknowledged, "{shown} {acknowledged}");
    drop((a, b));
    while figure(&mut figures, "quintette_connections{to=\"table\"}").await > 0.5 {}
    let mut door = operator(house.address);
    assert!(!door.get("/metrics").await.body.contains("quintette_moves_total"), "not to everybody");
    assert!(!door.get(&format!("/api/tables/{table}/log")).await.body.is_empty());
}

#[tokio::test]
async fn bots_are_counted_too() {
    let (house, mut figures) = with_figures().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids", "bots": "learner" })).await;
    let mut a = ada.joins(&table, 0).await;
    for _ in 0..2 {
        while a.actions().is_empty() {
            a.frame().await;
        }
        let action = a.actions().first().expect("it is Ada's turn").clone();
        let n = a.plays(0, &action).await;
        a.reaches(n).await;
    }
    while a.actions().is_empty() {
        a.frame().await;
    }
    assert!(figure(&mut figures, "quintette_moves_total{by=\"bot\"}").await > 0.5);
    assert!(figure(&mut figures, "quintette_bot_wait_seconds_count").await > 0.5);
    assert!(figure(&mut figures, "quintette_bots_waiting").await.abs() < 0.5);
}

#[tokio::test]
async fn a_lost_race_is_counted() {
    let house = House::open().await;
    let (table, (_, mut a), (mut bea, _b)) = two_at_a_table(&house).await;
    let shared = Config { shared: true, metrics: Some(ANYWHERE), ..config(&house.database()) };
    let other = server::serve(shared).await.expect("a second house on the same database");
    let mut figures = operator(other.metrics_address().expect("it tells"));
    bea.address = other.address();
    let mut b = bea.joins(&table, 0).await;
    a.plays(0, "S@a1").await;
    b.does(json!({ "op": "say", "text": "Hello?" })).await;
    assert!((figure(&mut figures, "quintette_races_lost_total").await - 1.0).abs() < 1e-9);
    other.close().await;
}
