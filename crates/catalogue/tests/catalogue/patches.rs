//! What a look says has changed since the one before makes of that one what is seen now, as somebody else's hand does it.

use std::collections::BTreeMap;

use catalogue::{Live, Patch, Seen};
use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use table::{About, Chance, Millis, Seat, Seed, Since};

/// Does what a patch says.
fn patched(before: &Value, patch: &Patch) -> Value {
    let list = format!("[{}]", patch.operations().trim_end_matches(','));
    let compact: Vec<Vec<Value>> = serde_json::from_str(&list).expect("a list of lists");
    let written_out = compact.iter().map(|operation| match &operation[..] {
        [what, path, value] => {
            json!({ "op": if *what == 0 { "add" } else { "replace" }, "path": path, "value": value })
        }
        [what, path] if *what == 1 => json!({ "op": "remove", "path": path }),
        other => panic!("{other:?}"),
    });
    let operations: json_patch::Patch = serde_json::from_value(written_out.collect()).expect("a JSON Patch");
    let mut after = before.clone();
    json_patch::patch(&mut after, &operations).expect("it applies");
    after
}

fn written(seen: &dyn Seen) -> Value {
    let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    json!({ "view": read(seen.view().get()), "actions": read(seen.actions().get()) })
}

/// Random play, in which everybody looks after every action, and now and then only after a few.
fn everybody_sees_what_changes(about: &About, seed: u64) {
    let game = about.id;
    let mut chance = Chance::new(Seed::from(seed));
    let (fewest, most) = about.seats;
    let seats = (2 + (seed % 2) as u8).clamp(fewest, most);
    let mut live: Box<dyn Live> =
        catalogue::open_newest(game, "{}", seats, Seed::from(seed)).expect("it opens");
    let viewers: Vec<Option<Seat>> = Seat::all(seats).map(Some).chain([None]).collect();
    let mut seen: Vec<Box<dyn Seen>> = viewers.iter().map(|&viewer| live.look(viewer, true)).collect();
    let mut now = Millis::ZERO;
    for turn in 0..120 {
        let Some(seat) = live.awaited().first() else { break };
        let action = chance.pick(&live.actions(seat)).expect("an awaited seat has actions").clone();
        now = now + Millis(700);
        live.tick(now);
        if live.play(seat, &action, now).is_err() || turn % 5 == 4 {
            continue;
        }
        for (&viewer, before) in viewers.iter().zip(&mut seen) {
            let after = live.look(viewer, turn % 7 > 0);
            let mut patch = Patch::default();
            after.since(&**before, &mut patch);
            let (old, new) = (written(&**before), written(&*after));
            assert_eq!(patched(&old, &patch), new, "{game}, seed {seed}, after {turn}: {action}");
            let longest = new.to_string().len() + 64;
            assert!(patch.operations().len() <= longest, "{game}: {} for {new}", patch.operations());
            *before = after;
        }
    }
}

#[test]
fn a_look_and_what_has_changed_is_the_next_look() {
    for about in catalogue::abouts() {
        for seed in 0..8 {
            everybody_sees_what_changes(&about, seed);
        }
    }
}

/// Something with every kind of part.
#[derive(Clone, Debug, PartialEq, Serialize, Since)]
struct Sample {
    number: u8,
    #[serde(rename = "match")]
    word: String,
    list: Vec<Part>,
    pair: [u16; 2],
    named: BTreeMap<String, Vec<u8>>,
    maybe: Option<Part>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Since)]
struct Part {
    id: u8,
    text: String,
}

fn part() -> impl Strategy<Value = Part> {
    (0..4u8, "[a\"\\\\/~é]{0,12}").prop_map(|(id, text)| Part { id, text })
}

fn sample() -> impl Strategy<Value = Sample> {
    let named = prop::collection::btree_map("[ab\"\\\\/~\n]{1,2}", prop::collection::vec(0..3u8, 0..4), 0..5);
    let list = prop::collection::vec(part(), 0..6);
    (0..3u8, "[a-c]{0,2}", list, [0..9u16, 0..9u16], named, prop::option::of(part())).prop_map(
        |(number, word, list, pair, named, maybe)| Sample { number, word, list, pair, named, maybe },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn whatever_it_was_it_becomes_what_it_is(before in sample(), after in sample()) {
        let mut patch = Patch::default();
        after.since(&before, &mut patch);
        let [before, after] = [&before, &after].map(|sample| serde_json::to_value(sample).expect("JSON"));
        prop_assert_eq!(&patched(&before, &patch), &after);
        prop_assert_eq!(patch.is_empty(), before == after);
        // Replacing all of it is `[2,"",…],`: it is never much longer.
        prop_assert!(patch.operations().len() <= 2 * after.to_string().len() + 64, "{}", patch.operations());
    }
}

#[test]
fn only_what_changed_is_told() {
    let part = |id| Part { id, text: "long enough to be worth it".to_owned() };
    let before = Sample {
        number: 1,
        word: "same".to_owned(),
        list: vec![part(1), part(2), part(3)],
        pair: [1, 2],
        named: BTreeMap::from([("a/b".to_owned(), vec![1, 2, 3]), ("c".to_owned(), vec![])]),
        maybe: None,
    };
    let mut after = before.clone();
    after.list[0].id = 9;
    after.list.remove(1);
    after.pair[1] = 5;
    after.named.insert("a/b".to_owned(), vec![1, 3]);
    let mut patch = Patch::default();
    after.since(&before, &mut patch);
    let told = r#"[2,"/list/0/id",9],[1,"/list/1"],[2,"/pair/1",5],[1,"/named/a~1b/1"],"#;
    assert_eq!(patch.operations(), told);
}
