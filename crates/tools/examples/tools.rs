//! The tools of `quintette` alone, for whoever works on bots: `cargo run --release -p tools --example tools -- arena …`. It does
//! the same, and a change to a bot is built without the server.

use std::process::ExitCode;

use clap::Parser;
use tools::Tool;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Debug, Parser)]
#[command(arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

fn main() -> ExitCode {
    match Cli::parse().tool.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tools: {error:#}");
            ExitCode::FAILURE
        }
    }
}
