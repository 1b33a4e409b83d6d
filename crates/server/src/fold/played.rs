//! The entries of a table's game that stand: those it was given to begin with, and then what was played and not taken back.

use catalogue::{Live, LogFile};
use table::{By, GameEntry, Millis, Outcome, Seat};

use super::FoldError;
use crate::{
    entry::TableEntry,
    store::{Given, Opening, Row},
};

/// A seat, what it did, and when.
pub(crate) type Act = (Seat, String, Millis);

/// What was played, each with its number in the log; 0 for what the game was given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Played(Vec<(u64, GameEntry<String>)>);

impl Played {
    pub(super) fn push(&mut self, n: u64, entry: GameEntry<String>) {
        self.0.push((n, entry));
    }

    pub(super) fn truncate(&mut self, to: u64) {
        self.0.truncate(self.0.partition_point(|&(n, _)| n <= to));
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &GameEntry<String>> {
        self.0.iter().map(|(_, entry)| entry)
    }

    /// What stands in a table's log, whether or not its game can be opened.
    pub(crate) fn read(opening: &Opening, rows: &[Row]) -> Result<Self, FoldError> {
        let mut played = Self(given(opening)?.into_iter().map(|entry| (0, entry)).collect());
        for row in rows {
            match TableEntry::read(&row.entry).ok_or(FoldError::Unreadable(row.n))? {
                TableEntry::Game(entry) => played.push(row.n, entry),
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
        let mut game = opening.new_game()?;
        for (_, entry) in self.0.iter().take_while(|&&(n, _)| n <= to) {
            match &entry.by {
                By::Seat(seat, notation) => {
                    game.play(*seat, notation, entry.at)?;
                }
                By::Clock => {
                    game.tick(entry.at);
                }
            }
        }
        Ok(game)
    }

    /// The number of the last action of this seat, and all actions since, itself included.
    pub(crate) fn since_last_of(&self, seat: Seat) -> Option<(u64, Vec<Act>)> {
        let is_theirs = |(n, entry): &(u64, GameEntry<String>)| {
            *n > 0 && matches!(entry.by, By::Seat(by, _) if by == seat)
        };
        let last = self.0.iter().rposition(is_theirs)?;
        let since = self.0[last..].iter().filter_map(|(_, entry)| match &entry.by {
            By::Seat(seat, notation) => Some((*seat, notation.clone(), entry.at)),
            By::Clock => None,
        });
        Some((self.0[last].0, since.collect()))
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
            outcome,
        }
    }
}

/// The entries that a table's game begins with.
pub(super) fn given(opening: &Opening) -> Result<Vec<GameEntry<String>>, FoldError> {
    let lines = opening.given.iter().flat_map(Given::lines).enumerate();
    lines.map(|(index, line)| line.parse().map_err(|_| FoldError::Given(index + 1))).collect()
}

/// Entries of a game as a table that begins with them keeps them.
pub(crate) fn given_text(entries: &[GameEntry<String>]) -> String {
    entries.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
