//! Every check and every test.

use crate::{
    bench, fuzz, needs, new_game,
    shell::{Failed, cargo, part, run},
    sim, town, web,
};

type Part = (&'static str, fn() -> Result<(), Failed>);

/// In this order: what fails soonest comes first.
const PARTS: [Part; 8] = [
    ("format", format),
    ("web", client),
    ("lints", lints),
    ("rust", rust),
    ("docs", docs),
    ("faults", town::short),
    ("new-game", new_game::check),
    ("browser", browser),
];

pub(crate) fn test(only: Option<&str>) -> Result<(), Failed> {
    if let Some(name) = only
        && PARTS.iter().all(|(part, _)| *part != name)
    {
        return Err(Failed(format!(
            "there is no part `{name}`: it is one of {}.",
            PARTS.map(|(p, _)| p).join(", ")
        )));
    }
    for (name, work) in PARTS {
        if only.is_none_or(|only| only == name) {
            part(name, work)?;
        }
    }
    Ok(())
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
