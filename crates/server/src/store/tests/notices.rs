//! The outbox: both engines, in the same words.

use super::{
    Place, opening,
    people::{named, passkey},
    row,
};
use crate::{
    people::Guest,
    store::{
        Key, Store, Timed, UnixMillis,
        notices::{Call, Fate, Stirred, Told, Waiting, Which},
        ways::Browser,
    },
};

with_both!(
    a_turn_is_told_once_and_goes_with_the_turn,
    what_is_claimed_is_nobody_else_s_until_its_time_is_over,
    whoever_looked_too_early_notes_nothing,
    who_cannot_be_reached_is_not_told_and_who_can_from_now_on_is,
    what_was_told_is_counted,
    an_address_is_confirmed_by_its_code_in_few_tries_and_seldom_asked,
    a_browser_is_one_person_s_and_of_many_the_oldest_goes,
    with_a_device_go_its_browsers_and_those_without_one,
    who_is_owed_something_is_remembered_and_a_browser_in_trouble_rests,
);

pub(super) fn turn(guest: Guest, table: &str, number: i64, due: i64) -> Call {
    let text = "{}".to_owned();
    Call { guest, kind: "turn", topic: table.to_owned(), number, text, due: UnixMillis(due) }
}

pub(super) fn invitation(guest: Guest) -> Call {
    Call { kind: "invited", ..turn(guest, "t", 0, 0) }
}

pub(super) fn browser(endpoint: &str) -> Browser {
    Browser { endpoint: endpoint.to_owned(), key: vec![4; 65], auth: vec![1; 16], ..Browser::default() }
}

/// They have a browser that takes messages.
pub(super) async fn reached(store: &Store, guest: Guest) {
    store
        .add_browser(guest, browser(&format!("https://push.example/{}", guest.0)))
        .await
        .expect("it is written");
}

pub(super) async fn mailbox(store: &Store, guest: Guest) {
    let (address, until) = (format!("{}@example.org", guest.0), UnixMillis(i64::MAX));
    let asked = store.ask_mailbox(guest, address, guest.to_string(), "123456".to_owned(), until).await;
    assert!(asked.expect("it is written"));
}

/// A table of days at which something has just happened, and when.
async fn stirred(store: &Store) -> (Key, String, i64) {
    let opening = opening(7);
    let id = opening.id.clone();
    let key = store.open_table(opening, Vec::new(), Vec::new(), None).await.expect("it is kept");
    (key, id, stirs(store, key, 1).await)
}

async fn stirs(store: &Store, key: Key, n: u64) -> i64 {
    let timed = Some(Timed { up: UnixMillis(i64::MAX), by_turns: true });
    store.append(key, row(n), None, timed).await.expect("nobody was first");
    let found = store.stirred(UnixMillis(i64::MAX), 9).await.expect("it reads");
    found.iter().find(|found| found.key == key).expect("it is marked").at
}

async fn due(store: &Store, now: i64) -> Vec<Waiting> {
    store.due_notices(UnixMillis(now), 99).await.expect("it reads")
}

async fn kinds(store: &Store) -> Vec<String> {
    due(store, i64::MAX).await.into_iter().map(|waiting| waiting.kind).collect()
}

async fn settle(store: &Store, waiting: &Waiting, fate: Fate) {
    store.settle_notices(vec![(Which::from(waiting), fate)]).await.expect("it is written");
}

