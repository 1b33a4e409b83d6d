//! `quadri`: where a card brings the wanted shapes nearer, and how long it takes to see that one is there.
//!
//! Every place for the card that is turned up is looked at first by how likely the table then is to show what the seat wants:
//! its own objectives (competitive), everybody's (cooperative), the others' (ball-trap, where it dreads those that may be its
//! own). The best of them are then followed for as long as there is time: together to the next card, whichever comes; each
//! for themselves through imagined worlds, in which the next seats lay their cards where *they* gain most, and then it is
//! this seat's turn again. Places that fall behind are given up.
//!
//! Claims come at a human pace: a bot sees a shape some seconds after it is there, and may overlook it until the next card.
//! What it has made itself it claims at once, before the next card can spoil it.

mod board;
mod chances;
mod duel;
mod judging;
mod lessons;
mod team;

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    panic::resume_unwind,
    sync::atomic::{AtomicBool, Ordering},
};

use catalogue::crates::quadri::{Action, Assist, Mode, Objective, Quadri};
use table::{Game, Millis, Mute, Seat};

use crate::{
    Intent, Level,
    fit::Fit,
    teach::{BotTask, Teach},
};
use chances::Weights;
use duel::{Duel, Look};
use team::Team;

/// What a shape is worth by its distance from being there, as a part of what it is worth when it is.
const NEARNESS: [f32; 11] = [1.0, 0.35, 0.3, 0.22, 0.18, 0.12, 0.1, 0.06, 0.05, 0.02, 0.0];
/// How much a bot minds that shapes which may be its own are near (ball-trap).
const DREAD: f32 = 0.5;
/// What lights up is claimed after this.
const AT_HAND: Millis = Millis(900);

/// How quick the eye is, and how far it looks.
struct Skill {
    /// A shape is seen between so long and twice so long after the table last changed.
    glance: Millis,
    /// One shape in so many is not seen before the next card; 0: none is overlooked.
    overlooks: u64,
    /// One place in so many is considered.
    considers: u32,
    /// How many of the best places are followed, and through how many worlds at most.
    follows: usize,
    worlds: usize,
}

impl Skill {
    const fn of(level: Level) -> Self {
        Self {
            glance: Millis(level.of([8_000, 5_000, 3_500, 2_200, 1_500])),
            overlooks: level.of([2, 3, 6, 12, 0]),
            considers: level.of([16, 8, 4, 2, 1]),
            follows: level.of([0, 0, 0, 8, 24]),
            worlds: level.of([0, 0, 0, 4, usize::MAX]),
        }
    }
}

impl Teach for Quadri {
    const PUZZLES: &'static [u8] = include_bytes!(concat!(env!("OUT_DIR"), "/quadri.jsonl.gz"));
    const FIT: Option<Fit> = Some(lessons::fit);

    /// Points, and how near the wanted shapes are.
    fn worth(&self, seat: Seat) -> f32 {
        let wishes = Wishes::of(self, seat);
        let value = match self.options().mode {
            Mode::Competitive => {
                let others =
                    Seat::all(self.seats()).filter(|&other| other != seat).map(|other| self.points(other));
                (self.points(seat) - others.max().unwrap_or(0)) as f32 / 20.0 + wishes.worth(self) / 20.0
            }
            Mode::Cooperative => self.realised().len() as f32 / 10.0 + wishes.worth(self) / 20.0,
            Mode::BallTrap => {
                let left = |seat: Seat| self.hand(seat).len() as f32;
                let others: f32 = Seat::all(self.seats()).filter(|&other| other != seat).map(left).sum();
                left(seat) - others / f32::from(self.seats() - 1) + wishes.worth(self) / 10.0
            }
        };
        1.0 / (1.0 + (-value).exp())
    }

    fn decide(&self, asked: &mut BotTask<'_, '_>) -> Intent {
        let (seat, now) = (asked.seat, asked.now);
        let skill = Skill::of(asked.level);
        if let Some((objective, after)) = next_seen(self, seat, &skill) {
            return play(Action::Claim(objective), now + after);
        }
        if self.on_turn() == Some(seat) {
            let any = || {
                let mut actions = Vec::new();
                self.actions(seat, &mut actions);
                actions.into_iter().find(|action| matches!(action, Action::Place(_)))
            };
            return Intent::now(best_place(self, asked, &skill).or_else(any), now);
        }
        // only the last claims have more than one seat awaited without a turn.
        if self.awaited().contains(seat) {
            return play(Action::Done, now + skill.glance);
        }
        Intent::Wait { until: None }
    }
}

