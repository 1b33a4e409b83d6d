//! The competitive mode.

use crate::common::{Position, actions, block, claims, hand, is_there, play, play_at, refusal, row};
use quadri::{Assist, Event, Mode, Options, Quadri, TriedView};
use serde_json::json;
use table::{Audience, Game, Seat};

/// Hands that the row of cyan squares realises as it grows to four and five.
const TWIG_AND_FLUTE: &[&[&str]] = &[&["4I", "4L", "4T"], &["5I", "4S", "5F"]];

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

/// Who may claim by pointing at squares is told every way in which a shape can be seen; nobody else, and not where the table
/// claims by itself.
#[test]
fn q_2_the_looks_of_an_objective_are_its_turns_and_mirrors() {
    let hands: &[&[&str]] = &[&["4I", "4L", "5V"], &["5I", "4S", "5F"]];
    let game = Position::competitive(2, row(4), hands).load();
    let looks = |game: &Quadri, viewer: u8| {
        let hand = game.view(Some(Seat(viewer))).seats[0].hand.clone();
        hand.map(|hand| hand.into_iter().map(|held| held.looks).collect::<Vec<_>>())
    };
    let mut shown = looks(&game, 0).unwrap();
    for looks in &mut shown {
        looks.sort();
    }
    assert_eq!(shown[0], ["####", "#/#/#/#"]);
    assert_eq!(
        shown[1],
        ["###/#..", "###/..#", "##/#./#.", "##/.#/.#", "#../###", "#./#./##", ".#/.#/##", "..#/###"]
    );
    assert_eq!(shown[2].len(), 4, "mirrored, it is turned");
    assert!(looks(&game, 1).is_none());
    let auto = Options { assist: Assist::Auto, ..Options::default() };
    let auto = Quadri::new(&auto, 2, 3.into()).unwrap();
    assert!(looks(&auto, 0).unwrap().concat().is_empty());
}
