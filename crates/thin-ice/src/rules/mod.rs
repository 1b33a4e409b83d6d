//! The rules, one subject a file, in the order of the clauses.

mod ask;
mod bear;
mod die;
mod draft;
mod drift;
mod effects;
mod ice;
mod knowledge;
mod kraken;
mod pawn;
mod settle;
mod slide;
mod turn;

use table::{Clause, Refusal};

/// A refusal with fixed words, in a hurry.
pub(crate) const fn refuse<T>(clause: Clause, en: &'static str, fr: &'static str) -> Result<T, Refusal> {
    Err(Refusal::fixed(clause, en, fr))
}
