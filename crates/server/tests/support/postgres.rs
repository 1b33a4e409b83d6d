//! A Postgres of a test's own: in a temporary folder, at a socket of its own, gone with the test.

use std::{
    fs,
    os::unix::{fs::chown, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Somebody without rights: Postgres refuses to be run by root.
const NOBODY: u32 = 65_534;

/// A server that runs until this is dropped.
#[derive(Debug)]
pub(crate) struct Postgres {
    folder: tempfile::TempDir,
    server: Child,
    pub(crate) port: u16,
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
    /// Makes and starts one.
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // Root makes the folder, somebody else works in it.
        let _ = chown(folder.path(), Some(NOBODY), Some(NOBODY));
        let data = folder.path().join("data");
        let made = as_nobody(program("initdb"), folder.path())
            .args(["--no-sync", "--auth=trust", "--username=quintette", "--encoding=UTF8", "-D"])
            .arg(&data)
            .status();
        assert!(made.expect("initdb runs").success(), "initdb makes a database");
        let port = free_port();
        let server = serve(folder.path(), port);
        let postgres = Self { folder, server, port };
        postgres.is_there();
        postgres
    }

    fn is_there(&self) {
        let began = Instant::now();
        while !self.answers() {
            assert!(began.elapsed() < Duration::from_secs(30), "it answers within half a minute");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn answers(&self) -> bool {
        let ready = as_nobody(program("pg_isready"), self.folder.path())
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string()])
            .status();
        ready.is_ok_and(|ready| ready.success())
    }

    /// From when it next reads its settings on, this one needs a password.
    #[allow(dead_code)] // Not in every test that includes this.
    pub(crate) fn asks_for_a_password(&self, role: &str) {
        let settings =
            format!("host all {role} 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n");
        fs::write(self.folder.path().join("data/pg_hba.conf"), settings).expect("it can be written");
    }

    /// It is away, as if its machine were.
    pub(crate) fn dies(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }

    /// And back, with what it holds.
    #[allow(dead_code)] // Not in every test that includes this.
    pub(crate) fn starts_again(&mut self) {
        self.server = serve(self.folder.path(), self.port);
        self.is_there();
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://quintette@127.0.0.1:{}/postgres", self.port)
    }
}

fn serve(folder: &Path, port: u16) -> Child {
    as_nobody(program("postgres"), folder)
        .arg("-D")
        .arg(folder.join("data"))
        .args(["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "unix_socket_directories="])
        .args(["-p", &port.to_string()])
        .spawn()
        .expect("postgres runs")
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.dies();
    }
}
