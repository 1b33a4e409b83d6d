//! A table's own time: milliseconds since its game started.
//!
//! It runs only while the house minds the table, by a clock that never jumps, and goes on from the last thing that was
//! written. So neither a closed house nor a wrong wall clock costs anybody a grain of sand.

use std::time::Duration;

use table::Millis;
use tokio::time::Instant;

#[derive(Clone, Copy, Debug)]
pub(crate) struct TableClock {
    at: Millis,
    /// Since when it runs on from `at`.
    runs: Option<Instant>,
}

impl TableClock {
    /// A clock that stands.
    pub(crate) const fn standing(at: Millis) -> Self {
        Self { at, runs: None }
    }

    /// Lets it run on, from `at` at least.
    pub(crate) fn run(&mut self, at: Millis, now: Instant) {
        (self.at, self.runs) = (self.at.max(at), Some(now));
    }

    /// It runs on from `at`, which may be earlier: elsewhere it has stood still.
    pub(crate) fn run_anew(&mut self, at: Millis, now: Instant) {
        (self.at, self.runs) = (at, Some(now));
    }

    pub(crate) const fn runs(&self) -> bool {
        self.runs.is_some()
    }

    pub(crate) fn now(&self, now: Instant) -> Millis {
        let passed = self.runs.map_or(Duration::ZERO, |since| now.duration_since(since));
        self.at + Millis(passed.as_millis() as u64)
    }

    /// When it will show `at`; never while it stands.
    pub(crate) fn instant(&self, at: Millis) -> Option<Instant> {
        Some(self.runs? + Duration::from_millis(at.saturating_sub(self.at).0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stands_until_it_is_let_run_and_goes_back_only_anew() {
        let start = Instant::now();
        let later = start + Duration::from_secs(5);
        let mut clock = TableClock::standing(Millis(42_000));
        assert_eq!((clock.now(later), clock.instant(Millis(43_000))), (Millis(42_000), None));
        clock.run(Millis(40_000), start);
        assert_eq!(clock.now(later), Millis(47_000), "what was written later counts");
        assert_eq!(clock.instant(Millis(43_000)), Some(start + Duration::from_secs(1)));
        assert_eq!(clock.instant(Millis(1)), Some(start), "what is past is due at once");
        clock.run_anew(Millis(40_000), later);
        assert_eq!(clock.now(later), Millis(40_000), "it has stood still elsewhere");
    }
}
