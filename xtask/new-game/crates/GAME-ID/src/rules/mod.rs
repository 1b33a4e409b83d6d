//! The rules, under the headings of the clauses.

mod turn;
