//! What `quicksand` teaches: the moment matters as much as the card.
//!
//! A timer turned with r left has D − r left, so that a card played too early is worse than none. The bot looks a few
//! cards ahead along the most hopeful lines (a beam search through imagined worlds), each card at a few moments: soon, or
//! just before a timer runs out. It plays for the team.
//!
//! What it knows: its own cards and the table. Where talk is free (S-13) it takes the team's hands as told, as people do
//! who call their cards out; in silence it does not. With cards outward (S-30) it sees all hands but its own: it points at
//! the card that another seat should play when the moment has come, plays what it is pointed at, and plays unseen only
//! when nobody points and the sand presses.

mod judging;

use catalogue::crates::quicksand::{Action, Place, Quicksand, Timer};
use table::{Chance, Game, Millis, Mute, Seat};

use crate::{
    Intent, Level, Stopwatch,
    teach::{BotTask, Teach},
};

/// A card is played this long before a timer runs out, at the latest.
const MARGIN: Millis = Millis(500);
/// How long somebody who practises with cards outward waits for a suggestion.
const PATIENCE: Millis = Millis(2_500);
/// Who sees the next seat's cards leaves the first word to its neighbour.
const COURTESY: u64 = 250;

/// How far and how broadly to look, and how quick the hand is.
struct Skill {
    /// How long after the last card it plays at the earliest, so that people can follow.
    reaction: Millis,
    worlds: u32,
    cards_ahead: u32,
    /// Lines followed for each choice.
    breadth: usize,
    /// One look in so many forgets a timer; 0: none does.
    forgets: u32,
}

impl Skill {
    const fn of(level: Level) -> Self {
        Self {
            reaction: Millis(level.of([2_400, 1_800, 1_200, 900, 700])),
            worlds: level.of([1, 3, 10, 20, 48]),
            cards_ahead: level.of([1, 2, 5, 8, 9]),
            breadth: level.of([1, 2, 6, 10, 14]),
            forgets: level.of([2, 5, 0, 0, 0]),
        }
    }
}

impl Teach for Quicksand {
    const PUZZLES: &'static [u8] = include_bytes!(concat!(env!("OUT_DIR"), "/quicksand.jsonl.gz"));

    fn worth(&self, _: Seat) -> f32 {
        let tiles: u32 = self.timers().iter().map(|timer| u32::from(timer.tile)).sum();
        let most = u32::from(self.level().tiles()) * self.timers().len() as u32;
        0.8 * tiles as f32 / most as f32
    }

    fn decide(&self, asked: &mut BotTask<'_, '_>) -> Intent {
        let (seat, now) = (asked.seat, asked.now);
        let skill = Skill::of(asked.level);
        // Which timer slips its mind changes with every card.
        let forgotten = (skill.forgets > 0 && asked.chance.one_in(skill.forgets))
            .then(|| asked.chance.below(self.timers().len() as u32) as usize);
        let mut thinking = Thinking { game: self, skill, forgotten, timer: asked.timer };
        if self.outward() && !self.is_choosing() {
            thinking.outward(seat, now, asked.chance)
        } else if self.awaited().contains(seat) {
            thinking.play(seat, now, asked.chance)
        } else {
            Intent::Wait { until: None }
        }
    }
}

/// One look at the table.
struct Thinking<'a, 'b> {
    game: &'a Quicksand,
    skill: Skill,
    /// The timer that it does not think of.
    forgotten: Option<usize>,
    timer: &'a mut Stopwatch<'b>,
}

/// A card (or a joker's effect) and its moment.
#[derive(Clone, Copy)]
struct Choice {
    action: Action,
    at: Millis,
}

/// How the game may go on after a choice.
#[derive(Clone)]
struct Line {
    choice: usize,
    world: Quicksand,
    at: Millis,
    hope: f32,
}

impl Thinking<'_, '_> {
    fn play(&mut self, seat: Seat, now: Millis, chance: &mut Chance) -> Intent {
        let soon = now.max(self.since_last(self.skill.reaction));
        match self.best(seat, seat, soon, chance) {
            Some(choice) => play(choice.action, now.max(choice.at)),
            None => Intent::Wait { until: None },
        }
    }

