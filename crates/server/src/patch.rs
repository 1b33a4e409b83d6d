//! What turns one JSON text into another: a JSON Patch (RFC 6902) in its compact form, in which each operation is a list, as
//! json-joy writes it: `[0, path, value]` adds, `[1, path]` removes, `[2, path, value]` replaces.
//!
//! Both texts are the house's own: without blanks, and members of a kind in the same order. So they are compared as they
//! are read, without a tree of either.

use std::fmt::Write as _;

/// Writes the operations that turn the value at `path` from `before` into `after`, with a comma after each. They are never
/// longer than one that replaces the value.
pub(crate) fn operations(path: &str, before: &str, after: &str) -> String {
    let mut writer = Writer::new(before, after, String::new());
    if before != after {
        writer.descend(0, 0, &Trail { above: None, step: Step::From(path) });
    }
    writer.operations
}

/// The way to a value. It is written out only where something has changed.
#[derive(Clone, Copy)]
struct Trail<'a> {
    above: Option<&'a Trail<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    /// A path that is written already.
    From(&'a str),
    /// A key as it is written in JSON.
    Member(&'a str),
    Element(usize),
}

impl<'a> Trail<'a> {
    const fn to(&'a self, step: Step<'a>) -> Self {
        Self { above: Some(self), step }
    }

    fn write(&self, into: &mut String) {
        if let Some(above) = self.above {
            above.write(into);
            into.push('/');
        }
        match self.step {
            Step::Member(key) if key.contains(['~', '/']) => {
                into.push_str(&key.replace('~', "~0").replace('/', "~1"));
            }
            Step::From(text) | Step::Member(text) => into.push_str(text),
            Step::Element(index) => {
                // Writing to memory cannot fail.
                let _ = write!(into, "{index}");
            }
        }
    }

    fn length(&self) -> usize {
        let above = self.above.map_or(0, |above| above.length() + 1);
        above
            + match self.step {
                Step::From(text) => text.len(),
                Step::Member(key) => key.len() + key.matches(['~', '/']).count(),
                Step::Element(index) => 1 + index.checked_ilog10().unwrap_or(0) as usize,
            }
    }
}

/// Goes through both texts at once.
struct Writer<'a> {
    before: &'a str,
    after: &'a str,
    operations: String,
    /// From these places on both texts are the same, as far as this one of `before`.
    same: (usize, usize, usize),
}

impl<'a> Writer<'a> {
    const fn new(before: &'a str, after: &'a str, operations: String) -> Self {
        Self { before, after, operations, same: (0, 0, 0) }
    }

    /// The bytes at these places.
    fn bytes(&self, b: usize, a: usize) -> (Option<u8>, Option<u8>) {
        (self.before.as_bytes().get(b).copied(), self.after.as_bytes().get(a).copied())
    }

    /// How far both texts are the same from these places on; found once for each stretch.
    fn same_until(&mut self, b: usize, a: usize) -> usize {
        let (from, alike, until) = self.same;
        if b < from || b >= until || b - from != a.wrapping_sub(alike) {
            let length = common(&self.before.as_bytes()[b..], &self.after.as_bytes()[a..]);
            self.same = (b, a, b + length);
        }
        self.same.2
    }

    /// Compares the values that begin at these places; returns where they end.
    fn compare(&mut self, b: usize, a: usize, trail: &Trail<'_>) -> (usize, usize) {
        let same = self.same_until(b, a);
        match whole(&self.before.as_bytes()[b..same]) {
            Some(length) => (b + length, a + length),
            None => self.descend(b, a, trail),
        }
    }

    /// Compares the values that begin at these places and may differ.
    fn descend(&mut self, b: usize, a: usize, trail: &Trail<'_>) -> (usize, usize) {
        let start = self.operations.len();
        let both = match self.bytes(b, a) {
            (Some(b'{'), Some(b'{')) => self.compare_objects(b, a, trail),
            (Some(b'['), Some(b'[')) => self.compare_arrays(b, a, trail),
            _ => None,
        };
        let (to_b, to_a) =
            both.unwrap_or_else(|| (b + length(&self.before[b..]), a + length(&self.after[a..])));
        let after = &self.after[a..to_a];
        let written = self.operations.len() - start;
        let replaced = both.is_none() && self.before[b..to_b] != *after;
        if replaced || (written > 0 && written > replacing(trail, after)) {
            self.operations.truncate(start);
            self.write(REPLACE, trail, Some(after));
        }
        (to_b, to_a)
    }

