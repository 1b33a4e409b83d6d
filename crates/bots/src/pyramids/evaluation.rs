//! How good a position is that nobody looks further into: pips, threats, and where pyramids stand.

use catalogue::crates::pyramids::{Action, Deed};
use table::Seat;

use super::position::{Position, other};

/// One captured pip.
pub(super) const PIP: i32 = 100;

/// What the seat to move could capture now, in hundredths of its pips; what the other threatens.
const MINE: i32 = 80;
const THEIRS: i32 = 25;
/// P-16: who has little left to place may soon be stuck.
const NEARLY_STUCK: [i32; 4] = [150, 90, 40, 15];

/// The most pips that a seat could capture by one jump; none if it cannot jump at all.
#[inline]
pub(super) fn best_capture(position: &Position, seat: Seat, jumps: &mut Vec<Action>) -> Option<u8> {
    jumps.clear();
    position.board.jumps(seat, jumps);
    let gain = |action: &Action| match action.deed() {
        Deed::Jump(jump) => position.gain(seat, jump),
        _ => 0,
    };
    jumps.iter().map(gain).max()
}

/// For the seat to move, before step one; `mine` is the most it can capture at once.
#[inline]
pub(super) fn evaluate(position: &Position, mine: u8, jumps: &mut Vec<Action>) -> i32 {
    let opponent = other(position.turn);
    let theirs = i32::from(best_capture(position, opponent, jumps).unwrap_or(0));
    let stuck = |seat| {
        let left: u8 = position.reserve(seat).iter().sum();
        NEARLY_STUCK.get(usize::from(left)).copied().unwrap_or(0)
    };
    PIP * position.lead() + MINE * i32::from(mine) - THEIRS * theirs - stuck(position.turn) + stuck(opponent)
}
