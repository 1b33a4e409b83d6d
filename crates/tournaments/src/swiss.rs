//! Swiss: nobody meets twice while that can be, scores are close, first seats even, and one bye at most a person.

use std::hash::Hash;

use crate::{Bye, Player, Tournament, matching, pairing::Past, standings::POINT};

/// What a second meeting, or a second bye, costs: more than everything else together.
const AGAIN: i64 = 1_000_000_000_000;
/// A difference of half a point, squared.
const APART: i64 = 10_000;

/// The next round: tables, and who has a bye, which is worth a point.
pub(crate) fn round<P: Copy + Eq + Hash>(tournament: &Tournament<P>) -> (Vec<Vec<Player>>, Vec<Bye>) {
    let points = tournament.points();
    let past = Past::of(tournament);
    let mut players = tournament.by_rating(tournament.active().collect());
    // The best first; this sort keeps the order among those with as many points.
    players.sort_by_key(|player| std::cmp::Reverse(points[player.index()]));
    let halves = |player: Player| points[player.index()] * 2 / POINT;
    // Where everybody stands among those with as many points, and how many these are.
    let places: Vec<(i64, i64)> = places(&players, &halves);
    let n = players.len();
    let with_bye = n + n % 2;
    let lowest = players.last().map_or(0, |&player| halves(player));
    let had_bye = |player: Player| tournament.byes.iter().any(|(_, bye)| bye.player == player);
    let cost = |a: usize, b: usize| -> Option<i64> {
        let (a, b) = (a.min(b), a.max(b));
        let one = players[a];
        let Some(&other) = players.get(b) else {
            // The bye goes to the lowest who has not had one; among those to the last.
            let apart = halves(one) - lowest;
            let again = if had_bye(one) { AGAIN / 1_000 } else { 0 };
            return Some(again + apart * apart * APART + (n - 1 - a) as i64);
        };
        let apart = halves(one) - halves(other);
        let ((place, size), (other_place, other_size)) = (places[a], places[b]);
        // Among equals the upper half meets the lower half.
        let fold = if size == other_size && apart == 0 {
            let off = (place - other_place).abs() - size / 2;
            100 * off * off / (size * size / 4).max(1)
        } else {
            0
        };
        let again = i64::from(past.times(one, other)) * AGAIN;
        Some(again + apart * apart * APART + past.seats_cost(one, other) + fold)
    };
    let (mut tables, mut byes) = (Vec::new(), Vec::new());
    let mut pairs = matching::cheapest(with_bye, 100 * AGAIN, &cost);
    pairs.sort_unstable_by_key(|&(a, b)| a.min(b));
    for (a, b) in pairs {
        match (players.get(a), players.get(b)) {
            (Some(&a), Some(&b)) => tables.push(past.seated(a, b)),
            (Some(&player), None) | (None, Some(&player)) => byes.push(Bye { player, worth: POINT }),
            (None, None) => {}
        }
    }
    (tables, byes)
}

fn places(players: &[Player], halves: &dyn Fn(Player) -> i64) -> Vec<(i64, i64)> {
    let groups = players.chunk_by(|&a, &b| halves(a) == halves(b));
    groups.flat_map(|group| (0..).zip(group).map(|(at, _)| (at, group.len() as i64))).collect()
}
