//! How the bots of each game play.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test speaks by panicking.

mod analysis;
mod fair;
mod judge;
mod puzzles;
mod quadri;
mod quicksand;
mod strength;
mod thin_ice;
