//! `quadri`: where a card brings the wanted shapes nearer, and how long it takes to see that one is there.
//!
//! Every place for the card that is turned up is looked at first by how far the table is then from what the seat wants: its
//! own objectives (competitive), everybody's (cooperative), the others' (ball-trap, where it dreads those that may be its
//! own). The best of them are then followed through imagined worlds for as long as there is time: the next seats lay their
//! cards where *they* gain most, and then it is this seat's turn again. Places that fall behind are given up.
//!
//! Claims come at a human pace: a bot sees a shape some seconds after it is there, and may overlook it until the next card.
//! What it has made itself it claims at once, before the next card can spoil it.

mod judging;

use std::hash::{DefaultHasher, Hash, Hasher};

use catalogue::crates::quadri::{Action, Assist, Mode, Objective, Objectives, Quadri};
use table::{Chance, Game, Millis, Mute, Seat};

use crate::{
    Intent, Level, Stopwatch,
    teach::{BotTask, Teach},
};

/// What a shape is worth by its distance from being there, as a part of what it is worth when it is.
const NEARNESS: [f32; 11] = [1.0, 0.35, 0.3, 0.22, 0.18, 0.12, 0.1, 0.06, 0.05, 0.02, 0.0];
/// How much a bot minds that shapes which may be its own are near (ball-trap).
const DREAD: f32 = 0.5;
/// What lights up is claimed after this.
const AT_HAND: Millis = Millis(900);
/// What others gain counts a little less than what one gains oneself: it is guessed.
const THEIRS: f32 = 0.8;
/// A gain of one's next turn, which others may still spoil.
const LATER: f32 = 0.8;

/// How quick the eye is, and how far it looks.
struct Skill {
    /// A shape is seen between so long and twice so long after the table last changed.
    glance: Millis,
    /// One shape in so many is not seen before the next card; 0: none is overlooked.
    overlooks: u64,
    /// One place in so many is considered.
    considers: usize,
    /// How many of the best places are followed, and through how many worlds at most.
    follows: usize,
    worlds: usize,
}

impl Skill {
    const fn of(level: Level) -> Self {
        Self {
            glance: Millis(level.of([8_000, 5_000, 3_500, 2_200, 1_500])),
            overlooks: level.of([2, 3, 6, 14, 0]),
            considers: level.of([8, 3, 1, 1, 1]),
            follows: level.of([0, 0, 0, 12, 24]),
            worlds: level.of([0, 0, 0, 8, usize::MAX]),
        }
    }
}

impl Teach for Quadri {
    const PUZZLES: &'static str = include_str!("../data/puzzles/quadri.jsonl");

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
            let mut thinking = Thinking { game: self, seat, skill, clock: asked.timer };
            return Intent::now(thinking.best_place(asked.chance), now);
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

/// One look for a place.
struct Thinking<'a, 'b> {
    game: &'a Quadri,
    seat: Seat,
    skill: Skill,
    clock: &'a mut Stopwatch<'b>,
}

/// A place, what it is worth as the table then is, and what following it came to.
#[derive(Clone, Copy)]
struct Candidate {
    place: Action,
    eye: f32,
    followed: f32,
}

impl Thinking<'_, '_> {
    fn best_place(&mut self, chance: &mut Chance) -> Option<Action> {
        let mut places = places(self.game, self.seat);
        chance.shuffle(&mut places);
        places.truncate(places.len().div_ceil(self.skill.considers));
        let wishes = Wishes::of(self.game, self.seat);
        // What a seat may not know is not looked at: only an imagined world is played on.
        let world = self.game.imagine(self.seat, chance);
        let mut looked: Vec<Candidate> = Vec::with_capacity(places.len());
        for place in places {
            if !looked.is_empty() && !self.clock.goes_on() {
                break;
            }
            looked.push(Candidate {
                place,
                eye: wishes.worth(&after(&world, self.seat, place)),
                followed: 0.0,
            });
        }
        looked.sort_by(|a, b| b.eye.total_cmp(&a.eye));
        looked.truncate(self.skill.follows.max(1));
        let best = self.follow(looked, &wishes, chance);
        best.map(|candidate| candidate.place)
    }

