//! Thin Ice's bots in every mode: any seat, teams, players who are out, answers, and cards out of turn.

use std::sync::atomic::AtomicBool;

use bots::{Intent, Level, decide};
use catalogue::{
    LiveGame,
    crates::thin_ice::{Extension, Mode, Options, ThinIce},
};
use table::{Chance, Game, Millis, Mute, Seat, Seed, random};

/// Every bot is asked whenever it has something to do; the awaited ones come first. Ends with the game.
fn play_out(mut game: ThinIce, seed: u64) -> ThinIce {
    let stop = AtomicBool::new(false);
    let mut chance = Chance::new(Seed::from(seed));
    let mut now = Millis::ZERO;
    while game.outcome().is_none() {
        now = Millis(now.0 + 10);
        let live = LiveGame(game.clone());
        let awaited = game.awaited();
        let mut seats: Vec<Seat> = Seat::all(game.seats()).collect();
        seats.sort_by_key(|&seat| !awaited.contains(seat));
        let wanted = seats.into_iter().find_map(|seat| {
            match decide(&live, seat, Level::Learner, now, chance.seed(), &stop) {
                Intent::Play { action, .. } => Some((seat, action)),
                Intent::Wait { .. } => None,
            }
        });
        let (seat, action) = wanted.unwrap();
        let action = game.read(seat, &action).unwrap();
        game.play(seat, action, now, &mut Mute).unwrap();
    }
    game
}

#[test]
fn bots_play_whole_games_in_every_mode() {
    let teams = Some(vec![vec![Seat(0), Seat(2)], vec![Seat(1), Seat(3)]]);
    let cases = [
        (2, Options { pawns: 2, ..Options::default() }),
        (5, Options { extension: Extension::Replacing, ..Options::default() }),
        (3, Options { mode: Mode::Intermediate, friendly: true, ..Options::default() }),
        (4, Options { mode: Mode::Intermediate, harsh: true, teams, ..Options::default() }),
        (6, Options { mode: Mode::Advanced, extension: Extension::Added, ..Options::default() }),
    ];
    for (seed, (seats, options)) in cases.into_iter().enumerate() {
        let game = ThinIce::new(&options, seats, Seed::from(seed as u64)).unwrap();
        let game = play_out(game, seed as u64);
        assert!(game.outcome().is_some_and(|outcome| !outcome.winners.is_empty()), "{options:?}");
    }
}

/// A card in another seat's turn is only wanted where the rules offer it.
#[test]
fn out_of_turn_bots_want_nothing_that_is_refused() {
    let options = Options { mode: Mode::Intermediate, ..Options::default() };
    let stop = AtomicBool::new(false);
    let mut chance = Chance::new(Seed::from(3));
    let mut wanted = 0;
    for seed in 0..12 {
        let mut game = ThinIce::new(&options, 4, Seed::from(seed)).unwrap();
        let mut buffer = Vec::new();
        for _ in 0..40 {
            random::play_out(&mut game, Millis::ZERO, &mut chance, &mut buffer, 2);
            if game.outcome().is_some() {
                break;
            }
            let awaited = game.awaited();
            for seat in Seat::all(4).filter(|&seat| !awaited.contains(seat)) {
                let live = LiveGame(game.clone());
                if let Intent::Play { action, .. } =
                    decide(&live, seat, Level::Club, Millis::ZERO, chance.seed(), &stop)
                {
                    wanted += 1;
                    let action = game.read(seat, &action).unwrap();
                    assert!(game.check(seat, &action).is_ok(), "{action}");
                }
            }
        }
    }
    assert!(wanted > 0, "some card is worth playing in another's turn");
}
