//! Which card lies on a cell, found without looking along the layout: a small open hash table.

use std::fmt;

use crate::cell::Cell;

/// More than twice the 55 cards of the larger deck, so that a search meets an empty slot soon.
const SLOTS: usize = 128;

const EMPTY: u8 = u8::MAX;

/// Numbers of laid cards, each at its cell's slot or the next free one.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Grid([u8; SLOTS]);

impl Grid {
    /// The slots where `cell` may be, the likeliest first.
    fn slots(cell: Cell) -> impl Iterator<Item = usize> {
        // 11 and 1 spread the dozen rows and columns of a usual layout over all slots.
        let home = i32::from(cell.x) * 11 + i32::from(cell.y);
        (0..SLOTS).map(move |k| (home as usize).wrapping_add(k) % SLOTS)
    }

    pub(crate) fn put(&mut self, cell: Cell, number: u8) {
        if let Some(slot) = Self::slots(cell).find(|&slot| self.0[slot] == EMPTY) {
            self.0[slot] = number;
        }
    }

    /// The number of the card on `cell`; `cell_of` says where a numbered card lies.
    pub(crate) fn find(&self, cell: Cell, cell_of: impl Fn(usize) -> Cell) -> Option<usize> {
        Self::slots(cell)
            .map(|slot| self.0[slot])
            .take_while(|&number| number != EMPTY)
            .map(usize::from)
            .find(|&number| cell_of(number) == cell)
    }
}

impl Default for Grid {
    fn default() -> Self {
        Self([EMPTY; SLOTS])
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().filter(|&&number| number != EMPTY)).finish()
    }
}
