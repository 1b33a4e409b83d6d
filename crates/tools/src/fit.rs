//! Weights of an evaluation from games of self-play.

use anyhow::{Result, anyhow};
use bots::Lessons;

use crate::cli::Fit;

/// Prints a data file: the command that made it, then the weights.
pub(crate) fn fit(options: &Fit) -> Result<()> {
    let lessons = Lessons {
        options: options.options.clone(),
        seats: options.seats,
        player: options.player.parse()?,
        games: options.games,
        seed: options.seed,
        slips: options.slips,
        opening: options.opening,
    };
    let progress = |games: u32| {
        if games.is_multiple_of(50) {
            eprintln!("{games} of {} games", options.games);
        }
    };
    let (lines, bits) =
        bots::fit(&options.game, &lessons, progress).map_err(|trouble| anyhow!("{}", trouble.words()))?;
    let Fit { game, options: game_options, seats, player, games, slips, opening, .. } = options;
    println!(
        "# quintette fit {game} --options '{game_options}' --seats {seats} --player {player} --games {games} --slips {slips} --opening {opening}"
    );
    println!("# {bits:.3} bits a position stay unexplained");
    print!("{lines}");
    Ok(())
}
