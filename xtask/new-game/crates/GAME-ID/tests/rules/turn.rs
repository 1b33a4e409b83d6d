//! LETTER-0 to LETTER-5.

use GAME_ID::{GameId, Options, Setup};
use table::{Game, Millis, Mute, Seat, Seed};

fn with(stones: u8) -> GameId {
    Setup { stones, turn: Seat(0), outcome: None }.try_into().unwrap()
}

fn refused(game: &GameId, seat: u8, notation: &str) -> String {
    let refusal = match notation.parse() {
        Ok(action) => game.check(Seat(seat), &action).unwrap_err(),
        Err(refusal) => refusal,
    };
    refusal.clause.to_string()
}

fn play(game: &mut GameId, seat: u8, notation: &str) {
    game.play(Seat(seat), notation.parse().unwrap(), Millis::ZERO, &mut Mute).unwrap();
}

#[test]
fn letter_0_two_seats() {
    let refusal = GameId::new(&Options::default(), 3, Seed::from(1)).unwrap_err();
    assert_eq!(refusal.clause.to_string(), "LETTER-0");
}

#[test]
fn letter_1_ten_to_forty_stones() {
    for stones in [9, 41] {
        let refusal = GameId::new(&Options { stones, ..Options::default() }, 2, Seed::from(1)).unwrap_err();
        assert_eq!(refusal.clause.to_string(), "LETTER-1");
    }
}

#[test]
fn letter_2_the_seats_take_turns() {
    let mut game = with(10);
    assert_eq!(refused(&game, 1, "take 1"), "LETTER-2");
    play(&mut game, 0, "take 1");
    assert_eq!(refused(&game, 0, "take 1"), "LETTER-2");
}

#[test]
fn letter_3_one_two_or_three() {
    for notation in ["take 0", "take 4", "take", "take  1", "give 1"] {
        assert_eq!(refused(&with(10), 0, notation), "LETTER-3", "{notation}");
    }
}

#[test]
fn letter_4_never_more_than_are_left() {
    assert_eq!(refused(&with(2), 0, "take 3"), "LETTER-4");
}

#[test]
fn letter_5_whoever_takes_the_last_one_wins() {
    let mut game = with(3);
    play(&mut game, 0, "take 3");
    assert_eq!(game.outcome().map(|end| end.winners.first()), Some(Some(Seat(0))));
    assert_eq!(refused(&game, 1, "take 1"), "LETTER-5");
}
