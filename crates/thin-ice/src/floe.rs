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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Floe {
    places: [u32; MOST],
    tiles: [Tile; MOST],
    len: u8,
}

impl Floe {
    pub(crate) const fn new() -> Self {
        Self { places: [BOX; MOST], tiles: [Tile::new(Kind::Cracking); MOST], len: 0 }
    }

    /// Adds a tile; there are never more than [`MOST`], and a further one is not added.
    pub(crate) fn add(&mut self, tile: Tile, place: Place) {
        let n = self.len();
        if n < MOST {
            self.tiles[n] = tile;
            self.places[n] = place.key();
            self.len += 1;
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

    #[inline]
    pub(crate) fn set_place(&mut self, number: usize, place: Place) {
        self.places[number] = place.key();
    }

    /// The number of the tile on a cell. A plain pass over all of them, without an early way out: the compiler makes
    /// a handful of wide comparisons of it.
    #[inline]
    pub(crate) fn at(&self, cell: Cell) -> Option<usize> {
        let key = cell.key();
        let mut found = u32::MAX;
        for (number, &place) in self.places.iter().enumerate() {
            found = if place == key { number as u32 } else { found };
        }
        if found == u32::MAX { None } else { Some(found as usize) }
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
        !self.laid().any(|(_, other, _)| cell.distance(other) == 1)
    }
}

impl Default for Floe {
    fn default() -> Self {
        Self::new()
    }
}
