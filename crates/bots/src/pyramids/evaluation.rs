//! How good a position is that nobody looks further into: pips, threats, and where pyramids stand.
//!
//! The weights are fitted to games of self-play and stand in `data/pyramids.tsv`; here they are in hundredths of a pip.

use std::sync::LazyLock;

use catalogue::crates::pyramids::{Action, Cells, Deed, Size};
use table::Seat;

use super::{
    position::{Position, other},
    sight::Sight,
};
use crate::luce;

/// One captured pip.
pub(super) const PIP: i32 = 100;

/// What is counted of a seat. The six kinds of cells are those that the board's symmetries leave apart: corner, beside the
/// corner, inner edge, centre of a coaster, beside it, middle of the board.
pub(super) const NAMES: [&str; 28] = [
    "pips",
    "can capture",
    "threatens",
    "turn",
    "small on a corner",
    "small beside a corner",
    "small on an inner edge",
    "small on a centre",
    "small beside a centre",
    "small in the middle",
    "medium on a corner",
    "medium beside a corner",
    "medium on an inner edge",
    "medium on a centre",
    "medium beside a centre",
    "medium in the middle",
    "large on a corner",
    "large beside a corner",
    "large on an inner edge",
    "large on a centre",
    "large beside a centre",
    "large in the middle",
    "small in reserve",
    "medium in reserve",
    "large in reserve",
    "nothing in reserve",
    "one in reserve",
    "two in reserve",
];
const COUNT: usize = NAMES.len();
const STANDING: usize = 4;
const RESERVE: usize = 22;
const NEARLY_STUCK: usize = 25;

/// The weights in hundredths of a pip.
static WEIGHTS: LazyLock<[i32; COUNT]> = LazyLock::new(|| {
    let weights = luce::read(&NAMES, include_str!("../../data/pyramids.tsv"));
    weights.map(|weight| (PIP as f32 * weight / weights[0].max(0.01)).round() as i32)
});

/// The weight of one of the [`NAMES`], in pips.
pub(super) fn weight(name: &str) -> f32 {
    NAMES.iter().position(|known| *known == name).map_or(0.0, |k| WEIGHTS[k] as f32 / PIP as f32)
}

/// The cells of each kind.
static KINDS: LazyLock<[Cells; 6]> = LazyLock::new(|| {
    let mut kinds = [Cells::NONE; 6];
    for cell in Cells::ALL.iter() {
        let fold = |k: i8| k.min(5 - k) as usize;
        let (a, b) = (fold(cell.column()), fold(cell.row()));
        let kind = match (a.min(b), a.max(b)) {
            (0, 0) => 0,
            (0, 1) => 1,
            (0, _) => 2,
            (1, 1) => 3,
            (1, _) => 4,
            _ => 5,
        };
        kinds[kind] = kinds[kind].with(cell);
    }
    kinds
});

/// The most pips that a seat could capture by one jump; none if it cannot jump at all.
#[inline]
pub(super) fn best_capture(
    position: &Position,
    seat: Seat,
    sight: Sight,
    jumps: &mut Vec<Action>,
) -> Option<u8> {
    jumps.clear();
    position.board.jumps(seat, jumps);
    let gain = |action: &Action| match action.deed() {
        Deed::Jump(jump) => position.gain(seat, jump),
        _ => 0,
    };
    jumps.iter().map(|action| if sight.sees(*action) { gain(action) } else { 0 }).max()
}

/// What is counted of `seat`, who could capture so many pips.
#[inline]
fn features(position: &Position, seat: Seat, capture: u8, mut count: impl FnMut(usize, i32)) {
    let to_move = position.turn == seat;
    count(0, position.pips(seat).into());
    count(if to_move { 1 } else { 2 }, capture.into());
    count(3, to_move.into());
    let own = position.board.of(seat);
    for size in Size::ALL {
        let standing = own & position.board.sized(size);
        if standing.is_empty() {
            continue;
        }
        for (kind, cells) in KINDS.iter().enumerate() {
            count(STANDING + 6 * size.index() + kind, (standing & *cells).len().into());
        }
    }
    let reserve = position.reserve(seat);
    for (size, &left) in reserve.iter().enumerate() {
        count(RESERVE + size, left.into());
    }
    let left = usize::from(reserve.iter().sum::<u8>());
    if left < 3 {
        count(NEARLY_STUCK + left, 1);
    }
}

/// For the seat to move, before step one; `mine` is the most it can capture at once.
#[inline]
pub(super) fn evaluate(position: &Position, mine: u8, sight: Sight, jumps: &mut Vec<Action>) -> i32 {
    let opponent = other(position.turn);
    let theirs = best_capture(position, opponent, sight, jumps).unwrap_or(0);
    let weights = &*WEIGHTS;
    let mut score = 0;
    features(position, position.turn, mine, |k, n| score += weights[k] * n);
    features(position, opponent, theirs, |k, n| score -= weights[k] * n);
    score
}

/// Both seats' features, for fitting; none between the steps of a turn.
pub(super) fn contenders(position: &Position) -> Vec<(Seat, Vec<f32>)> {
    let of = |seat: Seat| {
        let capture =
            best_capture(position, seat, Sight { misses: 0, eyes: 0 }, &mut Vec::new()).unwrap_or(0);
        let mut counted = vec![0.0; COUNT];
        features(position, seat, capture, |k, n| counted[k] += n as f32);
        (seat, counted)
    };
    vec![of(Seat(0)), of(Seat(1))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_weight() {
        let file = include_str!("../../data/pyramids.tsv");
        for name in NAMES {
            assert!(file.lines().any(|line| line.starts_with(&format!("{name}\t"))), "{name}");
        }
        assert!(WEIGHTS[1] > 0 && WEIGHTS[2] > 0, "who can capture is better off");
    }

    #[test]
    fn the_kinds_of_cells_are_the_whole_board() {
        assert_eq!(KINDS.iter().map(|cells| cells.len()).collect::<Vec<_>>(), [4, 8, 8, 4, 8, 4]);
    }
}
