//! Cells of the sea. The grid has no edge (T-1): columns are letters, rows are numbers counted downwards, and both go on
//! to the left and above with a minus sign. The hole in the middle starts on `d4`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use table::Refusal;
use ts_rs::TS;

use crate::clause::T_1;

/// A place on the grid, with a tile or without: `d4`. Left of column `a` come `-a`, `-b`, …; above row 1 come 0, -1, ….
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, TS)]
#[ts(rename = "ThinIceCell", export_to = "thin-ice.ts", type = "string")]
pub struct Cell {
    /// Rows first, so that cells sort as a page is read.
    pub y: i16,
    pub x: i16,
}

/// The eight cells around (T-1), row by row.
pub(crate) const AROUND: [(i16, i16); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// Which of them are orthogonal, as bits.
pub(crate) const CROSS: u8 = 0b0101_1010;

impl Cell {
    /// Where the hole in the middle lies at the start.
    pub const MIDDLE: Self = Self { x: 4, y: 4 };

    /// How far out a cell can be written. Tiles move a few times per turn and at most sixty turns go by between two tiles
    /// that are removed (T-31), so that no game played to win comes near.
    pub const LIMIT: i16 = 12_000;

    #[inline]
    pub const fn step(self, (dx, dy): (i16, i16)) -> Self {
        Self { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    /// The way from here to there, in columns and rows.
    #[inline]
    pub const fn to(self, other: Self) -> (i16, i16) {
        (other.x.wrapping_sub(self.x), other.y.wrapping_sub(self.y))
    }

    /// How many king's moves away.
    #[inline]
    pub fn distance(self, other: Self) -> u16 {
        let (dx, dy) = self.to(other);
        dx.unsigned_abs().max(dy.unsigned_abs())
    }

    /// Which of the cells [around](AROUND) this one that is.
    #[inline]
    pub(crate) fn way(self, other: Self) -> Option<usize> {
        let (x, y) = self.to(other);
        if !(-1..=1).contains(&x) || !(-1..=1).contains(&y) {
            return None;
        }
        AROUND.iter().position(|&around| around == (x, y))
    }

    #[inline]
    pub fn around(self) -> impl Iterator<Item = Self> + Clone {
        AROUND.into_iter().map(move |d| self.step(d))
    }

    /// Both numbers in one, for fast comparison.
    #[inline]
    pub(crate) const fn key(self) -> u32 {
        (self.x as u16 as u32) << 16 | self.y as u16 as u32
    }

    #[inline]
    pub(crate) const fn from_key(key: u32) -> Self {
        Self { x: (key >> 16) as i16, y: key as i16 }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut column = i32::from(self.x);
        if column < 1 {
            f.write_str("-")?;
            column = 1 - column;
        }
        let mut letters = [0u8; 4];
        let mut first = letters.len();
        // At most four letters: 32,769 is below 26 + 26² + 26³ + 26⁴.
        while column > 0 && first > 0 {
            first -= 1;
            letters[first] = b'a' + ((column - 1) % 26) as u8;
            column = (column - 1) / 26;
        }
        for &letter in &letters[first..] {
            write!(f, "{}", letter as char)?;
        }
        write!(f, "{}", self.y)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const UNREADABLE: Refusal = Refusal::fixed(
    T_1,
    "A cell is a column and a row, such as d4.",
    "Une case est une colonne et une ligne, par exemple d4.",
);

impl FromStr for Cell {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let (minus, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let digits = rest.find(|c: char| !c.is_ascii_alphabetic()).ok_or(UNREADABLE)?;
        let (letters, row) = rest.split_at(digits);
        if letters.is_empty() || letters.len() > 3 {
            return Err(UNREADABLE);
        }
        let column = letters.bytes().fold(0, |n, b| n * 26 + i32::from(b.to_ascii_lowercase() - b'a') + 1);
        let x = if minus { 1 - column } else { column };
        let y: i16 = row.parse().map_err(|_| UNREADABLE)?;
        let limit = i32::from(Self::LIMIT);
        if x.abs() > limit || i32::from(y).abs() > limit {
            return Err(UNREADABLE);
        }
        Ok(Self { x: x as i16, y })
    }
}

impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_1_the_grid_has_no_edge_and_every_cell_a_name() {
        assert_eq!(Cell::MIDDLE.to_string(), "d4");
        assert_eq!(Cell { x: 0, y: 0 }.to_string(), "-a0");
        assert_eq!(Cell { x: -1, y: -3 }.to_string(), "-b-3");
        assert_eq!(Cell { x: 27, y: 1 }.to_string(), "aa1");
        for x in -800..800 {
            let cell = Cell { x, y: -x };
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for bad in ["", "4", "d", "4d", "-4", "d4x", "dddd4", "d99999", "zzz1", "--a1", "é1"] {
            assert!(bad.parse::<Cell>().is_err(), "{bad}");
        }
    }
}
