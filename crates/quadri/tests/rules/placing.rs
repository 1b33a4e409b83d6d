//! The modes, the material and placing.

use crate::common::{Position, actions, block, is_there, play, refusal, row, try_at};
use quadri::{Event, First, Mode, Options, Quadri};
use table::{Game, Seat, Seats};

fn new(mode: Mode, seats: u8) -> Result<Quadri, table::Refusal> {
    let options = Options { mode, first: First::Seat(Seat(1)), ..Options::default() };
    Quadri::new(&options, seats, 7.into())
}

#[test]
fn q_0_each_mode_has_its_seats() {
    for (mode, most) in [(Mode::Competitive, 4), (Mode::Cooperative, 6), (Mode::BallTrap, 4)] {
        for seats in 0..=8 {
            match new(mode, seats) {
                Ok(game) => assert!((2..=most).contains(&game.seats()), "{mode:?} {seats}"),
                Err(refusal) => {
                    assert!(!(2..=most).contains(&seats), "{mode:?} {seats}");
                    assert_eq!(refusal.clause.to_string(), "Q-0");
                }
            }
        }
    }
}

#[test]
fn q_0_turns_go_clockwise_from_the_first_seat() {
    let mut game = new(Mode::Competitive, 3).unwrap();
    for (x, seat) in (1..).zip([1, 2, 0, 1]) {
        assert_eq!(game.awaited(), Seats::one(Seat(seat)));
        play(&mut game, seat, &format!("@{x},0+0"));
    }
}

#[test]
fn q_0_the_first_seat_is_at_the_table() {
    let options = Options { first: First::Seat(Seat(2)), ..Options::default() };
    assert_eq!(Quadri::new(&options, 2, 7.into()).unwrap_err().clause.to_string(), "Q-0");
    let firsts: Seats = (0..20)
        .map(|seed| Quadri::new(&Options::default(), 3, seed.into()).unwrap().on_turn().unwrap())
        .collect();
    assert_eq!(firsts, Seats::all(3), "random by default");
}

#[test]
fn q_0_a_seat_that_is_not_there_cannot_act() {
    let game = new(Mode::Competitive, 2).unwrap();
    assert_eq!(refusal(&game, 5, "@1,0+0"), "Q-0");
    assert!(actions(&game, 5).is_empty());
}

#[test]
fn q_1_all_48_cards_are_used() {
    let game = new(Mode::Competitive, 2).unwrap();
    assert_eq!((game.cards_laid(), game.pile_left()), (1, 46), "one lies, one is turned up");
    let mut position = Position::competitive(2, row(8), &[&["4I", "4L", "4T"], &["4O", "4S", "5F"]]);
    position.next = vec!["CMKY"; 8];
    assert_eq!(position.load().pile_left(), 39);
    let mut too_many = position.json();
    too_many["pile"][39] = "CMKY".into();
    assert_eq!(crate::common::refused_by(&too_many), "Q-1");
}

#[test]
fn q_3_a_shape_is_seen_in_any_colour_turned_or_mirrored() {
    let four = Position::competitive(2, row(4), &[&["4I", "4L", "4T"], &["4O", "4S", "5F"]]).load();
    assert!(is_there(&four, "4I"));
    let seen = four.find("4I".parse().unwrap()).unwrap();
    let squares: Vec<_> = seen.squares().map(|spot| (spot.x, spot.y)).collect();
    assert_eq!(squares, [(0, 0), (1, 0), (2, 0), (3, 0)]);

    // The same cards in a column: cyan goes down, and so does magenta on the right.
    let column = (0..4).map(|y| format!("CMYK@0,{y}+0")).collect();
    let four = Position::competitive(2, column, &[&["4I", "4L", "4T"], &["4O", "4S", "5F"]]).load();
    assert!(is_there(&four, "4I"));

    // An L of cyan and its mirror image, turned.
    for cards in [["0,0", "1,0", "2,0", "2,1"], ["0,0", "1,0", "2,0", "0,1"]] {
        let table = cards.iter().map(|at| format!("CMYK@{at}+0")).collect();
        let game = Position::competitive(2, table, &[&["4I", "4L", "4T"], &["4O", "4S", "5F"]]).load();
        assert!(is_there(&game, "4L"), "{cards:?}");
    }
}

#[test]
fn q_3_exact_is_spoilt_by_a_neighbour_and_contained_is_not() {
    let five = Position::competitive(2, row(5), &[&["4I", "4L", "4T"], &["4O", "4S", "5F"]]);
    assert!(is_there(&five.load(), "5I"));
    assert!(!is_there(&five.load(), "4I"));
    assert!(is_there(&five.clone().contained().load(), "4I"));
    assert!(is_there(&five.contained().load(), "5I"));
}

#[test]
fn q_3_corners_may_touch() {
    // Cyan at 0,0 to 3,0 and again at 4,1: only a corner is shared.
    let mut table = row(4);
    table.push("CMKY@4,1+0".into());
    let game = Position::competitive(2, table, &[&["4I", "4L", "4T"], &["4O", "4S", "5F"]]).load();
    assert_eq!(game.colour(quadri::Spot { x: 4, y: 1 }), Some(quadri::Colour::Cyan));
    assert!(is_there(&game, "4I"));
}

