//! The floe: where every tile is. One place that turns tiles and one that removes them are in `rules/ice.rs`.

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::{
    cell::{AROUND, Cell},
    tile::{Face, Kind, MOST, Tile},
    tiles::{Bits, Tiles},
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
    laid: Tiles,
    /// Of each tile that is laid, which of the cells [around](AROUND) it have one.
    beside: [u8; MOST],
    cracked: Tiles,
    permanent: Tiles,
    /// Orcas and krakens that are up.
    beasts: Tiles,
}

/// No tile lies on any cell with these bits.
const SEA: u8 = 255;
/// Several tiles have done so, sixteen cells apart: look at all places.
const SEVERAL: u8 = 254;

/// What follows only speeds things up: it says nothing that places and tiles do not say.
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
        Self {
            places: [BOX; MOST],
            tiles: [Tile::new(Kind::Cracking); MOST],
            len: 0,
            index: [SEA; 256],
            laid: Tiles::NONE,
            beside: [0; MOST],
            cracked: Tiles::NONE,
            permanent: Tiles::NONE,
            beasts: Tiles::NONE,
        }
    }

    /// Adds a tile; there are never more than [`MOST`], and a further one is not added.
    pub(crate) fn add(&mut self, tile: Tile, place: Place) {
        let n = self.len();
        if n < MOST {
            self.len += 1;
            self.change(n, |new| *new = tile);
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

    /// Changes a tile, wherever it is.
    #[inline]
    pub(crate) fn change(&mut self, number: usize, change: impl FnOnce(&mut Tile)) {
        let tile = &mut self.tiles[number];
        change(tile);
        let face = tile.up();
        self.cracked.set(number, face.cracked());
        self.permanent.set(number, face == Face::Permanent);
        self.beasts.set(number, !face.walkable());
    }

    #[inline]
    pub(crate) fn place(&self, number: usize) -> Place {
        Place::of(self.places[number])
    }

    /// Puts a tile elsewhere. No other lies there.
    pub(crate) fn set_place(&mut self, number: usize, place: Place) {
        if self.laid.has(number) {
            self.take_up(number);
        }
        self.places[number] = place.key();
        if let Place::On(cell) = place {
            self.put_down(number, cell);
        }
    }

    fn take_up(&mut self, number: usize) {
        let cell = self.cell(number);
        for way in Bits(self.beside[number].into()) {
            if let Some(other) = self.at(cell.step(AROUND[way])) {
                self.beside[other] &= !(1 << back(way));
            }
        }
        let old = &mut self.index[slot(cell.key())];
        if *old == number as u8 {
            *old = SEA;
        }
        self.laid.set(number, false);
    }

    fn put_down(&mut self, number: usize, cell: Cell) {
        let mut beside = 0;
        for (way, &direction) in AROUND.iter().enumerate() {
            if let Some(other) = self.at(cell.step(direction)) {
                beside |= 1 << way;
                self.beside[other] |= 1 << back(way);
            }
        }
        self.beside[number] = beside;
        let new = &mut self.index[slot(cell.key())];
        *new = if *new == SEA { number as u8 } else { SEVERAL };
        self.laid.set(number, true);
    }

    /// Where a tile lies that is laid.
    #[inline]
    pub(crate) fn cell(&self, number: usize) -> Cell {
        Cell::from_key(self.places[number])
    }

    /// The number of the tile on a cell.
    #[inline]
    pub(crate) fn at(&self, cell: Cell) -> Option<usize> {
        let key = cell.key();
        match self.index[slot(key)] {
            SEA => None,
            SEVERAL => self.search(key),
            number => (self.places[usize::from(number)] == key).then_some(usize::from(number)),
        }
    }

    #[cold]
    fn search(&self, key: u32) -> Option<usize> {
        self.places.iter().position(|&place| place == key)
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
        self.laid.iter().map(|number| (number, self.cell(number), self.tiles[number]))
    }

    /// Tiles on the table on which one can stand (T-2).
    #[inline]
    pub(crate) const fn walkable(&self) -> Tiles {
        self.laid.without(self.beasts)
    }

    /// Those that can slide (T-15).
    #[inline]
    pub(crate) const fn sliding(&self) -> Tiles {
        self.laid.without(self.cracked)
    }

    /// Those that can be cracked or removed (T-27).
    #[inline]
    pub(crate) const fn cracking(&self) -> Tiles {
        self.laid.without(self.beasts).without(self.permanent)
    }

    /// Those that can be frozen (T-27).
    #[inline]
    pub(crate) const fn freezing(&self) -> Tiles {
        self.laid.both(self.cracked.either(self.beasts))
    }

    /// Those with no other around (T-22).
    #[inline]
    pub(crate) fn alone(&self) -> Tiles {
        self.laid.iter().filter(|&number| self.beside[number] == 0).collect()
    }

    /// Orcas and krakens that are up, on the table or not.
    #[inline]
    pub(crate) const fn beasts(&self) -> Tiles {
        self.beasts
    }

    /// Which of the cells [around](AROUND) this one have a tile.
    #[inline]
    pub(crate) fn beside(&self, cell: Cell) -> u8 {
        match self.at(cell) {
            Some(number) => self.beside_tile(number),
            None => (0..8).fold(0, |all, way| all | u8::from(!self.is_sea(cell.step(AROUND[way]))) << way),
        }
    }

    /// The same of a tile that is laid.
    #[inline]
    pub(crate) const fn beside_tile(&self, number: usize) -> u8 {
        self.beside[number]
    }

    /// The tiles that a seat has been dealt and has not laid yet.
    pub(crate) fn in_hand(&self, seat: Seat) -> impl Iterator<Item = (usize, Tile)> + '_ {
        let key = Place::Hand(seat).key();
        (0..self.len()).filter(move |&n| self.places[n] == key).map(|n| (n, self.tiles[n]))
    }

    /// Where the kraken is up (T-52).
    pub(crate) fn kraken(&self) -> Option<Cell> {
        let up = self.laid.both(self.beasts).iter().find(|&number| self.tiles[number].up() == Face::Kraken);
        up.map(|number| self.cell(number))
    }

    /// T-22: no tile on any of the eight cells around.
    pub(crate) fn adrift(&self, cell: Cell) -> bool {
        self.beside(cell) == 0
    }
}

