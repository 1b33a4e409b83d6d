//! Tournaments, as those who play and hold them find them.

use std::collections::HashSet;

use serde_json::{Value, json};
use tokio::time::{Duration, Instant, MissedTickBehavior, interval};

use server::Config;

use crate::{
    authenticator::somebody,
    common::{Guest, House, after_a_crash},
};

/// Whoever moves first loses after a second, unless they move.
fn blitz() -> Value {
    json!({ "time": { "pace": { "type": "game", "seconds": 1, "plus": 0 }, "up": "lost" } })
}

pub(crate) async fn a_house() -> House {
    House::with(|config| config.limits = false).await
}

/// A tournament that the first of so many people holds, and for which all of them have registered.
pub(crate) async fn held(house: &House, wanted: Value, people: usize) -> (String, Vec<Guest>) {
    let mut guests = Vec::new();
    for n in 0..people {
        guests.push(house.guest(&format!("Guest {n}")).await);
    }
    let mut new = json!({ "name": "Club evening", "game": "pyramids", "terms": blitz(), "pause": 0 });
    for (key, value) in wanted.as_object().expect("an object") {
        new[key] = value.clone();
    }
    let made = guests[0].post("/api/tournaments", &new).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let id = made.json()["id"].as_str().expect("an id").to_owned();
    for (n, guest) in guests.iter_mut().enumerate() {
        let team = new["format"]["type"] == "relay";
        let body = if team { json!({ "team": format!("Team {}", n / 2) }) } else { json!({}) };
        does(guest, &id, "join", &body).await;
    }
    (id, guests)
}

pub(crate) async fn does(guest: &mut Guest, id: &str, what: &str, body: &Value) {
    let done = guest.post(&format!("/api/tournaments/{id}/{what}"), body).await;
    assert_eq!(done.status, 200, "{what}: {}", done.body);
}

pub(crate) async fn look(guest: &mut Guest, id: &str) -> Value {
    let page = guest.get(&format!("/api/tournaments/{id}")).await;
    assert_eq!(page.status, 200, "{}", page.body);
    page.json()
}

/// The page, once it is as wanted.
pub(crate) async fn until(guest: &mut Guest, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let asked = Instant::now();
    let mut again = interval(Duration::from_millis(100));
    again.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        again.tick().await;
        let page = look(guest, id).await;
        if wanted(&page) {
            return page;
        }
        assert!(asked.elapsed().as_secs() < 60, "it does not come: {page}");
    }
}

pub(crate) async fn over(guest: &mut Guest, id: &str) -> Value {
    let mut page = until(guest, id, |page| page["tournament"]["phase"] == "over").await;
    page["tournament"].take()
}

