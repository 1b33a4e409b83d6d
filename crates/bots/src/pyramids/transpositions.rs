//! The transposition table: what is known of positions that were looked at before.

use catalogue::crates::pyramids::Action;

/// What a remembered score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    check: u32,
    pub(super) action: Option<Action>,
    pub(super) score: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    /// In which search it was written.
    age: u8,
}

#[derive(Debug)]
pub(super) struct Transpositions {
    slots: Vec<Option<Slot>>,
    age: u8,
}

impl Transpositions {
    pub(super) fn new(bits: u32) -> Self {
        Self { slots: vec![None; 1 << bits], age: 0 }
    }

    /// A new search begins: what older ones wrote gives way first.
    pub(super) fn next_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key as usize) & (self.slots.len() - 1)
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Slot> {
        self.slots[self.place(key)].filter(|entry| entry.check == (key >> 32) as u32)
    }

    pub(super) fn keep(&mut self, key: u64, action: Option<Action>, score: i32, depth: i32, bound: Bound) {
        let (place, check) = (self.place(key), (key >> 32) as u32);
        let depth = depth.clamp(0, 127) as i8;
        let old = &self.slots[place];
        // Deep work of this search is kept, unless it is the same position.
        if old.is_some_and(|old| old.check != check && old.age == self.age && old.depth > depth + 3) {
            return;
        }
        let action = action.or(old.filter(|old| old.check == check).and_then(|old| old.action));
        let score = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        self.slots[place] = Some(Slot { check, action, score, depth, bound, age: self.age });
    }
}
