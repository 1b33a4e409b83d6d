//! S-27 to S-30: silence, blocks, the discarded kind, cards outward.

use crate::common::{CALM, actions, ended, play, refused, scene, seen, steps, tick, timers, view};
use quicksand::{Ask, Discard, Event, Options, Quicksand, data::Card};
use table::{Audience, Game, Millis, Seat, Seed};

#[test]
fn s_27_silence_closes_the_talk_until_the_end() {
    let mut game = scene(6, 2).no_card_played().timers("1*:5000").game();
    assert_eq!(game.talk().unwrap_err().clause.to_string(), "S-27", "before the first card");
    assert!(!view(&game, 0).talk);
    assert_eq!(refused(&game, 0, "suggest 1#1"), "S-27");
    tick(&mut game, 5_000);
    assert!(ended(&game).is_some() && game.talk().is_ok());
}

#[test]
fn s_27_played_cards_are_still_announced() {
    let mut game = scene(6, 2).hand(0, "moon moon moon").game();
    let told = play(&mut game, 0, "play moon", 100);
    assert!(matches!(told.0[0], (Audience::All, Event::Played { card: Card::Moon, .. })));
}

#[test]
fn s_28_two_tiles_empty_then_one_blocked_three_times() {
    let blocked = |level| {
        let track = scene(level, 2).game().view(None).track;
        track.iter().filter(|tile| tile.blocked).map(|tile| tile.number).collect::<Vec<_>>()
    };
    assert_eq!(blocked(10), [6, 9, 12]);
    assert_eq!(blocked(11), [7, 10, 13]);
    assert_eq!(blocked(17), [8, 11, 14]);
    assert!(blocked(9).is_empty());
}

#[test]
fn s_28_activating_right_before_a_block_turns_in_place_and_takes_it_off() {
    let mut game = scene(10, 2)
        .timers("5:20000 2:60000 3:27000")
        .hand(0, "joker moon moon")
        .hand(1, "joker moon moon")
        .game();
    let told = play(&mut game, 0, "play joker>t1", 1_000);
    assert_eq!(steps(&told), "t1 5>5");
    assert!(told.events().any(|event| matches!(event, Event::Activated(step) if step.unblocks == Some(6))));
    assert_eq!(timers(&game), "5:41000 2:59000 3:26000");
    assert!(!view(&game, 0).track[5].blocked);
    assert_eq!(steps(&play(&mut game, 1, "play joker>t1", 2_000)), "t1 5>6", "now the way is free");
}

#[test]
fn s_28_recovering_takes_no_marker_off() {
    let mut game = scene(10, 2).timers("5*:20000 2:60000 3:27000").hand(0, "joker moon moon").game();
    play(&mut game, 0, "play joker+t1", 1_000);
    assert!(view(&game, 0).track[5].blocked);
}

#[test]
fn s_29_one_shape_or_colour_leaves_the_deck_entirely() {
    for (level, discard, card) in [(12, Discard::Moon, Card::Moon), (18, Discard::Grey, Card::Grey)] {
        let game =
            Quicksand::new(&Options { level, discard, ..Options::default() }, 3, Seed::from(2)).unwrap();
        let view = game.view(None);
        assert_eq!((view.removed, view.pile), (Some(card), 48 - 9));
        let state = serde_json::to_value(&game).unwrap();
        let word = serde_json::to_value(card).unwrap();
        assert!(!state["pile"].as_array().unwrap().contains(&word));
        assert!(
            state["hands"].as_array().unwrap().iter().all(|hand| !hand.as_array().unwrap().contains(&word))
        );
    }
}

