//! P-1: the 36 cells, and sets of them.

use std::{
    fmt,
    ops::{BitAnd, BitOr, BitOrAssign, Not},
};

use serde::Serialize;
use ts_rs::TS;

/// Cells in a row, and rows on the board.
pub(crate) const SIDE: u8 = 6;

/// A cell of the board: a1 b1 … f1 a2 … f6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, TS)]
#[ts(rename = "PyramidsCell", export_to = "pyramids.ts", type = "string")]
pub struct Cell(u8);

impl Cell {
    pub const COUNT: usize = (SIDE * SIDE) as usize;

    /// The cell in this column and row, both from 0; none off the board.
    pub const fn at(column: i8, row: i8) -> Option<Self> {
        let side = SIDE as i8;
        if column >= 0 && column < side && row >= 0 && row < side {
            Some(Self((row * side + column) as u8))
        } else {
            None
        }
    }

    /// All cells, a1 first.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self(0); Self::COUNT];
        let mut index = 0;
        while index < Self::COUNT {
            all[index] = Self(index as u8);
            index += 1;
        }
        all
    };

    pub const fn column(self) -> i8 {
        (self.0 % SIDE) as i8
    }

    pub const fn row(self) -> i8 {
        (self.0 / SIDE) as i8
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As it is written, `a1`.
    pub fn name(self) -> &'static str {
        const NAMES: &str = "a1b1c1d1e1f1a2b2c2d2e2f2a3b3c3d3e3f3a4b4c4d4e4f4a5b5c5d5e5f5a6b6c6d6e6f6";
        &NAMES[2 * self.index()..][..2]
    }

    /// Column a of a row, from 0.
    #[inline]
    pub(crate) const fn first_of(row: u8) -> Self {
        Self(row * SIDE)
    }

    /// The cell with this number modulo 64. The caller knows that there is one, or drops it.
    #[inline]
    pub(crate) const fn wrapped(number: u32) -> Self {
        Self((number & 63) as u8)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

/// What a text says of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    On(Cell),
    /// Written like a cell, such as g1 or a7, but outside the 6×6.
    Off,
}

impl Place {
    /// None if the text is no cell at all: a cell is a small letter and a number.
    pub(crate) fn read(text: &str) -> Option<Self> {
        match text.as_bytes() {
            &[column @ b'a'..=b'z', row @ b'0'..=b'9'] => {
                let on = Cell::at((column - b'a') as i8, row as i8 - b'1' as i8);
                Some(on.map_or(Self::Off, Self::On))
            }
            [b'a'..=b'z', rows @ ..] if !rows.is_empty() && rows.iter().all(u8::is_ascii_digit) => {
                Some(Self::Off)
            }
            _ => None,
        }
    }

    pub(crate) const fn cell(self) -> Option<Cell> {
        match self {
            Self::On(cell) => Some(cell),
            Self::Off => None,
        }
    }
}

/// A set of cells, one bit a cell.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cells(pub(crate) u64);

impl Cells {
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self((1 << Cell::COUNT) - 1);

    #[inline]
    pub const fn one(cell: Cell) -> Self {
        Self(1 << cell.0)
    }

    #[inline]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.0)
    }

    #[inline]
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.0))
    }

    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether all of these are in `other` too.
    #[inline]
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The pattern of a row, from 0: column a is its lowest bit.
    #[inline]
    pub(crate) const fn row(self, row: u8) -> usize {
        (self.0 >> (row * SIDE)) as usize % (1 << SIDE)
    }

    /// The cell with this number among them, counted from a1. The caller knows that there are more.
    #[inline]
    pub(crate) fn nth(self, number: u32) -> Cell {
        // Six bits a row: how many there are in each, then how many there are up to each.
        let pairs = self.0 - (self.0 >> 1 & (EACH_ROW * 0o25));
        let rows = (pairs & (EACH_ROW * 3)) + (pairs >> 2 & (EACH_ROW * 3)) + (pairs >> 4 & (EACH_ROW * 3));
        let up_to = |row: u32| (rows.wrapping_mul(EACH_ROW) >> (row * u32::from(SIDE))) as u32 % 64;
        let row: u32 = (0..5).map(|row| u32::from(up_to(row) <= number)).sum();
        let below = if row == 0 { 0 } else { up_to(row - 1) };
        Cell(row as u8 * SIDE + NTH[self.row(row as u8)][(number - below) as usize % 8])
    }

    /// The cells, a1 first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let cell = Cell(left.trailing_zeros() as u8);
            left &= left - 1;
            Some(cell)
        })
    }
}

/// Column a of each row.
const EACH_ROW: u64 = 0o010101010101;

/// For each pattern of a row: the columns of its cells.
static NTH: [[u8; 8]; 1 << SIDE] = {
    let mut table = [[0; 8]; 1 << SIDE];
    let mut pattern = 0;
    while pattern < table.len() {
        let (mut column, mut count) = (0, 0);
        while column < SIDE {
            if pattern >> column & 1 == 1 {
                table[pattern][count] = column;
                count += 1;
            }
            column += 1;
        }
        pattern += 1;
    }
    table
};

impl BitAnd for Cells {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Cells {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Cells {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Not for Cells {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
