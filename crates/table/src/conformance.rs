//! What every game promises, tried on random games. Each game's tests call [`conforms`] for its modes and seats.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write,
};

use crate::{Audience, By, Chance, Game, Log, Lots, Millis, Mute, RulesVersion, Seat, Seed, Told, random};

/// How many actions of other positions are kept, to be tried where they may not fit.
const POOL: usize = 64;

/// Plays `games` random games and checks all promises along the way; each must end within `longest` entries.
///
/// - An action is listed exactly if it is accepted; notation reads back; a refused action changes nothing.
/// - Of the lots among which an action is drawn, each choice has one; every one of them is tried.
/// - Clone, serialise, fold the log again: the same state.
/// - Views do not differ between states that the seat cannot tell apart.
/// - Clocks run of awaited seats only, and tell nothing that is secret.
/// - Where everything can be foreseen ([`About::foreseeable`](crate::About)), nobody knows more than others, and neither chance nor time plays.
/// - Awaited seats can act; the game ends; after the end everything is refused with the clause that ended it.
///
/// # Panics
/// Where the game breaks a promise: the message says which, in which game, at which entry.
#[allow(clippy::panic, clippy::expect_used)] // A test suite speaks by panicking.
pub fn conforms<G: Game>(options: &G::Options, seats: u8, games: u64, longest: usize) {
    let mut pool: Vec<G::Action> = Vec::new();
    for number in 0..games {
        let seed = Seed::from(number);
        let mut chance = Chance::new(Seed::from(number ^ 0x5157_4e54));
        // All versions of the rules in turn, the newest first.
        let rules = G::RULES.newest.0 - (number % G::RULES.all().count() as u64) as u16;
        let mut log = Log::<G> { rules: RulesVersion(rules), ..Log::new(options.clone(), seats, seed) };
        let mut game = G::begin(log.rules, options, seats, seed).expect("the setup is accepted");
        assert_eq!(game.seats(), seats, "seats");
        assert_eq!(game.rules(), log.rules, "rules");
        let foreseeable = G::about().foreseeable;
        // The same game by another seed.
        let other_seed = Seed::from(!number);
        let mut otherwise = foreseeable
            .then(|| G::begin(log.rules, options, seats, other_seed).expect("the setup is accepted"));
        let mut now = Millis::ZERO;
        let mut buffer = Vec::new();
        loop {
            let place = format!("game {number}, entry {}", log.entries.len());
            // Every position of a short game; of a long one the first few and then a sample.
            if log.entries.len() < 24 || chance.one_in(8) || game.outcome().is_some() {
                promises_of_a_position(&game, &mut pool, &mut chance, &place);
            }
            if let Some(otherwise) = &otherwise {
                nothing_surprises(&game, otherwise, &mut chance, &place);
            }
            let Some(entry) = random::next(&game, now, &mut chance, &mut buffer) else {
                assert!(
                    game.outcome().is_some(),
                    "{place}: nothing can happen, yet the game is not over\n{game:?}"
                );
                break;
            };
            assert!(log.entries.len() < longest, "{place}: the game does not end");
            now = entry.at;
            log.entries.push(entry.clone());
            let before = game.deadline();
            let is_tick = matches!(entry.by, By::Clock);
            if let Some(otherwise) = &mut otherwise {
                let mut told = Told::new();
                let again = entry.clone().happen(otherwise, &mut told);
                again.unwrap_or_else(|refusal| panic!("{place}, by another seed: {refusal}"));
                let all = told.0.iter().all(|(to, _)| *to == Audience::All);
                assert!(all, "{place}: what can be foreseen is told to everybody");
            }
            entry.happen(&mut game, &mut Mute).unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
            if is_tick {
                assert!(
                    game.deadline() > before || game.deadline().is_none(),
                    "{place}: a tick leaves its own deadline"
                );
            }
        }
        let again = log.fold().unwrap_or_else(|bad| panic!("game {number}: {bad}"));
        assert!(again == game, "game {number}: the log folds to another state");
    }
}

