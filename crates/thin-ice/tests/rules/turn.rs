//! T-9 to T-18: the turn, moving a pawn, moving a tile.

use crate::common::*;
use thin_ice::*;

#[test]
fn t_9_three_actions_in_any_order_each_once() {
    let map = ". . . .\n i0 i i .\n i i1 hb .";
    for order in
        [["a2>a3", "tile c2>c1", "roll"], ["tile c2>c1", "roll", "a2>a3"], ["roll", "a2>a3", "tile c2>c1"]]
    {
        let mut board = floe(basic(), 2, map).rolling(&[Die::Bear]).build();
        for (nth, notation) in order.iter().enumerate() {
            assert_eq!(board.turn_of(), 0, "the turn ends after the third, not after {nth}");
            board.play(0, notation);
        }
        assert_eq!(board.turn_of(), 1);
    }
}

#[test]
fn t_9_each_action_once_and_only_in_your_turn() {
    let mut board = floe(basic(), 2, ". . . .\n i0 i i .\n i i1 hb .").rolling(&[Die::Bear]).build();
    assert_eq!(board.refused(1, "b3>a3"), "T-9");
    assert_eq!(board.refused(0, "b3>a3"), "T-9");
    board.play(0, "a2>a3");
    assert_eq!(board.refused(0, "a3>b2"), "T-9");
    board.play(0, "tile c2>c1");
    assert_eq!(board.refused(0, "tile c1>b1"), "T-9");
    assert_eq!(board.refused(0, "hop"), "T-9");
    assert_eq!(board.refused(0, "put a1"), "T-9");
}

#[test]
fn t_10_the_turn_ends_by_itself_when_the_rest_is_impossible() {
    // After the move and the roll no tile can be moved: all are cracked or taken.
    let map = "c0 c c\n c c1 HB\n c c c";
    let mut board = floe(basic(), 2, map).turn(|turn| turn.rolled = true).build();
    assert_eq!(board.view(0).turn.unwrap().tile, Doing::Impossible);
    board.play(0, "a1>a2");
    assert_eq!(board.turn_of(), 1);
}

#[test]
fn t_10_a_freeze_makes_the_tile_move_compulsory_again() {
    let map = "c0 c c\n c c1 HB\n c c c";
    let mut board = floe(basic(), 2, map).turn(|turn| turn.moved = 1).rolling(&[Die::Freeze]).build();
    board.play(0, "roll").play(0, "freeze c3");
    assert_eq!(board.turn_of(), 0);
    assert_eq!(board.actions(0), ["tile c3>c4", "tile c3>d3"]);
    board.play(0, "tile c3>d3");
    assert_eq!(board.turn_of(), 1);
}

#[test]
fn t_10_with_event_cards_the_seat_says_end() {
    let mut board = floe(with_cards(), 2, ". . .\n i0 i i\n i i1 hb").rolling(&[Die::Bear]).build();
    assert_eq!(board.refused(0, "end"), "T-9");
    board.play(0, "a2>a3").play(0, "tile c2>c1").play(0, "roll");
    assert_eq!((board.turn_of(), board.actions(0)), (0, vec!["end".to_owned()]));
    assert!(board.view(0).turn.unwrap().complete);
    board.play(0, "end");
    assert_eq!(board.turn_of(), 1);
    let plain = floe(basic(), 2, ". . .\n i0 i i\n i i1 hb").build();
    assert_eq!(plain.refused(0, "end"), "T-10");
}

#[test]
fn t_11_a_pawn_moves_to_an_adjacent_walkable_tile_without_a_piece() {
    let board = floe(basic(), 2, "i0 i c\n O i1 hb\n i i i").build();
    assert_eq!(board.those(0, "a1>"), ["a1>b1"]);
    assert_eq!(board.refused(0, "a1>c1"), "T-11");
    assert_eq!(board.refused(0, "a1>a2"), "T-11");
    assert_eq!(board.refused(0, "a1>b2"), "T-11");
    assert_eq!(board.refused(0, "c3>b3"), "T-11");
}

