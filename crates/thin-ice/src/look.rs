//! How a position looks, for whoever judges it: who is still in, and where a pawn could go.

use table::{Chance, Seat};

use crate::{
    cards::Cards,
    cell::Cell,
    state::{Bear, Stage, ThinIce, Turn},
    tile::{Axis, Face},
};

impl ThinIce {
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// How many sides play: teams, or single seats.
    pub const fn sides(&self) -> u8 {
        self.terms.sides
    }

    /// The side of a seat.
    pub fn side(&self, seat: Seat) -> u8 {
        self.terms.side(seat)
    }

    pub const fn bear(&self) -> Option<Bear> {
        self.bear
    }

    /// The face that is up on a cell; none is sea.
    pub fn face_on(&self, cell: Cell) -> Option<Face> {
        self.floe.face(cell)
    }

    /// Pawns on the ice: whose, where, and whether they fell in and miss a turn.
    pub fn on_the_ice(&self) -> impl Iterator<Item = (Seat, Cell, bool)> + '_ {
        (0..self.terms.pawn_count()).filter_map(|p| {
            let pawn = self.pawns[p];
            pawn.at.filter(|_| !pawn.out).map(|cell| (self.owner(p), cell, pawn.fallen))
        })
    }

    /// Tiles without a piece that a pawn on `from` could step onto, whatever the turn (T-11, T-53).
    pub fn steps_from(&self, from: Cell) -> impl Iterator<Item = (Cell, Face)> + '_ {
        let own = self.axis_on(from);
        from.around().filter_map(move |to| {
            let way = from.to(to);
            let admits = |axis: Option<Axis>| axis.is_none_or(|axis| axis.admits(way));
            let face = self.floe.face(to).filter(|_| self.free_to_stand(to))?;
            (admits(own) && admits(self.axis_on(to))).then_some((to, face))
        })
    }

    /// This very world, but with other dice to come: for those who look back with all secrets open.
    pub fn with_other_dice(&self, chance: &mut Chance) -> Self {
        Self { chance: Chance::new(chance.seed()), ..self.clone() }
    }

    /// What has been done in this turn.
    pub const fn this_turn(&self) -> &Turn {
        &self.turn
    }

    /// What lies on the table.
    pub fn tiles(&self) -> impl Iterator<Item = (Cell, Face)> + '_ {
        self.floe.laid().map(|(_, cell, tile)| (cell, tile.up()))
    }

    /// The event cards that a seat holds.
    pub fn cards(&self, seat: Seat) -> Cards {
        self.hands[seat.index()]
    }

    /// Whether a pawn on this cell still has to move in this turn.
    pub fn has_to_move(&self, cell: Cell) -> bool {
        self.pawn_at(cell).is_some_and(|pawn| self.to_move() >> pawn & 1 == 1)
    }

    fn axis_on(&self, cell: Cell) -> Option<Axis> {
        let tile = self.floe.tile(self.floe.at(cell)?);
        tile.kind.is_floe().then_some(tile.axis)
    }
}
