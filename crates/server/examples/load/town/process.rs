//! A program that was started, and is ended by its number.

use std::{
    fs::File,
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};
use tokio::time::{Instant, sleep};

use crate::Trouble;

/// How often it is looked whether something has happened that nobody tells us of.
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// Killed when dropped, if it has not ended before.
#[derive(Debug)]
pub(crate) struct Process(Child);

impl Process {
    /// Ctrl-C is ours to hear, and not the program's: it is told in good order. Should we die, it hears of it by `death`.
    /// What it says goes to the end of this file.
    pub(super) fn start(line: &[&str], death: &str, said: &Path) -> Result<Self, Trouble> {
        Self::start_with(Command::new("setpriv"), line, death, said)
    }

    /// The same, where `setpriv` is to know more.
    pub(super) fn start_with(
        mut setpriv: Command,
        line: &[&str],
        death: &str,
        said: &Path,
    ) -> Result<Self, Trouble> {
        // Debian has servers in a folder where not everybody looks.
        let path = std::env::var("PATH").unwrap_or_default();
        let said = File::options().create(true).append(true).open(said)?;
        setpriv
            .args(["--pdeathsig", death, "--"])
            .args(line)
            .env("PATH", format!("{path}:/usr/sbin"))
            .stdin(Stdio::null())
            .stdout(said.try_clone()?)
            .stderr(said)
            .process_group(0);
        let started = setpriv.spawn().map_err(|e| format!("{} cannot be started: {e}", line[0]))?;
        Ok(Self(started))
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    pub(crate) fn signal(&self, signal: Signal) -> Result<(), Trouble> {
        let id = Pid::from_raw(self.id().try_into()?).ok_or("a process has a number")?;
        Ok(kill_process(id, signal)?)
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.0.try_wait().is_ok_and(|status| status.is_some())
    }

    /// Whether it ends by itself within this time.
    pub(crate) async fn ends(&mut self, within: Duration) -> bool {
        let late = Instant::now() + within;
        while !self.has_ended() {
            if Instant::now() > late {
                return false;
            }
            sleep(LOOK).await;
        }
        true
    }

    /// The same where nobody can wait in any other way.
    pub(super) fn ends_soon(&mut self) {
        let late = std::time::Instant::now() + Duration::from_secs(5);
        while !self.has_ended() && std::time::Instant::now() < late {
            std::thread::sleep(LOOK);
        }
    }

    /// Asks it to end, and kills it if it has not done so within this time. Whether it did.
    pub(crate) async fn stop(&mut self, signal: Signal, within: Duration) -> Result<bool, Trouble> {
        self.signal(signal)?;
        let ended = self.ends(within).await;
        if !ended {
            self.kill();
        }
        Ok(ended)
    }

    /// Not a moment to write anything down.
    pub(crate) fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What a process and those that it started have worked so far, in seconds.
pub(crate) fn work(id: u32) -> Result<f64, Trouble> {
    let mut hundredths = 0;
    for folder in std::fs::read_dir("/proc")? {
        let folder = folder?;
        let Some(this) = folder.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        // It may have ended meanwhile.
        let Ok(stat) = std::fs::read_to_string(folder.path().join("stat")) else { continue };
        // After the name, which is in brackets: the 2nd is who started it; from the 12th on in hundredths of seconds its own
        // work and the system's for it, and the same of those that it started and that have ended.
        let Some((_, figures)) = stat.rsplit_once(") ") else { continue };
        let figures: Vec<u64> = figures.split(' ').map(|figure| figure.parse().unwrap_or(0)).collect();
        if this == id {
            hundredths += figures[11..15].iter().sum::<u64>();
        } else if figures[1] == u64::from(id) {
            hundredths += figures[11..13].iter().sum::<u64>();
        }
    }
    Ok(hundredths as f64 / 100.0)
}
