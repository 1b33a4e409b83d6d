//! The one tool of this repository: `cargo xtask …`.

mod audit;
mod bench;
mod dist;
mod fuzz;
mod ladder;
mod needs;
mod new_game;
mod parts;
mod play;
mod shell;
mod sim;
mod test;
mod town;
mod web;

use std::process::ExitCode;

use shell::{Failed, cargo};

const HELP: &str = "\
cargo xtask COMMAND

  play [ARGS]   build everything and open the house on this machine; ARGS go to `quintette serve`
  town [--listen ADDRESS]
                three houses on one Postgres and one NATS behind one address, on this machine; it remembers
  test [PART]   run every check and test, side by side as far as they can be; what each part says is shown when it
                has ended, and until then lies in target/test. PART alone is one of: machine, page, house,
                browser, faults, format, web, tests, rust, lints, docs,
                new-game
  new-game NAME plant the skeleton of one more game, from rules to client (docs/adding-a-game.md)
  bench [--peers]
                measure the server, the referee and the page; print the figures with the commands behind them and the
                ratio to docs/performance.md. With --peers: boardgame.io, Colyseus and a bare relay beside us
  ladder [GAME] [GAMES]
                each level of bots against the one below, in every game or in one, with intervals
  fuzz [TARGET] [--minutes N]
                look for input that breaks something, for a minute per target if nothing else is said
  sim [--seed N] [--seeds K]
                the house on bad days: a thousand simulated towns, the first K, or the one of seed N again
  faults [--minutes N] [--seed N]
                a town in which everything goes wrong, once or for so long, while people play; are all promises kept?
  soak          the long tests: all tests optimised, a hundred thousand random games, games through the proxies
                of deploy/, the browser again, a new game in it, thousands of simulated towns, attacks with
                their figures, 500 kills under load, half an hour of faults in a town, a hundred million inputs per
                fuzz target
  dist          an archive of the program, its manual, completions and units, for any Debian 12 or later
  types         write the client's TypeScript types anew from the Rust types
  pictures      take the pictures of the docs, from the running program
  audit         check licences, sources and known weaknesses of all dependencies

What is missing on the machine is installed on the way, or named in one sentence.
";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let done = match command.as_str() {
        "play" => play::play(&rest),
        "test" => test::test(rest.first().map(String::as_str)),
        "bench" => bench::bench(&rest),
        "fuzz" => fuzz::fuzz(&rest),
        "sim" => sim::sim(&rest),
        "town" => town::town(&rest),
        "faults" => town::faults(&rest),
        "ladder" => ladder::ladder(&rest),
        "new-game" => new_game::new_game(&rest),
        "soak" => test::soak(),
        "dist" => dist::dist(),
        "types" => types(),
        "pictures" => web::pictures(),
        "audit" => audit::audit(),
        "" | "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(Failed(format!("there is no command `{other}`.\n\n{HELP}"))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed(sentence)) => {
            eprintln!("xtask: {sentence}");
            ExitCode::FAILURE
        }
    }
}

/// The Rust types are the source; a test says when the client's are stale.
fn types() -> Result<(), Failed> {
    cargo(&["test", "--quiet", "-p", "server", "--test", "house", "types::"])
        .env("QUINTETTE_BLESS", "1")
        .run()
}
