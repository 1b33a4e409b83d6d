//! How much does the server carry, and how soon does everybody see it?
//!
//! Starts the real program on a fresh database and sets tables of WebSocket clients: who play `pyramids` at random as fast
//! as they can or at a `--pace` (moves per second, durably logged; on a file, with `--postgres` there, with `--houses N` in a
//! town of so many; with `--relay` the program is a bare relay instead), who
//! play `quicksand` at people's pace (how late what happens by itself is), who play all games (bytes per viewer), or who only
//! sit there (memory). Or it looks how soon the program answers after its start (`--start`), or how fast games are folded
//! (`--fold`). `cargo xtask bench` runs most of it; `--attack NAME` shows what one who means harm does to the others,
//! `--kills N` kills the program that often and looks for what it acknowledged, and `cargo xtask soak` runs all attacks and
//! 500 kills. `--town` opens a town (`cargo xtask town`), `--faults` lets everything go wrong in one,
//! and `--lend COMMAND` runs the tests, beside a Postgres for all of them.

mod attack;
mod door;
mod faults;
mod fold;
mod house;
mod kills;
mod memory;
mod moves;
mod sand;
#[path = "../../tests/house/shown.rs"]
mod shown;
mod start;
mod town;
mod wire;

use std::{path::PathBuf, time::Duration};

use moves::{Load, Server};

type Trouble = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Trouble> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |key: &str| args.iter().position(|a| a == key).and_then(|i| args.get(i + 1)).cloned();
    let number = |key: &str, default: u64| value(key).and_then(|v| v.parse().ok()).unwrap_or(default);
    if args.iter().any(|a| a == "--fold") {
        return fold::fold();
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if let [first, command @ ..] = &args[..]
        && first == "--lend"
    {
        return runtime.block_on(town::lend(command));
    }
    let server = value("--server").ok_or("--server PATH: the quintette binary to measure")?;
    let tables = number("--tables", 50) as usize;
    let length = Duration::from_secs(number("--seconds", 10));
    if args.iter().any(|a| a == "--memory") {
        return runtime.block_on(memory::memory(&server));
    }
    if args.iter().any(|a| a == "--wire") {
        return runtime.block_on(wire::wire(&server));
    }
    if args.iter().any(|a| a == "--start") {
        return runtime.block_on(start::start(&server));
    }
    if let Some(name) = value("--attack") {
        return runtime.block_on(attack::attack(&server, Some(name.as_str()).filter(|name| *name != "all")));
    }
    if value("--kills").is_some() {
        return runtime.block_on(kills::kills(&server, number("--kills", 500)));
    }
    let folder =
        || value("--folder").map(PathBuf::from).ok_or("--folder PATH: where a town keeps what it has");
    if args.iter().any(|a| a == "--town") {
        let listen = value("--listen").unwrap_or_else(|| "127.0.0.1:8080".to_owned()).parse()?;
        return runtime.block_on(town::town(&server, &folder()?, listen));
    }
    if args.iter().any(|a| a == "--faults") {
        let seed = number("--seed", std::time::UNIX_EPOCH.elapsed()?.as_secs());
        let length = value("--minutes").and_then(|v| v.parse::<u64>().ok()).map(Duration::from_mins);
        return runtime.block_on(faults::faults(&server, &folder()?, seed, length));
    }
    match value("--game").as_deref() {
        None | Some("pyramids") => {
            let pace = value("--pace").and_then(|pace| pace.parse().ok());
            let served = match value("--houses").and_then(|houses| houses.parse().ok()) {
                Some(houses) => Server::Town(houses),
                None if args.iter().any(|a| a == "--postgres") => Server::Postgres,
                None if args.iter().any(|a| a == "--relay") => Server::Relay,
                None => Server::House,
            };
            runtime.block_on(moves::moves(&server, Load { tables, length, pace, server: served }))
        }
        Some("quicksand") => {
            let look = Duration::from_millis(number("--look", 600));
            runtime.block_on(sand::sand(&server, tables, number("--bots", 0), look, length))
        }
        Some(other) => Err(format!("--game {other}: it is pyramids or quicksand").into()),
    }
}
