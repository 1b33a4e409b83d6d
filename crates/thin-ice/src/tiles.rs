//! Sets of tiles, by number: what is asked of all tiles at once is asked of one word.

use crate::tile::MOST;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tiles(u64);

const _: () = assert!(MOST <= 64);

impl Tiles {
    pub(crate) const NONE: Self = Self(0);

    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn has(self, number: usize) -> bool {
        self.0 >> number & 1 == 1
    }

    /// Puts a tile in or takes it out.
    #[inline]
    pub(crate) const fn set(&mut self, number: usize, is_in: bool) {
        self.0 = self.0 & !(1 << number) | (is_in as u64) << number;
    }

    #[inline]
    pub(crate) const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    pub(crate) const fn either(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// In order.
    #[inline]
    pub(crate) fn iter(self) -> Bits {
        Bits(self.0)
    }
}

impl FromIterator<usize> for Tiles {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        numbers.into_iter().fold(Self::NONE, |all, number| Self(all.0 | 1 << number))
    }
}

/// The numbers of the bits that are set, the lowest first.
#[derive(Clone, Debug)]
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}
