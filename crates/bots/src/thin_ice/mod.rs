//! `thin-ice`: dice, cracks and a bear. It is searched in imagined worlds; [`safety`] judges them.
//!
//! In its own turn, and whenever it has to choose or is asked, the bot searches. The setup is laid and placed by eye. In
//! other seats' turns it keeps its event cards unless one changes a lot at once.

mod judging;
mod safety;
mod sheet;
mod urges;

use catalogue::crates::thin_ice::{Action, Face, Stage, ThinIce};
use table::{Chance, Game, Millis, Mute, Outcome, Seat, Seats};

use crate::{
    Intent, Level,
    fit::Weighed,
    mcts::{self, Foresee, MOST_SEATS, Values, draw},
    teach::{BotTask, Teach, fair_reward},
};
use safety::Floe;

/// By how much a card played in another seat's turn has to better the prospects, as a part of them.
const WORTH_A_CARD: f32 = 0.15;
/// Cards that wait to be cancelled are settled after a few passes.
const MOST_ANSWERS: usize = 12;
/// How many worlds each level walks through.
const WALKS: [u64; 5] = [2, 11, 60, 330, u64::MAX];
/// One action in so many is not thought about.
const SLIPS: [u32; 5] = [0; 5];
/// A turn has no more actions, but for cards.
const LONGEST_TURN: usize = 16;

impl Teach for ThinIce {
    const PUZZLES: &'static [u8] = include_bytes!(concat!(env!("OUT_DIR"), "/thin-ice.jsonl.gz"));
    const FIT: Option<crate::fit::Fit> = Some(crate::fit::fit_game::<Self>);

    fn worth(&self, seat: Seat) -> f32 {
        self.values()[seat.index()]
    }

    fn reward(&self, outcome: &Outcome, seat: Seat) -> f32 {
        fair_reward(self, outcome, seat)
    }

    fn decide(&self, asked: &mut BotTask<'_, '_>) -> Intent {
        let (seat, now) = (asked.seat, asked.now);
        let action = match self.stage() {
            _ if !self.awaited().contains(seat) => out_of_turn(self, seat, asked.level, asked.chance),
            Stage::Draft => lay(self, seat, asked.chance),
            Stage::Placing => place(self, seat, asked.chance),
            Stage::Playing => mcts::choose(self, asked, asked.level.of(WALKS), asked.level.of(SLIPS)),
        };
        Intent::now(action, now)
    }
}

impl Weighed for ThinIce {
    fn names() -> Vec<&'static str> {
        safety::NAMES.to_vec()
    }

    /// Each pawn for itself, between turns: in the middle of one nobody can say who is safe. Two who are left of many are
    /// judged by what games of two taught.
    fn contenders(&self) -> Vec<(Seats, Vec<f32>)> {
        let is_of_two = self.sides() > 2 && safety::sides_left(self) < 3;
        if self.stage() != Stage::Playing || self.this_turn().acted || is_of_two {
            return Vec::new();
        }
        let members = |side| Seat::all(self.seats()).filter(|&seat| self.side(seat) == side).collect();
        safety::pawns(self).map(|(side, features)| (members(side), features.to_vec())).collect()
    }
}

impl Foresee for ThinIce {
    const CURIOSITY: f32 = 1.0;

    fn values(&self) -> Values {
        if let Some(outcome) = self.outcome() {
            let mut values = [0.0; MOST_SEATS];
            // A team wins with all its members.
            let sides =
                outcome.winners.iter().map(|seat| 1u32 << self.side(seat)).fold(0, |all, side| all | side);
            for seat in outcome.winners.iter() {
                values[seat.index()] = 1.0 / sides.count_ones() as f32;
            }
            return values;
        }
        if self.stage() != Stage::Playing {
            return [1.0 / f32::from(self.sides().max(1)); MOST_SEATS];
        }
        safety::chances(self)
    }

    fn urges(&self, seat: Seat, actions: &[Action], into: &mut Vec<f32>) {
        urges::urges(self, seat, actions, into);
    }

    /// T-9: the die first, because the rest is better chosen when it is known; then the tile, which may open or close a way;
    /// the pawn last.
    fn in_order(&self, seat: Seat, into: &mut Vec<Action>) {
        Self::in_order(self, seat, into);
    }

