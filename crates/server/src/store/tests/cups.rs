//! Tournaments as they are kept: both engines, in the same words.

use super::{Place, notices::reached, opening, people::named};
use crate::{
    people::Guest,
    store::{
        Key, Opening, Store, StoreError, ToOpen, UnixMillis,
        company::Tie,
        cups::{CupEntry, CupRow, OPEN, OVER, RUNNING},
        keeping::By,
    },
};

with_both!(
    a_tournament_is_written_on_by_whoever_is_first,
    tournaments_are_listed_for_those_who_may_see_them,
    whoever_was_late_is_in_nobodys_way,
    whoever_is_forgotten_is_in_no_tournament,
    a_table_is_opened_once_and_calls_its_people,
    what_a_keeper_removes_is_gone_but_for_its_games,
);

fn cup(id: &str, holder: u128, private: bool) -> CupRow {
    CupRow {
        key: 0,
        id: id.to_owned(),
        game: "pyramids".to_owned(),
        name: "Evening".to_owned(),
        holder: Guest(holder),
        private: i64::from(private),
        plan: "{}".to_owned(),
        made: 5,
        starts: None,
        state: OPEN,
        n: 0,
        people: 0,
        changed: 5,
        rewrites: 0,
    }
}

fn entry(n: u64, joined: Option<u128>, state: i64) -> CupEntry {
    let text = joined
        .map_or_else(|| "{\"type\":\"began\"}".to_owned(), |who| format!("{{\"who\":\"{}\"}}", Guest(who)));
    CupEntry { n, entry: text, wall: UnixMillis(n as i64), joined: joined.map(Guest), state, people: 3 }
}

async fn held(store: &Store, row: CupRow) -> Key {
    let id = row.id.clone();
    store.hold(row).await.expect("it is written");
    Key(store.cup(&id).await.expect("it reads").expect("it is there").key)
}

async fn a_tournament_is_written_on_by_whoever_is_first(place: &Place) {
    let (one, other) = (place.open().await, place.open().await);
    let key = held(&one, cup("a", 1, false)).await;
    assert!(other.hold(cup("a", 2, false)).await.is_err(), "an id is one");
    let (first, second) = tokio::join!(
        one.append_to_cup(key, entry(1, Some(1), OPEN)),
        other.append_to_cup(key, entry(1, Some(2), OPEN))
    );
    assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
    let lost = first.err().or(second.err());
    assert!(matches!(lost, Some(StoreError::Conflict)), "{lost:?}");
    let gap = one.append_to_cup(key, entry(3, Some(1), OPEN)).await;
    assert!(matches!(gap, Err(StoreError::Conflict)), "{gap:?}");
    one.append_to_cup(key, entry(2, None, RUNNING)).await.expect("it is next");
    let log = other.cup_log(key, 1).await.expect("it reads");
    assert_eq!(log.iter().map(|row| row.n).collect::<Vec<_>>(), [2]);
    assert_eq!(other.cups_going(UnixMillis(0)).await.expect("it reads"), ["a"]);
    one.append_to_cup(key, entry(3, None, OVER)).await.expect("it is next");
    assert!(other.cups_going(UnixMillis(0)).await.expect("it reads").is_empty());
    let row = one.cup("a").await.expect("it reads").expect("it is there");
    assert_eq!((row.n, row.state, row.people), (3, OVER, 3));
    let mut soon = cup("b", 1, false);
    soon.starts = Some(70);
    held(&one, soon).await;
    assert!(one.cups_going(UnixMillis(69)).await.expect("it reads").is_empty());
    assert_eq!(one.cups_going(UnixMillis(70)).await.expect("it reads"), ["b"]);
    // What never began goes with time; what did stays.
    one.forget_stale_cups(UnixMillis(1_000)).await.expect("it is written");
    assert!(one.cup("b").await.expect("it reads").is_none());
    assert!(one.cup("a").await.expect("it reads").is_some());
    // Tables are found by their ids, and one of them is one.
    let table = opening(1);
    let id = table.id.clone();
    one.open_table(table.clone(), Vec::new(), Vec::new(), None).await.expect("it is kept");
    let again = other.open_table(table, Vec::new(), Vec::new(), None).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    let ids = [id.clone(), "nowhere".to_owned()];
    assert_eq!(one.tables_known(&ids).await.expect("it reads"), [(id, false)]);
}

async fn whoever_was_late_is_in_nobodys_way(place: &Place) {
    let (one, other) = (place.open().await, place.open().await);
    let key = held(&one, cup("a", 1, false)).await;
    for n in (1..20).step_by(2) {
        let both = || entry(n, None, RUNNING);
        let (first, second) = tokio::join!(one.append_to_cup(key, both()), other.append_to_cup(key, both()));
        assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
        let winner = if first.is_ok() { &one } else { &other };
        winner.append_to_cup(key, entry(n + 1, None, RUNNING)).await.expect("it is next");
    }
}

