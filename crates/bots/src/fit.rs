//! Fitting an evaluation to games: bots play each other, and the weights are those that would have foretold best who won.

use std::sync::atomic::AtomicBool;

use catalogue::{LiveGame, Trouble, with_game};
use table::{Chance, Millis, Mute, Seat, Seats, Seed};

use crate::{Intent, Player, Teach, decide};

/// A game that is judged by features.
pub(crate) trait Weighed: Teach {
    fn names() -> Vec<&'static str>;

    /// Those who contend for the win in this position: whose win it is, and what is counted of them. None where it is not to
    /// be judged.
    fn contenders(&self) -> Vec<(Seats, Vec<f32>)>;
}

/// What is played to be learned from.
#[derive(Clone, Debug)]
pub struct Lessons {
    pub options: String,
    pub seats: u8,
    pub player: Player,
    pub games: u32,
    pub seed: Seed,
    /// One action in so many is played at random, so that more is seen; 0: none.
    pub slips: u32,
    /// A game begins with up to so many actions at random: from uneven positions more is learned than from even ones.
    pub opening: u32,
}

/// The weights of a game as lines of `name<TAB>weight`, and how many bits a position they leave unexplained.
pub(crate) type Fitted = Result<(String, f64), Trouble>;

/// How a game is fitted. It is told how many games have been played.
pub(crate) type Fit = fn(&Lessons, &mut dyn FnMut(u32)) -> Fitted;

/// Fits the evaluation of a game, if it has one with weights.
pub fn fit(game: &str, lessons: &Lessons, mut progress: impl FnMut(u32)) -> Fitted {
    let fit = with_game!(game, G => <G as Teach>::FIT).flatten();
    fit.ok_or_else(|| Trouble::UnknownGame(game.to_owned()))?(lessons, &mut progress)
}

/// One position: the contenders' features, and which of them won (shares that sum to 1).
struct Sample {
    features: Vec<Vec<f32>>,
    won: Vec<f32>,
}

pub(crate) fn fit_game<G: Weighed>(lessons: &Lessons, progress: &mut dyn FnMut(u32)) -> Fitted {
    let mut samples = Vec::new();
    for number in 0..lessons.games {
        samples.extend(samples_of::<G>(lessons, number)?);
        progress(number + 1);
    }
    let names = G::names();
    let (weights, bits) = regress(&samples, names.len());
    let lines: Vec<String> =
        names.iter().zip(weights).map(|(name, weight)| format!("{name}\t{weight:.3}")).collect();
    Ok((lines.join("\n") + "\n", bits))
}

fn samples_of<G: Weighed>(lessons: &Lessons, number: u32) -> Result<Vec<Sample>, Trouble> {
    let mut seed = lessons.seed;
    seed.0[24..28].copy_from_slice(&number.to_le_bytes());
    let mut chance = Chance::new(seed);
    let options = catalogue::read_options::<G>(G::RULES.newest, &lessons.options)?;
    let mut game = G::new(&options, lessons.seats, chance.seed())?;
    let stop = AtomicBool::new(false);
    let mut seen: Vec<Vec<(Seats, Vec<f32>)>> = Vec::new();
    let mut opening = chance.below(lessons.opening + 1);
    while let Some(seat) = game.awaited().first().filter(|_| game.outcome().is_none()) {
        let mut choices = Vec::new();
        game.choices(seat, &mut choices);
        let is_opening = opening > 0;
        opening = opening.saturating_sub(1);
        let slips = is_opening || (lessons.slips > 0 && chance.one_in(lessons.slips));
        let slip = slips.then(|| chance.pick(&choices).cloned()).flatten();
        let wanted = || match decide(&LiveGame(game.clone()), seat, lessons.player, Millis::ZERO, seed, &stop)
        {
            Intent::Play { action, .. } => game.read(seat, &action).ok(),
            Intent::Wait { .. } => None,
        };
        let Some(action) = slip.or_else(wanted).or_else(|| choices.first().cloned()) else { break };
        game.apply(seat, action, Millis::ZERO, &mut Mute);
        if game.outcome().is_none() && !is_opening {
            seen.push(game.contenders());
        }
        seed = chance.seed();
    }
    let winners = game.outcome().map(|outcome| outcome.winners).unwrap_or_default();
    let sample = |contenders: Vec<(Seats, Vec<f32>)>| {
        let is_winner = |seats: &Seats| seats.iter().any(|seat: Seat| winners.contains(seat));
        let count = contenders.iter().filter(|(seats, _)| is_winner(seats)).count();
        let share = |seats: &Seats| match count {
            0 => 1.0 / contenders.len() as f32,
            _ => f32::from(u8::from(is_winner(seats))) / count as f32,
        };
        let won = contenders.iter().map(|(seats, _)| share(seats)).collect();
        Sample { won, features: contenders.into_iter().map(|(_, features)| features).collect() }
    };
    Ok(seen.into_iter().filter(|contenders| contenders.len() > 1).map(sample).collect())
}

