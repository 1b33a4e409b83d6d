//! What strangers may send, each kind as a function of bytes. Whatever the bytes are, it returns; to panic is to have found
//! a defect.
//!
//! `cargo xtask fuzz` runs them under libFuzzer, which looks for bytes that reach new code; `cargo xtask test` runs the
//! seeds in `fuzz/corpus` and a few thousand variants of them.
//!
//! Inputs are text, so that seeds can be read and written by hand. Where a game is to be chosen, the first line names it.

#![allow(clippy::expect_used, clippy::panic)] // This is what a defect looks like here.

use std::io::Cursor;

use catalogue::{GAMES, Live, LogFile};
use serde_json::Value;
use table::{Millis, Seat, Seed};

/// One kind of input.
pub type Target = fn(&[u8]);

/// All of them, by name.
pub const TARGETS: [(&str, Target); 7] = [
    ("referee", referee),
    ("requests", requests),
    ("entries", entries),
    ("log-files", log_files),
    ("states", states),
    ("notations", notations),
    ("headers", headers),
];

/// The target of this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|(known, _)| *known == name).map(|(_, target)| target)
}

/// Lines for the referee. Every line but a blank one is answered by one line of JSON that says whether it went well.
pub fn referee(data: &[u8]) {
    // Bots think for as long as they are told to: that is not looked for here.
    let thinks = |line: &&[u8]| {
        serde_json::from_slice::<Value>(line).is_ok_and(|request| request["op"].as_str() == Some("choose"))
    };
    let lines: Vec<&[u8]> = data.split(|&byte| byte == b'\n').filter(|line| !thinks(line)).collect();
    let asked = lines.iter().filter(|line| !line.trim_ascii().is_empty()).count();
    let mut answers = Vec::new();
    tools::referee(Cursor::new(lines.join(&b'\n')), &mut answers).expect("memory can be written");
    let answers = String::from_utf8(answers).expect("answers are text");
    assert_eq!(answers.lines().count(), asked, "each line is answered");
    for answer in answers.lines() {
        let answer: Value = serde_json::from_str(answer).expect("answers are JSON");
        assert!(answer["ok"].is_boolean(), "{answer}");
    }
}

/// What comes through a WebSocket, to a table in play: see [`server::fuzzing::requests`].
pub fn requests(data: &[u8]) {
    if let Some((game, lines)) = game_and_rest(data) {
        server::fuzzing::requests(game, lines);
    }
}

/// What a table's log may hold: see [`server::fuzzing::entries`].
pub fn entries(data: &[u8]) {
    if let Some((game, lines)) = game_and_rest(data) {
        server::fuzzing::entries(game, lines);
    }
}

/// What a browser and a proxy before the house may send: see [`server::fuzzing::headers`].
pub fn headers(data: &[u8]) {
    server::fuzzing::headers(data);
}

/// A log file. What is read is written as it is read; what is verified is verified in its canonical form too.
pub fn log_files(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(file) = LogFile::read(text) else { return };
    let written = file.write();
    let again = LogFile::read(&written).expect("what is written can be read");
    assert_eq!(again, file, "{written}");
    match file.verify() {
        Ok(verified) => {
            let canonical = verified.canonical.verify().expect("the canonical form is as good");
            assert_eq!(canonical.canonical, verified.canonical);
            assert_eq!(canonical.game.state(), verified.game.state());
        }
        Err(bad) => assert!(!bad.words().en.is_empty() && !bad.words().fr.is_empty()),
    }
}

/// A position. One that is read can be looked at, played on, and read back from what it is written as.
pub fn states(data: &[u8]) {
    let Some((game, state)) = game_and_rest(data) else { return };
    let Ok(mut game) = catalogue::load(game, state) else { return };
    look_at(&*game);
    for step in 0..4_u64 {
        let acting =
            Seat::all(game.seats()).find_map(|seat| Some((seat, game.actions(seat).into_iter().next()?)));
        let at = game.deadline().unwrap_or(Millis(step));
        match acting {
            Some((seat, action)) => {
                // Something due may happen before it, and then it may be refused.
                let _ = game.play(seat, &action, at);
            }
            None => {
                game.tick(at);
            }
        }
        look_at(&*game);
    }
}

/// Notations, each after the digit of a seat. What may be played is written in one form that reads back; a refused one
/// changes nothing.
pub fn notations(data: &[u8]) {
    let Some((id, lines)) = game_and_rest(data) else { return };
    let about = catalogue::abouts().into_iter().find(|about| about.id == id);
    let seats = about.map_or(2, |about| about.seats.0.max(2));
    let mut game = catalogue::open_newest(id, "{}", seats, Seed::from(7)).expect("the defaults just work");
    for (number, line) in lines.lines().enumerate().take(200) {
        let Some((seat, notation)) = line.split_at_checked(1) else { continue };
        let Some(seat) = seat.parse().ok().map(Seat).filter(|seat| seat.0 < seats) else { continue };
        let (notation, at) = (notation.strip_prefix(' ').unwrap_or(notation), Millis(number as u64 * 10));
        let before = game.state();
        match game.check(seat, notation, at) {
            Ok(checked) => {
                assert!(!checked.notation.contains(['\n', '\r']), "{:?}", checked.notation);
                let again = game.check(seat, &checked.notation, at).expect("the written form is as good");
                assert_eq!(again, checked);
                let happened = game.play(seat, notation, at).expect("what is checked can be played");
                assert_eq!(happened.notation, Some(checked.notation));
            }
            Err(refusal) => {
                assert!(!refusal.message.en.is_empty() && !refusal.message.fr.is_empty());
                assert_eq!(game.play(seat, notation, at).err(), Some(refusal));
                assert_eq!(game.state(), before);
            }
        }
    }
    look_at(&*game);
}

/// The game that the first line names, and the other lines.
fn game_and_rest(data: &[u8]) -> Option<(&'static str, &str)> {
    let (first, rest) = std::str::from_utf8(data).ok()?.split_once('\n')?;
    Some((GAMES.iter().find(|game| **game == first)?, rest))
}

/// A position is one that can be written and read back, whatever is offered may be played, and it looks like something to
/// everybody.
fn look_at(game: &dyn Live) {
    let state = game.state();
    let again = catalogue::load(game.id(), &state).unwrap_or_else(|trouble| panic!("{trouble}: {state}"));
    assert_eq!(again.state(), state);
    for viewer in Seat::all(game.seats()).map(Some).chain([None]) {
        let seen = game.look(viewer, true);
        assert_eq!(seen.view().get(), game.view(viewer));
        let Some(seat) = viewer else { continue };
        for action in game.actions(seat).iter().take(50) {
            if let Err(refusal) = game.check(seat, action, Millis::ZERO) {
                panic!("{action} is offered and refused: {refusal} in {state}");
            }
        }
    }
}
