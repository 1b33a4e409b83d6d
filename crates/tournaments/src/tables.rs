//! Tables of several seats, in equal rounds: everybody meets as many others as can be, and sits everywhere.

use std::{collections::HashMap, hash::Hash};

use crate::{
    Bye, Player, Tournament,
    lots::{Lots, mix},
    standings::POINT,
};

/// How often it is begun anew from other lots, in work that is about the same for any number of people.
const WORK: usize = 40_000;

/// How many sit at each table: as few as can be have a bye, tables are as equal as can be, and rather large than many.
pub(crate) fn sizes(people: usize, (least, most): (usize, usize)) -> Vec<usize> {
    let seated = |tables: usize| if tables * least <= people { people.min(tables * most) } else { 0 };
    let best = (1..=people / least.max(1)).max_by_key(|&tables| (seated(tables), std::cmp::Reverse(tables)));
    let Some(tables) = best else { return Vec::new() };
    let seated = seated(tables);
    (0..tables).map(|table| seated / tables + usize::from(table < seated % tables)).collect()
}

/// The next round: tables, and those who have a bye, which is worth half a point.
pub(crate) fn round<P: Copy + Eq + Hash>(tournament: &Tournament<P>) -> (Vec<Vec<Player>>, Vec<Bye>) {
    let (least, most) = tournament.plan.seats;
    let mut people: Vec<Player> = tournament.active().collect();
    let sizes = sizes(people.len(), (least.into(), most.into()));
    let seated: usize = sizes.iter().sum();
    let points = tournament.points();
    let byes_of = |player: Player| tournament.byes.iter().filter(|(_, bye)| bye.player == player).count();
    // Who has had fewest byes, and among those the lowest, stand at the end.
    people.sort_by_key(|&player| {
        (
            std::cmp::Reverse(byes_of(player)),
            std::cmp::Reverse(points[player.index()]),
            tournament.lot(player),
        )
    });
    let byes = people.split_off(seated.min(people.len()));
    let byes = byes.into_iter().map(|player| Bye { player, worth: POINT / 2 }).collect();
    people.sort_unstable();
    let past = Past::of(tournament);
    let seed = mix(tournament.plan.seed, 1_000_000 + u64::from(tournament.round));
    let tables = company(&people, &sizes, &past, &mut Lots::new(seed));
    (tables.into_iter().map(|table| seats(&table, &past)).collect(), byes)
}

#[derive(Default)]
struct Past {
    met: HashMap<(Player, Player), i64>,
    sat: HashMap<(Player, usize), i64>,
    /// How often somebody sat at a table smaller than the largest.
    small: HashMap<Player, i64>,
}

impl Past {
    fn of<P: Copy + Eq + Hash>(tournament: &Tournament<P>) -> Self {
        let mut past = Self::default();
        for table in &tournament.tables {
            for (seat, &player) in table.players.iter().enumerate() {
                *past.sat.entry((player, seat)).or_default() += 1;
                for &other in table.players.iter().filter(|&&other| other != player) {
                    *past.met.entry((player, other)).or_default() += 1;
                }
            }
            if table.players.len() < usize::from(tournament.plan.seats.1) {
                table.players.iter().for_each(|&player| *past.small.entry(player).or_default() += 1);
            }
        }
        past
    }
}

/// Who sits with whom: from several beginnings people change places as long as that spares a second meeting.
fn company(people: &[Player], sizes: &[usize], past: &Past, lots: &mut Lots) -> Vec<Vec<Player>> {
    let n = people.len();
    let met: Vec<Vec<i64>> = people
        .iter()
        .map(|&a| people.iter().map(|&b| past.met.get(&(a, b)).copied().unwrap_or_default()).collect())
        .collect();
    let largest = sizes.iter().copied().max().unwrap_or_default();
    let small: Vec<i64> = people.iter().map(|who| past.small.get(who).copied().unwrap_or_default()).collect();
    let tables_of: Vec<usize> = sizes.iter().enumerate().flat_map(|(at, &size)| vec![at; size]).collect();
    // What somebody costs at a table, without whoever sits at `instead_of`.
    let cost = |at: &[usize], who: usize, table: usize, instead_of: usize| -> i64 {
        let (begin, end) = span(sizes, table);
        let with = (begin..end).filter(|&place| place != instead_of).map(|place| at[place]);
        // To meet somebody new counts most; then a third meeting is worse than two second ones.
        let worse = |times: i64| if times == 0 { 0 } else { 50 + times * times };
        let again: i64 = with.filter(|&other| other != who).map(|other| worse(met[who][other])).sum();
        100 * again + if sizes[table] < largest { small[who] } else { 0 }
    };
    let mut best: Option<(i64, Vec<usize>)> = None;
    for _ in 0..(WORK / (n * n).max(1)).clamp(1, 200) {
        let mut at: Vec<usize> = (0..n).collect();
        lots.shuffle(&mut at);
        let mut better = true;
        while better {
            better = false;
            for a in 0..n {
                for b in a + 1..n {
                    let (ta, tb) = (tables_of[a], tables_of[b]);
                    if ta == tb {
                        continue;
                    }
                    let now = cost(&at, at[a], ta, a) + cost(&at, at[b], tb, b);
                    if now > 0 && cost(&at, at[b], ta, a) + cost(&at, at[a], tb, b) < now {
                        at.swap(a, b);
                        better = true;
                    }
                }
            }
        }
        let total: i64 = (0..n).map(|place| cost(&at, at[place], tables_of[place], place)).sum();
        if best.as_ref().is_none_or(|(least, _)| total < *least) {
            best = Some((total, at));
        }
        if total == 0 {
            break;
        }
    }
    let at = best.map(|(_, at)| at).unwrap_or_default();
    (0..sizes.len())
        .map(|table| {
            let (begin, end) = span(sizes, table);
            at[begin..end].iter().map(|&who| people[who]).collect()
        })
        .collect()
}

fn span(sizes: &[usize], table: usize) -> (usize, usize) {
    let begin: usize = sizes[..table].iter().sum();
    (begin, begin + sizes[table])
}

/// Who sits where: where each has been least.
fn seats(players: &[Player], past: &Past) -> Vec<Player> {
    let cost = |seated: &[Player]| -> i64 {
        let sat = seated.iter().enumerate().map(|(seat, &who)| past.sat.get(&(who, seat)).copied());
        sat.map(|times| {
            let times = times.unwrap_or_default();
            times * (times + 1)
        })
        .sum()
    };
    let mut best = (cost(players), players.to_vec());
    // All orders, by Heap's way: seven at most sit at a table.
    let (mut order, mut state, mut i) = (players.to_vec(), vec![0; players.len()], 0);
    while i < order.len() {
        if state[i] < i {
            order.swap(if i % 2 == 0 { 0 } else { state[i] }, i);
            let cost = cost(&order);
            if cost < best.0 {
                best = (cost, order.clone());
            }
            state[i] += 1;
            i = 0;
        } else {
            state[i] = 0;
            i += 1;
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_as_equal_as_can_be() {
        assert_eq!(sizes(7, (3, 4)), [4, 3]);
        assert_eq!(sizes(8, (3, 4)), [4, 4]);
        assert_eq!(sizes(9, (3, 4)), [3, 3, 3]);
        assert_eq!(sizes(5, (3, 4)), [4], "one has a bye");
        assert_eq!(sizes(12, (3, 4)), [4, 4, 4]);
        assert_eq!(sizes(2, (3, 4)), [0usize; 0]);
        assert_eq!(sizes(10, (4, 4)), [4, 4]);
    }
}