#[test]
fn t_12_forced_into_the_sea() {
    let map = ". . . .\n . i0 O .\n . i1 hb i2\n . i i .";
    let mut board = floe(basic(), 3, map).build();
    assert_eq!(
        board.those(0, "b2>"),
        ["b2>a1", "b2>a2", "b2>a3", "b2>b1", "b2>c1"],
        "no tile is free around: only the sea is left"
    );
    board.play(0, "b2>b1");
    assert!(board.out(0));
    assert_eq!(board.pawn(0), None);
    assert!(board.told.iter().any(|event| matches!(event, Event::Out { adrift: false, .. })));
    assert_eq!(board.face("b2"), Some(Face::Cracked), "leaving turns the tile all the same");
    assert_eq!(board.actions(0), ["roll"], "T-21: whoever goes out in its turn still rolls");
}

#[test]
fn t_12_the_sea_is_no_choice_while_there_is_a_tile() {
    let board = floe(basic(), 2, "i0 i .\n i1 hb .").build();
    assert_eq!(board.refused(0, "a1>a0"), "T-12");
}

#[test]
fn t_12_boxed_in_with_no_sea_it_stays() {
    let map = "O O O .\n i1 i0 hb .\n O K i2 .";
    let mut board = floe(extended(basic()), 3, map).build();
    assert_eq!(board.actions(0).iter().filter(|action| action.contains("b2")).count(), 1);
    assert!(board.actions(0).contains(&"stay b2".to_owned()));
    assert_eq!(board.refused(0, "b2>a1"), "T-11");
    board.play(0, "stay");
    assert_eq!(board.pawn(0), Some("b2".into()));
    assert_eq!(board.face("b2"), Some(Face::Ice), "staying turns nothing");
    assert!(board.view(0).turn.unwrap().to_move.is_empty(), "the action counts as done");
    let free = floe(basic(), 2, "i0 i .\n i1 hb .").build();
    assert_eq!(free.refused(0, "stay a1"), "T-12");
}

#[test]
fn t_12_from_a_floe_the_sea_only_along_its_axis() {
    let map = ". . .\n . |0 .\n . i1 hb";
    let board = floe(extended(basic()), 2, map).only_move().build();
    assert_eq!(board.actions(0), ["b2>b1"], "north is sea, south is taken, and the rest is off the axis");
    assert_eq!(board.refused(0, "b2>a2"), "T-53");
}

#[test]
fn t_13_what_a_pawn_leaves_turns_or_goes_or_stays() {
    for (tile, after) in [
        ("i", Some(Face::Cracked)),
        ("p", Some(Face::Permanent)),
        ("o", Some(Face::Orca)),
        ("h", Some(Face::CrackedHole)),
        ("c", None),
        ("H", None),
        ("P", Some(Face::Permanent)),
    ] {
        let map = format!("{tile}0 i\n i1 hb\n i i");
        let mut board = floe(basic(), 2, &map).build();
        board.play(0, "a1>b1");
        assert_eq!(board.face("a1"), after, "leaving {tile}");
        assert_eq!(board.pawn(0), Some("b1".into()));
    }
}

#[test]
fn t_14_walking_onto_a_hole_is_harmless() {
    let mut board = floe(basic(), 2, "i0 h\n i1 hb\n i i").only_move().build();
    board.play(0, "a1>b1");
    assert!(!board.public().pawns[0].fallen);
    board.play(1, "a2>a1");
}

#[test]
fn t_15_cracked_tiles_never_slide() {
    let map = ". . . . . . . . .\n . i h P O K - c H\n . i i i i i i i i\n . i0 i1 hb = s . . .";
    let board = floe(extended(basic()), 2, map).only_tile().build();
    for movable in ["b2", "c2", "d2", "e2", "f2", "g2"] {
        let column = &movable[..1];
        assert!(board.actions(0).contains(&format!("tile {movable}>{column}1")), "{movable}");
    }
    for cracked in ["tile h2>h1", "tile i2>i1", "tile e4>e5", "tile f4>g4"] {
        assert_eq!(board.refused(0, cracked), "T-15");
    }
    assert_eq!(board.refused(0, "tile a1>a2"), "T-15");
}