pub(crate) fn array(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

/// Who met whom in which round.
pub(crate) fn pairs(tournament: &Value) -> Vec<(u64, Vec<u64>)> {
    let players = |table: &Value| array(&table["players"]).iter().filter_map(Value::as_u64).collect();
    array(&tournament["tables"])
        .iter()
        .map(|table| (table["round"].as_u64().expect("a round"), players(table)))
        .collect()
}

#[tokio::test]
async fn a_swiss_is_played_to_the_end_with_a_bye_a_round() {
    let house = a_house().await;
    let (id, mut people) = held(&house, json!({ "format": { "type": "swiss", "rounds": 3 } }), 5).await;
    let page = look(&mut people[1], &id).await;
    assert_eq!(
        (&page["holds"], &page["me"]["player"], &page["me"]["plays"]),
        (&json!(false), &json!(1), &json!(true))
    );
    let refused = people[1].post(&format!("/api/tournaments/{id}/start"), &json!({})).await;
    assert_eq!(refused.status, 403, "only who holds it");
    does(&mut people[0], &id, "start", &json!({})).await;
    let page = look(&mut people[0], &id).await;
    assert_eq!(
        (page["tournament"]["round"].as_u64(), array(&page["tournament"]["tables"]).len()),
        (Some(1), 2)
    );
    let end = over(&mut people[0], &id).await;
    assert_eq!((array(&end["tables"]).len(), array(&end["byes"]).len()), (6, 3));
    let met: HashSet<Vec<u64>> = pairs(&end)
        .into_iter()
        .map(|(_, mut two)| {
            two.sort_unstable();
            two
        })
        .collect();
    assert_eq!(met.len(), 6, "nobody meets twice");
    let points: f64 = array(&end["standings"]).iter().filter_map(|line| line["points"].as_f64()).sum();
    assert!((points - 9.0).abs() < 1e-9, "{points}: three points a round");
    // A table says where it belongs, is in no list, and nobody is its host.
    let table = people[0].joins(&format!("{id}-1"), 0).await;
    assert_eq!(table.frame["table"]["name"], "Club evening · 1");
    assert_eq!(table.frame["table"]["host"], false);
    let list = people[0].get("/api/tournaments").await.json();
    assert_eq!((array(&list["past"]).len(), array(&list["open"]).len()), (1, 0));
}

#[tokio::test]
async fn an_arena_goes_on_until_its_time_is_up_and_pauses_who_does_not_come() {
    let house = a_house().await;
    let (id, mut people) = held(&house, json!({ "format": { "type": "arena", "minutes": 1 } }), 4).await;
    does(&mut people[0], &id, "start", &json!({})).await;
    // Nobody comes: who was to move first loses, and is not paired again until they say so.
    let page = until(&mut people[0], &id, |page| {
        array(&page["tournament"]["people"]).iter().filter(|one| one["plays"] == false).count() >= 2
    })
    .await;
    let first = &page["tournament"]["tables"][0];
    assert_eq!(first["places"], json!([2, 1]));
    let away = first["players"][0].as_u64().expect("a player") as usize;
    let page = look(&mut people[away], &id).await;
    assert_eq!((&page["me"]["plays"], &page["me"]["paused"]), (&json!(false), &json!(true)));
    does(&mut people[away], &id, "join", &json!({})).await;
    let page = until(&mut people[away], &id, |page| !page["me"]["table"].is_null()).await;
    // Who comes and moves is not away, however it ends.
    let table = page["me"]["table"].as_str().expect("a table").to_owned();
    let client = people[away].joins(&table, 0).await;
    assert!(client.frame["table"]["name"].as_str().is_some_and(|name| name.starts_with("Club evening")));
    does(&mut people[away], &id, "leave", &json!({})).await;
    let again = people[away].post(&format!("/api/tournaments/{id}/leave"), &json!({})).await;
    assert_eq!(again.status, 422, "once");
    does(&mut people[0], &id, "end", &json!({})).await;
    let end = over(&mut people[0], &id).await;
    assert!(end["until"].as_i64() > end["ended"].as_i64(), "who holds it may end it sooner");
    let late = people[1].post(&format!("/api/tournaments/{id}/join"), &json!({})).await;
    assert_eq!((late.status, late.json()["message"]["en"].as_str()), (422, Some("This tournament is over.")));
}

#[tokio::test]
async fn people_come_late_and_leave() {
    let house = a_house().await;
    let (id, mut people) = held(&house, json!({ "format": { "type": "swiss", "rounds": 4 } }), 4).await;
    does(&mut people[0], &id, "start", &json!({})).await;
    let mut late = house.guest("Late").await;
    does(&mut late, &id, "join", &json!({})).await;
    does(&mut people[2], &id, "leave", &json!({})).await;
    let end = over(&mut people[0], &id).await;
    let pairs = pairs(&end);
    assert!(pairs.iter().all(|(round, two)| *round > 1 || !two.contains(&4)), "from the second round");
    assert!(pairs.iter().any(|(_, two)| two.contains(&4)));
    assert!(pairs.iter().all(|(round, two)| *round == 1 || !two.contains(&2)), "not any more");
    assert_eq!(array(&end["standings"]).len(), 5, "what they played counts");
    let standing = |who: u64| {
        let lines = array(&end["standings"]);
        lines.iter().find(|line| line["players"] == json!([who])).expect("they are there").clone()
    };
    assert_eq!(standing(2)["played"], 1);
}

#[tokio::test]
async fn everybody_meets_everybody_and_a_knock_out_of_five_has_one_winner() {
    let house = a_house().await;
    let everybody = json!({ "format": { "type": "everybody", "double": false } });
    let (all, mut people) = held(&house, everybody, 4).await;
    let (out, mut others) = held(&house, json!({ "format": { "type": "knockout" } }), 5).await;
    does(&mut people[0], &all, "start", &json!({})).await;
    does(&mut others[0], &out, "start", &json!({})).await;
    let end = over(&mut people[0], &all).await;
    assert_eq!(end["rounds"], 3);
    assert_eq!(pairs(&end).len(), 6);
    let end = over(&mut others[0], &out).await;
    assert_eq!((&end["rounds"], array(&end["tables"]).len(), array(&end["byes"]).len()), (&json!(3), 4, 3));
    let places: Vec<u64> =
        array(&end["standings"]).iter().filter_map(|line| line["place"].as_u64()).collect();
    assert_eq!(places, [1, 2, 3, 3, 5]);
}

#[tokio::test]
async fn seven_people_play_thin_ice_at_tables_of_three_and_four() {
    let house = a_house().await;
    let wanted = json!({ "game": "thin-ice", "seats": [3, 4], "format": { "type": "tables", "rounds": 2 } });
    let (id, mut people) = held(&house, wanted, 7).await;
    does(&mut people[0], &id, "start", &json!({})).await;
    let page = look(&mut people[0], &id).await;
    let sizes: Vec<usize> = pairs(&page["tournament"]).iter().map(|(_, seats)| seats.len()).collect();
    assert_eq!(sizes, [4, 3]);
    let end = over(&mut people[0], &id).await;
    assert_eq!(pairs(&end).len(), 4);
    let met: HashSet<(u64, u64)> = pairs(&end)
        .iter()
        .flat_map(|(_, table)| table.iter().flat_map(|&a| table.iter().map(move |&b| (a, b))))
        .filter(|(a, b)| a < b)
        .collect();
    assert!(met.len() >= 14, "{} of 21 pairs have met in two rounds of nine", met.len());
    assert!(array(&end["tables"]).iter().all(|table| array(&table["places"]).contains(&json!(1))));
}

#[tokio::test]
async fn a_relay_climbs_from_level_to_level() {
    let mut house = a_house().await;
    let wanted = json!({
        "game": "quicksand", "terms": {}, "seats": [1, 3], "format": { "type": "relay", "minutes": 60 },
    });
    let (id, mut people) = held(&house, wanted, 4).await;
    does(&mut people[0], &id, "start", &json!({})).await;
    let page = look(&mut people[0], &id).await;
    let tournament = &page["tournament"];
    assert_eq!(pairs(tournament), [(1, vec![0, 1]), (1, vec![2, 3])]);
    assert_eq!(tournament["tables"][0]["level"], 1);
    let client = people[0].joins(&format!("{id}-1"), 0).await;
    assert_eq!(client.frame["table"]["options"]["level"], 1);
    client.leave().await;
    // Nobody plays: the sand has run out, the level is lost, and they try it again.
    house.an_hour_later().await;
    move_to(&house, &mut people);
    let page =
        until(&mut people[0], &id, |page| page["tournament"]["tables_in_all"].as_u64() >= Some(3)).await;
    assert_eq!(page["tournament"]["tables"][0]["places"], json!([2, 2]));
    assert_eq!(page["tournament"]["tables"][2]["level"], 1);
    assert_eq!(page["tournament"]["standings"][0]["players"], json!([0, 1]));
    does(&mut people[0], &id, "end", &json!({})).await;
}

#[tokio::test]
async fn it_begins_by_itself_and_is_over_if_nobody_comes() {
    let house = a_house().await;
    let mut ada = house.guest("Ada").await;
    let now = unix_millis();
    let new = json!({
        "name": "Soon", "game": "pyramids", "terms": blitz(), "starts": now + 1_500, "format": { "type": "knockout" },
    });
    let made = ada.post("/api/tournaments", &new).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let id = made.json()["id"].as_str().expect("an id").to_owned();
    let page = look(&mut ada, &id).await;
    assert_eq!(
        (&page["tournament"]["phase"], page["tournament"]["starts"].as_i64()),
        (&json!("open"), Some(now + 1_500))
    );
    let end = over(&mut ada, &id).await;
    assert_eq!(end["began"], Value::Null);
    let late = ada.post("/api/tournaments", &json!({ "name": "x", "game": "pyramids", "terms": blitz(), "starts": 5, "format": { "type": "knockout" } })).await;
    assert_eq!(late.status, 422, "{}", late.body);
}

/// Everybody comes to the house where it is now.
pub(crate) fn move_to(house: &House, people: &mut [Guest]) {
    for guest in people {
        guest.address = house.address;
    }
}

fn unix_millis() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.expect("after 1970").as_millis() as i64
}

