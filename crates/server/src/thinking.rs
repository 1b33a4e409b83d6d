//! Where bots think: a few threads of their own, so that nobody waits for them.

mod queue;
mod work;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc as threads,
    },
    time::{Duration, Instant},
};

use bots::{Budget, Intent, Level, Player};
use catalogue::Live;
use table::{Millis, Seat, Seed};
use tokio::runtime::Handle;

use crate::{
    metrics::{Counted, Queueing},
    priority::{THOUGHT, stand_back},
    room::ToRoom,
    rooms::{Door, NotTaken},
};
pub(crate) use queue::Place;
use queue::Queue;
pub(crate) use work::Work;

/// What a bot is asked: what now?
#[derive(Debug)]
pub(crate) struct Think {
    /// Its number at its table.
    pub(crate) id: u64,
    pub(crate) game: Box<dyn Live>,
    pub(crate) seat: Seat,
    pub(crate) level: Level,
    pub(crate) now: Millis,
    pub(crate) progress: Arc<Progress>,
    pub(crate) answer: Door,
}

/// What waits for its turn.
#[derive(Debug)]
pub(crate) enum Task {
    Move(Think),
    Work(Work),
}

impl Task {
    fn cost(&self) -> Duration {
        match self {
            Self::Move(think) => think.level.budget().time,
            Self::Work(work) => work.cost,
        }
    }

    fn progress(&self) -> &Progress {
        match self {
            Self::Move(think) => &think.progress,
            Self::Work(work) => &work.progress,
        }
    }
}

/// How far a question has come.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// Somebody thinks about it.
    begun: AtomicBool,
    /// Nobody wants to know any more.
    stop: AtomicBool,
}

impl Progress {
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_wanted(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    /// Whether it still waits for its turn.
    pub(crate) fn waits(&self) -> bool {
        !self.begun.load(Ordering::Relaxed)
    }
}

/// The thinking threads. They end when this is dropped and they have answered.
#[derive(Debug)]
pub(crate) struct Thinking {
    /// A channel, not the queue itself: whoever serves never waits for one of the threads that stand back to let go of it.
    questions: threads::Sender<(Place, QueuedTask)>,
    pub(crate) figures: Arc<Queueing>,
}

/// A question that waits, and since when.
#[derive(Debug)]
pub(crate) struct QueuedTask {
    pub(crate) question: Task,
    since: Instant,
    waiting: Counted,
}

/// Where the threads take questions from.
#[derive(Debug)]
struct Desk {
    waiting: Mutex<Intake>,
    threads: usize,
    /// How many of them think, or have lent their processor to one that does.
    busy: AtomicUsize,
    figures: Arc<Queueing>,
}

#[derive(Debug)]
struct Intake {
    asked: threads::Receiver<(Place, QueuedTask)>,
    queue: Queue<QueuedTask>,
}

impl Thinking {
    /// All of the machine may think but for one processor, which is left to those who serve where there are several.
    pub(crate) fn start() -> std::io::Result<Self> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1);
        let (questions, asked) = threads::channel();
        let waiting = Mutex::new(Intake { asked, queue: Queue::default() });
        let figures = Arc::<Queueing>::default();
        let desk =
            Arc::new(Desk { waiting, threads, busy: AtomicUsize::new(0), figures: Arc::clone(&figures) });
        let serving = Handle::current();
        for number in 0..threads {
            let (desk, serving) = (Arc::clone(&desk), serving.clone());
            std::thread::Builder::new()
                .name(format!("bot-{number}"))
                // Search recurses; its depth is bounded by the game's length.
                .stack_size(8 << 20)
                .spawn(move || desk.think(&serving))?;
        }
        Ok(Self { questions, figures })
    }

    /// Whoever has the other end thinks.
    #[cfg(test)]
    pub(crate) fn elsewhere(questions: threads::Sender<(Place, QueuedTask)>) -> Self {
        Self { questions, figures: Arc::default() }
    }

    pub(crate) fn ask(&self, place: Place, question: Think) {
        self.wait(place, Task::Move(question));
    }

    /// Work that is no bot's, in its turn.
    pub(crate) fn work(&self, place: Place, work: Work) {
        self.wait(place, Task::Work(work));
    }

    fn wait(&self, place: Place, question: Task) {
        let asked = QueuedTask { question, since: Instant::now(), waiting: self.figures.waiting.come() };
        // The threads listen for as long as `self` lives.
        let _ = self.questions.send((place, asked));
    }
}

