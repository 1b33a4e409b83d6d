//! Setup and a turn: Z-6 to Z-9.

use crate::common::{RING, Scene, actions, last_card, plays, refused, started, told_to_all};
use quintazone::{Card, CardStep, Deck, Event};
use table::{Game, Seat};

#[test]
fn z_6_one_quartered_card_lies_unturned_at_the_origin() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let game = started(Deck::First, 2, seed);
        let [laid] = game.layout().laid() else { panic!("one card") };
        assert!(laid.card.is_quartered() && !laid.turned);
        assert_eq!((laid.cell.x, laid.cell.y), (0, 0));
        seen.insert(laid.card);
    }
    assert_eq!(seen.len(), 10, "any of the ten");
}

#[test]
fn z_6_each_seat_draws_five_and_gets_a_goal() {
    for (deck, cards) in [(Deck::First, 40), (Deck::Second, 55)] {
        for seats in 2..=5 {
            let game = started(deck, seats, 5);
            assert!(Seat::all(seats).all(|seat| game.hand(seat).len() == 5));
            assert_eq!(game.pile(), cards - 1 - 5 * usize::from(seats));
        }
    }
}

#[test]
fn z_7_clockwise_from_the_first_seat() {
    let mut game = started(Deck::First, 3, 2);
    for seat in [0, 1, 2, 0] {
        assert_eq!(game.turn(), Some(Seat(seat)));
        let lay = actions(&game, seat).into_iter().find(|action| action.contains('@')).unwrap();
        plays(&mut game, seat, &lay);
        plays(&mut game, seat, "end");
    }
}

fn opening_scene() -> Scene {
    Scene::new(Deck::First, 2, &["AF-WS@0,0"]).hand(0, "A AF-h").hand(1, "F W")
}

#[test]
fn z_7_another_seat_waits() {
    let game = opening_scene().build();
    assert_eq!(refused(&game, 1, "F@0,-1"), "Z-7");
    assert_eq!(refused(&game, 4, "pass"), "Z-7");
    assert!(actions(&game, 1).is_empty());
}

#[test]
fn z_7_a_pyramid_before_the_card() {
    let mut game = opening_scene().build();
    plays(&mut game, 0, "L^0,0:air");
    assert_eq!(game.turn(), Some(Seat(0)));
    assert_eq!(refused(&game, 0, "S^0,0:fire"), "Z-7", "one pyramid per turn");
    assert_eq!(refused(&game, 0, "end"), "Z-7", "the card is a must");
    plays(&mut game, 0, "A@-1,0");
    assert_eq!(game.turn(), Some(Seat(1)), "both are done");
}

#[test]
fn z_7_a_pyramid_after_the_card() {
    let mut game = opening_scene().build();
    plays(&mut game, 0, "A@-1,0");
    assert_eq!(refused(&game, 0, "AF-h@1,0r"), "Z-7", "one card per turn");
    assert_eq!(refused(&game, 0, "pass"), "Z-7");
    plays(&mut game, 0, "L^-1,0:air");
    assert_eq!(game.turn(), Some(Seat(1)));
}

#[test]
fn z_7_end_without_a_pyramid() {
    let mut game = opening_scene().build();
    assert_eq!(refused(&game, 0, "end"), "Z-7");
    plays(&mut game, 0, "A@-1,0");
    plays(&mut game, 0, "end");
    assert_eq!(game.turn(), Some(Seat(1)));
}

#[test]
fn z_7_the_turn_ends_by_itself_without_pyramids() {
    // Two of each size: all of them stand on zones of their own.
    let mut scene = Scene::new(Deck::First, 4, &["AF-WS@0,0", "EF-h@1,0r", "EW-h@1,1"]).hand(0, "A");
    for pyramid in ["S^0,0:air", "S^0,0:fire", "M^0,0:water", "M^0,0:space", "L^1,0:earth", "L^1,1:water"] {
        scene = scene.pyramid(0, pyramid);
    }
    let mut game = scene.build();
    assert!(!actions(&game, 0).iter().any(|action| action.contains('^')));
    plays(&mut game, 0, "A@-1,0");
    assert_eq!(game.turn(), Some(Seat(1)));
}

#[test]
fn z_7_the_turn_ends_by_itself_without_a_free_zone() {
    let mut scene = Scene::new(Deck::First, 2, &["AF-WS@0,0"]).hand(0, "A");
    for pyramid in ["S^0,0:air", "S^0,0:fire", "S^0,0:water", "S^0,0:space"] {
        scene = scene.pyramid(1, pyramid);
    }
    let mut game = scene.build();
    plays(&mut game, 0, "A@-1,0");
    assert_eq!(game.turn(), Some(Seat(1)), "every zone holds a pyramid");
}

#[test]
fn z_7_what_cannot_be_read_or_is_not_in_hand() {
    let game = opening_scene().build();
    assert_eq!(refused(&game, 0, "take that"), "Z-7");
    assert_eq!(refused(&game, 0, "EA-d@0,-1"), "Z-7", "a card of the other deck");
    assert_eq!(refused(&game, 0, "FW-ES@0,0"), "Z-7", "not in hand comes before the cell that is taken");
}

