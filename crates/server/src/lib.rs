//! The house of Quintette: HTTP and WebSocket, tables, people, and the store that keeps them.
//!
//! A move travels one way: a `connection` reads it; the table's `room` lets `decide` say what becomes of it, has the
//! `store` append the entry to the table's log, applies it to the table (`fold`), and shows everybody what their seats may
//! know (`frames`).

mod address;
mod analyses;
mod assets;
mod clock;
mod codes;
mod connection;
mod crowd;
mod decide;
mod entry;
mod fold;
mod forget;
mod frames;
#[doc(hidden)]
pub mod fuzzing;
mod limits;
mod lobby;
mod messages;
mod metrics;
mod names;
mod patch;
mod people;
mod presence;
pub mod protocol;
mod records;
mod room;
mod rooms;
mod routes;
mod serving;
mod store;
mod thinking;
#[cfg(test)]
mod town;

use std::{
    collections::HashMap,
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use ::table::About;
use axum_extra::extract::cookie::Key;
use thiserror::Error;
use tokio::{
    net::TcpListener,
    sync::{Semaphore, watch},
    task::JoinHandle,
    time::timeout,
};

use address::Address;
use analyses::Analyses;
use crowd::Crowd;
use entry::TableEntry;
use fold::{Stands, Table};
use lobby::Lobby;
use metrics::Metrics;
use people::People;
use room::{ConnectionId, OpenError};
use rooms::Rooms;
pub use serving::Timeouts;
pub use store::lock::NotLocked;
pub use store::space::Space;
use store::{Listed, Opening, Store, StoreError, UnixMillis, lock::Lock};
use thinking::Thinking;

/// How many connections one guest may have at once.
const CONNECTIONS: u32 = 24;
/// How many requests may wait for a replay, a lesson or a fork to be made. What they bring is at most a megabyte each.
const QUEUE: usize = 32;
/// How large all replays together may be that are being taken.
const REPLAYS_KILOBYTES: usize = 128 << 10;
/// How often the house tidies up.
const TIDYING: Duration = Duration::from_hours(1);
/// When the house closes: how long tables have to stop their clocks, and after them the store to close its file.
const LAST_WORDS: Duration = Duration::from_secs(2);

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
    /// How long the house thinks about one move of a game that is analysed.
    pub analysis: Duration,
    /// How long somebody may be away before the others may let a bot play for them.
    pub away: Duration,
    /// Whether there is a limit to how fast and how much a client may ask. Off only for measuring.
    pub limits: bool,
    /// How many connections one address may have.
    pub connections: u32,
    /// How much may be kept.
    pub space: Space,
    /// Whether a proxy in front of the house tells where somebody comes from.
    pub trust_proxy: bool,
    /// How long a client may take.
    pub timeouts: Timeouts,
    /// Whether other houses may have the same file open. The log allows for it; but each shows only its own people.
    pub shared: bool,
    /// Where to tell figures, to those who run the house alone.
    pub metrics: Option<SocketAddr>,
}

impl Config {
    /// A house with everything as usual.
    pub fn new(listen: SocketAddr, database: PathBuf) -> Self {
        Self {
            listen,
            database,
            keep_days: 30,
            bot_pause: Duration::from_millis(600),
            analysis: Duration::from_millis(200),
            away: Duration::from_secs(20),
            limits: true,
            connections: 200,
            space: Space::default(),
            trust_proxy: false,
            timeouts: Timeouts::default(),
            shared: false,
            metrics: None,
        }
    }
}

#[derive(Debug, Error)]
pub enum ServeError {
    #[error("cannot listen at {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    #[error("{}: {error}", file.display())]
    Store { file: PathBuf, error: Box<dyn std::error::Error + Send + Sync> },
    #[error(transparent)]
    Locked(#[from] NotLocked),
    #[error("the system gives no randomness: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error("the bots' threads cannot be started: {0}")]
    Threads(std::io::Error),
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
    /// Games that are being judged.
    analyses: Analyses,
    abouts: HashMap<&'static str, Arc<About>>,
    /// How many long pieces of work may be done at once: folding a log, making a replay.
    work: Semaphore,
    /// How many requests may wait for such work.
    queue: Semaphore,
    /// The replays that are being taken from each address, and how large all of them together may be.
    replays: Crowd<Address>,
    replays_kilobytes: Arc<Semaphore>,
    /// One at a time is forgotten.
    forgetting: Semaphore,
    /// Signs the guests' cookies.
    key: Key,
    /// Nobody else opens the file meanwhile.
    lock: Mutex<Option<Lock>>,
    connections: AtomicU64,
    metrics: Metrics,
    closing: watch::Sender<bool>,
}

impl House {
    async fn build(config: Config, address: SocketAddr) -> Result<Self, ServeError> {
        let lock = if config.shared { None } else { Some(Lock::take(&config.database, address)?) };
        let file = config.database.clone();
        let trouble = |error: StoreError| ServeError::Store { file, error: Box::new(error) };
        let mut offered = vec![0; 64];
        getrandom::fill(&mut offered)?;
        let opened = async {
            let store = Store::open(&config.database).await?;
            let key = Key::from(&store.secret("cookies", offered).await?);
            Ok((store, key))
        };
        let (store, key) = opened.await.map_err(trouble)?;
        Ok(Self::of(config, store, key, Thinking::start().map_err(ServeError::Threads)?, lock))
    }