    /// S-30: who does not see their own cards plays what they are pointed at, and points for the others.
    fn outward(&mut self, seat: Seat, now: Millis, chance: &mut Chance) -> Intent {
        // Anyone may play the first card: the team leaves it to its first seat.
        let turn = self.game.turn().unwrap_or(Seat(0));
        let pointed_at = self.suggested_to(turn);
        let pressing = self.latest().is_some_and(|latest| latest <= now);
        if turn != seat {
            return match pointed_at {
                None => self.suggest(seat, turn, now, chance),
                // They do not begin: somebody has to.
                Some(_) if self.game.turn().is_none() && pressing => self.play(seat, now, chance),
                Some(_) => Intent::Wait { until: self.latest().filter(|_| self.game.turn().is_none()) },
            };
        }
        if let Some(place) = pointed_at {
            return play(Action::PlayPlace(place), now.max(self.since_last(self.skill.reaction)));
        }
        // The others know better what to play and when, but the sand does not wait for them.
        match self.latest() {
            Some(_) if pressing => self.play(seat, now, chance),
            Some(latest) => Intent::Wait { until: Some(latest) },
            // In practice nothing presses: whoever wants to point has a moment for it.
            None => self.play(seat, now + PATIENCE, chance),
        }
    }

    /// Points at the card that the seat whose turn it is should play, in time for its moment.
    fn suggest(&mut self, seat: Seat, to: Seat, now: Millis, chance: &mut Chance) -> Intent {
        let distance = to.clockwise(self.game.seats()).take_while(|&between| between != seat).count() as u64;
        let soon = now.max(self.since_last(Millis(COURTESY * distance)));
        // They need a moment to see it.
        let seen = soon + self.skill.reaction;
        match self.best(seat, to, seen, chance) {
            Some(Choice { action: Action::PlayPlace(place), at }) => {
                play(Action::Suggest { to, place }, soon.max(at - self.skill.reaction))
            }
            _ => Intent::Wait { until: None },
        }
    }

    /// The place that most seats point at.
    fn suggested_to(&self, seat: Seat) -> Option<Place> {
        let count = |place: Place| {
            self.game.standing_suggestions().filter(|s| s.to == seat && s.place == place).count()
        };
        Place::ALL.into_iter().filter(|&place| count(place) > 0).max_by_key(|&place| count(place))
    }

    fn since_last(&self, pause: Millis) -> Millis {
        // In practice the sand's time is not the table's.
        if self.game.is_practice() { Millis::ZERO } else { self.game.now() + pause }
    }

    /// When the next card has to be played at the latest.
    fn latest(&self) -> Option<Millis> {
        self.game.deadline().map(|due| due - MARGIN)
    }

