//! The cooperative game: ten shapes for all, nineteen cards.
//!
//! Everything but the order of the pile is open, so that a team is one player with many hands. A position is as good as the
//! chance that every open shape is done in time. Every place is looked at by eye; the best are followed to the next card,
//! whichever comes, laid as well as it can be.

use catalogue::crates::quadri::{Card, Mode, Objective, Place, Quadri, Turn};

use super::{
    board::{Board, Stages},
    chances::{Phase, Weights, features},
};
use crate::Stopwatch;

/// What each shape that is left over at the end counts, as the logarithm of a chance: none, but fewer are less bad.
const MISSED: f32 = -6.0;

/// A place for the card that is turned up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) place: Place,
    at: (i16, i16),
    /// The chance that the team wins: at first sight, then followed.
    pub(super) chance: f32,
}

/// A position of the team's game.
pub(super) struct Team<'a> {
    weights: &'a Weights,
    board: Board,
    open: Vec<Objective>,
    card: Option<Card>,
    /// The cards that may come next, and how likely each is.
    next: Vec<(Card, f32)>,
    /// How many cards can still be laid.
    left: usize,
    stages: Vec<Stages>,
    spots: Vec<(i16, i16)>,
}

impl<'a> Team<'a> {
    pub(super) fn of(game: &Quadri) -> Self {
        Self::with(game, Weights::of(Mode::Cooperative))
    }

    pub(super) fn with(game: &Quadri, weights: &'a Weights) -> Self {
        let all: usize = game.unseen_cards().map(|(_, count)| count).sum();
        let likely = |(card, count): (Card, usize)| (card, count as f32 / all.max(1) as f32);
        Self {
            weights,
            board: Board::of(game),
            open: game.common().iter().copied().filter(|o| !game.is_done(*o)).collect(),
            card: game.next_card(),
            next: game.unseen_cards().filter(|(_, count)| *count > 0).map(likely).collect(),
            left: game.placements_left(),
            stages: Vec::new(),
            spots: Vec::new(),
        }
    }

    /// The chance of the team as the table lies.
    pub(super) fn standing(&mut self) -> f32 {
        let open = std::mem::take(&mut self.open);
        let worth = self.worth(&open, self.left);
        self.open = open;
        worth.exp()
    }

    /// The logarithm of the chance that all of `open` are done, if `left` cards come after this table.
    fn worth(&mut self, open: &[Objective], left: usize) -> f32 {
        self.board.stages(open, &mut self.stages);
        let still = self.stages.iter().filter(|stages| stages[0] == 0).count();
        if left == 0 {
            return MISSED * still as f32;
        }
        let wanted = still as f32 / left as f32;
        let mut worth = 0.0;
        for (objective, stages) in open.iter().zip(&self.stages).filter(|(_, stages)| stages[0] == 0) {
            let odds = self.weights.odds(Phase::Team(left), &features(*objective, stages, wanted));
            worth -= (-odds).exp().ln_1p();
        }
        worth
    }

    /// Every place for the card with the chance at first sight, the best first. Only those spots count that are
    /// to be considered.
    pub(super) fn looks(&mut self, consider: impl FnMut(&(i16, i16)) -> bool) -> Vec<Look> {
        let Some(card) = self.card else { return Vec::new() };
        let mut spots = std::mem::take(&mut self.spots);
        self.board.considered(&mut spots, consider);
        let open = std::mem::take(&mut self.open);
        let mut looks = Vec::with_capacity(spots.len() * 4);
        for &at in &spots {
            for turn in Turn::ALL {
                let before = self.board.lay(at, card, turn);
                let chance = self.worth(&open, self.left - 1).exp();
                self.board.take_up(&before);
                looks.push(Look { place: self.board.place(at, turn), at, chance });
            }
        }
        (self.open, self.spots) = (open, spots);
        looks.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        looks
    }

    /// Follows the best looks to the next card for as long as there is time, and puts the best of those that were followed
    /// first. Says how many were.
    pub(super) fn follow(&mut self, looks: &mut [Look], most: usize, clock: &mut Stopwatch<'_>) -> usize {
        let mut followed = 0;
        for look in looks.iter_mut().take(most) {
            let Some(chance) = self.followed(look, clock) else { break };
            look.chance = chance;
            followed += 1;
        }
        looks[..followed].sort_by(|a, b| b.chance.total_cmp(&a.chance));
        followed
    }

    /// The chance after this place if the next card is laid as well as it can be; none if time runs out over it.
    fn followed(&mut self, look: &Look, clock: &mut Stopwatch<'_>) -> Option<f32> {
        let before = self.board.lay(look.at, self.card?, look.place.turn);
        self.board.stages(&self.open, &mut self.stages);
        let stages = self.stages.iter().map(|stages| stages[0] > 0);
        let open: Vec<Objective> =
            self.open.iter().zip(stages).filter(|(_, is_done)| !is_done).map(|(o, _)| *o).collect();
        let left = self.left - 1;
        let chance = if open.is_empty() || left == 0 {
            Some((MISSED * open.len() as f32).exp())
        } else {
            self.next_card(&open, left, clock)
        };
        self.board.take_up(&before);
        chance
    }

    fn next_card(&mut self, open: &[Objective], left: usize, clock: &mut Stopwatch<'_>) -> Option<f32> {
        let mut spots = std::mem::take(&mut self.spots);
        self.board.spots(&mut spots);
        let mut chance = Some(0.0);
        for index in 0..self.next.len() {
            let (card, share) = self.next[index];
            // A card takes a while: the clock is read every time.
            if !clock.goes_on() || clock.spent() > 1.0 {
                chance = None;
                break;
            }
            let mut best = f32::NEG_INFINITY;
            for &at in &spots {
                for turn in Turn::ALL {
                    let before = self.board.lay(at, card, turn);
                    best = best.max(self.worth(open, left - 1));
                    self.board.take_up(&before);
                }
            }
            chance = chance.map(|chance| chance + share * best.exp());
        }
        self.spots = spots;
        chance
    }
}