#[tokio::test]
async fn what_cannot_be_held_is_refused_with_a_sentence() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let swiss = json!({ "type": "swiss", "rounds": 3 });
    for (wrong, message) in [
        (json!({ "name": " " }), "Please choose a name."),
        (
            json!({ "terms": {} }),
            "A tournament needs a clock, so that rounds end: choose one, and let whose time is up lose.",
        ),
        (
            json!({ "format": { "type": "swiss", "rounds": 99 } }),
            "There can be no such tournament: look at rounds, minutes and seats.",
        ),
        (json!({ "seats": [3, 4] }), "This game cannot be played in that way. Choose another format."),
        (
            json!({ "game": "quicksand", "terms": {} }),
            "This game cannot be played in that way. Choose another format.",
        ),
        (
            json!({ "format": { "type": "relay", "minutes": 9 } }),
            "This game cannot be played in that way. Choose another format.",
        ),
    ] {
        let mut new = json!({ "name": "Club", "game": "pyramids", "terms": blitz(), "format": swiss });
        for (key, value) in wrong.as_object().expect("an object") {
            new[key] = value.clone();
        }
        let refused = ada.post("/api/tournaments", &new).await;
        assert_eq!((refused.status, refused.json()["message"]["en"].as_str()), (422, Some(message)), "{new}");
    }
    assert_eq!(ada.get("/api/tournaments/nowhere").await.status, 404);
    let new = json!({ "name": "Club", "game": "pyramids", "terms": blitz(), "format": swiss });
    for _ in 0..5 {
        assert_eq!(ada.post("/api/tournaments", &new).await.status, 201);
    }
    assert_eq!(ada.post("/api/tournaments", &new).await.status, 422, "five at once are enough");
    house.sql("UPDATE tournaments SET state = 2").await;
    assert_eq!(ada.post("/api/tournaments", &new).await.status, 201);
    let copies = "INSERT INTO tournaments (id, game, name, holder, private, plan, made, state, changed) \
                  SELECT id || 'x', game, name, holder, private, plan, made, 2, changed FROM tournaments LIMIT 4";
    house.sql(copies).await;
    let refused = ada.post("/api/tournaments", &new).await;
    let said = refused.json()["message"]["en"].clone();
    assert!(said.as_str().is_some_and(|said| said.contains("tomorrow")), "ten in a day are enough: {said}");
    house.sql("UPDATE tournaments SET made = made - 86400000").await;
    assert_eq!(ada.post("/api/tournaments", &new).await.status, 201, "the next day");
    let mut stranger = house.stranger().await;
    assert_eq!(stranger.post("/api/tournaments", &new).await.status, 422, "a name first");
}

