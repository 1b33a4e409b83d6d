//! `quadri` judged: points, shapes that are there or come nearer, and what the next cards may make of it.

use catalogue::crates::quadri::{Action, Mode, Objective, Quadri};
use table::{Game, Seat, Words};

use super::{
    Wishes, after,
    chances::Weights,
    duel::{self, Duel, wishes},
    team::Team,
};
use crate::judge::{Judge, Judging, Outlook, Speaks, Term, Weighed, shares};

/// How many places are followed at first; the best of them by eye.
const FOLLOWED: usize = 8;
/// Through so many worlds at most.
const WORLDS: usize = 64;
/// How far ahead in points somebody has to be, by how many objectives are still to come. Set by hand, and measured: see docs/bots.md.
const POINTS: (f32, f32) = (3.0, 1.6);
/// How much an objective more in the hand is worth in ball-trap.
const HELD: f32 = 0.9;

impl Judge for Quadri {
    fn weigh(&self, asking: &mut Judging<'_, '_, Self>) -> Vec<Weighed<Action>> {
        let seat = asking.seat;
        let mut claims = Vec::new();
        self.actions(seat, &mut claims);
        claims
            .retain(|action| matches!(action, Action::Claim(objective) if self.there().contains(*objective)));
        let also = asking.also.map(|(action, _)| action);
        let standing = self.advantage(seat);
        let mut looked: Vec<(Action, f32, f32)> = Vec::new();
        for claim in &claims {
            looked.push((*claim, standing, 0.0));
        }
        if self.on_turn() == Some(seat) {
            looked.extend(self.look(asking, also, standing));
        } else if claims.is_empty() {
            looked.push((Action::Done, standing, 0.0));
        }
        if let Some(also) = also.filter(|also| looked.iter().all(|(action, ..)| action != also)) {
            looked.push((also, standing, 0.0));
        }
        let weighed = looked.into_iter().map(|(action, advantage, error)| {
            let chances = self.chances(seat, advantage);
            let more = self.chances(seat, advantage + error);
            let doubt = more[seat.index()] - chances[seat.index()];
            Weighed { action, at: asking.now, chances, doubt, line: self.claims_after(seat, action) }
        });
        weighed.collect()
    }

    fn outlook(&self, asking: &mut Judging<'_, '_, Self>) -> Outlook {
        Outlook { chances: self.chances(asking.seat, self.advantage(asking.seat)), doubt: 0.0 }
    }

    fn terms(&self, seat: Seat, weighed: &Weighed<Action>) -> Vec<Term> {
        let slope = |points: f32| {
            let now = self.chances(seat, 0.0)[seat.index()];
            self.chances(seat, points)[seat.index()] - now
        };
        let mut terms = Vec::new();
        let place = match weighed.action {
            Action::Claim(objective) => {
                let points = i32::from(objective.points());
                terms.push(Term {
                    name: "claims",
                    weight: slope(points as f32),
                    value: points,
                    more_is_better: true,
                    speaks: Speaks::For,
                    words: Words::new(
                        format!("the {} is there: {points} points", objective.name().en),
                        format!("«\u{202f}{}\u{202f}» est là\u{202f}: {points} points", objective.name().fr),
                    ),
                });
                return terms;
            }
            Action::Done => return terms,
            Action::Place(_) => weighed.action,
        };
        let then = after(self, seat, place);
        let is_there =
            |game: &Self, objective: Objective| game.is_done(objective) || game.there().contains(objective);
        let wishes = Wishes::of(self, seat);
        let ball_trap = self.options().mode == Mode::BallTrap;
        for (objective, worth) in &wishes.wanted {
            let (was, is) = (self.distance(*objective), then.distance(*objective));
            let name = objective.name();
            let gain = slope(wishes_near(*worth, is) - wishes_near(*worth, was));
            let done = if ball_trap { then.is_done(*objective) } else { is_there(&then, *objective) };
            let had = if ball_trap { self.is_done(*objective) } else { is_there(self, *objective) };
            let (en, fr) = match (had, done) {
                (false, true) => ("it completes", "cela forme"),
                (true, false) => ("it spoils", "cela défait"),
                (false, false) if is < was => ("it comes nearer to", "cela rapproche de"),
                (false, false) if is > was => ("it goes further from", "cela éloigne de"),
                _ => continue,
            };
            let words =
                Words::new(format!("{en} the {}", name.en), format!("{fr} «\u{202f}{}\u{202f}»", name.fr));
            terms.push(Term {
                // Each shape is a term by itself.
                name: objective.id(),
                weight: gain,
                value: was as i32 - is as i32,
                more_is_better: true,
                speaks: Speaks::for_if(is < was),
                words,
            });
        }
        terms
    }
}

