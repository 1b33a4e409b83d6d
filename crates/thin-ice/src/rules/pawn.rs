//! T-11 to T-14: moving your pawn; T-53: floes; Leap, Shove and Light step.

use table::{Audience, Refusal, RulesVersion, Seat, Sink, refuse};

use crate::{
    action::Action,
    cell::{AROUND, Cell},
    clause::{T_9, T_11, T_12, T_28, T_34, T_53},
    event::{Event, PutWhy},
    menu::Menu,
    options::Extension,
    rules::ice::Leaver,
    state::{Pending, ThinIce},
    tiles::Bits,
};

/// What a pawn's move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Landing {
    Step,
    Leap,
    Shove,
}

impl ThinIce {
    /// Whether a pawn still has a move in this turn: its own, or one of Second wind.
    pub(crate) fn may_still_move(&self, pawn: usize) -> bool {
        self.pawns[pawn].at.is_some()
            && self.turn.missing >> pawn & 1 == 0
            && (self.turn.moved >> pawn & 1 == 0 || self.turn.extra[self.owner(pawn).index()] > 0)
    }

    /// T-53: whether a pawn may leave this cell in this direction.
    fn may_leave(&self, from: Cell, direction: (i16, i16)) -> bool {
        self.floe.at(from).is_none_or(|number| {
            let tile = self.floe.tile(number);
            !tile.kind.is_floe() || tile.axis.admits(direction)
        })
    }

    /// How the pawn may come from `from` to `to` by its own move, onto a tile.
    fn landing(&self, seat: Seat, from: Cell, to: Cell) -> Result<Landing, Refusal> {
        let (dx, dy) = from.to(to);
        let distance = from.distance(to);
        let straight = distance == 2 && (dx == 0 || dy == 0 || dx.abs() == dy.abs());
        if distance != 1 && !straight {
            return refuse(
                T_11,
                "A pawn moves to one of the eight cells around it.",
                "Un pion va sur l’une des huit cases autour de lui.",
            );
        }
        if distance == 2 && !self.turn.leap.contains(seat) {
            return refuse(
                T_11,
                "A pawn moves one cell; only Leap takes it two.",
                "Un pion avance d’une case ; seul Grand saut le mène à deux.",
            );
        }
        let Some(number) = self.floe.at(to) else {
            if distance == 2 {
                return refuse(
                    T_12,
                    "Leap lands on a tile: into the sea goes only a step, and only where no tile can be reached.",
                    "Grand saut mène sur une tuile\u{202f}: on ne va en mer que d’un pas, et seulement si aucune tuile n’est possible.",
                );
            }
            return refuse(
                T_12,
                "That is the sea: it is only for a pawn that has no tile to go to.",
                "C’est la mer : on n’y va que si aucune tuile n’est possible.",
            );
        };
        let tile = self.floe.tile(number);
        if !tile.up().walkable() {
            return refuse(
                T_11,
                "No pawn walks onto an orca or a kraken.",
                "Aucun pion ne marche sur une orque ou un kraken.",
            );
        }
        if self.bear_at(to) {
            return refuse(T_11, "The bear is there.", "L’ours est là.");
        }
        let shove = self.pawn_at(to).is_some();
        if shove && !self.turn.shove.contains(seat) {
            return refuse(T_11, "A pawn is there.", "Un pion est là.");
        }
        if shove && distance == 2 {
            return refuse(
                T_34,
                "Leap and Shove do not combine: leap to a free tile.",
                "Grand saut et Bousculade ne se combinent pas : sautez sur une tuile libre.",
            );
        }
        if !self.may_leave(from, (dx, dy)) || (tile.kind.is_floe() && !tile.axis.admits((dx, dy))) {
            return refuse(
                T_53,
                "A pawn enters and leaves a floe only along its axis.",
                "Un pion n’entre sur un glaçon et n’en sort que dans son axe.",
            );
        }
        Ok(if distance == 2 {
            Landing::Leap
        } else if shove {
            Landing::Shove
        } else {
            Landing::Step
        })
    }

    /// The tiles around that a pawn may move to, as bits of the cells [around](AROUND) it.
    fn steps(&self, seat: Seat, from: Cell) -> u8 {
        // No tile has an axis, and no other pawn gives way.
        let is_plain = self.terms.extension == Extension::None && !self.turn.shove.contains(seat);
        let free = self.floe.walkable().without(self.held());
        let can = |&way: &usize| {
            let to = from.step(AROUND[way]);
            if is_plain {
                self.floe.at(to).is_some_and(|number| free.has(number))
            } else {
                self.landing(seat, from, to).is_ok()
            }
        };
        Bits(self.floe.beside(from).into()).filter(can).fold(0, |ways, way| ways | 1 << way)
    }

    /// Those two cells away that it may leap to, in the same directions.
    fn leaps(&self, seat: Seat, from: Cell) -> u8 {
        if !self.turn.leap.contains(seat) {
            return 0;
        }
        let can = |&way: &usize| self.landing(seat, from, leap(from, way)).is_ok();
        (0..AROUND.len()).filter(can).fold(0, |ways, way| ways | 1 << way)
    }

    /// T-12: whether no tile can be reached.
    fn is_stuck(&self, seat: Seat, from: Cell) -> bool {
        self.steps(seat, from) == 0 && self.leaps(seat, from) == 0
    }

    /// T-12: the sea cells a pawn may be forced onto, as bits of the cells [around](AROUND) it.
    fn sea_around(&self, from: Cell) -> u8 {
        let sea = !self.floe.beside(from);
        let may_leave = |&way: &usize| self.may_leave(from, AROUND[way]);
        Bits(sea.into()).filter(may_leave).fold(0, |ways, way| ways | 1 << way)
    }

