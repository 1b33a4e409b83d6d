//! The one writer, on a thread of its own: takes everything that waits, commits it in one go, then answers everybody.
//!
//! What takes long and nobody waits for in the middle of a game is done between two such commits, one thing at a time.

mod jobs;
mod log;

use std::{collections::VecDeque, sync::Arc, thread, time::Instant};

use sqlx::{
    Connection as _, Executor as _, SqliteConnection, migrate::Migrator, sqlite::SqliteConnectOptions,
};
use tokio::{
    runtime,
    sync::{mpsc, oneshot},
};

use super::{
    Key, Named, Opening, Result, Row, StoreError, UnixMillis, analyses,
    endings::{self, Ending},
    health::Health,
    kept::{self, Kept},
};
use crate::{metrics::Writing, people::Guest};
use jobs::Promise;
use log::{Append, Inserts};

/// The most jobs taken at once. They are one commit: one wait for the disk.
const GROUP: usize = 1024;
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
        done: Done<()>,
    },
    Open {
        opening: Box<Opening>,
        entries: Vec<String>,
        named: Vec<Named>,
        done: Done<Key>,
    },
    Name {
        guest: Guest,
        name: String,
        done: Done<()>,
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
    Leaving {
        guest: Guest,
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
    /// Nobody waits for it.
    Keep(Box<Kept>),
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
                | Self::Analysis { .. }
                | Self::Rewrite { .. }
                | Self::ForgetGuest { .. }
                | Self::Forget { .. }
        )
    }
}

pub(super) async fn connect(options: &SqliteConnectOptions, migrator: &Migrator) -> Result<SqliteConnection> {
    let mut connection = SqliteConnection::connect_with(options).await?;
    migrator.run(&mut connection).await?;
    Ok(connection)
}

/// Lets a thread write that does nothing else: however busy the house is, what was played does not wait for its turn.
pub(super) fn start(
    connection: SqliteConnection,
    jobs: mpsc::Receiver<Job>,
    health: Health,
    figures: Arc<Writing>,
) -> Result<()> {
    let runtime = runtime::Builder::new_current_thread().build().map_err(sqlx::Error::Io)?;
    let writer = Writer { connection, inserts: Inserts::new(), health, figures };
    let write = move || runtime.block_on(writer.write(jobs));
    thread::Builder::new().name("writer".to_owned()).spawn(write).map_err(sqlx::Error::Io)?;
    Ok(())
}

struct Writer {
    connection: SqliteConnection,
    inserts: Inserts,
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
                    let _ = close(self.connection).await;
                    return;
                }
            } else {
                waiting.extend(std::iter::from_fn(|| jobs.try_recv().ok()).take(GROUP));
            }
            let (mut appends, mut others, mut closing) =
                (Vec::with_capacity(waiting.len()), Vec::new(), None);
            for job in waiting.drain(..) {
                match job {
                    Job::Append { key, row, named, done } => appends.push(Append { key, row, named, done }),
                    Job::Close { done } => closing = Some(done),
                    job if job.is_long() => long.push_back(job),
                    job => others.push(job),
                }
            }
            if !appends.is_empty() || !others.is_empty() {
                self.write_group(appends, others).await;
            }
            if !long.is_empty() {
                self.write_long(&mut long).await;
            }
            if let Some(done) = closing {
                while !long.is_empty() {
                    self.write_long(&mut long).await;
                }
                let _ = done.send(close(self.connection).await);
                return;
            }
        }
    }

    /// One commit for all; then everybody is answered. Only who was too late for their number is told so.
    async fn write_group(&mut self, appends: Vec<Append>, others: Vec<Job>) {
        let (began, size) = (Instant::now(), appends.len());
        let mut promises = Vec::with_capacity(others.len());
        let written = self.commit(&appends, others, &mut promises).await;
        // Nothing is promised before it is known to be where it will be looked for.
        let written = written.and_then(|written| self.health.check_files().map(|()| written));
        self.health.note(&written);
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

    /// Says for each entry whether it was written, or its number was taken.
    async fn commit(
        &mut self,
        appends: &[Append],
        others: Vec<Job>,
        promises: &mut Vec<Promise>,
    ) -> Result<Vec<bool>> {
        if others.is_empty() && self.inserts.is_one_statement(appends) {
            return self.inserts.insert(&mut self.connection, appends).await;
        }
        let all = self.connection.begin_with("BEGIN IMMEDIATE").await;
        let mut all = match all {
            Ok(all) => all,
            Err(error) => {
                // Nobody is left without an answer.
                promises.extend(others.into_iter().map(|job| jobs::not_done(job, &self.health)));
                return Err(error.into());
            }
        };
        let written = self.inserts.insert(&mut all, appends).await;
        for job in others {
            promises.push(jobs::write(&mut all, job, &self.health).await);
        }
        let written = written?;
        all.commit().await?;
        Ok(written)
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
            self.health.note(&kept::keep(&mut self.connection, &kept).await);
            return;
        }
        let Some(job) = long.pop_front() else { return };
        let promise = jobs::write(&mut self.connection, job, &self.health).await;
        promise(self.health.check_files().as_ref().copied());
    }
}

