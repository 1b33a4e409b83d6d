//! The puzzles that come with the house: every one of them can be played, is solved by what it says, and by nothing else.

use std::sync::atomic::AtomicBool;

use bots::{
    Budget, JudgeTask, judge,
    puzzle::{Puzzle, Search, find, puzzles},
};
use catalogue::{Attend, GAMES};
use table::{By, Seed};

/// The position of a puzzle.
fn position(game: &str, puzzle: &Puzzle) -> Box<dyn catalogue::Live> {
    let seed = Seed::from(puzzle.seed);
    let mut live = catalogue::open_newest(game, &puzzle.options, puzzle.seats, seed).unwrap();
    for entry in &puzzle.entries {
        match &entry.by {
            By::Seat(seat, action) => {
                live.play(*seat, action, entry.at).unwrap();
            }
            By::Clock => {
                live.tick(entry.at);
            }
        }
    }
    live
}

#[test]
fn every_puzzle_is_solved_by_its_solutions_alone() {
    for game in GAMES {
        let file = format!("{}/data/puzzles/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let lines = std::fs::read_to_string(file).unwrap().lines().count();
        assert_eq!(puzzles(game).len(), lines, "every line of {game} can be read");
        for (number, puzzle) in puzzles(game).iter().enumerate() {
            let live = position(game, puzzle);
            assert!(live.awaited().contains(puzzle.seat) && live.outcome().is_none(), "{game} {number}");
            let actions = live.actions(puzzle.seat);
            assert!(actions.len() > 3, "{game} {number}: there is something to choose");
            assert!(puzzle.solutions.iter().all(|solution| actions.contains(solution)), "{game} {number}");
            assert!(puzzle.gap >= 0.04, "{game} {number}");
            let lesson = puzzle.lesson();
            let tries = |action: &str| {
                let asked = Attend { played: Vec::new(), attempt: Some(action.to_owned()) };
                lesson.attend(game, &asked).unwrap()
            };
            assert!(tries(&puzzle.solutions[0]).done, "{game} {number}");
            let wrong = actions.iter().find(|action| !puzzle.solutions.contains(action)).unwrap();
            let failed = tries(wrong);
            assert!(!failed.done && failed.not_this.is_some(), "{game} {number}");
        }
    }
}

/// A few of each, looked at anew in other worlds than those in which they were found.
#[test]
fn the_judge_still_finds_them() {
    let stop = AtomicBool::new(false);
    for game in GAMES {
        let all = puzzles(game);
        let few: Vec<&Puzzle> = all.iter().step_by((all.len() / 5).max(1)).take(5).collect();
        let found = few.iter().filter(|puzzle| {
            let live = position(game, puzzle);
            let now = puzzle.entries.last().map_or(table::Millis::ZERO, |entry| entry.at);
            let budget = Budget::nodes(if *game == "pyramids" { 60_000 } else { 1_500 });
            let seat = puzzle.seat;
            let question = JudgeTask { seat, now, budget, seed: Seed::from(99), open: false, also: None };
            judge(live.as_ref(), &question, &stop)
                .first()
                .is_some_and(|best| puzzle.solutions.contains(&best.action))
        });
        assert!(5 * found.count() >= 4 * few.len(), "{game}");
    }
}

#[test]
fn what_is_found_is_a_puzzle() {
    let search = Search { options: "{}".to_owned(), seats: 2, glance: 400, deep: 4_000, gap: 0.12 };
    let found: Vec<Puzzle> = (1..4).flat_map(|seed| find("pyramids", &search, seed).unwrap()).collect();
    assert!(!found.is_empty());
    for puzzle in &found {
        let actions = position("pyramids", puzzle).actions(puzzle.seat);
        assert!(puzzle.solutions.iter().all(|solution| actions.contains(solution)));
    }
    assert!(find("chess", &search, 1).is_err());
}
