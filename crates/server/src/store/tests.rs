//! What a store promises, asked of both engines in the same words.

use std::{sync::Arc, time::Duration};

use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};
use table::Seed;

use super::{
    Given, Key, Named, Opening, Row, Sharing, Store, StoreError, Timed, UnixMillis,
    accounts::Claimed,
    company::Tie,
    endings::{Ending, Sat, SeatEnding},
    keeping::{Act, By},
};
use crate::{
    Database,
    people::Guest,
    protocol::{BotLevel, Verdict},
};

#[path = "../../tests/support/postgres.rs"]
mod postgres_server;

/// Somewhere to keep things, for as long as a test runs.
struct Place {
    database: Database,
    _folder: Option<tempfile::TempDir>,
    server: Option<postgres_server::Postgres>,
}

impl Place {
    fn file() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self { database: folder.path().join("test.sqlite").into(), _folder: Some(folder), server: None }
    }

    fn postgres() -> Self {
        Self::in_postgres(postgres_server::Postgres::lent())
    }

    fn in_postgres(server: postgres_server::Postgres) -> Self {
        Self { database: Database::Postgres(server.url()), _folder: None, server: Some(server) }
    }

    async fn open(&self) -> Store {
        Store::open(&self.database, Sharing::Town).await.expect("it opens")
    }
}

/// Each of these for both engines.
macro_rules! with_both {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                super::$test(&super::Place::file()).await;
            })+
        }
        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                super::$test(&super::Place::postgres()).await;
            })+
        }
    };
}

mod cups;
mod notices;
mod pairing;
mod people;
mod plans;
mod ratings;
mod vacations;

with_both!(
    a_number_is_written_once_and_the_others_of_its_group_are_kept,
    a_log_has_no_holes,
    whatever_waits_is_one_commit_and_what_fails_does_so_alone,
    a_table_is_found_as_it_was_opened,
    what_games_came_to_is_counted_and_listed,
    whoever_is_forgotten_is_nowhere,
    what_was_kept_is_void_once_the_log_has_gone_on_or_was_rewritten,
    what_nobody_touched_is_forgotten_and_nothing_else,
    secrets_codes_and_analyses_stand_once,
    tables_whose_time_may_be_up_are_found_and_not_forgotten,
);

fn row(n: u64) -> Row {
    Row { n, entry: format!("0@{n} x"), wall: UnixMillis(n as i64) }
}

fn opening(host: u128) -> Opening {
    Opening::new("pyramids".to_owned(), None, "{}", 2, Guest(host), false).expect("it opens")
}

async fn a_log_has_no_holes(place: &Place) {
    let store = place.open().await;
    let named = Some(Named { guest: Guest(7), sits: true });
    for (n, named, written) in
        [(2, None, false), (1, None, true), (3, named, false), (2, named, true), (3, None, true)]
    {
        let tried = store.append(Key(1), row(n), named, None).await;
        assert_eq!(tried.is_ok(), written, "{n}: {tried:?}");
        assert!(written || matches!(tried, Err(StoreError::Conflict)), "{n}: {tried:?}");
    }
    // One after the other of one group.
    let (one, two) =
        tokio::join!(store.append(Key(2), row(1), None, None), store.append(Key(2), row(3), None, None),);
    assert!(one.is_ok() && two.is_err(), "{one:?}, {two:?}");
    assert_eq!(store.log(Key(1), 0).await.expect("it reads"), [row(1), row(2), row(3)]);
    assert_eq!(store.log(Key(2), 0).await.expect("it reads"), [row(1)]);
}

