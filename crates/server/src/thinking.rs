//! Where bots think: a few threads of their own, so that nobody waits for them.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc as threads,
    },
};

use bots::{Decision, Level};
use catalogue::Live;
use table::{Millis, Seat, Seed};
use tokio::sync::mpsc;

use crate::room::ToRoom;

/// What a bot is asked: what now?
#[derive(Debug)]
pub(crate) struct Think {
    /// Its number at its table.
    pub(crate) id: u64,
    pub(crate) game: Box<dyn Live>,
    pub(crate) seat: Seat,
    pub(crate) level: Level,
    pub(crate) now: Millis,
    /// Set when nobody wants to know any more.
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) answer: mpsc::Sender<ToRoom>,
}

/// The thinking threads. They end when this is dropped and they have answered.
#[derive(Debug)]
pub(crate) struct Thinking {
    questions: threads::Sender<Think>,
}

impl Thinking {
    pub(crate) fn start(count: usize) -> std::io::Result<Self> {
        let (questions, asked) = threads::channel();
        let asked = Arc::new(Mutex::new(asked));
        for number in 0..count.max(1) {
            let asked = Arc::clone(&asked);
            std::thread::Builder::new()
                .name(format!("bot-{number}"))
                // Search recurses; its depth is bounded by the game's length.
                .stack_size(8 << 20)
                .spawn(move || while think_next(&asked).is_ok() {})?;
        }
        Ok(Self { questions })
    }

    pub(crate) fn ask(&self, question: Think) {
        // The threads listen for as long as `self` lives.
        let _ = self.questions.send(question);
    }
}

/// Takes one question and answers it; an error once there will be no more.
fn think_next(asked: &Mutex<threads::Receiver<Think>>) -> Result<(), threads::RecvError> {
    let question = asked.lock().unwrap_or_else(PoisonError::into_inner).recv()?;
    if question.stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    let decision = unless_it_panics(&question, decide);
    if !question.stop.load(Ordering::Relaxed) {
        let _ = question.answer.blocking_send(ToRoom::Decided { id: question.id, decision });
    }
    Ok(())
}

/// What the bot decides. A bot that panics is a bug, but nobody waits for it: it plays the first thing it may.
fn unless_it_panics(question: &Think, decide: impl FnOnce(&Think) -> Decision) -> Decision {
    catch_unwind(AssertUnwindSafe(|| decide(question))).unwrap_or_else(|_| {
        tracing::error!(game = question.game.id(), seat = %question.seat, "a bot panicked");
        match question.game.actions(question.seat).into_iter().next() {
            Some(action) => Decision::Play { action, not_before: question.now },
            None => Decision::Wait { until: None },
        }
    })
}

fn decide(question: &Think) -> Decision {
    let mut seed = Seed([0; 32]);
    if let Err(error) = getrandom::fill(&mut seed.0) {
        tracing::error!(%error, "no randomness from the system");
    }
    let Think { game, seat, level, now, stop, .. } = question;
    bots::decide(game.as_ref(), *seat, *level, *now, seed, stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::panic)] // The bot does.
    fn a_bot_that_panics_plays_something_all_the_same() {
        let game = catalogue::open_newest("pyramids", "{}", 2, Seed::from(1)).expect("it opens");
        let seat = game.awaited().first().expect("somebody begins");
        let (answer, _inbox) = mpsc::channel(1);
        let (level, now) = (Level::default(), Millis(1_000));
        let question = Think { id: 1, game, seat, level, now, stop: Arc::default(), answer };
        let decision = unless_it_panics(&question, |_| panic!("a bug"));
        let Decision::Play { action, .. } = decision else { panic!("nobody waits for it: {decision:?}") };
        assert!(question.game.check(seat, &action, now).is_ok());
    }
}
