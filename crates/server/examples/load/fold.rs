//! How many entries of a game are folded in a second: with all that everybody is told of them, and where nobody is.

use std::time::{Duration, Instant};

use catalogue::Live;
use table::{By, Chance, GameEntry, Millis, Seed};

use crate::Trouble;

const GAMES: usize = 10;
const LENGTH: usize = 300;
/// One way and the other in turn, so that whatever else the machine does falls on both.
const ROUNDS: usize = 5;

fn open(game: &str, seed: u64) -> Result<Box<dyn Live>, Trouble> {
    let about = catalogue::abouts().into_iter().find(|about| about.id == game).ok_or("no such game")?;
    let seats = about.seats.0.max(2);
    Ok(catalogue::open_newest(game, "{}", seats, Seed::from(seed))
        .map_err(|trouble| trouble.words().en.clone())?)
}

/// A game at random, as its log has it.
fn log(game: &str, seed: u64) -> Result<Vec<GameEntry<String>>, Trouble> {
    let (mut live, mut chance) = (open(game, seed)?, Chance::new(Seed::from(seed)));
    let (mut entries, mut at) = (Vec::new(), Millis::ZERO);
    for _ in 0..LENGTH {
        if live.outcome().is_some() {
            break;
        }
        at = at + Millis(900);
        let seat = live.awaited().first();
        let actions = seat.map(|seat| live.actions(seat)).unwrap_or_default();
        let entry = match (seat, chance.pick(&actions)) {
            (Some(seat), Some(action)) => GameEntry::act(seat, action.clone(), at),
            _ => GameEntry::tick(at),
        };
        if live.happen_unheard(&entry).is_ok() {
            entries.push(entry);
        }
    }
    Ok(entries)
}

pub(crate) fn fold() -> Result<(), Trouble> {
    let mut report = serde_json::Map::new();
    for about in catalogue::abouts() {
        let logs = (0..GAMES as u64).map(|seed| log(about.id, seed)).collect::<Result<Vec<_>, _>>()?;
        let entries = logs.iter().map(Vec::len).sum::<usize>() * ROUNDS;
        let mut times = [Duration::ZERO; 2];
        for round in 0..ROUNDS * 2 {
            let begun = (0..GAMES as u64).map(|seed| open(about.id, seed)).collect::<Result<Vec<_>, _>>()?;
            let start = Instant::now();
            for (mut live, log) in begun.into_iter().zip(&logs) {
                for entry in log {
                    match &entry.by {
                        _ if round % 2 == 1 => drop(live.happen_unheard(entry)),
                        By::Seat(seat, action) => drop(live.play(*seat, action, entry.at)),
                        By::Clock => drop(live.tick(entry.at)),
                    }
                }
            }
            times[round % 2] += start.elapsed();
        }
        let [told, unheard] = times.map(|time| (entries as f64 / time.as_secs_f64()).round());
        report.insert(about.id.to_owned(), serde_json::json!({ "told": told, "unheard": unheard }));
    }
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}
