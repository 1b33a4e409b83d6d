//! Whole tournaments, by chance and by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test speaks by panicking.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use tournaments::{Entry, Format, Moment, NotJoined, POINT, Phase, Plan, Player, Tournament};

type Cup = Tournament<u32>;

fn cup(format: Format, seats: (u8, u8), people: u32, seed: u64) -> Cup {
    let plan = Plan { format, seats, starts: None, pause: 0, seed, levels: 21 };
    assert!(plan.is_sensible());
    let mut cup = Tournament::new(plan);
    for who in 0..people {
        joins(&mut cup, who, None);
    }
    cup
}

fn joins(cup: &mut Cup, who: u32, team: Option<&str>) {
    let team = team.map(ToOwned::to_owned);
    assert_eq!(cup.may_join(who, team.as_deref()), Ok(()));
    cup.apply(Entry::Joined { who, rating: None, team }, Moment(0)).expect("it fits");
}

fn began(cup: &mut Cup) {
    assert!(cup.may_begin());
    cup.apply(Entry::Began, Moment(0)).expect("it fits");
}

/// Lets all that is due happen at this moment.
fn goes_on(cup: &mut Cup, now: i64) -> bool {
    let Some(entry) = cup.next(Moment(now), &HashSet::new()) else { return false };
    assert_eq!(Some(&entry), cup.next(Moment(now), &HashSet::new()).as_ref(), "the same for whoever asks");
    cup.apply(entry, Moment(now)).expect("it fits");
    true
}

fn result(cup: &mut Cup, table: u32, places: &[u8], now: i64) {
    let entry = Entry::Result { table, places: places.to_vec(), away: vec![], ended: None };
    cup.apply(entry, Moment(now)).expect("it fits");
}

/// Plays all that runs; `places` says how a table with these people ends.
fn plays(cup: &mut Cup, now: i64, mut places: impl FnMut(&[Player]) -> Vec<u8>) {
    for table in 0..cup.tables.len() as u32 {
        if cup.tables[table as usize].done.is_none() {
            let places = places(&cup.tables[table as usize].players);
            result(cup, table, &places, now);
        }
    }
}

/// Who has the smaller number wins.
fn smaller(players: &[Player]) -> Vec<u8> {
    players.iter().map(|me| 1 + players.iter().filter(|other| *other < me).count() as u8).collect()
}

fn to_the_end(cup: &mut Cup, mut places: impl FnMut(&[Player]) -> Vec<u8>) {
    let mut now = 0;
    while cup.phase != Phase::Over {
        now += 1_000;
        goes_on(cup, now);
        plays(cup, now, &mut places);
        assert!(now < 100_000_000, "it ends");
    }
}

fn met(cup: &Cup) -> HashMap<(Player, Player), u32> {
    let mut met = HashMap::new();
    for table in &cup.tables {
        for (at, &a) in table.players.iter().enumerate() {
            for &b in &table.players[at + 1..] {
                *met.entry((a.min(b), a.max(b))).or_default() += 1;
            }
        }
    }
    met
}

