//! Which of an action's terms are worth saying.

use table::{Game, Words};

use super::{Judge, Judging, Reason, Weighed};

/// In so many worlds a fact is looked at: one that differs between them is none.
const WORLDS: usize = 48;
/// What is said for an action, at most.
const MOST: usize = 2;
/// A term that makes less of a difference, in its game's unit, goes without saying.
const SLIGHT: f32 = 0.01;

/// One term of an evaluation, of the position after an action.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Term {
    pub(crate) name: &'static str,
    /// What the term adds to how good the position is for the asking seat: about 1 for what decides a game.
    pub(crate) weight: f32,
    /// What was counted.
    pub(crate) value: i32,
    /// Whether more of it is better for the asking seat.
    pub(crate) more_is_better: bool,
    /// Which way its sentence reads.
    pub(crate) speaks: Speaks,
    pub(crate) words: Words,
}

/// What a sentence can be said for: "it takes nothing" praises no move, whatever the others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaks {
    For,
    Against,
    Either,
}

impl Speaks {
    /// For if so, against if not.
    pub(crate) const fn for_if(good: bool) -> Self {
        if good { Self::For } else { Self::Against }
    }

    const fn fits(self, good: bool) -> bool {
        match self {
            Self::For => good,
            Self::Against => !good,
            Self::Either => true,
        }
    }
}

/// The reasons for and against each of these, which stand in the order of how good they are.
pub(super) fn of<G: Judge>(
    game: &G,
    asking: &mut Judging<'_, '_, G>,
    weighed: &[Weighed<G::Action>],
) -> Vec<Vec<Reason>> {
    let mut facts: Vec<Option<Vec<Term>>> = vec![None; weighed.len()];
    for _ in 0..WORLDS {
        let world = asking.world(game);
        for (facts, weighed) in facts.iter_mut().zip(weighed) {
            let terms = terms(&world, asking, weighed);
            match facts {
                Some(known) => known.retain(|fact| {
                    terms.iter().any(|term| {
                        term.name == fact.name && term.value == fact.value && term.words == fact.words
                    })
                }),
                None => *facts = Some(terms),
            }
        }
    }
    let facts: Vec<Vec<Term>> = facts.into_iter().map(Option::unwrap_or_default).collect();
    (0..facts.len()).map(|index| said(&facts, index)).collect()
}

fn terms<G: Judge>(world: &G, asking: &Judging<'_, '_, G>, weighed: &Weighed<G::Action>) -> Vec<Term> {
    let mut world = world.clone();
    world.run_before(weighed.at, &mut table::Mute);
    // What is not possible in this world says nothing about any.
    if Game::check(&world, asking.seat, &weighed.action).is_err() {
        return Vec::new();
    }
    world.terms(asking.seat, weighed)
}

/// What sets one of them apart from the others: what speaks most for it, and against it.
fn said(facts: &[Vec<Term>], index: usize) -> Vec<Reason> {
    let others = |name: &str| {
        let found: Vec<&Term> = facts
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index)
            .filter_map(|(_, terms)| terms.iter().find(|term| term.name == name))
            .collect();
        let count = (facts.len() - 1).max(1) as f32;
        let weight = found.iter().map(|term| term.weight).sum::<f32>() / count;
        let value = found.iter().map(|term| term.value as f32).sum::<f32>() / count;
        (weight, value)
    };
    let mut told: Vec<(f32, Reason)> = facts[index]
        .iter()
        .filter_map(|term| {
            let (weight, value) = others(term.name);
            let edge = term.weight - weight;
            let more = term.value as f32 - value;
            // The weight and the number have to say the same, or the sentence would explain nothing.
            let good = edge > 0.0;
            let agrees = more != 0.0 && ((more > 0.0) == term.more_is_better) == good;
            let Term { name, value, words, .. } = term.clone();
            (edge.abs() >= SLIGHT && agrees && term.speaks.fits(good))
                .then_some((edge, Reason { term: name.to_owned(), value, good, words }))
        })
        .collect();
    told.sort_by(|a, b| b.0.total_cmp(&a.0));
    let worst = told.pop_if(|(edge, _)| *edge < 0.0);
    told.truncate(MOST);
    told.retain(|(edge, _)| *edge > 0.0);
    told.extend(worst);
    told.into_iter().map(|(_, reason)| reason).collect()
}

/// `3 pips`.
pub(crate) fn pips_en(pips: i32) -> String {
    format!("{pips} {}", if pips == 1 { "pip" } else { "pips" })
}

/// `3 points de pyramide`: what is printed on a pyramid, not on a score.
pub(crate) fn pips_fr(pips: i32) -> String {
    format!("{pips} {}", if pips == 1 { "point" } else { "points" })
}
