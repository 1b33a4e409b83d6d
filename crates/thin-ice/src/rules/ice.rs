//! T-5, T-6, T-13, T-25, T-27: the one place that turns tiles and the one that removes them.

use table::{Audience, Refusal, Sink, refuse};

use crate::{
    cell::Cell,
    clause::{T_6, T_27},
    event::{Event, Gone},
    floe::Place,
    state::ThinIce,
    tile::Face,
};

/// Who leaves a tile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaver {
    Pawn,
    Bear,
}

impl ThinIce {
    /// Turns a tile over; from now on everybody knows both sides (T-5).
    pub(crate) fn turn_over(&mut self, number: usize, cell: Cell, tell: &mut impl Sink<Event>) {
        self.floe.change(number, |tile| {
            tile.flipped = !tile.flipped;
            tile.seen = true;
        });
        let tile = self.floe.tile(number);
        tell.tell(Audience::All, || Event::Turned {
            cell,
            face: tile.up(),
            axis: tile.kind.is_floe().then_some(tile.axis),
        });
    }

    /// Takes a tile from the table for good. What stood on it is looked after by the caller.
    pub(crate) fn remove_tile(&mut self, number: usize, cell: Cell, why: Gone, tell: &mut impl Sink<Event>) {
        self.floe.set_place(number, Place::Gone);
        self.turn.progress = true;
        let face = self.floe.tile(number).up();
        tell.tell(Audience::All, || Event::Removed { cell, face, why });
    }

    /// T-13, T-25: what becomes of a tile that a piece leaves.
    pub(crate) fn leave(&mut self, cell: Cell, leaver: Leaver, tell: &mut impl Sink<Event>) {
        let Some(number) = self.floe.at(cell) else { return };
        let face = self.floe.tile(number).up();
        if face.cracked() {
            self.remove_tile(number, cell, Gone::Left, tell);
        } else if face.cracks() {
            if face == Face::TurningFloe && leaver == Leaver::Pawn {
                // T-54: by 90°, left or right: for an axis the same.
                self.floe.change(number, |tile| tile.axis = tile.axis.turned());
            }
            self.turn_over(number, cell, tell);
        }
    }

    /// T-27: whether this tile can be cracked or removed.
    pub(crate) fn may_crack(&self, cell: Cell) -> Result<usize, Refusal> {
        let Some(number) = self.floe.at(cell) else { return no_tile() };
        let face = self.floe.tile(number).up();
        if !face.cracks() && !face.cracked() {
            return refuse(
                T_6,
                "Only ice, holes and cracked tiles can be cracked.",
                "Seuls la glace, les trous et les tuiles fêlées se fêlent.",
            );
        }
        self.unoccupied(cell).map(|()| number)
    }

    /// T-27: cracks an ice or a hole, removes a cracked tile.
    pub(crate) fn crack(&mut self, cell: Cell, tell: &mut impl Sink<Event>) {
        let Some(number) = self.floe.at(cell) else { return };
        if self.floe.tile(number).up().cracked() {
            self.remove_tile(number, cell, Gone::Broken, tell);
        } else {
            self.turn_over(number, cell, tell);
        }
    }

    /// T-27: whether this tile can be frozen.
    pub(crate) fn may_freeze(&self, cell: Cell) -> Result<usize, Refusal> {
        let Some(number) = self.floe.at(cell) else { return no_tile() };
        if !self.floe.tile(number).up().freezes() {
            return refuse(
                T_6,
                "Only cracked tiles, orcas and krakens can be frozen.",
                "Seuls les tuiles fêlées, les orques et les krakens se regèlent.",
            );
        }
        self.unoccupied(cell).map(|()| number)
    }

    pub(crate) fn freeze(&mut self, cell: Cell, tell: &mut impl Sink<Event>) {
        if let Some(number) = self.floe.at(cell) {
            self.turn_over(number, cell, tell);
        }
    }

    fn unoccupied(&self, cell: Cell) -> Result<(), Refusal> {
        if self.occupied(cell) {
            return refuse(
                T_27,
                "A piece stands on that tile: choose a free one.",
                "Une pièce se tient sur cette tuile : choisissez-en une libre.",
            );
        }
        Ok(())
    }
}

fn no_tile<T>() -> Result<T, Refusal> {
    refuse(T_27, "There is no tile on that cell.", "Il n’y a pas de tuile sur cette case.")
}
