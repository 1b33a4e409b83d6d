//! The judge knows what its seat may know, and what it says of an action is what the action does.

use std::sync::atomic::AtomicBool;

use bots::{Budget, Candidate, JudgeTask, Reason, judge, outlook};
use catalogue::{
    LiveGame,
    crates::{
        pyramids::{Deed, Pyramids},
        quadri::{self, Objective, Quadri},
        quicksand::{self, Quicksand},
        quintazone::Quintazone,
        thin_ice::{self, Face, ThinIce},
    },
};
use table::{Chance, Game, Millis, Mute, Seat, Seed, random};

fn question(seat: Seat, nodes: u64, now: Millis) -> JudgeTask<'static> {
    JudgeTask { seat, now, budget: Budget::nodes(nodes), seed: Seed::from(7), open: false, also: None }
}

/// Shows positions of random games, each with a seat that is awaited and when it is.
fn positions<G: Game>(
    options: &G::Options,
    seats: u8,
    games: u64,
    mut see: impl FnMut(&G, Seat, Millis, &mut Chance),
) {
    let mut seen = 0;
    for seed in 0..games {
        let mut chance = Chance::new(Seed::from(seed));
        let mut game = G::new(options, seats, chance.seed()).unwrap();
        let (mut buffer, mut now) = (Vec::new(), Millis::ZERO);
        while game.outcome().is_none() {
            if let Some(seat) = game.awaited().first() {
                see(&game, seat, now, &mut chance);
                seen += 1;
            }
            let steps = u64::from(1 + chance.below(9));
            now = now + Millis(400);
            random::play_out(&mut game, now, &mut chance, &mut buffer, steps);
        }
    }
    assert!(seen > 5, "{seen} positions of {}", G::ID);
}

/// In worlds that a seat cannot tell apart, with the same seed and as many nodes, it hears the same.
fn knows_only_what_it_may<G: Game>(options: &G::Options, seats: u8, games: u64, nodes: u64) {
    let stop = AtomicBool::new(false);
    positions::<G>(options, seats, games, |game, seat, now, chance| {
        let other = game.imagine(seat, chance);
        let question = question(seat, nodes, now);
        let hears = |world: &G| {
            let live = LiveGame(world.clone());
            (judge(&live, &question, &stop), outlook(&live, &question, &stop))
        };
        assert_eq!(hears(game), hears(&other), "{} on {seat}", G::ID);
    });
}

#[test]
fn the_judge_does_not_see_hands_goals_undersides_and_piles() {
    knows_only_what_it_may::<Quintazone>(&Default::default(), 3, 2, 60);
    let cards = thin_ice::Options { mode: thin_ice::Mode::Intermediate, ..Default::default() };
    knows_only_what_it_may::<ThinIce>(&cards, 3, 2, 60);
    for mode in [quadri::Mode::Competitive, quadri::Mode::BallTrap] {
        let options = quadri::Options { mode, ..Default::default() };
        knows_only_what_it_may::<Quadri>(&options, 2, 1, 4);
    }
    let silence = quicksand::Options { level: 6, ..Default::default() };
    knows_only_what_it_may::<Quicksand>(&silence, 2, 3, 40);
}

/// The action done in the real world, with everything that the sentences are about to be compared with.
struct Done<'a, G: Game> {
    before: &'a G,
    after: G,
    seat: Seat,
    candidate: &'a Candidate,
}

