//! How the competitive mode ends.

use crate::common::{Position, actions, block, claims, hand, play, play_at, refusal, try_at};
use quadri::{Event, Quadri, StepView};
use serde_json::json;
use table::{Game, Millis, Mute, Seat, Seats};

/// Eighteen objectives that fit into a block of 4×4.
const IN_THE_BLOCK: [&str; 18] = [
    "5F", "5L", "5N", "5P", "5T", "5U", "5V", "5W", "5X", "5Y", "5Z", "6-06", "6-07", "6-08", "6-10", "6-15",
    "6-16", "6-18",
];

/// Two seats, 24 objectives, 18 to draw: `claims` of those are laid down, by turns, and seat 0 is on turn.
fn near_the_end(claims: usize) -> Position {
    let mut table = block(4, 4);
    table.push("CYKM@-1,-1+180".into());
    let mut position = Position::competitive(2, table, &[&["4I", "4L", "4T"], &["4O", "4S", "5I"]])
        .contained()
        .with("objectives", json!(24));
    position.draws = vec!["6-19"];
    position.realised = (0..claims).map(|n| ((n % 2) as u8, IN_THE_BLOCK[n], 17)).collect();
    position
}

/// The last round is over: both seats still hold three.
fn closing_game() -> Quadri {
    let mut game = near_the_end(17).load();
    play(&mut game, 0, "claim 4L");
    for (x, seat) in [(-2, 0), (-3, 1), (-4, 0)] {
        play_at(&mut game, 5_000, seat, &format!("@{x},-1+0"));
    }
    game
}

#[test]
fn q_9_the_last_objective_drawn_leaves_seats_and_one_placements() {
    let mut game = near_the_end(17).load();
    assert_eq!((game.objectives_left(), game.on_turn()), (1, Some(Seat(0))));
    let told = play(&mut game, 1, "claim 4O");
    assert!(told.events().any(|event| matches!(event, Event::LastRound { placements: 3 })));
    let view = game.view(None);
    assert!(view.last_round);
    assert_eq!(view.placements_left, 3);
    // The turn under way, then each seat once more, the one that was active last.
    for (x, seat) in [(-2, 0), (-3, 1), (-4, 0)] {
        assert_eq!(game.on_turn(), Some(Seat(seat)));
        play(&mut game, seat, &format!("@{x},-1+0"));
    }
    assert_eq!(game.on_turn(), None);
    assert_eq!(game.view(None).step, StepView::Closing);
}

#[test]
fn q_9_a_claim_after_a_placement_falls_in_the_next_seats_turn() {
    let mut game = near_the_end(17).load();
    play(&mut game, 0, "@-2,-1+0");
    play(&mut game, 0, "claim 4L");
    // Seat 1's turn was under way: seat 1, then seats 0 and 1 once more.
    for (x, seat) in [(-3, 1), (-4, 0), (-5, 1)] {
        assert_eq!(game.on_turn(), Some(Seat(seat)));
        play(&mut game, seat, &format!("@{x},-1+0"));
    }
    assert!(game.closing().is_some());
}

#[test]
fn q_9_without_a_pile_the_hand_shrinks() {
    let mut game = near_the_end(18).load();
    assert!(game.is_last_round(), "a written position knows its last round");
    play(&mut game, 0, "claim 4L");
    assert_eq!(hand(&game, 0), ["4I", "4T"]);
    // `IN_THE_BLOCK` was claimed with 17 cards on the table: at most three may follow.
    let mut late = near_the_end(18);
    for x in 2..6 {
        late.table.push(format!("CYKM@{},-1+0", -x));
    }
    assert_eq!(late.refused_by(), "Q-9");
}

#[test]
fn q_10_after_the_last_placement_claims_until_all_are_done() {
    let mut game = closing_game();
    assert_eq!(game.awaited(), Seats::all(2));
    assert_eq!(game.deadline(), Some(Millis(25_000)), "20 s after that placement");
    assert!(game.view(None).next.is_none());
    assert_eq!(refusal(&game, 1, "@-5,-1+0"), "Q-10");
    assert!(actions(&game, 1).contains(&"done".to_owned()));

    play_at(&mut game, 9_000, 1, "claim 4O");
    assert_eq!(game.deadline(), Some(Millis(25_000)), "claims do not prolong it");
    play_at(&mut game, 9_500, 1, "done");
    assert_eq!(refusal(&game, 1, "claim 4S"), "Q-10");
    assert_eq!(refusal(&game, 1, "done"), "Q-10");
    assert_eq!(game.awaited(), Seats::one(Seat(0)));
    play_at(&mut game, 9_600, 0, "claim 4I");
    assert!(game.outcome().is_none());
    play_at(&mut game, 9_700, 0, "done");
    assert_eq!(game.outcome().unwrap().clause.to_string(), "Q-11");
    assert_eq!(refusal(&game, 0, "claim 4T"), "Q-11", "after the end");
    assert_eq!(refusal(&game, 0, "@0,0+0"), "Q-11");
    assert_eq!(game.deadline(), None);
}