async fn a_turn_is_told_once_and_goes_with_the_turn(place: &Place) {
    let store = place.open().await;
    reached(&store, Guest(7)).await;
    let (key, id, at) = stirred(&store).await;
    let calls = |number, due| vec![turn(Guest(7), &id, number, due)];
    assert!(store.note_calls(key, id.clone(), at, calls(90_000, 10)).await.expect("it is written"));
    assert!(store.stirred(UnixMillis(i64::MAX), 9).await.expect("it reads").is_empty(), "it was looked at");
    assert!(due(&store, 9).await.is_empty());
    let [waiting] = &due(&store, 10).await[..] else { panic!("it is due") };
    settle(&store, waiting, Fate::Sent { pushed: true, mailed: false }).await;
    assert!(due(&store, i64::MAX).await.is_empty());
    // A second step of the same turn: they know.
    let at = stirs(&store, key, 2).await;
    assert!(store.note_calls(key, id.clone(), at, calls(90_400, 10)).await.expect("it is written"));
    assert!(due(&store, i64::MAX).await.is_empty());
    // The next turn of theirs is another one.
    let at = stirs(&store, key, 3).await;
    assert!(store.note_calls(key, id.clone(), at, calls(180_000, 10)).await.expect("it is written"));
    let [waiting] = &due(&store, 10).await[..] else { panic!("it is due again") };
    assert_eq!((waiting.number, waiting.pushed), (180_000, None));
    // Nobody has been told: it is as if it had never been.
    let at = stirs(&store, key, 4).await;
    assert!(store.note_calls(key, id.clone(), at, Vec::new()).await.expect("it is written"));
    assert!(kinds(&store).await.is_empty());
    // What devices show is closed.
    let at = stirs(&store, key, 5).await;
    store.note_calls(key, id.clone(), at, calls(270_000, 10)).await.expect("it is written");
    let [waiting] = &due(&store, 10).await[..] else { panic!("it is due") };
    settle(&store, waiting, Fate::Sent { pushed: true, mailed: false }).await;
    let at = stirs(&store, key, 6).await;
    store.note_calls(key, id.clone(), at, Vec::new()).await.expect("it is written");
    assert_eq!(kinds(&store).await, ["gone"]);
    // So is what is on its way to them at that very moment, once it has come.
    let at = stirs(&store, key, 7).await;
    store.note_calls(key, id.clone(), at, calls(360_000, 10)).await.expect("it is written");
    let [waiting] = &due(&store, 10).await[..] else { panic!("it is due") };
    let until = UnixMillis(store.now().0 + 60_000);
    assert_eq!(store.claim_notices(vec![Which::from(waiting)], until).await.expect("it is written").len(), 1);
    let at = stirs(&store, key, 8).await;
    store.note_calls(key, id.clone(), at, Vec::new()).await.expect("it is written");
    assert!(due(&store, until.0 - 1).await.is_empty());
    let [gone] = &due(&store, until.0).await[..] else { panic!("it is closed") };
    assert_eq!((gone.kind.as_str(), gone.number), ("gone", 360_000));
}

async fn what_is_claimed_is_nobody_else_s_until_its_time_is_over(place: &Place) {
    let (one, other) = (place.open().await, place.open().await);
    reached(&one, Guest(7)).await;
    let now = one.now().0;
    one.put_notice(turn(Guest(7), "t", 5, now - 10)).await.expect("it is written");
    let [waiting] = &due(&one, now).await[..] else { panic!("it is due") };
    let which = || vec![Which::from(waiting)];
    let until = UnixMillis(now + 60_000);
    let (ours, theirs) = tokio::join!(one.claim_notices(which(), until), other.claim_notices(which(), until));
    let claimed = [ours.expect("it is written"), theirs.expect("it is written")].concat();
    assert_eq!(claimed.iter().map(|waiting| waiting.tries).collect::<Vec<_>>(), [1], "one of them has it");
    assert!(due(&one, now + 59_999).await.is_empty());
    assert_eq!(due(&one, now + 60_000).await.len(), 1, "whoever had it has died");
    // It is put off, and given up.
    settle(
        &one,
        waiting,
        Fate::Half { pushed: false, mailed: true, owed: Vec::new(), again: UnixMillis(now + 90_000) },
    )
    .await;
    assert!(due(&one, now + 89_999).await.is_empty());
    assert!(due(&one, now + 90_000).await[0].mailed.is_some());
    settle(&one, waiting, Fate::Dropped).await;
    assert!(due(&one, i64::MAX).await.is_empty());
    let gone = one.claim_notices(which(), until).await.expect("it is written");
    assert!(gone.is_empty(), "what does not stand is not sent");
}

async fn whoever_looked_too_early_notes_nothing(place: &Place) {
    let (one, other) = (place.open().await, place.open().await);
    reached(&one, Guest(7)).await;
    let (key, id, early) = stirred(&one).await;
    // A mark is a moment: another one is a later moment.
    let late = loop {
        let late = stirs(&one, key, one.log(key, 0).await.expect("it reads").len() as u64 + 1).await;
        if late != early {
            break late;
        }
    };
    let old = vec![turn(Guest(7), &id, 90_000, 10)];
    assert!(!one.note_calls(key, id.clone(), early, old).await.expect("it is answered"));
    assert!(due(&one, i64::MAX).await.is_empty());
    let new = |guest| vec![turn(Guest(guest), &id, 180_000, 10)];
    let (ours, theirs) = tokio::join!(
        one.note_calls(key, id.clone(), late, new(7)),
        other.note_calls(key, id.clone(), late, new(7))
    );
    assert!(ours.expect("it is answered") != theirs.expect("it is answered"), "one of them does it");
    assert_eq!(due(&one, i64::MAX).await.len(), 1);
}

