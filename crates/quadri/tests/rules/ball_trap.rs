//! The ball-trap mode.

use crate::common::{Position, actions, hand, is_there, play, refusal};
use quadri::{Event, Mode, Options, Quadri};
use serde_json::json;
use table::{Game, Seat, Seats};

/// Plays cards at these spots, seat after seat, none of them turned.
fn lay(game: &mut Quadri, spots: &[(i16, i16)]) {
    for (x, y) in spots {
        let seat = game.on_turn().unwrap();
        play(game, seat.0, &format!("@{x},{y}+0"));
    }
}

fn fallen(told: &table::Told<Event>) -> Vec<(u8, &'static str)> {
    let each = told.events().filter_map(|event| match event {
        Event::Realised { seat, objective, .. } => Some((seat.0, objective.id)),
        _ => None,
    });
    each.collect()
}

fn out(told: &table::Told<Event>) -> Vec<u8> {
    let each = told.events().filter_map(|event| match event {
        Event::Out { seat } => Some(seat.0),
        _ => None,
    });
    each.collect()
}

#[test]
fn q_18_three_objectives_that_all_others_see() {
    let options = Options { mode: Mode::BallTrap, ..Options::default() };
    for seats in 2..=4 {
        let game = Quadri::new(&options, seats, 5.into()).unwrap();
        for seat in Seat::all(seats) {
            assert_eq!(game.hand(seat).len(), 3);
            assert!(game.hand(seat).iter().all(|objective| objective.points() <= 5));
            for viewer in Seat::all(seats) {
                let shown = game.view(Some(viewer)).seats[seat.index()].hand.as_ref().map(Vec::len);
                assert_eq!(shown, (viewer != seat).then_some(3));
            }
        }
    }
    let six_points = Position::ball_trap(&[&["4I", "4L", "4T"], &["5I", "5F", "6-02"]]);
    assert_eq!(six_points.refused_by(), "Q-18");
    let two_only = Position::ball_trap(&[&["4I", "4L", "4T"], &["5I", "5F"]]);
    assert_eq!(two_only.refused_by(), "Q-18");
}

#[test]
fn q_19_spectators_see_no_hand() {
    let options = Options { mode: Mode::BallTrap, ..Options::default() };
    let view = Quadri::new(&options, 3, 5.into()).unwrap().view(None);
    assert!(view.seats.iter().all(|seat| seat.hand.is_none() && seat.held == 3));
}

#[test]
fn q_19_another_seats_placement_lays_it_down_at_once() {
    let mut game = Position::ball_trap(&[&["5F", "4L", "4T"], &["4I", "5W", "5P"]]).load();
    lay(&mut game, &[(1, 0), (2, 0)]);
    assert_eq!(refusal(&game, 1, "claim 4I"), "Q-19", "nobody claims");
    let told = play(&mut game, 0, "@3,0+0");
    assert_eq!(fallen(&told), [(1, "4I")]);
    assert_eq!(hand(&game, 1), ["5W", "5P"]);
    assert_eq!(game.view(Some(Seat(1))).seats[1].held, 2);
    assert_eq!(game.view(None).realised[0].squares.len(), 4, "all see which it was");
}

/// Four in a row by seat 0's own card, whose 4I it is.
fn own_four_in_a_row() -> Quadri {
    let mut game = Position::ball_trap(&[&["4I", "4L", "4T"], &["5F", "5W", "5P"]]).load();
    lay(&mut game, &[(1, 0), (2, 0), (3, 0)]);
    assert!(is_there(&game, "4I"));
    game
}

#[test]
fn q_19_the_owners_own_placement_never_does() {
    let mut game = own_four_in_a_row();
    assert_eq!(hand(&game, 0), ["4I", "4L", "4T"]);
    // Nor does another's card elsewhere, that neither touches nor frees the shape: both rows keep their four squares.
    let told = play(&mut game, 1, "@4,-1+0");
    assert!(is_there(&game, "4I"));
    assert_eq!(fallen(&told), []);
}

#[test]
fn q_19_the_same_colour_laid_over_counts() {
    let mut game = own_four_in_a_row();
    // Turned by 180° the cyan square is bottom right: it covers the cyan square at 0,0.
    let told = play(&mut game, 1, "@-1,-1+180");
    assert_eq!(game.lying()[4].colours()[2], quadri::Colour::Cyan);
    assert_eq!(fallen(&told), [(0, "4I")]);
}

