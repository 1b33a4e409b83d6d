//! The entries of a table's game that stand: those it was given to begin with, and then what was played and not taken back.

use std::fmt;

use catalogue::{Live, LogFile};
use serde::{Deserialize, Serialize};
use table::{By, GameEntry, Millis, Outcome, Seat};

use super::FoldError;
use crate::{
    entry::TableEntry,
    store::{Opening, Row},
};

/// The game is remembered as it stood after every so many entries that stand: so that neither whoever comes nor whoever takes
/// something back has it played from its start. Fewer in tests, which would never be long enough.
const EVERY: usize = if cfg!(test) { 24 } else { 256 };
/// How often: what is told of a long game begins at the older one.
const MARKS: usize = 2;

/// A seat, what it did, and when.
pub(crate) type Act = (Seat, String, Millis);

/// An entry of the game that stands, with its number in the log; 0 for what the game was given.
pub(super) type Standing = (u64, GameEntry<String>);

/// What was played.
#[derive(Debug, Default)]
pub(crate) struct Played {
    entries: Vec<Standing>,
    marks: Vec<Mark>,
    /// The number of each seat's newest action, whether or not it was taken back.
    acted: Vec<u64>,
}

/// The game as it stood after the first so many entries.
struct Mark {
    entries: usize,
    game: Box<dyn Live>,
}

impl fmt::Debug for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.entries, self.game.state())
    }
}

/// A mark in a snapshot: how many entries, and the game's whole position as JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct KeptMark {
    entries: usize,
    game: String,
}

impl Played {
    /// One more entry, after which the game stands like this.
    pub(super) fn push(&mut self, n: u64, entry: GameEntry<String>, game: &dyn Live) {
        self.add(n, entry);
        if self.entries.len().is_multiple_of(EVERY) {
            if self.marks.len() == MARKS {
                self.marks.remove(0);
            }
            self.marks.push(Mark { entries: self.entries.len(), game: game.boxed() });
        }
    }

    fn add(&mut self, n: u64, entry: GameEntry<String>) {
        if let By::Seat(seat, _) = entry.by {
            let seat = usize::from(seat.0);
            if self.acted.len() <= seat {
                self.acted.resize(seat + 1, 0);
            }
            self.acted[seat] = n;
        }
        self.entries.push((n, entry));
    }

    /// Whether this seat has done anything after this number. What was taken back was done all the same.
    pub(crate) fn has_acted_after(&self, seat: Seat, n: u64) -> bool {
        self.acted.get(usize::from(seat.0)).is_some_and(|&acted| acted > n)
    }

    /// What this seat did first after this number, where it still stands, and at which number.
    pub(crate) fn first_after(&self, seat: Seat, n: u64) -> Option<(u64, &str)> {
        let since = &self.entries[self.entries.partition_point(|&(known, _)| known <= n)..];
        since.iter().find_map(|(n, entry)| match &entry.by {
            By::Seat(by, notation) if *by == seat => Some((*n, notation.as_str())),
            _ => None,
        })
    }