#[tokio::test]
async fn nothing_is_sent_while_nothing_has_changed() {
    let house = a_house().await;
    let (id, mut people) = held(&house, json!({ "format": { "type": "swiss", "rounds": 2 } }), 2).await;
    let page = people[0].get(&format!("/api/tournaments/{id}")).await;
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").to_owned();
    let again = format!("GET /api/tournaments/{id} HTTP/1.1\r\nIf-None-Match: {tag}\r\n");
    let same = people[0].http(&again, "").await;
    assert_eq!((same.status, same.body.as_str()), (304, ""));
    assert_eq!(people[1].http(&again, "").await.status, 200, "somebody else sees something else");
    does(&mut people[1], &id, "leave", &json!({})).await;
    assert_eq!(people[0].http(&again, "").await.status, 200);
}

#[tokio::test]
async fn the_file_of_results_is_harmless_in_a_spreadsheet() {
    let house = a_house().await;
    let (id, mut people) = held(&house, json!({ "format": { "type": "swiss", "rounds": 1 } }), 1).await;
    let mut evil = house.guest("=1+1,\"x\"").await;
    does(&mut evil, &id, "join", &json!({})).await;
    does(&mut people[0], &id, "start", &json!({})).await;
    over(&mut people[0], &id).await;
    let file = people[0].get(&format!("/api/tournaments/{id}/results.csv?lang=fr")).await;
    assert!(file.head.contains("text/csv"), "{}", file.head);
    assert!(file.body.contains("\"'=1+1,\"\"x\"\"\""), "{}", file.body);
    assert!(file.body.contains("\"Rang\",\"Nom\",\"Équipe\",\"Points\""), "{}", file.body);
    assert_eq!(file.body.trim_end().lines().count(), 3);
    let json = people[0].get(&format!("/api/tournaments/{id}/results.json")).await.json();
    assert_eq!(array(&json["standings"]).len(), 2);
}

