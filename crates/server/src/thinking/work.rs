//! Longer work for the threads that think: cut into pieces, each of which waits for its turn like a bot's question.

use std::{
    fmt,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use super::Progress;

/// Does it, in so much time, until nobody wants it any more.
pub(crate) type Run = Box<dyn FnOnce(Duration, &AtomicBool) + Send>;

/// One piece of work.
pub(crate) struct Work {
    /// How long it takes where nobody else asks.
    pub(crate) cost: Duration,
    pub(crate) progress: Arc<Progress>,
    pub(crate) run: Run,
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work").field("cost", &self.cost).finish_non_exhaustive()
    }
}
