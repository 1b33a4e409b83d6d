//! Several nodes, one town: over a real Postgres and a real NATS.

#[path = "../support/line.rs"]
mod line;
#[path = "../support/nats.rs"]
mod nats;
#[path = "../support/postgres.rs"]
pub(crate) mod postgres;

use crate::{
    authenticator::{Browser, somebody},
    common::{Client, Guest, House, play_to_the_end},
};
use futures_util::StreamExt as _;
use line::Line;
use nats::Nats;
use postgres::Postgres;
use serde_json::{Value, json};
use server::{Config, Database, PeopleOf, ToDo};
use sqlx::Connection as _;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

pub(crate) struct Town {
    pub(crate) nodes: Vec<House>,
    pub(crate) nats: Nats,
    pub(crate) postgres: Postgres,
}

impl Town {
    pub(crate) async fn of(nodes: usize) -> Self {
        let (postgres, nats) = (Postgres::lent(), Nats::start());
        let mut town = Self { nodes: Vec::new(), nats, postgres };
        for _ in 0..nodes {
            let node = town.node().await;
            town.nodes.push(node);
        }
        town
    }

    /// Of two nodes that are otherwise than usual.
    pub(crate) async fn of_two(otherwise: impl Fn(&mut Config)) -> Self {
        let mut town = Self::of(0).await;
        for _ in 0..2 {
            let node = House::with(|config| {
                town.config(config);
                otherwise(config);
            });
            town.nodes.push(node.await);
        }
        town
    }

    /// Of two nodes, of which the second reaches NATS by a line that can be cut.
    async fn with_a_line() -> (Self, Line) {
        let mut town = Self::of(1).await;
        let line = Line::to(town.nats.port).await;
        let second = House::with(|config| {
            town.config(config);
            config.nats = Some(format!("nats://127.0.0.1:{}", line.port));
        });
        let second = second.await;
        town.nodes.push(second);
        (town, line)
    }

    fn config(&self, config: &mut Config) {
        config.database = Database::Postgres(self.postgres.url());
        config.nats = Some(self.nats.url());
    }

    async fn node(&self) -> House {
        House::with(|config| self.config(config)).await
    }

    /// The same guest at another node.
    fn at(&self, node: usize, guest: &Guest) -> Guest {
        Guest { address: self.nodes[node].address, cookie: guest.cookie.clone() }
    }
}

/// Ada at the first node and Bea at the second, who play pyramids.
pub(crate) async fn apart(town: &Town) -> (String, (Guest, Client), (Guest, Client)) {
    let mut ada = town.nodes[0].guest("Ada").await;
    let bea = town.nodes[1].guest("Bea").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut a = ada.joins(&table, 0).await;
    let mut b = bea.joins(&table, 0).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    // Whoever starts must have heard that Bea sits there.
    a.until(|message| message["op"] == "frame" && seat(message, 1)["name"] == "Bea").await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    b.reaches(n).await;
    (table, (ada, a), (bea, b))
}

/// Where nodes tell of this table; something is told there.
pub(crate) async fn told_of(heard: &mut async_nats::Subscriber, table: &str) -> async_nats::Subject {
    loop {
        let message = heard.next().await.expect("something is told");
        if message.subject.ends_with(table) {
            return message.subject;
        }
    }
}

/// Who has this seat, as the frame says.
fn seat(frame: &Value, seat: usize) -> &Value {
    &frame["table"]["seats"][seat]["taken_by"]
}

/// Waits until the table as shown is so.
async fn sees(client: &mut Client, wanted: impl Fn(&Value) -> bool) {
    while !wanted(&client.frame) {
        client.frame().await;
    }
}

#[tokio::test]
async fn a_game_is_played_to_its_end_by_people_at_different_nodes() {
    let town = Town::of(2).await;
    let (table, (_, mut a), (_, mut b)) = apart(&town).await;
    sees(&mut a, |frame| seat(frame, 1)["here"] == true).await;
    sees(&mut b, |frame| seat(frame, 0)["here"] == true && seat(frame, 0)["name"] == "Ada").await;
    play_to_the_end(&mut a, &mut b).await;
    assert_eq!(a.frame["outcome"], b.frame["outcome"]);
    // Whoever comes later, to either node, is told the same.
    let cyd = town.nodes[1].guest("Cyd").await;
    let mut late = cyd.joins(&table, 0).await;
    late.reaches(a.n).await;
    assert_eq!(late.frame["outcome"], a.frame["outcome"]);
}

