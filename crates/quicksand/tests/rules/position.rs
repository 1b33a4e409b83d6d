//! Any legal position loads; an illegal one is refused with what is wrong; no text makes it panic.

use crate::common::scene;
use proptest::prelude::*;
use quicksand::{Options, Quicksand, Setup};
use serde_json::{Value, json};
use table::{Game, Millis, Seed};

fn written() -> Value {
    serde_json::to_value(scene(10, 2).at(5_000).timers("2:30000 3*:30000 5:20000").game()).unwrap()
}

/// The clause by which a changed position is refused.
fn wrong(change: impl FnOnce(&mut Value)) -> String {
    let mut state = written();
    change(&mut state);
    let message = serde_json::from_value::<Quicksand>(state).expect_err("it is refused").to_string();
    message.rsplit_once('(').map_or(message.clone(), |(_, clause)| clause.trim_end_matches(')').to_owned())
}

#[test]
fn a_written_position_reads_back() {
    let game: Quicksand = serde_json::from_value(written()).unwrap();
    assert_eq!(serde_json::to_value(&game).unwrap(), written());
}

#[test]
fn an_illegal_position_is_refused_with_its_clause() {
    assert_eq!(wrong(|s| s["level"] = json!(22)), "S-9");
    assert_eq!(wrong(|s| s["hands"] = json!([])), "S-0");
    assert_eq!(wrong(|s| s["pile"] = json!([])), "S-1");
    assert_eq!(wrong(|s| s["removed"] = json!("moon")), "S-29");
    assert_eq!(wrong(|s| s["tiles"] = json!([])), "S-6");
    assert_eq!(
        wrong(|s| for k in 0..3 {
            s["tiles"][k] = json!({"shape": "moon", "colour": "orange"});
        }),
        "S-2"
    );
    assert_eq!(wrong(|s| s["timers"] = json!([])), "S-9");
    assert_eq!(wrong(|s| s["timers"][0]["left"] = json!(60_001)), "S-5");
    assert_eq!(wrong(|s| s["timers"][0]["turned"] = json!(5_001)), "S-5");
    assert_eq!(wrong(|s| s["now"] = json!(u64::MAX)), "S-5");
    assert_eq!(wrong(|s| s["timers"][0]["tile"] = json!(18)), "S-17");
    assert_eq!(wrong(|s| s["timers"][0]["tile"] = json!(0)), "S-17");
    assert_eq!(wrong(|s| s["timers"][0]["tile"] = json!(5)), "S-17");
    assert_eq!(wrong(|s| s["timers"][1]["tile"] = json!(15)), "S-18");
    assert_eq!(wrong(|s| s["timers"][0]["tile"] = json!(6)), "S-28");
    assert_eq!(wrong(|s| s["blocks"] = json!([7])), "S-28");
    assert_eq!(wrong(|s| s["blocks"] = json!([200])), "S-28");
    assert_eq!(wrong(|s| s["turn"] = json!(2)), "S-10");
    assert_eq!(wrong(|s| s["turn"] = json!(null)), "S-10");
    assert_eq!(wrong(|s| s["choosing"] = json!(1)), "S-30");
    assert_eq!(wrong(|s| s["suggestions"] = json!([{"by": 0, "to": 1, "place": 1}])), "S-30");
    assert_eq!(wrong(|s| s["known"] = json!([[1], []])), "S-12");
    assert_eq!(wrong(|s| s["known"] = json!([[]])), "S-12");
    assert_eq!(wrong(|s| s["timers"][2]["left"] = json!(0)), "S-19");
    assert_eq!(wrong(|s| s["outcome"] = json!({"winners": [0, 1], "clause": "S-24"})), "S-24");
    assert_eq!(wrong(|s| s["outcome"] = json!({"winners": [], "clause": "S-23"})), "S-23");
    assert_eq!(
        wrong(|s| {
            let card = s["hands"][0][1].take();
            s["pile"].as_array_mut().unwrap().push(card);
        }),
        "S-8"
    );
}

