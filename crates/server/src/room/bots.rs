//! The bots of a table: asked whenever the table has changed, and played at a pace that people can follow.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use bots::{Decision, Level};
use table::{Millis, Seat, Seats};

use super::{Incoming, NotDone, Room, Who};
use crate::{
    fold::Holder,
    protocol::{Phase, Request},
    thinking::Think,
};

/// A bot that waits is not asked again sooner.
const PATIENCE: Millis = Millis(20);
/// How bots play for people who are gone for a moment.
const STAND_IN: Level = Level::Club;

#[derive(Debug)]
enum Mind {
    Thinking,
    Ready { action: String, at: Millis },
    Waiting { until: Option<Millis> },
}

#[derive(Debug)]
struct Thought {
    id: u64,
    seat: Seat,
    stop: Arc<AtomicBool>,
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
}

impl Default for BotSeats {
    fn default() -> Self {
        Self { thoughts: Vec::new(), asked: 0, stale: true, stood_in: Seats::NONE }
    }
}

impl BotSeats {
    /// What they thought was about another position: it is thrown away.
    pub(super) fn table_changed(&mut self) {
        self.stop();
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
            thought.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether one of them is about to do something.
    pub(super) fn busy(&self) -> bool {
        self.thoughts.iter().any(|thought| !matches!(thought.mind, Mind::Waiting { until: None }))
    }

    /// When one of them next wants to play, or to be asked again.
    pub(super) fn next(&self) -> Option<Millis> {
        let when = |thought: &Thought| match &thought.mind {
            Mind::Thinking => None,
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
            Mind::Thinking => false,
        };
        let index = self.thoughts.iter().position(due)?;
        Some(self.thoughts.swap_remove(index))
    }

    fn remember(&mut self, seat: Seat, mind: Mind) -> (u64, Arc<AtomicBool>) {
        self.asked += 1;
        let stop = Arc::new(AtomicBool::new(false));
        self.thoughts.push(Thought { id: self.asked, seat, stop: Arc::clone(&stop), mind });
        (self.asked, stop)
    }
}

impl Drop for BotSeats {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Room {
    /// Asks every bot that can do something and has not been asked about this position.
    pub(super) fn consider(&mut self) {
        let playing = self.table.phase() == Phase::Playing && self.clock.runs();
        if !std::mem::take(&mut self.bots.stale) || !playing {
            return;
        }
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
            let (id, stop) = self.bots.remember(seat, Mind::Thinking);
            let answer = self.door.clone();
            self.house.thinking.ask(Think { id, game: game.boxed(), seat, level, now, stop, answer });
        }
    }

    /// A bot has thought. If the table has changed since, nobody remembers the question.
    pub(super) fn decided(&mut self, id: u64, decision: Decision) {
        let earliest = self.table.last_at + self.pace();
        let now = self.scene().now;
        let Some(thought) = self.bots.thoughts.iter_mut().find(|thought| thought.id == id) else { return };
        thought.mind = match decision {
            Decision::Play { action, not_before } => Mind::Ready { action, at: not_before.max(earliest) },
            Decision::Wait { until } => Mind::Waiting { until: until.map(|until| until.max(now + PATIENCE)) },
        };
    }

    /// How long after the step before it a bot's move is shown. Nobody has to follow bots among themselves.
    fn pace(&self) -> Millis {
        let chairs = &self.table.chairs;
        let among_themselves = self.clients.is_empty() && chairs.sitting().next().is_none();
        // In real time the bot itself says when.
        if among_themselves || self.table.about.real_time {
            Millis::ZERO
        } else {
            Millis(self.house.config.bot_pause.as_millis() as u64)
        }
    }

    /// Plays what bots want to play by now, and asks those anew who wanted to wait until now.
    pub(super) async fn play_bots(&mut self) {
        let now = self.scene().now;
        while let Some(thought) = self.bots.take_due(now) {
            let seat = thought.seat;
            match thought.mind {
                Mind::Ready { action, .. } => {
                    let request = Request::Play { id: 0, seat, action, at: None, expect: None };
                    self.ask(Incoming { from: None, who: Who::Bot, request, lag: Millis::ZERO }, None).await;
                }
                Mind::Waiting { .. } | Mind::Thinking => self.bots.stale = true,
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
