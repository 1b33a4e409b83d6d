//! A town on this machine, to look at and to break. See `crates/server/examples/load/{town,faults}.rs`.

use std::{fs, os::unix::process::CommandExt, path::Path, process::Command, sync::OnceLock};

use crate::{
    needs,
    shell::{Failed, cargo, run, target},
    web,
};

/// So long does everything go wrong in a soak.
const SOAK_MINUTES: u64 = 30;

/// The house, and what opens a town of it.
type Built = [String; 2];
/// Where they are, among what was built.
const NAMES: [&str; 2] = ["quintette", "examples/load"];

/// The house, out of the libraries that the tests have. They are those of the whole workspace together with what tests and
/// examples ask of them, so an example has to be built with it; anything less is other features, with which cargo would build
/// most libraries once more.
pub(crate) const OF_THE_TESTS: [&str; 3] = ["--workspace", "--bin", "quintette"];

/// The house, and what opens a town of it; as people get it, or as everything is built that is tested after a change.
pub(crate) fn build(release: bool) -> Result<Built, Failed> {
    web::build()?;
    if !release {
        return house();
    }
    needs::c_compiler()?;
    cargo(&["build", "--release", "-p", "quintette"]).run()?;
    cargo(&["build", "--release", "-p", "server", "--example", "load"]).run()?;
    let folder = target().join("release");
    Ok(NAMES.map(|name| folder.join(name).display().to_string()))
}

/// Those for tests; once is enough for all that one command does. Such a house reads its page when it opens.
///
/// They are copied to where they stay as they are whatever is built meanwhile.
pub(crate) fn house() -> Result<Built, Failed> {
    static BUILT: OnceLock<Built> = OnceLock::new();
    if let Some(built) = BUILT.get() {
        return Ok(built.clone());
    }
    needs::c_compiler()?;
    web::make_room()?;
    cargo(&[&["build"], &OF_THE_TESTS[..], &["--example", "load"]].concat()).run()?;
    let (from, to) = (target().join("debug"), target().join("tested"));
    for name in NAMES {
        copy(&from.join(name), &to.join(name))?;
    }
    Ok(BUILT.get_or_init(|| NAMES.map(|name| to.join(name).display().to_string())).clone())
}

fn copy(from: &Path, to: &Path) -> Result<(), Failed> {
    // Not over one that may still run.
    let _ = fs::remove_file(to);
    let folder = to.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| fs::copy(from, to)).map_err(|e| Failed(format!("{}: {e}.", to.display())))?;
    Ok(())
}

/// `cargo xtask town [--listen ADDRESS]`
pub(crate) fn town(args: &[String]) -> Result<(), Failed> {
    if !matches!(args, [] | [_, _]) || args.first().is_some_and(|flag| flag != "--listen") {
        return Err(Failed("it is `town`, or `town --listen ADDRESS`.".to_owned()));
    }
    needs::town()?;
    let [house, load] = build(true)?;
    let folder = target().join("town");
    // In our place: so Ctrl-C is its own, and whoever waits for us waits until everything has ended.
    let mut command = Command::new(&load);
    command.args(["--town", "--server", &house, "--folder"]).arg(folder).args(args);
    Err(Failed(format!("`{load}` cannot be started: {}.", command.exec())))
}

/// `cargo xtask faults [--minutes N] [--seed N]`
pub(crate) fn faults(args: &[String]) -> Result<(), Failed> {
    let flags = args.chunks(2).all(|pair| match pair {
        [flag, number] => matches!(flag.as_str(), "--minutes" | "--seed") && number.parse::<u64>().is_ok(),
        _ => false,
    });
    if !flags {
        return Err(Failed(
            "it is `faults`, with `--minutes N` for things at random, and `--seed N` for the same ones again.".to_owned(),
        ));
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    break_it(true, &args)
}

/// Everything goes wrong once.
pub(crate) fn short() -> Result<(), Failed> {
    break_it(false, &[])
}

pub(crate) fn soak() -> Result<(), Failed> {
    break_it(true, &["--minutes", &SOAK_MINUTES.to_string()])
}

fn break_it(release: bool, args: &[&str]) -> Result<(), Failed> {
    needs::town()?;
    needs::faketime()?;
    let [house, load] = build(release)?;
    let folder = target().join("faults").display().to_string();
    run(&load, &[&["--faults", "--server", &house, "--folder", &folder], args].concat()).run()
}
