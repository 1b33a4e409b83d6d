//! Zones and pyramids: Z-13 to Z-15.

use crate::common::{RING, Scene, THREE_WATERS, actions, choices, plays, refused, told_to_all, zone};
use quintazone::{Cell, Deck, Element, Event, Growth};
use table::{Game, Seat};

#[test]
fn z_13_panels_connect_where_their_half_edges_touch() {
    let game = Scene::new(Deck::First, 2, &["AF-WS@0,0", "AF-v@0,-1", "WS-v@0,1", "F@1,0"]).build();
    assert_eq!(zone(&game, "0,0:air"), 2, "air below air");
    assert_eq!(zone(&game, "0,-1:fire"), 3, "fire below fire, and fire to its right");
    assert_eq!(zone(&game, "0,1:water"), 2);
    assert_eq!(zone(&game, "0,1:space"), 2);
}

#[test]
fn z_13_a_corner_makes_no_zone() {
    // Fire at 1,0 and fire at the top of 0,-1 … meet at a corner only.
    let game = Scene::new(Deck::First, 2, &["AF-WS@0,0", "A@0,-1", "F@1,0", "AF-h@1,-1"]).build();
    assert_eq!(zone(&game, "0,-1:air"), 3, "through 1,-1");
    assert_eq!(zone(&game, "1,0:fire"), 3, "through 1,-1");
    let game = Scene::new(Deck::First, 2, &["AF-WS@0,0", "EF-v@0,-1", "A@-1,0"]).build();
    assert_eq!(zone(&game, "0,-1:earth"), 1);
    assert_eq!(zone(&game, "0,-1:fire"), 2);
    assert_eq!(zone(&game, "-1,0:air"), 2, "air at -1,0 meets 0,-1 at a corner");
}

#[test]
fn z_13_a_whole_card_joins_three_zones() {
    let mut game = Scene::new(Deck::First, 2, &THREE_WATERS).hand(0, "W").build();
    for panel in ["0,0:water", "-1,1:water", "1,1:water"] {
        assert_eq!(zone(&game, panel), 1);
    }
    let told = plays(&mut game, 0, "W@0,1");
    for panel in ["0,0:water", "-1,1:water", "1,1:water", "0,1:water"] {
        assert_eq!(zone(&game, panel), 4);
    }
    let grown = Growth { element: Element::Water, cards: 4, joined: 3 };
    assert!(matches!(&told_to_all(&told)[0], Event::CardLaid { zones, .. } if *zones == [grown]));
}

#[test]
fn z_13_diagonal_cards_join_along_their_sides() {
    let mut game = Scene::new(Deck::Second, 2, &RING[..8]).hand(0, "AW-d").build();
    assert_eq!(zone(&game, "0,1:air"), 2, "with the first card");
    plays(&mut game, 0, "AW-d@1,1");
    assert_eq!(zone(&game, "1,1:air"), 3, "its left side meets air in the upper half");
    // Its water meets nothing: it faces right and down.
    assert_eq!(zone(&game, "1,1:water"), 1);
    // Water over the upper corners and the sides, down to the lower left and its right: all but the diagonal's.
    assert_eq!(zone(&game, "-1,-1:water"), 7);
}

#[test]
fn z_14_a_pyramid_on_any_panel_of_a_zone_without_one() {
    let game = Scene::new(Deck::First, 2, &["AF-WS@0,0", "F@1,0", "F@0,-1"]).build();
    for panel in ["0,0:fire", "1,0:fire", "0,-1:fire"] {
        let mut game = game.clone();
        plays(&mut game, 0, &format!("L^{panel}"));
        assert_eq!(game.points(Seat(0)), 9, "all panels of a zone are worth the same");
    }
}

#[test]
fn z_14_a_zone_that_holds_a_pyramid_takes_no_other() {
    let base = Scene::new(Deck::First, 2, &["AF-WS@0,0", "F@1,0"]);
    for owner in [0, 1] {
        let game = base.clone().pyramid(owner, "S^0,0:fire").build();
        assert_eq!(refused(&game, 0, "L^0,0:fire"), "Z-14", "the panel");
        assert_eq!(refused(&game, 0, "L^1,0:fire"), "Z-14", "another panel of the zone");
        assert!(!actions(&game, 0).iter().any(|action| action.ends_with("fire")));
        plays(&mut game.clone(), 0, "L^0,0:air");
    }
}

#[test]
fn z_14_no_such_panel() {
    let game = Scene::new(Deck::First, 2, &["AF-WS@0,0"]).build();
    assert_eq!(refused(&game, 0, "S^0,0:earth"), "Z-14");
    assert_eq!(refused(&game, 0, "S^1,0:fire"), "Z-14");
    assert_eq!(refused(&game, 0, "S^-999,999:fire"), "Z-14");
}

#[test]
fn z_14_actions_list_every_panel_and_choices_one_a_zone() {
    let game = Scene::new(Deck::First, 2, &["AF-WS@0,0", "F@1,0", "F@0,-1"]).build();
    let fire =
        |actions: Vec<String>| actions.iter().filter(|a| a.starts_with("L^") && a.ends_with("fire")).count();
    assert_eq!(fire(actions(&game, 0)), 3);
    assert_eq!(fire(choices(&game, 0)), 1);
}

#[test]
fn z_15_zones_that_grow_together_hold_several_pyramids() {
    let mut game = Scene::new(Deck::First, 3, &THREE_WATERS)
        .hand(0, "W")
        .goals(&[Element::Fire, Element::Water, Element::Earth])
        .pyramid(0, "L^0,0:water")
        .pyramid(1, "S^-1,1:water")
        .pyramid(0, "M^1,1:water")
        .build();
    assert_eq!([0, 1, 2].map(|seat| game.points(Seat(seat))), [5, 1, 0]);
    plays(&mut game, 0, "W@0,1");
    assert_eq!([0, 1, 2].map(|seat| game.points(Seat(seat))), [4 * 5, 4, 0], "each scores in full");
    assert_eq!(game.total(Seat(1)), 8, "twice in its goal");
    assert_eq!(refused(&game, 0, "S^0,1:water"), "Z-14", "the new panel is in a zone with pyramids");
    let view = game.view(None);
    let zone = view.zones.iter().find(|zone| zone.cells.contains(&Cell::new(0, 1))).unwrap();
    assert_eq!((zone.cards, zone.pyramids.clone()), (4, vec![0, 1, 2]));
}

#[test]
fn z_15_a_taken_zone_takes_a_free_one_with_it() {
    let mut game = Scene::new(Deck::First, 2, &THREE_WATERS).hand(0, "W").pyramid(1, "L^-1,1:water").build();
    assert_eq!(game.zone_at(Cell::new(1, 1), Element::Water), Some((1, true)));
    plays(&mut game, 0, "W@0,1");
    assert_eq!(game.zone_at(Cell::new(1, 1), Element::Water), Some((4, false)));
    assert_eq!(game.points(Seat(1)), 12);
}
