//! T-18, T-23 to T-25, T-28 to T-30: the bear, and pawns that give way.

use table::{Audience, Refusal, Seat, Sink, refuse};

use crate::{
    action::Action,
    cell::Cell,
    clause::{T_18, T_23, T_24, T_28, T_52},
    event::{Event, PutWhy},
    floe::Place,
    menu::Menu,
    rules::ice::Leaver,
    state::{Bear, Happening, Pending, ThinIce, WayBack},
    tile::Face,
};

impl ThinIce {
    /// T-24: whether the bear, awake, may go there.
    pub(crate) fn check_bear(&self, to: Cell) -> Result<(), Refusal> {
        let Some(bear) = self.bear else {
            return refuse(T_24, "The bear is gone.", "L’ours n’est plus là.");
        };
        if !bear.awake {
            return refuse(T_23, "The bear is asleep: wake it.", "L’ours dort : réveillez-le.");
        }
        self.may_bear_step(bear.at, to)
    }

    /// T-18, T-24: one cell, not onto an orca or a kraken.
    fn may_bear_step(&self, from: Cell, to: Cell) -> Result<(), Refusal> {
        if from.distance(to) != 1 {
            return refuse(
                T_24,
                "The bear goes to one of the eight cells around it.",
                "L’ours va sur l’une des huit cases autour de lui.",
            );
        }
        if self.floe.face(to).is_some_and(|face| !face.walkable()) {
            return refuse(
                T_24,
                "The bear never goes onto an orca or a kraken.",
                "L’ours ne va jamais sur une orque ou un kraken.",
            );
        }
        Ok(())
    }

