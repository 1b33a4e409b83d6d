//! P-15 to P-19.

use pyramids::{Event, Options, Pyramids, RoundResult, Setup, Step};
use serde_json::json;
use table::{Game, Outcome, Refusal, Seat, Seats, Seed};

use crate::table_of_two::{actions, game, on, play, plays, refused};

fn clause(text: &str) -> table::Clause {
    text.parse().unwrap()
}

fn result(pips: [u8; 2], winner: Option<u8>, by: &str) -> RoundResult {
    RoundResult { pips, winner: winner.map(Seat), clause: clause(by) }
}

/// Seat 0 can capture a small pyramid.
fn one_more_pip(captures: [[u8; 3]; 2]) -> Setup {
    let board = "
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        S s . . . .
    ";
    Setup { captures, ..on(board) }
}

#[test]
fn p_15_fifteen_pips_win_at_once() {
    let mut game = game(one_more_pip([[0, 1, 4], [4, 5, 0]]));
    let told = play(&mut game, 0, "a1xc1").unwrap();
    let expected = Outcome::new(Seats::one(Seat(0)), clause("P-15")).with_scores(vec![15, 14]);
    assert_eq!(game.outcome(), Some(&expected));
    let ended = json!({"type": "round-ended", "round": 1, "winner": 0, "clause": "P-15", "pips": [15, 14]});
    assert_eq!(json!(told[1]), ended);
    assert_eq!(refused(&game, 0, "A+90"), "P-15", "before turning a coaster");
    assert!(actions(&game, 0).is_empty() && actions(&game, 1).is_empty() && game.awaited().is_empty());
    for noise in ["S@b2", "nonsense", "a1xg1", "E+1", "X@a1"] {
        assert_eq!(refused(&game, 1, noise), "P-15", "after the end everything is refused by what ended it");
    }
}

#[test]
fn p_15_fourteen_are_not_enough() {
    let mut game = game(one_more_pip([[0, 2, 3], [0, 0, 0]]));
    plays(&mut game, 0, "a1xc1");
    assert_eq!((game.pips(), game.outcome()), ([14, 0], None));
    plays(&mut game, 0, "A+90");
}

/// Seat 1's pyramids are all captured or stand alone; it is seat 0's step two.
fn nothing_to_jump() -> Setup {
    let board = "
        . . . . . .
        l . l . S .
        . . . . . .
        l . l . l .
        . . . . . .
        m . m . m .
    ";
    Setup { captures: [[5, 2, 0], [0, 1, 4]], step: Step::Turn, ..on(board) }
}

#[test]
fn p_16_who_can_neither_place_nor_jump_loses_whatever_the_scores() {
    let mut game = game(nothing_to_jump());
    plays(&mut game, 0, "D+90");
    let expected = Outcome::new(Seats::one(Seat(0)), clause("P-16")).with_scores(vec![9, 14]);
    assert_eq!(game.outcome(), Some(&expected));
    assert_eq!(refused(&game, 1, "S@b1"), "P-16");
}

#[test]
fn p_16_a_jump_is_enough_to_go_on() {
    let mut setup = nothing_to_jump();
    setup.board[1] = "l.lS..".into();
    let mut game = game(setup);
    plays(&mut game, 0, "A+90");
    assert_eq!(game.outcome(), None);
    assert!(actions(&game, 1).iter().all(|action| action.contains('x')));
    plays(&mut game, 1, "c5xe5");
}

#[test]
fn p_16_a_reserve_is_enough_to_go_on() {
    let mut game = game(Setup { captures: [[4, 2, 0], [0, 1, 4]], ..nothing_to_jump() });
    plays(&mut game, 0, "D+90");
    assert_eq!(game.outcome(), None);
    assert_eq!(actions(&game, 1).len(), 27, "a small one on any of 27 cells");
}

#[test]
fn p_17_pips_are_always_shown() {
    let mut game = game(one_more_pip([[0, 1, 0], [0, 0, 2]]));
    plays(&mut game, 0, "a1xc1");
    for viewer in [None, Some(Seat(0)), Some(Seat(1))] {
        let view = json!(game.view(viewer));
        assert_eq!([&view["players"][0]["pips"], &view["players"][1]["pips"]], [3, 6]);
        assert_eq!(view["goal"], 15);
    }
}

#[test]
fn p_17_a_match_has_one_to_nine_rounds() {
    let new = |rounds| Pyramids::new(&Options { rounds }, 2, Seed::from(0));
    for rounds in [1, 2, 9] {
        assert!(new(rounds).is_ok());
    }
    for rounds in [-1, 0, 10, 1000] {
        assert_eq!(new(rounds).unwrap_err().clause, clause("P-17"));
    }
    assert_eq!(Options::default().rounds, 1);
    assert!(serde_json::from_value::<Options>(json!({"round": 2})).is_err(), "unknown options are errors");
}

