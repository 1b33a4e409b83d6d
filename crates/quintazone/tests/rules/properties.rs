//! What holds in every position of every game.

use std::collections::BTreeSet;

use crate::common::slow;
use proptest::prelude::*;
use quintazone::{Card, Deck, Event, Options, Quintazone, Setup};
use table::{Chance, Game, Millis, Mute, Seat, Seed, random};

fn deck() -> impl Strategy<Value = Deck> {
    prop_oneof![Just(Deck::First), Just(Deck::Second)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Z-13, Z-17: zones and totals are those of an independent flood fill, after every action.
    #[test]
    fn z_17_scoring_agrees_with_a_slow_count(seed: u64, deck in deck(), seats in 2u8..=5) {
        let options = Options { deck, ..Options::default() };
        let mut game = Quintazone::new(&options, seats, Seed::from(seed)).unwrap();
        let mut chance = Chance::new(Seed::from(seed ^ 1));
        let mut buffer = Vec::new();
        loop {
            let setup = Setup::from(game.clone());
            let zones: BTreeSet<_> = slow::zones(&setup.layout).into_iter().collect();
            let view = game.view(None);
            prop_assert_eq!(&slow::zones_of_view(&view), &zones);
            for zone in &view.zones {
                prop_assert_eq!(usize::from(zone.cards), zone.cells.len());
            }
            for (seat, (points, total)) in slow::totals(&setup).into_iter().enumerate() {
                let seat = Seat(seat as u8);
                prop_assert_eq!(usize::from(game.points(seat)), points);
                prop_assert_eq!(usize::from(game.total(seat)), total);
            }
            let Some(entry) = random::next(&game, Millis::ZERO, &mut chance, &mut buffer) else { break };
            entry.happen(&mut game, &mut Mute).unwrap();
        }
        let totals: Vec<i32> = Seat::all(seats).map(|seat| game.total(seat).into()).collect();
        prop_assert_eq!(&game.outcome().unwrap().scores, &totals);
    }

    /// Z-13: what the seat on turn is told of each card that it may lay is what laying it does; nobody else is told.
    #[test]
    fn z_13_growth_is_what_laying_does(seed: u64, deck in deck(), entries in 0u64..60) {
        let options = Options { deck, ..Options::default() };
        let mut game = Quintazone::new(&options, 2, Seed::from(seed)).unwrap();
        random::play_out(&mut game, Millis::ZERO, &mut Chance::new(Seed::from(seed ^ 3)), &mut Vec::new(), entries);
        let growth = |seat| game.view(Some(seat)).mine.unwrap().growth;
        for seat in Seat::all(2).filter(|seat| game.turn() != Some(*seat)) {
            prop_assert!(growth(seat).is_empty());
        }
        let Some(seat) = game.turn() else { return Ok(()) };
        let grown = growth(seat);
        let lays: Vec<String> = crate::common::actions(&game, seat.0).into_iter().filter(|a| a.contains('@')).collect();
        prop_assert_eq!(grown.len(), lays.len());
        for notation in lays {
            let mut after = game.clone();
            let told = crate::common::plays(&mut after, seat.0, &notation);
            let mut done = None;
            for event in crate::common::told_to_all(&told) {
                if let Event::CardLaid { zones, .. } = event {
                    done = Some(zones.iter().map(|zone| (zone.cards, zone.joined)).collect::<Vec<_>>());
                }
            }
            let mut said: Vec<_> = grown[&notation].iter().map(|(cards, joined)| (*cards, joined.len() as u8)).collect();
            // The event tells the card's panels as they are printed.
            if notation.ends_with('r') {
                said.reverse();
            }
            prop_assert_eq!(Some(said), done, "{}", notation);
        }
    }

    /// Z-10 to Z-12: of all cells around, and both ways up, exactly those listed are accepted; the others are refused
    /// with the clause that the neighbours call for.
    #[test]
    fn z_12_every_cell_around_is_listed_or_refused_for_its_reason(seed: u64, deck in deck(), entries in 0u64..60) {
        let options = Options { deck, ..Options::default() };
        let mut game = Quintazone::new(&options, 2, Seed::from(seed)).unwrap();
        random::play_out(&mut game, Millis::ZERO, &mut Chance::new(Seed::from(seed ^ 2)), &mut Vec::new(), entries);
        let Some(seat) = game.turn().filter(|_| game.card_step() == quintazone::CardStep::Open) else {
            return Ok(());
        };
        let laid: BTreeSet<(i8, i8)> = game.layout().laid().iter().map(|laid| (laid.cell.x, laid.cell.y)).collect();
        let listed = crate::common::actions(&game, seat.0);
        let reach = |coordinates: BTreeSet<i8>| coordinates.first().unwrap() - 3..=coordinates.last().unwrap() + 3;
        for x in reach(laid.iter().map(|cell| cell.0).collect()) {
            for y in reach(laid.iter().map(|cell| cell.1).collect()) {
                let lies = |dx: i8, dy: i8| laid.contains(&(x + dx, y + dy));
                let side = lies(1, 0) || lies(-1, 0) || lies(0, 1) || lies(0, -1);
                let corner = lies(1, 1) || lies(-1, 1) || lies(1, -1) || lies(-1, -1);
                for card in game.hand(seat).different() {
                    for turn in ["", "r"] {
                        let notation = format!("{card}@{x},{y}{turn}");
                        let action = game.read(seat, &notation).unwrap();
                        let refusal = game.check(seat, &action).err().map(|refusal| refusal.clause.to_string());
                        let expected = if laid.contains(&(x, y)) || !side && !corner {
                            Some("Z-10")
                        } else if !side {
                            Some("Z-12")
                        } else if listed.contains(&action.to_string()) {
                            None
                        } else {
                            Some("Z-11")
                        };
                        prop_assert_eq!(refusal.as_deref(), expected, "{}", notation);
                    }
                }
            }
        }
    }
}

/// Z-10, Z-11: the openings are the empty cells beside a card, and a card fits exactly where a half-edge says so.
#[test]
fn z_11_openings_are_what_a_look_around_finds() {
    for seed in 0..6 {
        let game = crate::common::played_out(crate::common::started(Deck::Second, 3, seed), seed);
        let layout = game.layout();
        let at = |x: i8, y: i8| layout.laid().iter().find(|laid| (laid.cell.x, laid.cell.y) == (x, y));
        let mut beside = BTreeSet::new();
        for laid in layout.laid() {
            let (x, y) = (laid.cell.x, laid.cell.y);
            beside.extend(
                [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].iter().filter(|c| at(c.0, c.1).is_none()),
            );
        }
        let openings: BTreeSet<_> = layout.openings().iter().map(|o| (o.cell.x, o.cell.y)).collect();
        assert_eq!(openings, beside);
        for opening in layout.openings() {
            let (x, y) = (opening.cell.x, opening.cell.y);
            for card in Card::all() {
                for turned in [false, true] {
                    // Each half-edge, and the one of the neighbour that lies against it.
                    let touching = [
                        (0, x, y - 1, 5),
                        (1, x, y - 1, 4),
                        (2, x + 1, y, 7),
                        (3, x + 1, y, 6),
                        (4, x, y + 1, 1),
                        (5, x, y + 1, 0),
                        (6, x - 1, y, 3),
                        (7, x - 1, y, 2),
                    ];
                    let fits = touching.into_iter().any(|(mine, x, y, theirs)| {
                        at(x, y).is_some_and(|n| n.card.edge(theirs, n.turned) == card.edge(mine, turned))
                    });
                    assert_eq!(opening.takes(card, turned), fits, "{card} at {x},{y}");
                }
            }
        }
    }
}
