//! T-0 to T-8: words, tiles, the basic setup.

use crate::common::*;
use table::{Game, RulesVersion, Seat, Seats, Seed};
use thin_ice::*;

#[test]
fn t_0_two_to_six_seats_and_three_modes() {
    for mode in [Mode::Basic, Mode::Intermediate, Mode::Advanced] {
        for seats in 2..=6 {
            assert!(ThinIce::new(&options(mode), seats, Seed::from(1)).is_ok());
        }
        assert_eq!(setup_refused(&options(mode), 1), "T-0");
        assert_eq!(setup_refused(&options(mode), 7), "T-0");
    }
    assert_eq!(setup_refused(&Options { first: First::Seat(Seat(3)), ..basic() }, 3), "T-0");
}

#[test]
fn t_1_adjacent_is_the_eight_cells_around() {
    let board = floe(basic(), 2, "i i i .\n i i0 i .\n i i i i1\n . . hb .").only_move().build();
    assert_eq!(board.those(0, "b2>").len(), 8);
}

#[test]
fn t_2_orca_and_kraken_are_never_walkable() {
    let board = floe(extended(basic()), 2, "O K c\n H i0 h\n P - i1\n . . hb").only_move().build();
    assert_eq!(board.refused(0, "b2>a1"), "T-11");
    assert_eq!(board.refused(0, "b2>b1"), "T-11");
    assert_eq!(board.those(0, "b2>"), ["b2>a2", "b2>a3", "b2>c1", "b2>c2"]);
}

#[test]
fn t_3_a_tile_with_a_pawn_or_the_bear_is_occupied() {
    let board = floe(basic(), 2, "i0 i1\n hb i").only_move().build();
    assert_eq!(board.those(0, "a1>"), ["a1>b2"]);
    assert_eq!(board.refused(0, "a1>b1"), "T-11");
    assert_eq!(board.refused(0, "a1>a2"), "T-11");
}

#[test]
fn t_4_thirty_six_tiles_of_four_kinds() {
    let setup = fresh(&basic(), 6, 3);
    let count = |kind| setup.tiles.iter().filter(|tile| tile.kind == kind).count();
    assert_eq!(
        [count(Kind::Cracking), count(Kind::Permanent), count(Kind::Orca), count(Kind::Hole)],
        [26, 2, 4, 4]
    );
    assert_eq!(setup.tiles.len(), 36);
    let mut too_many = floe(basic(), 2, "P P P\n i0 i1 hb");
    too_many.0.turn.side = 0;
    assert!(too_many.wrong().contains("T-4"));
}

#[test]
fn t_4_the_middle_hole_is_an_ordinary_one_known_to_all() {
    for seed in 0..20 {
        let board = Board::new(&extended(basic()), 3, seed);
        let middle = board.public().tiles.into_iter().find(|tile| tile.cell == Cell::MIDDLE).unwrap();
        assert_eq!((middle.face, middle.under), (Face::Hole, Some(Face::CrackedHole)));
    }
}

#[test]
fn t_5_what_is_under_a_tile_is_unknown_until_it_is_turned() {
    let mut board = floe(basic(), 2, "o0 i\n i1 hb\n i i").build();
    assert_eq!(board.tile(0, "a1").under, None);
    assert_eq!(
        board.tile(0, "b2").under,
        Some(Face::CrackedHole),
        "without a kraken there is one kind of hole"
    );
    board.play(0, "a1>b1");
    for viewer in [Some(Seat(0)), Some(Seat(1)), None] {
        let tile = board.game.view(viewer).tiles.into_iter().find(|tile| tile.cell == cell("a1")).unwrap();
        assert_eq!((tile.face, tile.under, tile.known_to_all), (Face::Orca, Some(Face::Ice), true));
    }
}

#[test]
fn t_5_imagined_undersides_fit_what_is_known() {
    let board = Board::new(&extended(basic()), 4, 5);
    let mut chance = table::Chance::new(Seed::from(9));
    let mut orcas = std::collections::HashSet::new();
    for _ in 0..30 {
        let world = Setup::from(board.game.imagine(Seat(1), &mut chance));
        let known: Vec<_> = world.tiles.iter().filter(|t| t.kind == Kind::Orca).map(|t| t.place).collect();
        assert_eq!(known.len(), 4);
        orcas.insert(format!("{known:?}"));
    }
    assert!(orcas.len() > 20, "the orcas are somewhere else in every world");
}

#[test]
fn t_6_cracking_turns_over_whatever_comes_up_and_freezing_turns_back() {
    let mut board = floe(basic(), 2, "i0 o\n i1 hb\n i i").only_roll().rolling(&[Die::Crack]).build();
    board.play(0, "roll").play(0, "crack b1");
    assert_eq!(board.face("b1"), Some(Face::Orca));
    let mut board = floe(basic(), 2, "i0 O\n i1 hb\n c H").only_roll().rolling(&[Die::Freeze]).build();
    board.play(0, "roll");
    assert_eq!(board.actions(0), ["freeze a3", "freeze b1", "freeze b3"]);
    assert_eq!(board.refused(0, "freeze a1"), "T-6");
    board.play(0, "freeze b3");
    assert_eq!(board.face("b3"), Some(Face::Hole));
}

