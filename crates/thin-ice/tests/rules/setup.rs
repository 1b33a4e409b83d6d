//! Positions as text: every legal one is read, an illegal one is refused with a sentence.

use crate::common::*;
use proptest::prelude::*;
use table::{Chance, Game, Millis, Seat, Seed, conformance, random};
use thin_ice::*;

const MAP: &str = "i0 i i1\n i hb i\n i i i";

#[test]
fn a_hand_made_position_is_read_and_written_the_same() {
    let game = floe(basic(), 2, MAP).build().game;
    let text = serde_json::to_string(&game).unwrap();
    assert_eq!(serde_json::from_str::<ThinIce>(&text).unwrap(), game);
    assert!(text.contains("\"on\":\"a1\""), "cells are written as people write them");
}

#[test]
fn what_cannot_be_is_refused_with_a_sentence() {
    let wrong = |change: fn(&mut Setup), words: &str| {
        let mut made = floe(extended(with_cards()), 2, MAP);
        change(&mut made.0);
        let sentence = made.wrong();
        assert!(sentence.to_lowercase().contains(&words.to_lowercase()), "{sentence}");
    };
    wrong(|s| s.pawns[0].at = s.pawns[1].at, "two pieces");
    wrong(|s| s.pawns[0].at = Some(cell("z9")), "walkable");
    wrong(|s| s.pawns[0].at = Some(Cell { x: 2, y: 2 }), "two pieces");
    wrong(|s| s.pawns[0] = Pawn { at: None, out: true, fallen: false }, "T-31");
    wrong(|s| s.pawns.truncate(1), "2 pawns");
    wrong(|s| s.tiles[1].place = s.tiles[0].place, "two tiles");
    wrong(|s| s.tiles[0].axis = Axis::Along, "axis");
    wrong(|s| s.hands[0] = vec![Card::Leap; 3], "two cards leap");
    wrong(|s| s.hands[0] = vec![Card::Leap, Card::Roar, Card::Thaw], "at most two");
    wrong(|s| s.seats = 9, "T-0");
    wrong(|s| s.turn.side = 5, "side");
    wrong(|s| s.tiles[3].place = Place::Hand(Seat(1)), "all tiles are laid");
    wrong(|s| s.tiles[3].place = Place::Lifted, "between two cells");
    wrong(|s| s.pending = vec![Pending::NextTurn], "somebody to choose");
    wrong(
        |s| s.pending = vec![Pending::Put { by: Seat(0), pawn: 9, barred: None, why: PutWhy::Chase }],
        "fit",
    );
    wrong(|s| s.pending = vec![Pending::Task { by: Seat(0), task: Task::Freeze, card: None }], "no choice");
    wrong(|s| s.stage = Stage::Draft, "draft");
    wrong(|s| s.stage = Stage::Placing, "first turn");
}

#[test]
fn t_10_a_turn_that_is_over_is_no_position() {
    let sentence = floe(basic(), 2, MAP).only_roll().turn(|turn| turn.rolled = true).wrong();
    assert!(sentence.contains("T-10"), "{sentence}");
}

#[test]
fn t_8_every_pawn_that_is_to_be_put_needs_a_tile_of_its_own() {
    let putting = |kept: usize| {
        let mut setup = Setup::from(Board::new(&basic(), 2, 4).game);
        let beside: Vec<usize> = (0..setup.tiles.len())
            .filter(|&tile| match setup.tiles[tile].place {
                Place::On(cell) => cell != Cell::MIDDLE && Cell::MIDDLE.around().any(|around| around == cell),
                _ => false,
            })
            .collect();
        for &tile in &beside[kept..] {
            setup.tiles[tile].place = Place::Box;
        }
        ThinIce::try_from(setup).map(|_| ()).map_err(|wrong| wrong.to_string())
    };
    assert_eq!(putting(2), Ok(()));
    assert!(putting(1).is_err_and(|sentence| sentence.contains("T-8")), "one tile for two pawns");
}