#[test]
fn p_17_all_rounds_are_played_and_the_starting_seat_alternates() {
    let mut game = game(Setup { rounds: 2, ..one_more_pip([[0, 1, 4], [0, 0, 0]]) });
    let told = play(&mut game, 0, "a1xc1").unwrap();
    assert!(matches!(told[1], Event::RoundEnded { round: 1, winner: Some(Seat(0)), .. }));
    assert_eq!(game.outcome(), None, "the second round is played, though the match is all but won");
    assert_eq!(game.turn(), (Seat(1), Step::PlaceOrJump));
    let view = json!(game.view(None));
    assert_eq!((&view["round"], &view["turns"], &view["occurrences"]), (&json!(2), &json!(0), &json!(1)));
    assert_eq!(view["results"], json!([{"pips": [15, 0], "winner": 0, "clause": "P-15"}]));
    assert_eq!((game.pips(), game.reserve(Seat(1))), ([0, 0], [5, 5, 5]));
    assert_eq!(refused(&game, 0, "S@a1"), "P-4");
    plays(&mut game, 1, "S@a1 A+90");
}

/// The last round is drawn by the hundredth quiet turn, after these results.
fn after(results: &[RoundResult], captures: [[u8; 3]; 2]) -> Outcome {
    let round = results.len() as u8 + 1;
    // The turn that is the hundredth: both seats have had 99 before.
    let turn = Seat((round - 1 + 99) % 2);
    let last = Setup {
        rounds: round,
        round,
        results: results.to_vec(),
        captures,
        turn,
        step: Step::Turn,
        turns: 99,
        quiet: 99,
        ..Setup::default()
    };
    let mut game = game(last);
    plays(&mut game, turn.0, "A+90");
    game.outcome().cloned().unwrap()
}

#[test]
fn p_17_the_higher_total_wins_the_match() {
    let outcome = after(&[result([15, 9], Some(0), "P-15")], [[0; 3], [3, 2, 0]]);
    let expected = Outcome::new(Seats::one(Seat(1)), clause("P-17")).with_scores(vec![15, 16]);
    assert_eq!(outcome, expected, "a drawn round's pips count too");
}

#[test]
fn p_17_then_more_rounds_won_then_a_draw() {
    let won = after(&[result([15, 10], Some(0), "P-15"), result([2, 7], Some(0), "P-16")], [[0; 3]; 2]);
    assert_eq!((won.winners, won.scores), (Seats::one(Seat(0)), vec![17, 17]));
    let drawn = after(&[result([15, 4], Some(0), "P-15"), result([4, 15], Some(1), "P-15")], [[0; 3]; 2]);
    assert_eq!((drawn.winners, drawn.clause), (Seats::NONE, clause("P-17")));
}

#[test]
fn p_17_after_a_match_of_rounds_everything_is_refused_by_it() {
    let setup = Setup { rounds: 2, round: 2, turn: Seat(1), ..Setup::default() };
    let mut game = game(Setup { results: vec![result([0, 15], Some(1), "P-15")], ..setup });
    while game.outcome().is_none() {
        let seat = game.turn().0;
        let first = actions(&game, seat.0).remove(0);
        plays(&mut game, seat.0, &first);
    }
    assert_eq!(refused(&game, 0, "S@a1"), "P-17");
}

/// Each seat places a second pyramid, jumps it with the first, and turns that back to where it was.
const ROUND_AND_ROUND: [(u8, &str); 4] =
    [(0, "S@b1 B+90"), (1, "S@e4 C+90"), (0, "a1xc1 A+90"), (1, "d4xf4 D+90")];

