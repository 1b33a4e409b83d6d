//! Company, and those who keep the house.

use std::time::Duration;

use serde_json::{Value, json};
use server::{NotDone, PeopleOf, ToDo};

use crate::{
    authenticator::{Browser, somebody},
    common::House,
};

async fn people(house: &House) -> PeopleOf {
    PeopleOf::open(&house.database().into()).await.expect("it opens beside the house")
}

/// Two at a table who talk: the first has opened it.
async fn at_a_table(house: &House) -> (String, Browser, Browser) {
    let (mut ada, _) = somebody(house, "Ada", 1).await;
    let (bob, _) = somebody(house, "Bob", 2).await;
    let table = ada.guest.opens(&json!({ "game": "pyramids" })).await;
    (table, ada, bob)
}

#[tokio::test]
async fn the_machine_names_a_keeper_who_silences_somebody_at_once() {
    let house = House::open().await;
    let (table, mut ada, bob) = at_a_table(&house).await;
    let mut line = bob.guest.joins(&table, 0).await;
    line.does(json!({ "op": "say", "text": "you are all fools" })).await;
    let n = line.n;

    assert_eq!(ada.asks("GET", "/api/keeper", &Value::Null).await.status, 403);
    let mut machine = people(&house).await;
    machine.act("ada", ToDo::Keeper(true)).await.expect("Ada has an account");
    assert_eq!(ada.me().await["keeper"], true);
    assert_eq!(ada.post(&format!("/api/tables/{table}/report"), &json!({ "n": n })).await.status, 201);
    assert_eq!(ada.post(&format!("/api/tables/{table}/report"), &json!({ "n": n })).await.status, 201);

    let page = ada.asks("GET", "/api/keeper", &Value::Null).await.json();
    let report = &page["reports"][0];
    assert_eq!(report["times"], 1, "once is enough: {page}");
    assert_eq!(report["lines"][0]["text"], "you are all fools");
    assert_eq!(report["whom"]["name"], "Bob");
    let bobs = format!("/api/keeper/people/{}", report["whom"]["id"].as_str().expect("a number"));
    let done = ada.post(&bobs, &json!({ "do": "silence", "minutes": 120 })).await;
    assert_eq!(done.status, 200, "{}", done.body);
    let refused = line.ask(json!({ "op": "say", "text": "why?" })).await;
    assert_eq!(refused["op"], "error", "{refused}");
    assert!(refused["message"]["fr"].as_str().is_some_and(|said| said.contains("2 heures")), "{refused}");
    // Nor by another name, which is said at every table; but Bob plays on.
    let mut his = Browser::at(&house, bob.guest.clone());
    assert_eq!(his.post("/api/me", &json!({ "name": "FOOLS" })).await.status, 403);
    line.does(json!({ "op": "sit", "seat": 1 })).await;

    assert_eq!(ada.post(&bobs, &json!({ "do": "lift" })).await.status, 200);
    line.does(json!({ "op": "say", "text": "sorry" })).await;
    let settled = ada.post("/api/keeper/reports", &json!({ "table": table, "n": n })).await.json();
    assert_eq!(settled["reports"], json!([]));
    let log = machine.log().await.expect("it reads");
    let told: Vec<_> =
        log.iter().map(|done| (done.what.as_str(), done.whom.as_str(), done.by.as_str())).collect();
    let wanted = [("lift", "Bob", "Ada"), ("silence", "Bob", "Ada"), ("keeper", "Ada", "quintette people")];
    assert_eq!(told, wanted);
}

#[tokio::test]
async fn what_is_done_on_the_machine_a_house_that_is_open_follows() {
    let house = House::open().await;
    let (table, _, bob) = at_a_table(&house).await;
    let mut line = bob.guest.joins(&table, 0).await;
    line.does(json!({ "op": "sit", "seat": 1 })).await;
    let mut machine = people(&house).await;
    machine.act("Bob", ToDo::Silence(Duration::from_hours(1))).await.expect("it is done");
    assert_eq!(line.ask(json!({ "op": "say", "text": "hm" })).await["op"], "error");
    machine.act("bob", ToDo::Lift).await.expect("it is done");
    line.does(json!({ "op": "say", "text": "hm" })).await;
    machine.act("Bob", ToDo::Rename("Robert".to_owned())).await.expect("it is done");
    line.until(|frame| frame["op"] == "frame" && frame["table"].to_string().contains("Robert")).await;
    assert!(matches!(machine.act("Robert", ToDo::Rename("ADA".to_owned())).await, Err(NotDone::Taken)));
    assert!(matches!(machine.act("Nobody", ToDo::Lift).await, Err(NotDone::Nobody(_))));
    machine.act("Robert", ToDo::Remove).await.expect("it is done");
    assert_eq!(line.closed_with().await, Some(1012), "they are gone");
    let mut browser = Browser::at(&house, bob.guest.clone());
    assert_eq!(browser.me().await["mistaken"], true);
    while !house.rows("leaving").await.is_empty() {
        // A request takes its time, too.
        browser.me().await;
    }
    assert!(!house.rows("people").await.contains("Robert"));
    assert!(!house.rows("deeds").await.contains("Bob"), "the log names nobody who is gone");
}