impl Desk {
    /// One thread: answers what waits until the house is gone.
    fn think(&self, serving: &Handle) {
        stand_back(THOUGHT);
        while let Some((QueuedTask { question, since, waiting }, time)) = self.next() {
            drop(waiting);
            self.figures.waits.time(since.elapsed());
            question.progress().begun.store(true, Ordering::Relaxed);
            let busy = 1 + self.begin(&question);
            match question {
                Task::Move(think) => {
                    let decision = decide(&think, time, busy);
                    if think.progress.is_wanted() {
                        answer(think, decision, serving);
                    }
                }
                Task::Work(Work { run, progress, .. }) => {
                    // Whoever waits for it learns that it is gone, because nobody answers any more.
                    if catch_unwind(AssertUnwindSafe(|| run(time, &progress.stop))).is_err() {
                        tracing::error!("a piece of work panicked");
                    }
                }
            }
            self.busy.fetch_sub(busy, Ordering::Relaxed);
        }
    }

    /// One thread begins to think: how many idle ones help it. Only a champion is helped, and never by the processor that is
    /// left to those who serve; helpers stand back as this thread does.
    fn begin(&self, question: &Task) -> usize {
        let is_champion = matches!(question, Task::Move(think) if think.level == Level::Champion);
        let busy = 1 + self.busy.fetch_add(1, Ordering::Relaxed);
        if !is_champion || busy >= self.threads {
            return 0;
        }
        let all = |busy: usize| (busy < self.threads).then_some(self.threads);
        let before = self.busy.fetch_update(Ordering::Relaxed, Ordering::Relaxed, all);
        before.map_or(0, |before| self.threads - before)
    }

    /// The next question, and how long to think about it; nothing once there will be no more.
    fn next(&self) -> Option<(QueuedTask, Duration)> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            while let Ok(asked) = waiting.asked.try_recv() {
                waiting.push(asked);
            }
            if let Some(next) = waiting.queue.pop(self.threads, QueuedTask::is_wanted) {
                return Some(next);
            }
            let asked = waiting.asked.recv().ok()?;
            waiting.push(asked);
        }
    }
}

impl Intake {
    fn push(&mut self, (place, asked): (Place, QueuedTask)) {
        let cost = asked.question.cost();
        self.queue.push(place, cost, asked, QueuedTask::is_wanted);
    }
}

impl QueuedTask {
    fn is_wanted(&self) -> bool {
        self.question.progress().is_wanted()
    }
}

/// Tells the table. A table that has no time to listen keeps nobody from thinking.
fn answer(question: Think, decision: Intent, serving: &Handle) {
    let Think { id, answer, .. } = question;
    if let Err(NotTaken::Full(decided)) = answer.try_send(Box::new(ToRoom::Decided { id, decision })) {
        serving.spawn(async move {
            let _ = answer.send(decided).await;
        });
    }
}

/// What the bot decides with so many threads; one that panics plays something all the same ([`bots::Bot::decide`]).
fn decide(question: &Think, time: Duration, threads: usize) -> Intent {
    let mut seed = Seed([0; 32]);
    if let Err(error) = getrandom::fill(&mut seed.0) {
        tracing::error!(%error, "no randomness from the system");
    }
    let Think { game, seat, level, now, progress, .. } = question;
    let usual = level.budget();
    let patience = usual.patience.mul_f64(time.as_secs_f64() / usual.time.as_secs_f64().max(1e-9));
    let player = Player::Within(*level, Budget { time, patience, threads: threads as u16, ..usual });
    bots::decide(game.as_ref(), *seat, player, *now, seed, &progress.stop)
}
