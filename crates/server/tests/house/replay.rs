//! Looking back on a game, and playing on from a moment of it.

use crate::common::{Answer, Client, Guest, House};
use catalogue::LogFile;
use serde_json::{Value, json};
use table::{Millis, Seat, Seed};

/// Plays the first action that is offered until the game is over.
async fn to_the_end(client: &mut Client, seat: u8) {
    while client.frame["outcome"].is_null() {
        match client.actions().first().cloned() {
            // The clock or a bot may have been faster.
            Some(action) => {
                client.ask(json!({ "op": "play", "seat": seat, "action": action })).await;
            }
            None => {
                client.frame().await;
            }
        }
    }
}

/// A finished game of Ada's against bots.
async fn finished(ada: &mut Guest, table: &Value) -> String {
    let id = ada.opens(table).await;
    let mut a = ada.joins(&id, 0).await;
    to_the_end(&mut a, 0).await;
    id
}

const PYRAMIDS: &str = r#"{"game":"pyramids","private":true,"bots":"learner"}"#;

fn pyramids() -> Value {
    serde_json::from_str(PYRAMIDS).expect("JSON")
}

async fn brings(guest: &mut Guest, path: &str, file: &str) -> Answer {
    guest.http(&format!("POST {path} HTTP/1.1\r\n"), file).await
}

fn moments(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()["moments"].as_array().expect("moments").clone()
}

/// A sentence in both languages.
fn sorry(answer: &Answer) -> (u16, String) {
    let message = answer.json()["message"].clone();
    let said = |lang: &str| message[lang].as_str().expect("a sentence").to_owned();
    assert!(said("en").ends_with(['.', ')']) && said("fr").ends_with(['.', ')']), "{message}");
    assert_ne!(said("en"), said("fr"));
    (answer.status, said("en"))
}

#[tokio::test]
async fn a_finished_game_is_shown_moment_by_moment() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let id = finished(&mut ada, &pyramids()).await;
    let answer = ada.get(&format!("/api/tables/{id}/replay")).await;
    let moments = moments(&answer);
    let replay = answer.json();
    let file = LogFile::read(&ada.get(&format!("/api/tables/{id}/log")).await.body).expect("a log");
    assert_eq!(moments.len(), file.entries.len() + 1);
    assert_eq!(
        (&moments[0]["n"], &moments[0]["action"], &moments[0]["awaited"]),
        (&json!(0), &json!(null), &json!([0]))
    );
    for (n, moment) in moments.iter().enumerate() {
        assert_eq!(moment["n"], n);
    }
    assert_eq!(replay["timed"], false);
    assert_eq!(moments[1]["seat"], 0);
    assert!(moments[1]["action"].is_string() && moments[1]["events"][0]["type"].is_string());
    assert_eq!(replay["seats"][0], json!({ "type": "person", "name": "Ada", "here": false }));
    assert_eq!(replay["seats"][1], json!({ "type": "bot", "level": "learner" }));
    assert_eq!(replay["outcome"], json!(file.outcome));
    assert_eq!((&replay["table"], &replay["seed"]), (&json!(id), &json!(file.seed.to_string())));
    // The log file shows the same.
    let brought = brings(&mut ada, "/api/replay", &file.write()).await;
    assert_eq!(brought.json()["moments"], replay["moments"]);
    assert_eq!(brought.json()["seats"], replay["seats"]);
    assert_eq!(brought.json()["table"], json!(null));
}

#[tokio::test]
async fn nothing_is_shown_before_the_end_and_only_through_somebodys_eyes() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let id = ada.opens(&json!({ "game": "quintazone", "private": true, "bots": "learner" })).await;
    let _a = ada.joins(&id, 0).await;
    for eyes in ["0", "1", "watch", "open"] {
        let answer = ada.get(&format!("/api/tables/{id}/replay?eyes={eyes}")).await;
        assert_eq!(sorry(&answer).0, 409, "secrets stay secrets during the game");
        assert!(!answer.body.contains("moments"));
    }
    let fork = ada.post(&format!("/api/tables/{id}/fork"), &json!({ "n": 0 })).await;
    assert_eq!(sorry(&fork).0, 409);
    assert_eq!(sorry(&ada.get("/api/tables/nowhere/replay").await).0, 404);
    let over = finished(&mut ada, &pyramids()).await;
    for eyes in ["2", "-1", "all", "256", "%00"] {
        let answer = ada.get(&format!("/api/tables/{over}/replay?eyes={eyes}")).await;
        assert_eq!(sorry(&answer).0, 422, "{eyes}");
    }
}