fn play(action: Action, not_before: Millis) -> Intent {
    Intent::Play { action: action.to_string(), not_before }
}

/// The objective of `seat` that it sees next on the table as it is, and after how long.
fn next_seen(game: &Quadri, seat: Seat, skill: &Skill) -> Option<(Objective, Millis)> {
    let mut claims = Vec::new();
    game.actions(seat, &mut claims);
    claims
        .into_iter()
        .filter_map(|action| match action {
            Action::Claim(objective) if game.there().contains(objective) => Some(objective),
            _ => None,
        })
        .filter_map(|objective| Some((objective, glance(game, seat, objective, skill)?)))
        .min_by_key(|(_, after)| *after)
}

/// How long the seat takes to see that an objective is there; none if it overlooks it this time.
fn glance(game: &Quadri, seat: Seat, objective: Objective, skill: &Skill) -> Option<Millis> {
    if is_own_work(game, seat) {
        return Some(Millis::ZERO);
    }
    if game.options().assist == Assist::Glow {
        return Some(AT_HAND);
    }
    // The same eyes on the same table see the same, however often they are asked.
    let mut eyes = DefaultHasher::new();
    (seat, objective, game.cards_laid()).hash(&mut eyes);
    game.lying().iter().for_each(|lying| (lying.card, lying.place).hash(&mut eyes));
    let luck = eyes.finish();
    let is_overlooked = skill.overlooks > 0 && luck.is_multiple_of(skill.overlooks);
    (!is_overlooked).then(|| Millis(skill.glance.0 + (luck >> 32) % skill.glance.0))
}

/// Whether the seat laid the last card, and so knows what it has made.
fn is_own_work(game: &Quadri, seat: Seat) -> bool {
    game.view(None).lying.last().is_some_and(|lying| lying.seat == Some(seat))
}

/// Where to lay the card that is turned up.
fn best_place(game: &Quadri, asked: &mut BotTask<'_, '_>, skill: &Skill) -> Option<Action> {
    let (considers, chance) = (skill.considers, &mut *asked.chance);
    let consider = |_: &(i16, i16)| considers < 2 || chance.one_in(considers);
    if game.options().mode == Mode::Cooperative {
        let mut team = Team::of(game);
        let mut looks = team.looks(consider);
        team.follow(&mut looks, skill.follows, asked.timer);
        return looks.first().map(|look| Action::Place(look.place));
    }
    let wishes = duel::wishes(game, asked.seat, game.placements_left().saturating_sub(1));
    let weights = Weights::of(game.options().mode);
    let mut duel = Duel::of(game, weights);
    let mut looks = duel.looks(game.next_card()?, &wishes, consider);
    looks.truncate(skill.follows.max(1));
    if game.options().mode == Mode::Competitive {
        duel.expect(game, &mut looks, &wishes, asked.timer);
    }
    follow(game, &mut looks, asked, skill, weights);
    looks.first().map(|look| Action::Place(look.place))
}

/// What a place is worth at first sight counts like so many worlds.
const EYE: f32 = 4.0;

/// Follows the best places through the same worlds; as time goes by, fewer and fewer of them.
fn follow(
    game: &Quadri,
    looks: &mut Vec<Look>,
    asked: &mut BotTask<'_, '_>,
    skill: &Skill,
    weights: &Weights,
) {
    let mut sums: Vec<f32> = looks.iter().map(|look| EYE * look.worth).collect();
    let (mut rounds, mut worlds) = (0, 0);
    while worlds < skill.worlds && looks.len() > 1 && !asked.timer.is_over() {
        let Some(went) = one_round(game, looks, asked, weights) else { break };
        worlds += went.len();
        rounds += 1;
        for went in went {
            sums.iter_mut().zip(went).for_each(|(sum, went)| *sum += went);
        }
        let mut order: Vec<usize> = (0..looks.len()).collect();
        order.sort_by(|&a, &b| sums[b].total_cmp(&sums[a]));
        if rounds >= 3 {
            // Half of them after a quarter of the time, a quarter after half of it …
            let fewer = (skill.follows as f64 * 0.5f64.powf(4.0 * asked.timer.spent())).ceil() as usize;
            order.truncate(fewer.max(2));
        }
        (*looks, sums) = order.into_iter().map(|index| (looks[index], sums[index])).unzip();
    }
}

