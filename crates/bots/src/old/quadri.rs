//! What `quadri` teaches: where a card brings the wanted shapes nearer, and how long it takes to see that one is there.
//!
//! Placing looks at every place for the card that is turned up, by how far the table is then from what the seat wants: its
//! own objectives (competitive), everybody's (cooperative), the others' (ball-trap, where it dreads those that may be its
//! own). The best of them are followed to the next card, in imagined worlds.
//!
//! Claims come at a human pace: a bot sees a shape some seconds after it is there, and may overlook it until the next card.

use std::hash::{DefaultHasher, Hash, Hasher};

use catalogue::crates::quadri::{Action as QuadriAction, Assist, Mode, Objective, Quadri};
use table::{Chance, Game, Millis, Mute, Seat};

use super::{Grade, Teach};
use crate::{Intent, Stopwatch};

/// What a shape is worth by its distance from being there, as a part of what it is worth when it is.
const NEARNESS: [f32; 11] = [1.0, 0.35, 0.3, 0.22, 0.18, 0.12, 0.1, 0.06, 0.05, 0.02, 0.0];
/// A gain that needs one more card, which may not come or may not fit. With what being near is worth it stays below 1: a
/// shape that can be made now is not put off.
const HOPE: f32 = 0.5;
/// How much a bot minds that shapes which may be its own are near (ball-trap).
const DREAD: f32 = 0.5;
/// A shape that one has made oneself, or that the table lights up, is claimed after this.
const AT_HAND: Millis = Millis(900);

/// How quick the eye is, and how far it looks.
struct Skill {
    /// A shape is seen between so long and twice so long after the table last changed.
    glance: Millis,
    /// One shape in so many is not seen before the next card; 0: none is overlooked.
    overlooks: u64,
    /// One place in so many is considered.
    considers: usize,
    /// How many of the best places are followed to the next card, in how many worlds.
    follows: usize,
    worlds: usize,
}

impl Skill {
    const fn of(grade: Grade) -> Self {
        match grade {
            Grade::Easy => Self { glance: Millis(6_000), overlooks: 2, considers: 3, follows: 0, worlds: 0 },
            Grade::Normal => {
                Self { glance: Millis(3_500), overlooks: 6, considers: 1, follows: 8, worlds: 3 }
            }
            Grade::Hard => Self { glance: Millis(1_500), overlooks: 0, considers: 1, follows: 40, worlds: 8 },
        }
    }
}

impl Teach for Quadri {
    fn decide(
        &self,
        seat: Seat,
        grade: Grade,
        now: Millis,
        chance: &mut Chance,
        timer: &mut Stopwatch<'_>,
    ) -> Intent {
        let skill = Skill::of(grade);
        if let Some((objective, after)) = self.next_seen(seat, &skill) {
            return play(QuadriAction::Claim(objective), now + after);
        }
        if self.on_turn() == Some(seat) {
            let mut thinking = Thinking { game: self, seat, skill, timer };
            return match thinking.best_place(chance) {
                Some(place) => play(place, now),
                None => Intent::Wait { until: None },
            };
        }
        // only the last claims have more than one seat awaited without a turn.
        if self.awaited().contains(seat) {
            return play(QuadriAction::Done, now + skill.glance);
        }
        Intent::Wait { until: None }
    }
}

fn play(action: QuadriAction, not_before: Millis) -> Intent {
    Intent::Play { action: action.to_string(), not_before }
}

/// How a bot sees.
trait Sees {
    /// The objective of `seat` that it sees next on the table as it is, and after how long.
    fn next_seen(&self, seat: Seat, skill: &Skill) -> Option<(Objective, Millis)>;
    /// How long the seat takes to see that an objective is there; none if it overlooks it this time.
    fn glance(&self, seat: Seat, objective: Objective, skill: &Skill) -> Option<Millis>;
    /// Whether the seat laid the last card, and so knows what it has made.
    fn is_own_work(&self, seat: Seat) -> bool;
}