#[allow(clippy::panic, clippy::expect_used)]
fn promises_of_a_position<G: Game>(game: &G, pool: &mut Vec<G::Action>, chance: &mut Chance, place: &str) {
    let text = serde_json::to_string(game).expect("a state can be written");
    let again: G = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{place}: a written state reads back: {e}\n{text}"));
    assert!(again == *game, "{place}: a written state reads back as another\n{text}");

    let awaited = game.awaited();
    promises_of_the_clock(game, place);
    let mut seen = Vec::new();
    for seat in Seat::all(game.seats()) {
        let listed = promises_of_a_seat(game, seat, pool, place);
        indistinguishable(game, seat, &listed, chance, place);
        seen.extend(listed);
    }
    if let Some(outcome) = game.outcome() {
        assert!(seen.is_empty() && awaited.is_empty(), "{place}: after the end nobody has actions");
        assert!(game.deadline().is_none(), "{place}: after the end nothing happens by itself");
        for action in pool.iter() {
            if let Err(refusal) = game.check(Seat(0), action) {
                assert_eq!(
                    refusal.clause, outcome.clause,
                    "{place}: after the end `{action}` is refused with the clause that ended it"
                );
            }
        }
    }
    for action in seen {
        if pool.len() < POOL {
            pool.push(action);
        } else if chance.one_in(16) {
            let at = chance.below(POOL as u32) as usize;
            pool[at] = action;
        }
    }
}

/// Where everything can be foreseen: everybody knows the same, but for what is told only to whoever is to act; the seed makes
/// no difference, and nothing happens by itself.
fn nothing_surprises<G: Game>(game: &G, otherwise: &G, chance: &mut Chance, place: &str) {
    let about = G::about();
    assert!(!about.hidden && !about.real_time, "{place}: secrets and time cannot be foreseen");
    assert!(game == otherwise, "{place}: another seed makes another game\n{game:?}\n{otherwise:?}");
    assert!(game.deadline().is_none(), "{place}: something happens by itself\n{game:?}");
    let everybody = game.view(None);
    for seat in Seat::all(game.seats()) {
        assert!(game.imagine(seat, chance) == *game, "{place}: seat {seat} can imagine another world");
        let mut actions = Vec::new();
        game.actions(seat, &mut actions);
        assert!(
            actions.iter().all(|action| game.witnesses(seat, action) == Audience::All),
            "{place}: not everybody sees what seat {seat} does"
        );
        if !game.awaited().contains(seat) {
            assert_eq!(game.view(Some(seat)), everybody, "{place}: seat {seat} knows more than others");
        }
    }
}

/// Only a clock that somebody can stop runs, everybody may know which, and sides do not overlap.
fn promises_of_the_clock<G: Game>(game: &G, place: &str) {
    let (awaited, on_clock) = (game.awaited(), game.on_clock());
    assert!(
        on_clock.iter().all(|seat| awaited.contains(seat)),
        "{place}: the clock runs of a seat that is not awaited\n{game:?}"
    );
    assert!(
        G::CLOCK.is_none() || game.deadline().is_some() || on_clock.is_empty() == awaited.is_empty(),
        "{place}: somebody is awaited, for any time\n{game:?}"
    );
    for viewer in Seat::all(game.seats()).map(Some).chain([None]) {
        let shown = game.shown_awaited(viewer);
        assert!(
            on_clock.iter().all(|seat| shown.contains(seat)),
            "{place}: a clock tells {viewer:?} whom the table waits for in secret\n{game:?}"
        );
    }
    for seat in Seat::all(game.seats()) {
        let side = game.allies(seat);
        assert!(side.contains(seat), "{place}: seat {seat} is not on its own side");
        for other in side.iter() {
            assert_eq!(game.allies(other), side, "{place}: seats {seat} and {other} are on one side");
        }
    }
}

