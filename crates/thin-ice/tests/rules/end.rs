//! T-22, T-31, T-56, T-57: drifting, the end, the variants.

use crate::common::*;
use thin_ice::*;

#[test]
fn t_22_surfing_on_your_own_tile_and_drifting_off_at_the_end_of_the_turn() {
    let map = ". . . .\n i1 hb . .\n i2 i i0 .\n . . . .";
    let mut board = floe(basic(), 3, map).turn(|turn| turn.moved = 1).rolling(&[Die::Bear]).build();
    board.play(0, "tile c3>d3");
    assert_eq!((board.pawn(0), board.out(0)), (Some("d3".into()), false), "it surfs until the turn ends");
    assert!(board.tile(0, "d3").adrift);
    board.play(0, "roll");
    assert!(board.out(0));
    assert_eq!(board.face("d3"), None);
    assert!(board.told.iter().any(|event| matches!(event, Event::Out { adrift: true, .. })));
    assert_eq!(board.turn_of(), 1);
}

#[test]
fn t_22_two_players_adrift_at_once_as_the_last_two_share_it() {
    // One stands at each end, and the cracked bridge between them breaks.
    let map = "i0 c i1";
    let mut board = floe(basic(), 2, map).only_roll().rolling(&[Die::Crack]).build();
    board.play(0, "roll").play(0, "crack b1");
    assert_eq!(board.ended(), Some((vec![0, 1], "T-31".into())));
}

#[test]
fn t_22_whoever_left_it_alone_and_all_at_once() {
    let map = "i0 c i1 . i\n i . . . .\n iB i2 . . .";
    let mut board = floe(basic(), 3, map).only_roll().rolling(&[Die::Crack]).build();
    board.play(0, "roll").play(0, "crack b1");
    assert!(board.out(1), "another player left it alone");
    assert_eq!(board.face("e1"), None, "an empty tile drifts off as well");
    assert!(!board.out(0) && !board.out(2));
}

#[test]
fn t_22_the_bear_on_a_drifting_tile_swims_there() {
    let map = "i0 i1 . hB\n i i . .";
    let mut board = floe(basic(), 2, map).only_roll().rolling(&[Die::Freeze]).build();
    board.play(0, "roll");
    let bear = board.public().bear.unwrap();
    assert_eq!((bear.cell, bear.swimming, board.face("d1")), (cell("d1"), true, None));
}

#[test]
fn t_31_the_last_one_on_the_ice_wins_at_once() {
    let map = ". . .\n . i0 O\n . i1 hb\n . i i";
    let mut board = floe(basic(), 2, map).build();
    board.play(0, "b2>a2");
    assert_eq!(board.ended(), Some((vec![1], "T-31".into())));
    assert_eq!(board.refused(1, "roll"), "T-31");
    assert_eq!(board.refused(0, "roll"), "T-31");
    assert!(board.awaited().is_empty() && board.actions(1).is_empty());
}

#[test]
fn t_31_ten_quiet_turns_a_side_end_it_shared() {
    // Permanent ice and a bear that only wakes: nothing is ever removed.
    let mut made = floe(basic(), 2, "P0 P\n i1 hb\n i i").only_roll().rolling(&[Die::Bear]);
    made.0.quiet = 19;
    let mut board = made.clone().build();
    assert_eq!(board.public().quiet, Quiet { turns: 19, limit: 20 });
    board.play(0, "roll");
    assert_eq!(board.ended(), Some((vec![0, 1], "T-31".into())));
    made.0.quiet = 18;
    let mut board = made.build();
    board.play(0, "roll");
    assert_eq!((board.ended(), board.public().quiet.turns), (None, 19));
}

#[test]
fn t_31_a_removed_tile_or_a_pawn_out_starts_the_count_again() {
    let mut made = floe(basic(), 2, "c0 i\n i1 hb\n i i").only_move();
    made.0.quiet = 19;
    let mut board = made.build();
    board.play(0, "a1>b1");
    assert_eq!((board.ended(), board.public().quiet.turns), (None, 0));
}

#[test]
fn t_31_missed_turns_count_and_out_players_take_turns_unless_harsh() {
    let map = "P0 P\n i1 hb\n i i";
    let mut made = floe(basic(), 3, map).fallen(1).only_roll().rolling(&[Die::Bear]);
    made.0.quiet = 5;
    let mut board = made.clone().build();
    assert_eq!(board.public().quiet.limit, 30);
    board.play(0, "roll");
    assert_eq!((board.turn_of(), board.public().quiet.turns), (2, 7), "seat 1's missed turn counts");
    made.0.options.harsh = true;
    assert_eq!(made.build().public().quiet.limit, 20);
}