/// Judges positions of random games and looks at each reason; says how often each term was given.
fn are_true<G: Game>(
    options: &G::Options,
    seats: u8,
    (games, nodes): (u64, u64),
    is_true: impl Fn(&Done<'_, G>, &Reason),
) -> Vec<String> {
    let stop = AtomicBool::new(false);
    let mut terms: Vec<String> = Vec::new();
    positions::<G>(options, seats, games, |game, seat, now, _| {
        let judged = judge(&LiveGame(game.clone()), &question(seat, nodes, now), &stop);
        assert!(judged.len() <= 3, "nobody is told more at once: {judged:?}");
        for candidate in judged {
            let (at, mut before) = (candidate.at.unwrap_or(now), game.clone());
            before.run_before(at, &mut Mute);
            let action = before.read(seat, &candidate.action).unwrap();
            let mut after = before.clone();
            after.play(seat, action, at, &mut Mute).unwrap();
            let done = Done { before: &before, after, seat, candidate: &candidate };
            assert!(candidate.chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{candidate:?}");
            assert!(candidate.reasons.len() <= 3);
            for reason in &candidate.reasons {
                assert!(!reason.words.fr.is_empty() && reason.words.fr != reason.words.en);
                is_true(&done, reason);
                terms.push(reason.term.clone());
            }
        }
    });
    terms.sort();
    terms.dedup();
    terms
}

fn says(reason: &Reason) {
    for words in [&reason.words.en, &reason.words.fr] {
        assert!(words.contains(&reason.value.to_string()) || reason.value < 2, "{words}: {}", reason.value);
    }
}

/// The most pips that a seat could take by one jump on this board.
fn takes(game: &Pyramids, seat: Seat) -> i32 {
    let (board, mut jumps) = (game.board(), Vec::new());
    board.jumps(seat, &mut jumps);
    let pips = |action: &catalogue::crates::pyramids::Action| match action.deed() {
        Deed::Jump(jump) => {
            let taken = jump.jumped().iter().filter(|cell| board.of(Seat(1 - seat.0)).contains(*cell));
            taken.map(|cell| i32::from(board.size(cell).unwrap().pips())).sum()
        }
        _ => 0,
    };
    jumps.iter().map(pips).max().unwrap_or(0)
}

#[test]
fn what_is_said_of_a_step_is_what_it_does_in_pyramids() {
    let terms = are_true::<Pyramids>(&Default::default(), 2, (3, 4_000), |done, reason| {
        let Done { before, after, seat, candidate } = done;
        let mut turned = after.clone();
        let then =
            candidate.line.first().filter(|next| next.seat == *seat && reason.words.en.starts_with("then "));
        if let Some(then) = then {
            // As the move list says it: `A+90` is A by 90°.
            let (coaster, angle) = then.action.split_once('+').unwrap();
            assert!(reason.words.en.contains(&format!("`{coaster} by {angle}°`")), "{}", reason.words.en);
            assert!(reason.words.fr.contains(&format!("`{coaster} de {angle}°`")), "{}", reason.words.fr);
            let turn = turned.read(*seat, &then.action).unwrap();
            turned.play(*seat, turn, Millis::ZERO, &mut Mute).unwrap();
        }
        let counted = match reason.term.as_str() {
            "pips" => i32::from(after.pips()[seat.index()]) - i32::from(before.pips()[seat.index()]),
            "wins" => i32::from(after.outcome().unwrap().winners.contains(*seat)),
            "can capture" => takes(&turned, Seat(1 - seat.0)),
            "threatens" => takes(&turned, *seat),
            "reserve" => turned.reserve(*seat).iter().map(|&left| i32::from(left)).sum(),
            other => unreachable!("{other}"),
        };
        assert_eq!(reason.value, counted, "{} of {}", reason.term, candidate.action);
        if reason.term != "wins" {
            says(reason);
        }
    });
    assert!(
        terms.iter().any(|term| term == "pips") && terms.iter().any(|term| term == "can capture"),
        "{terms:?}"
    );
}

#[test]
fn what_is_said_of_a_card_is_what_it_does_in_quintazone() {
    let terms = are_true::<Quintazone>(&Default::default(), 3, (3, 300), |done, reason| {
        let Done { before, after, seat, .. } = done;
        let others = |game: &Quintazone| {
            Seat::all(3).filter(|other| other != seat).map(|other| i32::from(game.points(other))).sum::<i32>()
        };
        let counted = match reason.term.as_str() {
            "points" => i32::from(after.total(*seat)) - i32::from(before.total(*seat)),
            "others' points" => others(after) - others(before),
            // Counted once more by laying whole cards, in the game's own tests.
            "openings" => after.prospects().openings[seat.index()].iter().map(|&pips| i32::from(pips)).sum(),
            "largest free zone" => after.free_zones().map(|(_, cards)| i32::from(cards)).max().unwrap(),
            other => unreachable!("{other}"),
        };
        assert_eq!(reason.value, counted, "{}", reason.term);
        says(reason);
    });
    assert!(terms.len() >= 3, "{terms:?}");
}

/// Tiles within three steps, found by walking.
fn walked(game: &ThinIce, from: thin_ice::Cell) -> i32 {
    let mut found = std::collections::HashSet::new();
    let mut edge = vec![from];
    for _ in 0..3 {
        edge = edge.iter().flat_map(|&cell| game.steps_from(cell)).map(|(to, _)| to).collect();
        found.extend(edge.iter().copied());
    }
    found.remove(&from);
    assert!(found.iter().all(|&cell| game.face_on(cell).is_some_and(Face::walkable)));
    found.len() as i32
}

#[test]
fn what_is_said_of_a_step_is_what_it_does_in_thin_ice() {
    for (seats, mode) in [(2, thin_ice::Mode::Basic), (3, thin_ice::Mode::Intermediate)] {
        let options = thin_ice::Options { mode, ..Default::default() };
        let terms = are_true::<ThinIce>(&options, seats, (3, 200), |done, reason| {
            let Done { before, after, seat, candidate } = done;
            let side = before.side(*seat);
            let pawns = |game: &ThinIce, mine: bool| -> Vec<(Seat, thin_ice::Cell, bool)> {
                game.on_the_ice().filter(|&(of, ..)| (game.side(of) == side) == mine).collect()
            };
            let reach =
                |mine| pawns(after, mine).iter().map(|&(_, cell, _)| walked(after, cell)).sum::<i32>();
            let fallen = |mine| pawns(after, mine).iter().filter(|(_, _, fallen)| *fallen).count() as i32;
            let gone = |mine| pawns(before, mine).len() as i32 - pawns(after, mine).len() as i32;
            let counted = match reason.term.as_str() {
                "my reach" => reach(true),
                "others' reach" => reach(false),
                "bear" => {
                    let bear = after.bear().filter(|bear| bear.awake);
                    let beside = |cell: thin_ice::Cell| bear.is_some_and(|bear| bear.at.distance(cell) == 1);
                    pawns(after, true).iter().filter(|&&(_, cell, _)| beside(cell)).count() as i32
                }
                "fallen in" => fallen(true),
                "others fallen in" => fallen(false),
                "pawns lost" => gone(true),
                "pawns gone" => gone(false),
                other => unreachable!("{other}"),
            };
            assert_eq!(reason.value, counted, "{} of {}", reason.term, candidate.action);
            says(reason);
        });
        assert!(terms.len() >= 2, "{terms:?}");
    }
}

#[test]
fn what_is_said_of_a_card_is_what_it_does_in_quadri() {
    for mode in [quadri::Mode::Competitive, quadri::Mode::Cooperative, quadri::Mode::BallTrap] {
        let options = quadri::Options { mode, ..Default::default() };
        let terms = are_true::<Quadri>(&options, 2, (4, 4), |done, reason| {
            let Done { before, after, seat, .. } = done;
            if reason.term == "claims" {
                return assert_eq!(reason.value, after.points(*seat) - before.points(*seat));
            }
            let objective: Objective = reason.term.parse().unwrap();
            let there = |game: &Quadri| {
                let seen = mode != quadri::Mode::BallTrap && game.find(objective).is_some();
                game.is_done(objective) || seen
            };
            let words = &reason.words.en;
            assert!(words.contains(&*objective.name().en) && reason.words.fr.contains(&*objective.name().fr));
            let (was, is) = (before.distance(objective), after.distance(objective));
            match (there(before), there(after)) {
                (false, true) => assert!(words.starts_with("it completes"), "{words}"),
                (true, false) => assert!(words.starts_with("it spoils"), "{words}"),
                _ if is < was => assert!(words.starts_with("it comes nearer"), "{words}"),
                _ => assert!(is > was && words.starts_with("it goes further"), "{words}"),
            }
            assert_eq!(reason.good, is < was);
        });
        assert!(!terms.is_empty());
    }
}

#[test]
fn what_is_said_of_a_card_is_what_it_does_in_quicksand() {
    let terms = are_true::<Quicksand>(&Default::default(), 2, (4, 60), |done, reason| {
        let Done { before, after, candidate, .. } = done;
        let pairs = || before.timers().iter().zip(after.timers());
        let counted = match reason.term.as_str() {
            "wins" => i32::from(!after.outcome().unwrap().winners.is_empty()),
            "tiles" => pairs().filter(|(was, is)| is.tile > was.tile).count() as i32,
            "lost timers" => after.timers().iter().filter(|timer| timer.lost).count() as i32,
            "lowest sand" => {
                after.timers().iter().map(|timer| (timer.left(after.now()).0 / 1000) as i32).min().unwrap()
            }
            "jokers" => after.jokers_held() as i32 - before.jokers_held() as i32,
            other => unreachable!("{other}"),
        };
        assert_eq!(reason.value, counted, "{} of {}", reason.term, candidate.action);
    });
    assert!(terms.len() >= 2, "{terms:?}");
}

/// What is there to be taken is found, judged better than leaving it, and said.
#[test]
fn pips_that_hang_are_taken_and_that_is_the_reason() {
    let stop = AtomicBool::new(false);
    let mut found = 0;
    positions::<Pyramids>(&Default::default(), 2, 12, |game, seat, now, _| {
        let best = takes(game, seat);
        if game.turn().1 != catalogue::crates::pyramids::Step::PlaceOrJump || best < 5 {
            return;
        }
        let judged = judge(&LiveGame(game.clone()), &question(seat, 20_000, now), &stop);
        let first = &judged[0];
        assert!(first.chances[seat.index()] >= judged.last().unwrap().chances[seat.index()]);
        found +=
            usize::from(first.reasons.iter().any(|reason| reason.term == "pips" || reason.term == "wins"));
    });
    assert!(found > 0);
}

/// The one that was asked about is judged with the others, in the same search.
#[test]
fn whatever_is_asked_about_is_judged_too() {
    let stop = AtomicBool::new(false);
    for id in ["pyramids", "quintazone", "quadri", "quicksand"] {
        let game = catalogue::open_newest(id, "{}", 2, Seed::from(3)).unwrap();
        let seat = game.awaited().first().unwrap();
        for asked in game.actions(seat).iter().rev().take(3) {
            let question = JudgeTask { also: Some((asked, Millis(700))), ..question(seat, 50, Millis(500)) };
            let judged = judge(game.as_ref(), &question, &stop);
            assert!(judged.iter().any(|candidate| candidate.action == *asked), "{id}: {asked}");
            assert!(judged.len() >= 2 && judged.len() <= 4, "{id}: {}", judged.len());
        }
    }
}