    /// As a rule both have the same members in the same order. Returns where they end, unless it is to be replaced.
    fn compare_objects(&mut self, b: usize, a: usize, trail: &Trail<'_>) -> Option<(usize, usize)> {
        let (before, after, start) = (self.before, self.after, self.operations.len());
        let (mut to_b, mut to_a) = (b + 1, a + 1);
        if let (Some(b'}'), _) | (_, Some(b'}')) = self.bytes(to_b, to_a) {
            return None; // One of them is empty.
        }
        while let Some(key) = key(&before[to_b..]).filter(|key| after[to_a..].starts_with(key)) {
            let member = trail.to(Step::Member(&key[1..key.len() - 1]));
            (to_b, to_a) = self.compare(to_b + key.len() + 1, to_a + key.len() + 1, &member);
            match self.bytes(to_b, to_a) {
                (Some(b','), Some(b',')) => (to_b, to_a) = (to_b + 1, to_a + 1),
                (Some(b'}'), Some(b'}')) => return Some((to_b + 1, to_a + 1)),
                _ => break,
            }
        }
        self.operations.truncate(start);
        let (to_b, to_a) = (b + length(&before[b..]), a + length(&after[a..]));
        self.compare_members(&before[b..to_b], &after[a..to_a], trail)?;
        Some((to_b, to_a))
    }

    /// `None` as soon as it is longer than to replace it.
    fn compare_members(&mut self, before: &str, after: &str, trail: &Trail<'_>) -> Option<()> {
        let most = self.operations.len() + replacing(trail, after);
        let old: Vec<(&str, &str)> = members(before).collect();
        let mut place = 0;
        let mut kept = vec![false; old.len()];
        for (key, value) in members(after) {
            // As a rule it stands where the one before it did, or a little further on.
            let found = (place..old.len()).chain(0..place).find(|&at| old[at].0 == key);
            let member = trail.to(Step::Member(key));
            if let Some(at) = found {
                kept[at] = true;
                place = at + 1;
                self.compare_apart(old[at].1, value, &member);
            } else {
                self.write(ADD, &member, Some(value));
            }
            self.within(most)?;
        }
        for (&(key, _), _) in old.iter().zip(kept).filter(|(_, kept)| !kept) {
            self.write(REMOVE, &trail.to(Step::Member(key)), None);
        }
        Some(())
    }

    /// As a rule lists stay as long as they are. Returns where they end, unless it is to be replaced.
    fn compare_arrays(&mut self, b: usize, a: usize, trail: &Trail<'_>) -> Option<(usize, usize)> {
        let start = self.operations.len();
        let (mut to_b, mut to_a, mut index) = (b + 1, a + 1, 0);
        if let (Some(b']'), _) | (_, Some(b']')) = self.bytes(to_b, to_a) {
            return None; // One of them is empty.
        }
        // Where the first one stands that differs, and how long what is written may become.
        let mut differs = None;
        let longer = loop {
            let from = (to_b, to_a, index);
            (to_b, to_a) = self.compare(to_b, to_a, &trail.to(Step::Element(index)));
            index += 1;
            if self.operations.len() > start {
                let (_, most) = *differs.get_or_insert_with(|| {
                    (from, start + replacing(trail, &self.after[a..a + length(&self.after[a..])]))
                });
                if self.operations.len() > most {
                    break true;
                }
            }
            match self.bytes(to_b, to_a) {
                (Some(b','), Some(b',')) => (to_b, to_a) = (to_b + 1, to_a + 1),
                (Some(b']'), Some(b']')) => return Some((to_b + 1, to_a + 1)),
                _ => break false,
            }
        };
        // Something has come or gone: perhaps what follows is the same.
        self.operations.truncate(start);
        let (end_b, end_a) = (b + length(&self.before[b..]), a + length(&self.after[a..]));
        let (from_b, from_a, first) = differs.map_or((to_b, to_a, index), |(from, _)| from);
        let ended = differs.is_none();
        let (old, new) = (&self.before[..end_b], &self.after[..end_a]);
        let rest = |text: &'a str, from: usize| elements(text, from + usize::from(ended)).collect::<Vec<_>>();
        let (old, new) = (rest(old, from_b), rest(new, from_a));
        if longer && old.len() == new.len() {
            return None;
        }
        let most = start + replacing(trail, &self.after[a..end_a]);
        self.compare_elements(&old, &new, first, most, trail)?;
        Some((end_b, end_a))
    }

