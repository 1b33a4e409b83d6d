//! T-51, T-52: what the kraken drives away and what it destroys.

use table::{Audience, Refusal, Seat, Sink, refuse};

use crate::{
    action::Action,
    cell::Cell,
    clause::{T_51, T_52},
    event::{Event, Gone, PutWhy},
    floe::Place,
    menu::Menu,
    state::{Pending, ThinIce},
};

impl ThinIce {
    /// T-51: where the bear, or an orca, may go that the kraken drives from `at`; not where the kraken came from.
    pub(crate) fn displacements(&self, at: Cell, left: Cell, orca: bool) -> impl Iterator<Item = Cell> + '_ {
        at.around().filter(move |&cell| {
            if self.floe.is_sea(cell) {
                cell != left && !self.bear_at(cell)
            } else {
                !orca && self.free_to_stand(cell)
            }
        })
    }

    pub(crate) fn check_displacement(
        &self,
        at: Cell,
        left: Cell,
        orca: bool,
        to: Cell,
    ) -> Result<(), Refusal> {
        if self.displacements(at, left, orca).any(|cell| cell == to) {
            return Ok(());
        }
        if orca {
            return refuse(
                T_51,
                "Put the orca on a free sea cell beside it, not on the one that the kraken left.",
                "Posez l’orque sur une case de mer libre à côté d’elle, pas sur celle que le kraken a quittée.",
            );
        }
        refuse(
            T_51,
            "Put the bear on a sea cell or a free walkable tile beside it, not on the cell that the kraken left.",
            "Posez l’ours sur une case de mer ou une tuile praticable libre à côté de lui, pas sur la case que le kraken a quittée.",
        )
    }

    pub(crate) fn displace_bear(&mut self, by: Seat, to: Cell, tell: &mut impl Sink<Event>) {
        if let Some(bear) = &mut self.bear {
            let from = std::mem::replace(&mut bear.at, to);
            let swims = self.floe.at(to).is_none();
            tell.tell(Audience::All, || Event::BearMoved { seat: by, from, to, swims });
        }
    }

    pub(crate) fn displace_orca(
        &mut self,
        by: Seat,
        number: u8,
        from: Cell,
        to: Cell,
        tell: &mut impl Sink<Event>,
    ) {
        self.floe.set_place(usize::from(number), Place::On(to));
        tell.tell(Audience::All, || Event::OrcaMoved { seat: by, from, to });
    }

    /// T-51: no cell for it.
    pub(crate) fn drive_from_the_game(&mut self, at: Cell, orca: Option<u8>, tell: &mut impl Sink<Event>) {
        if let Some(number) = orca {
            self.remove_tile(usize::from(number), at, Gone::Kraken, tell);
        } else {
            self.bear = None;
            tell.tell(Audience::All, || Event::BearGone);
        }
    }

    /// T-52: tiles beside the kraken, if it is up.
    pub(crate) fn destroyable(&self) -> impl Iterator<Item = Cell> + '_ {
        self.floe.kraken().into_iter().flat_map(Cell::around).filter(|&cell| !self.floe.is_sea(cell))
    }

    pub(crate) fn check_destroy(&self, cell: Cell) -> Result<(), Refusal> {
        match self.floe.kraken() {
            Some(kraken) if kraken.distance(cell) == 1 && !self.floe.is_sea(cell) => Ok(()),
            Some(_) => refuse(
                T_52,
                "The kraken destroys a tile beside it.",
                "Le kraken détruit une tuile à côté de lui.",
            ),
            None => refuse(T_52, "No kraken is up.", "Aucun kraken n’est visible."),
        }
    }

    /// T-52: the tile goes; the bear on it swims; a pawn on it is put beside it by the roller, or is lost at sea.
    pub(crate) fn destroy(&mut self, by: Seat, cell: Cell, tell: &mut impl Sink<Event>) {
        let Some(number) = self.floe.at(cell) else { return };
        self.remove_tile(number, cell, Gone::Kraken, tell);
        if self.bear_at(cell) {
            tell.tell(Audience::All, || Event::BearSwims { cell });
        }
        let Some(pawn) = self.pawn_at(cell) else { return };
        if self.puts(pawn as u8, None).next().is_some() {
            self.pending.push(Pending::Put { by, pawn: pawn as u8, barred: None, why: PutWhy::Kraken });
        } else {
            self.lose(1 << pawn, false, tell);
        }
    }

    pub(crate) fn list_destroyable(&self, into: &mut impl Menu) {
        into.add_all(self.destroyable().map(Action::Destroy));
    }
}
