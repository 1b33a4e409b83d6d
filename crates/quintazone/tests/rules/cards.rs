//! Placing a card: Z-10 to Z-12.

use crate::common::{Scene, actions, plays, refused, zone};
use quintazone::Deck;

/// Air and fire over water and space, and a hand of seat 0.
fn first_card(hand: &str) -> Scene {
    Scene::new(Deck::First, 2, &["AF-WS@0,0"]).hand(0, hand)
}

#[test]
fn z_10_on_an_empty_cell_orthogonally_next_to_a_card() {
    let game = first_card("A F W S EF-h").build();
    assert_eq!(refused(&game, 0, "A@0,0"), "Z-10", "taken");
    assert_eq!(refused(&game, 0, "A@0,-2"), "Z-10", "no neighbour");
    assert_eq!(refused(&game, 0, "A@5,5"), "Z-10");
    assert_eq!(refused(&game, 0, "A@999999999999,0"), "Z-10", "however far");
    for lay in ["A@0,-1", "A@-1,0", "F@0,-1", "F@1,0", "W@-1,0", "W@0,1", "S@1,0", "S@0,1"] {
        plays(&mut game.clone(), 0, lay);
    }
}

#[test]
fn z_10_never_turned_by_90_degrees() {
    let game = first_card("F EF-h").build();
    assert_eq!(refused(&game, 0, "EF-h@1,0r90"), "Z-10");
    assert_eq!(refused(&game, 0, "EF-h@1,0r270"), "Z-10");
    assert_eq!(refused(&game, 0, "F@1,0r90"), "Z-10", "a whole card too");
    assert_eq!(refused(&game, 0, "EF-h@3,3r90"), "Z-10");
}

#[test]
fn z_10_turned_by_180_degrees_a_card_shows_its_other_side() {
    // Fire is at the upper right of the first card: fire must be on top to meet it.
    let game = first_card("EF-h").build();
    assert_eq!(refused(&game, 0, "EF-h@1,0"), "Z-11", "earth over fire");
    let mut game = game;
    plays(&mut game, 0, "EF-h@1,0r");
    assert_eq!(zone(&game, "0,0:fire"), 2);
    assert_eq!(zone(&game, "1,0:earth"), 1);
}

#[test]
fn z_10_a_whole_card_turned_is_the_same_placement_and_listed_unturned() {
    let game = first_card("A").build();
    let (mut one, mut other) = (game.clone(), game.clone());
    plays(&mut one, 0, "A@-1,0");
    plays(&mut other, 0, "A@-1,0r");
    assert_eq!(one, other);
    assert!(!actions(&game, 0).contains(&"A@-1,0r".to_owned()));
}

#[test]
fn z_10_equal_cards_are_one_choice() {
    let game = first_card("A A").build();
    assert_eq!(actions(&game, 0).iter().filter(|action| *action == "A@-1,0").count(), 1);
}

#[test]
fn z_11_one_half_edge_is_enough() {
    // Fire over air at the right: fire meets fire in the upper half, air meets space in the lower.
    let mut game = first_card("AF-h").build();
    plays(&mut game, 0, "AF-h@1,0r");
    assert_eq!(zone(&game, "1,0:fire"), 2);
    assert_eq!((zone(&game, "1,0:air"), zone(&game, "0,0:space")), (1, 1), "the other halves do not connect");
}

#[test]
fn z_11_the_same_element_on_the_other_half_does_not_match() {
    // Air over fire at the right: fire is there, but a half too low.
    let game = first_card("AF-h").build();
    assert_eq!(refused(&game, 0, "AF-h@1,0"), "Z-11");
    assert!(!actions(&game, 0).contains(&"AF-h@1,0".to_owned()));
}

#[test]
fn z_11_no_match_at_all() {
    let game = first_card("E AF-h").build();
    for cell in ["0,-1", "1,0", "0,1", "-1,0"] {
        assert_eq!(refused(&game, 0, &format!("E@{cell}")), "Z-11");
    }
}

#[test]
fn z_11_a_diagonal_card_shows_one_element_on_a_whole_side() {
    let second = Scene::new(Deck::Second, 2, &["AF-WS@0,0"]).hand(0, "AF-d EF-d");
    let game = second.build();
    // Cut from top left to bottom right: air has the top and the right side, fire the bottom and the left.
    assert_eq!(refused(&game, 0, "AF-d@1,0r"), "Z-11", "turned, air is on the left");
    let mut falling = game.clone();
    plays(&mut falling, 0, "AF-d@1,0");
    assert_eq!((zone(&falling, "1,0:fire"), zone(&falling, "1,0:air")), (2, 1));
    // Cut from top right to bottom left: earth has the top and the left side, fire the right and the bottom.
    let mut rising = game.clone();
    plays(&mut rising, 0, "EF-d@0,-1");
    assert_eq!(zone(&rising, "0,-1:fire"), 2);
    assert_eq!(refused(&game, 0, "EF-d@0,-1r"), "Z-11", "turned, earth is at the bottom");
    plays(&mut game.clone(), 0, "EF-d@1,0r");
}

#[test]
fn z_12_corners_do_not_connect() {
    let game = first_card("S").build();
    for corner in ["1,1", "-1,-1", "1,-1", "-1,1"] {
        assert_eq!(refused(&game, 0, &format!("S@{corner}")), "Z-12");
    }
}

#[test]
fn z_12_a_corner_does_not_match_beside_a_side() {
    // Space at 1,1 would meet the first card's space at a corner and earth at its top: Z-11, for it has a neighbour.
    let game = Scene::new(Deck::First, 2, &["AF-WS@0,0", "EF-h@1,0r"]).hand(0, "S").build();
    assert_eq!(refused(&game, 0, "S@1,1"), "Z-11");
}

#[test]
fn z_12_the_first_clause_that_refuses_is_named() {
    let game = first_card("AF-h W W S S").build();
    for (notation, clause) in [
        // Not in the hand, wherever and however it would lie.
        ("E@0,0", "Z-7"),
        ("AF-v@1,1r90", "Z-7"),
        ("AF-d@7,7", "Z-7"),
        // A quarter turn, before corners and matches are looked at.
        ("AF-h@0,0r90", "Z-10"),
        ("AF-h@1,1r90", "Z-10"),
        ("AF-h@1,0r270", "Z-10"),
        ("W@0,1r90", "Z-10"),
        ("AF-h@7,7r", "Z-10"),
        ("AF-h@1,1r", "Z-12"),
        ("AF-h@1,0", "Z-11"),
        ("W@1,0r", "Z-11"),
    ] {
        assert_eq!(refused(&game, 0, notation), clause, "{notation}");
        assert_eq!(refused(&game, 1, notation), "Z-7", "{notation} out of turn");
    }
    let mut laid = game;
    plays(&mut laid, 0, "W@0,1r");
    for notation in ["W@0,0", "AF-h@0,0", "AF-h@1,1r90", "AF-h@7,7", "AF-h@1,0", "pass"] {
        assert_eq!(refused(&laid, 0, notation), "Z-7", "{notation}: the card step is done");
    }
}
