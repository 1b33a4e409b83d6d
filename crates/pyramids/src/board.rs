//! P-1 to P-3: pyramids and the board they stand on.

use std::fmt;

use serde::{Deserialize, Serialize};
use table::Seat;
use ts_rs::TS;

use crate::{
    cell::{Cell, Cells, SIDE},
    coaster::{Angle, Coaster},
};

/// How large a pyramid is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "PyramidsSize", export_to = "pyramids.ts")]
pub enum Size {
    Small = 1,
    Medium,
    Large,
}

impl Size {
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    pub const fn pips(self) -> u8 {
        self as u8
    }

    /// Its place in a [`Stock`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    pub const fn letter(self) -> char {
        match self {
            Self::Small => 'S',
            Self::Medium => 'M',
            Self::Large => 'L',
        }
    }
}

/// How many small, medium and large pyramids there are of something: a reserve, captures.
pub type Stock = [u8; 3];

/// P-2: what each seat owns.
pub(crate) const OWNED: Stock = [5; 3];

/// The pips of a whole stock.
#[inline]
pub(crate) fn pips(stock: Stock) -> u8 {
    stock[0] + 2 * stock[1] + 3 * stock[2]
}

/// A pyramid on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "PyramidsPyramid", export_to = "pyramids.ts")]
pub struct Pyramid {
    pub owner: Seat,
    pub size: Size,
}

/// The 36 cells as three planes of bits: a pyramid's size is its two lower bits, 0 an empty cell; the third is its owner.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Board {
    low: Cells,
    high: Cells,
    owner: Cells,
}

impl Board {
    #[inline]
    pub fn occupied(&self) -> Cells {
        self.low | self.high
    }

    #[inline]
    pub fn empty(&self) -> Cells {
        !self.occupied()
    }

    /// The cells with a pyramid of `seat`.
    #[inline]
    pub fn of(&self, seat: Seat) -> Cells {
        if seat == Seat(0) { self.occupied() & !self.owner } else { self.owner }
    }

    /// The cells with a pyramid of this size.
    #[inline]
    pub fn sized(&self, size: Size) -> Cells {
        match size {
            Size::Small => self.low & !self.high,
            Size::Medium => self.high & !self.low,
            Size::Large => self.low & self.high,
        }
    }

    /// How many pyramids of each size stand on these cells.
    #[inline]
    pub fn stock(&self, cells: Cells) -> Stock {
        Size::ALL.map(|size| (self.sized(size) & cells).len())
    }

    /// The size of the pyramid on a cell.
    #[inline]
    pub fn size(&self, cell: Cell) -> Option<Size> {
        match (self.high.contains(cell), self.low.contains(cell)) {
            (false, false) => None,
            (false, true) => Some(Size::Small),
            (true, false) => Some(Size::Medium),
            (true, true) => Some(Size::Large),
        }
    }

    pub fn pyramid(&self, cell: Cell) -> Option<Pyramid> {
        let owner = Seat(self.owner.contains(cell).into());
        self.size(cell).map(|size| Pyramid { owner, size })
    }

    /// Puts a pyramid on an empty cell.
    #[inline]
    pub fn put(&mut self, cell: Cell, owner: Seat, size: Size) {
        let bits = size as u64;
        self.low |= Cells((bits & 1) << cell.index());
        self.high |= Cells((bits >> 1) << cell.index());
        self.owner |= Cells(u64::from(owner.0) << cell.index());
    }

    /// Takes away whatever stands on these cells.
    #[inline]
    pub fn lift(&mut self, cells: Cells) {
        self.low = self.low & !cells;
        self.high = self.high & !cells;
        self.owner = self.owner & !cells;
    }

    /// P-5: the pyramids on a coaster turn with it.
    #[inline]
    pub fn turn(&mut self, coaster: Coaster, angle: Angle) {
        self.low = coaster.turn(angle, self.low);
        self.high = coaster.turn(angle, self.high);
        self.owner = coaster.turn(angle, self.owner);
    }

    /// The whole board in 108 bits.
    #[inline]
    pub fn bits(&self) -> u128 {
        u128::from(self.low.0) | u128::from(self.high.0) << 36 | u128::from(self.owner.0) << 72
    }

    pub(crate) fn from_bits(bits: u128) -> Self {
        let plane = |shift: u32| Cells((bits >> shift) as u64) & Cells::ALL;
        Self { low: plane(0), high: plane(36), owner: plane(72) }
    }

    /// A row as text, from column a: `S`, `M`, `L` are seat 0's, `s`, `m`, `l` are seat 1's, `.` is an empty cell.
    fn row(&self, row: i8) -> String {
        let cells = (0..SIDE as i8).filter_map(|column| Cell::at(column, row));
        cells
            .map(|cell| match self.pyramid(cell) {
                None => '.',
                Some(Pyramid { owner: Seat(0), size }) => size.letter(),
                Some(Pyramid { size, .. }) => size.letter().to_ascii_lowercase(),
            })
            .collect()
    }

    /// The six rows as text, row 6 first: as the board is seen.
    pub fn rows(&self) -> [String; 6] {
        [5, 4, 3, 2, 1, 0].map(|row| self.row(row))
    }

    /// Reads [`rows`](Self::rows) back; none if it is not six times six of its letters.
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut board = Self::default();
        let mut row = SIDE as i8;
        for text in rows {
            row -= 1;
            if text.len() != SIDE as usize {
                return None;
            }
            for (column, letter) in (0..).zip(text.chars()) {
                let cell = Cell::at(column, row)?;
                let owner = Seat(letter.is_ascii_lowercase().into());
                match letter.to_ascii_uppercase() {
                    '.' => {}
                    'S' => board.put(cell, owner, Size::Small),
                    'M' => board.put(cell, owner, Size::Medium),
                    'L' => board.put(cell, owner, Size::Large),
                    _ => return None,
                }
            }
        }
        (row == 0).then_some(board)
    }
}

/// The six rows on one line, row 6 first: `....../..S...`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rows().join("/"))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