#[tokio::test]
async fn a_private_one_is_found_by_its_link_alone() {
    let house = a_house().await;
    let wanted = json!({ "private": true, "format": { "type": "swiss", "rounds": 1 } });
    let (id, mut people) = held(&house, wanted, 2).await;
    let mut other = house.guest("Other").await;
    let open = |list: &Value| array(&list["open"]).len();
    assert_eq!(open(&people[1].get("/api/tournaments").await.json()), 1, "who takes part");
    assert_eq!(open(&other.get("/api/tournaments").await.json()), 0);
    assert_eq!(look(&mut other, &id).await["tournament"]["name"], "Club evening");
}

#[tokio::test]
async fn who_deletes_themselves_leaves_and_is_not_named_any_more() {
    let house = a_house().await;
    let (id, mut people) = held(&house, json!({ "format": { "type": "swiss", "rounds": 2 } }), 4).await;
    does(&mut people[0], &id, "start", &json!({})).await;
    let mut gone = people.remove(3);
    let name = "Guest 3";
    assert_eq!(gone.http("DELETE /api/me HTTP/1.1\r\n", "").await.status, 200);
    let page = until(&mut people[0], &id, |page| page["tournament"]["people"][3]["plays"] == false).await;
    assert!(!page.to_string().contains(name), "{page}");
    let end = over(&mut people[0], &id).await;
    assert!(pairs(&end).iter().all(|(round, two)| *round == 1 || !two.contains(&3)));
    for table in ["tournament_people", "people"] {
        assert!(!house.rows(table).await.contains(name));
    }
}

#[tokio::test]
async fn two_nodes_do_everything_once() {
    let mut house = a_house().await;
    // Another house on the same database, as after a crash: both look what is due.
    let second = server::serve(Config { limits: false, ..after_a_crash(&house) }).await.expect("it opens");
    let (id, mut people) = held(&house, json!({ "format": { "type": "swiss", "rounds": 3 } }), 6).await;
    for guest in people.iter_mut().skip(3) {
        guest.address = second.address();
    }
    does(&mut people[0], &id, "start", &json!({})).await;
    let end = over(&mut people[0], &id).await;
    assert_eq!(over(&mut people[5], &id).await, end, "both see the same");
    assert_eq!(pairs(&end).len(), 9);
    assert_eq!(house.rows("tables").await.lines().count(), 9, "no table is doubled");
    let log = house.rows("tournament_log").await;
    assert_eq!(log.matches("\"result\"").count(), 9, "{log}");
    second.close().await;
    house.close().await;
}

/// Whoever is to move in the first game does: where nobody ever moved there is nothing to rate.
async fn one_moves(people: &mut [Guest], id: &str) {
    for guest in people {
        let mut client = guest.joins(&format!("{id}-1"), 0).await;
        let seat = client.eyes(0)["seat"].as_u64().expect("they sit there") as u8;
        let lays = client.actions().into_iter().find(|action| !action.starts_with("claim"));
        if let (Some(action), true) = (lays, client.frame["awaited"] == json!([seat])) {
            client.plays(seat, &action).await;
            return;
        }
    }
    panic!("nobody is to move");
}

#[tokio::test]
async fn a_rated_one_asks_for_accounts_where_the_house_does() {
    let strict = House::with(|config| config.accounts_for.rated = true).await;
    let house = a_house().await;
    let rated = json!({ "time": blitz()["time"], "rated": true });
    let new = json!({ "name": "Rated", "game": "pyramids", "terms": rated, "format": { "type": "swiss", "rounds": 1 } });
    let mut ada = strict.guest("Ada").await;
    let id = ada.post("/api/tournaments", &new).await.json()["id"].as_str().expect("an id").to_owned();
    let refused = ada.post(&format!("/api/tournaments/{id}/join"), &json!({})).await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    let (id, mut people) = held(&house, new, 2).await;
    does(&mut people[0], &id, "start", &json!({})).await;
    one_moves(&mut people, &id).await;
    over(&mut people[0], &id).await;
    for guest in &mut people {
        let ratings = guest.get("/api/me/ratings").await.json();
        assert_eq!(ratings[0]["game"], "pyramids", "{ratings}");
    }
}

