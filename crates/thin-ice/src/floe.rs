//! The floe: where every tile is. One place that turns tiles and one that removes them are in `rules/ice.rs`.

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::{
    cell::Cell,
    tile::{Face, Kind, MOST, Tile},
};

/// Where a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    On(Cell),
    /// Dealt for the draft (T-40).
    Hand(Seat),
    /// Not in this game.
    Box,
    /// Removed.
    Gone,
    /// An orca between two cells, pushed by the kraken (T-51).
    Lifted,
}

/// Keys from here on are no cells: a column of -32,768 is far beyond [`Cell::LIMIT`].
const OFF: u32 = 0x8000_0000;
const HAND: u32 = OFF;
const BOX: u32 = OFF + 8;
const GONE: u32 = OFF + 9;
const LIFTED: u32 = OFF + 10;

impl Place {
    const fn key(self) -> u32 {
        match self {
            Self::On(cell) => cell.key(),
            Self::Hand(seat) => HAND + (seat.0 & 7) as u32,
            Self::Box => BOX,
            Self::Gone => GONE,
            Self::Lifted => LIFTED,
        }
    }

    const fn of(key: u32) -> Self {
        match key {
            BOX => Self::Box,
            GONE => Self::Gone,
            LIFTED => Self::Lifted,
            HAND..BOX => Self::Hand(Seat((key - HAND) as u8)),
            key => Self::On(Cell::from_key(key)),
        }
    }
}

/// All tiles of the game, by number.
#[derive(Clone, Debug)]
pub(crate) struct Floe {
    places: [u32; MOST],
    tiles: [Tile; MOST],
    len: u8,
    /// What lies on a cell, found by the last four bits of its column and row.
    index: [u8; 256],
}

/// No tile lies on any cell with these bits.
const SEA: u8 = 255;
/// Several tiles have done so, sixteen cells apart: look at all places.
const SEVERAL: u8 = 254;

/// The index only speeds things up: it says nothing that the places do not say.
impl PartialEq for Floe {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.places == other.places && self.tiles == other.tiles
    }
}

#[inline]
const fn slot(key: u32) -> usize {
    ((key >> 12 & 0xf0) | (key & 0x0f)) as usize
}

impl Floe {
    pub(crate) const fn new() -> Self {
        Self { places: [BOX; MOST], tiles: [Tile::new(Kind::Cracking); MOST], len: 0, index: [SEA; 256] }
    }

    /// Adds a tile; there are never more than [`MOST`], and a further one is not added.
    pub(crate) fn add(&mut self, tile: Tile, place: Place) {
        let n = self.len();
        if n < MOST {
            self.tiles[n] = tile;
            self.len += 1;
            self.set_place(n, place);
        }
    }

    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub(crate) fn tile(&self, number: usize) -> Tile {
        self.tiles[number]
    }

    #[inline]
    pub(crate) fn tile_mut(&mut self, number: usize) -> &mut Tile {
        &mut self.tiles[number]
    }

    #[inline]
    pub(crate) fn place(&self, number: usize) -> Place {
        Place::of(self.places[number])
    }

    pub(crate) fn set_place(&mut self, number: usize, place: Place) {
        let old = &mut self.index[slot(self.places[number])];
        if *old == number as u8 {
            *old = SEA;
        }
        self.places[number] = place.key();
        if let Place::On(cell) = place {
            let new = &mut self.index[slot(cell.key())];
            *new = if *new == SEA { number as u8 } else { SEVERAL };
        }
    }

    /// The number of the tile on a cell.
    #[inline]
    pub(crate) fn at(&self, cell: Cell) -> Option<usize> {
        let key = cell.key();
        match self.index[slot(key)] {
            SEA => None,
            SEVERAL => self.places.iter().position(|&place| place == key),
            number => (self.places[usize::from(number)] == key).then_some(usize::from(number)),
        }
    }

    /// The upper face on a cell; none is sea.
    #[inline]
    pub(crate) fn face(&self, cell: Cell) -> Option<Face> {
        self.at(cell).map(|number| self.tiles[number].up())
    }

    #[inline]
    pub(crate) fn is_sea(&self, cell: Cell) -> bool {
        self.at(cell).is_none()
    }

    /// The tiles on the table, with their cells.
    #[inline]
    pub(crate) fn laid(&self) -> impl Iterator<Item = (usize, Cell, Tile)> + '_ {
        self.places[..self.len()]
            .iter()
            .enumerate()
            .filter(|&(_, &key)| !(HAND..=LIFTED).contains(&key))
            .map(|(number, &key)| (number, Cell::from_key(key), self.tiles[number]))
    }

    /// The tiles that a seat has been dealt and has not laid yet.
    pub(crate) fn in_hand(&self, seat: Seat) -> impl Iterator<Item = (usize, Tile)> + '_ {
        let key = Place::Hand(seat).key();
        (0..self.len()).filter(move |&n| self.places[n] == key).map(|n| (n, self.tiles[n]))
    }

    /// Where the kraken is up (T-52).
    pub(crate) fn kraken(&self) -> Option<Cell> {
        self.laid().find(|(_, _, tile)| tile.up() == Face::Kraken).map(|(_, cell, _)| cell)
    }

    /// T-22: no tile on any of the eight cells around.
    pub(crate) fn adrift(&self, cell: Cell) -> bool {
        cell.around().all(|other| self.is_sea(other))
    }
}

impl Default for Floe {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_1_tiles_far_apart_are_found_and_told_from_the_sea() {
        let mut floe = Floe::new();
        let cells = [(4, 4), (20, 4), (4, 20), (-12, -12), (5, 4)].map(|(x, y)| Cell { y, x });
        for cell in cells {
            floe.add(Tile::new(Kind::Cracking), Place::On(cell));
        }
        for (number, cell) in cells.into_iter().enumerate() {
            assert_eq!(floe.at(cell), Some(number));
        }
        assert_eq!(floe.at(Cell { x: 36, y: 4 }), None);
        assert_eq!(floe.at(Cell { x: 21, y: 4 }), None);
        floe.set_place(0, Place::Gone);
        floe.set_place(4, Place::On(Cell { x: 6, y: 4 }));
        assert_eq!([cells[0], cells[1], cells[4]].map(|cell| floe.at(cell)), [None, Some(1), None]);
        assert_eq!(floe.at(Cell { x: 6, y: 4 }), Some(4));
    }
}