/// What comes of each place in one world, and in one more for each helper; none if time runs out over it.
fn one_round(
    game: &Quadri,
    looks: &[Look],
    asked: &mut BotTask<'_, '_>,
    weights: &Weights,
) -> Option<Vec<Vec<f32>>> {
    // What a seat may not know is not looked at: only an imagined world is played on.
    let BotTask { seat, chance, timer, .. } = asked;
    let seat = *seat;
    let world = game.imagine(seat, chance);
    let others: Vec<Quadri> = (0..timer.helpers()).map(|_| game.imagine(seat, chance)).collect();
    let late = AtomicBool::new(false);
    let walk = |world: &Quadri, goes_on: &mut dyn FnMut() -> bool| -> Option<Vec<f32>> {
        let follow = |look: &Look| goes_on().then(|| duel::follow(world, seat, look.place, weights));
        looks.iter().map(follow).collect()
    };
    std::thread::scope(|scope| {
        let help = |world| {
            let (walk, late) = (&walk, &late);
            let think = move || walk(world, &mut || !late.load(Ordering::Relaxed));
            std::thread::Builder::new().name("helper".to_owned()).spawn_scoped(scope, think).ok()
        };
        let helpers: Vec<_> = others.iter().filter_map(help).collect();
        // A world takes a while: the clock is read every time.
        let own = walk(&world, &mut || timer.goes_on() && timer.spent() <= 1.0);
        late.store(own.is_none(), Ordering::Relaxed);
        let mut went = vec![own];
        // A defect there is one here: whoever guards this thought falls back.
        went.extend(
            helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic))),
        );
        went.into_iter().collect()
    })
}

fn after(game: &Quadri, seat: Seat, place: Action) -> Quadri {
    let mut after = game.clone();
    after.apply(seat, place, Millis::ZERO, &mut Mute);
    after
}

/// What a seat wants to see on the table, and what not, each with its worth.
struct Wishes {
    wanted: Vec<(Objective, f32)>,
    dreaded: Vec<(Objective, f32)>,
}

impl Wishes {
    fn of(game: &Quadri, seat: Seat) -> Self {
        let mode = game.options().mode;
        let mut wanted: Vec<(Objective, f32)> = Vec::new();
        let mut dreaded = Vec::new();
        match mode {
            Mode::Competitive => {
                wanted.extend(game.hand(seat).iter().map(|o| (*o, f32::from(o.points()))));
            }
            Mode::Cooperative => {
                wanted.extend(game.common().iter().filter(|o| !game.is_done(**o)).map(|o| (*o, 1.0)));
            }
            Mode::BallTrap => {
                // Who has few left is nearer to being out.
                for other in Seat::all(game.seats()).filter(|other| *other != seat) {
                    let hand = game.hand(other);
                    wanted.extend(hand.iter().map(|o| (*o, 1.0 + 1.0 / hand.len() as f32)));
                }
                let known: Vec<Objective> = wanted.iter().map(|(objective, _)| *objective).collect();
                let mine: Vec<Objective> =
                    Objective::small().filter(|o| !known.contains(o) && !game.is_done(*o)).collect();
                let share = DREAD * game.hand(seat).len() as f32 / mine.len().max(1) as f32;
                dreaded.extend(mine.into_iter().map(|objective| (objective, share)));
            }
        }
        Self { wanted, dreaded }
    }

    fn worth(&self, game: &Quadri) -> f32 {
        // In ball-trap a shape that is there, but fell to nobody's card, is only near.
        let least = usize::from(game.options().mode == Mode::BallTrap);
        let near = |(objective, worth): &(Objective, f32)| {
            // Once laid down it is done, whatever the table shows later.
            let distance = if game.is_done(*objective) { 0 } else { game.distance(*objective).max(least) };
            worth * NEARNESS[distance.min(NEARNESS.len() - 1)]
        };
        self.wanted.iter().map(near).sum::<f32>() - self.dreaded.iter().map(near).sum::<f32>()
    }
}
