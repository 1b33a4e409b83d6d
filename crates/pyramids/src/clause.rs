//! The clauses that this game names when it refuses or ends.

use table::Clause;

const fn p(number: u8) -> Clause {
    Clause::new('P', number)
}

pub(crate) const P_0: Clause = p(0);
pub(crate) const P_1: Clause = p(1);
pub(crate) const P_2: Clause = p(2);
pub(crate) const P_3: Clause = p(3);
pub(crate) const P_4: Clause = p(4);
pub(crate) const P_5: Clause = p(5);
pub(crate) const P_6: Clause = p(6);
pub(crate) const P_7: Clause = p(7);
pub(crate) const P_8: Clause = p(8);
pub(crate) const P_9: Clause = p(9);
pub(crate) const P_10: Clause = p(10);
pub(crate) const P_11: Clause = p(11);
pub(crate) const P_15: Clause = p(15);
pub(crate) const P_16: Clause = p(16);
pub(crate) const P_17: Clause = p(17);
pub(crate) const P_18: Clause = p(18);
pub(crate) const P_19: Clause = p(19);
pub(crate) const P_21: Clause = p(21);
