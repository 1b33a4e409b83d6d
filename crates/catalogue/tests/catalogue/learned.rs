//! What can be taken back: only what taught nobody anything.

use catalogue::Live;
use table::{Chance, Millis, Seat, Seats, Seed};

const NOBODY: Seats = Seats::NONE;

fn open(game: &str, seats: u8) -> Box<dyn Live> {
    catalogue::open_newest(game, "{}", seats, Seed::from(7)).expect("the defaults just work")
}

/// Who learns something when `seat` does this here.
fn teaches(game: &dyn Live, seat: u8, notation: &str) -> Seats {
    game.check(Seat(seat), notation, Millis(0)).unwrap_or_else(|refusal| panic!("{notation}: {refusal}"));
    game.learned(&[(Seat(seat), notation.to_owned(), Millis(0))])
}

/// Some action of somebody who is awaited.
fn some_action(game: &dyn Live, chance: &mut Chance) -> Option<(Seat, String)> {
    let seat = game.awaited().first()?;
    chance.pick(&game.actions(seat)).map(|action| (seat, action.clone()))
}

#[test]
fn where_nothing_is_hidden_and_nothing_drawn_nobody_learns_anything() {
    for number in 0..20 {
        let mut game = open("pyramids", 2);
        let start = game.boxed();
        let mut chance = Chance::new(Seed::from(number));
        let mut played = Vec::new();
        while let Some((seat, action)) = some_action(&*game, &mut chance) {
            game.play(seat, &action, Millis(0)).expect("it is listed");
            played.push((seat, action, Millis(0)));
        }
        assert!(played.len() > 10);
        assert_eq!(start.learned(&played), NOBODY, "a whole game at once");
    }
}

#[test]
fn a_card_that_is_turned_up_teaches_everybody() {
    assert_eq!(teaches(&*open("quadri", 3), 0, "@1,0+0"), Seats::all(3));
}

#[test]
fn a_hidden_card_that_is_played_teaches_the_others() {
    assert_eq!(teaches(&*open("quintazone", 3), 0, "AS-h@-1,0"), Seats::all(3).without(Seat(0)));
}

#[test]
fn a_card_that_is_drawn_teaches_the_one_who_draws() {
    let mut game = open("quintazone", 3);
    game.play(Seat(0), "AS-h@-1,0", Millis(0)).expect("it is in the hand");
    assert_eq!(teaches(&*game, 0, "end"), Seats::one(Seat(0)));
}

#[test]
fn what_lies_open_teaches_nobody_in_a_game_with_secrets() {
    assert_eq!(teaches(&*open("quintazone", 3), 0, "S^0,0:air"), NOBODY);
    assert_eq!(teaches(&*open("thin-ice", 3), 0, "put c3"), NOBODY);
}

#[test]
fn a_die_that_is_rolled_teaches_everybody() {
    let mut rolls = 0;
    for number in 0..4 {
        let mut game = open("thin-ice", 2);
        let mut chance = Chance::new(Seed::from(number));
        for _ in 0..60 {
            let Some((seat, action)) = some_action(&*game, &mut chance) else { break };
            let before = game.boxed();
            let happened = game.play(seat, &action, Millis(0)).expect("it is listed");
            if happened.events.iter().any(|event| event.json.get().contains(r#""type":"rolled""#)) {
                assert_eq!(before.learned(&[(seat, action, Millis(0))]), Seats::all(2));
                rolls += 1;
            }
        }
    }
    assert!(rolls > 5, "{rolls} rolls");
}

#[test]
fn what_is_played_after_it_counts_too() {
    let game = open("quintazone", 3);
    // A pyramid and a card are a whole turn: then a card is drawn.
    let acts = ["S^0,0:air", "AS-h@-1,0"].map(|action| (Seat(0), action.to_owned(), Millis(0)));
    assert_eq!(game.learned(&acts), Seats::all(3));
}