async fn a_number_is_written_once_and_the_others_of_its_group_are_kept(place: &Place) {
    let (one, other) = (place.open().await, place.open().await);
    one.append(Key(1), row(1), None, None).await.expect("nobody was first");
    assert!(matches!(other.append(Key(1), row(1), None, None).await, Err(StoreError::Conflict)));
    // Many at once, more than one statement holds, one of them in conflict.
    let many: Vec<_> = (0..200)
        .map(|key| {
            tokio::spawn({
                let one = one.clone();
                async move { one.append(Key(key), row(1), None, None).await }
            })
        })
        .collect();
    for (key, done) in many.into_iter().enumerate() {
        let done = done.await.expect("it answers");
        assert_eq!(done.is_ok(), key != 1, "{key}: {done:?}");
    }
    // Two that want the same number, whose entries name somebody: one of them has it.
    let named = Some(Named { guest: Guest(7), sits: true });
    let (first, second) =
        tokio::join!(one.append(Key(300), row(1), named, None), one.append(Key(300), row(1), None, None));
    assert!(first.is_ok() && matches!(second, Err(StoreError::Conflict)), "{second:?}");
    assert_eq!(other.log(Key(199), 0).await.expect("it reads"), [row(1)]);
    assert_eq!(other.log(Key(1), 0).await.expect("it reads"), [row(1)]);
    // Two nodes that want many of the same numbers, in any order: each number is one's, and neither waits for ever.
    let race = |store: Store, backwards: bool| async move {
        let numbers: Vec<i64> = if backwards { (400..600).rev().collect() } else { (400..600).collect() };
        let tries = numbers.into_iter().map(|key| {
            let store = store.clone();
            tokio::spawn(async move { store.append(Key(key), row(1), None, None).await.is_ok() })
        });
        let mut won = 0;
        for tried in tries.collect::<Vec<_>>() {
            won += usize::from(tried.await.expect("it answers"));
        }
        won
    };
    let (ours, theirs) = tokio::join!(race(one.clone(), false), race(other.clone(), true));
    assert_eq!(ours + theirs, 200);
    one.close().await;
    assert!(matches!(one.append(Key(9), row(2), None, None).await, Err(StoreError::Closed)));
}

async fn whatever_waits_is_one_commit_and_what_fails_does_so_alone(place: &Place) {
    let store = place.open().await;
    store.append(Key(1), row(1), None, None).await.expect("nobody was first");
    let opening = opening(7);
    store.open_table(opening.clone(), Vec::new(), Vec::new(), None).await.expect("it is kept");
    let (taken, new, again, name, level) = tokio::join!(
        store.append(Key(1), row(1), None, None),
        store.append(Key(1), row(2), None, None),
        // The same id once more.
        store.open_table(opening, Vec::new(), Vec::new(), None),
        store.name_guest(Guest(7), "Ada".to_owned()),
        store.note_level(Guest(7), "quintazone".to_owned(), 2),
    );
    assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    assert!(new.is_ok() && name.is_ok() && level.is_ok(), "{new:?} {name:?} {level:?}");
    assert_eq!(store.log(Key(1), 0).await.expect("it reads"), [row(1), row(2)]);
    store.name_guest(Guest(7), "Ada Lovelace".to_owned()).await.expect("it is written");
    assert_eq!(store.name_of(Guest(7)).await.expect("it reads"), "Ada Lovelace");
    store.note_level(Guest(7), "quintazone".to_owned(), 2).await.expect("once is enough");
    assert_eq!(store.levels(Guest(7), "quintazone").await.expect("it reads"), [2]);
    assert_eq!(store.all_levels(Guest(7)).await.expect("it reads"), [("quintazone".to_owned(), 2)]);
    assert_eq!(store.name_of(Guest(8)).await.expect("it reads"), "", "nobody has said");
    assert_eq!(store.trouble().await, None);
}

async fn a_table_is_found_as_it_was_opened(place: &Place) {
    let store = place.open().await;
    let text: Arc<str> = "0@1 S@a1\n0@2 A+90".into();
    for n in [0, 2] {
        let given = Some(Given { text: Arc::clone(&text), n });
        let opening = Opening { private: true, seed: Seed::from(7), given, ..opening(9) };
        let entries = vec!["\"start\"".to_owned()];
        let sits = vec![Named { guest: Guest(8), sits: true }];
        let key = store.open_table(opening.clone(), entries, sits, None).await.expect("it is kept");
        let (found, read) = store.table(&opening.id).await.expect("it reads").expect("it is there");
        assert_eq!((found, format!("{read:?}")), (key, format!("{opening:?}")));
        assert_eq!(store.game_of(&opening.id).await.expect("it reads").as_deref(), Some("pyramids"));
        assert_eq!(store.log(key, 0).await.expect("it reads").len(), 1);
        assert_eq!(store.log(key, 1).await.expect("it reads").len(), 0);
    }
    assert!(store.table("nowhere").await.expect("it reads").is_none());
    assert_eq!(
        (store.opened_by(Guest(9)).await.expect("it reads"), store.unfinished().await.expect("so")),
        (2, 2)
    );
    assert!(store.public_tables(9).await.expect("it reads").is_empty(), "both are private");
    let theirs = store.tables_of(Guest(8), 9).await.expect("it reads");
    assert_eq!(theirs.iter().map(|(key, ..)| key.0).collect::<Vec<_>>(), [2, 1], "newest first");
}

