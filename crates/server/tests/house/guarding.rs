//! Whoever sends garbage, acts for others, floods or forges harms nobody else.

use crate::common::{House, two_at_a_table};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Error, Message};

#[tokio::test]
async fn garbage_is_answered_and_harms_nobody() {
    let house = House::open().await;
    let (table, (_, mut a), _) = two_at_a_table(&house).await;
    let mut noisy = house.stranger().await.joins(&table, 0).await;
    let deep = "[".repeat(10_000);
    let garbage = [
        "",
        "hello",
        "{",
        "[]",
        "null",
        "7",
        "{}",
        r#"{"op":"fly","id":1}"#,
        r#"{"op":"play","id":-1}"#,
        r#"{"op":"play","id":1,"seat":999,"action":"x"}"#,
        r#"{"op":"play","id":1,"seat":0}"#,
        r#"{"op":"sit","id":1,"seat":0,"extra":true}"#,
        "{\"op\":\"say\",\"id\":1,\"text\":\"\\ud800\"}",
        &deep,
    ];
    for noise in garbage {
        noisy.send_raw(Message::text(noise)).await;
        let answer = noisy.until(|message| message["op"] != "frame").await;
        assert_eq!(answer["op"], "error", "{noise}: {answer}");
        assert!(answer["message"]["en"].is_string() && answer["message"]["fr"].is_string());
    }
    noisy.send_raw(Message::binary(vec![0xFF; 100])).await;
    assert_eq!(noisy.until(|message| message["op"] != "frame").await["op"], "error");
    let numbered = noisy.ask(json!({ "op": "no-such-thing" })).await;
    assert_eq!(numbered["op"], "error", "the answer carries the number of the request");
    a.plays(0, "S@a1").await;
}

#[tokio::test]
async fn a_message_of_a_megabyte_ends_the_connection_and_nothing_else() {
    let house = House::open().await;
    let (table, (_, mut a), _) = two_at_a_table(&house).await;
    let mut noisy = house.stranger().await.joins(&table, 0).await;
    let _ = noisy.try_send(Message::text("x".repeat(1 << 20))).await;
    while let Some(message) = noisy.hear().await {
        assert_eq!(message["op"], "frame");
    }
    a.plays(0, "S@a1").await;
}

