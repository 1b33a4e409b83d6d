//! Judging by named features: each contender has a strength, and wins in proportion to it (Luce's choice rule, a regression
//! that works for two sides as for six).
//!
//! The strength is the exponential of a weighted sum of features. Weights are fitted to games of self-play (`quintette fit`)
//! and stand in a data file beside the code.

/// Weights in the order of a game's features, read from a data file of `name<TAB>weight` lines.
///
/// A name that the file does not have weighs nothing; a line that cannot be read is no weight. A test says that all of them
/// are there.
pub(crate) fn read<const N: usize>(names: &[&str; N], file: &str) -> [f32; N] {
    names.map(|name| {
        let line = file.lines().find_map(|line| line.split_once('\t').filter(|(known, _)| *known == name));
        line.and_then(|(_, weight)| weight.trim().parse().ok()).unwrap_or(0.0)
    })
}

/// How strong a contender with these features is.
#[inline]
pub(crate) fn strength<const N: usize>(weights: &[f32; N], features: &[f32; N]) -> f32 {
    let sum: f32 = weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
    sum.clamp(-20.0, 20.0).exp()
}