#[tokio::test]
async fn a_tournament_is_removed_with_its_title_and_its_teams() {
    let house = House::with(|config| config.limits = false).await;
    let (mut ada, _) = somebody(&house, "Ada", 1).await;
    let (mut bob, _) = somebody(&house, "Bob", 2).await;
    let mut machine = people(&house).await;
    machine.act("Ada", ToDo::Keeper(true)).await.expect("Ada has an account");
    let relay = json!({
        "name": "All fools", "game": "quicksand", "terms": {}, "seats": [1, 3],
        "format": { "type": "relay", "minutes": 60 },
    });
    let mut ids = Vec::new();
    for _ in 0..2 {
        let id = bob.post("/api/tournaments", &relay).await.json()["id"].as_str().expect("an id").to_owned();
        let team = json!({ "team": "More fools" });
        assert_eq!(bob.post(&format!("/api/tournaments/{id}/join"), &team).await.status, 200);
        assert_eq!(bob.post(&format!("/api/tournaments/{id}/start"), &json!({})).await.status, 200);
        ids.push(id);
    }
    let path = format!("/api/keeper/tournaments/{}", ids[0]);
    assert_eq!(bob.asks("DELETE", &path, &Value::Null).await.status, 403, "keepers only");
    let page = ada.asks("GET", "/api/keeper?name=fools", &Value::Null).await.json();
    let listed = page["tournaments"].as_array().expect("a list");
    assert_eq!(
        (listed.len(), &listed[0]["name"], &listed[0]["holder"]),
        (2, &json!("All fools"), &json!("Bob"))
    );
    let page = ada.asks("DELETE", &path, &Value::Null).await.json();
    assert_eq!(page["tournaments"].as_array().map(Vec::len), Some(1), "{page}");
    assert_eq!(page["log"][0]["what"], "remove-tournament");
    assert_eq!(ada.asks("DELETE", &path, &Value::Null).await.status, 404, "once");
    assert_eq!(bob.asks("GET", &format!("/api/tournaments/{}", ids[0]), &Value::Null).await.status, 404);
    let leave = format!("/api/tournaments/{}/leave", ids[0]);
    assert_eq!(bob.post(&leave, &json!({})).await.status, 404);

    let machine_knows = machine.tournaments("bob").await.expect("it reads");
    assert_eq!(machine_knows.iter().map(|known| &known.id).collect::<Vec<_>>(), [&ids[1]]);
    machine.remove_tournament(&ids[1]).await.expect("it is done");
    assert!(matches!(machine.remove_tournament(&ids[1]).await, Err(NotDone::NoTournament(_))));
    for table in ["tournaments", "tournament_log", "tournament_people", "tables"] {
        let rows = house.rows(table).await;
        assert!(!rows.contains("fools"), "{table}: {rows}");
    }
    assert_eq!(house.rows("tables").await.lines().count(), 2, "what was played stays");
    let log = machine.log().await.expect("it reads");
    let told: Vec<_> =
        log.iter().map(|done| (done.what.as_str(), done.whom.as_str(), done.detail.as_str())).collect();
    let removed = ("remove-tournament", "Bob", "All fools");
    assert_eq!(told, [removed, removed, ("keeper", "Ada", "")]);
}

