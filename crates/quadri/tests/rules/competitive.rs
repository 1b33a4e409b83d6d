//! The competitive mode.

use crate::common::{Position, actions, block, claims, hand, is_there, play, play_at, refusal, row, try_at};
use quadri::{Assist, Event, Mode, Options, Quadri, StepView, TriedView};
use serde_json::json;
use table::{Audience, Game, Millis, Mute, Seat, Seats};

/// Hands that the row of cyan squares realises as it grows to four and five.
const TWIG_AND_FLUTE: &[&[&str]] = &[&["4I", "4L", "4T"], &["5I", "4S", "5F"]];

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

fn realised(told: &table::Told<Event>) -> Vec<(u8, &'static str)> {
    let each = told.events().filter_map(|event| match event {
        Event::Realised { seat, objective, .. } => Some((seat.0, objective.id)),
        _ => None,
    });
    each.collect()
}

#[test]
fn q_7_thirty_objectives_three_each_secret() {
    let game = Quadri::new(&Options::default(), 4, 3.into()).unwrap();
    assert_eq!(game.objectives_left(), 30 - 12);
    for seat in Seat::all(4) {
        assert_eq!(game.hand(seat).len(), 3);
        for viewer in Seat::all(4) {
            let shown = game.view(Some(viewer)).seats[seat.index()].hand.as_ref().map(Vec::len);
            assert_eq!(shown, (viewer == seat).then_some(3), "only the holder sees them");
        }
        assert!(game.view(None).seats[seat.index()].hand.is_none());
        assert_eq!(game.view(None).seats[seat.index()].held, 3);
    }
}

#[test]
fn q_7_the_table_may_use_24_to_36() {
    for objectives in [23, 37, -1] {
        let options = Options { objectives, ..Options::default() };
        assert_eq!(Quadri::new(&options, 2, 3.into()).unwrap_err().clause.to_string(), "Q-7");
    }
    let options = Options { objectives: 36, ..Options::default() };
    assert_eq!(Quadri::new(&options, 2, 3.into()).unwrap().objectives_left(), 30);
}

#[test]
fn q_8_a_realised_objective_is_laid_down_and_another_drawn() {
    let mut position = Position::competitive(2, row(4), TWIG_AND_FLUTE);
    position.draws = vec!["6-02"];
    let mut game = position.load();
    let told = play(&mut game, 0, "claim 4I");
    assert_eq!(game.points(Seat(0)), 4);
    assert_eq!(hand(&game, 0), ["6-02", "4L", "4T"]);
    let squares = told.events().find_map(|event| match event {
        Event::Realised { squares, .. } => Some(squares.iter().map(|s| (s.x, s.y)).collect::<Vec<_>>()),
        _ => None,
    });
    assert_eq!(squares.unwrap(), [(0, 0), (1, 0), (2, 0), (3, 0)], "which squares made the shape");
    let drew = |viewer| {
        told.heard_by(viewer).find_map(|event| match event {
            Event::Drew { objective, .. } => Some(objective.as_ref().map(|objective| objective.id)),
            _ => None,
        })
    };
    assert_eq!(drew(Some(Seat(0))), Some(Some("6-02")));
    assert_eq!(drew(Some(Seat(1))), Some(None), "the others are told that, not what");
    assert_eq!(drew(None), Some(None));
}

#[test]
fn q_8_two_seats_claim_in_the_same_instant_and_both_count() {
    // Cyan makes four in a row, and black five below it.
    let mut table = row(4);
    table.push("CMKY@4,1+180".into());
    let hands: &[&[&str]] = &[&["4I", "4L", "4T"], &["5I", "4S", "5F"], &["5P", "5T", "5U"]];
    let mut game = Position::competitive(3, table, hands).load();
    assert_eq!(game.on_turn(), Some(Seat(1)), "seat 0 claims out of turn");
    let first = play_at(&mut game, 1_000, 0, "claim 4I");
    let second = play_at(&mut game, 1_000, 1, "claim 5I");
    assert_eq!((game.points(Seat(0)), game.points(Seat(1))), (4, 5));
    assert_eq!(game.on_turn(), Some(Seat(1)), "a claim takes nobody's turn");
    for viewer in [Some(Seat(2)), None] {
        let heard = first.heard_by(viewer).chain(second.heard_by(viewer));
        let realised = heard.filter(|event| matches!(event, Event::Realised { .. }));
        assert_eq!(realised.count(), 2, "a third is told of both");
    }
}

