//! The last steps of a table: whoever comes back in a moment is told what they missed, and nothing is read or played again.

use std::collections::VecDeque;

use crate::fold::Change;

/// So many steps at most, and so much memory: most people come back within seconds.
const STEPS: usize = 32;
const BYTES: usize = 4096;

#[derive(Debug, Default)]
pub(super) struct Recent {
    steps: VecDeque<Change>,
    /// What all of them weigh.
    weight: usize,
}

impl Recent {
    /// One more step. What it takes back is a number and nothing else from now on.
    pub(super) fn push(&mut self, change: Change) {
        if let Some((_, to)) = change.undone {
            self.steps.iter_mut().filter(|past| past.n > to).for_each(Change::take_back);
            self.weight = self.steps.iter().map(Change::weight).sum();
        }
        self.weight += change.weight();
        self.steps.push_back(change);
        while self.steps.len() > STEPS || self.weight > BYTES {
            let Some(gone) = self.steps.pop_front() else { break };
            self.weight -= gone.weight();
        }
    }

    /// What came after number `since`, if all of it is still here. At a table that has come to `n`.
    pub(super) fn after(&self, since: u64, n: u64) -> Option<Vec<Change>> {
        let first = self.steps.front().map_or(n + 1, |first| first.n);
        (since + 1 >= first).then(|| self.steps.iter().filter(|change| change.n > since).cloned().collect())
    }

    /// Somebody wants to be forgotten: what is told of them comes from the log, where they are nobody.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}
