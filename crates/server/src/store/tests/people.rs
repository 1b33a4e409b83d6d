//! People with accounts, their company, and those who keep the house: both engines, in the same words.

use super::{Place, notices::invitation, opening};
use crate::{
    Database, PeopleOf, ToDo,
    people::Guest,
    store::{
        Key, Store, UnixMillis,
        accounts::{Claimed, Passkey},
        company::{Asked, Tie},
        keeping::{Act, By},
    },
};

with_both!(
    a_challenge_is_taken_once_and_in_time,
    an_account_begins_and_ends_with_its_passkeys_and_its_name_is_theirs_alone,
    company_is_kept_and_goes_with_whoever_goes,
    what_is_done_beside_a_house_is_seen_in_it,
);

pub(super) fn passkey(guest: u128, number: u8) -> Passkey {
    Passkey {
        id: vec![number; 20],
        guest: Guest(guest),
        device: format!("{number:016x}"),
        host: "table.example".to_owned(),
        name: "Laptop".to_owned(),
        fixed: vec![1, 2, number],
        changing: vec![3],
        made: i64::from(number),
        used: 5,
    }
}

pub(super) async fn named(store: &Store, guest: u128, name: &str) -> Claimed {
    store.name_guest(Guest(guest), name.to_owned()).await.expect("it is written")
}

async fn a_challenge_is_taken_once_and_in_time(place: &Place) {
    let (one, other) = (place.open().await, place.open().await);
    let later = UnixMillis(one.now().0 + 60_000);
    one.challenge(7, Some(Guest(1)), vec![9], later).await.expect("it is written");
    one.challenge(8, None, vec![8], UnixMillis(one.now().0 - 5_000)).await.expect("it is written");
    // On whichever node; and only one of both.
    let (first, second) = tokio::join!(one.take_challenge(7), other.take_challenge(7));
    let mut taken = [first.expect("it reads"), second.expect("it reads")];
    taken.sort_by_key(Option::is_none);
    assert_eq!(taken, [Some((Some(Guest(1)), vec![9])), None]);
    assert_eq!(one.take_challenge(8).await.expect("it reads"), None, "too late");
    assert_eq!(one.take_challenge(9).await.expect("it reads"), None, "never asked");
}

async fn an_account_begins_and_ends_with_its_passkeys_and_its_name_is_theirs_alone(place: &Place) {
    let store = place.open().await;
    assert_eq!(store.add_passkey(passkey(1, 1)).await.expect("it reads"), Claimed::Taken, "a name first");
    assert_eq!(named(&store, 1, "Ada").await, Claimed::Done);
    assert_eq!(named(&store, 2, "Аda").await, Claimed::Done, "guests may be called alike");
    assert_eq!(store.add_passkey(passkey(1, 1)).await.expect("it is written"), Claimed::Done);
    assert_eq!(store.add_passkey(passkey(1, 2)).await.expect("it is written"), Claimed::Done);
    assert!(store.add_passkey(passkey(1, 2)).await.is_err(), "a passkey is one");
    assert_eq!(store.passkeys(Guest(1)).await.expect("it reads"), [passkey(1, 1), passkey(1, 2)]);
    assert_eq!(store.passkey(&[2; 20]).await.expect("it reads"), Some(passkey(1, 2)));
    assert_eq!(store.add_passkey(passkey(2, 3)).await.expect("it reads"), Claimed::Taken);
    assert_eq!(named(&store, 3, "ADA").await, Claimed::Taken);
    assert_eq!(named(&store, 1, "A da").await, Claimed::Done, "their own they may write otherwise");
    assert_eq!(store.holder("ada").await.expect("it reads"), Some(Guest(1)));
    assert_eq!(store.guests_like("ada").await.expect("it reads"), [(Guest(2), "Аda".to_owned())]);
    store.passkey_used(vec![2; 20], vec![4]).await.expect("it is written");
    assert_eq!(store.passkey(&[2; 20]).await.expect("it reads").expect("it is there").changing, [4]);
    let (first, second) = (passkey(1, 1).device, passkey(1, 2).device);
    assert!(!store.remove_device(Guest(2), first.clone()).await.expect("it reads"), "not theirs");
    let since = UnixMillis(store.now().0 - 1_000);
    assert!(store.remove_device(Guest(1), first.clone()).await.expect("it is written"));
    assert!(!store.is_device_of(&first, Guest(1)).await.expect("it reads"));
    assert!(store.has_account(Guest(1)).await.expect("it reads"));
    assert!(store.remove_device(Guest(1), second.clone()).await.expect("it is written"));
    assert!(!store.has_account(Guest(1)).await.expect("it reads"), "the last one ends it");
    let changes = store.changes(since).await.expect("it reads").into_iter();
    let out: Vec<_> = changes.filter_map(|change| change.device).collect();
    assert_eq!(out, [first, second], "houses that are open hear of it");
    assert_eq!(named(&store, 3, "ADA").await, Claimed::Done);
}

