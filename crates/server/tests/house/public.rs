//! A house on a public address: nobody can hold its doors, and it says when it cannot keep what it is told.

use std::time::Duration;

use crate::common::{House, config, two_at_a_table};
use catalogue::LogFile;
use serde_json::json;
use server::Config;
use table::{Chance, GameEntry, Millis, Seed};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Far longer than the timeouts that these tests set.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection that begins with this, and then stays silent.
async fn begin(house: &House, start: &str) -> TcpStream {
    let mut stream = TcpStream::connect(house.address).await.expect("the house is open");
    stream.write_all(start.as_bytes()).await.expect("it listens");
    stream
}

/// All that comes until the house ends the connection.
async fn heard(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let ended = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("the house ends it");
    // With bytes left unread, the end is a reset.
    let _ = ended;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn whoever_says_nothing_or_half_a_request_is_let_go() {
    let house = House::with(|config| {
        config.timeouts.head = Duration::from_millis(200);
        config.timeouts.request = Duration::from_millis(200);
    })
    .await;
    let mut silent = Vec::new();
    for start in ["", "G", "GET /healthz HTTP/1.1\r\nHost: x\r\n"] {
        silent.push(begin(&house, start).await);
    }
    for stream in silent {
        heard(stream).await;
    }
    let kept_alive = begin(&house, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(heard(kept_alive).await.ends_with("ok\n"));
    let half =
        begin(&house, "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"game\"").await;
    let answer = heard(half).await;
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("Réessayez"), "{answer}");
}

#[tokio::test]
async fn one_address_has_so_many_connections() {
    let house = House::with(|config| config.connections = 8).await;
    let ada = house.guest("Ada").await;
    let mut kept = Vec::new();
    for _ in 0..4 {
        kept.push(begin(&house, "GET /").await);
        ada.connect("/api/lobby/live").await.expect("a WebSocket counts while it is open").leave().await;
    }
    let mut lobbies = Vec::new();
    for _ in 0..4 {
        lobbies.push(ada.connect("/api/lobby/live").await.expect("there is room"));
    }
    assert_eq!(heard(begin(&house, "").await).await, "", "one too many");
    drop(kept);
    // Once the house has seen that they left, there is room again.
    while TcpStream::connect(house.address).await.is_err() || ada.connect("/api/lobby/live").await.is_err() {}
}

#[tokio::test]
async fn after_a_clean_stop_the_one_file_is_the_house() {
    let mut house = House::open().await;
    let (table, (mut ada, mut a), _) = two_at_a_table(&house).await;
    let n = a.plays(0, "S@a1").await;
    house.close().await;
    let file = house.database();
    let wal = file.with_extension("sqlite-wal");
    assert!(std::fs::metadata(&wal).is_err(), "nothing is left beside it");
    let copy = file.with_file_name("copy.sqlite");
    std::fs::copy(&file, &copy).expect("it can be copied");
    let open = server::serve(config(&copy)).await.expect("a copy opens");
    ada.address = open.address();
    assert_eq!(ada.joins(&table, 0).await.n, n);
    open.close().await;
}

#[tokio::test]
async fn a_file_has_one_house_and_the_other_is_told_which() {
    let mut house = House::open().await;
    let Err(error) = server::serve(config(&house.database())).await else { panic!("two houses on one file") };
    let (said, here) = (error.to_string(), house.address.to_string());
    let process = std::process::id().to_string();
    for word in ["house.sqlite", &here, &process, "--database"] {
        assert!(said.contains(word), "{word}: {said}");
    }
    house.reopen().await;
}

#[tokio::test]
async fn of_two_that_open_a_new_file_at_once_one_does() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("new.sqlite");
    for _ in 0..5 {
        let (one, other) = tokio::join!(server::serve(config(&file)), server::serve(config(&file)));
        let (open, error) = match (one, other) {
            (Ok(open), Err(error)) | (Err(error), Ok(open)) => (open, error),
            other => panic!("{other:?}"),
        };
        assert!(error.to_string().contains("in use"), "{error}");
        open.close().await;
        std::fs::remove_file(&file).expect("it was made");
    }
}

#[tokio::test]
async fn what_cannot_be_opened_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("not-a-database");
    std::fs::write(&file, "Dear diary, ".repeat(1000)).expect("it can be written");
    let error = server::serve(config(&file)).await.expect_err("this is no database");
    assert!(error.to_string().contains("not-a-database"), "{error}");
}

