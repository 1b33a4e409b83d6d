//! Ratings as both engines keep them: whatever order games come to be known in.

use std::sync::Arc;

use proptest::prelude::*;
use table::{Chance, GameEntry, Millis, Seat, Seed};

use super::{Place, opening};
use crate::{
    entry::TableEntry,
    fold::Table,
    people::Guest,
    protocol::{Pace, Phase, Terms, Time, Verdict, WhenUp, WhyOut},
    rating_anew::recompute,
    ratings::{Feat, Placed, Rated},
    records,
    store::{
        Key, Opening, Row, Store, UnixMillis,
        endings::{Ending, Sat, SeatEnding},
        ratings::RatedGame,
    },
};

with_both!(
    ratings_are_the_same_in_whatever_order_games_come_to_be_known,
    whoever_is_forgotten_leaves_everybody_else_s_rating_as_it_was,
    the_fastest_team_of_each_size_is_remembered,
    team_records_are_put_right_from_the_logs,
);

pub(super) fn ending(at: i64, rated: Option<Rated>, feat: Option<Feat>) -> Ending {
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
        games.push(RatedGame { key: key.expect("it is opened"), ended, rated, rewrites: 0 });
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
    let read_before = games.clone();
    for game in &mut games {
        store.rewrite(game.key, Vec::new(), Guest(1), instead).await.expect("it is rewritten");
        let seats = game.rated.seats.iter_mut().filter(|seat| seat.guest == Guest(1));
        seats.for_each(|seat| seat.guest = instead);
        game.rewrites += 1;
    }
    store.forget_guest(Guest(1)).await.expect("they are forgotten");
    assert_eq!((of(1).await, of(2).await), (Vec::new(), before.clone()));
    // Nor does whoever read the logs before that put them back.
    store.rate_anew(read_before, Vec::new()).await.expect("they are made anew");
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

/// Two people win the first level of Quicksand, with the last card so much later.
async fn level_won(store: &Store, later: u64) -> (Key, Feat) {
    let new = Opening::new("quicksand".to_owned(), None, r#"{"level":1}"#, 2, Guest(1), false);
    let opening = Opening { seed: Seed::from(7), ..new.expect("it opens") };
    let about = catalogue::abouts().into_iter().find(|about| about.id == "quicksand").expect("it is listed");
    let mut table = Table::new(Key(0), Arc::new(opening.clone()), Arc::new(about));
    let mut written = Vec::new();
    let mut log = |table: &mut Table, entry: TableEntry| {
        written.push(entry.write());
        table.apply(entry, UnixMillis(0)).expect("it fits");
    };
    for (seat, guest) in [(0, 1), (1, 2)] {
        log(&mut table, TableEntry::Sit { seat: Seat(seat), guest: Guest(guest) });
    }
    log(&mut table, TableEntry::Start);
    let cards: Vec<&str> =
        include_str!("../../../../quicksand/tests/games/level-1-won.txt").lines().skip(1).collect();
    for (nth, line) in cards.iter().enumerate() {
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        let [at, seat, action] = words[..] else { panic!("{line}") };
        let mut at = Millis(at.parse().expect("a moment"));
        at.0 += if nth + 1 == cards.len() { later } else { 0 };
        while let Some(due) = table.deadline().filter(|due| *due <= at) {
            log(&mut table, TableEntry::Game(GameEntry::tick(due)));
        }
        let seat = Seat(seat.parse().expect("a seat"));
        log(&mut table, TableEntry::Game(GameEntry::act(seat, action.to_owned(), at)));
    }
    let ending = records::ending(&table).expect("it is over");
    let feat = ending.feat.clone().expect("they have won it");
    let key = store.open_table(opening, written, Vec::new(), None).await.expect("it is opened");
    store.note_ending(key, ending).await.expect("it is noted");
    (key, feat)
}

async fn team_records_are_put_right_from_the_logs(place: &Place) {
    let store = place.open().await;
    let (slower, slow) = level_won(&store, 500).await;
    let (faster, record) = level_won(&store, 0).await;
    let others = store.open_table(opening(9), Vec::new(), Vec::new(), None).await.expect("it is opened");
    let right = [(faster, record.clone())];
    let anew = || async {
        let made = recompute(&store).await.expect("they are made anew");
        assert_eq!(store.all_feats().await.expect("they are there"), right);
        (made.records, made.records_changed, made.unreadable)
    };
    assert_eq!(anew().await, (1, 0, 0), "as they were");
    let is_kept = |feats: Vec<(Key, Feat)>| {
        let store = &store;
        async move { store.feats_anew(feats, vec![faster]).await.expect("it is kept so") }
    };
    is_kept(Vec::new()).await;
    assert_eq!(anew().await, (1, 1, 0), "it was deleted");
    is_kept(vec![(slower, slow)]).await;
    assert_eq!(anew().await, (1, 1, 0), "somebody else's");
    is_kept(vec![(faster, Feat { took: Millis(1), ..record.clone() })]).await;
    assert_eq!(anew().await, (1, 1, 0), "it was faster than it was");
    is_kept(vec![(faster, record.clone()), (others, Feat { level: 21, ..record.clone() })]).await;
    assert_eq!(anew().await, (1, 1, 0), "one more that nobody has won");
}

/// What people may play rated: of two, of more, and in two teams.
const KINDS: [(&str, &str, u8); 6] = [
    ("pyramids", "{}", 2),
    ("quadri", "{}", 2),
    ("quintazone", "{}", 3),
    ("quadri", r#"{"mode":"ball-trap"}"#, 3),
    ("thin-ice", "{}", 3),
    ("thin-ice", r#"{"teams":[[0,2],[1,3]]}"#, 4),
];

/// How a game goes: which it is, who of five sit there, how many moves are made by chance, and how whoever is then
/// awaited, or any other, goes out of it.
#[derive(Clone, Debug)]
struct Told {
    kind: usize,
    first: u128,
    moves: u32,
    why: WhyOut,
    ended: i64,
    seed: u64,
}

fn told() -> impl Strategy<Value = Told> {
    let moves = prop_oneof![0..4u32, 4..40u32, Just(5_000)];
    let why = prop_oneof![Just(WhyOut::Left), Just(WhyOut::Time)];
    (0..KINDS.len(), 0..5u128, moves, why, 1_000..1_006i64, any::<u64>())
        .prop_map(|(kind, first, moves, why, ended, seed)| Told { kind, first, moves, why, ended, seed })
}

impl Told {
    /// The table, folded, and its log.
    fn play(&self) -> (Opening, Vec<String>, Table) {
        let (game, options, seats) = KINDS[self.kind];
        let new = Opening::new(game.to_owned(), None, options, seats, Guest(1), false).expect("it opens");
        let opening = Opening { seed: Seed::from(self.seed), ..new };
        let about = catalogue::abouts().into_iter().find(|about| about.id == game).expect("it is listed");
        let mut table = Table::new(Key(0), Arc::new(opening.clone()), Arc::new(about));
        let mut written = Vec::new();
        let mut log = |table: &mut Table, entry: TableEntry| {
            written.push(entry.write());
            table.apply(entry, UnixMillis(self.ended)).expect("it fits");
        };
        let time = Time { pace: Pace::Game { seconds: 600, plus: 0 }, up: WhenUp::Lost };
        let terms = Terms { time: Some(time), rated: true };
        log(&mut table, TableEntry::Terms { guest: Guest::HOUSE, terms });
        for seat in 0..seats {
            let guest = Guest(1 + (self.first + u128::from(seat)) % 5);
            log(&mut table, TableEntry::Sit { seat: Seat(seat), guest });
        }
        log(&mut table, TableEntry::Start);
        let mut chance = Chance::new(Seed::from(self.seed));
        for _ in 0..self.moves {
            let Some(seat) = table.awaited().first() else { break };
            let actions = table.game.as_ref().expect("a game").actions(seat);
            let action = chance.pick(&actions).expect("whoever is awaited can act").clone();
            let at = table.last_at;
            log(&mut table, TableEntry::Game(GameEntry::act(seat, action, at)));
        }
        while table.phase() != Phase::Over {
            let there: Vec<Seat> = (0..seats).map(Seat).filter(|seat| !table.taken.contains(*seat)).collect();
            let awaited = table.awaited().iter().find(|seat| there.contains(seat));
            let seat = match (self.why, awaited) {
                (WhyOut::Time, Some(seat)) => seat,
                _ => *chance.pick(&there).expect("somebody is left"),
            };
            let at = table.last_at;
            log(&mut table, TableEntry::Out { seat, at, why: self.why, bot: bots::Level::Club });
        }
        (opening, written, table)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    /// However games end (by their rules, by the clock, by somebody leaving), and in whatever order that comes to be known.
    #[test]
    fn ratings_made_anew_from_the_logs_are_those_that_are_kept(games in prop::collection::vec(told(), 1..8)) {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let place = Place::file();
            let store = place.open().await;
            let mut rated = 0;
            for game in &games {
                let (opening, written, table) = game.play();
                let ending = records::ending(&table).expect("it is over");
                rated += ending.rated.as_ref().map_or(0, |rated| rated.seats.len());
                let key = store.open_table(opening, Vec::new(), Vec::new(), None).await.expect("it is opened");
                for (n, entry) in (1..).zip(written) {
                    let row = Row { n, entry, wall: UnixMillis(game.ended) };
                    store.append(key, row, None, None).await.expect("it is written");
                }
                store.note_ending(key, ending).await.expect("it is noted");
            }
            let kept = store.all_ratings().await.expect("they are there");
            let made = recompute(&store).await.expect("they are made anew");
            prop_assert_eq!((made.ratings, made.changed, made.unreadable), (rated, 0, 0));
            prop_assert_eq!(store.all_ratings().await.expect("they are there"), kept);
            Ok(())
        })?;
    }
}
