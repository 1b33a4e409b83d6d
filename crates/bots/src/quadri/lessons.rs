//! Where the weights come from (`quintette fit quadri`): games in which every seat lays by eye with the weights found so far,
//! and what became of each wanted shape.
//!
//! The games are played in rounds. Each round is fitted to all games up to then; the weights that are kept are those with
//! which most shapes were realised for every card laid.

use catalogue::crates::quadri::{Action, Assist, Mode, Objective, Options, Place, Quadri};
use table::{Chance, Game, Millis, Mute, Seat};

use super::{
    board::{Board, STAGES},
    chances::{FEATURES, Features, Phase, Weights, features, phases},
    duel::{Duel, Wish, wishes},
    team::Team,
};
use crate::{
    Lessons,
    fit::{Adam, Fitted},
};

const ROUNDS: u32 = 8;
/// What a shape is worth a card later, where it is a race.
const LATER: f32 = 0.85;
/// Who slips lays the card on one of so many of the best places.
const SLIPS: u32 = 8;

/// A wanted shape on some table, and what became of it: 1 if it came (at once), 0 if it did not.
struct Sample {
    phase: usize,
    features: Features,
    came: f32,
}

/// A wanted shape of which it is not known yet what becomes of it.
struct Open {
    objective: Objective,
    phase: usize,
    features: Features,
    /// How many cards lay then.
    laid: usize,
}

pub(super) fn fit(lessons: &Lessons, progress: &mut dyn FnMut(u32)) -> Fitted {
    let mut options = catalogue::read_options::<Quadri>(Quadri::RULES.newest, &lessons.options)?;
    if options.mode != Mode::Cooperative {
        // Ball-trap is the same with the hands of others. Whatever is there is claimed, by whoever holds it.
        (options.mode, options.assist) = (Mode::Competitive, Assist::Auto);
    }
    let mut chance = Chance::new(lessons.seed);
    let mut weights = first_weights(options.mode);
    let (mut samples, mut bits) = (Vec::new(), 0.0);
    let mut best: Option<(f32, Weights, f64)> = None;
    for round in 0..ROUNDS {
        let (mut realised, mut laid) = (0, 0);
        for game in 0..lessons.games / ROUNDS {
            let end = play(&options, lessons, &weights, &mut chance, &mut samples)?;
            realised += end.realised().len();
            laid += end.cards_laid();
            progress(round * (lessons.games / ROUNDS) + game + 1);
        }
        let pace = realised as f32 / laid.max(1) as f32;
        if best.as_ref().is_none_or(|(most, ..)| pace > *most) {
            best = Some((pace, weights.clone(), bits));
        }
        bits = regress(&samples, &mut weights);
    }
    let (_, weights, bits) = best.unwrap_or((0.0, weights, bits));
    Ok((weights.lines().join("\n") + "\n", bits))
}

/// To begin with: the fewer squares lack or spoil, the likelier.
fn first_weights(mode: Mode) -> Weights {
    let near: [f32; STAGES] = [0.0, 1.0, 0.3, 1.5, 0.8, 0.3, 0.3, 0.15];
    let weights = |phase: usize| {
        let mut weights = [0.0; FEATURES];
        weights[0] = -4.0 + phase as f32;
        weights[1] = -0.5;
        weights[FEATURES - STAGES..].copy_from_slice(&near);
        weights
    };
    Weights((0..phases(mode == Mode::Cooperative)).map(weights).collect())
}

fn play(
    options: &Options,
    lessons: &Lessons,
    weights: &Weights,
    chance: &mut Chance,
    samples: &mut Vec<Sample>,
) -> Result<Quadri, catalogue::Trouble> {
    let mut game = Quadri::new(options, lessons.seats, chance.seed())?;
    let mut open: Vec<Open> = Vec::new();
    while let Some(seat) = game.on_turn() {
        let slip = if chance.one_in(lessons.slips.max(1)) { chance.below(SLIPS) as usize } else { 0 };
        let places = by_eye(&game, seat, weights);
        let Some(&place) = places.get(slip).or(places.first()) else { break };
        game.apply(seat, Action::Place(place), Millis::ZERO, &mut Mute);
        open.extend(wanted(&game, seat));
    }
    samples.extend(open.into_iter().map(|open| Sample {
        came: came(&game, &open),
        phase: open.phase,
        features: open.features,
    }));
    Ok(game)
}

