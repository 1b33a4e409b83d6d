//! P-4 and P-5.

use pyramids::{Angle, Coaster, Event, Setup, Step};
use serde_json::json;
use table::{Game, Seat, Seats};

use crate::table_of_two::{actions, game, on, play, plays, refused, start};

const EMPTY: &str = "......\n......\n......\n......\n......\n......";

#[test]
fn p_4_first_place_or_jump_then_turn_then_the_other_seat() {
    let mut game = start();
    assert_eq!(game.awaited(), Seats::one(Seat(0)));
    assert_eq!(actions(&game, 0).len(), 108);
    assert_eq!(refused(&game, 0, "A+90"), "P-4", "step two first");
    assert_eq!(refused(&game, 1, "S@a1"), "P-4", "out of turn");
    plays(&mut game, 0, "S@a1");
    assert_eq!(refused(&game, 0, "S@b1"), "P-4", "step one twice");
    assert_eq!(refused(&game, 1, "A+90"), "P-4", "another's step two");
    plays(&mut game, 0, "A+90");
    assert_eq!(refused(&game, 0, "S@b1"), "P-4", "another's turn");
    assert_eq!(game.awaited(), Seats::one(Seat(1)));
    assert!(actions(&game, 0).is_empty());
}

#[test]
fn p_4_only_what_is_in_reserve_is_placed() {
    let game = game(on("
        S S S S S .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    "));
    assert_eq!(refused(&game, 0, "S@a1"), "P-4");
    assert!(!actions(&game, 0).contains(&"S@a1".to_string()));
    assert!(actions(&game, 0).contains(&"M@a1".to_string()));
}

#[test]
fn p_4_only_a_pyramid_of_ones_own_jumps() {
    let game = game(on("
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        s S . . . .
    "));
    assert_eq!(refused(&game, 0, "a1xc1"), "P-4");
    assert_eq!(refused(&game, 0, "e1xc1"), "P-4");
}

#[test]
fn p_4_what_is_no_action_is_refused() {
    for noise in ["", "x", "a1", "a1x", "xa1", "a1xx", "pass", "a1-c1", "⛰", "a1x??", &"a".repeat(1 << 20)]
    {
        assert_eq!(refused(&start(), 0, noise), "P-4");
    }
}

#[test]
fn p_5_exactly_one_of_twelve_turns() {
    let game = game(Setup { step: Step::Turn, ..on(EMPTY) });
    let all = "A+90 A+180 A+270 B+90 B+180 B+270 C+90 C+180 C+270 D+90 D+180 D+270";
    assert_eq!(actions(&game, 0).join(" "), all, "an empty coaster is a legal choice");
    for angle in ["0", "45", "360", "-90", "090", "", "90°"] {
        assert_eq!(refused(&game, 0, &format!("A+{angle}")), "P-5", "{angle}");
    }
}

#[test]
fn p_5_the_pyramids_turn_clockwise_with_their_coaster() {
    let before = on("
        . . . . . .
        . . . . . .
        . . . s . .
        L . . s . .
        M m . s . .
        S . l s . .
    ");
    let turned = |turn: &str| {
        let mut game = game(Setup { step: Step::Turn, ..before.clone() });
        plays(&mut game, 0, turn);
        game.board().rows()[3..].join("/")
    };
    assert_eq!(turned("A+90"), "SMLs../.m.s../l..s..");
    assert_eq!(turned("A+180"), "l.Ss../.mMs../..Ls..");
    assert_eq!(turned("A+270"), "..ls../.m.s../LMSs..");
}

#[test]
fn p_5_a_turn_is_told() {
    let mut game = game(Setup { step: Step::Turn, ..on(EMPTY) });
    let told = play(&mut game, 0, "B+270").unwrap();
    let turned = Event::Turned { seat: Seat(0), coaster: Coaster::B, degrees: Angle::ThreeQuarters };
    assert_eq!(told, [turned]);
    assert_eq!(json!(told), json!([{"type": "turned", "seat": 0, "coaster": "B", "degrees": 270}]));
}