/// A finished game of Ada (7) against a bot.
async fn finished(store: &Store, at: i64, verdict: Verdict) -> (Key, Opening) {
    let opening = opening(7);
    let sits = vec![Named { guest: Guest(7), sits: true }];
    let key = store.open_table(opening.clone(), Vec::new(), sits, None).await.expect("it is kept");
    let seats = vec![
        SeatEnding { sat: Sat::Guest(Guest(7)), verdict, score: Some(12) },
        SeatEnding { sat: Sat::Bot(BotLevel::Club), verdict: Verdict::Lost, score: None },
    ];
    let ending =
        Ending { at: UnixMillis(at), moves: 30, options: "{}".to_owned(), seats, rated: None, feat: None };
    store.note_ending(key, ending.clone()).await.expect("it is written");
    store.note_ending(key, ending).await.expect("twice is once");
    (key, opening)
}

async fn what_games_came_to_is_counted_and_listed(place: &Place) {
    let store = place.open().await;
    store.name_guest(Guest(7), "Ada".to_owned()).await.expect("it is written");
    let mut ids = Vec::new();
    for (at, verdict) in [(10, Verdict::Won), (20, Verdict::Drawn), (30, Verdict::Lost)] {
        ids.push(finished(&store, at, verdict).await.1.id);
    }
    let verdicts: Vec<_> = store
        .counted(Guest(7))
        .await
        .expect("it reads")
        .iter()
        .map(|game| (game.verdict, game.score))
        .collect();
    assert_eq!(verdicts, [(Verdict::Won, Some(12)), (Verdict::Drawn, Some(12)), (Verdict::Lost, Some(12))]);
    let page = store.past_games(Guest(7), None, 2).await.expect("it reads");
    let next = store.past_games(Guest(7), Some(&page[1].id), 2).await.expect("it reads");
    let listed: Vec<_> = page.iter().chain(&next).map(|game| game.id.clone()).collect();
    assert_eq!(listed, ids.iter().rev().cloned().collect::<Vec<_>>(), "newest first, page after page");
    assert_eq!((page[0].names[0].as_str(), page[0].ending.seats.len(), page[0].ending.moves), ("Ada", 2, 30));
    assert_eq!(page[0].ending.seats[1].sat, Sat::Bot(BotLevel::Club));
    assert!(store.unrecorded(Guest(7), 9).await.expect("it reads").is_empty());
    let opening = opening(7);
    let sits = vec![Named { guest: Guest(7), sits: true }];
    let key = store.open_table(opening.clone(), Vec::new(), sits, None).await.expect("it is kept");
    store.note_finished(key).await.expect("it is written");
    assert_eq!(store.unrecorded(Guest(7), 9).await.expect("it reads"), [(key, opening.id)]);
}

