//! What a weaker bot does not see: jumps, the more easily the more hops they have.

use catalogue::crates::pyramids::{Action, Deed};

/// How well somebody sees, in one look at the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// Jumps of two hops that are overlooked, of a thousand; with one hop half as many, with three half as many again.
    pub(super) misses: u32,
    /// Which ones, this time.
    pub(super) eyes: u32,
}

impl Sight {
    /// Whether it sees that this can be played. The same eyes overlook the same jump wherever they look.
    #[inline]
    pub(super) fn sees(self, action: Action) -> bool {
        let Deed::Jump(jump) = action.deed() else { return true };
        if self.misses == 0 {
            return true;
        }
        let mut mixed = self.eyes;
        for cell in std::iter::once(jump.start()).chain(jump.landings()) {
            mixed = (mixed ^ cell.index() as u32).wrapping_mul(0x9E37_79B1).rotate_left(11);
        }
        mixed % 1000 >= self.misses * jump.hop_count() / 2
    }
}