#[test]
fn s_7_no_timer_stands_before_the_tile_it_started_on() {
    assert_eq!(wrong(|s| s["timers"][2]["tile"] = json!(1)), "S-7");
    assert_eq!(wrong(|s| s["timers"][1]["tile"] = json!(1)), "S-7", "nor lost beside such a tile");
}

#[test]
fn s_28_a_marker_comes_off_before_it_is_passed_and_no_sooner() {
    assert_eq!(wrong(|s| s["timers"][0]["tile"] = json!(7)), "S-28", "past the marker on tile 6");
    assert_eq!(wrong(|s| s["blocks"] = json!([6, 12])), "S-28", "nobody was on tile 8 yet");
    let mut state = written();
    state["blocks"] = json!([9, 12]);
    assert!(serde_json::from_value::<Quicksand>(state).is_ok(), "timer C is on tile 5 and took it off");
}

#[test]
fn s_24_a_won_position_says_so() {
    let setup = scene(1, 2).timers("11:60000 12:60000 13:42000").setup();
    assert_eq!(Quicksand::try_from(setup).unwrap_err().clause.to_string(), "S-24");
}

#[test]
fn s_26_alone_a_hand_is_never_empty() {
    let mut setup = scene(1, 1).setup();
    let held = std::mem::take(&mut setup.hands[0]);
    setup.pile.extend(held.into_iter().flatten());
    assert_eq!(Quicksand::try_from(setup).unwrap_err().clause.to_string(), "S-26");
}

#[test]
fn suggestions_and_known_cards_are_written_too() {
    let mut game = scene(13, 2).hand(0, "moon joker grey").pile("").short_pile().game();
    crate::common::play(&mut game, 0, "play #1", 10);
    crate::common::play(&mut game, 0, "suggest 1#3", 20);
    let setup = Setup::from(game.clone());
    assert!(setup.turned_over);
    assert_eq!((setup.known[0].len(), setup.suggestions.len()), (1, 1));
    assert_eq!(Quicksand::try_from(setup).unwrap(), game);
}

proptest! {
    /// One value of a written state replaced by any other: it loads or is refused, and never panics.
    #[test]
    fn no_changed_state_panics(seed in 0u64..50, level in 1i32..=21, path in proptest::collection::vec(0usize..60, 1..4), value in any_value()) {
        let game = Quicksand::new(&Options { level, ..Options::default() }, 1 + (seed % 7) as u8, Seed::from(seed)).unwrap();
        let mut state = serde_json::to_value(&game).unwrap();
        *reach(&mut state, &path) = value;
        if let Ok(mut game) = serde_json::from_value::<Quicksand>(state) {
            let mut actions = Vec::new();
            for seat in table::Seat::all(game.seats()) {
                game.actions(seat, &mut actions);
                let _ = game.view(Some(seat));
            }
            game.tick(Millis(u64::MAX), &mut table::Mute);
        }
    }

    #[test]
    fn no_text_panics_as_an_action(text in "(play |suggest |joker)?[a-z#>+ 0-9é]{0,8}") {
        if let Ok(action) = text.parse::<quicksand::Action>() {
            prop_assert_eq!(action.to_string().parse(), Ok(action));
        }
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        Just(json!([])),
        Just(json!("moon")),
        Just(json!(true)),
        Just(json!({"tile": 3, "turned": 0, "left": 9_000})),
        any::<i64>().prop_map(|n| json!(n)),
        any::<u64>().prop_map(|n| json!(n)),
        (0u8..30).prop_map(|n| json!(n)),
        Just(json!([1, 2, 250])),
    ]
}

fn reach<'a>(value: &'a mut Value, path: &[usize]) -> &'a mut Value {
    let Some((&step, rest)) = path.split_first() else { return value };
    let inside = match value {
        Value::Array(items) => items.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    };
    if inside == 0 {
        return value;
    }
    match value {
        Value::Array(items) => reach(&mut items[step % inside], rest),
        Value::Object(fields) => {
            reach(fields.values_mut().nth(step % inside).expect("the index is below the length"), rest)
        }
        _ => unreachable!("it has something inside"),
    }
}
