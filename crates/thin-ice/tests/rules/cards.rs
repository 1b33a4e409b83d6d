//! T-32 to T-35: event cards.

use std::{collections::BTreeMap, env, fs, path::Path};

use crate::common::*;
use table::{Audience, Game, Millis, Mute, RulesVersion, Seat};
use thin_ice::{Card::*, *};

const MAP: &str = ". . . . .\n i0 i i1 i .\n c hB i i .\n i2 i i O .";

pub(crate) fn position() -> Made {
    floe(with_cards(), 3, MAP)
}

#[test]
fn t_32_two_secret_cards_each() {
    let board = Board::new(&with_cards(), 4, 1);
    for seat in 0..4 {
        assert_eq!(board.cards(seat).len(), 2);
        assert_eq!(board.public().seats[usize::from(seat)].cards, 2);
    }
    assert!(board.public().hand.is_empty());
    assert_eq!(board.public().pile, 28 - 8);
}

#[test]
fn t_32_drawing_until_two_before_the_first_act() {
    let mut board = position().build();
    board.play(0, "draw");
    assert_eq!(board.cards(0).len(), 2);
    assert_eq!(board.refused(0, "draw"), "T-32");
    let mut late = position().build();
    late.play(0, "a2>b2");
    assert_eq!(late.refused(0, "draw"), "T-32");
    assert_eq!(late.refused(1, "draw"), "T-9");
    let mut played = position().hand(0, &[ColdSnap]).build();
    played.play(0, "play cold-snap").play(0, "freeze a3");
    assert_eq!(played.refused(0, "draw"), "T-32", "playing a card is an act");
}

#[test]
fn t_32_another_seats_card_is_no_act_of_yours() {
    let mut board = position().hand(1, &[ColdSnap]).build();
    board.play(1, "play cold-snap").play(1, "freeze a3").play(0, "draw");
    assert_eq!(board.cards(0).len(), 2);
}

#[test]
fn t_32_discarding_at_the_end_of_the_turn_in_public() {
    let mut board = position().hand(0, &[Leap, Shove]).only_roll().turn(|t| t.rolled = true).build();
    assert_eq!(board.actions(0), ["discard leap", "discard shove", "end"]);
    board.play(0, "discard leap");
    assert_eq!((board.cards(0), board.public().discards), (vec![Shove], vec![Leap]));
    board.play(0, "end");
    let early = position().hand(0, &[Leap]).build();
    assert_eq!(early.refused(0, "discard leap"), "T-32");
    assert_eq!(early.refused(0, "discard roar"), "T-32");
}

#[test]
fn t_32_an_empty_pile_is_renewed_from_the_discards() {
    let mut made = position();
    made.0.discards = Cards::DECK.iter().collect();
    let mut board = made.build();
    assert_eq!(board.public().pile, 0);
    board.play(0, "draw");
    assert_eq!((board.cards(0).len(), board.public().pile), (2, 26));
    assert!(board.public().discards.is_empty());
    assert!(board.told.contains(&Event::Renewed));
}

#[test]
fn t_32_what_is_drawn_is_told_to_nobody_else() {
    let mut game = position().build().game;
    let mut told = table::Told::new();
    game.play(Seat(0), Action::Draw, Millis::ZERO, &mut told).unwrap();
    assert!(told.0.iter().all(|(to, event)| match event {
        Event::DrewCards { .. } => *to == Audience::only(Seat(0)),
        _ => true,
    }));
}

#[test]
fn t_33_anytime_cards_are_for_any_seat_while_nothing_waits() {
    let mut board = position().hand(1, &[ColdSnap]).hand(2, &[Thaw]).build();
    board.play(2, "play thaw");
    assert_eq!(board.refused(1, "play cold-snap"), "T-33", "the thaw's target comes first");
    board.play(2, "crack a3");
    assert_eq!(board.face("a3"), None);
    board.play(1, "play cold-snap").play(1, "freeze d4");
    assert_eq!(board.face("d4"), Some(Face::Ice));
}

