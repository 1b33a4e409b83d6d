//! One house of the town.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use rustix::process::Signal;
use tokio::{
    io::AsyncReadExt,
    time::{Instant, sleep, timeout},
};

use super::{
    free_port,
    process::{LOOK, Process, work},
};
use crate::{Trouble, door::Door};

/// How a house is started.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) program: String,
    /// A file, or a URL.
    pub(crate) database: String,
    pub(crate) nats: Option<String>,
    /// By how much its clock is wrong, as faketime takes it: `+3s`.
    pub(crate) clock: Option<&'static str>,
    /// More of its command line.
    pub(crate) more: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Node {
    plan: Plan,
    pub(crate) door: Door,
    said: PathBuf,
    process: Option<Process>,
}

impl Node {
    /// Starts it; it is not ready yet. What it says is kept in `said`.
    pub(crate) fn start(plan: Plan, said: PathBuf) -> Result<Self, Trouble> {
        let door = Door { address: ([127, 0, 0, 1], free_port()?).into() };
        let mut node = Self { plan, door, said, process: None };
        node.again()?;
        Ok(node)
    }

    /// Starts it once more at the same address.
    pub(crate) fn again(&mut self) -> Result<(), Trouble> {
        let Plan { program, database, nats, clock, more } = &self.plan;
        let listen = self.door.address.to_string();
        let mut line =
            vec![program.as_str(), "serve", "--listen", &listen, "--database", database, "--trust-proxy"];
        if let Some(nats) = nats {
            line.extend(["--nats", nats]);
        }
        line.extend(more.iter().map(String::as_str));
        let mut setpriv = Command::new("setpriv");
        setpriv.env("RUST_LOG", std::env::var("RUST_LOG").unwrap_or_else(|_| "info".to_owned()));
        if let Some(clock) = clock {
            setpriv
                .env("LD_PRELOAD", faketime()?)
                .env("FAKETIME", clock)
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        self.process = Some(Process::start_with(setpriv, &line, "TERM", &self.said)?);
        Ok(())
    }

    /// Waits until people may be sent to it.
    pub(crate) async fn ready(&mut self, within: Duration) -> Result<(), Trouble> {
        let late = Instant::now() + within;
        while !matches!(timeout(Duration::from_secs(1), self.is_ready()).await, Ok(Ok(true))) {
            let ended = self.process.as_mut().is_none_or(Process::has_ended);
            if ended || Instant::now() > late {
                let said = fs::read_to_string(&self.said).unwrap_or_default();
                let last: Vec<&str> = said.lines().rev().take(5).collect();
                let what = if ended { "has ended" } else { "is not ready" };
                let said = (self.said.display(), last.join(" | "));
                return Err(
                    format!("the house at {} {what} ({}): {}", self.door.address, said.0, said.1).into()
                );
            }
            sleep(LOOK).await;
        }
        Ok(())
    }

    /// Waits until it says that nobody may be sent to it: after how long it did.
    pub(crate) async fn not_ready(&self, within: Duration) -> Option<Duration> {
        let start = Instant::now();
        while start.elapsed() < within {
            if matches!(timeout(within, self.is_ready()).await, Ok(Ok(false))) {
                return Some(start.elapsed());
            }
            sleep(LOOK).await;
        }
        None
    }

    async fn is_ready(&self) -> Result<bool, Trouble> {
        let mut stream = self.door.ask("GET", "/readyz", "", "").await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        match answer.get(.."HTTP/1.1 200".len()) {
            Some("HTTP/1.1 200") => Ok(true),
            Some("HTTP/1.1 503") => Ok(false),
            _ => Err(format!("/readyz: {answer}").into()),
        }
    }

    pub(crate) fn signal(&self, signal: Signal) -> Result<(), Trouble> {
        self.process.as_ref().ok_or("it does not run")?.signal(signal)
    }

    /// kill -9.
    pub(crate) fn kill(&mut self) {
        self.process = None;
    }

    /// Stops it in good order: how long that took; nothing if it had to be killed.
    pub(crate) async fn stop(&mut self) -> Result<Option<Duration>, Trouble> {
        let Some(mut process) = self.process.take() else { return Ok(None) };
        let start = Instant::now();
        let ended = process.stop(Signal::TERM, Duration::from_secs(20)).await?;
        Ok(ended.then(|| start.elapsed()))
    }

    /// Its number among the processes.
    pub(crate) fn id(&self) -> Result<u32, Trouble> {
        Ok(self.process.as_ref().ok_or("it does not run")?.id())
    }

    /// What it has worked so far, in seconds.
    pub(crate) fn work(&self) -> Result<f64, Trouble> {
        work(self.id()?)
    }
}

/// The library that makes a process believe another time. The program `faketime` would stand between it and us.
fn faketime() -> Result<PathBuf, Trouble> {
    let name = "faketime/libfaketimeMT.so.1";
    let folders = fs::read_dir("/usr/lib")?.flatten().map(|folder| folder.path());
    folders
        .chain([Path::new("/usr/lib").to_owned()])
        .map(|folder| folder.join(name))
        .find(|file| file.exists())
        .ok_or_else(|| format!("there is no {name}: install it (apt-get install faketime)").into())
}