async fn who_cannot_be_reached_is_not_told_and_who_can_from_now_on_is(place: &Place) {
    let store = place.open().await;
    let opening = opening(7);
    let timed = Some(Timed { up: UnixMillis(i64::MAX), by_turns: true });
    let named = vec![crate::store::Named { guest: Guest(7), sits: true }];
    let key = store.open_table(opening.clone(), Vec::new(), named, timed).await.expect("it is kept");
    let stirred = || async { store.stirred(UnixMillis(i64::MAX), 9).await.expect("it reads") };
    let [Stirred { at, .. }] = stirred().await[..] else { panic!("it has begun") };
    let calls = || vec![turn(Guest(7), &opening.id, 90_000, 10)];
    assert!(store.note_calls(key, opening.id.clone(), at, calls()).await.expect("it is written"));
    assert!(due(&store, i64::MAX).await.is_empty());
    for tell in [true, false] {
        if tell {
            reached(&store, Guest(7)).await;
        } else {
            mailbox(&store, Guest(7)).await;
            assert!(store.confirm_mailbox(Guest(7), "123456".to_owned()).await.expect("it is written"));
        }
        let [Stirred { at, .. }] = stirred().await[..] else { panic!("it is looked at again") };
        assert!(store.note_calls(key, opening.id.clone(), at, calls()).await.expect("it is written"));
        assert_eq!(due(&store, i64::MAX).await.len(), 1);
    }
}

async fn what_was_told_is_counted(place: &Place) {
    let store = place.open().await;
    reached(&store, Guest(7)).await;
    let now = store.now();
    for table in ["a", "b"] {
        store.put_notice(turn(Guest(7), table, 5, 1)).await.expect("it is written");
    }
    let both: Vec<_> = due(&store, 1).await.iter().map(Which::from).collect();
    let sent = |which| (which, Fate::Sent { pushed: true, mailed: true });
    store.settle_notices(both.into_iter().map(sent).collect()).await.expect("it is written");
    let told = store.told(Guest(7), now).await.expect("it reads");
    assert_eq!((told.in_hour, told.in_day, told.mails_in_day), (1, 1, 1), "one message");
    let last = told.last.expect("they were told");
    let later = store.told(Guest(7), UnixMillis(last + 3_600_000)).await.expect("it reads");
    assert_eq!((later.in_hour, later.in_day), (0, 1));
    let much_later = store.told(Guest(7), UnixMillis(last + 86_400_000)).await.expect("it reads");
    assert_eq!(much_later, Told::default());
    store.tidy_notices().await.expect("it is written");
    assert_eq!(store.told(Guest(7), now).await.expect("it reads"), told, "it is not a day ago");
}

async fn an_address_is_confirmed_by_its_code_in_few_tries_and_seldom_asked(place: &Place) {
    let store = place.open().await;
    let ada = Guest(7);
    let confirms = |code: &str| store.confirm_mailbox(ada, code.to_owned());
    assert!(!confirms("123456").await.expect("it is answered"), "nothing was asked");
    mailbox(&store, ada).await;
    for _ in 0..5 {
        assert!(!confirms("000000").await.expect("it is answered"));
    }
    assert!(!confirms("123456").await.expect("it is answered"), "too often");
    mailbox(&store, ada).await;
    assert!(confirms("123456").await.expect("it is answered"));
    assert!(!confirms("").await.expect("it is answered"), "an old code is none");
    assert!(store.mailbox(ada).await.expect("it reads").is_some_and(|mailbox| mailbox.confirmed > 0));
    // Whoever gives it, and however it is written: one address is asked so often in a day.
    let asks = |guest: u128, address: &str| {
        let until = UnixMillis(i64::MAX);
        store.ask_mailbox(Guest(guest), address.to_owned(), guest.to_string(), "1".to_owned(), until)
    };
    assert!(asks(8, "7+games@example.org").await.expect("it is answered"));
    assert!(!asks(9, "7@example.org").await.expect("it is answered"));
    assert!(!asks(9, "7+more@Example.org").await.expect("it is answered"));
    // A code runs out.
    let old = store.ask_mailbox(
        Guest(9),
        "9@example.org".to_owned(),
        "9".to_owned(),
        "1".to_owned(),
        UnixMillis(1),
    );
    assert!(old.await.expect("it is answered"));
    assert!(!store.confirm_mailbox(Guest(9), "1".to_owned()).await.expect("it is answered"));
    assert!(store.stop_mail(ada.to_string()).await.expect("it is written"));
    assert!(!store.stop_mail(ada.to_string()).await.expect("it is written"));
    assert_eq!(store.mailbox(ada).await.expect("it reads"), None);
}

