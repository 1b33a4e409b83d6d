//! *Find me somebody*: who waits is put together with their equals, and the longer somebody waits, the less equal they need be.
//!
//! Who waits for what stands in the database. Every node looks once a second; who is seated is claimed and the table opened in one
//! transaction, so that nobody is called to two tables, whichever node is first.

mod pool;

pub(crate) use pool::{Pool, Sought};

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, LazyLock},
    time::Duration,
};

use bots::Level;
use serde_json::Value;
use table::Seat;
use tokio::time::{MissedTickBehavior, interval};

use crate::{
    House, decide,
    entry::TableEntry,
    people::Guest,
    protocol::{Pace, RatedWish, Terms, Time, Usually, WhenUp, Wishes},
    ratings::{System, ladder},
    store::{
        NotOpened, Opening, StoreError, UnixMillis,
        pairing::{Seek, Sort},
    },
};

const LOOK: Duration = Duration::from_secs(1);
/// Whoever is not heard of for so long is not called; a page that nobody sees asks but once a minute.
pub(crate) const HERE: i64 = 7_000;
pub(crate) const HIDDEN: i64 = 75_000;
/// After so much longer they look no more.
const GONE: i64 = 75_000;
/// Whoever gives up sooner did not wait.
const WAITED: i64 = 10_000;
/// How many who wait are looked at, those who have waited longest.
const LOOKED_AT: u32 = 2_000;
/// After so long bots take the seats that are left, for those who want it.
const BOTS_AFTER: i64 = 20_000;
/// How far apart two ratings may be at first, and how much more each second.
const WINDOW: f64 = 100.0;
const WIDER: f64 = 10.0;
/// From so many waits on it is said how long it takes.
const ENOUGH: usize = 5;
/// How far back that looks.
pub(crate) const LAST_DAYS: i64 = 7 * 86_400_000;
/// How many kinds of game somebody may wait for. All that our page lets them choose at once are fewer.
const MOST_KINDS: usize = 200;

static ABOUTS: LazyLock<Vec<table::About>> = LazyLock::new(catalogue::abouts);

/// A kind of game that people wait for: what a table must have in common with what they wish.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kind {
    pub(crate) game: String,
    /// In full.
    pub(crate) options: String,
    pub(crate) seats: u8,
    pub(crate) pace: Option<Pace>,
    pub(crate) rated: bool,
    /// By whose ratings people are put together for it, rated or not.
    ladder: String,
}

impl Kind {
    fn new(opening: &Opening, pace: Option<Pace>, rated: bool) -> Self {
        let Opening { game, options, seats, .. } = opening;
        let ladder = ladder(game, options);
        Self { game: game.clone(), options: options.clone(), seats: *seats, pace, rated, ladder }
    }

    fn sort(&self) -> Sort {
        Sort { game: self.game.clone(), seats: self.seats, rated: self.rated }
    }

    fn terms(&self) -> Terms {
        Terms { time: self.pace.map(|pace| Time { pace, up: WhenUp::Lost }), rated: self.rated }
    }

    fn opening(&self, host: Guest) -> Result<Opening, NotOpened> {
        Opening::new(self.game.clone(), None, &self.options, self.seats, host, false)
    }
}

const fn rated_or_not(wishes: &Wishes) -> &'static [bool] {
    match wishes.rated {
        RatedWish::Yes => &[true],
        RatedWish::Either => &[true, false],
        RatedWish::No => &[false],
    }
}

/// Whether somebody names more than anybody waits for: each kind is looked at every second.
pub(crate) fn too_many(wishes: &Wishes) -> bool {
    let seats: usize = wishes.games.iter().map(|wish| wish.seats.len()).sum();
    let paces = wishes.paces.len().max(1).saturating_mul(rated_or_not(wishes).len());
    wishes.games.len() > MOST_KINDS || seats.saturating_mul(paces) > MOST_KINDS
}