/// What `seat` may do is listed, once each, and nothing else is accepted; gives that list.
#[allow(clippy::panic)]
fn promises_of_a_seat<G: Game>(game: &G, seat: Seat, pool: &[G::Action], place: &str) -> Vec<G::Action> {
    let mut listed = Vec::new();
    game.actions(seat, &mut listed);
    let set: HashSet<_> = listed.iter().cloned().collect();
    assert_eq!(set.len(), listed.len(), "{place}: seat {seat}'s actions are listed once each");
    assert!(
        !game.awaited().contains(seat) || !listed.is_empty(),
        "{place}: seat {seat} is awaited and has no action\n{game:?}"
    );
    assert!(
        G::OUT_OF_TURN || game.awaited().contains(seat) || listed.is_empty(),
        "{place}: seat {seat} is not awaited and has actions, yet the game has none out of turn"
    );
    for action in &listed {
        let notation = action.to_string();
        let read = game
            .read(seat, &notation)
            .unwrap_or_else(|r| panic!("{place}: `{notation}` does not read back: {r}"));
        assert_eq!(read, *action, "{place}: `{notation}` reads back as another action");
        if let Err(refusal) = game.check(seat, action) {
            panic!("{place}: seat {seat}'s `{notation}` is listed and refused: {refusal}\n{game:?}");
        }
    }
    for stranger in pool {
        // Read as a person would write it here: what means the same as a listed action is that action.
        let Ok(stranger) = game.read(seat, &stranger.to_string()) else { continue };
        let mut copy = game.clone();
        let accepted = copy.play(seat, stranger.clone(), Millis(u64::MAX / 4), &mut Mute).is_ok();
        assert_eq!(
            accepted,
            set.contains(&stranger),
            "{place}: seat {seat}'s `{stranger}` is accepted exactly if listed\n{game:?}"
        );
        assert!(accepted || copy == *game, "{place}: seat {seat}'s refused `{stranger}` changed the game");
    }
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    assert!(choices.iter().all(|c| set.contains(c)), "{place}: seat {seat}'s choices are among its actions");
    assert_eq!(
        choices.is_empty(),
        listed.is_empty(),
        "{place}: seat {seat} has choices exactly if it has actions"
    );
    draws_from_its_choices(game, seat, &choices, place);
    listed
}

/// Each lot is tried: each choice has one, and after a blank the next lot decides alike.
fn draws_from_its_choices<G: Game>(game: &G, seat: Seat, choices: &[G::Action], place: &str) {
    let mut buffer = Vec::new();
    let mut by_lot: Vec<Option<G::Action>> = Vec::new();
    let mut after_blanks = Vec::new();
    loop {
        let first = by_lot.len() as u32;
        let mut lots =
            OneLot { first, drawn: Vec::new(), of: None, then: Chance::new(Seed::from(first as u64)) };
        let action = game.draw(seat, &mut lots, &mut buffer);
        let (Some(of), Some(&last)) = (lots.of, lots.drawn.last()) else {
            assert!(
                action.is_none() && choices.is_empty(),
                "{place}: seat {seat} draws without a lot\n{game:?}"
            );
            return;
        };
        assert!(action.is_some(), "{place}: seat {seat} draws nothing\n{game:?}");
        if lots.drawn.len() == 1 {
            by_lot.push(action);
        } else {
            by_lot.push(None);
            after_blanks.push((last, action));
        }
        if by_lot.len() as u32 == of {
            break;
        }
    }
    for (lot, action) in after_blanks {
        assert_eq!(
            action, by_lot[lot as usize],
            "{place}: seat {seat} draws otherwise after a blank\n{game:?}"
        );
    }
    let count = |actions: &mut dyn Iterator<Item = &G::Action>| {
        let mut counts = HashMap::new();
        actions.for_each(|action| *counts.entry(action.clone()).or_insert(0) += 1);
        counts
    };
    let (drawn, listed) = (count(&mut by_lot.iter().flatten()), count(&mut choices.iter()));
    assert!(
        drawn == listed,
        "{place}: seat {seat} draws each choice with one lot\n{drawn:?}\n{listed:?}\n{game:?}"
    );
}

