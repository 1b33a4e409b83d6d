//! Threads that stand back from those who serve. On Linux every thread is nice by itself; elsewhere the whole process would
//! be, so that there all stand equal.

use std::cell::Cell;

/// Those who fold, replay and write long answers: a third of a processor if both want it.
pub(crate) const LONG_WORK: i32 = 5;
/// Those who think: a tenth.
pub(crate) const THOUGHT: i32 = 10;

thread_local! {
    static STANDS_BACK: Cell<bool> = const { Cell::new(false) };
}

/// This thread runs where those who serve do not want to, from now on.
pub(crate) fn stand_back(by: i32) {
    if STANDS_BACK.replace(true) {
        return;
    }
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(by) {
        tracing::warn!(%error, "long work and thought have the same priority as those who serve");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = by;
}