#[test]
fn q_8_hands_opened_at_the_end_do_not_tell_who_claimed_in_vain() {
    let mut game = closing_game();
    play_at(&mut game, 9_000, 1, "claim 5I");
    game.tick(Millis(25_000), &mut Mute);
    let tried = |viewer: Option<Seat>| {
        let hand = game.view(viewer).seats[1].hand.clone().expect("all is open at the end");
        hand.iter().filter(|held| held.tried.is_some()).count()
    };
    assert_eq!((tried(Some(Seat(1))), tried(Some(Seat(0))), tried(None)), (1, 0, 0));
}

#[test]
fn q_10_done_is_only_for_the_close() {
    assert_eq!(refusal(&near_the_end(3).load(), 0, "done"), "Q-10");
}

#[test]
fn q_10_an_empty_hand_counts_as_done() {
    let mut game = closing_game();
    for claim in ["claim 4O", "claim 4S"] {
        play_at(&mut game, 9_000, 1, claim);
    }
    assert_eq!(hand(&game, 1), ["5I"]);
    play_at(&mut game, 9_000, 0, "done");
    assert!(game.outcome().is_none());
    // Seat 1's 5I is not in a block of 4×4: it has to say so, or wait.
    play_at(&mut game, 9_000, 1, "claim 5I");
    assert_eq!(actions(&game, 1), ["done"]);

    let mut game = closing_game();
    play_at(&mut game, 9_000, 1, "done");
    let rest: Vec<String> = claims(&game, 0);
    assert_eq!(rest.len(), 3);
    for claim in rest {
        assert!(game.outcome().is_none());
        play_at(&mut game, 9_000, 0, &claim);
    }
    assert!(game.hand(Seat(0)).is_empty() && game.outcome().is_some(), "the last one laid down ends it");
}

#[test]
fn q_10_or_until_20_s_have_passed() {
    let mut game = closing_game();
    let mut early = game.clone();
    early.tick(Millis(24_999), &mut Mute);
    assert!(early.outcome().is_none());

    let mut in_time = game.clone();
    play_at(&mut in_time, 25_000, 1, "claim 4O");
    assert_eq!(
        in_time.points(Seat(1)) - game.points(Seat(1)),
        4,
        "a claim acts first on what is due at its instant"
    );

    let late = try_at(&mut game, 25_001, 1, "claim 4O").unwrap_err();
    assert_eq!(late.clause.to_string(), "Q-11");
    assert!(game.outcome().is_some());
}

#[test]
fn q_11_most_points_win() {
    let mut game = closing_game();
    // Nine claims of seat 0 and eight of seat 1 before, then 4L for seat 0.
    let (mine, theirs) = (game.points(Seat(0)), game.points(Seat(1)));
    game.tick(Millis(25_000), &mut Mute);
    assert!(mine > theirs);
    let outcome = game.outcome().unwrap();
    assert_eq!(
        (outcome.winners, outcome.scores.as_slice()),
        (Seats::one(Seat(0)), [mine, theirs].as_slice())
    );
    assert!(game.view(None).seats[1].hand.is_some(), "at the end all is open");
}

/// A scored game of two seats that laid down these.
fn scored(first: &[&'static str], second: &[&'static str]) -> table::Outcome {
    let mut position =
        Position::competitive(2, block(8, 6), &[&["5I", "6-02", "6-03"], &["6-04", "6-11", "6-20"]])
            .contained();
    position.realised =
        first.iter().map(|id| (0, *id, 48)).chain(second.iter().map(|id| (1, *id, 48))).collect();
    position.over = true;
    position.load().outcome().unwrap().clone()
}