#[tokio::test]
async fn nothing_is_promised_once_the_file_is_gone() {
    for gone in ["house.sqlite", "house.sqlite-wal"] {
        let house = House::open().await;
        let (_, (mut ada, mut a), _) = two_at_a_table(&house).await;
        a.plays(0, "S@a1").await;
        assert_eq!(ada.get("/healthz").await.status, 200);
        let file = house.database().with_file_name(gone);
        std::fs::rename(&file, file.with_extension("moved")).expect("it can be moved");
        let health = ada.get("/healthz").await;
        assert_eq!(health.status, 503);
        assert!(health.body.contains(gone) && health.body.contains("saved"), "{}", health.body);
        let answer = a.ask(json!({ "op": "play", "seat": 0, "action": "A+90" })).await;
        assert_eq!(answer["op"], "error", "{gone}: {answer}");
        assert!(answer["message"]["fr"].is_string());
        assert_eq!(ada.post("/api/tables", &json!({ "game": "pyramids" })).await.status, 500);
    }
}

#[tokio::test]
async fn the_house_is_well_again_once_it_can_write() {
    let house = House::open().await;
    let (_, (mut ada, mut a), _) = two_at_a_table(&house).await;
    house.sql("CREATE TRIGGER full BEFORE INSERT ON fresh BEGIN SELECT RAISE(ABORT, 'disk full'); END").await;
    let answer = a.ask(json!({ "op": "play", "seat": 0, "action": "S@a1" })).await;
    assert_eq!(answer["op"], "error", "{answer}");
    assert_eq!(ada.get("/healthz").await.status, 200, "something else can be written");
    let shared = Config { shared: true, ..config(&house.database()) };
    server::serve(shared).await.expect("and read").close().await;
}

#[tokio::test]
async fn a_transaction_that_ends_by_itself_is_not_the_last() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    // As SQLite does where the disk is full.
    house
        .sql("CREATE TRIGGER full BEFORE INSERT ON tables BEGIN SELECT RAISE(ROLLBACK, 'disk full'); END")
        .await;
    assert_eq!(ada.post("/api/tables", &json!({ "game": "pyramids" })).await.status, 500);
    house.sql("DROP TRIGGER full").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    ada.joins(&table, 0).await.does(json!({ "op": "say", "text": "there is room again" })).await;
    assert_eq!(ada.get("/healthz").await.body, "ok\n");
}

#[tokio::test]
async fn new_cookies_do_not_open_more_tables() {
    let house = House::open().await;
    let mut opened = 0;
    for _ in 0..100 {
        let mut stranger = house.stranger().await;
        opened += u32::from(stranger.post("/api/tables", &json!({ "game": "pyramids" })).await.status == 201);
    }
    assert!((50..80).contains(&opened), "{opened}");
}

