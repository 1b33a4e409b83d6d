//! The rules, under the headings of the clauses.

mod cards;
mod end;
mod pyramids;
mod start;
mod turn;