/// All kinds of game that somebody would play, those they named first first.
fn kinds(wishes: &Wishes) -> Vec<Kind> {
    let (mut kinds, mut known) = (Vec::new(), HashSet::new());
    if too_many(wishes) {
        return kinds;
    }
    for wish in &wishes.games {
        let Some(about) = ABOUTS.iter().find(|about| about.id == wish.game) else { continue };
        let none = [None];
        let paces = if about.real_time { &none[..] } else { &wishes.paces[..] };
        // Alone there is nobody to be found.
        let possible = about.seats.0.max(2)..=about.seats.1;
        for &seats in wish.seats.iter().filter(|seats| possible.contains(seats)) {
            let given = Value::Object(wish.options.clone()).to_string();
            let Ok(opening) = Opening::new(wish.game.clone(), None, &given, seats, Guest(0), true) else {
                continue;
            };
            for &pace in paces {
                for &rated in rated_or_not(wishes) {
                    let kind = Kind::new(&opening, pace, rated);
                    if known.insert(kind.clone()) && decide::sensible(&opening, kind.terms()).is_ok() {
                        kinds.push(kind);
                    }
                }
            }
        }
    }
    kinds
}

/// Somebody who waits.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub(crate) guest: Guest,
    /// For how long, in milliseconds.
    pub(crate) waited: i64,
    pub(crate) sought: Arc<Sought>,
    pub(crate) bots: bool,
    /// By ladder; 1500 where they have none.
    pub(crate) ratings: HashMap<String, f64>,
}

impl Waiting {
    fn rating(&self, kind: &Kind) -> f64 {
        let rating = self.ratings.get(&kind.ladder);
        rating.copied().unwrap_or_else(|| System::of(&kind.game).first().points)
    }

    fn window(&self) -> f64 {
        WINDOW + WIDER * (self.waited as f64 / 1_000.0)
    }
}

/// People who play together, in the order in which they came; bots take the other seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) kind: Kind,
    pub(crate) people: Vec<Guest>,
}

/// Who is put together now. `waiting`: those who have waited longest first; `apart`: who has blocked whom.
pub(crate) fn matches(waiting: &[Waiting], apart: &HashSet<(Guest, Guest)>) -> Vec<Match> {
    let mut of_kind: HashMap<&Kind, Vec<usize>> = HashMap::new();
    for (index, one) in waiting.iter().enumerate() {
        one.sought.kinds.iter().for_each(|kind| of_kind.entry(kind).or_default().push(index));
    }
    let mut taken = vec![false; waiting.len()];
    let mut matches = Vec::new();
    for (index, one) in waiting.iter().enumerate() {
        if taken[index] {
            continue;
        }
        let found = one.sought.kinds.iter().find_map(|kind| {
            let others = of_kind.get(kind)?.iter().copied().filter(|&other| other != index && !taken[other]);
            company(kind, index, others, waiting, apart)
        });
        if let Some((kind, together)) = found {
            for &index in &together {
                taken[index] = true;
            }
            let people = together.into_iter().map(|index| waiting[index].guest).collect();
            matches.push(Match { kind, people });
        }
    }
    matches
}

/// Enough of those who are nearest in rating, for somebody who has waited longer than all of them.
fn company(
    kind: &Kind,
    index: usize,
    others: impl Iterator<Item = usize>,
    waiting: &[Waiting],
    apart: &HashSet<(Guest, Guest)>,
) -> Option<(Kind, Vec<usize>)> {
    let one = &waiting[index];
    let mine = one.rating(kind);
    let near = others.filter_map(|other| {
        let gap = (mine - waiting[other].rating(kind)).abs();
        (gap <= one.window().max(waiting[other].window())).then_some((gap, other))
    });
    let mut near: Vec<(f64, usize)> = near.collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let gather = |may: &dyn Fn(usize) -> bool| {
        let mut together = vec![index];
        for &(_, other) in near.iter().filter(|(_, other)| may(*other)) {
            let strangers = |&with: &usize| {
                let pair = (waiting[with].guest, waiting[other].guest);
                apart.contains(&pair) || apart.contains(&(pair.1, pair.0))
            };
            if together.len() < usize::from(kind.seats) && !together.iter().any(strangers) {
                together.push(other);
            }
        }
        together.sort_unstable();
        together
    };
    let together = gather(&|_| true);
    if together.len() == usize::from(kind.seats) {
        return Some((kind.clone(), together));
    }
    let patient = !kind.rated && one.bots && one.waited >= BOTS_AFTER;
    patient.then(|| (kind.clone(), gather(&|other| waiting[other].bots)))
}