/// All places for the card, the best at first sight first.
fn by_eye(game: &Quadri, seat: Seat, weights: &Weights) -> Vec<Place> {
    if game.options().mode == Mode::Cooperative {
        return Team::with(game, weights).looks(|_| true).into_iter().map(|look| look.place).collect();
    }
    let Some(card) = game.next_card() else { return Vec::new() };
    let wishes = wishes(game, seat, game.placements_left() - 1);
    let looks = Duel::of(game, weights).looks(card, &wishes, |_| true);
    looks.into_iter().map(|look| look.place).collect()
}

/// The shapes that `seat`, who has just laid its card, still wants to come, and those that the next seat does.
fn wanted(game: &Quadri, seat: Seat) -> Vec<Open> {
    let left = game.placements_left();
    let mut wished = wishes(game, seat, left);
    let common = game.common().iter().filter(|objective| !game.is_done(**objective));
    wished.extend(common.map(|o| Wish { objective: *o, worth: 1.0, phase: Phase::Team(left) }));
    let next = game.on_turn().map_or(&[][..], |next| game.hand(next));
    wished.extend(next.iter().map(|o| Wish { objective: *o, worth: 1.0, phase: Phase::Theirs }));
    let per_card = if game.common().is_empty() { 0.0 } else { wished.len() as f32 / left.max(1) as f32 };
    let objectives: Vec<Objective> = wished.iter().map(|wish| wish.objective).collect();
    let mut stages = Vec::new();
    Board::of(game).stages(&objectives, &mut stages);
    let open = wished.iter().zip(&stages).map(|(wish, stages)| Open {
        objective: wish.objective,
        phase: wish.phase.index(),
        features: features(wish.objective, stages, per_card),
        laid: game.cards_laid(),
    });
    open.collect()
}

fn came(end: &Quadri, open: &Open) -> f32 {
    let realised = end.realised().iter().find(|realised| realised.objective == open.objective);
    match realised {
        None => 0.0,
        Some(_) if end.options().mode == Mode::Cooperative => 1.0,
        Some(realised) => LATER.powi(i32::from(realised.after) - open.laid as i32 - 1),
    }
}

const STEPS: i32 = 600;
const RATE: f32 = 0.05;

/// Adam on the likelihood of a logistic curve for each phase. Says how many bits a shape stay unexplained.
fn regress(samples: &[Sample], weights: &mut Weights) -> f64 {
    let mut bits = 0.0;
    for (phase, weights) in weights.0.iter_mut().enumerate() {
        let samples: Vec<&Sample> = samples.iter().filter(|sample| sample.phase == phase).collect();
        let mut adam = Adam::new(FEATURES);
        for step in 1..=STEPS {
            let mut slope = [0.0f32; FEATURES];
            for sample in &samples {
                let odds: f32 = sample.features.iter().zip(&*weights).map(|(f, w)| f * w).sum();
                let foretold = 1.0 / (1.0 + (-odds).exp());
                for (slope, feature) in slope.iter_mut().zip(&sample.features) {
                    *slope += (foretold - sample.came) * feature;
                }
                if step == STEPS {
                    let likely = sample.came * foretold.max(1e-9).log2()
                        + (1.0 - sample.came) * (1.0 - foretold).max(1e-9).log2();
                    bits -= f64::from(likely);
                }
            }
            let fade = (1.0 - step as f32 / STEPS as f32).max(0.02);
            adam.down(weights, &slope, samples.len(), RATE * fade);
        }
    }
    bits / samples.len().max(1) as f64
}