    /// What `actor` should do, as far as `seat` knows: the choice whose lines come out best in imagined worlds.
    fn best(&mut self, seat: Seat, actor: Seat, soon: Millis, chance: &mut Chance) -> Option<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for action in actions(self.game, actor) {
            choices.extend(moments(self.game, soon, 4).map(|at| Choice { action, at }));
        }
        if choices.len() < 2 {
            return choices.pop();
        }
        let mut hopes = vec![0.0; choices.len()];
        for _ in 0..self.skill.worlds {
            let world = self.game.imagine_with_talk(seat, chance);
            let followed = self.follow(&world, actor, &choices);
            for (sum, hope) in hopes.iter_mut().zip(followed) {
                *sum += hope;
            }
            if self.must_end() {
                break;
            }
        }
        let best = (0..choices.len()).max_by(|&a, &b| hopes[a].total_cmp(&hopes[b]))?;
        choices.get(best).copied()
    }

    fn must_end(&mut self) -> bool {
        !self.timer.goes_on()
    }

    /// How good each choice is in this world, if the team goes on as well as it can see.
    fn follow(&mut self, world: &Quicksand, actor: Seat, choices: &[Choice]) -> Vec<f32> {
        let start = world.now();
        let mut lines: Vec<Line> = Vec::with_capacity(choices.len() * self.skill.breadth);
        for (index, choice) in choices.iter().enumerate() {
            lines.push(self.after(world, index, actor, *choice, start));
        }
        for _ in 1..self.skill.cards_ahead {
            if self.must_end() {
                break;
            }
            let mut further = Vec::with_capacity(lines.len() * 8);
            for line in lines {
                let Some(next) = line.world.awaited().first() else {
                    further.push(line);
                    continue;
                };
                for action in actions(&line.world, next) {
                    for at in moments(&line.world, line.at + self.skill.reaction, 2) {
                        further.push(self.after(
                            &line.world,
                            line.choice,
                            next,
                            Choice { action, at },
                            start,
                        ));
                    }
                }
            }
            lines = self.most_hopeful(further, choices.len());
        }
        let mut hopes = vec![f32::NEG_INFINITY; choices.len()];
        for line in &lines {
            hopes[line.choice] = hopes[line.choice].max(line.hope);
        }
        hopes
    }

    fn after(&self, world: &Quicksand, choice: usize, seat: Seat, chosen: Choice, start: Millis) -> Line {
        let mut world = world.clone();
        let Choice { action, at } = chosen;
        world.run_before(at, &mut Mute);
        // What ran out before may have ended the game.
        if world.check(seat, &action).is_ok() {
            world.apply(seat, action, at, &mut Mute);
        }
        let at = at.max(world.now());
        let hope = hope(&world, start, self.forgotten);
        Line { choice, world, at, hope }
    }

    /// A few of the best lines of each choice.
    fn most_hopeful(&self, mut lines: Vec<Line>, choices: usize) -> Vec<Line> {
        lines.sort_unstable_by(|a, b| b.hope.total_cmp(&a.hope));
        let mut kept = vec![0; choices];
        lines.retain(|line| {
            kept[line.choice] += 1;
            kept[line.choice] <= self.skill.breadth
        });
        lines
    }
}

fn play(action: Action, at: Millis) -> Intent {
    Intent::Play { action: action.to_string(), not_before: at }
}

fn actions(game: &Quicksand, seat: Seat) -> Vec<Action> {
    let mut actions = Vec::with_capacity(8);
    game.choices(seat, &mut actions);
    actions
}

/// When a card could be played: soon, just before a timer runs out, and in between.
fn moments(game: &Quicksand, soon: Millis, count: u64) -> impl Iterator<Item = Millis> {
    let last = game.deadline().map_or(soon, |due| (due - MARGIN).max(soon.min(due)));
    let room = last - soon;
    // Moments closer than a second are one.
    let count = if room < Millis(1_000) { 1 } else { count };
    (0..count)
        .map(move |k| if count == 1 { soon.min(last) } else { Millis(soon.0 + room.0 * k / (count - 1)) })
}

/// How hopeful a position is: tiles gained, sand left, jokers kept, and little time spent.
fn hope(game: &Quicksand, start: Millis, forgotten: Option<usize>) -> f32 {
    let spent = (game.now() - start).0 as f32 / 1000.0;
    if let Some(outcome) = game.outcome() {
        return if outcome.winners.is_empty() { -2_000.0 + spent } else { 2_000.0 - spent };
    }
    let thought_of = game.timers().iter().enumerate().filter(|(index, _)| Some(*index) != forgotten);
    let sand: f32 = thought_of.map(|(_, timer)| hope_of(game, timer)).sum();
    sand + 5.0 * game.jokers_held() as f32 - 0.25 * spent
}

fn hope_of(game: &Quicksand, timer: &Timer) -> f32 {
    let left = timer.left(game.now()).0 as f32 / 1000.0;
    // A timer that is low binds the next cards; one with plenty of sand leaves them free.
    let hurry = -40.0 * (-left / 4.0).exp() + 0.35 * left.min(30.0);
    let lost = if timer.lost { -45.0 } else { 0.0 };
    10.0 * f32::from(timer.tile) + hurry + lost
}
