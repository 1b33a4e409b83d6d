//! T-40 to T-46: the advanced setup.

use crate::common::*;
use table::{Audience, Chance, Game, Seat, Seed};
use thin_ice::*;

fn advanced() -> Options {
    options(Mode::Advanced)
}

fn tiles(board: &Board) -> Vec<u8> {
    board.public().seats.iter().map(|seat| seat.tiles).collect()
}

#[test]
fn t_40_six_tiles_a_seat_and_five_to_the_dealer() {
    assert_eq!(tiles(&Board::new(&advanced(), 4, 1)), [5, 6, 6, 6]);
    assert_eq!(
        tiles(&Board::new(&Options { first: First::Seat(Seat(2)), ..advanced() }, 4, 1)),
        [6, 6, 5, 6]
    );
    assert_eq!(tiles(&Board::new(&Options { tiles: 12, ..advanced() }, 3, 1)), [11, 12, 12]);
}

#[test]
fn t_40_more_tiles_are_for_two_or_three_in_the_advanced_game() {
    assert_eq!(setup_refused(&Options { tiles: 7, ..advanced() }, 4), "T-40");
    assert_eq!(setup_refused(&Options { tiles: 13, ..advanced() }, 2), "T-40");
    assert_eq!(setup_refused(&Options { tiles: 5, ..advanced() }, 2), "T-40");
    assert_eq!(setup_refused(&Options { tiles: 7, ..with_cards() }, 2), "T-40");
}

#[test]
fn t_41_a_seat_sees_both_sides_of_its_own_tiles_only() {
    let board = Board::new(&advanced(), 3, 1);
    assert_eq!(board.view(1).my_tiles.len(), 6);
    assert!(board.public().my_tiles.is_empty());
    // Another world in which seat 1 has the same tiles looks the same to it, whatever the others hold.
    let mut chance = Chance::new(Seed::from(5));
    let worlds: Vec<ThinIce> = (0..10).map(|_| board.game.imagine(Seat(1), &mut chance)).collect();
    assert!(worlds.iter().all(|world| world.view(Some(Seat(1))) == board.view(1)));
    assert!(worlds.iter().any(|world| world.view(Some(Seat(2))) != board.view(2)));
}

#[test]
fn t_42_tiles_are_laid_in_turn_beside_the_floe_either_side_up() {
    let mut board = Board::new(&advanced(), 3, 1);
    assert_eq!((board.pending(), board.awaited()), (Some(What::Lay), vec![0]));
    let mine = board.view(0).my_tiles[0].clone();
    assert_eq!(board.refused(1, &format!("lay {} d5", mine.front_up)), "T-42");
    assert_eq!(board.refused(0, &format!("lay {} d6", mine.front_up)), "T-42");
    assert_eq!(board.refused(0, &format!("lay {} d4", mine.front_up)), "T-42");
    assert_eq!(board.refused(0, "put d5"), "T-42");
    board.play(0, &format!("lay {} d5", mine.back_up));
    assert_eq!(board.face("d5"), Some(mine.back));
    assert_eq!(board.awaited(), [1]);
    let next = board.view(1).my_tiles[0].clone();
    board.play(1, &format!("lay {} e6", next.front_up));
    assert_eq!((board.face("e6"), tiles(&board)), (Some(next.front), vec![4, 5, 6]));
}

#[test]
fn t_41_a_tile_one_does_not_have_cannot_be_laid() {
    let board = Board::new(&advanced(), 2, 1);
    let mine: Vec<String> = board.view(0).my_tiles.iter().map(|tile| tile.front_up.clone()).collect();
    let missing = ["ice/cracked", "ice/permanent", "ice/orca", "hole/cracked-hole", "hole/kraken"]
        .into_iter()
        .find(|tile| !mine.iter().any(|other| other == tile))
        .unwrap();
    assert_eq!(board.refused(0, &format!("lay {missing} d5")), "T-41");
}

/// Lays and puts whatever comes first, up to the first turn.
fn draft(board: &mut Board) {
    while board.public().stage != StageView::Playing {
        let seat = board.awaited()[0];
        let first = board.actions(seat)[0].clone();
        board.play(seat, &first);
    }
}

#[test]
fn t_42_the_dealer_does_not_lay_in_the_last_round() {
    let mut board = Board::new(&Options { first: First::Seat(Seat(1)), ..advanced() }, 3, 2);
    let mut order = Vec::new();
    while board.pending() == Some(What::Lay) {
        let seat = board.awaited()[0];
        order.push(seat);
        let first = board.actions(seat)[0].clone();
        board.play(seat, &first);
    }
    assert_eq!(order, [1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 2, 0]);
    assert_eq!(board.public().tiles.len(), 18);
}

#[test]
fn t_43_then_pawns_on_any_walkable_tile_and_play_as_intermediate() {
    let mut board = Board::new(&advanced(), 2, 2);
    while board.pending() == Some(What::Lay) {
        let seat = board.awaited()[0];
        let first = board.actions(seat)[0].clone();
        board.play(seat, &first);
    }
    assert_eq!(board.awaited(), [0]);
    let walkable = board.public().tiles.iter().filter(|tile| tile.walkable).count();
    assert_eq!(board.actions(0).len(), walkable - 1, "all but the bear's hole");
    assert_eq!(board.refused(0, "put d4"), "T-43");
    assert_eq!(board.refused(1, "put d5"), "T-43");
    draft(&mut board);
    assert_eq!(board.turn_of(), 0);
    assert_eq!(board.cards(0).len(), 2);
    assert!(board.public().turn.unwrap().says_end);
}

#[test]
fn t_46_a_seat_keeps_knowing_what_it_has_looked_at() {
    let mut board = Board::new(&advanced(), 2, 3);
    let tile = board.view(0).my_tiles.iter().find(|tile| tile.front == Face::Ice).unwrap().clone();
    board.play(0, &format!("lay {} d5", tile.front_up));
    assert_eq!(board.tile(0, "d5").under, Some(tile.back));
    assert_eq!(board.tile(1, "d5").under, None);
    assert!(!board.tile(0, "d5").known_to_all);
    draft(&mut board);
    assert_eq!(board.tile(0, "d5").under, Some(tile.back));
    assert_eq!(board.tile(1, "d5").under, None);
}

#[test]
fn t_46_nobody_else_learns_a_laid_underside_from_the_action() {
    let board = Board::new(&advanced(), 3, 3);
    let tile = board.view(0).my_tiles.iter().find(|tile| tile.front == Face::Ice).unwrap().clone();
    let witnesses = |notation: String| {
        let action = board.game.read(Seat(0), &notation).unwrap();
        board.game.witnesses(Seat(0), &action)
    };
    assert_eq!(witnesses(format!("lay {} d5", tile.front_up)), Audience::only(Seat(0)));
    assert_eq!(witnesses(format!("lay {} d5", tile.back_up)), Audience::All);
}