fn places(cup: &Cup) -> Vec<(u32, u32, i64)> {
    cup.standings().iter().map(|row| (row.place, row.players[0].0, row.points)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]
    #[test]
    fn swiss_nobody_meets_twice_and_nobody_has_two_byes(
        people in 2u32..40,
        seed in any::<u64>(),
        chances in proptest::collection::vec(0u8..3, 600),
    ) {
        // So many rounds that a pairing without a second meeting is always left: Dirac's bound.
        let rounds = (people / 2).clamp(1, 9);
        let mut cup = cup(Format::Swiss { rounds }, (2, 2), people, seed);
        began(&mut cup);
        let mut chance = chances.iter().cycle();
        to_the_end(&mut cup, |_| match chance.next() {
            Some(0) => vec![1, 2],
            Some(1) => vec![2, 1],
            _ => vec![1, 1],
        });
        prop_assert_eq!(cup.round, rounds);
        prop_assert!(met(&cup).values().all(|&times| times == 1), "nobody meets twice");
        let mut byes = HashSet::new();
        prop_assert!(cup.byes.iter().all(|(_, bye)| byes.insert(bye.player)), "one bye at most");
        prop_assert_eq!(cup.byes.len() as u32, rounds * (people % 2));
        for player in (0..people).map(Player) {
            let first = cup.tables.iter().filter(|table| table.players[0] == player).count() as i32;
            let second = cup.tables.iter().filter(|table| table.players[1] == player).count() as i32;
            prop_assert!((first - second).abs() <= 2, "{} sits first {} times, second {}", player.0, first, second);
        }
        // What is given out is what is there: each round as many points as half the people, byes whole.
        let points: i64 = cup.standings().iter().map(|row| row.points).sum();
        prop_assert_eq!(points, i64::from(rounds * people.div_ceil(2)) * POINT);
    }

    #[test]
    fn swiss_a_pairing_without_repeats_is_found_whenever_there_is_one(
        people in 2u32..9,
        seed in any::<u64>(),
    ) {
        // Everybody meets everybody in as many rounds as a table of all needs; before the last of them there may be none
        // left, and only then somebody meets again.
        let rounds = people.next_multiple_of(2) - 1;
        let mut cup = cup(Format::Swiss { rounds }, (2, 2), people, seed);
        began(&mut cup);
        for now in 0.. {
            let before = met(&cup);
            if !goes_on(&mut cup, now) || cup.phase == Phase::Over {
                break;
            }
            let again = met(&cup).values().any(|&times| times > 1);
            if again {
                prop_assert!(!pairable(people, &before), "there was another pairing");
                break;
            }
            plays(&mut cup, now, smaller);
        }
    }

    #[test]
    fn swiss_who_comes_and_goes_is_paired_or_not(
        people in 4u32..20,
        seed in any::<u64>(),
        goes in proptest::collection::vec((0u32..20, 0u8..4), 12),
    ) {
        let mut cup = cup(Format::Swiss { rounds: 8 }, (2, 2), people, seed);
        began(&mut cup);
        let mut goes = goes.into_iter();
        let mut now = 0;
        while cup.phase != Phase::Over {
            now += 1;
            goes_on(&mut cup, now);
            for (who, what) in goes.by_ref().take(2) {
                let player = cup.number(who);
                match (what, player) {
                    (0, Some(player)) if cup.plays(player) => {
                        cup.apply(Entry::Left { player }, Moment(now)).expect("it fits");
                    }
                    (1, _) if cup.may_join(100 + who, None).is_ok() => joins(&mut cup, 100 + who, None),
                    (2, _) if cup.may_join(who, None).is_ok() => joins(&mut cup, who, None),
                    _ => {}
                }
            }
            plays(&mut cup, now, smaller);
            let round = cup.round;
            goes_on(&mut cup, now + 1);
            if cup.round > round {
                for table in cup.tables.iter().filter(|table| table.round == cup.round) {
                    prop_assert!(table.players.iter().all(|&player| cup.plays(player)));
                }
            }
        }
        let standings = cup.standings();
        prop_assert!(standings.windows(2).all(|two| two[0].points >= two[1].points));
    }

    #[test]
    fn tables_everybody_sits_down_and_meets_others(people in 3u32..16, seed in any::<u64>()) {
        let mut cup = cup(Format::Tables { rounds: 4 }, (3, 4), people, seed);
        began(&mut cup);
        to_the_end(&mut cup, smaller);
        prop_assert_eq!(cup.round, 4);
        for round in 1..=4 {
            let mut there: Vec<u32> = cup
                .tables
                .iter()
                .filter(|table| table.round == round)
                .flat_map(|table| table.players.iter().map(|player| player.0))
                .collect();
            there.extend(cup.byes.iter().filter(|(at, _)| *at == round).map(|(_, bye)| bye.player.0));
            there.sort_unstable();
            prop_assert_eq!(there, (0..people).collect::<Vec<_>>());
            let sizes: Vec<usize> = cup.tables.iter().filter(|table| table.round == round).map(|table| table.players.len()).collect();
            prop_assert!(sizes.iter().max().unwrap_or(&0) - sizes.iter().min().unwrap_or(&0) <= 1);
        }
        let byes = |who| cup.byes.iter().filter(|(_, bye)| bye.player == Player(who)).count();
        let most = (0..people).map(byes).max().unwrap_or_default();
        let least = (0..people).map(byes).min().unwrap_or_default();
        prop_assert!(most - least <= 1, "byes are fair");
    }

    #[test]
    fn arena_goes_on_whoever_plays_how_long(people in 2u32..14, seed in any::<u64>(), long in proptest::collection::vec(1i64..90, 400)) {
        let mut cup = cup(Format::Arena { minutes: 10 }, (2, 2), people, seed);
        began(&mut cup);
        let mut long = long.iter().cycle();
        let mut ends: HashMap<u32, i64> = HashMap::new();
        for second in 0..1_000 {
            let now = second * 1_000;
            for table in 0..cup.tables.len() as u32 {
                if cup.tables[table as usize].done.is_none() && ends[&table] <= now {
                    let places = smaller(&cup.tables[table as usize].players);
                    result(&mut cup, table, &places, now);
                }
            }
            let before = cup.tables.len();
            goes_on(&mut cup, now);
            for table in before..cup.tables.len() {
                prop_assert!(now < 600_000, "nothing begins after the end");
                ends.insert(table as u32, now + 1_000 * long.next().expect("there is one"));
                let players = &cup.tables[table].players;
                let busy = cup.tables[..table].iter().any(|other| other.done.is_none() && players.iter().any(|who| other.players.contains(who)));
                prop_assert!(!busy, "nobody is at two tables");
            }
        }
        prop_assert_eq!(cup.phase, Phase::Over);
        prop_assert!(people < 4 || cup.tables.len() as u32 > people, "they play");
    }
}