/// One lot that is given, then others by chance.
struct OneLot {
    first: u32,
    drawn: Vec<u32>,
    of: Option<u32>,
    then: Chance,
}

impl Lots for OneLot {
    fn below(&mut self, n: u32) -> u32 {
        assert_eq!(*self.of.get_or_insert(n), n, "after a blank it is drawn from as many lots");
        let lot = if self.drawn.is_empty() { self.first } else { self.then.below(n) };
        self.drawn.push(lot);
        lot
    }
}

/// A world that `seat` imagines looks the same to it, offers it the same actions, and is a world.
#[allow(clippy::panic)]
fn indistinguishable<G: Game>(game: &G, seat: Seat, listed: &[G::Action], chance: &mut Chance, place: &str) {
    let world = game.imagine(seat, chance);
    assert_eq!(
        world.view(Some(seat)),
        game.view(Some(seat)),
        "{place}: seat {seat} can tell an imagined world by its view"
    );
    assert_eq!(world.view(None), game.view(None), "{place}: a spectator can tell what seat {seat} cannot");
    let mut actions = Vec::new();
    world.actions(seat, &mut actions);
    assert!(
        actions == listed,
        "{place}: seat {seat} can tell an imagined world by its actions\n{actions:?}\n{listed:?}"
    );
    assert_eq!(
        world.deadline(),
        game.deadline(),
        "{place}: seat {seat} can tell an imagined world by its deadline"
    );
    assert_eq!(
        world.outcome().is_some(),
        game.outcome().is_some(),
        "{place}: seat {seat} imagines another end"
    );
    let text = serde_json::to_string(&world).unwrap_or_else(|e| panic!("{place}: {e}"));
    if let Err(e) = serde_json::from_str::<G>(&text) {
        panic!("{place}: seat {seat} imagines a world that cannot be: {e}\n{text}");
    }
}

/// A whole random game as readable text: for golden files that show every change of a rule. Actions are picked from lists, so that
/// they say nothing of how a game draws.
#[allow(clippy::expect_used)] // A test suite speaks by panicking.
pub fn playthrough<G: Game>(options: &G::Options, seats: u8, seed: u64) -> String {
    let mut text = format!("{} seats {seats} options {} seed {seed}\n", G::ID, json(options));
    let mut game = G::new(options, seats, Seed::from(seed)).expect("the setup is accepted");
    let mut chance = Chance::new(Seed::from(seed + 1));
    let mut now = Millis::ZERO;
    let pick = |game: &G, seat, chance: &mut Chance| {
        let mut choices = Vec::new();
        game.choices(seat, &mut choices);
        chance.pick(&choices).cloned()
    };
    while let Some(entry) = random::next_by(&game, now, &mut chance, |seat, chance| pick(&game, seat, chance))
    {
        now = entry.at;
        let who = match &entry.by {
            By::Seat(seat, action) => format!("{now} seat {seat}: {action}"),
            By::Clock => format!("{now} clock"),
        };
        let mut told = Told::new();
        entry.happen(&mut game, &mut told).expect("a random action is legal");
        let _ = writeln!(text, "{who}");
        for (to, event) in &told.0 {
            let to = match to {
                Audience::All => String::new(),
                Audience::Only(seats) => format!("(only {seats:?}) "),
                Audience::AllBut(seats) => format!("(all but {seats:?}) "),
            };
            let _ = writeln!(text, "    {to}{}", json(event));
        }
    }
    let _ = writeln!(text, "outcome {}", json(&game.outcome()));
    let _ = writeln!(text, "view {}", json(&game.view(None)));
    text
}

#[allow(clippy::expect_used)]
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("it can be written")
}
