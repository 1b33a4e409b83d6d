//! What is on a cell, found without looking along the layout: a small open hash table.

use std::fmt;

use crate::cell::Cell;

/// More than the 55 cards of the larger deck with at most 112 openings around them, so that a search meets an empty slot soon.
const SLOTS: usize = 256;

/// What is at a slot: nothing, the number of a laid card, or that of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Nothing,
    Laid(u8),
    Opening(u8),
}

const NOTHING: u8 = u8::MAX;
/// Openings are counted from here on.
const OPENINGS: u8 = 64;

/// Each thing at its cell's slot or the next free one. None ever goes without another in its place.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Grid([u8; SLOTS]);

impl Grid {
    /// The slot where `cell` is, or would be; `cell_of` says where things are.
    #[inline]
    pub(crate) fn slot(&self, cell: Cell, cell_of: impl Fn(Found) -> Option<Cell>) -> u8 {
        // The dozen rows and columns of a usual layout have slots of their own.
        let mut slot = (cell.x as u8).wrapping_mul(16).wrapping_add(cell.y as u8);
        while cell_of(self.get(slot)).is_some_and(|other| other != cell) {
            slot = slot.wrapping_add(1);
        }
        slot
    }

    #[inline]
    pub(crate) const fn get(&self, slot: u8) -> Found {
        match self.0[slot as usize] {
            NOTHING => Found::Nothing,
            number @ ..OPENINGS => Found::Laid(number),
            number => Found::Opening(number - OPENINGS),
        }
    }

    #[inline]
    pub(crate) const fn set(&mut self, slot: u8, found: Found) {
        self.0[slot as usize] = match found {
            Found::Nothing => NOTHING,
            Found::Laid(number) => number,
            Found::Opening(number) => OPENINGS + number,
        };
    }
}

impl Default for Grid {
    fn default() -> Self {
        Self([NOTHING; SLOTS])
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().filter(|&&number| number != NOTHING)).finish()
    }
}
