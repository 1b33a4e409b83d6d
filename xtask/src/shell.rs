//! Running other programs, and saying so.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Instant,
};

/// Why a command cannot go on: one sentence for a person.
#[derive(Debug)]
pub(crate) struct Failed(pub(crate) String);

/// A program about to be run.
#[derive(Debug)]
pub(crate) struct Run {
    command: Command,
    shown: String,
}

/// `program` with `args`, in the root of the repository.
pub(crate) fn run(program: &str, args: &[&str]) -> Run {
    let mut command = Command::new(program);
    command.args(args).current_dir(root()).stdin(Stdio::null());
    Run { command, shown: format!("{program} {}", args.join(" ")) }
}

/// The cargo that runs this.
pub(crate) fn cargo(args: &[&str]) -> Run {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut made = run(&program, args);
    made.shown = format!("cargo {}", args.join(" "));
    made
}

impl Run {
    pub(crate) fn env(mut self, key: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(key, value);
        self
    }

    pub(crate) fn within(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Runs it with its output shown; not to succeed is to fail.
    pub(crate) fn run(mut self) -> Result<(), Failed> {
        eprintln!("$ {}", self.shown);
        match self.command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Failed(format!("`{}` failed ({status}).", self.shown))),
            Err(error) => Err(Failed(format!("`{}` cannot be started: {error}.", self.shown))),
        }
    }

    /// Starts it and goes on; what it prints is for the caller.
    pub(crate) fn start(mut self) -> Result<Child, Failed> {
        eprintln!("$ {}", self.shown);
        let started = self.command.stdout(Stdio::piped()).spawn();
        started.map_err(|error| Failed(format!("`{}` cannot be started: {error}.", self.shown)))
    }

    /// Runs it with its complaints shown: what it printed; not to succeed is to fail.
    pub(crate) fn said(mut self) -> Result<String, Failed> {
        eprintln!("$ {}", self.shown);
        let output = self.command.stderr(Stdio::inherit()).output();
        match output {
            Ok(output) if output.status.success() => {
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                print!("{said}");
                Ok(said)
            }
            Ok(output) => Err(Failed(format!("`{}` failed ({}).", self.shown, output.status))),
            Err(error) => Err(Failed(format!("`{}` cannot be started: {error}.", self.shown))),
        }
    }

    /// Runs it quietly: what it printed, if it succeeded.
    pub(crate) fn output(mut self) -> Option<String> {
        let output = self.command.stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }
}

/// One named part of a longer task, with the time it took.
pub(crate) fn part(name: &str, work: impl FnOnce() -> Result<(), Failed>) -> Result<(), Failed> {
    eprintln!("\n── {name}");
    let start = Instant::now();
    work()?;
    eprintln!("── {name}: good, {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}
