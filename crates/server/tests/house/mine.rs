//! What belongs to a guest: their games and records, the code that moves them, and the way out.

use crate::common::{Answer, Client, Guest, House, play_to_the_end, two_at_a_table};
use serde_json::{Value, json};

/// Two pages of one guest who holds both seats take turns: one alone would ask faster than anybody may.
async fn play_both_seats(a: &mut Client, b: &mut Client) {
    while a.frame["outcome"].is_null() {
        let seat = u8::from(a.eyes(0)["actions"] == json!([]));
        let action = a.actions().first().expect("somebody has a move").clone();
        let n = a.plays(seat, &action).await;
        a.reaches(n).await;
        b.reaches(n).await;
        std::mem::swap(a, b);
    }
}

async fn games(guest: &mut Guest) -> Value {
    let answer = guest.get("/api/me/games").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

async fn records(guest: &mut Guest) -> Value {
    guest.get("/api/me/records").await.json()
}

async fn code(guest: &mut Guest) -> String {
    let made = guest.post("/api/me/code", &json!({})).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.json()["code"].as_str().expect("a code").to_owned()
}

async fn recover(guest: &mut Guest, code: &str) -> Answer {
    guest.post("/api/me/recover", &json!({ "code": code })).await
}

async fn deletes_themselves(guest: &mut Guest) -> Answer {
    guest.http("DELETE /api/me HTTP/1.1\r\n", "").await
}

/// Everything that the house keeps, as text.
async fn everything(house: &House) -> String {
    let mut all = String::new();
    for table in ["people", "tables", "entries", "sitters", "levels", "endings", "codes"] {
        all += &house.rows(table).await;
    }
    all
}

#[tokio::test]
async fn somebody_new_has_no_games_and_no_records() {
    let house = House::open().await;
    let mut ada = house.stranger().await;
    assert_eq!(games(&mut ada).await, json!({ "running": [], "games": [], "before": null }));
    assert_eq!(records(&mut ada).await, json!([]));
    assert_eq!(ada.get("/api/me/code").await.json(), json!({ "made": null }));
    assert_eq!(ada.get("/api/me/games?before=nowhere").await.json()["games"], json!([]));
}

#[tokio::test]
async fn a_game_is_running_and_then_it_is_on_both_records() {
    let house = House::open().await;
    let (table, (mut ada, mut a), (mut bea, mut b)) = two_at_a_table(&house).await;
    let running = games(&mut bea).await["running"][0].clone();
    assert_eq!((&running["id"], &running["phase"]), (&json!(table), &json!("playing")));
    assert_eq!((&running["result"], &running["my_turn"]), (&json!(null), &json!(false)));
    assert_eq!(running["others"], json!([{ "type": "person", "name": "Ada", "here": false }]));
    assert_eq!(games(&mut ada).await["running"][0]["my_turn"], json!(true));

    play_to_the_end(&mut a, &mut b).await;
    let outcome = a.frame["outcome"].clone();
    for (seat, guest, other) in [(0, &mut ada, "Bea"), (1, &mut bea, "Ada")] {
        let page = games(guest).await;
        assert_eq!((&page["running"], &page["before"]), (&json!([]), &json!(null)));
        let game = &page["games"][0];
        assert_eq!((&game["id"], &game["game"]), (&json!(table), &json!("pyramids")));
        assert_eq!(game["others"][0]["name"], other);
        assert_eq!(game["score"], outcome["scores"][seat]);
        assert!(game["moves"].as_u64() > Some(10) && game["at"].as_i64() > Some(1_600_000_000_000), "{game}");
        let winners = outcome["winners"].as_array().expect("winners");
        let result = match (winners.is_empty(), winners.contains(&json!(seat))) {
            (true, _) => "drawn",
            (_, true) => "won",
            (_, false) => "lost",
        };
        assert_eq!(game["result"], result);
        let record = &records(guest).await[0];
        assert_eq!((&record["game"], &record["played"]), (&json!("pyramids"), &json!(1)));
        assert_eq!((&record[result], &record["best"]), (&json!(1), &outcome["scores"][seat]));
    }
}

#[tokio::test]
async fn both_seats_of_one_screen_are_a_game_but_no_win() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut a = ada.joins(&table, 0).await;
    a.does(json!({ "op": "sit", "seat": 1 })).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    let mut b = ada.joins(&table, 0).await;
    play_both_seats(&mut a, &mut b).await;
    let game = games(&mut ada).await["games"][0].clone();
    let record = records(&mut ada).await[0].clone();
    assert_eq!((&record["played"], &record["won"]), (&json!(1), &json!(0)));
    if a.frame["outcome"]["winners"] != json!([]) {
        assert_eq!((&game["result"], &game["score"]), (&json!("shared"), &json!(null)));
    }
    assert_eq!(game["others"], json!([]));
}