#[tokio::test]
async fn of_two_who_gets_up_has_lost_at_once() {
    let house = a_house().await;
    let slow = json!({ "time": { "pace": { "type": "game", "seconds": 600, "plus": 0 }, "up": "lost" } });
    let wanted = json!({ "terms": slow, "format": { "type": "swiss", "rounds": 1 } });
    let (id, mut people) = held(&house, wanted, 2).await;
    does(&mut people[0], &id, "start", &json!({})).await;
    let players = pairs(&look(&mut people[0], &id).await["tournament"])[0].1.clone();
    let (stays, leaves) = (players[0] as usize, players[1] as usize);
    let mut client = people[stays].joins(&format!("{id}-1"), 0).await;
    let mut other = people[leaves].joins(&format!("{id}-1"), 0).await;
    other.does(json!({ "op": "stand", "seat": 1 })).await;
    client.until(|frame| frame["outcome"]["winners"] == json!([0])).await;
    let end = over(&mut people[0], &id).await;
    assert_eq!(end["tables"][0]["places"], json!([1, 2]), "{}", client.frame["outcome"]);
}

#[tokio::test]
async fn of_three_who_gets_up_comes_last_whatever_a_bot_plays() {
    let house = a_house().await;
    let slow = json!({ "time": { "pace": { "type": "game", "seconds": 600, "plus": 0 }, "up": "lost" } });
    let wanted = json!({
        "game": "thin-ice", "terms": slow, "seats": [3, 3], "format": { "type": "tables", "rounds": 1 },
    });
    let (id, mut people) = held(&house, wanted, 3).await;
    does(&mut people[0], &id, "start", &json!({})).await;
    let players = pairs(&look(&mut people[0], &id).await["tournament"])[0].1.clone();
    let mut first = people[players[0] as usize].joins(&format!("{id}-1"), 0).await;
    first.does(json!({ "op": "stand", "seat": 0 })).await;
    assert_eq!(first.ask(json!({ "op": "sit", "seat": 0 })).await["op"], "error");
    let mut second = people[players[1] as usize].joins(&format!("{id}-1"), 0).await;
    second.does(json!({ "op": "stand", "seat": 1 })).await;
    let end = over(&mut people[0], &id).await;
    assert_eq!(end["tables"][0]["places"], json!([3, 2, 1]), "who got up first is the very last");
}

#[tokio::test]
async fn who_takes_part_is_set_by_the_rating_of_the_mode_that_is_played() {
    let house = a_house().await;
    let rated = json!({ "time": blitz()["time"], "rated": true });
    let wanted = json!({ "game": "quadri", "terms": rated, "format": { "type": "swiss", "rounds": 1 } });
    let (id, mut people) = held(&house, wanted, 2).await;
    does(&mut people[0], &id, "start", &json!({})).await;
    one_moves(&mut people, &id).await;
    over(&mut people[0], &id).await;
    // Nobody names the mode, which is the usual one.
    let new = json!({ "name": "Next", "game": "quadri", "terms": blitz(), "format": { "type": "swiss", "rounds": 1 } });
    let next =
        people[0].post("/api/tournaments", &new).await.json()["id"].as_str().expect("an id").to_owned();
    for guest in &mut people {
        let rating = guest.get("/api/me/ratings").await.json()[0]["now"]["rating"].clone();
        assert!(rating.is_number(), "{rating}");
        does(guest, &next, "join", &json!({})).await;
        let log = house.rows("tournament_log").await;
        assert!(log.contains(&format!("\"rating\":{rating}")), "{rating}: {log}");
    }
}

#[tokio::test]
async fn whoever_is_to_play_is_called() {
    let house = a_house().await;
    let slow = json!({ "time": { "pace": { "type": "game", "seconds": 600, "plus": 0 }, "up": "lost" } });
    let wanted = json!({ "terms": slow, "format": { "type": "swiss", "rounds": 1 } });
    let (id, mut people) = held(&house, wanted, 3).await;
    // All can be reached.
    house
        .sql("INSERT INTO mails (guest, address, token, code, until, confirmed) SELECT guest, 'a@example.org', guest, '', 0, 1 FROM people")
        .await;
    does(&mut people[0], &id, "start", &json!({})).await;
    let called = house.rows("notices").await;
    let calls: Vec<&str> = called.lines().filter(|line| line.contains("| called |")).collect();
    assert_eq!(calls.len(), 2, "not who has a bye: {called}");
    assert!(calls.iter().all(|line| line.contains(&format!("{id}-1"))), "{called}");
}

