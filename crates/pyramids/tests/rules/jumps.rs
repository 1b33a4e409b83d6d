//! P-6 to P-14.

use serde_json::json;
use table::Seat;

use crate::table_of_two::{game, jumps, on, play, plays, refused};

/// The jumps of seat 0 on these lowest three rows.
fn of(rows: &str) -> Vec<String> {
    jumps(&game(low(rows)), 0)
}

fn low(rows: &str) -> pyramids::Setup {
    on(&format!("......\n......\n......\n{rows}"))
}

fn refusal(rows: &str, notation: &str) -> String {
    refused(&game(low(rows)), 0, notation)
}

#[test]
fn p_6_a_hop_passes_the_whole_unbroken_line() {
    assert_eq!(of("......\n......\nLsm..."), ["a1xd1"]);
    assert_eq!(refusal("......\n......\nLsm...", "a1xc1"), "P-7", "not inside the line");
    assert_eq!(refusal("......\n......\nLs....", "a1xd1"), "P-6", "not beyond the first cell after it");
    assert_eq!(refusal("......\n......\nL.s...", "a1xd1"), "P-6", "not over a gap before it");
    assert_eq!(refusal("......\n......\nLs.s..", "a1xe1"), "P-6", "not over a gap inside it");
    assert_eq!(refusal("......\n......\nLs....", "a1xb2"), "P-6", "over something");
    assert_eq!(refusal("......\n.s....\nLs....", "a1xc2"), "P-6", "straight or diagonally");
    assert_eq!(refusal("......\n......\nLs....", "a1xa1"), "P-6", "somewhere");
}