/// Whether all of an even number (one may be nobody) can be paired without a second meeting, found by trying.
fn pairable(people: u32, met: &HashMap<(Player, Player), u32>) -> bool {
    fn rest(free: &[u32], met: &HashMap<(Player, Player), u32>, bye: bool) -> bool {
        let Some((&first, others)) = free.split_first() else { return true };
        let without = |at: usize| {
            others.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, &who)| who).collect::<Vec<_>>()
        };
        (bye && rest(others, met, false))
            || (0..others.len()).any(|at| {
                !met.contains_key(&(Player(first), Player(others[at]))) && rest(&without(at), met, bye)
            })
    }
    rest(&(0..people).collect::<Vec<_>>(), met, people % 2 == 1)
}

#[test]
fn swiss_of_200_pairs_within_a_second() {
    let mut cup = cup(Format::Swiss { rounds: 9 }, (2, 2), 199, 5);
    began(&mut cup);
    for round in 0..9 {
        let begun = std::time::Instant::now();
        goes_on(&mut cup, round);
        let took = begun.elapsed();
        println!("round {} of 199: {took:?}", round + 1);
        assert!(took.as_millis() < 1_000, "{took:?}");
        let mut n = 0;
        plays(&mut cup, round, |_| {
            n += 1;
            if n % 5 == 0 {
                vec![1, 1]
            } else if n % 3 == 0 {
                vec![1, 2]
            } else {
                vec![2, 1]
            }
        });
    }
}

/// The more are equal, the longer it took to find out whether all of them have met: 1,000 who draw all their games took seconds
/// (`cargo nextest run -p tournaments swiss_of_1000 --no-capture`).
#[test]
fn swiss_of_1000_equals_are_not_asked_whether_all_have_met() {
    let mut cup = cup(Format::Swiss { rounds: 3 }, (2, 2), 1_000, 5);
    began(&mut cup);
    for round in 1..=3u32 {
        // In eights, each of which meets three others.
        let first = |player: &u32| player >> (round - 1) & 1 == 0;
        let other = |player: u32| vec![Player(player), Player(player ^ 1 << (round - 1))];
        let tables = (0..1_000).filter(first).map(other).collect();
        cup.apply(Entry::Paired { round, tables, byes: vec![] }, Moment(0)).expect("it fits");
        plays(&mut cup, 1, |_| vec![1, 1]);
    }
    let begun = std::time::Instant::now();
    let rows = cup.standings();
    println!("standings of {}: {:?}", rows.len(), begun.elapsed());
    assert!(rows.iter().all(|row| row.place == 1 && row.breaks.last() == Some(&0)));
}