#[test]
fn q_8_a_claim_in_vain_blocks_that_objective_until_the_next_card() {
    let mut game = Position::competitive(2, row(4), TWIG_AND_FLUTE).load();
    let claim = "claim 5I".parse().unwrap();
    assert_eq!(game.witnesses(Seat(1), &claim), Audience::only(Seat(1)), "the others are not told");
    let before = game.clone();
    let told = play(&mut game, 1, "claim 5I");
    assert_eq!(told.heard_by(Some(Seat(0))).count() + told.heard_by(None).count(), 0);
    assert!(matches!(told.0[..], [(_, Event::Missed { covered: false, .. })]));
    assert_eq!(game.view(Some(Seat(0))), before.view(Some(Seat(0))));
    assert_eq!(game.view(None), before.view(None));

    assert_eq!(refusal(&game, 1, "claim 5I"), "Q-8");
    assert_eq!(claims(&game, 1), ["claim 4S", "claim 5F"]);
    let held = game.view(Some(Seat(1))).seats[1].hand.clone().unwrap();
    assert_eq!(held[0].tried, Some(TriedView::Missing));

    // Four cards lie: seat 1 places the fourth, and the row becomes five.
    assert_eq!(game.on_turn(), Some(Seat(1)));
    play(&mut game, 1, "@4,0+0");
    assert_eq!(claims(&game, 1).len(), 3);
    play(&mut game, 1, "claim 5I");
    assert_eq!(game.points(Seat(1)), 5);
}

#[test]
fn q_8_the_offer_of_claims_tells_nothing() {
    let game = Position::competitive(2, row(4), TWIG_AND_FLUTE).load();
    assert_eq!(claims(&game, 0), ["claim 4I", "claim 4L", "claim 4T"]);
    assert_eq!(claims(&game, 1), ["claim 5I", "claim 4S", "claim 5F"]);
}

#[test]
fn q_8_only_ones_own_objectives() {
    let game = Position::competitive(2, row(4), TWIG_AND_FLUTE).load();
    assert_eq!(refusal(&game, 1, "claim 4I"), "Q-8");
}

#[test]
fn q_8_a_claim_that_a_later_card_has_covered_fails_and_says_why() {
    let mut game = Position::competitive(2, row(4), TWIG_AND_FLUTE).load();
    assert!(is_there(&game, "4I"));
    // Seat 1 is quicker: the row is broken before seat 0's claim arrives, in the same instant.
    play_at(&mut game, 2_000, 1, "@0,-1+0");
    assert!(!is_there(&game, "4I"));
    let told = play_at(&mut game, 2_000, 0, "claim 4I");
    assert!(matches!(told.0[..], [(_, Event::Missed { covered: true, .. })]));
    let held = game.view(Some(Seat(0))).seats[0].hand.clone().unwrap();
    assert_eq!(held[0].tried, Some(TriedView::Covered));
    assert_eq!(game.points(Seat(0)), 0);
}

