//! How many ways there are to go on, counted to some depth: any change of a rule shows here.
//!
//! `tests/pyramids.perft` holds a position a line: seat to move, step, board, then the number of sequences of 1, 2, 3 …
//! actions from it.

use pyramids::{Pyramids, Setup, Step};
use table::{Game, Millis, Mute, Seat};

const POSITIONS: &str = include_str!("../pyramids.perft");

fn sequences(game: &Pyramids, depth: usize) -> u64 {
    let seat = game.turn().0;
    let mut actions = Vec::new();
    game.actions(seat, &mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    let after = |action| {
        let mut game = game.clone();
        game.apply(seat, action, Millis::ZERO, &mut Mute);
        sequences(&game, depth - 1)
    };
    actions.into_iter().map(after).sum()
}

#[test]
fn the_sequences_are_as_many_as_ever() {
    let lines = POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let mut words = line.split_whitespace();
        let turn: u8 = words.next().unwrap().parse().unwrap();
        let step = if words.next() == Some("turn") { Step::Turn } else { Step::PlaceOrJump };
        let board = words.next().unwrap().split('/').map(String::from).collect();
        let setup = Setup { turn: Seat(turn), turns: turn.into(), step, board, ..Setup::default() };
        let game = Pyramids::try_from(setup).unwrap();
        for (depth, count) in (1..).zip(words) {
            let expected: u64 = count.parse().unwrap();
            assert_eq!(sequences(&game, depth), expected, "depth {depth} of {line}");
        }
    }
}