#[tokio::test]
async fn nobody_comes_and_goes_without_end() {
    let house = a_house().await;
    let (id, mut people) = held(&house, json!({ "format": { "type": "swiss", "rounds": 1 } }), 2).await;
    for _ in 0..20 {
        does(&mut people[1], &id, "leave", &json!({})).await;
        does(&mut people[1], &id, "join", &json!({})).await;
    }
    does(&mut people[1], &id, "leave", &json!({})).await;
    let refused = people[1].post(&format!("/api/tournaments/{id}/join"), &json!({})).await;
    let said = refused.json()["message"].clone();
    assert!(
        refused.status == 422
            && said["en"].as_str().is_some_and(|said| said.contains("too often"))
            && said["fr"].as_str().is_some_and(|said| said.contains("trop souvent")),
        "{said}"
    );
}

#[tokio::test]
async fn whoever_holds_it_removes_somebody_for_good_and_closes_registration() {
    let house = a_house().await;
    let (id, mut people) = held(&house, json!({ "format": { "type": "swiss", "rounds": 2 } }), 4).await;
    let path = |what: &str| format!("/api/tournaments/{id}/{what}");
    for (what, body) in [("remove", json!({ "player": 2 })), ("doors", json!({ "open": false }))] {
        assert_eq!(people[1].post(&path(what), &body).await.status, 403, "only who holds it");
    }
    assert_eq!(people[0].post(&path("remove"), &json!({ "player": 9 })).await.status, 422, "nobody");
    does(&mut people[0], &id, "remove", &json!({ "player": 2 })).await;
    let page = look(&mut people[2], &id).await;
    assert_eq!(page["me"]["plays"], false);
    assert!(page["not_join"]["fr"].as_str().is_some_and(|why| why.contains("retiré")), "{page}");
    assert_eq!(people[2].post(&path("join"), &json!({})).await.status, 422, "for good");
    assert_eq!(people[0].post(&path("remove"), &json!({ "player": 2 })).await.status, 422, "once");
    does(&mut people[0], &id, "doors", &json!({ "open": false })).await;
    let mut late = house.guest("Late").await;
    let page = look(&mut late, &id).await;
    assert_eq!(page["tournament"]["closed"], true);
    assert!(page["not_join"]["en"].as_str().is_some_and(|why| why.contains("closed")), "{page}");
    assert_eq!(late.post(&path("join"), &json!({})).await.status, 422);
    // Who was in it may come back.
    does(&mut people[3], &id, "leave", &json!({})).await;
    does(&mut people[3], &id, "join", &json!({})).await;
    does(&mut people[0], &id, "doors", &json!({ "open": true })).await;
    does(&mut late, &id, "join", &json!({})).await;
    does(&mut people[0], &id, "start", &json!({})).await;
    let end = over(&mut people[0], &id).await;
    assert!(pairs(&end).iter().all(|(_, two)| !two.contains(&2)), "who was removed meets nobody");
    assert!(pairs(&end).iter().any(|(_, two)| two.contains(&4)));
    for (what, body) in [("remove", json!({ "player": 1 })), ("doors", json!({ "open": false }))] {
        assert_eq!(people[0].post(&path(what), &body).await.status, 422, "it is over");
    }
}

#[tokio::test]
async fn ten_thousand_registrations_from_one_address_do_not_fill_a_tournament() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let new = json!({
        "name": "Club", "game": "pyramids", "terms": blitz(), "format": { "type": "swiss", "rounds": 3 },
    });
    let id = ada.post("/api/tournaments", &new).await.json()["id"].as_str().expect("an id").to_owned();
    let join = format!("/api/tournaments/{id}/join");
    // A club's evening: as many as there are names for at once.
    let mut guests = Vec::new();
    for n in 0..80 {
        guests.push(house.guest(&format!("Guest {n}")).await);
    }
    let mut refused = 0;
    for n in 0..10_000 {
        let (guest, fresh) = (&mut guests[n % 80], n < 80);
        match guest.post(&join, &json!({})).await.status {
            200 => assert!(fresh && n < 60, "{n}"),
            _ => refused += 1,
        }
        if n == 80 {
            // Whoever has an account comes in from there all the same. (Later all of that address have to wait for a moment.)
            let (mut bea, _) = somebody(&house, "Bea", 1).await;
            let came = bea.post(&join, &json!({})).await;
            assert_eq!(came.status, 200, "{}", came.body);
        }
    }
    assert_eq!(refused, 9_940);
    let page = look(&mut ada, &id).await;
    assert_eq!(array(&page["tournament"]["people"]).len(), 61);
}
