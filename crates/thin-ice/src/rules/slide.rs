//! T-15 to T-18, T-51: moving a tile.

use table::{Audience, Refusal, Seat, Sink, refuse};

use crate::{
    action::Action,
    cell::{AROUND, CROSS, Cell},
    clause::{T_15, T_16, T_17},
    event::Event,
    floe::Place,
    menu::Menu,
    state::{Pending, ThinIce},
    tile::{Face, Tile},
    tiles::{Bits, Tiles},
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
        if from.way(to).is_none_or(|way| CROSS >> way & 1 == 0) {
            return refuse(
                T_17,
                "A tile slides one cell, up, down, left or right.",
                "Une tuile glisse d’une case, en haut, en bas, à gauche ou à droite.",
            );
        }
        self.may_go(tile.up(), to)
    }

    /// The tiles that `mover` may take hold of: what [`may_take`](Self::may_take) allows, without its words for what it refuses.
    fn takeable(&self, mover: Seat) -> Tiles {
        let side = self.terms.side(mover);
        let mut tiles = self.floe.sliding();
        let mut hold = |cell: Option<Cell>| {
            if let Some(number) = cell.and_then(|cell| self.floe.at(cell)) {
                tiles.set(number, false);
            }
        };
        for pawn in (0..self.terms.pawn_count()).filter(|&pawn| self.side_of_pawn(pawn) != side) {
            hold(self.pawns[pawn].at);
        }
        hold(self.bear.map(|bear| bear.at));
        tiles
    }

    /// Tiles for which it is not enough to look where the sea is: orcas and krakens, and what lies beside the bear that swims.
    fn wary(&self) -> Tiles {
        let mut wary = self.floe.beasts();
        if let Some(bear) = self.swimmer() {
            for number in Bits(CROSS.into()).filter_map(|way| self.floe.at(bear.step(AROUND[way]))) {
                wary.set(number, true);
            }
        }
        wary
    }

    /// Where a tile may go, as bits of the cells [around](AROUND) it: what [`may_go`](Self::may_go) allows.
    #[inline]
    fn ways(&self, number: usize, wary: Tiles) -> u8 {
        let sea = !self.floe.beside_tile(number) & CROSS;
        if wary.has(number) { self.wary_ways(number, sea) } else { sea }
    }

    fn wary_ways(&self, number: usize, sea: u8) -> u8 {
        let cell = self.floe.cell(number);
        match self.floe.tile(number).up() {
            Face::Orca => sea,
            Face::Kraken => {
                let can_go = |&way: &usize| self.may_go(Face::Kraken, cell.step(AROUND[way])).is_ok();
                Bits(CROSS.into()).filter(can_go).fold(0, |ways, way| ways | 1 << way)
            }
            _ => match self.bear.and_then(|bear| cell.way(bear.at)) {
                Some(barred) => sea & !(1 << barred),
                None => sea,
            },
        }
    }

    /// T-20: whether `mover` has a tile to move.
    pub(crate) fn can_slide(&self, mover: Seat) -> bool {
        let wary = self.wary();
        self.takeable(mover).iter().any(|number| self.ways(number, wary) != 0)
    }

    pub(crate) fn list_slides(&self, mover: Seat, into: &mut impl Menu) {
        let wary = self.wary();
        for number in self.takeable(mover).iter() {
            let from = self.floe.cell(number);
            let ways = self.ways(number, wary);
            into.add_each(ways.into(), |way| Action::Slide { from, to: from.step(AROUND[way]) });
        }
    }

    /// Slides a tile with the pawn on it, and has the mover drive away what is in its way.
    pub(crate) fn slide(&mut self, mover: Seat, from: Cell, to: Cell, tell: &mut impl Sink<Event>) {
        let Some(number) = self.floe.at(from) else { return };
        let face = self.floe.tile(number).up();
        let in_the_way = self.floe.at(to);
        let pawn = self.pawn_at(from);
        tell.tell(Audience::All, || Event::Slid { seat: mover, from, to, pawn: pawn.map(|p| p as u8) });
        if let Some(orca) = in_the_way {
            self.floe.set_place(orca, Place::Lifted);
        }
        self.floe.set_place(number, Place::On(to));
        if let Some(pawn) = pawn {
            self.pawns[pawn].at = Some(to);
        }
        if let Some(orca) = in_the_way {
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
