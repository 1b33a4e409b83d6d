//! Knock-out: a bracket in which the best meet last, and byes go to the first.

use std::hash::Hash;

use crate::{Bye, Player, Tournament, standings::POINT};

/// How often a draw is played again, seats changed, before the one who was set higher goes on.
pub const REPLAYS: usize = 2;

/// Numbers from 0 in the order of the bracket: 0 meets the last first, and 1 only at the end.
fn bracket(size: usize) -> Vec<usize> {
    let mut slots = vec![0];
    while slots.len() < size {
        let all = 2 * slots.len();
        slots = slots.into_iter().flat_map(|seed| [seed, all - 1 - seed]).collect();
    }
    slots
}

/// What is to be done about two who meet.
enum Pair {
    /// Who goes on.
    Decided(Option<Player>),
    Playing,
    /// A game, the first seat first.
    Game(Vec<Player>),
    /// Somebody goes on without one.
    GoesOn(Player),
}

impl<P: Copy + Eq + Hash> Tournament<P> {
    /// Who stands in the bracket at a round (from 1), in pairs; as far as it is decided.
    fn slots(&self, round: u32) -> Option<Vec<Option<Player>>> {
        let size = self.order.len().max(1).next_power_of_two();
        let mut slots: Vec<Option<Player>> =
            bracket(size).into_iter().map(|seed| self.order.get(seed).copied()).collect();
        for earlier in 1..round {
            let mut next = Vec::with_capacity(slots.len() / 2);
            for pair in slots.chunks_exact(2) {
                match self.pair_of(earlier, pair[0], pair[1]) {
                    Pair::Decided(player) => next.push(player),
                    _ => return None,
                }
            }
            slots = next;
        }
        Some(slots)
    }

    fn pair_of(&self, round: u32, a: Option<Player>, b: Option<Player>) -> Pair {
        let (Some(a), Some(b)) = (a, b) else {
            return match a.or(b) {
                None => Pair::Decided(None),
                Some(alone) if self.went_on(round, alone) => Pair::Decided(Some(alone)),
                Some(alone) => Pair::GoesOn(alone),
            };
        };
        for player in [a, b] {
            if self.went_on(round, player) {
                return Pair::Decided(Some(player));
            }
        }
        let games: Vec<_> = self.in_round(round).filter(|table| table.has(a) && table.has(b)).collect();
        if let Some(winner) = games.iter().find_map(|table| table.winner()) {
            return Pair::Decided(Some(winner));
        }
        if games.iter().any(|table| table.done.is_none()) {
            return Pair::Playing;
        }
        let seed = |player: Player| self.order.iter().position(|&other| other == player);
        let higher = if seed(a) <= seed(b) { a } else { b };
        match (self.plays(a), self.plays(b)) {
            (true, false) => Pair::GoesOn(a),
            (false, true) => Pair::GoesOn(b),
            (false, false) => Pair::GoesOn(higher),
            (true, true) if games.len() > REPLAYS => Pair::GoesOn(higher),
            // The newest game comes first: seats change.
            (true, true) => match games.first() {
                Some(last) => Pair::Game(last.players.iter().rev().copied().collect()),
                None => Pair::Game(crate::pairing::Past::of(self).seated(a, b)),
            },
        }
    }

    /// Whether somebody went on in this round without a game that decided it.
    fn went_on(&self, round: u32, player: Player) -> bool {
        self.byes.iter().any(|&(in_round, bye)| in_round == round && bye.player == player)
    }
}

/// What comes next in a knock-out.
pub(crate) enum Next {
    /// Games in this round, or people who go on without one.
    Games(u32, Vec<Vec<Player>>, Vec<Bye>),
    /// Somebody still plays.
    Wait,
    Over,
}

pub(crate) fn next<P: Copy + Eq + Hash>(tournament: &Tournament<P>) -> Next {
    let rounds = tournament.rounds().unwrap_or_default();
    let mut round = tournament.round.max(1);
    loop {
        if round > rounds {
            return Next::Over;
        }
        let Some(slots) = tournament.slots(round) else { return Next::Wait };
        let (mut games, mut byes, mut decided) = (Vec::new(), Vec::new(), true);
        for pair in slots.chunks_exact(2) {
            match tournament.pair_of(round, pair[0], pair[1]) {
                Pair::Decided(_) => {}
                Pair::Playing => decided = false,
                Pair::Game(players) => games.push(players),
                Pair::GoesOn(player) => byes.push(Bye { player, worth: POINT }),
            }
        }
        if !games.is_empty() || !byes.is_empty() {
            return Next::Games(round, games, byes);
        }
        if !decided {
            return Next::Wait;
        }
        round += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_two_meet_last_and_byes_go_to_the_first() {
        assert_eq!(bracket(1), [0]);
        assert_eq!(bracket(2), [0, 1]);
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }
}
