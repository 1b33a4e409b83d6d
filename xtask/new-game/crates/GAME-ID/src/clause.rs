//! The clauses that this game names when it refuses or ends.

use table::Clause;

const fn clause(number: u8) -> Clause {
    Clause::new('LETTER', number)
}

pub(crate) const LETTER_0: Clause = clause(0);
pub(crate) const LETTER_1: Clause = clause(1);
pub(crate) const LETTER_2: Clause = clause(2);
pub(crate) const LETTER_3: Clause = clause(3);
pub(crate) const LETTER_4: Clause = clause(4);
pub(crate) const LETTER_5: Clause = clause(5);
