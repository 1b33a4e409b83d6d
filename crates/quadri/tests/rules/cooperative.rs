//! The cooperative mode.

use crate::common::{Position, play, refusal};
use quadri::{Event, Mode, Options, Quadri};
use serde_json::json;
use table::{Game, Seat, Seats};

/// The tenth, five in a row, does not fit into a block of 4×4.
const TEN: [&str; 10] = ["4I", "4L", "4T", "4O", "4S", "5F", "5L", "5N", "5P", "5I"];

/// Plays the start card into a block of 4×4 cyan squares, then three cards away from it: 19 cards lie.
fn before_the_last_card() -> Quadri {
    let mut game = Position::cooperative(3, &TEN).contained().load();
    let block = (0..4).flat_map(|y| (0..4).map(move |x| (x, y))).skip(1);
    let away = [(4, -1), (5, -2), (6, -3)];
    for (seat, (x, y)) in block.chain(away).enumerate() {
        play(&mut game, (seat % 3) as u8, &format!("@{x},{y}+0"));
    }
    assert_eq!((game.cards_laid(), game.realised().len(), game.pile_left()), (19, 9, 0));
    game
}

#[test]
fn q_14_ten_open_objectives_of_4_and_5_points_and_20_cards() {
    let options = Options { mode: Mode::Cooperative, ..Options::default() };
    for seats in 2..=6 {
        let game = Quadri::new(&options, seats, 5.into()).unwrap();
        assert_eq!((game.cards_laid(), game.pile_left() + 1), (1, 19));
        let view = game.view(None);
        assert_eq!(view.common.len(), 10);
        assert!(view.common.iter().all(|common| common.objective.points <= 5 && !common.done));
        assert_eq!(view.common, game.view(Some(Seat(1))).common, "common to all");
        assert!(view.seats.iter().all(|seat| seat.hand.is_none() && seat.held == 0));
    }
    let mut nine = Position::cooperative(2, &TEN[1..]);
    assert_eq!(nine.refused_by(), "Q-14");
    nine.common.push("6-02");
    assert_eq!(nine.refused_by(), "Q-14", "6 points");
}

#[test]
fn q_15_no_talk_while_the_game_runs() {
    let mut game = before_the_last_card();
    assert_eq!(game.talk().unwrap_err().clause.to_string(), "Q-15");
    play(&mut game, 0, "@0,4+0");
    assert!(game.outcome().is_some() && game.talk().is_ok(), "and then all may talk");
    for mode in [Mode::Competitive, Mode::BallTrap] {
        let options = Options { mode, ..Options::default() };
        assert!(Quadri::new(&options, 2, 5.into()).unwrap().talk().is_ok());
    }
}

#[test]
fn q_16_the_referee_turns_over_what_is_realised_and_it_stays_done() {
    let mut game = Position::cooperative(2, &TEN).load();
    play(&mut game, 0, "@1,0+0");
    play(&mut game, 1, "@2,0+0");
    let told = play(&mut game, 0, "@3,0+0");
    let realised = told.events().find_map(|event| match event {
        Event::Realised { seat, objective, squares, .. } => Some((seat.0, objective.id, squares.len())),
        _ => None,
    });
    assert_eq!(realised, Some((0, "4I", 4)));
    assert_eq!(refusal(&game, 1, "claim 4L"), "Q-16", "nobody claims");
    // The row grows to five: four are no longer there, but stay done.
    play(&mut game, 1, "@4,0+0");
    assert!(!crate::common::is_there(&game, "4I"));
    let done: Vec<_> =
        game.view(None).common.into_iter().filter(|c| c.done).map(|c| c.objective.id).collect();
    assert_eq!(done, ["4I", "5I"]);
    let mut undone = serde_json::to_value(&game).unwrap();
    undone["realised"] = json!([]);
    assert_eq!(crate::common::refused_by(&undone), "Q-16");
}

#[test]
fn q_17_won_on_the_last_card() {
    let mut game = before_the_last_card();
    let told = play(&mut game, 0, "@0,4+0");
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.clause.to_string()), (Seats::all(3), "Q-17".into()));
    assert!(told.events().any(|event| matches!(event, Event::Ended { .. })));
    assert_eq!(refusal(&game, 1, "@0,5+0"), "Q-17");
}

#[test]
fn q_17_lost_by_one_objective() {
    let mut game = before_the_last_card();
    play(&mut game, 0, "@7,-4+0");
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.clause.to_string()), (Seats::NONE, "Q-17".into()));
    assert_eq!(game.realised().len(), 9);
}

#[test]
fn q_17_all_ten_done_win_before_the_last_card() {
    let mut game = Position::cooperative(2, &TEN).contained().load();
    let block = (0..4).flat_map(|y| (0..4).map(move |x| (x, y))).skip(1);
    for (seat, (x, y)) in block.chain([(0, 4)]).enumerate() {
        play(&mut game, (seat % 2) as u8, &format!("@{x},{y}+0"));
    }
    assert_eq!(game.outcome().unwrap().winners, Seats::all(2));
    assert_eq!(game.cards_laid(), 17);
    // No card can follow.
    let mut on = serde_json::to_value(&game).unwrap();
    let card = on["pile"].as_array_mut().unwrap().remove(0);
    on["table"].as_array_mut().unwrap().push(format!("{}@-1,-1+0", card.as_str().unwrap()).into());
    assert_eq!(crate::common::refused_by(&on), "Q-17");
}
