//! The rules of Quintazone, clause by clause: each test names its clause.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test speaks by panicking.

mod cards;
mod clock;
mod common;
mod conformance;
mod end;
mod knowledge;
mod material;
mod properties;
mod turn;
mod zones;