#[tokio::test]
async fn playing_on_from_a_moment_is_a_game_but_does_not_count() {
    let house = House::open().await;
    let (table, (mut ada, mut a), (_, mut b)) = two_at_a_table(&house).await;
    play_to_the_end(&mut a, &mut b).await;
    let record = records(&mut ada).await;
    let fork = ada.post(&format!("/api/tables/{table}/fork"), &json!({ "n": 6 })).await;
    let again = fork.json()["id"].as_str().expect("an id").to_owned();
    let mut a = ada.joins(&again, 0).await;
    a.does(json!({ "op": "sit", "seat": 1 })).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    let mut b = ada.joins(&again, 0).await;
    play_both_seats(&mut a, &mut b).await;
    assert_eq!(games(&mut ada).await["games"].as_array().map(Vec::len), Some(2));
    assert_eq!(records(&mut ada).await, record);
}

#[tokio::test]
async fn what_ended_before_there_were_records_is_found_and_counted_once() {
    let mut house = House::open().await;
    let (table, (mut ada, mut a), (mut bea, mut b)) = two_at_a_table(&house).await;
    play_to_the_end(&mut a, &mut b).await;
    let known = games(&mut ada).await["games"].clone();
    house.close().await;
    house.sql("DELETE FROM endings; UPDATE tables SET ended = NULL, moves = NULL").await;
    house.reopen().await;
    (ada.address, bea.address) = (house.address, house.address);
    assert_eq!(games(&mut ada).await["games"], known);
    assert_eq!(records(&mut bea).await[0]["played"], 1);
    // As if the house had been closed between the last move and its note.
    house.close().await;
    house.sql("DELETE FROM endings; UPDATE tables SET ended = NULL, moves = NULL, finished = 0").await;
    house.reopen().await;
    (ada.address, bea.address) = (house.address, house.address);
    assert_eq!(games(&mut ada).await["running"], json!([]));
    assert_eq!(games(&mut ada).await["games"], known);
    bea.joins(&table, 0).await.leave().await;
    assert_eq!(records(&mut bea).await[0]["played"], 1);
}

#[tokio::test]
async fn a_long_history_comes_in_pages() {
    let mut house = House::open().await;
    let (table, (mut ada, mut a), (_, mut b)) = two_at_a_table(&house).await;
    play_to_the_end(&mut a, &mut b).await;
    house.close().await;
    // 120 more of the same, three of them at each moment.
    house
        .sql(&format!(
            "WITH RECURSIVE more(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM more WHERE i < 120) \
             INSERT INTO tables (key, id, game, seats, options, seed, host, private, name, opened, finished, ended, moves) \
             SELECT 1000 + i, 'copy' || i, game, seats, options, seed, host, private, name, opened, 1, ended + i / 3, i \
             FROM tables, more WHERE id = '{table}'; \
             INSERT INTO endings (table_key, seat, guest, bot, result, score) \
             SELECT copy.key, seat, guest, bot, result, score FROM tables AS copy, tables AS one, endings \
             WHERE copy.id LIKE 'copy%' AND one.id = '{table}' AND endings.table_key = one.key"
        ))
        .await;
    house.reopen().await;
    ada.address = house.address;
    let (mut ids, mut times, mut before, mut pages) = (Vec::new(), Vec::new(), String::new(), 0);
    loop {
        let page = ada.get(&format!("/api/me/games{before}")).await.json();
        for game in page["games"].as_array().expect("games") {
            ids.push(game["id"].as_str().expect("an id").to_owned());
            times.push(-game["at"].as_i64().expect("a time"));
        }
        pages += 1;
        let Some(next) = page["before"].as_str() else { break };
        before = format!("?before={next}");
    }
    assert_eq!((ids.len(), pages), (121, 3));
    assert!(times.is_sorted(), "the newest first");
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 121, "each once");
}