#[test]
fn s_29_random_is_of_the_levels_sort_and_other_levels_ignore_it() {
    let removed = |level, discard, seed| {
        let game =
            Quicksand::new(&Options { level, discard, ..Options::default() }, 2, Seed::from(seed)).unwrap();
        game.view(None).removed
    };
    let shapes: std::collections::BTreeSet<_> =
        (0..60).map(|seed| removed(19, Discard::Random, seed).unwrap()).collect();
    assert_eq!(
        shapes.into_iter().collect::<Vec<_>>(),
        [Card::Triangle, Card::Circle, Card::Square, Card::Moon]
    );
    let colours: std::collections::BTreeSet<_> =
        (0..60).map(|seed| removed(21, Discard::Random, seed).unwrap()).collect();
    assert_eq!(colours.into_iter().collect::<Vec<_>>(), [Card::Grey, Card::Yellow, Card::Orange]);
    assert_eq!(removed(1, Discard::Moon, 0), None);
}

#[test]
fn s_29_a_kind_of_the_other_sort_is_refused() {
    for (level, discard) in [(12, Discard::Grey), (18, Discard::Moon)] {
        let refusal =
            Quicksand::new(&Options { level, discard, ..Options::default() }, 2, Seed::from(0)).unwrap_err();
        assert_eq!(refusal.clause.to_string(), "S-29");
    }
}

fn outward() -> crate::common::Scene {
    scene(13, 3)
        .track(CALM)
        .hand(0, "moon joker circle")
        .hand(1, "grey grey yellow")
        .hand(2, "square triangle joker")
        .pile("orange orange")
}

#[test]
fn s_30_you_see_all_cards_but_your_own() {
    let game = outward().game();
    assert_eq!(seen(&view(&game, 0), 0), "? ? ?");
    assert_eq!(seen(&view(&game, 1), 0), "moon joker circle");
    assert_eq!(seen(&view(&game, 0), 2), "square triangle joker");
    assert_eq!(seen(&game.view(None), 0), "? ? ?", "spectators see no hand in any level");
}

#[test]
fn s_30_a_card_is_played_by_its_place() {
    let mut game = outward().game();
    assert_eq!(
        actions(&game, 0),
        "play #1, play #2, play #3, suggest 1#1, suggest 1#2, suggest 1#3, suggest 2#1, suggest 2#2, suggest 2#3"
    );
    assert_eq!(refused(&game, 0, "play moon"), "S-30");
    assert_eq!(refused(&game, 0, "play joker>t1"), "S-30");
    assert_eq!(refused(&game, 0, "joker>t1"), "S-30");
    let told = play(&mut game, 0, "play #3", 1_000);
    assert_eq!(steps(&told), "t3 3>3, t1 1>1", "a circle: both are held up");
    assert_eq!(seen(&view(&game, 1), 0), "moon joker orange");
    let drawn = |viewer| {
        told.heard_by(viewer).find_map(|event| match event {
            Event::Drew { card, .. } => Some(*card),
            _ => None,
        })
    };
    assert_eq!(drawn(Some(Seat(0))), Some(None));
    assert_eq!(drawn(Some(Seat(1))), Some(Some(Card::Orange)));
    assert_eq!(drawn(None), Some(None));
}

#[test]
fn s_30_a_joker_is_shown_then_its_effect_chosen_while_the_sand_runs() {
    let mut game = outward().timers("1:20000 2:60000 3:42000 4:42000").game();
    play(&mut game, 0, "play #2", 1_000);
    let shown = view(&game, 0);
    assert_eq!((shown.ask, shown.turn), (Ask::JokerEffect, Some(Seat(0))));
    assert_eq!(shown.discard.last(), Some(&Card::Joker), "the shown joker lies on the discard");
    assert_eq!(seen(&shown, 0), "? - ?", "and nothing is drawn yet");
    assert!(actions(&game, 0).starts_with("joker>t1, joker>t2, joker>t3, joker>t4, suggest"));
    assert_eq!(refused(&game, 0, "play #1"), "S-30", "choose first");
    assert_eq!(refused(&game, 1, "play #1"), "S-30", "nobody else may play");
    assert_eq!(refused(&game, 1, "joker>t1"), "S-30");
    assert_eq!(refused(&game, 0, "joker+t1"), "S-15");
    play(&mut game, 0, "joker>t4", 9_000);
    assert_eq!(timers(&game), "1:11000 2:51000 3:33000 5:9000", "the instant is the choice");
    assert_eq!(seen(&view(&game, 1), 0), "moon orange circle", "one draws after choosing");
    assert_eq!(view(&game, 0).turn, Some(Seat(1)));
}

