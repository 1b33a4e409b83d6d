//! The suite that every game runs, for every mode, and golden games.

use quadri::{Assist, Matching, Mode, Options, Quadri};
use table::{
    Game, Seat, Seed,
    conformance::{conforms, playthrough},
};

/// Every placement, and after each at most three claims in vain a seat.
const LONGEST: usize = 48 * 16;

fn options(mode: Mode, matching: Matching, assist: Assist) -> Options {
    Options { mode, matching, assist, ..Options::default() }
}

#[test]
fn competitive_conforms() {
    for seats in 2..=4 {
        for assist in [Assist::None, Assist::Glow, Assist::Auto] {
            conforms::<Quadri>(&options(Mode::Competitive, Matching::Exact, assist), seats, 4, LONGEST);
        }
    }
}

/// With `contained` objectives are realised much more often: last rounds and closings happen.
#[test]
fn competitive_contained_conforms() {
    for seats in 2..=4 {
        for assist in [Assist::None, Assist::Auto] {
            let options = options(Mode::Competitive, Matching::Contained, assist);
            conforms::<Quadri>(&Options { objectives: 24, ..options }, seats, 4, LONGEST);
        }
    }
}

#[test]
fn cooperative_conforms() {
    for seats in 2..=6 {
        conforms::<Quadri>(&options(Mode::Cooperative, Matching::Exact, Assist::None), seats, 2, LONGEST);
        conforms::<Quadri>(&options(Mode::Cooperative, Matching::Contained, Assist::None), seats, 1, LONGEST);
    }
}

#[test]
fn ball_trap_conforms() {
    for seats in 2..=4 {
        conforms::<Quadri>(&options(Mode::BallTrap, Matching::Exact, Assist::None), seats, 6, LONGEST);
        conforms::<Quadri>(&options(Mode::BallTrap, Matching::Contained, Assist::None), seats, 2, LONGEST);
    }
}

#[test]
fn golden_competitive_game() {
    let options = options(Mode::Competitive, Matching::Contained, Assist::Glow);
    insta::assert_snapshot!(playthrough::<Quadri>(&Options { objectives: 24, ..options }, 3, 11));
}

#[test]
fn golden_automatic_game() {
    let options = options(Mode::Competitive, Matching::Contained, Assist::Auto);
    insta::assert_snapshot!(playthrough::<Quadri>(&options, 2, 12));
}

#[test]
fn golden_cooperative_game() {
    insta::assert_snapshot!(playthrough::<Quadri>(
        &options(Mode::Cooperative, Matching::Exact, Assist::None),
        4,
        13
    ));
}

#[test]
fn golden_ball_trap_game() {
    insta::assert_snapshot!(playthrough::<Quadri>(
        &options(Mode::BallTrap, Matching::Exact, Assist::None),
        4,
        14
    ));
}

#[test]
fn looking_back_all_hands_are_open() {
    for mode in [Mode::Competitive, Mode::BallTrap] {
        let game = Quadri::new(&options(mode, Matching::Exact, Assist::None), 3, Seed::from(4))
            .unwrap_or_else(|refusal| panic!("{refusal}"));
        let (open, watched) = (game.open_view(), game.view(None));
        for seat in Seat::all(3) {
            let hand = open.seats[seat.index()].hand.as_ref();
            let ids: Vec<_> = hand.into_iter().flatten().map(|held| held.objective.id).collect();
            assert_eq!(ids, game.hand(seat).iter().map(|objective| objective.id()).collect::<Vec<_>>());
            assert_eq!(ids.len(), 3);
            assert_eq!(watched.seats[seat.index()].hand, None, "not during the game");
        }
    }
}