#[test]
fn p_6_a_hop_goes_in_all_8_directions() {
    let game = game(on("
        . . . . . .
        . . . . . .
        . s m s . .
        . m S l . .
        . s m s . .
        . . . . . .
    "));
    let all = ["c3xa1", "c3xa3", "c3xa5", "c3xc1", "c3xc5", "c3xe1", "c3xe3", "c3xe5"];
    assert_eq!(jumps(&game, 0), all);
}

#[test]
fn p_7_every_landing_cell_is_empty_and_on_the_board() {
    assert_eq!(of("......\n......\n....Ss"), [""; 0], "the edge is beyond f1");
    assert_eq!(refusal("......\n......\n....Ss", "e1xg1"), "P-7");
    assert_eq!(refusal("......\n......\n....Ss", "e1xe99"), "P-7");
    assert_eq!(refusal("......\n......\nSss...", "a1xc1"), "P-7");
    assert_eq!(of("......\n......\nMs.ss."), [""; 0], "a bounce cell, but no landing after it");
    assert_eq!(refusal("......\n......\nMs.ss.", "a1xc1xe1"), "P-7");
    assert_eq!(refusal("......\n......\nMss...", "a1xc1xd1"), "P-7", "the bounce counts as well as the end");
}

#[test]
fn p_8_the_direction_changes_freely() {
    // Straight on, by 45°, by 90° and by 135°.
    for (rows, jump) in [
        ("......\n......\nMs.s..", "a1xc1xe1"),
        ("......\n...s..\nMs....", "a1xc1xe3"),
        ("......\n..s...\nMs....", "a1xc1xc3"),
        ("......\n.s....\nMs....", "a1xc1xa3"),
    ] {
        assert!(of(rows).contains(&jump.to_string()), "{jump} in {:?}", of(rows));
    }
}

#[test]
fn p_8_no_pyramid_is_jumped_twice() {
    assert_eq!(refusal("......\n......\nMs....", "a1xc1xa1"), "P-8");
    assert_eq!(of("......\n......\nLs...."), ["a1xc1"], "no turning straight back");
}

#[test]
fn p_8_pyramids_of_different_hops_may_be_neighbours() {
    assert!(of("......\n..s...\nLs....").contains(&"a1xc1xc3".to_string()), "b1 and c2");
}

#[test]
fn p_9_small_jumps_exactly_one() {
    assert_eq!(of("......\n......\nSs.s.."), ["a1xc1"]);
    assert_eq!(refusal("......\n......\nSs.s..", "a1xc1xe1"), "P-9");
    assert_eq!(refusal("......\n......\nSss...", "a1xd1"), "P-9");
}

#[test]
fn p_10_medium_needs_exactly_two() {
    assert_eq!(of("......\n......\nMs.s.."), ["a1xc1xe1"], "one and one over a bounce cell");
    assert_eq!(of("......\n......\nMss..."), ["a1xd1"], "two in line");
    assert_eq!(refusal("......\n......\nMs.s..", "a1xc1"), "P-10");
    assert_eq!(refusal("......\n......\nMsss..", "a1xe1"), "P-10");
    assert_eq!(refusal("......\n..s...\nMs.ss.", "a1xc1xf1"), "P-10");
}

#[test]
fn p_11_large_jumps_one_two_or_three_in_any_split() {
    assert_eq!(of("......\n......\nLs.s.."), ["a1xc1", "a1xc1xe1"]);
    assert_eq!(of("......\n......\nLss.s."), ["a1xd1", "a1xd1xf1"]);
    assert_eq!(of("......\n......\nLs.ss."), ["a1xc1", "a1xc1xf1"]);
    let three = of("......\n....s.\nLs.s..");
    assert_eq!(three, ["a1xc1", "a1xc1xe1", "a1xc1xe1xe3"]);
    assert_eq!(refusal("......\n.....s\nLss.ss", "a1xd1"), "a1xd1 is legal");
    assert_eq!(refusal("......\n......\nLssss.", "a1xf1"), "P-11");
}

#[test]
fn p_11_a_fourth_pyramid_is_too_much_in_any_split() {
    let four = "......\n..s.s.\nLs.s..";
    assert!(of(four).contains(&"a1xc1xe1xe3".to_string()));
    let around = game(on("
        . . . . . .
        . . . . . .
        . . . . . .
        . . . s . .
        . . . . s .
        L s . s . .
    "));
    assert_eq!(refused(&around, 0, "a1xc1xe1xe3xc3"), "P-11");
}

#[test]
fn p_12_three_in_line_in_one_hop() {
    assert_eq!(of("......\n......\nLsml.."), ["a1xe1"]);
}

const TRIANGLE: &str = "......\nsm....\nLl....";

#[test]
fn p_13_a_triangle_may_end_where_it_began() {
    assert_eq!(
        of(TRIANGLE),
        ["a1xa3", "a1xa3xc1", "a1xa3xc1xa1", "a1xc1", "a1xc1xa3", "a1xc1xa3xa1", "a1xc3"],
        "two ways round are two actions"
    );
    let mut game = game(low(TRIANGLE));
    plays(&mut game, 0, "a1xc1xa3xa1");
    assert_eq!(game.board().rows()[3..].join("/"), "....../....../L.....");
    assert_eq!(game.pips(), [6, 0]);
}

#[test]
fn p_13_the_jumped_stay_until_the_jump_is_over() {
    assert_eq!(
        refusal("......\n......\nLs....", "a1xc1xb1"),
        "P-7",
        "a jumped pyramid's cell is no landing cell"
    );
    let behind = "......\n......\nsLs...";
    assert_eq!(refusal(behind, "b1xd1xb1"), "P-8", "its own cell is empty again, but c1 has been jumped");
    assert_eq!(
        refusal("......\n.s....\nLs.s..", "a1xc1xa3xa1"),
        "P-6",
        "the start is empty: nothing stands on a2"
    );
}

#[test]
fn p_13_the_start_counts_as_empty() {
    // Back over b2 and on across the cell that it has left: there is nothing left to pass there.
    let rows = "..s...\n.L....\ns.....";
    assert_eq!(of(rows), ["b2xd4"]);
    assert_eq!(refusal(rows, "b2xd4xa1"), "P-7");
}

#[test]
fn p_14_the_opponents_are_captured_and_ones_own_return() {
    let mut game = game(low("......\n......\nLm.S.."));
    let told = play(&mut game, 0, "a1xc1xe1").unwrap();
    assert_eq!(
        json!(told),
        json!([{
            "type": "jumped", "seat": 0, "size": "large", "from": "a1", "path": ["c1", "e1"],
            "hops": [["b1"], ["d1"]],
            "captured": [{"cell": "b1", "size": "medium"}],
            "returned": [{"cell": "d1", "size": "small"}],
            "pips": 2
        }])
    );
    assert_eq!(game.pips(), [2, 0]);
    assert_eq!(game.reserve(Seat(0)), [5, 5, 4], "the small one is back, the large one stands");
    assert_eq!(game.reserve(Seat(1)), [5, 4, 5], "a captured pyramid does not come back");
    assert_eq!(game.board().rows()[5], "....L.");
}
