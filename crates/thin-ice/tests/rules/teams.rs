//! T-47 to T-49: teams, and two pawns per seat.

use crate::common::*;
use table::{Game, Seat, Seed};
use thin_ice::*;

fn pairs() -> Options {
    teams(basic(), &[&[0, 2], &[1, 3]])
}

#[test]
fn t_47_every_seat_in_one_of_two_or_more_teams() {
    assert_eq!(setup_refused(&teams(basic(), &[&[0, 1, 2, 3]]), 4), "T-47");
    assert_eq!(setup_refused(&teams(basic(), &[&[0, 1], &[2]]), 4), "T-47");
    assert_eq!(setup_refused(&teams(basic(), &[&[0, 1], &[1, 2, 3]]), 4), "T-47");
    assert_eq!(setup_refused(&teams(basic(), &[&[0, 1], &[2, 4]]), 4), "T-47");
    assert_eq!(setup_refused(&teams(basic(), &[&[0, 1], &[2, 3], &[]]), 4), "T-47");
    assert!(ThinIce::new(&teams(basic(), &[&[0, 1], &[2], &[3]]), 4, Seed::from(1)).is_ok());
}

#[test]
fn t_47_each_pawn_moves_once_one_tile_one_roll_in_any_order() {
    let map = ". . . .\n i0 i i1 i\n i hb i i3\n i2 i i i";
    let mut board = floe(pairs(), 4, map).rolling(&[Die::Bear]).build();
    assert_eq!(board.awaited(), [0, 2]);
    assert_eq!(board.refused(0, "a4>a3"), "T-9", "each moves its own pawn");
    board.play(2, "a4>b4").play(2, "tile b2>b1");
    assert_eq!(board.awaited(), [0, 2], "both may roll");
    board.play(2, "roll");
    assert_eq!(board.awaited(), [0], "only seat 0's move is left");
    board.play(0, "a2>a3");
    assert_eq!((board.turn_of(), board.awaited()), (1, vec![1, 3]));
}

#[test]
fn t_47_the_roller_names_the_member_who_does_it() {
    let map = "i0 i i1 i\n i hB i i3\n i2 i i i";
    let mut board = floe(pairs(), 4, map).only_roll().rolling(&[Die::Bear]).build();
    board.play(0, "roll");
    assert_eq!((board.pending(), board.awaited()), (Some(What::Name), vec![0]));
    assert_eq!(board.actions(0), ["name 0", "name 2"]);
    assert_eq!(board.refused(0, "name 1"), "T-47");
    assert_eq!(board.refused(2, "name 2"), "T-47");
    assert_eq!(board.refused(0, "bear b1"), "T-47");
    board.play(0, "name 2");
    assert_eq!(board.awaited(), [2]);
    board.play(2, "bear c1");
    assert_eq!(board.awaited(), [2], "it counts as the mover: it puts the chased pawn");
    board.play(2, "put d1");
    assert_eq!(board.pawn(1), Some("d1".into()));
}

#[test]
fn t_47_a_member_who_is_out_may_move_the_tile_or_do_the_dies_action() {
    let map = ". . .\n i0 i i1\n i hb i3\n c i i";
    let mut board = floe(pairs(), 4, map).rolling(&[Die::Freeze]).build();
    assert_eq!(board.awaited(), [0, 2]);
    board.play(2, "tile b2>b1").play(2, "roll").play(2, "name 2").play(2, "freeze a4");
    board.play(0, "a2>a3");
    assert_eq!(board.turn_of(), 1);
}

#[test]
fn t_47_teams_play_in_the_order_of_their_lowest_seat() {
    let three = teams(basic(), &[&[2, 5], &[1, 4], &[0, 3]]);
    let view = Board::new(&three, 6, 1).public();
    let sides: Vec<Vec<u8>> = view.sides.iter().map(|side| side.iter().map(|s| s.0).collect()).collect();
    assert_eq!(sides, [vec![0, 3], vec![1, 4], vec![2, 5]]);
}

#[test]
fn t_16_in_teams_a_team_mates_pawn_rides_along() {
    let map = ". . . .\n i0 i i1 i\n i hb i i3\n i2 i i i";
    let mut board = floe(pairs(), 4, map).build();
    assert_eq!(board.refused(0, "tile c2>c1"), "T-16");
    board.play(0, "tile a4>a5");
    assert_eq!(board.pawn(2), Some("a5".into()));
}

#[test]
fn t_28_in_teams_the_turn_is_missed_if_all_pawns_still_in_have_fallen() {
    let map = "i0 i i1 i\n i hb i i3\n i2 i i i";
    let mut board =
        floe(pairs(), 4, map).fallen(1).turn(|t| (t.moved, t.slid, t.rolled) = (0b100, true, true)).build();
    board.play(0, "a1>b1");
    assert_eq!((board.turn_of(), board.awaited()), (1, vec![1, 3]));
    assert_eq!(board.refused(1, "c1>b2"), "T-28");
    assert!(board.public().pawns[1].missing);
    let all =
        floe(pairs(), 4, map).fallen(1).fallen(3).turn(|t| (t.moved, t.slid, t.rolled) = (0b100, true, true));
    let mut board = all.build();
    board.play(0, "a1>b1");
    assert_eq!(board.turn_of(), 0);
}

