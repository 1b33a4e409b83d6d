//! Whose clock runs.

use pyramids::{Options, Pyramids};
use table::{Chance, Game, Millis, Mute, Seats, Seed, random};

#[test]
fn p_21_the_clock_of_the_seat_to_move_runs_through_both_steps_and_all_rounds() {
    let options = Options { rounds: 3 };
    for seed in 0..20 {
        let mut game = Pyramids::new(&options, 2, Seed::from(seed)).unwrap();
        let mut chance = Chance::new(Seed::from(seed + 1));
        let mut buffer = Vec::new();
        while let Some(entry) = random::next(&game, Millis::ZERO, &mut chance, &mut buffer) {
            assert_eq!((game.on_clock(), game.on_clock().len()), (game.awaited(), 1));
            entry.happen(&mut game, &mut Mute).unwrap();
        }
        assert_eq!(game.on_clock(), Seats::NONE);
    }
    assert_eq!(Pyramids::CLOCK.unwrap().to_string(), "P-21");
}
