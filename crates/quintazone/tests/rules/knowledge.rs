//! Who knows what: views, imagined worlds, and positions that can or cannot be.
use crate::common::{RING, Scene, plays, started};
use quintazone::{Card, CardStep, Deck, Element, Quintazone, Setup};
use table::{Chance, Game, Seat, Seed};

#[test]
fn z_6_hands_goals_and_pile_are_hidden_from_others() {
    let game = started(Deck::First, 3, 11);
    let (mine, other) = (game.view(Some(Seat(0))), game.view(Some(Seat(1))));
    let cards: Vec<Card> = mine.mine.as_ref().unwrap().hand.iter().map(|held| held.card).collect();
    assert_eq!(cards, game.hand(Seat(0)).cards());
    assert_eq!(mine.mine.as_ref().unwrap().goal, game.goal(Seat(0)));
    assert_eq!(other.mine.as_ref().unwrap().goal, game.goal(Seat(1)));
    assert!(game.view(None).mine.is_none());
    assert_eq!(mine.seats, other.seats, "of each other they know the same");
}

#[test]
fn looking_back_all_goals_and_hands_are_open() {
    let game = started(Deck::First, 3, 11);
    let open = game.open_view();
    for (seat, of) in Seat::all(3).zip(&open.seats) {
        let cards: Vec<Card> = of.cards.iter().flatten().map(|held| held.card).collect();
        assert_eq!(cards, game.hand(seat).cards());
        assert_eq!((of.goal, of.total), (Some(game.goal(seat)), Some(game.total(seat))));
    }
    for viewer in [None, Some(Seat(0))] {
        let of = game.view(viewer).seats;
        assert!(of.iter().all(|of| of.cards.is_none() && of.goal.is_none()), "not during the game");
    }
}

#[test]
fn a_view_says_where_a_card_fits_and_which_way_up() {
    let game = Scene::new(Deck::First, 2, &["AF-WS@0,0"]).hand(0, "AF-h E").build();
    let view = game.view(Some(Seat(0)));
    let mine = view.mine.unwrap();
    let held = |name: &str| mine.hand.iter().find(|held| held.card.name() == name).unwrap();
    assert!(held("E").fits.is_empty());
    let fits: Vec<_> =
        held("AF-h").fits.iter().map(|fit| (fit.cell.x, fit.cell.y, fit.upright, fit.turned)).collect();
    assert_eq!(fits, [(0, -1, true, true), (1, 0, false, true), (-1, 0, true, false)]);
    assert!(mine.may.lay && mine.may.pyramid && !mine.may.pass && !mine.may.end);
}

#[test]
fn a_view_says_what_laying_a_card_does_and_what_a_zone_is_worth() {
    let game = Scene::new(Deck::First, 2, &["AF-WS@0,0", "EF-h@1,0r"])
        .goals(&[Element::Fire, Element::Air])
        .hand(0, "AF-v A")
        .build();
    let view = game.view(Some(Seat(0)));
    let zone = |element| view.zones.iter().find(|zone| zone.element == element).unwrap();
    assert_eq!(zone(Element::Fire).worth, [4, 8, 12], "two cards, twice");
    assert_eq!(zone(Element::Air).worth, [1, 2, 3]);
    assert_eq!(
        game.view(None).zones.iter().map(|zone| zone.worth[0]).max(),
        Some(2),
        "a spectator has no goal"
    );
    let (air, fire) = (zone(Element::Air).id, zone(Element::Fire).id);
    let growth = &view.mine.as_ref().unwrap().growth;
    assert_eq!(growth["AF-v@0,-1"], [(2, vec![air]), (3, vec![fire])]);
    assert_eq!(growth["A@0,-1"], [(2, vec![air])]);
    let turned = &view.layout[1];
    assert!(turned.turned);
    assert_eq!(turned.panels[0].element, Element::Fire, "as it lies, fire is on top");
}

/// Seat 0 has passed before the closed ring; its hand is known to hold no water.
fn after_a_pass() -> Quintazone {
    let mut game = Scene::new(Deck::Second, 3, &RING)
        .hand(0, "E E A A F")
        .hand(1, "FW-h E A F S")
        .hand(2, "EW-v S S EF-h F")
        .draws("ES-h EA-h")
        .build();
    plays(&mut game, 0, "pass");
    game
}

fn waters(game: &Quintazone, seat: u8) -> usize {
    let water = |card: &&Card| card.panels().any(|element| element == Element::Water);
    game.hand(Seat(seat)).cards().iter().filter(water).count()
}

