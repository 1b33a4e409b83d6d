//! S-0 to S-9: the box and the setup.

use crate::common::{scene, tick, timers};
use quicksand::{
    Discard, Options, Quicksand,
    data::{Card, Colour, GEARS, Glass, LEVELS, Pace, Shape},
};
use table::{Game, Millis, Seat, Seed};

fn new(level: i32, seats: u8, seed: u64) -> Quicksand {
    Quicksand::new(&Options { level, ..Options::default() }, seats, Seed::from(seed)).unwrap()
}

fn clause(options: &Options, seats: u8) -> String {
    Quicksand::new(options, seats, Seed::from(0)).unwrap_err().clause.to_string()
}

#[test]
fn s_0_one_to_seven_seats() {
    for seats in 1..=7 {
        assert_eq!(new(1, seats, 0).seats(), seats);
    }
    assert_eq!(clause(&Options::default(), 0), "S-0");
    assert_eq!(clause(&Options::default(), 8), "S-0");
    assert_eq!(Quicksand::about().seats, (1, 7));
    let stranger = new(1, 2, 0).check(Seat(9), &"play circle".parse().unwrap()).unwrap_err();
    assert_eq!(stranger.clause.to_string(), "S-0");
}

#[test]
fn s_1_fifty_five_cards() {
    let state = serde_json::to_value(new(1, 3, 5)).unwrap();
    let mut counts = std::collections::BTreeMap::new();
    let hands = state["hands"].as_array().unwrap().iter().flat_map(|hand| hand.as_array().unwrap());
    for card in hands.chain(state["pile"].as_array().unwrap()) {
        *counts.entry(card.as_str().unwrap().to_owned()).or_insert(0) += 1;
    }
    assert_eq!(counts.values().sum::<i32>(), 55);
    assert_eq!(counts.len(), 8);
    assert!(counts.iter().all(|(card, &n)| n == if card == "joker" { 6 } else { 7 }));
}

#[test]
fn s_2_nineteen_gears_every_pair_and_seven_twice() {
    let count = |shape, colour| GEARS.iter().filter(|t| t.shape == shape && t.colour == colour).count();
    let twice = [
        (Shape::Triangle, Colour::Grey),
        (Shape::Triangle, Colour::Yellow),
        (Shape::Circle, Colour::Yellow),
        (Shape::Circle, Colour::Orange),
        (Shape::Square, Colour::Orange),
        (Shape::Square, Colour::Grey),
        (Shape::Moon, Colour::Grey),
    ];
    for shape in [Shape::Triangle, Shape::Circle, Shape::Square, Shape::Moon] {
        for colour in [Colour::Grey, Colour::Yellow, Colour::Orange] {
            assert_eq!(count(shape, colour), 1 + usize::from(twice.contains(&(shape, colour))));
        }
    }
}

#[test]
fn s_3_durations_and_pace() {
    let all = |pace| [Glass::Slow, Glass::Normal, Glass::Fast].map(|glass| glass.duration(pace).0);
    assert_eq!(all(Pace::Printed), [60_000, 42_000, 27_000]);
    assert_eq!(all(Pace::Gentle), [90_000, 63_000, 40_500]);
    assert_eq!(all(Pace::Fierce), [48_000, 33_600, 21_600]);
    assert_eq!(
        scene(5, 2).pace(Pace::Gentle).timers("1:0 2:0 3:40500").setup().timers[2].left,
        Millis(40_500)
    );
    let fierce = Options { level: 5, pace: Pace::Fierce, ..Options::default() };
    let game = Quicksand::new(&fierce, 2, Seed::from(0)).unwrap();
    assert_eq!(game.deadline(), Some(Millis(21_600)));
    assert_eq!(Quicksand::about().grace, Millis(250), "the pace does not scale the grace");
}

#[test]
fn s_4_three_block_markers_and_one_disarm_marker() {
    for level in LEVELS {
        let view = new(i32::from(level.number), 2, 0).view(None);
        let blocked = view.track.iter().filter(|tile| tile.blocked).count();
        assert_eq!(blocked, if level.block { 3 } else { 0 });
        assert_eq!(
            view.level.before, level.before,
            "the disarm marker lies after the last tile before the danger zone"
        );
    }
}

#[test]
fn s_5_the_start_turns_every_timer() {
    let game = new(5, 2, 0);
    assert_eq!(game.now(), Millis::ZERO);
    assert_eq!(timers(&game), "1:60000 2:60000 3:27000");
    assert!(game.view(None).running, "the sand runs from the start");
}

#[test]
fn s_5_a_turned_timer_holds_what_had_run_down() {
    let mut game = scene(1, 2)
        .track(crate::common::CALM)
        .timers("1:20000 2:60000 3:42000")
        .hand(0, "joker joker joker")
        .game();
    crate::common::play(&mut game, 0, "play joker>t1", 5_000);
    assert_eq!(timers(&game), "1:45000 2:55000 3:37000", "15 s were left, 45 s had run down");
    tick(&mut game, 41_999);
    assert_eq!(game.now(), Millis(5_000), "nothing was due");
}

