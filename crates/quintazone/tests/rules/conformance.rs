//! The suite that every game runs, and two games as golden text.

use quintazone::{Deck, Options, Quintazone};
use table::conformance::{conforms, playthrough};

/// A turn has at most three entries, and a deck at most 54 turns with a card.
const LONGEST: usize = 200;

fn conforms_with(deck: Deck, seats: u8) {
    conforms::<Quintazone>(&Options { deck, ..Options::default() }, seats, 10, LONGEST);
}

#[test]
fn z_2_the_first_deck_conforms() {
    (2..=5).for_each(|seats| conforms_with(Deck::First, seats));
}

#[test]
fn z_3_the_second_deck_conforms() {
    (2..=5).for_each(|seats| conforms_with(Deck::Second, seats));
}

#[test]
fn a_game_of_two_with_the_second_deck() {
    insta::assert_snapshot!(playthrough::<Quintazone>(
        &Options { deck: Deck::Second, ..Options::default() },
        2,
        7
    ));
}

#[test]
fn a_game_of_five() {
    insta::assert_snapshot!(playthrough::<Quintazone>(&Options::default(), 5, 7));
}
