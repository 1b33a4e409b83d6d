//! `pyramids`: nothing hidden, no chance, and tactics in every turn. It is read exactly, by alpha-beta.
//!
//! [`search`] looks, [`ordering`] says what first, [`table`] remembers, [`evaluation`] judges where a line ends.

mod evaluation;
mod ordering;
pub(crate) mod position;
mod search;
mod table;

use catalogue::crates::pyramids::Pyramids;
use table::Table;

use crate::{
    Decision,
    teach::{Asked, Teach},
};
use position::{Position, other};
use search::Search;

use ::table::{Game, Seat};

/// Half a million positions.
const TABLE_BITS: u32 = 19;

impl Teach for Pyramids {
    fn worth(&self, seat: Seat) -> f32 {
        let position = Position::of(self);
        let lead = f32::from(position.pips(seat)) - f32::from(position.pips(other(seat)));
        // Fifteen pips win (P-15): a lead of them is worth everything.
        (0.5 + lead / 30.0).clamp(0.0, 1.0)
    }

    fn decide(&self, asked: &mut Asked<'_, '_>) -> Decision {
        if !self.awaited().contains(asked.seat) {
            return Decision::Wait { until: None };
        }
        let table = asked.memory.recall(|| Table::new(TABLE_BITS));
        let found = Search::new(self, table, asked.timer).best(&Position::of(self));
        Decision::now(found.map(|found| found.action), asked.now)
    }
}