#[tokio::test]
async fn guests_of_the_same_name_are_told_apart_by_number_and_none_keeps_the_house() {
    let house = House::open().await;
    let (_, _) = (house.guest("Eve").await, house.guest("Eve").await);
    let mut machine = people(&house).await;
    assert!(matches!(machine.act("Eve", ToDo::Lift).await, Err(NotDone::Several(_))));
    let all = machine.list("ev").await.expect("it reads");
    assert_eq!(all.len(), 2);
    let number = format!("#{}", all[0].number);
    machine.act(&number, ToDo::Silence(Duration::from_mins(1))).await.expect("it is done");
    assert!(machine.one(&number).await.expect("there they are").silenced.is_some());
    assert!(matches!(machine.act(&number, ToDo::Keeper(true)).await, Err(NotDone::NoAccount(_))));
}

#[tokio::test]
async fn the_keepers_page_is_for_keepers_signed_in_by_passkey() {
    let house = House::open().await;
    let (mut ada, _) = somebody(&house, "Ada", 1).await;
    people(&house).await.act("Ada", ToDo::Keeper(true)).await.expect("it is done");
    assert_eq!(ada.asks("GET", "/api/keeper", &Value::Null).await.status, 200);
    // By her code she is herself, but does not keep the house.
    let code = ada.post("/api/me/code", &Value::Null).await.json()["code"].clone();
    let mut thief = Browser::at(&house, house.stranger().await);
    assert_eq!(thief.post("/api/me/recover", &json!({ "code": code })).await.status, 200);
    assert_eq!(thief.asks("GET", "/api/keeper", &Value::Null).await.status, 403);
    assert_eq!(
        thief.post("/api/me/passkeys/ask", &Value::Null).await.status,
        422,
        "nor by a passkey of their own"
    );
    // Nor by removing hers first.
    let devices = ada.asks("GET", "/api/me/account", &Value::Null).await.json()["devices"].clone();
    let hers = format!("/api/me/passkeys/{}", devices[0]["id"].as_str().expect("a number"));
    assert_eq!(thief.asks("DELETE", &hers, &Value::Null).await.status, 422);
    assert_eq!(ada.asks("GET", "/api/keeper", &Value::Null).await.status, 200, "she is still signed in");
    let (mut bob, _) = somebody(&house, "Bob", 2).await;
    for path in ["/api/keeper/people/0123", "/api/keeper/reports"] {
        assert_eq!(bob.post(path, &json!({ "do": "lift" })).await.status, 403, "{path}");
    }
    let me = ada.asks("GET", "/api/keeper?name=ada", &Value::Null).await.json()["people"][0].clone();
    let path = format!("/api/keeper/people/{}", me["id"].as_str().expect("a number"));
    assert_eq!(
        ada.post(&path, &json!({ "do": "remove" })).await.status,
        422,
        "keepers are unmade on the machine"
    );
}

#[tokio::test]
async fn whoever_has_no_passkey_left_keeps_the_house_no_more() {
    let house = House::open().await;
    let (mut ada, _) = somebody(&house, "Ada", 1).await;
    let mut machine = people(&house).await;
    machine.act("Ada", ToDo::Keeper(true)).await.expect("it is done");
    let code = ada.post("/api/me/code", &Value::Null).await.json()["code"].clone();
    let devices = ada.asks("GET", "/api/me/account", &Value::Null).await.json()["devices"].clone();
    let hers = format!("/api/me/passkeys/{}", devices[0]["id"].as_str().expect("a number"));
    assert_eq!(ada.asks("DELETE", &hers, &Value::Null).await.status, 200);
    assert_eq!(ada.me().await["keeper"], false);
    let mut thief = Browser::at(&house, house.stranger().await);
    assert_eq!(thief.post("/api/me/recover", &json!({ "code": code })).await.status, 200);
    let mut device = thief.device(2);
    assert_eq!(thief.adds(&mut device, "Laptop").await.status, 201);
    assert_eq!(thief.asks("GET", "/api/keeper", &Value::Null).await.status, 403);
    // Nor where a former house left it at that.
    house.sql("UPDATE people SET account = 0, keeper = 1; DELETE FROM passkeys").await;
    let mut thief = Browser::at(&house, house.stranger().await);
    assert_eq!(thief.post("/api/me/recover", &json!({ "code": code })).await.status, 200);
    let mut device = thief.device(3);
    assert_eq!(thief.adds(&mut device, "Laptop").await.status, 201);
    assert_eq!(thief.asks("GET", "/api/keeper", &Value::Null).await.status, 403);
}

