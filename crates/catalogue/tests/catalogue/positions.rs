//! A position either can be, or does not exist: what is read, however it was spoilt, can be played on and written again.

use catalogue::Live;
use proptest::{prelude::*, sample::select};
use serde_json::{Value, json};
use table::{Chance, Millis, Seat, Seed};

use crate::tables::{TABLES, after};

/// The values of a position that are no lists or objects.
fn leaves(value: &Value, at: &str, into: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                leaves(value, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), into);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for (index, value) in items.iter().enumerate() {
                leaves(value, &format!("{at}/{index}"), into);
            }
        }
        _ => into.push(at.to_owned()),
    }
}

/// Plays on for a while; every position on the way is read back as it is written.
fn plays_on(mut game: Box<dyn Live>, chance: &mut Chance) {
    let mut now = Millis(1 << 52);
    for _ in 0..12 {
        let written = game.state();
        let again = catalogue::load(game.id(), &written).unwrap_or_else(|e| panic!("{e}\n{written}"));
        assert_eq!(again.state(), written);
        for viewer in Seat::all(game.seats()).map(Some).chain([None]) {
            let _ = game.look(viewer, true);
        }
        let Some(seat) = game.awaited().first() else { return };
        let action = chance.pick(&game.actions(seat)).expect("an awaited seat has actions").clone();
        // What is due has happened before.
        if game.play(seat, &action, now).is_err() {
            return;
        }
        now = now + Millis(1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn a_spoilt_position_is_refused_or_plays_on(
        table in select(TABLES), seed in 0u64..1000, actions in 0usize..60,
        pick: prop::sample::Index, with in select(&["null", "0", "1", "2", "99", "100", "101", "255", "true", "\"x\"", "[]"][..]),
    ) {
        let game = after(table, seed, actions);
        let mut value: Value = serde_json::from_str(&game.state()).expect("a state is JSON");
        let mut all = Vec::new();
        leaves(&value, "", &mut all);
        let leaf = value.pointer_mut(&all[pick.index(all.len())]).expect("it is there");
        *leaf = serde_json::from_str(with).expect("it is JSON");
        if let Ok(game) = catalogue::load(game.id(), &value.to_string()) {
            plays_on(game, &mut Chance::new(Seed::from(seed)));
        }
    }
}

/// P-19: it was read, and what came of it was not.
#[test]
fn a_hundred_quiet_turns_are_no_step_two() {
    let board = vec!["......"; 6];
    for (quiet, can_be) in [(98, true), (99, true), (100, false)] {
        let position = json!({ "board": board, "step": "turn", "quiet": quiet, "turns": 100 });
        match catalogue::load("pyramids", &position.to_string()) {
            Ok(game) => {
                assert!(can_be, "{quiet}");
                plays_on(game, &mut Chance::new(Seed::from(1)));
            }
            Err(catalogue::Trouble::Refused(refusal)) => {
                assert!(!can_be && refusal.clause.to_string() == "P-19", "{quiet}: {refusal}");
            }
            Err(other) => panic!("{other}"),
        }
    }
}