#[test]
fn q_11_then_most_objectives_then_the_win_is_shared() {
    // 20 points each, in four and in five objectives.
    let outcome = scored(&["5F", "5L", "5N", "5P"], &["4I", "4L", "4T", "4O", "4S"]);
    assert_eq!((outcome.scores.clone(), outcome.winners), (vec![20, 20], Seats::one(Seat(1))));
    let outcome = scored(&["5F", "6-06"], &["5L", "6-07"]);
    assert_eq!((outcome.scores.clone(), outcome.winners), (vec![11, 11], Seats::all(2)));
}

/// 47 cards on the table, one turned up, 24 objectives to draw.
fn last_card() -> Position {
    let mut table = block(8, 6);
    table.pop();
    Position::competitive(2, table, &[&["4I", "4L", "4T"], &["4O", "4S", "5I"]]).contained()
}

#[test]
fn q_12_an_empty_quadri_pile_closes_the_game() {
    let mut game = last_card().load();
    assert_eq!((game.on_turn(), game.pile_left()), (Some(Seat(0)), 0));
    let told = play_at(&mut game, 3_000, 0, "@7,5+0");
    assert!(told.events().any(|event| matches!(event, Event::Closing { until: Millis(23_000) })));
    assert_eq!(game.awaited(), Seats::all(2));
    play_at(&mut game, 4_000, 1, "claim 4O");
    assert_eq!(game.hand(Seat(1)).len(), 3, "claims still draw");
}

#[test]
fn q_12_then_the_last_objective_gives_no_more_turns() {
    let mut position = last_card().with("objectives", json!(24));
    position.realised = (0..17).map(|n| ((n % 2) as u8, IN_THE_BLOCK[n], 47)).collect();
    let mut game = position.load();
    play_at(&mut game, 3_000, 0, "@7,5+0");
    assert_eq!(game.objectives_left(), 1);
    let told = play_at(&mut game, 4_000, 1, "claim 4O");
    assert_eq!(game.objectives_left(), 0);
    assert!(!told.events().any(|event| matches!(event, Event::LastRound { .. })));
    assert_eq!((game.on_turn(), game.is_last_round()), (None, false));
    let text = serde_json::to_string(&game).unwrap();
    assert_eq!(serde_json::from_str::<Quadri>(&text).unwrap(), game);
}

#[test]
fn q_12_the_last_round_ends_with_the_pile() {
    let mut position = last_card().with("objectives", json!(24));
    position.realised = (0..17).map(|n| ((n % 2) as u8, IN_THE_BLOCK[n], 47)).collect();
    let mut game = position.load();
    let told = play_at(&mut game, 3_000, 0, "claim 4L");
    assert!(told.events().any(|event| matches!(event, Event::LastRound { placements: 1 })));
    play_at(&mut game, 3_000, 0, "@7,5+0");
    assert!(game.closing().is_some());
}

#[test]
fn positions_that_no_game_reaches_are_refused() {
    let position = near_the_end(3);
    let refused = |change: &dyn Fn(&mut Position)| {
        let mut changed = position.clone();
        change(&mut changed);
        changed.refused_by()
    };
    assert_eq!(refused(&|p| p.realised[0].2 = 1), "Q-8", "it was not there then");
    assert_eq!(refused(&|p| p.realised[0].2 = 18), "Q-8", "no such card yet");
    assert_eq!(refused(&|p| p.realised[0].0 = 9), "Q-0");
    assert_eq!(refused(&|p| p.hands[0][0] = "4O"), "Q-2", "in two hands");
    assert_eq!(refused(&|p| p.hands[0].truncate(2)), "Q-8");
    assert_eq!(refused(&|p| p.tried = vec![vec!["4I"]]), "Q-8", "it is there: the claim would have counted");
    assert_eq!(refused(&|p| p.over = true), "Q-10");
    assert_eq!(refused(&|p| p.closing = Some(json!({"until": 5}))), "Q-10");
    assert_eq!(refused(&|p| p.seats = 3), "Q-7");
    assert_eq!(refused(&|p| p.common = vec!["5Z"]), "Q-14");
    let mut short = position.json();
    short["objectives"].as_array_mut().unwrap().pop();
    assert_eq!(crate::common::refused_by(&short), "Q-7");
    for (path, value) in [("first", json!(2)), ("options", json!({"first": 1}))] {
        let mut other = position.json();
        other[path] = value;
        assert_eq!(crate::common::refused_by(&other), "Q-0");
    }
}
