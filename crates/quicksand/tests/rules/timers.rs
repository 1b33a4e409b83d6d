//! S-14 to S-21: activating, losing and recovering timers.

use crate::common::{CALM, actions, ended, play, refused, scene, steps, tick, timers};
use table::{Game, Millis};

#[test]
fn s_14_a_card_activates_every_timer_on_its_shape_or_colour() {
    let track = "Tg Cy Cg So To Mo So Sg";
    let timers_at = "1:30000 3:30000 5:30000";
    let after = |card: &str| {
        let mut game = scene(1, 2).track(track).timers(timers_at).hand(0, "triangle grey circle").game();
        steps(&play(&mut game, 0, &format!("play {card}"), 0))
    };
    assert_eq!(after("triangle"), "t3 5>6, t1 1>2");
    assert_eq!(after("grey"), "t2 3>4, t1 1>2");
    assert_eq!(after("circle"), "t2 3>4");
}

#[test]
fn s_14_none_there_nothing_happens() {
    let mut game = scene(1, 2).track(CALM).hand(0, "moon moon moon").game();
    assert_eq!(steps(&play(&mut game, 0, "play moon", 1_000)), "");
    assert_eq!(timers(&game), "1:59000 2:59000 3:41000");
    assert_eq!(game.awaited().first(), Some(table::Seat(1)), "it was a turn all the same");
}

#[test]
fn s_14_danger_tiles_count() {
    let mut game = scene(1, 2)
        .track("Tg Cy Sg So Sy Mo My So Cy Ty Cg Co Co")
        .timers("1:60000 2:60000 11:42000")
        .hand(0, "circle moon moon")
        .game();
    assert_eq!(steps(&play(&mut game, 0, "play circle", 1_000)), "t3 11>12, t2 2>3");
}

#[test]
fn s_15_a_joker_activates_any_timer_or_recovers_a_lost_one() {
    let game = scene(1, 2).timers("4:60000 4*:60000 12:42000").hand(0, "joker moon moon").game();
    assert_eq!(actions(&game, 0), "play joker>t1, play joker+t2, play joker>t3, play moon");
    let after = |action: &str| steps(&play(&mut game.clone(), 0, action, 1_000));
    assert_eq!(after("play joker>t1"), "t1 4>5");
    assert_eq!(after("play joker>t3"), "t3 12>13", "danger tiles included");
    assert_eq!(after("play joker+t2"), "t2 +4*");
    assert_eq!(refused(&game, 0, "play joker>t2"), "S-15");
    assert_eq!(refused(&game, 0, "play joker+t1"), "S-15");
    assert_eq!(refused(&game, 0, "play joker>t4"), "S-15");
    assert_eq!(refused(&game, 0, "play joker"), "S-15");
}

#[test]
fn s_16_from_the_most_advanced_back_to_the_rearmost() {
    let mut game = scene(1, 2)
        .track("Cg To Ty Tg Cy")
        .timers("4:60000 2:60000 3:42000")
        .hand(0, "triangle moon moon")
        .game();
    let told = play(&mut game, 0, "play triangle", 1_000);
    assert_eq!(steps(&told), "t1 4>5, t3 3>4, t2 2>3", "each finds the next tile just left");
}

#[test]
fn s_16_a_timer_is_activated_once_a_card() {
    let mut game = scene(1, 2)
        .track("Tg To Ty Tg Ty Cg")
        .timers("1:60000 9:60000 8:42000")
        .hand(0, "triangle moon moon")
        .game();
    assert_eq!(steps(&play(&mut game, 0, "play triangle", 1_000)).matches("t1").count(), 1);
}

#[test]
fn s_17_turned_and_moved_one_tile_on() {
    let mut game =
        scene(1, 2).track(CALM).timers("1:10000 5:60000 8:42000").hand(0, "joker moon moon").game();
    play(&mut game, 0, "play joker>t1", 4_000);
    assert_eq!(timers(&game), "2:54000 5:56000 8:38000");
}

#[test]
fn s_17_turned_in_place_where_the_next_tile_is_held() {
    let mut game = scene(1, 2).timers("1:10000 2:60000 8:42000").hand(0, "joker moon moon").game();
    play(&mut game, 0, "play joker>t1", 0);
    assert_eq!(timers(&game), "1:50000 2:60000 8:42000");
}

#[test]
fn s_17_turned_in_place_at_the_end_of_the_track() {
    let mut game = scene(1, 2).timers("1:10000 2:60000 13:2000").hand(0, "joker moon moon").game();
    play(&mut game, 0, "play joker>t3", 0);
    assert_eq!(timers(&game), "1:10000 2:60000 13:40000");
}

#[test]
fn s_17_a_lost_timer_does_not_hold_a_tile() {
    let mut game = scene(1, 2).timers("1:10000 2*:60000 8:42000").hand(0, "joker moon moon").game();
    assert_eq!(steps(&play(&mut game, 0, "play joker>t1", 0)), "t1 1>2");
}

#[test]
fn s_18_a_timer_that_runs_out_on_the_track_is_lost_and_turned() {
    let mut game = scene(1, 2).timers("1:60000 2:60000 10:5000").game();
    assert_eq!(game.deadline(), Some(Millis(5_000)));
    assert_eq!(steps(&tick(&mut game, 5_000)), "t3 out 10");
    assert_eq!(timers(&game), "1:55000 2:55000 10*:42000");
    assert!(ended(&game).is_none());
}