#[test]
fn s_6_the_track_and_its_danger_zone() {
    for level in LEVELS {
        let view = new(i32::from(level.number), 3, 9).view(None);
        assert_eq!(view.track.len(), usize::from(level.before + level.danger));
        assert!(view.track.iter().all(|tile| tile.danger == (tile.number > level.before)));
    }
    let order =
        |seed| new(1, 2, seed).view(None).track.iter().map(|t| (t.shape, t.colour)).collect::<Vec<_>>();
    assert_ne!(order(1), order(2), "the gears are shuffled");
}

#[test]
fn s_7_timers_stand_from_tile_1_on() {
    let view = new(15, 2, 0).view(None);
    let row: Vec<_> = view.timers.iter().map(|t| (t.tile, t.glass)).collect();
    let expected = [Glass::Fast, Glass::Slow, Glass::Slow, Glass::Normal, Glass::Normal];
    assert_eq!(row, (1..).zip(expected).collect::<Vec<_>>());
}

#[test]
fn s_8_three_cards_each_and_only_the_size_of_the_pile() {
    let game = new(1, 4, 3);
    let view = crate::common::view(&game, 2);
    assert_eq!(view.pile, 55 - 12);
    assert_eq!(crate::common::seen(&view, 0), "? ? ?");
    assert!(!crate::common::seen(&view, 2).contains(['?', '-']));
    let text = serde_json::to_string(&game.view(None)).unwrap();
    assert!(text.contains(r#""pile":43"#), "only a number is shown");
}

/// The table as the rules print it.
const PRINTED: &str = "
    1 10 3 SSN – | 2 12 3 SSN – | 3 10 3 SNN – | 4 12 3 SNN – | 5 12 3 SSF – | 6 12 3 SNN silence
    7 12 4 SSNN – | 8 12 4 NNSS – | 9 14 4 SSNN – | 10 14 3 SSF block | 11 14 4 SSNN block
    12 12 4 SSNN shape | 13 12 4 SSNN outward | 14 14 4 SSNN silence,block | 15 14 5 FSSNN –
    16 14 5 SSNNF – | 17 14 5 SSNNF block | 18 14 5 SSNNF colour | 19 14 4 FSSN shape,silence,block
    20 15 4 SSNF outward,block | 21 14 5 SSNNF colour,block";

#[test]
fn s_9_the_levels_are_as_printed() {
    let rows = PRINTED.split(['|', '\n']).map(str::trim).filter(|row| !row.is_empty());
    assert_eq!(rows.clone().count(), 21);
    for (level, row) in LEVELS.iter().zip(rows) {
        let timers: String = level.timers.iter().map(|glass| format!("{glass:?}").remove(0)).collect();
        let mut extra = Vec::new();
        extra.extend(level.discard.map(|sort| format!("{sort:?}").to_lowercase()));
        extra.extend(level.outward.then(|| "outward".to_owned()));
        extra.extend(level.silence.then(|| "silence".to_owned()));
        extra.extend(level.block.then(|| "block".to_owned()));
        let extra = if extra.is_empty() { "–".to_owned() } else { extra.join(",") };
        assert_eq!(format!("{} {} {} {timers} {extra}", level.number, level.before, level.danger), row);
        assert_eq!(level.timers.len(), usize::from(level.danger), "as many timers as danger tiles");
    }
}

#[test]
fn s_9_there_are_levels_1_to_21() {
    for level in [0, 22, -1, i32::MIN, i32::MAX] {
        assert_eq!(clause(&Options { level, ..Options::default() }, 2), "S-9");
    }
}

#[test]
fn options_just_work_and_unknown_ones_are_errors() {
    let read = serde_json::from_str::<Options>;
    assert_eq!(read("{}").unwrap(), Options::default());
    let options = read(r#"{"level":18,"pace":"gentle","discard":"grey","practice":true}"#).unwrap();
    assert_eq!(options.discard, Discard::Grey);
    assert!(read(r#"{"pauses":true}"#).is_err());
    assert!(read(r#"{"discard":"joker"}"#).is_err());
    assert!(Card::from_word("grey").is_some());
}

#[test]
fn every_option_is_said_in_both_languages() {
    let about = Quicksand::about();
    assert_eq!((about.id, about.real_time, about.hidden), ("quicksand", true, true));
    let keys: Vec<_> = about.options.iter().map(|option| option.key).collect();
    assert_eq!(keys, ["level", "pace", "discard", "practice"]);
    for option in about.options {
        assert!(!option.sentence.en.is_empty() && option.sentence.fr != option.sentence.en);
    }
}
