//! Ratings as both engines keep them: whatever order games come to be known in.

use table::{Chance, Millis, Seed};

use super::{Place, opening};
use crate::{
    people::Guest,
    protocol::Verdict,
    ratings::{Feat, Placed, Rated},
    store::{
        Key, Store, UnixMillis,
        endings::{Ending, Sat, SeatEnding},
        ratings::RatedGame,
    },
};

with_both!(
    ratings_are_the_same_in_whatever_order_games_come_to_be_known,
    whoever_is_forgotten_leaves_everybody_else_s_rating_as_it_was,
    the_fastest_team_of_each_size_is_remembered,
);

fn ending(at: i64, rated: Option<Rated>, feat: Option<Feat>) -> Ending {
    let sat = |guest| SeatEnding { sat: Sat::Guest(guest), verdict: Verdict::Won, score: None };
    let seats = rated.iter().flat_map(|rated| &rated.seats).map(|seat| sat(seat.guest)).collect();
    Ending { at: UnixMillis(at), moves: 9, options: "{}".to_owned(), seats, rated, feat }
}

/// Games of a few people on two ladders, with ends in no order, some at the same moment.
async fn games(store: &Store, count: u64) -> Vec<RatedGame> {
    let mut chance = Chance::new(Seed::from(7));
    let mut games = Vec::new();
    for nth in 0..count {
        let many = chance.below(3) == 0;
        let (ladder, seats) = if many { ("quintazone", 3) } else { ("pyramids", 2) };
        let first = chance.below(5);
        let seats = (0..seats)
            .map(|seat| Placed {
                guest: Guest(u128::from(1 + (first + seat) % 5)),
                side: seat as u8,
                place: 1 + chance.below(3) as u8,
            })
            .collect();
        let key = store.open_table(opening(u128::from(nth)), Vec::new(), Vec::new(), None).await;
        let ended = UnixMillis(1_000 + i64::from(chance.below(count as u32 / 2)));
        let rated = Rated { ladder: ladder.to_owned(), seats };
        games.push(RatedGame { key: key.expect("it is opened"), ended, rated });
    }
    games
}

async fn note(store: &Store, game: &RatedGame) {
    let ending = ending(game.ended.0, Some(game.rated.clone()), None);
    store.note_ending(game.key, ending).await.expect("it is noted");
}

async fn ratings_are_the_same_in_whatever_order_games_come_to_be_known(place: &Place) {
    let store = place.open().await;
    let games = games(&store, 40).await;
    for game in &games {
        note(&store, game).await;
        note(&store, game).await; // Once is enough.
    }
    let kept = store.all_ratings().await.expect("they are there");
    assert_eq!(kept.len(), games.iter().map(|game| game.rated.seats.len()).sum::<usize>());
    store.rate_anew(games.clone(), Vec::new()).await.expect("they are made anew");
    assert_eq!(store.all_ratings().await.expect("they are there"), kept, "to the last bit");
    // Whoever knows only some of the games leaves the others where they are.
    store.rate_anew(games[..20].to_vec(), Vec::new()).await.expect("they are made anew");
    assert_eq!(store.all_ratings().await.expect("they are there"), kept);
    // What is wrong is put right, and what was never rated goes.
    let mut other = games[3].clone();
    other.rated.seats.iter_mut().for_each(|seat| seat.place = 4 - seat.place);
    store.rate_anew(vec![other], vec![games[5].key]).await.expect("they are made anew");
    assert_ne!(store.all_ratings().await.expect("they are there"), kept);
    store.rate_anew(games.clone(), Vec::new()).await.expect("they are made anew");
    assert_eq!(store.all_ratings().await.expect("they are there"), kept);
    // One newest a person and ladder, with all their games counted.
    for guest in 1..=5 {
        let mine: Vec<_> =
            kept.iter().filter(|kept| kept.guest == Guest(guest) && kept.ladder == "pyramids").collect();
        let newest = store.rating_of(Guest(guest), "pyramids").await.expect("it is asked");
        assert_eq!(newest.as_ref(), mine.last().copied());
        assert_eq!(newest.map(|newest| newest.games), mine.last().map(|_| mine.len() as i64));
        let two = store.ratings_of(Guest(guest), 2).await.expect("it is asked");
        let two = two.iter().filter(|kept| kept.ladder == "pyramids").count();
        assert_eq!(two, mine.len().min(2));
    }
}

async fn whoever_is_forgotten_leaves_everybody_else_s_rating_as_it_was(place: &Place) {
    let store = place.open().await;
    let mut games = games(&store, 20).await;
    for game in &games {
        note(&store, game).await;
    }
    let of = |guest: u128| {
        let store = &store;
        async move { store.ratings_of(Guest(guest), 100).await.expect("they are there") }
    };
    let (before, theirs) = (of(2).await, of(1).await);
    let instead = Guest(1).instead("rated");
    for game in &mut games {
        store.rewrite(game.key, Vec::new(), Guest(1), instead).await.expect("it is rewritten");
        let seats = game.rated.seats.iter_mut().filter(|seat| seat.guest == Guest(1));
        seats.for_each(|seat| seat.guest = instead);
    }
    store.forget_guest(Guest(1)).await.expect("they are forgotten");
    assert_eq!((of(1).await, of(2).await), (Vec::new(), before.clone()));
    store.rate_anew(games, Vec::new()).await.expect("they are made anew");
    assert_eq!(of(2).await, before);
    let unknown = store.ratings_of(instead, 100).await.expect("they are there");
    assert_eq!(unknown.len(), theirs.len(), "somebody unknown has played all of it");
}

async fn the_fastest_team_of_each_size_is_remembered(place: &Place) {
    let store = place.open().await;
    let mut keys = Vec::new();
    for (nth, (level, seats, ms)) in
        [(3, 2, 9_000), (3, 2, 7_000), (3, 4, 8_000), (1, 2, 500)].into_iter().enumerate()
    {
        let key = store.open_table(opening(nth as u128), Vec::new(), Vec::new(), None).await;
        let key: Key = key.expect("it is opened");
        let feat = Feat { game: "quicksand".to_owned(), level, seats, took: Millis(ms) };
        store.note_ending(key, ending(nth as i64, None, Some(feat))).await.expect("it is noted");
        keys.push(key);
    }
    let feats = store.feats("quicksand").await.expect("they are there");
    let told: Vec<_> = feats.iter().map(|feat| (feat.level, feat.seats, feat.ms)).collect();
    assert_eq!(told, [(1, 2, 500), (3, 2, 7_000), (3, 4, 8_000)]);
    assert_eq!(feats[1].table_key, keys[1].0);
}