    /// What is the same at the end stays; what is before it is compared one by one, and the rest comes or goes. `None` as soon
    /// as it is longer than to replace it.
    fn compare_elements(
        &mut self,
        old: &[&str],
        new: &[&str],
        first: usize,
        most: usize,
        trail: &Trail<'_>,
    ) -> Option<()> {
        let both = old.len().min(new.len());
        let last = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
        let at = |index: usize| trail.to(Step::Element(first + index));
        for index in 0..both - last {
            self.compare_apart(old[index], new[index], &at(index));
            self.within(most)?;
        }
        for index in (both - last..old.len() - last).rev() {
            self.write(REMOVE, &at(index), None);
            self.within(most)?;
        }
        for (index, value) in new.iter().enumerate().take(new.len() - last).skip(both - last) {
            self.write(ADD, &at(index), Some(value));
            self.within(most)?;
        }
        Some(())
    }

    /// Nothing once what is written is longer than this.
    fn within(&self, most: usize) -> Option<()> {
        (self.operations.len() <= most).then_some(())
    }

    /// Compares two values that do not stand at the same place.
    fn compare_apart(&mut self, before: &str, after: &str, trail: &Trail<'_>) {
        if before == after {
            return;
        }
        let mut apart = Writer::new(before, after, std::mem::take(&mut self.operations));
        apart.descend(0, 0, trail);
        self.operations = apart.operations;
    }

    fn write(&mut self, what: char, trail: &Trail<'_>, value: Option<&str>) {
        let operations = &mut self.operations;
        operations.push('[');
        operations.push(what);
        operations.push_str(",\"");
        trail.write(operations);
        operations.push('"');
        if let Some(value) = value {
            operations.push(',');
            operations.push_str(value);
        }
        operations.push_str("],");
    }
}

const ADD: char = '0';
const REMOVE: char = '1';
const REPLACE: char = '2';
/// The length of an operation that replaces, without its path and value.
const REPLACING: usize = r#"[2,"",],"#.len();

/// The same with them.
fn replacing(trail: &Trail<'_>, value: &str) -> usize {
    trail.length() + value.len() + REPLACING
}

/// The key with which this text begins, with its quotation marks.
fn key(text: &str) -> Option<&str> {
    text.strip_prefix('"')?;
    text.get(..string(text.as_bytes())?)
}

/// The members of an object: keys without their quotation marks, and values.
fn members(object: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut at = 1;
    std::iter::from_fn(move || {
        let rest = object.get(at..)?;
        let (key, rest) = rest.split_at(length(rest));
        let value = rest.strip_prefix(':')?;
        let value = &value[..length(value)];
        at += key.len() + value.len() + 2;
        Some((key.strip_prefix('"')?.strip_suffix('"')?, value))
    })
}

/// The elements of a list from this place on, where one begins.
fn elements(array: &str, mut at: usize) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let rest = array.get(at..)?;
        let element = &rest[..length(rest)];
        at += element.len() + 1;
        (!element.is_empty()).then_some(element)
    })
}

/// How many bytes both begin with.
fn common(before: &[u8], after: &[u8]) -> usize {
    const STRIDE: usize = 32;
    let strides = before.chunks_exact(STRIDE).zip(after.chunks_exact(STRIDE));
    let start = strides.take_while(|(before, after)| before == after).count() * STRIDE;
    start + before[start..].iter().zip(&after[start..]).take_while(|(before, after)| before == after).count()
}

/// How long the value is with which this text begins: nothing, where a list or an object ends.
fn length(text: &str) -> usize {
    whole(text.as_bytes()).unwrap_or(text.len())
}

/// The same, if the text is seen to go on behind it or to close it.
fn whole(bytes: &[u8]) -> Option<usize> {
    match bytes.first()? {
        b'"' => string(bytes),
        b'{' | b'[' => container(bytes),
        _ => bytes.iter().position(|byte| matches!(byte, b',' | b'}' | b']')),
    }
}