    /// The die, and whatever came up on the ice.
    fn seen(&self) -> u32 {
        let die = self.this_turn().die.map_or(0, |die| die as u32 + 1);
        let faces = self.tiles().fold(0u32, |all, (cell, face)| {
            let tile = (cell.x as u32) << 20 ^ (cell.y as u32 & 0xFFFF) << 4 ^ face as u32;
            all.wrapping_add(tile.wrapping_mul(0x9E37_79B1).rotate_left(13).wrapping_mul(0x85EB_CA77))
        });
        faces ^ die.wrapping_mul(0xC2B2_AE3D)
    }

    /// To the end of the turn: in the middle of one nobody can say who is safe.
    fn play_on(&mut self, now: Millis, chance: &mut Chance, buffer: &mut Vec<Action>) {
        let turn = self.this_turn().number;
        let mut urges = Vec::new();
        for _ in 0..LONGEST_TURN {
            if self.outcome().is_some() || self.stage() != Stage::Playing || self.this_turn().number != turn {
                return;
            }
            let Some(seat) = self.awaited().first() else { return };
            buffer.clear();
            Self::in_order(self, seat, buffer);
            buffer.retain(|action| !matches!(action, Action::Play(_) | Action::Discard(_)));
            let action = match buffer[..] {
                [] => return,
                [only] => only,
                _ => {
                    urges.clear();
                    self.urges(seat, buffer, &mut urges);
                    buffer[draw(&urges, chance)]
                }
            };
            self.apply(seat, action, now, &mut Mute);
        }
    }
}

/// How far a face can be trusted.
const fn footing(face: Face) -> f32 {
    match face {
        Face::Permanent => 1.5,
        Face::Ice => 1.0,
        Face::Hole => 0.9,
        Face::Floe | Face::TurningFloe => 0.7,
        Face::Cracked | Face::CrackedHole => 0.5,
        Face::CrackedFloe | Face::CrackedTurningFloe => 0.35,
        Face::Orca | Face::Kraken => 0.0,
    }
}

/// T-42: mostly ice, mostly beside other tiles, sometimes a surprise.
fn lay(game: &ThinIce, seat: Seat, chance: &mut Chance) -> Option<Action> {
    let liking = |action: &Action| match *action {
        Action::Lay { tile, at, .. } => {
            let beside = at.around().filter(|&cell| game.face_on(cell).is_some()).count();
            0.1 + (1.0 + 4.0 * footing(tile.up())) * (beside * beside) as f32
        }
        _ => 1.0,
    };
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    let likings: Vec<f32> = choices.iter().map(liking).collect();
    (!choices.is_empty()).then(|| choices[draw(&likings, chance)])
}

/// T-8, T-43: where the pawn is safest.
fn place(game: &ThinIce, seat: Seat, chance: &mut Chance) -> Option<Action> {
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    let floe = Floe::of(game);
    // Equally good places are chosen by chance.
    chance.shuffle(&mut choices);
    let liking = |action: &Action| match *action {
        Action::Put(cell) => 4.0 * game.face_on(cell).map_or(0.0, footing) + floe.exits(cell) as f32,
        _ => 0.0,
    };
    choices.into_iter().max_by(|a, b| liking(a).total_cmp(&liking(b)))
}

/// T-33: an event card in somebody else's turn, if it changes enough at once.
fn out_of_turn(game: &ThinIce, seat: Seat, level: Level, chance: &mut Chance) -> Option<Action> {
    if level <= Level::Casual || game.stage() != Stage::Playing {
        return None;
    }
    let before = game.imagine(seat, chance).worth(seat);
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    let gain =
        |action: Action, chance: &mut Chance| best_after(game.imagine(seat, chance), seat, action) - before;
    choices
        .into_iter()
        .filter(|action| matches!(action, Action::Play(_)))
        .map(|action| (gain(action, chance), action))
        .filter(|&(gain, _)| gain > WORTH_A_CARD * before)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, action)| action)
}

/// What a card comes to if nobody cancels it and its target is chosen well.
fn best_after(mut world: ThinIce, seat: Seat, action: Action) -> f32 {
    world.apply(seat, action, Millis::ZERO, &mut Mute);
    for _ in 0..MOST_ANSWERS {
        let Some(asked) = world.awaited().first() else { break };
        if world.check(asked, &Action::Pass).is_err() {
            break;
        }
        world.apply(asked, Action::Pass, Millis::ZERO, &mut Mute);
    }
    if !world.awaited().contains(seat) {
        return world.worth(seat);
    }
    let mut targets = Vec::new();
    world.choices(seat, &mut targets);
    let after = |target: Action| {
        let mut world = world.clone();
        world.apply(seat, target, Millis::ZERO, &mut Mute);
        world.worth(seat)
    };
    targets.into_iter().map(after).fold(0.0, f32::max)
}
