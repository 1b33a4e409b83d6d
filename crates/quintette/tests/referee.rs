//! `quintette referee`, as any program in any language meets it: JSON lines through a pipe.

#![allow(clippy::unwrap_used)] // A test speaks by panicking.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

/// Sends all of `input` and gives the answers, a JSON value a line.
fn referee(input: &[u8]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintette"))
        .arg("referee")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "the referee ended badly: {:?}", output.status);
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn answers(lines: &[&str]) -> Vec<Value> {
    referee(lines.join("\n").as_bytes())
}

#[test]
fn a_game_is_opened_played_and_looked_at() {
    let answers = answers(&[
        r#"{"op":"new","game":"pyramids","seats":2,"options":{},"seed":7}"#,
        r#"{"op":"actions","seat":0}"#,
        r#"{"op":"actions","seat":1}"#,
        r#"{"op":"play","seat":0,"action":"S@a1","at":0}"#,
        r#"{"op":"view","seat":null}"#,
        r#"{"op":"deadline"}"#,
        r#"{"op":"outcome"}"#,
    ]);
    assert_eq!(answers[0], json!({ "ok": true }));
    assert_eq!(answers[1]["actions"].as_array().unwrap().len(), 108);
    assert!(answers[1]["actions"].as_array().unwrap().contains(&json!("S@a1")));
    assert_eq!(answers[2], json!({ "ok": true, "actions": [] }));
    assert_eq!(answers[3]["events"][0]["type"], "placed");
    assert_eq!(answers[4]["view"]["cells"][0], json!({ "owner": 0, "size": "small" }));
    assert_eq!(answers[5], json!({ "ok": true, "at": null }));
    assert_eq!(answers[6], json!({ "ok": true, "outcome": null }));
}

#[test]
fn a_refusal_names_its_clause_and_changes_nothing() {
    let answers = answers(&[
        r#"{"op":"new","game":"pyramids"}"#,
        r#"{"op":"play","seat":0,"action":"S@a1"}"#,
        r#"{"op":"state"}"#,
        r#"{"op":"play","seat":0,"action":"S@b1"}"#,
        r#"{"op":"play","seat":1,"action":"S@b1","lang":"fr"}"#,
        r#"{"op":"state"}"#,
    ]);
    assert_eq!(answers[3]["ok"], false);
    assert_eq!(answers[3]["refusal"]["clause"], "P-4");
    assert_eq!(answers[4]["refusal"]["clause"], "P-4");
    assert_ne!(answers[3]["refusal"]["message"], answers[4]["refusal"]["message"]);
    assert_eq!(answers[2], answers[5]);
}

