//! What the games promise behind their one interface.

#![allow(clippy::expect_used, clippy::panic)] // A test speaks by panicking.

mod every_game;
mod french;
mod learned;
mod lessons;
mod log_files;
mod notation;
mod patches;
mod positions;
mod rules_versions;
mod tables;
mod types;
