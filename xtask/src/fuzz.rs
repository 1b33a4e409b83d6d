//! Looking for input that breaks something, guided by the code that it reaches: libFuzzer on the targets in `fuzz/`.

use std::fs;

use crate::{
    needs,
    shell::{Failed, cargo, root},
};

const TARGETS: [&str; 7] = ["referee", "requests", "entries", "log-files", "states", "notations", "headers"];
/// The longest input, in bytes: enough for a whole game.
const LONGEST: u32 = 16_384;
/// So many inputs per target in a soak.
const SOAK: u64 = 100_000_000;

/// How long each target is run.
#[derive(Clone, Copy, Debug)]
enum Length {
    Minutes(u64),
    Inputs(u64),
}

/// `cargo xtask fuzz [TARGET] [--minutes N]`
pub(crate) fn fuzz(args: &[String]) -> Result<(), Failed> {
    let (mut only, mut minutes) = (None, 1);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg == "--minutes" {
            minutes = args
                .next()
                .and_then(|number| number.parse().ok())
                .ok_or_else(|| Failed("--minutes is followed by a whole number.".to_owned()))?;
        } else if TARGETS.contains(&arg.as_str()) {
            only = Some(arg.as_str());
        } else {
            return Err(Failed(format!("there is no target `{arg}`: it is one of {}.", TARGETS.join(", "))));
        }
    }
    let targets = TARGETS.into_iter().filter(|target| only.is_none_or(|only| only == *target));
    all(targets, Length::Minutes(minutes))
}

/// Every target for as long as only a soak has.
pub(crate) fn soak() -> Result<(), Failed> {
    all(TARGETS.into_iter(), Length::Inputs(SOAK))
}

fn all(targets: impl Iterator<Item = &'static str>, length: Length) -> Result<(), Failed> {
    needs::c_plus_plus()?;
    needs::cargo_fuzz()?;
    for target in targets {
        one(target, length)?;
    }
    Ok(())
}

/// What it learns on the way stays in `fuzz/found`, which is not committed; the seeds in `fuzz/corpus` are only read. Input
/// that breaks something is left in `fuzz/artifacts` and named.
fn one(target: &str, length: Length) -> Result<(), Failed> {
    let (found, seeds) = (format!("fuzz/found/{target}"), format!("fuzz/corpus/{target}"));
    fs::create_dir_all(root().join(&found))
        .map_err(|error| Failed(format!("`{found}` cannot be made: {error}.")))?;
    let longest = format!("-max_len={LONGEST}");
    let length = match length {
        Length::Minutes(minutes) => format!("-max_total_time={}", minutes * 60),
        Length::Inputs(inputs) => format!("-runs={inputs}"),
    };
    // Nothing here is unsafe: what a sanitizer looks for cannot be, and without one ten times as many inputs are run.
    let fuzz = ["fuzz", "run", "--sanitizer", "none", target, &found, &seeds, "--"];
    let how = [longest.as_str(), &length, "-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1"];
    // Coverage is counted by what only a nightly compiler lets one ask for, or one that is told to be.
    cargo(&[&fuzz[..], &how[..]].concat()).env("RUSTC_BOOTSTRAP", "1").run()
}
