//! Everybody against everybody, by Berger's tables.

use std::hash::Hash;

use crate::{Bye, Player, Tournament, standings::POINT};

/// Who meets whom in a round (from 0) among `n` (even), first seat first. The last keeps their place, and changes seats.
pub(crate) fn berger(n: usize, round: usize) -> Vec<(usize, usize)> {
    if n < 2 {
        return Vec::new();
    }
    let turning = n - 1;
    // Round 1 begins with the first against the last; each next one half a turn on.
    let at = |i: usize| (i + round * (n / 2)) % turning;
    let first = at(0);
    let mut pairs = vec![if round.is_multiple_of(2) { (first, n - 1) } else { (n - 1, first) }];
    pairs.extend((1..n / 2).map(|i| (at(i), at(turning - i))));
    pairs
}

/// The next round.
pub(crate) fn round<P: Copy + Eq + Hash>(
    tournament: &Tournament<P>,
    double: bool,
) -> Option<(Vec<Vec<Player>>, Vec<Bye>)> {
    let order = &tournament.order;
    let n = order.len().next_multiple_of(2);
    let once = n.saturating_sub(1);
    let round = tournament.round as usize;
    if order.len() < 2 || round >= if double { 2 * once } else { once } {
        return None;
    }
    let (mut tables, mut byes) = (Vec::new(), Vec::new());
    for (first, second) in berger(n, round % once) {
        let (first, second) = if round >= once { (second, first) } else { (first, second) };
        match (order.get(first), order.get(second)) {
            (Some(&first), Some(&second)) => match (tournament.plays(first), tournament.plays(second)) {
                (true, true) => tables.push(vec![first, second]),
                // Who should have met somebody who has left has the point.
                (true, false) => byes.push(Bye { player: first, worth: POINT }),
                (false, true) => byes.push(Bye { player: second, worth: POINT }),
                (false, false) => {}
            },
            // Everybody has such a round, so it is worth nothing.
            (Some(&player), None) | (None, Some(&player)) if tournament.plays(player) => {
                byes.push(Bye { player, worth: 0 });
            }
            _ => {}
        }
    }
    Some((tables, byes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn berger_lets_all_meet_once_with_first_seats_even() {
        for n in (2..=32).step_by(2) {
            let (mut met, mut firsts) = (vec![vec![0; n]; n], vec![0i32; n]);
            for round in 0..n - 1 {
                let pairs = berger(n, round);
                let mut there: Vec<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
                there.sort_unstable();
                assert_eq!(there, (0..n).collect::<Vec<_>>(), "everybody plays in round {round} of {n}");
                for (a, b) in pairs {
                    met[a.min(b)][a.max(b)] += 1;
                    firsts[a] += 1;
                    firsts[b] -= 1;
                }
            }
            assert!((0..n).all(|a| (a + 1..n).all(|b| met[a][b] == 1)), "{n}: {met:?}");
            assert!(firsts.iter().all(|first| first.abs() <= 1), "{n}: {firsts:?}");
        }
    }

    #[test]
    fn berger_of_four_is_the_printed_table() {
        let rounds: Vec<_> = (0..3).map(|round| berger(4, round)).collect();
        assert_eq!(rounds, [[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]);
    }
}