/// How long people waited before then says nothing any more.
pub(crate) fn old(now: UnixMillis) -> UnixMillis {
    UnixMillis(now.0 - LAST_DAYS)
}

/// Looks for as long as the house is open.
pub(crate) async fn watch(house: Arc<House>) {
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        look.tick().await;
        if let Err(error) = put_together(&house).await {
            tracing::warn!(%error, "those who look for somebody cannot be put together");
        }
    }
}

async fn put_together(house: &House) -> Result<(), StoreError> {
    let now = house.store.now();
    let mut seeks = house.store.seeks(LOOKED_AT).await?;
    for gone in seeks.extract_if(.., |seek| seek.here_until.0 < now.0 - GONE) {
        give_up(house, &gone).await?;
    }
    seeks.retain(|seek| seek.here_until >= now);
    if seeks.is_empty() {
        house.pool.store(&[]);
        return Ok(());
    }
    let mut ratings: HashMap<String, HashMap<String, f64>> = HashMap::new();
    for (guest, ladder, rating) in house.store.ratings_of_seekers().await? {
        ratings.entry(guest).or_default().insert(ladder, rating);
    }
    let waiting = seeks.iter().map(|seek| Waiting {
        guest: seek.guest,
        waited: now.0 - seek.since.0,
        sought: house.pool.sought(&seek.wishes),
        bots: seek.wishes.bots,
        ratings: ratings.remove(&seek.guest.to_string()).unwrap_or_default(),
    });
    let waiting: Vec<Waiting> = waiting.collect();
    house.pool.store(&waiting);
    let apart = house.store.blocked_among_seekers().await?;
    let found = house.on_blocking_pool((), move || matches(&waiting, &apart)).await;
    for found in found.unwrap_or_default() {
        if let Err(error) = seat(house, &found, now).await {
            tracing::warn!(%error, "those who found each other are not seated yet");
        }
    }
    Ok(())
}

/// Somebody looks no more, and found nobody.
pub(crate) async fn give_up(house: &House, seek: &Seek) -> Result<(), StoreError> {
    let waited = house.store.now().0 - seek.since.0;
    let sorts = if waited < WAITED { Vec::new() } else { house.pool.sought(&seek.wishes).sorts.clone() };
    house.store.seek_no_more(seek.guest, sorts, waited).await
}

/// What of these says how long people wait.
fn sorts(kinds: &[Kind]) -> Vec<Sort> {
    let mut sorts: Vec<Sort> = kinds.iter().map(Kind::sort).collect();
    sorts.sort_unstable();
    sorts.dedup();
    sorts
}

/// Opens their table and calls them to it, unless somebody else has called one of them.
async fn seat(house: &House, found: &Match, now: UnixMillis) -> Result<(), StoreError> {
    let Some(&host) = found.people.first() else { return Ok(()) };
    let opening = match found.kind.opening(host) {
        Ok(opening) => opening,
        Err(error) => {
            tracing::error!(%error, "a table that people wait for cannot be opened");
            return Ok(());
        }
    };
    // Who goes first is left to chance, as everything is that the table's seed decides.
    let turn = usize::from(opening.seed.0[0]);
    let seats = usize::from(found.kind.seats);
    // The house has put them together: nobody is sent away by whoever is called the host.
    let mut entries = vec![TableEntry::Terms { guest: Guest::HOUSE, terms: found.kind.terms() }];
    for seat in 0..seats {
        let at = Seat(((seat + turn) % seats) as u8);
        entries.push(match found.people.get(seat) {
            Some(&guest) => TableEntry::Sit { seat: at, guest },
            None => TableEntry::Bot { seat: at, level: Level::Club },
        });
    }
    entries.push(TableEntry::Start);
    let to_open = house.to_open(opening, &entries);
    // Where bots filled in, nobody was found.
    let sort = (found.kind.sort(), found.people.len() == seats);
    house.store.seat_together(found.people.clone(), to_open, sort, now).await
}