async fn whoever_is_forgotten_is_nowhere(place: &Place) {
    let store = place.open().await;
    let (key, opening) = finished(&store, 10, Verdict::Won).await;
    store
        .append(key, Row { n: 1, entry: "secret".to_owned(), wall: UnixMillis(1) }, None, None)
        .await
        .expect("so");
    store.note_code(Guest(7), [1; 32]).await.expect("it is written");
    store.note_level(Guest(7), "quicksand".to_owned(), 3).await.expect("it is written");
    store.name_guest(Guest(7), "Ada".to_owned()).await.expect("it is written");
    store.note_leaving(Guest(7)).await.expect("it is written");
    store.note_leaving(Guest(7)).await.expect("twice is once");
    notices::reached(&store, Guest(7)).await;
    notices::mailbox(&store, Guest(7)).await;
    store.wish(Guest(7), "{}".to_owned()).await.expect("it is written");
    store.put_notice(notices::turn(Guest(7), "t", 5, 5)).await.expect("it is written");
    vacations::goes(&store, Guest(7), 3).await;
    assert_eq!(store.leaving().await.expect("it reads"), [Guest(7)]);
    assert_eq!(store.tables_that_name(Guest(7)).await.expect("it reads"), [opening.id.as_str()]);
    let blank = vec![Row { n: 1, entry: "blank".to_owned(), wall: UnixMillis(1) }];
    store.rewrite(key, blank.clone(), Guest(7), Guest(9)).await.expect("it is written");
    store.forget_guest(Guest(7)).await.expect("it is written");
    assert_eq!(store.log(key, 0).await.expect("it reads"), blank);
    let (_, read) = store.table(&opening.id).await.expect("it reads").expect("it is there");
    assert_eq!((read.host, read.rewrites), (Guest(9), 1));
    assert!(store.leaving().await.expect("it reads").is_empty());
    assert!(store.tables_that_name(Guest(7)).await.expect("it reads").is_empty());
    assert!(store.counted(Guest(7)).await.expect("it reads").is_empty());
    assert!(store.all_levels(Guest(7)).await.expect("it reads").is_empty());
    assert_eq!(store.name_of(Guest(7)).await.expect("it reads"), "");
    assert_eq!(store.guest_of_code([1; 32]).await.expect("it reads"), None);
    assert!(store.due_notices(UnixMillis(9), 9).await.expect("it reads").is_empty());
    assert!(store.browsers(Guest(7)).await.expect("it reads").is_empty());
    assert_eq!(store.mailbox(Guest(7)).await.expect("it reads"), None);
    assert_eq!(store.wishes(Guest(7)).await.expect("it reads"), None);
    assert!(store.vacations_of(&[Guest(7)]).await.expect("it reads").is_empty());
}

async fn what_was_kept_is_void_once_the_log_has_gone_on_or_was_rewritten(place: &Place) {
    use crate::{catalogue_about, fold::Table};
    let store = place.open().await;
    let opening = opening(7);
    let key = store.open_table(opening.clone(), Vec::new(), Vec::new(), None).await.expect("it is kept");
    let mut table = Table::new(key, Arc::new(opening.clone()), catalogue_about("pyramids"));
    // Whatever may take long is done in its order.
    let stands = || async {
        store.keep_analysis(Key(-1), false, String::new()).await.expect("it writes");
        store.public_tables(1).await.expect("it reads").remove(0).2.is_some()
    };
    store
        .append(key, Row { n: 1, entry: "\"drop\"".to_owned(), wall: UnixMillis(0) }, None, None)
        .await
        .expect("so");
    store.keep(&table);
    assert!(!stands().await, "the log has gone on");
    table.read_on(&store.log(key, 0).await.expect("it reads")[0]).expect("it fits");
    store.keep(&table);
    assert!(stands().await);
    store.rewrite(key, Vec::new(), Guest(7), Guest(8)).await.expect("it is written");
    assert!(!stands().await, "it named somebody");
    store.keep(&table);
    assert!(!stands().await, "whoever folded it before comes too late");
    assert_eq!(store.snapshot(key).await.expect("it reads"), None, "it is short");
}

async fn what_nobody_touched_is_forgotten_and_nothing_else(place: &Place) {
    let store = place.open().await;
    let old = UnixMillis(UnixMillis::PLAUSIBLE.0 + 1);
    let before = UnixMillis(old.0 + 1_000);
    let given = Some(Given { text: "0@1 S@a1".into(), n: 1 });
    let stale = Opening { opened: old, given, ..opening(7) };
    let touched = Opening { opened: old, ..opening(7) };
    let unknown = Opening { opened: UnixMillis(5), ..opening(7) };
    let mut keys = Vec::new();
    for opening in [&stale, &touched, &unknown] {
        keys.push(store.open_table(opening.clone(), Vec::new(), Vec::new(), None).await.expect("it is kept"));
    }
    let late = Row { n: 1, entry: "0@1 x".to_owned(), wall: UnixMillis(before.0 + 1) };
    store.append(keys[1], late, None, None).await.expect("nobody was first");
    assert_eq!(store.stale_tables(before).await.expect("it reads"), [(keys[0], stale.id.clone())]);
    notices::reached(&store, Guest(7)).await;
    store.put_notice(notices::turn(Guest(7), &stale.id, 5, 5)).await.expect("it is written");
    assert!(store.forget(keys[0], before).await.expect("it writes"));
    assert!(store.due_notices(UnixMillis(9), 9).await.expect("it reads").is_empty());
    assert!(!store.forget(keys[1], before).await.expect("it writes"));
    assert!(store.table(&stale.id).await.expect("it reads").is_none());
    assert!(store.table(&touched.id).await.expect("it reads").is_some());
}

