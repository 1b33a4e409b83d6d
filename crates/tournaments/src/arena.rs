//! Arena: whoever waits meets the nearest in points who waits too, and not the same person twice in a row.

use std::{collections::HashSet, hash::Hash};

use crate::{Moment, Player, Tournament, matching, pairing::Past, standings::POINT};

/// How long two who have just met wait for somebody else to become free.
const PATIENCE: i64 = 8_000;
/// How long two wait of whom one wants nothing to do with the other.
const UNWILLING: i64 = 60_000;

/// Those who begin a game now.
pub(crate) fn tables<P: Copy + Eq + Hash>(
    tournament: &Tournament<P>,
    now: Moment,
    apart: &HashSet<(Player, Player)>,
) -> Vec<Vec<Player>> {
    let mut busy = vec![false; tournament.players.len()];
    for table in tournament.tables.iter().filter(|table| table.done.is_none()) {
        table.players.iter().for_each(|player| busy[player.index()] = true);
    }
    let waited = |player: Player| {
        tournament.entrant(player).map_or(0, |entrant| (now.0 - entrant.free.0).clamp(0, 600_000))
    };
    let mut waiting: Vec<Player> = tournament.active().filter(|player| !busy[player.index()]).collect();
    if waiting.len() < 2 {
        return Vec::new();
    }
    // Who has waited longest is the last who is left over.
    waiting.sort_by_key(|&player| (std::cmp::Reverse(waited(player)), tournament.lot(player)));
    let others = tournament.active().count() > waiting.len();
    let (points, past) = (tournament.points(), Past::of(tournament));
    let cost = |a: usize, b: usize| -> Option<i64> {
        let (one, other) = (waiting[a.min(b)], waiting[a.max(b)]);
        let longer = waited(one).max(waited(other));
        let unwilling = apart.contains(&(one, other)) || apart.contains(&(other, one));
        // Somebody else may be free in a moment.
        if (others && past.just_met(one, other) && longer < PATIENCE) || (unwilling && longer < UNWILLING) {
            return None;
        }
        let again = if past.just_met(one, other) { 200_000 } else { 0 };
        let again = again + i64::from(past.times(one, other)).min(20) * 400;
        let unwilling = if unwilling { 100_000_000 } else { 0 };
        let off = ((points[one.index()] - points[other.index()]) / POINT).abs().min(200);
        let impatience = (waited(one) + waited(other)) / 100;
        Some(
            (unwilling + again + off * off * 10 + past.seats_cost(one, other).min(50_000) + 12_000
                - impatience)
                .max(0),
        )
    };
    let mut pairs = matching::cheapest(waiting.len(), 1_000_000_000, &cost);
    pairs.sort_unstable();
    pairs.into_iter().map(|(a, b)| past.seated(waiting[a], waiting[b])).collect()
}
