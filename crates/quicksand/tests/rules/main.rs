//! The rules of Quicksand, clause by clause: each test names its clause.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test speaks by panicking.

mod common;
mod conformance;
mod end;
mod extra;
mod golden;
mod material;
mod position;
mod practice;
mod sand;
mod text;
mod timers;
mod turn;
mod views;
mod whole_games;
