//! Worlds that a seat cannot tell from this one.

use table::{Chance, Seat};

use crate::state::GameId;

impl GameId {
    /// Nothing is hidden and nothing is drawn: the only world is this one.
    pub(crate) fn imagined(&self, _: Seat, _: &mut Chance) -> Self {
        self.clone()
    }
}
