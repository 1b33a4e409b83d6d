//! A window of the sea as bits, sixteen cells wide and high: a few instructions for all cells at once.

/// One bit a cell, row by row. Tiles hardly ever drift out of the window; one that does is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sheet([u64; 4]);

const FIRST_COLUMN: u64 = 0x0001_0001_0001_0001;
const LAST_COLUMN: u64 = 0x8000_8000_8000_8000;

impl Sheet {
    pub(crate) const SIDE: i16 = 16;
    pub(crate) const EMPTY: Self = Self([0; 4]);

    /// The number of a cell so far from the corner, if it is in the window.
    #[inline]
    pub(crate) fn place((x, y): (i16, i16)) -> Option<u32> {
        ((0..Self::SIDE).contains(&x) && (0..Self::SIDE).contains(&y)).then(|| y as u32 * 16 + x as u32)
    }

    #[inline]
    pub(crate) fn one(at: u32) -> Self {
        let mut sheet = Self::EMPTY;
        sheet.set(at);
        sheet
    }

    #[inline]
    pub(crate) fn set(&mut self, at: u32) {
        self.0[at as usize / 64 % 4] |= 1 << (at % 64);
    }

    #[inline]
    pub(crate) fn clear(&mut self, at: u32) {
        self.0[at as usize / 64 % 4] &= !(1 << (at % 64));
    }

    #[inline]
    pub(crate) fn has(&self, at: u32) -> bool {
        self.0[at as usize / 64 % 4] >> (at % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn both(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] & other.0[k]))
    }

    #[inline]
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] & !other.0[k]))
    }

    #[inline]
    pub(crate) fn either(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] | other.0[k]))
    }

    #[inline]
    pub(crate) fn others(&self) -> Self {
        Self(self.0.map(|word| !word))
    }

    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// These and what lies left and right of them.
    #[inline]
    fn wide(&self) -> Self {
        Self(self.0.map(|word| word | (word & !LAST_COLUMN) << 1 | (word & !FIRST_COLUMN) >> 1))
    }

    /// These and what lies above and below them.
    #[inline]
    fn tall(&self) -> Self {
        let [a, b, c, d] = self.0;
        Self([
            a | a << 16 | a >> 16 | b << 48,
            b | b << 16 | b >> 16 | a >> 48 | c << 48,
            c | c << 16 | c >> 16 | b >> 48 | d << 48,
            d | d << 16 | d >> 16 | c >> 48,
        ])
    }

    /// These and the eight cells around each (T-1).
    #[inline]
    pub(crate) fn spread(&self) -> Self {
        self.wide().tall()
    }

    /// These and the four orthogonal ones.
    #[inline]
    pub(crate) fn cross(&self) -> Self {
        self.wide().either(&self.tall())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cell by cell, at the edges of the window and between its words too.
    #[test]
    fn what_is_around_a_cell_is_what_counting_says() {
        let cells = || (0..Sheet::SIDE).flat_map(|y| (0..Sheet::SIDE).map(move |x| (x, y)));
        for (x, y) in cells() {
            let one = Sheet::one(Sheet::place((x, y)).unwrap());
            for (a, b) in cells() {
                let at = Sheet::place((a, b)).unwrap();
                let (dx, dy) = ((a - x).abs(), (b - y).abs());
                assert_eq!(one.spread().has(at), dx.max(dy) <= 1, "{x},{y} {a},{b}");
                assert_eq!(one.cross().has(at), dx + dy <= 1, "{x},{y} {a},{b}");
            }
        }
        assert_eq!(Sheet::place((16, 0)).or(Sheet::place((0, -1))), None);
    }
}
