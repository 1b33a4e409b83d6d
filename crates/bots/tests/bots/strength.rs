//! A bot that thinks plays better than one that does not. Measured by nodes, not by time, so that it comes out the same
//! on every machine.

use std::sync::atomic::AtomicBool;

use bots::{Budget, Intent, Level, Player, decide};
use catalogue::{Live, LiveGame, crates::pyramids::Pyramids};
use table::{Chance, Game, Millis, Seat, Seed};

/// Who wins, seat by seat; the table's clock stands still.
fn winner(game: &str, players: [Player; 2], seed: u64) -> Option<Seat> {
    let stop = AtomicBool::new(false);
    let mut chance = Chance::new(Seed::from(seed));
    let mut game = catalogue::open_newest(game, "{}", 2, chance.seed()).unwrap();
    while let Some(seat) = game.awaited().first() {
        let decision = decide(game.as_ref(), seat, players[seat.index()], Millis::ZERO, chance.seed(), &stop);
        let Intent::Play { action, .. } = decision else { panic!("it is awaited: {decision:?}") };
        game.play(seat, &action, Millis::ZERO).unwrap();
    }
    let winners = game.outcome().unwrap().winners;
    winners.first().filter(|_| winners.len() == 1)
}

/// How many of `games` the first player wins, from either seat in turn.
fn wins(game: &str, first: Player, second: Player, games: u64) -> usize {
    (0..games)
        .filter(|number| {
            let seat = Seat((number % 2) as u8);
            let players = if seat == Seat(0) { [first, second] } else { [second, first] };
            winner(game, players, *number) == Some(seat)
        })
        .count()
}

#[test]
fn search_beats_random_play() {
    let search = Player::Search(Budget::nodes(250));
    assert_eq!(wins("pyramids", search, Player::Random, 6), 6);
    assert_eq!(wins("quintazone", search, Player::Random, 3), 3);
    assert!(wins("thin-ice", search, Player::Random, 6) >= 5);
}

#[test]
fn sparring_partners_beat_random_play() {
    for (game, player) in [
        ("pyramids", Player::AlphaBeta(Budget::nodes(500))),
        ("pyramids", Player::Greedy),
        ("quintazone", Player::Greedy),
        ("quintazone", Player::Plain(Budget::nodes(150))),
    ] {
        assert!(wins(game, player, Player::Random, 4) >= 3, "{game}: {player}");
    }
}

#[test]
fn a_bot_that_is_told_to_stop_stops_and_one_that_is_not_awaited_waits() {
    let game = LiveGame(Pyramids::new(&Default::default(), 2, Seed::from(1)).unwrap());
    let stopped = AtomicBool::new(true);
    let decision = decide(&game, Seat(0), Level::Champion, Millis(5), Seed::from(2), &stopped);
    let Intent::Play { action, not_before } = decision else { panic!("{decision:?}") };
    assert!(game.actions(Seat(0)).contains(&action));
    assert_eq!(not_before, Millis(5));
    assert_eq!(
        decide(&game, Seat(1), Level::Learner, Millis(5), Seed::from(2), &stopped),
        Intent::Wait { until: None }
    );
}

/// Several threads play by the rules in every game; where their trees are grown apart, as many nodes give the same thought.
#[test]
fn threads_share_a_thought() {
    let stop = AtomicBool::new(false);
    for (id, is_fixed) in [("pyramids", false), ("quintazone", true), ("thin-ice", true), ("quadri", true)] {
        let mut chance = Chance::new(Seed::from(3));
        let mut game = catalogue::open_newest(id, "{}", 2, chance.seed()).unwrap();
        for _ in 0..12 {
            let Some(seat) = game.awaited().first() else { break };
            let seed = chance.seed();
            let wants = || {
                let player = "search:nodes=90,threads=3".parse::<Player>().unwrap();
                decide(game.as_ref(), seat, player, Millis::ZERO, seed, &stop)
            };
            let decision = wants();
            assert!(!is_fixed || decision == wants(), "{id}");
            let Intent::Play { action, not_before } = decision else { panic!("it is awaited: {decision:?}") };
            game.play(seat, &action, not_before).unwrap();
        }
    }
}