#[tokio::test]
async fn behind_a_proxy_the_address_is_the_one_it_tells() {
    let house = House::with(|config| config.trust_proxy = true).await;
    let mut statuses = Vec::new();
    for from in ["192.0.2.1", "192.0.2.1", "192.0.2.2"] {
        let mut last = 0;
        for _ in 0..70 {
            let mut guest = house.stranger().await;
            let start = format!("POST /api/tables HTTP/1.1\r\nX-Forwarded-For: 10.9.8.7, {from}\r\n");
            last = guest.http(&start, r#"{"game":"pyramids"}"#).await.status;
            if last != 201 || from == "192.0.2.2" {
                break;
            }
        }
        statuses.push(last);
    }
    assert_eq!(statuses, [429, 429, 201]);
}

/// A long game in which all play at random at the same instant: a replay of it is some megabytes.
fn long_log() -> String {
    let (seats, seed) = (2, Seed::from(7));
    let mut game = catalogue::open_newest("quicksand", "{}", seats, seed).expect("it opens");
    let (mut chance, mut entries) = (Chance::new(seed), Vec::new());
    while entries.len() < 2_000 {
        let seat = game.awaited().first().expect("time does not pass");
        let action = chance.pick(&game.actions(seat)).expect("an awaited seat has actions").clone();
        game.play(seat, &action, Millis::ZERO).expect("it is listed");
        entries.push(GameEntry::act(seat, action, Millis::ZERO));
    }
    let file = LogFile {
        game: "quicksand".to_owned(),
        rules: game.rules(),
        seats,
        options: "{}".to_owned(),
        seed,
        commitment: seed.commitment(),
        names: Vec::new(),
        entries,
        outs: Vec::new(),
        outcome: game.outcome().cloned(),
    };
    file.write()
}

#[tokio::test]
async fn a_replay_comes_whole_to_whoever_wants_it_compressed() {
    let house = House::open().await;
    let log = long_log();
    let request = format!(
        "POST /api/replay?eyes=0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Encoding: gzip\r\n\
         Content-Length: {}\r\n\r\n{log}",
        log.len()
    );
    let mut answer = Vec::new();
    begin(&house, &request).await.read_to_end(&mut answer).await.expect("it answers");
    assert!(answer.starts_with(b"HTTP/1.1 200") && answer.ends_with(b"\r\n0\r\n\r\n"), "it breaks off");
}

#[tokio::test]
async fn whoever_comes_and_goes_without_end_has_to_wait_and_nobody_else_has() {
    let house = House::open().await;
    let (table, (ada, _), _) = two_at_a_table(&house).await;
    let path = format!("/api/tables/{table}/live");
    let mut came = 0;
    while let Ok(socket) = ada.connect(&path).await {
        drop(socket);
        came += 1;
        assert!(came < 200, "they come and go");
    }
    assert!(came > 30, "a weak line is not held against them: {came}");
    house.guest("Bea").await.connect(&path).await.expect("another guest comes in");
}

#[tokio::test]
async fn a_long_game_to_play_on_from_counts_as_many_tables() {
    let house = House::open().await;
    let (log, ada) = (long_log(), house.guest("Ada").await);
    let request = |cookie: &str| {
        format!(
            "POST /api/replay/fork?n=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: {cookie}\r\n\
             Content-Length: {}\r\n\r\n{log}",
            log.len()
        )
    };
    let mut forks = 0;
    while heard(begin(&house, &request(&ada.cookie)).await).await.starts_with("HTTP/1.1 201") {
        forks += 1;
        assert!(forks < 20, "as many as tables with nothing on them");
    }
    assert_eq!(forks, 4, "two thousand entries count as five tables");
}

#[tokio::test]
async fn strangers_cannot_fill_a_table_by_sitting_down_and_getting_up() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut host = ada.joins(&table, 0).await;
    let mut sat = 0;
    for stranger in ["Eve", "Eva", "Ivo", "Ivy", "Ike"] {
        let mut stranger = house.guest(stranger).await.joins(&table, 0).await;
        for _ in 0..25 {
            if stranger.ask(json!({ "op": "sit", "seat": 1 })).await["op"] == "done" {
                sat += 1;
                stranger.does(json!({ "op": "stand", "seat": 1 })).await;
            }
        }
    }
    assert!((100..120).contains(&sat), "{sat}");
    host.does(json!({ "op": "bot", "seat": 1, "level": "learner" })).await;
    host.does(json!({ "op": "start" })).await;
}

#[tokio::test]
async fn an_address_holds_so_many_large_answers_that_it_does_not_read() {
    let house = House::open().await;
    let log = long_log();
    let request = format!(
        "POST /api/replay?eyes=0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{log}",
        log.len()
    );
    let mut unread = Vec::new();
    for _ in 0..6 {
        let mut stream = begin(&house, &request).await;
        let mut first = [0; 12];
        stream.read_exact(&mut first).await.expect("it answers");
        assert_eq!(&first, b"HTTP/1.1 200");
        unread.push(stream);
    }
    let refused = heard(begin(&house, &request).await).await;
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("Attendez"), "{refused}");
    let log = "GET /api/tables/any/log HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    assert!(heard(begin(&house, log).await).await.starts_with("HTTP/1.1 429"), "of whatever kind they are");
    // Whoever takes theirs may have the next.
    assert!(heard(unread.remove(0)).await.len() > 1_000_000);
    assert!(heard(begin(&house, &request).await).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_house_without_room_opens_no_tables_and_says_so_but_goes_on_with_those_it_has() {
    let mut house = House::open().await;
    let (table, (mut ada, _), _) = two_at_a_table(&house).await;
    assert_eq!(ada.get("/healthz").await.body, "ok\n");
    house.reopen_with(|config| config.space.most = 1).await;
    ada.address = house.address;
    let refused = ada.post("/api/tables", &json!({ "game": "pyramids" })).await;
    assert_eq!(refused.status, 507, "{}", refused.body);
    let message = refused.json()["message"].clone();
    assert!(message["en"].as_str().is_some_and(|said| said.contains("no room")), "{message}");
    assert!(message["fr"].as_str().is_some_and(|said| said.contains("place")), "{message}");
    let health = ada.get("/healthz").await;
    assert_eq!(health.status, 200, "what is open is served");
    assert!(health.body.starts_with("ok, but no new tables: the file has"), "{}", health.body);
    ada.joins(&table, 0).await.plays(0, "S@a1").await;
    house.reopen_with(|config| config.space.free = u64::MAX).await;
    ada.address = house.address;
    assert!(ada.get("/healthz").await.body.contains("--free-disk"), "whatever limits it is named");
    assert_eq!(ada.post("/api/tables", &json!({ "game": "pyramids" })).await.status, 507);
}
