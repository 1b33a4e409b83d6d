//! Whole random games as text: every change of a rule shows.

use quicksand::{Options, Quicksand};
use table::conformance::playthrough;

#[test]
fn level_1_with_three_seats() {
    insta::assert_snapshot!(playthrough::<Quicksand>(&Options::default(), 3, 11));
}

#[test]
fn level_20_with_cards_outward_and_blocks() {
    insta::assert_snapshot!(playthrough::<Quicksand>(&Options { level: 20, ..Options::default() }, 3, 12));
}

#[test]
fn level_21_alone_in_practice() {
    let options = Options { level: 21, practice: true, ..Options::default() };
    insta::assert_snapshot!(playthrough::<Quicksand>(&options, 1, 13));
}
