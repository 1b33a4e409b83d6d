//! The log is the truth: a game is its options, its seed and a list of entries, and the state is their fold.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{Game, Millis, Mute, Refusal, RulesVersion, Seat, Seed, Sink};

/// What one entry says happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By<A> {
    /// A seat did this.
    Seat(Seat, A),
    /// Time passed: everything due by then happened.
    Clock,
}

/// One entry of a game's log: who did what, and when. Its one text form is `0@1520 L@c3`, or `clock@27000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEntry<A> {
    pub by: By<A>,
    pub at: Millis,
}

impl<A> GameEntry<A> {
    pub const fn act(seat: Seat, action: A, at: Millis) -> Self {
        Self { by: By::Seat(seat, action), at }
    }

    pub const fn tick(at: Millis) -> Self {
        Self { by: By::Clock, at }
    }

    /// Lets this entry happen to `game`. A refused entry changes nothing but lets due things happen.
    pub fn happen<G: Game<Action = A>>(
        self,
        game: &mut G,
        tell: &mut impl Sink<G::Event>,
    ) -> Result<(), Refusal> {
        match self.by {
            By::Seat(seat, action) => {
                game.run_before(self.at, tell);
                game.play(seat, action, self.at, tell)
            }
            By::Clock => {
                game.tick(self.at, tell);
                Ok(())
            }
        }
    }
}

impl<A: fmt::Display> fmt::Display for GameEntry<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.by {
            By::Seat(seat, action) => write!(f, "{seat}@{} {action}", self.at),
            By::Clock => write!(f, "clock@{}", self.at),
        }
    }
}

/// A line that is no entry of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreadableEntry;

impl fmt::Display for UnreadableEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "an entry is a seat, a time and an action on one line, such as 0@1520 L@c3, or clock@27000",
        )
    }
}

impl std::error::Error for UnreadableEntry {}

/// With the action in notation, which only its game can read.
impl FromStr for GameEntry<String> {
    type Err = UnreadableEntry;

    fn from_str(line: &str) -> Result<Self, UnreadableEntry> {
        let (who, rest) = line.split_once('@').ok_or(UnreadableEntry)?;
        if who == "clock" {
            return Ok(Self::tick(Millis(number(rest)?)));
        }
        let (at, notation) = rest.split_once(' ').ok_or(UnreadableEntry)?;
        // Blanks around it were once written as they were typed.
        let notation = notation.trim_ascii();
        if notation.is_empty() || notation.contains(char::is_control) {
            return Err(UnreadableEntry);
        }
        Ok(Self::act(Seat(number(who)?), notation.to_owned(), Millis(number(at)?)))
    }
}

/// Digits and nothing else, not even a sign.
fn number<N: FromStr>(text: &str) -> Result<N, UnreadableEntry> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or(UnreadableEntry)
}

impl Serialize for GameEntry<String> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GameEntry<String> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A whole game, as it can be kept and folded again.
#[derive(Clone, Debug, PartialEq)]
pub struct Log<G: Game> {
    pub rules: RulesVersion,
    pub options: G::Options,
    pub seats: u8,
    pub seed: Seed,
    pub entries: Vec<GameEntry<G::Action>>,
}

impl<G: Game> Log<G> {
    /// The log of a new game, by the newest rules.
    pub const fn new(options: G::Options, seats: u8, seed: Seed) -> Self {
        Self { rules: G::RULES.newest, options, seats, seed, entries: Vec::new() }
    }

    /// The game that these entries make.
    pub fn fold(&self) -> Result<G, BadLog> {
        let mut game = G::begin(self.rules, &self.options, self.seats, self.seed).map_err(BadLog::Setup)?;
        let mut last = Millis::ZERO;
        for (index, entry) in self.entries.iter().enumerate() {
            if entry.at < last {
                return Err(BadLog::Backwards { index });
            }
            last = entry.at;
            entry
                .clone()
                .happen(&mut game, &mut Mute)
                .map_err(|refusal| BadLog::Refused { index, refusal })?;
        }
        Ok(game)
    }
}

/// Why a log does not fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadLog {
    Setup(Refusal),
    Refused { index: usize, refusal: Refusal },
    Backwards { index: usize },
}

impl fmt::Display for BadLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(refusal) => write!(f, "the setup is refused: {refusal}"),
            Self::Refused { index, refusal } => write!(f, "entry {} is refused: {refusal}", index + 1),
            Self::Backwards { index } => write!(f, "entry {} is earlier than the one before it", index + 1),
        }
    }
}

impl std::error::Error for BadLog {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_entry_is_written_on_one_line() {
        assert_eq!(GameEntry::act(Seat(0), "L@c3", Millis(1520)).to_string(), "0@1520 L@c3");
        assert_eq!(GameEntry::<&str>::tick(Millis(27_000)).to_string(), "clock@27000");
        let json = serde_json::to_string(&GameEntry::act(Seat(1), "pass".to_owned(), Millis(7))).unwrap();
        assert_eq!(json, "\"1@7 pass\"");
        assert_eq!(serde_json::from_str::<GameEntry<String>>(&json).unwrap().to_string(), "1@7 pass");
    }

    #[test]
    fn blanks_that_were_typed_around_an_action_are_not_part_of_it() {
        for line in ["0@1520 L@c3", "0@1520  L@c3", "0@1520 L@c3 ", "0@1520 \n  \nL@c3\r\n"] {
            assert_eq!(line.parse::<GameEntry<String>>().unwrap().to_string(), "0@1520 L@c3");
        }
    }

    #[test]
    fn what_is_no_entry_is_not_read() {
        for line in [
            "",
            "0",
            "@",
            "0@",
            "0@1520",
            "0@1520 ",
            "0@1520 L@\nc3",
            " 0@1 x",
            "+0@1 x",
            "0@+1 x",
            "0@-1 x",
            "256@1 x",
            "-1@1 x",
            "clock",
            "clock@",
            "clock@ 1",
            "clock@1 x",
            "Clock@1",
            "0@99999999999999999999 x",
            "0\u{a0}@1 x",
            "name: x",
        ] {
            assert_eq!(line.parse::<GameEntry<String>>(), Err(UnreadableEntry), "{line:?}");
        }
    }

    proptest! {
        #[test]
        fn an_entry_reads_as_it_is_written(seat in 0u8..8, at: u64, notation in "[!-~]([ -~]{0,12}[!-~])?") {
            let entry = GameEntry::act(Seat(seat), notation, Millis(at));
            prop_assert_eq!(entry.to_string().parse(), Ok(entry));
            let tick = GameEntry::<String>::tick(Millis(at));
            prop_assert_eq!(tick.to_string().parse(), Ok(tick));
        }

        #[test]
        fn what_is_read_is_written_as_it_was_but_for_zeros(line in "[0-2c]{1,2}(lock)?@[0-9+ -]{0,3} ?[ax@ ]{0,3}") {
            if let Ok(entry) = line.parse::<GameEntry<String>>() {
                prop_assert_eq!(entry.to_string().parse::<GameEntry<String>>(), Ok(entry));
            }
        }
    }
}
