//! What the house answers besides tables.

use crate::common::House;
use serde_json::json;

#[tokio::test]
async fn games_rules_and_health() {
    let house = House::open().await;
    let mut ada = house.stranger().await;
    assert_eq!(ada.get("/healthz").await.status, 200);
    let games = ada.get("/api/games").await.json();
    assert!(games.as_array().is_some_and(|games| games.iter().any(|game| game["id"] == "pyramids")));
    let fr = ada.get("/api/rules/pyramids?lang=fr").await.json();
    let en = ada.get("/api/rules/pyramids").await.json();
    assert_ne!(fr["title"], en["sections"]);
    assert_ne!(fr["intro"], en["intro"]);
    for (path, status) in [
        ("/api/rules/chess", 404),
        ("/api/rules/pyramids?lang=xx", 400),
        ("/api/nothing", 404),
        ("/api/tables/x/live?since=-1", 400),
        ("/no-such-file.js", 404),
    ] {
        let answer = ada.get(path).await;
        assert_eq!(answer.status, status, "{path}");
    }
}

#[tokio::test]
async fn whoever_comes_is_told_which_build_is_served() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let build = ada.get("/build.txt").await;
    let build = if build.status == 200 { build.body.trim().to_owned() } else { String::new() };
    assert_eq!(ada.get("/api/me").await.json()["build"], build);
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut client = ada.joins(&table, 0).await;
    assert_eq!(client.frame["welcome"]["build"], build);
    let n = client.does(json!({ "op": "bot", "seat": 1, "level": "learner" })).await;
    client.reaches(n).await;
    assert!(client.frame["table"].is_object());
    assert!(client.frame["table"].get("build").is_none(), "only whoever comes is told: {}", client.frame);
}

#[tokio::test]
async fn every_answer_is_guarded() {
    let house = House::open().await;
    let mut ada = house.stranger().await;
    for path in ["/", "/api/games", "/api/nothing", "/healthz"] {
        let head = ada.get(path).await.head.to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
        ] {
            assert!(head.contains(header), "{path}: {head}");
        }
    }
}

#[tokio::test]
async fn a_file_is_compressed_and_known_by_its_tag() {
    let house = House::open().await;
    let mut ada = house.stranger().await;
    let plain = ada.get("/index.html").await;
    if plain.status == 404 {
        return; // The client is not built here; there is nothing to serve.
    }
    assert!(plain.body.contains("<html") && plain.head.contains("no-cache"));
    for (path, encoding) in [("/index.html", "gzip"), ("/index.html", "br"), ("/", "gzip")] {
        for _ in 0..2 {
            let request = format!("GET {path} HTTP/1.1\r\nAccept-Encoding: {encoding}\r\n");
            let answer = ada.http(&request, "").await;
            assert!(answer.head.contains(&format!("content-encoding: {encoding}")), "{}", answer.head);
        }
    }
    let tag = plain.head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
    let again = ada.http(&format!("GET /index.html HTTP/1.1\r\nIf-None-Match: {tag}\r\n"), "").await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
}

/// Scripts lie in the program packed, and nowhere else.
#[tokio::test]
async fn a_script_is_sent_as_it_lies_or_unpacked_for_those_who_read_neither() {
    let house = House::open().await;
    let mut ada = house.stranger().await;
    let page = ada.get("/index.html").await;
    if page.status == 404 {
        return; // The client is not built here; there is nothing to serve.
    }
    let (_, script) = page.body.split_once("src=\"").expect("a script");
    let (script, _) = script.split_once('"').expect("its end");
    let plain = ada.get(script).await;
    assert_eq!(plain.status, 200);
    assert!(!plain.head.contains("content-encoding"), "{}", plain.head);
    assert!(plain.head.contains("vary: accept-encoding"), "{}", plain.head);
    assert!(plain.body.contains("import"), "a script can be read: {:.100}", plain.body);
    let length = |head: &str| {
        let line = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        line.and_then(|line| line.parse::<usize>().ok()).expect("a length")
    };
    let mut shorter = length(&plain.head);
    assert_eq!(shorter, plain.body.len());
    for encoding in ["gzip", "br"] {
        let head =
            ada.http(&format!("GET {script} HTTP/1.1\r\nAccept-Encoding: {encoding}\r\n"), "").await.head;
        assert!(head.contains(&format!("content-encoding: {encoding}")), "{head}");
        assert!(head.contains("content-type: text/javascript") && head.contains("immutable"), "{head}");
        assert!(length(&head) < shorter, "{encoding} is shorter: {head}");
        shorter = length(&head);
    }
    let tag = plain.head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
    let known = format!("GET {script} HTTP/1.1\r\nAccept-Encoding: br\r\nIf-None-Match: {tag}\r\n");
    assert_eq!(ada.http(&known, "").await.status, 304);
    assert_eq!(ada.get("/assets/no-such-script.js").await.status, 404);
}

