//! The clauses that this crate quotes.

use table::Clause;

const fn q(number: u8) -> Clause {
    Clause::new('Q', number)
}

pub(crate) const Q_0: Clause = q(0);
pub(crate) const Q_1: Clause = q(1);
pub(crate) const Q_2: Clause = q(2);
pub(crate) const Q_4: Clause = q(4);
pub(crate) const Q_5: Clause = q(5);
pub(crate) const Q_6: Clause = q(6);
pub(crate) const Q_7: Clause = q(7);
pub(crate) const Q_8: Clause = q(8);
pub(crate) const Q_9: Clause = q(9);
pub(crate) const Q_10: Clause = q(10);
pub(crate) const Q_11: Clause = q(11);
pub(crate) const Q_12: Clause = q(12);
pub(crate) const Q_13: Clause = q(13);
pub(crate) const Q_14: Clause = q(14);
pub(crate) const Q_15: Clause = q(15);
pub(crate) const Q_16: Clause = q(16);
pub(crate) const Q_17: Clause = q(17);
pub(crate) const Q_18: Clause = q(18);
pub(crate) const Q_19: Clause = q(19);
pub(crate) const Q_21: Clause = q(21);
pub(crate) const Q_22: Clause = q(22);
pub(crate) const Q_23: Clause = q(23);