#[tokio::test]
async fn a_house_may_ask_for_an_account_before_somebody_talks() {
    let house = House::with(|config| config.accounts_for.talk = true).await;
    let mut ada = Browser::at(&house, house.guest("Ada").await);
    let table = ada.guest.opens(&json!({ "game": "pyramids" })).await;
    let mut line = ada.guest.joins(&table, 0).await;
    let refused = line.ask(json!({ "op": "say", "text": "hello" })).await;
    assert!(
        refused["message"]["en"].as_str().is_some_and(|said| said.contains("add a passkey")),
        "{refused}"
    );
    // Nor by a tournament's title, or a team's name.
    let relay = json!({
        "name": "Hello", "game": "quicksand", "terms": {}, "seats": [1, 3],
        "format": { "type": "relay", "minutes": 60 },
    });
    assert_eq!(ada.post("/api/tournaments", &relay).await.status, 403);
    let (mut bob, _) = somebody(&house, "Bob", 2).await;
    let id = bob.post("/api/tournaments", &relay).await.json()["id"].as_str().expect("an id").to_owned();
    let join = format!("/api/tournaments/{id}/join");
    assert_eq!(bob.post(&join, &json!({ "team": "Owls" })).await.status, 200);
    assert_eq!(ada.post(&join, &json!({ "team": "Hello" })).await.status, 403);
    assert_eq!(ada.post(&join, &json!({ "team": "Owls" })).await.status, 200, "a name that is there already");
    let mut device = ada.device(1);
    assert_eq!(ada.adds(&mut device, "Laptop").await.status, 201);
    line.does(json!({ "op": "say", "text": "hello" })).await;
    assert_eq!(ada.post("/api/tournaments", &relay).await.status, 201);
}

#[tokio::test]
async fn somebody_is_followed_invited_and_blocked() {
    let house = House::open().await;
    let (table, mut ada, mut bob) = at_a_table(&house).await;
    let profile = bob.post("/api/people/ada", &json!({ "do": "follow", "on": true })).await.json();
    assert_eq!((profile["name"].as_str(), profile["following"].as_bool()), (Some("Ada"), Some(true)));
    let company = bob.asks("GET", "/api/me/company", &Value::Null).await.json();
    assert_eq!(company["following"][0]["name"], "Ada");
    assert_eq!(bob.asks("GET", "/api/people/Nobody", &Value::Null).await.status, 404);

    let invite = format!("/api/tables/{table}/invite");
    assert_eq!(bob.post(&invite, &json!({ "name": "Ada" })).await.status, 422, "Bob is not at that table");
    for _ in 0..3 {
        assert_eq!(ada.post(&invite, &json!({ "name": "Bob" })).await.status, 201);
    }
    let company = bob.asks("GET", "/api/me/company", &Value::Null).await.json();
    let invitations = company["invitations"].as_array().expect("a list");
    assert_eq!(invitations.len(), 1, "no storm: {company}");
    assert_eq!(
        (invitations[0]["by"].as_str(), invitations[0]["table"].as_str()),
        (Some("Ada"), Some(&*table))
    );
    let none = bob.asks("DELETE", &format!("/api/me/invitations/{table}"), &Value::Null).await.json();
    assert_eq!(none["invitations"], json!([]));
    ada.post(&invite, &json!({ "name": "Bob" })).await;
    let company = bob.asks("GET", "/api/me/company", &Value::Null).await.json();
    assert_eq!(company["invitations"], json!([]), "who said no is not asked again");

    // Ada says something that Bob does not want to read.
    let mut line = ada.guest.joins(&table, 0).await;
    line.does(json!({ "op": "say", "text": "ha" })).await;
    let block = format!("/api/tables/{table}/block");
    let numbers = bob.post(&block, &json!({ "n": line.n })).await.json();
    let steps = line.frame["steps"].as_array().expect("steps").clone();
    let who = steps.iter().find_map(|step| step["said"]["who"].as_u64()).expect("Ada spoke");
    assert_eq!(numbers, json!([who]), "by the number that talk has at this table");
    let other = ada.guest.opens(&json!({ "game": "quadri", "seats": 2 })).await;
    assert_eq!(ada.post(&format!("/api/tables/{other}/invite"), &json!({ "name": "Bob" })).await.status, 422);
    let company = bob.asks("GET", "/api/me/company", &Value::Null).await.json();
    assert_eq!(company["following"], json!([]), "whom one blocks one does not follow");
    let blocked = company["blocked"][0]["id"].as_str().expect("a number").to_owned();
    let left = bob.asks("DELETE", &format!("/api/me/blocked/{blocked}"), &Value::Null).await.json();
    assert_eq!(left["blocked"], json!([]));
    assert_eq!(bob.post(&block, &json!({ "n": 1 })).await.status, 404, "nobody said that");
}

