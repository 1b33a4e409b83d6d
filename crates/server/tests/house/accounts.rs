//! Passkeys, and names that are somebody's alone.

use serde_json::{Value, json};

use crate::{
    authenticator::{Browser, somebody},
    common::House,
};

#[tokio::test]
async fn a_guest_adds_a_passkey_keeps_everything_and_signs_in_elsewhere() {
    let house = House::open().await;
    let mut ada = Browser::at(&house, house.guest("Ada").await);
    let table = ada.guest.opens(&json!({ "game": "pyramids" })).await;
    assert_eq!(ada.me().await["account"], false);
    let mut laptop = ada.device(1);
    let added = ada.adds(&mut laptop, "Laptop").await;
    assert_eq!(added.status, 201, "{}", added.body);
    let devices = added.json()["devices"].clone();
    assert_eq!((devices[0]["name"].as_str(), devices[0]["this"].as_bool()), (Some("Laptop"), Some(true)));
    let me = ada.me().await;
    assert_eq!((me["name"].as_str(), me["account"].as_bool()), (Some("Ada"), Some(true)));

    let mut elsewhere = Browser::at(&house, house.stranger().await);
    let signed = elsewhere.signs_in(&mut laptop).await;
    assert_eq!(signed.status, 200, "{}", signed.body);
    assert_eq!(elsewhere.me().await["name"], "Ada");
    let games = elsewhere.asks("GET", "/api/me/games", &Value::Null).await.json();
    assert_eq!(games["running"][0]["id"], table.as_str(), "{games}");
}

#[tokio::test]
async fn a_device_that_is_removed_signs_its_browser_out_wherever_it_is() {
    let house = House::open().await;
    let (mut first, _) = somebody(&house, "Ada", 1).await;
    let table = first.guest.opens(&json!({ "game": "pyramids" })).await;
    // A second device, brought by the recovery code, with a passkey of its own.
    let code = first.post("/api/me/code", &Value::Null).await.json()["code"].clone();
    let mut second = Browser::at(&house, house.stranger().await);
    assert_eq!(second.post("/api/me/recover", &json!({ "code": code })).await.status, 200);
    let mut phone = second.device(2);
    let devices = second.adds(&mut phone, "Phone").await.json()["devices"].clone();
    assert_eq!(devices.as_array().map(Vec::len), Some(2), "{devices}");
    let mut line = first.guest.joins(&table, 0).await;

    let lost = devices[0]["id"].as_str().expect("a number").to_owned();
    let left = second.asks("DELETE", &format!("/api/me/passkeys/{lost}"), &Value::Null).await;
    assert_eq!(left.json()["devices"].as_array().map(Vec::len), Some(1), "{}", left.body);
    let me = first.me().await;
    assert_eq!((me["name"].as_str(), me["mistaken"].as_bool()), (Some(""), Some(true)), "signed out");
    assert_eq!(line.closed_with().await, Some(1012), "and its lines end");
    assert_eq!(second.me().await["account"], true);

    // Also who came by the code and has no passkey.
    let code = second.post("/api/me/code", &Value::Null).await.json()["code"].clone();
    let mut thief = Browser::at(&house, house.stranger().await);
    assert_eq!(thief.post("/api/me/recover", &json!({ "code": code })).await.status, 200);
    assert_eq!(thief.me().await["name"], "Ada");
    // As if another device had been removed a while later.
    house.sql("UPDATE people SET since = since + 60 WHERE since > 0").await;
    assert_eq!(thief.me().await["mistaken"], true, "signed out");
    house.sql("UPDATE people SET since = since - 60 WHERE since > 0").await;

    // The last one too: then they are a guest again, with their code.
    let last = devices[1]["id"].as_str().expect("a number").to_owned();
    second.asks("DELETE", &format!("/api/me/passkeys/{last}"), &Value::Null).await;
    let me = second.me().await;
    assert_eq!((me["name"].as_str(), me["account"].as_bool()), (Some("Ada"), Some(false)));
    assert_eq!(second.signs_in(&mut phone).await.status, 422, "it opens nothing any more");
    let again = second.asks("DELETE", &format!("/api/me/passkeys/{last}"), &Value::Null).await;
    assert_eq!(again.status, 404);
}

