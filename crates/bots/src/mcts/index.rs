//! Which edge of a node has an action, found without looking along all of them: a small open hash table. Where others hold
//! cards that nobody sees, a position has hundreds of actions, and few of them are possible in one world.

use std::hash::{Hash, Hasher};

use super::NONE;

/// Slots to begin with; they double when they are half full.
const SLOTS: usize = 1 << 12;

#[derive(Debug)]
pub(super) struct Index {
    /// The hash, and the edge.
    slots: Vec<(u32, u32)>,
    filled: usize,
}

/// An action of a node as a number.
pub(super) fn hash<A: Hash>(node: u32, action: &A) -> u32 {
    let mut hasher = Quick(u64::from(node));
    action.hash(&mut hasher);
    hasher.finish() as u32
}

impl Index {
    pub(super) fn new() -> Self {
        Self { slots: vec![(0, NONE); SLOTS], filled: 0 }
    }

    /// The edge with this hash that `is` the one.
    #[inline]
    pub(super) fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.slots[at] {
                (_, NONE) => return None,
                (known, edge) if known == hash && is(edge) => return Some(edge),
                _ => at = (at + 1) & mask,
            }
        }
    }

    pub(super) fn put(&mut self, hash: u32, edge: u32) {
        if 2 * self.filled >= self.slots.len() {
            let larger = vec![(0, NONE); 2 * self.slots.len()];
            for (hash, edge) in std::mem::replace(&mut self.slots, larger) {
                if edge != NONE {
                    self.place(hash, edge);
                }
            }
        }
        self.filled += 1;
        self.place(hash, edge);
    }

    fn place(&mut self, hash: u32, edge: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].1 != NONE {
            at = (at + 1) & mask;
        }
        self.slots[at] = (hash, edge);
    }
}

/// Quick to compute; nobody chooses actions to make it collide.
struct Quick(u64);

impl Quick {
    #[inline]
    fn mix(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517C_C1B7_2722_0A95);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.mix(u64::from(byte));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.mix(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }

    fn finish(&self) -> u64 {
        (self.0 ^ self.0 >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found_however_many_there_are() {
        let mut index = Index::new();
        let key = |edge: u32| hash(edge % 7, &(edge / 7));
        for edge in 0..20_000 {
            assert_eq!(index.find(key(edge), |found| found == edge), None);
            index.put(key(edge), edge);
        }
        for edge in 0..20_000 {
            assert_eq!(index.find(key(edge), |found| found == edge), Some(edge));
        }
    }
}
