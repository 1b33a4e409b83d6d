//! A finished game, move by move: how everybody stood, how good each move was, what would have been better, and what was luck.
//!
//! A move is judged by what its seat could know then, or with all secrets open if that is asked for. The curve of chances is
//! always drawn with all secrets open: one curve, whoever looks. What dice and cards brought is told apart from what was
//! decided: it is the difference between what an action could be expected to come to and how its seat stood once it saw what
//! had come.

mod marks;

use std::sync::atomic::AtomicBool;

use catalogue::{BadLogFile, Live, LogFile};
use serde::{Deserialize, Serialize};
use table::{By, GameEntry, Millis, Seat, Seed};
use ts_rs::TS;

use crate::{
    Budget, Candidate, JudgeTask, judge,
    judge::{is_exact, standing},
    outlook,
};
pub use marks::Mark;
use marks::{accuracy, is_turning_point, mark};

/// What part of a move's thought goes to how everybody stands after it.
const STANDING: u64 = 4;
/// A first glance has so small a part of it: what it finds is no brilliance.
const GLANCE: u64 = 40;
/// So many moments decided a game at most.
const MOMENTS: usize = 5;

/// One entry of the game's log, judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export_to = "teach.ts")]
pub struct JudgedMove {
    /// How many entries had happened with this one: the moment after it.
    pub n: u32,
    /// Who acted; `null`: the clock.
    pub seat: Option<Seat>,
    pub action: Option<String>,
    /// Each seat's chances after it, all secrets open.
    pub chances: Vec<f32>,
    /// `null`: there was nothing to choose, or it made no difference.
    pub mark: Option<Mark>,
    /// What it gave away of the seat's chances, against the best that was found, as far as that is sure.
    pub loss: f32,
    /// What dice or cards then brought the seat; `null`: none fell.
    pub luck: Option<f32>,
    /// The move itself as it was judged; `null`: it was not.
    pub played: Option<Candidate>,
    /// What would have been better; `null`: nothing was.
    pub better: Option<Candidate>,
}

/// How a seat played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export_to = "teach.ts")]
pub struct JudgedSeat {
    /// From 0 to 100; `null`: it had nothing to choose.
    pub accuracy: Option<f32>,
    /// How many moves were judged.
    pub moves: u32,
    pub brilliant: u32,
    pub good: u32,
    pub doubtful: u32,
    pub mistakes: u32,
    pub blunders: u32,
    /// What it gave away by its moves in all, in wins.
    pub lost: f32,
    /// What dice and cards brought it in all, in wins.
    pub luck: f32,
}

/// A finished game, judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export_to = "teach.ts")]
pub struct Analysis {
    pub game: String,
    /// Judged with all secrets open, not by what each seat could know.
    pub open: bool,
    /// Whether all seats win or lose as one.
    pub together: bool,
    /// Each seat's chances at the start.
    pub start: Vec<f32>,
    pub moves: Vec<JudgedMove>,
    pub seats: Vec<JudgedSeat>,
    /// The moments that decided it, as numbers of moves, in order.
    pub moments: Vec<u32>,
}

/// An analysis being made, one move at a time.
#[derive(Debug)]
pub struct Analyst {
    game: Box<dyn Live>,
    entries: Vec<GameEntry<String>>,
    open: bool,
    /// When the last entry happened.
    now: Millis,
    start: Vec<f32>,
    moves: Vec<JudgedMove>,
}

impl Analyst {
    /// Begins with a log that is verified first.
    pub fn new(log: &LogFile, open: bool) -> Result<Self, BadLogFile> {
        let log = log.verify()?.canonical;
        let game = catalogue::open(&log.game, log.rules, &log.options, log.seats, log.seed)
            .map_err(BadLogFile::Setup)?;
        let even = if game.together() { 0.5 } else { 1.0 / f32::from(log.seats) };
        let start = vec![even; usize::from(log.seats)];
        let moves = Vec::with_capacity(log.entries.len());
        Ok(Self { game, entries: log.entries, open, now: Millis::ZERO, start, moves })
    }

    /// How many entries are judged, and how many there are.
    pub fn progress(&self) -> (u32, u32) {
        (self.moves.len() as u32, self.entries.len() as u32)
    }

    /// Judges the next entry with so much thought; false once there is none.
    pub fn step(&mut self, budget: Budget, stop: &AtomicBool) -> bool {
        let n = self.moves.len();
        let Some(entry) = self.entries.get(n).cloned() else { return false };
        let judged = match &entry.by {
            By::Seat(seat, action) => self.judge_move(*seat, action, entry.at, budget, stop),
            By::Clock => {
                self.game.tick(entry.at);
                self.unjudged(None, None, self.curve(Seat(0), entry.at, budget, stop))
            }
        };
        self.now = entry.at;
        self.moves.push(judged);
        true
    }

    /// The whole of it, once every entry is judged.
    pub fn finish(self) -> Analysis {
        let seats = usize::from(self.game.seats());
        let judged = Seat::all(seats as u8).map(|seat| of_seat(&self.moves, seat)).collect();
        let moments = turning_points(&self.start, &self.moves);
        Analysis {
            game: self.game.id().to_owned(),
            open: self.open,
            together: self.game.together(),
            start: self.start,
            moves: self.moves,
            seats: judged,
            moments,
        }
    }

    fn unjudged(&self, seat: Option<Seat>, action: Option<String>, chances: Vec<f32>) -> JudgedMove {
        let n = self.moves.len() as u32 + 1;
        JudgedMove { n, seat, action, chances, mark: None, loss: 0.0, luck: None, played: None, better: None }
    }

