//! Simulated towns: the house under a seed, on a bad day. See `crates/server/src/town.rs`.

use crate::shell::{Failed, cargo};

/// So many towns when nobody says how many.
const SEEDS: u64 = 1_000;
/// So many in a soak.
const SOAK: u64 = 5_000;

/// `cargo xtask sim [--seed N] [--seeds K]`
pub(crate) fn sim(args: &[String]) -> Result<(), Failed> {
    let number = |text: Option<&String>| text.and_then(|text| text.parse::<u64>().ok());
    match args {
        [] => towns("QUINTETTE_SEEDS", SEEDS),
        [flag, rest @ ..] if flag == "--seed" && rest.len() == 1 && number(rest.first()).is_some() => {
            towns("QUINTETTE_SEED", number(rest.first()).unwrap_or_default())
        }
        [flag, rest @ ..] if flag == "--seeds" && rest.len() == 1 && number(rest.first()).is_some() => {
            towns("QUINTETTE_SEEDS", number(rest.first()).unwrap_or_default())
        }
        _ => Err(Failed("it is `--seed N` for one town, or `--seeds K` for the first K.".to_owned())),
    }
}

pub(crate) fn soak() -> Result<(), Failed> {
    towns("QUINTETTE_SEEDS", SOAK)
}

fn towns(which: &str, number: u64) -> Result<(), Failed> {
    let one = "town::whatever_happens_in_a_town_promises_are_kept";
    cargo(&["test", "--quiet", "-p", "server", "--lib", "--", "--exact", one, "--nocapture"])
        .env(which, number.to_string())
        .run()
}
