//! How long to think, and the clock that says when it is over.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use cpu_time::ThreadTime;

/// How long to think about one action: whichever is spent first.
///
/// Time is the thinking thread's own processor time: what else the machine does takes nothing away from a bot, and two
/// bots that are compared have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub time: Duration,
    /// How many worlds to walk through, or positions to look at. On one thread the same number gives the same thought
    /// on every machine.
    pub nodes: u64,
    /// On a machine so busy that a bot hardly gets to think, it answers after this all the same, by the clock on the wall.
    pub patience: Duration,
    /// How many threads think at the same time, where the game's search can share the work: each for as long, and together
    /// about so many nodes.
    pub threads: u16,
}

impl Budget {
    pub const fn time(time: Duration) -> Self {
        Self { time, nodes: u64::MAX, patience: Duration::MAX, threads: 1 }
    }

    pub const fn millis(millis: u64) -> Self {
        Self::time(Duration::from_millis(millis))
    }

    /// No clock: for tests that come out the same everywhere.
    pub const fn nodes(nodes: u64) -> Self {
        Self { time: Duration::MAX, nodes, patience: Duration::MAX, threads: 1 }
    }
}

/// A budget being spent.
#[derive(Debug)]
pub struct Stopwatch<'a> {
    budget: Budget,
    stop: &'a AtomicBool,
    started: ThreadTime,
    began: Instant,
    nodes: u64,
    /// The clock is read again at this many nodes.
    next_look: u64,
    over: bool,
}

impl<'a> Stopwatch<'a> {
    pub fn start(budget: Budget, stop: &'a AtomicBool) -> Self {
        let over = stop.load(Ordering::Relaxed);
        let (started, began) = (ThreadTime::now(), Instant::now());
        Self { budget, stop, started, began, nodes: 0, next_look: 16, over }
    }

    /// Ends after so many nodes, if not before.
    pub fn at_most(&mut self, nodes: u64) {
        self.budget.nodes = self.budget.nodes.min(nodes);
    }

    /// What each of the threads that share the thought may spend, to be started on its own thread: time is a thread's own.
    pub(crate) fn share(&self) -> Budget {
        let threads = u64::from(self.budget.threads.max(1));
        let nodes =
            if self.budget.nodes == u64::MAX { u64::MAX } else { self.budget.nodes.div_ceil(threads) };
        Budget { nodes, threads: 1, ..self.budget }
    }

    /// How many threads there are beside this one.
    pub(crate) const fn helpers(&self) -> u16 {
        self.budget.threads.saturating_sub(1)
    }

    /// What ends the thought early.
    pub(crate) const fn stop(&self) -> &'a AtomicBool {
        self.stop
    }

    /// Counts one more node; false once the budget is spent or nobody wants to know any more.
    #[inline]
    pub fn goes_on(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look || self.nodes > self.budget.nodes {
            self.look();
        }
        !self.over
    }

    /// The nodes counted so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the budget is spent, without counting anything.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// What part of the budget is spent, from 0 to 1 and beyond.
    pub fn spent(&self) -> f64 {
        let by_nodes = self.nodes as f64 / self.budget.nodes as f64;
        if self.budget.time == Duration::MAX {
            return by_nodes;
        }
        let time = self.budget.time.as_secs_f64().max(1e-9);
        by_nodes.max(self.started.elapsed().as_secs_f64() / time)
    }

    fn look(&mut self) {
        self.over = self.over || self.stop.load(Ordering::Relaxed) || self.nodes > self.budget.nodes;
        if self.over || self.budget.time == Duration::MAX {
            self.next_look = self.nodes + 1024;
            return;
        }
        let spent = self.started.elapsed();
        self.over = spent >= self.budget.time || self.began.elapsed() >= self.budget.patience;
        // About a hundred looks in the whole budget: reading the clock costs as much as a small node.
        let pace = self.nodes as f64 / spent.as_secs_f64().max(1e-7);
        self.next_look = self.nodes + ((pace * self.budget.time.as_secs_f64() / 100.0) as u64).clamp(1, 4096);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_of_nodes_is_spent_exactly() {
        let stop = AtomicBool::new(false);
        let mut timer = Stopwatch::start(Budget::nodes(100), &stop);
        assert_eq!((0..1000).filter(|_| timer.goes_on()).count(), 100);
    }

    #[test]
    fn a_budget_of_time_is_spent_by_work() {
        let stop = AtomicBool::new(false);
        let clock = ThreadTime::now();
        let mut timer = Stopwatch::start(Budget::millis(5), &stop);
        while timer.goes_on() {}
        assert!(clock.elapsed() >= Duration::from_millis(5));
    }

    #[test]
    fn who_is_told_to_stop_stops() {
        let stop = AtomicBool::new(false);
        let mut timer = Stopwatch::start(Budget::nodes(u64::MAX), &stop);
        assert!(timer.goes_on());
        stop.store(true, Ordering::Relaxed);
        assert!((0..100_000).any(|_| !timer.goes_on()));
    }
}
