//! Random games on one thread, as fast as they go.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use catalogue::{GAMES, Trouble, with_game};
use serde::Serialize;
use table::{Chance, Game, Millis, random};

use crate::cli::Playouts;

/// No game comes near it: a game that does not end is a defect, and is said to be one.
const LONGEST: u64 = 1_000_000;

#[derive(Debug, Serialize)]
struct Report {
    game: &'static str,
    seats: u8,
    games: u64,
    actions: u64,
    seconds: f64,
    games_per_second: f64,
    actions_per_second: f64,
    mean_length: f64,
}

pub(crate) fn playouts(options: &Playouts) -> Result<()> {
    let length = Duration::try_from_secs_f64(options.seconds)
        .ok()
        .filter(|length| !length.is_zero())
        .ok_or_else(|| anyhow!("--seconds must be a positive number of seconds"))?;
    for game in options.game.as_ref().map_or(GAMES.to_vec(), |game| vec![game]) {
        let report = with_game!(game, G => measure::<G>(options, length))
            .unwrap_or_else(|| Err(anyhow!("{}", Trouble::UnknownGame(game.to_owned()).words())))?;
        println!("{}", serde_json::to_string_pretty(&report)?);
    }
    Ok(())
}

fn measure<G: Game>(playouts: &Playouts, length: Duration) -> Result<Report> {
    let about = G::about();
    let seats = playouts.seats.unwrap_or(about.seats.0);
    let options = catalogue::read_options::<G>(G::RULES.newest, &playouts.options)?;
    let mut chance = Chance::new(playouts.seed);
    let mut buffer = Vec::new();
    let (mut games, mut actions) = (0, 0);
    let start = Instant::now();
    loop {
        let mut game = G::new(&options, seats, chance.seed())?;
        actions += random::play_out(&mut game, Millis::ZERO, &mut chance, &mut buffer, LONGEST);
        if game.outcome().is_none() {
            return Err(anyhow!("a game did not end within {LONGEST} entries"));
        }
        games += 1;
        if start.elapsed() >= length {
            break;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    Ok(Report {
        game: about.id,
        seats,
        games,
        actions,
        seconds: round(seconds),
        games_per_second: round(games as f64 / seconds),
        actions_per_second: round(actions as f64 / seconds),
        mean_length: round(actions as f64 / games as f64),
    })
}

fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