    pub(crate) fn bear_steps(&self) -> impl Iterator<Item = Cell> + '_ {
        self.bear
            .into_iter()
            .flat_map(|bear| bear.at.around())
            .filter(|&to| self.floe.at(to).is_none_or(|number| !self.floe.beasts().has(number)))
    }

    /// T-23.
    pub(crate) fn wake(&mut self, by: Seat, tell: &mut impl Sink<Event>) {
        if let Some(bear) = &mut self.bear {
            bear.awake = true;
            tell.tell(Audience::All, || Event::Woke { seat: by });
        }
    }

    /// T-24, T-25: the bear goes, its tile turns or is removed, and a pawn it meets is chased. `spray`: Bear spray may answer.
    pub(crate) fn move_bear(&mut self, by: Seat, to: Cell, spray: bool, tell: &mut impl Sink<Event>) {
        let Some(Bear { at: from, awake }) = self.bear else { return };
        self.bear = Some(Bear { at: to, awake });
        let swims = self.floe.at(to).is_none();
        tell.tell(Audience::All, || Event::BearMoved { seat: by, from, to, swims });
        let left = self.floe.at(from).map(|number| (number, self.floe.tile(number).flipped));
        let progress = self.turn.progress;
        // T-18: it leaves the sea, though an orca is there now; an orca is never turned by leaving.
        self.leave(from, Leaver::Bear, tell);
        let Some(pawn) = self.pawn_at(to) else { return };
        let back = spray.then_some(WayBack {
            tile: left.map(|(number, _)| number as u8),
            flipped: left.is_some_and(|(_, flipped)| flipped),
            progress,
        });
        self.pending.push(Pending::GiveWay { by, pawn: pawn as u8, from, why: PutWhy::Chase, back });
        if spray && self.terms.has_cards() {
            self.ask(Happening::BearOnto { pawn: pawn as u8 });
        }
    }

    /// Bear spray: the bear goes back, its tile as it was.
    pub(crate) fn send_back(&mut self, by: Seat, from: Cell, back: WayBack, tell: &mut impl Sink<Event>) {
        let Some(bear) = &mut self.bear else { return };
        let at = std::mem::replace(&mut bear.at, from);
        // Its tile, if it had one, is put back below.
        let swims = back.tile.is_none();
        tell.tell(Audience::All, || Event::BearMoved { seat: by, from: at, to: from, swims });
        let Some(number) = back.tile.map(usize::from) else { return };
        self.turn.progress = back.progress;
        let changed =
            self.floe.place(number) == Place::Gone || self.floe.tile(number).flipped != back.flipped;
        self.floe.set_place(number, Place::On(from));
        self.floe.change(number, |tile| tile.flipped = back.flipped);
        if changed {
            let face = self.floe.tile(number).up();
            tell.tell(Audience::All, || Event::Restored { cell: from, face });
        }
    }

    /// Where a pawn that has to give way may be put (T-28), or spared by the kraken (T-52).
    pub(crate) fn puts(&self, pawn: u8, barred: Option<Cell>) -> impl Iterator<Item = Cell> + '_ {
        self.pawns[usize::from(pawn)]
            .at
            .into_iter()
            .flat_map(Cell::around)
            .filter(move |&cell| barred != Some(cell) && self.free_to_stand(cell))
    }

    pub(crate) fn check_put(
        &self,
        pawn: u8,
        barred: Option<Cell>,
        why: PutWhy,
        to: Cell,
    ) -> Result<(), Refusal> {
        if self.puts(pawn, barred).any(|cell| cell == to) {
            return Ok(());
        }
        match why {
            PutWhy::Kraken => refuse(
                T_52,
                "Put the pawn on a free walkable tile beside the destroyed one.",
                "Posez le pion sur une tuile praticable libre à côté de la tuile détruite.",
            ),
            PutWhy::Chase => refuse(
                T_28,
                "Put the pawn on a free walkable tile beside it, not where the bear came from.",
                "Posez le pion sur une tuile praticable libre à côté de lui, pas d’où vient l’ours.",
            ),
            PutWhy::Shove => refuse(
                T_28,
                "Put the pawn on a free walkable tile beside it, not where the shove came from.",
                "Posez le pion sur une tuile praticable libre à côté de lui, pas d’où vient la bousculade.",
            ),
        }
    }

    /// T-28, T-29: somebody puts the pawn on a tile around it; else it goes into the sea; else where the other came from.
    pub(crate) fn give_way(
        &mut self,
        by: Seat,
        pawn: u8,
        from: Cell,
        why: PutWhy,
        tell: &mut impl Sink<Event>,
    ) {
        if self.puts(pawn, Some(from)).next().is_some() {
            self.pending.push(Pending::Put { by, pawn, barred: Some(from), why });
            return;
        }
        let Some(at) = self.pawns[usize::from(pawn)].at else { return };
        let sea = at.around().any(|cell| self.floe.is_sea(cell));
        if !sea && self.free_to_stand(from) {
            self.put_pawn(by, pawn, from, why, tell);
        } else {
            self.lose(1 << pawn, false, tell);
        }
    }

    /// Puts a pawn on a tile. T-28: on a hole it falls in; T-30: the tile it leaves is not turned.
    pub(crate) fn put_pawn(
        &mut self,
        by: Seat,
        pawn: u8,
        to: Cell,
        why: PutWhy,
        tell: &mut impl Sink<Event>,
    ) {
        let seat = self.owner(usize::from(pawn));
        let fell = why != PutWhy::Kraken && self.floe.face(to).is_some_and(Face::is_hole);
        let moved = &mut self.pawns[usize::from(pawn)];
        let from = moved.at.unwrap_or(to);
        moved.at = Some(to);
        // A later chase does not cancel an earlier fall.
        moved.fallen |= fell;
        tell.tell(Audience::All, || Event::Put { by, seat, pawn, from, to, why, fell });
    }

    /// T-18: where the bear may be driven; onto a pawn is a chase.
    pub(crate) fn check_drive(&self, to: Cell) -> Result<(), Refusal> {
        match self.bear {
            Some(bear) if self.may_bear_step(bear.at, to).is_ok() => Ok(()),
            _ => refuse(
                T_18,
                "Move the bear one cell, to the sea or a tile that is not an orca or a kraken.",
                "Déplacez l’ours d’une case, vers la mer ou une tuile sans orque ni kraken.",
            ),
        }
    }

    pub(crate) fn list_bear_steps(&self, into: &mut impl Menu) {
        into.add_all(self.bear_steps().map(Action::Bear));
    }
}