/// What a page is told with its first byte.
fn told(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("id=\"told\">").expect("an element");
    let (json, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(json).expect("JSON")
}

#[tokio::test]
async fn a_page_brings_who_comes_and_what_is_played() {
    let house = House::open().await;
    let mut new = house.stranger().await;
    new.cookie.clear();
    let page = new.get("/any/page-of-the-client").await;
    if page.status == 404 {
        return; // The client is not built here; there is nothing to serve.
    }
    let head = page.head.to_lowercase();
    assert!(head.contains("cache-control: no-store") && head.contains("set-cookie: quintette="), "{head}");
    assert!(!head.contains("etag"), "{head}");
    let games = new.get("/api/games").await.json();
    assert_eq!(told(&page.body)["/api/games"], games);

    let mut ada = house.guest("Ada").await;
    let hostile = "</script><b>";
    assert_eq!(ada.post("/api/me", &json!({ "name": hostile })).await.status, 200);
    let table = ada.opens(&json!({ "game": "quadri" })).await;
    let page = ada.get(&format!("/table/{table}")).await;
    assert!(!page.body.contains(hostile), "{}", page.body);
    let told = told(&page.body);
    assert_eq!((&told["/api/me"], &told["game"]), (&ada.get("/api/me").await.json(), &json!("quadri")));
    assert_eq!(told["/api/me"]["name"], hostile);
    let none = ada.get("/table/no-such-table").await;
    assert!(none.body.contains("\"game\":null"));
    let kept = ada.get("/index.html").await;
    assert!(!kept.body.contains("/api/me\":"), "what is kept for the time without a network is nobody's");
}

#[tokio::test]
async fn a_lesson_is_folded_from_what_its_page_says() {
    let house = House::open().await;
    let mut ada = house.stranger().await;
    let path = "/api/lessons/pyramids";
    let begun = ada.post(path, &json!({ "played": [] })).await.json();
    assert_eq!((begun["stage"].clone(), begun["act"].clone()), (json!(0), json!(false)));
    assert_ne!(begun["say"]["en"], begun["say"]["fr"]);
    let placed = ada.post(path, &json!({ "played": ["next"], "try": "S@c3" })).await.json();
    assert_eq!((placed["kept"].clone(), placed["refusal"].clone()), (json!(2), json!(null)));
    assert_eq!(placed["steps"][0]["events"][0]["type"], "placed");
    let refused = ada.post(path, &json!({ "played": ["next"], "try": "A+90" })).await.json();
    assert_eq!((refused["kept"].clone(), refused["refusal"]["clause"].clone()), (json!(1), json!("P-4")));
    let stale = ada.post(path, &json!({ "played": vec!["gone"; 900] })).await.json();
    assert_eq!(stale["kept"], 0);
    for (path, body, status) in [
        ("/api/lessons/chess", json!({ "played": [] }), 404),
        (path, json!({ "played": 3 }), 400),
        (path, json!({ "played": [], "more": true }), 400),
        (path, json!({ "played": ["x".repeat(20_000)] }), 413),
    ] {
        let answer = ada.post(path, &body).await;
        assert_eq!(answer.status, status, "{path} {}", answer.body);
    }
}
