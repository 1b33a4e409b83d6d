//! A game as one readable text file: it reads as it is written, and a line that cannot be read is named.

use catalogue::{BadLogFile, LogFile, Perspective};
use proptest::{prelude::*, sample::select};
use table::{By, GameEntry, Millis, RulesVersion, Seed};

use crate::tables::{TABLES, played};

const GOOD: &str = "quintette log 1
game: pyramids
rules: 1
seats: 2
options: {\"rounds\":1}
seed: 0700000000000000000000000000000000000000000000000000000000000000
commitment: 5ecd1c1ba49b8fd5e15cd3b1ff1a6f1ac5b2ba6d3c2f6bf8ec4f0a8e8a2d7b3f
name 0: Ada
name 1:

0@100 L@c3
0@900 B+90
clock@1000
";

#[test]
fn a_line_that_cannot_be_read_is_named_and_none_is_dropped() {
    assert_eq!(LogFile::read(GOOD).expect("it is good").entries.len(), 3);
    for (good, bad, line) in [
        ("0@100 L@c3", "0@100", 11),
        ("0@100 L@c3", "0@ L@c3", 11),
        ("0@100 L@c3", "9999@100 L@c3", 11),
        ("0@900 B+90", "0@200000000000 B+90", 12),
        ("clock@1000", "clock@soon", 13),
        ("clock@1000", "c lock@1000", 13),
        ("clock@1000", "clock@1000 S@a1", 13),
        ("clock@1000", "game: pyramids", 13),
        ("clock@1000", "outcome: won", 13),
        ("clock@1000", "hello", 13),
        ("name 1:", "name 0: Ada", 9),
        ("name 1:", "name 5: Ben", 9),
        ("name 1:", "name: Ben", 9),
        ("rules: 1", "rules: first", 3),
        ("seats: 2", "seats: -2", 4),
        ("seed: 07", "seed: x7", 6),
    ] {
        let text = GOOD.replace(good, bad);
        assert_ne!(text, GOOD, "{good}");
        match LogFile::read(&text) {
            Err(BadLogFile::Line(number, _)) => assert_eq!(number, line, "{bad}"),
            other => panic!("{bad}: {other:?}"),
        }
    }
}

#[test]
fn a_log_that_was_written_by_hand_becomes_canonical() {
    let seed = Seed::from(7);
    let text =
        GOOD.replace("5ecd1c1ba49b8fd5e15cd3b1ff1a6f1ac5b2ba6d3c2f6bf8ec4f0a8e8a2d7b3f", &seed.commitment());
    let by_hand = text
        .replace("{\"rounds\":1}", "{ }")
        .replace("game: pyramids", "game: quadri")
        .replace("0@100 L@c3\n0@900 B+90\n", "0@100 @1,0\n");
    let by_hand = by_hand.replace("options: { }", "options: { \"first\": 0 }");
    let verdict = LogFile::read(&by_hand).expect("it can be read").verify().expect("it is legal");
    assert_eq!(verdict.canonical.entries[0].to_string(), "0@100 @1,0+0");
    assert!(verdict.canonical.options.contains("\"objectives\":30"), "{}", verdict.canonical.options);
    let again = LogFile::read(&verdict.canonical.write()).expect("it reads back");
    assert_eq!(again, verdict.canonical);
    assert_eq!(again.verify().expect("it is legal").canonical, again, "what is canonical stays so");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_log_reads_as_it_is_written(
        table in select(TABLES), seed: u64, actions in 0usize..50, names in prop::collection::vec("\\PC{0,8}", 0..3),
    ) {
        let (game, entries) = played(table, seed, actions);
        let (id, seats, options) = table;
        let file = LogFile {
            game: id.to_owned(),
            rules: game.rules(),
            seats,
            // Blanks between JSON's words may be ends of lines.
            options: options.replace(',', ",\n"),
            seed: Seed::from(seed),
            commitment: Seed::from(seed).commitment(),
            names: names.iter().map(|name| name.trim().to_owned()).collect(),
            entries,
            outs: Vec::new(),
            outcome: game.outcome().cloned(),
        };
        let read = LogFile::read(&file.write()).expect("it reads back");
        prop_assert_eq!(&read, &LogFile { options: options.replace(',', ", "), ..file });
        let verdict = read.verify().expect("it is legal");
        prop_assert_eq!(verdict.game.state(), game.state());
        prop_assert_eq!(LogFile::read(&verdict.canonical.write()), Ok(verdict.canonical));
    }

    #[test]
    fn the_clock_at_a_time_when_nothing_is_due_is_no_moment(table in select(TABLES), seed: u64, actions in 0usize..30) {
        let (game, entries) = played(table, seed, actions);
        let (id, seats, options) = table;
        let mut again = catalogue::open(id, game.rules(), options, seats, Seed::from(seed)).expect("it was played");
        let mut padded = Vec::new();
        for entry in entries {
            match &entry.by {
                By::Seat(seat, notation) => drop(again.play(*seat, notation, entry.at).expect("it was played")),
                By::Clock => drop(again.tick(entry.at)),
            }
            let idle = again.deadline().is_none_or(|due| due > entry.at);
            let tick = GameEntry::tick(entry.at);
            padded.push(entry);
            padded.extend(vec![tick; if idle { 3 } else { 0 }]);
        }
        let padded = LogFile {
            game: id.to_owned(),
            rules: game.rules(),
            seats,
            options: options.to_owned(),
            seed: Seed::from(seed),
            commitment: Seed::from(seed).commitment(),
            names: Vec::new(),
            entries: padded,
            outs: Vec::new(),
            outcome: None,
        };
        let verdict = padded.verify().expect("it is legal");
        prop_assert_eq!(verdict.game.state(), game.state());
        let idle = |entry: &&GameEntry<String>| entry.by == By::Clock;
        let before = padded.entries.iter().filter(idle).count();
        let after = verdict.canonical.entries.iter().filter(idle).count();
        prop_assert!(before == 0 || after < before);
        let moments = |file: &LogFile| {
            let moments = file.moments(Perspective::Open).expect("it is legal").moments;
            moments.into_iter().map(|moment| (moment.n, moment.view.get().to_owned())).collect::<Vec<_>>()
        };
        prop_assert_eq!(moments(&padded), moments(&verdict.canonical));
        prop_assert_eq!(moments(&padded).len(), verdict.canonical.entries.len() + 1);
    }
}

#[test]
fn a_log_of_another_version_of_the_file_says_so() {
    let other = GOOD.replace("log 1", "log 2");
    assert!(matches!(LogFile::read(&other), Err(BadLogFile::OtherVersion(_))));
    assert_eq!(LogFile::read(GOOD).expect("it is good").rules, RulesVersion(1));
    assert_eq!(LogFile::read(GOOD).expect("it is good").entries[2], GameEntry::tick(Millis(1000)));
}

#[test]
fn a_replay_says_whether_time_runs_by_itself() {
    for (id, seats, options, timed) in [
        ("quicksand", 2, "{}", true),
        ("quicksand", 2, r#"{"practice":true}"#, false),
        ("thin-ice", 3, "{}", false),
        ("quadri", 2, "{}", false),
    ] {
        let seed = Seed::from(7);
        let file = LogFile {
            game: id.to_owned(),
            rules: catalogue::open_newest(id, options, seats, seed).expect("it opens").rules(),
            seats,
            options: options.to_owned(),
            seed,
            commitment: seed.commitment(),
            names: Vec::new(),
            entries: Vec::new(),
            outs: Vec::new(),
            outcome: None,
        };
        assert_eq!(file.moments(Perspective::Watch).expect("it is good").timed, timed, "{id} {options}");
    }
}

#[test]
fn a_carriage_return_among_the_options_is_read_as_it_is_written() {
    let text = "quintette log 1\ngame: quadri\nseats: 2\noptions: {\"m\r\":1}\nseed: 07\ncommitment: f\n";
    let text = text.replace("07", &"07".repeat(32));
    let file = LogFile::read(&text).expect("it reads");
    assert_eq!(LogFile::read(&file.write()), Ok(file));
}
