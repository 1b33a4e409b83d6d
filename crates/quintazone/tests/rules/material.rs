//! Material: Z-0 to Z-5.

use std::collections::BTreeMap;

use crate::common::{options, played_out, refused, slow, started};
use quintazone::{Action, Card, Cut, Deck, Element, First, Options, Quintazone};
use table::{Game, Seat, Seed};

#[test]
fn z_0_two_to_five_seats() {
    for seats in 2..=5 {
        assert_eq!(started(Deck::First, seats, 1).seats(), seats);
    }
    for seats in [0, 1, 6, 255] {
        let refusal = Quintazone::new(&Options::default(), seats, Seed::from(1)).unwrap_err();
        assert_eq!(refusal.clause.to_string(), "Z-0");
    }
}

#[test]
fn z_1_half_edges_go_clockwise_from_the_left_half_of_the_top() {
    use Element::{Air, Fire, Space, Water};
    let card: Card = "AF-WS".parse().unwrap();
    assert_eq!(card.edges(false), [Air, Fire, Fire, Space, Space, Water, Water, Air]);
    assert_eq!(card.edges(true), [Space, Water, Water, Air, Air, Fire, Fire, Space], "turned by 180°");
}

#[test]
fn z_1_every_card_has_the_half_edges_that_its_name_draws() {
    for card in Card::all() {
        for (h, (x, y)) in slow::MIDDLES.into_iter().enumerate() {
            let drawn = |point| slow::letter_at(card.name(), point);
            let letter = |turned| format!("{:?}", card.edge(h, turned)).chars().next().unwrap();
            assert_eq!(letter(false), drawn((x, y)), "{card} half-edge {h}");
            assert_eq!(letter(true), drawn((4 - x, 4 - y)), "{card} turned, half-edge {h}");
        }
    }
}

#[test]
fn z_1_the_elements_on_a_card_differ() {
    for card in Card::all() {
        let panels: Vec<Element> = card.panels().collect();
        for (k, panel) in panels.iter().enumerate() {
            assert!(!panels[..k].contains(panel), "{card}");
        }
    }
}

/// How many cards of each cut a deck has.
fn cuts(deck: Deck) -> BTreeMap<String, u8> {
    let mut cuts = BTreeMap::new();
    for card in Card::all() {
        *cuts.entry(format!("{:?}", card.cut())).or_default() += card.copies(deck);
    }
    cuts
}

/// Every pair of elements, the earlier one first.
fn pairs() -> Vec<Vec<Element>> {
    let later =
        |(k, &a): (usize, &Element)| Element::ALL[k + 1..].iter().map(|&b| vec![a, b]).collect::<Vec<_>>();
    Element::ALL.iter().enumerate().flat_map(later).collect()
}

fn panels_of(cuts: &[Cut]) -> Vec<Vec<Element>> {
    let mut panels: Vec<Vec<Element>> =
        Card::all().filter(|card| cuts.contains(&card.cut())).map(|card| card.panels().collect()).collect();
    panels.sort();
    panels
}

#[test]
fn z_2_the_first_deck_has_forty_cards() {
    let cuts = cuts(Deck::First);
    assert_eq!(cuts.values().sum::<u8>(), 40);
    for cut in ["Whole", "TopBottom", "LeftRight", "Quartered"] {
        assert_eq!(cuts[cut], 10, "{cut}");
    }
    for element in ["E", "A", "F", "W", "S"] {
        assert_eq!(element.parse::<Card>().unwrap().copies(Deck::First), 2);
    }
    // The earlier element is on top, or on the left.
    assert_eq!(panels_of(&[Cut::TopBottom]), pairs());
    assert_eq!(panels_of(&[Cut::LeftRight]), pairs());
}

#[test]
fn z_2_two_quartered_cards_for_each_missing_element() {
    for (k, _) in Element::ALL.iter().enumerate() {
        let [o1, o2, o3, o4] = [1, 2, 3, 4].map(|after| Element::ALL[(k + after) % 5]);
        for panels in [[o1, o2, o3, o4], [o1, o2, o4, o3]] {
            assert!(
                Card::all().any(|card| card.is_quartered() && card.panels().eq(panels)),
                "{panels:?} in reading order"
            );
        }
    }
}

#[test]
fn z_3_the_second_deck_adds_wholes_and_diagonals() {
    let cuts = cuts(Deck::Second);
    assert_eq!(cuts.values().sum::<u8>(), 55);
    assert_eq!(cuts["Whole"], 15);
    assert_eq!(cuts["Falling"] + cuts["Rising"], 10);
    assert_eq!(panels_of(&[Cut::Falling, Cut::Rising]), pairs());
}

