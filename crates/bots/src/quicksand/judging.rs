//! `quicksand` judged: in how many worlds the team still wins if everybody plays on with a fair eye, and what the sand
//! looks like right after the card.

use std::sync::atomic::AtomicBool;

use catalogue::crates::quicksand::{Action, Quicksand, TimerName};
use table::{Chance, Game, Millis, Mute, Seat, Words};

use super::{Choice, Skill, Thinking, actions, moments};
use crate::{
    Budget, Level, Stopwatch,
    judge::{CANDIDATES, Judge, Judging, Outlook, Speaks, Term, Weighed, shares},
};

/// The part of the time in which choices are looked at before the best are played out.
const LOOKING: f64 = 0.4;
/// How those look ahead who play a world out.
const FAIR: Skill = Skill { reaction: Millis(1_200), worlds: 1, cards_ahead: 2, breadth: 2, forgets: 0 };
/// No game has more cards.
const MOST_CARDS: usize = 200;
/// From a unit of hope to a part of an even chance: a tile is worth ten.
const SLOPE: f32 = 0.004;

impl Judge for Quicksand {
    fn supposed(&self, seat: Seat, chance: &mut Chance) -> Self {
        self.imagine_with_talk(seat, chance)
    }

    fn weigh(&self, asking: &mut Judging<'_, '_, Self>) -> Vec<Weighed<Action>> {
        let seat = asking.seat;
        let few = self.look(asking);
        let mut won = vec![0.0f32; few.len()];
        let mut rounds = 0.0f32;
        while rounds < 1.0 || asking.timer.goes_on() {
            let world = asking.world(self);
            for (choice, won) in few.iter().zip(&mut won) {
                *won += f32::from(u8::from(wins(&world, seat, *choice, asking)));
            }
            rounds += 1.0;
        }
        let weighed = few.into_iter().zip(won).map(|(choice, won)| {
            // So few worlds leave room for doubt at both ends.
            let chance = (won + 0.5) / (rounds + 1.0);
            Weighed {
                action: choice.action,
                at: choice.at,
                chances: vec![chance; usize::from(self.seats())],
                doubt: (chance * (1.0 - chance) / rounds).sqrt(),
                line: Vec::new(),
            }
        });
        weighed.collect()
    }

    fn outlook(&self, asking: &mut Judging<'_, '_, Self>) -> Outlook {
        let (mut won, mut rounds) = (0.0f32, 0.0f32);
        while rounds < 1.0 || asking.timer.goes_on() {
            let world = asking.world(self);
            won += f32::from(u8::from(played_out(world, asking.now, asking)));
            rounds += 1.0;
        }
        let chance = (won + 0.5) / (rounds + 1.0);
        let doubt = (chance * (1.0 - chance) / rounds).sqrt();
        Outlook { chances: vec![chance; usize::from(self.seats())], doubt }
    }

    fn terms(&self, seat: Seat, weighed: &Weighed<Action>) -> Vec<Term> {
        let mut after = self.clone();
        after.apply(seat, weighed.action, weighed.at, &mut Mute);
        let now = after.now();
        let mut terms = Vec::new();
        if shares(&after).is_some_and(|shares| shares[0] > 0.5) {
            terms.push(Term {
                name: "wins",
                weight: 1.0,
                value: 1,
                more_is_better: true,
                speaks: Speaks::For,
                words: Words::fixed("it wins the game", "cela gagne la partie"),
            });
            return terms;
        }
        let both = self.timers().iter().zip(after.timers());
        let on = both.filter(|(was, is)| is.tile > was.tile).count() as i32;
        terms.push(Term {
            name: "tiles",
            weight: SLOPE * 10.0 * on as f32,
            value: on,
            more_is_better: true,
            speaks: Speaks::for_if(on > 0),
            words: match on {
                0 => Words::fixed("no timer moves on", "aucun sablier n’avance"),
                1 => Words::fixed("one timer moves on", "un sablier avance"),
                _ => Words::new(format!("{on} timers move on"), format!("{on} sabliers avancent")),
            },
        });
        let lost = after.timers().iter().filter(|timer| timer.lost).count() as i32;
        terms.push(Term {
            name: "lost timers",
            weight: -SLOPE * 45.0 * lost as f32,
            value: lost,
            more_is_better: false,
            speaks: Speaks::for_if(lost == 0),
            words: match lost {
                0 => Words::fixed("no timer is lost", "aucun sablier n’est perdu"),
                1 => Words::fixed("one timer is lost", "un sablier est perdu"),
                _ => Words::new(format!("{lost} timers are lost"), format!("{lost} sabliers sont perdus")),
            },
        });
        let lowest = after.timers().iter().enumerate().min_by_key(|(_, timer)| timer.left(now));
        if let Some((index, timer)) = lowest {
            let letter = TimerName::of(index).letter();
            let seconds = (timer.left(now).0 / 1000) as i32;
            terms.push(Term {
                name: "lowest sand",
                weight: -SLOPE * 40.0 * (-(seconds as f32) / 4.0).exp(),
                value: seconds,
                more_is_better: true,
                speaks: Speaks::Either,
                words: Words::new(
                    format!("the lowest timer, {letter}, then has {seconds} s left"),
                    format!("le sablier le plus bas, {letter}, a alors {seconds} s"),
                ),
            });
        }
        let jokers = after.jokers_held() as i32 - self.jokers_held() as i32;
        if jokers < 0 {
            terms.push(Term {
                name: "jokers",
                weight: SLOPE * 5.0 * jokers as f32,
                value: jokers,
                more_is_better: true,
                speaks: Speaks::Against,
                words: Words::fixed("it spends a joker", "cela dépense un joker"),
            });
        }
        terms
    }
}

