//! Quadri's bots in all three modes: whole games on a simulated clock, and eyes that need their time.

use std::sync::atomic::AtomicBool;

use bots::{Intent, Level, decide};
use catalogue::{
    LiveGame,
    crates::quadri::{Action as QuadriAction, Assist, First, Mode, Options as QuadriOptions, Quadri},
};
use table::{Chance, Game, Millis, Mute, Seat, Seed};

fn options(mode: Mode) -> QuadriOptions {
    QuadriOptions { mode, first: First::Seat(Seat(0)), ..QuadriOptions::default() }
}

/// What each seat wants, and when; the soonest is played. Ends with the game.
fn play_out(mut game: Quadri, level: Level, seed: u64) -> Quadri {
    let stop = AtomicBool::new(false);
    let mut chance = Chance::new(Seed::from(seed));
    let mut now = Millis::ZERO;
    while game.outcome().is_none() {
        let live = LiveGame(game.clone());
        let soonest = Seat::all(game.seats())
            .filter_map(|seat| match decide(&live, seat, level, now, chance.seed(), &stop) {
                Intent::Play { action, not_before } => Some((not_before, seat, action)),
                Intent::Wait { .. } => None,
            })
            .min_by_key(|(at, seat, _)| (*at, *seat));
        let (at, seat, action) = soonest.unwrap();
        now = now.max(at);
        game.run_before(now, &mut Mute);
        if game.outcome().is_none() {
            game.play(seat, action.parse().unwrap(), now, &mut Mute).unwrap();
        }
    }
    game
}

#[test]
fn bots_play_whole_games_in_every_mode() {
    for (mode, seats) in [(Mode::Competitive, 2), (Mode::Cooperative, 3), (Mode::BallTrap, 3)] {
        let game = Quadri::new(&options(mode), seats, Seed::from(5)).unwrap();
        let game = play_out(game, Level::Club, 7);
        assert!(!game.realised().is_empty(), "{mode:?}: they realise something");
    }
}

/// What the bots of this level have realised together after all cards.
fn realised(options: &QuadriOptions, level: Level) -> usize {
    (0..2)
        .map(|seed| {
            play_out(Quadri::new(options, 2, Seed::from(seed)).unwrap(), level, seed).realised().len()
        })
        .sum()
}

#[test]
fn a_bot_that_looks_further_realises_more() {
    let alone = options(Mode::Competitive);
    let (easy, normal) = (realised(&alone, Level::Learner), realised(&alone, Level::Club));
    assert!(normal > easy, "{normal} > {easy}");
}

/// A table on which seat 0 holds an objective that seat 1's card has just made, if one comes along.
fn something_to_see(assist: Assist) -> Quadri {
    let options = QuadriOptions { assist, ..options(Mode::Competitive) };
    for seed in 0..2_000 {
        let mut chance = Chance::new(Seed::from(seed));
        let mut game = Quadri::new(&options, 2, chance.seed()).unwrap();
        while let Some(seat) = game.on_turn() {
            let mut actions = Vec::new();
            game.actions(seat, &mut actions);
            actions.retain(|action| matches!(action, QuadriAction::Place(_)));
            let action = *chance.pick(&actions).unwrap();
            game.play(seat, action, Millis::ZERO, &mut Mute).unwrap();
            if seat == Seat(1) && game.hand(Seat(0)).iter().any(|held| game.there().contains(*held)) {
                return game;
            }
        }
    }
    panic!("no random game shows anything");
}

/// When the bot on seat 0 claims, if it does.
fn claims_at(game: &Quadri, level: Level) -> Option<Millis> {
    let stop = AtomicBool::new(false);
    match decide(&LiveGame(game.clone()), Seat(0), level, Millis(1_000), Seed::from(3), &stop) {
        Intent::Play { action, not_before } if action.starts_with("claim") => Some(not_before),
        _ => None,
    }
}

#[test]
fn q_8_a_bot_sees_a_shape_at_a_human_pace_and_a_better_one_sooner() {
    let game = something_to_see(Assist::None);
    let sharp = claims_at(&game, Level::Champion).unwrap();
    assert!(sharp >= Millis(2_500), "not in the same instant: {sharp}");
    for slower in [Level::Club, Level::Learner] {
        assert!(claims_at(&game, slower).is_none_or(|at| at > sharp), "{slower:?}");
    }
    assert_eq!(claims_at(&game, Level::Champion), Some(sharp), "asked again it sees the same");
}

#[test]
fn q_13_what_lights_up_is_seen_by_all_at_once() {
    let game = something_to_see(Assist::Glow);
    let seen = [Level::Learner, Level::Club, Level::Champion].map(|level| claims_at(&game, level));
    assert!(seen.iter().all(|at| at.is_some() && *at == seen[0]), "{seen:?}");
}