    fn question(&self, seat: Seat, now: Millis, budget: Budget, open: bool) -> JudgeTask<'static> {
        // The same move is judged in the same worlds, whenever it is.
        let seed = Seed::from(self.moves.len() as u64 + 1);
        JudgeTask { seat, now, budget, seed, open, also: None }
    }

    /// How everybody stands now, all secrets open.
    fn curve(&self, seat: Seat, now: Millis, budget: Budget, stop: &AtomicBool) -> Vec<f32> {
        outlook(self.game.as_ref(), &self.question(seat, now, part(budget, STANDING), true), stop)
    }

    fn judge_move(
        &mut self,
        seat: Seat,
        action: &str,
        at: Millis,
        budget: Budget,
        stop: &AtomicBool,
    ) -> JudgedMove {
        let before = self.game.boxed();
        let is_choice = before.awaited().contains(seat) && before.actions(seat).len() > 1;
        let asked =
            JudgeTask { also: Some((action, at)), ..self.question(seat, self.now, budget, self.open) };
        let ask = |budget: Budget| judge(before.as_ref(), &JudgeTask { budget, ..asked }, stop);
        let candidates = if is_choice { ask(budget) } else { Vec::new() };
        let learned = before.learned(&[(seat, action.to_owned(), at)]);
        // It was played: it can be played.
        let _ = self.game.play(seat, action, at);
        let is_played = |candidate: &&Candidate| {
            candidate.action == action && candidate.at.is_none_or(|moment| moment == at)
        };
        let played = candidates.iter().find(is_played).cloned();
        let chances = match &played {
            Some(played) if is_exact(self.game.id()) && self.game.outcome().is_none() => {
                played.chances.clone()
            }
            _ => self.curve(seat, at, budget, stop),
        };
        let mut judged = self.unjudged(Some(seat), Some(action.to_owned()), chances);
        judged.luck = learned.contains(seat).then(|| {
            let look = |game: &dyn Live, now: Millis| {
                let seen = standing(game, &self.question(seat, now, part(budget, STANDING), self.open), stop);
                (seen.chances[seat.index()], seen.doubt)
            };
            // What could be expected of it: also where there was nothing to choose, as often with a die.
            let (expected, before_doubt) = match &played {
                Some(played) => (played.chances[seat.index()], played.doubt),
                None => look(before.as_ref(), self.now),
            };
            let (then, doubt) = look(self.game.as_ref(), at);
            beyond(then - expected, before_doubt + doubt)
        });
        let (Some(played), Some(best)) = (played, candidates.first()) else { return judged };
        let own = |candidate: &Candidate| candidate.chances[seat.index()];
        // What may be chance alone is nobody's fault.
        let doubt = best.doubt + played.doubt;
        judged.loss = beyond(own(best) - own(&played), doubt).max(0.0);
        let others: Vec<f32> = candidates.iter().filter(|other| !is_played(other)).map(own).collect();
        let is_first_thought = || ask(part(budget, GLANCE)).first().is_some_and(|first| is_played(&first));
        judged.mark = mark(judged.loss, own(&played), &others, doubt, is_first_thought);
        judged.better = (judged.loss > 0.0).then(|| best.clone());
        judged.played = Some(played);
        judged
    }
}

/// A difference, less what may be chance alone.
fn beyond(difference: f32, doubt: f32) -> f32 {
    difference.signum() * (difference.abs() - doubt).max(0.0)
}

/// A part of a budget.
fn part(budget: Budget, of: u64) -> Budget {
    Budget {
        time: budget.time.checked_div(of as u32).unwrap_or(budget.time),
        nodes: if budget.nodes == u64::MAX { u64::MAX } else { (budget.nodes / of).max(1) },
        ..budget
    }
}

fn of_seat(moves: &[JudgedMove], seat: Seat) -> JudgedSeat {
    let mut judged = JudgedSeat::default();
    let mut sum = 0.0;
    let theirs = || moves.iter().filter(|done| done.seat == Some(seat));
    judged.luck = theirs().filter_map(|done| done.luck).sum();
    for done in theirs().filter(|done| done.played.is_some()) {
        judged.moves += 1;
        judged.lost += done.loss;
        sum += accuracy(done.loss);
        match done.mark {
            Some(Mark::Brilliant) => judged.brilliant += 1,
            Some(Mark::Good) => judged.good += 1,
            Some(Mark::Doubtful) => judged.doubtful += 1,
            Some(Mark::Mistake) => judged.mistakes += 1,
            Some(Mark::Blunder) => judged.blunders += 1,
            None => {}
        }
    }
    judged.accuracy = (judged.moves > 0).then(|| sum / judged.moves as f32);
    judged
}

/// Where the curve moved most, by a move or by luck.
fn turning_points(start: &[f32], moves: &[JudgedMove]) -> Vec<u32> {
    let mut before = start;
    let mut turns: Vec<(f32, u32)> = Vec::new();
    for done in moves {
        let swing = done.chances.iter().zip(before).map(|(after, before)| (after - before).abs());
        let swing = swing.fold(0.0, f32::max);
        before = &done.chances;
        if is_turning_point(swing, done.loss, done.luck) {
            turns.push((swing, done.n));
        }
    }
    turns.sort_by(|a, b| b.0.total_cmp(&a.0));
    turns.truncate(MOMENTS);
    let mut moments: Vec<u32> = turns.into_iter().map(|(_, n)| n).collect();
    moments.sort_unstable();
    moments
}
