//! T-19 to T-21, T-23 to T-30: the die, the bear, the chase.

use crate::common::*;
use table::{Chance, Seed};
use thin_ice::*;

/// Everything but the roll is done, and the die will say this.
fn roll(map: &str, face: Die) -> Board {
    let mut board = floe(extended(basic()), 3, map).only_roll().rolling(&[face]).build();
    board.play(0, "roll");
    board
}

#[test]
fn t_19_two_bears_one_tile_two_cracks_one_freeze() {
    let mut seen = std::collections::HashMap::new();
    for number in 0..6_000 {
        let mut made = floe(basic(), 2, "i0 i\n i1 hb\n c i");
        made.0.chance = Chance::new(Seed::from(number));
        let mut board = made.build();
        board.play(0, "roll");
        let Some(Event::Rolled { face, .. }) = board.told.first() else { panic!() };
        *seen.entry(format!("{face:?}")).or_insert(0) += 1;
    }
    for (face, sixths) in [("Bear", 2), ("Tile", 1), ("Crack", 2), ("Freeze", 1)] {
        let expected = sixths * 1_000;
        assert!((expected - 200..expected + 200).contains(&seen[face]), "{face}: {}", seen[face]);
    }
}

#[test]
fn t_20_what_the_die_says_must_be_done_if_it_can_be() {
    let mut board = floe(basic(), 2, "i0 i\n i1 hb\n c i").rolling(&[Die::Freeze]).build();
    board.play(0, "roll");
    assert_eq!(board.actions(0), ["freeze a3"]);
    assert_eq!(board.refused(0, "a1>b1"), "T-20");
    assert_eq!(board.refused(1, "freeze a3"), "T-20");
    board.play(0, "freeze a3");
    assert_eq!(board.pending(), None);
    let mut nothing = floe(basic(), 2, "i0 i\n i1 hb\n i i").rolling(&[Die::Freeze]).build();
    nothing.play(0, "roll");
    assert_eq!((nothing.pending(), nothing.turn_of()), (None, 0));
    assert_eq!(nothing.refused(0, "freeze a3"), "T-20");
}

#[test]
fn t_21_players_who_are_out_still_roll_and_do_what_it_says_and_nothing_else() {
    let map = "i1 i\n i2 hb\n i c";
    let mut board = floe(basic(), 3, map).rolling(&[Die::Tile]).build();
    assert_eq!(board.actions(0), ["roll"]);
    assert_eq!(board.refused(0, "tile a3>a4"), "T-21");
    board.play(0, "roll");
    assert_eq!(board.pending(), Some(What::Tile));
    board.play(0, "tile a3>a4");
    assert_eq!(board.turn_of(), 1);
}

#[test]
fn t_23_the_first_bear_wakes_it_and_it_does_not_move() {
    let mut board = roll("i0 i\n i1 hb\n i2 i", Die::Bear);
    assert_eq!((board.bear(), board.public().bear.unwrap().awake), (Some("b2".into()), true));
    assert_eq!(board.turn_of(), 1);
    assert!(board.told.contains(&Event::Woke { seat: table::Seat(0) }));
    board.play(1, "a2>b1");
}

#[test]
fn t_23_asleep_it_still_occupies_its_tile() {
    let board = floe(basic(), 2, "i0 hb\n i1 i\n i c").rolling(&[Die::Crack]).build();
    assert_eq!(board.refused(0, "a1>b1"), "T-11");
    assert_eq!(board.refused(0, "tile b1>b0"), "T-16");
    let mut board = floe(basic(), 2, "i0 hb\n i1 i\n i c").rolling(&[Die::Crack]).build();
    board.play(0, "roll");
    assert_eq!(board.refused(0, "crack b1"), "T-27");
}

#[test]
fn t_24_the_bear_goes_to_a_walkable_tile_or_the_sea_never_onto_orca_or_kraken() {
    let board = roll("i1 O K\n i hB .\n i2 i0 c", Die::Bear);
    assert_eq!(board.those(0, "bear"), ["bear a1", "bear a2", "bear a3", "bear b3", "bear c2", "bear c3"]);
    assert_eq!(board.refused(0, "bear b1"), "T-24");
    assert_eq!(board.refused(0, "bear c1"), "T-24");
    assert_eq!(board.refused(0, "bear d4"), "T-24");
    assert_eq!(board.refused(0, "wake"), "T-23");
}

#[test]
fn t_24_it_may_swim_from_sea_to_sea() {
    let mut board = floe(basic(), 2, "i0 i . .B .\n i1 h . . .").only_roll().rolling(&[Die::Bear]).build();
    board.play(0, "roll").play(0, "bear e1");
    let bear = board.public().bear.unwrap();
    assert_eq!((bear.cell, bear.swimming), (cell("e1"), true));
    let swims = |board: &Board| {
        board.told.iter().find_map(|event| match event {
            Event::BearMoved { swims, .. } => Some(*swims),
            _ => None,
        })
    };
    assert_eq!(swims(&board), Some(true));
    let mut ashore = floe(basic(), 2, "i0 i . .B i\n i1 h . . .").only_roll().rolling(&[Die::Bear]).build();
    ashore.play(0, "roll").play(0, "bear e1");
    assert_eq!(swims(&ashore), Some(false));
}

