//! Why not. Illegal is never silent: a refusal names its clause and says a sentence.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Words;

/// The id of a rule: `P-10`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, TS)]
#[ts(type = "string")]
pub struct Clause {
    letter: u8,
    number: u8,
}

impl Clause {
    /// `Clause::new('P', 10)` is P-10. The letter is an ASCII capital.
    pub const fn new(letter: char, number: u8) -> Self {
        assert!(letter.is_ascii_uppercase());
        Self { letter: letter as u8, number }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.letter as char, self.number)
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no clause id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreadableClause;

impl fmt::Display for UnreadableClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a clause is a capital letter, a hyphen and a number, such as P-10")
    }
}

impl std::error::Error for UnreadableClause {}

impl FromStr for Clause {
    type Err = UnreadableClause;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (letter, number) = text.split_once('-').ok_or(UnreadableClause)?;
        match letter.as_bytes() {
            [letter @ b'A'..=b'Z'] => {
                Ok(Self { letter: *letter, number: number.parse().map_err(|_| UnreadableClause)? })
            }
            _ => Err(UnreadableClause),
        }
    }
}

impl Serialize for Clause {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Clause {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A refused action, options or position: the clause, and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Refusal {
    pub clause: Clause,
    pub message: Words,
}

impl Refusal {
    pub const fn fixed(clause: Clause, en: &'static str, fr: &'static str) -> Self {
        Self { clause, message: Words::fixed(en, fr) }
    }

    pub fn new(clause: Clause, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { clause, message: Words::new(en.into(), fr.into()) }
    }
}

/// Refuses, by this clause.
pub const fn refuse<T>(clause: Clause, en: &'static str, fr: &'static str) -> Result<T, Refusal> {
    Err(Refusal::fixed(clause, en, fr))
}

/// Refuses, by this clause, unless it holds.
pub const fn refuse_unless(
    holds: bool,
    clause: Clause,
    en: &'static str,
    fr: &'static str,
) -> Result<(), Refusal> {
    if holds { Ok(()) } else { refuse(clause, en, fr) }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.clause)
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_reads_as_it_is_written() {
        let clause = Clause::new('P', 10);
        assert_eq!(clause.to_string(), "P-10");
        assert_eq!("P-10".parse(), Ok(clause));
        for bad in ["", "P10", "p-10", "P-", "P-999", "PQ-1", "-1"] {
            assert_eq!(bad.parse::<Clause>(), Err(UnreadableClause), "{bad}");
        }
    }
}
