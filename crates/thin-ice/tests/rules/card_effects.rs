//! T-35: what each event card does.

use thin_ice::{Card::*, *};

use crate::{cards::position, common::*};

#[test]
fn t_35_cold_snap_thaw_and_current() {
    let mut board = position().hand(2, &[ColdSnap, Current]).hand(1, &[Thaw]).build();
    board.play(2, "play cold-snap").play(2, "freeze a3");
    assert_eq!(board.face("a3"), Some(Face::Ice));
    board.play(1, "play thaw").play(1, "crack a3");
    assert_eq!(board.face("a3"), Some(Face::Cracked));
    board.play(2, "play current");
    assert_eq!(board.refused(2, "tile a2>a1"), "T-16", "another player's pawn");
    board.play(2, "tile a4>a5");
    assert_eq!(board.pawn(2), Some("a5".into()), "its own pawn rides along");
    assert_eq!(board.turn_of(), 0);
}

#[test]
fn t_35_roar_wakes_the_bear_or_moves_it() {
    let mut asleep = floe(with_cards(), 2, "i0 i\n i1 hb\n i i").hand(1, &[Roar]).build();
    asleep.play(1, "play roar");
    assert!(asleep.public().bear.unwrap().awake);
    assert_eq!(asleep.turn_of(), 0);
    let mut awake = position().hand(2, &[Roar]).build();
    awake.play(2, "play roar").play(2, "bear c2").play(2, "put d2");
    assert_eq!((awake.bear(), awake.pawn(1)), (Some("c2".into()), Some("d2".into())));
}

#[test]
fn t_35_leap_two_cells_in_a_straight_line_over_anything() {
    let map = "i0 . i .\n O i1 . .\n i hb P i\n . . . .";
    let mut board = floe(with_cards(), 2, map).hand(0, &[Leap]).only_move().build();
    assert_eq!(board.refused(0, "a1>c1"), "T-11");
    board.play(0, "play leap");
    assert_eq!(board.those(0, "a1>"), ["a1>a3", "a1>c1", "a1>c3"], "their landings count for T-12");
    assert_eq!(board.refused(0, "a1>b3"), "T-11");
    assert_eq!(board.refused(0, "a1>b1"), "T-12");
    board.play(0, "a1>c3");
    assert_eq!((board.pawn(0), board.face("a1")), (Some("c3".into()), Some(Face::Cracked)));
}

#[test]
fn t_35_second_wind_moves_the_pawn_once_more() {
    let mut board = position().hand(0, &[SecondWind]).only_move().build();
    board.play(0, "a2>b2");
    assert_eq!(board.refused(0, "b2>c3"), "T-9");
    board.play(0, "play second-wind");
    assert_eq!(board.refused(0, "end"), "T-9", "the move is compulsory like any other");
    board.play(0, "b2>c3").play(0, "end");
    assert_eq!((board.face("a2"), board.face("b2")), (Some(Face::Cracked), Some(Face::Cracked)));
}

#[test]
fn t_35_light_step_leaves_the_tile_as_it_is() {
    for tile in ["i", "c", "h"] {
        let map = format!("{tile}0 i\n i1 hb\n i i");
        let mut board = floe(with_cards(), 2, &map).hand(0, &[LightStep]).only_move().build();
        let before = board.face("a1");
        board.play(0, "play light-step").play(0, "a1>b1");
        assert_eq!(board.face("a1"), before);
    }
}

#[test]
fn t_35_shove_enters_a_pawns_tile_and_puts_that_pawn_beside_it() {
    let map = "i0 i1 h\n i2 p i\n i hb i";
    let mut board = floe(with_cards(), 3, map).hand(0, &[Shove]).only_move().build();
    board.play(0, "play shove").play(0, "a1>b1");
    assert_eq!((board.pending(), board.awaited()), (Some(What::PutShoved), vec![0]));
    assert_eq!(board.refused(0, "put a1"), "T-28", "your own left tile is excluded");
    assert_eq!(board.actions(0), ["put b2", "put c1", "put c2"]);
    board.play(0, "put c1");
    assert!(board.public().pawns[1].fallen, "as in T-28: it falls in");
    assert_eq!((board.pawn(0), board.pawn(1)), (Some("b1".into()), Some("c1".into())));
    assert_eq!(board.face("b1"), Some(Face::Ice), "the tile it left is not turned");
}

#[test]
fn t_35_a_shove_with_no_tile_but_sea() {
    let map = "i0 i1 .\n i2 O .\n i hb .";
    let mut board = floe(with_cards(), 3, map).hand(0, &[Shove]).only_move().build();
    board.play(0, "play shove").play(0, "a1>b1");
    assert!(board.out(1));
}

#[test]
fn t_35_change_of_plans() {
    let mut board = position().hand(0, &[ChangeOfPlans]).only_roll().build();
    assert_eq!(board.refused(0, "end"), "T-9");
    board.play(0, "play change-of-plans").play(0, "end");
    assert_eq!(board.turn_of(), 1);
}

#[test]
fn t_35_trade_places_within_two_cells_and_no_tile_is_turned() {
    let map = "c0 i h1 i\n i hb i i2";
    let mut board = floe(with_cards(), 3, map).hand(0, &[TradePlaces]).build();
    board.play(0, "play trade-places");
    assert_eq!((board.pending(), board.actions(0)), (Some(What::Swap), vec!["swap a1 c1".to_owned()]));
    assert_eq!(board.refused(0, "swap a1 d2"), "T-35");
    board.play(0, "swap a1 c1");
    assert_eq!((board.pawn(0), board.pawn(1)), (Some("c1".into()), Some("a1".into())));
    assert_eq!((board.face("a1"), board.face("c1")), (Some(Face::Cracked), Some(Face::Hole)));
    assert!(!board.public().pawns[0].fallen, "T-34: it never makes a pawn fall in");
}

