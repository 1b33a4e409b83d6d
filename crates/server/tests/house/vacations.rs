//! Whoever is away loses no time at tables of days, and the others see it.

use serde_json::{Value, json};

use crate::common::{Client, Guest, House};

const A_DAY: i64 = 86_400_000;

fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.expect("after 1970").as_millis() as i64
}

/// A day for each turn.
fn by_days() -> Value {
    json!({ "time": { "pace": { "type": "turn", "seconds": 86_400 }, "up": "lost" } })
}

/// Ada and Bea at a table of a day a turn; it is Ada's.
async fn at_a_table(house: &House) -> (String, (Guest, Client), (Guest, Client)) {
    let (mut ada, bea) = (house.guest("Ada").await, house.guest("Bea").await);
    let table = ada.opens(&json!({ "game": "pyramids", "terms": by_days() })).await;
    let (a, b) = begins(&table, &ada, &bea).await;
    (table, (ada, a), (bea, b))
}

/// Both sit down at a table that Ada has opened, and she begins.
async fn begins(table: &str, ada: &Guest, bea: &Guest) -> (Client, Client) {
    let mut a = ada.joins(table, 0).await;
    let mut b = bea.joins(table, 0).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    b.reaches(n).await;
    (a, b)
}

/// They are away for so many days and a minute; until when.
async fn goes(guest: &mut Guest, days: i64) -> i64 {
    let until = now() + days * A_DAY + 60_000;
    let gone = guest.post("/api/me/vacation", &json!({ "until": until })).await;
    assert_eq!((gone.status, gone.json()["until"].as_i64()), (200, Some(until)), "{}", gone.body);
    until
}

async fn is_back(guest: &mut Guest) -> Value {
    let back = guest.http("DELETE /api/me/vacation HTTP/1.1\r\n", "").await;
    assert_eq!((back.status, &back.json()["until"]), (200, &Value::Null), "{}", back.body);
    back.json()
}

/// Waits until the clocks as shown are so.
async fn sees(client: &mut Client, wanted: impl Fn(&Value) -> bool) {
    while !wanted(&client.frame["clocks"]) {
        client.frame().await;
    }
}

/// When their time is up at the one game that they play.
async fn up(guest: &mut Guest) -> i64 {
    let games = guest.get("/api/me/games").await.json();
    games["running"][0]["up"].as_i64().unwrap_or_else(|| panic!("no clock runs: {games}"))
}

/// So much time passes while the house is closed.
async fn passes(house: &mut House, guests: &mut [&mut Guest], millis: i64) {
    house.close().await;
    house
        .sql(&format!(
            "UPDATE log SET wall = wall - {millis};
             UPDATE log SET entry = json_set(entry,
                '$.vacation.from', json_extract(entry, '$.vacation.from') - {millis},
                '$.vacation.until', json_extract(entry, '$.vacation.until') - {millis})
             WHERE entry LIKE '{{\"vacation\":%';
             UPDATE tables SET up = up - {millis};
             UPDATE vacations SET began = began - {millis}, until = until - {millis};
             DELETE FROM standings"
        ))
        .await;
    house.reopen().await;
    for guest in guests {
        guest.address = house.address;
    }
}

