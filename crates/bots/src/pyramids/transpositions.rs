//! The transposition table: what is known of positions that were looked at before. Several threads may share one: each slot
//! has its own lock, which hardly anybody ever waits for.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU8, Ordering},
};

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
    slots: Vec<Mutex<Option<Slot>>>,
    age: AtomicU8,
}

impl Transpositions {
    pub(super) fn new(bits: u32) -> Self {
        Self { slots: (0..1 << bits).map(|_| Mutex::new(None)).collect(), age: AtomicU8::new(0) }
    }

    /// A new search begins: what older ones wrote gives way first.
    pub(super) fn next_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key as usize) & (self.slots.len() - 1)
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Slot> {
        let slot = *self.slots[self.place(key)].lock().unwrap_or_else(PoisonError::into_inner);
        slot.filter(|entry| entry.check == (key >> 32) as u32)
    }

    pub(super) fn keep(&self, key: u64, action: Option<Action>, score: i32, depth: i32, bound: Bound) {
        let (place, check) = (self.place(key), (key >> 32) as u32);
        let depth = depth.clamp(0, 127) as i8;
        let age = self.age.load(Ordering::Relaxed);
        let mut old = self.slots[place].lock().unwrap_or_else(PoisonError::into_inner);
        // Deep work of this search is kept, unless it is the same position.
        if old.is_some_and(|old| old.check != check && old.age == age && old.depth > depth + 3) {
            return;
        }
        let action = action.or(old.filter(|old| old.check == check).and_then(|old| old.action));
        let score = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        *old = Some(Slot { check, action, score, depth, bound, age });
    }
}
