//! People who are not there are told: once, in time, where and when they want it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    authenticator::{Browser, somebody},
    common::{Client, Guest, House, after_a_crash},
    push_service::PushService,
};

/// The keys of the standard's example (RFC 8291): good ones.
const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
const A_DAY: u64 = 86_400;

/// A house that tells at once, and a push service that it trusts.
async fn house() -> (House, PushService) {
    let service = PushService::open().await;
    let origin = service.origin.clone();
    let house = House::with(|config| {
        config.notices.push_to = vec![origin];
        config.notices.after = Duration::ZERO;
    })
    .await;
    (house, service)
}

fn wishes(change: &Value) -> Value {
    let mut wishes = json!({
        "lang": "en", "turn": true, "reminder": true, "invited": true, "ended": true, "called": true, "mail": true,
        "zone": "UTC", "quiet": null, "often": "each",
    });
    for (key, value) in change.as_object().expect("an object") {
        wishes[key] = value.clone();
    }
    wishes
}

/// They want to be told at the push service, at any time of the day.
async fn subscribes(guest: &mut Guest, service: &PushService, path: &str) {
    let told = guest.post("/api/me/notices", &wishes(&json!({}))).await;
    assert_eq!(told.status, 200, "{}", told.body);
    let endpoint = format!("{}/{path}", service.origin);
    let taken = guest
        .post("/api/me/notices/browser", &json!({ "endpoint": endpoint, "p256dh": KEY, "auth": AUTH }))
        .await;
    assert_eq!(taken.status, 200, "{}", taken.body);
}

/// Ada and Bea at a table of days; it is Ada's turn, and Bea has gone. Bea can be reached.
async fn at_a_table(house: &House, service: &PushService, seconds: u64) -> (String, Guest, Client, Guest) {
    let (mut ada, mut bea) = (house.guest("Ada").await, house.guest("Bea").await);
    let terms = json!({ "time": { "pace": { "type": "turn", "seconds": seconds }, "up": "lost" } });
    let table = ada.opens(&json!({ "game": "pyramids", "terms": terms })).await;
    let mut a = ada.joins(&table, 0).await;
    let mut b = bea.joins(&table, 0).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    b.leave().await;
    subscribes(&mut bea, service, "bea").await;
    (table, ada, a, bea)
}

/// Ada makes her move: it is Bea's turn.
async fn moves(a: &mut Client) {
    a.plays(0, "S@a1").await;
    a.plays(0, "A+90").await;
}

/// The next thing that comes is what they asked for just now: nothing else was sent before.
async fn nothing_came_before_a_trial(guest: &mut Guest, service: &mut PushService) {
    assert_eq!(guest.post("/api/me/notices/try", &json!({})).await.status, 201);
    let came = service.next().await;
    assert!((3_500..=3_600).contains(&came.lasts()), "{came:?}");
}

/// What the outbox holds for them: kind, and whether it was sent.
async fn outbox(house: &House) -> Vec<String> {
    let rows = house
        .rows("(SELECT kind || CASE WHEN sent IS NULL THEN '' ELSE ' sent' END FROM notices ORDER BY 1)");
    rows.await.lines().map(ToOwned::to_owned).collect()
}

