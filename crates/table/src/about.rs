//! What a game says of itself: its names, its seats, its options.

use serde::Serialize;
use ts_rs::TS;

use crate::{Millis, Words};

/// What a person needs to choose a game and set its table.
#[derive(Clone, Debug, Serialize, TS)]
pub struct About {
    /// The game's id: `pyramids`.
    #[ts(type = "string")]
    pub id: &'static str,
    pub name: Words,
    /// One line under the name.
    pub tagline: Words,
    /// What kind of game, and how long.
    pub kind: Words,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// Whether some seats know what others do not: then spectators do not talk to seats.
    pub hidden: bool,
    /// Whether things happen by themselves: then nobody waits for a seat that stays away.
    pub real_time: bool,
    /// Whether everybody knows what any action would do: no seat knows what others do not, nothing comes by chance, and nothing
    /// happens by itself. Then what is played can be planned ahead: *if they do this, I do that*.
    pub foreseeable: bool,
    /// How much later than it was made an action may arrive and still count from when it was made.
    pub grace: Millis,
    pub options: Vec<OptionAbout>,
}

/// What people read of a game, as it stands in its crate.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    /// The rules, in the order of [`Lang`](crate::Lang): `rules/en.md`, `rules/fr.md`.
    pub rules: [&'static str; 2],
    /// The guided first game: `lesson.json`.
    pub lesson: &'static str,
}

/// One option of a table.
#[derive(Clone, Debug, Serialize, TS)]
pub struct OptionAbout {
    /// Its field in the options: `rounds`.
    #[ts(type = "string")]
    pub key: &'static str,
    pub label: Words,
    /// One sentence on what it does.
    pub sentence: Words,
    pub kind: OptionKind,
}

impl OptionAbout {
    /// Label and sentence in English and French.
    pub fn new(
        key: &'static str,
        label: (&'static str, &'static str),
        sentence: (&'static str, &'static str),
        kind: OptionKind,
    ) -> Self {
        Self {
            key,
            label: Words::fixed(label.0, label.1),
            sentence: Words::fixed(sentence.0, sentence.1),
            kind,
        }
    }
}

/// What an option may be, with its default.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum OptionKind {
    /// A whole number in a range.
    Number { min: i32, max: i32, default: i32 },
    /// One of the game's levels, from 1: what each is like. Those that are won go on the guest's record.
    Level { levels: Vec<Words>, default: i32 },
    /// One of a few words.
    Choice { choices: Vec<Choice>, default: String },
    /// On or off.
    Switch { default: bool },
    /// A seat of the table, or `random`.
    SeatOrRandom,
    /// Seats grouped into teams: a list of lists of seats, or nothing.
    Teams,
}

impl OptionKind {
    /// One of these, each with its label in both languages; they are written as they are in the options.
    pub fn choice<T: Serialize>(
        default: T,
        choices: impl IntoIterator<Item = (T, &'static str, &'static str)>,
    ) -> Self {
        let choice = |(value, en, fr)| Choice { value: word(&value), label: Words::fixed(en, fr) };
        Self::Choice { choices: choices.into_iter().map(choice).collect(), default: word(&default) }
    }
}

/// One of the words an option may be.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Choice {
    pub value: String,
    pub label: Words,
}

/// How one of a few words is written.
fn word(choice: &impl Serialize) -> String {
    serde_plain::to_string(choice).unwrap_or_else(|e| unreachable!("an enum without fields is a word: {e}"))
}
