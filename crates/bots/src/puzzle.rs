//! Positions with one clearly best move, from games of bots: found, checked deeply, and kept as data.
//!
//! A puzzle is a game's seed and log up to the position. It is played on the real referee, as a lesson of one stage.

use std::{
    collections::HashMap,
    io::{BufRead as _, BufReader},
    sync::{LazyLock, atomic::AtomicBool},
};

use catalogue::{Lesson, LessonScene, Live, Position, Stage, Trouble, with_game};
use flate2::read::GzDecoder;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::{GameEntry, Millis, Seat, Seed, Words};
use ts_rs::TS;

use crate::{Budget, Candidate, Intent, JudgeTask, Level, Player, Teach, decide, judge};

/// How hard a puzzle is: which bots find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "teach.ts")]
pub enum Difficulty {
    Easy,
    Medium,
    Hard,
}

/// One position to be solved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    pub seats: u8,
    /// A JSON object.
    pub options: String,
    pub seed: u64,
    /// The game so far.
    pub entries: Vec<GameEntry<String>>,
    /// Who is to find the move.
    pub seat: Seat,
    /// What solves it, in notation: as good as the best, all of them.
    pub solutions: Vec<String>,
    /// How much better it is than anything else, in parts of a win.
    pub gap: f32,
    pub difficulty: Difficulty,
    /// Why: what the judge says of the best.
    pub reasons: Vec<Words>,
}

/// How puzzles are looked for.
#[derive(Clone, Debug)]
pub struct Search {
    pub options: String,
    pub seats: u8,
    /// How much is thought about a position at first, and again where it looks promising.
    pub glance: u64,
    pub deep: u64,
    /// Anything else is worse by so much of a win, at a glance and when looked at deeply.
    pub gap: f32,
}

/// As good as the best.
const SAME: f32 = 0.02;
/// Whoever is lost finds no puzzle in it.
const LOST: f32 = 0.08;
/// One game gives so many at most.
const FROM_A_GAME: usize = 3;

/// Plays one game between bots and finds the puzzles in it.
pub fn find(game: &str, search: &Search, seed: u64) -> Result<Vec<Puzzle>, Trouble> {
    let mut live = catalogue::open_newest(game, &search.options, search.seats, Seed::from(seed))?;
    let stop = AtomicBool::new(false);
    let mut found: Vec<Puzzle> = Vec::new();
    let mut entries: Vec<GameEntry<String>> = Vec::new();
    let mut now = Millis::ZERO;
    // Those who play make mistakes, so that there is something to be found.
    let players = [Player::Level(Level::Casual), Player::Level(Level::Club)];
    while live.outcome().is_none() {
        let Some(seat) = live.awaited().first() else {
            let Some(due) = live.deadline() else { break };
            now = due;
            live.tick(due);
            entries.push(GameEntry::tick(due));
            continue;
        };
        let thought = Seed::from(seed * 10_007 + entries.len() as u64);
        if found.len() < FROM_A_GAME && live.actions(seat).len() > 3 {
            // What everybody finds is worth asking once in a game.
            let easy = found.iter().all(|puzzle| puzzle.difficulty != Difficulty::Easy);
            let position = Found { live: live.as_ref(), entries: &entries, seat, now };
            found.extend(position.puzzle(search, seed, easy, &stop));
        }
        let player = players[(seat.index() + seed as usize) % players.len()];
        let (action, at) = match decide(live.as_ref(), seat, player, now, thought, &stop) {
            Intent::Play { action, not_before } => (action, now.max(not_before)),
            Intent::Wait { .. } => match live.actions(seat).into_iter().next() {
                Some(action) => (action, now),
                None => break,
            },
        };
        if let Some(due) = live.deadline().filter(|due| *due < at) {
            now = due;
            live.tick(due);
            entries.push(GameEntry::tick(due));
            continue;
        }
        let Ok(happened) = live.play(seat, &action, at) else { break };
        entries.push(GameEntry::act(seat, happened.notation.unwrap_or(action), at));
        now = at;
    }
    Ok(found)
}

/// A position of a game that may be a puzzle.
struct Found<'a> {
    live: &'a dyn Live,
    entries: &'a [GameEntry<String>],
    seat: Seat,
    now: Millis,
}

