//! S-10 to S-13 and S-26: turns, cards, talk, and playing alone.

use crate::common::{CALM, actions, ended, play, refused, scene, seen, view};
use quicksand::{Event, Place, data::Card};
use table::{Game, Millis, Seat};

#[test]
fn s_10_any_seat_may_play_the_first_card_then_clockwise() {
    let scene = || scene(1, 3).no_card_played().hand(2, "circle grey moon");
    let mut game = scene().game();
    assert_eq!(game.awaited().len(), 3);
    assert_eq!(format!("{:?}", view(&game, 0).ask), "FirstCard");
    play(&mut game, 2, "play circle", 900);
    assert_eq!(game.awaited().first(), Some(Seat(0)), "after seat 2 comes seat 0");
    assert_eq!(view(&game, 1).turn, Some(Seat(0)));
    assert_eq!(refused(&game, 2, "play grey"), "S-10");
    assert_eq!(actions(&game, 2), "");
}

#[test]
fn s_10_the_sand_runs_before_the_first_card() {
    let mut game = scene(1, 3).no_card_played().game();
    assert_eq!(game.deadline(), Some(Millis(42_000)));
    crate::common::tick(&mut game, 42_000);
    assert_eq!(crate::common::timers(&game), "1:18000 2:18000 3*:42000");
    assert_eq!(game.awaited().len(), 3, "anyone may still play the first card");
}

#[test]
fn s_11_a_card_is_announced_and_the_new_one_takes_its_place() {
    let mut game = scene(1, 2).hand(0, "moon circle grey").pile("joker square").game();
    let told = play(&mut game, 0, "play circle", 1_000);
    let place = Place::ALL[1];
    let played = Event::Played { seat: Seat(0), card: Card::Circle, place, at: Millis(1_000) };
    assert_eq!(told.heard_by(None).next(), Some(&played));
    assert_eq!(seen(&view(&game, 0), 0), "moon joker grey");
    let drew = |card| Event::Drew { seat: Seat(0), place, card };
    assert_eq!(told.heard_by(Some(Seat(0))).last(), Some(&drew(Some(Card::Joker))));
    assert_eq!(told.heard_by(Some(Seat(1))).last(), Some(&drew(None)), "what is drawn is secret");
    assert_eq!(told.heard_by(None).last(), Some(&drew(None)));
}

#[test]
fn s_11_one_must_play_a_card_of_ones_hand() {
    let game = scene(1, 2).hand(0, "moon circle moon").game();
    assert_eq!(actions(&game, 0), "play moon, play circle", "equal kinds are one choice");
    assert_eq!(refused(&game, 0, "play square"), "S-11");
    assert_eq!(refused(&game, 0, "play joker>t1"), "S-11");
    assert_eq!(refused(&game, 0, "play joker"), "S-11", "before it matters what it would do");
    for nonsense in [
        "",
        "pass",
        "play",
        "play star",
        "play #4",
        "play joker>t0",
        "play joker-t1",
        "suggest 1",
        "suggest é#1",
    ] {
        assert_eq!(refused(&game, 0, nonsense), "S-11", "{nonsense}");
    }
}

#[test]
fn s_11_a_card_that_ends_the_game_is_discarded_and_nobody_draws() {
    let mut game = scene(1, 2).timers("10:30000 12:30000 13:30000").hand(0, "moon joker grey").game();
    let pile = view(&game, 0).pile;
    play(&mut game, 0, "play joker>t1", 1_000);
    let view = view(&game, 0);
    assert_eq!(
        (seen(&view, 0).as_str(), view.pile, view.discard.last()),
        ("moon - grey", pile, Some(&Card::Joker))
    );
    assert_eq!(ended(&game).as_deref(), Some("S-24"));
}