const STEPS: u32 = 800;
const RATE: f32 = 0.02;
/// Weights are drawn to zero a little, so that what was rarely seen says little.
const DRAW: f32 = 1e-4;

/// Goes downhill with a memory of how steep it was (Kingma and Ba).
pub(crate) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(crate) fn new(count: usize) -> Self {
        Self { mean: vec![0.0; count], square: vec![0.0; count], steps: 0 }
    }

    /// One step; `slopes` are sums over so many samples.
    pub(crate) fn down(&mut self, weights: &mut [f32], slopes: &[f32], samples: usize, rate: f32) {
        let Self { mean, square, steps } = self;
        *steps += 1;
        for k in 0..weights.len() {
            let slope = slopes[k] / samples.max(1) as f32 + DRAW * weights[k];
            mean[k] = 0.9 * mean[k] + 0.1 * slope;
            square[k] = 0.99 * square[k] + 0.01 * slope * slope;
            let (mean, square) =
                (mean[k] / (1.0 - 0.9f32.powi(*steps)), square[k] / (1.0 - 0.99f32.powi(*steps)));
            weights[k] -= rate * mean / (square.sqrt() + 1e-8);
        }
    }
}

/// Adam on the likelihood of Luce's rule. Also says how many bits a position stay unexplained.
fn regress(samples: &[Sample], count: usize) -> (Vec<f32>, f64) {
    let (mut weights, mut adam) = (vec![0.0f32; count], Adam::new(count));
    let mut bits = 0.0f64;
    for step in 1..=STEPS {
        let mut slope = vec![0.0f32; count];
        bits = 0.0;
        for sample in samples {
            let sums: Vec<f32> = sample
                .features
                .iter()
                .map(|features| features.iter().zip(&weights).map(|(f, w)| f * w).sum())
                .collect();
            let top = sums.iter().copied().fold(f32::MIN, f32::max);
            let all: f32 = sums.iter().map(|sum| (sum - top).exp()).sum();
            for ((features, sum), won) in sample.features.iter().zip(&sums).zip(&sample.won) {
                let foretold = (sum - top).exp() / all;
                if *won > 0.0 {
                    bits -= f64::from(won * foretold.max(1e-9).log2());
                }
                for (slope, feature) in slope.iter_mut().zip(features) {
                    *slope += (foretold - won) * feature;
                }
            }
        }
        let fade = (1.0 - step as f32 / STEPS as f32).max(0.05);
        adam.down(&mut weights, &slope, samples.len(), RATE * fade);
    }
    (weights, bits / samples.len().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games won in proportion to a known strength give that strength back.
    #[test]
    fn what_made_the_games_is_found_again() {
        let mut chance = Chance::new(Seed::from(1));
        let mut uniform = || chance.below(1000) as f32 / 500.0 - 1.0;
        let samples: Vec<Sample> = (0..3000)
            .map(|_| {
                let features: Vec<Vec<f32>> = (0..3).map(|_| vec![uniform(), uniform()]).collect();
                let strength: Vec<f32> = features.iter().map(|f| (1.5 * f[0] - 0.7 * f[1]).exp()).collect();
                let mut point = f32::midpoint(uniform(), 1.0) * strength.iter().sum::<f32>();
                let mut won = vec![0.0; 3];
                for (k, strength) in strength.iter().enumerate() {
                    point -= strength;
                    if point < 0.0 || k == 2 {
                        won[k] = 1.0;
                        break;
                    }
                }
                Sample { features, won }
            })
            .collect();
        let (weights, _) = regress(&samples, 2);
        assert!((weights[0] - 1.5).abs() < 0.15 && (weights[1] + 0.7).abs() < 0.15, "{weights:?}");
    }
}
