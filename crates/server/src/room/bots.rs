//! The bots of a table: asked whenever the table has changed, and played at a pace that people can follow.

use std::{sync::Arc, time::Duration};

use bots::Intent;
use table::{Millis, Seat, Seats};
use tokio::time::Instant;

use super::{Incoming, NotDone, Room};
use crate::{
    decide::STAND_IN,
    fold::Holder,
    protocol::{Phase, Request},
    thinking::{Place, Progress, Think},
};

/// A bot that waits is not asked again sooner.
const PATIENCE: Millis = Millis(20);
/// A bot that has waited for so long for its turn to think is said to.
const LONG_WAIT: Duration = Duration::from_secs(1);
/// Where nobody is, bots pause before each move for this part of the time that nobody has been there, …
const ALONE_PAUSE: u32 = 8;
/// … and after this time they wait until somebody comes.
const ALONE_MOST: Duration = Duration::from_mins(10);

#[derive(Debug)]
enum Mind {
    Thinking { since: Instant },
    Ready { action: String, at: Millis },
    Waiting { until: Option<Millis> },
}

#[derive(Debug)]
struct Thought {
    id: u64,
    seat: Seat,
    progress: Arc<Progress>,
    mind: Mind,
}

/// What the bots of a table have in mind.
#[derive(Debug)]
pub(super) struct BotSeats {
    thoughts: Vec<Thought>,
    asked: u64,
    /// Something changed since they were last asked.
    stale: bool,
    /// The seats that they play for people who are gone.
    stood_in: Seats,
    /// Since when nobody has been at the table.
    alone: Option<Instant>,
    /// Those who were last said to wait for their turn to think.
    queued: Seats,
}

impl Default for BotSeats {
    fn default() -> Self {
        let (stood_in, queued) = (Seats::NONE, Seats::NONE);
        Self { thoughts: Vec::new(), asked: 0, stale: true, stood_in, alone: None, queued }
    }
}

impl BotSeats {
    /// What they thought was about another position: it is thrown away.
    pub(super) fn table_changed(&mut self) {
        self.stop();
        self.stale = true;
    }

    /// They are asked once more what they would do.
    pub(super) fn ask_again(&mut self) {
        self.stale = true;
    }

    /// From now on they play these seats, besides their own.
    pub(super) fn play_for(&mut self, seats: Seats) {
        if std::mem::replace(&mut self.stood_in, seats) != seats {
            self.table_changed();
        }
    }

    fn stop(&mut self) {
        for thought in self.thoughts.drain(..) {
            thought.progress.stop();
        }
    }

    /// Whether one of them is about to do something.
    pub(super) fn busy(&self) -> bool {
        self.thoughts.iter().any(|thought| !matches!(thought.mind, Mind::Waiting { until: None }))
    }

    /// When one of them next wants to play, or to be asked again.
    pub(super) fn next(&self) -> Option<Millis> {
        let when = |thought: &Thought| match &thought.mind {
            Mind::Thinking { .. } => None,
            Mind::Ready { at, .. } => Some(*at),
            Mind::Waiting { until } => *until,
        };
        self.thoughts.iter().filter_map(when).min()
    }

    /// The next of them that wants to do something by now.
    fn take_due(&mut self, now: Millis) -> Option<Thought> {
        let due = |thought: &Thought| match thought.mind {
            Mind::Ready { at, .. } => at <= now,
            Mind::Waiting { until } => until.is_some_and(|until| until <= now),
            Mind::Thinking { .. } => false,
        };
        let index = self.thoughts.iter().position(due)?;
        Some(self.thoughts.swap_remove(index))
    }

    fn remember(&mut self, seat: Seat, mind: Mind) -> (u64, Arc<Progress>) {
        self.asked += 1;
        let progress = Arc::new(Progress::default());
        self.thoughts.push(Thought { id: self.asked, seat, progress: Arc::clone(&progress), mind });
        (self.asked, progress)
    }