#[test]
fn q_4_the_top_card_is_turned_up_for_all_and_placing_ends_the_turn() {
    let mut game = new(Mode::Competitive, 2).unwrap();
    let card = game.next_card().unwrap();
    for viewer in [None, Some(Seat(0)), Some(Seat(1))] {
        assert_eq!(game.view(viewer).next.unwrap().card, card);
    }
    let told = play(&mut game, 1, "@1,0+90");
    assert_eq!(game.lying()[1].card, card);
    assert_eq!(game.on_turn(), Some(Seat(0)));
    let up = told.events().find_map(|event| match event {
        Event::TurnedUp { seat, card, pile } => Some((*seat, card.card, *pile)),
        _ => None,
    });
    assert_eq!(up, Some((Seat(0), game.next_card().unwrap(), 45)));
}

#[test]
fn q_4_only_the_seat_on_turn_places() {
    let game = new(Mode::Competitive, 2).unwrap();
    assert_eq!(refusal(&game, 0, "@1,0+90"), "Q-4");
    assert_eq!(refusal(&game, 0, "@9,9+90"), "Q-4", "whose turn it is comes first");
    assert_eq!(refusal(&game, 1, "turn the table"), "Q-4");
}

#[test]
fn q_4_in_any_of_its_four_turns() {
    let game = new(Mode::Competitive, 2).unwrap();
    let here: Vec<String> =
        actions(&game, 1).into_iter().filter(|action| action.starts_with("@1,0+")).collect();
    assert_eq!(here, ["@1,0+0", "@1,0+90", "@1,0+180", "@1,0+270"]);
    let mut looks = Vec::new();
    for action in here {
        let mut copy = game.clone();
        play(&mut copy, 1, &action);
        looks.push(copy.lying()[1].colours());
        assert_eq!(copy.colour(quadri::Spot { x: 1, y: 0 }), Some(copy.lying()[1].colours()[0]));
    }
    looks.dedup();
    assert_eq!(looks.len(), 4);
}

#[test]
fn q_5_at_least_one_square_and_at_most_three() {
    let mut game = new(Mode::Competitive, 2).unwrap();
    // Around one card: eight spots that cover one or two squares.
    assert_eq!(actions(&game, 1).iter().filter(|action| action.ends_with("+0")).count(), 8);
    assert_eq!(refusal(&game, 1, "@2,0+0"), "Q-5");
    assert_eq!(refusal(&game, 1, "@0,0+0"), "Q-5");
    let sentence = |place: &str| try_at(&mut game.clone(), 0, 1, place).unwrap_err().message.en;
    assert!(sentence("@2,0+0").contains("no square"));
    assert!(sentence("@0,0+0").contains("4 squares"));
    assert_eq!(refusal(&game, 1, "@-32768,32767+0"), "Q-5", "far away");
    assert_eq!(refusal(&game, 1, "@64,0+0"), "Q-5", "the planes wrap round, the table does not");
    play(&mut game, 1, "@1,0+0");
    play(&mut game, 0, "@0,1+0");
    play(&mut game, 1, "@1,1+0");
    assert_eq!(game.lying().len(), 4, "three squares of three cards may be covered");
}

#[test]
fn q_5_covered_squares_are_gone_from_sight() {
    let mut game = new(Mode::Competitive, 2).unwrap();
    let told = play(&mut game, 1, "@1,1+0");
    assert!(told.events().any(|event| matches!(event, Event::Placed { covered: 1, .. })));
    let view = game.view(None);
    assert_eq!(view.squares.len(), 7);
    let top = view.squares.iter().find(|square| (square.x, square.y) == (1, 1)).unwrap();
    assert_eq!((top.card, Some(top.colour)), (1, Some(view.lying[1].colours[0])));
}

#[test]
fn q_5_a_written_table_is_laid_by_the_rules() {
    let hands: &[&[&str]] = &[&["4I", "4L", "4T"], &["4O", "4S", "5F"]];
    for bad in ["CMYK@0,0+0", "CMYK@2,0+0", "CMYK@30000,30000+0"] {
        let table = vec!["CMYK@0,0+0".to_owned(), bad.to_owned()];
        assert_eq!(Position::competitive(2, table, hands).refused_by(), "Q-5", "{bad}");
    }
    assert_eq!(Position::competitive(2, block(4, 4), hands).load().cards_laid(), 16);
}

#[test]
fn q_6_one_card_lies_at_the_start() {
    for mode in [Mode::Competitive, Mode::Cooperative, Mode::BallTrap] {
        let view = new(mode, 2).unwrap().view(None);
        assert_eq!((view.lying.len(), view.squares.len()), (1, 4));
        assert_eq!((view.lying[0].x, view.lying[0].y, view.lying[0].seat), (0, 0, None));
    }
    let mut empty =
        Position::cooperative(2, &["4I", "4L", "4T", "4O", "4S", "5F", "5I", "5L", "5N", "5P"]).json();
    empty["table"] = serde_json::json!([]);
    assert_eq!(crate::common::refused_by(&empty), "Q-14");
    empty["pile"].as_array_mut().unwrap().push("CMYK".into());
    assert_eq!(crate::common::refused_by(&empty), "Q-6");
}
