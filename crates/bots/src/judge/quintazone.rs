//! `quintazone`: points, what others get, where one's zones can grow, and the largest zone that is still free.

use catalogue::crates::quintazone::Quintazone;
use table::{Chance, Game, Millis, Mute, Seat, Words};

use super::{Judge, Judging, Outlook, Speaks, Term, Weighed};
use crate::{
    mcts::{self, Foresee},
    quintazone::worths,
};

impl Judge for Quintazone {
    fn supposed(&self, seat: Seat, chance: &mut Chance) -> Self {
        self.suppose(seat, chance)
    }

    fn weigh(&self, asking: &mut Judging<'_, '_, Self>) -> Vec<Weighed<Self::Action>> {
        mcts::weigh(self, asking, |asking| asking.world(self))
    }

    fn outlook(&self, asking: &mut Judging<'_, '_, Self>) -> Outlook {
        mcts::outlook(self, asking, |asking| asking.world(self))
    }

    fn terms(&self, seat: Seat, weighed: &Weighed<Self::Action>) -> Vec<Term> {
        let mut after = self.clone();
        after.apply(seat, weighed.action, Millis::ZERO, &mut Mute);
        let worths = worths(&after, seat);
        let others = || Seat::all(self.seats()).filter(|&other| other != seat);
        // Goals are secret: what others are known to get is without them.
        let theirs =
            others().map(|other| i32::from(after.points(other)) - i32::from(self.points(other))).sum::<i32>();
        let mine = i32::from(after.total(seat)) - i32::from(self.total(seat));
        let openings: i32 =
            after.prospects().openings[seat.index()].iter().map(|&pips| i32::from(pips)).sum();
        let free = after.free_zones().map(|(_, cards)| i32::from(cards)).max().unwrap_or(0);
        let count = others().count().max(1) as f32;
        let mut terms = vec![
            Term {
                name: "points",
                weight: worths.points * mine as f32,
                value: mine,
                more_is_better: true,
                speaks: Speaks::for_if(mine > 0),
                words: points_of(mine),
            },
            Term {
                name: "others' points",
                weight: -worths.points * theirs as f32 / count,
                value: theirs,
                more_is_better: false,
                speaks: Speaks::for_if(theirs == 0),
                words: others_points(theirs),
            },
            Term {
                name: "openings",
                weight: worths.opening * openings as f32,
                value: openings,
                more_is_better: true,
                speaks: Speaks::For,
                words: openings_of(openings),
            },
        ];
        if free > 0 {
            terms.push(Term {
                name: "largest free zone",
                weight: worths.free * free as f32,
                value: free,
                more_is_better: true,
                speaks: Speaks::For,
                words: Words::new(
                    format!("a zone of {free} {} is still free", if free == 1 { "card" } else { "cards" }),
                    format!("une zone de {free} {} reste libre", if free == 1 { "carte" } else { "cartes" }),
                ),
            });
        }
        terms
    }
}

fn points_of(points: i32) -> Words {
    match points {
        0 => Words::fixed("it brings you no points now", "cela ne vous rapporte aucun point maintenant"),
        1 => Words::fixed("it brings you 1 point", "cela vous rapporte 1 point"),
        _ => Words::new(
            format!("it brings you {points} points"),
            format!("cela vous rapporte {points} points"),
        ),
    }
}

fn openings_of(count: i32) -> Words {
    match count {
        1 => Words::fixed(
            "your zones can then grow at 1 place, counted once for each pip there",
            "vos zones peuvent alors grandir à 1 endroit, compté une fois par point de pyramide",
        ),
        _ => Words::new(
            format!("your zones can then grow at {count} places, each counted once for each pip there"),
            format!(
                "vos zones peuvent alors grandir à {count} endroits, comptés une fois par point de pyramide"
            ),
        ),
    }
}

fn others_points(points: i32) -> Words {
    match points {
        0 => Words::fixed("it gives the others nothing", "cela n’apporte rien aux autres"),
        1 => Words::fixed(
            "it gives the others 1 point, goals apart",
            "cela donne 1 point aux autres, objectifs à part",
        ),
        _ => Words::new(
            format!("it gives the others {points} points, goals apart"),
            format!("cela donne {points} points aux autres, objectifs à part"),
        ),
    }
}
