//! What every game promises, and whole games as golden files.

use pyramids::{Options, Pyramids};
use table::conformance::{conforms, playthrough};

#[test]
fn a_match_of_one_round_conforms() {
    conforms::<Pyramids>(&Options::default(), 2, 12, 20_000);
}

#[test]
fn a_match_of_three_rounds_conforms() {
    conforms::<Pyramids>(&Options { rounds: 3 }, 2, 4, 60_000);
}

#[test]
fn a_random_round_plays_through() {
    insta::assert_snapshot!(playthrough::<Pyramids>(&Options::default(), 2, 1));
}

#[test]
fn a_random_match_of_two_rounds_plays_through() {
    insta::assert_snapshot!(playthrough::<Pyramids>(&Options { rounds: 2 }, 2, 2));
}
