//! The clauses that refuse or end, by their ids.

use table::Clause;

const fn z(number: u8) -> Clause {
    Clause::new('Z', number)
}

pub(crate) const Z_0: Clause = z(0);
pub(crate) const Z_2: Clause = z(2);
pub(crate) const Z_4: Clause = z(4);
pub(crate) const Z_5: Clause = z(5);
pub(crate) const Z_6: Clause = z(6);
pub(crate) const Z_7: Clause = z(7);
pub(crate) const Z_8: Clause = z(8);
pub(crate) const Z_9: Clause = z(9);
pub(crate) const Z_10: Clause = z(10);
pub(crate) const Z_11: Clause = z(11);
pub(crate) const Z_12: Clause = z(12);
pub(crate) const Z_14: Clause = z(14);
pub(crate) const Z_16: Clause = z(16);
pub(crate) const Z_19: Clause = z(19);