#[test]
fn z_8_the_draw_comes_at_the_end_of_the_turn() {
    let mut game = opening_scene().draws("S").build();
    let pile = game.pile();
    plays(&mut game, 0, "A@-1,0");
    assert_eq!((game.hand(Seat(0)).len(), game.pile()), (4, pile), "not before the pyramid");
    let told = plays(&mut game, 0, "S^-1,0:air");
    assert_eq!((game.hand(Seat(0)).len(), game.pile()), (5, pile - 1));
    let space: Card = "S".parse().unwrap();
    assert!(game.hand(Seat(0)).holds(space));
    let drawn = |viewer| {
        told.heard_by(viewer).find_map(|event| match event {
            Event::CardDrawn { card, .. } => Some(*card),
            _ => None,
        })
    };
    assert_eq!(drawn(Some(Seat(0))), Some(Some(space)));
    assert_eq!(drawn(Some(Seat(1))), Some(None), "others see that it draws, not what");
    assert_eq!(drawn(None), Some(None));
}

#[test]
fn z_8_no_draw_from_an_empty_pile() {
    let mut game = last_card(Deck::First, 2, 1);
    let seat = game.turn().unwrap();
    let lay = actions(&game, seat.0).into_iter().find(|action| action.contains('@')).unwrap();
    plays(&mut game, seat.0, &lay);
    let told = plays(&mut game, seat.0, "end");
    assert!(!told.events().any(|event| matches!(event, Event::CardDrawn { .. })));
}

/// The ring is closed: water alone can go on. Seat 0 has none; seat 1 has.
fn blocked() -> Scene {
    Scene::new(Deck::Second, 2, &RING).hand(0, "E E A A F").hand(1, "FW-h E A F S")
}

#[test]
fn z_9_a_seat_with_no_card_that_fits_passes_and_keeps_its_hand() {
    let mut game = blocked().build();
    assert_eq!(actions(&game, 0)[0], "pass");
    assert!(!actions(&game, 0).iter().any(|action| action.contains('@')));
    let (hand, pile) = (*game.hand(Seat(0)), game.pile());
    assert_eq!(refused(&game, 0, "end"), "Z-7", "pass is the card step");
    let told = plays(&mut game, 0, "pass");
    assert_eq!(told_to_all(&told), [Event::Passed { seat: Seat(0) }]);
    assert_eq!(game.card_step(), CardStep::Passed);
    plays(&mut game, 0, "end");
    assert_eq!((*game.hand(Seat(0)), game.pile()), (hand, pile), "no card placed, no card drawn");
    assert_eq!(game.turn(), Some(Seat(1)));
}

#[test]
fn z_9_pass_before_or_after_the_pyramid() {
    let mut game = blocked().build();
    plays(&mut game, 0, "pass");
    plays(&mut game, 0, "L^0,0:fire");
    assert_eq!(game.turn(), Some(Seat(1)));

    let mut game = blocked().build();
    plays(&mut game, 0, "L^0,0:fire");
    plays(&mut game, 0, "pass");
    assert_eq!(game.turn(), Some(Seat(1)));
}

#[test]
fn z_9_pass_with_a_card_that_fits_is_refused() {
    let game = blocked().turn(1).build();
    assert_eq!(refused(&game, 1, "pass"), "Z-9");
    assert_eq!(refused(&opening_scene().build(), 0, "pass"), "Z-9");
}

/// Seat 4 passed with its two air cards while the others laid all of theirs, and has one left that fits.
const ONE_CARD_LEFT: &str = include_str!("positions/empty_hands.json");

#[test]
fn z_9_an_empty_hand_counts_as_no_card_that_fits() {
    let mut game: quintazone::Quintazone = serde_json::from_str(ONE_CARD_LEFT).unwrap();
    let seat = game.turn().unwrap();
    assert!(game.hand(seat).is_empty());
    plays(&mut game, seat.0, "pass");
    plays(&mut game, seat.0, "end");
    assert_eq!(game.turn(), Some(seat.next(game.seats())));
}

#[test]
fn z_9_the_game_ends_when_nobody_can_place_even_with_cards_in_the_pile() {
    let mut game = Scene::new(Deck::Second, 2, &RING[..8])
        .hand(0, "AW-d E E A A")
        .hand(1, "E A F S ES-h")
        .draws("F")
        .build();
    plays(&mut game, 0, RING[8]);
    assert!(game.outcome().is_none(), "the pyramid is still to come");
    plays(&mut game, 0, "end");
    assert_eq!(game.outcome().unwrap().clause.to_string(), "Z-9");
    assert!(game.pile() > 0);
    assert_eq!(refused(&game, 0, "pass"), "Z-9");
    assert_eq!(refused(&game, 1, "take that"), "Z-9");
}

#[test]
fn z_9_the_draw_may_save_the_game() {
    let mut game = Scene::new(Deck::Second, 2, &RING[..8])
        .hand(0, "AW-d E E A A")
        .hand(1, "E A F S ES-h")
        .draws("WS-h")
        .build();
    plays(&mut game, 0, RING[8]);
    plays(&mut game, 0, "end");
    assert_eq!(game.turn(), Some(Seat(1)), "seat 0 drew water after the ring was closed");
    assert_eq!(actions(&game, 1)[0], "pass");
}
