//! The house as a process: how it starts and how it ends.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // A test speaks by panicking.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// A stop takes at most this long, whatever the clients do.
const A_STOP: Duration = Duration::from_secs(8);

/// The real program; ended when dropped.
struct House {
    child: Child,
    address: String,
}

impl House {
    fn open(database: &Path) -> Self {
        let mut child = serve(database).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("//").next().unwrap().to_owned();
        Self { child, address }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).unwrap()
    }

    /// One request: all that is answered.
    fn http(&self, start: &str, body: &str) -> String {
        let mut stream = self.connect();
        let (host, length) = (&self.address, body.len());
        let head =
            format!("{start} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}");
        stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Asks it to end, and says how long that took.
    fn stop(&mut self) -> Duration {
        let asked = Instant::now();
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        while self.child.try_wait().unwrap().is_none() {
            assert!(asked.elapsed() < A_STOP, "it does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
        asked.elapsed()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(database: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintette"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--database"]).arg(database).env("NO_COLOR", "1");
    command
}

#[test]
fn the_log_is_for_people_or_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    for (form, is_json) in [("text", false), ("json", true)] {
        let mut command = serve(&folder.path().join("house.sqlite"));
        let mut child =
            command.args(["--log", form]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        let read = serde_json::from_str::<serde_json::Value>(&line).ok();
        assert_eq!(read.is_some(), is_json, "{line}");
        if let Some(told) = read {
            assert_eq!((told["level"].as_str(), told["message"].as_str()), (Some("INFO"), Some("open")));
            assert!(told["address"].is_string() && told["timestamp"].is_string(), "{line}");
        }
    }
}

/// What a journal or a container keeps is both outputs in one.
#[test]
fn a_log_for_programs_has_nothing_else_between_its_lines() {
    let folder = tempfile::tempdir().unwrap();
    let lines = |text: String| -> Vec<serde_json::Value> {
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
    };
    let house = folder.path().join("house.sqlite");
    let mut child = serve(&house)
        .args(["--log", "json", "--metrics", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap());
    let mut first = String::new();
    log.read_line(&mut first).unwrap();
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let mut rest = String::new();
    child.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
    log.read_to_string(&mut rest).unwrap();
    child.wait().unwrap();
    let told = lines(first + &rest);
    assert!(told[0]["metrics"].as_str().is_some_and(|at| at.starts_with("127.0.0.1:")), "{}", told[0]);
    // Also why it does not open.
    let failed = serve(folder.path()).args(["--log", "json"]).output().unwrap();
    assert!(!failed.status.success() && failed.stdout.is_empty());
    let told = lines(String::from_utf8(failed.stderr).unwrap());
    assert!(told.last().is_some_and(|last| last["level"] == "ERROR"), "{told:?}");
}

#[test]
fn what_the_environment_says_of_passwords_is_not_shown() {
    let mut help = Command::new(env!("CARGO_BIN_EXE_quintette"));
    help.args(["serve", "--help"]);
    for name in ["QUINTETTE_DATABASE", "QUINTETTE_NATS", "QUINTETTE_MAIL"] {
        help.env(name, "scheme://ada:secret@host");
    }
    let shown = String::from_utf8(help.output().unwrap().stdout).unwrap();
    assert!(shown.contains("QUINTETTE_NATS") && !shown.contains("secret"), "{shown}");
}

#[test]
fn a_stop_does_not_wait_for_requests_that_are_half_sent_or_answers_that_nobody_reads() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = House::open(&folder.path().join("house.sqlite"));
    let half_sent =
        ["GET /api/ga", "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{", ""];
    let _open: Vec<TcpStream> = half_sent
        .into_iter()
        .map(|start| {
            let mut stream = house.connect();
            stream.write_all(start.as_bytes()).unwrap();
            stream
        })
        .collect();
    // All of them have been accepted once one that came later is answered.
    assert!(house.http("GET /healthz", "").ends_with("ok\n"));
    house.stop();
}

/// The sockets that a process has, by their numbers, as `/proc` names what it has open.
#[cfg(target_os = "linux")]
fn sockets(process: u32) -> Vec<String> {
    let open = std::fs::read_dir(format!("/proc/{process}/fd")).unwrap();
    open.filter_map(|file| std::fs::read_link(file.unwrap().path()).ok())
        .filter_map(|file| Some(file.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned()))
        .collect()
}

/// Where a process listens, as `/proc/net` writes it: what is bound is in the second column, `0A` is a TCP socket that
/// listens, `07` a UDP one that anybody may send to, and the number of the socket is the tenth.
#[cfg(target_os = "linux")]
fn listens_at(process: u32) -> Vec<String> {
    let mine = sockets(process);
    let mut ports = Vec::new();
    for (kind, open) in [("tcp", "0A"), ("tcp6", "0A"), ("udp", "07"), ("udp6", "07")] {
        let table = std::fs::read_to_string(format!("/proc/{process}/net/{kind}")).unwrap_or_default();
        for line in table.lines().skip(1) {
            let columns: Vec<&str> = line.split_whitespace().collect();
            if columns[3] == open && mine.iter().any(|number| number == columns[9]) {
                ports.push(format!("{kind} {}", columns[1]));
            }
        }
    }
    ports
}

/// Who was started by this process: what `/proc` says of them. The second figure after the name, which is in brackets, says by
/// whom somebody was started.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|folder| std::fs::read_to_string(folder.path().join("stat")).ok())
        .filter(|stat| {
            let parent = stat.rsplit_once(") ").and_then(|(_, figures)| figures.split(' ').nth(1));
            parent == Some(&process.to_string())
        })
        .collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_single_house_opens_no_port_but_its_own_and_needs_no_other_process() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(&folder.path().join("house.sqlite"));
    assert!(house.http("GET /healthz", "").ends_with("ok\n"));
    let opened = house.http("POST /api/tables", r#"{"game":"pyramids","bots":"learner"}"#);
    assert!(opened.starts_with("HTTP/1.1 201"), "{opened}");
    let (process, port) = (house.child.id(), house.address.rsplit(':').next().unwrap());
    // 127.0.0.1, as the kernel writes it.
    assert_eq!(listens_at(process), [format!("tcp 0100007F:{:04X}", port.parse::<u16>().unwrap())]);
    assert!(!children(std::process::id()).is_empty(), "the house is ours");
    assert!(children(process).is_empty(), "{:?}", children(process));
}