#[test]
fn t_25_what_the_bear_leaves_turns_or_goes_or_stays() {
    for (tile, after) in [
        ("i", Some(Face::Cracked)),
        ("o", Some(Face::Orca)),
        ("h", Some(Face::CrackedHole)),
        ("H", None),
        ("c", None),
        ("P", Some(Face::Permanent)),
    ] {
        let mut board = roll(&format!("i0 i1 i2\n {tile}B i i"), Die::Bear);
        board.play(0, "bear b2");
        assert_eq!(board.face("a2"), after, "leaving {tile}");
    }
}

#[test]
fn t_25_the_bear_never_falls_into_a_hole() {
    let mut board = roll("i0 i1 i2\n iB h i", Die::Bear);
    board.play(0, "bear b2");
    assert_eq!((board.bear(), board.face("b2")), (Some("b2".into()), Some(Face::Hole)));
}

#[test]
fn t_26_the_extra_tile_may_be_the_same_or_another() {
    let map = ". . .\n i0 i1 i\n i hb i";
    let mut board = floe(basic(), 2, map).turn(|turn| turn.moved = 1).rolling(&[Die::Tile]).build();
    board.play(0, "tile c2>c1").play(0, "roll");
    assert_eq!(board.pending(), Some(What::Tile));
    assert_eq!(board.refused(0, "tile b2>b1"), "T-16");
    board.play(0, "tile c1>d1");
    assert_eq!(board.face("d1"), None, "alone, it drifted off at the end of the turn");
}

#[test]
fn t_27_crack_turns_ice_and_holes_and_removes_cracked_ones_never_occupied() {
    let map = "i0 i c\n i1 h H\n i2 P O\n c hB .";
    let board = roll(map, Die::Crack);
    assert_eq!(board.actions(0), ["crack a4", "crack b1", "crack b2", "crack c1", "crack c2"]);
    assert_eq!(board.refused(0, "crack a1"), "T-27");
    assert_eq!(board.refused(0, "crack b4"), "T-27");
    assert_eq!(board.refused(0, "crack b3"), "T-6");
    assert_eq!(board.refused(0, "crack c3"), "T-6");
    assert_eq!(board.refused(0, "crack d1"), "T-27");
    for (target, after) in
        [("b1", Some(Face::Cracked)), ("b2", Some(Face::CrackedHole)), ("c1", None), ("c2", None)]
    {
        let mut board = roll(map, Die::Crack);
        board.play(0, &format!("crack {target}"));
        assert_eq!(board.face(target), after);
    }
}

#[test]
fn t_27_freeze_never_takes_an_occupied_tile() {
    let board = roll("c0 i c\n i1 h H\n i2 P O\n c HB K", Die::Freeze);
    assert_eq!(board.actions(0), ["freeze a4", "freeze c1", "freeze c2", "freeze c3", "freeze c4"]);
    assert_eq!(board.refused(0, "freeze a1"), "T-27");
    assert_eq!(board.refused(0, "freeze b4"), "T-27");
}

#[test]
fn t_28_a_chase_puts_the_pawn_beside_itself_not_where_the_bear_came_from() {
    let mut board = roll("i0 i i\n i i1 i2\n O pB i", Die::Bear);
    board.play(0, "bear b2");
    assert_eq!(board.pending(), Some(What::PutChased));
    assert_eq!(board.actions(0), ["put a2", "put b1", "put c1", "put c3"]);
    assert_eq!(board.refused(0, "put b3"), "T-28");
    assert_eq!(board.refused(0, "put c2"), "T-28");
    assert_eq!(board.refused(0, "put d3"), "T-28");
    assert_eq!(board.refused(1, "put c3"), "T-28");
    board.play(0, "put c3");
    assert_eq!(board.pawn(1), Some("c3".into()));
    assert!(!board.public().pawns[1].fallen);
}

#[test]
fn t_28_a_chase_into_a_hole_and_the_missed_turn() {
    let mut board = roll("i0 i h\n i i1 i2\n O pB i", Die::Bear);
    board.play(0, "bear b2").play(0, "put c1");
    assert_eq!(board.turn_of(), 2, "seat 1 fell in and missed its turn");
    assert!(board.told.iter().any(|event| matches!(event, Event::Put { fell: true, .. })));
    assert!(board.told.iter().any(|event| matches!(event, Event::Missed { .. })));
    assert!(!board.public().pawns[1].fallen, "the debt is paid");
}

