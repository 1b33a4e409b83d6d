//! A bot that thinks plays better than one that does not. Measured by worlds, not by time, so that it comes out the same
//! on every machine.

use std::{sync::atomic::AtomicBool, time::Duration};

use bots::{Budget, Decision, Level, Teach, decide, search};
use catalogue::{
    Live, LiveGame,
    crates::{pyramids::Pyramids, quintazone::Quintazone},
};
use table::{Chance, Game, Millis, Mute, Seat, Seed};

const A_WHILE: Budget = Budget { time: Duration::from_hours(1), worlds: 250 };

/// How many of `games` the searching seat wins against random play.
fn wins_against_random<G: Teach>(games: u64) -> u64 {
    let stop = AtomicBool::new(false);
    (0..games)
        .filter(|&number| {
            let mut chance = Chance::new(Seed::from(number));
            let mut game = G::new(&G::Options::default(), 2, chance.seed()).unwrap();
            let thinker = Seat((number % 2) as u8);
            while let Some(seat) = game.awaited().first() {
                let action = if seat == thinker {
                    search(&game, seat, Millis::ZERO, A_WHILE, &mut chance, &stop).unwrap()
                } else {
                    let mut actions = Vec::new();
                    game.actions(seat, &mut actions);
                    chance.pick(&actions).unwrap().clone()
                };
                game.play(seat, action, Millis::ZERO, &mut Mute).unwrap();
            }
            game.outcome().unwrap().winners.contains(thinker)
        })
        .count() as u64
}

#[test]
fn pyramids_beats_random_play() {
    assert_eq!(wins_against_random::<Pyramids>(6), 6);
}

#[test]
fn quintazone_beats_random_play() {
    assert_eq!(wins_against_random::<Quintazone>(3), 3);
}

#[test]
fn a_bot_that_is_told_to_stop_stops_and_one_that_is_not_awaited_waits() {
    let game = LiveGame(Pyramids::new(&Default::default(), 2, Seed::from(1)).unwrap());
    let stopped = AtomicBool::new(true);
    let decision = decide(&game, Seat(0), Level::Hard, Millis(5), Seed::from(2), &stopped);
    let Decision::Play { action, not_before } = decision else { panic!("{decision:?}") };
    assert!(game.actions(Seat(0)).contains(&action));
    assert_eq!(not_before, Millis(5));
    assert_eq!(
        decide(&game, Seat(1), Level::Easy, Millis(5), Seed::from(2), &stopped),
        Decision::Wait { until: None }
    );
}