#[tokio::test]
async fn each_pair_of_eyes_sees_what_it_saw_and_open_eyes_see_all() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let id = finished(&mut ada, &json!({ "game": "quintazone", "private": true, "bots": "learner" })).await;
    let mut seen = Vec::new();
    for eyes in ["0", "1", "watch", "open"] {
        let answer = ada.get(&format!("/api/tables/{id}/replay?eyes={eyes}")).await;
        seen.push(moments(&answer).swap_remove(1));
    }
    let [mine, theirs, watched, open] = &seen[..] else { panic!("four pairs of eyes") };
    let hand = |moment: &Value| moment["view"]["mine"]["hand"].clone();
    assert_eq!((hand(watched), hand(open)), (json!(null), json!(null)));
    assert_ne!(hand(mine), hand(theirs));
    for (seat, eyes) in [mine, theirs].into_iter().enumerate() {
        assert_eq!(open["view"]["seats"][seat]["cards"], hand(eyes));
        assert_eq!(eyes["view"]["seats"][1 - seat]["cards"], json!(null));
    }
}

#[tokio::test]
async fn a_bad_log_file_gets_a_sentence_and_harms_nothing() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let id = finished(&mut ada, &pyramids()).await;
    let good = ada.get(&format!("/api/tables/{id}/log")).await.body;
    let first_move = good.lines().find(|line| line.starts_with("0@")).expect("a move").to_owned();
    let (at, _) = first_move.split_once(' ').expect("notation");
    let cases: &[(&str, String, &str)] = &[
        ("empty", String::new(), "no Quintette log"),
        ("another file", "<html>".to_owned(), "no Quintette log"),
        ("another version", good.replacen("log 1", "log 2", 1), "another version"),
        ("cut in its head", good[..good.find("seats:").expect("a head")].to_owned(), "missing"),
        (
            "cut in a move",
            format!("{}\n\n{at} ", good.split("\n\n").next().expect("a head")),
            "cannot be read",
        ),
        ("another move", good.replacen(&first_move, &format!("{at} S@z9"), 1), "refused"),
        ("another seat", good.replacen(&first_move, &first_move.replacen("0@", "9@", 1), 1), "does not have"),
        ("another seed", good.replacen("seed: ", "seed: 00", 1), "64"),
        ("another promise", good.replacen("commitment: ", "commitment: 0", 1), "promised"),
        ("another end", good.replacen("\"clause\":\"", "\"clause\":\"P-1\",\"was\":\"", 1), ""),
        ("another game", good.replacen("game: pyramids", "game: chess", 1), "chess"),
        ("noise", "\u{0}\u{1}\u{202E}".repeat(50), "no Quintette log"),
        ("endless", format!("{good}{}", format!("{first_move}\n").repeat(25_000)), "too long"),
        ("huge", "x".repeat((1 << 20) + 1), "too large"),
    ];
    for (case, file, expected) in cases {
        for path in ["/api/replay", "/api/replay/fork?n=0"] {
            let answer = brings(&mut ada, path, file).await;
            assert!(matches!(answer.status, 413 | 422), "{case}: {} {:.200}", answer.status, answer.body);
            let (_, sentence) = sorry(&answer);
            assert!(sentence.contains(expected), "{case}: {sentence}");
        }
    }
    let bytes = brings(&mut ada, "/api/replay?eyes=7", &good).await;
    assert_eq!(sorry(&bytes).0, 422);
    // A log that stops before the end is a game that was not finished.
    let stopped: String = good.split_inclusive('\n').take(14).collect();
    let answer = brings(&mut ada, "/api/replay", &stopped).await;
    assert_eq!((answer.status, &answer.json()["outcome"]), (200, &json!(null)));
    assert!(moments(&ada.get(&format!("/api/tables/{id}/replay")).await).len() > 10, "the house goes on");
}