#[test]
fn t_56_friendly_rescue() {
    let friendly = Options { friendly: true, ..basic() };
    let map = "i0 c i1\n i . .\n iB i2 .";
    let mut board = floe(friendly.clone(), 3, map).only_roll().rolling(&[Die::Crack]).build();
    board.play(0, "roll").play(0, "crack b1");
    assert!(!board.out(1), "adrift, but not at the end of its own turn");
    assert_eq!(board.face("c1"), Some(Face::Ice), "the tile stays until then");
    // Seat 1 surfs back on its own turn.
    assert_eq!(board.turn_of(), 1);
    board.play(1, "tile c1>b1").play(1, "b1>a2");
    assert_eq!(board.pawn(1), Some("a2".into()));
    let mut adrift = floe(friendly, 3, "i0 . . i1\n i . . .\n iB i2 . .")
        .side(1)
        .only_roll()
        .rolling(&[Die::Freeze])
        .build();
    adrift.play(1, "roll");
    assert!(adrift.out(1), "still adrift at the end of its own turn");
    assert_eq!(adrift.face("d1"), None);
}

#[test]
fn t_56_a_friend_can_bring_a_tile_to_the_drifter() {
    let friendly = Options { friendly: true, ..basic() };
    let map = "i0 . . i1\n i . . .\n hB i2 i .";
    let mut board = floe(friendly, 3, map).turn(|turn| (turn.moved, turn.rolled) = (1, true)).build();
    board.play(0, "tile c3>c2");
    assert_eq!(board.turn_of(), 1);
    board.play(1, "d1>c2");
    assert_eq!(board.pawn(1), Some("c2".into()));
}

#[test]
fn t_57_harsh_players_who_are_out_do_not_roll() {
    let harsh = Options { harsh: true, ..basic() };
    let mut board = floe(harsh.clone(), 3, "i0 i\n i2 hb\n i i").only_move().build();
    board.play(0, "a1>b1");
    assert_eq!(board.turn_of(), 2, "seat 1 is out and has no turn");
    // Also if they went out in this very turn.
    let mut board = floe(harsh, 3, ". . .\n . i0 O\n . i1 hb\n . i2 i").build();
    board.play(0, "b2>a2");
    assert_eq!((board.out(0), board.turn_of()), (true, 1));
}

#[test]
fn t_57_harsh_and_friendly_may_both_be_on() {
    let both = Options { harsh: true, friendly: true, ..basic() };
    let view = Board::new(&both, 4, 1).public();
    assert!(view.harsh && view.friendly);
}

#[test]
fn t_22_a_bear_asleep_on_a_drifting_tile_sleeps_on_in_the_sea() {
    let map = "i0 i1 . hb\n i i . .";
    let mut board = floe(basic(), 2, map).only_roll().rolling(&[Die::Freeze]).build();
    board.play(0, "roll");
    let bear = board.public().bear.unwrap();
    assert_eq!((bear.swimming, bear.awake), (true, false));
    let mut next = floe(basic(), 2, "i0 i1 . .b\n i i . .").only_roll().rolling(&[Die::Bear]).build();
    next.play(0, "roll");
    assert_eq!(next.public().bear.map(|bear| (bear.cell, bear.awake)), Some((cell("d1"), true)), "T-23");
}

#[test]
fn t_57_a_player_who_goes_out_in_a_harsh_game_with_cards_only_says_end() {
    let harsh = Options { harsh: true, ..with_cards() };
    let mut board = floe(harsh, 3, ". . .\n . i0 O\n . i1 hb\n . i2 i").build();
    board.play(0, "b2>a2");
    assert_eq!(board.actions(0), ["end"]);
    assert_eq!(board.refused(0, "roll"), "T-57");
}

#[test]
fn t_31_after_the_end_a_bare_stay_is_refused_with_the_clause_that_ended_it() {
    let mut board = floe(basic(), 2, "i0 c i1").only_roll().rolling(&[Die::Crack]).build();
    board.play(0, "roll").play(0, "crack b1");
    for notation in ["stay", "roll", "a1>b1", "pass", "end"] {
        assert_eq!(board.refused(0, notation), "T-31", "{notation}");
    }
}

#[test]
fn t_31_an_end_that_cannot_be_is_no_position() {
    let ended = |winners: &[u8], clause: &str, stage: Stage| {
        let mut made = floe(basic(), 2, "i0 i\n i hb");
        made.0.stage = stage;
        let winners = winners.iter().copied().map(table::Seat).collect();
        made.0.outcome = Some(table::Outcome::new(winners, clause.parse().unwrap()));
        ThinIce::try_from(made.0)
    };
    assert!(ended(&[0], "T-31", Stage::Playing).is_ok());
    assert!(ended(&[], "T-31", Stage::Playing).is_err(), "there is always a winner");
    assert!(ended(&[5], "T-31", Stage::Playing).is_err(), "seat 5 is not at the table");
    assert!(ended(&[0], "T-9", Stage::Playing).is_err(), "T-9 ends no game");
    assert!(ended(&[0], "T-31", Stage::Draft).is_err(), "no turn has been played");
}
