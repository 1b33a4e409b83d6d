//! Team mates against the sand: they wait for the right moment, and use only what they may know.

use std::sync::atomic::AtomicBool;

use bots::{Intent, Level, decide};
use catalogue::{
    Live, LiveGame,
    crates::quicksand::{Options, Quicksand},
};
use table::{Chance, Game, Millis, Mute, Seat, Seed};

fn deal(level: i32, seats: u8, seed: u64) -> Quicksand {
    Quicksand::new(&Options { level, ..Options::default() }, seats, Seed::from(seed)).unwrap()
}

fn decision(game: &Quicksand, seat: Seat, now: Millis) -> Intent {
    decide(&LiveGame(game.clone()), seat, Level::Club, now, Seed::from(3), &AtomicBool::new(false))
}

/// Plays on a simulated clock: whoever wants to act soonest acts. Says when it ended.
fn play_out(game: &mut LiveGame<Quicksand>, seed: u64) -> Millis {
    let (mut chance, stop, mut now) = (Chance::new(Seed::from(seed)), AtomicBool::new(false), Millis::ZERO);
    while game.outcome().is_none() {
        let mut soonest = (game.deadline().unwrap(), None);
        let mut wake = Millis(u64::MAX);
        for seat in Seat::all(game.seats()) {
            match decide(game, seat, Level::Club, now, chance.seed(), &stop) {
                Intent::Play { action, not_before } if not_before.max(now) <= soonest.0 => {
                    soonest = (not_before.max(now), Some((seat, action)));
                }
                Intent::Wait { until: Some(until) } if until > now => wake = wake.min(until),
                _ => {}
            }
        }
        if wake < soonest.0 {
            now = wake;
            continue;
        }
        now = soonest.0;
        match soonest.1 {
            Some((seat, action)) => drop(game.play(seat, &action, now).unwrap()),
            None => drop(game.tick(now)),
        }
    }
    now
}

#[test]
fn a_team_of_bots_wins_a_whole_level_on_a_simulated_clock() {
    let mut game = LiveGame(deal(1, 3, 5));
    let ended = play_out(&mut game, 1);
    assert_eq!(game.outcome().unwrap().winners.len(), 3);
    assert!(ended > Millis::seconds(20), "it waits for the right moments: {ended}");
}

#[test]
fn s_30_bots_that_cannot_see_their_cards_play_what_is_pointed_at() {
    let mut game = LiveGame(deal(13, 4, 2));
    play_out(&mut game, 1);
    assert_eq!(game.outcome().unwrap().winners.len(), 4);
}

#[test]
fn a_card_that_would_leave_no_sand_is_not_played_at_once() {
    // Just after the start every timer is full: whatever is turned would run out at once.
    for seed in 0..10 {
        let game = deal(9, 4, seed);
        let mut first = Vec::new();
        game.actions(Seat(0), &mut first);
        let Intent::Play { action, not_before } = decision(&game, Seat(0), Millis(100)) else {
            panic!("it plays some time");
        };
        let mut after = game.clone();
        after.play(Seat(0), action.parse().unwrap(), not_before, &mut Mute).unwrap();
        let least = after.timers().iter().map(|timer| timer.left(not_before)).min().unwrap();
        assert!(least >= Millis(2_000), "seed {seed}: {action} at {not_before} leaves {least}");
    }
}

#[test]
fn s_27_in_silence_other_hands_do_not_matter_to_a_bot() {
    for (level, seed) in [(6, 1), (14, 2), (19, 3)] {
        let game = deal(level, 3, seed);
        let other = game.imagine(Seat(0), &mut Chance::new(Seed::from(99)));
        assert_ne!(game, other);
        assert_eq!(
            decision(&game, Seat(0), Millis(500)),
            decision(&other, Seat(0), Millis(500)),
            "level {level}"
        );
    }
}

#[test]
fn s_30_its_own_cards_do_not_matter_to_a_bot_that_cannot_see_them() {
    let mut game = deal(13, 3, 4);
    let mut actions = Vec::new();
    game.actions(Seat(2), &mut actions);
    game.play(Seat(2), actions[0], Millis(9_000), &mut Mute).unwrap();
    let seat = game.turn().unwrap();
    let other = game.imagine(seat, &mut Chance::new(Seed::from(7)));
    for now in [Millis(9_500), Millis(20_000)] {
        assert_eq!(decision(&game, seat, now), decision(&other, seat, now));
    }
}

#[test]
fn s_13_where_talk_is_free_hands_are_told() {
    let game = deal(9, 3, 1);
    let told = game.imagine_with_talk(Seat(0), &mut Chance::new(Seed::from(8)));
    let hands = |game: &Quicksand| {
        Seat::all(3).map(|seat| game.view(Some(seat)).hands[seat.index()].clone()).collect::<Vec<_>>()
    };
    assert_eq!(hands(&game), hands(&told));
    let silent = deal(6, 3, 1);
    let guessed = silent.imagine_with_talk(Seat(0), &mut Chance::new(Seed::from(8)));
    assert_ne!(hands(&silent), hands(&guessed));
}
