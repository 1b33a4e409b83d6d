//! Games by seats that play well enough to reach the last round and the close, which random play hardly does.

use quadri::{Action, Assist, Event, Matching, Mode, Options, Quadri};
use table::{Chance, Game, Millis, Mute, Seat, Told};

/// The best of a few placements: the one that shows most of what the seat holds, or all want.
fn eager(game: &Quadri, seat: Seat, chance: &mut Chance) -> Action {
    let mut choices = Vec::new();
    game.actions(seat, &mut choices);
    choices.retain(|choice| matches!(choice, Action::Place(_)));
    let worth = |choice: &Action| {
        let mut next = game.clone();
        next.apply(seat, *choice, Millis(0), &mut Mute);
        let shown = game.hand(seat).iter().filter(|objective| next.there().contains(**objective)).count();
        100 * (shown + next.realised().len()) + next.there().iter().count()
    };
    let tried: Vec<Action> = (0..40).filter_map(|_| chance.pick(&choices).copied()).collect();
    tried.into_iter().max_by_key(worth).unwrap()
}

/// What can be written can be read, and nobody can tell an imagined world from the real one.
fn holds_together(game: &Quadri, chance: &mut Chance) {
    let text = serde_json::to_string(game).unwrap();
    assert_eq!(serde_json::from_str::<Quadri>(&text).unwrap(), *game);
    for seat in Seat::all(game.seats()) {
        let world = game.imagine(seat, chance);
        assert_eq!(world.view(Some(seat)), game.view(Some(seat)));
        assert_eq!(world.view(None), game.view(None));
        let text = serde_json::to_string(&world).unwrap();
        assert_eq!(serde_json::from_str::<Quadri>(&text).unwrap(), world);
    }
}

/// Plays on; returns the game and how many cards were placed once the last objective was drawn.
fn play(options: Options, seats: u8, seed: u64) -> (Quadri, usize) {
    let mut game = Quadri::new(&options, seats, seed.into()).unwrap();
    let mut chance = Chance::new((seed + 1).into());
    let mut told = Told::new();
    let mut last_round = None;
    while game.outcome().is_none() {
        for seat in Seat::all(seats) {
            let mut choices = Vec::new();
            game.actions(seat, &mut choices);
            for choice in choices.iter().filter(|choice| !matches!(choice, Action::Place(_))) {
                if game.check(seat, choice).is_ok() {
                    game.play(seat, *choice, Millis(0), &mut told).unwrap();
                }
            }
        }
        if last_round.is_none() && told.events().any(|event| matches!(event, Event::LastRound { .. })) {
            last_round = Some(game.cards_laid());
        }
        holds_together(&game, &mut chance);
        if let Some(seat) = game.on_turn() {
            let action = eager(&game, seat, &mut chance);
            game.play(seat, action, Millis(0), &mut told).unwrap();
        }
    }
    holds_together(&game, &mut chance);
    let placed = last_round.map_or(0, |from| game.cards_laid() - from);
    (game, placed)
}

fn competitive(matching: Matching, assist: Assist) -> Options {
    Options { matching, assist, objectives: 24, ..Options::default() }
}

#[test]
fn q_9_eager_seats_reach_the_last_round_and_place_as_many_cards_as_it_has() {
    for seats in 2..=4 {
        for assist in [Assist::None, Assist::Auto] {
            let (game, placed) = play(competitive(Matching::Contained, assist), seats, 5);
            assert_eq!(placed, usize::from(seats) + 1, "{seats} seats, {assist:?}");
            assert!(game.cards_laid() < 48);
            assert_eq!(game.objectives_left(), 0);
            let laid: i32 = Seat::all(seats).map(|seat| game.points(seat)).sum();
            assert_eq!(game.outcome().unwrap().scores.iter().sum::<i32>(), laid);
        }
    }
}

#[test]
fn eager_games_hold_together_with_exact_shapes() {
    for seats in 2..=4 {
        for assist in [Assist::Glow, Assist::Auto] {
            play(competitive(Matching::Exact, assist), seats, 6);
        }
        play(Options { mode: Mode::BallTrap, ..Options::default() }, seats, 7);
        play(Options { mode: Mode::Cooperative, ..Options::default() }, seats, 8);
    }
}
