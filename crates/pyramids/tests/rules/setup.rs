//! A position is valid or does not exist.

use pyramids::{Pyramids, Setup, Step};
use serde_json::{Value, json};
use table::{Game, Seat};

use crate::table_of_two::{on, plays, start};

/// What is said of a written position: empty if it can be. Where no board is written, it is an empty one.
fn said(mut position: Value) -> String {
    if position.is_object() && position.get("board").is_none() {
        position["board"] = json!(vec!["......"; 6]);
    }
    match serde_json::from_value::<Pyramids>(position) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn refused_by(clause: &str, position: Value) {
    let said = said(position);
    assert!(said.contains(&format!("({clause})")), "{said}");
}

#[test]
fn a_start_is_written_readably() {
    let mut game = start();
    plays(&mut game, 0, "S@a1 A+90");
    plays(&mut game, 1, "L@f6");
    let written = json!({
        "rounds": 1, "round": 1, "results": [],
        "board": [".....l", "......", "......", "S.....", "......", "......"],
        "captures": [[0, 0, 0], [0, 0, 0]],
        "turn": 1, "step": "turn", "turns": 1, "quiet": 1, "captured": false,
        "past": [
            "....../....../....../....../....../......",
            "....../....../....../....../....../S.....",
            "....../....../....../S...../....../......",
        ],
    });
    assert_eq!(json!(game), written);
    assert_eq!(serde_json::from_value::<Pyramids>(written).unwrap(), game);
}

#[test]
fn what_is_left_out_is_as_at_the_start() {
    let game: Pyramids = serde_json::from_value(json!({ "board": vec!["......"; 6] })).unwrap();
    assert_eq!(game, start());
    assert!(serde_json::from_value::<Pyramids>(json!({})).is_err(), "a position has a board");
}

#[test]
fn a_board_has_six_rows_of_six_cells() {
    for board in [json!([]), json!(["......"]), json!(vec!["......"; 7]), json!(vec!["....."; 6])] {
        refused_by("P-1", json!({ "board": board }));
    }
    refused_by("P-1", json!({ "board": ["......", "......", "..X...", "......", "......", "......"] }));
    refused_by("P-1", json!({ "board": ["......", "......", "..é..", "......", "......", "......"] }));
}

#[test]
fn nobody_owns_more_than_five_of_a_size() {
    refused_by("P-2", json!({ "board": ["SSSSSS", "......", "......", "......", "......", "......"] }));
    refused_by(
        "P-2",
        json!({
            "board": ["sssss.", "......", "......", "......", "......", "......"], "captures": [[1, 0, 0], [0, 0, 0]]
        }),
    );
    refused_by("P-2", json!({ "captures": [[255, 0, 0], [0, 0, 0]] }));
}

#[test]
fn seats_take_turns() {
    refused_by("P-0", json!({ "turn": 2 }));
    refused_by("P-4", json!({ "turn": 1 }));
    refused_by("P-4", json!({ "turns": 65535, "turn": 1 }));
    assert_eq!(said(json!({ "turn": 1, "turns": 1, "quiet": 1 })), "");
}

#[test]
fn counts_fit_together() {
    refused_by("P-19", json!({ "quiet": 1 }));
    refused_by("P-19", json!({ "quiet": 101, "turns": 102 }));
    // P-19: the hundredth quiet turn has ended the round, so that no step two comes after it.
    let step_two = |quiet| json!({ "quiet": quiet, "turns": 100, "step": "turn" });
    refused_by("P-19", step_two(100));
    assert_eq!(said(step_two(99)), "");
    refused_by("P-4", json!({ "captured": true }));
    refused_by("P-4", json!({ "captured": true, "step": "turn" }));
    refused_by("P-18", json!({ "past": vec![["......"; 6].join("/"); 2] }));
    refused_by("P-1", json!({ "past": ["nonsense"] }));
}

#[test]
fn a_round_that_is_over_is_not_in_play() {
    refused_by("P-15", json!({ "captures": [[0, 0, 5], [0, 0, 0]] }));
    refused_by("P-15", json!({ "captures": [[0, 0, 5], [0, 0, 0]], "captured": true, "step": "turn" }));
    refused_by("P-19", json!({ "quiet": 100, "turns": 100 }));
    let stuck = ["......", "L.L.L.", "......", "L.L.M.", "......", "M.M.M."];
    refused_by("P-16", json!({ "board": stuck, "captures": [[0, 0, 0], [5, 1, 0]] }));
}

#[test]
fn a_round_in_play_is_not_over() {
    let result = json!([{ "pips": [3, 4], "winner": null, "clause": "P-19" }]);
    refused_by("P-16", json!({ "results": result }));
    refused_by("P-17", json!({ "results": result, "rounds": 2 }));
    refused_by("P-17", json!({ "results": result, "round": 2 }));
    refused_by("P-17", json!({ "rounds": 0 }));
    refused_by("P-17", json!({ "rounds": 10 }));
    assert_eq!(said(json!({ "results": result, "rounds": 2, "round": 2, "turn": 1 })), "");
}

#[test]
fn results_are_possible_ones() {
    for (pips, winner, clause) in [
        ([15, 0], json!(1), "P-15"),
        ([14, 0], json!(0), "P-15"),
        ([24, 0], json!(0), "P-15"),
        ([15, 15], json!(0), "P-15"),
        ([0, 0], json!(null), "P-16"),
        ([0, 0], json!(0), "P-18"),
        ([0, 0], json!(2), "P-16"),
        ([0, 0], json!(0), "P-3"),
    ] {
        let results = json!([{ "pips": pips, "winner": winner, "clause": clause }]);
        refused_by("P-17", json!({ "results": results, "rounds": 2, "round": 2, "turn": 1 }));
    }
}

#[test]
fn unknown_fields_and_wrong_types_are_errors() {
    for position in
        [json!({ "bord": [] }), json!({ "turn": "x" }), json!(7), json!(null), json!({ "step": "jump" })]
    {
        assert_ne!(said(position), "");
    }
}

#[test]
fn a_finished_game_reads_back_with_its_outcome() {
    let setup =
        Setup { captures: [[0, 1, 4], [0; 3]], ..on("......\n......\n......\n......\n......\nSs....") };
    let mut game = Pyramids::try_from(setup).unwrap();
    plays(&mut game, 0, "a1xc1");
    let again: Pyramids = serde_json::from_value(json!(game)).unwrap();
    assert_eq!(again, game);
    assert!(again.outcome().is_some());
    assert_eq!(again.turn(), (Seat(0), Step::Turn));
}
