//! Matching agrees with a slow matcher that knows nothing of bits, counts or changes.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use quadri::{Action, Colour, Matching, Mode, Objective, Options, Quadri, Spot};
use table::{Chance, Game, Millis, Mute, Seat};

type Table = HashMap<(i16, i16), Colour>;

fn table_of(game: &Quadri) -> Table {
    game.squares().into_iter().map(|(spot, colour, _)| ((spot.x, spot.y), colour)).collect()
}

fn drawn(objective: Objective) -> Vec<(i16, i16)> {
    let mut squares = Vec::new();
    for (row, y) in objective.rows().iter().zip(0..) {
        for (ink, x) in row.chars().zip(0..) {
            if ink == '#' {
                squares.push((x, y));
            }
        }
    }
    squares
}

fn beside((x, y): (i16, i16)) -> [(i16, i16); 4] {
    [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
}

/// Every way to see a shape: all turns and mirrors, moved so that its first square lies on each square of the table.
fn slow(table: &Table, objective: Objective, matching: Matching) -> Vec<HashSet<(i16, i16)>> {
    let mut found = Vec::new();
    for mirror in [1, -1] {
        for (cos, sin) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let shape: Vec<(i16, i16)> = drawn(objective)
                .into_iter()
                .map(|(x, y)| (x * mirror, y))
                .map(|(x, y)| (x * cos - y * sin, x * sin + y * cos))
                .collect();
            for (&(x, y), colour) in table {
                let shows = |square: &(i16, i16)| table.get(square) == Some(colour);
                let place = |(dx, dy): &(i16, i16)| (x + dx - shape[0].0, y + dy - shape[0].1);
                if !shape.iter().all(|square| shows(&place(square))) {
                    continue;
                }
                let moved: HashSet<(i16, i16)> = shape.iter().map(place).collect();
                let is_spoilt = || {
                    moved
                        .iter()
                        .flat_map(|square| beside(*square))
                        .any(|rim| !moved.contains(&rim) && shows(&rim))
                };
                if matching == Matching::Contained || !is_spoilt() {
                    found.push(moved);
                }
            }
        }
    }
    found
}

/// A placement somewhere near the middle, so that the table grows dense rather than long.
fn dense(game: &Quadri, chance: &mut Chance) -> Option<Action> {
    let mut choices = Vec::new();
    game.choices(game.on_turn()?, &mut choices);
    choices.retain(|choice| matches!(choice, Action::Place(_)));
    let far = |choice: &Action| match choice {
        Action::Place(place) => place.spot.x.abs().max(place.spot.y.abs()),
        _ => 0,
    };
    let picks: Vec<Action> = (0..4).filter_map(|_| chance.pick(&choices).copied()).collect();
    picks.into_iter().min_by_key(far)
}

fn agrees(mode: Mode, matching: Matching, seed: u64, cards: usize) -> Result<(), TestCaseError> {
    let options = Options { mode, matching, ..Options::default() };
    let mut game = Quadri::new(&options, 4, seed.into()).unwrap();
    let mut chance = Chance::new((seed ^ 0x63).into());
    for _ in 0..cards {
        let Some(action) = dense(&game, &mut chance) else { break };
        let before = game.clone();
        let placer = game.on_turn().unwrap();
        game.play(placer, action, Millis(0), &mut Mute).unwrap();
        let table = table_of(&game);
        for objective in Objective::all() {
            let ways = slow(&table, objective, matching);
            prop_assert_eq!(
                game.there().contains(objective),
                !ways.is_empty(),
                "{} on {:?}",
                objective,
                game.lying()
            );
            prop_assert_eq!(game.distance(objective) == 0, !ways.is_empty(), "{} is near", objective);
            match game.find(objective) {
                None => prop_assert!(ways.is_empty()),
                Some(seen) => {
                    let squares = seen.squares().map(|spot| (spot.x, spot.y)).collect();
                    prop_assert!(ways.contains(&squares), "{objective} is found where it is");
                }
            }
        }
        if mode == Mode::BallTrap {
            agrees_on_what_falls(&before, &game, placer, matching)?;
        }
    }
    Ok(())
}

/// the shape uses a square of the card just placed, or one beside it was of its colour and no longer is.
fn agrees_on_what_falls(
    before: &Quadri,
    after: &Quadri,
    placer: Seat,
    matching: Matching,
) -> Result<(), TestCaseError> {
    let (old, new) = (table_of(before), table_of(after));
    let card: Vec<(i16, i16)> =
        after.lying().last().unwrap().squares().map(|(Spot { x, y }, _)| (x, y)).collect();
    for owner in Seat::all(4) {
        for objective in before.hand(owner) {
            let is_realised = slow(&new, *objective, matching).iter().any(|way| {
                let colour = new[way.iter().next().unwrap()];
                let uses = card.iter().any(|square| way.contains(square));
                let frees = card.iter().any(|square| {
                    let was_spoiling = old.get(square) == Some(&colour) && new.get(square) != Some(&colour);
                    was_spoiling && beside(*square).iter().any(|rim| way.contains(rim))
                });
                uses || (frees && matching == Matching::Exact)
            });
            let falls = !after.hand(owner).contains(objective);
            prop_assert_eq!(falls, is_realised && owner != placer, "{} of seat {}", objective, owner);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn q_3_exact_matching_agrees_with_a_slow_matcher(seed: u64) {
        agrees(Mode::Competitive, Matching::Exact, seed, 47)?;
    }

    #[test]
    fn q_3_contained_matching_agrees_with_a_slow_matcher(seed: u64) {
        agrees(Mode::Competitive, Matching::Contained, seed, 30)?;
    }

    #[test]
    fn q_19_what_falls_agrees_with_a_slow_matcher(seed: u64) {
        agrees(Mode::BallTrap, Matching::Exact, seed, 47)?;
        agrees(Mode::BallTrap, Matching::Contained, seed, 20)?;
    }
}
