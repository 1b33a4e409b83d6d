//! Writes the seeds that come from real games: `cargo run -p fuzz-targets --example seeds` from the repository's root.
//! Those written by hand (`fuzz/corpus/*/by-hand-*`) stay as they are.

#![allow(clippy::expect_used)] // It is run by hand.

use std::{fmt::Write, fs, path::Path};

use catalogue::{GAMES, LogFile};
use serde_json::json;
use table::{Chance, GameEntry, Millis, Seat, Seed};

fn seed(target: &str, name: &str, text: &str) {
    let folder = Path::new("fuzz/corpus").join(target);
    fs::create_dir_all(&folder).expect("the folder can be made");
    fs::write(folder.join(name), text).expect("the seed can be written");
}

fn main() {
    let abouts = catalogue::abouts();
    for id in GAMES {
        let about = abouts.iter().find(|about| about.id == *id).expect("it is listed");
        // The same table as the targets open.
        let (seats, chosen) = (about.seats.0.max(2), Seed::from(7));
        let mut game = catalogue::open_newest(id, "{}", seats, chosen).expect("the defaults just work");
        let mut chance = Chance::new(Seed::from(12));
        let (mut notations, mut log) = (format!("{id}\n"), format!("{id}\n"));
        let (mut requests, mut referee) = (format!("{id}\n"), String::new());
        let _ = writeln!(referee, "{}", json!({ "op": "new", "game": id, "seats": seats, "seed": 7 }));
        for seat in 0..seats {
            let _ = writeln!(log, "{}", json!({ "sit": { "seat": seat, "guest": format!("{seat:032x}") } }));
        }
        for seat in 2..seats {
            let _ = writeln!(requests, "0{}", json!({ "op": "bot", "id": 1, "seat": seat, "level": "easy" }));
        }
        let _ = writeln!(requests, "0{}", json!({ "op": "start", "id": 2 }));
        log.push_str("\"start\"\n");
        let mut entries = Vec::new();
        let mut at = Millis::ZERO;
        for step in 0..40_u64 {
            if [0, 5, 15, 39].contains(&step) {
                seed("states", &format!("{id}-{step}"), &format!("{id}\n{}", game.state()));
            }
            if game.outcome().is_some() {
                break;
            }
            let awaited: Vec<Seat> = game.awaited().iter().collect();
            let Some(&seat) = chance.pick(&awaited) else {
                let Some(due) = game.deadline() else { break };
                at = due;
                game.tick(at);
                let _ = writeln!(log, "clock@{at}");
                let _ = writeln!(referee, "{}", json!({ "op": "tick", "at": at }));
                entries.push(GameEntry::tick(at));
                continue;
            };
            let actions = game.actions(seat);
            let action = chance.pick(&actions).expect("whoever is awaited can act");
            at = at + Millis(10);
            if game.play(seat, action, at).is_err() {
                continue;
            }
            entries.push(GameEntry::act(seat, action.clone(), at));
            let _ = writeln!(notations, "{seat} {action}");
            let _ = writeln!(log, "{seat}@{at} {action}");
            if seat.0 < 2 && step < 12 {
                let play = json!({ "op": "play", "id": step, "seat": seat, "action": action });
                let _ = writeln!(requests, "+10\n{seat}{play}");
            }
            if step < 12 {
                let play = json!({ "op": "play", "seat": seat, "action": action, "at": at });
                let _ = writeln!(referee, "{play}");
            }
        }
        for op in ["state", "outcome", "deadline"] {
            let _ = writeln!(referee, "{}", json!({ "op": op }));
        }
        let _ = writeln!(referee, "{}", json!({ "op": "view", "seat": null }));
        let _ = writeln!(referee, "{}", json!({ "op": "actions", "seat": 0 }));
        requests
            .push_str("1{\"op\":\"undo\",\"id\":3,\"seat\":1}\n0{\"op\":\"answer\",\"id\":4,\"yes\":true}\n");
        requests.push_str("-1\n+90000\n0{\"op\":\"vote\",\"id\":5,\"seat\":1}\n*1\n");
        let file = LogFile {
            game: (*id).to_owned(),
            rules: game.rules(),
            seats,
            options: catalogue::canonical_options(id, table::RulesVersion::FIRST, "{}")
                .expect("the defaults are options"),
            seed: chosen,
            commitment: chosen.commitment(),
            names: vec!["Ada".to_owned()],
            entries,
            outs: Vec::new(),
            outcome: game.outcome().cloned(),
        };
        seed("log-files", id, &file.write());
        let state = format!("{{\"op\":\"load\",\"game\":\"{id}\",\"state\":{}}}\n", game.state());
        seed("referee", id, &referee);
        seed("referee", &format!("{id}-load"), &(state + "{\"op\":\"state\"}\n"));
        seed("notations", id, &notations);
        seed("requests", id, &requests);
        seed("entries", id, &log);
    }
}
