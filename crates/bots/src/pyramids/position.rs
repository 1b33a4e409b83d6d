//! A round of `pyramids` as search sees it: small, copied for every step, and with a key that names it.

use catalogue::crates::pyramids::{Action, Angle, Board, Coaster, Deed, Jump, Pyramids, Size, Step, Stock};
use table::Seat;

/// P-15: the captured pips that win.
pub(crate) const GOAL: u8 = 15;
/// P-19: the turns in a row without a capture that draw.
pub(crate) const LONGEST_QUIET: u8 = 100;
/// P-2: what each seat owns of each size.
const OWNED: u8 = 5;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub(crate) board: Board,
    /// What each seat has captured.
    pub(crate) captures: [Stock; 2],
    pub(crate) turn: Seat,
    pub(crate) step: Step,
    /// Turns completed in a row without a capture (P-19).
    pub(crate) quiet: u8,
    /// Whether step one of this turn has captured.
    pub(crate) captured: bool,
}

/// How a game has ended, repetition (P-18) apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameEnd {
    Won(Seat),
    Drawn,
}

pub(crate) const fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

pub(crate) const fn pips(stock: Stock) -> u8 {
    stock[0] + 2 * stock[1] + 3 * stock[2]
}

impl Position {
    pub(crate) fn of(game: &Pyramids) -> Self {
        let (turn, step) = game.turn();
        let captures = [Seat(0), Seat(1)].map(|seat| game.captures(seat));
        // A capture leaves nothing that could come again.
        let captured = step == Step::Turn && game.seen().nth(1).is_none();
        Self { board: *game.board(), captures, turn, step, quiet: game.quiet(), captured }
    }

    pub(crate) fn pips(&self, seat: Seat) -> u8 {
        pips(self.captures[seat.index()])
    }

    /// Captured pips of the seat to move, less the other's.
    pub(crate) fn lead(&self) -> i32 {
        i32::from(self.pips(self.turn)) - i32::from(self.pips(other(self.turn)))
    }

    /// What a seat has left to place: what it owns, but for what stands and what was captured.
    pub(crate) fn reserve(&self, seat: Seat) -> Stock {
        let standing = self.board.stock(self.board.of(seat));
        let lost = self.captures[other(seat).index()];
        [0, 1, 2].map(|size| OWNED - standing[size] - lost[size])
    }

    /// Everything that the seat to move may do, jumps before placements.
    pub(crate) fn actions(&self, into: &mut Vec<Action>) {
        match self.step {
            Step::PlaceOrJump => {
                self.board.jumps(self.turn, into);
                self.placements(into);
            }
            Step::Turn => self.turns(into),
        }
    }

    fn placements(&self, into: &mut Vec<Action>) {
        let reserve = self.reserve(self.turn);
        let empty = self.board.empty();
        for size in Size::ALL.into_iter().rev().filter(|size| reserve[size.index()] > 0) {
            into.extend(empty.iter().map(|cell| Action::from(Deed::Place { size, cell })));
        }
    }

    /// Turns that differ in effect: each board that can come of one, once.
    pub(crate) fn turns(&self, into: &mut Vec<Action>) {
        let mut boards = [self.board; 12];
        let mut known = 0;
        for coaster in Coaster::ALL {
            for angle in Angle::ALL {
                let mut board = self.board;
                board.turn(coaster, angle);
                if !boards[..known].contains(&board) {
                    boards[known] = board;
                    known += 1;
                    into.push(Action::from(Deed::Turn { coaster, angle }));
                }
            }
        }
    }

    /// The pips that a jump captures for `seat`.
    #[inline]
    pub(crate) fn gain(&self, seat: Seat, jump: Jump) -> u8 {
        let captured = jump.jumped() & self.board.of(other(seat));
        if captured.is_empty() { 0 } else { pips(self.board.stock(captured)) }
    }