impl Found<'_> {
    /// The puzzle of this position, if it is one; one that is easy only if those are wanted.
    fn puzzle(&self, search: &Search, seed: u64, easy: bool, stop: &AtomicBool) -> Option<Puzzle> {
        let (glanced, _) = self.clear_best(&self.ask(search.glance, 1, stop), search.gap)?;
        let is_easy = self.finds(Level::Learner, &glanced, stop);
        if is_easy && !easy {
            return None;
        }
        let deep = self.ask(search.deep, 2, stop);
        let (solutions, gap) = self.clear_best(&deep, search.gap)?;
        // Looked at once more in other worlds, it is still so.
        let (again, _) = self.clear_best(&self.ask(search.deep, 3, stop), search.gap)?;
        if again != solutions {
            return None;
        }
        let difficulty = match () {
            () if is_easy && glanced == solutions => Difficulty::Easy,
            () if self.finds(Level::Club, &solutions, stop) => Difficulty::Medium,
            () => Difficulty::Hard,
        };
        let good = deep.first()?.reasons.iter().filter(|reason| reason.good);
        Some(Puzzle {
            seats: search.seats,
            options: search.options.clone(),
            seed,
            entries: self.entries.to_vec(),
            seat: self.seat,
            solutions,
            gap,
            difficulty,
            reasons: good.map(|reason| reason.words.clone()).collect(),
        })
    }

    fn ask(&self, nodes: u64, seed: u64, stop: &AtomicBool) -> Vec<Candidate> {
        let Self { seat, now, .. } = *self;
        let (budget, seed) = (Budget::nodes(nodes), Seed::from(seed));
        judge(self.live, &JudgeTask { seat, now, budget, seed, open: false, also: None }, stop)
    }

    /// Whether a bot of this level mostly plays one of these.
    fn finds(&self, level: Level, solutions: &[String], stop: &AtomicBool) -> bool {
        let solves = |thought: &u64| {
            let player = Player::Level(level);
            let wanted = decide(self.live, self.seat, player, self.now, Seed::from(*thought), stop);
            matches!(wanted, Intent::Play { action, .. } if solutions.contains(&action))
        };
        (0..3).filter(solves).count() >= 2
    }

    /// What is as good as the best, and by how much everything else is worse; nothing if that is not clear.
    fn clear_best(&self, judged: &[Candidate], least: f32) -> Option<(Vec<String>, f32)> {
        let own = |candidate: &Candidate| candidate.chances.get(self.seat.index()).copied().unwrap_or(0.0);
        let best = judged.first()?;
        if own(best) < LOST {
            return None;
        }
        let (good, worse): (Vec<&Candidate>, Vec<&Candidate>) =
            judged.iter().partition(|candidate| own(best) - own(candidate) <= SAME);
        let next = worse.first()?;
        let gap = own(best) - own(next) - best.doubt - next.doubt;
        // One move, or two that come to the same.
        if good.len() > 2 || gap < least {
            return None;
        }
        let mut solutions: Vec<String> = good.iter().map(|candidate| candidate.action.clone()).collect();
        solutions.sort();
        Some((solutions, gap))
    }
}

const SAY: Words = Words::fixed(
    "Your move. One is clearly best: find it.",
    "À vous. Un coup est nettement meilleur\u{202f}: trouvez-le.",
);
const SOLVED: Words = Words::fixed("Solved.", "Résolu.");
/// Said of a move that the rules allow and the judge would not play.
pub const NOT_BEST: Words = Words::fixed(
    "The rules allow it, but there is something better.",
    "Les règles le permettent, mais il y a mieux.",
);

impl Puzzle {
    /// As a lesson of one scene: the position, and the move to be found.
    pub fn lesson(&self) -> Lesson {
        let options = RawValue::from_string(self.options.clone()).unwrap_or_default();
        let name =
            |seat: u8| if Seat(seat) == self.seat { String::new() } else { format!("Bot {}", seat + 1) };
        let all = |of: fn(&Words) -> &str| self.reasons.iter().map(of).collect::<Vec<_>>().join(", ");
        let why = (!self.reasons.is_empty()).then(|| (all(|words| &words.en), all(|words| &words.fr)));
        let solved = why.as_ref().map_or(SOLVED, |(en, fr)| {
            Words::new(format!("Solved: {en}."), format!("Résolu\u{202f}: {fr}."))
        });
        let hint = why.map(|(en, fr)| Words::new(format!("{en}."), format!("{fr}.")));
        let stage = |say: Words, wanted: Vec<String>, hint: Option<Words>| Stage {
            say,
            wanted,
            hint,
            praise: None,
            then: Vec::new(),
        };
        Lesson {
            names: (0..self.seats).map(name).collect(),
            scenes: vec![LessonScene {
                position: Position::New { seats: self.seats, options, seed: self.seed },
                entries: self.entries.clone(),
                seat: self.seat,
                stages: vec![stage(SAY, self.solutions.clone(), hint), stage(solved, Vec::new(), None)],
            }],
        }
    }
}

/// The puzzles of a game, as they come with the house.
pub fn puzzles(game: &str) -> &'static [Puzzle] {
    static PUZZLES: LazyLock<HashMap<&'static str, Vec<Puzzle>>> = LazyLock::new(|| {
        let read = |packed: &[u8]| {
            let lines = BufReader::new(GzDecoder::new(packed)).lines();
            // A test reads every line; one that cannot be read is not offered.
            lines.map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok()).collect()
        };
        let packed = |game| with_game!(game, G => <G as Teach>::PUZZLES).unwrap_or_default();
        catalogue::GAMES.iter().map(|&game| (game, read(packed(game)))).collect()
    });
    PUZZLES.get(game).map_or(&[], Vec::as_slice)
}