#[test]
fn q_19_a_shape_freed_of_a_spoiling_neighbour_counts() {
    // Five in a row; then seat 1 covers the fifth squares, cyan and black, and leaves four.
    let mut game = Position::ball_trap(&[&["4I", "4L", "4T"], &["5F", "5W", "5P"]]).load();
    lay(&mut game, &[(1, 0), (2, 0)]);
    play(&mut game, 0, "@3,0+0");
    lay(&mut game, &[(4, 0), (5, 1)]);
    assert!(!is_there(&game, "4I"));
    assert_eq!(game.on_turn(), Some(Seat(1)));
    let told = play(&mut game, 1, "@4,-1+180");
    assert!(is_there(&game, "4I"));
    assert_eq!(fallen(&told), [(0, "4I")]);
}

#[test]
fn q_19_a_position_that_hides_a_fallen_objective_is_refused() {
    let mut game = Position::ball_trap(&[&["5F", "4L", "4T"], &["4I", "5W", "5P"]]).load();
    lay(&mut game, &[(1, 0), (2, 0), (3, 0)]);
    let mut hidden = serde_json::to_value(&game).unwrap();
    hidden["realised"] = json!([]);
    hidden["hands"][1] = json!(["4I", "5W", "5P"]);
    assert_eq!(crate::common::refused_by(&hidden), "Q-19");
}

/// `contained`: a block of cyan three squares wide grows row by row. Seven cards are laid, the last by seat 0.
fn seven_cards(hands: &[&[&'static str]]) -> (Quadri, table::Told<Event>) {
    let mut game = Position::ball_trap(hands).contained().load();
    lay(&mut game, &[(1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2)]);
    assert_eq!((hand(&game, 1), hand(&game, 2)), (vec!["5X"], vec!["5F"]), "the last of each");
    let told = play(&mut game, 0, "@1,2+0");
    (game, told)
}

#[test]
fn q_21_one_card_takes_two_players_out() {
    let (game, told) = seven_cards(&[&["4I", "5L", "5I"], &["4L", "4O", "5X"], &["4T", "5P", "5F"]]);
    assert_eq!(fallen(&told), [(1, "5X"), (2, "5F")]);
    assert_eq!(out(&told), [1, 2]);
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.clause.to_string()), (Seats::one(Seat(0)), "Q-21".into()));
    assert_eq!(refusal(&game, 1, "@2,2+0"), "Q-21");
}

#[test]
fn q_21_those_who_fall_together_share_the_win() {
    // Seat 0 is out already.
    let (game, told) = seven_cards(&[&["5T", "5V", "5Z"], &["4L", "4O", "5X"], &["4T", "5P", "5F"]]);
    assert_eq!(out(&told), [1, 2]);
    let winners: Seats = [Seat(1), Seat(2)].into_iter().collect();
    assert_eq!(game.outcome().unwrap().winners, winners);
}

#[test]
fn q_20_without_an_objective_a_seat_goes_on_playing() {
    let mut game = Position::ball_trap(&[&["5T", "5V", "5Z"], &["4L", "4O", "5X"], &["4T", "5P", "5F"]])
        .contained()
        .load();
    lay(&mut game, &[(1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2)]);
    assert!(game.hand(Seat(0)).is_empty() && game.outcome().is_none());
    assert!(game.view(None).seats[0].out);
    assert_eq!(game.on_turn(), Some(Seat(0)));
    assert!(!actions(&game, 0).is_empty());
}

#[test]
fn q_22_when_the_pile_is_empty_most_objectives_left_win() {
    let mut game =
        Position::ball_trap(&[&["5F", "4L", "4T"], &["4I", "5W", "5P"], &["5U", "5V", "5Z"]]).load();
    // Seat 2's card makes four in a row; a diagonal of cards makes nothing.
    lay(&mut game, &[(1, 0), (2, 0), (3, 0)]);
    assert_eq!(hand(&game, 1), ["5W", "5P"]);
    for step in 0..44 {
        assert!(game.outcome().is_none());
        lay(&mut game, &[(4 + step, 1 + step)]);
    }
    let outcome = game.outcome().unwrap();
    let winners: Seats = [Seat(0), Seat(2)].into_iter().collect();
    assert_eq!((outcome.winners, outcome.clause.to_string()), (winners, "Q-22".into()));
    assert_eq!(outcome.scores, [3, 2, 3]);
    assert_eq!(refusal(&game, 0, "@0,0+0"), "Q-22");
    assert!(game.view(Some(Seat(0))).seats[0].hand.is_some(), "at the end all is open");
}
