//! A Postgres of our own: a folder, a port of this machine's first address, and nothing of the system's.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use rustix::process::Signal;
use tokio::time::{Instant, sleep};

use super::{
    free_port,
    process::{LOOK, Process, work},
};
use crate::Trouble;

/// Where Debian puts each version's programs.
const DEBIAN: &str = "/usr/lib/postgresql";
/// The role, and the database.
const NAME: &str = "quintette";
/// Recovery after a hard end takes a moment.
const READY: Duration = Duration::from_secs(30);
/// How it is run where what it holds has to last, …
const LASTING: &[&str] = &["fsync=on"];
/// … and where it goes with whoever asks: for many at once.
const PASSING: &[&str] = &["fsync=off", "full_page_writes=off", "max_connections=500"];

#[derive(Debug)]
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    pub(crate) port: u16,
    settings: &'static [&'static str],
    process: Process,
}

impl Postgres {
    /// On what is in this folder, or on a new cluster there.
    pub(crate) async fn start(folder: &Path) -> Result<Self, Trouble> {
        Self::with(folder, LASTING).await
    }

    /// The same for what nobody will ask for again.
    pub(crate) async fn passing(folder: &Path) -> Result<Self, Trouble> {
        Self::with(folder, PASSING).await
    }

    async fn with(folder: &Path, settings: &'static [&'static str]) -> Result<Self, Trouble> {
        let programs = programs()?;
        fs::create_dir_all(folder)?;
        let folder = &fs::canonicalize(folder)?;
        let data = folder.join("data");
        if !data.join("PG_VERSION").exists() {
            begin(&programs, folder, &data)?;
        }
        let port = free_port()?;
        let process = run(&programs, folder, port, settings)?;
        let mut this = Self { programs, folder: folder.to_owned(), port, settings, process };
        this.is_ready().await?;
        let known = this.ask("postgres", &format!("SELECT 1 FROM pg_database WHERE datname = '{NAME}'"))?;
        if known.is_empty() {
            this.ask("postgres", &format!("CREATE DATABASE {NAME}"))?;
        }
        Ok(this)
    }

    /// How it is reached, through this port.
    pub(crate) fn url(port: u16) -> String {
        format!("postgres://{NAME}@127.0.0.1:{port}/{NAME}")
    }

    /// Ends it: SIGINT tells it to break off what is going on, SIGQUIT to drop everything, and to recover when it starts again.
    pub(crate) async fn stop(&mut self, how: Signal) -> Result<(), Trouble> {
        self.process.stop(how, Duration::from_secs(10)).await?;
        Ok(())
    }

    /// Starts it on the same folder and the same port.
    pub(crate) async fn again(&mut self) -> Result<(), Trouble> {
        self.process = run(&self.programs, &self.folder, self.port, self.settings)?;
        self.is_ready().await
    }

    async fn is_ready(&mut self) -> Result<(), Trouble> {
        let late = Instant::now() + READY;
        let port = self.port.to_string();
        loop {
            let mut asked = Command::new(self.programs.join("pg_isready"));
            if asked.args(["-q", "-h", "127.0.0.1", "-p", &port]).status()?.success() {
                return Ok(());
            }
            if self.process.has_ended() || Instant::now() > late {
                let said = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                let last: Vec<&str> = said.lines().rev().take(5).collect();
                return Err(format!("Postgres does not start: {}", last.join(" | ")).into());
            }
            sleep(LOOK).await;
        }
    }

    /// Rows as lines of fields between tabs.
    pub(crate) fn query(&self, sql: &str) -> Result<String, Trouble> {
        self.ask(NAME, sql)
    }

    fn ask(&self, database: &str, sql: &str) -> Result<String, Trouble> {
        let port = self.port.to_string();
        let answer = Command::new(self.programs.join("psql"))
            .args(["-h", "127.0.0.1", "-p", &port, "-U", NAME, "-d", database])
            .args([
                "--no-psqlrc",
                "--quiet",
                "--tuples-only",
                "--no-align",
                "--field-separator",
                "\t",
                "-c",
                sql,
            ])
            .output()?;
        if !answer.status.success() {
            return Err(format!("psql: {}", String::from_utf8_lossy(&answer.stderr)).into());
        }
        Ok(String::from_utf8(answer.stdout)?.trim_end().to_owned())
    }

    /// What it has worked so far, in seconds.
    pub(crate) fn work(&self) -> Result<f64, Trouble> {
        work(self.process.id())
    }
}

impl Drop for Postgres {
    /// In good order: otherwise its workers would outlive it for a moment, and write.
    fn drop(&mut self) {
        if self.process.signal(Signal::INT).is_ok() {
            self.process.ends_soon();
        }
    }
}

/// The newest version's programs.
fn programs() -> Result<PathBuf, Trouble> {
    let versions = fs::read_dir(DEBIAN).into_iter().flatten().flatten().map(|version| version.path());
    let has_all =
        |folder: &PathBuf| ["initdb", "postgres", "psql"].iter().all(|name| folder.join(name).exists());
    let number = |folder: &PathBuf| {
        folder.parent().and_then(Path::file_name).and_then(|name| name.to_str()?.parse::<u32>().ok())
    };
    versions.map(|version| version.join("bin")).filter(has_all).max_by_key(number).ok_or_else(|| {
        format!("there is no Postgres in {DEBIAN}: install it (apt-get install postgresql)").into()
    })
}

/// Postgres refuses to run as root: then it runs as Debian's user for it.
fn as_who() -> Command {
    let mut command = Command::new("setpriv");
    if rustix::process::getuid().is_root() {
        command.args(["--reuid", "postgres", "--regid", "postgres", "--init-groups"]);
    }
    command
}

/// A new cluster, that trusts whoever is on this machine.
fn begin(programs: &Path, folder: &Path, data: &Path) -> Result<(), Trouble> {
    if rustix::process::getuid().is_root() {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
        let given = Command::new("chown").arg("postgres").arg(folder).status()?;
        if !given.success() {
            return Err("there is no user `postgres`: install Postgres from Debian's packages".into());
        }
    }
    let made = as_who()
        .arg(programs.join("initdb"))
        .args(["--username", NAME, "--auth", "trust", "--encoding", "UTF8", "--no-locale", "--pgdata"])
        .arg(data)
        .current_dir("/")
        .output()?;
    if !made.status.success() {
        let said = String::from_utf8_lossy(&made.stderr).trim().to_owned();
        return Err(format!("Postgres cannot keep its files in {}: {said}", data.display()).into());
    }
    Ok(())
}

fn run(programs: &Path, folder: &Path, port: u16, settings: &[&str]) -> Result<Process, Trouble> {
    let program = programs.join("postgres").display().to_string();
    let (data, port) = (folder.join("data").display().to_string(), port.to_string());
    let mut line = vec![&*program, "-D", &data, "-p", &port];
    for &setting in ["listen_addresses=127.0.0.1", "unix_socket_directories="].iter().chain(settings) {
        line.extend(["-c", setting]);
    }
    Process::start_with(as_who(), &line, "INT", &folder.join("log"))
}
