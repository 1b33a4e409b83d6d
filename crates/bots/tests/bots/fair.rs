//! A bot never acts on what its seat may not know, and does not think where there is nothing to choose.

use std::sync::atomic::AtomicBool;

use bots::{Budget, Intent, Level, Player, decide};
use catalogue::{LiveGame, crates::thin_ice::ThinIce};
use table::{Chance, Game, Millis, Seed, random};

/// In worlds that a seat cannot tell apart, with the same seed and as many nodes, it wants the same.
fn knows_only_what_it_may<G: Game>(seats: u8, options: &G::Options, players: &[Player]) {
    let stop = AtomicBool::new(false);
    let mut compared = 0;
    for seed in 0..4 {
        let mut chance = Chance::new(Seed::from(seed));
        let mut game = G::new(options, seats, chance.seed()).unwrap();
        let mut buffer = Vec::new();
        while game.outcome().is_none() {
            let seat = game.awaited().first();
            if let Some(seat) = seat {
                let other = game.imagine(seat, &mut chance);
                for &player in players {
                    let wants = |world: &G| {
                        decide(
                            &LiveGame(world.clone()),
                            seat,
                            player,
                            Millis(60_000),
                            Seed::from(seed),
                            &stop,
                        )
                    };
                    assert_eq!(wants(&game), wants(&other), "{player} on {seat} in {}", G::about().id);
                    compared += 1;
                }
            }
            let steps = u64::from(3 + chance.below(9));
            random::play_out(&mut game, Millis::ZERO, &mut chance, &mut buffer, steps);
        }
    }
    assert!(compared > 8);
}

const FEW: [Player; 3] =
    [Player::Search(Budget::nodes(40)), Player::Plain(Budget::nodes(20)), Player::Level(Level::Learner)];

#[test]
fn quintazone_bots_do_not_see_hands_and_goals() {
    knows_only_what_it_may::<catalogue::crates::quintazone::Quintazone>(3, &Default::default(), &FEW);
}

#[test]
fn thin_ice_bots_do_not_see_under_tiles_nor_others_cards() {
    use catalogue::crates::thin_ice::{Mode, Options};
    let options = Options { mode: Mode::Intermediate, ..Options::default() };
    knows_only_what_it_may::<ThinIce>(3, &options, &FEW);
}

#[test]
fn quadri_bots_do_not_see_hands_and_piles() {
    use catalogue::crates::quadri::{Mode, Options, Quadri};
    for mode in [Mode::Competitive, Mode::BallTrap] {
        let options = Options { mode, ..Options::default() };
        knows_only_what_it_may::<Quadri>(2, &options, &[Player::Search(Budget::nodes(30))]);
    }
}

#[test]
fn the_same_nodes_and_seed_give_the_same_thought() {
    let stop = AtomicBool::new(false);
    for id in ["pyramids", "quintazone", "thin-ice"] {
        let game = catalogue::open_newest(id, "{}", 2, Seed::from(3)).unwrap();
        let seat = game.awaited().first().unwrap();
        let think = || {
            decide(game.as_ref(), seat, Player::Search(Budget::nodes(300)), Millis(5), Seed::from(9), &stop)
        };
        assert_eq!(think(), think(), "{id}");
    }
}

#[test]
fn a_forced_step_takes_no_thought() {
    // Where there is one choice, a budget of nothing but time is not spent: this would never end.
    let stop = AtomicBool::new(false);
    let mut chance = Chance::new(Seed::from(5));
    let forever = Player::Search(Budget::nodes(u64::MAX));
    let mut seen = 0;
    for seed in 0..40 {
        let mut game = ThinIce::new(&Default::default(), 2, Seed::from(seed)).unwrap();
        let mut buffer = Vec::new();
        while let Some(seat) = game.awaited().first() {
            buffer.clear();
            game.choices(seat, &mut buffer);
            if let [only] = &buffer[..] {
                let wanted =
                    decide(&LiveGame(game.clone()), seat, forever, Millis::ZERO, chance.seed(), &stop);
                assert_eq!(wanted, Intent::Play { action: only.to_string(), not_before: Millis::ZERO });
                seen += 1;
            }
            random::play_out(&mut game, Millis::ZERO, &mut chance, &mut buffer, 1);
        }
    }
    assert!(seen > 0);
}
