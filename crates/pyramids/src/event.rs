//! What happened, for those who watch. Nothing is hidden in this game: everybody is told everything.

use serde::Serialize;
use table::{Clause, Seat};
use ts_rs::TS;

use crate::{
    action::Jump,
    board::{Board, Size},
    cell::{Cell, Cells},
    coaster::{Angle, Coaster},
    rules::line,
    state::{RoundResult, Taken},
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(rename = "PyramidsEvent", export_to = "pyramids.ts")]
pub enum Event {
    Placed {
        seat: Seat,
        size: Size,
        cell: Cell,
    },
    Jumped {
        seat: Seat,
        size: Size,
        from: Cell,
        /// Every landing cell.
        path: Vec<Cell>,
        /// The cells jumped, hop by hop.
        hops: Vec<Vec<Cell>>,
        /// The opponent's, now captured.
        captured: Vec<Gone>,
        /// The jumper's own, back in reserve.
        returned: Vec<Gone>,
        /// The pips captured by this jump.
        pips: u8,
    },
    Turned {
        seat: Seat,
        coaster: Coaster,
        degrees: Angle,
    },
    RoundEnded {
        round: u8,
        winner: Option<Seat>,
        clause: Clause,
        pips: [u8; 2],
    },
}

/// A pyramid that left the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "PyramidsGone", export_to = "pyramids.ts")]
pub struct Gone {
    pub cell: Cell,
    pub size: Size,
}

impl Event {
    /// The jump of the pyramid of this size, told from the board before it.
    pub(crate) fn jumped(before: &Board, seat: Seat, size: Size, jump: Jump, taken: Taken) -> Self {
        let gone = |cells: Cells| -> Vec<Gone> {
            cells.iter().filter_map(|cell| before.size(cell).map(|size| Gone { cell, size })).collect()
        };
        let captured = gone(taken.captured);
        Self::Jumped {
            seat,
            size,
            from: jump.start(),
            path: jump.landings().collect(),
            hops: jump.hops().map(|(from, to)| line(from, to).iter().collect()).collect(),
            pips: captured.iter().map(|gone| gone.size.pips()).sum(),
            captured,
            returned: gone(taken.returned),
        }
    }

    pub(crate) fn ended(round: u8, result: &RoundResult) -> Self {
        Self::RoundEnded { round, winner: result.winner, clause: result.clause, pips: result.pips }
    }
}
