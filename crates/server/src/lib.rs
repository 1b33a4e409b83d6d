//! The house of Quintette: HTTP and WebSocket, tables, people, and the store that keeps them.
//!
//! A move travels one way: a `connection` reads it, the table's `room` lets the rules decide, the `store` writes
//! it to the table's log, and only then `frames` go out to everybody, each cut down to what their seats may know.

mod assets;
mod codes;
mod connection;
mod entry;
mod frames;
mod limits;
mod lobby;
mod names;
mod people;
pub mod protocol;
mod record;
mod room;
mod rooms;
mod routes;
mod says;
mod store;
mod table;
mod thinking;

use std::{
    collections::HashMap,
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use ::table::About;
use axum::serve::ListenerExt;
use axum_extra::extract::cookie::Key;
use thiserror::Error;
use tokio::{
    net::TcpListener,
    sync::{Semaphore, watch},
    task::JoinHandle,
};

use lobby::Lobby;
use people::People;
use room::ConnectionId;
use rooms::Rooms;
use store::{Store, StoreError, Wall};
use thinking::Thinking;

/// How many connections one guest may have at once.
const CONNECTIONS: u32 = 24;
/// How often the house tidies up.
const TIDYING: Duration = Duration::from_hours(1);

/// How to run the house.
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// The file that keeps everything; made if it is not there.
    pub database: PathBuf,
    /// How long a table that everybody left is kept.
    pub keep_days: u32,
    /// How long after the step before it a bot's move is shown, so that people can follow.
    pub bot_pause: Duration,
    /// How long somebody may be away before the others may let a bot play for them.
    pub away: Duration,
    /// Whether there is a limit to how fast and how much a client may ask. Off only for measuring.
    pub limits: bool,
}

#[derive(Debug, Error)]
pub enum ServeError {
    #[error("cannot listen at {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    #[error("{0}")]
    Store(Box<dyn std::error::Error + Send + Sync>),
    #[error("the system gives no randomness: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error("the bots' threads cannot be started: {0}")]
    Threads(std::io::Error),
}

impl From<StoreError> for ServeError {
    fn from(error: StoreError) -> Self {
        Self::Store(Box::new(error))
    }
}

/// Everything that lives as long as the server.
#[derive(Debug)]
struct House {
    config: Config,
    store: Store,
    people: People,
    rooms: Rooms,
    lobby: Lobby,
    thinking: Thinking,
    abouts: HashMap<&'static str, Arc<About>>,
    /// How many replays may be made at once: each takes a while and much memory.
    replays: Semaphore,
    /// Signs the guests' cookies.
    key: Key,
    connections: AtomicU64,
    closing: watch::Sender<bool>,
}

impl House {
    async fn build(config: Config) -> Result<Self, ServeError> {
        let store = Store::open(&config.database).await?;
        let mut offered = vec![0; 64];
        getrandom::fill(&mut offered)?;
        let key = Key::from(&store.secret("cookies", offered).await?);
        // Half of the machine thinks, the other half serves.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            config,
            store,
            people: People::default(),
            rooms: Rooms::default(),
            lobby: Lobby::default(),
            thinking: Thinking::start(cores.div_ceil(2)).map_err(ServeError::Threads)?,
            abouts: catalogue::abouts().into_iter().map(|about| (about.id, Arc::new(about))).collect(),
            replays: Semaphore::new(cores.div_ceil(2)),
            key,
            connections: AtomicU64::new(0),
            closing: watch::Sender::new(false),
        })
    }

    fn about(&self, game: &str) -> Option<Arc<About>> {
        self.abouts.get(game).cloned()
    }

    fn next_connection(&self) -> ConnectionId {
        ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    fn most_connections(&self) -> u32 {
        if self.config.limits { CONNECTIONS } else { u32::MAX }
    }

    fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Forgets what nobody has touched for long.
    async fn tidy(&self) {
        self.people.forget_absent();
        let before = Wall(Wall::now().0 - i64::from(self.config.keep_days) * 86_400_000);
        match self.store.forget(before).await {
            Ok(forgotten) if forgotten.is_empty() => {}
            Ok(forgotten) => {
                self.lobby.forget(&forgotten);
                tracing::info!(tables = forgotten.len(), "forgot tables that everybody had left");
            }
            Err(error) => tracing::error!(%error, "cannot tidy up"),
        }
    }
}

/// A house that is open.
#[derive(Debug)]
pub struct Open {
    house: Arc<House>,
    address: SocketAddr,
    serving: JoinHandle<()>,
    tidying: JoinHandle<()>,
}

/// Opens the house. It is open until the result is [closed](Open::close), or the process gets a signal to end if it
/// waits [until then](Open::until_closed).
pub async fn serve(config: Config) -> Result<Open, ServeError> {
    let wanted = config.listen;
    let listener = TcpListener::bind(wanted).await.map_err(|error| ServeError::Listen(wanted, error))?;
    let address = listener.local_addr().map_err(|error| ServeError::Listen(wanted, error))?;
    let house = Arc::new(House::build(config).await?);
    house.tidy().await;
    house.lobby.remember(&house).await?;

    let mut closing = house.closing();
    let router = routes::router(Arc::clone(&house));
    let serving = tokio::spawn(async move {
        // Small messages, each awaited by a person: send them at once.
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        let closed = async move {
            let _ = closing.wait_for(|closing| *closing).await;
        };
        if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(closed).await {
            tracing::error!(%error, "the server ended");
        }
    });
    let tidied = Arc::clone(&house);
    let tidying = tokio::spawn(async move {
        loop {
            tokio::time::sleep(TIDYING).await;
            tidied.tidy().await;
        }
    });
    tracing::info!(%address, "open");
    Ok(Open { house, address, serving, tidying })
}

impl Open {
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for a signal to end, then closes.
    pub async fn until_closed(self) {
        asked_to_end().await;
        self.close().await;
    }

    /// Sends everybody away (they may come back), writes what is to be written, and closes.
    pub async fn close(self) {
        self.tidying.abort();
        self.house.closing.send_replace(true);
        let _ = self.serving.await;
        self.house.store.close().await;
        tracing::info!("closed");
    }
}

#[cfg(unix)]
async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        }
        Err(_) => {
            let _ = tokio::signal::ctrl_c().await;
        }
    }
}

#[cfg(not(unix))]
async fn asked_to_end() {
    let _ = tokio::signal::ctrl_c().await;
}
