//! Whose clock runs.

use table::{Chance, Game, Millis, Mute, Seat, Seats, Seed, random};
use thin_ice::{Options, ThinIce};

use crate::common::{basic, teams, with_cards};

/// Plays at random; says how often somebody was asked whether to play a card.
fn play(options: &Options, seats: u8, seed: u64) -> u32 {
    let mut game = ThinIce::new(options, seats, Seed::from(seed)).unwrap();
    let mut chance = Chance::new(Seed::from(seed + 1));
    let (mut buffer, mut now, mut asked) = (Vec::new(), Millis::ZERO, 0);
    while let Some(entry) = random::next(&game, now, &mut chance, &mut buffer) {
        if game.deadline().is_some() {
            asked += 1;
            assert!(!game.awaited().is_empty() && game.on_clock().is_empty(), "no clock tells who is asked");
        } else {
            assert_eq!(game.on_clock(), game.awaited());
        }
        now = entry.at;
        entry.happen(&mut game, &mut Mute).unwrap();
    }
    assert_eq!(game.on_clock(), Seats::NONE);
    asked
}

#[test]
fn t_58_clocks_stand_while_somebody_is_asked_and_otherwise_who_is_awaited_is_on_the_clock() {
    assert!((0..20).map(|seed| play(&with_cards(), 3, seed)).sum::<u32>() > 0, "somebody was asked");
    play(&basic(), 2, 1);
    assert_eq!(ThinIce::CLOCK.unwrap().to_string(), "T-58");
}

#[test]
fn t_58_a_team_is_one_side() {
    let options = teams(basic(), &[&[0, 2], &[1, 3]]);
    play(&options, 4, 1);
    let game = ThinIce::new(&options, 4, Seed::from(1)).unwrap();
    assert_eq!(game.allies(Seat(2)), [Seat(0), Seat(2)].into_iter().collect());
    let alone = ThinIce::new(&basic(), 3, Seed::from(1)).unwrap();
    assert_eq!(alone.allies(Seat(2)), Seats::one(Seat(2)));
}