fn seconds() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.expect("after 1970").as_secs()
}

#[tokio::test]
async fn with_a_device_go_the_open_lines_of_whoever_came_by_the_code() {
    let house = House::open().await;
    let (mut ada, _) = somebody(&house, "Ada", 1).await;
    let table = ada.guest.opens(&json!({ "game": "pyramids" })).await;
    let code = ada.post("/api/me/code", &Value::Null).await.json()["code"].clone();
    let mut thief = Browser::at(&house, house.stranger().await);
    assert_eq!(thief.post("/api/me/recover", &json!({ "code": code })).await.status, 200);
    let came = seconds();
    let mut line = thief.guest.joins(&table, 0).await;
    // A cookie says in which second it was issued.
    while seconds() == came {
        ada.me().await;
    }
    let mut phone = ada.device(2);
    let devices = ada.adds(&mut phone, "Phone").await.json()["devices"].clone();
    let mut own = ada.guest.joins(&table, 0).await;
    let lost = devices[1]["id"].as_str().expect("a number").to_owned();
    ada.asks("DELETE", &format!("/api/me/passkeys/{lost}"), &Value::Null).await;
    assert_eq!(line.closed_with().await, Some(1012), "the line ends");
    assert_eq!(thief.me().await["mistaken"], true);
    own.does(json!({ "op": "say", "text": "I am still here" })).await;
}

#[tokio::test]
async fn nobody_removes_or_renames_a_device_of_somebody_else() {
    let house = House::open().await;
    let (mut ada, _) = somebody(&house, "Ada", 1).await;
    let (mut eve, _) = somebody(&house, "Eve", 2).await;
    let mine = ada.asks("GET", "/api/me/account", &Value::Null).await.json();
    let path = format!("/api/me/passkeys/{}", mine["devices"][0]["id"].as_str().expect("a number"));
    assert_eq!(eve.asks("DELETE", &path, &Value::Null).await.status, 404);
    assert_eq!(eve.post(&path, &json!({ "name": "Mine" })).await.status, 404);
    let named = ada.post(&path, &json!({ "name": "Old laptop" })).await;
    assert_eq!(named.json()["devices"][0]["name"], "Old laptop");
}

#[tokio::test]
async fn what_was_signed_once_is_good_once() {
    let house = House::open().await;
    let (_, mut device) = somebody(&house, "Ada", 1).await;
    let mut browser = Browser::at(&house, house.stranger().await);
    let asked = browser.post("/api/sign-in/ask", &Value::Null).await.json();
    let signed = json!({ "credential": device.signs(&asked) });
    assert_eq!(browser.post("/api/sign-in", &signed).await.status, 200);
    let mut eve = Browser::at(&house, house.stranger().await);
    let replayed = eve.post("/api/sign-in", &signed).await;
    assert_eq!(replayed.status, 422, "{}", replayed.body);
    assert_eq!(eve.me().await["name"], "");
    // A signature for one challenge is none for another.
    let other = eve.post("/api/sign-in/ask", &Value::Null).await.json();
    let mut mixed = signed.clone();
    let client = device.signs(&other)["response"]["clientDataJSON"].clone();
    mixed["credential"]["response"]["clientDataJSON"] = client;
    assert_eq!(eve.post("/api/sign-in", &mixed).await.status, 422);
    assert_eq!(eve.me().await["name"], "");
}