#[test]
fn t_33_no_card_is_played_while_a_choice_waits_whoever_has_to_choose() {
    let made = position().hand(0, &[ColdSnap, Leap]).hand(1, &[Thaw]).rolling(&[Die::Crack]);
    let mut board = made.build();
    board.play(0, "roll");
    assert_eq!((board.pending(), board.awaited()), (Some(What::Crack), vec![0]));
    for (seat, card) in [(0, "cold-snap"), (0, "leap"), (1, "thaw")] {
        assert_eq!(board.refused(seat, &format!("play {card}")), "T-33", "{card}");
    }
    assert_eq!(board.refused(2, "play thaw"), "T-32", "nor one that is not held");
    let mut basic = floe(basic(), 3, MAP).rolling(&[Die::Crack]).build();
    basic.play(0, "roll");
    assert_eq!(basic.refused(0, "play leap"), "T-0");
}

#[test]
fn t_33_your_turn_cards_only_in_your_turn_and_right_after_cards_only_then() {
    let board = position().hand(1, &[Leap, LoadedDice]).build();
    assert_eq!(board.refused(1, "play leap"), "T-33");
    assert_eq!(board.refused(1, "play loaded-dice"), "T-33");
    assert_eq!(board.refused(0, "play leap"), "T-32");
    assert_eq!(board.refused(0, "pass"), "T-33");
    assert_eq!(floe(basic(), 3, MAP).build().refused(0, "play leap"), "T-0");
}

#[test]
fn t_33_only_holders_are_asked_clockwise_from_the_active_seat_each_until_it_passes() {
    let made = position().hand(0, &[LoadedDice]).hand(1, &[Leap]).hand(2, &[LoadedDice]);
    let mut board = made.rolling(&[Die::Freeze]).side(1).build();
    board.play(1, "roll");
    assert_eq!(board.awaited(), [2], "first after seat 1");
    assert_eq!(board.actions(2), ["pass", "play loaded-dice"]);
    assert_eq!(board.refused(0, "play loaded-dice"), "T-33");
    assert_eq!(board.refused(1, "freeze a3"), "T-33");
    board.play(2, "pass");
    assert_eq!(board.awaited(), [0]);
    board.play(0, "pass");
    assert_eq!((board.pending(), board.awaited()), (Some(What::Freeze), vec![1]));
}

#[test]
fn t_33_views_do_not_say_who_is_being_asked() {
    let made = position().hand(2, &[LoadedDice]).rolling(&[Die::Freeze]);
    let mut board = made.build();
    board.play(0, "roll");
    for viewer in [None, Some(Seat(0)), Some(Seat(1))] {
        let pending = board.game.view(viewer).pending.unwrap();
        assert_eq!(
            (pending.what, pending.who, pending.me, pending.until),
            (What::AnswerRoll, None, false, None)
        );
    }
    for viewer in [None, Some(Seat(0)), Some(Seat(1))] {
        assert!(board.game.shown_awaited(viewer).is_empty());
    }
    assert!(board.game.shown_awaited(Some(Seat(2))).contains(Seat(2)));
    let asked = board.view(2).pending.unwrap();
    assert!(asked.me && asked.until == Some(Millis::seconds(15)));
    assert_eq!(board.game.witnesses(Seat(2), &Action::Pass), Audience::only(Seat(2)));
    // Two holders after one another look the same to a third.
    let mut two = position().hand(1, &[LoadedDice]).hand(2, &[LoadedDice]).rolling(&[Die::Freeze]).build();
    two.play(0, "roll");
    let before = two.view(0);
    two.play(1, "pass");
    assert_eq!(two.view(0), before);
}

#[test]
fn t_33_ask_all_asks_everybody_who_could_answer() {
    let mut made = position().hand(2, &[LoadedDice]).rolling(&[Die::Freeze]);
    made.0.options.ask = Ask::All;
    let mut board = made.build();
    board.play(0, "roll");
    assert_eq!((board.awaited(), board.actions(0)), (vec![0], vec!["pass".to_owned()]));
    board.play(0, "pass").play(1, "pass");
    assert_eq!(board.actions(2), ["pass", "play loaded-dice"]);
    board.play(2, "pass");
    assert_eq!(board.pending(), Some(What::Freeze));
}