/// Brings everything into the one file, so that a copy of it is a copy of the house.
async fn close(mut connection: SqliteConnection) -> Result<()> {
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await?;
    Ok(connection.close().await?)
}

#[cfg(test)]
mod tests {
    use super::super::{Key, Named, Opening, Row, Store, StoreError, UnixMillis};
    use crate::people::Guest;

    fn row(n: u64) -> Row {
        Row { n, entry: format!("0@{n} x"), wall: UnixMillis(n as i64) }
    }

    #[tokio::test]
    async fn a_number_is_written_once_and_the_others_of_its_group_are_kept() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("test.sqlite");
        let (one, other) =
            (Store::open(&path).await.expect("it opens"), Store::open(&path).await.expect("twice"));
        one.append(Key(1), row(1), None).await.expect("nobody was first");
        assert!(matches!(other.append(Key(1), row(1), None).await, Err(StoreError::Conflict)));
        // Many at once, more than one statement holds, one of them in conflict.
        let many: Vec<_> = (0..200)
            .map(|key| {
                tokio::spawn({
                    let one = one.clone();
                    async move { one.append(Key(key), row(1), None).await }
                })
            })
            .collect();
        for (key, done) in many.into_iter().enumerate() {
            let done = done.await.expect("it answers");
            assert_eq!(done.is_ok(), key != 1, "{key}: {done:?}");
        }
        // Two that want the same number, whose entries name somebody: one of them has it.
        let named = Some(Named { guest: Guest(7), sits: true });
        let (first, second) =
            tokio::join!(one.append(Key(300), row(1), named), one.append(Key(300), row(1), None));
        assert!(first.is_ok() && matches!(second, Err(StoreError::Conflict)), "{second:?}");
        assert_eq!(other.log(Key(199), 0).await.expect("it reads"), [row(1)]);
        assert_eq!(other.log(Key(1), 0).await.expect("it reads"), [row(1)]);
        one.close().await;
        assert!(matches!(one.append(Key(9), row(2), None).await, Err(StoreError::Closed)));
    }

    #[tokio::test]
    async fn whatever_waits_is_one_commit_and_what_fails_does_so_alone() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::open(&folder.path().join("test.sqlite")).await.expect("it opens");
        store.append(Key(1), row(1), None).await.expect("nobody was first");
        let opening = Opening::new("pyramids".to_owned(), None, "{}", 2, Guest(7), false).expect("it opens");
        store.open_table(opening.clone(), Vec::new(), Vec::new()).await.expect("it is kept");
        let (taken, new, again, name, level) = tokio::join!(
            store.append(Key(1), row(1), None),
            store.append(Key(1), row(2), None),
            // The same id once more.
            store.open_table(opening, Vec::new(), Vec::new()),
            store.name_guest(Guest(7), "Ada".to_owned()),
            store.note_level(Guest(7), "quintazone".to_owned(), 2),
        );
        assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
        assert!(matches!(again, Err(StoreError::Database(_))), "{again:?}");
        assert!(new.is_ok() && name.is_ok() && level.is_ok(), "{new:?} {name:?} {level:?}");
        assert_eq!(store.log(Key(1), 0).await.expect("it reads"), [row(1), row(2)]);
        assert_eq!(store.name_of(Guest(7)).await.expect("it reads"), "Ada");
        assert_eq!(store.levels(Guest(7), "quintazone").await.expect("it reads"), [2]);
    }
}
