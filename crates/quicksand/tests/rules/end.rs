//! S-22 to S-25: how it ends.

use crate::common::{ended, play, refused, scene, tick, view};
use table::{Game, Millis, Seats};

#[test]
fn s_22_a_lost_timer_that_runs_out_loses_at_once() {
    let mut game = scene(1, 2).timers("1:60000 2*:5000 10:42000").game();
    tick(&mut game, 5_000);
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.clause.to_string().as_str(), outcome.winners), ("S-22", Seats::NONE));
    assert_eq!(game.deadline(), None);
    let view = view(&game, 0);
    assert_eq!(view.ran_out, [crate::common::name("t2")]);
    let reason = view.reason.unwrap();
    assert_eq!(reason.en, "Timer B, lost beside tile 2, ran out.");
    assert_eq!(reason.fr, "Le sablier B, perdu à côté de la case 2, s’est écoulé.");
    assert_eq!(
        refused(&game, 0, "play moon"),
        "S-22",
        "after the end every action is refused with its clause"
    );
}

#[test]
fn s_23_a_timer_that_runs_out_in_the_danger_zone_loses_at_once() {
    let mut game = scene(1, 2).timers("1:60000 2:60000 11:5000").game();
    tick(&mut game, 5_000);
    assert_eq!(ended(&game).as_deref(), Some("S-23"));
    assert_eq!(view(&game, 0).reason.unwrap().en, "Timer C ran out in the danger zone, on tile 11.");
    assert_eq!(refused(&game, 0, "play moon"), "S-23");
}

#[test]
fn s_23_in_one_instant_with_s_22_the_latter_is_named() {
    let mut game = scene(1, 2).timers("11:5000 2*:5000 10:42000").game();
    tick(&mut game, 5_000);
    assert_eq!(ended(&game).as_deref(), Some("S-22"));
    assert_eq!(view(&game, 0).ran_out.len(), 2);
}

#[test]
fn s_24_all_timers_on_danger_tiles_win_at_once() {
    let mut game = scene(1, 3).timers("10:20000 12:60000 13:42000").hand(0, "joker moon moon").game();
    play(&mut game, 0, "play joker>t1", 7_000);
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.clause.to_string().as_str(), outcome.winners), ("S-24", Seats::all(3)));
    assert_eq!(view(&game, 1).credit, Some(1));
    assert!(view(&game, 1).reason.unwrap().fr.contains("désarmé"));
    assert_eq!(refused(&game, 1, "play moon"), "S-24");
}

#[test]
fn s_24_a_timer_that_runs_out_in_that_instant_loses() {
    let mut game = scene(1, 3).timers("10:20000 12:7000 13:42000").hand(0, "joker moon moon").game();
    play(&mut game, 0, "play joker>t1", 7_000);
    assert_eq!(ended(&game).as_deref(), Some("S-23"));
}

#[test]
fn s_24_a_lost_timer_is_not_on_a_danger_tile() {
    let mut game = scene(1, 2)
        .timers("10*:20000 11:60000 13:42000")
        .hand(0, "joker joker moon")
        .hand(1, "moon moon moon")
        .game();
    play(&mut game, 0, "play joker+t1", 1_000);
    assert!(ended(&game).is_none(), "recovered, it stands before the disarm marker");
    play(&mut game, 1, "play moon", 2_000);
    play(&mut game, 0, "play joker>t1", 3_000);
    assert!(ended(&game).is_none(), "tile 11 is held: it was turned in place");
}

#[test]
fn s_25_a_won_level_goes_on_the_record_and_a_lost_one_does_not() {
    let won = |scene: crate::common::Scene| {
        let mut game = scene.timers("10:20000 12:40000 13:42000").hand(0, "joker moon moon").game();
        assert_eq!(game.credit(), None, "not before it is won");
        play(&mut game, 0, "play joker>t1", 7_000);
        game.credit()
    };
    assert_eq!(won(scene(1, 2)), Some(1));
    assert_eq!(won(scene(3, 1)), Some(3));
    assert_eq!(won(scene(1, 2).practice()), None, "practice does not count");
    let mut lost = scene(1, 2).timers("1:60000 2:60000 11:5000").game();
    tick(&mut lost, 5_000);
    assert_eq!(lost.credit(), None);
}

#[test]
fn the_first_of_several_deadlines_is_the_games() {
    let game = scene(1, 2).at(3_000).timers("1:60000 2*:5000 10:4000").game();
    assert_eq!(game.deadline(), Some(Millis(7_000)));
    assert_eq!(view(&game, 0).next_run_out, Some(Millis(7_000)));
}