    /// Does one step.
    #[inline]
    pub(crate) fn play(&mut self, action: Action) {
        let seat = self.turn;
        match action.deed() {
            Deed::Place { size, cell } => {
                self.board.put(cell, seat, size);
                self.step = Step::Turn;
            }
            Deed::Jump(jump) => {
                let Some(size) = self.board.size(jump.start()) else { return };
                let jumped = jump.jumped();
                let captured = jumped & self.board.of(other(seat));
                if !captured.is_empty() {
                    let taken = self.board.stock(captured);
                    for (have, more) in self.captures[seat.index()].iter_mut().zip(taken) {
                        *have += more;
                    }
                    self.captured = true;
                    self.quiet = 0;
                }
                self.board.lift(jumped.with(jump.start()));
                self.board.put(jump.end(), seat, size);
                self.step = Step::Turn;
            }
            Deed::Turn { coaster, angle } => {
                self.board.turn(coaster, angle);
                self.quiet += u8::from(!self.captured);
                self.captured = false;
                self.turn = other(seat);
                self.step = Step::PlaceOrJump;
            }
        }
    }

    /// P-15, P-16 and P-19. `jumps` are those of the seat to move; they are looked at before step one only.
    #[inline]
    pub(crate) fn verdict(&self, has_jumps: impl FnOnce() -> bool) -> Option<GameEnd> {
        match self.step {
            Step::Turn => (self.captured && self.pips(self.turn) >= GOAL).then_some(GameEnd::Won(self.turn)),
            Step::PlaceOrJump if self.quiet >= LONGEST_QUIET => Some(GameEnd::Drawn),
            Step::PlaceOrJump => {
                let is_stuck = self.reserve(self.turn) == [0; 3] && !has_jumps();
                is_stuck.then_some(GameEnd::Won(other(self.turn)))
            }
        }
    }

    /// Board, captures, seat and step in one number: equal exactly if the positions are, the count of quiet turns apart.
    #[inline]
    pub(crate) fn name(&self) -> u128 {
        let captures = self.captures.as_flattened().iter().fold(0, |all, &n| all << 3 | u128::from(n));
        self.board.bits() | u128::from(self.turn.0) << 108 | (self.step as u128) << 109 | captures << 110
    }

    /// Mixed to 64 bits, for the table and for repetitions.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        mix(self.name())
    }
}

/// Two wide multiplications: every bit of the name moves about half of the key.
#[inline]
pub(crate) fn mix(name: u128) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let half = fold(name as u64 ^ 0x9E37_79B9_7F4A_7C15, (name >> 64) as u64 ^ 0xD1B5_4A32_D192_ED03);
    fold(half ^ 0x8EBC_6AF0_9C88_C6E3, name as u64 ^ 0x5896_59B1_2F4B_9C6D)
}

#[cfg(test)]
mod tests {
    use table::{Chance, Game, Millis, Mute, Seed};

    use super::*;

    /// Search plays by the same rules as the referee: whole random games, step by step.
    #[test]
    fn a_position_goes_on_as_the_game_does() {
        for seed in 0..30 {
            let mut chance = Chance::new(Seed::from(seed));
            let mut game = Pyramids::new(&Default::default(), 2, chance.seed()).unwrap();
            let mut position = Position::of(&game);
            while game.outcome().is_none() {
                let (seat, _) = game.turn();
                let mut listed = Vec::new();
                game.actions(seat, &mut listed);
                let mut ours = Vec::new();
                position.actions(&mut ours);
                assert!(ours.iter().all(|action| listed.contains(action)));
                assert!(position.step == Step::Turn || ours.len() == listed.len());
                let action = *chance.pick(&ours).unwrap();
                position.play(action);
                game.play(seat, action, Millis::ZERO, &mut Mute).unwrap();
                if game.outcome().is_none() {
                    assert_eq!(position.name(), Position::of(&game).name());
                    assert_eq!(position.quiet, game.quiet());
                    assert_eq!(position.reserve(seat), game.reserve(seat));
                }
                let mut jumps = Vec::new();
                position.board.jumps(position.turn, &mut jumps);
                let verdict = position.verdict(|| !jumps.is_empty());
                let clause = game.outcome().map(|outcome| outcome.clause.to_string());
                assert_eq!(verdict.is_some(), clause.is_some_and(|clause| clause != "P-18"));
            }
        }
    }
}