#[test]
fn swiss_tie_breaks_are_the_named_ones() {
    let mut cup = cup(Format::Swiss { rounds: 2 }, (2, 2), 4, 0);
    began(&mut cup);
    let pair = |tables: &[[u32; 2]], round| Entry::Paired {
        round,
        tables: tables.iter().map(|two| two.map(Player).to_vec()).collect(),
        byes: vec![],
    };
    cup.apply(pair(&[[0, 1], [2, 3]], 1), Moment(1)).expect("it fits");
    result(&mut cup, 0, &[1, 2], 2);
    result(&mut cup, 1, &[1, 1], 2);
    cup.apply(pair(&[[0, 2], [3, 1]], 2), Moment(3)).expect("it fits");
    result(&mut cup, 2, &[1, 1], 4);
    result(&mut cup, 3, &[2, 1], 4);
    // 0: beat 1, drew with 2 (1½). 1: lost to 0, beat 3 (1). 2: drew with 3 and 0 (1). 3: drew with 2, lost to 1 (½).
    assert!(goes_on(&mut cup, 5) && cup.phase == Phase::Over);
    let half = POINT / 2;
    let rows = cup.standings();
    let row = |who| rows.iter().find(|row| row.players == [Player(who)]).expect("there");
    // Buchholz cut 1, Buchholz, Sonneborn-Berger, wins, direct.
    assert_eq!(row(0).breaks[..4], [2 * half, 4 * half, 2 * half + half, 1]);
    assert_eq!(row(1).breaks[..4], [3 * half, 4 * half, half, 1]);
    assert_eq!(row(2).breaks[..4], [3 * half, 4 * half, half / 2 + 3 * half / 2, 0]);
    assert_eq!(places(&cup), [(1, 0, 3 * half), (2, 2, 2 * half), (3, 1, 2 * half), (4, 3, half)]);
}

#[test]
fn swiss_a_bye_is_a_point_and_counts_as_somebody_like_oneself() {
    let mut cup = cup(Format::Swiss { rounds: 1 }, (2, 2), 3, 1);
    began(&mut cup);
    to_the_end(&mut cup, smaller);
    let bye = cup.byes[0].1;
    assert_eq!(bye.worth, POINT);
    let rows = cup.standings();
    let row = rows.iter().find(|row| row.players == [bye.player]).expect("there");
    assert_eq!((row.points, row.breaks[1], row.played), (POINT, POINT, 0));
}

#[test]
fn swiss_who_comes_later_has_missed_rounds_and_not_after_half_of_them() {
    let mut cup = cup(Format::Swiss { rounds: 4 }, (2, 2), 4, 1);
    began(&mut cup);
    goes_on(&mut cup, 1);
    plays(&mut cup, 1, smaller);
    joins(&mut cup, 50, None);
    goes_on(&mut cup, 2);
    let late = cup.number(50).expect("known");
    assert!(cup.table_of(late).is_some() || cup.byes.iter().any(|(_, bye)| bye.player == late));
    plays(&mut cup, 2, smaller);
    goes_on(&mut cup, 3);
    assert_eq!(cup.may_join(51, None), Err(NotJoined::TooLate));
}

#[test]
fn everybody_meets_everybody_once_or_twice_and_who_left_gives_points() {
    for (double, times) in [(false, 1), (true, 2)] {
        let mut cup = cup(Format::Everybody { double }, (2, 2), 5, 3);
        began(&mut cup);
        assert_eq!(cup.may_join(9, None), Err(NotJoined::TooLate));
        to_the_end(&mut cup, smaller);
        assert_eq!(met(&cup).len(), 10);
        assert!(met(&cup).values().all(|&met| met == times));
        let points: Vec<i64> = cup.standings().iter().map(|row| row.points / POINT).collect();
        assert_eq!(points, [4, 3, 2, 1, 0].map(|point| point * i64::from(times)));
        assert_eq!(cup.byes.iter().map(|(_, bye)| bye.worth).sum::<i64>(), 0, "everybody has one");
    }
    let mut cup = cup(Format::Everybody { double: false }, (2, 2), 4, 3);
    began(&mut cup);
    goes_on(&mut cup, 1);
    plays(&mut cup, 1, smaller);
    cup.apply(Entry::Left { player: Player(3) }, Moment(1)).expect("it fits");
    to_the_end(&mut cup, smaller);
    let walkovers: Vec<i64> = cup.byes.iter().map(|(_, bye)| bye.worth).collect();
    assert_eq!(walkovers, [POINT, POINT], "of the two who had not met them yet");
    assert_eq!(cup.standings().len(), 4, "what they played counts");
}