    fn of(config: Config, store: Store, key: Key, thinking: Thinking, lock: Option<Lock>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            config,
            store,
            people: People::default(),
            rooms: Rooms::default(),
            lobby: Lobby::default(),
            thinking,
            analyses: Analyses::default(),
            abouts: catalogue::abouts().into_iter().map(|about| (about.id, Arc::new(about))).collect(),
            work: Semaphore::new(cores.div_ceil(2)),
            queue: Semaphore::new(QUEUE),
            replays: Crowd::default(),
            replays_kilobytes: Arc::new(Semaphore::new(REPLAYS_KILOBYTES)),
            forgetting: Semaphore::new(1),
            key,
            lock: Mutex::new(lock),
            connections: AtomicU64::new(0),
            metrics: Metrics::default(),
            closing: watch::Sender::new(false),
        }
    }

    fn about(&self, game: &str) -> Option<Arc<About>> {
        self.abouts.get(game).cloned()
    }

    fn next_connection(&self) -> ConnectionId {
        ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    /// How many connections a guest may have, and how many an address.
    fn most_connections(&self) -> (u32, u32) {
        if self.config.limits { (CONNECTIONS, self.config.connections) } else { (u32::MAX, u32::MAX) }
    }

    fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Why nobody should be sent here now, if so.
    async fn not_ready(&self) -> Option<String> {
        if *self.closing.borrow() {
            return Some("the house closes".to_owned());
        }
        self.store.trouble().await.map(|trouble| format!("nothing can be saved: {trouble}"))
    }

    /// Keeps a new table, with the first entries of its log.
    async fn open_table(&self, opening: Opening, entries: &[TableEntry]) -> Result<(), StoreError> {
        let named = entries.iter().filter_map(TableEntry::named).collect();
        let written = entries.iter().map(TableEntry::write).collect();
        self.store.open_table(opening, written, named).await?;
        Ok(())
    }

    /// Does long work where it disturbs nobody: not on the threads that serve, and only so much at once. `None` if it
    /// panics, which is a bug, and logged.
    async fn on_blocking_pool<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _turn = self.work.acquire().await.ok()?;
        #[cfg(test)]
        if self.store.disk.is_some() {
            return Some(work()); // In a simulated town there is one thread.
        }
        let done = tokio::task::spawn_blocking(work).await;
        done.inspect_err(|error| tracing::error!(%error, "a piece of work panicked")).ok()
    }

    /// The table that its log makes.
    async fn fold(&self, key: store::Key, opening: Arc<Opening>) -> Result<Table, OpenError> {
        let about = self.about(&opening.game).ok_or(OpenError::Game)?;
        let (snapshot, rows) = (self.store.snapshot(key).await?, self.store.log(key, 0).await?);
        let open = move || Table::open(key, opening, about, snapshot.as_deref(), &rows);
        let table = self.on_blocking_pool(open).await.ok_or(OpenError::Panic)??;
        self.metrics.folds.one();
        self.metrics.folded_entries.add(table.folded);
        if table.folded < table.n {
            self.metrics.snapshot_hits.one();
        }
        Ok(table)
    }

    /// How a table in a list stands; nothing if its log cannot be folded. Whoever has to fold it, because the house crashed,
    /// does so for the next, too.
    async fn stands(&self, listed: Listed) -> Result<Option<(store::Key, Opening, Stands)>, StoreError> {
        let (key, opening, stands) = listed;
        let stands = match stands {
            Some(stands) => Some(stands),
            None => self.rooms.stands(&opening.id).await,
        };
        if let Some(stands) = stands {
            return Ok(Some((key, opening, stands)));
        }
        let Some(table) = self.fold_listed(&opening.id).await? else { return Ok(None) };
        self.store.keep(&table);
        Ok(Some((key, opening, table.stands())))
    }

    /// Why a guest cannot open another table now, in words for them.
    async fn has_room_for(&self, guest: people::Guest) -> Result<Result<(), ::table::Words>, StoreError> {
        if let Some(full) = self.store.full(self.config.space) {
            tracing::error!(%full, "no more tables can be opened");
            return Ok(Err(messages::NO_ROOM));
        }
        let too_many = self.config.limits && self.store.opened_by(guest).await? >= limits::TABLES_KEPT;
        Ok(if too_many { Err(messages::too_many_unfinished(limits::TABLES_KEPT)) } else { Ok(()) })
    }