#[tokio::test]
async fn a_moment_is_played_on_from_with_bots() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let id = finished(&mut ada, &pyramids()).await;
    let past = moments(&ada.get(&format!("/api/tables/{id}/replay")).await);
    let fork =
        ada.post(&format!("/api/tables/{id}/fork"), &json!({ "n": 8, "seat": 0, "bots": "learner" })).await;
    assert_eq!(fork.status, 201, "{}", fork.body);
    let again = fork.json()["id"].as_str().expect("an id").to_owned();
    assert_ne!(again, id);
    let mut a = ada.joins(&again, 0).await;
    assert_eq!(a.frame["table"]["forked"], true);
    assert_eq!(
        a.frame["table"]["commitment"],
        ada.get(&format!("/api/tables/{id}/replay")).await.json()["commitment"]
    );
    let given: Vec<Value> = a.frame["steps"]
        .as_array()
        .expect("steps")
        .iter()
        .flat_map(|step| step["given"].as_array().cloned().unwrap_or_default())
        .collect();
    let acts = |steps: &[Value]| steps.iter().map(|step| step["action"].clone()).collect::<Vec<_>>();
    assert_eq!(acts(&given), acts(&past[1..=8]), "what had happened is told");
    assert!(a.frame["now"].as_u64() >= past[8]["at"].as_u64(), "time goes on from that moment");
    to_the_end(&mut a, 0).await;
    let file = LogFile::read(&ada.get(&format!("/api/tables/{again}/log")).await.body).expect("a log");
    file.verify().expect("given and played, it folds to its end");
    let replayed = moments(&ada.get(&format!("/api/tables/{again}/replay")).await);
    assert_eq!(acts(&replayed[..=8]), acts(&past[..=8]));
}

#[tokio::test]
async fn a_forked_table_gathers_people_and_survives_the_house() {
    let mut house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let mut bea = house.guest("Bea").await;
    let id = finished(&mut ada, &pyramids()).await;
    let file = ada.get(&format!("/api/tables/{id}/log")).await.body;
    let past = moments(&ada.get(&format!("/api/tables/{id}/replay")).await);
    let fork = brings(&mut ada, "/api/replay/fork?n=4&seat=1", &file).await;
    assert_eq!(fork.status, 201, "{}", fork.body);
    let table = fork.json()["id"].as_str().expect("an id").to_owned();
    let mut a = ada.joins(&table, 0).await;
    assert_eq!(a.frame["table"]["phase"], "gathering");
    assert_eq!(
        (&a.frame["table"]["seats"][0]["taken_by"], &a.frame["table"]["seats"][1]["mine"]),
        (&json!(null), &json!(true))
    );
    let mut b = bea.joins(&table, 0).await;
    b.does(json!({ "op": "sit", "seat": 0 })).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    assert_eq!(a.eyes(0)["view"]["cells"], past[4]["view"]["cells"]);
    assert_eq!(a.frame["awaited"], past[4]["awaited"]);
    let cells = a.eyes(0)["view"]["cells"].clone();
    house.reopen().await;
    (ada.address, bea.address) = (house.address, house.address);
    let a = ada.joins(&table, 0).await;
    assert_eq!(a.eyes(0)["view"]["cells"], cells);
}

#[tokio::test]
async fn where_nobody_can_play_on_the_house_says_so() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let id = finished(&mut ada, &pyramids()).await;
    let path = format!("/api/tables/{id}/fork");
    let end = moments(&ada.get(&format!("/api/tables/{id}/replay")).await).len() - 1;
    for (fork, status) in [
        (json!({ "n": end }), 422),
        (json!({ "n": end + 1 }), 422),
        (json!({ "n": 0, "seat": 2 }), 422),
        (json!({ "n": -1 }), 400),
        (json!({}), 400),
        (json!({ "n": 0, "bots": "divine" }), 400),
    ] {
        assert_eq!(sorry(&ada.post(&path, &fork).await).0, status, "{fork}");
    }
    assert_eq!(sorry(&ada.post("/api/tables/nowhere/fork", &json!({ "n": 0 })).await).0, 404);
    let foreign = format!("POST {path} HTTP/1.1\r\nOrigin: http://evil.example\r\n");
    assert_eq!(ada.http(&foreign, r#"{"n":0}"#).await.status, 403);
}

/// A game of trap 10, played alone and won: `level 10 seats 1 seed 6`, then `at seat notation`.
fn won_alone() -> LogFile {
    let played = include_str!("../../../quicksand/tests/games/level-10-alone-won.txt");
    let entry = |line: &str| {
        let mut words = line.splitn(3, ' ');
        let at = words.next()?.parse().ok()?;
        let seat = words.next()?.parse().ok()?;
        Some(table::GameEntry::act(Seat(seat), words.next()?.to_owned(), Millis(at)))
    };
    let seed = Seed::from(6);
    LogFile {
        game: "quicksand".to_owned(),
        rules: table::RulesVersion::FIRST,
        seats: 1,
        options: json!({ "level": 10 }).to_string(),
        seed,
        commitment: seed.commitment(),
        names: Vec::new(),
        entries: played.lines().skip(1).filter_map(entry).collect(),
        outs: Vec::new(),
        outcome: None,
    }
}

#[tokio::test]
async fn sand_goes_on_from_the_moment_and_a_fork_wins_no_level() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let file = won_alone();
    let won = file.write();
    let last = file.entries.len() - 1;
    let fork = brings(&mut ada, &format!("/api/replay/fork?n={last}"), &won).await;
    assert_eq!(fork.status, 201, "{}", fork.body);
    let table = fork.json()["id"].as_str().expect("an id").to_owned();
    let mut a = ada.joins(&table, 0).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    let then = file.entries[last - 1].at;
    let now = a.frame["now"].as_u64().expect("a time");
    assert!((then.0..then.0 + 30_000).contains(&now), "{now} is just after {then}");
    let table::By::Seat(_, notation) = &file.entries[last].by else { panic!("the last entry is a card") };
    let n = a.plays(0, notation).await;
    a.reaches(n).await;
    assert!(
        !a.frame["outcome"]["winners"].as_array().expect("an outcome").is_empty(),
        "{}",
        a.frame["outcome"]
    );
    assert_eq!(ada.get("/api/me/levels/quicksand").await.json(), json!([]));
}