/// Waits until the outbox is so.
async fn outbox_is(house: &House, wanted: &[&str]) {
    let asked = tokio::time::Instant::now();
    loop {
        let found = outbox(house).await;
        if found == wanted {
            return;
        }
        assert!(asked.elapsed().as_secs() < 20, "{found:?}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn whoever_has_planned_the_answer_is_not_called_for_that_turn() {
    let (house, mut service) = house().await;
    let (table, _, mut a, mut bea) = at_a_table(&house, &service, A_DAY).await;
    let act = |seat: u8, action: &str| json!({ "seat": seat, "action": action });
    let line = [act(0, "S@a1"), act(0, "A+90"), act(1, "S@b2"), act(1, "A+90")];
    let path = format!("/api/tables/{table}/plan");
    let n = bea.get(&path).await.json()["n"].clone();
    assert_eq!(bea.post(&path, &json!({ "op": "keep", "n": n, "line": line })).await.status, 200);
    let before = a.n;
    moves(&mut a).await;
    a.reaches(before + 4).await;
    // It has been looked at, and it is nobody's turn but Ada's.
    outbox_is(&house, &[]).await;
    let asked = tokio::time::Instant::now();
    while !house.rows("(SELECT 1 FROM tables WHERE stirred IS NOT NULL)").await.is_empty() {
        assert!(asked.elapsed().as_secs() < 20, "nobody looks");
        tokio::task::yield_now().await;
    }
    nothing_came_before_a_trial(&mut bea, &mut service).await;
}

#[tokio::test]
async fn whoever_is_away_is_told_that_it_is_their_turn_once_and_it_goes_with_the_move() {
    let (house, mut service) = house().await;
    let (table, _, mut a, bea) = at_a_table(&house, &service, A_DAY).await;
    moves(&mut a).await;
    let came = service.next().await;
    assert_eq!(came.path, "/bea");
    assert!((A_DAY - 60..=A_DAY).contains(&came.lasts()), "as long as the turn: {came:?}");
    assert_eq!(came.header("content-encoding"), "aes128gcm");
    assert!(came.header("authorization").starts_with("vapid t="), "{came:?}");
    assert!(!came.header("topic").is_empty() && !came.header("topic").contains(&table), "{came:?}");
    assert!(came.body > 100, "{came:?}");
    outbox_is(&house, &["reminder", "turn sent"]).await;
    // Bea comes and plays: what her devices show is closed, and nobody is reminded.
    let mut b = bea.joins(&table, 0).await;
    b.plays(1, "S@b2").await;
    b.plays(1, "A+90").await;
    let came = service.next().await;
    assert_eq!(came.lasts(), 0, "{came:?}");
    outbox_is(&house, &[]).await;
    assert!(service.is_quiet());
}

#[tokio::test]
async fn whoever_is_at_the_table_is_not_told() {
    let (house, mut service) = house().await;
    let (table, _, mut a, mut bea) = at_a_table(&house, &service, A_DAY).await;
    let b = bea.joins(&table, 0).await;
    moves(&mut a).await;
    outbox_is(&house, &["reminder", "turn"]).await;
    nothing_came_before_a_trial(&mut bea, &mut service).await;
    // She leaves without a move: in a while she is told all the same.
    b.leave().await;
    house.sql("UPDATE notices SET due = 0 WHERE kind = 'turn'").await;
    assert!(service.next().await.lasts() > A_DAY - 60);
}

#[tokio::test]
async fn a_reminder_comes_before_time_runs_out_and_the_end_is_told() {
    let (house, mut service) = house().await;
    // A quarter of eight seconds is left when the reminder comes.
    let (_, _, mut a, _) = at_a_table(&house, &service, 8).await;
    moves(&mut a).await;
    assert_eq!(service.next().await.header("urgency"), "normal");
    assert_eq!(service.next().await.header("urgency"), "high");
    let end = service.next().await;
    assert!(end.lasts() > A_DAY, "the end is worth knowing for days: {end:?}");
    outbox_is(&house, &["ended sent"]).await;
}

#[tokio::test]
async fn in_quiet_hours_a_turn_waits_and_a_reminder_that_would_come_too_late_does_not() {
    let (house, mut service) = house().await;
    let (_, _, mut a, mut bea) = at_a_table(&house, &service, A_DAY).await;
    // Wherever it is now: quiet from the hour before to the hour after the next.
    let hour =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_secs()
            / 3_600;
    let quiet = json!({ "from": (hour + 23) % 24, "to": (hour + 2) % 24 });
    assert_eq!(bea.post("/api/me/notices", &wishes(&json!({ "quiet": quiet }))).await.status, 200);
    moves(&mut a).await;
    outbox_is(&house, &["reminder", "turn"]).await;
    nothing_came_before_a_trial(&mut bea, &mut service).await;
    // Hardly any time is left: that cannot wait.
    house.sql("UPDATE notices SET due = 0, number = number - 82800000 WHERE kind = 'reminder'").await;
    assert_eq!(service.next().await.header("urgency"), "high");
    assert_eq!(outbox(&house).await.iter().filter(|row| *row == "turn").count(), 1, "the turn still waits");
}

#[test]
fn a_crash_at_any_step_loses_nothing_and_makes_no_storm() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let others = tokio::runtime::Runtime::new().expect("a runtime");
    let mut service = others.block_on(PushService::open());
    let origin = service.origin.clone();
    let house = runtime.block_on(House::with(|config| {
        config.notices.push_to = vec![origin.clone()];
        // Nobody is told before the house dies.
        config.notices.after = Duration::from_hours(1);
    }));
    let (_, _, mut a, _) = runtime.block_on(at_a_table(&house, &service, A_DAY));
    runtime.block_on(moves(&mut a));
    // As if by kill -9: no chance to write anything down.
    runtime.shutdown_background();
    others.block_on(async {
        let again = || server::Config {
            notices: server::Notices {
                push_to: vec![origin.clone()],
                after: Duration::ZERO,
                ..server::Notices::default()
            },
            ..after_a_crash(&house)
        };
        // It died before anybody looked, or after.
        house.sql("UPDATE notices SET due = 0, claimed = 0 WHERE kind = 'turn'").await;
        let open = server::serve(again()).await.expect("it opens again");
        assert!(service.next().await.lasts() > A_DAY - 60);
        outbox_is(&house, &["reminder", "turn sent"]).await;
        open.close().await;
        // It died after it had sent it and before it wrote that down: it is told twice, and no more.
        house
            .sql("UPDATE notices SET sent = NULL, pushed = NULL, claimed = 1, tries = 1 WHERE kind = 'turn'")
            .await;
        let open = server::serve(again()).await.expect("it opens again");
        assert!(service.next().await.lasts() > A_DAY - 60);
        outbox_is(&house, &["reminder", "turn sent"]).await;
        open.close().await;
        // And once it is written down, never again.
        let open = server::serve(again()).await.expect("it opens again");
        let mut stranger = Guest { address: open.address(), cookie: String::new() };
        stranger.cookie = stranger.get("/api/me").await.cookie.expect("a cookie");
        subscribes(&mut stranger, &service, "stranger").await;
        nothing_came_before_a_trial(&mut stranger, &mut service).await;
        assert!(service.is_quiet());
        open.close().await;
    });
}

#[tokio::test]
async fn a_dead_browser_is_forgotten_and_a_service_in_trouble_is_asked_again_later() {
    let (house, mut service) = house().await;
    let mut ada = house.guest("Ada").await;
    subscribes(&mut ada, &service, "ada").await;
    service.answers(503);
    assert_eq!(ada.post("/api/me/notices/try", &json!({})).await.status, 201);
    service.next().await;
    let later = "(SELECT tries || ' ' || (due > claimed) || ' ' || (claimed = 0) FROM notices)";
    let asked = tokio::time::Instant::now();
    while house.rows(later).await != "1 1 1" {
        assert!(asked.elapsed().as_secs() < 20, "{}", house.rows("notices").await);
    }
    service.answers(410);
    house.sql("UPDATE pushes SET rests = 0").await;
    house.sql("UPDATE notices SET due = 0").await;
    service.next().await;
    outbox_is(&house, &[]).await;
    assert_eq!(ada.get("/api/me/notices").await.json()["browsers"], 0);
    let nowhere = ada.post("/api/me/notices/try", &json!({})).await;
    assert_eq!(nowhere.status, 422, "{}", nowhere.body);
}

/// Waits until it reads so.
async fn reads(house: &House, what: &str, wanted: &str) {
    let asked = tokio::time::Instant::now();
    loop {
        let found = house.rows(what).await;
        if found == wanted {
            return;
        }
        assert!(asked.elapsed().as_secs() < 20, "{found:?} is not {wanted:?}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_device_that_took_it_is_not_told_again_with_one_that_did_not() {
    let (house, mut service) = house().await;
    let mut ada = house.guest("Ada").await;
    subscribes(&mut ada, &service, "one").await;
    subscribes(&mut ada, &service, "two").await;
    service.answers(201);
    service.answers(503);
    assert_eq!(ada.post("/api/me/notices/try", &json!({})).await.status, 201);
    let (took, not) = (service.next().await, service.next().await);
    let owed = format!("[\"{}{}\"]", service.origin, not.path);
    reads(&house, "(SELECT owed FROM notices)", &owed).await;
    reads(
        &house,
        "(SELECT endpoint FROM pushes WHERE failed = 1)",
        &format!("{}{}", service.origin, not.path),
    )
    .await;
    // While it rests nothing is sent there.
    house.sql("UPDATE notices SET due = 0").await;
    reads(&house, "(SELECT tries || ' ' || (due > 0) FROM notices)", "2 1").await;
    assert!(service.is_quiet());
    house.sql("UPDATE pushes SET rests = 0").await;
    house.sql("UPDATE notices SET due = 0").await;
    assert_eq!(service.next().await.path, not.path, "not {}", took.path);
    outbox_is(&house, &["trial sent"]).await;
    reads(&house, "(SELECT sum(failed) + sum(rests) FROM pushes)", "0").await;
    assert!(service.is_quiet());
}

#[tokio::test]
async fn whoever_does_not_answer_holds_up_nobody_but_themselves() {
    let (house, mut service) = house().await;
    let mut eve = house.guest("Eve").await;
    let mut ada = house.guest("Ada").await;
    subscribes(&mut eve, &service, "hangs").await;
    subscribes(&mut ada, &service, "ada").await;
    assert_eq!(eve.post("/api/me/notices/try", &json!({})).await.status, 201);
    assert_eq!(service.next().await.path, "/hangs");
    // She has more to be told, and so has Ada, a little later.
    let more = "INSERT INTO notices (guest, kind, topic, number, text, due) SELECT guest, kind, 'more', 0, text, 0 FROM notices";
    house.sql(more).await;
    assert_eq!(ada.post("/api/me/notices/try", &json!({})).await.status, 201);
    assert_eq!(service.next().await.path, "/ada");
    // With the next look it has been seen for certain what else she is to be told.
    reads(&house, "(SELECT count(*) FROM notices WHERE sent IS NOT NULL)", "1").await;
    house.sql("UPDATE notices SET sent = NULL, pushed = NULL, due = 1 WHERE sent IS NOT NULL").await;
    assert_eq!(service.next().await.path, "/ada");
    assert_eq!(service.hung.lock().expect("nobody broke it").len(), 1, "one at a time");
    // They hang up: she is left alone for a while.
    service.hung.lock().expect("nobody broke it").clear();
    reads(&house, "(SELECT failed || ' ' || (rests > 0) FROM pushes WHERE endpoint LIKE '%hangs')", "1 1")
        .await;
}

#[tokio::test]
async fn the_house_says_whether_it_knows_this_browser_for_me() {
    let (house, service) = house().await;
    let (mut ada, mut bea) = (house.guest("Ada").await, house.guest("Bea").await);
    subscribes(&mut ada, &service, "x").await;
    let here = json!({ "endpoint": format!("{}/x", service.origin) });
    let known = "/api/me/notices/browser/known";
    assert_eq!(ada.post(known, &here).await.body, "true");
    assert_eq!(bea.post(known, &here).await.body, "false");
    // As she is signed in now: it goes with the right device.
    house.sql("UPDATE pushes SET device = '0123456789abcdef'").await;
    assert_eq!(ada.post(known, &here).await.body, "false");
    subscribes(&mut ada, &service, "x").await;
    assert_eq!(ada.post(known, &here).await.body, "true");
    assert_eq!(ada.post("/api/me/notices/browser/off", &here).await.status, 200);
    assert_eq!(ada.post(known, &here).await.body, "false");
}

#[tokio::test]
async fn a_lost_device_is_told_nothing_more_nor_who_came_by_the_code() {
    let (house, mut service) = house().await;
    let (mut lost, _) = somebody(&house, "Ada", 1).await;
    let mut thief = Browser::at(&house, house.stranger().await);
    let mut kept = Browser::at(&house, house.stranger().await);
    for browser in [&mut thief, &mut kept] {
        let code = lost.post("/api/me/code", &Value::Null).await.json()["code"].clone();
        assert_eq!(browser.post("/api/me/recover", &json!({ "code": code })).await.status, 200);
    }
    let mut phone = kept.device(2);
    let devices = kept.adds(&mut phone, "Phone").await.json()["devices"].clone();
    subscribes(&mut lost.guest, &service, "lost").await;
    subscribes(&mut thief.guest, &service, "thief").await;
    subscribes(&mut kept.guest, &service, "kept").await;
    let browsers = kept.guest.get("/api/me/notices").await.json()["browsers"].clone();
    assert_eq!(browsers, 3);

    let device = devices[0]["id"].as_str().expect("a number");
    assert_eq!(kept.asks("DELETE", &format!("/api/me/passkeys/{device}"), &Value::Null).await.status, 200);
    assert_eq!(kept.guest.post("/api/me/notices/try", &json!({})).await.status, 201);
    assert_eq!(service.next().await.path, "/kept");
    outbox_is(&house, &["trial sent"]).await;
    assert!(service.is_quiet());
}

#[tokio::test]
async fn nothing_goes_to_the_house_s_own_network_nor_to_keys_that_are_none() {
    let (house, service) = house().await;
    let mut eve = house.guest("Eve").await;
    let good = format!("{}/x", service.origin);
    for (endpoint, key, auth) in [
        ("https://127.0.0.1/x", KEY, AUTH),
        ("https://10.0.0.1/x", KEY, AUTH),
        ("https://[::1]/x", KEY, AUTH),
        ("https://[::ffff:169.254.169.254]/x", KEY, AUTH),
        ("https://localhost/x", KEY, AUTH),
        ("https://push.example:8443/x", KEY, AUTH),
        ("http://push.example/x", KEY, AUTH),
        ("http://127.0.0.1:1/x", KEY, AUTH),
        ("file:///etc/passwd", KEY, AUTH),
        (good.as_str(), "AAAA", AUTH),
        (good.as_str(), KEY, "AAAA"),
    ] {
        let body = json!({ "endpoint": endpoint, "p256dh": key, "auth": auth });
        let answer = eve.post("/api/me/notices/browser", &body).await;
        assert_eq!(answer.status, 422, "{endpoint}: {}", answer.body);
    }
    assert_eq!(eve.get("/api/me/notices").await.json()["browsers"], 0);
}

#[tokio::test]
async fn what_cannot_be_is_not_taken_and_mail_needs_a_server() {
    let (house, _service) = house().await;
    let mut ada = house.guest("Ada").await;
    for bad in [
        json!({ "zone": "Europe/Atlantis" }),
        json!({ "quiet": { "from": 25, "to": 3 } }),
        json!({ "quiet": { "from": 3, "to": 3 } }),
    ] {
        assert_eq!(ada.post("/api/me/notices", &wishes(&bad)).await.status, 422, "{bad}");
    }
    assert_eq!(ada.post("/api/me/notices", &json!({ "turn": true })).await.status, 400);
    let answer = ada.post("/api/me/notices/mail", &json!({ "address": "ada@example.org" })).await;
    assert_eq!(answer.json()["message"]["en"], "This house sends no mail.");
    assert_eq!(ada.post("/api/mail/nonsense/stop", &json!({})).await.body, "false");
}

#[tokio::test]
async fn somebody_who_is_invited_is_told_unless_they_have_come_meanwhile() {
    let (house, mut service) = house().await;
    let mut ada = house.guest("Ada").await;
    let mut bea = house.guest("Bea").await;
    house.sql("UPDATE people SET account = 1").await;
    subscribes(&mut bea, &service, "bea").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let invited = ada.post(&format!("/api/tables/{table}/invite"), &json!({ "name": "Bea" })).await;
    assert_eq!(invited.status, 201, "{}", invited.body);
    assert!(service.next().await.lasts() > A_DAY);
    let quiet = wishes(&json!({ "invited": false }));
    assert_eq!(bea.post("/api/me/notices", &quiet).await.status, 200);
    let other = ada.opens(&json!({ "game": "pyramids" })).await;
    assert_eq!(ada.post(&format!("/api/tables/{other}/invite"), &json!({ "name": "Bea" })).await.status, 201);
    nothing_came_before_a_trial(&mut bea, &mut service).await;
}

#[tokio::test]
async fn whoever_is_on_vacation_is_neither_called_nor_reminded_until_they_are_back() {
    let (house, mut service) = house().await;
    let (_, _, mut a, mut bea) = at_a_table(&house, &service, A_DAY).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    let until = now.as_millis() as u64 + 3 * A_DAY * 1_000;
    assert_eq!(bea.post("/api/me/vacation", &json!({ "until": until })).await.status, 200);
    moves(&mut a).await;
    outbox_is(&house, &["reminder", "turn"]).await;
    // Also if both were due at once.
    house.sql("UPDATE notices SET due = 0").await;
    nothing_came_before_a_trial(&mut bea, &mut service).await;
    let due = house.rows("(SELECT min(due) FROM notices WHERE kind <> 'trial')").await;
    assert_eq!(due, until.to_string(), "when she is back");
    // She is back before: then it is her turn, and she is told so.
    assert_eq!(bea.http("DELETE /api/me/vacation HTTP/1.1\r\n", "").await.status, 200);
    let came = service.next().await;
    assert!((A_DAY - 60..=A_DAY).contains(&came.lasts()), "{came:?}");
    outbox_is(&house, &["reminder", "trial sent", "turn sent"]).await;
}