#[test]
fn t_33_silence_is_a_pass_after_the_tables_time() {
    let mut made = position().hand(1, &[LoadedDice]).hand(2, &[LoadedDice]).rolling(&[Die::Freeze]);
    made.0.options.reaction_seconds = 7;
    let mut board = made.build();
    board.now = Millis(1_000);
    board.play(0, "roll");
    assert_eq!(board.game.deadline(), Some(Millis(8_000)));
    board.wait();
    assert_eq!((board.awaited(), board.game.deadline()), (vec![2], Some(Millis(15_000))));
    board.wait();
    assert_eq!((board.pending(), board.game.deadline()), (Some(What::Freeze), None));
    // However late the clock looks, everything due has happened.
    let mut late = position().hand(1, &[LoadedDice]).hand(2, &[LoadedDice]).rolling(&[Die::Freeze]).build();
    late.play(0, "roll");
    late.game.tick(Millis::seconds(600), &mut Mute);
    assert_eq!(late.pending(), Some(What::Freeze));
    assert!(ThinIce::new(&Options { reaction_seconds: 0, ..with_cards() }, 3, 1.into()).is_err());
}

#[test]
fn t_33_an_imagined_world_asks_somebody_who_could_be_asked() {
    let mut board = position().hand(1, &[Leap]).hand(2, &[LoadedDice]).rolling(&[Die::Freeze]).build();
    board.play(0, "roll");
    let mut chance = table::Chance::new(3.into());
    let mut asked = std::collections::HashSet::new();
    for _ in 0..40 {
        let world = board.game.imagine(Seat(0), &mut chance);
        let seat = world.awaited().first().unwrap();
        assert!(world.view(Some(seat)).hand.iter().any(|card| card.card == LoadedDice));
        asked.insert(seat);
    }
    assert_eq!(asked.len(), 2, "seat 0 cannot know which of the two it is");
}

#[test]
fn t_34_only_if_its_effect_is_possible() {
    let board = floe(with_cards(), 2, "i0 i\n i1 hb\n i i").hand(0, &[ColdSnap, TradePlaces]).build();
    assert_eq!(board.refused(0, "play cold-snap"), "T-34");
    assert!(board.actions(0).contains(&"play trade-places".to_owned()));
    let far = floe(with_cards(), 2, "i0 i i i1\n i hb i i").hand(0, &[TradePlaces, Leap]).only_roll().build();
    assert_eq!(far.refused(0, "play trade-places"), "T-34");
    assert_eq!(far.refused(0, "play leap"), "T-34", "no pawn move is left to leap with");
    let rolled = position().hand(0, &[ChangeOfPlans]).turn(|t| t.rolled = true).build();
    assert_eq!(rolled.refused(0, "play change-of-plans"), "T-34");
}

#[test]
fn t_34_targets_are_chosen_after_the_chance_to_cancel() {
    let mut board = position().hand(0, &[ColdSnap]).hand(1, &[NotToday]).build();
    board.play(0, "play cold-snap");
    assert_eq!((board.pending(), board.awaited()), (Some(What::AnswerCard), vec![1]));
    let pending = board.public().pending.unwrap();
    assert_eq!((pending.card, pending.by), (Some(ColdSnap), Some(Seat(0))));
    board.play(1, "pass");
    assert_eq!((board.pending(), board.awaited()), (Some(What::Freeze), vec![0]));
}

#[test]
fn t_34_players_who_go_out_discard_their_cards() {
    let map = ". . . .\n . i0 O .\n . i1 hb i2\n . i i .";
    let mut board = floe(with_cards(), 3, map).hand(0, &[Leap, Roar]).build();
    board.play(0, "b2>b1");
    assert!(board.out(0) && board.cards(0).is_empty());
    assert_eq!(board.public().discards, [Roar, Leap]);
    assert_eq!(board.refused(0, "draw"), "T-32");
}

