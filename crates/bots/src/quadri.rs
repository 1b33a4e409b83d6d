use catalogue::crates::quadri::Quadri;
use table::Seat;

use crate::{
    Decision, old,
    teach::{Asked, Teach},
};

impl Teach for Quadri {
    fn worth(&self, seat: Seat) -> f32 {
        old::Teach::worth(self, seat)
    }

    fn decide(&self, asked: &mut Asked<'_, '_>) -> Decision {
        old::Teach::decide(self, asked.seat, asked.level.into(), asked.now, asked.chance, asked.timer)
    }
}
