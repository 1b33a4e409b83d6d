//! A house's ratings, from its machine.

use anyhow::{Result, bail};
use server::{Recomputed, protocol::Ratings};

use crate::cli;

pub(crate) fn ratings(options: &cli::Ratings) -> Result<()> {
    let games: Vec<&str> = catalogue::abouts().into_iter().map(|about| about.id).collect();
    if let Some(game) = &options.game
        && !games.contains(&game.as_str())
    {
        bail!("there is no game {game}: there are {}", games.join(", "));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        if options.recompute {
            let Recomputed { games, ratings, changed, records, records_changed, unreadable } =
                server::rate_anew(&options.database).await?;
            println!("{ratings} ratings from {games} games, made anew: {}", found(changed));
            println!("{records} team records, made anew: {}", found(records_changed));
            if unreadable > 0 {
                bail!("{unreadable} tables cannot be read: what was known of them stays as it was");
            }
        }
        for game in games.iter().filter(|game| options.game.as_ref().is_none_or(|of| of == *game)) {
            show(game, &server::best(&options.database, game).await?);
        }
        Ok(())
    })
}

/// How many were other than they should have been.
fn found(changed: usize) -> String {
    match changed {
        0 => "all as they were".to_owned(),
        1 => "one was other than that".to_owned(),
        many => format!("{many} were other than that"),
    }
}

fn show(game: &str, ratings: &Ratings) {
    for ladder in &ratings.ladders {
        println!("{game}{}", ladder.mode.as_ref().map(|mode| format!(", {mode}")).unwrap_or_default());
        for (place, one) in (1..).zip(&ladder.best) {
            let rating = one.rating;
            println!(
                "{place:>4}. {:>5} ± {:<4} {:>5} games  {}",
                rating.rating, rating.deviation, rating.games, one.name
            );
        }
    }
    for feat in &ratings.feats {
        println!(
            "{game}, level {}, {} seats: {:.1} s, {}",
            feat.level,
            feat.seats,
            feat.ms as f64 / 1_000.0,
            feat.names.join(", ")
        );
    }
}
