//! The rules, clause by clause, and the promises of every game.
#![allow(clippy::unwrap_used)] // A test speaks by panicking.

mod conformance;
mod turn;
