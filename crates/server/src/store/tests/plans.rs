//! Plans as both engines keep them.

use super::{Place, opening};
use crate::{
    people::Guest,
    store::{Key, Store, UnixMillis, endings::Ending, plans::PlanRow},
};

with_both!(
    a_plan_is_replaced_only_by_whoever_has_seen_it,
    plans_go_with_their_guest_their_table_and_the_game,
);

fn plan(guest: u128, base: i64, lines: &str) -> PlanRow {
    PlanRow { guest: Guest(guest), seat: 1, base, lines: lines.to_owned() }
}

async fn table(store: &Store, nth: u128) -> Key {
    store.open_table(opening(nth), Vec::new(), Vec::new(), None).await.expect("it is opened")
}

async fn replace(store: &Store, key: Key, was: Option<PlanRow>, plan: Option<PlanRow>) -> bool {
    store.replace_plan(key, was, plan).await.expect("it is written")
}

async fn plans(store: &Store, key: Key) -> Vec<PlanRow> {
    store.plans(key).await.expect("they are there")
}

async fn a_plan_is_replaced_only_by_whoever_has_seen_it(place: &Place) {
    let store = place.open().await;
    let key = table(&store, 1).await;
    let (one, two, three) = (plan(7, 3, "[1]"), plan(7, 3, "[2]"), plan(7, 5, "[2]"));
    assert!(replace(&store, key, None, Some(one.clone())).await);
    assert!(!replace(&store, key, None, Some(two.clone())).await, "there is one already");
    assert!(replace(&store, key, Some(one.clone()), Some(two.clone())).await);
    assert!(!replace(&store, key, Some(one.clone()), Some(three.clone())).await, "it is another one by now");
    assert!(!replace(&store, key, Some(one), None).await);
    assert!(replace(&store, key, Some(two.clone()), Some(three.clone())).await);
    assert!(!replace(&store, key, Some(two), None).await, "as long, from another number on");
    // Everybody has their own.
    assert!(replace(&store, key, None, Some(plan(8, 5, "[3]"))).await);
    assert_eq!(plans(&store, key).await, [three.clone(), plan(8, 5, "[3]")]);
    assert!(plans(&store, table(&store, 2).await).await.is_empty());
    assert!(replace(&store, key, Some(three), None).await);
    assert_eq!(plans(&store, key).await, [plan(8, 5, "[3]")]);
    assert!(replace(&store, key, None, None).await);
}

async fn plans_go_with_their_guest_their_table_and_the_game(place: &Place) {
    let store = place.open().await;
    let mut keys = Vec::new();
    for nth in 0..3 {
        let key = table(&store, nth).await;
        for guest in [7, 8] {
            assert!(replace(&store, key, None, Some(plan(guest, 1, "[]"))).await);
        }
        keys.push(key);
    }
    assert_eq!(store.plans_of(Guest(7)).await.expect("they are there").len(), 3);
    store.forget_guest(Guest(7)).await.expect("they are forgotten");
    assert!(store.plans_of(Guest(7)).await.expect("they are asked for").is_empty());
    assert_eq!(plans(&store, keys[0]).await, [plan(8, 1, "[]")]);
    assert!(store.forget(keys[0], UnixMillis(i64::MAX)).await.expect("it is forgotten"));
    assert!(plans(&store, keys[0]).await.is_empty());
    let (at, options) = (UnixMillis(9), "{}".to_owned());
    let ending = Ending { at, moves: 1, options, seats: Vec::new(), rated: None, feat: None };
    store.note_ending(keys[1], ending).await.expect("it is noted");
    assert!(plans(&store, keys[1]).await.is_empty());
    assert_eq!(plans(&store, keys[2]).await, [plan(8, 1, "[]")]);
}
