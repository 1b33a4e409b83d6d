//! What turns one JSON text into another: a JSON Patch (RFC 6902) in its compact form, in which each operation is a list, as
//! json-joy writes it: `[0, path, value]` adds, `[1, path]` removes, `[2, path, value]` replaces.
//!
//! Both texts are the house's own: without blanks, and members of a kind in the same order. So they are compared as they
//! are read, without a tree of either.

/// Writes the operations that turn the value at `path` from `before` into `after`, with a comma after each. They are never
/// longer than one that replaces the value.
pub(crate) fn operations(path: &str, before: &str, after: &str) -> String {
    let mut writer = Writer::new(before, after, path.to_owned(), String::new());
    writer.compare(0, 0);
    writer.operations
}

/// Goes through both texts at once.
struct Writer<'a> {
    before: &'a str,
    after: &'a str,
    path: String,
    operations: String,
    /// From these places on both texts are the same, as far as this one of `before`.
    same: (usize, usize, usize),
}

impl<'a> Writer<'a> {
    const fn new(before: &'a str, after: &'a str, path: String, operations: String) -> Self {
        Self { before, after, path, operations, same: (0, 0, 0) }
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
    fn compare(&mut self, b: usize, a: usize) -> (usize, usize) {
        let same = self.same_until(b, a);
        if let Some(length) = whole(&self.before.as_bytes()[b..same]) {
            return (b + length, a + length);
        }
        let start = self.operations.len();
        let (to_b, to_a) = match (self.before.as_bytes().get(b), self.after.as_bytes().get(a)) {
            (Some(b'{'), Some(b'{')) => self.compare_objects(b, a),
            (Some(b'['), Some(b'[')) => self.compare_arrays(b, a),
            _ => {
                let (to_b, to_a) = (b + length(&self.before[b..]), a + length(&self.after[a..]));
                let after = &self.after[a..to_a];
                if self.before[b..to_b] != *after {
                    self.write(REPLACE, Some(after));
                }
                return (to_b, to_a);
            }
        };
        let after = &self.after[a..to_a];
        if self.operations.len() - start > self.path.len() + after.len() + REPLACING {
            self.operations.truncate(start);
            self.write(REPLACE, Some(after));
        }
        (to_b, to_a)
    }

    /// As a rule both have the same members in the same order.
    fn compare_objects(&mut self, b: usize, a: usize) -> (usize, usize) {
        let (before, after, start) = (self.before, self.after, self.operations.len());
        let (mut to_b, mut to_a) = (b + 1, a + 1);
        while let Some(key) = key(&before[to_b..]).filter(|key| after[to_a..].starts_with(key)) {
            let length = self.enter(&key[1..key.len() - 1]);
            (to_b, to_a) = self.compare(to_b + key.len() + 1, to_a + key.len() + 1);
            self.path.truncate(length);
            match (before.as_bytes().get(to_b), after.as_bytes().get(to_a)) {
                (Some(b','), Some(b',')) => (to_b, to_a) = (to_b + 1, to_a + 1),
                (Some(b'}'), Some(b'}')) => return (to_b + 1, to_a + 1),
                _ => break,
            }
        }
        self.operations.truncate(start);
        let (to_b, to_a) = (b + length(&before[b..]), a + length(&after[a..]));
        self.compare_members(&before[b..to_b], &after[a..to_a]);
        (to_b, to_a)
    }

    fn compare_members(&mut self, before: &str, after: &str) {
        let old: Vec<(&str, &str)> = members(before).collect();
        let mut place = 0;
        let mut kept = vec![false; old.len()];
        for (key, value) in members(after) {
            // As a rule it stands where the one before it did, or a little further on.
            let found = (place..old.len()).chain(0..place).find(|&at| old[at].0 == key);
            let length = self.enter(key);
            if let Some(at) = found {
                kept[at] = true;
                place = at + 1;
                self.compare_apart(old[at].1, value);
            } else {
                self.write(ADD, Some(value));
            }
            self.path.truncate(length);
        }
        for (&(key, _), _) in old.iter().zip(kept).filter(|(_, kept)| !kept) {
            let length = self.enter(key);
            self.write(REMOVE, None);
            self.path.truncate(length);
        }
    }

    /// As a rule lists of objects and of lists stay as long as they are.
    fn compare_arrays(&mut self, b: usize, a: usize) -> (usize, usize) {
        let (before, after, start) = (self.before, self.after, self.operations.len());
        let (mut to_b, mut to_a, mut index) = (b + 1, a + 1, 0);
        while let (Some(b'{' | b'['), Some(b'{' | b'[')) =
            (before.as_bytes().get(to_b), after.as_bytes().get(to_a))
        {
            (to_b, to_a) = self.at(index, |writer| writer.compare(to_b, to_a));
            index += 1;
            match (before.as_bytes().get(to_b), after.as_bytes().get(to_a)) {
                (Some(b','), Some(b',')) => (to_b, to_a) = (to_b + 1, to_a + 1),
                (Some(b']'), Some(b']')) => return (to_b + 1, to_a + 1),
                _ => break,
            }
        }
        self.operations.truncate(start);
        let (to_b, to_a) = (b + length(&before[b..]), a + length(&after[a..]));
        self.compare_elements(&before[b..to_b], &after[a..to_a]);
        (to_b, to_a)
    }

    /// What is the same at both ends stays; what is between is compared one by one, and the rest comes or goes.
    fn compare_elements(&mut self, before: &str, after: &str) {
        let (old, new): (Vec<&str>, Vec<&str>) = (elements(before).collect(), elements(after).collect());
        let both = old.len().min(new.len());
        let first = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let last =
            old.iter().rev().zip(new.iter().rev()).take(both - first).take_while(|(old, new)| old == new);
        let last = last.count();
        for at in first..both - last {
            self.at(at, |writer| writer.compare_apart(old[at], new[at]));
        }
        for at in (both - last..old.len() - last).rev() {
            self.at(at, |writer| writer.write(REMOVE, None));
        }
        for (at, value) in new.iter().enumerate().take(new.len() - last).skip(both - last) {
            self.at(at, |writer| writer.write(ADD, Some(value)));
        }
    }

    /// Compares two values that do not stand at the same place.
    fn compare_apart(&mut self, before: &str, after: &str) {
        let (path, operations) = (std::mem::take(&mut self.path), std::mem::take(&mut self.operations));
        let mut apart = Writer::new(before, after, path, operations);
        apart.compare(0, 0);
        (self.path, self.operations) = (apart.path, apart.operations);
    }

    fn at<T>(&mut self, index: usize, write: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        self.path.push('/');
        self.path.push_str(&index.to_string());
        let written = write(self);
        self.path.truncate(length);
        written
    }

    /// Goes on to a member, by its key as it is written in JSON; returns how to come back.
    fn enter(&mut self, key: &str) -> usize {
        let length = self.path.len();
        self.path.push('/');
        if key.contains(['~', '/']) {
            self.path.push_str(&key.replace('~', "~0").replace('/', "~1"));
        } else {
            self.path.push_str(key);
        }
        length
    }

    fn write(&mut self, what: char, value: Option<&str>) {
        let Self { path, operations, .. } = self;
        operations.push('[');
        operations.push(what);
        for piece in [",\"", path, "\""] {
            operations.push_str(piece);
        }
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

fn elements(array: &str) -> impl Iterator<Item = &str> {
    let mut at = 1;
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
        b'{' | b'[' => {
            let (mut depth, mut at) = (0u32, 0);
            while let Some(byte) = bytes.get(at) {
                at += match byte {
                    b'"' => string(&bytes[at..])?,
                    _ => 1,
                };
                match byte {
                    b'{' | b'[' => depth += 1,
                    b'}' | b']' => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    return Some(at);
                }
            }
            None
        }
        _ => bytes.iter().position(|byte| matches!(byte, b',' | b'}' | b']')),
    }
}

/// How long the string is with which this begins, with its quotation marks, if it ends here.
fn string(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
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