#[tokio::test]
async fn what_was_asked_runs_out_and_is_whose_it_was_asked() {
    let house = House::open().await;
    let (_, mut device) = somebody(&house, "Ada", 1).await;
    let mut browser = Browser::at(&house, house.stranger().await);
    let asked = browser.post("/api/sign-in/ask", &Value::Null).await.json();
    let signed = json!({ "credential": device.signs(&asked) });
    house.sql("UPDATE challenges SET until = 1").await;
    assert_eq!(browser.post("/api/sign-in", &signed).await.status, 422, "too late");

    // Bea is asked for a passkey; Eve brings one for what Bea was asked.
    let mut bea = Browser::at(&house, house.guest("Bea").await);
    let mut eve = Browser::at(&house, house.guest("Eve").await);
    let asked = bea.post("/api/me/passkeys/ask", &Value::Null).await.json();
    let mut hers = eve.device(3);
    let credential = json!({ "name": "x", "credential": hers.makes(&asked) });
    assert_eq!(eve.post("/api/me/passkeys", &credential).await.status, 422);
    assert_eq!(bea.post("/api/me/passkeys", &credential).await.status, 422, "and it is used up");
    // What was asked for signing in makes no passkey.
    let mut asked = bea.post("/api/sign-in/ask", &Value::Null).await.json();
    asked["user"] = json!({ "id": "AAAAAAAAAAAAAAAAAAAAAA" });
    let credential = json!({ "name": "x", "credential": hers.makes(&asked) });
    assert_eq!(bea.post("/api/me/passkeys", &credential).await.status, 422);
    assert_eq!(bea.me().await["account"], false);
}

#[tokio::test]
async fn a_passkey_of_another_address_opens_nothing() {
    let house = House::open().await;
    let (_, mut device) = somebody(&house, "Ada", 1).await;
    let mut browser = Browser::at(&house, house.stranger().await);
    let (origin, host) = (device.origin.clone(), device.host.clone());
    for (shown, believed) in [
        ("https://evil.example".to_owned(), host.clone()),
        (origin.clone(), "evil.example".to_owned()),
        (origin.replace("localhost", "localhost.evil.example"), host.clone()),
        (format!("{origin}0"), host.clone()),
    ] {
        (device.origin, device.host) = (shown, believed);
        let refused = browser.signs_in(&mut device).await;
        assert_eq!(refused.status, 422, "{} {}: {}", device.origin, device.host, refused.body);
    }
    // A house that is also reached by another name: the passkey was not made there.
    (device.origin, device.host) =
        (origin.replace("localhost", "other.localhost"), "other.localhost".to_owned());
    browser.host = browser.host.replace("localhost", "other.localhost");
    assert_eq!(browser.signs_in(&mut device).await.status, 422);
    assert_eq!(browser.me().await["name"], "");
    // A page of another house asks in somebody's name.
    let start = "POST /api/sign-in/ask HTTP/1.1\r\nOrigin: https://evil.example\r\n";
    assert_eq!(browser.guest.http(start, "").await.status, 403);
    (device.origin, device.host) = (origin, host);
    browser.host = browser.host.replace("other.", "");
    assert_eq!(browser.signs_in(&mut device).await.status, 200);
}

#[tokio::test]
async fn where_passkeys_do_not_work_the_house_says_what_does() {
    let house = House::open().await;
    let mut guest = house.guest("Ada").await;
    let address = house.address;
    let start = format!("POST /api/me/passkeys/ask HTTP/1.1\r\nOrigin: http://{address}\r\n");
    let refused = guest.http(&start, "").await;
    assert_eq!(refused.status, 422);
    assert!(refused.json()["message"]["en"].as_str().is_some_and(|said| said.contains("recovery code")));
    let house = House::with(|config| config.public = Some("https://table.example".to_owned())).await;
    let mut browser = Browser::at(&house, house.guest("Ada").await);
    let refused = browser.post("/api/me/passkeys/ask", &Value::Null).await;
    assert!(refused.body.contains("https://table.example"), "{}", refused.body);
}

