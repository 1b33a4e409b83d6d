//! A Postgres for a test: an empty database of the test's own in the server that is lent to all tests (`cargo xtask test`), where
//! one is lent; or a server of its own, in a temporary folder. Either is gone with the test.

use std::{
    fs,
    os::unix::{fs::chown, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant, UNIX_EPOCH},
};

/// Somebody without rights: Postgres refuses to be run by root.
const NOBODY: u32 = 65_534;

/// At which port of this machine a server is lent.
const LENT: &str = "QUINTETTE_LENT_POSTGRES";

/// What is there until this is dropped.
#[derive(Debug)]
pub(crate) struct Postgres {
    /// Where it is lent: nothing.
    own: Option<Own>,
    port: u16,
    /// The database.
    name: String,
}

/// A server that is a test's own.
#[derive(Debug)]
struct Own {
    folder: tempfile::TempDir,
    server: Child,
}

/// Where Debian, and others, put the server's programs.
fn program(name: &str) -> PathBuf {
    let mut versions: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin").join(name))
        .filter(|program| program.exists())
        .collect();
    versions.sort();
    let on_path = std::env::var_os("PATH").and_then(|path| {
        std::env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.exists())
    });
    versions.pop().or(on_path).unwrap_or_else(|| {
        panic!("PostgreSQL's {name} is not installed: `cargo xtask test` does that, or `apt-get install postgresql`")
    })
}

fn as_nobody(program: PathBuf, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).env("LC_ALL", "C");
    if fs::metadata("/proc/self").is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0) {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

impl Postgres {
    /// An empty database, for whoever leaves the server alone.
    pub(crate) fn lent() -> Self {
        let Some(port) = std::env::var(LENT).ok().and_then(|port| port.parse().ok()) else {
            return Self::start();
        };
        let now = UNIX_EPOCH.elapsed().expect("it is after 1970").as_nanos();
        let lent = Self { own: None, port, name: format!("test_{}_{now}", std::process::id()) };
        lent.order(&format!("CREATE DATABASE {}", lent.name));
        lent
    }

    /// A server of its own, for whoever ends it or changes its settings.
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // Root makes the folder, somebody else works in it.
        let _ = chown(folder.path(), Some(NOBODY), Some(NOBODY));
        let made = as_nobody(program("initdb"), folder.path())
            .args(["--no-sync", "--auth=trust", "--username=quintette", "--encoding=UTF8", "-D", "data"])
            .status();
        assert!(made.expect("initdb runs").success(), "initdb makes a database");
        let port = free_port();
        let server = serve(folder.path(), port);
        let postgres = Self { own: Some(Own { folder, server }), port, name: "postgres".to_owned() };
        postgres.is_there();
        postgres
    }

    fn own(&self) -> &Own {
        self.own.as_ref().expect("it is the test's own")
    }

    fn is_there(&self) {
        let began = Instant::now();
        while !self.answers() {
            assert!(began.elapsed() < Duration::from_secs(30), "it answers within half a minute");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn answers(&self) -> bool {
        let ready = as_nobody(program("pg_isready"), self.own().folder.path())
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string()])
            .status();
        ready.is_ok_and(|ready| ready.success())
    }

    /// Of a lent server.
    fn order(&self, sql: &str) {
        let done = as_nobody(program("psql"), Path::new("/"))
            .args(["--no-psqlrc", "--quiet", "-h", "127.0.0.1", "-U", "quintette", "-d", "postgres"])
            .args(["-p", &self.port.to_string(), "-c", sql])
            .status();
        assert!(done.is_ok_and(|done| done.success()), "{sql}");
    }

    /// From when it next reads its settings on, this one needs a password.
    #[allow(dead_code)] // Not in every test that includes this.
    pub(crate) fn asks_for_a_password(&self, role: &str) {
        let settings =
            format!("host all {role} 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n");
        fs::write(self.own().folder.path().join("data/pg_hba.conf"), settings).expect("it can be written");
    }

    /// It is away, as if its machine were.
    #[allow(dead_code)] // Not in every test that includes this.
    pub(crate) fn dies(&mut self) {
        self.own.as_mut().expect("it is the test's own").dies();
    }

    /// And back, with what it holds.
    #[allow(dead_code)] // Not in every test that includes this.
    pub(crate) fn starts_again(&mut self) {
        let port = self.port;
        let own = self.own.as_mut().expect("it is the test's own");
        own.server = serve(own.folder.path(), port);
        self.is_there();
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://quintette@127.0.0.1:{}/{}", self.port, self.name)
    }
}

impl Own {
    fn dies(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn serve(folder: &Path, port: u16) -> Child {
    as_nobody(program("postgres"), folder)
        .args(["-D", "data", "-p", &port.to_string()])
        .args(["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "unix_socket_directories="])
        .spawn()
        .expect("postgres runs")
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}

impl Drop for Postgres {
    fn drop(&mut self) {
        match &mut self.own {
            Some(own) => own.dies(),
            // Whoever still has a line to it loses it.
            None => self.order(&format!("DROP DATABASE {} WITH (FORCE)", self.name)),
        }
    }
}