async fn a_browser_is_one_person_s_and_of_many_the_oldest_goes(place: &Place) {
    let store = place.open().await;
    let count = |guest: u128| {
        let store = &store;
        async move { store.browsers(Guest(guest)).await.expect("it reads").len() }
    };
    store.add_browser(Guest(7), browser("https://push.example/a")).await.expect("it is written");
    store.add_browser(Guest(8), browser("https://push.example/a")).await.expect("it is written");
    assert_eq!((count(7).await, count(8).await), (0, 1));
    for n in 0..15 {
        store
            .add_browser(Guest(7), browser(&format!("https://push.example/{n}")))
            .await
            .expect("it is written");
    }
    assert_eq!(count(7).await, 10);
    store.remove_browser("https://push.example/a".to_owned()).await.expect("it is written");
    assert_eq!(count(8).await, 0);
}

async fn with_a_device_go_its_browsers_and_those_without_one(place: &Place) {
    let store = place.open().await;
    let (ada, bea) = (Guest(7), Guest(8));
    named(&store, 7, "Ada").await;
    named(&store, 8, "Bea").await;
    let (lost, kept, hers) = (passkey(7, 1), passkey(7, 2), passkey(8, 3));
    for passkey in [&lost, &kept, &hers] {
        store.add_passkey(passkey.clone()).await.expect("it is written");
    }
    let adds = |guest, endpoint: &str, device: Option<&String>| {
        let browser = Browser { device: device.cloned(), ..browser(endpoint) };
        store.add_browser(guest, browser)
    };
    for (guest, endpoint, device) in [
        (ada, "a", Some(&lost.device)),
        (ada, "b", Some(&kept.device)),
        (ada, "c", None),
        (bea, "d", Some(&hers.device)),
        (bea, "e", None),
    ] {
        adds(guest, endpoint, device).await.expect("it is written");
    }
    let left = |guest| {
        let store = &store;
        async move {
            let browsers = store.browsers(guest).await.expect("it reads");
            browsers.into_iter().map(|browser| browser.endpoint).collect::<Vec<_>>().concat()
        }
    };
    assert!(store.remove_device(ada, lost.device.clone()).await.expect("it is written"));
    assert_eq!((left(ada).await, left(bea).await), ("b".to_owned(), "de".to_owned()));
    // Whoever has it says so once more.
    adds(ada, "a", Some(&lost.device)).await.expect("it is answered");
    assert_eq!(left(ada).await, "b", "nobody listens");
}

async fn who_is_owed_something_is_remembered_and_a_browser_in_trouble_rests(place: &Place) {
    let store = place.open().await;
    let ada = Guest(7);
    reached(&store, ada).await;
    let now = store.now();
    store.put_notice(turn(ada, "t", 5_000, 1)).await.expect("it is written");
    let [waiting] = &due(&store, 1).await[..] else { panic!("it is due") };
    assert_eq!(waiting.owed, None);
    let owed = vec!["https://push.example/b".to_owned()];
    settle(&store, waiting, Fate::Half { pushed: true, mailed: false, owed, again: UnixMillis(9) }).await;
    let [again] = &due(&store, 9).await[..] else { panic!("it is due again") };
    assert_eq!(
        (again.owed.as_deref(), again.pushed.is_some()),
        (Some(r#"["https://push.example/b"]"#), true)
    );
    assert_eq!(store.told(ada, now).await.expect("it reads").in_hour, 1, "somebody has taken it");
    settle(&store, again, Fate::Sent { pushed: false, mailed: false }).await;
    assert_eq!(store.told(ada, now).await.expect("it reads").in_hour, 1, "nothing was sent this time");
    // The next turn is owed to everybody.
    store.put_notice(turn(ada, "t", 90_000, 1)).await.expect("it is written");
    assert_eq!(due(&store, 1).await[0].owed, None);

    let resting = || async {
        let [Browser { failed, rests, .. }] = store.browsers(ada).await.expect("it reads")[..] else {
            panic!("there is one")
        };
        (failed, rests)
    };
    assert_eq!(resting().await, (0, 0));
    let endpoint = format!("https://push.example/{}", ada.0);
    store.browser_failed(endpoint, 2, UnixMillis(99)).await.expect("it is written");
    reached(&store, ada).await;
    assert_eq!(resting().await, (2, 99), "saying it again is no cure");
}
