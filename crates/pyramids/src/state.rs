//! The state: a match, and the round in play.

use serde::{Deserialize, Serialize};
use table::{Clause, Outcome, Seat};
use ts_rs::TS;

use crate::{
    board::{Board, OWNED, Stock, pips},
    cell::Cells,
    rules::RECURRENCE,
    setup::Setup,
};

/// P-0: two seats.
pub(crate) const SEATS: u8 = 2;

/// A match of `pyramids`: the rounds that have ended and the one in play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Setup", into = "Setup")]
pub struct Pyramids {
    pub(crate) rounds: u8,
    pub(crate) results: Vec<RoundResult>,
    /// The round in play; after the end the last one, as it ended.
    pub(crate) round: Round,
    pub(crate) outcome: Option<Outcome>,
}

/// What the seat to move has to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "PyramidsStep", export_to = "pyramids.ts")]
pub enum Step {
    /// Step one (P-4).
    #[default]
    PlaceOrJump,
    /// Step two (P-5): turn a coaster.
    Turn,
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "PyramidsResult", export_to = "pyramids.ts")]
pub struct RoundResult {
    /// The pips that each seat captured.
    pub pips: [u8; 2],
    /// None: a draw.
    pub winner: Option<Seat>,
    pub clause: Clause,
}

/// One round.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Round {
    pub(crate) board: Board,
    /// What each seat has captured of its opponent's (P-14).
    pub(crate) captures: [Stock; 2],
    /// What each seat has left to place.
    pub(crate) reserves: [Stock; 2],
    pub(crate) turn: Seat,
    pub(crate) step: Step,
    /// Turns completed.
    pub(crate) turns: u16,
    /// Turns completed in a row without the capture of an opponent's pyramid (P-19).
    pub(crate) quiet: u8,
    /// Whether step one of this turn has captured.
    pub(crate) captured: bool,
    /// The positions since the last capture, the present one last (P-18). Before a capture none can come again.
    pub(crate) seen: Seen,
}

/// Positions, in the order in which they came; and which of 64 marks, one for each position, came once and which again: only a position
/// whose mark came twice before can be there for the third time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    positions: Vec<Position>,
    once: u64,
    twice: u64,
    /// Whether the last one's mark came twice before.
    thrice: bool,
}

/// Board, seat to move and step in one number. Between two captures the reserves follow from the board,
/// so that within [`Round::seen`] equal numbers are equal positions in the sense of P-18.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position(u128);

impl Position {
    #[inline]
    pub(crate) fn new(board: &Board, turn: Seat, step: Step) -> Self {
        Self(board.bits() | u128::from(turn.0) << 108 | (step as u128) << 109)
    }

    pub(crate) fn board(self) -> Board {
        Board::from_bits(self.0)
    }

    /// One bit of 64, which says little of the position but never differs for the same one.
    #[inline]
    fn mark(self) -> u64 {
        let mixed = (self.0 as u64 ^ (self.0 >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        1 << (mixed >> 58)
    }

    fn turn(self) -> Seat {
        Seat((self.0 >> 108 & 1) as u8)
    }

    fn step(self) -> Step {
        if self.0 >> 109 & 1 == 0 { Step::PlaceOrJump } else { Step::Turn }
    }
}

/// What a jump takes off the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    /// Where the opponent's stood.
    pub(crate) captured: Cells,
    /// Where the jumper's own stood.
    pub(crate) returned: Cells,
}

impl Seen {
    #[inline]
    pub(crate) fn push(&mut self, position: Position) {
        let mark = position.mark();
        self.thrice = self.twice & mark != 0;
        self.twice |= self.once & mark;
        self.once |= mark;
        self.positions.push(position);
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.positions.clear();
        (self.once, self.twice, self.thrice) = (0, 0, false);
    }

    pub(crate) fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// How often the last position has occurred, this time included.
    pub(crate) fn occurrences(&self) -> usize {
        let Some(now) = self.positions.last() else { return 0 };
        // Two seats with two steps each: only every fourth position can be the same.
        self.positions.iter().rev().step_by(4).filter(|&past| past == now).count()
    }

    /// Whether the last position has occurred so often (P-18).
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.thrice && self.occurrences() >= RECURRENCE
    }
}

impl FromIterator<Position> for Seen {
    fn from_iter<I: IntoIterator<Item = Position>>(positions: I) -> Self {
        let mut seen = Self::default();
        positions.into_iter().for_each(|position| seen.push(position));
        seen
    }
}

impl Round {
    /// An empty board, all pyramids in reserve (P-2), `first` to move.
    pub(crate) fn new(first: Seat) -> Self {
        let board = Board::default();
        let mut seen = Seen { positions: Vec::with_capacity(64), ..Seen::default() };
        seen.push(Position::new(&board, first, Step::PlaceOrJump));
        Self {
            board,
            captures: [[0; 3]; 2],
            reserves: [OWNED; 2],
            turn: first,
            step: Step::PlaceOrJump,
            turns: 0,
            quiet: 0,
            captured: false,
            seen,
        }
    }

    /// P-17: the starting seat alternates; `number` counts from 1.
    pub(crate) const fn starting_seat(number: u8) -> Seat {
        Seat((number - 1) % SEATS)
    }

    pub(crate) fn pips(&self) -> [u8; 2] {
        self.captures.map(pips)
    }

    pub(crate) fn position(&self) -> Position {
        Position::new(&self.board, self.turn, self.step)
    }
}

impl Pyramids {
    /// The number of the round in play, from 1; after the end that of the last one.
    pub(crate) fn round_number(&self) -> u8 {
        (self.results.len() as u8 + 1).min(self.rounds)
    }

    /// The board of the round in play.
    pub fn board(&self) -> &Board {
        &self.round.board
    }

    /// Whose turn it is, and which step; of no meaning after the end.
    pub fn turn(&self) -> (Seat, Step) {
        (self.round.turn, self.round.step)
    }

    /// The pips that each seat has captured in this round (P-15).
    pub fn pips(&self) -> [u8; 2] {
        self.round.pips()
    }

    /// What a seat has captured in this round (P-14).
    pub fn captures(&self, seat: Seat) -> Stock {
        self.round.captures[seat.index()]
    }

    /// Turns completed in a row without a capture (P-19).
    pub fn quiet(&self) -> u8 {
        self.round.quiet
    }

    /// The positions since the last capture, the present one last (P-18).
    pub fn seen(&self) -> impl DoubleEndedIterator<Item = (Board, Seat, Step)> {
        self.round
            .seen
            .positions()
            .iter()
            .map(|position| (position.board(), position.turn(), position.step()))
    }

    /// How many rounds the match has, and how those that are over ended (P-17).
    pub fn rounds(&self) -> (u8, &[RoundResult]) {
        (self.rounds, &self.results)
    }

    /// What a seat has left to place.
    pub fn reserve(&self, seat: Seat) -> Stock {
        self.round.reserves[seat.index()]
    }
}
