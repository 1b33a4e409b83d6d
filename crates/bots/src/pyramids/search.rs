//! Alpha-beta over steps, deeper and deeper while there is time.
//!
//! Depth counts steps; a turn has two. A line ends before a step one only, because between the steps the board is about to
//! change: whoever has jumped or placed still turns a coaster before it is judged.

use catalogue::crates::pyramids::{Action, Pyramids, Step};

use super::{
    evaluation::{PIP, best_capture, evaluate},
    ordering::{Ordering, Urgent, is_loud, pick},
    position::{GOAL, GameEnd, Position},
    sight::Sight,
    transpositions::{Bound, Transpositions},
};
use crate::Stopwatch;

/// No line is longer, in steps.
pub(super) const DEEPEST: usize = 64;
/// A win, less the steps it takes.
pub(super) const WON: i32 = 30_000;
const SURELY: i32 = WON - 2 * DEEPEST as i32;

/// The part of the time after which no iteration is begun.
const LATE: f64 = 0.6;
/// A step that has led so many iterations running is obvious.
const STEADY: u32 = 5;

/// One search for one step.
pub(super) struct Search<'a, 'b> {
    clock: &'a mut Stopwatch<'b>,
    table: &'a Transpositions,
    ordering: Ordering,
    /// The keys of the positions since the last capture, those of the game first.
    path: Vec<u64>,
    /// How many of them were played.
    played: usize,
    /// Spare lists of actions.
    spare: Vec<Vec<Urgent>>,
    jumps: Vec<Action>,
    sight: Sight,
    /// How many steps deeper than usual it begins: those who share a table do not all look at the same.
    pub(super) ahead: i32,
}

impl<'a, 'b> Search<'a, 'b> {
    pub(super) fn new(
        game: &Pyramids,
        sight: Sight,
        table: &'a Transpositions,
        clock: &'a mut Stopwatch<'b>,
    ) -> Self {
        let now = Position::of(game);
        let path: Vec<u64> =
            game.seen().map(|(board, turn, step)| Position { board, turn, step, ..now }.key()).collect();
        let played = path.len();
        Self {
            clock,
            table,
            ordering: Ordering::new(),
            path,
            played,
            spare: Vec::new(),
            jumps: Vec::new(),
            sight,
            ahead: 0,
        }
    }

    /// The best step, from whole iterations and what the last one found before time was up.
    ///
    /// A forced step takes no time, an obvious one little: no iteration is begun late, or when the same step has led several
    /// of them, unless things have just turned for the worse.
    pub(super) fn best(&mut self, position: &Position) -> Option<Action> {
        let mut list = self.list(position, 0, None);
        if list.len() < 2 {
            return list.first().map(|&(_, action)| action);
        }
        let (mut best, mut score, mut steady) = (list[0].1, 0, 0);
        let first = if position.step == Step::Turn { 1 } else { 2 };
        for depth in first + self.ahead..DEEPEST as i32 / 2 {
            let (mut alpha, mut leader) = (-WON, None);
            for (index, (urgency, action)) in list.iter_mut().enumerate() {
                let action = *action;
                let found = self.probe(position, action, depth - 1, 0, (alpha, WON), index == 0);
                if self.clock.is_over() {
                    break;
                }
                *urgency = if found > alpha { found } else { -WON - index as i32 };
                if found > alpha {
                    alpha = found;
                    leader = Some(action);
                }
            }
            steady = if leader == Some(best) { steady + 1 } else { 0 };
            best = leader.unwrap_or(best);
            list.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
            if let Some(at) = list.iter().position(|&(_, action)| action == best) {
                list[..=at].rotate_right(1);
            }
            // Whatever is played now, it is decided.
            if self.clock.is_over() || alpha.abs() >= SURELY {
                break;
            }
            let worse = depth > first + self.ahead && alpha < score - PIP;
            score = alpha;
            let spent = self.clock.spent();
            if !worse && (spent > LATE || (steady >= STEADY && spent > LATE / 2.0)) {
                break;
            }
        }
        Some(best)
    }

    /// What a step is worth to the seat that takes it: with a closed window first, unless it is the first of its kind.
    pub(super) fn probe(
        &mut self,
        position: &Position,
        action: Action,
        depth: i32,
        ply: usize,
        (alpha, beta): (i32, i32),
        is_first: bool,
    ) -> i32 {
        let mut next = *position;
        next.play(action);
        let mut look = |alpha: i32, beta: i32| {
            if next.turn == position.turn {
                self.search(&next, depth, ply + 1, alpha, beta)
            } else {
                -self.search(&next, depth, ply + 1, -beta, -alpha)
            }
        };
        if is_first || beta - alpha <= 1 {
            return look(alpha, beta);
        }
        let score = look(alpha, alpha + 1);
        if score > alpha && score < beta { look(alpha, beta) } else { score }
    }