    /// Sees whether anybody is here. Once nobody has been for long, they stop until somebody comes.
    fn notice(&mut self, people: bool, now: Instant) {
        if people {
            if self.alone.take().is_some_and(|since| pause_alone(now - since).is_none()) {
                self.stale = true;
            }
        } else if pause_alone(now - *self.alone.get_or_insert(now)).is_none() {
            self.stop();
        }
    }

    /// Those who have not come to think for a while, because many want to.
    pub(super) fn queued(&self) -> Seats {
        self.queued
    }

    /// Looks who waits for long. Says whether that has changed.
    fn see_the_queue(&mut self, now: Instant) -> bool {
        let queued = self.waiting().filter(|&(_, due)| due <= now).map(|(seat, _)| seat).collect();
        std::mem::replace(&mut self.queued, queued) != queued
    }

    /// When one of them will have waited for long.
    pub(super) fn next_queued(&self, now: Instant) -> Option<Instant> {
        self.waiting().map(|(_, due)| due).filter(|&due| due > now).min()
    }

    /// Those who wait for their turn to think, and when that is long.
    fn waiting(&self) -> impl Iterator<Item = (Seat, Instant)> {
        let waits = |thought: &Thought| match thought.mind {
            Mind::Thinking { since } if thought.progress.waits() => Some((thought.seat, since + LONG_WAIT)),
            _ => None,
        };
        self.thoughts.iter().filter_map(waits)
    }
}

/// How long bots pause where nobody has been for so long; nothing: they wait until somebody comes.
fn pause_alone(alone: Duration) -> Option<Millis> {
    (alone < ALONE_MOST).then(|| Millis((alone / ALONE_PAUSE).as_millis() as u64))
}

impl Drop for BotSeats {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Room {
    /// Asks every bot that can do something and has not been asked about this position.
    pub(super) fn consider(&mut self) {
        let (instant, people) = (Instant::now(), self.anybody());
        self.bots.notice(people, instant);
        self.ask_bots(instant, people);
        if self.bots.see_the_queue(instant) {
            self.presence_changed();
        }
    }

    fn ask_bots(&mut self, instant: Instant, people: bool) {
        let playing = self.table.phase() == Phase::Playing && self.clock.runs();
        if self.late_bots().is_some_and(|late| instant < late) {
            return; // Another node lets them think.
        }
        let given_up = self.bots.alone.is_some_and(|since| pause_alone(instant - since).is_none());
        if !std::mem::take(&mut self.bots.stale) || !playing || given_up {
            return;
        }
        let from = self.comes_from();
        let place = Place { from, guest: self.table.opening.host, table: self.table.key, people };
        let Some(game) = &self.table.game else { return };
        let now = self.scene().now;
        for (seat, chair) in self.table.chairs.iter() {
            let level = match chair.holder {
                Some(Holder::Bot(level)) => level,
                // Somebody is gone, and the sand does not wait for them.
                Some(Holder::Person(_)) if self.bots.stood_in.contains(seat) => STAND_IN,
                _ => continue,
            };
            let asked = self.bots.thoughts.iter().any(|thought| thought.seat == seat);
            let idle = || !game.awaited().contains(seat) && game.actions(seat).is_empty();
            if asked || idle() {
                continue;
            }
            let (id, progress) = self.bots.remember(seat, Mind::Thinking { since: instant });
            let (game, answer) = (game.boxed(), self.door.clone());
            self.house.thinking.ask(place, Think { id, game, seat, level, now, progress, answer });
        }
    }

    /// A bot has thought. If the table has changed since, nobody remembers the question.
    pub(super) fn decided(&mut self, id: u64, decision: Intent) {
        let earliest = self.table.last_at + self.pace();
        let now = self.scene().now;
        let Some(thought) = self.bots.thoughts.iter_mut().find(|thought| thought.id == id) else { return };
        thought.mind = match decision {
            Intent::Play { action, not_before } => Mind::Ready { action, at: not_before.max(earliest) },
            Intent::Wait { until } => Mind::Waiting { until: until.map(|until| until.max(now + PATIENCE)) },
        };
    }