    pub(super) fn truncate(&mut self, to: u64) {
        self.entries.truncate(self.entries.partition_point(|&(n, _)| n <= to));
        self.marks.retain(|mark| mark.entries <= self.entries.len());
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &GameEntry<String>> {
        self.entries.iter().map(|(_, entry)| entry)
    }

    pub(super) fn kept_marks(&self) -> Vec<KeptMark> {
        self.marks.iter().map(|mark| KeptMark { entries: mark.entries, game: mark.game.state() }).collect()
    }

    /// The same with the marks of a snapshot, if they can be read.
    pub(super) fn with_marks(mut self, marks: &[KeptMark], opening: &Opening) -> Option<Self> {
        for KeptMark { entries, game } in marks {
            let game = catalogue::load(&opening.game, game).ok()?;
            self.marks.push(Mark { entries: *entries, game });
        }
        self.marks.iter().all(|mark| mark.entries <= self.entries.len()).then_some(self)
    }

    /// What is told of it to whoever comes: the game as it stood at some point (none: before its start), and the entries
    /// after that. All of a game that is not long, and of a long one so many entries at least.
    pub(super) fn lately(&self) -> (Option<Box<dyn Live>>, &[Standing]) {
        match self.marks.first().filter(|mark| mark.entries > EVERY) {
            Some(mark) => (Some(mark.game.boxed()), &self.entries[mark.entries..]),
            None => (None, &self.entries),
        }
    }

    /// What stands in a table's log, whether or not its game can be opened.
    pub(crate) fn read(opening: &Opening, rows: &[Row]) -> Result<Self, FoldError> {
        let mut played = Self::default();
        given(opening)?.into_iter().for_each(|entry| played.add(0, entry));
        for row in rows {
            match TableEntry::read(&row.entry).ok_or(FoldError::Unreadable(row.n))? {
                TableEntry::Game(entry) => played.add(row.n, entry),
                TableEntry::Undo { to, .. } => played.truncate(to),
                _ => {}
            }
        }
        Ok(played)
    }

    /// How many actions have been played.
    pub(crate) fn moves(&self) -> u32 {
        self.entries().filter(|entry| matches!(entry.by, By::Seat(..))).count() as u32
    }

    /// The game as it stood after entry `to`.
    pub(crate) fn game_after(&self, opening: &Opening, to: u64) -> Result<Box<dyn Live>, FoldError> {
        let wanted = self.entries.partition_point(|&(n, _)| n <= to);
        let (begun, mut game) = match self.marks.iter().rfind(|mark| mark.entries <= wanted) {
            Some(mark) => (mark.entries, mark.game.boxed()),
            None => (0, opening.new_game()?),
        };
        for (_, entry) in &self.entries[begun..wanted] {
            game.happen_unheard(entry)?;
        }
        Ok(game)
    }

    /// What was played after this number, as far as it stands; nothing where something happened by itself.
    pub(crate) fn acts_after(&self, n: u64) -> Option<Vec<(Seat, &str)>> {
        let since = &self.entries[self.entries.partition_point(|&(known, _)| known <= n)..];
        let acts = since.iter().map(|(_, entry)| match &entry.by {
            By::Seat(seat, notation) => Some((*seat, notation.as_str())),
            By::Clock => None,
        });
        acts.collect()
    }

    /// The number of the last action of this seat, and all actions since, itself included.
    pub(crate) fn since_last_of(&self, seat: Seat) -> Option<(u64, Vec<Act>)> {
        let is_theirs = |(n, entry): &Standing| *n > 0 && matches!(entry.by, By::Seat(by, _) if by == seat);
        let last = self.entries.iter().rposition(is_theirs)?;
        let since = self.entries[last..].iter().filter_map(|(_, entry)| match &entry.by {
            By::Seat(seat, notation) => Some((*seat, notation.clone(), entry.at)),
            By::Clock => None,
        });
        Some((self.entries[last].0, since.collect()))
    }
}

impl Opening {
    /// A game of this table as a file.
    pub(crate) fn log_file(&self, played: &Played, names: Vec<String>, outcome: Option<Outcome>) -> LogFile {
        LogFile {
            game: self.game.clone(),
            rules: self.rules,
            seats: self.seats,
            options: self.options.clone(),
            seed: self.seed,
            commitment: self.seed.commitment(),
            names,
            entries: played.entries().cloned().collect(),
            outs: Vec::new(),
            outcome,
        }
    }
}

/// The entries that a table's game begins with.
pub(super) fn given(opening: &Opening) -> Result<Vec<GameEntry<String>>, FoldError> {
    let Some(given) = &opening.given else { return Ok(Vec::new()) };
    let lines = given.lines().enumerate();
    let read = lines.map(|(index, line)| line.parse().map_err(|_| FoldError::Given(index + 1)));
    let entries = read.collect::<Result<Vec<_>, _>>()?;
    // All of them, or it is another game.
    if entries.len() == given.n as usize { Ok(entries) } else { Err(FoldError::Given(entries.len() + 1)) }
}

/// Entries of a game as a table that begins with them keeps them.
pub(crate) fn given_text(entries: &[GameEntry<String>]) -> String {
    entries.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
