//! `quintette`: five tabletop games on one online table, in one binary.

mod cli;
mod manual;
mod moving;
mod people;
mod ratings;
mod serve;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use cli::{Cli, Command};

/// A move allocates and frees some hundred small things, on one thread and another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Serve(options) => serve::serve(options),
        Command::Move(options) => moving::move_house(&options),
        Command::People(options) => people::people(options),
        Command::Ratings(options) => ratings::ratings(&options),
        Command::Tool(tool) => tool.run(),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "quintette", &mut std::io::stdout());
            Ok(())
        }
        Command::Man => manual::write(&mut std::io::stdout()).map_err(Into::into),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough (`quintette man | head`) is no failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<serve::Logged>() => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("quintette: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}