#[test]
fn everybody_ties_are_broken_by_sonneborn_berger_then_by_who_beat_whom() {
    let mut cup = cup(Format::Everybody { double: false }, (2, 2), 4, 3);
    began(&mut cup);
    // 0 beats 1, 1 beats 2, 2 beats 0; all of them beat 3: only 3 is apart.
    to_the_end(&mut cup, |two| {
        let beats = |a: u32, b: u32| b == 3 || (a != 3 && (a + 1) % 3 == b);
        if beats(two[0].0, two[1].0) { vec![1, 2] } else { vec![2, 1] }
    });
    assert_eq!(places(&cup).iter().map(|row| row.0).collect::<Vec<_>>(), [1, 1, 1, 4], "nothing decides");
}

#[test]
fn knockout_with_5_people_has_three_byes_and_replays_draws() {
    let mut cup = cup(Format::Knockout, (2, 2), 5, 9);
    began(&mut cup);
    goes_on(&mut cup, 1);
    assert_eq!((cup.round, cup.tables.len(), cup.byes.len()), (1, 1, 3));
    // Drawn: once more with the seats changed; then once more; then who was set higher goes on.
    let first = cup.tables[0].players.clone();
    result(&mut cup, 0, &[1, 1], 2);
    goes_on(&mut cup, 3);
    assert_eq!(cup.tables[1].players, [first[1], first[0]]);
    result(&mut cup, 1, &[1, 1], 4);
    goes_on(&mut cup, 5);
    result(&mut cup, 2, &[1, 1], 6);
    assert!(goes_on(&mut cup, 7));
    assert_eq!((cup.round, cup.tables.len(), cup.byes.len()), (1, 3, 4));
    to_the_end(&mut cup, smaller);
    assert_eq!(cup.round, 3);
    let row = places(&cup);
    assert_eq!(row.iter().map(|row| row.0).collect::<Vec<_>>(), [1, 2, 3, 3, 5]);
    assert_eq!(row[0].2, 3 * POINT);
}

#[test]
fn knockout_who_leaves_lets_the_other_go_on() {
    let mut cup = cup(Format::Knockout, (2, 2), 4, 9);
    began(&mut cup);
    goes_on(&mut cup, 1);
    plays(&mut cup, 1, smaller);
    let out = cup.tables[0].winner().expect("won");
    cup.apply(Entry::Left { player: out }, Moment(2)).expect("it fits");
    to_the_end(&mut cup, smaller);
    let first = cup.standings()[0].players[0];
    assert_eq!(Some(first), cup.tables[1].winner());
    assert_eq!(cup.tables.len(), 2, "there was no final to play");
}

#[test]
fn tables_of_seven_at_three_and_four_meet_all_others_and_change_seats() {
    let mut cup = cup(Format::Tables { rounds: 4 }, (3, 4), 7, 2);
    began(&mut cup);
    to_the_end(&mut cup, smaller);
    assert!(cup.byes.is_empty());
    assert_eq!(met(&cup).len(), 21, "everybody has met everybody: {:?}", met(&cup));
    // The first of four rounds takes a point each: four; and who is last always, nothing.
    let rows = places(&cup);
    assert_eq!(rows[0], (1, 0, 4 * POINT));
    assert_eq!(rows[6], (7, 6, 0));
    for who in 0..7 {
        let seats: Vec<usize> = cup
            .tables
            .iter()
            .filter_map(|table| table.players.iter().position(|player| player.0 == who))
            .collect();
        assert!(
            (0..4).all(|seat| seats.iter().filter(|&&at| at == seat).count() <= 2),
            "{who} sits at {seats:?}"
        );
    }
}

#[test]
fn tables_a_table_is_worth_a_point_whatever_its_size() {
    use tournaments::share;
    assert_eq!([0, 1].map(|seat| share(&[1, 2], seat)), [POINT, 0]);
    assert_eq!([0, 1].map(|seat| share(&[1, 1], seat)), [POINT / 2, POINT / 2]);
    assert_eq!([0, 1, 2].map(|seat| share(&[2, 1, 3], seat)), [POINT / 2, POINT, 0]);
    assert_eq!([0, 1, 2, 3].map(|seat| share(&[1, 2, 2, 2], seat)), [POINT, 40, 40, 40]);
    assert_eq!([0, 1, 2, 3].map(|seat| share(&[1, 1, 3, 4], seat)), [100, 100, 40, 0]);
}

