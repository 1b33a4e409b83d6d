//! A push service of the test's own: it takes what it is told to take, and shows what came.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::timeout,
};

/// Far longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A message that came: where to, and with which headers.
#[derive(Debug)]
pub(crate) struct Came {
    pub(crate) path: String,
    head: String,
    pub(crate) body: usize,
}

impl Came {
    pub(crate) fn header(&self, name: &str) -> &str {
        let line =
            |line: &'_ str| line.split_once(": ").is_some_and(|(known, _)| known.eq_ignore_ascii_case(name));
        self.head
            .lines()
            .find(|known| line(known))
            .and_then(|line| line.split_once(": "))
            .map_or("", |(_, value)| value)
    }

    /// How long it is worth anything, in seconds.
    pub(crate) fn lasts(&self) -> u64 {
        self.header("ttl").parse().expect("a number of seconds")
    }
}

pub(crate) struct PushService {
    pub(crate) origin: String,
    came: mpsc::UnboundedReceiver<Came>,
    /// What it answers next; then that all is well.
    answers: Arc<Mutex<VecDeque<u16>>>,
    /// Who came to `/hangs` waits here, and is not answered.
    pub(crate) hung: Arc<Mutex<Vec<TcpStream>>>,
}

impl PushService {
    pub(crate) async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let origin = format!("http://{}", listener.local_addr().expect("it has an address"));
        let (tell, came) = mpsc::unbounded_channel();
        let answers = Arc::<Mutex<VecDeque<u16>>>::default();
        let next = Arc::clone(&answers);
        let hung = Arc::<Mutex<Vec<TcpStream>>>::default();
        let hanging = Arc::clone(&hung);
        tokio::spawn(async move {
            while let Ok((mut line, _)) = listener.accept().await {
                let Some(message) = read(&mut line).await else { continue };
                if message.path == "/hangs" {
                    hanging.lock().expect("nobody broke it").push(line);
                } else {
                    let status = next.lock().expect("nobody broke it").pop_front().unwrap_or(201);
                    if answer(&mut line, status).await.is_none() {
                        continue;
                    }
                }
                let _ = tell.send(message);
            }
        });
        Self { origin, came, answers, hung }
    }

    pub(crate) fn answers(&self, status: u16) {
        self.answers.lock().expect("nobody broke it").push_back(status);
    }

    pub(crate) async fn next(&mut self) -> Came {
        timeout(PATIENCE, self.came.recv()).await.expect("a message comes in time").expect("it is open")
    }

    pub(crate) fn is_quiet(&mut self) -> bool {
        self.came.try_recv().is_err()
    }
}

async fn answer(line: &mut TcpStream, status: u16) -> Option<()> {
    let answer = format!("HTTP/1.1 {status} x\r\ncontent-length: 0\r\n\r\n");
    line.write_all(answer.as_bytes()).await.ok()
}

async fn read(line: &mut TcpStream) -> Option<Came> {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, _)) = text.split_once("\r\n\r\n") {
            let (first, head) = head.split_once("\r\n")?;
            let path = first.split(' ').nth(1)?.to_owned();
            let message = Came { path, head: head.to_owned(), body: 0 };
            let length: usize = message.header("content-length").parse().ok()?;
            let begins = bytes.windows(4).position(|end| end == b"\r\n\r\n")? + 4;
            if bytes.len() >= begins + length {
                return Some(Came { body: length, ..message });
            }
        }
        match line.read(&mut buffer).await {
            Ok(count) if count > 0 => bytes.extend(&buffer[..count]),
            _ => return None,
        }
    }
}
