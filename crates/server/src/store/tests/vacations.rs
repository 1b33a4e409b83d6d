//! Who is away: both engines, in the same words.

use super::Place;
use crate::{
    people::Guest,
    store::{Store, StoreError, UnixMillis},
    vacations::NotAway,
};

with_both!(
    a_vacation_is_kept_within_its_limits_and_gives_back_what_is_left,
    whoever_goes_at_two_nodes_at_once_goes_once,
    what_tables_do_not_know_is_found_until_they_do,
);

const A_DAY: i64 = 86_400_000;

fn later(store: &Store, days: i64) -> UnixMillis {
    UnixMillis(store.now().0 + days * A_DAY + 60_000)
}

/// Somebody is away for so many days and a minute.
pub(super) async fn goes(store: &Store, guest: Guest, days: i64) {
    let gone = store.go_away(guest, later(store, days)).await.expect("it is written");
    assert_eq!(gone, Ok(()));
}

async fn a_vacation_is_kept_within_its_limits_and_gives_back_what_is_left(place: &Place) {
    let store = place.open().await;
    let (ada, bea) = (Guest(1), Guest(2));
    let wants = |days| {
        let store = &store;
        async move { store.go_away(ada, later(store, days)).await.expect("it writes") }
    };
    assert_eq!((wants(0).await, wants(30).await), (Err(NotAway::Short), Err(NotAway::Long { left: 30 })));
    assert!(store.vacations_of(&[ada]).await.expect("it reads").is_empty());
    goes(&store, ada, 29).await;
    goes(&store, bea, 5).await;
    // Another date is the same vacation.
    goes(&store, ada, 20).await;
    let both = store.vacations_of(&[ada, bea, Guest(3)]).await.expect("it reads");
    assert_eq!(both.iter().map(|away| away.guest).collect::<Vec<_>>(), [ada, bea]);
    let now = store.now();
    assert_eq!(store.away_until(ada, now).await.expect("it reads"), Some(both[0].until));
    assert_eq!(store.away_until(ada, both[0].until).await.expect("it reads"), None);
    store.come_back(ada).await.expect("it is written");
    assert_eq!(store.away_until(ada, store.now()).await.expect("it reads"), None);
    assert!(store.away_until(bea, now).await.expect("it reads").is_some(), "the others are not back");
    // The day that had begun is gone.
    assert_eq!(wants(29).await, Err(NotAway::Long { left: 29 }));
    goes(&store, ada, 28).await;
    assert_eq!(store.vacations_of(&[ada]).await.expect("it reads").len(), 2);
    store.forget_vacations(later(&store, 6)).await.expect("it is written");
    let kept = store.vacations_of(&[ada, bea]).await.expect("it reads");
    assert_eq!(kept.iter().map(|away| away.guest).collect::<Vec<_>>(), [ada]);
}

async fn whoever_goes_at_two_nodes_at_once_goes_once(place: &Place) {
    let (one, other) = (place.open().await, place.open().await);
    let ada = Guest(1);
    for round in 1..=5 {
        let (first, second) =
            tokio::join!(one.go_away(ada, later(&one, 2)), other.go_away(ada, later(&other, 3)));
        // Who was second was told so, or has changed what the first wrote.
        for gone in [first, second] {
            assert!(matches!(gone, Ok(Ok(())) | Err(StoreError::Conflict)), "{gone:?}");
        }
        assert_eq!(one.vacations_of(&[ada]).await.expect("it reads").len(), round);
        one.come_back(ada).await.expect("it is written");
        // Each reckons what time it is in the database, a few milliseconds apart: for both she is back before she goes again.
        let back = one.now();
        while other.now() <= back {
            tokio::task::yield_now().await;
        }
    }
}

async fn what_tables_do_not_know_is_found_until_they_do(place: &Place) {
    let store = place.open().await;
    let ada = Guest(1);
    let untold = || async { store.untold_vacations(9).await.expect("it reads") };
    assert!(untold().await.is_empty());
    goes(&store, ada, 3).await;
    let known = store.vacations_of(&[ada]).await.expect("it reads");
    // Before they were told it ends otherwise.
    goes(&store, ada, 5).await;
    store.note_told(known).await.expect("it is written");
    assert_eq!(untold().await, [ada]);
    let known = store.vacations_of(&[ada]).await.expect("it reads");
    store.note_told(known).await.expect("it is written");
    assert!(untold().await.is_empty());
    store.come_back(ada).await.expect("it is written");
    assert_eq!(untold().await, [ada]);
}