/// Whether the team wins this world after a choice, if everybody plays on with a fair eye.
fn wins(world: &Quicksand, seat: Seat, choice: Choice, asking: &mut Judging<'_, '_, Quicksand>) -> bool {
    let mut world = world.clone();
    world.run_before(choice.at, &mut Mute);
    if world.check(seat, &choice.action).is_ok() {
        world.apply(seat, choice.action, choice.at, &mut Mute);
    }
    played_out(world, choice.at, asking)
}

fn played_out(mut world: Quicksand, now: Millis, asking: &mut Judging<'_, '_, Quicksand>) -> bool {
    let never = AtomicBool::new(false);
    let mut at = now.max(world.now());
    for _ in 0..MOST_CARDS {
        if world.outcome().is_some() {
            break;
        }
        let Some(seat) = world.awaited().first() else {
            let Some(due) = world.deadline() else { break };
            world.tick(due, &mut Mute);
            continue;
        };
        // A thought of its own: what is left of the judge's time does not make the players hasty.
        let clock = &mut Stopwatch::start(Budget::nodes(64), &never);
        let best = {
            let thinking = &mut Thinking { game: &world, skill: FAIR, forgotten: None, timer: clock };
            thinking.best(seat, seat, at + FAIR.reaction, asking.chance)
        };
        let Some(choice) = best else { break };
        world.run_before(choice.at, &mut Mute);
        if world.check(seat, &choice.action).is_ok() {
            world.apply(seat, choice.action, choice.at, &mut Mute);
        }
        at = choice.at.max(world.now());
        asking.timer.goes_on();
    }
    shares(&world).is_some_and(|shares| shares[0] > 0.5)
}

trait Looking {
    fn look(&self, asking: &mut Judging<'_, '_, Quicksand>) -> Vec<Choice>;
}

impl Looking for Quicksand {
    /// The most hopeful moment of each card, the best few of these, and what is asked about.
    fn look(&self, asking: &mut Judging<'_, '_, Quicksand>) -> Vec<Choice> {
        let seat = asking.seat;
        let mut choices: Vec<Choice> = Vec::new();
        for action in actions(self, seat) {
            choices.extend(moments(self, asking.now, 4).map(|at| Choice { action, at }));
        }
        let mut hopes = vec![0.0f32; choices.len()];
        let mut looked = 0;
        while choices.len() > 1 && (looked == 0 || asking.timer.spent() < LOOKING) {
            let world = asking.world(self);
            let skill = Skill::of(Level::Club);
            let mut thinking = Thinking { game: self, skill, forgotten: None, timer: asking.timer };
            let followed = thinking.follow(&world, seat, &choices);
            hopes.iter_mut().zip(followed).for_each(|(sum, hope)| *sum += hope);
            looked += 1;
            if looked >= 24 {
                break;
            }
        }
        let mut order: Vec<usize> = (0..choices.len()).collect();
        order.sort_by(|&a, &b| hopes[b].total_cmp(&hopes[a]));
        let mut few: Vec<Choice> = Vec::new();
        for index in order {
            let choice = choices[index];
            if few.len() < CANDIDATES && few.iter().all(|known| known.action != choice.action) {
                few.push(choice);
            }
        }
        if let Some((action, at)) = asking.also {
            // The same card at nearly the same moment is the same choice.
            let near = |known: &Choice| known.action == action && known.at.0.abs_diff(at.0) < 1_000;
            few.retain(|known| !near(known));
            few.push(Choice { action, at });
        }
        few
    }
}
