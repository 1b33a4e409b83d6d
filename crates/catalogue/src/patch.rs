//! What has changed, as a JSON Patch (RFC 6902) in its compact form, in which each operation is a list, as json-joy writes it:
//! `[0, path, value]` adds, `[1, path]` removes, `[2, path, value]` replaces.

use std::{
    cmp::Ordering,
    collections::BTreeMap,
    fmt::{self, Display, Write as _},
    io::{self, Write},
};

use serde::Serialize;
use table::{Changes, Since};

const ADD: u8 = b'0';
const REMOVE: u8 = b'1';
const REPLACE: u8 = b'2';
/// The length of an operation that replaces, without its path and value.
const REPLACING: usize = r#"[2,"",],"#.len();
/// What is shorter than this is not worth another look.
const SHORT: usize = 64;
/// Nor is a struct of which more than this was told.
const LONG: usize = 256;

/// Writes down what changes it is told. What it has written of a value is never much longer than to replace it.
#[derive(Debug, Default)]
pub struct Patch {
    /// The way to what is told of now, as it stands in a JSON string.
    path: String,
    /// Each with a comma after it.
    operations: Vec<u8>,
}

impl Patch {
    /// With room for what changes by one move.
    pub fn new() -> Self {
        Self { path: String::with_capacity(64), operations: Vec::with_capacity(512) }
    }

    /// Nothing has changed.
    pub const NONE: Self = Self { path: String::new(), operations: Vec::new() };

    /// All of the operations, each with a comma after it.
    pub fn operations(&self) -> &str {
        // What was written is JSON, which serde writes as UTF-8.
        std::str::from_utf8(&self.operations).unwrap_or_default()
    }

    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// Something further in, by a name that stands in a path as it is.
    pub fn at(&mut self, name: &str, tell: impl FnOnce(&mut Self)) {
        let above = self.path.len();
        self.path.push('/');
        self.path.push_str(name);
        tell(self);
        self.path.truncate(above);
    }

    /// The same, by its place in a list.
    pub fn nth(&mut self, index: usize, tell: impl FnOnce(&mut Self)) {
        let mut digits = [0; 20];
        let mut from = digits.len();
        let mut rest = index;
        loop {
            from -= 1;
            digits[from] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        // Digits are ASCII.
        self.at(std::str::from_utf8(&digits[from..]).unwrap_or_default(), tell);
    }

    /// The same, by whatever it is called.
    fn called(&mut self, name: impl Display, tell: impl FnOnce(&mut Self)) {
        let above = self.path.len();
        self.path.push('/');
        // Writing to memory cannot fail.
        let _ = write!(Escaped(&mut self.path), "{name}");
        tell(self);
        self.path.truncate(above);
    }

    /// It is this now.
    pub fn replace(&mut self, now: &impl Serialize) {
        self.whole(now);
    }

    fn write<T: Serialize + ?Sized>(&mut self, what: u8, value: Option<&T>) {
        let to = &mut self.operations;
        to.extend_from_slice(&[b'[', what]);
        to.extend_from_slice(b",\"");
        to.extend_from_slice(self.path.as_bytes());
        to.push(b'"');
        if let Some(value) = value {
            to.push(b',');
            // What is shown is made of strings, numbers and lists.
            serde_json::to_writer(&mut *to, value).unwrap_or_else(|e| unreachable!("it can be written: {e}"));
        }
        to.extend_from_slice(b"],");
    }

    fn remove(&mut self) {
        self.write(REMOVE, None::<&()>);
    }

    /// Writes instead of what was told since `start` that it is this now, where that is shorter.
    fn replace_if_longer<T: Serialize + ?Sized>(&mut self, start: usize, now: &T) -> bool {
        let around = self.path.len() + REPLACING;
        let room = (self.operations.len() - start).checked_sub(around);
        let longer = room.is_some_and(|room| serde_json::to_writer(Room(room), now).is_ok());
        if longer {
            self.operations.truncate(start);
            self.whole(now);
        }
        longer
    }

    /// Whether that may be so, of `all` parts that are alike, if those that were not told are as long as the `some` that were.
    fn may_be_longer(&self, start: usize, some: usize, all: usize) -> bool {
        let told = self.operations.len() - start;
        let around = self.path.len() + REPLACING;
        // Each has its own number or name in its path, of three letters or so.
        let values = told.saturating_sub(some * (around + 3));
        told > SHORT && told > around + all * (values / some.max(1) + 1)
    }
}

impl Changes for Patch {
    fn whole<T: Serialize + ?Sized>(&mut self, now: &T) {
        self.write(REPLACE, Some(now));
    }