/// From there back here, among the ways [around](AROUND).
const fn back(way: usize) -> usize {
    7 - way
}

impl Default for Floe {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use table::{Chance, Seed};

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

    /// However tiles come, go and turn, what is kept of them is what looking at each says; also sixteen cells apart.
    #[test]
    fn t_22_what_is_kept_of_tiles_is_what_looking_says() {
        let mut chance = Chance::new(Seed::from(3));
        let mut floe = Floe::new();
        for _ in 0..MOST {
            floe.add(Tile::new(Kind::Cracking), Place::Box);
        }
        for _ in 0..2_000 {
            let number = chance.below(MOST as u32) as usize;
            let mut column = |far: u32| (chance.below(5) + 16 * chance.below(far)) as i16;
            let cell = Cell { x: column(2), y: column(1) };
            if chance.one_in(4) {
                floe.set_place(number, Place::Gone);
            } else if floe.is_sea(cell) {
                floe.set_place(number, Place::On(cell));
            }
            let kind = Kind::ALL[chance.below(7) as usize];
            floe.change(number, |tile| (tile.kind, tile.flipped) = (kind, chance.one_in(2)));
            let lies = |cell: Cell| (0..MOST).find(|&other| floe.place(other) == Place::On(cell));
            for number in 0..MOST {
                let (place, face) = (floe.place(number), floe.tile(number).up());
                let Place::On(cell) = place else {
                    assert!(!floe.laid.has(number));
                    continue;
                };
                assert_eq!((floe.at(cell), floe.cell(number)), (Some(number), cell));
                let beside = AROUND.iter().rev();
                let beside = beside.fold(0, |all, &way| all << 1 | u8::from(lies(cell.step(way)).is_some()));
                assert_eq!(floe.beside(cell), beside);
                assert_eq!(floe.alone().has(number), beside == 0);
                assert_eq!(floe.walkable().has(number), face.walkable());
                assert_eq!(floe.sliding().has(number), face.slides());
                assert_eq!(floe.cracking().has(number), face.cracks() || face.cracked());
                assert_eq!(floe.freezing().has(number), face.freezes());
            }
        }
    }
}
