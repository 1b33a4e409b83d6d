//! Whose clock runs.

use quadri::{Mode, Options, Quadri};
use table::{By, Chance, Game, Millis, Mute, Seat, Seats, Seed, random};

/// Plays at random; says how many claims were made out of turn, and whether last claims were waited for.
fn play(mode: Mode, seed: u64) -> (u32, bool) {
    let mut game = Quadri::new(&Options { mode, ..Options::default() }, 3, Seed::from(seed)).unwrap();
    let mut chance = Chance::new(Seed::from(seed + 1));
    let (mut buffer, mut now, mut claims, mut closing) = (Vec::new(), Millis::ZERO, 0, false);
    while let Some(entry) = random::next(&game, now, &mut chance, &mut buffer) {
        let running = game.on_clock();
        if game.deadline().is_some() {
            closing = true;
            assert_eq!(running, Seats::NONE, "last claims have a time of their own");
        } else {
            assert_eq!((running, running.len()), (game.awaited(), 1));
        }
        now = entry.at;
        let out_of_turn =
            matches!(entry.by, By::Seat(seat, _) if game.deadline().is_none() && !running.contains(seat));
        entry.happen(&mut game, &mut Mute).unwrap();
        if out_of_turn && game.outcome().is_none() && game.deadline().is_none() {
            claims += 1;
            assert_eq!(game.on_clock(), running, "a claim stops no clock and starts none");
        }
    }
    assert_eq!(game.on_clock(), Seats::NONE);
    (claims, closing)
}

#[test]
fn q_23_the_clock_of_whoever_places_runs_and_claims_change_no_clock() {
    let played: Vec<_> = (0..40).map(|seed| play(Mode::Competitive, seed)).collect();
    assert!(played.iter().any(|(claims, _)| *claims > 0), "somebody has claimed out of turn");
    assert!(played.iter().any(|(_, closing)| *closing), "last claims were waited for");
    play(Mode::BallTrap, 1);
    play(Mode::Cooperative, 1);
    assert_eq!(Quadri::CLOCK.unwrap().to_string(), "Q-23");
}

#[test]
fn q_23_in_the_cooperative_mode_all_are_on_one_side() {
    let of = |mode| {
        Quadri::new(&Options { mode, ..Options::default() }, 3, Seed::from(1)).unwrap().allies(Seat(1))
    };
    assert_eq!(of(Mode::Cooperative), Seats::all(3));
    assert_eq!(of(Mode::Competitive), Seats::one(Seat(1)));
}