#[tokio::test]
async fn nobody_acts_for_a_seat_that_is_not_theirs() {
    let house = House::open().await;
    let (table, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    let mut stranger = house.guest("Eve").await.joins(&table, 0).await;
    for thief in [&mut b, &mut stranger] {
        for request in [
            json!({ "op": "play", "seat": 0, "action": "S@a1" }),
            json!({ "op": "ask", "seat": 0, "action": "S@a1" }),
            json!({ "op": "stand", "seat": 0 }),
            json!({ "op": "sit", "seat": 0 }),
            json!({ "op": "play", "seat": 7, "action": "S@a1" }),
            json!({ "op": "dismiss", "seat": 0 }),
            json!({ "op": "start" }),
        ] {
            let answer = thief.ask(request.clone()).await;
            assert_eq!(answer["op"], "error", "{request}: {answer}");
        }
    }
    let n = a.n;
    assert_eq!(a.plays(0, "S@a1").await, n + 1, "nothing has happened meanwhile");
}

#[tokio::test]
async fn a_flood_is_warned_then_ended_and_the_others_play_on() {
    let house = House::open().await;
    let (table, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    let eve = house.stranger().await;
    // One that does not even read what it is told.
    let mut deaf = eve.joins(&table, 0).await;
    for id in 0..2_000 {
        if !deaf.try_send(Message::text(json!({ "op": "ping", "id": id }).to_string())).await {
            break;
        }
    }
    let n = a.plays(0, "S@a1").await;
    b.reaches(n).await;
    // One that does.
    let mut flood = eve.joins(&table, 0).await;
    let (mut pongs, mut warnings) = (0, 0);
    while flood.try_send(Message::text(r#"{"op":"ping","id":1}"#)).await {
        let Some(answer) = flood.answer().await else { break };
        match answer["op"].as_str() {
            Some("pong") => pongs += 1,
            _ => warnings += 1,
        }
    }
    assert!((30..200).contains(&pongs) && warnings > 30, "{pongs} pongs, {warnings} warnings");
    a.plays(0, "A+90").await;
}

#[tokio::test]
async fn a_flood_ends_with_the_number_that_says_so_whatever_it_is_made_of() {
    let house = House::open().await;
    let (table, ..) = two_at_a_table(&house).await;
    let eve = house.stranger().await;
    let pings = Message::text(r#"{"op":"ping","id":1}"#);
    for (path, flood) in [
        (format!("/api/tables/{table}/live"), pings.clone()),
        (format!("/api/tables/{table}/live"), Message::Pong(vec![0; 8].into())),
        (format!("/api/tables/{table}/live"), Message::binary(vec![0; 8])),
        ("/api/lobby/live".to_owned(), pings),
    ] {
        let mut client = eve.connect(&path).await.expect("the door opens");
        // It reads nothing until it has sent all.
        for _ in 0..1000 {
            if !client.try_send(flood.clone()).await {
                break;
            }
        }
        assert_eq!(client.closed_with().await, Some(4429), "{path}: {flood}");
    }
}

#[tokio::test]
async fn a_warning_says_which_request_was_too_much() {
    let house = House::open().await;
    let (table, ..) = two_at_a_table(&house).await;
    let mut eve = house.stranger().await.joins(&table, 0).await;
    for id in 0..80 {
        eve.send_raw(Message::text(json!({ "op": "ping", "id": id }).to_string())).await;
    }
    let mut answered = std::collections::BTreeSet::new();
    while answered.len() < 80 {
        let answer = eve.answer().await.expect("an answer");
        answered.insert(answer["id"].as_u64().unwrap_or_else(|| panic!("{answer}")));
    }
}

#[tokio::test]
async fn a_client_that_does_not_read_is_let_go() {
    let house = House::open().await;
    let (table, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    // It never reads; sooner or later its line is full, and the table must not care.
    let mut deaf = house.stranger().await.joins(&table, 0).await;
    deaf.reads_no_more().await;
    let mut n = a.n;
    for turn in 0..40 {
        let (seat, client) = if turn % 2 == 0 { (0, &mut a) } else { (1, &mut b) };
        for _ in 0..2 {
            client.reaches(n).await;
            let Some(action) = client.actions().first().cloned() else { return };
            n = client.plays(seat, &action).await;
        }
    }
}

#[tokio::test]
async fn an_unknown_table_is_said_to_be_unknown() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    for id in ["nosuchtable1", "%27%3B--", "..%2F..%2Fetc", &"x".repeat(5_000)] {
        let answer = ada.get(&format!("/api/tables/{id}/live")).await;
        assert_eq!(answer.status, 404, "{id}");
        assert!(answer.json()["message"]["fr"].is_string());
        assert_eq!(ada.get(&format!("/api/tables/{id}/log")).await.status, 404);
    }
    match ada.connect("/api/tables/nosuchtable1/live").await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 404),
        other => panic!("{:?}", other.map(|_| ())),
    }
}

#[tokio::test]
async fn a_forged_cookie_makes_a_new_guest() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let name = |value: Value| value["name"].clone();
    assert_eq!(name(ada.get("/api/me").await.json()), "Ada");
    let (cookie, good) = (ada.cookie.clone(), ada.cookie.len());
    let forged = [
        format!("{}x", &cookie[..good - 1]),
        cookie.replace('.', "0."),
        "quintette=".to_owned(),
        format!("quintette={}.1", "0".repeat(32)),
        "quintette=%00%ff".to_owned(),
        "other=1".to_owned(),
    ];
    for forgery in forged {
        let mistaken = forgery.starts_with("quintette=");
        ada.cookie = forgery;
        let answer = ada.get("/api/me").await;
        assert_eq!(answer.status, 200);
        assert_eq!(name(answer.json()), "");
        // Who brings none at all is not told that theirs is unknown.
        assert_eq!(answer.json()["mistaken"], mistaken);
        assert!(answer.cookie.is_some_and(|fresh| fresh != cookie));
        assert!(answer.head.contains("HttpOnly") && answer.head.contains("SameSite=Lax"));
    }
    ada.cookie = cookie;
    let again = ada.get("/api/me").await;
    let me = again.json();
    assert_eq!((&me["name"], &me["mistaken"]), (&json!("Ada"), &json!(false)));
    assert!(again.cookie.is_none(), "a good cookie is left alone");
}

#[tokio::test]
async fn bad_names_are_refused_with_a_sentence() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    for bad in ["", "   ", "a\u{202E}b", "a\u{7}b", "a\nb", &"x".repeat(25), &"x".repeat(10_000)] {
        let answer = ada.post("/api/me", &json!({ "name": bad })).await;
        assert_eq!(answer.status, 422, "{bad:?}");
        assert!(answer.json()["message"]["fr"].is_string());
    }
    for noise in [json!({}), json!({ "name": 7 }), json!([]), json!({ "name": "x", "admin": true })] {
        assert_eq!(ada.post("/api/me", &noise).await.status, 400);
    }
    assert_eq!(ada.post("/api/me", &json!({ "name": "x".repeat(100_000) })).await.status, 413);
    for good in ["Zoé", "李", "👩‍🚀", "<script>alert(1)</script>"] {
        assert_eq!(
            ada.post("/api/me", &json!({ "name": good })).await.status,
            if good.len() > 24 { 422 } else { 200 }
        );
    }
}

