//! The tools' part of the command line, as `--help` tells it.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use table::Seed;

use crate::arena::Sprt;

/// What needs no house.
#[derive(Debug, Subcommand)]
pub enum Tool {
    /// Referee a game by JSON lines: one request per line in, one answer per line out.
    ///
    /// Any program in any language can referee, test or play: new, load, state, view, actions, play, deadline, tick,
    /// outcome. docs/protocol.md has them all, with a transcript.
    #[command(
        after_help = "Try:\n  echo '{\"op\":\"new\",\"game\":\"pyramids\",\"seats\":2,\"seed\":7}\n{\"op\":\"play\",\"seat\":0,\"action\":\"S@a1\"}' | quintette referee"
    )]
    Referee,
    /// Play random games on one thread and say how fast that went.
    Playouts(Playouts),
    /// Let bots play each other and count who wins.
    Arena(Box<Arena>),
    /// Fit the weights of a bot's evaluation to games it plays against itself; prints the data file.
    Fit(Fit),
    /// Judge a finished game from its log file: chances, mistakes, better moves, and what was luck.
    Analyse(Analyse),
    /// Look for positions with one clearly best move in games of bots; prints one puzzle a line.
    Puzzles(Puzzles),
    /// Check a log file: the seed is the promised one, every move is legal, the end is the one it tells.
    Replay(Replay),
}

#[derive(Debug, Args)]
pub struct Playouts {
    /// Which game, for example pyramids; one after the other if not given.
    pub(crate) game: Option<String>,
    /// The game's options as a JSON object.
    #[arg(long, default_value = "{}", value_name = "JSON")]
    pub(crate) options: String,
    /// How many seats; the fewest that the game allows if not given.
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<u8>,
    /// For how long to play.
    #[arg(long, default_value_t = 5.0, value_name = "S", allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Where chance starts: the same seed plays the same games.
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: Seed,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Players: a level, or one of these, with how long they think (processor time) where they do:\n  search:50ms       the strongest bot with that much thought; nodes=5000 counts positions instead, search:50ms,threads=2 thinks on two threads\n  plain:200ms       textbook UCT\n  alphabeta:20ms    a plain alpha-beta search (pyramids)\n  old:900ms         the bots of the last version; old-normal, old-easy\n  greedy, random    one action ahead; none at all\n  engine:CMD        any program that speaks the referee's lines (docs/protocol.md)\n\nTry:\n  quintette arena pyramids --players search:20ms,alphabeta:20ms --games 100 --sprt 0,50"
)]
pub struct Arena {
    /// Which game, for example pyramids.
    pub(crate) game: String,
    /// Who plays, one per seat. All of them sit everywhere in turn, each time with the same seed.
    #[arg(long, num_args = 1.., default_values = ["club", "random"], value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    /// How many seats: the first player against so many less one of the second; all by the first if it is alone.
    #[arg(long, value_name = "K")]
    pub(crate) seats: Option<u8>,
    /// The game's level, where it has levels.
    #[arg(long, value_name = "N")]
    pub(crate) level: Option<u32>,
    /// How many games at most; rounded up to whole rounds.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// End as soon as it is clear (one error in twenty) whether the first of two players is better by the first or by the
    /// second of these differences in Elo.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// How many games are played at the same time, each on a thread of its own.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) jobs: usize,
    /// Write every game to this file, and go on from what it holds.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// How long an engine is told to think about one action.
    #[arg(long, default_value_t = 200, value_name = "MS")]
    pub(crate) engine_time: u64,
    /// Print JSON instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
    /// The game's options as a JSON object.
    #[arg(long, default_value = "{}", value_name = "JSON")]
    pub(crate) options: String,
    /// Where chance starts: the same seed deals the same games.
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: Seed,
}

#[derive(Debug, Args)]
pub struct Fit {
    /// Which game: pyramids, thin-ice or quintazone.
    pub(crate) game: String,
    /// The game's options as a JSON object.
    #[arg(long, default_value = "{}", value_name = "JSON")]
    pub(crate) options: String,
    /// How many seats.
    #[arg(long, default_value_t = 2, value_name = "N")]
    pub(crate) seats: u8,
    /// Who plays all of them.
    #[arg(long, default_value = "search:nodes=500", value_name = "PLAYER")]
    pub(crate) player: String,
    #[arg(long, default_value_t = 300, value_name = "N")]
    pub(crate) games: u32,
    /// One action in so many is played at random, so that more is seen; 0: none.
    #[arg(long, default_value_t = 12, value_name = "N")]
    pub(crate) slips: u32,
    /// Games begin with up to so many actions at random: from uneven positions more is learned.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) opening: u32,
    /// Where chance starts.
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: Seed,
}

#[derive(Debug, Args)]
pub struct Replay {
    /// The log file of a game.
    pub(crate) file: PathBuf,
    /// Also print every move.
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

#[derive(Debug, Args)]
pub struct Analyse {
    /// The log file of a game.
    pub(crate) file: PathBuf,
    /// Print JSON instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
    /// Judge with all secrets open, not by what each seat could know.
    #[arg(long)]
    pub(crate) open: bool,
    /// How long to think about one move, in milliseconds of processor time.
    #[arg(long, default_value_t = 300, value_name = "MS")]
    pub(crate) time: u64,
    /// Count worlds or positions a move instead: comes out the same everywhere.
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub(crate) nodes: Option<u64>,
}

#[derive(Debug, Args)]
pub struct Puzzles {
    /// Which game, for example pyramids.
    pub(crate) game: String,
    /// How many puzzles to find.
    #[arg(long, default_value_t = 200, value_name = "N")]
    pub(crate) count: usize,
    /// For how long to look at most, in seconds.
    #[arg(long, default_value_t = 600, value_name = "S")]
    pub(crate) seconds: u64,
    /// The game's options as a JSON object.
    #[arg(long, default_value = "{}", value_name = "JSON")]
    pub(crate) options: String,
    /// How many seats.
    #[arg(long, default_value_t = 2, value_name = "N")]
    pub(crate) seats: u8,
    /// How much to think about every position, and again about the promising ones: worlds or positions.
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub(crate) glance: u64,
    #[arg(long, default_value_t = 8_000, value_name = "N")]
    pub(crate) deep: u64,
    /// By how much of a win everything else has to be worse.
    #[arg(long, default_value_t = 0.12, value_name = "PART")]
    pub(crate) gap: f32,
    /// The first game's seed; the next ones follow.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
}
