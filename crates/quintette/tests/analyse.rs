//! A game, played at random and kept as a log file, is analysed on the command line.

#![allow(clippy::unwrap_used)] // A test speaks by panicking.

use std::process::Command;

use catalogue::LogFile;
use serde_json::Value;
use table::{Chance, GameEntry, Millis, Seed};

/// A game that somebody played without thinking.
fn log(game: &str, seed: u64) -> LogFile {
    let seed = Seed::from(seed);
    let mut chance = Chance::new(seed);
    let mut live = catalogue::open_newest(game, "{}", 2, seed).unwrap();
    let mut entries = Vec::new();
    while live.outcome().is_none() {
        let seat = live.awaited().first().unwrap();
        let action = chance.pick(&live.actions(seat)).unwrap().clone();
        let at = Millis(1_000 * entries.len() as u64);
        let done = live.play(seat, &action, at).unwrap();
        entries.push(GameEntry::act(seat, done.notation.unwrap(), at));
    }
    LogFile {
        game: game.to_owned(),
        rules: live.rules(),
        seats: 2,
        options: "{}".to_owned(),
        seed,
        commitment: seed.commitment(),
        names: vec!["Ada".to_owned(), String::new()],
        entries,
        outs: Vec::new(),
        outcome: live.outcome().cloned(),
    }
}

#[test]
fn a_log_file_is_judged_for_people_and_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let log = log("pyramids", 3);
    std::fs::write(&file, log.write()).unwrap();
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintette"));
        let output = command.arg("analyse").arg(&file).args(["--nodes", "300"]).args(more).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let told = run(&[]);
    assert!(told.contains("judged by what each seat could know") && told.contains("better: "), "{told}");
    assert!(told.contains("Ada: accuracy") && told.contains("seat 1: accuracy"), "{told}");
    assert!(run(&["--open"]).contains("all secrets open"));
    let json: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert_eq!(json["moves"].as_array().unwrap().len(), log.entries.len());
    let accuracy = json["seats"][0]["accuracy"].as_f64().unwrap();
    assert!((0.0..=100.0).contains(&accuracy));
}
