//! The ids of the rules that refuse something or end the game.

use table::Clause;

pub(crate) const S_0: Clause = Clause::new('S', 0);
pub(crate) const S_1: Clause = Clause::new('S', 1);
pub(crate) const S_2: Clause = Clause::new('S', 2);
pub(crate) const S_5: Clause = Clause::new('S', 5);
pub(crate) const S_6: Clause = Clause::new('S', 6);
pub(crate) const S_7: Clause = Clause::new('S', 7);
pub(crate) const S_8: Clause = Clause::new('S', 8);
pub(crate) const S_9: Clause = Clause::new('S', 9);
pub(crate) const S_10: Clause = Clause::new('S', 10);
pub(crate) const S_11: Clause = Clause::new('S', 11);
pub(crate) const S_12: Clause = Clause::new('S', 12);
pub(crate) const S_15: Clause = Clause::new('S', 15);
pub(crate) const S_17: Clause = Clause::new('S', 17);
pub(crate) const S_18: Clause = Clause::new('S', 18);
pub(crate) const S_19: Clause = Clause::new('S', 19);
pub(crate) const S_22: Clause = Clause::new('S', 22);
pub(crate) const S_23: Clause = Clause::new('S', 23);
pub(crate) const S_24: Clause = Clause::new('S', 24);
pub(crate) const S_26: Clause = Clause::new('S', 26);
pub(crate) const S_27: Clause = Clause::new('S', 27);
pub(crate) const S_28: Clause = Clause::new('S', 28);
pub(crate) const S_29: Clause = Clause::new('S', 29);
pub(crate) const S_30: Clause = Clause::new('S', 30);
