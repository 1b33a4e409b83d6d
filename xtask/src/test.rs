//! Every check and every test.

use crate::{
    bench, fuzz, needs, new_game,
    parts::{Part, side_by_side},
    shell::{Failed, cargo, part, run},
    sim, town, web,
};

/// Cargo builds one thing at a time in its folder, so what builds comes one after the other, beginning with what the longest parts
/// wait for. These mostly wait, for clocks, for sand and for each other; all else is built and run beside them, and gives way. The
/// faults judge by the clock whether the town stands still: no browser may take its turn.
const PARTS: [Part; 11] = [
    Part { name: "machine", work: needs::all, after: &[], gentle: false },
    Part { name: "page", work: web::build, after: &[], gentle: false },
    Part { name: "house", work: house, after: &[], gentle: false },
    Part { name: "faults", work: town::short, after: &["machine", "page", "house"], gentle: false },
    Part { name: "browser", work: browser, after: &["faults"], gentle: false },
    Part { name: "format", work: format, after: &["machine", "page"], gentle: true },
    Part { name: "web", work: client, after: &["format"], gentle: true },
    Part { name: "lints", work: lints, after: &["machine", "house"], gentle: true },
    Part { name: "rust", work: rust, after: &["page", "lints"], gentle: true },
    Part { name: "docs", work: docs, after: &["rust"], gentle: true },
    Part { name: "new-game", work: new_game::check, after: &["docs"], gentle: true },
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

/// Unit, property, golden and protocol tests. With nextest where it is there; cargo runs the same tests.
fn rust() -> Result<(), Failed> {
    needs::town()?;
    if run("cargo", &["nextest", "--version"]).output().is_some() {
        cargo(&["nextest", "run", "--workspace", "--no-fail-fast"]).run()
    } else {
        cargo(&["test", "--workspace", "--lib", "--bins", "--tests"]).run()
    }
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
