//! The one writer, on a thread of its own: takes everything that waits, commits it in one go, then answers everybody.
//!
//! What takes long and nobody waits for in the middle of a game is done between two such commits, one thing at a time.

pub(super) mod jobs;

use std::{
    collections::VecDeque,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use tokio::{
    runtime,
    sync::{mpsc, oneshot},
};

use super::{
    Key, Named, Opening, Result, Row, StoreError, Timed, UnixMillis, analyses,
    endings::{self, Ending},
    engine::{At, Engine},
    health::Health,
    kept::{self, Kept},
    postgres, sqlite, timing,
};
use crate::{metrics::Writing, people::Guest};
use jobs::Promise;

/// The most jobs taken at once. They are one commit: one wait for the disk.
const GROUP: usize = 1024;
/// When so many came at once, more are coming: the next commit waits a little, so that they share it. Whoever plays alone never
/// waits.
const MANY: usize = 4;
const WAIT: Duration = Duration::from_micros(800);
/// The most tables that are kept as they stand between two of them.
const KEPT: usize = 16;

pub(super) type Done<T> = oneshot::Sender<Result<T>>;

/// What the writer is asked to do.
#[derive(Debug)]
pub(crate) enum Job {
    Append {
        key: Key,
        row: Row,
        named: Option<Named>,
        timed: Option<Timed>,
        done: Done<()>,
    },
    /// Nobody waits for it.
    Up {
        key: Key,
        up: Option<UnixMillis>,
    },
    Open {
        opening: Box<Opening>,
        entries: Vec<String>,
        named: Vec<Named>,
        timed: Option<Timed>,
        done: Done<Key>,
    },
    Finished {
        key: Key,
        done: Done<()>,
    },
    Level {
        guest: Guest,
        game: String,
        level: u8,
        done: Done<()>,
    },
    Ending {
        key: Key,
        ending: Ending,
        done: Done<()>,
    },
    Analysis {
        key: Key,
        open: bool,
        analysis: String,
        done: Done<()>,
    },
    Code {
        guest: Guest,
        hash: [u8; 32],
        done: Done<()>,
    },
    Rewrite {
        key: Key,
        rows: Vec<Row>,
        guest: Guest,
        instead: Guest,
        done: Done<()>,
    },
    ForgetGuest {
        guest: Guest,
        done: Done<()>,
    },
    Forget {
        key: Key,
        before: UnixMillis,
        done: Done<bool>,
    },
    /// Something that says itself what is to be written.
    Other(Box<dyn jobs::Other>),
    /// Nobody waits for it.
    Keep(Box<Kept>),
    /// What came lately goes on into the log. Nobody waits for it.
    Settle,
    Secret {
        name: &'static str,
        offered: Vec<u8>,
        done: Done<Vec<u8>>,
    },
    /// Writes something that says nothing, to see whether it can.
    Probe {
        done: Done<()>,
    },
    Close {
        done: Done<()>,
    },
}

impl Job {
    /// Whether it may take long, and nobody waits for it who plays.
    const fn is_long(&self) -> bool {
        matches!(
            self,
            Self::Keep(_)
                | Self::Settle
                | Self::Analysis { .. }
                | Self::Rewrite { .. }
                | Self::ForgetGuest { .. }
                | Self::Forget { .. }
        )
    }
}

/// An entry that waits to be written.
#[derive(Debug)]
pub(super) struct Append {
    pub(super) key: Key,
    pub(super) row: Row,
    pub(super) named: Option<Named>,
    pub(super) timed: Option<Timed>,
    done: Done<()>,
}

/// The connection of either engine that writes.
pub(super) type Hand = Engine<sqlite::Hand, postgres::Hand>;

impl Hand {
    async fn commit(
        &mut self,
        appends: &[Append],
        others: Vec<Job>,
        promises: &mut Vec<Promise>,
        health: &Health,
    ) -> Result<Vec<bool>> {
        match self {
            Self::Sqlite(hand) => hand.commit(appends, others, promises, health).await,
            Self::Postgres(hand) => hand.commit(appends, others, health).await,
        }
    }

    /// Entries go on to where a log can be changed, if they are not there yet.
    async fn settle(&mut self) -> Result<()> {
        match self {
            Self::Sqlite(hand) => hand.settle().await,
            Self::Postgres(_) => Ok(()),
        }
    }

    /// Whether so many wait for that that it is time.
    fn is_full(&self) -> bool {
        matches!(self, Self::Sqlite(hand) if hand.fresh.is_full())
    }

    /// Where to write, if that can be reached now.
    async fn at(&mut self, health: &Health) -> Result<At<'_>> {
        Ok(match self {
            Self::Sqlite(hand) => Engine::Sqlite(hand.ready().await?),
            Self::Postgres(hand) => Engine::Postgres(hand.ready(health).await?),
        })
    }

    async fn close(self) -> Result<()> {
        match self {
            Self::Sqlite(hand) => hand.close().await,
            Self::Postgres(hand) => hand.close().await,
        }
    }
}