    fn parts<T: Serialize + ?Sized>(&mut self, now: &T, tell: impl FnOnce(&mut Self)) {
        let start = self.operations.len();
        tell(self);
        if (SHORT..LONG).contains(&(self.operations.len() - start)) {
            self.replace_if_longer(start, now);
        }
    }

    fn part<T: Since>(&mut self, name: &str, now: &T, before: &T) {
        self.at(name, |patch| now.since(before, patch));
    }

    /// What is the same at the beginning and at the end stays; what is between is compared one by one, and the rest comes or goes.
    fn list<T: Since>(&mut self, now: &[T], before: &[T]) {
        let first = now.iter().zip(before).take_while(|(now, before)| now == before).count();
        let (new, old) = (&now[first..], &before[first..]);
        let last = new.iter().rev().zip(old.iter().rev()).take_while(|(now, before)| now == before).count();
        let (new, old) = (&new[..new.len() - last], &old[..old.len() - last]);
        if new.is_empty() && old.is_empty() {
            return;
        }
        if now.is_empty() || before.is_empty() {
            return self.whole(now);
        }
        let (start, both) = (self.operations.len(), new.len().min(old.len()));
        let mut some = 0_usize;
        for (index, (now_one, before_one)) in new.iter().zip(old).enumerate() {
            if now_one != before_one {
                self.nth(first + index, |patch| now_one.since(before_one, patch));
                some += 1;
                // Of a long list that is quite another the rest is not told in vain.
                let look = some.is_power_of_two() && self.may_be_longer(start, some, now.len());
                if look && self.replace_if_longer(start, now) {
                    return;
                }
            }
        }
        for index in (both..old.len()).rev() {
            self.nth(first + index, Self::remove);
        }
        for (index, one) in new.iter().enumerate().skip(both) {
            self.nth(first + index, |patch| patch.write(ADD, Some(one)));
        }
        some += new.len().max(old.len()) - both;
        if self.may_be_longer(start, some, now.len()) {
            self.replace_if_longer(start, now);
        }
    }

    fn map<K: Ord + Display + Serialize, T: Since>(&mut self, now: &BTreeMap<K, T>, before: &BTreeMap<K, T>) {
        if now.is_empty() || before.is_empty() {
            if now != before {
                self.whole(now);
            }
            return;
        }
        let (start, mut some) = (self.operations.len(), 0);
        let (mut new, mut old) = (now.iter().peekable(), before.iter().peekable());
        loop {
            let order = match (new.peek(), old.peek()) {
                (Some((new, _)), Some((old, _))) => new.cmp(old),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let new = if order.is_le() { new.next() } else { None };
            let old = if order.is_ge() { old.next() } else { None };
            match (new, old) {
                (Some((key, now)), Some((_, before))) if now != before => {
                    self.called(key, |patch| now.since(before, patch));
                }
                (Some((key, now)), None) => self.called(key, |patch| patch.write(ADD, Some(now))),
                (None, Some((key, _))) => self.called(key, Self::remove),
                _ => continue,
            }
            some += 1;
        }
        if self.may_be_longer(start, some, now.len()) {
            self.replace_if_longer(start, now);
        }
    }
}

/// A name within a path (RFC 6901) within a JSON string.
struct Escaped<'a>(&'a mut String);

impl fmt::Write for Escaped<'_> {
    fn write_str(&mut self, name: &str) -> fmt::Result {
        for letter in name.chars() {
            match letter {
                '~' => self.0.push_str("~0"),
                '/' => self.0.push_str("~1"),
                '"' | '\\' => self.0.extend(['\\', letter]),
                letter if letter.is_control() => write!(self.0, "\\u{:04x}", u32::from(letter))?,
                letter => self.0.push(letter),
            }
        }
        Ok(())
    }
}

/// Takes so much and no more, and keeps nothing.
struct Room(usize);

impl Write for Room {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(part.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