#[test]
fn arena_a_third_win_in_a_row_counts_twice_until_one_is_not_won() {
    let mut cup = cup(Format::Arena { minutes: 5 }, (2, 2), 2, 2);
    began(&mut cup);
    let mut points = Vec::new();
    for (second, won) in (1..).zip([true, true, true, true, false, true]) {
        assert!(goes_on(&mut cup, second * 1_000), "alone with each other they meet again at once");
        let first = cup.tables.last().expect("paired").players[0] == Player(0);
        plays(&mut cup, second * 1_000, |_| if first == won { vec![1, 2] } else { vec![2, 1] });
        let rows = cup.standings();
        points.push(rows.iter().find(|row| row.players == [Player(0)]).expect("there").points / POINT);
    }
    assert_eq!(points, [2, 4, 8, 12, 12, 14]);
}

#[test]
fn arena_who_does_not_come_is_not_paired_until_they_say_so() {
    let mut cup = cup(Format::Arena { minutes: 5 }, (2, 2), 2, 2);
    began(&mut cup);
    assert!(goes_on(&mut cup, 1));
    let away = cup.tables[0].players[1];
    let entry = Entry::Result { table: 0, places: vec![1, 2], away: vec![1], ended: None };
    cup.apply(entry, Moment(2)).expect("it fits");
    assert!(!cup.plays(away));
    assert!(!goes_on(&mut cup, 60_000));
    let who = cup.players[away.0 as usize].who;
    joins(&mut cup, who, None);
    assert!(goes_on(&mut cup, 61_000));
}

#[test]
fn arena_those_who_want_nothing_of_each_other_meet_only_if_nobody_else_comes() {
    let mut cup = cup(Format::Arena { minutes: 5 }, (2, 2), 4, 2);
    began(&mut cup);
    let apart = HashSet::from([(Player(0), Player(1)), (Player(1), Player(2)), (Player(1), Player(0))]);
    let Some(Entry::Paired { tables, .. }) = cup.next(Moment(1_000), &apart) else { panic!("paired") };
    let with = tables.iter().find(|two| two.contains(&Player(1))).expect("there");
    assert!(with.contains(&Player(3)));
}

#[test]
fn relay_most_levels_then_sooner() {
    let plan = Plan {
        format: Format::Relay { minutes: 10 },
        seats: (1, 3),
        starts: None,
        pause: 0,
        seed: 1,
        levels: 2,
    };
    let mut cup = Cup::new(plan);
    assert_eq!(cup.may_join(0, None), Err(NotJoined::NoTeam));
    for (who, team) in [(0, "Sand"), (1, "Sand"), (2, "Dune"), (3, "Dune")] {
        joins(&mut cup, who, Some(team));
    }
    began(&mut cup);
    goes_on(&mut cup, 0);
    assert_eq!(cup.tables.len(), 2);
    result(&mut cup, 0, &[2, 2], 60_000);
    result(&mut cup, 1, &[1, 1], 90_000);
    goes_on(&mut cup, 91_000);
    assert_eq!((cup.level_of(2), cup.level_of(3)), (2, 1), "who stands first is named first");
    result(&mut cup, 3, &[1, 1], 95_000);
    let rows = cup.standings();
    assert_eq!(rows.iter().map(|row| (row.place, row.won)).collect::<Vec<_>>(), [(1, 1), (2, 1)]);
    assert_eq!(rows[0].players, [Player(2), Player(3)], "they won theirs sooner");
    goes_on(&mut cup, 96_000);
    assert!(goes_on(&mut cup, 600_001) && cup.phase == Phase::Over, "when time is up it is over");
}

