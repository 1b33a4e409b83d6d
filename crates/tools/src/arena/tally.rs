//! What the games of an arena say: shares with their intervals, Elo, and the sequential test.

use serde::{Deserialize, Serialize};

/// One finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Played {
    /// Its number: games of one round have the same seed and differ in who sits where.
    pub(crate) game: u64,
    /// The entrants who won.
    pub(crate) winners: Vec<usize>,
    pub(crate) entries: u64,
    /// The table's clock at the end, in milliseconds.
    pub(crate) ended: u64,
    /// The scores, in the order of the entrants, where the game keeps them.
    #[serde(default)]
    pub(crate) scores: Vec<i32>,
    /// For each entrant: thoughts that took time, and how much processor time in all, in microseconds.
    pub(crate) thoughts: Vec<(u64, u64)>,
    /// For teams against time: what the timer with the least sand had left, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) left: Option<u64>,
}

/// A share of games with the interval in which the true one lies, 95 times in 100.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Share {
    pub(crate) games: u64,
    pub(crate) points: f64,
    pub(crate) rate: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// 95 %, both sides.
const Z: f64 = 1.959_964;

impl Share {
    /// Wilson's interval: it holds for few games, and for none or all of them won.
    pub(crate) fn of(points: f64, games: u64) -> Self {
        let n = games.max(1) as f64;
        let rate = points / n;
        let middle = (rate + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).max(0.0).sqrt();
        Self { games, points, rate, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }
}

/// The difference in Elo that makes this share; bounded, because a clean sweep has no end.
pub(crate) fn elo(rate: f64) -> f64 {
    let rate = rate.clamp(0.001, 0.999);
    400.0 * (rate / (1.0 - rate)).log10()
}

pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential test of one difference in Elo against another, over rounds with swapped seats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
}

/// One error in twenty on either side.
const BOUND: f64 = 2.944_439;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Judged {
    /// The better hypothesis holds.
    Accepted,
    Rejected,
    Open,
}

impl Sprt {
    /// The log of how much likelier the second hypothesis is, from the mean points per game of each whole round.
    pub(crate) fn likelihood(self, rounds: &[f64]) -> f64 {
        let n = rounds.len() as f64;
        if rounds.is_empty() {
            return 0.0;
        }
        let mean = rounds.iter().sum::<f64>() / n;
        let squares: f64 = rounds.iter().map(|points| (points - mean).powi(2)).sum();
        // As if one round had gone either way: a few equal results are no certainty.
        let variance = (squares + 0.25) / (n + 1.0);
        let (s0, s1) = (expected(self.elo0), expected(self.elo1));
        n * (s1 - s0) * (mean - f64::midpoint(s0, s1)) / variance
    }

    pub(crate) fn judge(self, rounds: &[f64]) -> Judged {
        match self.likelihood(rounds) {
            l if l >= BOUND => Judged::Accepted,
            l if l <= -BOUND => Judged::Rejected,
            _ => Judged::Open,
        }
    }
}

impl std::str::FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
        match numbers {
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Self { elo0, elo1 }),
            _ => {
                Err("a sequential test needs two differences in Elo, the smaller first, as in 0,20"
                    .to_owned())
            }
        }
    }
}

/// All games so far.
#[derive(Debug)]
pub(crate) struct Tally {
    /// How many games a round has.
    pub(crate) seatings: u64,
    pub(crate) entrants: usize,
    /// Whether all win or lose as one.
    pub(crate) together: bool,
    pub(crate) played: Vec<Played>,
}

impl Tally {
    /// What a game was worth to an entrant: a shared win is shared, a draw is everybody's.
    fn points(&self, entrant: usize, played: &Played) -> f64 {
        match played.winners.len() {
            0 if self.together => 0.0,
            0 => 1.0 / self.entrants as f64,
            _ if self.together => 1.0,
            winners if played.winners.contains(&entrant) => 1.0 / winners as f64,
            _ => 0.0,
        }
    }

    pub(crate) fn share(&self, entrant: usize) -> Share {
        let points = self.played.iter().map(|played| self.points(entrant, played)).sum();
        Share::of(points, self.played.len() as u64)
    }

    pub(crate) fn wins(&self, entrant: usize) -> usize {
        self.played.iter().filter(|played| played.winners.contains(&entrant)).count()
    }

    /// The first entrant's mean points in each round that is complete.
    pub(crate) fn rounds(&self) -> Vec<f64> {
        let mut rounds: std::collections::BTreeMap<u64, (u64, f64)> = Default::default();
        for played in &self.played {
            let (games, points) = rounds.entry(played.game / self.seatings).or_default();
            *games += 1;
            *points += self.points(0, played);
        }
        let whole = rounds.into_values().filter(|(games, _)| *games == self.seatings);
        whole.map(|(games, points)| points / games as f64).collect()
    }

    /// Milliseconds of processor time a thought.
    pub(crate) fn mean_thought(&self, entrant: usize) -> f64 {
        let sum = |of: &dyn Fn(&(u64, u64)) -> u64| -> u64 {
            self.played.iter().filter_map(|played| played.thoughts.get(entrant)).map(of).sum()
        };
        sum(&|thoughts| thoughts.1) as f64 / 1000.0 / sum(&|thoughts| thoughts.0).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_the_share_and_narrows() {
        let few = Share::of(7.0, 10);
        let many = Share::of(700.0, 1000);
        assert!(few.low < 0.7 && 0.7 < few.high && few.high - few.low > many.high - many.low);
        // As published for Wilson's interval: 7 of 10.
        assert!((few.low - 0.3968).abs() < 0.001 && (few.high - 0.8922).abs() < 0.001, "{few:?}");
        let all = Share::of(20.0, 20);
        assert!(all.low > 0.8 && (all.high - 1.0).abs() < 1e-9);
    }

    #[test]
    fn elo_and_share_are_two_ways_to_say_the_same() {
        assert!(elo(0.5).abs() < 1e-9);
        assert!((elo(expected(120.0)) - 120.0).abs() < 1e-6);
    }

    #[test]
    fn the_sequential_test_ends_on_the_right_side() {
        let test: Sprt = "0,30".parse().unwrap();
        assert_eq!(test.judge(&[0.5; 3]), Judged::Open);
        assert_eq!(test.judge(&[1.0, 0.5, 1.0, 0.5].repeat(40)), Judged::Accepted);
        assert_eq!(test.judge(&[0.0, 0.5, 0.5, 0.5].repeat(40)), Judged::Rejected);
        assert!("30,0".parse::<Sprt>().is_err());
    }
}