#[test]
fn t_48_the_team_that_still_has_a_player_wins_with_all_its_members() {
    let map = ". . .\n . i1 O\n . i0 hb\n . i i";
    let mut board = floe(pairs(), 4, map).side(1).build();
    board.play(1, "b2>a2");
    assert_eq!(board.ended(), Some((vec![0, 2], "T-48".into())), "seat 2 was out and wins with seat 0");
    assert_eq!(board.refused(1, "roll"), "T-48");
}

#[test]
fn t_48_a_team_with_a_player_left_plays_on() {
    let map = ". . .\n . i1 O\n . i0 hb\n . i i3";
    let mut board = floe(pairs(), 4, map).side(1).build();
    board.play(1, "b2>a2");
    assert_eq!((board.out(1), board.ended()), (true, None));
}

#[test]
fn t_49_two_pawns_are_for_two_seats() {
    assert_eq!(setup_refused(&Options { pawns: 2, ..basic() }, 3), "T-49");
    assert_eq!(setup_refused(&Options { pawns: 3, ..basic() }, 2), "T-49");
    assert_eq!(setup_refused(&Options { pawns: 0, ..basic() }, 2), "T-49");
}

#[test]
fn t_49_two_pawns_put_in_two_rounds_and_played_as_a_team() {
    let mut board = Board::new(&Options { pawns: 2, ..basic() }, 2, 1);
    board.play(0, "put c3").play(1, "put e5").play(0, "put c4").play(1, "put e4");
    assert_eq!(board.turn_of(), 0);
    assert_eq!(board.view(0).turn.unwrap().to_move, [0, 2]);
    let mut board = floe(Options { pawns: 2, ..basic() }, 2, "i0 i i1\n i i i\n i2 hb i3").build();
    board.play(0, "a1>a2");
    assert_eq!(board.refused(0, "a2>a1"), "T-9");
    board.play(0, "a3>b2");
    assert!(board.view(0).turn.unwrap().to_move.is_empty());
}

#[test]
fn t_49_lifeline_saves_either() {
    // Both pawns of seat 0 drift off at once; it lets the first go and saves the second.
    let two = Options { pawns: 2, ..with_cards() };
    let map = "i0 c i2 . .\n . . . . .\n . . . i1 i3\n . . . hb i";
    let made = floe(two, 2, map).side(1).hand(0, &[Card::Lifeline, Card::Leap]).only_roll();
    let mut board = made.rolling(&[Die::Crack]).build();
    board.play(1, "roll").play(1, "crack b1").play(1, "end");
    assert_eq!(board.pending(), Some(What::AnswerOut));
    assert_eq!(board.view(0).pending.unwrap().pawn, Some(0));
    board.play(0, "pass");
    assert_eq!(board.view(0).pending.unwrap().pawn, Some(2));
    board.play(0, "play lifeline").play(0, "put e4");
    assert_eq!((board.pawn(0), board.pawn(2), board.out(0)), (None, Some("e4".into()), false));
    assert_eq!(board.cards(0), [Card::Leap], "still in: it keeps its cards");
    assert_eq!(board.game.awaited().first(), Some(Seat(0)));
}

#[test]
fn t_47_a_team_that_is_out_altogether_still_moves_a_tile_and_rolls() {
    let three = teams(basic(), &[&[0, 1], &[2], &[3]]);
    let map = ". . .\n i2 i i\n i hb i3\n i i i";
    let mut board = floe(three.clone(), 4, map).rolling(&[Die::Bear]).build();
    assert_eq!(board.awaited(), [0, 1]);
    board.play(1, "tile b2>b1").play(0, "roll");
    assert_eq!(board.turn_of(), 1);
    // T-57: in the harsh game it does not roll.
    let mut harsh = floe(Options { harsh: true, ..three }, 4, map).build();
    assert_eq!(harsh.refused(0, "roll"), "T-57");
    harsh.play(1, "tile b2>b1");
    assert_eq!(harsh.turn_of(), 1);
}

#[test]
fn t_47_the_team_of_the_first_seat_begins() {
    let mut board = Board::new(&Options { first: First::Seat(Seat(3)), ..pairs() }, 4, 1);
    board.play(3, "put c3").play(0, "put c4").play(1, "put c5").play(2, "put d5");
    assert_eq!((board.turn_of(), board.awaited()), (1, vec![1, 3]));
}

#[test]
fn t_32_in_a_team_any_members_first_act_ends_the_drawing() {
    let cards = teams(with_cards(), &[&[0, 2], &[1, 3]]);
    let map = ". . . .\n i0 i i1 i\n i hb i i3\n i2 i i i";
    let mut board = floe(cards, 4, map).build();
    board.play(2, "draw").play(0, "a2>b2");
    assert_eq!(board.refused(0, "draw"), "T-32");
    assert_eq!(board.cards(2).len(), 2);
}