#[tokio::test]
async fn a_code_makes_another_browser_the_same_guest() {
    let house = House::open().await;
    let (table, (mut ada, _a), _) = two_at_a_table(&house).await;
    let former = code(&mut ada).await;
    let newest = code(&mut ada).await;
    assert!(ada.get("/api/me/code").await.json()["made"].is_i64());
    assert!(!everything(&house).await.contains(&newest.replace('-', "")), "only its hash is kept");

    let mut phone = house.guest("Phone").await;
    let own = phone.cookie.clone();
    for wrong in [former.as_str(), "AAAA-AAAA-AAAA-AAAA", "hello", "", "<script>", &"A".repeat(9000)] {
        let refused = recover(&mut phone, wrong).await;
        assert_eq!(refused.status, 422, "{wrong}");
        assert!(refused.cookie.is_none() && refused.json()["message"]["fr"].is_string());
    }
    assert_eq!(phone.get("/api/me").await.json()["name"], "Phone", "nothing has changed");

    let recovered = recover(&mut phone, &newest.to_lowercase().replace('-', " ")).await;
    assert_eq!((recovered.status, &recovered.json()["name"]), (200, &json!("Ada")));
    phone.cookie = recovered.cookie.expect("a new cookie");
    assert_ne!(phone.cookie, own);
    assert_eq!(games(&mut phone).await["running"][0]["id"], table);
    let mut seated = phone.joins(&table, 0).await;
    assert_eq!(seated.frame["table"]["seats"][0]["mine"], true);
    seated.plays(0, "S@a1").await;
}

#[tokio::test]
async fn codes_are_tried_slowly_and_asked_for_by_our_own_pages() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let mut statuses = Vec::new();
    for _ in 0..14 {
        statuses.push(recover(&mut ada, "AAAA-AAAA-AAAA-AAAA").await.status);
    }
    assert_eq!((statuses[0], statuses[13]), (422, 429));
    // Another guest is not held up by it; all who bring no cookie share one allowance.
    let mut bea = house.guest("Bea").await;
    assert_eq!(recover(&mut bea, "AAAA-AAAA-AAAA-AAAA").await.status, 422);
    let mut statuses = Vec::new();
    for _ in 0..14 {
        let mut nobody = Guest { address: house.address, cookie: String::new() };
        statuses.push(recover(&mut nobody, "AAAA-AAAA-AAAA-AAAA").await.status);
    }
    assert_eq!((statuses[0], statuses[13]), (422, 429));
    for start in ["POST /api/me/code", "POST /api/me/recover", "DELETE /api/me"] {
        let request = format!("{start} HTTP/1.1\r\nOrigin: http://evil.example\r\n");
        assert_eq!(bea.http(&request, "{\"code\":\"x\"}").await.status, 403, "{start}");
    }
    for bad in ["", "[]", "{\"code\":7}", "{\"code\":\"x\",\"more\":1}"] {
        assert_eq!(bea.http("POST /api/me/recover HTTP/1.1\r\n", bad).await.status, 400, "{bad}");
    }
    assert_eq!(bea.get("/api/me").await.json()["name"], "Bea");
}