#[test]
fn q_8_a_freshly_drawn_objective_may_be_claimed_at_once() {
    let mut position =
        Position::competitive(2, block(4, 4), &[&["4L", "4O", "4T"], &["4I", "4S", "5F"]]).contained();
    position.draws = vec!["5P", "6-08"];
    let mut game = position.load();
    for (claim, points) in [("claim 4L", 4), ("claim 5P", 9), ("claim 6-08", 15)] {
        play_at(&mut game, 1_000, 0, claim);
        assert_eq!(game.points(Seat(0)), points);
    }
    assert_eq!(game.hand(Seat(0)).len(), 3);
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
fn q_13_none_shows_nothing_and_glow_lights_up_ones_own() {
    for (assist, lit) in [("none", [false; 3]), ("glow", [true, false, false])] {
        let game = Position::competitive(2, row(4), TWIG_AND_FLUTE).with("assist", json!(assist)).load();
        let view = game.view(Some(Seat(0)));
        let glows: Vec<bool> = view.seats[0].hand.as_ref().unwrap().iter().map(|held| held.glows).collect();
        assert_eq!(glows, lit);
        assert!(view.seats[1].hand.is_none());
        assert_eq!(claims(&game, 0).len(), 3, "claims are offered for all the same");
    }
}

#[test]
fn q_13_auto_claims_clockwise_in_hand_order_a_redraw_first() {
    // Three cyan squares in a row; the fourth card makes four of cyan and of black.
    let mut position =
        Position::competitive(3, row(3), &[&["4T", "4S", "5F"], &["5P", "5T", "4I"], &["5L", "4O", "5U"]]);
    position.draws = vec!["5V", "5W"];
    let mut game = position.with("assist", json!("auto")).load();
    assert_eq!(refusal(&game, 1, "claim 4I"), "Q-13");
    assert!(claims(&game, 1).is_empty());
    assert_eq!(game.on_turn(), Some(Seat(2)));
    let told = play(&mut game, 2, "@3,0+0");
    assert_eq!(realised(&told), [(1, "4I")]);
    assert_eq!(hand(&game, 1), ["5P", "5T", "5V"]);

    // `contained`: all of these appear with the same card.
    let mut table = block(4, 2);
    table.pop();
    let mut position = Position::competitive(2, table, &[&["6-07", "4I", "4T"], &["4O", "5I", "6-02"]]);
    position.draws = vec!["6-06"];
    position = position.contained().with("assist", json!("auto"));
    assert_eq!(position.refused_by(), "Q-13", "with auto nobody holds what is there: 4I, 4T and 4O are");
    position.hands = vec![vec!["6-07", "5I", "6-02"], vec!["6-03", "6-04", "6-08"]];
    let mut game = position.load();
    assert_eq!(game.on_turn(), Some(Seat(0)));
    let told = play(&mut game, 0, "@3,1+0");
    assert_eq!(realised(&told)[..2], [(0, "6-07"), (0, "6-06")], "the redraw before the rest of the hand");
}

#[test]
fn q_13_auto_is_scored_at_once() {
    // Two cyan columns side by side, 47 cards: nothing that is held shows.
    let cards = ["CMYK", "CMKY", "CYMK", "CYKM", "CKMY", "CKYM"];
    let table = (0..47).map(|n| format!("{}@{},{}+0", cards[n % 6], n % 2, n / 2)).collect();
    let hands: &[&[&str]] = &[&["6-02", "6-08", "6-10"], &["6-16", "6-18", "6-29"]];
    let mut game = Position::competitive(2, table, hands).with("assist", json!("auto")).load();
    let seat = game.on_turn().unwrap();
    let action = actions(&game, seat.0).remove(0);
    let told = play_at(&mut game, 3_000, seat.0, &action);
    assert!(!told.events().any(|event| matches!(event, Event::Closing { .. })));
    assert_eq!(game.outcome().unwrap().clause.to_string(), "Q-11");
}

#[test]
fn q_13_assist_and_objectives_are_for_this_mode_only() {
    for mode in [Mode::Cooperative, Mode::BallTrap] {
        let plain = Options { mode, ..Options::default() };
        for options in [
            Options { assist: Assist::Glow, ..plain },
            Options { assist: Assist::Auto, ..plain },
            Options { objectives: 24, ..plain },
        ] {
            assert_eq!(Quadri::new(&options, 3, 1.into()).unwrap_err().clause.to_string(), "Q-13");
        }
        assert!(Quadri::new(&plain, 3, 1.into()).is_ok());
    }
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
