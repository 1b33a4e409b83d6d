//! The rules of Quadri, clause by clause: each test names its clause.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test speaks by panicking.

mod ball_trap;
mod clock;
mod common;
mod competitive;
mod competitive_end;
mod conformance;
mod cooperative;
mod eager;
mod load;
mod matching;
mod placing;
