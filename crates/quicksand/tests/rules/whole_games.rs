//! Whole levels on a simulated clock: nobody sleeps, and every end is known to the millisecond.

use quicksand::{Action, Options, Quicksand};
use table::{By, Game, GameEntry, Log, Millis, Mute, Seat, Seed, Told};

use crate::common::{ended, timers};

/// A game as text: its table, then one card per line: when, who, what.
fn log(text: &str) -> Log<Quicksand> {
    let mut lines = text.lines();
    let words: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let ["level", level, "seats", seats, "seed", seed] = words[..] else { panic!("the table") };
    let options = Options { level: level.parse().unwrap(), ..Options::default() };
    let mut log = Log::new(options, seats.parse().unwrap(), seed.parse().unwrap());
    log.entries = lines.map(entry).collect();
    log
}

fn entry(line: &str) -> GameEntry<Action> {
    let (at, rest) = line.split_once(' ').unwrap();
    let (seat, action) = rest.split_once(' ').unwrap();
    GameEntry::act(Seat(seat.parse().unwrap()), action.parse().unwrap(), Millis(at.parse().unwrap()))
}

/// A clock that goes on by `step` and rings when the next run-out is due, until the cards are played and the game is over.
/// Says what a referee would have written down: cards and rings.
fn on_a_clock(log: &Log<Quicksand>, step: u64) -> (Quicksand, Log<Quicksand>) {
    let mut game = Quicksand::new(&log.options, log.seats, log.seed).unwrap();
    let mut written = Log::new(log.options.clone(), log.seats, log.seed);
    let mut cards = log.entries.iter().peekable();
    let mut clock = Millis::ZERO;
    while game.outcome().is_none() {
        while let Some(card) = cards.next_if(|card| card.at <= clock) {
            card.clone().happen(&mut game, &mut Mute).unwrap();
            written.entries.push(card.clone());
        }
        if game.deadline().is_some_and(|due| due <= clock) {
            let ring = GameEntry::tick(clock);
            ring.clone().happen(&mut game, &mut Mute).unwrap();
            written.entries.push(ring);
        }
        clock = clock + Millis(step);
    }
    (game, written)
}

#[test]
fn level_1_is_won_on_a_simulated_clock() {
    let log = log(include_str!("../games/level-1-won.txt"));
    let (game, written) = on_a_clock(&log, 1);
    assert_eq!(ended(&game).as_deref(), Some("S-24"));
    assert_eq!((game.now(), game.credit()), (Millis(141_600), Some(1)));
    assert_eq!(timers(&game), "11:36060 12:33678 13:23398");
    assert_eq!(written.fold().unwrap(), game, "the log folds to the same end, to the millisecond");
}

#[test]
fn level_1_is_lost_when_nobody_plays_on() {
    let mut log = log(include_str!("../games/level-1-won.txt"));
    log.entries.truncate(12);
    let (game, written) = on_a_clock(&log, 1);
    assert_eq!(ended(&game).as_deref(), Some("S-22"));
    assert_eq!(timers(&game), "6*:18000 8*:25770 10*:0");
    assert_eq!(game.credit(), None);
    assert_eq!(written.fold().unwrap(), game);
    assert!(written.entries.iter().any(|entry| matches!(entry.by, By::Clock)));
}

#[test]
fn a_level_is_lost_by_a_timer_in_the_danger_zone() {
    let mut log = log(include_str!("../games/level-1-won.txt"));
    log.entries.truncate(24);
    let (game, written) = on_a_clock(&log, 1);
    assert_eq!(ended(&game).as_deref(), Some("S-23"));
    assert_eq!(timers(&game), "10:542 12:10280 13:0");
    assert_eq!(written.fold().unwrap(), game);
}

/// Cards outward with blocks: jokers are shown, then chosen; the discard is turned over on the way.
#[test]
fn level_20_is_won_on_a_simulated_clock() {
    let log = log(include_str!("../games/level-20-won.txt"));
    let mut turned_over = false;
    let mut game = Quicksand::new(&log.options, log.seats, log.seed).unwrap();
    for entry in &log.entries {
        let mut told = Told::new();
        entry.clone().happen(&mut game, &mut told).unwrap();
        turned_over |= told.events().any(|event| matches!(event, quicksand::Event::TurnedOver { .. }));
    }
    assert!(turned_over);
    assert_eq!((ended(&game).as_deref(), game.now()), (Some("S-24"), Millis(221_007)));
    assert_eq!(on_a_clock(&log, 1).0, game);
}

#[test]
fn level_10_is_won_alone() {
    let log = log(include_str!("../games/level-10-alone-won.txt"));
    let (game, written) = on_a_clock(&log, 1);
    assert_eq!((ended(&game).as_deref(), game.now()), (Some("S-24"), Millis(252_765)));
    assert_eq!(written.fold().unwrap(), game);
}

/// However late the clock rings, a run-out happens at its own instant.
#[test]
fn a_slow_clock_comes_to_the_same_end() {
    let mut log = log(include_str!("../games/level-1-won.txt"));
    log.entries.truncate(12);
    let (exact, _) = on_a_clock(&log, 1);
    for step in [7, 100, 250, 977] {
        let (slow, written) = on_a_clock(&log, step);
        assert_eq!(slow, exact, "ringing every {step} ms");
        assert_eq!(written.fold().unwrap(), exact);
    }
}

/// A game saved in its middle and read again goes on as it would have: the sand ran on, nothing is lost.
#[test]
fn a_game_written_down_in_its_middle_goes_on_to_the_same_end() {
    let log = log(include_str!("../games/level-20-won.txt"));
    let end = log.fold().unwrap();
    let mut game = Quicksand::new(&log.options, log.seats, log.seed).unwrap();
    for entry in log.entries {
        game = serde_json::from_str(&serde_json::to_string(&game).unwrap()).unwrap();
        entry.happen(&mut game, &mut Mute).unwrap();
    }
    assert_eq!(game, end);
}

#[test]
fn the_same_seed_deals_the_same_game() {
    let deal = |seed: u64| Quicksand::new(&Options::default(), 4, Seed::from(seed)).unwrap();
    assert_eq!(deal(3), deal(3));
    assert_ne!(deal(3), deal(4));
}
