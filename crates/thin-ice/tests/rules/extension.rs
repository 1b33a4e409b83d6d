//! T-50 to T-54: the kraken and the floes.

use crate::common::*;
use thin_ice::*;

fn kinds(extension: Extension) -> Vec<usize> {
    let setup = fresh(&Options { extension, ..basic() }, 6, 2);
    Kind::ALL.iter().map(|&kind| setup.tiles.iter().filter(|tile| tile.kind == kind).count()).collect()
}

#[test]
fn t_50_one_kraken_two_floes_two_turning_floes() {
    assert_eq!(kinds(Extension::None), [26, 2, 4, 4, 0, 0, 0]);
    assert_eq!(kinds(Extension::Added), [26, 2, 4, 4, 1, 2, 2]);
}

#[test]
fn t_50_replacing_five_random_ordinary_tiles_leave_never_the_middle_hole() {
    for seed in 0..30 {
        let replacing = Options { extension: Extension::Replacing, ..basic() };
        let setup = fresh(&replacing, 6, seed);
        let away: Vec<Kind> =
            setup.tiles.iter().filter(|tile| tile.place == Place::Box).map(|tile| tile.kind).collect();
        assert_eq!(away.len(), 5);
        assert!(away.iter().all(|kind| !kind.is_floe() && *kind != Kind::Kraken));
        let middle = setup.tiles.iter().find(|tile| tile.place == Place::On(Cell::MIDDLE)).unwrap();
        assert_eq!(middle.kind, Kind::Hole);
    }
}

/// Only the tile is left to move.
fn kraken(map: &str) -> Board {
    floe(extended(basic()), 2, map).only_tile().build()
}

#[test]
fn t_51_the_kraken_comes_up_when_its_hole_is_turned_and_can_be_frozen_back() {
    let mut board = floe(extended(basic()), 2, "k0 i\n i1 hb\n i i").only_move().build();
    assert_eq!(board.tile(0, "a1").under, None, "any hole may be the kraken's");
    board.play(0, "a1>b1");
    assert_eq!(board.face("a1"), Some(Face::Kraken));
    assert_eq!(board.public().kraken, Some(cell("a1")));
    let mut board =
        floe(extended(basic()), 2, "i0 K\n i1 hb\n i i").only_roll().rolling(&[Die::Freeze]).build();
    board.play(0, "roll").play(0, "freeze b1");
    assert_eq!(board.face("b1"), Some(Face::Hole));
}

#[test]
fn t_51_the_kraken_displaces_an_orca() {
    let mut board = kraken(". . . .\n . K O .\n i0 i1 hb .");
    board.play(0, "tile b2>c2");
    assert_eq!((board.pending(), board.awaited()), (Some(What::DisplaceOrca), vec![0]));
    assert_eq!(board.refused(0, "orca b2"), "T-51", "the cell that the kraken left");
    assert_eq!(board.refused(0, "orca c3"), "T-51");
    assert_eq!(board.refused(0, "bear d2"), "T-51");
    assert_eq!(board.actions(0), ["orca b1", "orca c1", "orca d1", "orca d2", "orca d3"]);
    board.play(0, "orca d3");
    assert_eq!((board.face("c2"), board.face("d3")), (Some(Face::Kraken), Some(Face::Orca)));
}

#[test]
fn t_51_an_orca_with_no_cell_is_removed() {
    let mut board = kraken("i i i i\n i K O i\n i0 i1 hb i\n . . . .");
    board.play(0, "tile b2>c2");
    assert_eq!((board.face("c2"), board.face("b2")), (Some(Face::Kraken), None));
    assert!(
        board.told.iter().any(|e| matches!(e, Event::Removed { face: Face::Orca, why: Gone::Kraken, .. }))
    );
    assert_eq!(board.turn_of(), 1);
}

#[test]
fn t_51_a_kraken_displacing_the_bear() {
    let mut board = kraken("i . . .\n i K .B i\n i0 i1 h c");
    board.play(0, "tile b2>c2");
    assert_eq!(board.pending(), Some(What::DisplaceBear));
    assert_eq!(board.refused(0, "bear b3"), "T-51", "never onto a pawn");
    assert_eq!(board.actions(0), ["bear b1", "bear c1", "bear c3", "bear d1", "bear d2", "bear d3"]);
    board.play(0, "bear d2");
    assert_eq!(board.bear(), Some("d2".into()));
}

#[test]
fn t_51_the_bear_is_removed_when_there_is_no_cell() {
    let map = "i0 i1 i2 O .\n i K .B O .\n i3 i4 i5 O .";
    let mut board = floe(extended(basic()), 6, map).only_tile().build();
    board.play(0, "tile b2>c2");
    assert_eq!((board.bear(), board.pending()), (None, None));
    assert!(board.told.contains(&Event::BearGone));
    let mut gone = floe(extended(basic()), 2, "i0 i1\n i i").only_roll().rolling(&[Die::Bear]).build();
    gone.play(0, "roll");
    assert_eq!(gone.turn_of(), 1, "a bear roll without a bear does nothing");
}

#[test]
fn t_51_no_other_tile_goes_onto_an_orca() {
    let board = kraken("i O .\n i0 i1 hb");
    assert_eq!(board.refused(0, "tile a1>b1"), "T-17");
}

