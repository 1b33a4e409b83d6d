//! The arena, as whoever measures bots meets it.

#![allow(clippy::unwrap_used)] // A test speaks by panicking.

use std::process::{Command, Output};

use serde_json::Value;

fn arena(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quintette")).arg("arena").args(args).output().unwrap()
}

fn report(args: &[&str]) -> Value {
    let output = arena(&[args, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What does not depend on how fast the machine is.
fn without_times(mut report: Value) -> Value {
    report["seconds"].take();
    for player in report["players"].as_array_mut().unwrap() {
        player["mean_thought_ms"].take();
    }
    report
}

#[test]
fn a_report_counts_games_shares_and_elo() {
    let report = report(&["pyramids", "--players", "greedy,random", "--games", "10"]);
    assert_eq!(report["games"], 10);
    assert_eq!(report["players"][0]["player"], "greedy");
    let share = &report["players"][0]["share"];
    assert!(share["low"].as_f64() < share["rate"].as_f64(), "{share}");
    assert!(report["elo"]["difference"].as_f64().unwrap() > 100.0, "{report}");
}

#[test]
fn the_same_seed_plays_the_same_games_however_many_at_once() {
    let contest = ["quintazone", "--players", "plain:nodes=20,greedy", "--games", "4", "--seed", "5"];
    let one = without_times(report(&contest));
    let two = without_times(report(&[&contest[..], &["--jobs", "2"]].concat()));
    assert_eq!(one, two);
}

#[test]
fn a_table_for_people_names_everybody() {
    let output = arena(&["thin-ice", "--players", "greedy", "random", "--seats", "3", "--games", "3"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("3 games") && table.matches("random").count() == 2, "{table}");
}

#[test]
fn a_sequential_test_ends_when_it_is_clear() {
    let report =
        report(&["pyramids", "--players", "alphabeta:nodes=300,random", "--games", "400", "--sprt", "0,100"]);
    assert_eq!(report["sprt"]["judged"], "accepted");
    assert!(report["games"].as_u64().unwrap() < 100, "{report}");
}

#[test]
fn what_was_saved_is_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let contest = ["quadri", "--players", "greedy,random", "--save", file.to_str().unwrap()];
    report(&[&contest[..], &["--games", "2"]].concat());
    let kept = std::fs::read_to_string(&file).unwrap();
    let more = report(&[&contest[..], &["--games", "4"]].concat());
    assert_eq!(more["games"], 4);
    let all = std::fs::read_to_string(&file).unwrap();
    assert!(all.starts_with(&kept) && all.lines().count() == 5, "a head and four games");
    let other = arena(&["quadri", "--players", "random,random", "--save", file.to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("another contest"));
}

/// The referee itself speaks the lines of an engine.
#[test]
fn any_program_that_speaks_the_referees_lines_can_play() {
    let engine = format!("engine:{} referee", env!("CARGO_BIN_EXE_quintette"));
    for game in ["pyramids", "thin-ice"] {
        let report = report(&[game, "--players", &engine, "random", "--engine-time", "2", "--games", "2"]);
        assert_eq!(report["games"], 2, "{report}");
        assert_eq!(report["players"][0]["player"], engine);
    }
}

#[test]
fn wrong_players_are_answered_with_what_there_is() {
    for (args, word) in [
        (&["pyramids", "--players", "chess"][..], "plain"),
        (&["pyramids", "--players", "plain:soon,random"], "soon"),
        (&["pyramids", "--players", "random"], "2 to 2 seats"),
        (&["pyramids", "--players", "random", "engine:no-such-program"], "no-such-program"),
        (&["pyramids", "--players", "random,random", "--sprt", "5,1"], "smaller first"),
    ] {
        let output = arena(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && said.contains(word) && !said.contains("panicked"),
            "{args:?}\n{said}"
        );
    }
}
