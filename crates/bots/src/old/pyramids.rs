//! What `pyramids` teaches: captured pips win, and a jump that captures is looked at first.

use catalogue::crates::pyramids::{Action, Deed, Pyramids};
use table::{Game, Mute, Seat};

use super::Teach;

impl Teach for Pyramids {
    const FORESIGHT: u64 = 24;

    fn worth(&self, seat: Seat) -> f32 {
        let pips = self.pips();
        let lead = f32::from(pips[seat.index()]) - f32::from(pips[1 - seat.index()]);
        // Fifteen pips win (P-15): a lead of them is worth everything.
        (0.5 + lead / 30.0).clamp(0.0, 1.0)
    }

    fn urge(&self, seat: Seat, action: &Action) -> f32 {
        if !matches!(action.deed(), Deed::Jump(_)) {
            return 1.0;
        }
        let before = self.pips()[seat.index()];
        let mut after = self.clone();
        after.apply(seat, *action, table::Millis::ZERO, &mut Mute);
        1.0 + 3.0 * f32::from(after.pips()[seat.index()].saturating_sub(before))
    }
}