#[test]
fn z_3_a_diagonal_panel_owns_the_two_sides_of_its_corner() {
    use Element::{Air, Earth, Fire, Space};
    let edges = |name: &str| name.parse::<Card>().unwrap().edges(false);
    // Neighbours in the cyclic order: from top left to bottom right.
    assert_eq!(edges("EA-d"), [Earth, Earth, Earth, Earth, Air, Air, Air, Air]);
    assert_eq!(
        edges("ES-d"),
        [Earth, Earth, Earth, Earth, Space, Space, Space, Space],
        "space is next to earth"
    );
    // The others: from top right to bottom left.
    assert_eq!(edges("EF-d"), [Earth, Earth, Fire, Fire, Fire, Fire, Earth, Earth]);
}

#[test]
fn z_4_every_seat_has_another_goal() {
    for seed in 0..20 {
        let game = started(Deck::First, 5, seed);
        let mut goals: Vec<Element> = Seat::all(5).map(|seat| game.goal(seat)).collect();
        goals.sort();
        assert_eq!(goals, Element::ALL);
    }
}

#[test]
fn z_5_pyramids_by_deck_and_seats_in_thirds() {
    let table = [(Deck::First, [15, 9, 6, 6]), (Deck::Second, [15, 12, 9, 6])];
    for (deck, pyramids) in table {
        for (seats, total) in (2..=5).zip(pyramids) {
            let game = started(deck, seats, 1);
            for seat in Seat::all(seats) {
                assert_eq!(game.reserve(seat), [total / 3; 3], "{deck:?}, {seats} seats");
            }
        }
    }
}

#[test]
fn z_5_a_size_used_up_is_refused() {
    // Four seats have two pyramids of a size.
    let mut scene = crate::common::Scene::new(Deck::First, 4, &["AF-WS@0,0"]);
    scene = scene.pyramid(0, "L^0,0:air").pyramid(0, "L^0,0:fire");
    let game = scene.build();
    assert_eq!(game.reserve(Seat(0)), [2, 2, 0]);
    assert_eq!(refused(&game, 0, "L^0,0:water"), "Z-5");
    assert!(!crate::common::actions(&game, 0).iter().any(|action| action.starts_with('L')));
    assert!(crate::common::actions(&game, 0).contains(&"M^0,0:water".to_owned()));
}

#[test]
fn z_7_the_first_seat_is_an_option() {
    let first = |first| Quintazone::new(&Options { first, ..Options::default() }, 3, Seed::from(9));
    assert_eq!(first(First::Seat(Seat(2))).unwrap().turn(), Some(Seat(2)));
    assert_eq!(first(First::Seat(Seat(3))).unwrap_err().clause.to_string(), "Z-7");
    let drawn: std::collections::BTreeSet<_> = (0..40)
        .map(|seed| Quintazone::new(&Options::default(), 3, Seed::from(seed)).unwrap().turn())
        .collect();
    assert_eq!(drawn.len(), 3, "random: every seat is first now and then");
}

#[test]
fn options_read_and_refuse_unknown_words() {
    let read = serde_json::from_str::<Options>;
    assert_eq!(read("{}").unwrap(), Options::default());
    assert_eq!(read(r#"{"deck":"second","first":0}"#).unwrap(), options(Deck::Second));
    assert_eq!(read(r#"{"first":"random"}"#).unwrap().first, First::Random);
    assert_eq!(serde_json::to_string(&options(Deck::First)).unwrap(), r#"{"deck":"first","first":0}"#);
    for bad in
        [r#"{"deck":"third"}"#, r#"{"first":"me"}"#, r#"{"first":-1}"#, r#"{"first":300}"#, r#"{"seats":2}"#]
    {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn notation_reads_back() {
    for text in [
        "EF-v@1,-2",
        "EF-v@1,-2r",
        "E@0,1",
        "AF-WS@-3,4r",
        "EA-d@0,-1r90",
        "S^0,0:fire",
        "L^-2,7:space",
        "pass",
        "end",
    ] {
        assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
    }
    assert_eq!("E@0,1r".parse::<Action>().unwrap().to_string(), "E@0,1", "a whole card turned is the same");
    assert_eq!("EF-v@1,-2r180".parse::<Action>().unwrap().to_string(), "EF-v@1,-2r");
    for bad in [
        "",
        "E",
        "E@",
        "E@1",
        "E@1,2x",
        "E@1,2r45",
        "XY@0,0",
        "S^0,0",
        "S^0,0:ice",
        "Q^0,0:fire",
        "é@1,1",
        "E@é,1",
        " E@0,1",
        "E@0,1\n",
    ] {
        assert_eq!(bad.parse::<Action>().unwrap_err().clause.to_string(), "Z-7", "{bad}");
    }
}

#[test]
fn every_game_ends() {
    for seats in 2..=5 {
        assert!(played_out(started(Deck::Second, seats, 3), 4).outcome().is_some());
    }
}