#[tokio::test]
async fn impossible_tables_are_refused_with_a_sentence() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    for (table, clause) in [
        (json!({ "game": "chess" }), false),
        (json!({ "game": "pyramids", "seats": 3 }), true),
        (json!({ "game": "pyramids", "options": { "rounds": 99 } }), true),
        (json!({ "game": "pyramids", "options": { "speed": 1 } }), false),
        (json!({ "game": "pyramids", "options": [] }), false),
    ] {
        let answer = ada.post("/api/tables", &table).await;
        assert_eq!(answer.status, 422, "{table}");
        assert!(answer.json()["message"]["fr"].is_string());
        assert_eq!(answer.json()["clause"].is_string(), clause, "{table}");
    }
    for noise in
        [json!({}), json!({ "game": "pyramids", "seats": -1 }), json!({ "game": "pyramids", "bots": "god" })]
    {
        assert_eq!(ada.post("/api/tables", &noise).await.status, 400, "{noise}");
    }
}

#[tokio::test]
async fn talk_has_limits() {
    let house = House::open().await;
    let (_, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    for bad in ["", "  ", "a\u{202E}b", "a\u{0}b", &"é".repeat(301)] {
        assert_eq!(a.ask(json!({ "op": "say", "text": bad })).await["op"], "error", "{bad:?}");
    }
    let mut refused = 0;
    for _ in 0..20 {
        refused += u32::from(b.ask(json!({ "op": "say", "text": "é".repeat(300) })).await["op"] == "error");
    }
    assert!(refused >= 10, "talk is slowed down: {refused}");
    a.plays(0, "S@a1").await;
}

#[tokio::test]
async fn pages_of_other_houses_may_not_ask() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let foreign = "Origin: http://evil.example\r\n";
    let post = ada.http(&format!("POST /api/me HTTP/1.1\r\n{foreign}"), r#"{"name":"Eve"}"#).await;
    assert_eq!(post.status, 403);
    let own = format!("Origin: http://{}\r\n", house.address);
    let post = ada.http(&format!("POST /api/me HTTP/1.1\r\n{own}"), r#"{"name":"Ada"}"#).await;
    assert_eq!(post.status, 200);
    let upgrade =
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    let lobby = ada
        .http(&format!("GET /api/lobby/live HTTP/1.1\r\n{foreign}{upgrade}Connection: upgrade\r\n"), "")
        .await;
    assert_eq!(lobby.status, 403, "{}", lobby.head);
}

#[tokio::test]
async fn one_guest_has_so_many_connections_and_tables() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut clients = Vec::new();
    for _ in 0..24 {
        clients.push(ada.joins(&table, 0).await);
    }
    let path = format!("/api/tables/{table}/live");
    let mut one_more = ada.connect(&path).await.expect("the door opens");
    assert_eq!(one_more.hear().await.expect("a sentence")["op"], "error");
    assert!(one_more.hear().await.is_none());
    house.guest("Bea").await.joins(&table, 0).await;
    let mut refused = false;
    for _ in 0..80 {
        refused |= ada.post("/api/tables", &json!({ "game": "pyramids" })).await.status == 429;
    }
    assert!(refused);
}

#[tokio::test]
async fn the_host_silences_those_who_watch_and_nobody_else_does() {
    let house = House::open().await;
    let (table, (ada, mut a), (_, mut b)) = two_at_a_table(&house).await;
    let mut eve = house.guest("Eve").await.joins(&table, 0).await;
    let hello = json!({ "op": "say", "text": "Hello" });
    eve.does(hello.clone()).await;
    assert_eq!(b.ask(json!({ "op": "silence", "quiet": true })).await["op"], "error");
    a.does(json!({ "op": "silence", "quiet": true })).await;
    let refused = eve.ask(hello.clone()).await;
    assert!(refused["message"]["fr"].as_str().is_some_and(|words| words.contains("taire")), "{refused}");
    assert_eq!(ada.joins(&table, 0).await.frame["table"]["quiet"], true);
    b.does(hello.clone()).await;
    a.does(json!({ "op": "silence", "quiet": false })).await;
    eve.does(hello).await;
}

#[tokio::test]
async fn those_who_watch_do_not_fill_a_log_for_ever() {
    let mut house = House::open().await;
    let (table, (mut ada, _), _) = two_at_a_table(&house).await;
    house.close().await;
    house
        .sql(
            "WITH RECURSIVE line(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM line WHERE i < 1000) \
             INSERT INTO log (table_key, n, entry, wall) SELECT last.table_key, last.n + i, \
             '{\"say\":{\"guest\":\"00000000000000000000000000000007\",\"seat\":null,\"text\":\"x\"}}', last.wall \
             FROM line, (SELECT table_key, max(n) AS n, wall FROM log GROUP BY table_key) AS last",
        )
        .await;
    house.reopen().await;
    ada.address = house.address;
    let mut eve = house.guest("Eve").await.joins(&table, 0).await;
    let refused = eve.ask(json!({ "op": "say", "text": "Hello" })).await;
    assert!(refused["message"]["en"].as_str().is_some_and(|words| words.contains("seat")), "{refused}");
    ada.joins(&table, 0).await.does(json!({ "op": "say", "text": "Hello" })).await;
}