#[test]
fn s_12_the_discard_is_turned_over_unshuffled() {
    let mut game = scene(1, 2)
        .hand(0, "moon circle grey")
        .hand(1, "joker square yellow")
        .pile("")
        .discard("orange")
        .short_pile()
        .game();
    let before = view(&game, 0);
    assert_eq!(before.pile, 0);
    let told = play(&mut game, 0, "play moon", 1_000);
    assert!(told.events().any(|event| *event == Event::TurnedOver { cards: before.discard.len() as u8 + 1 }));
    let after = view(&game, 0);
    assert_eq!(
        after.pile as usize,
        before.discard.len(),
        "the card just played lies on the discard before the draw"
    );
    assert!(after.discard.is_empty());
    assert_eq!(
        seen(&after, 0).split(' ').next(),
        Some(before.discard[0].word()),
        "discarded first, drawn first"
    );
    // The order stays: seat 1 draws what was discarded second.
    play(&mut game, 1, "play square", 1_100);
    assert_eq!(seen(&view(&game, 1), 1).split(' ').nth(1), Some(before.discard[1].word()));
    assert_eq!(view(&game, 0).discard, [Card::Square], "the discard is face up");
}

#[test]
fn s_12_whoever_saw_the_discard_knows_the_pile_and_what_is_drawn_from_it() {
    let mut game = scene(1, 2).hand(0, "moon circle grey").pile("").short_pile().game();
    play(&mut game, 0, "play moon", 1_000);
    let mut chance = table::Chance::new(table::Seed::from(4));
    for _ in 0..20 {
        let world = game.imagine(Seat(1), &mut chance);
        let (a, b) = (serde_json::to_value(&world).unwrap(), serde_json::to_value(&game).unwrap());
        assert_eq!(a["pile"], b["pile"], "its order is no secret");
        assert_eq!(a["hands"][0][0], b["hands"][0][0], "what seat 0 drew from it neither");
    }
}

#[test]
fn s_13_hands_are_secret_and_talk_is_free() {
    let game = scene(1, 3).hand(1, "moon circle grey").game();
    assert!(game.talk().is_ok() && view(&game, 0).talk);
    assert_eq!(seen(&view(&game, 0), 1), "? ? ?");
    assert_eq!(seen(&view(&game, 1), 1), "moon circle grey");
    assert_eq!(seen(&game.view(None), 1), "? ? ?");
}

#[test]
fn s_26_alone_all_three_cards_come_before_three_draws() {
    let mut game =
        scene(1, 1).track(CALM).hand(0, "moon triangle triangle").pile("joker grey circle square").game();
    play(&mut game, 0, "play triangle", 100);
    assert_eq!(seen(&view(&game, 0), 0), "moon - triangle");
    play(&mut game, 0, "play moon", 200);
    assert_eq!(seen(&view(&game, 0), 0), "- - triangle");
    assert_eq!(refused(&game, 0, "play moon"), "S-11");
    play(&mut game, 0, "play triangle", 300);
    assert_eq!(seen(&view(&game, 0), 0), "joker grey circle");
    assert_eq!(game.awaited().first(), Some(Seat(0)));
}

#[test]
fn s_26_s_12_the_three_draws_are_one_after_the_other() {
    let mut game =
        scene(1, 1).track(CALM).hand(0, "- - moon").pile("joker").discard("square").short_pile().game();
    let bottom = view(&game, 0).discard;
    let told = play(&mut game, 0, "play moon", 100);
    let hand = format!("joker {} {}", bottom[0].word(), bottom[1].word());
    assert_eq!(seen(&view(&game, 0), 0), hand);
    let order: Vec<_> =
        told.heard_by(Some(Seat(0))).map(|event| matches!(event, Event::TurnedOver { .. })).collect();
    assert_eq!(order, [false, false, true, false, false], "played, drew, turned over, drew, drew");
}

#[test]
fn s_26_alone_there_is_no_silence_and_cards_are_seen() {
    assert!(scene(6, 1).game().talk().is_ok());
    let game = scene(13, 1).hand(0, "moon circle grey").game();
    assert_eq!(seen(&view(&game, 0), 0), "moon circle grey");
    assert_eq!(actions(&game, 0), "play moon, play circle, play grey");
    assert!(!view(&game, 0).level.outward);
    for action in ["play #1", "joker>t1", "suggest 0#1"] {
        assert_eq!(refused(&game, 0, action), "S-26");
    }
}