    /// How long after the step before it a bot's move is shown. Nobody has to follow bots among themselves; but where
    /// nobody is, they take their time.
    fn pace(&self) -> Millis {
        // In real time the bot itself says when.
        if self.table.about.real_time {
            return Millis::ZERO;
        }
        let among_themselves = self.clients.is_empty() && self.table.chairs.sitting().next().is_none();
        let pause = if among_themselves { Duration::ZERO } else { self.house.config.bot_pause };
        let alone = self.bots.alone.and_then(|since| pause_alone(Instant::now() - since));
        alone.unwrap_or_default().max(Millis(pause.as_millis() as u64))
    }

    /// Plays what bots want to play by now, and asks those anew who wanted to wait until now.
    pub(super) async fn play_bots(&mut self) {
        let now = self.scene().now;
        while let Some(thought) = self.bots.take_due(now) {
            let seat = thought.seat;
            match thought.mind {
                Mind::Ready { action, .. } => {
                    let request = Request::Play { id: 0, seat, action, at: None, expect: None };
                    Box::pin(self.ask(Incoming::of_bot(request), None)).await;
                }
                Mind::Waiting { .. } | Mind::Thinking { .. } => self.bots.stale = true,
            }
        }
    }

    /// A bot wanted what cannot be done. If the table has changed meanwhile it is asked anew; otherwise it has a bug,
    /// and plays the first thing it may, so that nobody waits for ever.
    pub(super) fn bot_was_answered(&mut self, request: &Request, done: Result<u64, NotDone>) {
        let (Err(why), Request::Play { seat, action, .. }) = (done, request) else { return };
        if self.bots.stale || self.ended {
            return;
        }
        tracing::error!(table = self.table.opening.id, %seat, action, ?why, "a bot's action was not done");
        let first = self.table.game.as_ref().and_then(|game| game.actions(*seat).into_iter().next());
        if let Some(action) = first.filter(|first| first != action) {
            self.bots.remember(*seat, Mind::Ready { action, at: self.scene().now });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(seat: u8) -> BotSeats {
        let mut bots = BotSeats::default();
        bots.stale = false;
        bots.remember(Seat(seat), Mind::Thinking { since: Instant::now() });
        bots
    }

    #[test]
    fn where_nobody_is_bots_slow_down_and_stop_until_somebody_comes() {
        let start = Instant::now();
        let mut bots = asked(1);
        bots.notice(false, start);
        assert!(bots.busy(), "whoever has just gone may come back");
        let pauses = [0, 8, 80, 599].map(|seconds| pause_alone(Duration::from_secs(seconds)));
        assert_eq!(pauses, [Millis(0), Millis(1_000), Millis(10_000), Millis(74_875)].map(Some));
        bots.notice(false, start + ALONE_MOST);
        assert!(!bots.busy(), "now the table may rest");
        bots.notice(true, start + 2 * ALONE_MOST);
        assert!(bots.stale, "they are asked again");
    }

    #[test]
    fn whoever_comes_back_soon_finds_them_thinking() {
        let mut bots = asked(1);
        bots.notice(false, Instant::now());
        bots.notice(true, Instant::now());
        assert!(bots.busy() && !bots.stale && bots.alone.is_none());
    }

    #[test]
    fn a_bot_that_waits_long_for_its_turn_is_said_to() {
        let mut bots = asked(1);
        let now = Instant::now();
        assert!(!bots.see_the_queue(now) && bots.queued().is_empty());
        let due = bots.next_queued(now).expect("it is looked at again");
        assert!(bots.see_the_queue(due) && bots.queued() == Seats::one(Seat(1)));
        assert_eq!(bots.next_queued(due), None);
        bots.stop();
        assert!(bots.see_the_queue(due) && bots.queued().is_empty(), "and no longer, once it is past");
    }
}
