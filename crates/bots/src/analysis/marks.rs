//! What a move is called, by what it gave away.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "teach.ts")]
pub enum Mark {
    /// The one good move, and not the one that comes to mind first.
    Brilliant,
    /// As good as any, where others were worse.
    Good,
    Doubtful,
    Mistake,
    Blunder,
}

/// So much of a win is given away at least by each.
const DOUBTFUL: f32 = 0.05;
const MISTAKE: f32 = 0.1;
const BLUNDER: f32 = 0.2;
/// A good move gives away less.
const AS_GOOD: f32 = 0.02;
/// It mattered what was played.
const MATTERS: f32 = 0.05;
/// All others were worse by so much.
const ONLY: f32 = 0.15;

/// What a move is called that gave away `loss`, comes to `own`, and stood against these `others`.
pub(super) fn mark(
    loss: f32,
    own: f32,
    others: &[f32],
    doubt: f32,
    is_first_thought: impl FnOnce() -> bool,
) -> Option<Mark> {
    let next = others.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let least = others.iter().copied().fold(f32::INFINITY, f32::min);
    match loss {
        _ if loss >= BLUNDER => Some(Mark::Blunder),
        _ if loss >= MISTAKE => Some(Mark::Mistake),
        _ if loss >= DOUBTFUL => Some(Mark::Doubtful),
        _ if loss >= AS_GOOD || others.is_empty() => None,
        _ if own - next - doubt >= ONLY && !is_first_thought() => Some(Mark::Brilliant),
        _ => (own - least - doubt >= MATTERS).then_some(Mark::Good),
    }
}

/// From 0 to 100: what a move keeps, as chess sites count it (an exponential of the chances given away, in percent).
pub(super) fn accuracy(loss: f32) -> f32 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Whether the game turned there: the curve moved, and a move or luck moved it.
pub(super) fn is_turning_point(swing: f32, loss: f32, luck: Option<f32>) -> bool {
    swing >= MISTAKE && (loss >= DOUBTFUL || luck.is_some_and(|luck| luck.abs() >= DOUBTFUL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_called_by_what_it_gave_away() {
        let named = |loss, own, others: &[f32]| mark(loss, own, others, 0.0, || true);
        assert_eq!(named(0.3, 0.4, &[0.7]), Some(Mark::Blunder));
        assert_eq!(named(0.12, 0.4, &[0.52]), Some(Mark::Mistake));
        assert_eq!(named(0.06, 0.4, &[0.46]), Some(Mark::Doubtful));
        assert_eq!(named(0.03, 0.4, &[0.43]), None);
        assert_eq!(named(0.0, 0.5, &[0.44]), Some(Mark::Good));
        assert_eq!(named(0.0, 0.5, &[0.49]), None, "anything would have done");
        assert_eq!(named(0.0, 0.5, &[]), None, "there was nothing else");
    }

    #[test]
    fn brilliant_is_the_only_good_move_and_not_the_first_thought() {
        assert_eq!(mark(0.0, 0.8, &[0.6, 0.3], 0.0, || false), Some(Mark::Brilliant));
        assert_eq!(mark(0.0, 0.8, &[0.6, 0.3], 0.0, || true), Some(Mark::Good));
        assert_eq!(mark(0.0, 0.8, &[0.7, 0.3], 0.0, || false), Some(Mark::Good));
        assert_eq!(mark(0.0, 0.8, &[0.6], 0.1, || false), Some(Mark::Good), "nor where that is not sure");
    }

    #[test]
    fn accuracy_falls_from_a_hundred() {
        assert!((accuracy(0.0) - 100.0).abs() < 0.01);
        assert!(accuracy(0.05) < 85.0 && accuracy(0.05) > accuracy(0.2));
        assert!(accuracy(1.0) >= 0.0);
    }
}
