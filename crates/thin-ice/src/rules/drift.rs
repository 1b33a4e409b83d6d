//! T-22, T-28, T-31, T-48, T-56: drifting at the end of a turn, the one place that puts pawns out, the next turn, the end.

use table::{Audience, Clause, Outcome, Seat, Seats, Sink};

use crate::{
    cards::Cards,
    cell::Cell,
    clause::{T_31, T_48},
    event::{Event, Gone},
    state::{Happening, Pending, ThinIce, Turn},
    tiles::Tiles,
};

impl ThinIce {
    /// The turn is over: what is adrift goes (T-22), then the next turn comes.
    pub(crate) fn end_turn(&mut self, tell: &mut impl Sink<Event>) {
        self.pending.push(Pending::NextTurn);
        let mut pawns = 0;
        for number in self.adrift().iter() {
            let cell = self.floe.cell(number);
            self.remove_tile(number, cell, Gone::Adrift, tell);
            if let Some(pawn) = self.pawn_at(cell) {
                pawns |= 1 << pawn;
            }
            if self.bear_at(cell) {
                tell.tell(Audience::All, || Event::BearSwims { cell });
            }
        }
        if pawns != 0 {
            self.lose(pawns, true, tell);
        }
    }

    /// T-22, all at once. T-56: in the friendly game a tile with a pawn waits for the end of that pawn's own turn.
    fn adrift(&self) -> Tiles {
        let mut adrift = self.floe.alone();
        if self.terms.friendly {
            let others =
                (0..self.terms.pawn_count()).filter(|&pawn| self.side_of_pawn(pawn) != self.turn.side);
            let spared = others.filter_map(|pawn| self.floe.at(self.pawns[pawn].at?)).collect();
            adrift = adrift.without(spared);
        }
        adrift
    }

    /// Puts pawns out, all at one instant. Lifeline may still save them.
    pub(crate) fn lose(&mut self, pawns: u8, adrift: bool, tell: &mut impl Sink<Event>) {
        for p in 0..self.terms.pawn_count() {
            if pawns >> p & 1 == 0 {
                continue;
            }
            let seat = self.owner(p);
            let pawn = &mut self.pawns[p];
            let cell = pawn.at.take().unwrap_or(Cell::MIDDLE);
            pawn.out = true;
            tell.tell(Audience::All, || Event::Out { seat, pawn: p as u8, cell, adrift });
        }
        self.pending.push(Pending::Out { pawns });
        if self.terms.has_cards() {
            self.ask(Happening::Out);
        }
    }

    /// Nobody saves these pawns any more: players without a pawn are out, discard their cards (T-34), and the game may end.
    pub(crate) fn finish_out(&mut self, pawns: u8, tell: &mut impl Sink<Event>) {
        if pawns == 0 {
            return;
        }
        self.turn.progress = true;
        for p in (0..self.terms.pawn_count()).filter(|p| pawns >> p & 1 == 1) {
            // T-21: out for good, it has no move to miss, and its player's next turn is not missed.
            self.pawns[p].fallen = false;
        }
        for seat in Seat::all(self.terms.seats) {
            if self.out.contains(seat) || self.pawns_of(seat).any(|p| !self.pawns[p].out) {
                continue;
            }
            self.out = self.out.with(seat);
            tell.tell(Audience::All, || Event::PlayerOut { seat });
            let hand = std::mem::replace(&mut self.hands[seat.index()], Cards::NONE);
            for card in hand.iter() {
                tell.tell(Audience::All, || Event::Discarded { seat, card });
            }
            self.discards = self.discards.and(hand);
        }
        let sides_in = (0..self.terms.sides).filter(|&side| self.side_in(side));
        match sides_in.clone().count() {
            // T-31: the last ones, at the same instant.
            0 => {
                let last = (0..self.terms.pawn_count()).filter(|p| pawns >> p & 1 == 1);
                let winners = last.map(|p| self.terms.members(self.side_of_pawn(p)));
                self.finish(union(winners), T_31, tell);
            }
            1 => {
                let winners = union(sides_in.map(|side| self.terms.members(side)));
                self.finish(winners, if self.terms.teamed { T_48 } else { T_31 }, tell);
            }
            _ => {}
        }
    }

    fn finish(&mut self, winners: Seats, clause: Clause, tell: &mut impl Sink<Event>) {
        let outcome = Outcome::new(winners, clause);
        self.pending.clear();
        self.outcome = Some(outcome.clone());
        tell.tell(Audience::All, || Event::Over { outcome });
    }

    /// Whether a side has turns: everybody, but in the harsh game not a player who is out (T-21, T-57).
    fn takes_turns(&self, side: u8) -> bool {
        self.side_in(side) || !self.terms.harsh || self.terms.teamed
    }

    /// T-31: how many quiet turns running end the game.
    pub(crate) fn quiet_limit(&self) -> u16 {
        10 * (0..self.terms.sides).filter(|&side| self.takes_turns(side)).count() as u16
    }

    pub(crate) fn next_turn(&mut self, tell: &mut impl Sink<Event>) {
        self.quiet = if self.turn.progress { 0 } else { self.quiet.saturating_add(1) };
        if self.quiet >= self.quiet_limit() {
            let sides_in = (0..self.terms.sides).filter(|&side| self.side_in(side));
            let winners = union(sides_in.map(|side| self.terms.members(side)));
            self.finish(winners, T_31, tell);
            return;
        }
        // Two sides or more are in, so that one is found.
        let mut side = self.turn.side;
        for _ in 0..self.terms.sides {
            side = (side + 1) % self.terms.sides;
            if self.takes_turns(side) {
                break;
            }
        }
        self.begin_turn(side, self.turn.number.saturating_add(1), tell);
    }

    pub(crate) fn begin_turn(&mut self, side: u8, number: u32, tell: &mut impl Sink<Event>) {
        let (mut inside, mut missing) = (0u8, 0u8);
        for p in 0..self.terms.pawn_count() {
            if self.side_of_pawn(p) != side || self.pawns[p].out {
                continue;
            }
            inside |= 1 << p;
            if std::mem::take(&mut self.pawns[p].fallen) {
                missing |= 1 << p;
            }
        }
        self.turn = Turn { number, side, missing, ..Turn::default() };
        let seats = self.terms.members(side);
        // T-28: all who are in have fallen: the turn is missed altogether, but T-22 and T-56 apply at its end.
        if inside != 0 && missing == inside {
            tell.tell(Audience::All, || Event::Missed { seats });
            self.end_turn(tell);
        } else {
            tell.tell(Audience::All, || Event::Turn { seats });
        }
    }
}

fn union(sets: impl Iterator<Item = Seats>) -> Seats {
    sets.flat_map(Seats::iter).collect()
}