#[tokio::test]
async fn clocks_stand_for_whoever_is_away_and_the_others_see_it() {
    let house = House::open().await;
    let (_, (mut ada, mut a), (mut bea, mut b)) = at_a_table(&house).await;
    assert_eq!(b.frame["clocks"]["away"], json!([]));
    let until = goes(&mut ada, 5).await;
    for client in [&mut a, &mut b] {
        sees(client, |clocks| clocks["away"][0].as_i64() > Some(5 * A_DAY)).await;
        assert_eq!(client.frame["clocks"]["away"][1], 0);
        assert_eq!(client.frame["clocks"]["runs"], json!([0]));
    }
    let state = ada.get("/api/me/vacation").await.json();
    assert_eq!(
        (state["until"].as_i64(), state["days"].as_i64()),
        (Some(until), Some(24)),
        "each day that begins"
    );
    // Her day is there when she is back.
    let left = up(&mut ada).await - until;
    assert!((A_DAY - 60_000..=A_DAY).contains(&left), "{left}");
    // She may play all the same, and stays away.
    a.plays(0, "S@a1").await;
    a.plays(0, "A+90").await;
    sees(&mut b, |clocks| clocks["runs"] == json!([1])).await;
    assert!((0..=A_DAY).contains(&(up(&mut bea).await - now())), "Bea's clock runs");
    b.plays(1, "S@b2").await;
    let n = b.plays(1, "A+90").await;
    a.reaches(n).await;
    assert_eq!(up(&mut ada).await / 1_000, (until + A_DAY) / 1_000, "a whole turn");
    // And comes back early.
    let left = is_back(&mut ada).await;
    assert_eq!((left["days"].as_i64(), left["of"].as_i64()), (Some(29), Some(30)));
    while b.frame["clocks"]["away"][0].as_i64() > b.frame["now"].as_i64() {
        b.frame().await;
    }
    let left = up(&mut ada).await - now();
    assert!((A_DAY - 60_000..=A_DAY).contains(&left), "{left}");
}

#[tokio::test]
async fn whoever_the_house_could_not_tell_of_has_not_lost() {
    let mut house = House::open().await;
    let (_, (mut ada, a), (mut bea, b)) = at_a_table(&house).await;
    drop((a, b));
    goes(&mut ada, 5).await;
    house.close().await;
    // As if it had been killed before any table was told.
    house.sql("DELETE FROM log WHERE entry LIKE '{\"vacation\":%'; UPDATE vacations SET told = 0").await;
    passes(&mut house, &mut [&mut ada, &mut bea], 3 * A_DAY).await;
    // Each table with clocks is looked at when the house opens: then this one knows.
    let asked = tokio::time::Instant::now();
    while !house.rows("entries").await.contains("{\"vacation\":") {
        assert!(asked.elapsed().as_secs() < 20, "the table is not told");
    }
    assert!(bea.get("/api/me/games").await.json()["games"][0].is_null());
    let left = up(&mut ada).await - now();
    assert!((3 * A_DAY - 60_000..=3 * A_DAY + 60_000).contains(&left), "two days away, and her own: {left}");
    // Nobody waits longer than that.
    passes(&mut house, &mut [&mut ada, &mut bea], 3 * A_DAY + 60_000).await;
    assert_eq!((ada.result().await, bea.result().await), (json!("lost"), json!("won")));
}

#[tokio::test]
async fn what_is_not_told_yet_is_told_while_the_house_is_open() {
    let house = House::open().await;
    let (_, (mut ada, a), (_, mut b)) = at_a_table(&house).await;
    drop(a);
    // Another house has written it, and died.
    goes(&mut ada, 5).await;
    sees(&mut b, |clocks| clocks["away"][0].as_i64() > Some(0)).await;
    house.sql(&format!("UPDATE vacations SET until = {}, told = 0", now() + 2 * A_DAY)).await;
    sees(&mut b, |clocks| clocks["away"][0].as_i64() < Some(3 * A_DAY)).await;
}

#[tokio::test]
async fn a_game_that_begins_meanwhile_waits_and_one_of_minutes_does_not() {
    let house = House::open().await;
    let (mut ada, bea) = (house.guest("Ada").await, house.guest("Bea").await);
    goes(&mut ada, 5).await;
    let table = ada.opens(&json!({ "game": "pyramids", "terms": by_days() })).await;
    let (mut a, _b) = begins(&table, &ada, &bea).await;
    sees(&mut a, |clocks| clocks["away"][0].as_i64() > Some(0)).await;
    let blitz = json!({ "time": { "pace": { "type": "game", "seconds": 1, "plus": 0 }, "up": "lost" } });
    let table = ada.opens(&json!({ "game": "pyramids", "terms": blitz })).await;
    let (mut a, _b) = begins(&table, &ada, &bea).await;
    let end = a.until(|frame| frame["steps"][0]["out"].is_object()).await;
    assert_eq!(end["steps"][0]["out"]["seat"], 0);
    assert_eq!(a.frame["clocks"]["away"], json!([]));
}

