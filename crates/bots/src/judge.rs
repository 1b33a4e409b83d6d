//! What a seat had better do, how good that is, how it goes on, and why.
//!
//! It knows what its seat may know and no more, like a bot: it looks at [imagined](table::Game::imagine) worlds. Where a
//! game that is over is looked back upon with all secrets open ([`JudgeTask::open`]), it looks at the real one, with dice
//! thrown anew.
//!
//! Reasons are the evaluation's own terms, each a fact about the position after the action. One is given only if it holds in
//! every world that was imagined for it, weighs for (or against) this action compared with the others, and points the same
//! way as its weight.

mod quintazone;
mod reasons;

use std::sync::atomic::AtomicBool;

use catalogue::{Live, LiveGame, with_game};
use serde::{Deserialize, Serialize};
use table::{Chance, Game, Millis, Seat, Seed, Words};
use ts_rs::TS;

use crate::{Budget, Stopwatch, teach::Teach};
pub(crate) use reasons::{Speaks, Term, pips_en, pips_fr};

/// How many actions are compared, besides one that is asked about.
pub(crate) const CANDIDATES: usize = 3;

/// What is asked of the judge.
#[derive(Clone, Copy, Debug)]
pub struct JudgeTask<'a> {
    pub seat: Seat,
    pub now: Millis,
    pub budget: Budget,
    pub seed: Seed,
    /// Whether it may know everything: never while a game is played.
    pub open: bool,
    /// An action that is to be judged too, and its moment.
    pub also: Option<(&'a str, Millis)>,
}

/// An action by somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export_to = "teach.ts")]
pub struct Act {
    pub seat: Seat,
    pub action: String,
}

/// One thing that an action does, in words that are true of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export_to = "teach.ts")]
pub struct Reason {
    /// Which term of the evaluation.
    pub term: String,
    /// The number that the sentence speaks of.
    pub value: i32,
    /// Whether it speaks for the action.
    pub good: bool,
    pub words: Words,
}

/// An action as it is judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export_to = "teach.ts")]
pub struct Candidate {
    pub action: String,
    /// When to do it, where time runs by itself.
    pub at: Option<Millis>,
    /// Each seat's chance to win, or its expected share, after it: from 0 to 1.
    pub chances: Vec<f32>,
    /// How far off the asking seat's may be, by chance alone (a standard error).
    pub doubt: f32,
    /// How it may go on.
    pub line: Vec<Act>,
    pub reasons: Vec<Reason>,
}

/// An action that is being judged, in its game's own terms.
#[derive(Clone, Debug)]
pub(crate) struct Weighed<A> {
    pub(crate) action: A,
    pub(crate) at: Millis,
    pub(crate) chances: Vec<f32>,
    /// The standard error of the asking seat's.
    pub(crate) doubt: f32,
    pub(crate) line: Vec<(Seat, A)>,
}

/// How everybody stands.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    pub(crate) chances: Vec<f32>,
    /// The standard error of the asking seat's.
    pub(crate) doubt: f32,
}

/// A question in its game's own terms.
pub(crate) struct Judging<'a, 'b, G: Game> {
    pub(crate) seat: Seat,
    pub(crate) now: Millis,
    pub(crate) open: bool,
    pub(crate) also: Option<(G::Action, Millis)>,
    pub(crate) chance: &'a mut Chance,
    pub(crate) timer: &'a mut Stopwatch<'b>,
}

impl<G: Judge> Judging<'_, '_, G> {
    /// A world that may be the real one, as far as the judge may know.
    pub(crate) fn world(&mut self, game: &G) -> G {
        if self.open { game.laid_open(self.chance) } else { game.supposed(self.seat, self.chance) }
    }
}

/// What a game teaches the judge.
pub(crate) trait Judge: Teach {
    /// Whether nothing is hidden and nothing falls, so that what is found of a move is how it stands after it.
    const EXACT: bool = false;

    /// A world that `seat` may be in.
    fn supposed(&self, seat: Seat, chance: &mut Chance) -> Self {
        self.imagine(seat, chance)
    }

    /// The real world, but for what chance has not decided yet.
    fn laid_open(&self, chance: &mut Chance) -> Self {
        let _ = chance;
        self.clone()
    }

    /// The best few actions of the asking seat in any order, and the one asked about. None where there is nothing to judge.
    fn weigh(&self, asking: &mut Judging<'_, '_, Self>) -> Vec<Weighed<Self::Action>>;