fn wishes_near(worth: f32, distance: usize) -> f32 {
    worth * super::NEARNESS[distance.min(super::NEARNESS.len() - 1)]
}

trait Standing {
    fn advantage(&self, seat: Seat) -> f32;
    fn chances(&self, seat: Seat, advantage: f32) -> Vec<f32>;
    fn look(
        &self,
        asking: &mut Judging<'_, '_, Quadri>,
        also: Option<Action>,
        standing: f32,
    ) -> Vec<(Action, f32, f32)>;
    fn look_together(
        &self,
        asking: &mut Judging<'_, '_, Quadri>,
        also: Option<Action>,
    ) -> Vec<(Action, f32, f32)>;
    fn look_ahead(
        &self,
        asking: &mut Judging<'_, '_, Quadri>,
        also: Option<Action>,
        standing: f32,
    ) -> Vec<(Action, f32, f32)>;
    fn claims_after(&self, seat: Seat, action: Action) -> Vec<(Seat, Action)>;
}

impl Standing for Quadri {
    /// What the seat has in sight beyond its points, in points (competitive) or objectives (ball-trap); the odds of the team
    /// as a logarithm (cooperative).
    fn advantage(&self, seat: Seat) -> f32 {
        match self.options().mode {
            Mode::Cooperative if self.outcome().is_none() => odds(Team::of(self).standing()),
            _ => Wishes::of(self, seat).worth(self),
        }
    }

    /// Everybody's chances, if the asking seat has that much in sight.
    fn chances(&self, seat: Seat, advantage: f32) -> Vec<f32> {
        if let Some(shares) = shares(self) {
            return shares;
        }
        let seats = || Seat::all(self.seats());
        match self.options().mode {
            Mode::Cooperative => {
                vec![1.0 / (1.0 + (-advantage).exp()); usize::from(self.seats())]
            }
            Mode::Competitive => {
                let to_come = self.objectives_left() as f32;
                let scale = POINTS.0 + POINTS.1 * to_come.sqrt();
                // What the others have in sight is not known: about as much as anybody.
                let usual = if self.closing().is_some() { 0.0 } else { 3.5 };
                luce(seats().map(|other| {
                    let sight = if other == seat { advantage } else { usual };
                    (self.points(other) as f32 + sight) / scale
                }))
            }
            Mode::BallTrap => luce(seats().map(|other| {
                let held = self.hand(other).len() as f32;
                let sight = if other == seat { advantage } else { 0.0 };
                if held > 0.0 { HELD * held + sight } else { -20.0 }
            })),
        }
    }

    /// Each place by eye, the best of them followed: what it comes to, and its standard error.
    fn look(
        &self,
        asking: &mut Judging<'_, '_, Quadri>,
        also: Option<Action>,
        standing: f32,
    ) -> Vec<(Action, f32, f32)> {
        let mut looked = if self.options().mode == Mode::Cooperative {
            self.look_together(asking, also)
        } else {
            self.look_ahead(asking, also, standing)
        };
        // Where chances are the same, because all is won or lost, the better one comes first.
        looked.sort_by(|a, b| b.1.total_cmp(&a.1));
        looked
    }