#[test]
fn s_18_several_lost_timers_may_stand_beside_one_tile() {
    let mut game = scene(1, 2).timers("4*:60000 4:1000 8:42000").game();
    tick(&mut game, 1_000);
    assert_eq!(timers(&game), "4*:59000 4*:60000 8:41000");
}

#[test]
fn s_19_a_card_at_the_very_instant_acts_first() {
    let mut game = scene(1, 2).timers("1:60000 2:60000 10:5000").hand(0, "joker moon moon").game();
    let told = play(&mut game, 0, "play joker>t3", 5_000);
    assert_eq!(steps(&told), "t3 10>11", "it has not run out");
    assert_eq!(timers(&game), "1:55000 2:55000 11:42000");
}

#[test]
fn s_19_one_millisecond_later_is_too_late() {
    let mut game = scene(1, 2).timers("1:60000 2:60000 10:5000").hand(0, "joker joker moon").game();
    let action = "play joker+t3";
    assert_eq!(refused(&game, 0, action), "S-15", "it is not lost yet");
    assert_eq!(steps(&play(&mut game, 0, action, 5_001)), "t3 out 10, t3 +10");
    assert_eq!(timers(&game), "1:54999 2:54999 10:1", "turned by the loss at 5000 and again at 5001");
}

#[test]
fn s_19_a_card_saves_what_it_touches_and_the_rest_of_the_instant_runs_out() {
    let mut game = scene(1, 2).timers("1:5000 3:5000 10:9000").hand(0, "joker moon moon").game();
    assert_eq!(steps(&play(&mut game, 0, "play joker>t1", 5_000)), "t1 1>2, t2 out 3");
    assert_eq!(timers(&game), "2:60000 3*:60000 10:4000");
    assert_eq!(game.deadline(), Some(Millis(9_000)), "the next run-out is later");
}

#[test]
fn s_19_a_lost_timer_recovered_at_its_last_instant_has_not_run_out() {
    let mut game = scene(1, 2).timers("1:60000 3*:5000 10:42000").hand(0, "joker moon moon").game();
    play(&mut game, 0, "play joker+t2", 5_000);
    assert_eq!(timers(&game), "1:55000 3:60000 10:37000");
    assert!(ended(&game).is_none());
}

#[test]
fn s_19_a_late_card_is_run_after_what_was_due() {
    let mut game = scene(1, 2).timers("1:60000 12:5000 10:42000").hand(0, "joker moon moon").game();
    let action = "play joker>t2".parse().unwrap();
    let refusal =
        table::GameEntry::act(table::Seat(0), action, Millis(5_001)).happen(&mut game, &mut table::Mute);
    assert_eq!(refusal.unwrap_err().clause.to_string(), "S-23");
    assert_eq!(game.now(), Millis(5_000), "it ended at its own instant");
}

#[test]
fn s_19_all_run_outs_of_one_instant_happen_then_the_game_ends() {
    let mut game = scene(1, 2).timers("1:5000 12:5000 3:5000").game();
    assert_eq!(steps(&tick(&mut game, 6_000)), "t1 out 1, t2 out 12, t3 out 3");
    assert_eq!(timers(&game), "1*:60000 12:0 3*:42000");
    assert_eq!(ended(&game).as_deref(), Some("S-23"));
}

#[test]
fn s_19_a_tick_lets_every_instant_happen_in_order() {
    let mut game = scene(1, 2).timers("1:5000 2:7000 3:6000").game();
    let told = tick(&mut game, 10_000);
    assert_eq!(steps(&told), "t1 out 1, t3 out 3, t2 out 2");
    assert_eq!(game.now(), Millis(7_000));
    tick(&mut game, 10_000);
    assert_eq!(game.now(), Millis(7_000), "a tick when nothing is due changes nothing");
}

#[test]
fn s_19_a_full_timer_turned_at_once_has_nothing_left() {
    let mut game = scene(1, 2).timers("1:60000 6:60000 10:42000").hand(0, "joker moon moon").game();
    assert_eq!(steps(&play(&mut game, 0, "play joker>t2", 0)), "t2 6>7, t2 out 7");
    assert_eq!(timers(&game), "1:60000 7*:60000 10:42000");
}

#[test]
fn s_20_a_recovered_timer_is_turned_and_stands_on_its_tile() {
    let mut game = scene(1, 2).timers("1:60000 3*:20000 10:42000").hand(0, "joker moon moon").game();
    assert_eq!(steps(&play(&mut game, 0, "play joker+t2", 1_000)), "t2 +3");
    assert_eq!(timers(&game), "1:59000 3:41000 10:41000");
}

#[test]
fn s_20_on_a_held_tile_it_is_turned_and_stays_lost() {
    let mut game = scene(1, 2).timers("3:60000 3*:20000 10:42000").hand(0, "joker moon moon").game();
    assert_eq!(steps(&play(&mut game, 0, "play joker+t2", 1_000)), "t2 +3*");
    assert_eq!(timers(&game), "3:59000 3*:41000 10:41000");
}

#[test]
fn s_21_colour_and_shape_cards_never_touch_lost_timers() {
    let mut game = scene(1, 2)
        .track("Tg To Ty Cg")
        .timers("1*:60000 2:60000 3:42000")
        .hand(0, "triangle moon moon")
        .game();
    assert_eq!(steps(&play(&mut game, 0, "play triangle", 1_000)), "t3 3>4, t2 2>3");
    assert_eq!(timers(&game), "1*:59000 3:1000 4:1000");
}