async fn tables_whose_time_may_be_up_are_found_and_not_forgotten(place: &Place) {
    let store = place.open().await;
    let old = UnixMillis(UnixMillis::PLAUSIBLE.0 + 1);
    let later = |by: i64| UnixMillis(old.0 + by);
    let timed = |by: i64| Timed { up: later(by), by_turns: false };
    let mut tables = Vec::new();
    for up in [None, Some(timed(10)), Some(timed(20))] {
        let opening = Opening { opened: old, ..opening(7) };
        let key = store.open_table(opening.clone(), Vec::new(), Vec::new(), up).await.expect("it is kept");
        tables.push((key, opening.id));
    }
    let up = |by| {
        let store = &store;
        async move { store.time_up(later(by), 9).await.expect("it reads") }
    };
    assert_eq!((up(9).await, up(20).await), (Vec::new(), tables[1..].to_vec()));
    let row = |n| Row { n, entry: format!("0@{n} x"), wall: old };
    store.append(tables[1].0, row(1), None, Some(timed(40))).await.expect("nobody was first");
    store.append(tables[0].0, row(1), None, None).await.expect("nobody was first");
    assert_eq!(up(39).await, tables[2..].to_vec());
    assert_eq!(
        store.stale_tables(later(30)).await.expect("it reads"),
        [tables[0].clone(), tables[2].clone()]
    );
    store.note_up(tables[2].0, None);
    store.note_finished(tables[1].0).await.expect("it is written");
    assert_eq!(up(99).await, Vec::new());
}

async fn secrets_codes_and_analyses_stand_once(place: &Place) {
    let store = place.open().await;
    assert_eq!(store.secret("one", vec![1, 2]).await.expect("it is kept"), [1, 2]);
    assert_eq!(store.secret("one", vec![3]).await.expect("it is kept"), [1, 2], "the first stands");
    store.note_code(Guest(7), [1; 32]).await.expect("it is written");
    store.note_code(Guest(7), [2; 32]).await.expect("it is written");
    assert_eq!(store.guest_of_code([1; 32]).await.expect("it reads"), None, "a former one opens nothing");
    assert_eq!(store.guest_of_code([2; 32]).await.expect("it reads"), Some(Guest(7)));
    assert!(store.code_made(Guest(7)).await.expect("it reads").is_some());
    store.keep_analysis(Key(1), true, "first".to_owned()).await.expect("it is kept");
    store.keep_analysis(Key(1), true, "second".to_owned()).await.expect("it is kept");
    assert_eq!(store.analysis(Key(1), true).await.expect("it reads").as_deref(), Some("second"));
    assert_eq!(store.analysis(Key(1), false).await.expect("it reads"), None);
}

mod town {
    use super::*;

    #[tokio::test]
    async fn what_is_being_written_while_a_node_tidies_up_is_there_afterwards() {
        let place = Place::postgres();
        let store = place.open().await;
        let old = UnixMillis(UnixMillis::PLAUSIBLE.0 + 1);
        let before = UnixMillis(old.0 + 1_000);
        let stale = Opening { opened: old, ..opening(7) };
        let key = store.open_table(stale, Vec::new(), Vec::new(), None).await.expect("it is kept");
        let super::super::engine::Engine::Postgres(pool) = &store.readers else { panic!("it is Postgres") };
        let mut other = pool.begin().await.expect("another node");
        let write = "INSERT INTO log (table_key, n, entry, wall) VALUES ($1, 1, '0@1 x', $2)";
        sqlx::query(write)
            .bind(key.0)
            .bind(before.0 + 1)
            .execute(&mut *other)
            .await
            .expect("nobody was first");
        assert!(!store.forget(key, before).await.expect("it writes"));
        assert!(!store.cannot_save(), "another time is soon enough");
        other.commit().await.expect("it is written");
        assert_eq!(store.log(key, 0).await.expect("it reads").len(), 1);
        assert!(!store.forget(key, before).await.expect("it writes"), "somebody is there");
    }

