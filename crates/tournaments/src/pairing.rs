//! Two and two, so that it costs least: what Swiss and arena have in common.

use std::{collections::HashMap, hash::Hash};

use crate::{Player, Tournament};

/// How often two have met, and who sat first how often.
#[derive(Debug, Default)]
pub(crate) struct Past {
    met: HashMap<(Player, Player), u32>,
    /// How much oftener somebody sat first than second.
    firsts: HashMap<Player, i64>,
    /// Whether they sat first the last time.
    last: HashMap<Player, bool>,
    opponent: HashMap<Player, Player>,
}

fn ordered(a: Player, b: Player) -> (Player, Player) {
    (a.min(b), a.max(b))
}

impl Past {
    pub(crate) fn of<P: Copy + Eq + Hash>(tournament: &Tournament<P>) -> Self {
        let mut past = Self::default();
        for table in &tournament.tables {
            if let [first, second] = table.players[..] {
                *past.met.entry(ordered(first, second)).or_default() += 1;
                *past.firsts.entry(first).or_default() += 1;
                *past.firsts.entry(second).or_default() -= 1;
                past.last.insert(first, true);
                past.last.insert(second, false);
                past.opponent.insert(first, second);
                past.opponent.insert(second, first);
            }
        }
        past
    }

    pub(crate) fn times(&self, a: Player, b: Player) -> u32 {
        self.met.get(&ordered(a, b)).copied().unwrap_or_default()
    }

    /// Whether each was the other's last opponent.
    pub(crate) fn just_met(&self, a: Player, b: Player) -> bool {
        self.opponent.get(&a) == Some(&b) && self.opponent.get(&b) == Some(&a)
    }

    fn firsts(&self, player: Player) -> i64 {
        self.firsts.get(&player).copied().unwrap_or_default()
    }

    /// What it costs that one of them sits first who already did so too often, or the other too seldom.
    pub(crate) fn seats_cost(&self, a: Player, b: Player) -> i64 {
        let uneven = |n: i64| match n.abs() {
            0 | 1 => 0,
            2 => 30,
            // Worse than any difference in points.
            n => 10_000_000 * n * n,
        };
        let (a, b) = (self.firsts(a), self.firsts(b));
        (uneven(a + 1) + uneven(b - 1)).min(uneven(a - 1) + uneven(b + 1))
    }

    /// Who sits first: who did so less often, else not who did last, else the first of them.
    pub(crate) fn seated(&self, a: Player, b: Player) -> Vec<Player> {
        let key = |player: Player| (self.firsts(player), self.last.get(&player).copied().unwrap_or_default());
        if key(b) < key(a) { vec![b, a] } else { vec![a, b] }
    }
}