#[test]
fn relay_a_level_is_the_teams_who_won_it_and_nobody_takes_it_along() {
    let plan = Plan {
        format: Format::Relay { minutes: 10 },
        seats: (1, 3),
        starts: None,
        pause: 0,
        seed: 1,
        levels: 9,
    };
    let mut cup = Cup::new(plan);
    for (who, team) in [(0, "Sand"), (1, "Sand"), (2, "Dune")] {
        joins(&mut cup, who, Some(team));
    }
    // Before it begins somebody may change their mind.
    cup.apply(Entry::Left { player: Player(0) }, Moment(0)).expect("it fits");
    joins(&mut cup, 0, Some("Sand"));
    began(&mut cup);
    goes_on(&mut cup, 0);
    result(&mut cup, 0, &[1, 1], 1_000);
    let first = cup.tables[0].players[0];
    let who = cup.players[first.0 as usize].who;
    cup.apply(Entry::Left { player: first }, Moment(1_000)).expect("it fits");
    assert_eq!(cup.may_join(who, Some("Dune")), Err(NotJoined::OtherTeam));
    assert_eq!(cup.may_join(who, Some("Brand new")), Err(NotJoined::OtherTeam));
    assert_eq!(cup.may_join(who, Some("Sand")), Ok(()), "theirs takes them back");
    assert_eq!(cup.may_join(9, Some("Dune")), Ok(()), "who is new chooses");
    // Logs of former houses in which somebody went over: the level stays where it was won.
    cup.apply(Entry::Joined { who, rating: None, team: Some("Dune".into()) }, Moment(1_000))
        .expect("it fits");
    let won = |cup: &Cup, who: u32| {
        let rows = cup.standings();
        rows.iter().find(|row| row.players.contains(&Player(who))).map(|row| row.won)
    };
    assert_eq!((won(&cup, 1 - first.0), won(&cup, 2)), (Some(1), Some(0)));
    goes_on(&mut cup, 2_000);
    let at = |who| cup.table_of(Player(who)).expect("they play");
    assert_eq!((cup.level_of(at(1 - first.0)), cup.level_of(at(2))), (2, 1));
}

#[test]
fn relay_a_level_counts_from_when_it_was_won_not_from_when_that_was_noticed() {
    let plan = Plan {
        format: Format::Relay { minutes: 1 },
        seats: (1, 3),
        starts: None,
        pause: 0,
        seed: 1,
        levels: 9,
    };
    let mut cup = Cup::new(plan);
    for (who, team) in [(0, "Sand"), (1, "Dune"), (2, "Rock")] {
        joins(&mut cup, who, Some(team));
    }
    began(&mut cup);
    goes_on(&mut cup, 0);
    // They are noticed in another order, and after the end.
    for (table, ended) in [(2, Some(60_001)), (0, Some(59_000)), (1, Some(58_000))] {
        let ended = ended.map(Moment);
        let entry = Entry::Result { table, places: vec![1], away: vec![], ended };
        cup.apply(entry, Moment(61_000 + i64::from(table))).expect("it fits");
    }
    let stands: Vec<_> = cup.standings().iter().map(|row| (row.players[0].0, row.won)).collect();
    assert_eq!(stands, [(1, 1), (0, 1), (2, 0)]);
}

#[test]
fn everybody_who_stays_alone_has_the_points_of_all_who_left() {
    let mut cup = cup(Format::Everybody { double: false }, (2, 2), 5, 3);
    cup.plan.pause = 60_000;
    began(&mut cup);
    goes_on(&mut cup, 1);
    plays(&mut cup, 1, smaller);
    let met = |cup: &Cup| cup.tables.iter().filter(|table| table.players.contains(&Player(0))).count() as i64;
    let before = met(&cup);
    for player in 1..5 {
        cup.apply(Entry::Left { player: Player(player) }, Moment(2)).expect("it fits");
    }
    // Nobody has to rest from a round that nobody played.
    while goes_on(&mut cup, 2) {}
    assert_eq!((cup.phase, cup.round), (Phase::Over, 5));
    let points = cup.standings().iter().find(|row| row.players == [Player(0)]).map(|row| row.points);
    assert_eq!((points, met(&cup)), (Some(4 * POINT), before), "of all four");
}

#[test]
fn everybody_is_over_if_nobody_is_left() {
    let mut cup = cup(Format::Everybody { double: true }, (2, 2), 4, 3);
    began(&mut cup);
    goes_on(&mut cup, 1);
    plays(&mut cup, 1, smaller);
    for player in 0..4 {
        cup.apply(Entry::Left { player: Player(player) }, Moment(2)).expect("it fits");
    }
    assert!(goes_on(&mut cup, 2) && cup.phase == Phase::Over);
}

