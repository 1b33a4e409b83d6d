//! The log is the truth: a game is its options, its seed and a list of entries, and the state is their fold.

use std::fmt;

use crate::{Game, Millis, Mute, Refusal, RulesVersion, Seat, Seed, Sink};

/// What one entry says happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By<A> {
    /// A seat did this.
    Seat(Seat, A),
    /// Time passed: everything due by then happened.
    Clock,
}

/// One line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<A> {
    pub by: By<A>,
    pub at: Millis,
}

impl<A> Entry<A> {
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

/// A whole game, as it can be kept and folded again.
#[derive(Clone, Debug, PartialEq)]
pub struct Log<G: Game> {
    pub rules: RulesVersion,
    pub options: G::Options,
    pub seats: u8,
    pub seed: Seed,
    pub entries: Vec<Entry<G::Action>>,
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