    #[tokio::test]
    async fn tables_go_on_after_the_database_was_away_for_as_long_as_if_the_town_had_been_closed() {
        let place = Place::postgres();
        let (one, other) = (place.open().await, place.open().await);
        let opening = opening(7);
        let key = one.open_table(opening.clone(), Vec::new(), Vec::new(), None).await.expect("it is kept");
        one.mind(1, &[key]).await.expect("it is written");
        other.mind(2, &[]).await.expect("it is written");
        let mut living = other.living().await.expect("it reads");
        living.sort_unstable();
        assert_eq!(living, [1, 2]);
        let super::super::engine::Engine::Postgres(pool) = &one.readers else { panic!("it is Postgres") };
        let minute = Duration::from_mins(1);
        let passes = || async {
            sqlx::query("UPDATE minded SET until = until - 60000")
                .execute(pool)
                .await
                .expect("it is written");
        };
        passes().await;
        assert!(one.living().await.expect("it reads").is_empty());
        // A node that was there all the time knows that it was the database; one that has just come does not.
        assert!(one.left_alone(Duration::from_secs(1)).await.expect("it reads").is_empty());
        assert_eq!(one.left_alone(minute).await.expect("it reads"), [opening.id]);
        assert!(other.left_alone(minute).await.expect("it reads").is_empty(), "one of them has it");
        assert!(!one.is_minded(key).await.expect("it reads"), "time stood still there");
        // What was left alone before that is left alone.
        one.mind(1, &[key]).await.expect("it is written");
        for _ in 0..3 {
            passes().await;
        }
        assert!(one.left_alone(minute).await.expect("it reads").is_empty());
    }

    #[tokio::test]
    async fn a_table_that_nobody_minds_any_more_is_taken_by_one_node() {
        let place = Place::postgres();
        let (one, other) = (place.open().await, place.open().await);
        let opening = opening(7);
        let key = one.open_table(opening.clone(), Vec::new(), Vec::new(), None).await.expect("it is kept");
        one.mind(1, &[key]).await.expect("it is written");
        assert!(other.take_unminded(2, 9).await.expect("it reads").is_empty(), "somebody minds it");
        assert!(other.is_minded(key).await.expect("it reads"));
        // Whoever minded it has died: some seconds later that shows.
        let super::super::engine::Engine::Postgres(pool) = &one.readers else { panic!("it is Postgres") };
        sqlx::query("UPDATE minded SET until = until - 5000").execute(pool).await.expect("it is written");
        let (ours, theirs) = tokio::join!(one.take_unminded(1, 9), other.take_unminded(2, 9));
        let taken = [ours.expect("it reads"), theirs.expect("it reads")].concat();
        assert_eq!(taken, [(key, opening.id)], "one of them has it");
        // The whole town was closed for an hour: nothing goes on by itself.
        sqlx::query("UPDATE minded SET until = until - 3600000").execute(pool).await.expect("it is written");
        assert!(one.take_unminded(1, 9).await.expect("it reads").is_empty());
        assert!(!one.is_minded(key).await.expect("it reads"));
        // Whoever goes in good order leaves it to the next at once; what is not busy any more is nobody's.
        one.mind(1, &[key]).await.expect("it is written");
        other.mind(2, &[key]).await.expect("it is written");
        one.hand_over(1).await.expect("it is written");
        assert!(one.take_unminded(1, 9).await.expect("it reads").is_empty(), "the other has it, too");
        other.hand_over(2).await.expect("it is written");
        assert_eq!(one.take_unminded(1, 9).await.expect("it reads").len(), 1);
        one.mind_no_more(1, &[key]).await.expect("it is written");
        one.hand_over(1).await.expect("it is written");
        assert!(one.take_unminded(1, 9).await.expect("it reads").is_empty());
        assert!(one.may_tidy().await.expect("it reads") && !other.may_tidy().await.expect("it reads"));
    }