    /// Plays each candidate on in the same worlds, until this seat has laid its next card; the worse half is given up as time
    /// goes by.
    fn follow(
        &mut self,
        mut looked: Vec<Candidate>,
        wishes: &Wishes,
        chance: &mut Chance,
    ) -> Option<Candidate> {
        let mut worlds = 0usize;
        let mut keep = looked.len();
        while worlds < self.skill.worlds && looked.len() > 1 && !self.clock.is_over() {
            let world = self.game.imagine(self.seat, chance);
            let mut went = Vec::with_capacity(looked.len());
            for candidate in &looked {
                if !self.clock.goes_on() {
                    break;
                }
                went.push(self.outlook(after(&world, self.seat, candidate.place), wishes));
            }
            if went.len() < looked.len() {
                break;
            }
            for (candidate, went) in looked.iter_mut().zip(went) {
                candidate.followed += went;
            }
            worlds += 1;
            let mean = |candidate: &Candidate| candidate.eye + candidate.followed / worlds as f32;
            looked.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
            let spent = self.clock.spent();
            if spent > 0.0 && worlds >= 4 {
                // Half of them after a quarter of the time, a quarter after half of it …
                let fewer = (self.skill.follows as f64 * 0.5f64.powf(4.0 * spent)).ceil() as usize;
                keep = keep.min(fewer.max(2));
                looked.truncate(keep);
            }
        }
        looked.into_iter().next()
    }

    /// What comes of a table on which this seat has just laid its card: what the next seats gain with theirs, and what this
    /// seat can gain with its next one.
    fn outlook(&self, mut world: Quadri, wishes: &Wishes) -> f32 {
        // What is there now is counted already.
        let wishes = &wishes.without_there(&world);
        let mut outlook = 0.0;
        for _ in 0..self.game.seats() {
            let Some(seat) = world.on_turn() else { break };
            if seat == self.seat {
                let (gain, _) = best_gain(&world, seat, wishes);
                return outlook + LATER * gain;
            }
            match self.game.options().mode {
                // Everybody lays for the same ten.
                Mode::Cooperative => {
                    let (gain, place) = best_gain(&world, seat, wishes);
                    outlook += LATER * gain;
                    let Some(place) = place else { break };
                    world = after(&world, seat, place);
                }
                Mode::Competitive => {
                    let (gain, place) = best_gain(&world, seat, &Wishes::of(&world, seat));
                    outlook -= THEIRS * gain / f32::from(self.game.seats() - 1);
                    // Without a gain in sight they lay anywhere.
                    let Some(place) = place else { break };
                    world = after(&world, seat, place);
                }
                Mode::BallTrap => {
                    let (gain, place) = best_gain(&world, seat, &Wishes::of(&world, seat));
                    let mine = world.hand(self.seat).len();
                    let Some(place) = place else { break };
                    world = after(&world, seat, place);
                    let lost = mine - world.hand(self.seat).len();
                    outlook -= THEIRS * lost as f32 * 1.3 - 0.3 * gain;
                }
            }
        }
        outlook
    }
}

fn places(game: &Quadri, seat: Seat) -> Vec<Action> {
    let mut actions = Vec::with_capacity(256);
    game.actions(seat, &mut actions);
    actions.retain(|action| matches!(action, Action::Place(_)));
    actions
}

fn after(game: &Quadri, seat: Seat, place: Action) -> Quadri {
    let mut after = game.clone();
    after.apply(seat, place, Millis::ZERO, &mut Mute);
    after
}

/// The most that the card now turned up can add to what is there, and where; any place if nowhere.
fn best_gain(game: &Quadri, seat: Seat, wishes: &Wishes) -> (f32, Option<Action>) {
    let there = wishes.there(game);
    let mut best: (f32, Option<Action>) = (0.0, None);
    if game.options().mode != Mode::BallTrap {
        // Whatever can be seen counts, whoever laid it: one table is enough to try every place.
        let Some(card) = game.next_card() else { return best };
        game.trial().each_place(card, |place, seen| {
            let gain = wishes.seen(game, seen) - there;
            if gain > best.0 || best.1.is_none() {
                best = (gain.max(0.0), Some(Action::Place(place)));
            }
        });
        return best;
    }
    for place in places(game, seat) {
        let gain = wishes.there(&after(game, seat, place)) - there;
        if gain > best.0 || best.1.is_none() {
            best = (gain.max(0.0), Some(place));
        }
    }
    best
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

    /// The same wishes, but for what is there.
    fn without_there(&self, game: &Quadri) -> Self {
        let open = |(objective, _): &&(Objective, f32)| {
            !game.is_done(*objective)
                && (game.options().mode == Mode::BallTrap || !game.there().contains(*objective))
        };
        Self { wanted: self.wanted.iter().filter(open).copied().collect(), dreaded: self.dreaded.clone() }
    }

    fn there(&self, game: &Quadri) -> f32 {
        // In ball-trap a shape counts once it has fallen to somebody's card.
        let ball_trap = game.options().mode == Mode::BallTrap;
        self.seen(game, if ball_trap { Objectives::default() } else { game.there() })
    }

    /// What the wishes come to that are done, or among these.
    fn seen(&self, game: &Quadri, seen: Objectives) -> f32 {
        let is_there = |objective: Objective| game.is_done(objective) || seen.contains(objective);
        self.wanted.iter().filter(|(objective, _)| is_there(*objective)).map(|(_, worth)| worth).sum()
    }
}
