//! Writing many actions at once.

use crate::action::Action;

/// Up to eight actions that differ in their last cell only, as its distances from a first one.
///
/// Always eight are written and those beyond the number then forgotten: a loop whose length nobody can foresee
/// costs more.
#[derive(Clone, Copy)]
pub(super) struct Fan {
    distances: [i32; 8],
    len: usize,
}

impl Fan {
    pub(super) const CLOSED: Self = Self { distances: [0; 8], len: 0 };

    pub(super) const fn with(mut self, distance: i32) -> Self {
        self.distances[self.len] = distance;
        self.len += 1;
        self
    }

    /// Adds to `into` the action `first`, moved by each of the distances.
    #[inline]
    pub(super) fn open(&self, first: Action, into: &mut Vec<Action>) {
        let len = into.len();
        into.extend_from_slice(&self.distances.map(|distance| first.moved(distance)));
        into.truncate(len + self.len);
    }
}