#[test]
fn t_35_lifeline_right_after_you_go_out() {
    let map = ". . . .\n . i0 O .\n . i1 hb h2\n . h i .";
    let mut board = floe(with_cards(), 3, map).hand(0, &[Lifeline, Leap]).only_move().build();
    board.play(0, "b2>b1");
    assert_eq!((board.pending(), board.awaited(), board.out(0)), (Some(What::AnswerOut), vec![0], false));
    board.play(0, "play lifeline");
    assert_eq!(
        (board.pending(), board.actions(0)),
        (Some(What::Rescue), ["put b2", "put b4", "put c4"].map(String::from).to_vec())
    );
    assert_eq!(board.refused(0, "put b3"), "T-35");
    board.play(0, "put b4");
    assert_eq!((board.out(0), board.pawn(0)), (false, Some("b4".into())));
    assert!(!board.public().pawns[0].fallen, "T-34: it never falls in");
    assert_eq!(board.cards(0), [Leap]);
}

#[test]
fn t_35_lifeline_of_the_last_but_one_keeps_the_game_going() {
    let map = ". . .\n . i0 O\n . i1 hb\n . i i";
    let mut board = floe(with_cards(), 2, map).hand(0, &[Lifeline]).build();
    board.play(0, "b2>a2");
    assert_eq!(board.ended(), None, "the chance to be saved comes first");
    let mut lost = floe(with_cards(), 2, map).hand(0, &[Lifeline]).build();
    lost.play(0, "b2>a2").play(0, "pass");
    assert_eq!(lost.ended(), Some((vec![1], "T-31".into())));
    board.play(0, "play lifeline").play(0, "put b4");
    assert_eq!(board.ended(), None);
}

#[test]
fn t_35_bear_spray_sends_the_bear_back_its_tile_as_it_was() {
    for (tile, turned) in [("i", Some(Face::Cracked)), ("c", None)] {
        let map = format!("i0 i i\n i h1 i2\n O {tile}B i");
        let made = floe(with_cards(), 3, &map).hand(1, &[BearSpray]).only_roll().rolling(&[Die::Bear]);
        let mut board = made.build();
        let before = board.face("b3");
        board.play(0, "roll").play(0, "bear b2");
        assert_eq!((board.pending(), board.face("b3")), (Some(What::AnswerBear), turned));
        board.play(1, "play bear-spray");
        assert_eq!((board.bear(), board.face("b3")), (Some("b3".into()), before));
        assert_eq!((board.pawn(1), board.pending()), (Some("b2".into()), None));
        board.play(0, "end");
        assert_eq!(board.public().quiet.turns, 1, "nothing was removed after all");
    }
}

#[test]
fn t_35_loaded_dice_the_new_roll_counts() {
    let made = position().hand(0, &[LoadedDice]).hand(2, &[LoadedDice]);
    let mut board = made.rolling(&[Die::Crack, Die::Freeze, Die::Tile]).build();
    board.play(0, "roll").play(0, "pass").play(2, "play loaded-dice");
    assert_eq!(board.public().turn.unwrap().die, Some(Die::Freeze));
    assert_eq!(board.awaited(), [0], "right after any roll: everybody is asked anew");
    board.play(0, "play loaded-dice");
    assert_eq!((board.pending(), board.awaited()), (Some(What::Tile), vec![0]));
}

#[test]
fn t_35_not_today_cancels_a_card() {
    let mut board = position().hand(0, &[ColdSnap]).hand(2, &[NotToday]).build();
    board.play(0, "play cold-snap").play(2, "play not-today");
    assert_eq!((board.pending(), board.turn_of(), board.face("a3")), (None, 0, Some(Face::Cracked)));
    assert!(board.told.contains(&Event::Cancelled { card: ColdSnap }));
    assert_eq!(board.public().discards, [ColdSnap, NotToday]);
}

#[test]
fn t_35_not_today_on_a_not_today() {
    let mut board = position().hand(0, &[ColdSnap, NotToday]).hand(2, &[NotToday]).build();
    board.play(0, "play cold-snap").play(2, "play not-today");
    assert_eq!(board.awaited(), [0], "the first card's player may cancel the cancelling");
    assert_eq!(board.public().pending.unwrap().card, Some(NotToday));
    board.play(0, "play not-today");
    assert!(board.told.contains(&Event::Cancelled { card: NotToday }));
    assert_eq!((board.pending(), board.awaited()), (Some(What::Freeze), vec![0]), "the cold snap stands");
    board.play(0, "freeze a3");
    assert_eq!(board.face("a3"), Some(Face::Ice));
}

#[test]
fn t_35_a_swap_may_name_the_two_pawns_in_either_order() {
    let map = "i0 i i1 i\n i hb i i2";
    let mut board = floe(with_cards(), 3, map).hand(0, &[TradePlaces]).build();
    board.play(0, "play trade-places").play(0, "swap c1 a1");
    assert_eq!((board.pawn(0), board.pawn(1)), (Some("c1".into()), Some("a1".into())));
    let two = Options { pawns: 2, ..with_cards() };
    let mut own = floe(two, 2, "i0 i i2 i i i1\n i hb i i i i3").hand(0, &[TradePlaces]).build();
    own.play(0, "play trade-places");
    assert_eq!(own.actions(0), ["swap a1 c1"]);
    own.play(0, "swap c1 a1");
    assert_eq!((own.pawn(0), own.pawn(2)), (Some("c1".into()), Some("a1".into())));
}