    /// The table that its log makes, or nothing if that cannot be folded.
    async fn fold_if_readable(&self, key: store::Key, opening: Opening) -> Result<Option<Table>, StoreError> {
        let id = opening.id.clone();
        match self.fold(key, Arc::new(opening)).await {
            Ok(table) => Ok(Some(table)),
            Err(OpenError::Store(error)) => Err(error),
            Err(error) => {
                tracing::warn!(table = id, %error, "a table cannot be read");
                Ok(None)
            }
        }
    }

    /// The same for a table in a list.
    async fn fold_listed(&self, id: &str) -> Result<Option<Table>, StoreError> {
        match self.store.table(id).await? {
            Some((key, opening)) => self.fold_if_readable(key, opening).await,
            None => Ok(None),
        }
    }

    /// Forgets what nobody has touched for long.
    async fn tidy(&self) {
        self.people.forget_rested();
        let before = UnixMillis(UnixMillis::now().0 - i64::from(self.config.keep_days) * 86_400_000);
        match self.forget_tables(before).await {
            Ok(0) => {}
            Ok(tables) => tracing::info!(tables, "forgot tables that everybody had left"),
            Err(error) => tracing::error!(%error, "cannot tidy up"),
        }
    }

    /// Forgets unfinished tables at which nothing has happened since, and nobody is. Says how many.
    async fn forget_tables(&self, before: UnixMillis) -> Result<usize, StoreError> {
        let mut forgotten = Vec::new();
        for (key, id) in self.store.stale_tables(before).await? {
            let Some(_locked) = self.rooms.lock(id) else { continue };
            // Somebody may have been there since the list was read.
            if self.store.forget(key, before).await? {
                forgotten.push(key);
            }
        }
        self.lobby.forget(&forgotten);
        Ok(forgotten.len())
    }
}

/// A house that is open.
#[derive(Debug)]
pub struct Open {
    house: Arc<House>,
    address: SocketAddr,
    metrics_address: Option<SocketAddr>,
    serving: JoinHandle<()>,
    /// Tells figures.
    telling: Option<JoinHandle<()>>,
    tidying: JoinHandle<()>,
}

/// Opens the house. It is open until the result is [closed](Open::close), or the process gets a signal to end if it
/// waits [until then](Open::until_closed).
pub async fn serve(config: Config) -> Result<Open, ServeError> {
    let (listener, address) = listen(config.listen).await?;
    let metrics = match config.metrics {
        Some(wanted) => Some(listen(wanted).await?),
        None => None,
    };
    let house = Arc::new(House::build(config, address).await?);
    house.tidy().await;
    house
        .lobby
        .remember(&house)
        .await
        .map_err(|error| ServeError::Store { file: house.config.database.clone(), error: Box::new(error) })?;

    let router = routes::router(Arc::clone(&house));
    let serving = tokio::spawn(serving::serve(Arc::clone(&house), listener, router));
    let metrics_address = metrics.as_ref().map(|(_, address)| *address);
    let telling = metrics.map(|(listener, _)| {
        let router = routes::operations::router(Arc::clone(&house));
        tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "no more figures are told");
            }
        })
    });
    let tidied = Arc::clone(&house);
    let tidying = tokio::spawn(async move {
        loop {
            tokio::time::sleep(TIDYING).await;
            tidied.tidy().await;
        }
    });
    forget::go_on(&house).await;
    tracing::info!(%address, "open");
    Ok(Open { house, address, metrics_address, serving, telling, tidying })
}

async fn listen(wanted: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let trouble = |error| ServeError::Listen(wanted, error);
    let listener = TcpListener::bind(wanted).await.map_err(trouble)?;
    let address = listener.local_addr().map_err(trouble)?;
    Ok((listener, address))
}

impl Open {
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where figures are told.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// Forgets what nobody has touched for long, as the house does by itself every hour.
    pub async fn tidy(&self) {
        self.house.tidy().await;
    }

    /// Waits for a signal to end, then closes.
    pub async fn until_closed(self) {
        asked_to_end().await;
        self.close().await;
    }

    /// Sends everybody away (they may come back), writes what is to be written, and closes: within seconds, whatever
    /// anybody does.
    pub async fn close(self) {
        self.tidying.abort();
        self.house.closing.send_replace(true);
        let _ = self.serving.await;
        if timeout(LAST_WORDS, self.house.rooms.close_all()).await.is_err() {
            tracing::warn!("some tables were too busy to stop their clocks");
        }
        if timeout(LAST_WORDS, self.house.store.close()).await.is_err() {
            tracing::warn!("the store was too busy to be closed; nothing that was acknowledged is lost");
        }
        // The last to go: until here it says that the house closes.
        if let Some(telling) = self.telling {
            telling.abort();
        }
        // Some who are just being told to come back may still hold the house; the file is free all the same.
        self.house.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
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
