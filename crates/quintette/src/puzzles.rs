//! Looks for puzzles in games of bots.

use std::{
    io::Write as _,
    time::{Duration, Instant},
};

use anyhow::Result;
use bots::puzzle::{Search, find};

use crate::cli::Puzzles;

pub(crate) fn puzzles(options: &Puzzles) -> Result<()> {
    let Puzzles { game, count, seconds, seats, glance, deep, seed, .. } = options;
    let search = Search { options: options.options.clone(), seats: *seats, glance: *glance, deep: *deep };
    let until = Instant::now() + Duration::from_secs(*seconds);
    let mut found = 0;
    let mut seed = *seed;
    while found < *count && Instant::now() < until {
        for puzzle in find(game, &search, seed)?.into_iter().take(count - found) {
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
