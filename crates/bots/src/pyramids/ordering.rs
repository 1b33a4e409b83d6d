//! Which actions to look at first: what was best before, captures, and what has refuted elsewhere.

use catalogue::crates::pyramids::{Action, Cell, Deed};
use table::Seat;

use super::{position::Position, search::DEEPEST};

/// An action and how much it calls for being looked at.
pub(super) type Urgent = (i32, Action);

const REMEMBERED: i32 = 1 << 24;
const CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 18;

/// What earlier parts of a search teach the later ones.
#[derive(Debug)]
pub(super) struct Ordering {
    /// For each seat: how often a placement, by size and cell, a jump, by where it lands, or a turn was too good.
    good: [[[i32; Cell::COUNT]; 5]; 2],
    killers: [[Option<Action>; 2]; DEEPEST],
}

impl Ordering {
    pub(super) fn new() -> Self {
        Self { good: [[[0; Cell::COUNT]; 5]; 2], killers: [[None; 2]; DEEPEST] }
    }

    fn slot(&mut self, seat: Seat, action: Action) -> &mut i32 {
        let (kind, place) = match action.deed() {
            Deed::Place { size, cell } => (size.index(), cell.index()),
            Deed::Jump(jump) => (3, jump.end().index()),
            Deed::Turn { coaster, angle } => (4, coaster as usize * 3 + angle as usize),
        };
        &mut self.good[seat.index()][kind][place]
    }

    /// This action refuted what led here; the quiet ones that were tried before it did not.
    pub(super) fn learn(&mut self, seat: Seat, ply: usize, depth: i32, action: Action, tried: &[Action]) {
        let killers = &mut self.killers[ply.min(DEEPEST - 1)];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let bonus = (depth * depth + 1).min(256);
        let mut nudge = |action, by: i32| {
            let slot = self.slot(seat, action);
            *slot += by - *slot * by.abs() / 4096;
        };
        nudge(action, bonus);
        for &action in tried {
            nudge(action, -bonus / 2);
        }
    }

    /// Sets the urgency of each action.
    pub(super) fn rate(
        &mut self,
        position: &Position,
        ply: usize,
        remembered: Option<Action>,
        list: &mut [Urgent],
    ) {
        let killers = self.killers[ply.min(DEEPEST - 1)];
        for (urgency, action) in list {
            *urgency = if Some(*action) == remembered {
                REMEMBERED
            } else {
                let gain = match action.deed() {
                    Deed::Jump(jump) => i32::from(position.gain(position.turn, jump)),
                    _ => 0,
                };
                if gain > 0 {
                    CAPTURE + (gain << 12)
                } else if killers.contains(&Some(*action)) {
                    KILLER
                } else {
                    *self.slot(position.turn, *action)
                }
            };
        }
    }
}

/// Whether an action of this urgency captures, or was best before.
pub(super) const fn is_loud(urgency: i32) -> bool {
    urgency >= CAPTURE / 2
}

/// Brings the most urgent action of `list[from..]` to its front: most lists are left long before their end.
pub(super) fn pick(list: &mut [Urgent], from: usize) -> Urgent {
    let mut best = from;
    for index in from + 1..list.len() {
        if list[index].0 > list[best].0 {
            best = index;
        }
    }
    list.swap(from, best);
    list[from]
}