#[tokio::test]
async fn where_somebody_who_sits_there_is_not_seen_other_nodes_are_asked_again_and_again() {
    let town = Town::of(1).await;
    let client = async_nats::connect(town.nats.url()).await.expect("it is there");
    let mut heard = client.subscribe("quintette.>").await.expect("it listens");
    client.flush().await.expect("it listens");
    let (mut ada, bea) = (town.nodes[0].guest("Ada").await, town.nodes[0].guest("Bea").await);
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut a = ada.joins(&table, 0).await;
    let mut b = bea.joins(&table, 0).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    a.does(json!({ "op": "start" })).await;
    drop(b);
    // She may be at a node whose word was lost: so this one does not wait for long before it asks once more.
    for _ in 0..5 {
        let asks = async {
            loop {
                let message = heard.next().await.expect("something is told");
                let told: Value = serde_json::from_slice(&message.payload).unwrap_or_default();
                if message.subject.ends_with(&table) && told["news"]["here"]["asks"] == true {
                    break;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(5), asks).await.expect("it asks");
    }
}

#[tokio::test]
async fn a_planned_answer_is_played_once_whichever_nodes_have_the_table_open() {
    let town = Town::of(2).await;
    let mut ada = town.nodes[0].guest("Ada").await;
    let mut bea = town.nodes[1].guest("Bea").await;
    let terms = json!({ "time": { "pace": { "type": "turn", "seconds": 86_400 }, "up": "lost" } });
    let table = ada.opens(&json!({ "game": "pyramids", "terms": terms })).await;
    let (mut a, mut b) = (ada.joins(&table, 0).await, bea.joins(&table, 0).await);
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    a.until(|message| message["op"] == "frame" && seat(message, 1)["name"] == "Bea").await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    b.reaches(n).await;
    // Bea plans at her node, also for what comes after.
    let act = |seat: u8, action: &str| json!({ "seat": seat, "action": action });
    let mut line = vec![act(0, "S@a1"), act(0, "A+90"), act(1, "S@b2"), act(1, "A+90")];
    while line.len() < 12 {
        let ahead = bea.post(&format!("/api/tables/{table}/ahead"), &json!({ "line": line })).await.json();
        line.push(json!({ "seat": ahead["awaited"][0], "action": ahead["actions"][0] }));
    }
    let kept =
        bea.post(&format!("/api/tables/{table}/plan"), &json!({ "op": "keep", "n": n, "line": line })).await;
    assert_eq!(kept.status, 200, "{}", kept.body);
    for (nth, turn) in line.chunks(4).enumerate() {
        for act in &turn[..2] {
            a.plays(0, act["action"].as_str().expect("an action")).await;
        }
        let all = n + 4 * (nth as u64 + 1);
        a.reaches(all).await;
        b.reaches(all).await;
    }
    // Nothing else was written, by whoever else had it open.
    let n = a.does(json!({ "op": "say", "text": "Well played!" })).await;
    assert_eq!(n, kept.json()["n"].as_u64().expect("a number") + 13);
    let left = bea.get(&format!("/api/tables/{table}/plan")).await.json();
    assert_eq!(left["lines"], json!([]));
}

#[tokio::test]
async fn two_who_act_at_once_at_different_nodes_have_one_order() {
    let town = Town::of(2).await;
    let (_, (_, mut a), (_, mut b)) = apart(&town).await;
    for round in 0..5 {
        let (said_a, said_b) = tokio::join!(
            a.ask(json!({ "op": "say", "text": format!("a{round}") })),
            b.ask(json!({ "op": "say", "text": format!("b{round}") })),
        );
        assert_eq!((&said_a["op"], &said_b["op"]), (&json!("done"), &json!("done")));
        assert_ne!(said_a["n"], said_b["n"]);
    }
    let n = a.n.max(b.n);
    a.reaches(n).await;
    b.reaches(n).await;
}

#[tokio::test]
async fn the_lobby_names_and_who_is_here_are_the_same_at_every_node() {
    let town = Town::of(2).await;
    let mut watcher = town.nodes[1].guest("Cyd").await.connect("/api/lobby/live").await.expect("it is open");
    let (table, (mut ada, a), (_, mut b)) = apart(&town).await;
    let shown = |lobby: &Value| {
        let tables = lobby["tables"].as_array().expect("tables");
        tables.iter().find(|shown| shown["id"] == table).cloned().unwrap_or_default()
    };
    let seen = watcher
        .until(|lobby| {
            let shown = shown(lobby);
            lobby["people"] == 3 && shown["phase"] == "playing" && shown["seats"][1]["here"] == true
        })
        .await;
    assert_eq!(shown(&seen)["host"], "Ada");
    let renamed = ada.post("/api/me", &json!({ "name": "Ada Lovelace" })).await;
    assert_eq!(renamed.status, 200);
    sees(&mut b, |frame| seat(frame, 0)["name"] == "Ada Lovelace").await;
    // A node that comes later knows what stands on the others' shelves.
    let third = town.node().await;
    let mut late = third.guest("Dan").await.connect("/api/lobby/live").await.expect("it is open");
    late.until(|lobby| shown(lobby)["seats"][1]["here"] == true).await;
    // Whoever leaves at one node is away at the other.
    a.leave().await;
    sees(&mut b, |frame| seat(frame, 0)["here"] == false).await;
}

#[tokio::test]
async fn rematch_replay_fork_closed_talk_and_codes_are_the_same_at_every_node() {
    let town = Town::of(2).await;
    let (table, (mut ada, mut a), (mut bea, mut b)) = apart(&town).await;
    let mut eve = town.nodes[1].guest("Eve").await.joins(&table, 0).await;
    let n = a.does(json!({ "op": "silence", "quiet": true })).await;
    eve.reaches(n).await;
    assert_eq!(eve.ask(json!({ "op": "say", "text": "Hello" })).await["op"], "error");
    play_to_the_end(&mut a, &mut b).await;
    // Two ask at the same moment, each at their node: there is one next table.
    let rematch = || json!({ "op": "rematch" });
    let (one, other) = tokio::join!(a.ask(rematch()), b.ask(rematch()));
    assert_eq!((&one["op"], &other["op"]), (&json!("done"), &json!("done")), "{one} {other}");
    let next = |frame: &Value| frame["table"]["next"]["id"].clone();
    sees(&mut a, |frame| next(frame).is_string()).await;
    sees(&mut b, |frame| next(frame).is_string()).await;
    assert_eq!(next(&a.frame), next(&b.frame));
    // What was played at both is looked at, and played on from, at one of them.
    assert_eq!(bea.get(&format!("/api/tables/{table}/replay")).await.status, 200);
    let fork = bea.post(&format!("/api/tables/{table}/fork"), &json!({ "n": 6 })).await.json();
    let again = town.at(0, &bea).joins(fork["id"].as_str().expect("an id"), 0).await;
    assert_eq!(again.frame["table"]["phase"], "gathering");
    let code = ada.post("/api/me/code", &Value::Null).await.json()["code"].clone();
    let mut elsewhere = town.nodes[1].stranger().await;
    let recovered = elsewhere.post("/api/me/recover", &json!({ "code": code })).await;
    assert_eq!((recovered.status, &recovered.json()["name"]), (200, &json!("Ada")));
}

#[tokio::test]
async fn whoever_deletes_themselves_at_one_node_is_forgotten_at_all() {
    let town = Town::of(2).await;
    let (table, (_ada, mut a), (mut bea, mut b)) = apart(&town).await;
    let n = a.plays(0, "S@a1").await;
    b.reaches(n).await;
    b.does(json!({ "op": "say", "text": "I live in Lyon" })).await;
    let gone = bea.http("DELETE /api/me HTTP/1.1\r\n", "").await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    sees(&mut a, |frame| seat(frame, 1)["type"] == "bot").await;
    // Whoever was there all the time still sees the board as it is, and the next move on it.
    let turn = a.actions().first().expect("a step two").clone();
    let n = a.plays(0, &turn).await;
    a.reaches(n).await;
    assert!(a.frame["eyes"][0]["view"].is_object(), "{}", a.frame);
    // Nobody at the other node is told of them any more, nor is their cookie anybody's there.
    let mut late = town.nodes[0].guest("Cyd").await.joins(&table, 0).await;
    late.reaches(a.n).await;
    assert!(!late.frame.to_string().contains("Lyon"), "{}", late.frame);
    let mut elsewhere = town.at(0, &bea);
    assert!(elsewhere.get("/api/me").await.cookie.is_some(), "they are somebody new");
}

#[tokio::test]
async fn without_nats_everybody_still_plays_and_is_told() {
    let mut town = Town::of(2).await;
    let (_, (_, mut a), (_, mut b)) = apart(&town).await;
    let mut lobby = town.nodes[1].guest("Cyd").await.connect("/api/lobby/live").await.expect("it is open");
    lobby.hear().await.expect("the lobby");
    town.nats.stop();
    let troubled =
        |news: &Value| news["trouble"]["fr"].as_str().is_some_and(|fr| fr.contains("ne s’entendent"));
    lobby.until(troubled).await;
    let told = b.until(|message| message["op"] == "error" && message["id"].is_null()).await;
    assert!(told["message"]["en"].as_str().is_some_and(|words| words.contains("do not hear each other")));
    let n = a.plays(0, "S@a1").await;
    b.reaches(n).await;
    town.nats.start_again();
    b.until(|message| message["message"]["en"].as_str().is_some_and(|words| words.contains("again"))).await;
    lobby.until(|news| news["people"].is_number() && news["trouble"].is_null()).await;
    let turn = a.actions().first().expect("a step two").clone();
    let n = a.plays(0, &turn).await;
    b.reaches(n).await;
}

/// What was told of the lobby while nobody could hear it is told again.
#[tokio::test]
async fn the_lobby_is_right_again_once_nats_is_back() {
    let mut town = Town::of(2).await;
    let mut ada = town.nodes[0].guest("Ada").await;
    let mut watcher = town.nodes[1].guest("Cyd").await.connect("/api/lobby/live").await.expect("it is open");
    let shown = |lobby: &Value, table: &str| {
        let tables = lobby["tables"].as_array().expect("tables");
        tables.iter().find(|shown| shown["id"] == table).cloned().unwrap_or_default()
    };
    let left = ada.opens(&json!({ "game": "pyramids" })).await;
    let at_left = ada.joins(&left, 0).await;
    watcher.until(|lobby| shown(lobby, &left)["seats"][0]["here"] == true).await;
    town.nats.stop();
    at_left.leave().await;
    let opened = ada.opens(&json!({ "game": "quadri" })).await;
    let _waits = ada.joins(&opened, 0).await;
    town.nats.start_again();
    watcher
        .until(|lobby| {
            shown(lobby, &left)["seats"][0]["here"] == false
                && shown(lobby, &opened)["seats"][0]["here"] == true
        })
        .await;
}

/// NATS keeps what is asked of it while it is away, up to some thousand things: however many tables are opened meanwhile,
/// nobody waits for it, and once it is back they are heard.
#[tokio::test]
async fn tables_open_however_long_nats_is_away() {
    let mut town = Town::of_two(|config| config.limits = false).await;
    town.nats.stop();
    let mut ada = town.nodes[0].guest("Ada").await;
    let bea = town.nodes[1].guest("Bea").await;
    for _ in 0..1_200 {
        let table = ada.opens(&json!({ "game": "pyramids", "private": true })).await;
        ada.joins(&table, 0).await.leave().await;
    }
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let (mut a, mut b) = (ada.joins(&table, 0).await, bea.joins(&table, 0).await);
    town.nats.start_again();
    a.until(|message| message["message"]["en"].as_str().is_some_and(|words| words.contains("again"))).await;
    let n = a.does(json!({ "op": "say", "text": "Hello" })).await;
    b.reaches(n).await;
}

/// A node that is cut from NATS alone still writes to the log, and says in the database that it lives.
#[tokio::test]
async fn whoever_plays_at_a_node_that_is_cut_from_nats_alone_is_neither_gone_nor_unseen() {
    let (town, line) = Town::with_a_line().await;
    let (table, (mut ada, mut a), (_, mut b)) = apart(&town).await;
    sees(&mut a, |frame| seat(frame, 1)["here"] == true).await;
    line.cut();
    b.until(|message| message["op"] == "error" && message["id"].is_null()).await;
    for action in ["S@a1", "A+90"] {
        let n = a.plays(0, action).await;
        b.reaches(n).await;
    }
    // Nobody at the first node does anything meanwhile: it has to look by itself.
    for action in ["S@f6", "A+90"] {
        let n = b.plays(1, action).await;
        a.reaches(n).await;
    }
    // Longer than nodes at a table may be silent, in looks of a second each.
    for round in 0..10 {
        let text = format!("still there? {round}");
        let n = b.does(json!({ "op": "say", "text": text })).await;
        a.reaches(n).await;
        assert_eq!(seat(&a.frame, 1)["here"], true, "{round}");
    }
    // Whoever comes meanwhile is told as well; what is about people is known by the database.
    let mut late = town.nodes[1].guest("Cyd").await.joins(&table, 0).await;
    let told = late.until(|message| message["op"] == "error").await;
    assert!(told["message"]["en"].as_str().is_some_and(|words| words.contains("do not hear each other")));
    assert_eq!(ada.post("/api/me", &json!({ "name": "Ada Lovelace" })).await.status, 200);
    sees(&mut b, |frame| seat(frame, 0)["name"] == "Ada Lovelace").await;
    line.mend();
    b.until(|message| message["message"]["en"].as_str().is_some_and(|words| words.contains("again"))).await;
    let n = a.plays(0, "S@b1").await;
    b.reaches(n).await;
}

/// Whoever loads the page anew meanwhile comes to a room that knows nobody else yet.
#[tokio::test]
async fn whoever_comes_anew_while_a_node_is_cut_off_sees_what_is_played_there() {
    let (town, line) = Town::with_a_line().await;
    let (table, (ada, mut a), (_, mut b)) = apart(&town).await;
    let mut n = 0;
    for action in ["S@a1", "A+90"] {
        n = a.plays(0, action).await;
    }
    b.reaches(n).await;
    line.cut();
    // Both sides are told: who was cut off, and who hears nothing of a node that lives.
    for client in [&mut a, &mut b] {
        client.until(|message| message["op"] == "error" && message["id"].is_null()).await;
    }
    a.leave().await;
    let mut a = ada.joins(&table, 0).await;
    a.until(|message| message["op"] == "error" && message["id"].is_null()).await;
    for action in ["S@f6", "A+90"] {
        let n = b.plays(1, action).await;
        a.reaches(n).await;
    }
    let n = a.plays(0, "S@b1").await;
    b.reaches(n).await;
    // Nobody is sent to the one that hears nobody, while the others do.
    let mut door = town.nodes[1].stranger().await;
    assert_eq!(door.get("/readyz").await.status, 503);
    assert_eq!(town.nodes[0].stranger().await.get("/readyz").await.status, 200);
}

#[tokio::test]
async fn a_table_where_somebody_is_at_another_node_is_not_tidied_away() {
    let (town, line) = Town::with_a_line().await;
    let mut ada = town.nodes[0].guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut a = ada.joins(&table, 0).await;
    let mut database = sqlx::PgConnection::connect(&town.postgres.url()).await.expect("it is there");
    let forty_days = 40 * 86_400_000i64;
    for long_ago in [
        format!("UPDATE tables SET opened = opened - {forty_days}"),
        format!("UPDATE log SET wall = wall - {forty_days}"),
    ] {
        sqlx::query(sqlx::AssertSqlSafe(long_ago)).execute(&mut database).await.expect("it writes");
    }
    line.cut();
    let mut door = town.nodes[1].stranger().await;
    let began = std::time::Instant::now();
    while door.get("/readyz").await.status == 200 {
        assert!(began.elapsed() < Duration::from_secs(20), "it notices that it hears nobody");
    }
    // One that hears nobody, and one that has just come, do not know where people are.
    for comes in [false, true] {
        sqlx::query("UPDATE minded SET until = 0 WHERE table_key = node")
            .execute(&mut database)
            .await
            .expect("it writes");
        if comes {
            town.node().await;
        } else {
            town.nodes[1].tidy().await;
        }
        let n = a.does(json!({ "op": "say", "text": "still here" })).await;
        a.reaches(n).await;
    }
}

#[tokio::test]
async fn whoever_left_while_nothing_could_be_heard_is_gone_once_it_can_be() {
    let mut town = Town::of(2).await;
    let (_, (_, mut a), (_, b)) = apart(&town).await;
    sees(&mut a, |frame| seat(frame, 1)["here"] == true).await;
    town.nats.stop();
    a.until(|message| message["op"] == "error" && message["id"].is_null()).await;
    b.leave().await;
    town.nats.start_again();
    sees(&mut a, |frame| seat(frame, 1)["here"] == false).await;
}

#[tokio::test]
async fn what_somebody_said_is_gone_from_open_rooms_also_where_that_was_not_heard() {
    // Somebody comes again and again, to see whether it is.
    let mut town = Town::of_two(|config| config.limits = false).await;
    let (table, (_, mut a), (mut bea, mut b)) = apart(&town).await;
    let n = b.does(json!({ "op": "say", "text": "I live in Lyon" })).await;
    a.reaches(n).await;
    town.nats.stop();
    let gone = bea.http("DELETE /api/me HTTP/1.1\r\n", "").await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    let cyd = town.nodes[0].guest("Cyd").await;
    let began = std::time::Instant::now();
    loop {
        let mut late = cyd.joins(&table, 1).await;
        late.reaches(n).await;
        if !late.frame.to_string().contains("Lyon") {
            break;
        }
        late.leave().await;
        assert!(began.elapsed() < Duration::from_secs(20), "the open room still tells it");
    }
}

/// The same person's move comes to two houses, because the first one closes.
#[tokio::test]
async fn a_move_that_crosses_the_parting_is_told_done_at_the_next_house() {
    let town = Town::of(2).await;
    let (table, (ada, mut a), (_, mut b)) = apart(&town).await;
    let n = a.plays(0, "S@a1").await;
    b.reaches(n).await;
    // At the second house she has not heard yet that the first one took it.
    let mut again = town.at(1, &ada).joins(&table, 0).await;
    let copy = json!({ "op": "play", "seat": 0, "action": "S@a1", "expect": n - 1 });
    let told = again.ask(copy).await;
    assert_eq!((&told["op"], &told["n"]), (&json!("done"), &json!(n)));
}

#[tokio::test]
async fn a_node_that_stops_in_good_order_hands_its_people_on() {
    let mut town = Town::of(2).await;
    let (table, (ada, mut a), (_, mut b)) = apart(&town).await;
    let n = a.plays(0, "S@a1").await;
    b.reaches(n).await;
    let mut first = town.nodes.remove(0);
    let (code, ()) = tokio::join!(a.closed_with(), first.close());
    assert_eq!(code, Some(1012), "come back");
    let ada = Guest { address: town.nodes[0].address, ..ada };
    let mut a = ada.joins(&table, n).await;
    // Nobody is told that nodes do not hear each other, because one has gone.
    a.send_raw(Message::text(json!({ "op": "ping", "id": 1 }).to_string())).await;
    let said = a.until(|message| message["op"] != "frame").await;
    assert_eq!(said["op"], "pong", "{said}");
    let turn = a.actions().first().expect("a step two").clone();
    let n = a.plays(0, &turn).await;
    b.reaches(n).await;
}

#[tokio::test]
async fn bots_go_on_at_the_node_where_somebody_still_is() {
    let town = Town::of(2).await;
    let mut ada = town.nodes[0].guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut a = ada.joins(&table, 0).await;
    a.does(json!({ "op": "stand", "seat": 0 })).await;
    for seat in 0..2 {
        a.does(json!({ "op": "bot", "seat": seat, "level": "champion" })).await;
    }
    a.does(json!({ "op": "start" })).await;
    let bea = town.nodes[1].guest("Bea").await;
    let mut b = bea.joins(&table, 0).await;
    let began = b.n;
    a.leave().await;
    b.reaches(began + 4).await;
}

#[tokio::test]
async fn a_table_that_waits_for_a_person_is_marked_no_more() {
    let town = Town::of(1).await;
    let mut ada = town.nodes[0].guest("Ada").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut a = ada.joins(&table, 0).await;
    a.does(json!({ "op": "bot", "seat": 1, "level": "champion" })).await;
    a.does(json!({ "op": "start" })).await;
    let mut database = sqlx::PgConnection::connect(&town.postgres.url()).await.expect("it is there");
    // For how much longer it is marked, in milliseconds.
    let mut marked = async || -> Option<i64> {
        let left = "SELECT max(until) - (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM minded \
            WHERE table_key >= 0";
        sqlx::query_scalar(left).fetch_one(&mut database).await.expect("it reads")
    };
    // Turn after turn, until the bot has thought for long enough to be marked.
    let mut left = None;
    while left.is_none() {
        while !a.actions().is_empty() {
            let action = a.actions().first().expect("it is Ada's turn").clone();
            let n = a.plays(0, &action).await;
            a.reaches(n).await;
        }
        while a.actions().is_empty() {
            a.frame().await;
        }
        left = marked().await;
    }
    // Now nothing happens by itself: the mark is taken away, and neither runs out nor is renewed.
    while let Some(now) = marked().await {
        assert!(Some(now) <= left && now > 0, "{now} of {left:?}");
        left = Some(now);
    }
}

#[tokio::test]
async fn what_a_node_cannot_join_is_said_in_a_sentence() {
    let postgres = Postgres::lent();
    let said = |nats: &str, database: Database| {
        let (nats, config) = (nats.to_owned(), Config::new(([127, 0, 0, 1], 0).into(), database));
        async move {
            server::serve(Config { nats: Some(nats), ..config }).await.expect_err("it cannot").to_string()
        }
    };
    let database = Database::Postgres(postgres.url());
    let strange = said("http://127.0.0.1:4222", database.clone()).await;
    assert!(strange.contains("no address of a NATS"), "{strange}");
    let nowhere = said("nats://user:secret@127.0.0.1:1", database.clone()).await;
    assert!(nowhere.contains("cannot be reached") && !nowhere.contains("secret"), "{nowhere}");
    let file = said("nats://127.0.0.1:4222", Database::File("/tmp/never-made.sqlite".into())).await;
    assert!(file.contains("postgres://"), "{file}");
}

#[tokio::test]
async fn two_towns_on_one_nats_do_not_hear_each_other() {
    let town = Town::of(1).await;
    let other = Town { nodes: Vec::new(), nats: Nats::start(), postgres: Postgres::lent() };
    let stranger = House::with(|config| {
        other.config(config);
        config.nats = Some(town.nats.url());
    })
    .await;
    let (_, mut ada) = (stranger.guest("Eve").await, town.nodes[0].guest("Ada").await);
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let _a = ada.joins(&table, 0).await;
    let mut lobby = stranger.guest("Fay").await.connect("/api/lobby/live").await.expect("it is open");
    // A second node of the first town hears of that table; by then the stranger would have.
    let second = town.node().await;
    let mut near = second.guest("Bea").await.connect("/api/lobby/live").await.expect("it is open");
    near.until(|lobby| lobby["tables"].as_array().is_some_and(|tables| tables.len() == 1)).await;
    let seen = lobby.hear().await.expect("the lobby");
    assert_eq!((&seen["tables"], &seen["people"]), (&json!([]), &json!(1)));
}

#[tokio::test]
async fn garbage_on_nats_is_left_aside() {
    let town = Town::of(2).await;
    let (table, (ada, mut a), (bea, mut b)) = apart(&town).await;
    let client = async_nats::connect(town.nats.url()).await.expect("it is there");
    // Whatever the town is called: its nodes subscribe to what begins with it.
    let mut heard = client.subscribe("quintette.>").await.expect("it listens");
    let n = a.plays(0, "S@a1").await;
    b.reaches(n).await;
    let subject = told_of(&mut heard, &table).await;
    let house = subject.split(".table.").next().expect("it has a beginning").to_owned() + ".house";
    let late = json!({ "by": 1, "news": { "entry": { "n": n + 7, "entry": "noise", "wall": 0 } } });
    for noise in ["", "{", "[1,2]", "{\"by\":7}", &late.to_string()] {
        client.publish(subject.clone(), noise.to_owned().into()).await.expect("it is told");
        client.publish(house.clone(), noise.to_owned().into()).await.expect("it is told");
    }
    client.flush().await.expect("it is told");
    let turn = a.actions().first().expect("a step two").clone();
    let n = a.plays(0, &turn).await;
    b.reaches(n).await;
    // What could be the next entry and is not in the log costs those at the table nothing but a moment to come back: at once if
    // it cannot be, and else as soon as somebody does something.
    for (nth, forged) in ["1@5 Z@z9", r#"{"say":{"guest":"00000000000000000000000000000001","text":"boo"}}"#]
        .into_iter()
        .enumerate()
    {
        let n = a.n.max(b.n);
        let forged = json!({ "by": 1, "news": { "entry": { "n": n + 1, "entry": forged, "wall": 0 } } });
        client.publish(subject.clone(), forged.to_string().into()).await.expect("it is told");
        client.flush().await.expect("it is told");
        if nth == 1 {
            a.reaches(n + 1).await;
            b.reaches(n + 1).await;
            assert_ne!(a.ask(json!({ "op": "say", "text": "who was that?" })).await["op"], "done");
        }
        assert_eq!(a.closed_with().await, Some(1012));
        a = ada.joins(&table, 0).await;
        a.reaches(n).await;
        assert_eq!(a.n, n, "what was never written is nowhere");
        let n = a.does(json!({ "op": "say", "text": "we go on" })).await;
        // The other node hears that this number is something else.
        assert_eq!(b.closed_with().await, Some(1012));
        b = bea.joins(&table, 0).await;
        b.reaches(n).await;
    }
    let mut database = sqlx::PgConnection::connect(&town.postgres.url()).await.expect("it is there");
    let (count, last): (i64, i64) = sqlx::query_as("SELECT count(*), max(n) FROM log WHERE n > 0")
        .fetch_one(&mut database)
        .await
        .expect("it reads");
    assert_eq!(count, last, "a log has no holes");
}

#[tokio::test]
async fn a_nats_that_wants_a_password_is_told_it() {
    let (postgres, nats) = (Postgres::lent(), Nats::with_a_password("ada", "p@ss"));
    let config = Config::new(([127, 0, 0, 1], 0).into(), Database::Postgres(postgres.url()));
    let url = |password: &str| Some(format!("nats://ada:{password}@127.0.0.1:{}", nats.port));
    let wrong = server::serve(Config { nats: url("guess"), ..config.clone() }).await;
    let why = wrong.expect_err("it is not let in").to_string();
    assert!(why.contains("look at the user and the password") && !why.contains("guess"), "{why}");
    server::serve(Config { nats: url("p%40ss"), ..config }).await.expect("it is let in").close().await;
}

#[tokio::test]
async fn an_account_is_the_same_at_every_node_and_so_is_what_a_keeper_does() {
    let town = Town::of(2).await;
    let (mut ada, mut device) = somebody(&town.nodes[0], "Ada", 1).await;
    let table = ada.guest.opens(&json!({ "game": "pyramids" })).await;
    // Asked at one node, answered at the other; once.
    let mut there = Browser::at(&town.nodes[1], town.nodes[1].stranger().await);
    let asked = ada.post("/api/sign-in/ask", &Value::Null).await.json();
    device.origin = format!("http://{}", there.host);
    let signed = json!({ "credential": device.signs(&asked) });
    let in_there = there.post("/api/sign-in", &signed).await;
    assert_eq!(in_there.status, 200, "{}", in_there.body);
    device.origin = format!("http://{}", ada.host);
    assert_eq!(ada.post("/api/sign-in", &signed).await.status, 422, "it is used up");
    // A name is hers at both.
    let mut bob = town.nodes[1].guest("Bob").await;
    assert_eq!(bob.post("/api/me", &json!({ "name": "ADA" })).await.status, 409);

    let mut line = bob.joins(&table, 0).await;
    let mut machine =
        PeopleOf::open(&Database::Postgres(town.postgres.url())).await.expect("it opens beside");
    machine.act("Bob", ToDo::Silence(Duration::from_hours(1))).await.expect("it is done");
    assert_eq!(line.ask(json!({ "op": "say", "text": "hm" })).await["op"], "error");
    machine.act("Bob", ToDo::Lift).await.expect("it is done");
    line.does(json!({ "op": "say", "text": "hm" })).await;
    machine.close().await;

    // A device that is removed at one node is signed out at the other, and so are its lines.
    let mut hers = there.guest.joins(&table, 0).await;
    let account = ada.asks("GET", "/api/me/account", &Value::Null).await.json();
    let path = format!("/api/me/passkeys/{}", account["devices"][0]["id"].as_str().expect("a number"));
    assert_eq!(ada.asks("DELETE", &path, &Value::Null).await.status, 200);
    assert_eq!(hers.closed_with().await, Some(1012));
    assert_eq!(there.me().await["mistaken"], true);
}

#[tokio::test]
async fn a_game_is_judged_at_one_node_and_every_node_knows() {
    let town = Town::of_two(|config| config.analysis = Duration::from_millis(4)).await;
    let (table, (mut ada, mut a), (_, mut b)) = apart(&town).await;
    play_to_the_end(&mut a, &mut b).await;
    let path = format!("/api/tables/{table}/analysis");
    let asked = ada.post(&path, &json!({})).await;
    assert_eq!((asked.status, &asked.json()["state"]), (202, &json!("making")), "{}", asked.body);
    let mut there = town.at(1, &ada);
    let heard = std::time::Instant::now();
    while there.get(&path).await.json()["state"] == "none" {
        assert!(heard.elapsed() < Duration::from_secs(1), "it was said at once");
    }
    // Whoever asks for it there does not begin it anew.
    assert_ne!(there.post(&path, &json!({})).await.status, 202);
    loop {
        match there.get(&path).await.json()["state"].as_str() {
            Some("making") => {}
            state => break assert_eq!(state, Some("made")),
        }
    }
}

#[tokio::test]
async fn whoever_is_away_is_so_at_every_node() {
    let town = Town::of(2).await;
    let mut ada = town.nodes[0].guest("Ada").await;
    let bea = town.nodes[1].guest("Bea").await;
    let terms = json!({ "time": { "pace": { "type": "turn", "seconds": 86_400 }, "up": "lost" } });
    let table = ada.opens(&json!({ "game": "pyramids", "terms": terms })).await;
    let mut a = ada.joins(&table, 0).await;
    let mut b = bea.joins(&table, 0).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    a.until(|message| message["op"] == "frame" && seat(message, 1)["name"] == "Bea").await;
    let n = a.does(json!({ "op": "start" })).await;
    b.reaches(n).await;
    // She says so at the other node, where nobody has told it yet.
    let mut elsewhere = town.at(1, &ada);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    let until = now.as_millis() as u64 + 3 * 86_400_000;
    assert_eq!(elsewhere.post("/api/me/vacation", &json!({ "until": until })).await.status, 200);
    let is_away = |frame: &Value| frame["clocks"]["away"][0].as_i64() > frame["now"].as_i64();
    sees(&mut a, is_away).await;
    sees(&mut b, is_away).await;
    assert_eq!(ada.get("/api/me/vacation").await.json()["until"], until);
    assert_eq!(ada.http("DELETE /api/me/vacation HTTP/1.1\r\n", "").await.status, 200);
    sees(&mut a, |frame| !is_away(frame)).await;
    sees(&mut b, |frame| !is_away(frame)).await;
}
