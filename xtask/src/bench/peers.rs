//! Others, measured beside us: boardgame.io and Colyseus, which keep everything in memory, and a bare relay.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    process::Child,
};

use super::{Programs, number};
use crate::shell::{Failed, Run, root, run, target};

/// Each of them is measured so often, one after the other, so that whatever else the machine does falls on all of them.
const ROUNDS: usize = 3;
const SECONDS: &str = "6";
const TABLES: [&str; 2] = ["50", "200"];

/// Those who are written for Node.
const NODE: [&str; 2] = ["boardgame.io", "Colyseus"];

/// A server that is ended when dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Installs them beside what is built, and measures all: the server on one core, what loads it on the other.
pub(super) fn peers(programs: &Programs) -> Result<(), Failed> {
    let folder = target().join("peers");
    fs::create_dir_all(&folder).map_err(|error| Failed(format!("{}: {error}.", folder.display())))?;
    for file in fs::read_dir(root().join("xtask/peers")).into_iter().flatten().flatten() {
        let _ = fs::copy(file.path(), folder.join(file.file_name()));
    }
    run("npm", &["install", "--no-audit", "--no-fund", "--omit=optional"]).within(&folder).run()?;
    let node = |name: &str, what: &[&str]| -> Run {
        let script = if name == "Colyseus" { "colyseus.mjs" } else { "boardgame.mjs" };
        let core = if what[0] == "serve" { "0" } else { "1" };
        run("taskset", &[&["-c", core, "node", script], what].concat()).within(&folder)
    };
    let mut rows: Vec<(String, Vec<[f64; 3]>)> = Vec::new();
    for round in 1..=ROUNDS {
        for tables in TABLES {
            for name in NODE {
                let (server, address) = serve(node(name, &["serve"]))?;
                let said = node(name, &["load", &address, tables, SECONDS]).said()?;
                drop(server);
                note(&mut rows, format!("{name}, {tables} tables"), &said)?;
            }
            for (name, program, relay) in [
                ("bare Rust relay", &programs.relay, Some("--relay")),
                ("Quintette, on disk", &programs.house, None),
            ] {
                let pinned = [
                    "-c",
                    "1",
                    &programs.load,
                    "--server",
                    program,
                    "--tables",
                    tables,
                    "--seconds",
                    SECONDS,
                ];
                let args: Vec<&str> = pinned.into_iter().chain(relay).collect();
                let said = run("taskset", &args).env("SERVER_CORE", "0").said()?;
                note(&mut rows, format!("{name}, {tables} tables"), &said)?;
            }
        }
        eprintln!("round {round} of {ROUNDS}");
    }
    println!("\n| who | moves/s, median (range) | the other sees it, ms, p50 | p99 |\n|---|---|---|---|");
    for (name, mut figures) in rows {
        let mut median = |index: usize| {
            figures.sort_by(|a, b| a[index].total_cmp(&b[index]));
            (figures[0][index], figures[figures.len() / 2][index], figures[figures.len() - 1][index])
        };
        let ((least, moves, most), p50, p99) = (median(0), median(1).1, median(2).1);
        println!("| {name} | {moves:.0} ({least:.0}–{most:.0}) | {p50:.1} | {p99:.1} |");
    }
    Ok(())
}

/// Starts a server: its address is the first that it says.
fn serve(server: Run) -> Result<(Server, String), Failed> {
    let mut server = Server(server.start()?);
    let mut address = String::new();
    if let Some(output) = server.0.stdout.take() {
        let _ = BufReader::new(output).read_line(&mut address);
    }
    match address.trim() {
        "" => Err(Failed("it does not say where it listens.".to_owned())),
        said => Ok((server, said.to_owned())),
    }
}

fn note(rows: &mut Vec<(String, Vec<[f64; 3]>)>, name: String, said: &str) -> Result<(), Failed> {
    let figure = |key| number(said, key).ok_or_else(|| Failed(format!("there is no {key} in {said}")));
    let figures = [figure("moves_per_second")?, figure("p50")?, figure("p99")?];
    match rows.iter_mut().find(|(known, _)| *known == name) {
        Some((_, all)) => all.push(figures),
        None => rows.push((name, vec![figures])),
    }
    Ok(())
}
