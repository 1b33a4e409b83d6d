//! Figures, with the commands that made them.

use crate::{
    needs,
    shell::{Failed, cargo, run, target},
    web,
};

/// Builds the program and what loads it: their paths.
fn build() -> Result<(String, String), Failed> {
    needs::c_compiler()?;
    web::build()?;
    cargo(&["build", "--release", "-p", "quintette"]).run()?;
    cargo(&["build", "--release", "-p", "server", "--example", "load"]).run()?;
    let built = |path| target().join("release").join(path).display().to_string();
    Ok((built("quintette"), built("examples/load")))
}

/// What one who means harm does to the others.
pub(crate) fn attacks() -> Result<(), Failed> {
    let (binary, load) = build()?;
    run(&load, &["--server", &binary, "--attack", "all"]).run()
}

/// The program is killed under load, and keeps what it acknowledged.
pub(crate) fn kills() -> Result<(), Failed> {
    let (binary, load) = build()?;
    run(&load, &["--server", &binary, "--kills", "500"]).run()
}

pub(crate) fn bench() -> Result<(), Failed> {
    let (binary, load) = build()?;
    run(&binary, &["playouts", "--seconds", "5"]).run()?;
    for tables in ["50", "200"] {
        run(&load, &["--server", &binary, "--tables", tables, "--seconds", "10"]).run()?;
    }
    for bots in ["0", "1"] {
        let sand = ["--game", "quicksand", "--tables", "200", "--bots", bots, "--seconds", "20"];
        run(&load, &[&["--server", binary.as_str()], &sand[..]].concat()).run()?;
    }
    run(&load, &["--server", &binary, "--wire"]).run()?;
    run(&load, &["--server", &binary, "--memory"]).run()?;
    web::browser(&["run", "--silent", "speed"])?.env("QUINTETTE", binary).run()
}
