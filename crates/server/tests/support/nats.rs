//! A NATS of a test's own, at a port of its own, gone with the test.

use std::{
    net::{Ipv4Addr, TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// A server that runs until this is dropped.
#[derive(Debug)]
pub(crate) struct Nats {
    server: Option<Child>,
    pub(crate) port: u16,
    /// What it wants of whoever comes.
    password: Vec<String>,
}

impl Nats {
    pub(crate) fn start() -> Self {
        Self::wanting(Vec::new())
    }

    /// One that lets in this user with this password only.
    pub(crate) fn with_a_password(user: &str, password: &str) -> Self {
        Self::wanting(["--user", user, "--pass", password].map(str::to_owned).to_vec())
    }

    fn wanting(password: Vec<String>) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        drop(listener);
        let mut nats = Self { server: None, port, password };
        nats.start_again();
        nats
    }

    /// Starts it at the same port as before.
    pub(crate) fn start_again(&mut self) {
        let server = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", &self.port.to_string()])
            .args(&self.password)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect(
                "nats-server is installed: `cargo xtask test` does that, or `apt-get install nats-server`",
            );
        self.server = Some(server);
        let began = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            assert!(began.elapsed() < Duration::from_secs(20), "it answers");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn stop(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.stop();
    }
}
