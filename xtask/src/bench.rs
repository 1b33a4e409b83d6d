//! Figures, with the commands that made them, beside those that `docs/performance.md` holds.

mod peers;
mod rows;

use crate::{
    needs,
    shell::{Failed, cargo, root, run, target},
    web,
};
use rows::{Figures, ROWS};

/// What is measured, and with what.
struct Programs {
    house: String,
    load: String,
    relay: String,
}

/// Builds the program and what loads it.
fn build() -> Result<Programs, Failed> {
    needs::c_compiler()?;
    web::build()?;
    cargo(&["build", "--release", "-p", "quintette"]).run()?;
    cargo(&["build", "--release", "-p", "server", "--example", "load", "--example", "relay"]).run()?;
    let built = |path| target().join("release").join(path).display().to_string();
    Ok(Programs { house: built("quintette"), load: built("examples/load"), relay: built("examples/relay") })
}

/// What one who means harm does to the others.
pub(crate) fn attacks() -> Result<(), Failed> {
    let Programs { house, load, .. } = build()?;
    run(&load, &["--server", &house, "--attack", "all"]).run()
}

/// The program is killed under load, and keeps what it acknowledged.
pub(crate) fn kills() -> Result<(), Failed> {
    let Programs { house, load, .. } = build()?;
    run(&load, &["--server", &house, "--kills", "500"]).run()
}

/// `cargo xtask bench [--peers]`
pub(crate) fn bench(args: &[String]) -> Result<(), Failed> {
    let programs = build()?;
    match args {
        [] => {}
        [flag] if flag == "--peers" => return peers::peers(&programs),
        _ => return Err(Failed("it is `bench`, or `bench --peers` to measure others beside us.".to_owned())),
    }
    needs::town()?;
    let committed = Figures::committed();
    let mut now = Figures::default();
    for row in ROWS {
        row.measure(&programs, &mut now)?;
    }
    now.print(&committed);
    run(&programs.house, &["playouts", "--seconds", "5"]).run()?;
    run(&programs.load, &["--server", &programs.house, "--wire"]).run()?;
    web::browser(&["run", "--silent", "speed"])?.env("QUINTETTE", &programs.house).run()
}

/// The number after `"key":` in a JSON text, which is all that is needed of it here.
fn number(json: &str, key: &str) -> Option<f64> {
    let (_, rest) = json.split_once(&format!("\"{key}\":"))?;
    let rest = rest.trim_start();
    rest[..rest.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'))?].parse().ok()
}

/// The page that holds the figures of the last time.
fn page() -> String {
    std::fs::read_to_string(root().join("docs/performance.md")).unwrap_or_default()
}