async fn tournaments_are_listed_for_those_who_may_see_them(place: &Place) {
    let store = place.open().await;
    for (guest, name) in [(1, "Ada"), (2, "Bob"), (3, "Eve")] {
        named(&store, guest, name).await;
    }
    let key = held(&store, cup("secret", 1, true)).await;
    held(&store, cup("public", 1, false)).await;
    store.append_to_cup(key, entry(1, Some(2), OPEN)).await.expect("it is written");
    store.append_to_cup(key, entry(2, Some(3), OPEN)).await.expect("it is written");
    for (guest, seen) in [(1, 2), (2, 2), (9, 1)] {
        assert_eq!(store.cups_in(OPEN, Guest(guest), 9).await.expect("it reads").len(), seen, "{guest}");
    }
    for (since, announced) in [(5, 2), (6, 0)] {
        assert_eq!(store.cups_held(Guest(1), UnixMillis(since)).await.expect("it reads"), (2, announced));
    }
    let mut names = store.names_in_cup(key).await.expect("it reads");
    names.sort();
    assert_eq!(names, [(Guest(2), "Bob".to_owned()), (Guest(3), "Eve".to_owned())]);
    store.tie(Guest(2), Tie::Blocks, Guest(3), true).await.expect("it is written");
    store.tie(Guest(2), Tie::Blocks, Guest(9), true).await.expect("it is written");
    assert_eq!(store.blocks_in_cup(key).await.expect("it reads"), [(Guest(2), Guest(3))]);
}

async fn whoever_is_forgotten_is_in_no_tournament(place: &Place) {
    let store = place.open().await;
    named(&store, 7, "Ada").await;
    let key = held(&store, cup("a", 7, false)).await;
    store.append_to_cup(key, entry(1, Some(7), OPEN)).await.expect("it is written");
    assert_eq!(store.cups_of(Guest(7)).await.expect("it reads").len(), 1);
    store.forget_in_cup(key, Guest(7), Guest(8)).await.expect("it is written");
    store.forget_guest(Guest(7)).await.expect("it is written");
    let row = store.cup("a").await.expect("it reads").expect("it is there");
    assert_eq!((row.holder, row.rewrites), (Guest(8), 1));
    let log = store.cup_log(key, 0).await.expect("it reads");
    assert!(!log[0].entry.contains(&Guest(7).to_string()) && log[0].entry.contains(&Guest(8).to_string()));
    assert!(store.names_in_cup(key).await.expect("it reads").is_empty());
    assert!(store.cups_of(Guest(7)).await.expect("it reads").is_empty());
}

/// A table of a tournament, ready to be opened.
fn to_open(id: &str) -> ToOpen {
    let opening = Opening { id: id.to_owned(), name: "Evening · 1".to_owned(), ..opening(1) };
    ToOpen { opening, entries: Vec::new(), named: Vec::new(), timed: None }
}

async fn a_table_is_opened_once_and_calls_its_people(place: &Place) {
    let (one, other) = (place.open().await, place.open().await);
    for (guest, name) in [(1, "Ada"), (2, "Bob")] {
        named(&one, guest, name).await;
        reached(&one, Guest(guest)).await;
    }
    let people = vec![Guest(1), Guest(2), Guest(3)];
    let (first, second) = tokio::join!(
        one.open_and_call(to_open("cup-1"), people.clone()),
        other.open_and_call(to_open("cup-1"), people.clone())
    );
    assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
    assert!(matches!(first.err().or(second.err()), Some(StoreError::Conflict)));
    let due = one.due_notices(UnixMillis(i64::MAX), 9).await.expect("it reads");
    let mut called: Vec<_> = due.iter().map(|call| (call.guest, &*call.kind, &*call.topic)).collect();
    called.sort_unstable();
    // Whoever cannot be reached is not called.
    assert_eq!(called, [(Guest(1), "called", "cup-1"), (Guest(2), "called", "cup-1")]);
}

async fn what_a_keeper_removes_is_gone_but_for_its_games(place: &Place) {
    let store = place.open().await;
    named(&store, 7, "Ada").await;
    let key = held(&store, cup("a", 7, false)).await;
    let other = held(&store, cup("b", 8, false)).await;
    for key in [key, other] {
        store.append_to_cup(key, entry(1, Some(7), OPEN)).await.expect("it is written");
    }
    for id in ["a-1", "b-1"] {
        store.open_and_call(to_open(id), Vec::new()).await.expect("it is kept");
    }
    let listed = store.cups_like("ADA", 9).await.expect("it reads");
    assert_eq!(listed.iter().map(|cup| (&*cup.id, &*cup.holder)).collect::<Vec<_>>(), [("a", "Ada")]);
    assert_eq!(store.cups_like("even", 9).await.expect("it reads").len(), 2);
    let remove = |id: &str| {
        store.keeper_removes_cup(
            By { name: "Cyd".to_owned(), guest: None },
            id.to_owned(),
            "Olympus".to_owned(),
        )
    };
    assert!(remove("a").await.expect("it is written"));
    assert!(!remove("a").await.expect("it is written"), "once");
    assert!(store.cup("a").await.expect("it reads").is_none());
    assert!(store.cup_log(key, 0).await.expect("it reads").is_empty());
    assert_eq!(store.cups_of(Guest(7)).await.expect("it reads").len(), 1, "the other one");
    let late = store.append_to_cup(key, entry(2, None, RUNNING)).await;
    assert!(matches!(late, Err(StoreError::Conflict)), "nobody writes on: {late:?}");
    for (id, name) in [("a-1", "Olympus"), ("b-1", "Evening · 1")] {
        let (_, opening) = store.table(id).await.expect("it reads").expect("what was played stays");
        assert_eq!(opening.name, name);
    }
    let deeds = store.deeds(9).await.expect("it reads");
    let deed = &deeds[0];
    let told = (&*deed.by_whom, &*deed.what, &*deed.whom, &*deed.detail);
    assert_eq!((deeds.len(), told), (1, ("Cyd", "remove-tournament", "Ada", "Evening")));
    store.forget_guest(Guest(7)).await.expect("it is written");
    let deed = store.deeds(9).await.expect("it reads").remove(0);
    assert_eq!((&*deed.whom, &*deed.detail), ("", ""), "the log names nobody who is gone");
}
