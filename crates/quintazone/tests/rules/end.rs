//! End: Z-16 to Z-18.

use crate::common::{RING, Scene, actions, last_card, played_out, plays, refused, started};
use quintazone::{Deck, Element, Event, Quintazone};
use table::{Game, Seat, Seats};

fn seats(seats: &[u8]) -> Seats {
    seats.iter().map(|&seat| Seat(seat)).collect()
}

#[test]
fn z_16_after_the_last_card_that_seat_may_still_place_its_pyramid() {
    for (deck, seats) in [(Deck::First, 2), (Deck::First, 5), (Deck::Second, 3)] {
        let game = last_card(deck, seats, 8);
        let seat = game.turn().unwrap();
        let lay = actions(&game, seat.0).into_iter().find(|action| action.contains('@')).unwrap();

        let mut ended = game.clone();
        plays(&mut ended, seat.0, &lay);
        assert!(ended.outcome().is_none());
        let stand = actions(&ended, seat.0).into_iter().find(|action| action.starts_with("L^")).unwrap();
        plays(&mut ended, seat.0, &stand);
        assert_eq!(ended.outcome().unwrap().clause.to_string(), "Z-16");
        assert_eq!(ended.outcome().unwrap().winners, Seats::one(seat), "its pyramid is the only one");

        let mut ended = game;
        plays(&mut ended, seat.0, &lay);
        plays(&mut ended, seat.0, "end");
        assert_eq!(
            ended.outcome().unwrap().clause.to_string(),
            "Z-16",
            "named before Z-9, though nobody can place"
        );
    }
}

#[test]
fn z_16_after_the_end_everything_is_refused() {
    let game = played_out(started(Deck::First, 3, 4), 5);
    assert_eq!(game.outcome().unwrap().clause.to_string(), "Z-16");
    assert!(game.awaited().is_empty());
    for notation in ["pass", "end", "S^0,0:fire", "E@0,0", "what now"] {
        for seat in 0..3 {
            assert_eq!(refused(&game, seat, notation), "Z-16");
        }
    }
}

#[test]
fn z_16_goals_are_revealed_at_the_end_and_not_before() {
    let game = started(Deck::First, 3, 4);
    assert!(game.view(Some(Seat(0))).seats.iter().all(|seat| seat.goal.is_none() && seat.total.is_none()));
    assert!(game.view(None).scoring.is_none());
    let game = played_out(game, 5);
    let view = game.view(None);
    for (seat, shown) in Seat::all(3).zip(&view.seats) {
        assert_eq!(shown.goal, Some(game.goal(seat)));
        assert_eq!(shown.total, Some(game.total(seat)));
    }
    let scoring = view.scoring.unwrap();
    for seat in Seat::all(3) {
        let sum: u16 = scoring.iter().filter(|score| score.seat == seat).map(|score| score.points).sum();
        assert_eq!(sum, game.total(seat), "the walk through the pyramids adds up");
    }
}

#[test]
fn z_16_hands_and_pile_stay_unseen_after_a_blocked_end() {
    let game = blocked_end(Scene::new(Deck::Second, 2, &RING[..8]));
    let view = game.view(Some(Seat(0)));
    assert_eq!(view.seats[1].hand, 5);
    let text = serde_json::to_string(&game.view(None)).unwrap();
    assert!(!text.contains("ES-h"), "a card of seat 1's hand");
    assert!(!text.contains("FS-v"), "a card of the pile");
}

/// Seat 0 closes the ring, and nobody can go on.
fn blocked_end(scene: Scene) -> Quintazone {
    let mut game = scene.hand(0, "AW-d E E A A").hand(1, "E A F S ES-h").draws("F").build();
    plays(&mut game, 0, RING[8]);
    let told = plays(&mut game, 0, "end");
    assert!(told.events().any(|event| matches!(event, Event::Ended { .. })));
    game
}

#[test]
fn z_17_size_times_cards_and_twice_in_the_goal() {
    // On the closed ring: air has 3 cards, fire 2 (the first card and its right), earth 2.
    let scene = Scene::new(Deck::Second, 2, &RING[..8])
        .goals(&[Element::Fire, Element::Space])
        .pyramid(0, "M^0,0:air")
        .pyramid(1, "S^0,0:earth")
        .pyramid(0, "L^1,0:fire");
    let game = blocked_end(scene);
    assert_eq!(game.points(Seat(0)), 2 * 3 + 3 * 2);
    assert_eq!(game.outcome().unwrap().scores, [2 * 3 + 2 * 3 * 2, 2]);
    let scoring = game.view(None).scoring.unwrap();
    let walk: Vec<_> = scoring.iter().map(|s| (s.seat.0, s.pips, s.cards, s.doubled, s.points)).collect();
    assert_eq!(walk, [(0, 2, 3, false, 6), (0, 3, 2, true, 12), (1, 1, 2, false, 2)]);
}

#[test]
fn z_17_every_pyramid_in_a_shared_zone_scores_in_full() {
    // The upper corners are two zones of water until the top card joins them.
    let layout = ["SE-AF@0,0", "WS-v@-1,0", "FW-v@1,0", "W@-1,-1", "W@1,-1"];
    let mut game = Scene::new(Deck::Second, 2, &layout)
        .hand(0, "EW-h")
        .goals(&[Element::Earth, Element::Water])
        .pyramid(0, "L^-1,-1:water")
        .pyramid(1, "M^1,0:water")
        .build();
    assert_eq!([game.total(Seat(0)), game.total(Seat(1))], [6, 8]);
    plays(&mut game, 0, "EW-h@0,-1r");
    assert_eq!([game.total(Seat(0)), game.total(Seat(1))], [3 * 5, 2 * 5 * 2]);
}

#[test]
fn z_18_the_highest_total_wins() {
    let scene = Scene::new(Deck::Second, 2, &RING[..8])
        .goals(&[Element::Fire, Element::Earth])
        .pyramid(0, "M^0,0:fire")
        .pyramid(1, "L^0,0:earth");
    let game = blocked_end(scene);
    assert_eq!(game.outcome().unwrap().scores, [8, 12]);
    assert_eq!(game.outcome().unwrap().winners, seats(&[1]));
}

#[test]
fn z_18_equal_totals_share_the_win() {
    let scene = Scene::new(Deck::Second, 2, &RING[..8])
        .goals(&[Element::Space, Element::Earth])
        .pyramid(0, "M^0,0:air")
        .pyramid(0, "L^1,0:fire")
        .pyramid(1, "L^0,0:earth");
    let game = blocked_end(scene);
    assert_eq!(game.outcome().unwrap().scores, [12, 12]);
    assert_eq!(game.outcome().unwrap().winners, seats(&[0, 1]));
}

#[test]
fn z_18_without_pyramids_everybody_shares_the_win() {
    let game = blocked_end(Scene::new(Deck::Second, 2, &RING[..8]));
    assert_eq!(game.outcome().unwrap().winners, seats(&[0, 1]));
}