/// What the conformance suite asks of imagined worlds, where it never comes at random.
fn imagined(game: &Quintazone, seat: u8, times: u64) -> Vec<Quintazone> {
    let seat = Seat(seat);
    let imagine = |number| {
        let world = game.imagine(seat, &mut Chance::new(Seed::from(number)));
        assert_eq!(world.view(Some(seat)), game.view(Some(seat)));
        assert_eq!(world.view(None), game.view(None));
        let text = serde_json::to_string(&world).unwrap();
        assert_eq!(serde_json::from_str::<Quintazone>(&text).unwrap(), world);
        world
    };
    (0..times).map(imagine).collect()
}

#[test]
fn z_9_a_pass_is_remembered_by_those_who_imagine() {
    let mut game = after_a_pass();
    for world in imagined(&game, 1, 50) {
        assert_eq!(waters(&world, 0), 0, "seat 0 passed: nothing it has fitted");
    }
    plays(&mut game, 0, "end");
    plays(&mut game, 1, "FW-h@2,0r");
    plays(&mut game, 1, "end");
    let worlds = imagined(&game, 2, 50);
    assert!(worlds.iter().all(|world| waters(world, 0) == 0), "it has the same hand still");
    assert!(worlds.iter().any(|world| waters(world, 1) > 0), "of seat 1 nothing is known");
}

#[test]
fn z_9_a_card_drawn_after_a_pass_is_unknown() {
    let mut game = after_a_pass();
    plays(&mut game, 0, "end");
    plays(&mut game, 1, "FW-h@2,0r");
    plays(&mut game, 1, "end");
    plays(&mut game, 2, "EW-v@-2,0");
    plays(&mut game, 2, "end");
    plays(&mut game, 0, "F@2,1");
    plays(&mut game, 0, "end");
    let worlds = imagined(&game, 1, 60);
    assert!(worlds.iter().all(|world| waters(world, 0) <= 1), "one of its cards is new");
    assert!(worlds.iter().any(|world| waters(world, 0) == 1));
}

#[test]
fn z_9_the_game_goes_on_so_that_somebody_has_a_card_that_fits() {
    // Seat 0 has nothing that fits, and yet it is its turn.
    let game = Scene::new(Deck::Second, 2, &RING).hand(0, "E E A A F").hand(1, "FW-h E A F S").build();
    for world in imagined(&game, 0, 50) {
        assert!(waters(&world, 1) > 0);
    }
}

#[test]
fn z_9_a_blocked_end_is_imagined_blocked() {
    let mut game = Scene::new(Deck::Second, 2, &RING[..8])
        .hand(0, "AW-d E E A A")
        .hand(1, "E A F S ES-h")
        .draws("F")
        .build();
    plays(&mut game, 0, RING[8]);
    plays(&mut game, 0, "end");
    let worlds = imagined(&game, 0, 30);
    assert!(worlds.iter().all(|world| waters(world, 1) == 0));
    assert!(worlds.iter().any(|world| world.hand(Seat(1)) != game.hand(Seat(1))));
}

#[test]
fn imagined_goals_differ_and_mine_stays() {
    let game = started(Deck::First, 4, 6);
    let worlds = imagined(&game, 2, 60);
    assert!(worlds.iter().all(|world| world.goal(Seat(2)) == game.goal(Seat(2))));
    for goal in Element::ALL.into_iter().filter(|&goal| goal != game.goal(Seat(2))) {
        assert!(worlds.iter().any(|world| world.goal(Seat(0)) == goal), "{goal} may be seat 0's");
    }
}

/// The clause and the sentence that refuse this position.
fn impossible(change: impl FnOnce(&mut Setup)) -> String {
    let mut setup = Scene::new(Deck::First, 2, &["AF-WS@0,0", "F@1,0"])
        .hand(0, "A E")
        .hand(1, "W S")
        .pyramid(0, "S^0,0:air")
        .setup();
    assert!(Quintazone::try_from(setup.clone()).is_ok());
    change(&mut setup);
    let refusal = Quintazone::try_from(setup).unwrap_err();
    assert!(refusal.message.en.len() > 20 && refusal.message.fr.len() > 20);
    refusal.clause.to_string()
}