#[test]
fn t_34_your_turn_cards_last_to_the_end_of_that_turn() {
    let mut board = position().hand(0, &[ChangeOfPlans]).only_roll().build();
    board.play(0, "play change-of-plans");
    assert_eq!(board.view(0).turn.unwrap().roll, Doing::Optional);
    assert_eq!(board.actions(0), ["end", "roll"]);
    board.play(0, "end");
    assert_eq!(board.view(1).turn.unwrap().roll, Doing::Todo);
}

#[test]
fn t_34_leap_shove_and_light_step_are_spent_by_the_next_move_used_or_not() {
    let mut board = position().hand(0, &[Leap, SecondWind]).only_move().build();
    board.play(0, "play leap").play(0, "play second-wind").play(0, "a2>b2");
    assert_eq!(board.refused(0, "b2>d4"), "T-11");
    assert_eq!(board.refused(0, "b2>d2"), "T-11");
}

#[test]
fn t_12_leap_does_not_lead_into_the_sea() {
    let why = |map: &str, to: &str| {
        let mut board = floe(with_cards(), 3, map).hand(0, &[Leap]).only_move().build();
        board.play(0, "play leap");
        let action = board.game.read(Seat(0), &format!("b2>{to}")).unwrap();
        board.game.check(Seat(0), &action).unwrap_err()
    };
    // Even where there is no tile to go to: the sea is for a step.
    let lost = ". . . .\n . i0 O .\n . i1 hb i2";
    let safe = ". . . .\n . i0 i .\n . i1 hb i2";
    for map in [lost, safe] {
        let leap = why(map, "b0");
        assert_eq!(leap.clause.to_string(), "T-12");
        assert!(leap.message.en.contains("Leap") && leap.message.fr.contains("Grand saut"), "{leap}");
    }
    let step = why(safe, "b1");
    assert!(step.clause.to_string() == "T-12" && !step.message.en.contains("Leap"), "{step}");
}

#[test]
fn t_34_leap_and_shove_do_not_combine() {
    let mut board = position().hand(0, &[Leap, Shove]).only_move().build();
    board.play(0, "play leap").play(0, "play shove");
    assert_eq!(board.refused(0, "a2>c2"), "T-34");
    board.play(0, "a2>b2");
}

/// Boxed in with Light step in force and a second move to come: it stays, a tile is frozen free, and it leaves.
fn leaves_after_staying(rules: RulesVersion) -> Board {
    let map = "O O O .\n i1 i0 hb .\n O K i2 .";
    let made = floe(extended(with_cards()), 3, map).hand(0, &[LightStep]).rolling(&[Die::Freeze]);
    let mut made = made.turn(|turn| (turn.slid, turn.extra[0]) = (true, 1));
    made.0.rules = rules;
    let mut board = made.build();
    board.play(0, "play light-step").play(0, "stay").play(0, "roll").play(0, "freeze a1").play(0, "b2>a1");
    board
}

#[test]
fn t_34_a_pawn_that_stays_has_left_no_tile_and_keeps_its_cards() {
    assert_eq!(leaves_after_staying(RulesVersion(2)).face("b2"), Some(Face::Ice));
}

#[test]
fn t_34_by_the_first_rules_staying_spent_the_cards() {
    assert_eq!(leaves_after_staying(RulesVersion(1)).face("b2"), Some(Face::Cracked));
}

#[test]
fn a_position_without_its_rules_is_of_the_newest_and_one_of_unknown_rules_is_refused() {
    let made = floe(basic(), 2, "i0 i .\n i1 hb .");
    let mut written = serde_json::to_value(&made.0).unwrap();
    assert_eq!(written["rules"], 2);
    written.as_object_mut().unwrap().remove("rules");
    assert_eq!(serde_json::from_value::<ThinIce>(written.clone()).unwrap().rules(), RulesVersion(2));
    for unknown in [0, 3] {
        written["rules"] = unknown.into();
        let wrong = serde_json::from_value::<ThinIce>(written.clone()).unwrap_err().to_string();
        assert!(wrong.contains(&format!("no version {unknown}")), "{wrong}");
    }
}

