//! T-15 to T-18, T-51: moving a tile.

use table::{Audience, Refusal, Seat, Sink, refuse};

use crate::{
    action::Action,
    cell::{Cell, ORTHOGONAL},
    clause::{T_15, T_16, T_17},
    event::Event,
    floe::Place,
    state::{Pending, ThinIce},
    tile::{Face, Tile},
};

impl ThinIce {
    /// T-15, T-16: whether `mover` may take hold of this tile.
    fn may_take(&self, mover: Seat, cell: Cell, tile: Tile) -> Result<(), Refusal> {
        if !tile.up().slides() {
            return refuse(T_15, "A cracked tile never slides.", "Une tuile fêlée ne glisse jamais.");
        }
        if self.bear_at(cell) {
            return refuse(
                T_16,
                "The bear is on that tile: it does not slide.",
                "L’ours est sur cette tuile : elle ne glisse pas.",
            );
        }
        match self.pawn_at(cell) {
            Some(pawn) if self.side_of_pawn(pawn) != self.terms.side(mover) => refuse(
                T_16,
                "Another player’s pawn is on that tile: it does not slide.",
                "Le pion d’un autre joueur est sur cette tuile : elle ne glisse pas.",
            ),
            _ => Ok(()),
        }
    }

    /// T-17, T-18, T-51: whether a tile with this face may go there.
    fn may_go(&self, face: Face, to: Cell) -> Result<(), Refusal> {
        match self.floe.face(to) {
            Some(Face::Orca) if face == Face::Kraken => Ok(()),
            Some(_) => refuse(
                T_17,
                "A tile slides onto the sea, not onto another tile.",
                "Une tuile glisse sur la mer, pas sur une autre tuile.",
            ),
            None if self.bear_at(to) && !matches!(face, Face::Orca | Face::Kraken) => refuse(
                T_17,
                "The bear swims there: only an orca or a kraken may come.",
                "L’ours nage là : seuls une orque ou un kraken peuvent y venir.",
            ),
            None => Ok(()),
        }
    }

    pub(crate) fn check_slide(&self, mover: Seat, from: Cell, to: Cell) -> Result<(), Refusal> {
        let Some(number) = self.floe.at(from) else {
            return refuse(T_15, "There is no tile on that cell.", "Il n’y a pas de tuile sur cette case.");
        };
        let tile = self.floe.tile(number);
        self.may_take(mover, from, tile)?;
        if !ORTHOGONAL.contains(&from.to(to)) {
            return refuse(
                T_17,
                "A tile slides one cell, up, down, left or right.",
                "Une tuile glisse d’une case, en haut, en bas, à gauche ou à droite.",
            );
        }
        self.may_go(tile.up(), to)
    }

    /// All slides of `mover`: what [`check_slide`](Self::check_slide) allows, without its words for what it refuses. Search
    /// lists them in every turn it imagines.
    pub(crate) fn slides(&self, mover: Seat) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        let side = self.terms.side(mover);
        let can_take = move |cell: Cell, tile: Tile| {
            tile.up().slides()
                && !self.bear_at(cell)
                && self.pawn_at(cell).is_none_or(|pawn| self.side_of_pawn(pawn) == side)
        };
        let can_go = move |face: Face, to: Cell| match self.floe.face(to) {
            Some(under) => under == Face::Orca && face == Face::Kraken,
            None => !self.bear_at(to) || matches!(face, Face::Orca | Face::Kraken),
        };
        self.floe.laid().filter(move |&(_, cell, tile)| can_take(cell, tile)).flat_map(
            move |(_, from, tile)| {
                ORTHOGONAL
                    .into_iter()
                    .map(move |d| (from, from.step(d)))
                    .filter(move |&(_, to)| can_go(tile.up(), to))
            },
        )
    }

    pub(crate) fn list_slides(&self, mover: Seat, into: &mut Vec<Action>) {
        into.extend(self.slides(mover).map(|(from, to)| Action::Slide { from, to }));
    }

    /// Slides a tile with the pawn on it, and has the mover drive away what is in its way.
    pub(crate) fn slide(&mut self, mover: Seat, from: Cell, to: Cell, tell: &mut impl Sink<Event>) {
        let Some(number) = self.floe.at(from) else { return };
        let face = self.floe.tile(number).up();
        let in_the_way = self.floe.at(to);
        let pawn = self.pawn_at(from);
        tell.tell(Audience::All, || Event::Slid { seat: mover, from, to, pawn: pawn.map(|p| p as u8) });
        self.floe.set_place(number, Place::On(to));
        if let Some(pawn) = pawn {
            self.pawns[pawn].at = Some(to);
        }
        if let Some(orca) = in_the_way {
            self.floe.set_place(orca, Place::Lifted);
            self.pending.push(Pending::Displace { by: mover, at: to, left: from, orca: Some(orca as u8) });
        } else if self.bear_at(to) {
            self.pending.push(if face == Face::Kraken {
                Pending::Displace { by: mover, at: to, left: from, orca: None }
            } else {
                Pending::DriveBear { by: mover }
            });
        }
    }
}