fn apart() -> Setup {
    on("
        . . . . . .
        . . . . . .
        . . . s . .
        . . . . . .
        . . . . . .
        S . . . . .
    ")
}

#[test]
fn p_18_the_third_occurrence_draws() {
    let mut game = game(apart());
    for occurrence in 1..=2 {
        assert_eq!(game.view(None).occurrences, occurrence, "the starting position included");
        assert_eq!(game.outcome(), None);
        for (seat, notations) in ROUND_AND_ROUND {
            plays(&mut game, seat, notations);
        }
    }
    let expected = Outcome::new(Seats::NONE, clause("P-18")).with_scores(vec![0, 0]);
    assert_eq!(game.outcome(), Some(&expected));
    assert_eq!(refused(&game, 0, "S@b1"), "P-18");
}

#[test]
fn p_18_positions_count_before_step_two_as_well() {
    let mut setup = apart();
    setup.board[5] = "SS....".into();
    let mut game = game(Setup { step: Step::Turn, ..setup });
    for _ in 0..2 {
        plays(&mut game, 0, "B+90");
        for (seat, notations) in &ROUND_AND_ROUND[1..] {
            plays(&mut game, *seat, notations);
        }
        plays(&mut game, 0, "S@b1");
    }
    assert_eq!(game.outcome().map(|outcome| outcome.clause), Some(clause("P-18")));
    assert_eq!(game.turn(), (Seat(0), Step::Turn), "the coaster is not turned any more");
}

#[test]
fn p_18_a_capture_makes_every_position_new() {
    let mut game = game(one_more_pip([[0; 3]; 2]));
    plays(&mut game, 0, "a1xc1");
    assert_eq!(game.view(None).occurrences, 1);
    let past = json!(game)["past"].clone();
    assert_eq!(past, json!([]));
}

fn quiet_turns(quiet: u8, board: Setup) -> Setup {
    Setup { turn: Seat(quiet % 2), turns: quiet.into(), quiet, ..board }
}

#[test]
fn p_19_a_hundred_turns_without_a_capture_draw() {
    let mut game = game(quiet_turns(98, Setup::default()));
    plays(&mut game, 0, "S@a1 A+90");
    assert_eq!((game.view(None).quiet, game.outcome()), (99, None));
    plays(&mut game, 1, "S@f6");
    assert_eq!(game.outcome(), None, "at the end of the hundredth");
    plays(&mut game, 1, "A+90");
    let expected = Outcome::new(Seats::NONE, clause("P-19")).with_scores(vec![0, 0]);
    assert_eq!(game.outcome(), Some(&expected));
    assert_eq!(refused(&game, 0, "S@a1"), "P-19");
}

#[test]
fn p_19_a_capture_starts_the_count_again() {
    let mut game = game(quiet_turns(98, one_more_pip([[0; 3]; 2])));
    plays(&mut game, 0, "a1xc1 A+90");
    assert_eq!(game.view(None).quiet, 0);
    plays(&mut game, 1, "S@f6 D+90");
    assert_eq!(game.view(None).quiet, 1);
}

#[test]
fn p_19_ones_own_pyramid_is_no_capture() {
    let mut setup = one_more_pip([[0; 3]; 2]);
    setup.board[5] = "SS....".into();
    let mut game = game(quiet_turns(98, setup));
    plays(&mut game, 0, "a1xc1 A+90");
    assert_eq!(game.view(None).quiet, 99);
}

#[test]
fn p_19_comes_before_p_16() {
    // Seat 1 will have nothing to do, but the hundredth turn ends first. Turns 99 puts seat 1 on the move, so the
    // board changes sides.
    let swapped = |text: &String| -> String {
        text.chars()
            .map(|c| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
            .collect()
    };
    let stuck = nothing_to_jump();
    let board = stuck.board.iter().map(swapped).collect();
    let captures = [stuck.captures[1], stuck.captures[0]];
    let mut game = game(quiet_turns(99, Setup { board, captures, ..stuck }));
    plays(&mut game, 1, "D+90");
    assert_eq!(game.outcome().map(|outcome| outcome.clause), Some(clause("P-19")));
}

#[test]
fn p_19_comes_before_p_18() {
    // Row 1 with one small pyramid each, seen twice with seat 0 to move; turning an empty coaster brings it a third time.
    let board = |row: &str| format!("....../....../....../....../....../{row}");
    let (again, other) = (board("S....s"), board("S...s."));
    let past = ["", "again", "", "", "", "again", "", ""];
    let past = past.map(|seen| if seen.is_empty() { other.clone() } else { again.clone() }).to_vec();
    let setup = |quiet| Setup {
        board: again.split('/').map(String::from).collect(),
        step: Step::Turn,
        past: past.clone(),
        ..quiet_turns(quiet, Setup::default())
    };
    for (quiet, expected) in [(97, "P-18"), (99, "P-19")] {
        let mut game = game(setup(quiet));
        plays(&mut game, 1, "C+90");
        assert_eq!(game.outcome().map(|outcome| outcome.clause), Some(clause(expected)));
    }
}

#[test]
fn every_sentence_is_there_in_both_languages() {
    let mut over = game(one_more_pip([[0, 1, 4], [0, 0, 0]]));
    plays(&mut over, 0, "a1xc1");
    let Err(Refusal { message, .. }) = play(&mut over, 0, "A+90") else { panic!("the game is over") };
    assert_eq!(message.en, "The game is over: fifteen pips have been captured.");
    assert_eq!(message.fr, "La partie est terminée\u{202f}: quinze points ont été capturés.");
}
