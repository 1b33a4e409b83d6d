//! Hints at a live table: alone with bots, or once everybody has agreed.

use crate::common::{Answer, House, two_at_a_table};
use serde_json::json;

fn says(answer: &Answer, status: u16, words: &str) {
    assert_eq!(answer.status, status, "{}", answer.body);
    let message = &answer.json()["message"];
    assert!(message["en"].as_str().expect("a sentence").contains(words), "{message}");
    assert_ne!(message["en"], message["fr"]);
}

#[tokio::test]
async fn alone_with_bots_the_judge_says_what_it_would_do() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    for game in ["pyramids", "thin-ice", "quintazone", "quadri", "quicksand"] {
        let id = ada.opens(&json!({ "game": game, "private": true, "bots": "learner" })).await;
        let mut a = ada.joins(&id, 0).await;
        assert_eq!(a.frame["table"]["hints"], true);
        let seats = a.frame["table"]["seats"].as_array().expect("seats").len();
        // Until it is her turn.
        while a.actions().is_empty() {
            a.frame().await;
        }
        let hint = ada.post(&format!("/api/tables/{id}/hint"), &json!({ "seat": 0 })).await;
        assert_eq!(hint.status, 200, "{game}: {}", hint.body);
        let hint = hint.json();
        let chances = hint["chances"].as_array().expect("chances");
        assert_eq!(chances.len(), seats);
        let actions = a.actions();
        for candidate in hint["moves"].as_array().expect("moves") {
            let action = candidate["action"].as_str().expect("notation").to_owned();
            assert!(actions.contains(&action) || hint["n"] != json!(a.n), "{game}: {action}");
        }
        let standing =
            ada.post(&format!("/api/tables/{id}/hint"), &json!({ "seat": 0, "standing": true })).await;
        assert_eq!((standing.status, &standing.json()["moves"]), (200, &json!([])));
        says(&ada.post(&format!("/api/tables/{id}/hint"), &json!({ "seat": 1 })).await, 403, "not your seat");
    }
    says(&ada.post("/api/tables/nowhere/hint", &json!({ "seat": 0 })).await, 404, "no such table");
}

#[tokio::test]
async fn among_people_everybody_has_to_agree() {
    let house = House::open().await;
    let (table, (mut ada, mut a), (mut bea, mut b)) = two_at_a_table(&house).await;
    let path = format!("/api/tables/{table}/hint");
    assert_eq!(a.frame["table"]["hints"], false);
    says(&ada.post(&path, &json!({ "seat": 0 })).await, 403, "once everybody agrees");

    // No means no.
    a.does(json!({ "op": "hints", "seat": 0 })).await;
    let asked = json!({ "what": { "type": "hints", "seat": 0 }, "of": [1] });
    b.until(|frame| frame["table"]["asked"] == asked).await;
    let n = b.does(json!({ "op": "answer", "yes": false })).await;
    a.reaches(n).await;
    says(&ada.post(&path, &json!({ "seat": 0 })).await, 403, "once everybody agrees");

    a.does(json!({ "op": "hints", "seat": 0 })).await;
    b.until(|frame| frame["table"]["asked"] == asked).await;
    b.does(json!({ "op": "answer", "yes": true })).await;
    a.until(|frame| frame["table"]["hints"] == true).await;
    assert_eq!(ada.post(&path, &json!({ "seat": 0 })).await.status, 200);
    // Bea may as well, though it is not her turn: she learns how she stands.
    let hers = bea.post(&path, &json!({ "seat": 1 })).await.json();
    assert_eq!(hers["moves"], json!([]));
    assert_eq!(hers["chances"].as_array().map(Vec::len), Some(2));
}