async fn company_is_kept_and_goes_with_whoever_goes(place: &Place) {
    let store = place.open().await;
    for (guest, name) in [(1, "Ada"), (2, "Bob"), (3, "Eve")] {
        named(&store, guest, name).await;
    }
    let (ada, bob, eve) = (Guest(1), Guest(2), Guest(3));
    assert!(store.tie(ada, Tie::Follows, bob, true).await.expect("it is written"));
    assert!(store.tie(ada, Tie::Follows, bob, true).await.expect("twice is once"));
    assert!(store.tie(bob, Tie::Blocks, eve, true).await.expect("it is written"));
    assert_eq!(store.ties(ada, Tie::Follows).await.expect("it reads"), [(bob, "Bob".to_owned())]);
    let key = store.open_table(opening(1), Vec::new(), Vec::new(), None).await.expect("it is kept");
    let other = store.open_table(opening(3), Vec::new(), Vec::new(), None).await.expect("it is kept");
    assert_eq!(store.invite(key, ada, invitation(bob)).await.expect("it is written"), Asked::Done);
    assert_eq!(store.invite(other, eve, invitation(bob)).await.expect("it reads"), Asked::Unwilling);
    assert_eq!(
        store.invite(key, bob, invitation(eve)).await.expect("it reads"),
        Asked::Unwilling,
        "nor the other way"
    );
    let asked = store.invitations(bob).await.expect("it reads");
    assert_eq!((asked.len(), asked[0].by_name.as_str()), (1, "Ada"));
    store.report(key, 4, eve, ada).await.expect("it is written");
    store.report(key, 4, eve, bob).await.expect("it is written");
    store.report(key, 4, eve, bob).await.expect("twice is once");
    let reports = store.reports(9).await.expect("it reads");
    assert_eq!((reports.len(), reports[0].times, reports[0].guest), (1, 2, eve));
    let known = store.known(eve).await.expect("it reads");
    let until = UnixMillis(store.now().0 + 60_000);
    store
        .keeper_does(By { name: "Ada".to_owned(), guest: Some(ada) }, known, Act::Silence(until))
        .await
        .expect("it is written");
    assert_eq!(store.silenced(eve).await.expect("it reads"), until);
    assert_eq!(store.people_like("ev", 9).await.expect("it reads").len(), 1);
    store.forget_guest(eve).await.expect("it is written");
    assert!(store.reports(9).await.expect("it reads").is_empty());
    assert!(store.ties(bob, Tie::Blocks).await.expect("it reads").is_empty());
    let deeds = store.deeds(9).await.expect("it reads");
    assert_eq!((deeds.len(), deeds[0].whom.as_str()), (1, ""), "that it was done stays; to whom does not");
    assert_eq!(deeds[0].by_whom, "Ada");
    store.forget_guest(ada).await.expect("it is written");
    let deeds = store.deeds(9).await.expect("it reads");
    assert_eq!((deeds.len(), deeds[0].by_whom.as_str()), (1, ""), "nor does who did it");
    assert!(store.forget(key, UnixMillis(i64::MAX)).await.expect("it is written"));
    assert!(store.invitations(bob).await.expect("it reads").is_empty());
    assert_ne!(key, Key(0));
}

async fn what_is_done_beside_a_house_is_seen_in_it(place: &Place) {
    let store = place.open().await;
    named(&store, 1, "Ada").await;
    store.add_passkey(passkey(1, 1)).await.expect("it is written");
    let since = UnixMillis(store.now().0 - 1_000);
    let known = store.changes(since).await.expect("it reads").len();
    let mut machine = PeopleOf::open(&place.database).await.expect("it opens beside the house");
    machine.act("ada", ToDo::Keeper(true)).await.expect("it is done");
    assert!(store.is_keeper(Guest(1)).await.expect("it reads"));
    machine.act("Ada", ToDo::Rename("Lovelace".to_owned())).await.expect("it is done");
    assert_eq!(store.name_of(Guest(1)).await.expect("it reads"), "Lovelace");
    machine.act("lovelace", ToDo::Remove).await.expect("it is done");
    assert!(store.is_leaving(Guest(1)).await.expect("it reads"));
    assert_eq!(store.changes(since).await.expect("it reads").len(), known + 3);
    // So is what somebody does on the page of another house.
    store.note_leaving(Guest(2)).await.expect("it is written");
    assert_eq!(
        store.changes(since).await.expect("it reads").last().map(|change| change.guest),
        Some(Guest(2))
    );
    assert_eq!(machine.log().await.expect("it reads").len(), 3);
    machine.close().await;
}

#[tokio::test]
async fn names_from_before_there_were_accounts_get_their_looks() {
    let place = Place::file();
    let store = place.open().await;
    named(&store, 1, "Zoé").await;
    named(&store, 2, "Bob").await;
    let Database::File(file) = &place.database else { panic!("it is a file") };
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut old =
        <sqlx::SqliteConnection as sqlx::Connection>::connect_with(&options).await.expect("it is there");
    sqlx::raw_sql("UPDATE people SET looks = ''").execute(&mut old).await.expect("it was like that");
    assert!(store.guests_like("zoé").await.expect("it reads").is_empty());
    store.look_at_names().await.expect("it is written");
    assert_eq!(store.guests_like("ZOÉ").await.expect("it reads").len(), 1);
}
