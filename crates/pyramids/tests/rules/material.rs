//! P-0 to P-3.

use pyramids::{Options, Pyramids, Size};
use serde_json::json;
use table::{Game, Seat, Seed};

use crate::table_of_two::{actions, game, jumps, on, play, plays, refused, start};

#[test]
fn p_0_two_seats() {
    for seats in [0, 1, 3, 8] {
        let refusal = Pyramids::new(&Options::default(), seats, Seed::from(0)).unwrap_err();
        assert_eq!(refusal.clause.to_string(), "P-0");
    }
    assert_eq!(start().seats(), 2);
    assert_eq!(Pyramids::about().seats, (2, 2));
}

#[test]
fn p_1_a_board_of_36_cells() {
    let mut start = start();
    for cell in ["a1", "f1", "a6", "f6", "d3"] {
        assert!(actions(&start, 0).contains(&format!("M@{cell}")), "{cell}");
    }
    for cell in ["g1", "a7", "a0", "", "A1", "a10", "1a", "é1"] {
        assert_eq!(refused(&start, 0, &format!("S@{cell}")), "P-1", "{cell}");
    }
    plays(&mut start, 0, "S@b1");
    let cells = json!(start.view(None)).get("cells").cloned().unwrap();
    assert_eq!(cells.as_array().unwrap().len(), 36);
    assert_eq!(cells[1], json!({"owner": 0, "size": "small"}), "a1 b1 c1 …");
}

#[test]
fn p_1_the_coasters_are_the_four_quarters() {
    let corners = "
        . . . . . .
        . . . . . .
        l . . M . .
        . . . . . .
        . . . . . .
        S . . m . .
    ";
    for (coaster, from, to) in [("A", "a1", "a3"), ("B", "d1", "d3"), ("C", "a4", "a6"), ("D", "d4", "d6")] {
        let mut game = game(pyramids::Setup { step: pyramids::Step::Turn, ..on(corners) });
        let at = |game: &Pyramids, name: &str| {
            let cell = pyramids::Cell::ALL.into_iter().find(|cell| cell.to_string() == name).unwrap();
            game.board().pyramid(cell)
        };
        let before = at(&game, from);
        plays(&mut game, 0, &format!("{coaster}+90"));
        assert!(before.is_some());
        assert_eq!(at(&game, to), before, "{coaster}");
    }
    assert_eq!(
        refused(&game(pyramids::Setup { step: pyramids::Step::Turn, ..on(corners) }), 0, "E+90"),
        "P-1"
    );
}

#[test]
fn p_2_five_of_each_size_worth_one_two_and_three() {
    let start = start();
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(start.reserve(seat), [5, 5, 5]);
    }
    assert_eq!(Size::ALL.map(Size::pips), [1, 2, 3]);
    assert_eq!(refused(&start, 0, "X@a1"), "P-2");
    assert_eq!(refused(&start, 0, "s@a1"), "P-2");
}

#[test]
fn p_2_a_placed_pyramid_leaves_the_reserve() {
    let mut start = start();
    plays(&mut start, 0, "M@c3");
    assert_eq!(start.reserve(Seat(0)), [5, 4, 5]);
    assert_eq!(start.reserve(Seat(1)), [5, 5, 5]);
}

#[test]
fn p_3_one_pyramid_a_cell() {
    let mut game = game(on("
        . . . . . .
        . . . . . .
        . . . . . .
        . . l . . .
        . . . . . .
        . . . . . .
    "));
    assert_eq!(refused(&game, 0, "S@c3"), "P-3");
    assert!(jumps(&game, 0).is_empty());
    assert_eq!(actions(&game, 0).len(), 35 * 3);
    assert!(play(&mut game, 0, "S@c4").is_ok());
}
