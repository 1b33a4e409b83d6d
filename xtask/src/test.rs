//! Every check and every test.

use std::{fs, sync::OnceLock};

use crate::{
    bench, fuzz, needs, new_game,
    parts::{Part, side_by_side},
    shell::{Failed, cargo, part, run, target},
    sim, town, web,
};

/// They judge by the clock, and work little.
const FIRST: u8 = 0;
/// They wait for clocks, for sand and for each other, and in between have work to do.
const NEXT: u8 = 5;
/// They have work only.
const LAST: u8 = 15;

/// Cargo builds one thing at a time in its folder, so what builds comes one after the other, beginning with what the longest parts
/// wait for. All of it gives way to those who wait. The faults judge by the clock whether the town stands still: no browser and
/// no database of the tests may take its turn.
const PARTS: [Part; 12] = [
    Part { name: "machine", work: needs::all, after: &[], nice: FIRST },
    Part { name: "page", work: web::build, after: &[], nice: FIRST },
    Part { name: "house", work: house, after: &[], nice: FIRST },
    Part { name: "faults", work: town::short, after: &["machine", "page", "house"], nice: FIRST },
    Part { name: "browser", work: browser, after: &["faults"], nice: NEXT },
    Part { name: "format", work: format, after: &["machine", "page"], nice: LAST },
    Part { name: "web", work: client, after: &["format"], nice: LAST },
    Part { name: "tests", work: tests, after: &["machine", "page", "house"], nice: LAST },
    Part { name: "rust", work: rust, after: &["tests", "faults"], nice: NEXT },
    Part { name: "lints", work: lints, after: &["tests"], nice: LAST },
    Part { name: "docs", work: docs, after: &["lints"], nice: LAST },
    Part { name: "new-game", work: new_game::check, after: &["docs"], nice: LAST },
];

pub(crate) fn test(only: Option<&str>) -> Result<(), Failed> {
    let Some(name) = only else { return side_by_side(&PARTS) };
    let Some(Part { work, .. }) = PARTS.iter().find(|part| part.name == name) else {
        let names = PARTS.map(|part| part.name).join(", ");
        return Err(Failed(format!("there is no part `{name}`: it is one of {names}.")));
    };
    part(name, work)
}

/// The program, and what opens a town of it.
fn house() -> Result<(), Failed> {
    town::house().map(drop)
}

fn format() -> Result<(), Failed> {
    needs::rust_component("fmt", "rustfmt")?;
    cargo(&["fmt", "--all", "--check"]).run()?;
    web::install()?;
    web::npm(&["run", "--silent", "format:check"]).run()
}

fn lints() -> Result<(), Failed> {
    needs::c_compiler()?;
    needs::rust_component("clippy", "clippy")?;
    cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]).run()
}

/// The client's types, its unit tests and its build.
fn client() -> Result<(), Failed> {
    web::install()?;
    web::npm(&["run", "--silent", "check"]).run()?;
    web::npm(&["run", "--silent", "test"]).run()?;
    web::build()
}

/// Unit, property, golden and protocol tests, built. With nextest where it is there; cargo runs the same tests.
fn tests() -> Result<(), Failed> {
    if has_nextest() { built().map(drop) } else { cargo(&[&TESTS[..], &["--no-run"]].concat()).run() }
}

/// The same tests, run. Nextest is told what was built, so that meanwhile others may build.
fn rust() -> Result<(), Failed> {
    needs::town()?;
    if !has_nextest() {
        return cargo(&TESTS).run();
    }
    let [packages, binaries] = built()?;
    let [_, load] = town::house()?;
    let built = ["--cargo-metadata", &packages, "--binaries-metadata", &binaries];
    run(&load, &[&["--lend", "cargo", "nextest", "run", "--no-fail-fast"], &built[..]].concat()).run()
}

const TESTS: [&str; 5] = ["test", "--workspace", "--lib", "--bins", "--tests"];

fn has_nextest() -> bool {
    run("cargo", &["nextest", "--version"]).output().is_some()
}

/// Builds the tests, once for all that one command does: where it stands which packages there are, and where their tests lie.
fn built() -> Result<[String; 2], Failed> {
    static BUILT: OnceLock<[String; 2]> = OnceLock::new();
    if let Some(built) = BUILT.get() {
        return Ok(built.clone());
    }
    let folder = target().join("test");
    fs::create_dir_all(&folder).map_err(|e| Failed(format!("{}: {e}.", folder.display())))?;
    let [packages, binaries] = ["packages.json", "binaries.json"].map(|name| folder.join(name));
    cargo(&["metadata", "--format-version", "1", "--locked"]).run_into(&packages)?;
    let list = ["nextest", "list", "--workspace", "--list-type", "binaries-only", "--message-format", "json"];
    cargo(&list).run_into(&binaries)?;
    Ok(BUILT.get_or_init(|| [packages, binaries].map(|path| path.display().to_string())).clone())
}

/// The examples in the documentation run, and its links lead somewhere. With an example among them libraries have the features
/// that they had for the lints, and are not looked at once more.
fn docs() -> Result<(), Failed> {
    cargo(&["test", "--quiet", "--workspace", "--doc"]).run()?;
    cargo(&["doc", "--quiet", "--workspace", "--no-deps", "--lib", "--bin", "xtask", "--example", "load"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()
}

/// What a person does, in a real browser, against the real program.
fn browser() -> Result<(), Failed> {
    needs::town()?;
    web::browser(&["run", "--silent", "test:browser"])?.run()
}

/// A game through each proxy that `deploy/` configures.
fn proxies() -> Result<(), Failed> {
    needs::proxies()?;
    cargo(&["test", "--release", "-p", "server", "--test", "house", "--", "--ignored", "proxy::"]).run()
}

/// What takes longer than anybody wants to wait for a change.
pub(crate) fn soak() -> Result<(), Failed> {
    cargo(&["test", "--release", "--workspace", "--lib", "--bins", "--tests"])
        .env("THIN_ICE_GAMES", "100000")
        .run()?;
    part("proxies", proxies)?;
    part("browser", browser)?;
    part("new-game", new_game::browse)?;
    part("towns", sim::soak)?;
    part("attacks", bench::attacks)?;
    part("kills", bench::kills)?;
    part("faults", town::soak)?;
    part("fuzz", fuzz::soak)
}