/// What those who waited in the last days found, as an estimate.
fn usually(mut waits: Vec<(i64, bool)>) -> Usually {
    if waits.len() < ENOUGH {
        return Usually::Unknown;
    }
    // Whoever gave up would have waited longer.
    waits.sort_unstable_by_key(|&(ms, found)| if found { ms } else { i64::MAX });
    match waits.get((waits.len() - 1) / 2) {
        Some(&(ms, true)) => Usually::Within { ms },
        _ => Usually::Nobody,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::GameWish;
    use serde_json::json;

    const BLITZ: Pace = Pace::Game { seconds: 300, plus: 3 };

    fn kind(game: &str, seats: u8, rated: bool) -> Kind {
        let opening = Opening::new(game.to_owned(), None, "{}", seats, Guest(0), true).expect("it opens");
        Kind::new(&opening, Some(BLITZ), rated)
    }

    fn waits(guest: u128, seconds: i64, rating: f64, kinds: &[Kind]) -> Waiting {
        let ratings = kinds.iter().map(|kind| (kind.ladder.clone(), rating)).collect();
        let sought = Arc::new(Sought::of(kinds.to_vec()));
        Waiting { guest: Guest(guest), waited: seconds * 1_000, sought, bots: false, ratings }
    }

    fn together(waiting: &[Waiting]) -> Vec<Vec<u128>> {
        let people = |found: Match| found.people.iter().map(|guest| guest.0).collect();
        matches(waiting, &HashSet::new()).into_iter().map(people).collect()
    }

    #[test]
    fn equals_are_put_together_and_the_longer_somebody_waits_the_less_equal() {
        let duel = [kind("pyramids", 2, true)];
        let at = |seconds: [i64; 3]| {
            let [a, b, c] = seconds;
            together(&[waits(1, a, 1500.0, &duel), waits(2, b, 1900.0, &duel), waits(3, c, 1850.0, &duel)])
        };
        assert_eq!(at([5, 2, 1]), [[2, 3]], "the nearest, whoever came first");
        let two = |seconds| together(&[waits(1, seconds, 1500.0, &duel), waits(2, 0, 1900.0, &duel)]);
        assert_eq!((two(29).len(), two(30).len()), (0, 1));
    }

    #[test]
    fn only_what_both_would_play_is_played() {
        let one = waits(1, 9, 1500.0, &[kind("quadri", 2, false), kind("pyramids", 2, false)]);
        let other = waits(2, 1, 1500.0, &[kind("pyramids", 2, false), kind("pyramids", 2, true)]);
        let found = matches(&[one, other], &HashSet::new());
        assert_eq!(found, [Match { kind: kind("pyramids", 2, false), people: vec![Guest(1), Guest(2)] }]);
    }

    #[test]
    fn who_blocked_whom_are_not_put_together() {
        let three = [kind("quintazone", 3, false)];
        let people: Vec<_> = (1..=4).map(|guest| waits(guest, 10 - guest as i64, 1500.0, &three)).collect();
        let apart = HashSet::from([(Guest(3), Guest(1))]);
        let found = matches(&people, &apart);
        assert_eq!(found.first().map(|found| found.people.clone()), Some(vec![Guest(1), Guest(2), Guest(4)]));
    }

    #[test]
    fn bots_fill_in_after_a_while_for_those_who_want_it_and_never_at_rated_tables() {
        let mut alone = waits(1, 19, 1500.0, &[kind("thin-ice", 4, true), kind("thin-ice", 4, false)]);
        alone.bots = true;
        assert!(together(std::slice::from_ref(&alone)).is_empty());
        alone.waited = BOTS_AFTER;
        let found = matches(std::slice::from_ref(&alone), &HashSet::new());
        assert_eq!(found, [Match { kind: kind("thin-ice", 4, false), people: vec![Guest(1)] }]);
        let picky = waits(2, 60, 1500.0, &[kind("thin-ice", 4, false)]);
        assert_eq!(together(&[picky, alone]), [[1]], "who wants no bots is left out");
    }

    #[test]
    fn what_somebody_would_play_is_every_kind_of_game_that_there_is_once() {
        let game = |game: &str, seats: &[u8], options: Value| GameWish {
            game: game.to_owned(),
            seats: seats.to_vec(),
            options: options.as_object().cloned().unwrap_or_default(),
        };
        let wishes = Wishes {
            games: vec![
                game("pyramids", &[2, 3, 2], json!({})),
                game("quicksand", &[1, 2], json!({ "level": 3 })),
                game("quadri", &[2], json!({ "mode": "cooperative" })),
                game("quadri", &[2], json!({ "mode": "no such" })),
                game("chess", &[2], json!({})),
            ],
            paces: vec![None, Some(BLITZ), Some(BLITZ)],
            rated: RatedWish::Either,
            bots: false,
        };
        let told = |kind: &Kind| (kind.game.clone(), kind.seats, kind.pace.is_some(), kind.rated);
        let told: Vec<_> = kinds(&wishes).iter().map(told).collect();
        let is = |game: &str, clock, rated| (game.to_owned(), 2, clock, rated);
        assert_eq!(
            told,
            [
                is("pyramids", false, false),
                is("pyramids", true, true),
                is("pyramids", true, false),
                is("quicksand", false, false),
                is("quadri", false, false),
                is("quadri", true, false),
            ]
        );
        assert_eq!(kinds(&Wishes { rated: RatedWish::Yes, paces: vec![None], ..wishes }), []);
    }

    #[test]
    fn what_our_page_lets_somebody_choose_is_not_too_much_and_far_more_is() {
        let all: Vec<u8> = (2..=7).collect();
        let any = |game: &table::About| {
            let seats = all.iter().copied().filter(|seats| (game.seats.0..=game.seats.1).contains(seats));
            GameWish { game: game.id.to_owned(), seats: seats.collect(), options: serde_json::Map::new() }
        };
        let days = Pace::Turn { seconds: 172_800 };
        let calm = Pace::Game { seconds: 900, plus: 10 };
        let mut wishes = Wishes {
            games: ABOUTS.iter().map(any).collect(),
            paces: vec![Some(BLITZ), Some(calm), Some(days), None],
            rated: RatedWish::Either,
            bots: true,
        };
        assert!(!too_many(&wishes) && kinds(&wishes).len() > 50);
        wishes.paces = (0..12).map(|plus| Some(Pace::Game { seconds: 300, plus })).collect();
        assert!(too_many(&wishes) && kinds(&wishes).is_empty());
    }

    #[test]
    fn what_wishes_come_to_is_reckoned_once_and_others_are_counted_once() {
        let pool = Pool::default();
        let pyramids =
            GameWish { game: "pyramids".to_owned(), seats: vec![2], options: serde_json::Map::new() };
        let wishes = Wishes {
            games: vec![pyramids],
            paces: vec![None, Some(BLITZ)],
            rated: RatedWish::Either,
            bots: false,
        };
        let sought = pool.sought(&wishes);
        assert!(Arc::ptr_eq(&sought, &pool.sought(&wishes.clone())));
        assert_eq!(sought.kinds.len(), 3);
        let people: Vec<_> = (1..=3).map(|guest| waits(guest, 5, 1500.0, &sought.kinds)).collect();
        pool.store(&people);
        assert_eq!(pool.others(Guest(1), &sought.kinds), 2);
        assert_eq!(pool.others(Guest(4), &sought.kinds[..1]), 3);
        assert_eq!(pool.others(Guest(4), &[kind("quadri", 2, false)]), 0);
    }

    #[test]
    fn an_estimate_counts_those_who_gave_up() {
        let waits = |found: &[i64], gave_up: usize| {
            let found = found.iter().map(|&ms| (ms, true));
            usually(found.chain(std::iter::repeat_n((1, false), gave_up)).collect())
        };
        assert_eq!(waits(&[1, 2, 3, 4], 0), Usually::Unknown);
        assert_eq!(waits(&[5, 1, 2, 3, 4], 0), Usually::Within { ms: 3 });
        assert_eq!(waits(&[1, 2, 3], 2), Usually::Within { ms: 3 });
        assert_eq!(waits(&[1, 2], 3), Usually::Nobody);
    }

    #[test]
    fn two_thousand_who_wait_are_looked_at_at_once() {
        let duel = [kind("pyramids", 2, true)];
        let mut people: Vec<_> = (0..2_000).map(|guest| waits(guest, 5, guest as f64, &duel)).collect();
        people.iter_mut().step_by(2).for_each(|one| one.ratings.clear());
        assert!(matches(&people, &HashSet::new()).len() > 500);
    }
}