#[tokio::test]
async fn a_tournament_waits_for_nobody() {
    let house = House::with(|config| config.limits = false).await;
    let mut people = vec![house.guest("Ada").await, house.guest("Bea").await];
    let new = json!({ "name": "By mail", "game": "pyramids", "terms": by_days(), "pause": 0, "format": { "type": "swiss", "rounds": 1 } });
    let made = people[0].post("/api/tournaments", &new).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let id = made.json()["id"].as_str().expect("an id").to_owned();
    for guest in &mut people {
        goes(guest, 5).await;
        let joined = guest.post(&format!("/api/tournaments/{id}/join"), &json!({})).await;
        assert_eq!(joined.status, 200, "{}", joined.body);
    }
    let begun = people[0].post(&format!("/api/tournaments/{id}/start"), &json!({})).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    let asked = tokio::time::Instant::now();
    let table = loop {
        let games = people[0].get("/api/me/games").await.json();
        if let Some(table) = games["running"][0]["id"].as_str() {
            break table.to_owned();
        }
        assert!(asked.elapsed().as_secs() < 20, "nobody plays: {games}");
    };
    // They go once more, so that their tables are told: this one is not.
    for guest in &mut people {
        goes(guest, 6).await;
    }
    let client = people[0].joins(&table, 0).await;
    assert_eq!(client.frame["clocks"]["away"], json!([]));
    assert_eq!(client.frame["clocks"]["runs"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_vacation_has_limits_and_says_what_to_do() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let free = ada.get("/api/me/vacation").await.json();
    assert_eq!((&free["until"], &free["days"], &free["of"]), (&Value::Null, &json!(30), &json!(30)));
    assert_eq!(free["latest"].as_i64().zip(free["earliest"].as_i64()).map(|(l, e)| l - e), Some(29 * A_DAY));
    let mut says = async |until: Value| {
        let said = ada.post("/api/me/vacation", &json!({ "until": until })).await;
        assert!((400..500).contains(&said.status), "{}", said.body);
        said.json()["message"].clone()
    };
    let short = says(json!(now() + A_DAY / 2)).await;
    assert_eq!(short["en"], "A vacation lasts a day at least: choose a later date.");
    assert_eq!(
        short["fr"],
        "Des vacances durent au moins un jour\u{202f}: choisissez une date plus lointaine."
    );
    let long = says(json!(now() + 31 * A_DAY)).await;
    assert_eq!(long["en"], "Only 30 days are left to you of 30: choose an earlier date.");
    says(json!("tomorrow")).await;
    says(json!(null)).await;
    house
        .sql(&format!(
            "INSERT INTO vacations (guest, n, began, until, told) SELECT guest, 1, {}, {}, 1 FROM people",
            now() - 40 * A_DAY,
            now() - 10 * A_DAY
        ))
        .await;
    let none = says(json!(now() + 2 * A_DAY)).await;
    assert_eq!(
        none["en"],
        "You have used the 30 days that 365 days have. Each is yours again a year after it."
    );
    let state = ada.get("/api/me/vacation").await.json();
    assert_eq!((&state["until"], &state["days"]), (&Value::Null, &json!(0)));
}

#[tokio::test]
async fn when_somebody_was_away_is_theirs_to_take_along_and_goes_with_them() {
    let house = House::open().await;
    let (table, (mut ada, a), (bea, b)) = at_a_table(&house).await;
    let until = goes(&mut ada, 5).await;
    let export = ada.get("/api/me/export").await.json();
    assert_eq!(export["vacations"][0]["until"], until);
    let rows = house.rows("vacations").await;
    let guest = rows.split(" | ").next().expect("whose it is");
    assert!(house.rows("entries").await.matches(guest).count() >= 2, "the log names her");
    drop((a, b));
    let gone = ada.http("DELETE /api/me HTTP/1.1\r\n", "").await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    assert_eq!(house.rows("vacations").await, "");
    let log = house.rows("entries").await;
    assert!(log.contains("{\"vacation\":") && !log.contains(guest), "{log}");
    // The table can still be read.
    let b = bea.joins(&table, 0).await;
    assert!(b.frame["table"]["phase"].is_string());
}
