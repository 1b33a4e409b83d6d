//! The rules of Thin Ice, clause by clause: each test names its clause.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test speaks by panicking.

mod card_effects;
mod cards;
mod clock;
mod common;
mod conformance;
mod die;
mod draft;
mod end;
mod extension;
mod setup;
mod teams;
mod tiles;
mod turn;
