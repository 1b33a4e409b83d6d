//! The bots of a table: asked whenever the table has changed, and played at a pace that people can follow.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use bots::{Decision, Level};
use table::{Millis, Seat};

use super::{NotDone, Room, clock::Held};
use crate::{protocol::Phase, table::Taker, thinking::Question};

/// A bot that waits is not asked again sooner.
const PATIENCE: Millis = Millis(20);

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
pub(super) struct Minds {
    thoughts: Vec<Thought>,
    asked: u64,
    /// Something changed since they were last asked.
    stale: bool,
}

impl Default for Minds {
    fn default() -> Self {
        Self { thoughts: Vec::new(), asked: 0, stale: true }
    }
}

impl Minds {
    /// What they thought was about another position: it is thrown away.
    pub(super) fn table_changed(&mut self) {
        self.stop();
        self.stale = true;
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
}

impl Drop for Minds {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Room {
    /// Asks every bot that can do something and has not been asked about this position.
    pub(super) fn consider(&mut self) {
        if !std::mem::take(&mut self.minds.stale) || self.table.phase() != Phase::Playing {
            return;
        }
        let Some(game) = &self.table.game else { return };
        for (seat, chair) in Seat::all(self.table.opening.seats).zip(&self.table.chairs) {
            let level = match chair.taker {
                Some(Taker::Bot(level)) => level,
                // Somebody is gone, and the sand does not wait for them.
                Some(Taker::Person(_)) if self.absences.stood_in.contains(seat) => Level::default(),
                _ => continue,
            };
            let asked = self.minds.thoughts.iter().any(|thought| thought.seat == seat);
            let idle = || !game.awaited().contains(seat) && game.actions(seat).is_empty();
            if asked || idle() {
                continue;
            }
            self.minds.asked += 1;
            let (id, stop) = (self.minds.asked, Arc::new(AtomicBool::new(false)));
            self.house.thinking.ask(Question {
                id,
                game: game.boxed(),
                seat,
                level,
                now: self.table.now(),
                stop: Arc::clone(&stop),
                answer: self.door.clone(),
            });
            self.minds.thoughts.push(Thought { id, seat, stop, mind: Mind::Thinking });
        }
    }

    /// A bot has thought. If the table has changed since, nobody remembers the question.
    pub(super) fn decided(&mut self, id: u64, decision: Decision) {
        let pace = self.pace();
        let (now, last_at) = (self.table.now(), self.table.last_at);
        let Some(thought) = self.minds.thoughts.iter_mut().find(|thought| thought.id == id) else { return };
        thought.mind = match decision {
            Decision::Play { action, not_before } => {
                Mind::Ready { action, at: not_before.max(last_at + pace) }
            }
            Decision::Wait { until } => Mind::Waiting { until: until.map(|until| until.max(now + PATIENCE)) },
        };
    }

    /// How long after the step before it a bot's move is shown. Nobody has to follow bots among themselves.
    fn pace(&self) -> Millis {
        let among_themselves = self.clients.is_empty() && self.table.bots().len() == self.table.chairs.len();
        // In real time the bot itself says when.
        if among_themselves || self.about.real_time {
            Millis::ZERO
        } else {
            Millis(self.house.config.bot_pause.as_millis() as u64)
        }
    }

    /// Plays what bots want to play by now, and asks those anew who wanted to wait until now.
    pub(super) async fn play_bots(&mut self) {
        let now = self.table.now();
        let due = |thought: &Thought| match thought.mind {
            Mind::Ready { at, .. } => at <= now,
            Mind::Waiting { until } => until.is_some_and(|until| until <= now),
            Mind::Thinking => false,
        };
        while let Some(index) = self.minds.thoughts.iter().position(due) {
            let thought = self.minds.thoughts.swap_remove(index);
            match thought.mind {
                Mind::Ready { action, .. } => self.play(Held::by_bot(thought.seat, action)).await,
                Mind::Waiting { .. } | Mind::Thinking => self.minds.stale = true,
            }
        }
    }

    /// A bot wanted what cannot be done. If the table has changed meanwhile it is asked anew; otherwise it has a bug,
    /// and plays the first thing it may, so that nobody waits for ever.
    pub(super) fn bot_failed(&mut self, seat: Seat, action: &str, why: &NotDone) {
        if self.minds.stale || self.broken {
            return;
        }
        tracing::error!(table = self.table.opening.id, %seat, action, ?why, "a bot's action was not done");
        let first = self.table.game.as_ref().and_then(|game| game.actions(seat).into_iter().next());
        if let Some(first) = first.filter(|first| first != action) {
            self.minds.asked += 1;
            let (id, at) = (self.minds.asked, self.table.now());
            let mind = Mind::Ready { action: first, at };
            self.minds.thoughts.push(Thought { id, seat, stop: Arc::default(), mind });
        }
    }
}