#[tokio::test]
async fn invitations_do_not_pile_up() {
    let house = House::open().await;
    let (_, mut ada, mut bob) = at_a_table(&house).await;
    let mut asked = 0;
    for _ in 0..25 {
        let opened = ada.guest.post("/api/tables", &json!({ "game": "pyramids" })).await;
        if opened.status != 201 {
            break;
        }
        let table = opened.json()["id"].as_str().expect("an id").to_owned();
        asked += u32::from(
            ada.post(&format!("/api/tables/{table}/invite"), &json!({ "name": "Bob" })).await.status == 201,
        );
    }
    assert_eq!(asked, 3, "nobody fills somebody's list alone");
    let company = bob.asks("GET", "/api/me/company", &Value::Null).await.json();
    assert_eq!(company["invitations"].as_array().map(Vec::len), Some(3));
    // Others may still ask; and what one does not see any more does not count.
    let (mut eve, _) = somebody(&house, "Eve", 3).await;
    let table = eve.guest.opens(&json!({ "game": "pyramids" })).await;
    let invite = format!("/api/tables/{table}/invite");
    assert_eq!(eve.post(&invite, &json!({ "name": "Bob" })).await.status, 201);
    bob.post("/api/people/Ada", &json!({ "do": "block", "on": true })).await;
    let company = bob.asks("GET", "/api/me/company", &Value::Null).await.json();
    assert_eq!(company["invitations"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn whoever_has_no_name_is_reported_and_silenced_like_anybody() {
    let house = House::open().await;
    let (table, mut ada, _) = at_a_table(&house).await;
    people(&house).await.act("Ada", ToDo::Keeper(true)).await.expect("it is done");
    let mut line = house.stranger().await.joins(&table, 0).await;
    line.does(json!({ "op": "say", "text": "you are all fools" })).await;
    assert_eq!(ada.post(&format!("/api/tables/{table}/report"), &json!({ "n": line.n })).await.status, 201);
    let page = ada.asks("GET", "/api/keeper", &Value::Null).await.json();
    let id = page["reports"][0]["whom"]["id"].as_str().expect("somebody").to_owned();
    let silence = json!({ "do": "silence", "minutes": 5 });
    assert_eq!(ada.post(&format!("/api/keeper/people/{id}"), &silence).await.status, 200);
    assert_eq!(line.ask(json!({ "op": "say", "text": "why?" })).await["op"], "error");
    assert!(matches!(people(&house).await.one("#zz").await, Err(NotDone::Nobody(_))));
}

#[tokio::test]
async fn what_is_known_of_somebody_can_be_taken_along_without_secrets() {
    let house = House::open().await;
    let (table, mut ada, mut bob) = at_a_table(&house).await;
    let mut line = ada.guest.joins(&table, 0).await;
    line.does(json!({ "op": "say", "text": "my own words" })).await;
    let mut other = bob.guest.joins(&table, 0).await;
    other.does(json!({ "op": "say", "text": "somebody else’s words" })).await;
    bob.post("/api/people/Ada", &json!({ "do": "follow", "on": true })).await;
    ada.post("/api/people/Bob", &json!({ "do": "follow", "on": true })).await;
    let file = ada.asks("GET", "/api/me/export", &Value::Null).await;
    assert!(file.head.contains("attachment"), "{}", file.head);
    let all = file.json();
    assert_eq!((all["name"].as_str(), all["following"][0].as_str()), (Some("Ada"), Some("Bob")));
    assert_eq!(all["devices"][0]["name"], "Laptop");
    assert_eq!(all["talk"][0]["text"], "my own words");
    assert_eq!(all["running"][0]["id"], table.as_str());
    assert!(!file.body.contains("somebody else"), "{}", file.body);
    let passkeys = house.rows("passkeys").await;
    for secret in passkeys.split(" | ").filter(|cell| cell.len() == 32 || cell.len() == 16) {
        assert!(!file.body.contains(secret), "{secret}");
    }
    ada.asks("DELETE", "/api/me", &Value::Null).await;
    assert_eq!(house.rows("ties").await, "", "nobody follows who is gone");
}
