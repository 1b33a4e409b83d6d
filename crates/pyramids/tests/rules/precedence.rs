//! P-20: the first clause that refuses is named, whichever hop breaks it.

use pyramids::{Action, Setup, Step};

use crate::table_of_two::{game, on, refused, start};

const ROW: &str = "
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    S s m . . M
";

#[test]
fn p_20_a_jump_is_refused_by_p_4_first() {
    let game_ = game(on(ROW));
    assert_eq!(refused(&game_, 1, "a1xg1"), "P-4", "out of turn and off the board");
    assert_eq!(refused(&game_, 0, "d1xg1"), "P-4", "no pyramid at the start, and off the board");
    assert_eq!(refused(&game_, 0, "b1xg1"), "P-4", "the opponent's pyramid");
    assert_eq!(refused(&game_, 0, "g1xa1"), "P-4", "no pyramid stands off the board");
    let turn = game(Setup { step: Step::Turn, ..on(ROW) });
    assert_eq!(refused(&turn, 0, "a1xg1"), "P-4", "the wrong step");
}

#[test]
fn p_20_then_p_7_then_p_6_then_p_8_then_the_size() {
    let game = game(on(ROW));
    assert_eq!(refused(&game, 0, "a1xg1"), "P-7");
    assert_eq!(
        refused(&game, 0, "a1xe3xg3"),
        "P-7",
        "the second hop off the board before the first over nothing"
    );
    assert_eq!(refused(&game, 0, "a1xe3xc1"), "P-7", "the second hop onto a pyramid, likewise");
    assert_eq!(refused(&game, 0, "a1xd1xa1xa5"), "P-6", "the last hop over nothing before b1 twice");
    assert_eq!(refused(&game, 0, "a1xd1xa1"), "P-8", "b1 twice before too many for a small one");
    assert_eq!(refused(&game, 0, "a1xd1"), "P-9");
}

#[test]
fn p_20_a_path_too_long_for_a_jump_is_judged_all_the_same() {
    let game = game(on(ROW));
    assert_eq!(refused(&game, 0, "a1xd1xa1xd1xa1xd1"), "P-8");
    assert_eq!(refused(&game, 0, "a1xd1xa1xd1xa1xg1"), "P-7");
    assert_eq!(refused(&game, 0, "a1xd1xa1xd1xa1xb6"), "P-6");
    assert_eq!(refused(&game, 1, "a1xd1xa1xd1xa1xb6"), "P-4");
}

#[test]
fn p_20_a_placement_is_refused_by_p_2_p_1_p_4_p_3() {
    let full = game(on("
        L L L L L .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . s
    "));
    assert_eq!(refused(&full, 0, "X@g7"), "P-2");
    assert_eq!(refused(&full, 1, "X@g7"), "P-2");
    assert_eq!(refused(&full, 0, "L@g7"), "P-1");
    assert_eq!(refused(&full, 1, "L@g7"), "P-1");
    assert_eq!(refused(&full, 0, "L@f1"), "P-4");
    assert_eq!(refused(&full, 1, "S@f1"), "P-4");
    assert_eq!(refused(&full, 0, "S@f1"), "P-3");
}

#[test]
fn p_20_a_turn_is_refused_by_p_4_first() {
    assert_eq!(refused(&start(), 0, "E+45"), "P-4");
    let turn = game(Setup { step: Step::Turn, ..Setup::default() });
    assert_eq!(refused(&turn, 1, "A+45"), "P-4");
    assert_eq!(refused(&turn, 0, "E+45"), "P-1");
    assert_eq!(refused(&turn, 0, "A+45"), "P-5");
}

#[test]
fn p_20_without_a_position_notation_is_refused_as_far_as_it_can_be_judged() {
    let clause = |text: &str| text.parse::<Action>().unwrap_err().clause.to_string();
    assert_eq!(clause("X@a1"), "P-2");
    assert_eq!(clause("S@g7"), "P-1");
    assert_eq!(clause("g1xa1"), "P-4");
    assert_eq!(clause("a1xg1"), "P-7");
    assert_eq!(clause("a1xa3xa5xa3xa1"), "P-11");
    assert_eq!(clause("A+45"), "P-5");
    assert_eq!(clause("E+90"), "P-1");
    assert_eq!(clause("hello"), "P-4");
    assert_eq!("d2xd4xf6".parse::<Action>().unwrap().to_string(), "d2xd4xf6");
}
