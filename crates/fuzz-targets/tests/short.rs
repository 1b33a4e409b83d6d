//! The seeds of every target, and variants of them: the same ones every time. `cargo xtask fuzz` looks further.

#![allow(clippy::expect_used, clippy::panic)] // It is a test.

use std::{fs, path::Path};

use fuzz_targets::TARGETS;
use table::{Chance, Seed};

/// So many variants of the seeds of a target.
const VARIANTS: u64 = 1_000;

/// The seeds, in the order of their names.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a folder can be read").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a seed can be read")).collect()
}

/// One seed, changed here and there.
fn variant(seeds: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let any = |seeds: &[Vec<u8>], chance: &mut Chance| chance.pick(seeds).cloned().unwrap_or_default();
    let mut input = any(seeds, chance);
    for _ in 0..=chance.below(4) {
        if input.is_empty() {
            break;
        }
        let at = chance.below(input.len() as u32) as usize;
        let mut lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
        let line = chance.below(lines.len() as u32) as usize;
        match chance.below(8) {
            0 => input[at] ^= 1 << chance.below(8),
            1 => input[at] = b"0123456789-\"{}[],:@ \n\0\xff"[chance.below(23) as usize],
            2 => drop(input.remove(at)),
            3 => input.insert(at, input[input.len() - 1 - at]),
            4 => input.truncate(at),
            5 => {
                lines.remove(line);
                input = lines.join(&b'\n');
            }
            6 => {
                lines.insert(line, lines[lines.len() - 1 - line]);
                input = lines.join(&b'\n');
            }
            _ => {
                let other = any(seeds, chance);
                let from = other.len() / 2;
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
        }
    }
    input
}

/// Runs a target; a panic names the input.
fn run(name: &str, seed: u64) {
    let (_, target) = TARGETS.into_iter().find(|(known, _)| *known == name).expect("it is a target");
    let seeds = seeds(name);
    assert!(!seeds.is_empty(), "{name} has seeds");
    let mut chance = Chance::new(Seed::from(seed));
    let variants = (0..VARIANTS).map(|_| variant(&seeds, &mut chance)).collect::<Vec<_>>();
    for input in seeds.iter().chain(&variants) {
        let survived = std::panic::catch_unwind(|| target(input)).is_ok();
        assert!(survived, "{name} panics at {:?}", String::from_utf8_lossy(input));
    }
}

macro_rules! targets {
    ($($test:ident: $name:literal),*) => {
        $(
            #[test]
            fn $test() {
                run($name, 12);
            }
        )*

        #[test]
        fn every_target_is_tested() {
            assert_eq!(TARGETS.map(|(name, _)| name), [$($name),*]);
        }
    };
}

targets! {
    referee: "referee",
    requests: "requests",
    entries: "entries",
    log_files: "log-files",
    states: "states",
    notations: "notations",
    headers: "headers"
}
