//! Practice (ruling): the sand stands still between moves and runs a slice with each card.

use crate::common::{CALM, ended, play, refused, scene, steps, timers, view};
use quicksand::{Event, SLICE, WAIT};
use table::{Game, Millis, Seat};

#[test]
fn the_sand_runs_three_seconds_with_each_card_and_not_between() {
    let mut game =
        scene(1, 2).practice().track(CALM).hand(0, "moon moon moon").hand(1, "joker moon moon").game();
    assert_eq!((game.deadline(), SLICE), (None, Millis(3_000)), "nothing happens by itself");
    let told = play(&mut game, 0, "play moon", 600_000);
    assert_eq!(timers(&game), "1:57000 2:57000 3:39000", "ten minutes of thinking cost nothing");
    assert_eq!(told.events().last(), Some(&Event::SandRan { ran: SLICE, at: Millis(3_000) }));
    play(&mut game, 1, "play joker>t3", 600_001);
    assert_eq!(timers(&game), "1:54000 2:54000 4:0", "turned with 39 s left, then 3 s ran");
}

#[test]
fn what_runs_out_within_the_slice_runs_out() {
    let mut game =
        scene(1, 2).practice().track(CALM).timers("1:60000 2:2999 3:42000").hand(0, "moon moon moon").game();
    assert_eq!(steps(&play(&mut game, 0, "play moon", 0)), "t2 out 2");
    assert_eq!(timers(&game), "1:57000 2*:59999 3:39000", "lost after 2.999 s, and its sand ran on");
}

#[test]
fn what_has_nothing_left_when_the_sand_stops_waits_for_the_next_card() {
    let scene = || {
        scene(1, 2)
            .practice()
            .track(CALM)
            .timers("1:60000 2:3000 5:42000")
            .hand(0, "moon moon moon")
            .hand(1, "joker moon moon")
    };
    let mut saved = scene().game();
    play(&mut saved, 0, "play moon", 0);
    assert_eq!(timers(&saved), "1:57000 2:0 5:39000");
    assert_eq!(steps(&play(&mut saved, 1, "play joker>t2", 0)), "t2 2>3", "the card acts first (S-19)");
    let mut lost = scene().game();
    play(&mut lost, 0, "play moon", 0);
    assert_eq!(steps(&play(&mut lost, 1, "play moon", 0)), "t2 out 2");
}

#[test]
fn a_slice_can_end_the_game_at_its_own_instant() {
    let mut game =
        scene(1, 2).practice().track(CALM).timers("1:60000 2:30000 11:1500").hand(0, "moon moon moon").game();
    play(&mut game, 0, "play moon", 0);
    assert_eq!(ended(&game).as_deref(), Some("S-23"));
    assert_eq!(game.now(), Millis(1_500));
}

#[test]
fn showing_a_joker_and_suggesting_cost_no_sand() {
    let mut game = scene(13, 2).practice().hand(0, "joker moon moon").game();
    play(&mut game, 1, "suggest 0#1", 0);
    play(&mut game, 0, "play #1", 0);
    assert_eq!(game.now(), Millis::ZERO);
    play(&mut game, 0, "joker>t4", 0);
    assert_eq!(game.now(), SLICE);
}

#[test]
fn practice_is_marked_and_gives_no_credit() {
    let mut game =
        scene(1, 2).practice().timers("10:20000 12:60000 13:42000").hand(0, "joker moon moon").game();
    let before = view(&game, 0);
    assert!(before.practice && !before.running && before.slice == Some(SLICE));
    play(&mut game, 0, "play joker>t1", 0);
    assert_eq!(ended(&game).as_deref(), Some("S-24"));
    assert_eq!(view(&game, 0).credit, None);
}

#[test]
fn s_10_waiting_lets_the_sand_run_without_a_card() {
    let mut game =
        scene(1, 2).practice().track(CALM).hand(0, "moon moon moon").hand(1, "joker moon moon").game();
    let told = play(&mut game, 0, "wait", 0);
    assert_eq!(WAIT, Millis(5_000));
    assert_eq!(told.events().collect::<Vec<_>>(), [&Event::SandRan { ran: WAIT, at: WAIT }]);
    assert_eq!(timers(&game), "1:55000 2:55000 3:37000");
    assert_eq!(game.turn(), Some(Seat(0)), "it is still their turn");
    assert_eq!(refused(&game, 1, "wait"), "S-10");
}

#[test]
fn s_10_before_the_first_card_anyone_may_wait() {
    let mut game = scene(1, 2).practice().no_card_played().game();
    play(&mut game, 1, "wait", 0);
    play(&mut game, 0, "wait", 0);
    assert_eq!((game.now(), game.turn()), (Millis(10_000), None));
    assert_eq!(view(&game, 0).wait, Some(WAIT));
}

#[test]
fn waiting_too_long_loses_timers_and_then_the_game() {
    let mut game = scene(1, 1).practice().track(CALM).timers("1:60000 2:60000 3:5000").game();
    play(&mut game, 0, "wait", 0);
    assert_eq!(timers(&game), "1:55000 2:55000 3:0", "what runs out right at the end can still be turned");
    assert_eq!(steps(&play(&mut game, 0, "wait", 0)), "t3 out 3");
    while game.outcome().is_none() {
        play(&mut game, 0, "wait", 0);
    }
    assert_eq!(ended(&game).as_deref(), Some("S-22"));
    assert_eq!(game.now(), Millis(47_000), "42 s after it was lost, not at the end of the wait");
}

#[test]
fn s_10_where_the_sand_runs_by_itself_nobody_makes_it_run() {
    let game = scene(1, 2).game();
    assert_eq!(refused(&game, 0, "wait"), "S-10");
    assert_eq!(view(&game, 0).wait, None);
}

#[test]
fn s_30_a_shown_joker_comes_before_waiting() {
    let mut game = scene(13, 2).practice().hand(0, "joker moon moon").game();
    play(&mut game, 0, "play #1", 0);
    assert_eq!(refused(&game, 0, "wait"), "S-30");
}
