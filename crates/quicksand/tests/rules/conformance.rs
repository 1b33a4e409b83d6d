//! What every game promises, for all levels and seats.

use quicksand::{Options, Quicksand, data::Pace};
use table::conformance::conforms;

/// A random game of the slowest pace is over long before.
const LONGEST: usize = 2_000;

fn at_every_table(options: impl Fn(i32) -> Options) {
    for level in 1..=21 {
        for seats in 1..=7 {
            conforms::<Quicksand>(&options(level), seats, 1, LONGEST);
        }
    }
}

#[test]
fn all_levels_conform() {
    at_every_table(|level| Options { level, ..Options::default() });
}

#[test]
fn all_levels_conform_in_practice() {
    at_every_table(|level| Options { level, practice: true, ..Options::default() });
}

#[test]
fn all_paces_conform() {
    for pace in [Pace::Gentle, Pace::Fierce] {
        for (level, seats) in [(1, 3), (13, 4), (17, 2), (20, 5)] {
            conforms::<Quicksand>(&Options { level, pace, ..Options::default() }, seats, 3, LONGEST);
        }
    }
}
