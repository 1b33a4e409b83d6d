//! Checks a log file.

use anyhow::{Context, Result};
use catalogue::LogFile;
use table::By;

use crate::cli::Replay;

pub(crate) fn replay(options: &Replay) -> Result<()> {
    let name = options.file.display();
    let bytes = std::fs::read(&options.file).with_context(|| format!("{name} cannot be read"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{name} is no text file"))?;
    let log = LogFile::read(&text).with_context(|| name.to_string())?;
    let verified = log.verify().with_context(|| name.to_string())?;
    if options.verbose {
        for entry in &verified.canonical.entries {
            match &entry.by {
                By::Seat(seat, notation) => println!("{:>9} ms  seat {seat}  {notation}", entry.at.0),
                By::Clock => println!("{:>9} ms  the clock", entry.at.0),
            }
        }
    }
    println!("{}: {} seats, {} entries, all legal.", log.game, log.seats, verified.canonical.entries.len());
    println!("The seed is the one promised at the start ({}).", log.commitment);
    match &verified.outcome {
        None => println!("The game is not over."),
        Some(outcome) if outcome.winners.is_empty() => {
            println!("It ended without a winner ({}).", outcome.clause);
        }
        Some(outcome) => {
            let winners: Vec<String> = outcome
                .winners
                .iter()
                .map(|seat| log.names.get(seat.index()).map_or(format!("seat {seat}"), Clone::clone))
                .collect();
            println!("Won by {} ({}).", winners.join(", "), outcome.clause);
        }
    }
    Ok(())
}