#[test]
fn s_30_the_sand_can_end_the_game_before_the_choice() {
    let mut game = outward().timers("1:20000 2*:3000 3:42000 4:42000").game();
    play(&mut game, 0, "play #2", 1_000);
    tick(&mut game, 3_000);
    assert_eq!(ended(&game).as_deref(), Some("S-22"));
    assert_eq!(seen(&view(&game, 1), 0), "moon - circle", "nobody draws");
    assert_eq!(refused(&game, 0, "joker>t1"), "S-22");
}

#[test]
fn s_30_the_choice_at_the_very_instant_acts_first_but_showing_does_not() {
    let mut game = outward().timers("1:3000 2:60000 3:42000 8:4000").game();
    play(&mut game, 0, "play #2", 3_000);
    assert_eq!(
        timers(&game),
        "1*:60000 2:57000 3:39000 8:1000",
        "showing made the run-out of its instant final"
    );
    play(&mut game, 0, "joker>t4", 4_000);
    assert_eq!(timers(&game), "1*:59000 2:56000 3:38000 9:42000");
}

#[test]
fn s_30_others_may_suggest_which_card_to_play() {
    let mut game = outward().game();
    let told = play(&mut game, 2, "suggest 0#3", 500);
    assert!(matches!(told.0[..], [(Audience::All, Event::Suggested(_))]), "out of turn, and all may know");
    play(&mut game, 1, "suggest 0#1", 600);
    play(&mut game, 2, "suggest 0#2", 700);
    let pointed: Vec<_> =
        view(&game, 0).suggestions.iter().map(|s| (s.by.0, s.to.0, u8::from(s.place))).collect();
    assert_eq!(pointed, [(1, 0, 1), (2, 0, 2)], "the latest of each seat");
    assert_eq!(game.awaited().first(), Some(Seat(0)), "it is still seat 0's turn");
    play(&mut game, 0, "play #1", 800);
    assert!(view(&game, 0).suggestions.is_empty(), "settled when that seat plays");
}

#[test]
fn s_30_one_suggests_cards_that_one_sees() {
    let mut game = outward().game();
    assert_eq!(refused(&game, 1, "suggest 1#1"), "S-30");
    assert_eq!(refused(&game, 1, "suggest 5#1"), "S-30");
    play(&mut game, 0, "play #2", 1_000);
    assert_eq!(refused(&game, 1, "suggest 0#2"), "S-30", "the joker's place is empty");
    assert_eq!(refused(&scene(1, 2).game(), 1, "suggest 0#1"), "S-30", "cards face their players");
    assert_eq!(refused(&scene(1, 2).game(), 0, "play #1"), "S-30");
}

#[test]
fn s_30_the_seat_does_not_imagine_what_it_cannot_know() {
    let game = outward().game();
    let mut chance = table::Chance::new(Seed::from(3));
    let hands: std::collections::HashSet<_> =
        (0..50).map(|_| seen(&view(&game.imagine(Seat(0), &mut chance), 1), 0)).collect();
    assert!(hands.len() > 20, "its own cards are drawn anew");
    assert_eq!(game.deadline(), Some(Millis(42_000)));
}

#[test]
fn s_30_s_19_a_suggestion_at_the_instant_of_a_run_out_acts_on_nothing_and_makes_it_final() {
    let mut game = scene(13, 2).timers("1:60000 2:60000 3:42000 9:500").game();
    let told = play(&mut game, 1, "suggest 0#1", 500);
    assert_eq!(steps(&told), "t4 out 9", "no card acted at that instant");
    let mut game = scene(13, 2).timers("1:60000 2:60000 3:42000 9:500").game();
    let told = play(&mut game, 1, "suggest 0#1", 499);
    assert_eq!(steps(&told), "", "one millisecond earlier nothing has run out");
}
