//! What `quintazone` teaches: a pyramid is worth its pips times the cards of its zone, twice that in its owner's goal,
//! and pips that are still in the reserve are worth the zones that wait for them.

use catalogue::crates::quintazone::{Action, Quintazone};
use table::{Game, Millis, Mute, Outcome, Seat};

use super::Teach;

/// A lead of so many points is almost a win.
const CLEAR_LEAD: f32 = 60.0;
/// What the zone under a pyramid is expected to have once its time comes, in cards, beyond the free zones of now.
const HOPE: f32 = 1.5;

impl Teach for Quintazone {
    const FORESIGHT: u64 = 10;

    fn worth(&self, seat: Seat) -> f32 {
        let best_other = Seat::all(self.seats())
            .filter(|&other| other != seat)
            .map(|other| prospect(self, other))
            .fold(0.0, f32::max);
        standing(prospect(self, seat) - best_other)
    }

    /// Winning is what counts; how clearly makes the search prefer one way over another while both still win.
    fn reward(&self, outcome: &Outcome, seat: Seat) -> f32 {
        let score = |seat: Seat| f32::from(self.total(seat));
        let best_other =
            Seat::all(self.seats()).filter(|&other| other != seat).map(score).fold(0.0, f32::max);
        0.5 * standing(score(seat) - best_other) + 0.5 * f32::from(outcome.winners.contains(seat))
    }

    fn urge(&self, seat: Seat, action: &Action) -> f32 {
        match *action {
            Action::Stand { size, cell, element } => {
                let cards = self.zone_at(cell, element).map_or(1, |(cards, _)| cards);
                let goal = if element == self.goal(seat) { 2.0 } else { 1.0 };
                0.4 + 0.25 * f32::from(size.pips()) * f32::from(cards) * goal
            }
            Action::Lay { .. } => {
                let before = lead(self, seat);
                let mut after = self.clone();
                after.apply(seat, *action, Millis::ZERO, &mut Mute);
                (1.0 + 0.25 * (lead(&after, seat) - before)).clamp(0.2, 6.0)
            }
            // A pyramid that stands now grows with its zone: doing without one is rarely right.
            Action::End => 0.5,
            Action::Pass => 1.0,
        }
    }
}

/// From 0 to 1, by how many points a seat is ahead of the best other one.
fn standing(lead: f32) -> f32 {
    (0.5 + lead / (2.0 * CLEAR_LEAD)).clamp(0.0, 1.0)
}

/// How many points the seat is ahead of the best other one, as things are.
fn lead(game: &Quintazone, seat: Seat) -> f32 {
    let others = Seat::all(game.seats()).filter(|&other| other != seat);
    f32::from(game.total(seat)) - others.map(|other| f32::from(game.total(other))).fold(0.0, f32::max)
}

/// What the seat scores now, and what its reserve may still bring: its largest pyramids on the best free zones, as many
/// as it has turns for.
fn prospect(game: &Quintazone, seat: Seat) -> f32 {
    let seats = usize::from(game.seats());
    let unlaid = game.pile() + Seat::all(game.seats()).map(|seat| game.hand(seat).len()).sum::<usize>();
    let turns = unlaid.div_ceil(seats);
    let reserve = game.reserve(seat);
    let goal = game.goal(seat);
    let mut free: Vec<f32> = game
        .free_zones()
        .map(|(element, cards)| f32::from(cards) * if element == goal { 2.0 } else { 1.0 })
        .collect();
    free.sort_unstable_by(|a, b| b.total_cmp(a));
    let pips = [3u8, 2, 1]
        .into_iter()
        .flat_map(|pips| std::iter::repeat_n(f32::from(pips), usize::from(reserve[usize::from(pips) - 1])));
    // The others want the same zones: with so many seats, each gets about one in as many.
    let zones = free.into_iter().step_by(seats).map(|cards| cards + HOPE).chain(std::iter::repeat(HOPE));
    let hoped: f32 = pips.take(turns).zip(zones).map(|(pips, cards)| pips * cards).sum();
    f32::from(game.total(seat)) + hoped
}