#[test]
fn t_16_your_own_tile_carries_you_but_not_another_player_or_the_bear() {
    let mut board = floe(basic(), 2, ". . .\n i0 i1 hb\n i i i").only_tile().build();
    assert_eq!(board.refused(0, "tile b2>b1"), "T-16");
    assert_eq!(board.refused(0, "tile c2>c1"), "T-16");
    board.play(0, "tile a2>a1");
    assert_eq!(
        (board.pawn(0), board.face("a1"), board.face("a2")),
        (Some("a1".into()), Some(Face::Ice), None)
    );
}

#[test]
fn t_17_one_cell_orthogonally_onto_free_sea() {
    let map = ". . .\n i0 i1 i\n i i h\n . .B .";
    let board = floe(basic(), 2, map).only_tile().build();
    assert_eq!(board.refused(0, "tile c2>d1"), "T-17");
    assert_eq!(board.refused(0, "tile c2>c4"), "T-17");
    assert_eq!(board.refused(0, "tile a3>b3"), "T-17");
    assert_eq!(board.refused(0, "tile b3>b4"), "T-17", "the bear swims there");
    assert!(board.actions(0).contains(&"tile c3>c4".to_owned()));
}

#[test]
fn t_18_an_orca_pushed_under_the_swimming_bear_onto_a_pawn() {
    let map = ". . . .\n . O .B i1\n . i0 i i\n . i i i";
    let mut board = floe(basic(), 2, map).turn(|turn| (turn.rolled, turn.moved) = (true, 1)).build();
    board.play(0, "tile b2>c2");
    assert_eq!(board.pending(), Some(What::DriveBear));
    assert_eq!(board.awaited(), [0]);
    assert_eq!(board.refused(1, "bear d2"), "T-18");
    assert_eq!(board.refused(0, "bear c2"), "T-18");
    assert_eq!(board.refused(0, "roll"), "T-18");
    board.play(0, "bear d2");
    assert_eq!(board.pending(), Some(What::PutChased), "onto a pawn is a chase");
    let pending = board.view(0).pending.unwrap();
    assert_eq!((pending.who.map(|s| s.0), pending.of.map(|s| s.0), pending.me), (Some(0), Some(1), true));
    assert_eq!(board.actions(0), ["put c3", "put d3"]);
    board.play(0, "put d3");
    assert_eq!((board.pawn(1), board.bear()), (Some("d3".into()), Some("d2".into())));
    assert_eq!(board.face("c2"), Some(Face::Orca));
}

#[test]
fn t_18_the_bear_may_be_driven_to_the_sea_or_a_free_tile() {
    let map = ". . . .\n . O .B i1\n . i0 i K\n . i i i";
    let mut board =
        floe(extended(basic()), 2, map).turn(|turn| (turn.rolled, turn.moved) = (true, 1)).build();
    board.play(0, "tile b2>c2");
    assert_eq!(
        board.actions(0),
        ["bear b1", "bear b2", "bear b3", "bear c1", "bear c3", "bear d1", "bear d2"],
        "everywhere around but the kraken; b3 holds a pawn, and that would be a chase"
    );
    board.play(0, "bear c3");
    assert_eq!(board.bear(), Some("c3".into()));
}

#[test]
fn t_12_a_sea_cell_with_the_bear_in_it_is_sea_all_the_same() {
    let map = "O .B O\n O i0 O\n i1 K i2\n i i i";
    let mut board = floe(extended(basic()), 3, map).only_move().build();
    assert_eq!(board.actions(0), ["b2>b1"]);
    board.play(0, "b2>b1");
    assert!(board.out(0));
}

#[test]
fn t_18_a_bear_asleep_in_the_sea_is_driven_away_without_waking() {
    let map = ". . . .\n . O .b i1\n . i0 i i\n . i i i";
    let mut board = floe(basic(), 2, map).only_tile().build();
    board.play(0, "tile b2>c2").play(0, "bear c3");
    let bear = board.public().bear.unwrap();
    assert_eq!((bear.cell, bear.awake), (cell("c3"), false));
}

#[test]
fn t_13_the_view_says_what_leaving_does() {
    let board = floe(basic(), 2, "i0 c P\n i1 hb O").build();
    let leaving = |at| board.tile(0, at).leaving;
    assert_eq!(
        [leaving("a1"), leaving("b1"), leaving("c1"), leaving("b2")],
        [Leaving::Turns, Leaving::Goes, Leaving::Stays, Leaving::Turns]
    );
}
