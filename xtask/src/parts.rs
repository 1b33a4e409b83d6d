//! Parts of a longer task, side by side.

use std::{
    fs::{self, File},
    panic::catch_unwind,
    path::Path,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Instant,
};

use crate::shell::{Aside, Failed, target};

/// A part that begins as soon as it can.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) work: fn() -> Result<(), Failed>,
    /// What must be good before it begins.
    pub(crate) after: &'static [&'static str],
    /// How far it gives way to others, as `nice` counts.
    pub(crate) nice: u8,
}

/// Which parts have ended.
#[derive(Default)]
struct Ended {
    good: Vec<&'static str>,
    /// With the sentence that says why.
    failed: Vec<(&'static str, String)>,
    /// The tests that were good only after they had failed.
    again: Vec<String>,
}

#[derive(Default)]
struct Progress {
    ended: Mutex<Ended>,
    changed: Condvar,
}

/// Shows what each part said once it has ended. When one has failed, no other begins, and those that run come to their end.
pub(crate) fn side_by_side(parts: &[Part]) -> Result<(), Failed> {
    let (start, progress) = (Instant::now(), Progress::default());
    thread::scope(|scope| {
        for part in parts {
            scope.spawn(|| progress.see_to(part));
        }
    });
    let Ended { good, failed, again } = &*progress.look();
    eprintln!("\nIn all {:.0} s.", start.elapsed().as_secs_f64());
    if !again.is_empty() {
        eprintln!("Tried more than once:\n{}", again.join("\n"));
    }
    if failed.is_empty() {
        return Ok(());
    }
    let why: Vec<_> = failed.iter().map(|(name, why)| format!("{name}: {why}")).collect();
    let left = parts.len() - good.len() - failed.len();
    Err(Failed(format!("{} (Parts that did not begin: {left}.)", why.join("\n       "))))
}

impl Progress {
    fn see_to(&self, part: &Part) {
        let Part { name, work, after, nice } = *part;
        let waits = |ended: &mut Ended| {
            ended.failed.is_empty() && !after.iter().all(|before| ended.good.contains(before))
        };
        let ended = self.changed.wait_while(self.look(), waits).unwrap_or_else(PoisonError::into_inner);
        if !ended.failed.is_empty() {
            return;
        }
        drop(ended);
        let start = Instant::now();
        let paper = target().join("test").join(name).with_extension("txt");
        eprintln!("── {name} begins: {}", paper.display());
        let begun = kept(&paper).map(|said| Aside { said, nice }.begin());
        let done = begun.and_then(|()| {
            catch_unwind(work)
                .unwrap_or_else(|_| Err(Failed("it came to a place it never should.".to_owned())))
        });

        let mut ended = self.look();
        let said = fs::read_to_string(&paper).unwrap_or_default();
        let (how, seconds) = (if done.is_ok() { "good" } else { "FAILED" }, start.elapsed().as_secs_f64());
        eprintln!("\n── {name}\n{said}── {name}: {how}, {seconds:.0} s");
        ended.again.extend(tried_again(&said).map(str::to_owned));
        match done {
            Ok(()) => ended.good.push(name),
            Err(Failed(why)) => ended.failed.push((name, why)),
        }
        self.changed.notify_all();
    }

    fn look(&self) -> MutexGuard<'_, Ended> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lines in which Vitest (`web/tests/retries.ts`) and nextest name what they tried again.
fn tried_again(said: &str) -> impl Iterator<Item = &str> {
    said.lines().filter(|line| line.ends_with(" tries)") || line.contains("FLAKY"))
}

/// An empty file for what a part says.
fn kept(paper: &Path) -> Result<File, Failed> {
    let made = paper.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| File::create(paper));
    made.map_err(|error| Failed(format!("{}: {error}.", paper.display())))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    const GOOD: fn() -> Result<(), Failed> = || Ok(());
    const BAD: fn() -> Result<(), Failed> = || Err(Failed("broken.".to_owned()));
    const NEVER: fn() -> Result<(), Failed> = || Err(Failed("it must not begin.".to_owned()));

    fn part(name: &'static str, work: fn() -> Result<(), Failed>, after: &'static [&'static str]) -> Part {
        Part { name, work, after, nice: 0 }
    }

    #[test]
    fn a_part_begins_after_what_it_needs() {
        static FIRST: AtomicBool = AtomicBool::new(false);
        let first = || {
            FIRST.store(true, Ordering::SeqCst);
            Ok(())
        };
        let second =
            || if FIRST.load(Ordering::SeqCst) { Ok(()) } else { Err(Failed("too soon.".to_owned())) };
        let parts = [part("parts-second", second, &["parts-first"]), part("parts-first", first, &[])];
        assert!(side_by_side(&parts).is_ok());
    }

    #[test]
    fn after_a_failure_nothing_begins_and_all_that_failed_is_named() {
        let parts = [
            part("parts-bad", BAD, &[]),
            part("parts-never", NEVER, &["parts-bad"]),
            part("parts-good", GOOD, &["parts-never"]),
        ];
        let why = side_by_side(&parts).err().map(|Failed(why)| why);
        assert_eq!(why.as_deref(), Some("parts-bad: broken. (Parts that did not begin: 2.)"));
    }

    #[test]
    fn nothing_is_tried_again_in_silence() {
        let browser = "  tests/browser/talk.test.ts > who talks too fast (2 tries)";
        let rust = "       FLAKY 2/2 [   1.000s] bots::bots strength::a_bot_wins";
        let said = format!("PASS a\n{rust}\nTried more than once, 1:\n{browser}\n");
        assert_eq!(tried_again(&said).collect::<Vec<_>>(), [rust, browser]);
    }

    #[test]
    fn whoever_panics_has_failed() {
        let parts =
            [part("parts-panics", || unreachable!(), &[]), part("parts-late", NEVER, &["parts-panics"])];
        assert!(side_by_side(&parts).is_err());
    }
}