#[test]
fn t_52_a_bear_roll_is_a_choice() {
    let map = "i0 i i1\n i K i\n c hb O";
    let made = floe(extended(basic()), 2, map).only_roll().rolling(&[Die::Bear]);
    let mut board = made.clone().build();
    board.play(0, "roll");
    assert_eq!(board.pending(), Some(What::BearOrKraken));
    assert_eq!(board.those(0, "destroy").len(), 8);
    assert_eq!(board.those(0, "wake"), ["wake"]);
    assert_eq!(board.refused(0, "destroy b2"), "T-52");
    assert_eq!(board.refused(0, "bear a2"), "T-23");
    board.play(0, "wake");
    assert!(board.public().bear.unwrap().awake);
    let mut board = made.clone().build();
    board.play(0, "roll").play(0, "destroy b3");
    let bear = board.public().bear.unwrap();
    assert_eq!((bear.swimming, bear.awake, board.face("b3")), (true, false, None), "the bear on it swims");
    let mut board = made.build();
    board.play(0, "roll").play(0, "destroy c1");
    assert_eq!(board.pending(), Some(What::PutSpared));
    assert_eq!(board.actions(0), ["put b1", "put c2"]);
    assert_eq!(board.refused(0, "put c3"), "T-52");
    board.play(0, "put c2");
    assert_eq!((board.pawn(1), board.face("c1")), (Some("c2".into()), None));
}

#[test]
fn t_52_else_the_pawn_is_lost_at_sea_and_a_hole_does_not_make_it_fall() {
    let map = "i0 O i1\n i K O\n i hb O\n i i2 i";
    let mut board = floe(extended(basic()), 3, map).only_roll().rolling(&[Die::Bear]).build();
    board.play(0, "roll").play(0, "destroy c1");
    assert!(board.out(1));
    let map = "i0 h i1\n i K O\n i hb O\n i i2 i";
    let mut board = floe(extended(basic()), 3, map).only_roll().rolling(&[Die::Bear]).build();
    board.play(0, "roll").play(0, "destroy c1").play(0, "put b1");
    assert!(!board.public().pawns[1].fallen);
    assert_eq!(board.turn_of(), 1);
}

#[test]
fn t_53_a_pawn_enters_and_leaves_a_floe_along_its_axis_only() {
    let map = "i i i\n -0 | i\n i i1 i\n i hb i";
    let board = floe(extended(basic()), 2, map).only_move().build();
    // East is a floe that lies the other way, west is the sea.
    assert_eq!(board.actions(0), ["a2>-a2"]);
    assert_eq!(board.refused(0, "a2>b2"), "T-53");
    assert_eq!(board.refused(0, "a2>a1"), "T-53");
}

#[test]
fn t_53_the_bear_and_the_chase_go_anywhere() {
    let map = "i0 i i\n - i1 i2\n O pB i";
    let mut board = floe(extended(basic()), 3, map).only_roll().rolling(&[Die::Bear]).build();
    board.play(0, "roll");
    assert!(board.those(0, "bear").contains(&"bear a2".to_owned()), "the bear enters a floe from any side");
    board.play(0, "bear b2");
    assert!(board.actions(0).contains(&"put a2".to_owned()));
}

#[test]
fn t_53_axes_are_random_at_the_setup_and_the_layer_chooses_in_the_draft() {
    let mut axes = std::collections::HashSet::new();
    for seed in 0..20 {
        for tile in Board::new(&extended(basic()), 6, seed).public().tiles {
            axes.extend(tile.axis.map(|axis| format!("{axis:?}")));
        }
    }
    assert_eq!(axes.len(), 2);
    let (mut board, tile) = (0..)
        .find_map(|seed| {
            let board = Board::new(&extended(options(Mode::Advanced)), 2, seed);
            let tile = board.view(0).my_tiles.iter().find(|tile| tile.front == Face::Floe)?.clone();
            Some((board, tile))
        })
        .unwrap();
    assert_eq!(board.refused(0, &format!("lay {} d5", tile.front_up)), "T-53");
    board.play(0, &format!("lay {} d5 |", tile.front_up));
    assert_eq!(board.tile(1, "d5").axis, Some(Axis::Along));
}

#[test]
fn t_53_the_back_of_a_floe_is_a_cracked_floe_with_the_same_axis() {
    let mut board = floe(extended(basic()), 2, "-0 i\n i1 hb\n i i").only_move().build();
    board.play(0, "a1>b1");
    let tile = board.tile(0, "a1");
    assert_eq!((tile.face, tile.axis), (Face::CrackedFloe, Some(Axis::Across)));
}

#[test]
fn t_54_a_turning_floe_turns_when_a_pawn_leaves_it() {
    let mut board = floe(extended(basic()), 2, "~0 i\n i1 hb\n i i").only_move().build();
    board.play(0, "a1>b1");
    let tile = board.tile(0, "a1");
    assert_eq!((tile.face, tile.axis), (Face::CrackedTurningFloe, Some(Axis::Along)));
    let mut bear = floe(extended(basic()), 2, "~B i\n i1 h0\n i i").only_roll().rolling(&[Die::Bear]).build();
    bear.play(0, "roll").play(0, "bear b1");
    assert_eq!(bear.tile(0, "a1").axis, Some(Axis::Across), "the bear only turns it over");
    let mut cracked = floe(extended(basic()), 2, "z0 i\n i1 hb\n i i").only_move().build();
    cracked.play(0, "a1>b1");
    assert_eq!(cracked.face("a1"), None);
}

#[test]
fn t_50_an_imagined_kraken_is_not_among_the_ordinary_tiles_that_left() {
    let replacing = Options { extension: Extension::Replacing, ..basic() };
    for seed in 0..10 {
        let game = Board::new(&replacing, 6, seed).game;
        let mut chance = table::Chance::new(seed.into());
        for _ in 0..10 {
            let world = Setup::from(table::Game::imagine(&game, table::Seat(0), &mut chance));
            let mut left = world.tiles.iter().filter(|tile| tile.place == Place::Box);
            assert!(left.all(|tile| tile.kind != Kind::Kraken && !tile.kind.is_floe()));
        }
    }
}
