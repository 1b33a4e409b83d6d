//! Where cards lie: cells of an endless grid, and how their half-edges touch.

use std::fmt;

use serde::Serialize;
use ts_rs::TS;

/// A cell of the grid: x grows to the right, y downward (Z-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, TS)]
#[ts(rename = "QuintazoneCell", export_to = "quintazone.ts")]
pub struct Cell {
    pub x: i8,
    pub y: i8,
}

impl Cell {
    pub const ORIGIN: Self = Self { x: 0, y: 0 };

    pub const fn new(x: i8, y: i8) -> Self {
        Self { x, y }
    }

    /// The next cell on this side: top, right, bottom, left.
    pub(crate) const fn beside(self, side: usize) -> Self {
        // At most 55 cards lie in one piece around the origin, so that nothing saturates.
        let Self { x, y } = self;
        match side {
            0 => Self { x, y: y.saturating_sub(1) },
            1 => Self { x: x.saturating_add(1), y },
            2 => Self { x, y: y.saturating_add(1) },
            _ => Self { x: x.saturating_sub(1), y },
        }
    }

    /// Whether the two meet at a side or a corner.
    pub(crate) const fn is_around(self, other: Self) -> bool {
        self.x.abs_diff(other.x) <= 1 && self.y.abs_diff(other.y) <= 1
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The half-edge of the neighbour that each half-edge touches: 0 (top, left half) touches 5 (bottom, left half) …
pub(crate) const TOUCHES: [usize; 8] = [5, 4, 7, 6, 1, 0, 3, 2];

/// The side across.
pub(crate) const fn across(side: usize) -> usize {
    (side + 2) % 4
}