/// Lets a thread write that does nothing else: however busy the house is, what was played does not wait for its turn.
pub(super) fn start(
    hand: Hand,
    jobs: mpsc::Receiver<Job>,
    health: Health,
    figures: Arc<Writing>,
) -> Result<()> {
    let mut runtime = runtime::Builder::new_current_thread();
    // A file is written without waiting for anything but other threads, which is quicker where nothing else is watched.
    let runtime = if matches!(hand, Engine::Postgres(_)) { runtime.enable_all() } else { &mut runtime };
    let runtime = runtime.build().map_err(sqlx::Error::Io)?;
    let writer = Writer { hand, health, figures };
    let write = move || runtime.block_on(writer.write(jobs));
    thread::Builder::new().name("writer".to_owned()).spawn(write).map_err(sqlx::Error::Io)?;
    Ok(())
}

struct Writer {
    hand: Hand,
    health: Health,
    figures: Arc<Writing>,
}

impl Writer {
    /// Writes until it is told to close, or nobody is left who could ask.
    async fn write(mut self, mut jobs: mpsc::Receiver<Job>) {
        let (mut waiting, mut long) = (Vec::new(), VecDeque::new());
        loop {
            if long.is_empty() {
                if jobs.recv_many(&mut waiting, GROUP).await == 0 {
                    let _ = self.hand.close().await;
                    return;
                }
            } else {
                waiting.extend(std::iter::from_fn(|| jobs.try_recv().ok()).take(GROUP));
            }
            let (mut appends, mut others, mut closing) =
                (Vec::with_capacity(waiting.len()), Vec::new(), None);
            for job in waiting.drain(..) {
                match job {
                    Job::Append { key, row, named, timed, done } => {
                        appends.push(Append { key, row, named, timed, done });
                    }
                    Job::Close { done } => closing = Some(done),
                    job if job.is_long() => long.push_back(job),
                    job => others.push(job),
                }
            }
            if !appends.is_empty() || !others.is_empty() {
                let many = appends.len() >= MANY;
                self.write_group(appends, others).await;
                if many && jobs.len() < GROUP {
                    thread::sleep(WAIT); // This thread does nothing else.
                }
                if self.hand.is_full() {
                    long.push_front(Job::Settle);
                }
            }
            if !long.is_empty() {
                self.write_long(&mut long).await;
            }
            if let Some(done) = closing {
                while !long.is_empty() {
                    self.write_long(&mut long).await;
                }
                let _ = done.send(self.hand.close().await);
                return;
            }
        }
    }

    /// One commit for all; then everybody is answered. Only who was too late for their number is told so.
    async fn write_group(&mut self, appends: Vec<Append>, others: Vec<Job>) {
        let (began, size) = (Instant::now(), appends.len());
        let mut promises = Vec::with_capacity(others.len());
        let written = self.hand.commit(&appends, others, &mut promises, &self.health).await;
        // Nothing is promised before it is known to be where it will be looked for.
        let written = written.and_then(|written| self.health.check_files().map(|()| written));
        // In a database everything but entries speaks for itself, and has.
        if size > 0 || matches!(self.hand, Engine::Sqlite(_)) {
            self.health.note(&written);
        }
        if written.is_ok() && size > 0 {
            self.figures.groups.record(size as u64);
            self.figures.commits.time(began.elapsed());
        }
        match written {
            Ok(written) => {
                for (append, written) in appends.into_iter().zip(written) {
                    let _ = append.done.send(if written { Ok(()) } else { Err(StoreError::Conflict) });
                }
                for promise in promises {
                    promise(Ok(()));
                }
            }
            Err(error) => {
                for append in appends {
                    let _ = append.done.send(Err(error.again()));
                }
                for promise in promises {
                    promise(Err(&error));
                }
            }
        }
    }

    /// The first of what may take long, in a commit of its own, in the order in which it was asked for: what is kept of a
    /// table may become void by what was asked later.
    async fn write_long(&mut self, long: &mut VecDeque<Job>) {
        let mut kept = Vec::new();
        while let Some(Job::Keep(_)) = long.front().filter(|_| kept.len() < KEPT) {
            if let Some(Job::Keep(table)) = long.pop_front() {
                kept.push(table);
            }
        }
        if !kept.is_empty() {
            let written = match self.hand.at(&self.health).await {
                Ok(at) => kept::keep(at, &kept).await,
                Err(error) => Err(error),
            };
            self.health.see(&written);
            self.health.note(&written);
            return;
        }
        let Some(job) = long.pop_front() else { return };
        // What is changed in a log has to be there.
        if matches!(job, Job::Settle | Job::Rewrite { .. } | Job::Forget { .. }) {
            let settled = self.hand.settle().await;
            self.health.note(&settled);
            if let Err(error) = settled {
                return jobs::failed(job, &self.health, &error)(Err(&error));
            }
        }
        let promise = match self.hand.at(&self.health).await {
            Ok(at) => jobs::write(at, job, &self.health).await,
            Err(error) => jobs::failed(job, &self.health, &error),
        };
        if let Engine::Postgres(hand) = &mut self.hand {
            hand.let_go().await;
        }
        promise(self.health.check_files().as_ref().copied());
    }
}
