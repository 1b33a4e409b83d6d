//! How likely a shape is to come, told from where on the table it nearly is: a logistic curve over named features, fitted to
//! games of self-play (`quintette fit quadri`, a file of weights for each mode in `crates/bots/data`).

use std::sync::LazyLock;

use catalogue::crates::quadri::{Mode, Objective};

use super::board::{STAGES, Stages, WHICH};

/// What is counted of one open shape.
pub(super) const FEATURES: usize = 4 + STAGES;
pub(super) type Features = [f32; FEATURES];

const NAMES: [&str; 4] = ["always", "five", "forms", "wanted"];

/// What a curve is for; each has its own weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Cooperative: so many cards are left to the team.
    Team(usize),
    /// Competitive, right after one's own card: an objective in hand, and so many cards of one's own to come.
    Own(usize),
    /// The same in ball-trap, where one wants to bring about what another holds.
    Hunted,
    /// Right after one's own card: what the next seat wants to bring about.
    Theirs,
}

/// How many phases there are in a team, and where each is for themselves.
pub(super) const fn phases(together: bool) -> usize {
    if together { 5 } else { 4 }
}

impl Phase {
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Team(0 | 1) | Self::Own(0) => 0,
            Self::Team(2) | Self::Own(1) => 1,
            Self::Team(3 | 4) | Self::Own(_) | Self::Hunted => 2,
            Self::Team(5..=8) | Self::Theirs => 3,
            Self::Team(_) => 4,
        }
    }
}

/// Each for themselves, and together.
const FILES: [&str; 2] =
    [include_str!("../../data/quadri-competitive.tsv"), include_str!("../../data/quadri-cooperative.tsv")];

/// The weights, by phase.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights(pub(super) Vec<Features>);

impl Weights {
    /// Those that come with the house.
    pub(super) fn of(mode: Mode) -> &'static Self {
        static READ: LazyLock<[Weights; 2]> = LazyLock::new(|| [false, true].map(Weights::read));
        &READ[usize::from(mode == Mode::Cooperative)]
    }

    /// Reads lines of `phase feature<TAB>weight`; what is not there weighs nothing.
    fn read(together: bool) -> Self {
        let file = FILES[usize::from(together)];
        let mut weights = vec![[0.0; FEATURES]; phases(together)];
        for (phase, weights) in weights.iter_mut().enumerate() {
            for (feature, weight) in weights.iter_mut().enumerate() {
                let name = name(phase, feature);
                let line = file.lines().find_map(|line| line.strip_prefix(&name)?.strip_prefix('\t'));
                *weight = line.and_then(|weight| weight.trim().parse().ok()).unwrap_or(0.0);
            }
        }
        Self(weights)
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let lines = self.0.iter().enumerate().flat_map(|(phase, weights)| {
            let line =
                move |(feature, weight): (usize, &f32)| format!("{}\t{weight:.3}", name(phase, feature));
            weights.iter().enumerate().map(line)
        });
        lines.collect()
    }

    /// How likely the shape is to come.
    #[inline]
    pub(super) fn chance(&self, phase: Phase, features: &Features) -> f32 {
        1.0 / (1.0 + (-self.odds(phase, features)).exp())
    }

    /// The odds that the shape comes, as a logarithm.
    #[inline]
    pub(super) fn odds(&self, phase: Phase, features: &Features) -> f32 {
        self.0[phase.index()].iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }
}

fn name(phase: usize, feature: usize) -> String {
    match feature.checked_sub(NAMES.len()) {
        None => format!("{phase} {}", NAMES[feature]),
        Some(stage) => format!("{phase} lacks-{}-spoilt-{}", WHICH[stage].0, WHICH[stage].1),
    }
}

/// `wanted`: how many shapes are wanted of each card that is left, where that is known.
#[inline]
pub(super) fn features(objective: Objective, stages: &Stages, wanted: f32) -> Features {
    let mut features = [0.0; FEATURES];
    features[0] = 1.0;
    features[1] = f32::from(objective.points()) - 4.0;
    features[2] = LOGS[objective.shapes().len()] - 2.0;
    features[3] = wanted;
    for (feature, &count) in features[NAMES.len()..].iter_mut().zip(stages) {
        *feature = LOGS[usize::from(count).min(LOGS.len() - 1)];
    }
    features
}

/// The binary logarithm of one more.
const LOGS: [f32; 24] = [
    0.0, 1.0, 1.585, 2.0, 2.322, 2.585, 2.807, 3.0, 3.17, 3.322, 3.459, 3.585, 3.7, 3.807, 3.907, 4.0, 4.087,
    4.17, 4.248, 4.322, 4.392, 4.459, 4.524, 4.585,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_is_in_its_file_and_is_written_as_it_is_read() {
        for (file, together) in FILES.into_iter().zip([false, true]) {
            assert!(file.starts_with("# quintette fit quadri"), "the command that made it");
            let read = Weights::read(together);
            let lines: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
            assert_eq!(read.lines(), lines);
        }
    }
}
