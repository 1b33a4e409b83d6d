//! The house from outside, as its guests find it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test speaks by panicking.

mod accounts;
mod analysis;
mod authenticator;
mod away;
mod bots;
mod clock;
mod common;
mod cups;
mod cups_dying;
mod fair;
mod guarding;
mod hints;
mod keeper;
mod keeping;
mod lobby;
mod mine;
mod notices;
mod operations;
mod pages;
mod pairing;
mod playing;
mod proxy;
mod public;
mod push_service;
mod ratings;
mod rematch;
mod replay;
mod seats;
mod seen_lobby;
mod shown;
mod time;
mod town;
mod types;
mod undo;