    /// T-12: neither a tile nor the sea to go to.
    pub(crate) fn boxed_in(&self, pawn: usize) -> bool {
        self.pawns[pawn]
            .at
            .is_some_and(|from| self.is_stuck(self.owner(pawn), from) && self.sea_around(from) == 0)
    }

    /// The moves of a pawn: onto tiles; else into the sea, each cell or only the first; else staying.
    pub(crate) fn pawn_moves(&self, pawn: usize, every_sea: bool, into: &mut impl Menu) {
        let Some(from) = self.pawns[pawn].at else { return };
        let seat = self.owner(pawn);
        let (steps, leaps) = (self.steps(seat, from), self.leaps(seat, from));
        let step = |way: usize| Action::Move { from, to: from.step(AROUND[way]) };
        if steps != 0 || leaps != 0 {
            into.add_each(steps.into(), step);
            into.add_each(leaps.into(), |way| Action::Move { from, to: leap(from, way) });
            return;
        }
        match self.sea_around(from) {
            0 => into.add(Action::Stay(from)),
            sea if every_sea => into.add_each(sea.into(), step),
            sea => into.add(step(sea.trailing_zeros() as usize)),
        }
    }

    /// The pawn of `seat` on a cell, if it still has a move.
    fn mover(&self, seat: Seat, from: Cell) -> Result<usize, Refusal> {
        let Some(pawn) = self.pawn_at(from) else {
            return refuse(T_11, "There is no pawn on that cell.", "Il n’y a pas de pion sur cette case.");
        };
        if self.owner(pawn) != seat {
            return refuse(T_9, "You move your own pawn.", "On déplace son propre pion.");
        }
        if self.turn.missing >> pawn & 1 == 1 {
            return refuse(
                T_28,
                "That pawn fell in and misses its move this turn.",
                "Ce pion est tombé à l’eau et passe son déplacement ce tour-ci.",
            );
        }
        if !self.may_still_move(pawn) {
            return refuse(
                T_9,
                "That pawn has moved in this turn.",
                "Ce pion s’est déjà déplacé ce tour-ci.",
            );
        }
        Ok(pawn)
    }

    pub(crate) fn check_move(&self, seat: Seat, from: Cell, to: Cell) -> Result<(), Refusal> {
        self.mover(seat, from)?;
        if self.floe.is_sea(to) && from.distance(to) == 1 && self.is_stuck(seat, from) {
            if self.may_leave(from, from.to(to)) {
                return Ok(());
            }
            return refuse(
                T_53,
                "A pawn leaves a floe only along its axis.",
                "Un pion ne quitte un glaçon que dans son axe.",
            );
        }
        self.landing(seat, from, to).map(|_| ())
    }

    pub(crate) fn check_stay(&self, seat: Seat, cell: Cell) -> Result<(), Refusal> {
        let pawn = self.mover(seat, cell)?;
        if self.boxed_in(pawn) {
            return Ok(());
        }
        refuse(
            T_12,
            "A pawn stays only if it has neither a tile nor the sea to go to.",
            "Un pion ne reste que s’il n’a ni tuile ni mer où aller.",
        )
    }

    /// The move counts.
    fn spend_move(&mut self, pawn: usize) {
        let seat = self.owner(pawn);
        let turn = &mut self.turn;
        turn.acted = true;
        if turn.moved >> pawn & 1 == 0 {
            turn.moved |= 1 << pawn;
        } else {
            turn.extra[seat.index()] = turn.extra[seat.index()].saturating_sub(1);
        }
    }

    /// What Leap, Shove and Light step gave the move is spent (T-34). Says whether the step was light.
    fn spend_cards(&mut self, seat: Seat) -> bool {
        let turn = &mut self.turn;
        let light = turn.light.contains(seat);
        turn.leap = turn.leap.without(seat);
        turn.shove = turn.shove.without(seat);
        turn.light = turn.light.without(seat);
        light
    }

    pub(crate) fn move_pawn(&mut self, from: Cell, to: Cell, tell: &mut impl Sink<Event>) {
        let Some(pawn) = self.pawn_at(from) else { return };
        let seat = self.owner(pawn);
        let (shoved, sea) = (self.pawn_at(to), self.floe.is_sea(to));
        tell.tell(Audience::All, || Event::Moved {
            seat,
            pawn: pawn as u8,
            from,
            to,
            leap: from.distance(to) == 2,
            shove: shoved.is_some(),
            sea,
        });
        self.spend_move(pawn);
        let light = self.spend_cards(seat);
        self.pawns[pawn].at = Some(to);
        if !light {
            self.leave(from, Leaver::Pawn, tell);
        }
        if sea {
            self.lose(1 << pawn, false, tell);
        } else if let Some(shoved) = shoved {
            self.pending.push(Pending::GiveWay {
                by: seat,
                pawn: shoved as u8,
                from,
                why: PutWhy::Shove,
                back: None,
            });
        }
    }

    pub(crate) fn stay(&mut self, cell: Cell, tell: &mut impl Sink<Event>) {
        let Some(pawn) = self.pawn_at(cell) else { return };
        let seat = self.owner(pawn);
        tell.tell(Audience::All, || Event::Stayed { seat, pawn: pawn as u8, cell });
        self.spend_move(pawn);
        // T-34: no tile has been left, so that the cards wait for one. By the first rules they were spent.
        if self.terms.rules == RulesVersion::FIRST {
            self.spend_cards(seat);
        }
    }
}

/// Two cells away.
fn leap(from: Cell, way: usize) -> Cell {
    from.step(AROUND[way]).step(AROUND[way])
}