#[test]
fn who_comes_and_goes_does_so_twenty_times() {
    let mut cup = cup(Format::Arena { minutes: 5 }, (2, 2), 2, 2);
    for _ in 0..20 {
        cup.apply(Entry::Left { player: Player(0) }, Moment(0)).expect("it fits");
        joins(&mut cup, 0, None);
    }
    cup.apply(Entry::Left { player: Player(0) }, Moment(0)).expect("it fits");
    assert_eq!(cup.may_join(0, None), Err(NotJoined::TooOften));
    assert_eq!(cup.may_join(7, None), Ok(()), "others may");
}

#[test]
fn who_is_known_comes_back_to_a_full_tournament_once_it_runs() {
    let mut cup = cup(Format::Arena { minutes: 5 }, (2, 2), 1_000, 2);
    assert_eq!(cup.may_join(5_000, None), Err(NotJoined::Full));
    began(&mut cup);
    cup.apply(Entry::Left { player: Player(3) }, Moment(1)).expect("it fits");
    assert_eq!(cup.may_join(3, None), Ok(()));
    assert_eq!(cup.may_join(5_000, None), Err(NotJoined::Full), "who is new finds it full");
}

#[test]
fn it_begins_by_itself_or_is_over_if_nobody_came() {
    for (people, phase) in [(0, Phase::Over), (1, Phase::Over), (2, Phase::Running)] {
        let mut cup = cup(Format::Knockout, (2, 2), people, 1);
        cup.plan.starts = Some(Moment(5_000));
        assert!(!goes_on(&mut cup, 4_999));
        assert!(goes_on(&mut cup, 5_000));
        assert_eq!(cup.phase, phase);
    }
}

#[test]
fn rounds_have_a_pause_between_them() {
    let mut cup = cup(Format::Swiss { rounds: 2 }, (2, 2), 4, 1);
    cup.plan.pause = 10_000;
    began(&mut cup);
    assert!(goes_on(&mut cup, 1));
    plays(&mut cup, 20_000, smaller);
    assert_eq!(cup.next_round_at(), Some(Moment(30_000)));
    assert!(!goes_on(&mut cup, 29_999));
    assert!(goes_on(&mut cup, 30_000));
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let mut cup = cup(Format::Swiss { rounds: 2 }, (2, 2), 2, 1);
    for entry in [
        Entry::Left { player: Player(7) },
        Entry::Paired { round: 1, tables: vec![vec![Player(0), Player(1)]], byes: vec![] },
        Entry::Result { table: 0, places: vec![1, 2], away: vec![], ended: None },
    ] {
        assert!(cup.apply(entry, Moment(0)).is_err());
    }
    began(&mut cup);
    assert!(cup.apply(Entry::Paired { round: 3, tables: vec![], byes: vec![] }, Moment(0)).is_err());
    assert!(
        cup.apply(
            Entry::Paired { round: 1, tables: vec![vec![Player(0), Player(9)]], byes: vec![] },
            Moment(0)
        )
        .is_err()
    );
    assert_eq!(cup.n, 3);
    assert!(cup.apply(Entry::Began, Moment(0)).is_err());
}

#[test]
fn entries_read_as_they_are_written() {
    for entry in [
        Entry::Joined { who: 7u32, rating: Some(1500), team: Some("Sand".into()) },
        Entry::Joined { who: 7, rating: None, team: None },
        Entry::Left { player: Player(3) },
        Entry::Began,
        Entry::Paired {
            round: 1,
            tables: vec![vec![Player(0), Player(1)]],
            byes: vec![tournaments::Bye { player: Player(2), worth: 120 }],
        },
        Entry::Result { table: 0, places: vec![1, 2], away: vec![1], ended: None },
        Entry::Result { table: 0, places: vec![1, 2], away: vec![], ended: Some(Moment(17)) },
        Entry::Ended,
    ] {
        let text = serde_json::to_string(&entry).expect("plain");
        assert_eq!(serde_json::from_str::<Entry<u32>>(&text).expect("as written"), entry, "{text}");
    }
    // Former houses did not write when a table had ended.
    let former = r#"{"type":"result","table":0,"places":[1,2]}"#;
    let read: Entry<u32> = serde_json::from_str(former).expect("as it was written");
    assert_eq!(read, Entry::Result { table: 0, places: vec![1, 2], away: vec![], ended: None });
}
