//! What a seat, or a spectator, sees: everything, for nothing is hidden in this game.

use serde::Serialize;
use table::Seat;
use ts_rs::TS;

use crate::{
    board::{Pyramid, Stock, pips},
    cell::Cell,
    rules::GOAL,
    state::{Pyramids, RoundResult, SEATS, Step},
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "PyramidsView", export_to = "pyramids.ts")]
pub struct View {
    /// The 36 cells: a1 b1 … f1 a2 … f6.
    pub cells: Vec<Option<Pyramid>>,
    /// One per seat.
    pub players: Vec<Player>,
    /// Whose turn it is.
    pub turn: Seat,
    pub step: Step,
    /// The round in play, from 1; after the end the last.
    pub round: u8,
    pub rounds: u8,
    /// Turns completed in this round.
    pub turns: u16,
    /// Turns in a row without a capture; 100 draw (P-19).
    pub quiet: u8,
    /// How often this position has occurred; the third time draws (P-18).
    pub occurrences: u8,
    /// The rounds that have ended.
    pub results: Vec<RoundResult>,
    /// The captured pips that win a round (P-15).
    pub goal: u8,
}

/// What stands beside the board for one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "PyramidsPlayer", export_to = "pyramids.ts")]
pub struct Player {
    /// Small, medium and large pyramids left to place.
    pub reserve: Stock,
    /// Small, medium and large pyramids captured of the opponent's.
    pub captures: Stock,
    /// The captured pips: always shown (P-17).
    pub pips: u8,
}

impl Pyramids {
    pub(crate) fn seen_by_all(&self) -> View {
        let round = &self.round;
        let player = |seat: Seat| {
            let captures = round.captures[seat.index()];
            Player { reserve: round.reserves[seat.index()], captures, pips: pips(captures) }
        };
        View {
            cells: Cell::ALL.map(|cell| round.board.pyramid(cell)).to_vec(),
            players: Seat::all(SEATS).map(player).collect(),
            turn: round.turn,
            step: round.step,
            round: self.round_number(),
            rounds: self.rounds,
            turns: round.turns,
            quiet: round.quiet,
            occurrences: round.occurrences() as u8,
            results: self.results.clone(),
            goal: GOAL,
        }
    }
}
