//! The other commands, as a person meets them.

#![allow(clippy::unwrap_used)] // A test speaks by panicking.

use std::process::{Command, Output};

use serde_json::Value;

fn quintette(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quintette")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn help_names_every_command_and_where_to_start() {
    let help = text(&quintette(&["--help"]).stdout);
    for word in ["serve", "referee", "playouts", "replay", "completions", "man", "Start here"] {
        assert!(help.contains(word), "{word}\n{help}");
    }
}

#[test]
fn playouts_report_their_figures_as_json() {
    let output = quintette(&["playouts", "pyramids", "--seconds", "0.05", "--seed", "3"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["game"], "pyramids");
    for figure in ["games", "actions", "games_per_second", "actions_per_second", "mean_length"] {
        assert!(report[figure].as_f64().unwrap() > 0.0, "{figure}");
    }
}

#[test]
fn playouts_of_no_game_in_particular_are_of_all() {
    let output = quintette(&["playouts", "--seconds", "0.01"]);
    let reports = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
    let games: Vec<Value> = reports.map(|report| report.unwrap()["game"].clone()).collect();
    assert_eq!(games, catalogue::GAMES);
}

#[test]
fn wrong_arguments_are_answered_with_what_to_do() {
    for (args, word) in [
        (&["playouts", "chess"][..], "pyramids"),
        (&["playouts", "pyramids", "--seats", "5"], "P-0"),
        (&["playouts", "pyramids", "--seconds", "-1"], "positive"),
        (&["playouts", "pyramids", "--options", "nonsense"], "JSON"),
        (&["serve", "--keep", "0"], "1..=36500"),
        (&["replay", "no-such-file"], "no-such-file"),
        (&["replay", env!("CARGO_BIN_EXE_quintette")], "text"),
        (&["analyse", "no-such-file"], "no-such-file"),
        (&["analyse", "Cargo.toml"], "log"),
    ] {
        let output = quintette(args);
        let said = text(&output.stderr);
        assert!(!output.status.success(), "{args:?}");
        assert!(said.contains(word) && !said.contains("panicked"), "{args:?}\n{said}");
    }
}

#[test]
fn shells_and_the_manual_know_the_commands() {
    assert!(text(&quintette(&["completions", "bash"]).stdout).contains("playouts"));
    let manual = text(&quintette(&["man"]).stdout);
    assert!(manual.contains(".TH quintette"));
    // All is on one page: there is no other, and none is referred to.
    for word in ["\\-\\-trust\\-proxy", "\\-\\-nats", "\\-\\-no\\-more", "\\-\\-from"] {
        assert!(manual.contains(word), "{word}\n{manual}");
    }
    assert!(!manual.contains("quintette\\-serve(1)"), "{manual}");
}

const GOOD: &str = "quintette log 1
game: pyramids
seats: 2
options: {}
seed: 0700000000000000000000000000000000000000000000000000000000000000
commitment: COMMITMENT
name 0: Ada

0@100 L@c3
0@900 B+90
1@2000 S@a1
";

#[test]
fn replay_believes_only_what_folds() {
    let commitment = table::Seed::from(7).commitment();
    let good = GOOD.replace("COMMITMENT", &commitment);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.log");
    let replay = |text: &str| {
        std::fs::write(&file, text).unwrap();
        quintette(&["replay", file.to_str().unwrap()])
    };
    let output = replay(&good);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("3 entries, all legal"));
    for (bad, word) in [
        (good.replace("0@900 B+90", "0@900 B+45"), "entry 2"),
        (good.replace("0@900", "0@50"), "earlier"),
        (good.replace("seed: 07", "seed: 08"), "commitment"),
        (good.replace("log 1", "log 9"), "version"),
        (good.replace("game: pyramids\n", ""), "game"),
        (good.replace("seats: 2", "seats: many"), "line 3"),
        (good.clone() + "\noutcome: {\"winners\":[0],\"clause\":\"P-15\"}\n", "ended otherwise"),
        (good.replace("1@2000 S@a1", "1@2000 S@"), "entry 3"),
        (good[..good.len() - 6].to_owned(), "line 11"),
        ("hello".to_owned(), "no Quintette log"),
    ] {
        let output = replay(&bad);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains(word), "{word}\n{said}");
    }
}