#[test]
fn unknown_options_and_fields_are_refused() {
    assert!(serde_json::from_str::<Options>(r#"{"mode":"advanced","first":2}"#).is_ok());
    assert!(serde_json::from_str::<Options>(r#"{"reaction-seconds":20,"first":"random"}"#).is_ok());
    assert!(serde_json::from_str::<Options>(r#"{"bears":2}"#).is_err());
    assert!(serde_json::from_str::<Options>(r#"{"first":"me"}"#).is_err());
}

#[test]
fn options_describe_themselves_with_their_defaults() {
    let about = ThinIce::about();
    let written = serde_json::to_value(Options::default()).unwrap();
    let keys: Vec<&str> = about.options.iter().map(|option| option.key).collect();
    assert_eq!(keys.len(), written.as_object().unwrap().len());
    assert!(keys.iter().all(|key| written.get(key).is_some()));
}

#[test]
fn every_view_and_event_says_whose_turn_and_what_is_asked() {
    let board = Board::new(&options(Mode::Advanced), 6, 1);
    let view = serde_json::to_value(board.view(0)).unwrap();
    assert_eq!(view["pending"]["what"], "lay");
    assert_eq!(view["pending"]["clause"], "T-42");
    assert_eq!(view["bear"]["cell"], "d4");
}

#[test]
fn golden_playthroughs() {
    insta::assert_snapshot!("basic-3", conformance::playthrough::<ThinIce>(&basic(), 3, 11));
    let advanced = extended(options(Mode::Advanced));
    insta::assert_snapshot!("advanced-4", conformance::playthrough::<ThinIce>(&advanced, 4, 12));
    let pairs = teams(with_cards(), &[&[0, 2], &[1, 3]]);
    insta::assert_snapshot!("teams-4", conformance::playthrough::<ThinIce>(&pairs, 4, 13));
}

/// A position of a random game after a while.
#[allow(clippy::unwrap_used)] // Only tests call it.
fn somewhere(seed: u64, steps: usize) -> ThinIce {
    let mut game = ThinIce::new(&extended(with_cards()), 3, Seed::from(seed)).unwrap();
    let mut chance = Chance::new(Seed::from(seed));
    let (mut now, mut buffer) = (Millis::ZERO, Vec::new());
    for _ in 0..steps {
        let Some(entry) = random::next(&game, now, &mut chance, &mut buffer) else { break };
        now = entry.at;
        entry.happen(&mut game, &mut table::Mute).unwrap();
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// No text makes the reader panic.
    #[test]
    fn notation_never_panics(text in "\\PC{0,24}") {
        let _ = text.parse::<Action>();
    }

    /// A position with one value replaced is read or refused, and what is read can be played on.
    #[test]
    fn a_spoilt_position_is_refused_or_playable(seed in 0u64..40, steps in 0usize..120, pick in 0usize..10_000, with in 0usize..8) {
        let text = serde_json::to_string(&somewhere(seed, steps)).unwrap();
        let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let mut leaves = Vec::new();
        paths(&value, String::new(), &mut leaves);
        let replacements = ["null", "0", "1", "5", "200", "true", "\"a1\"", "\"bear\""];
        let leaf = &leaves[pick % leaves.len()];
        *value.pointer_mut(leaf).unwrap() = serde_json::from_str(replacements[with]).unwrap();
        if let Ok(mut game) = serde_json::from_value::<ThinIce>(value) {
            let mut chance = Chance::new(Seed::from(1));
            random::play_out(&mut game, Millis::ZERO, &mut chance, &mut Vec::new(), 400);
            let _ = game.view(Some(Seat(0)));
            let _ = game.imagine(Seat(0), &mut chance);
        }
    }
}

fn paths(value: &serde_json::Value, at: String, into: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (key, value) in fields {
                paths(value, format!("{at}/{}", key.replace('/', "~1")), into);
            }
        }
        serde_json::Value::Array(items) if !items.is_empty() => {
            for (index, value) in items.iter().enumerate() {
                paths(value, format!("{at}/{index}"), into);
            }
        }
        _ => into.push(at),
    }
}

#[test]
fn both_rules_pages_explain_every_clause_in_the_same_order() {
    let clauses = |page: &str| -> Vec<String> {
        page.lines()
            .filter_map(|line| line.strip_prefix("- **")?.split_once("**").map(|(id, _)| id.to_owned()))
            .collect()
    };
    let english = clauses(include_str!("../../rules/en.md"));
    assert_eq!(english, clauses(include_str!("../../rules/fr.md")));
    let missing = [36, 37, 38, 39, 44, 45, 55];
    let all: Vec<String> = (0..=58).filter(|n| !missing.contains(n)).map(|n| format!("T-{n}")).collect();
    assert_eq!(english, all);
    for card in Card::ALL {
        assert!(include_str!("../../rules/en.md").contains(&format!("| {} |", card.name().en)), "{card}");
        assert!(include_str!("../../rules/fr.md").contains(&format!("| {} |", card.name().fr)), "{card}");
    }
}

#[test]
fn t_8_a_bare_stay_is_refused_while_pawns_are_put() {
    let board = Board::new(&basic(), 2, 1);
    assert_eq!((board.refused(0, "stay"), board.refused(1, "stay")), ("T-8".into(), "T-8".into()));
    let draft = Board::new(&options(Mode::Advanced), 2, 1);
    assert_eq!(draft.refused(0, "stay"), "T-42");
}

#[test]
fn the_first_seat_is_a_number_or_random_and_nothing_else() {
    for text in ["-1", "1.5", "[0]", "\"x\"", "null", "true"] {
        let told = serde_json::from_str::<First>(text).unwrap_err().to_string();
        assert!(told.contains("is a seat's number"), "{text}: {told}");
    }
}
