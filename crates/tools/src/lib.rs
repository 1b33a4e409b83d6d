//! What can be done with games and bots where there is no house: the referee by JSON lines, the arena, fitted weights,
//! analysis, puzzles, random play and log files. `quintette` offers all of it; `examples/tools.rs` offers nothing else, and is
//! built without the server.

mod analyse;
mod arena;
mod cli;
mod fit;
mod playouts;
mod puzzles;
mod referee;
mod replay;

pub use cli::Tool;
pub use referee::referee;

impl Tool {
    pub fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Referee => referee(std::io::stdin().lock(), std::io::stdout().lock()).map_err(Into::into),
            Self::Playouts(options) => playouts::playouts(&options),
            Self::Arena(options) => arena::arena(&options),
            Self::Fit(options) => fit::fit(&options),
            Self::Analyse(options) => analyse::analyse(&options),
            Self::Puzzles(options) => puzzles::puzzles(&options),
            Self::Replay(options) => replay::replay(&options),
        }
    }
}
