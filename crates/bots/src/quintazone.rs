//! `quintazone`: a pyramid is worth its pips times the cards of its zone, twice that in its owner's goal.
//!
//! It is searched in imagined worlds. What the others' goals may be is guessed from where their pyramids stand.

use std::sync::LazyLock;

use catalogue::crates::quintazone::{Action, Around, Element, Quintazone, Turn};
use table::{Chance, Game, Millis, Mute, Seat, Seats};

use crate::{
    Intent,
    fit::Weighed,
    luce,
    mcts::{self, Foresee, MOST_SEATS, Values, draw},
    teach::{BotTask, Teach},
};

/// What is counted of a seat. Points, and pips times openings, in tens; "early" features and what can grow fade as cards are
/// laid.
pub(crate) const NAMES: [&str; 7] = [
    "points",
    "points, early",
    "hoped for",
    "hoped for, early",
    "pips beside openings",
    "pips beside zones to join",
    "turn to come",
];
const COUNT: usize = NAMES.len();

static WEIGHTS: LazyLock<[f32; COUNT]> =
    LazyLock::new(|| luce::read(&NAMES, include_str!("../data/quintazone.tsv")));

/// What the zone under a pyramid is expected to have once its time comes, in cards, beyond the free zones of now.
const HOPE: f32 = 1.5;
/// How many worlds each level walks through.
const WALKS: [u64; 5] = [3, 15, 80, 500, u64::MAX];
/// One action in so many is not thought about.
const SLIPS: [u32; 5] = [3, 8, 0, 0, 0];
/// How many actions a new position is played on before it is judged.
const FORESIGHT: u32 = 4;
/// Of so many actions that come to mind one is played by habit.
const LOOKS: usize = 6;
/// More openings than most layouts have.
const MOST_KNOWN: usize = 64;
/// How surely somebody who stands in an element has it for a goal.
const SUSPICION: f32 = 3.0;

impl Teach for Quintazone {
    const PUZZLES: &'static [u8] = include_bytes!(concat!(env!("OUT_DIR"), "/quintazone.jsonl.gz"));
    const FIT: Option<crate::fit::Fit> = Some(crate::fit::fit_game::<Self>);

    fn worth(&self, seat: Seat) -> f32 {
        self.values()[seat.index()]
    }

    fn decide(&self, asked: &mut BotTask<'_, '_>) -> Intent {
        if !self.awaited().contains(asked.seat) {
            return Intent::Wait { until: None };
        }
        let action = mcts::choose(self, asked, asked.level.of(WALKS), asked.level.of(SLIPS));
        Intent::now(action, asked.now)
    }
}

impl Weighed for Quintazone {
    fn names() -> Vec<&'static str> {
        NAMES.to_vec()
    }

    fn contenders(&self) -> Vec<(Seats, Vec<f32>)> {
        let features = contenders(self);
        Seat::all(self.seats()).map(|seat| (Seats::one(seat), features[seat.index()].to_vec())).collect()
    }
}

impl Foresee for Quintazone {
    /// Actions differ by a few hundredths of a win: more curiosity than that looks at everything for too long.
    const CURIOSITY: f32 = 0.5;
    const RIPE: f32 = 4.0;

    fn values(&self) -> Values {
        let mut values = [0.0; MOST_SEATS];
        if let Some(outcome) = self.outcome() {
            // Winning is what counts; how clearly makes one way better than another while both still win.
            let points = |seat| f32::from(self.total(seat)) / 40.0;
            let all: f32 = Seat::all(self.seats()).map(|seat| points(seat).exp()).sum();
            for seat in Seat::all(self.seats()) {
                let won =
                    f32::from(u8::from(outcome.winners.contains(seat))) / outcome.winners.len().max(1) as f32;
                values[seat.index()] = 0.8 * won + 0.2 * points(seat).exp() / all;
            }
            return values;
        }
        let features = contenders(self);
        let mut all = 0.0;
        for (value, features) in values.iter_mut().zip(&features[..usize::from(self.seats())]) {
            *value = luce::strength(&WEIGHTS, features);
            all += *value;
        }
        values.map(|value| value / all)
    }

    fn urges(&self, seat: Seat, actions: &[Action], into: &mut Vec<f32>) {
        let goal = self.goal(seat);
        let others = || Seat::all(self.seats()).filter(|&other| other != seat);
        let can_stand = !self.pyramid_placed();
        let largest =
            self.reserve(seat).iter().rposition(|&left| left > 0).map_or(0.0, |size| size as f32 + 1.0);
        let openings = self.layout().openings();
        // What lies around the openings is looked up once, and only for those that are asked about.
        let mut known: [Option<Around>; MOST_KNOWN] = [None; MOST_KNOWN];
        let mut at = 0;
        for action in actions {
            into.push(match *action {
                Action::Stand { size, cell, element } => {
                    let cards = self.zone_at(cell, element).map_or(1, |(cards, _)| cards);
                    let twice = if element == goal { 2.0 } else { 1.0 };
                    let worth = f32::from(size.pips()) * (f32::from(cards) + HOPE) * twice;
                    (0.12 * worth).exp()
                }
                Action::Lay { card, cell, turn } => {
                    // The cells come in the order of the openings, for each card and each way up again.
                    if openings.get(at).is_none_or(|opening| opening.cell != cell) {
                        at = openings.iter().position(|opening| opening.cell == cell).unwrap_or(0);
                    }
                    let (mut mine, mut theirs, mut room) = (0.0f32, 0.0f32, 0.0f32);
                    let around = match known.get_mut(at) {
                        Some(known) => *known.get_or_insert_with(|| self.around(&openings[at])),
                        None => self.around(&openings[at]),
                    };
                    for effect in self.effects(&around, card, turn == Turn::Half) {
                        let times = |of: Seat| if self.goal(of) == effect.element { 2.0 } else { 1.0 };
                        mine += times(seat) * f32::from(effect.gains[seat.index()]);
                        if !effect.free {
                            let most = others().map(|o| times(o) * f32::from(effect.gains[o.index()]));
                            theirs += most.fold(0.0, f32::max);
                        }
                        if can_stand && effect.free {
                            room = room.max(times(seat) * largest * f32::from(effect.cards));
                        }
                    }
                    at += 1;
                    (0.12 * (mine - 0.8 * theirs + 0.7 * room)).exp().min(50.0)
                }
                // A pyramid that stands now grows with its zone: doing without one is rarely right.
                Action::End => 0.3,
                Action::Pass => 1.0,
            });
        }
    }

