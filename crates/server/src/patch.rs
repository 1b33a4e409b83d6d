//! What turns one JSON text into another: a JSON Patch (RFC 6902) in its compact form, in which each operation is a list, as
//! json-joy writes it: `[0, path, value]` adds, `[1, path]` removes, `[2, path, value]` replaces.
//!
//! Both texts are the house's own: without blanks, and members of a kind in the same order. So they are compared as they
//! are read, without a tree of either.

/// Writes the operations that turn the value at `path` from `before` into `after`, with a comma after each. They are never
/// longer than one that replaces the value.
pub(crate) fn operations(path: &str, before: &str, after: &str) -> String {
    let mut writer = Writer { path: path.to_owned(), operations: String::new() };
    writer.compare(before, after);
    writer.operations
}

struct Writer {
    path: String,
    operations: String,
}

impl Writer {
    fn compare(&mut self, before: &str, after: &str) {
        if before == after {
            return;
        }
        let (start, replaced) = (self.operations.len(), self.path.len() + after.len() + REPLACING);
        match (before.as_bytes().first(), after.as_bytes().first()) {
            (Some(b'{'), Some(b'{')) => self.compare_objects(before, after),
            (Some(b'['), Some(b'[')) => self.compare_arrays(before, after),
            _ => return self.write(REPLACE, Some(after)),
        }
        if self.operations.len() - start > replaced {
            self.operations.truncate(start);
            self.write(REPLACE, Some(after));
        }
    }

    fn compare_objects(&mut self, before: &str, after: &str) {
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
                self.compare(old[at].1, value);
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

    /// What is the same at both ends stays; what is between is compared one by one, and the rest comes or goes.
    fn compare_arrays(&mut self, before: &str, after: &str) {
        let (old, new): (Vec<&str>, Vec<&str>) = (elements(before).collect(), elements(after).collect());
        let both = old.len().min(new.len());
        let first = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let last =
            old.iter().rev().zip(new.iter().rev()).take(both - first).take_while(|(old, new)| old == new);
        let last = last.count();
        for at in first..both - last {
            self.at(at, |writer| writer.compare(old[at], new[at]));
        }
        for at in (both - last..old.len() - last).rev() {
            self.at(at, |writer| writer.write(REMOVE, None));
        }
        for (at, value) in new.iter().enumerate().take(new.len() - last).skip(both - last) {
            self.at(at, |writer| writer.write(ADD, Some(value)));
        }
    }

    fn at(&mut self, index: usize, write: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        self.path.push('/');
        self.path.push_str(&index.to_string());
        write(self);
        self.path.truncate(length);
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
        let Self { path, operations } = self;
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

/// How long the value is with which this text begins: nothing, where a list or an object ends.
fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    match bytes.first() {
        Some(b'"') => string(bytes),
        Some(b'{' | b'[') => {
            let (mut depth, mut at) = (0u32, 0);
            while at < bytes.len() {
                match bytes[at] {
                    b'"' => at += string(&bytes[at..]) - 1,
                    b'{' | b'[' => depth += 1,
                    b'}' | b']' => depth -= 1,
                    _ => {}
                }
                at += 1;
                if depth == 0 {
                    break;
                }
            }
            at
        }
        _ => bytes.iter().position(|byte| matches!(byte, b',' | b'}' | b']')).unwrap_or(bytes.len()),
    }
}

/// How long the string is with which this begins, with its quotation marks.
fn string(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
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