    /// How each seat stands as far as the asking one knows, whoever is to act.
    fn outlook(&self, asking: &mut Judging<'_, '_, Self>) -> Outlook;

    /// What is counted of the action, done by `seat` in this world.
    fn terms(&self, seat: Seat, weighed: &Weighed<Self::Action>) -> Vec<Term>;
}

/// Whether what is found of a move in this game is how it stands after it.
pub(crate) fn is_exact(game: &str) -> bool {
    with_game!(game, G => <G as Judge>::EXACT).unwrap_or_default()
}

/// The best few actions that a seat could take, the best first, and the one asked about. Empty where there is nothing to
/// judge: nobody waits for the seat, or the game judges nothing there.
pub fn judge(game: &dyn Live, question: &JudgeTask<'_>, stop: &AtomicBool) -> Vec<Candidate> {
    let judged = with_game!(game.id(), G => {
        let game = game.as_any().downcast_ref::<LiveGame<G>>();
        game.map(|game| judged(&game.0, question, stop))
    });
    judged.flatten().unwrap_or_default()
}

/// Each seat's chances as far as `question.seat` knows; how it ended, once it has.
pub fn outlook(game: &dyn Live, question: &JudgeTask<'_>, stop: &AtomicBool) -> Vec<f32> {
    standing(game, question, stop).chances
}

/// The same, with how far off it may be.
pub(crate) fn standing(game: &dyn Live, question: &JudgeTask<'_>, stop: &AtomicBool) -> Outlook {
    let seen = with_game!(game.id(), G => {
        let game = game.as_any().downcast_ref::<LiveGame<G>>();
        game.map(|game| seen(&game.0, question, stop))
    });
    seen.flatten().unwrap_or(Outlook { chances: Vec::new(), doubt: 0.0 })
}

fn seen<G: Judge>(game: &G, question: &JudgeTask<'_>, stop: &AtomicBool) -> Outlook {
    if let Some(chances) = shares(game) {
        return Outlook { chances, doubt: 0.0 };
    }
    let timer = &mut Stopwatch::start(question.budget, stop);
    let chance = &mut Chance::new(question.seed);
    let JudgeTask { seat, now, open, .. } = *question;
    game.outlook(&mut Judging { seat, now, open, also: None, chance, timer })
}

/// What each seat has of a win, once the game is over.
pub(crate) fn shares<G: Game>(game: &G) -> Option<Vec<f32>> {
    let outcome = game.outcome()?;
    let winners = outcome.winners.len() as f32;
    let share = |seat: Seat| match outcome.winners.len() {
        0 if game.together() => 0.0,
        0 => 1.0 / f32::from(game.seats()),
        _ if game.together() => 1.0,
        _ => f32::from(outcome.winners.contains(seat)) / winners,
    };
    Some(Seat::all(game.seats()).map(share).collect())
}

fn judged<G: Judge>(game: &G, question: &JudgeTask<'_>, stop: &AtomicBool) -> Vec<Candidate> {
    let JudgeTask { seat, now, open, .. } = *question;
    let also = question.also.and_then(|(text, at)| Some((game.read(seat, text).ok()?, at)));
    if game.outcome().is_some() || !game.awaited().contains(seat) {
        return Vec::new();
    }
    let timer = &mut Stopwatch::start(question.budget, stop);
    let chance = &mut Chance::new(question.seed);
    let mut asking = Judging { seat, now, open, also, chance, timer };
    let mut weighed = game.weigh(&mut asking);
    let own = |weighed: &Weighed<G::Action>| weighed.chances.get(seat.index()).copied().unwrap_or(0.0);
    weighed.sort_by(|a, b| own(b).total_cmp(&own(a)));
    let asked = asking.also.as_ref().map(|(action, _)| action.clone());
    let mut kept = 0;
    weighed.retain(|weighed| {
        kept += 1;
        kept <= CANDIDATES || asked.as_ref() == Some(&weighed.action)
    });
    let reasons = reasons::of(game, &mut asking, &weighed);
    let candidates = weighed.into_iter().zip(reasons).map(|(weighed, reasons)| Candidate {
        action: weighed.action.to_string(),
        at: game.deadline().map(|_| weighed.at),
        chances: weighed.chances,
        doubt: weighed.doubt,
        line: weighed
            .line
            .into_iter()
            .map(|(seat, action)| Act { seat, action: action.to_string() })
            .collect(),
        reasons,
    });
    candidates.collect()
}
