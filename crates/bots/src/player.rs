//! Who plays, as text: the arena's players, and those that a level stands for.

use std::{fmt, str::FromStr, time::Duration};

use crate::{Budget, Level, old::Grade};

/// Who thinks for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// A bot as people meet it.
    Level(Level),
    /// The same with less thought, where many want to think.
    Within(Level, Budget),
    /// The strongest bot with this much thought.
    Search(Budget),
    /// Textbook UCT with random play to the end.
    Plain(Budget),
    /// A plain alpha-beta search, for `pyramids` alone.
    AlphaBeta(Budget),
    /// The bots of the last version.
    Old(Grade, Budget),
    /// Looks one action ahead.
    Greedy,
    Random,
}

/// What a player without a budget of its own thinks.
const USUAL: Budget = Budget::millis(200);
/// More threads than that are a slip of the pen.
const MOST_THREADS: u16 = 256;

impl From<Level> for Player {
    fn from(level: Level) -> Self {
        Self::Level(level)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnreadablePlayer {
    #[error(
        "there is no player `{0}`: it is a level ({levels}), search, plain, alphabeta, old, old-normal, old-easy, greedy or \
         random; the middle ones may say how long they think, as in plain:200ms or search:nodes=5000",
        levels = Level::ALL.map(Level::name).join(", ")
    )]
    Name(String),
    #[error(
        "`{0}` is no budget: say 50ms, 2s or nodes=5000, or several of them with commas, and threads=2 beside one of them"
    )]
    Budget(String),
    #[error("`{0}` thinks as long as it does: it takes no budget")]
    NoBudget(String),
}

impl FromStr for Player {
    type Err = UnreadablePlayer;

    fn from_str(text: &str) -> Result<Self, UnreadablePlayer> {
        let (name, budget) = match text.split_once(':') {
            Some((name, budget)) => (name, Some(read_budget(budget)?)),
            None => (text, None),
        };
        if let Some(level) = Level::named(name) {
            return Ok(budget.map_or(Self::Level(level), |budget| Self::Within(level, budget)));
        }
        if let Some(fixed) = match name {
            "greedy" => Some(Self::Greedy),
            "random" => Some(Self::Random),
            _ => None,
        } {
            return if budget.is_none() {
                Ok(fixed)
            } else {
                Err(UnreadablePlayer::NoBudget(name.to_owned()))
            };
        }
        Ok(match name {
            "search" => Self::Search(budget.unwrap_or(USUAL)),
            "plain" => Self::Plain(budget.unwrap_or(USUAL)),
            "alphabeta" => Self::AlphaBeta(budget.unwrap_or(USUAL)),
            "old" => Self::Old(Grade::Hard, budget.unwrap_or(Budget::millis(900))),
            "old-normal" => Self::Old(Grade::Normal, budget.unwrap_or(Budget::millis(200))),
            "old-easy" => {
                Self::Old(Grade::Easy, budget.unwrap_or(Budget { nodes: 60, ..Budget::millis(100) }))
            }
            _ => return Err(UnreadablePlayer::Name(name.to_owned())),
        })
    }
}

fn read_budget(text: &str) -> Result<Budget, UnreadablePlayer> {
    let bad = || UnreadablePlayer::Budget(text.to_owned());
    let mut budget = Budget::nodes(u64::MAX);
    for part in text.split(',') {
        if let Some(nodes) = part.strip_prefix("nodes=") {
            budget.nodes = nodes.parse().map_err(|_| bad())?;
        } else if let Some(threads) = part.strip_prefix("threads=") {
            budget.threads = threads
                .parse()
                .ok()
                .filter(|threads| (1..=MOST_THREADS).contains(threads))
                .ok_or_else(bad)?;
        } else if let Some(millis) = part.strip_suffix("ms") {
            budget.time = Duration::from_millis(millis.parse().map_err(|_| bad())?);
        } else if let Some(seconds) = part.strip_suffix('s') {
            budget.time =
                Duration::try_from_secs_f64(seconds.parse().map_err(|_| bad())?).map_err(|_| bad())?;
        } else {
            return Err(bad());
        }
    }
    // Threads alone say nothing of when to stop.
    if budget.time == Duration::MAX && budget.nodes == u64::MAX {
        return Err(bad());
    }
    Ok(budget)
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, budget) = match self {
            Self::Level(level) => return f.write_str(level.name()),
            Self::Greedy => return f.write_str("greedy"),
            Self::Random => return f.write_str("random"),
            Self::Within(level, budget) => (level.name(), budget),
            Self::Search(budget) => ("search", budget),
            Self::Plain(budget) => ("plain", budget),
            Self::AlphaBeta(budget) => ("alphabeta", budget),
            Self::Old(Grade::Hard, budget) => ("old", budget),
            Self::Old(Grade::Normal, budget) => ("old-normal", budget),
            Self::Old(Grade::Easy, budget) => ("old-easy", budget),
        };
        write!(f, "{name}:")?;
        let (timed, counted) = (budget.time != Duration::MAX, budget.nodes != u64::MAX);
        if timed {
            write!(f, "{}ms", budget.time.as_millis())?;
        }
        if counted {
            write!(f, "{}nodes={}", if timed { "," } else { "" }, budget.nodes)?;
        }
        if budget.threads > 1 {
            write!(f, ",threads={}", budget.threads)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_written_as_it_is_read() {
        for text in [
            "champion",
            "champion:30ms",
            "search:50ms",
            "search:50ms,threads=2",
            "search:nodes=5000,threads=4",
            "plain:200ms,nodes=7",
            "alphabeta:20ms",
            "old:900ms",
            "greedy",
            "random",
        ] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        assert_eq!("plain".parse::<Player>().unwrap().to_string(), "plain:200ms");
        assert_eq!("plain:1.5s".parse::<Player>().unwrap().to_string(), "plain:1500ms");
    }

    #[test]
    fn what_is_no_player_is_said_to_be_none() {
        assert!("chess".parse::<Player>().unwrap_err().to_string().contains("chess"));
        assert!("plain:soon".parse::<Player>().unwrap_err().to_string().contains("soon"));
        assert!("greedy:5ms".parse::<Player>().is_err());
        assert!("search:threads=2".parse::<Player>().is_err());
        assert!("search:50ms,threads=0".parse::<Player>().is_err());
    }
}
