//! Positions with one clearly best move, from games of bots: found, checked deeply, and kept as data.
//!
//! A puzzle is a game's seed and log up to the position. It is played on the real referee, as a lesson of one stage.

use std::{collections::HashMap, sync::LazyLock, sync::atomic::AtomicBool};

use catalogue::{Lesson, Position, Scene, Stage, Trouble};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::{GameEntry, Millis, Seat, Seed, Words};
use ts_rs::TS;

use crate::{Budget, Candidate, Decision, Level, Player, Question, decide, judge};

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
}

/// Anything else is worse by so much, at a glance and when looked at deeply.
const GAP: f32 = 0.12;
/// As good as the best.
const SAME: f32 = 0.02;
/// Whoever is lost or has won finds no puzzle in it.
const OPEN: std::ops::Range<f32> = 0.08..0.985;
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
            found.extend(puzzle(live.as_ref(), search, seed, &entries, seat, now, &stop));
        }
        let player = players[(seat.index() + seed as usize) % players.len()];
        let (action, at) = match decide(live.as_ref(), seat, player, now, thought, &stop) {
            Decision::Play { action, not_before } => (action, now.max(not_before)),
            Decision::Wait { .. } => match live.actions(seat).into_iter().next() {
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

/// The puzzle of a position, if it is one.
fn puzzle(
    live: &dyn catalogue::Live,
    search: &Search,
    seed: u64,
    entries: &[GameEntry<String>],
    seat: Seat,
    now: Millis,
    stop: &AtomicBool,
) -> Option<Puzzle> {
    let ask = |nodes: u64, seed: u64| {
        let budget = Budget::nodes(nodes);
        judge(live, &Question { seat, now, budget, seed: Seed::from(seed), open: false, also: None }, stop)
    };
    let own = |candidate: &Candidate| candidate.chances.get(seat.index()).copied().unwrap_or(0.0);
    clear_best(&ask(search.glance, 1), own)?;
    let deep = ask(search.deep, 2);
    let (solutions, gap) = clear_best(&deep, own)?;
    // Looked at once more in other worlds, it is still so.
    let (again, _) = clear_best(&ask(search.deep, 3), own)?;
    if again != solutions {
        return None;
    }
    let finds = |level: Level| {
        let solves = |thought: u64| {
            let wanted = decide(live, seat, Player::Level(level), now, Seed::from(thought), stop);
            matches!(wanted, Decision::Play { action, .. } if solutions.contains(&action))
        };
        (0..3).filter(|thought| solves(*thought)).count() >= 2
    };
    let difficulty = match () {
        () if finds(Level::Learner) => Difficulty::Easy,
        () if finds(Level::Club) => Difficulty::Medium,
        () => Difficulty::Hard,
    };
    let reasons =
        deep.first()?.reasons.iter().filter(|reason| reason.good).map(|reason| reason.words.clone());
    Some(Puzzle {
        seats: search.seats,
        options: search.options.clone(),
        seed,
        entries: entries.to_vec(),
        seat,
        solutions,
        gap,
        difficulty,
        reasons: reasons.collect(),
    })
}

/// What is as good as the best, and by how much everything else is worse; nothing if that is not clear.
fn clear_best(judged: &[Candidate], own: impl Fn(&Candidate) -> f32) -> Option<(Vec<String>, f32)> {
    let best = judged.first()?;
    if !OPEN.contains(&own(best)) && own(best) < OPEN.end {
        return None;
    }
    let (good, worse): (Vec<&Candidate>, Vec<&Candidate>) =
        judged.iter().partition(|candidate| own(best) - own(candidate) <= SAME);
    let next = worse.first()?;
    let gap = own(best) - own(next) - best.doubt - next.doubt;
    // One move, or two that come to the same.
    if good.len() > 2 || gap < GAP {
        return None;
    }
    let mut solutions: Vec<String> = good.iter().map(|candidate| candidate.action.clone()).collect();
    solutions.sort();
    Some((solutions, gap))
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
            scenes: vec![Scene {
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
        let files = [
            ("pyramids", include_str!("../data/puzzles/pyramids.jsonl")),
            ("quadri", include_str!("../data/puzzles/quadri.jsonl")),
            ("quicksand", include_str!("../data/puzzles/quicksand.jsonl")),
            ("quintazone", include_str!("../data/puzzles/quintazone.jsonl")),
            ("thin-ice", include_str!("../data/puzzles/thin-ice.jsonl")),
        ];
        // A test reads every line; one that cannot be read is not offered.
        let read = |text: &str| text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        files.into_iter().map(|(game, text)| (game, read(text))).collect()
    });
    PUZZLES.get(game).map_or(&[], Vec::as_slice)
}
