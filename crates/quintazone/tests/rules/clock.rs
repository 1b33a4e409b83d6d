//! Whose clock runs.

use quintazone::{Options, Quintazone};
use table::{By, Chance, Game, Millis, Mute, Seats, Seed, random};

#[test]
fn z_19_the_clock_of_whose_turn_it_is_runs_until_the_turn_ends() {
    for seed in 0..10 {
        let mut game = Quintazone::new(&Options::default(), 3, Seed::from(seed)).unwrap();
        let mut chance = Chance::new(Seed::from(seed + 1));
        let mut buffer = Vec::new();
        while let Some(entry) = random::next(&game, Millis::ZERO, &mut chance, &mut buffer) {
            let By::Seat(seat, _) = entry.by else { panic!("nothing happens by itself") };
            assert_eq!(game.on_clock(), Seats::one(seat));
            entry.happen(&mut game, &mut Mute).unwrap();
        }
        assert_eq!(game.on_clock(), Seats::NONE);
    }
    assert_eq!(Quintazone::CLOCK.unwrap().to_string(), "Z-19");
}