#[tokio::test]
async fn tables_that_play_on_from_one_game_share_what_they_were_given_until_the_last_is_forgotten() {
    let mut house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let id = finished(&mut ada, &pyramids()).await;
    let mut forks = Vec::new();
    for n in [4, 8, 12] {
        let fork = ada.post(&format!("/api/tables/{id}/fork"), &json!({ "n": n, "seat": 0 })).await;
        assert_eq!(fork.status, 201, "{}", fork.body);
        forks.push(fork.json()["id"].as_str().expect("an id").to_owned());
    }
    // Beside each text stands its hash, which may hold anything.
    let is_entry = |line: &&str| {
        line.rsplit(" | ").next().is_some_and(|line| line.starts_with("0@") || line.starts_with("1@"))
    };
    let lines = |text: &str| text.lines().filter(is_entry).count();
    let whole = house.rows("givens").await;
    let file = LogFile::read(&ada.get(&format!("/api/tables/{id}/log")).await.body).expect("a log");
    assert_eq!(lines(&whole), file.entries.len(), "once for all three: {whole}");
    let opened = |fork: &String, days: i64| {
        let earlier = days * 86_400_000;
        format!(
            "UPDATE tables SET opened = opened - {earlier} WHERE id = '{fork}'; UPDATE log SET wall = wall - {earlier} \
             WHERE table_key = (SELECT key FROM tables WHERE id = '{fork}')"
        )
    };
    for fork in &forks[..2] {
        house.sql(&opened(fork, 40)).await;
    }
    house.tidy().await;
    assert_eq!(lines(&house.rows("givens").await), file.entries.len(), "one of them is still there");
    house.reopen().await;
    ada.address = house.address;
    let mut a = ada.joins(&forks[2], 0).await;
    a.does(json!({ "op": "bot", "seat": 1, "level": "learner" })).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    let steps = a.frame["steps"].as_array().expect("steps");
    assert_eq!(steps.last().expect("a start")["given"].as_array().map(Vec::len), Some(12));
    a.leave().await;
    house.close().await;
    house.sql(&opened(&forks[2], 40)).await;
    house.reopen().await;
    assert_eq!(house.rows("givens").await, "", "nobody needs it any more");
}

#[tokio::test]
async fn a_file_of_lines_that_do_nothing_is_a_replay_of_one_moment() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let seed = Seed::from(7);
    let file = LogFile {
        game: "thin-ice".to_owned(),
        rules: catalogue::open_newest("thin-ice", "{}", 6, seed).expect("it opens").rules(),
        seats: 6,
        options: "{}".to_owned(),
        seed,
        commitment: seed.commitment(),
        names: Vec::new(),
        entries: vec![table::GameEntry::tick(Millis::ZERO); 9_200],
        outs: Vec::new(),
        outcome: None,
    };
    let answer = brings(&mut ada, "/api/replay?eyes=0", &file.write()).await;
    assert_eq!(moments(&answer).len(), 1);
    assert!(answer.body.len() < 100_000, "{}", answer.body.len());
    let fork = brings(&mut ada, "/api/replay/fork?n=9000&seat=0", &file.write()).await;
    assert_eq!(sorry(&fork).0, 422, "there is no such moment");
}
