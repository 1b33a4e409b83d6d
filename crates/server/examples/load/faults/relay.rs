//! The line between a house and what it needs: it can be cut, and what NATS tells can be lost, doubled and out of order.

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use table::{Chance, Seed};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

use crate::Trouble;

/// One message in so many is lost, one in so many comes twice, and one in so many after the one that follows it.
const ONE_IN: u32 = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Open,
    /// Whoever is connected is cut off, and whoever comes is turned away.
    Closed,
    /// Nothing comes through, and nobody is told so.
    Silent,
}

/// What was done to messages, all houses together.
#[derive(Debug, Default)]
pub(crate) struct Tampered {
    pub(crate) whole: AtomicU64,
    pub(crate) lost: AtomicU64,
    pub(crate) doubled: AtomicU64,
    pub(crate) swapped: AtomicU64,
}

/// Where a house believes Postgres or NATS to be.
#[derive(Debug)]
pub(crate) struct Relay {
    pub(crate) port: u16,
    line: watch::Sender<Line>,
}

impl Relay {
    /// Leads to `to`. With `tampered`, what comes back is NATS', and is tampered with by this seed.
    pub(crate) async fn start(to: u16, tampered: Option<(Arc<Tampered>, Seed)>) -> Result<Self, Trouble> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let (line, state) = watch::channel(Line::Open);
        let mut chance = tampered.as_ref().map(|(_, seed)| Chance::new(*seed));
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let seed = chance.as_mut().map(Chance::seed);
                let tamper = tampered.as_ref().zip(seed).map(|((tampered, _), seed)| Tamper {
                    tampered: tampered.clone(),
                    chance: Chance::new(seed),
                    heard: Vec::new(),
                    held: None,
                });
                let state = state.clone();
                // A broken line is no trouble: it is what this is for.
                tokio::spawn(async move {
                    let _ = lead(near, ([127, 0, 0, 1], to).into(), state, tamper).await;
                });
            }
        });
        Ok(Self { port, line })
    }

    pub(crate) fn set(&self, line: Line) {
        self.line.send_replace(line);
    }
}

/// Both ways, until one of them ends.
async fn lead(
    mut near: TcpStream,
    to: SocketAddr,
    mut line: watch::Receiver<Line>,
    tamper: Option<Tamper>,
) -> Result<(), Trouble> {
    passes(&mut line).await?;
    let mut far = TcpStream::connect(to).await?;
    near.set_nodelay(true)?;
    far.set_nodelay(true)?;
    let (from_near, to_near) = near.split();
    let (from_far, to_far) = far.split();
    tokio::select! {
        ended = carry(from_near, to_far, line.clone(), None) => ended,
        ended = carry(from_far, to_near, line, tamper) => ended,
    }
}

/// Waits while nothing comes through.
async fn passes(line: &mut watch::Receiver<Line>) -> Result<(), Trouble> {
    match *line.wait_for(|line| *line != Line::Silent).await? {
        Line::Closed => Err("cut".into()),
        Line::Open | Line::Silent => Ok(()),
    }
}

async fn carry(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut line: watch::Receiver<Line>,
    mut tamper: Option<Tamper>,
) -> Result<(), Trouble> {
    let mut bytes = vec![0; 16 << 10];
    loop {
        passes(&mut line).await?;
        let read = tokio::select! {
            biased;
            _ = line.changed() => continue,
            read = from.read(&mut bytes) => read?,
        };
        if read == 0 {
            return Ok(());
        }
        match &mut tamper {
            None => to.write_all(&bytes[..read]).await?,
            Some(tamper) => {
                for message in tamper.hear(&bytes[..read]) {
                    to.write_all(&message).await?;
                }
            }
        }
    }
}

/// Loses, doubles and swaps whole messages of NATS' text protocol.
struct Tamper {
    tampered: Arc<Tampered>,
    chance: Chance,
    /// What does not make a whole message yet.
    heard: Vec<u8>,
    /// Comes after the next one.
    held: Option<Vec<u8>>,
}

impl Tamper {
    /// What becomes of it.
    fn hear(&mut self, bytes: &[u8]) -> VecDeque<Vec<u8>> {
        self.heard.extend_from_slice(bytes);
        let mut out = VecDeque::new();
        while let Some(length) = whole(&self.heard) {
            let message: Vec<u8> = self.heard.drain(..length).collect();
            if !is_message(&message) {
                out.push_back(message);
                continue;
            }
            let held = self.held.take();
            match self.chance.below(ONE_IN) {
                0 => self.note(|tampered| &tampered.lost),
                1 => {
                    self.note(|tampered| &tampered.doubled);
                    out.extend([message.clone(), message]);
                }
                2 if held.is_none() => {
                    self.note(|tampered| &tampered.swapped);
                    self.held = Some(message);
                }
                _ => {
                    self.note(|tampered| &tampered.whole);
                    out.push_back(message);
                }
            }
            out.extend(held);
        }
        out
    }

    fn note(&self, which: impl Fn(&Tampered) -> &AtomicU64) {
        which(&self.tampered).fetch_add(1, Ordering::Relaxed);
    }
}

fn is_message(line: &[u8]) -> bool {
    line.starts_with(b"MSG ") || line.starts_with(b"HMSG ")
}

/// How long the first of these is, with its payload, if all of it is there.
fn whole(heard: &[u8]) -> Option<usize> {
    let line = heard.windows(2).position(|two| two == b"\r\n")? + 2;
    if !is_message(heard) {
        return Some(line);
    }
    // `MSG subject sid [reply] bytes`, and a line end after the payload; `HMSG` counts its headers in the last figure.
    let figure = heard[..line - 2].rsplit(|byte| *byte == b' ').next()?;
    let length = line + std::str::from_utf8(figure).ok()?.parse::<usize>().ok()? + 2;
    (heard.len() >= length).then_some(length)
}
