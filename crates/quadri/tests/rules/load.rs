//! Whatever is written, reading it ends in a position that plays, or in an error that says what is wrong.

use proptest::prelude::*;
use quadri::{Assist, Matching, Mode, Options, Quadri};
use serde_json::{Value, json};
use table::{Chance, Game, Millis, random};

/// The state of a random game after some entries.
fn written(mode: Mode, assist: Assist, seed: u64, entries: usize) -> Value {
    let options = Options { mode, assist, matching: Matching::Contained, ..Options::default() };
    let mut game = Quadri::new(&options, 3, seed.into()).unwrap();
    let mut chance = Chance::new(seed.into());
    random::play_out(&mut game, Millis::ZERO, &mut chance, &mut Vec::new(), entries as u64);
    serde_json::to_value(&game).unwrap()
}

/// The leaves and lists of a value, by the way to them.
fn places(value: &Value, path: &str, into: &mut Vec<String>) {
    into.push(path.to_owned());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, item)| places(item, &format!("{path}/{n}"), into));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(key, field)| places(field, &format!("{path}/{key}"), into));
        }
        _ => {}
    }
}

fn strange() -> Vec<Value> {
    vec![
        Value::Null,
        json!(0),
        json!(1),
        json!(255),
        json!(-1),
        json!(true),
        json!("5W"),
        json!("CMYK"),
        json!("CMYK@0,0+0"),
        json!("CKYM@32767,-32768+90"),
        json!("é@"),
        json!([]),
        json!([0, 7]),
        json!({}),
        json!({"until": 3}),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_spoilt_position_is_refused_or_plays_on(
        seed in 0u64..50,
        entries in 0usize..120,
        mode in 0usize..4,
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4),
    ) {
        let (mode, assist) = [
            (Mode::Competitive, Assist::None),
            (Mode::Competitive, Assist::Auto),
            (Mode::Cooperative, Assist::None),
            (Mode::BallTrap, Assist::None),
        ][mode];
        let mut value = written(mode, assist, seed, entries);
        for (place, new) in picks {
            let mut paths = Vec::new();
            places(&value, "", &mut paths);
            let path = place.get(&paths);
            if let Some(spoilt) = value.pointer_mut(path) {
                *spoilt = new.get(&strange()).clone();
            }
        }
        match crate::common::load(&value) {
            Err(error) => prop_assert!(!error.is_empty()),
            Ok(mut game) => {
                random::play_out(&mut game, Millis::ZERO, &mut Chance::new(1.into()), &mut Vec::new(), 1_000);
                prop_assert!(game.outcome().is_some());
            }
        }
    }
}

#[test]
fn unknown_fields_and_words_are_errors() {
    let position = written(Mode::Competitive, Assist::None, 1, 10);
    for (path, value) in
        [("extra", json!(1)), ("options", json!({"mode": "solo"})), ("options", json!({"first": "me"}))]
    {
        let mut changed = position.clone();
        changed[path] = value;
        assert!(crate::common::load(&changed).is_err(), "{path}");
    }
    let options: Options =
        serde_json::from_value(json!({"mode": "ball-trap", "match": "contained", "first": 1})).unwrap();
    assert_eq!(options.mode, Mode::BallTrap);
    assert_eq!(serde_json::to_value(Options::default()).unwrap()["first"], "random");
}
