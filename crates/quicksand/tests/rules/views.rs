//! What the client needs to draw and explain, without knowing a rule.

use quicksand::{Ask, Does, Event, Quicksand, Step, View};
use table::{Game, Millis, Seat};
use ts_rs::TS;

use crate::common::{CALM, play, scene, view};

#[test]
fn timers_are_told_so_that_a_clock_can_run_them() {
    let mut game =
        scene(1, 2).track(CALM).timers("1:60000 4*:20000 11:42000").hand(0, "triangle moon moon").game();
    play(&mut game, 0, "play moon", 5_000);
    let view = view(&game, 0);
    assert_eq!((view.at, view.running), (Millis(5_000), true));
    let timer = view.timers[1];
    assert_eq!((timer.letter, timer.tile, timer.lost, timer.danger), ('B', 4, true, false));
    assert_eq!(
        (timer.left, timer.runs_out, timer.duration),
        (Millis(15_000), Millis(20_000), Millis(60_000))
    );
    assert!(view.timers[2].danger);
}

#[test]
fn looking_back_all_hands_are_open() {
    for level in [1, 21] {
        let game = scene(level, 3).hand(0, "triangle moon moon").hand(1, "circle joker moon").game();
        let open = game.open_view();
        let visible = |view: &View| view.hands.iter().filter(|hand| hand.visible).count();
        assert_eq!((visible(&open), visible(&game.view(None))), (3, 0));
        let seen =
            open.hands.iter().flat_map(|hand| &hand.places).filter(|place| place.card.is_some()).count();
        assert_eq!(seen, 9);
        assert!(open.effects.iter().all(|effect| effect.action.is_none()), "nobody acts");
    }
}

#[test]
fn effects_say_what_each_card_would_do() {
    let game = scene(10, 2).track(CALM).timers("5:8000 3*:20000 4:27000").hand(0, "circle joker moon").game();
    let view = view(&game, 0);
    let told = |action: &str| {
        let effect = view.effects.iter().find(|effect| effect.action.as_deref() == Some(action)).unwrap();
        effect
            .steps
            .iter()
            .map(|Step { timer, from, to, left, unblocks, .. }| {
                format!("{timer} {from}>{to} {left} {unblocks:?}")
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(told("play circle"), ["t1 5>5 52000 Some(6)"]);
    assert_eq!(told("play joker>t3"), ["t3 4>4 0 None"], "the next tile is held");
    assert_eq!(told("play joker+t2"), ["t2 3>3 40000 None"]);
    assert!(told("play moon").is_empty());
    assert_eq!(view.effects.len(), 7 + 3, "all kinds, and one choice of a joker a timer");
    assert!(view.effects.iter().any(|effect| effect.joker == Some(Does::Recover)));
    assert_eq!(
        view.effects.iter().filter(|effect| effect.action.is_some()).count(),
        2 + 3,
        "only what is in hand"
    );
}

#[test]
fn a_place_says_what_can_be_done_with_its_card() {
    let inward = scene(1, 2).hand(0, "circle joker moon").game();
    let actions = |game: &Quicksand, viewer: u8, hand: usize| {
        let places = view(game, viewer).hands[hand].places.clone();
        places.into_iter().map(|held| held.action.unwrap_or_default()).collect::<Vec<_>>()
    };
    assert_eq!(actions(&inward, 0, 0), ["play circle", "", "play moon"], "a joker's choices are effects");
    assert_eq!(actions(&inward, 1, 1), ["", "", ""], "not in turn");
    let outward = scene(13, 2).hand(0, "circle joker moon").game();
    assert_eq!(actions(&outward, 0, 0), ["play #1", "play #2", "play #3"]);
    assert_eq!(actions(&outward, 1, 0), ["suggest 0#1", "suggest 0#2", "suggest 0#3"]);
}

#[test]
fn a_spectator_sees_no_hand_and_may_do_nothing() {
    for level in [1, 13] {
        let view = scene(level, 3).game().view(None);
        assert!(view.hands.iter().all(|hand| !hand.visible
            && hand.places.iter().all(|held| held.card.is_none() && held.action.is_none())));
        assert!(view.effects.iter().all(|effect| effect.action.is_none()));
    }
}

#[test]
fn the_view_says_what_is_asked_of_whom() {
    let mut game = scene(13, 2).no_card_played().hand(1, "joker moon moon").game();
    assert_eq!((view(&game, 0).ask, view(&game, 0).turn), (Ask::FirstCard, None));
    play(&mut game, 1, "play #1", 100);
    assert_eq!((view(&game, 0).ask, view(&game, 0).turn), (Ask::JokerEffect, Some(Seat(1))));
    let choices =
        view(&game, 1).effects.iter().filter_map(|effect| effect.action.clone()).collect::<Vec<_>>();
    assert_eq!(choices, ["joker>t1", "joker>t2", "joker>t3", "joker>t4"]);
    play(&mut game, 1, "joker>t4", 200);
    assert_eq!((view(&game, 0).ask, view(&game, 0).turn), (Ask::Card, Some(Seat(0))));
}

#[test]
fn types_for_the_client_have_names_of_their_own() {
    let config = ts_rs::Config::default();
    assert_eq!(View::name(&config), "QuicksandView");
    assert_eq!(Event::name(&config), "QuicksandEvent");
    let declared = View::decl(&config);
    assert!(declared.contains("next_run_out") && declared.contains("Array<QuicksandTimer>"), "{declared}");
}
