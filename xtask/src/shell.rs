//! Running other programs, and saying so.

use std::{
    cell::RefCell,
    ffi::OsStr,
    fs::File,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
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

/// How a thread runs programs beside others.
#[derive(Debug)]
pub(crate) struct Aside {
    /// What they say is kept here until all of it can be read at once.
    pub(crate) said: File,
    /// How far they give way to others.
    pub(crate) nice: u8,
}

thread_local! {
    static ASIDE: RefCell<Option<Aside>> = const { RefCell::new(None) };
}

impl Aside {
    /// From now on this thread runs programs like this.
    pub(crate) fn begin(self) {
        ASIDE.set(Some(self));
    }
}

/// `program` with `args`, in the root of the repository.
pub(crate) fn run(program: &str, args: &[&str]) -> Run {
    let mut command = match ASIDE.with_borrow(|aside| aside.as_ref().map_or(0, |aside| aside.nice)) {
        0 => Command::new(program),
        nice => {
            let nice = nice.to_string();
            let line = [never_first(), &["nice", "-n", &nice, program]].concat();
            let mut gentle = Command::new(line[0]);
            gentle.args(&line[1..]);
            gentle
        }
    };
    command.args(args).current_dir(root()).stdin(Stdio::null());
    Run { command, shown: format!("{program} {}", args.join(" ")) }
}

/// What to write in front of a program that shall give way: a browser that root starts takes precedence over everything else
/// (it sets itself to -8), unless it may not.
fn never_first() -> &'static [&'static str] {
    const MAY_NOT: [&str; 2] = ["setpriv", "--bounding-set=-sys_nice"];
    static WORKS: OnceLock<bool> = OnceLock::new();
    let tried = || Command::new(MAY_NOT[0]).args([MAY_NOT[1], "true"]).stderr(Stdio::null()).status();
    if *WORKS.get_or_init(|| tried().is_ok_and(|status| status.success())) { &MAY_NOT } else { &[] }
}

/// Tells a person something, where what programs say is told.
pub(crate) fn say(line: &str) {
    let told = ASIDE.with_borrow(|aside| aside.as_ref().map(|aside| writeln!(&aside.said, "{line}")));
    if told.is_none() {
        eprintln!("{line}");
    }
}

/// The cargo that runs this.
pub(crate) fn cargo(args: &[&str]) -> Run {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut made = run(&program, args);
    // It told us about ourselves. A build script that asks for such a thing (ring's) would run again, and everything above it be
    // built again, each time that somebody uses cargo by hand and then this.
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
        {
            made.command.env_remove(name);
        }
    }
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
        match self.told().and_then(|()| self.command.status()) {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Failed(format!("`{}` failed ({status}).", self.shown))),
            Err(error) => Err(Failed(format!("`{}` cannot be started: {error}.", self.shown))),
        }
    }

    /// Runs it; what it prints is kept in a file, its complaints are shown.
    pub(crate) fn run_into(mut self, path: &Path) -> Result<(), Failed> {
        let paper = File::create(path).map_err(|error| Failed(format!("{}: {error}.", path.display())))?;
        let status = self.told().and_then(|()| self.command.stdout(paper).status());
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Failed(format!("`{}` failed ({status}).", self.shown))),
            Err(error) => Err(Failed(format!("`{}` cannot be started: {error}.", self.shown))),
        }
    }

    /// Starts it and goes on; what it prints is for the caller.
    pub(crate) fn start(mut self) -> Result<Child, Failed> {
        let started = self.told().and_then(|()| self.command.stdout(Stdio::piped()).spawn());
        started.map_err(|error| Failed(format!("`{}` cannot be started: {error}.", self.shown)))
    }

    /// Says what is about to run, and leads what it will say to where this thread keeps that.
    fn told(&mut self) -> io::Result<()> {
        say(&format!("$ {}", self.shown));
        ASIDE.with_borrow(|aside| {
            let Some(Aside { said, .. }) = aside else { return Ok(()) };
            self.command.stdout(said.try_clone()?).stderr(said.try_clone()?);
            // They would write in colour, did they see who will read it.
            if io::stderr().is_terminal() {
                self.command.env("CARGO_TERM_COLOR", "always").env("FORCE_COLOR", "1");
            }
            Ok(())
        })
    }

    /// Runs it with its complaints shown: what it printed; not to succeed is to fail.
    pub(crate) fn said(mut self) -> Result<String, Failed> {
        say(&format!("$ {}", self.shown));
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