#[tokio::test]
async fn a_name_with_an_account_is_theirs_alone() {
    let house = House::open().await;
    let mut other = Browser::at(&house, house.guest("ada").await);
    let (mut ada, _) = somebody(&house, "Ada", 1).await;
    assert_eq!(other.me().await["name"], "ada 2", "who was called so before gets a number");
    let mut guest = Browser::at(&house, house.guest("Bea").await);
    for name in ["Ada", "ADA", " a d a", "Аda", "A\u{200D}da", "𝐀𝐝𝐚", "Ada."] {
        let refused = guest.post("/api/me", &json!({ "name": name })).await;
        assert_eq!(refused.status, 409, "{name}");
        assert!(refused.json()["message"]["fr"].as_str().is_some_and(|said| said.contains("compte")));
    }
    assert_eq!(guest.me().await["name"], "Bea");
    let (mut bea, _) = somebody(&house, "Beatrix", 2).await;
    assert_eq!(bea.post("/api/me", &json!({ "name": "Аdа" })).await.status, 409);
    // Whoever has an account has each name of theirs alone.
    let mut zoe = Browser::at(&house, house.guest("Zoe").await);
    assert_eq!(bea.post("/api/me", &json!({ "name": "Zoe" })).await.status, 200);
    assert_eq!(zoe.me().await["name"], "Zoe 2");
    // Their own name they may write otherwise; and once it is let go of, anybody may have it.
    assert_eq!(ada.post("/api/me", &json!({ "name": "ADA" })).await.status, 200);
    assert_eq!(ada.post("/api/me", &json!({ "name": "Lovelace" })).await.status, 200);
    assert_eq!(guest.post("/api/me", &json!({ "name": "Ada" })).await.status, 200);
}

#[tokio::test]
async fn a_guest_whose_name_is_somebodys_chooses_another_before_they_have_an_account() {
    let house = House::open().await;
    let mut nobody = Browser::at(&house, house.stranger().await);
    assert_eq!(nobody.post("/api/me/passkeys/ask", &Value::Null).await.status, 422, "a name first");
    let (_, _) = somebody(&house, "Ada", 1).await;
    let mut late = Browser::at(&house, house.guest("Bea").await);
    let asked = late.post("/api/me/passkeys/ask", &Value::Null).await.json();
    let (_, _) = somebody(&house, "Beatrice", 2).await;
    // Between the question and the answer the name became somebody's.
    house.sql("UPDATE people SET name = 'Bea', looks = 'bea' WHERE name = 'Beatrice'").await;
    let mut device = late.device(3);
    let added =
        late.post("/api/me/passkeys", &json!({ "name": "x", "credential": device.makes(&asked) })).await;
    assert_eq!(added.status, 422, "{}", added.body);
    assert_eq!(late.me().await["account"], false);
}

#[tokio::test]
async fn ten_thousand_registrations_of_one_address_are_not_taken() {
    let house = House::open().await;
    let mut asked = 0;
    let mut refused = 0;
    let mut browser = Browser::at(&house, house.guest("Ada").await);
    for number in 0..10_000 {
        if number % 10 == 0 {
            browser.guest.cookie.clear();
            browser.me().await;
            browser.post("/api/me", &json!({ "name": format!("Ada {number}") })).await;
        }
        match browser.post("/api/me/passkeys/ask", &Value::Null).await.status {
            200 => asked += 1,
            _ => refused += 1,
        }
    }
    eprintln!("10,000 registrations: {asked} asked, {refused} refused");
    assert!((10..150).contains(&asked), "{asked}");
    let rows = house.rows("challenges").await;
    assert!(rows.lines().count() < 150, "{}", rows.lines().count());
}

#[tokio::test]
async fn who_deletes_themselves_leaves_no_passkey_and_who_signs_out_is_somebody_new() {
    let house = House::open().await;
    let (mut ada, mut device) = somebody(&house, "Ada", 1).await;
    let out = ada.post("/api/me/sign-out", &Value::Null).await;
    assert_eq!(out.json()["name"], "");
    assert_eq!(ada.signs_in(&mut device).await.status, 200);
    assert_eq!(ada.asks("DELETE", "/api/me", &Value::Null).await.status, 200);
    assert_eq!(house.rows("passkeys").await, "");
    assert_eq!(ada.signs_in(&mut device).await.status, 422);
    // The name is free.
    house.guest("Ada").await;
}
