//! What may be done, written to a list or only counted, so that one action can be drawn without listing the others.

use crate::{action::Action, tiles::Bits};

/// Where actions are told of, one after the other.
pub(crate) trait Menu {
    fn add(&mut self, action: Action);

    /// One for each bit that is set, the lowest first.
    #[inline]
    fn add_each(&mut self, bits: u64, action: impl Fn(usize) -> Action) {
        self.add_all(Bits(bits).map(action));
    }

    #[inline]
    fn add_all(&mut self, actions: impl Iterator<Item = Action>) {
        actions.for_each(|action| self.add(action));
    }
}

impl Menu for Vec<Action> {
    #[inline]
    fn add(&mut self, action: Action) {
        self.push(action);
    }
}

/// How many there are.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u32);

impl Menu for Count {
    #[inline]
    fn add(&mut self, _: Action) {
        self.0 += 1;
    }

    #[inline]
    fn add_each(&mut self, bits: u64, _: impl Fn(usize) -> Action) {
        self.0 += bits.count_ones();
    }
}

/// The one after so many others.
pub(crate) struct Nth {
    before: u32,
    pub(crate) action: Option<Action>,
}

impl Nth {
    pub(crate) const fn after(before: u32) -> Self {
        Self { before, action: None }
    }
}

impl Menu for Nth {
    #[inline]
    fn add(&mut self, action: Action) {
        if self.action.is_none() {
            match self.before.checked_sub(1) {
                Some(before) => self.before = before,
                None => self.action = Some(action),
            }
        }
    }

    #[inline]
    fn add_each(&mut self, bits: u64, action: impl Fn(usize) -> Action) {
        if self.action.is_none() {
            match self.before.checked_sub(bits.count_ones()) {
                Some(before) => self.before = before,
                None => self.action = Bits(bits).nth(self.before as usize).map(action),
            }
        }
    }
}