#[test]
fn positions_that_cannot_be_are_refused_with_their_clause() {
    assert_eq!(impossible(|s| s.seats.truncate(1)), "Z-0");
    assert_eq!(impossible(|s| s.seats.clear()), "Z-0");
    assert_eq!(impossible(|s| s.turn = Seat(2)), "Z-7");
    assert_eq!(impossible(|s| s.pile.truncate(1)), "Z-2");
    assert_eq!(impossible(|s| s.pile.push("E".parse().unwrap())), "Z-2");
    assert_eq!(impossible(|s| s.seats[1].goal = s.seats[0].goal), "Z-4");
    assert_eq!(impossible(|s| s.layout.swap(0, 1)), "Z-6");
    assert_eq!(impossible(|s| s.layout[1] = "F@1,0r90".into()), "Z-10");
    assert_eq!(impossible(|s| s.layout[1] = "F@2,0".into()), "Z-11");
    assert_eq!(impossible(|s| s.layout[1] = "F@-1,0".into()), "Z-11");
    assert_eq!(impossible(|s| s.layout[1] = "F at the right".into()), "Z-7");
    assert_eq!(impossible(|s| s.pyramids[0].pyramid = "S^0,0:earth".into()), "Z-14");
    assert_eq!(impossible(|s| s.pyramids[0].pyramid = "S^7,0:air".into()), "Z-14");
    assert_eq!(impossible(|s| s.pyramids[0].seat = Seat(9)), "Z-14");
    assert_eq!(impossible(|s| s.pyramids.extend(s.pyramids.clone())), "Z-14");
    assert_eq!(impossible(|s| s.seats[0].hand.truncate(0)), "Z-2");
    let to_pile = |s: &mut Setup| {
        let card = s.seats[0].hand.pop().unwrap();
        s.pile.push(card);
    };
    assert_eq!(impossible(to_pile), "Z-8");
    assert_eq!(impossible(|s| s.card_step = CardStep::Laid), "Z-8");
    assert_eq!(impossible(|s| (s.turn, s.pyramid_placed) = (Seat(1), true)), "Z-7");
    assert_eq!(impossible(|s| s.card_step = CardStep::Passed), "Z-9", "a card fits");
    let outcome = |clause: &str| table::Outcome::new(table::Seats::NONE, clause.parse().unwrap());
    assert_eq!(impossible(|s| s.outcome = Some(outcome("Z-16"))), "Z-16");
    assert_eq!(impossible(|s| s.outcome = Some(outcome("Z-3"))), "Z-16");
}

#[test]
fn z_7_a_card_was_laid_only_if_it_lies() {
    let mut setup = Scene::new(Deck::First, 2, &["AF-WS@0,0"]).hand(0, "A E").setup();
    let laid = setup.seats[0].hand.pop().unwrap();
    setup.pile.push(laid);
    setup.card_step = CardStep::Laid;
    assert_eq!(Quintazone::try_from(setup).unwrap_err().clause.to_string(), "Z-7");
}

#[test]
fn z_14_two_pyramids_in_a_zone_that_was_always_one_cannot_be() {
    let scene =
        Scene::new(Deck::First, 2, &["AF-WS@0,0", "F@1,0"]).pyramid(0, "S^0,0:fire").pyramid(1, "S^1,0:fire");
    assert_eq!(Quintazone::try_from(scene.setup()).unwrap_err().clause.to_string(), "Z-14");
}

#[test]
fn z_5_more_pyramids_than_there_are_cannot_be() {
    let scene = Scene::new(Deck::First, 5, &["AF-WS@0,0"]).pyramid(0, "S^0,0:fire").pyramid(0, "S^0,0:air");
    let scene = scene.pyramid(0, "S^0,0:water").pyramid(0, "S^5,5:water");
    assert_eq!(Quintazone::try_from(scene.setup()).unwrap_err().clause.to_string(), "Z-5");
}

#[test]
fn no_json_makes_it_panic() {
    let text = serde_json::to_string(&started(Deck::Second, 2, 3)).unwrap();
    for cut in 0..text.len() {
        assert!(serde_json::from_str::<Quintazone>(&text[..cut]).is_err());
    }
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    for key in value.as_object().unwrap().keys() {
        for other in ["null", "-1", "300", "[]", "{}", "\"\"", "[\"\"]", "[{}]"] {
            let mut changed = value.clone();
            changed[key] = serde_json::from_str(other).unwrap();
            // Refused or read: it must only not panic.
            let _ = serde_json::from_value::<Quintazone>(changed);
        }
    }
}