#[test]
fn t_34_bear_spray_is_not_offered_when_an_orca_drives_the_bear() {
    let map = ". . . .\n . O .B i1\n . i0 i i\n . i i i";
    let made = floe(with_cards(), 2, map).hand(1, &[BearSpray]).only_tile();
    let mut board = made.build();
    board.play(0, "tile b2>c2").play(0, "bear d2");
    assert_eq!(board.pending(), Some(What::PutChased));
}

#[test]
fn t_33_a_cards_own_player_is_not_asked_to_cancel_it() {
    let mut board = position().hand(0, &[ColdSnap, NotToday]).build();
    board.play(0, "play cold-snap");
    assert_eq!(board.pending(), Some(What::Freeze));
}

#[test]
fn t_33_a_cancelled_answer_leaves_the_question_open() {
    let made = position().hand(1, &[LoadedDice, LoadedDice]).hand(2, &[NotToday]).rolling(&[Die::Freeze]);
    let mut board = made.build();
    board.play(0, "roll").play(1, "play loaded-dice").play(2, "play not-today");
    assert_eq!((board.pending(), board.awaited()), (Some(What::AnswerRoll), vec![1]), "each until it passes");
    assert_eq!(board.public().turn.unwrap().die, Some(Die::Freeze));
}

#[test]
fn t_33_ask_all_asks_only_the_pawns_owner_about_the_bear() {
    let map = "i0 i i\n i h1 i2\n O iB i";
    let mut made = floe(with_cards(), 3, map).only_roll().rolling(&[Die::Bear]);
    made.0.options.ask = Ask::All;
    let mut board = made.build();
    board.play(0, "roll").play(0, "pass").play(1, "pass").play(2, "pass").play(0, "bear b2");
    assert_eq!((board.awaited(), board.actions(1)), (vec![1], vec!["pass".to_owned()]));
    board.play(1, "pass");
    assert_eq!(board.pending(), Some(What::PutChased));
}

#[test]
fn t_34_the_same_card_is_not_played_twice_at_once() {
    let mut board = position().hand(0, &[Leap, Leap]).build();
    board.play(0, "play leap");
    assert_eq!(board.refused(0, "play leap"), "T-34");
    assert_eq!(board.view(1).turn.unwrap().in_force, [InForce { seat: Some(Seat(0)), card: Leap }]);
}

#[test]
fn t_32_hands_stay_secret_in_worlds_imagined_after_the_end() {
    let map = ". . .\n . i0 O\n . i1 hb";
    let mut board = floe(with_cards(), 2, map).hand(1, &[Leap, Thaw]).build();
    board.play(0, "b2>a2");
    assert_eq!(board.ended(), Some((vec![1], "T-31".into())));
    let mut chance = table::Chance::new(5.into());
    let hand = |chance: &mut table::Chance| board.game.imagine(Seat(0), chance).view(Some(Seat(1))).hand;
    assert!((0..8).any(|_| hand(&mut chance) != board.view(1).hand));
}

#[test]
fn t_0_the_basic_game_has_no_card_in_force_and_none_to_answer() {
    let plain = || floe(basic(), 2, "i0 i\n i1 hb\n i i");
    assert!(ThinIce::try_from(plain().0).is_ok());
    assert!(plain().turn(|turn| turn.waived = true).wrong().contains("T-0"));
    assert!(plain().turn(|turn| turn.extra[0] = 1).wrong().contains("T-0"));
    let mut asked = plain();
    asked.0.pending.push(Pending::Task { by: Seat(0), task: Task::Slide, card: Some(Current) });
    assert!(asked.wrong().contains("does not fit"));
}

/// The page prints cards that the view only names: it has their words from here.
#[test]
fn t_35_the_page_prints_the_cards_as_they_are() {
    let printed: BTreeMap<&str, serde_json::Value> = Card::ALL
        .into_iter()
        .map(|card| {
            (card.id(), serde_json::json!({ "time": card.time(), "name": card.name(), "text": card.text() }))
        })
        .collect();
    let wanted = serde_json::to_string_pretty(&printed).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/games/thin-ice/deck.json");
    if env::var_os("QUINTETTE_BLESS").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    assert_eq!(kept, wanted, "stale: run `QUINTETTE_BLESS=1 cargo nextest run -p thin-ice t_35_the_page`");
}