    /// Cooperative: the chances of the team, whichever card comes next.
    fn look_together(
        &self,
        asking: &mut Judging<'_, '_, Quadri>,
        also: Option<Action>,
    ) -> Vec<(Action, f32, f32)> {
        let mut team = Team::of(self);
        let mut looks = team.looks(|_| true);
        if let Some(asked) = looks.iter().skip(1).position(|look| also == Some(Action::Place(look.place))) {
            // Followed like the best.
            looks[1..=asked + 1].rotate_right(1);
        }
        let followed = team.follow(&mut looks, FOLLOWED, asking.timer);
        looks.truncate(followed.max(1));
        looks.iter().map(|look| (Action::Place(look.place), odds(look.chance), 0.0)).collect()
    }

    /// Each for themselves: what comes of it in imagined worlds until the next card.
    fn look_ahead(
        &self,
        asking: &mut Judging<'_, '_, Quadri>,
        also: Option<Action>,
        standing: f32,
    ) -> Vec<(Action, f32, f32)> {
        let seat = asking.seat;
        let Some(card) = self.next_card() else { return Vec::new() };
        let weights = Weights::of(self.options().mode);
        let wishes = wishes(self, seat, self.placements_left() - 1);
        let mut looks = Duel::of(self, weights).looks(card, &wishes, |_| true);
        let eye = looks.first().map_or(standing, |look| look.worth.max(standing));
        let played = looks.iter().position(|look| also == Some(Action::Place(look.place)));
        if let Some(played) = played.filter(|played| *played >= FOLLOWED) {
            looks.swap(played, FOLLOWED);
            looks.truncate(FOLLOWED + 1);
        }
        looks.truncate(FOLLOWED + usize::from(played.is_some_and(|played| played >= FOLLOWED)));
        let mut went: Vec<Vec<f32>> = vec![Vec::new(); looks.len()];
        while !looks.is_empty() && (went[0].is_empty() || !asking.timer.is_over()) && went[0].len() < WORLDS {
            let world = asking.world(self);
            for (look, went) in looks.iter().zip(&mut went) {
                went.push(duel::follow(&world, seat, look.place, weights));
                asking.timer.goes_on();
            }
        }
        let mut weighed: Vec<(Action, f32, f32)> = looks
            .iter()
            .zip(went)
            .map(|(look, went)| {
                let count = went.len().max(1) as f32;
                let mean = went.iter().sum::<f32>() / count;
                let spread = went.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / count;
                (Action::Place(look.place), mean, (spread / count).sqrt())
            })
            .collect();
        // Following counts cards that come for everybody: what matters is how the places differ.
        let most = weighed.iter().map(|(_, value, _)| *value).fold(f32::NEG_INFINITY, f32::max);
        for (_, value, _) in &mut weighed {
            *value += eye - most;
        }
        weighed
    }

    /// What the seat may claim at once after its card. What comes next is in nobody's hand.
    fn claims_after(&self, seat: Seat, action: Action) -> Vec<(Seat, Action)> {
        if !matches!(action, Action::Place(_)) || self.options().mode != Mode::Competitive {
            return Vec::new();
        }
        let then = after(self, seat, action);
        let mut claims = Vec::new();
        for &objective in self.hand(seat) {
            let claim = Action::Claim(objective);
            if then.there().contains(objective) && then.check(seat, &claim).is_ok() {
                claims.push((seat, claim));
            }
        }
        claims
    }
}

/// The odds of a chance, as a logarithm.
fn odds(chance: f32) -> f32 {
    let chance = chance.clamp(1e-4, 1.0 - 1e-4);
    (chance / (1.0 - chance)).ln()
}

/// Chances in proportion to the exponential of each strength.
fn luce(strengths: impl Iterator<Item = f32>) -> Vec<f32> {
    let strengths: Vec<f32> = strengths.collect();
    let top = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let each: Vec<f32> = strengths.iter().map(|strength| (strength - top).exp()).collect();
    let all: f32 = each.iter().sum();
    each.into_iter().map(|strength| strength / all).collect()
}