    #[tokio::test]
    async fn a_house_moves_from_its_file_into_a_database_and_nothing_is_lost() {
        let (old, new) = (Place::file(), Place::postgres());
        let (Database::File(file), Database::Postgres(url)) = (&old.database, &new.database) else {
            panic!("one is a file")
        };
        let store = old.open().await;
        let (key, opening) = finished(&store, 10, Verdict::Won).await;
        store.name_guest(Guest(7), "Ada".to_owned()).await.expect("it is written");
        store.note_code(Guest(7), [1; 32]).await.expect("it is written");
        let passkey = people::passkey(7, 1);
        assert_eq!(store.add_passkey(passkey.clone()).await.expect("it is written"), Claimed::Done);
        store.tie(Guest(7), Tie::Follows, Guest(8), true).await.expect("it is written");
        store.invite(key, Guest(7), notices::invitation(Guest(8))).await.expect("it is written");
        store.report(key, 1, Guest(7), Guest(8)).await.expect("it is written");
        notices::reached(&store, Guest(7)).await;
        store.put_notice(notices::turn(Guest(7), "t", 5, 5)).await.expect("it is written");
        vacations::goes(&store, Guest(7), 3).await;
        let away = store.vacations_of(&[Guest(7)]).await.expect("it reads");
        let known = store.known(Guest(7)).await.expect("it reads");
        store
            .keeper_does(By { name: "x".to_owned(), guest: None }, known.clone(), Act::Keeper(true))
            .await
            .expect("it is written");
        let cookies = store.secret("cookies", vec![5; 64]).await.expect("it is kept");
        for n in 1..=3_000 {
            store.append(key, row(n), None, None).await.expect("nobody was first");
        }
        let log = store.log(key, 0).await.expect("it reads");
        store.close().await;
        let moved = crate::move_house(file, url).await.expect("it moves");
        assert_eq!((moved.tables, moved.entries, moved.people), (1, 3_000, 1));
        let again = crate::move_house(file, url).await.expect_err("once is enough");
        assert!(again.to_string().contains("already holds a house"), "{again}");
        let store = new.open().await;
        assert_eq!(store.log(key, 0).await.expect("it reads"), log);
        assert_eq!(store.secret("cookies", vec![6]).await.expect("it is there"), cookies);
        assert_eq!(store.guest_of_code([1; 32]).await.expect("it reads"), Some(Guest(7)));
        let (_, read) = store.table(&opening.id).await.expect("it reads").expect("it is there");
        assert_eq!((read.seed, read.host, read.name), (opening.seed, opening.host, opening.name));
        assert_eq!(store.passkeys(Guest(7)).await.expect("it reads"), [passkey]);
        assert_eq!(store.ties(Guest(7), Tie::Follows).await.expect("it reads").len(), 1);
        assert_eq!(store.reports(9).await.expect("it reads").len(), 1);
        assert!(store.is_keeper(Guest(7)).await.expect("it reads"));
        assert_eq!(store.due_notices(UnixMillis(9), 9).await.expect("it reads").len(), 1);
        assert_eq!(
            store.browsers(Guest(7)).await.expect("it reads"),
            [notices::browser("https://push.example/7")]
        );
        assert_eq!(store.vacations_of(&[Guest(7)]).await.expect("it reads"), away);
        notices::mailbox(&store, Guest(7)).await;
        store
            .keeper_does(By { name: "x".to_owned(), guest: None }, known, Act::Lift)
            .await
            .expect("its number is free");
        assert_eq!(store.deeds(9).await.expect("it reads").len(), 2);
        // The next table does not get a number that is taken.
        let next =
            store.open_table(super::opening(8), Vec::new(), Vec::new(), None).await.expect("it is kept");
        assert!(next > key);
        let other = file.with_file_name("other.sqlite");
        let options = SqliteConnectOptions::new().filename(&other).create_if_missing(true);
        let mut made = SqliteConnection::connect_with(&options).await.expect("it is made");
        sqlx::query("CREATE TABLE songs (name TEXT)")
            .execute(&mut made)
            .await
            .expect("it holds something else");
        drop(made);
        let before = std::fs::read(&other).expect("it reads");
        let strange = crate::move_house(&other, url).await.expect_err("it is no house").to_string();
        assert!(strange.contains("not the file of a house"), "{strange}");
        assert_eq!(std::fs::read(&other).expect("it reads"), before, "nothing is written into it");
        let database = std::path::Path::new("postgres://ada:secret@host/house");
        let database = crate::move_house(database, url).await.expect_err("it is no file").to_string();
        assert!(!database.contains("secret"), "{database}");
        let nowhere = crate::move_house(&file.with_file_name("none"), url).await.expect_err("there is none");
        assert!(nowhere.to_string().contains("is not there"), "{nowhere}");
    }