#[tokio::test]
async fn deleting_oneself_leaves_nothing_but_the_games_of_the_others() {
    let house = House::open().await;
    // One game is over, in one Ada sits, at a third she only talked.
    let (over, (mut ada, mut a), (mut bea, mut b)) = two_at_a_table(&house).await;
    play_to_the_end(&mut a, &mut b).await;
    let running = bea.opens(&json!({ "game": "pyramids" })).await;
    let mut b = bea.joins(&running, 0).await;
    let mut a = ada.joins(&running, 0).await;
    a.does(json!({ "op": "sit", "seat": 1 })).await;
    a.does(json!({ "op": "start" })).await;
    a.does(json!({ "op": "say", "text": "I live in Lyon" })).await;
    let said = b.does(json!({ "op": "say", "text": "And I in Nice" })).await;
    let watched = bea.opens(&json!({ "game": "pyramids" })).await;
    let mut w = ada.joins(&watched, 0).await;
    w.does(json!({ "op": "say", "text": "Only watching, from Lyon" })).await;
    let code = code(&mut ada).await;
    // A cookie's value ends with the guest and when it was given.
    let (value, _) = ada.cookie.rsplit_once('.').expect("a cookie names a guest");
    let id = value[value.len() - 32..].to_owned();
    let old = ada.clone();
    let known = everything(&house).await;

    let gone = deletes_themselves(&mut ada).await;
    assert_eq!(
        (gone.status, &gone.json()["name"], &gone.json()["mistaken"]),
        (200, &json!(""), &json!(false))
    );
    ada.cookie = gone.cookie.expect("a new cookie");
    assert_ne!(ada.cookie, old.cookie);
    assert_eq!(games(&mut ada).await["games"], json!([]));
    assert_eq!(records(&mut ada).await, json!([]));
    assert_eq!(recover(&mut ada, &code).await.status, 422, "the code opens nothing");

    // Her old cookie is nobody's, in every browser that still has it.
    let mut late = old.clone();
    let stranger = late.get("/api/me").await;
    assert!(stranger.cookie.is_some() && stranger.json()["mistaken"] == true);
    assert_eq!(games(&mut late).await["running"], json!([]));

    // A bot plays on for her; the others' history and the log's numbers stay.
    let mut b = bea.joins(&running, 0).await;
    assert!(b.n > said);
    assert_eq!(b.frame["table"]["seats"][1]["taken_by"]["type"], "bot");
    let lines: Vec<_> =
        b.frame["steps"].as_array().expect("steps").iter().map(|s| s["said"].clone()).collect();
    assert!(lines.iter().any(|line| line["text"] == "And I in Nice"));
    b.plays(0, "S@a1").await;
    let others = games(&mut bea).await["games"][0]["others"].clone();
    assert_eq!(others, json!([{ "type": "person", "name": "", "here": false }]));
    assert_eq!(ada.get(&format!("/api/tables/{over}/log")).await.status, 200);

    let kept = everything(&house).await;
    assert!(known.contains(&id) && known.contains("Lyon"), "this would be found");
    for trace in ["Lyon", "Ada", &id] {
        assert!(!kept.contains(trace), "{trace} is still there");
    }
    assert!(kept.contains("Nice") && kept.contains("Bea"));
}

#[tokio::test]
async fn a_seat_at_a_table_that_waits_is_free_again() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut bea = house.guest("Bea").await.joins(&table, 0).await;
    assert_eq!(deletes_themselves(&mut ada).await.status, 200);
    bea.until(|frame| frame["table"]["seats"][0]["taken_by"].is_null() && frame["table"].is_object()).await;
    bea.does(json!({ "op": "sit", "seat": 0 })).await;
}

#[tokio::test]
async fn whoever_was_being_forgotten_when_the_house_closed_is_also_in_logs_from_before_there_was_an_index() {
    let mut house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let (mine, theirs) = (ada.opens(&json!({ "game": "pyramids" })).await, two_at_a_table(&house).await.0);
    ada.joins(&theirs, 0).await.does(json!({ "op": "say", "text": "I live in Lyon" })).await;
    house.close().await;
    let named = house.rows("named").await;
    let guest = named.lines().find(|line| line.ends_with("| 1")).and_then(|line| line.split(' ').next());
    let guest = guest.expect("whoever opened the first table").to_owned();
    house.sql("DROP TABLE named; DROP TABLE leaving; DELETE FROM _sqlx_migrations WHERE version = 7").await;
    house.reopen().await;
    assert_eq!(house.rows("named").await, named, "the index is made from the logs");
    house.close().await;
    house.sql(&format!("INSERT INTO leaving VALUES ('{guest}')")).await;
    house.reopen().await;
    while house.rows("leaving").await.contains(&guest) {}
    for table in ["entries", "tables", "named", "sitters", "people"] {
        let rows = house.rows(table).await;
        assert!(!rows.contains(&guest) && !rows.contains("Lyon"), "{mine}: {table}: {rows}");
    }
}
