//! Looks for puzzles in games of bots.

use std::{
    io::Write as _,
    time::{Duration, Instant},
};

use anyhow::Result;
use bots::puzzle::{Difficulty, Search, find};

use crate::cli::Puzzles;

pub(crate) fn puzzles(options: &Puzzles) -> Result<()> {
    let Puzzles { game, count, seconds, seats, glance, deep, seed, .. } = options;
    let search = Search {
        options: options.options.clone(),
        seats: *seats,
        glance: *glance,
        deep: *deep,
        gap: options.gap,
    };
    let until = Instant::now() + Duration::from_secs(*seconds);
    let (mut found, mut easy) = (0, 0);
    let mut seed = *seed;
    while found < *count && Instant::now() < until {
        for puzzle in find(game, &search, seed)? {
            // What everybody finds at first sight is no more than a part of them.
            let is_easy = puzzle.difficulty == Difficulty::Easy;
            if found == *count || (is_easy && easy >= count / 3) {
                continue;
            }
            easy += usize::from(is_easy);
            let mut out = std::io::stdout().lock();
            serde_json::to_writer(&mut out, &puzzle)?;
            writeln!(out)?;
            found += 1;
        }
        eprintln!("seed {seed}: {found} of {count}");
        seed += 1;
    }
    Ok(())
}