    /// Goals are dealt anew, likelier where somebody stands.
    fn suppose(&self, seat: Seat, chance: &mut Chance) -> Self {
        let mut world = self.imagine(seat, chance);
        let mut left: [Option<Element>; 5] = Element::ALL.map(Some);
        left[self.goal(seat).index()] = None;
        for other in Seat::all(self.seats()).filter(|&other| other != seat) {
            let standing = self.standing(other);
            let all = f32::from(standing.iter().sum::<u8>()) + 6.0;
            let likely = left.map(|goal| match goal {
                Some(goal) => (SUSPICION * 2.0 * f32::from(standing[goal.index()]) / all).exp(),
                None => 0.0,
            });
            if let Some(goal) = left[draw(&likely, chance)].take() {
                world.suppose_goal(other, goal);
            }
        }
        world
    }

    /// About two turns, by what calls for it.
    fn play_on(&mut self, now: Millis, chance: &mut Chance, buffer: &mut Vec<Action>) {
        let mut urges = Vec::new();
        for _ in 0..FORESIGHT {
            let Some(seat) = self.turn() else { return };
            buffer.clear();
            self.choices(seat, buffer);
            if buffer.is_empty() {
                return;
            }
            if buffer.len() > LOOKS {
                // Some that come to mind, in place of all.
                for k in 0..LOOKS {
                    let other = k + chance.below((buffer.len() - k) as u32) as usize;
                    buffer.swap(k, other);
                }
                buffer.truncate(LOOKS);
            }
            urges.clear();
            self.urges(seat, buffer, &mut urges);
            let action = buffer[draw(&urges, chance)];
            self.apply(seat, action, now, &mut Mute);
        }
    }
}

/// What one more of a thing does to a seat's chances in an even game, as the fitted weights have it.
pub(crate) struct Worths {
    pub(crate) points: f32,
    pub(crate) opening: f32,
    pub(crate) free: f32,
}

pub(crate) fn worths(game: &Quintazone, seat: Seat) -> Worths {
    let unlaid = game.pile() + Seat::all(game.seats()).map(|seat| game.hand(seat).len()).sum::<usize>();
    let early = (unlaid as f32 / 39.0).min(1.0);
    let largest = game.reserve(seat).iter().rposition(|&left| left > 0).map_or(0.0, |size| size as f32 + 1.0);
    // A tenth of a feature, and the slope of an even chance.
    let slope = 0.25 / 10.0;
    Worths {
        points: slope * (WEIGHTS[0] + WEIGHTS[1] * early),
        opening: slope * WEIGHTS[4] * early,
        free: slope * (WEIGHTS[2] + WEIGHTS[3] * early) * largest,
    }
}

/// What is counted of each seat.
pub(crate) fn contenders(game: &Quintazone) -> [[f32; COUNT]; MOST_SEATS] {
    let seats = usize::from(game.seats());
    let unlaid = game.pile() + Seat::all(game.seats()).map(|seat| game.hand(seat).len()).sum::<usize>();
    let turns = unlaid.div_ceil(seats);
    let early = (unlaid as f32 / 39.0).min(1.0);
    let mut prospects = game.prospects();
    let free = &mut prospects.free;
    free.sort_unstable_by_key(|&(_, cards)| std::cmp::Reverse(cards));
    let mut features = [[0.0; COUNT]; MOST_SEATS];
    for seat in Seat::all(game.seats()) {
        let (goal, reserve) = (game.goal(seat), game.reserve(seat));
        let pips = [3u8, 2, 1].into_iter().flat_map(|pips| {
            std::iter::repeat_n(f32::from(pips), usize::from(reserve[usize::from(pips) - 1]))
        });
        // The others want the same zones: with so many seats, each gets about one in as many.
        let zones = free
            .iter()
            .step_by(seats)
            .map(|&(element, cards)| (f32::from(cards) + HOPE) * if element == goal { 1.5 } else { 1.0 })
            .chain(std::iter::repeat(HOPE));
        let hoped: f32 = pips.take(turns).zip(zones).map(|(pips, cards)| pips * cards).sum();
        let pips_beside = |counts: &[[u16; 5]]| f32::from(counts[seat.index()].iter().sum::<u16>()) / 10.0;
        let points = f32::from(game.total(seat)) / 10.0;
        features[seat.index()] = [
            points,
            points * early,
            hoped / 10.0,
            hoped / 10.0 * early,
            pips_beside(&prospects.openings) * early,
            pips_beside(&prospects.joins) * early,
            f32::from(u8::from(game.turn() == Some(seat))),
        ];
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_weight() {
        let file = include_str!("../data/quintazone.tsv");
        for name in NAMES {
            assert!(file.lines().any(|line| line.starts_with(&format!("{name}\t"))), "{name}");
        }
    }
}