#[test]
fn a_position_loads_as_it_was_written() {
    let first = answers(&[
        r#"{"op":"new","game":"pyramids"}"#,
        r#"{"op":"play","seat":0,"action":"L@c3"}"#,
        r#"{"op":"state"}"#,
    ]);
    let load = json!({ "op": "load", "game": "pyramids", "state": first[2]["state"] }).to_string();
    let second = answers(&[&load, r#"{"op":"state"}"#, r#"{"op":"play","seat":0,"action":"B+90"}"#]);
    assert_eq!(second[0], json!({ "ok": true }));
    assert_eq!(second[1], first[2]);
    assert_eq!(second[2]["ok"], true);
}

#[test]
fn a_position_that_cannot_be_is_refused_by_its_clause_as_a_setup_is() {
    let answers = answers(&[
        r#"{"op":"new","game":"pyramids","seats":3}"#,
        r#"{"op":"load","game":"pyramids","state":{"board":["......","......","......","......","......","......"],"turn":1}}"#,
        r#"{"op":"load","game":"thin-ice","lang":"fr","state":{"options":{},"seats":9,"chance":{"seed":1,"drawn":0},"tiles":[],"pawns":[],"bear":null,"stage":"playing"}}"#,
        r#"{"op":"load","game":"pyramids","state":{"board":7}}"#,
    ]);
    let clauses = answers.iter().map(|answer| answer["refusal"]["clause"].as_str());
    assert_eq!(clauses.collect::<Vec<_>>(), [Some("P-0"), Some("P-4"), Some("T-0"), None]);
    assert!(answers[2]["refusal"]["message"].as_str().unwrap().contains("places"));
    assert!(answers[3]["error"].as_str().unwrap().len() > 10);
}

#[test]
fn every_event_says_who_may_hear_it() {
    let options = r#"{"op":"new","game":"quintazone","seats":3,"seed":7,"options":{"first":0}}"#;
    let listed = answers(&[options, r#"{"op":"actions","seat":0}"#]);
    let card =
        listed[1]["actions"].as_array().unwrap().iter().find_map(|a| a.as_str().filter(|a| a.contains('@')));
    let play = json!({ "op": "play", "seat": 0, "action": card.unwrap() }).to_string();
    let answers = answers(&[options, &play, r#"{"op":"play","seat":0,"action":"end"}"#]);
    let end = &answers[2];
    let told: Vec<_> = end["events"].as_array().unwrap().iter().zip(end["to"].as_array().unwrap()).collect();
    assert_eq!(end["events"].as_array().unwrap().len(), end["to"].as_array().unwrap().len());
    let drawn = told.iter().filter(|(event, _)| event["type"] == "card-drawn");
    let drawn: Vec<_> = drawn.map(|(event, to)| (event["card"].is_null(), (*to).clone())).collect();
    assert!(drawn.contains(&(false, json!({ "only": [0] }))), "{drawn:?}");
    assert!(drawn.contains(&(true, json!({ "all-but": [0] }))), "{drawn:?}");
    assert!(told.iter().any(|(event, to)| event["type"] == "turn-passed" && **to == "all"));
}

#[test]
fn the_time_of_a_refused_action_has_not_been_heard_of() {
    let answers = answers(&[
        r#"{"op":"new","game":"pyramids"}"#,
        r#"{"op":"play","seat":1,"action":"S@a1","at":900}"#,
        r#"{"op":"play","seat":0,"action":"S@a1","at":500}"#,
    ]);
    assert_eq!(answers[1]["refusal"]["clause"], "P-4");
    assert_eq!(answers[2]["ok"], true);
}

/// Every malformed line is answered with what is wrong, and the next good line with what is right.
#[test]
fn whatever_comes_in_is_answered_and_the_referee_lives_on() {
    let bad: &[&str] = &[
        "hello",
        "{",
        "[]",
        "7",
        "null",
        r#""op""#,
        "{}",
        r#"{"op":7}"#,
        r#"{"op":"dance"}"#,
        r#"{"op":"new"}"#,
        r#"{"op":"new","game":7}"#,
        r#"{"op":"new","game":"chess"}"#,
        r#"{"op":"new","game":"pyramids","seats":"two"}"#,
        r#"{"op":"new","game":"pyramids","seats":-2}"#,
        r#"{"op":"new","game":"pyramids","seats":2.5}"#,
        r#"{"op":"new","game":"pyramids","seats":3}"#,
        r#"{"op":"new","game":"pyramids","seats":99999999999}"#,
        r#"{"op":"new","game":"pyramids","options":7}"#,
        r#"{"op":"new","game":"pyramids","options":[]}"#,
        r#"{"op":"new","game":"pyramids","options":[3]}"#,
        r#"{"op":"new","game":"quadri","options":["cooperative","contained"]}"#,
        r#"{"op":"new","game":"pyramids","options":{"rounds":0}}"#,
        r#"{"op":"new","game":"pyramids","options":{"rounds":"one"}}"#,
        r#"{"op":"new","game":"pyramids","options":{"colour":"red"}}"#,
        r#"{"op":"new","game":"pyramids","seed":-1}"#,
        r#"{"op":"new","game":"pyramids","seed":"xyz"}"#,
        r#"{"op":"new","game":"pyramids","seed":{}}"#,
        r#"{"op":"load","game":"pyramids"}"#,
        r#"{"op":"load","game":"pyramids","state":7}"#,
        r#"{"op":"load","game":"pyramids","state":{}}"#,
        r#"{"op":"load","state":{}}"#,
        r#"{"op":"view"}"#,
        r#"{"op":"view","seat":2}"#,
        r#"{"op":"view","seat":"0"}"#,
        r#"{"op":"actions"}"#,
        r#"{"op":"actions","seat":null}"#,
        r#"{"op":"actions","seat":255}"#,
        r#"{"op":"play","seat":0}"#,
        r#"{"op":"play","action":"S@a1"}"#,
        r#"{"op":"play","seat":0,"action":7}"#,
        r#"{"op":"play","seat":0,"action":""}"#,
        r#"{"op":"play","seat":0,"action":"éàü"}"#,
        r#"{"op":"play","seat":0,"action":"S@a1","at":"now"}"#,
        r#"{"op":"play","seat":0,"action":"S@a1","at":-1}"#,
        r#"{"op":"tick"}"#,
        r#"{"op":"tick","at":null}"#,
        r#"{"op":"state","lang":"de"}"#,
    ];
    let good = r#"{"op":"outcome"}"#;
    let mut lines = vec![r#"{"op":"new","game":"pyramids"}"#];
    for line in bad {
        lines.extend([line, good]);
    }
    let answers = answers(&lines);
    assert_eq!(answers.len(), lines.len());
    for (line, pair) in bad.iter().zip(answers[1..].chunks(2)) {
        assert_eq!(pair[0]["ok"], false, "{line} → {}", pair[0]);
        let said = pair[0]["error"].as_str().or(pair[0]["refusal"]["message"].as_str()).unwrap_or_default();
        assert!(said.len() > 10, "{line} is answered without a sentence: {}", pair[0]);
        assert_eq!(pair[1], json!({ "ok": true, "outcome": null }), "after {line}");
    }
}

#[test]
fn before_a_game_there_is_nothing_to_ask() {
    for op in ["state", "view", "actions", "play", "deadline", "tick", "outcome"] {
        let line = json!({ "op": op, "seat": 0, "action": "S@a1", "at": 0 }).to_string();
        let answers = answers(&[&line]);
        assert_eq!(answers[0]["ok"], false, "{op}");
        assert!(answers[0]["error"].as_str().unwrap().contains("no game"), "{op}");
    }
}

#[test]
fn a_megabyte_of_noise_is_one_bad_line() {
    let noise: Vec<u8> = (0u32..1 << 20)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
        .filter(|&b| b != b'\n')
        .collect();
    let nested = "[".repeat(1 << 20);
    let mut input = noise;
    input.extend(b"\n");
    input.extend(nested.bytes());
    input.extend(b"\n\n  \n{\"op\":\"new\",\"game\":\"pyramids\"}\n{\"op\":\"outcome\"}");
    let answers = referee(&input);
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["ok"], false);
    assert_eq!(answers[1]["ok"], false);
    assert_eq!(answers[2], json!({ "ok": true }));
    assert_eq!(answers[3]["ok"], true);
}

#[test]
fn a_line_longer_than_any_request_is_passed_over() {
    let mut input = vec![b'x'; (16 << 20) + 100];
    input.extend(b"\n{\"op\":\"new\",\"game\":\"pyramids\"}\n");
    let answers = referee(&input);
    assert!(answers[0]["error"].as_str().unwrap().contains("too long"));
    assert_eq!(answers[1], json!({ "ok": true }));
}

#[test]
fn time_does_not_run_backwards() {
    let answers = answers(&[
        r#"{"op":"new","game":"pyramids"}"#,
        r#"{"op":"play","seat":0,"action":"S@a1","at":500}"#,
        r#"{"op":"play","seat":0,"action":"A+90","at":400}"#,
        r#"{"op":"play","seat":0,"action":"A+90"}"#,
    ]);
    assert!(answers[2]["error"].as_str().unwrap().contains("past"));
    assert_eq!(answers[3]["ok"], true);
}

/// The protocol page shows a transcript; what it shows is what happens.
#[test]
fn the_transcript_of_the_protocol_page_is_true() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md")).unwrap();
    let transcript = page.split("```transcript\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let asked: Vec<&str> = transcript.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let told: Vec<&str> = transcript.lines().filter_map(|line| line.strip_prefix("< ")).collect();
    assert!(asked.len() > 8 && asked.len() == told.len());
    for ((asked, told), answer) in asked.iter().zip(told).zip(answers(&asked)) {
        // An ellipsis stands for what a reader need not see.
        match told.split_once('…') {
            None => assert_eq!(told, answer.to_string(), "{asked}"),
            Some((start, end)) => {
                let answer = answer.to_string();
                assert!(answer.starts_with(start) && answer.ends_with(end), "{asked}\n{told}\n{answer}");
            }
        }
    }
}