impl Sees for Quadri {
    fn next_seen(&self, seat: Seat, skill: &Skill) -> Option<(Objective, Millis)> {
        let mut claims = Vec::new();
        self.actions(seat, &mut claims);
        claims
            .into_iter()
            .filter_map(|action| match action {
                QuadriAction::Claim(objective) if self.there().contains(objective) => Some(objective),
                _ => None,
            })
            .filter_map(|objective| Some((objective, self.glance(seat, objective, skill)?)))
            .min_by_key(|(_, after)| *after)
    }

    fn glance(&self, seat: Seat, objective: Objective, skill: &Skill) -> Option<Millis> {
        if self.options().assist == Assist::Glow || self.is_own_work(seat) {
            return Some(AT_HAND);
        }
        // The same eyes on the same table see the same, however often they are asked.
        let mut eyes = DefaultHasher::new();
        (seat, objective, self.cards_laid()).hash(&mut eyes);
        self.lying().iter().for_each(|lying| (lying.card, lying.place).hash(&mut eyes));
        let luck = eyes.finish();
        let is_overlooked = skill.overlooks > 0 && luck.is_multiple_of(skill.overlooks);
        (!is_overlooked).then(|| Millis(skill.glance.0 + (luck >> 32) % skill.glance.0))
    }

    fn is_own_work(&self, seat: Seat) -> bool {
        self.view(None).lying.last().is_some_and(|lying| lying.seat == Some(seat))
    }
}

/// One look for a place.
struct Thinking<'a, 'b> {
    game: &'a Quadri,
    seat: Seat,
    skill: Skill,
    timer: &'a mut Stopwatch<'b>,
}

impl Thinking<'_, '_> {
    fn is_out_of_time(&mut self) -> bool {
        !self.timer.goes_on()
    }

    fn best_place(&mut self, chance: &mut Chance) -> Option<QuadriAction> {
        let mut places = places(self.game, self.seat);
        chance.shuffle(&mut places);
        places.truncate(places.len().div_ceil(self.skill.considers));
        let wishes = Wishes::of(self.game, self.seat);
        // What a seat may not know is not looked at: only an imagined world is played on.
        let world = self.game.imagine(self.seat, chance);
        let mut looked = Vec::with_capacity(places.len());
        for place in places {
            if !looked.is_empty() && self.is_out_of_time() {
                break;
            }
            looked.push((wishes.worth(&after(&world, self.seat, place)), place));
        }
        looked.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.follow(&mut looked, &wishes, chance);
        looked.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place)
    }

    /// What the best places may lead to with the next card, whoever lays it. In ball-trap that is somebody else's gain.
    fn follow(&mut self, looked: &mut [(f32, QuadriAction)], wishes: &Wishes, chance: &mut Chance) {
        if self.game.options().mode == Mode::BallTrap {
            return;
        }
        let worlds: Vec<Quadri> =
            (0..self.skill.worlds).map(|_| self.game.imagine(self.seat, chance)).collect();
        for (worth, place) in looked.iter_mut().take(self.skill.follows) {
            if self.is_out_of_time() {
                return;
            }
            let gains = worlds.iter().map(|world| next_gain(&after(world, self.seat, *place), wishes));
            *worth += HOPE * gains.sum::<f32>() / worlds.len() as f32;
        }
    }
}

fn places(game: &Quadri, seat: Seat) -> Vec<QuadriAction> {
    let mut actions = Vec::new();
    game.actions(seat, &mut actions);
    actions.retain(|action| matches!(action, QuadriAction::Place(_)));
    actions
}

fn after(game: &Quadri, seat: Seat, place: QuadriAction) -> Quadri {
    let mut after = game.clone();
    after.apply(seat, place, Millis::ZERO, &mut Mute);
    after
}

/// The most that the card now turned up can add to what is there.
fn next_gain(game: &Quadri, wishes: &Wishes) -> f32 {
    let Some(seat) = game.on_turn() else { return 0.0 };
    let there = wishes.there(game);
    let best = places(game, seat)
        .into_iter()
        .map(|place| wishes.there(&after(game, seat, place)))
        .fold(there, f32::max);
    best - there
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

    fn there(&self, game: &Quadri) -> f32 {
        let is_there = |objective: Objective| game.is_done(objective) || game.there().contains(objective);
        self.wanted.iter().filter(|(objective, _)| is_there(*objective)).map(|(_, worth)| worth).sum()
    }
}