    #[tokio::test]
    async fn nodes_go_by_the_database_s_clock() {
        let place = Place::postgres();
        let (one, other) = (place.open().await, place.open().await);
        let apart = one.now().0 - other.now().0;
        assert!(apart.abs() < 500, "{apart}");
        one.set_clock().await.expect("it answers");
    }

    #[tokio::test]
    async fn a_house_of_its_own_and_a_town_do_not_share_a_database() {
        let place = Place::postgres();
        let alone = Store::open(&place.database, Sharing::Alone).await.expect("it opens");
        alone.append(Key(1), row(1), None, None).await.expect("it writes");
        for sharing in [Sharing::Alone, Sharing::Town] {
            let second = Store::open(&place.database, sharing).await;
            let Err(StoreError::Taken(_)) = second else { panic!("{second:?}") };
        }
    }

    #[tokio::test]
    async fn what_cannot_be_opened_is_said_in_a_sentence() {
        let place = Place::in_postgres(postgres_server::Postgres::start());
        let said = |database: String| async move {
            let opened = Store::open(&Database::Postgres(database), Sharing::Town).await;
            opened.expect_err("it cannot be opened").to_string()
        };
        let Database::Postgres(url) = &place.database else { panic!("it is Postgres") };
        assert!(said("postgres://x@host:nonsense/y".to_owned()).await.contains("postgres://user:password@"));
        assert!(said(url.replace("/postgres", "/nowhere")).await.contains("nowhere"));
        let nobody = url.replace("quintette@", "stranger@");
        assert!(said(nobody).await.contains("stranger"));
        let mistyped = said(url.replace("postgres://quintette@", "postgress://quintette:secret@")).await;
        assert!(mistyped.contains("postgres://user:password@") && !mistyped.contains("secret"), "{mistyped}");
        let nobody_there = said("postgres://quintette@127.0.0.1:1/postgres".to_owned()).await;
        assert!(nobody_there.contains("cannot be reached"), "{nobody_there}");
        place.open().await.close().await;
        let mut database = <sqlx::PgConnection as sqlx::Connection>::connect(url).await.expect("it is there");
        // Somebody who needs a password, and is nobody special otherwise.
        place.server.as_ref().expect("it is Postgres").asks_for_a_password("keyed");
        for set_up in [
            "SELECT pg_reload_conf()",
            "CREATE ROLE keyed LOGIN PASSWORD 'right'",
            "GRANT ALL ON SCHEMA public TO keyed",
            "GRANT ALL ON ALL TABLES IN SCHEMA public TO keyed",
            "GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO keyed",
        ] {
            sqlx::query(set_up).execute(&mut database).await.expect("it is done");
        }
        let wrong = said(url.replace("quintette@", "keyed:wrong@")).await;
        assert!(wrong.contains("does not let us in") && !wrong.contains("wrong@"), "{wrong}");
        let right = Database::Postgres(url.replace("quintette@", "keyed:right@"));
        let store = Store::open(&right, Sharing::Town).await.expect("it opens");
        assert!(store.which().await.expect("it may be asked").contains('/'));
        store.close().await;
        let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
            VALUES (99, 'later', TRUE, '', 0)";
        sqlx::query(newer).execute(&mut database).await.expect("it is written");
        let newer = said(url.clone()).await;
        assert!(newer.contains("newer version of Quintette"), "{newer}");
    }
}
