//! What `thin-ice` teaches: stay where there are ways out, far from the bear, and leave the others fewer.
//!
//! In its own turn, and whenever it has to choose or is asked, the bot searches. The setup is laid and placed by eye. In
//! other seats' turns it keeps its event cards unless one changes a lot at once.

use catalogue::crates::thin_ice::{Action, Card, Cell, Face, Stage, ThinIce};
use table::{Chance, Game, Millis, Mute, Seat};

use super::{Grade, Teach, search::search};
use crate::{Intent, Stopwatch};

/// How many steps away a tile still counts as a place to flee to.
const FLIGHT: u16 = 3;
/// By how much a card played in another seat's turn has to better the prospects, as a part of them.
const WORTH_A_CARD: f32 = 0.15;
/// Cards that wait to be cancelled are settled after a few passes.
const MOST_ANSWERS: usize = 12;

impl Teach for ThinIce {
    const FORESIGHT: u64 = 14;

    /// The side's share of all the safety there is on the ice.
    fn worth(&self, seat: Seat) -> f32 {
        if self.stage() != Stage::Playing {
            return 1.0 / f32::from(self.sides().max(1));
        }
        let mine = self.side(seat);
        let (mut own, mut all) = (0.0, 0.0);
        for (of, cell, fallen) in self.on_the_ice() {
            let safety = safety(self, cell, fallen);
            all += safety;
            if self.side(of) == mine {
                own += safety;
            }
        }
        if all > 0.0 { own / all } else { 0.5 }
    }

    fn urge(&self, _: Seat, action: &Action) -> f32 {
        match *action {
            Action::Move { to, .. } => match self.face_on(to) {
                Some(face) => 1.0 + footing(face) + 0.2 * self.steps_from(to).count() as f32,
                None => 0.1,
            },
            // There are many of them and few matter.
            Action::Slide { .. } => 0.6,
            Action::Draw => 4.0,
            // A card in the hand is worth more than one on the pile.
            Action::Discard(_) => 0.05,
            Action::Play(Card::Lifeline | Card::BearSpray) => 6.0,
            Action::End => 2.0,
            _ => 1.0,
        }
    }

    fn decide(
        &self,
        seat: Seat,
        grade: Grade,
        now: Millis,
        chance: &mut Chance,
        timer: &mut Stopwatch<'_>,
    ) -> Intent {
        let action = match self.stage() {
            _ if !self.awaited().contains(seat) => out_of_turn(self, seat, grade, chance),
            Stage::Draft => lay(self, seat, chance),
            Stage::Placing => place(self, seat, chance),
            Stage::Playing => search(self, seat, now, timer, chance),
        };
        match action {
            Some(action) => Intent::Play { action: action.to_string(), not_before: now },
            None => Intent::Wait { until: None },
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

/// How likely a pawn stays on the ice, in no unit: its ways out, what lies behind them, and the bear.
fn safety(game: &ThinIce, cell: Cell, fallen: bool) -> f32 {
    let (mut exits, mut beyond) = (0.0, 0.0);
    let mut seen = vec![cell];
    let mut next = 0;
    while let Some(&from) = seen.get(next) {
        next += 1;
        let away = cell.distance(from);
        if away >= FLIGHT {
            continue;
        }
        for (to, face) in game.steps_from(from) {
            if seen.contains(&to) {
                continue;
            }
            seen.push(to);
            if away == 0 { exits += footing(face) } else { beyond += footing(face) }
        }
    }
    // The first way out matters most.
    let mut safety = 0.15 + exits / (exits + 1.2) + beyond / (beyond + 8.0);
    if let Some(bear) = game.bear().filter(|bear| bear.awake) {
        safety *= match cell.distance(bear.at) {
            0 | 1 => 0.8,
            2 => 0.93,
            _ => 1.0,
        };
    }
    if fallen { 0.75 * safety } else { safety }
}

/// T-42: mostly ice, mostly beside other tiles, sometimes a surprise.
fn lay(game: &ThinIce, seat: Seat, chance: &mut Chance) -> Option<Action> {
    let liking = |action: &Action| match *action {
        Action::Lay { tile, at, .. } => {
            let beside = at.around().filter(|&cell| game.face_on(cell).is_some()).count();
            (1.0 + 4.0 * footing(tile.up())) * (beside * beside) as f32
        }
        _ => 1.0,
    };
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    let likings: Vec<u32> = choices.iter().map(|action| 1 + (8.0 * liking(action)) as u32).collect();
    let mut point = chance.below(likings.iter().sum());
    for (action, liking) in choices.iter().zip(likings) {
        if point < liking {
            return Some(*action);
        }
        point -= liking;
    }
    choices.first().copied()
}

/// T-8, T-43: where the pawn is safest.
fn place(game: &ThinIce, seat: Seat, chance: &mut Chance) -> Option<Action> {
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    // Equally good places are chosen by chance.
    let mut best: Option<(f32, Action)> = None;
    for action in choices {
        let Action::Put(cell) = action else { continue };
        let liking = safety(game, cell, false) + 0.05 * chance.below(4) as f32;
        if best.is_none_or(|(most, _)| liking > most) {
            best = Some((liking, action));
        }
    }
    best.map(|(_, action)| action)
}

/// T-33: an event card in somebody else's turn, if it changes enough at once.
fn out_of_turn(game: &ThinIce, seat: Seat, grade: Grade, chance: &mut Chance) -> Option<Action> {
    if grade == Grade::Easy || game.stage() != Stage::Playing {
        return None;
    }
    let before = game.worth(seat);
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
        match world.outcome() {
            Some(outcome) => world.reward(outcome, seat),
            None => world.worth(seat),
        }
    };
    targets.into_iter().map(after).fold(0.0, f32::max)
}
