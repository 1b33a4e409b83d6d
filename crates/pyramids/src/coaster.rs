//! P-1 and P-5: the four coasters, and how they turn.

use std::fmt;

use serde::{Serialize, Serializer};
use ts_rs::TS;

use crate::cell::{Cells, SIDE};

/// One of the four 3×3 coasters: A = a1–c3, B = d1–f3, C = a4–c6, D = d4–f6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, TS)]
#[ts(rename = "PyramidsCoaster", export_to = "pyramids.ts")]
pub enum Coaster {
    A,
    B,
    C,
    D,
}

impl Coaster {
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// The index of the coaster's lowest left cell.
    const fn corner(self) -> u32 {
        match self {
            Self::A => 0,
            Self::B => 3,
            Self::C => 18,
            Self::D => 21,
        }
    }

    /// The same cells after this coaster has turned under them.
    #[inline]
    pub(crate) fn turn(self, angle: Angle, cells: Cells) -> Cells {
        let corner = self.corner();
        let on_it = (cells.0 >> corner) & WINDOW;
        // The three rows of the window, pushed together.
        let pattern = (on_it & 0o7) | (on_it >> 3 & 0o70) | (on_it >> 6 & 0o700);
        let turned = u64::from(TURNED[angle as usize][pattern as usize]);
        Cells(cells.0 & !(WINDOW << corner) | turned << corner)
    }
}

impl fmt::Display for Coaster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// How far a coaster turns, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, TS)]
#[ts(rename = "PyramidsAngle", export_to = "pyramids.ts", type = "90 | 180 | 270")]
pub enum Angle {
    Quarter,
    Half,
    ThreeQuarters,
}

impl Angle {
    pub const ALL: [Self; 3] = [Self::Quarter, Self::Half, Self::ThreeQuarters];

    pub const fn degrees(self) -> u16 {
        90 * (self as u16 + 1)
    }
}

impl fmt::Display for Angle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.degrees().fmt(f)
    }
}

impl Serialize for Angle {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u16(self.degrees())
    }
}

/// The cells of coaster A on the board.
const WINDOW: u64 = 0o7 | 0o7 << SIDE | 0o7 << (2 * SIDE);

/// For each angle and each of the 512 patterns of nine cells: where they stand afterwards, spread as on coaster A.
static TURNED: [[u16; 512]; 3] = turned();

const fn turned() -> [[u16; 512]; 3] {
    let mut table = [[0; 512]; 3];
    let mut pattern = 0;
    while pattern < 512 {
        let mut cell = 0;
        while cell < 9 {
            if pattern >> cell & 1 == 1 {
                let (mut column, mut row) = (cell % 3, cell / 3);
                let mut angle = 0;
                while angle < 3 {
                    // A quarter clockwise, row 1 at the bottom: a1 goes to a3.
                    (column, row) = (row, 2 - column);
                    table[angle][pattern] |= 1 << (row * SIDE as usize + column);
                    angle += 1;
                }
            }
            cell += 1;
        }
        pattern += 1;
    }
    table
}
