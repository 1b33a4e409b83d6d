//! Setting up and playing in the game's notation.

use pyramids::{Event, Pyramids, Setup};
use table::{Game, Millis, Refusal, Seat, Seed, Told};

/// A board as it is seen, row 6 first; spaces do not matter.
pub(crate) fn board(text: &str) -> Vec<String> {
    text.lines().map(|row| row.replace(' ', "")).filter(|row| !row.is_empty()).collect()
}

/// Seat 0 to place or jump on this board.
pub(crate) fn on(text: &str) -> Setup {
    Setup { board: board(text), ..Setup::default() }
}

pub(crate) fn start() -> Pyramids {
    Pyramids::new(&pyramids::Options::default(), 2, Seed::from(0)).unwrap()
}

pub(crate) fn game(setup: Setup) -> Pyramids {
    Pyramids::try_from(setup).unwrap()
}

/// Plays as a person would, by notation; says what happened.
pub(crate) fn play(game: &mut Pyramids, seat: u8, notation: &str) -> Result<Vec<Event>, Refusal> {
    let action = game.read(Seat(seat), notation)?;
    let mut told = Told::new();
    game.play(Seat(seat), action, Millis::ZERO, &mut told)?;
    Ok(told.events().cloned().collect())
}

/// Plays several actions of one seat that must be legal.
pub(crate) fn plays(game: &mut Pyramids, seat: u8, notations: &str) {
    for notation in notations.split(' ') {
        play(game, seat, notation).unwrap_or_else(|refusal| panic!("{notation}: {refusal}"));
    }
}

/// The clause that refuses this.
pub(crate) fn refused(game: &Pyramids, seat: u8, notation: &str) -> String {
    match play(&mut game.clone(), seat, notation) {
        Ok(_) => format!("{notation} is legal"),
        Err(refusal) => refusal.clause.to_string(),
    }
}

/// Everything that a seat may do, in notation.
pub(crate) fn actions(game: &Pyramids, seat: u8) -> Vec<String> {
    let mut actions = Vec::new();
    game.actions(Seat(seat), &mut actions);
    actions.iter().map(ToString::to_string).collect()
}

/// The jumps among them, in alphabetical order.
pub(crate) fn jumps(game: &Pyramids, seat: u8) -> Vec<String> {
    let mut jumps: Vec<String> = actions(game, seat).into_iter().filter(|a| a.contains('x')).collect();
    jumps.sort();
    jumps
}
