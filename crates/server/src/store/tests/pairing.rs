//! Those who look for somebody, as both engines keep them.

use std::collections::HashSet;

use super::{Place, opening};
use crate::{
    entry::TableEntry,
    people::Guest,
    protocol::{GameWish, RatedWish, Wishes},
    store::{Store, ToOpen, UnixMillis, company::Tie, pairing::Sort},
};
use table::Seat;

with_both!(
    who_looks_is_found_until_they_stop_and_how_long_they_waited_is_kept,
    people_are_seated_together_all_or_none_and_by_one_of_two_nodes,
    a_call_stands_until_its_game_is_over,
    who_blocked_whom_is_seen_among_those_who_look,
);

fn wishes() -> Wishes {
    let duel = GameWish { game: "pyramids".to_owned(), seats: vec![2], options: serde_json::Map::new() };
    Wishes { games: vec![duel], paces: vec![None], rated: RatedWish::No, bots: false }
}

fn sort() -> Sort {
    Sort { game: "pyramids".to_owned(), seats: 2, rated: false }
}

async fn seeks(store: &Store, guest: u128) {
    store.seek(Guest(guest), &wishes(), 7_000).await.expect("it is written");
}

/// A table for these, whose game begins at once.
fn table(people: &[u128]) -> ToOpen {
    let sit =
        (0..).zip(people).map(|(seat, &guest)| TableEntry::Sit { seat: Seat(seat), guest: Guest(guest) });
    let entries: Vec<TableEntry> = sit.chain([TableEntry::Start]).collect();
    let named = entries.iter().filter_map(TableEntry::named).collect();
    let entries = entries.iter().map(TableEntry::write).collect();
    ToOpen { opening: opening(people[0]), entries, named, timed: None }
}

async fn seated(store: &Store, people: &[u128], table: ToOpen) {
    let guests = people.iter().map(|&guest| Guest(guest)).collect();
    store.seat_together(guests, table, (sort(), true), store.now()).await.expect("it is decided");
}

/// Where somebody who looks is called to, if they are.
async fn called(store: &Store, guest: u128) -> Option<String> {
    store.sought_by(Guest(guest)).await.expect("it reads").expect("they look").table
}

async fn waits(store: &Store) -> Vec<(i64, bool)> {
    let mut waits = store.waits(&[sort()], UnixMillis(0)).await.expect("it reads");
    for (ms, _) in waits.iter_mut().filter(|(_, found)| *found) {
        *ms = 0; // As long as it took.
    }
    waits.sort_unstable();
    waits
}

async fn who_looks_is_found_until_they_stop_and_how_long_they_waited_is_kept(place: &Place) {
    let store = place.open().await;
    assert!(store.sought_by(Guest(1)).await.expect("it reads").is_none());
    seeks(&store, 1).await;
    seeks(&store, 2).await;
    let sought = store.sought_by(Guest(1)).await.expect("it reads").expect("they look");
    assert_eq!((sought.wishes, sought.table), (wishes(), None));
    store.still_seeks(Guest(1), 60_000).await.expect("it is written");
    let later = store.sought_by(Guest(1)).await.expect("it reads").expect("they look").here_until;
    assert!(later.0 > sought.here_until.0 + 50_000);
    let all = store.seeks(9).await.expect("it reads");
    assert_eq!(all.iter().map(|seek| seek.guest).collect::<Vec<_>>(), [Guest(1), Guest(2)]);
    assert_eq!(store.seeks(1).await.expect("it reads").len(), 1);
    store.seek_no_more(Guest(1), vec![sort()], 12_000).await.expect("it is written");
    store.seek_no_more(Guest(1), vec![sort()], 12_000).await.expect("once is enough");
    assert_eq!(waits(&store).await, [(12_000, false)]);
    let other = Sort { rated: true, ..sort() };
    assert!(store.waits(&[other], UnixMillis(0)).await.expect("it reads").is_empty());
    store.forget_waits(UnixMillis(store.now().0 + 1)).await.expect("it is written");
    assert!(waits(&store).await.is_empty());
    assert!(store.sought_by(Guest(2)).await.expect("it reads").is_some(), "who waits still does");
}

async fn people_are_seated_together_all_or_none_and_by_one_of_two_nodes(place: &Place) {
    let (one, other) = (place.open().await, place.open().await);
    for guest in 1..=3 {
        seeks(&one, guest).await;
    }
    // Both see all three who wait, and each puts two of them together: in another order, at the same time.
    let (first, second) = (table(&[1, 2]), table(&[3, 2]));
    let ids = [first.opening.id.clone(), second.opening.id.clone()];
    tokio::join!(seated(&one, &[1, 2], first), seated(&other, &[3, 2], second));
    let calls = [called(&one, 1).await, called(&one, 2).await, called(&one, 3).await];
    let won = calls[1].clone().expect("one of both was first");
    let (found, left) = if won == ids[0] { (0, 2) } else { (2, 0) };
    assert_eq!((&calls[found], &calls[left]), (&Some(won.clone()), &None));
    for id in ids {
        let there = one.table(&id).await.expect("it reads").is_some();
        assert_eq!(there, id == won, "nothing is left of the other's table");
    }
    assert_eq!(waits(&one).await, [(0, true), (0, true)], "nor of its waits");
    // Whoever is called neither gives up nor is called again, nor waits for something else.
    let guest = if found == 0 { 1 } else { 3 };
    one.seek_no_more(Guest(guest), vec![sort()], 12_000).await.expect("it is decided");
    seeks(&one, guest).await;
    let alone = if found == 0 { 3 } else { 1 };
    seated(&other, &[alone, guest], table(&[alone, guest])).await;
    assert_eq!((called(&one, guest).await, called(&one, alone).await), (Some(won), None));
    // Nor is anybody who wants to be forgotten.
    seeks(&one, 4).await;
    one.note_leaving(Guest(4)).await.expect("it is written");
    seated(&one, &[alone, 4], table(&[alone, 4])).await;
    assert_eq!(called(&one, alone).await, None);
}

async fn a_call_stands_until_its_game_is_over(place: &Place) {
    let store = place.open().await;
    for guest in [1, 2] {
        seeks(&store, guest).await;
    }
    let table = table(&[1, 2]);
    let id = table.opening.id.clone();
    seated(&store, &[1, 2], table).await;
    store.has_come(Guest(1), "elsewhere".to_owned()).await.expect("it is decided");
    assert_eq!(called(&store, 1).await, Some(id.clone()));
    store.has_come(Guest(1), id.clone()).await.expect("it is written");
    assert!(store.sought_by(Guest(1)).await.expect("it reads").is_none(), "they have come");
    let (key, _) = store.table(&id).await.expect("it reads").expect("it is there");
    store.note_ending(key, super::ratings::ending(1, None, None)).await.expect("it is written");
    assert!(store.sought_by(Guest(2)).await.expect("it reads").is_none(), "it is over without them");
    seeks(&store, 2).await;
    assert_eq!(called(&store, 2).await, None, "they look anew");
}

async fn who_blocked_whom_is_seen_among_those_who_look(place: &Place) {
    let store = place.open().await;
    let (ada, bob, eve) = (Guest(1), Guest(2), Guest(3));
    store.tie(ada, Tie::Blocks, bob, true).await.expect("it is written");
    store.tie(ada, Tie::Blocks, eve, true).await.expect("it is written");
    store.tie(bob, Tie::Follows, ada, true).await.expect("it is written");
    seeks(&store, 1).await;
    seeks(&store, 2).await;
    let apart = store.blocked_among_seekers().await.expect("it reads");
    assert_eq!(apart, HashSet::from([(ada, bob)]));
}