    /// What the position is worth to the seat to move, between `alpha` and `beta`.
    fn search(&mut self, position: &Position, depth: i32, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if !self.clock.goes_on() {
            return 0;
        }
        let key = position.key();
        if self.recurs(key, position) || ply >= DEEPEST {
            return 0;
        }

        // P-15, P-16, P-19, and a win that is there to be taken.
        let before_step_one = position.step == Step::PlaceOrJump;
        let mut mine = 0;
        if before_step_one {
            let mut jumps = std::mem::take(&mut self.jumps);
            let capture = best_capture(position, position.turn, self.sight, &mut jumps);
            self.jumps = jumps;
            match position.verdict(|| capture.is_some()) {
                Some(GameEnd::Drawn) => return 0,
                Some(GameEnd::Won(_)) => return ply as i32 - WON,
                None => {}
            }
            mine = capture.unwrap_or(0);
            if position.pips(position.turn) + mine >= GOAL {
                return WON - ply as i32 - 1;
            }
        } else if position.verdict(|| true).is_some() {
            return WON - ply as i32;
        }

        let is_open = beta - alpha > 1;
        let known = self.table.find(key);
        if let Some(entry) = known.filter(|entry| !is_open && i32::from(entry.depth) >= depth) {
            let score = from_table(entry.score, ply);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settles {
                return score;
            }
        }

        let mut standing = 0;
        if before_step_one {
            let mut jumps = std::mem::take(&mut self.jumps);
            standing = evaluate(position, mine, self.sight, &mut jumps);
            self.jumps = jumps;
            if depth <= 0 {
                return standing;
            }
            // So far ahead that a whole turn will not change it.
            if !is_open && depth <= 4 && standing - 120 * depth >= beta && beta > -SURELY {
                return standing;
            }
        }

        let start = alpha;
        let mut list = self.list(position, ply, known.and_then(|entry| entry.action));
        let (mut most, mut best) = (-WON, None);
        let mut tried: Vec<Action> = Vec::new();
        self.path.push(key);
        for index in 0..list.len() {
            let (urgency, action) = pick(&mut list, index);
            let loud = is_loud(urgency);
            let mut less = 0;
            if before_step_one && !loud && most > -SURELY {
                // Most placements change nothing at once: near the end of a line only the likeliest are looked at …
                if depth <= 3 && index >= PLACEMENTS[depth as usize] && !is_open {
                    break;
                }
                if depth <= 2 && standing + 150 * depth + PIP <= alpha {
                    break;
                }
                // … and further from it the unlikely ones less deeply.
                if depth >= 3 && index >= 3 {
                    less = 1 + i32::from(index >= 12) + i32::from(index >= 40);
                }
            } else if !before_step_one && index >= 3 && depth >= 3 {
                less = 1 + i32::from(index >= 7);
            }
            let mut score = self.probe(position, action, depth - 1 - less, ply, (alpha, beta), index == 0);
            if less > 0 && score > alpha {
                score = self.probe(position, action, depth - 1, ply, (alpha, beta), false);
            }
            if self.clock.is_over() {
                break;
            }
            if score > most {
                most = score;
                best = Some(action);
                alpha = alpha.max(score);
            }
            if alpha >= beta {
                if !loud {
                    self.ordering.learn(position.turn, ply, depth, action, &tried);
                }
                break;
            }
            if !loud {
                tried.push(action);
            }
        }
        self.path.pop();
        list.clear();
        self.spare.push(list);
        if self.clock.is_over() {
            return 0;
        }
        let bound = match most {
            _ if most >= beta => Bound::Lower,
            _ if most > start => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.keep(key, best, to_table(most, ply), depth, bound);
        most
    }

    pub(super) fn is_over(&self) -> bool {
        self.clock.is_over()
    }

    pub(super) fn spent(&self) -> f64 {
        self.clock.spent()
    }

    /// What was found best in a position.
    pub(super) fn remembered(&self, position: &Position) -> Option<Action> {
        self.table.find(position.key())?.action
    }

    /// P-18: within the search, coming back once is as good as coming back for ever; what was played counts as it does.
    fn recurs(&self, key: u64, position: &Position) -> bool {
        if position.captured || position.quiet == 0 {
            return false;
        }
        let searched = self.path[self.played..].contains(&key);
        searched || self.path[..self.played].iter().filter(|&&past| past == key).count() >= 2
    }

    /// The actions of the seat to move, rated.
    pub(super) fn list(
        &mut self,
        position: &Position,
        ply: usize,
        remembered: Option<Action>,
    ) -> Vec<Urgent> {
        let mut list = self.spare.pop().unwrap_or_default();
        self.jumps.clear();
        position.actions(&mut self.jumps);
        let sight = self.sight;
        list.extend(self.jumps.iter().filter(|action| sight.sees(**action)).map(|&action| (0, action)));
        if list.is_empty() {
            // Where nothing else is left, even the blind find a jump.
            list.extend(self.jumps.iter().map(|&action| (0, action)));
        }
        self.ordering.rate(position, ply, remembered, &mut list);
        list
    }
}

/// How many placements are looked at with so many steps to go.
const PLACEMENTS: [usize; 4] = [0, 8, 20, 40];

/// A win is remembered by how far it is from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        won if won >= SURELY => won + ply as i32,
        lost if lost <= -SURELY => lost - ply as i32,
        other => other,
    }
}

fn from_table(score: i16, ply: usize) -> i32 {
    match i32::from(score) {
        won if won >= SURELY => won - ply as i32,
        lost if lost <= -SURELY => lost + ply as i32,
        other => other,
    }
}
