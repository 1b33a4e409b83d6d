//! One test or more for each clause, in the order of the rules; then what holds for whole games.

#![allow(clippy::unwrap_used, clippy::panic)] // Tests speak by panicking, in what they share too.

mod clock;
mod end;
mod jumps;
mod material;
mod perft;
mod precedence;
mod promises;
mod properties;
mod setup;
mod table_of_two;
mod turn;
