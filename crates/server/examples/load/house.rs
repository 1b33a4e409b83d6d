//! The real program, alone on a file of its own.

use std::{
    io::{BufRead, BufReader},
    ops::Deref,
    path::Path,
    process::{Child, Command, Stdio},
    sync::Mutex,
};

use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};

use crate::{Trouble, door::Door, town::work};

/// The real program, on a database of its own; ended when dropped.
pub(crate) struct House {
    child: Process,
    door: Door,
    folder: tempfile::TempDir,
    limits: bool,
}

/// The program, on the core that `SERVER_CORE` names, if it does.
fn pinned(program: &str) -> Command {
    match std::env::var("SERVER_CORE") {
        Ok(core) => {
            let mut command = Command::new("taskset");
            command.args(["-c", &core, program]);
            command
        }
        Err(_) => Command::new(program),
    }
}

/// Ended when dropped.
struct Process(Mutex<Child>);

impl Drop for Process {
    fn drop(&mut self) {
        if let Ok(mut child) = self.0.lock() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Deref for House {
    type Target = Door;

    fn deref(&self) -> &Door {
        &self.door
    }
}

impl House {
    /// `limits`: whether there is a limit to how fast and how much a client may ask.
    pub(crate) fn open(program: &str, limits: bool) -> Result<Self, Trouble> {
        Self::open_in(program, limits, tempfile::tempdir()?)
    }

    /// The next process on the same file.
    pub(crate) fn again(self, program: &str) -> Result<Self, Trouble> {
        let Self { child, folder, limits, .. } = self;
        drop(child);
        Self::open_in(program, limits, folder)
    }

    /// On the file that is in this folder, if there is one.
    pub(crate) fn open_in(program: &str, limits: bool, folder: tempfile::TempDir) -> Result<Self, Trouble> {
        let database = folder.path().join("load.sqlite");
        let mut command = pinned(program);
        command
            // Bots play as soon as they have thought, so that it shows how long they had to wait.
            .args(["serve", "--listen", "127.0.0.1:0", "--bot-pause", "0", "--database"])
            .arg(&database)
            .args((!limits).then_some("--no-limits"))
            .env("RUST_LOG", "error");
        Self::start(command, limits, folder)
    }

    /// A bare relay instead.
    pub(crate) fn relay(program: &str) -> Result<Self, Trouble> {
        Self::start(pinned(program), false, tempfile::tempdir()?)
    }

    fn start(mut command: Command, limits: bool, folder: tempfile::TempDir) -> Result<Self, Trouble> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let door = Door::told(&line)?;
        Ok(Self { child: Process(Mutex::new(child)), door, folder, limits })
    }

    /// Ends it: the folder with its file stays.
    pub(crate) fn end(self) -> Result<tempfile::TempDir, Trouble> {
        self.kill()?;
        Ok(self.folder)
    }

    /// SIGKILL: not a moment to write anything down.
    pub(crate) fn kill(&self) -> Result<(), Trouble> {
        let mut child = self.child.0.lock().map_err(|_| "broken")?;
        child.kill()?;
        child.wait()?;
        Ok(())
    }

    /// What the server's threads have worked so far, in seconds.
    pub(crate) fn cpu(&self) -> Result<f64, Trouble> {
        work(self.child.0.lock().map_err(|_| "broken")?.id())
    }

    /// Resident memory of the server, in bytes.
    pub(crate) fn memory(&self) -> Result<u64, Trouble> {
        let id = self.child.0.lock().map_err(|_| "broken")?.id();
        let status = std::fs::read_to_string(Path::new("/proc").join(id.to_string()).join("status"))?;
        let line = status.lines().find(|l| l.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.split_whitespace().nth(1).ok_or("no figure")?.parse::<u64>()? * 1024)
    }

    /// A table's log as it stands in the file, from its first entry on.
    pub(crate) async fn log(&self, table: &str) -> Result<Vec<String>, Trouble> {
        let file = SqliteConnectOptions::new().filename(self.folder.path().join("load.sqlite"));
        let mut file = SqliteConnection::connect_with(&file.read_only(true)).await?;
        let rows: Vec<(i64, String)> = sqlx::query_as(
            "SELECT n, entry FROM entries JOIN tables ON tables.key = entries.table_key WHERE id = ? ORDER BY n",
        )
        .bind(table)
        .fetch_all(&mut file)
        .await?;
        if let Some((n, _)) = (1..).zip(&rows).find(|(n, row)| row.0 != *n) {
            return Err(format!("entry {n} is missing").into());
        }
        Ok(rows.into_iter().map(|(_, entry)| entry).collect())
    }

    /// How much of the disk it takes, in bytes.
    pub(crate) fn disk(&self) -> Result<u64, Trouble> {
        let mut bytes = 0;
        for file in std::fs::read_dir(self.folder.path())? {
            bytes += file?.metadata()?.len();
        }
        Ok(bytes)
    }
}