#[test]
fn t_6_floes_crack_like_ice_and_freeze_like_cracked_ice() {
    let map = "i0 | =\n i1 hb s\n i i i";
    let mut board = floe(extended(basic()), 2, map).only_roll().rolling(&[Die::Crack]).build();
    board.play(0, "roll").play(0, "crack b1");
    assert_eq!((board.face("b1"), board.tile(0, "b1").axis), (Some(Face::CrackedFloe), Some(Axis::Along)));
    let mut board = floe(extended(basic()), 2, map).only_roll().rolling(&[Die::Freeze]).build();
    board.play(0, "roll").play(0, "freeze c2");
    assert_eq!((board.face("c2"), board.tile(0, "c2").axis), (Some(Face::TurningFloe), Some(Axis::Along)));
}

#[test]
fn t_7_the_grid_follows_the_seats() {
    let corners = |options: &Options, seats| {
        let tiles = Board::new(options, seats, 2).public().tiles;
        (tiles.len(), tiles[0].cell.to_string(), tiles[tiles.len() - 1].cell.to_string())
    };
    let expected = |count, first: &str, last: &str| (count, first.to_owned(), last.to_owned());
    assert_eq!(corners(&basic(), 2), expected(25, "b2", "f6"));
    assert_eq!(corners(&basic(), 3), expected(25, "b2", "f6"));
    assert_eq!(corners(&basic(), 4), expected(25, "b2", "f6"));
    assert_eq!(corners(&basic(), 5), expected(36, "b2", "g7"));
    assert_eq!(corners(&basic(), 6), expected(36, "b2", "g7"));
    assert_eq!(corners(&Options { grid: Some(4), ..basic() }, 2), expected(16, "c3", "f6"));
}

#[test]
fn t_7_everything_lies_front_up_with_the_sleeping_bear_in_the_middle() {
    let view = Board::new(&basic(), 4, 2).public();
    assert!(view.tiles.iter().all(|tile| matches!(tile.face, Face::Ice | Face::Hole)));
    let bear = view.bear.unwrap();
    assert_eq!((bear.cell, bear.awake, bear.swimming), (Cell::MIDDLE, false, false));
    assert_eq!(bear.cell.to_string(), "d4");
}

#[test]
fn t_7_the_small_grid_is_for_two_and_not_for_a_built_floe() {
    assert_eq!(setup_refused(&Options { grid: Some(4), ..basic() }, 3), "T-7");
    assert_eq!(setup_refused(&Options { grid: Some(6), ..basic() }, 2), "T-7");
    assert_eq!(setup_refused(&Options { grid: Some(4), ..options(Mode::Advanced) }, 2), "T-7");
}

#[test]
fn t_7_five_by_five_is_not_for_five_or_six_and_is_never_silently_another() {
    let five = Options { grid: Some(5), ..basic() };
    for seats in 2..=4 {
        assert_eq!(Board::new(&five, seats, 2).public().tiles.len(), 25);
    }
    for seats in 5..=6 {
        assert_eq!(setup_refused(&five, seats), "T-7");
        // A built floe has no grid; and by the first rules five asked for nothing.
        assert!(
            ThinIce::new(&Options { mode: Mode::Advanced, ..five.clone() }, seats, Seed::from(2)).is_ok()
        );
        let old = ThinIce::begin(RulesVersion(1), &five, seats, Seed::from(2)).unwrap();
        assert_eq!(old.view(None).tiles.len(), 36);
        assert!(ThinIce::try_from(Setup::from(old)).is_ok(), "a position that was written then still loads");
    }
}

#[test]
fn t_8_pawns_are_put_beside_the_hole_clockwise_from_the_first_seat() {
    let mut board = Board::new(&Options { first: First::Seat(Seat(1)), ..basic() }, 3, 4);
    assert_eq!(board.awaited(), [1]);
    assert_eq!(board.refused(0, "put c3"), "T-8");
    assert_eq!(board.refused(1, "put d4"), "T-8");
    assert_eq!(board.refused(1, "put b2"), "T-8");
    board.play(1, "put c3");
    assert_eq!(board.refused(2, "put c3"), "T-8");
    board.play(2, "put e5");
    assert_eq!(board.pending(), Some(What::Place));
    board.play(0, "put c4");
    assert_eq!((board.turn_of(), board.awaited()), (1, vec![1]));
    assert_eq!(board.game.seats(), 3);
    assert!(board.game.awaited() == Seats::one(Seat(1)));
}
