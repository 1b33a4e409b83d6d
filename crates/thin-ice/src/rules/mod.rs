//! The rules, one subject per file, in the order of the clauses.

mod ask;
mod bear;
mod die;
mod draft;
mod drift;
mod effects;
mod ice;
mod kraken;
mod pawn;
mod settle;
mod slide;
mod turn;
