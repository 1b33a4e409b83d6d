//! Two people at a table, others who watch, and those who come back.

mod common;

use common::{House, two_at_a_table};
use serde_json::json;

#[tokio::test]
async fn two_people_play_and_both_see_it() {
    let house = House::open().await;
    let (_, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    assert_eq!(b.eyes(0)["seat"], 1);
    // Whoever begins, the other has nothing to do yet.
    let a_begins = !a.actions().is_empty();
    assert_eq!(b.actions().is_empty(), a_begins);
    let (seat, mover, other) = if a_begins { (0, &mut a, &mut b) } else { (1, &mut b, &mut a) };
    let n = mover.plays(seat, "S@a1").await;
    other.reaches(n).await;
    assert_eq!(other.frame["steps"][0]["action"], "S@a1");
    assert_eq!(other.frame["steps"][0]["events"][0]["type"], "placed");
    assert_eq!(other.eyes(0)["view"]["cells"][0]["size"], "small");
    assert!(other.frame.get("table").is_none(), "what did not change is left out");
    let n = mover.plays(seat, "A+90").await;
    other.reaches(n).await;
    assert!(!other.actions().is_empty());
}

#[tokio::test]
async fn the_rules_refuse_with_their_clause_and_nothing_changes() {
    let house = House::open().await;
    let (_, (_, mut a), _) = two_at_a_table(&house).await;
    let seat = 0;
    if a.actions().is_empty() {
        let refused = a.ask(json!({ "op": "play", "seat": seat, "action": "S@a1" })).await;
        assert_eq!(refused["op"], "refused", "{refused}");
        assert!(refused["refusal"]["clause"].as_str().is_some_and(|clause| clause.starts_with("P-")));
        return;
    }
    let before = a.n;
    let refused = a.ask(json!({ "op": "play", "seat": seat, "action": "A+90" })).await;
    assert_eq!(refused["op"], "refused", "{refused}");
    assert!(refused["refusal"]["clause"].as_str().is_some_and(|clause| clause.starts_with("P-")));
    let allowed = a.ask(json!({ "op": "ask", "seat": seat, "action": "S@a1" })).await;
    assert_eq!((allowed["op"].as_str(), allowed["n"].as_u64()), (Some("done"), Some(before)));
    assert_eq!(a.plays(seat, "S@a1").await, before + 1);
}
