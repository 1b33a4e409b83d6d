//! Timers are turned, moved, lost and recovered, and the game ends (S-14 to S-24, S-28).

use table::{Audience, Clause, Outcome, Seats, Sink};

use crate::{
    clause::{S_22, S_23, S_24},
    data::{Card, MOST_TIMERS},
    event::{Event, Step, Zone},
    state::Quicksand,
    timer::TimerName,
};

impl Quicksand {
    /// S-14: every timer that stands on a fitting tile when the card is played; S-16: the most advanced first.
    pub(crate) fn activate_all(&mut self, card: Card, tell: &mut impl Sink<Event>) {
        let mut order = [0; MOST_TIMERS];
        let mut count = 0;
        for tile in (1..=self.level.tiles()).rev() {
            if !card.fits(self.tiles[usize::from(tile) - 1]) {
                continue;
            }
            // S-21: lost timers stand on no tile.
            if let Some(index) = self.timers().iter().position(|t| !t.lost && t.tile == tile) {
                order[count] = index;
                count += 1;
            }
        }
        for &index in &order[..count] {
            self.activate(index, tell);
        }
    }

    /// S-17: turned, and moved one tile on if that is free; S-28: or a block marker comes off instead.
    pub(crate) fn activate(&mut self, index: usize, tell: &mut impl Sink<Event>) {
        let from = self.timers[index].tile;
        let next = from + 1;
        let blocked = self.blocks.contains(next);
        if blocked {
            self.blocks.remove(next);
        }
        let free = next <= self.level.tiles() && !blocked && !self.is_held(next);
        let to = if free { next } else { from };
        let timer = &mut self.timers[index];
        timer.turn(self.now);
        timer.tile = to;
        let left = timer.held;
        tell.tell(Audience::All, || {
            Event::Activated(Step {
                timer: TimerName::of(index),
                from,
                to,
                lost: false,
                unblocks: blocked.then_some(next),
                left,
            })
        });
    }

    /// S-20.
    pub(crate) fn recover(&mut self, index: usize, tell: &mut impl Sink<Event>) {
        let tile = self.timers[index].tile;
        let lost = self.is_held(tile);
        let timer = &mut self.timers[index];
        timer.turn(self.now);
        timer.lost = lost;
        let left = timer.held;
        tell.tell(Audience::All, || {
            Event::Recovered(Step {
                timer: TimerName::of(index),
                from: tile,
                to: tile,
                lost,
                unblocks: None,
                left,
            })
        });
    }

    /// S-19: every timer with nothing left at this instant has run out; all of them do, then the game may end.
    pub(crate) fn settle(&mut self, tell: &mut impl Sink<Event>) {
        let at = self.now;
        let (mut lost_ran_out, mut danger_ran_out) = (false, false);
        for index in 0..self.level.timers.len() {
            let danger = self.is_danger(self.timers[index].tile);
            let timer = &mut self.timers[index];
            if timer.runs_out() > at {
                continue;
            }
            let tile = timer.tile;
            let zone = if timer.lost {
                lost_ran_out = true;
                Zone::Lost
            } else if danger {
                danger_ran_out = true;
                Zone::Danger
            } else {
                // S-18: turned, and beside its tile.
                timer.turn(at);
                timer.lost = true;
                Zone::Track
            };
            tell.tell(Audience::All, || Event::RanOut { timer: TimerName::of(index), tile, zone, at });
        }
        if lost_ran_out {
            self.end(Seats::NONE, S_22, tell);
        } else if danger_ran_out {
            self.end(Seats::NONE, S_23, tell);
        } else if self.timers().iter().all(|t| !t.lost && self.is_danger(t.tile)) {
            self.end(Seats::all(self.seats), S_24, tell);
        }
    }

    fn end(&mut self, winners: Seats, clause: Clause, tell: &mut impl Sink<Event>) {
        self.outcome = Some(Outcome::new(winners, clause));
        self.choosing = None;
        let (won, at) = (!winners.is_empty(), self.now);
        tell.tell(Audience::All, || Event::Ended { won, clause, at });
    }
}
