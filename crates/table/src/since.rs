//! What has changed of something since it was last shown: found by comparing what it is, not how it is written.

use std::{borrow::Cow, collections::BTreeMap, fmt::Display};

use serde::Serialize;

pub use since::Since;

use crate::{Clause, Millis, Outcome, Refusal, Seat, Seats, Words};

/// Something that people are shown, and that can say what has changed of it. `#[derive(Since)]` tells of the fields of a struct
/// one by one, and of anything else as a whole.
pub trait Since: PartialEq + Serialize {
    /// Tells what has changed since it was `before`.
    fn since<C: Changes>(&self, before: &Self, changes: &mut C) {
        if self != before {
            changes.whole(self);
        }
    }
}

/// Whoever is told what has changed, from the outside in.
pub trait Changes: Sized {
    /// All of it is new: it is this now.
    fn whole<T: Serialize + ?Sized>(&mut self, now: &T);

    /// It has parts, of which `tell` tells those that have changed.
    fn parts<T: Serialize + ?Sized>(&mut self, now: &T, tell: impl FnOnce(&mut Self));

    /// A part of this name has changed.
    fn part<T: Since>(&mut self, name: &str, now: &T, before: &T);

    /// It is a list.
    fn list<T: Since>(&mut self, now: &[T], before: &[T]);

    /// It has parts by names of their own, which may come and go.
    fn map<K: Ord + Display + Serialize, T: Since>(&mut self, now: &BTreeMap<K, T>, before: &BTreeMap<K, T>);
}

impl<T: Since> Since for Vec<T> {
    fn since<C: Changes>(&self, before: &Self, changes: &mut C) {
        changes.list(self, before);
    }
}

impl<T: Since, const N: usize> Since for [T; N]
where
    Self: Serialize,
{
    fn since<C: Changes>(&self, before: &Self, changes: &mut C) {
        changes.list(self, before);
    }
}

impl<T: Since> Since for Option<T> {
    fn since<C: Changes>(&self, before: &Self, changes: &mut C) {
        match (self, before) {
            (Some(now), Some(before)) => now.since(before, changes),
            (None, None) => {}
            _ => changes.whole(self),
        }
    }
}

impl<T: Since> Since for Box<T> {
    fn since<C: Changes>(&self, before: &Self, changes: &mut C) {
        T::since(self, before, changes);
    }
}

impl<K: Ord + Display + Serialize, T: Since> Since for BTreeMap<K, T> {
    fn since<C: Changes>(&self, before: &Self, changes: &mut C) {
        changes.map(self, before);
    }
}

/// Says of these types that they have no parts, or none that are worth telling one by one.
#[macro_export]
macro_rules! whole {
    ($($type:ty),* $(,)?) => { $(impl $crate::Since for $type {})* };
}

whole!(bool, char, u8, u16, u32, u64, i8, i16, i32, i64, f64, String, &'static str, Cow<'static, str>);
whole!(&'static [&'static str]);
whole!(Clause, Millis, Outcome, Refusal, Seat, Seats, Words);

impl<A: PartialEq + Serialize, B: PartialEq + Serialize> Since for (A, B) {}