/// How long the list or object is with which this begins, if it ends here.
fn container(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut at) = (0u32, 0);
    loop {
        at += bytes[at..].iter().position(|byte| STRUCTURE[usize::from(*byte)])?;
        match bytes[at] {
            b'"' => {
                at += string(&bytes[at..])?;
                continue;
            }
            b'{' | b'[' => depth += 1,
            _ => depth -= 1,
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
}

/// What leads into lists, objects and strings, and out of them.
const STRUCTURE: [bool; 256] = {
    let mut structure = [false; 256];
    structure[b'{' as usize] = true;
    structure[b'[' as usize] = true;
    structure[b'}' as usize] = true;
    structure[b']' as usize] = true;
    structure[b'"' as usize] = true;
    structure
};

/// How long the string is with which this begins, with its quotation marks, if it ends here.
fn string(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
        if bytes[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    /// The operations, written out and done by somebody else's hand.
    fn patched(before: &Value, after: &Value) -> (Value, String) {
        let operations = operations("", &before.to_string(), &after.to_string());
        let list = format!("[{}]", operations.trim_end_matches(','));
        let compact: Vec<Vec<Value>> = serde_json::from_str(&list).expect("a list of lists");
        let written_out = compact.iter().map(|operation| match &operation[..] {
            [what, path, value] => {
                json!({ "op": if *what == 0 { "add" } else { "replace" }, "path": path, "value": value })
            }
            [what, path] if *what == 1 => json!({ "op": "remove", "path": path }),
            other => panic!("{other:?}"),
        });
        let patch: json_patch::Patch = serde_json::from_value(written_out.collect()).expect("a JSON Patch");
        let mut patched = before.clone();
        json_patch::patch(&mut patched, &patch).expect("it applies");
        (patched, list)
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (0..4i32).prop_map(Value::from),
            "[a\"\\\\/~é{}\\[\\],:]{0,3}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map("[ab\"\\\\/~]{1,2}", inner, 0..5)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn whatever_it_was_it_becomes_what_it_is(before in value(), after in value()) {
            let (patched, list) = patched(&before, &after);
            prop_assert_eq!(&patched, &after);
            prop_assert!(list.len() <= after.to_string().len() + REPLACING + 1, "{}", list);
        }
    }

    /// A value, and the same with a few places changed.
    fn similar() -> impl Strategy<Value = (Value, Value)> {
        let change = (any::<prop::sample::Index>(), value());
        (value(), prop::collection::vec(change, 1..4)).prop_map(|(before, changes)| {
            let mut after = before.clone();
            for (index, new) in changes {
                let mut places = Vec::new();
                pointers(&after, String::new(), &mut places);
                if let Some(place) = after.pointer_mut(&places[index.index(places.len())]) {
                    *place = new;
                }
            }
            (before, after)
        })
    }

    fn pointers(value: &Value, path: String, into: &mut Vec<String>) {
        match value {
            Value::Array(list) => {
                (0..).zip(list).for_each(|(at, value)| pointers(value, format!("{path}/{at}"), into));
            }
            Value::Object(map) => map.iter().for_each(|(key, value)| {
                let key = key.replace('~', "~0").replace('/', "~1");
                pointers(value, format!("{path}/{key}"), into);
            }),
            _ => {}
        }
        into.push(path);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn of_much_that_stays_little_is_told((before, after) in similar()) {
            let (patched, list) = patched(&before, &after);
            prop_assert_eq!(&patched, &after);
            prop_assert!(list.len() <= after.to_string().len() + REPLACING + 1, "{}", list);
        }
    }

    #[test]
    fn only_what_changed_is_told() {
        let before = json!({ "a": [{ "b": 1, "c": "long enough to be worth it" }, 2, 3], "d": null, "e": [1, 2, 3, 4] });
        let after =
            json!({ "a": [{ "b": 2, "c": "long enough to be worth it" }, 2, 3], "d": null, "e": [1, 3, 4] });
        let (_, list) = patched(&before, &after);
        let shorter = r#"[[2,"/a/0/b",2],[1,"/e/1"]]"#;
        assert_eq!(list, shorter);
        assert_eq!(patched(&after, &after).1, "[]");
    }
}
