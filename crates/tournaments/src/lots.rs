//! Lots, drawn from a seed: the same everywhere, for ever (splitmix64).

pub(crate) fn mix(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Numbers one after the other.
#[derive(Debug)]
pub(crate) struct Lots {
    seed: u64,
    drawn: u64,
}

impl Lots {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { seed, drawn: 0 }
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.drawn += 1;
        (mix(self.seed, self.drawn) % bound.max(1) as u64) as usize
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}
