//! Figures, with the commands that made them.

use crate::{
    needs,
    shell::{Failed, cargo, run, target},
    web,
};

pub(crate) fn bench() -> Result<(), Failed> {
    needs::c_compiler()?;
    web::build()?;
    cargo(&["build", "--release", "-p", "quintette"]).run()?;
    cargo(&["build", "--release", "-p", "server", "--example", "load"]).run()?;
    let binary = target().join("release/quintette").display().to_string();
    let load = target().join("release/examples/load").display().to_string();
    run(&binary, &["playouts", "--seconds", "5"]).run()?;
    for tables in ["50", "200"] {
        run(&load, &["--server", &binary, "--tables", tables, "--seconds", "10"]).run()?;
    }
    for bots in ["0", "1"] {
        let sand = ["--game", "quicksand", "--tables", "200", "--bots", bots, "--seconds", "20"];
        run(&load, &[&["--server", binary.as_str()], &sand[..]].concat()).run()?;
    }
    run(&load, &["--server", &binary, "--memory"]).run()?;
    web::browser(&["run", "--silent", "speed"])?.env("QUINTETTE", binary).run()
}