#[test]
fn t_28_a_fall_in_your_own_turn_costs_the_next_one() {
    let map = "i1 i h\n i i0 i2\n O pB i\n i i i";
    let mut board = floe(basic(), 3, map).turn(|turn| turn.slid = true).rolling(&[Die::Bear]).build();
    board.play(0, "roll").play(0, "bear b2").play(0, "put c1");
    assert_eq!((board.turn_of(), board.public().pawns[0].fallen), (0, true));
    board.play(0, "c1>b1");
    assert_eq!(board.turn_of(), 1);
    assert!(board.public().pawns[0].fallen, "walking on does not dry the clothes");
}

#[test]
fn t_28_t_22_applies_at_the_end_of_a_missed_turn() {
    // Seat 1 fell in and misses its turn; seat 2, adrift since seat 0's friendly turn, is not concerned.
    let friendly = Options { friendly: true, ..basic() };
    let map = "i0 i . h1 .\n i2 hB . . .\n i i . . .";
    let mut board = floe(friendly, 3, map).fallen(1).only_move().build();
    board.play(0, "a1>b1");
    assert!(board.out(1), "T-56: still adrift at the end of its own, missed turn");
    assert_eq!(board.turn_of(), 2);
}

#[test]
fn t_28_with_two_pawns_only_the_fallen_one_misses_its_move() {
    let two = Options { pawns: 2, ..basic() };
    let map = "i0 i i1\n i2 i i3\n i hb i";
    let board = floe(two.clone(), 2, map).turn(|turn| turn.missing = 0b100).build();
    assert_eq!(board.refused(0, "a2>b2"), "T-28");
    assert!(!board.those(0, "a1>").is_empty());
    let mut both = floe(two, 2, map).side(1).fallen(0).fallen(2).turn(|turn| {
        (turn.slid, turn.rolled, turn.moved) = (true, true, 0b0010);
    });
    both.0.turn.side = 1;
    let mut both = both.build();
    both.play(1, "c2>b2");
    assert_eq!(both.turn_of(), 1, "both pawns of seat 0 have fallen: its turn is missed");
}

#[test]
fn t_28_a_later_chase_does_not_cancel_it() {
    let map = "i0 i i\n i i1 i2\n O pB i";
    let mut made = floe(basic(), 3, map).fallen(1).only_roll().rolling(&[Die::Bear]);
    made.0.turn.side = 0;
    let mut board = made.build();
    board.play(0, "roll").play(0, "bear b2").play(0, "put a2");
    assert_eq!(board.turn_of(), 2, "seat 1 misses its turn though it was chased to dry ice since");
}

#[test]
fn t_29_a_chase_with_no_tile_but_sea() {
    let map = "i0 i2 . .\n i hB i1 .\n i O . .";
    let mut board = roll(map, Die::Bear);
    board.play(0, "bear c2");
    // Beside c2: a pawn on b1, an orca on b3, the bear's own b2, and the sea.
    assert!(board.out(1));
    assert_eq!(board.pending(), None);
    assert!(board.told.iter().any(|event| matches!(event, Event::Out { adrift: false, .. })));
}

#[test]
fn t_29_no_tile_and_no_sea_onto_the_cell_the_bear_came_from() {
    let map = "O O O\n i0 i1 pB\n O i2 K\n i i i";
    let mut board = roll(map, Die::Bear);
    board.play(0, "bear b2");
    assert_eq!(board.pawn(1), Some("c2".into()), "the permanent ice the bear came from");
    assert_eq!(board.face("c2"), Some(Face::Permanent));
}

#[test]
fn t_29_else_lost_at_sea() {
    // The bear's tile turns up an orca: no tile, no sea, no way back.
    let map = "O O O\n i0 i1 oB\n i2 K i3\n i i i";
    let mut board = floe(extended(basic()), 4, map).only_roll().rolling(&[Die::Bear]).build();
    board.play(0, "roll").play(0, "bear b2");
    assert!(board.out(1));
    assert_eq!(board.face("c2"), Some(Face::Orca));
}

#[test]
fn t_30_a_chase_does_not_turn_the_tile_the_pawn_is_chased_from() {
    for tile in ["i", "c", "h"] {
        let mut board = roll(&format!("i0 i i\n i {tile}1 i2\n O pB i"), Die::Bear);
        let before = board.face("b2");
        board.play(0, "bear b2").play(0, "put c1");
        assert_eq!((board.face("b2"), board.bear()), (before, Some("b2".into())));
    }
}

#[test]
fn t_28_a_player_who_fell_in_and_then_goes_out_misses_no_roll() {
    let map = "i0 i . .\n i1 hb . h2";
    let mut board = floe(basic(), 3, map).fallen(2).side(1).turn(|turn| turn.moved = 0b10);
    board.0.turn.slid = true;
    let mut board = board.rolling(&[Die::Freeze]).build();
    board.play(1, "roll");
    assert!(board.out(2), "T-22: it drifted off");
    assert!(!board.public().pawns[2].fallen);
    assert_eq!((board.turn_of(), board.actions(2)), (2, vec!["roll".to_owned()]), "T-21");
}
