//! The house of Quintette: HTTP and WebSocket, tables, people, and the store that keeps them.
//!
//! A move travels one way: a `connection` reads it; the table's `room` lets `decide` say what becomes of it, has the
//! `store` append the entry to the table's log, applies it to the table (`fold`), and shows everybody what their seats may
//! know (`frames`).

mod accounts;
mod address;
mod analyses;
mod assets;
mod clock;
mod codes;
mod company;
mod config;
mod connection;
mod crowd;
mod cups;
mod decide;
mod entry;
mod fold;
mod forget;
mod frames;
#[doc(hidden)]
pub mod fuzzing;
mod keeping;
mod limits;
mod line;
mod lobby;
mod looks;
mod messages;
mod metrics;
mod names;
mod naming;
mod neighbours;
mod node;
mod notices;
mod open;
mod pairing;
mod people;
mod plans;
mod presence;
mod priority;
pub mod protocol;
mod rating_anew;
mod ratings;
mod records;
mod room;
mod rooms;
mod routes;
mod serving;
mod store;
mod thinking;
mod timing;
#[cfg(test)]
mod town;
mod vacations;
mod watching;

use std::{
    collections::{HashMap, HashSet},
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use ::table::About;
use axum_extra::extract::cookie::Key;
use tokio::sync::{Notify, Semaphore, watch};

use address::Address;
use analyses::Analyses;
pub use config::{AccountsFor, Config, Database, Notices};
use crowd::Crowd;
use cups::Cups;
use entry::TableEntry;
use fold::{Stands, Table};
pub use keeping::{Done, HeldTournament, NotDone, PeopleOf, Somebody, ToDo};
use line::{FairLine, Turn};
use lobby::Lobby;
use metrics::Metrics;
pub use neighbours::NoTown;
use neighbours::{HouseNews, Neighbours, SILENCE, Town};
use notices::Outgoing;
pub use open::{Open, ServeError, serve};
use pairing::Pool;
use people::People;
pub use rating_anew::{Recomputed, best, rate_anew};
use room::{ConnectionId, OpenError};
use rooms::Rooms;
pub use serving::Timeouts;
pub use store::lock::NotLocked;
pub use store::moving::{Moved, NotMoved, move_house};
pub use store::space::Space;
use store::{Listed, Opening, Sharing, Store, StoreError, Timed, ToOpen, UnixMillis, lock::Lock};
use thinking::Thinking;

/// How many connections one guest may have at once.
const CONNECTIONS: u32 = 24;
/// How large all large answers together may be that are being taken.
const TAKEN_KILOBYTES: usize = 128 << 10;

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
    /// Tournaments, as far as their logs were read.
    cups: Cups,
    abouts: HashMap<&'static str, Arc<About>>,
    /// Requests that wait for long work: a replay, a lesson, a fork.
    line: FairLine,
    /// Long work for rooms and lists, which nobody is refused: they open, somebody comes, something is taken back.
    rooms_line: FairLine,
    /// Who takes large answers, replays and the like, how many kilobytes, and how many all of them together may.
    takers: Crowd<Address>,
    taken_kilobytes: Crowd<Address>,
    takers_room: Arc<Semaphore>,
    /// One at a time is forgotten.
    forgetting: Semaphore,
    /// Signs the guests' cookies.
    key: Key,
    /// Nobody else opens the file meanwhile.
    lock: Mutex<Option<Lock>>,
    connections: AtomicU64,
    metrics: Metrics,
    /// What is sent to people who are not there.
    outgoing: Outgoing,
    /// The other nodes, where this house is one of several.
    town: Town,
    /// The tables here at which something happens by itself.
    minded: Mutex<HashSet<store::Key>>,
    /// Those at which it does no more, as the town is still to be told.
    released: Mutex<HashSet<store::Key>>,
    /// Those at which it has just begun to, which the town is to know before anything becomes of this node.
    just_minded: (Mutex<Vec<store::Key>>, Notify),
    closing: watch::Sender<bool>,
    /// Who looks for somebody to play with.
    pool: Pool,
}

impl House {
    async fn build(config: Config, address: SocketAddr) -> Result<Self, ServeError> {
        let lock = match &config.database {
            Database::File(file) if !config.shared => Some(Lock::take(file, address)?),
            _ => None,
        };
        if config.nats.is_some() && matches!(config.database, Database::File(_)) {
            return Err(NoTown::File.into());
        }
        let no_lock = lock.as_ref().is_some_and(|lock| !lock.holds);
        let shared = config.nats.is_some() || config.shared || no_lock;
        let sharing = if shared { Sharing::Town } else { Sharing::Alone };
        let place = config.database.to_string();
        let trouble = |error: StoreError| ServeError::Store { place: place.clone(), error: Box::new(error) };
        let mut offered = vec![0; 64];
        getrandom::fill(&mut offered)?;
        let opened = async {
            let store = Store::open(&config.database, sharing).await?;
            let key = Key::from(&store.secret("cookies", offered).await?);
            let outgoing = Outgoing::new(&config, &store).await?;
            Ok((store, key, outgoing))
        };
        let (store, key, outgoing) = opened.await.map_err(&trouble)?;
        let outgoing = outgoing?;
        let town = match &config.nats {
            Some(nats) => Some(Arc::new(Neighbours::join(nats, &store).await.map_err(&trouble)??)),
            None => None,
        };
        let thinking = Thinking::start().map_err(ServeError::Threads)?;
        Ok(Self { outgoing, town, ..Self::of(config, store, key, thinking, lock) })
    }

    fn of(config: Config, store: Store, key: Key, thinking: Thinking, lock: Option<Lock>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            people: People::new(config.connections),
            outgoing: Outgoing::none(&config),
            config,
            store,
            rooms: Rooms::default(),
            lobby: Lobby::default(),
            thinking,
            analyses: Analyses::default(),
            cups: Cups::default(),
            abouts: catalogue::abouts().into_iter().map(|about| (about.id, Arc::new(about))).collect(),
            line: FairLine::new(cores.div_ceil(2)),
            rooms_line: FairLine::for_everybody(cores.div_ceil(2)),
            takers: Crowd::default(),
            taken_kilobytes: Crowd::default(),
            takers_room: Arc::new(Semaphore::new(TAKEN_KILOBYTES)),
            forgetting: Semaphore::new(1),
            key,
            lock: Mutex::new(lock),
            connections: AtomicU64::new(0),
            metrics: Metrics::default(),
            town: None,
            minded: Mutex::default(),
            released: Mutex::default(),
            just_minded: Default::default(),
            closing: watch::Sender::new(false),
            pool: Pool::default(),
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
        if let Some(trouble) = self.store.trouble().await {
            return Some(format!("nothing can be saved: {trouble}"));
        }
        let cut_off = self.town.as_ref().is_some_and(|town| !town.connected() && town.in_company());
        cut_off.then(|| "the other nodes live, and there is no line to NATS".to_owned())
    }

    /// Keeps a new table, with the first entries of its log.
    async fn open_table(&self, opening: Opening, entries: &[TableEntry]) -> Result<store::Key, StoreError> {
        let ToOpen { opening, entries, named, timed } = self.to_open(opening, entries);
        self.store.open_table(opening, entries, named, timed).await
    }

    /// All that is written of a new table.
    fn to_open(&self, opening: Opening, entries: &[TableEntry]) -> ToOpen {
        // By the time that all nodes go by.
        let opening = Opening { opened: self.store.now(), ..opening };
        let named = entries.iter().filter_map(TableEntry::named).collect();
        let written = entries.iter().map(TableEntry::write).collect();
        let time = entries.iter().find_map(|entry| match entry {
            TableEntry::Terms { terms, .. } => terms.time,
            _ => None,
        });
        let begins = time.filter(|_| entries.contains(&TableEntry::Start));
        let timed = begins.map(|time| Timed {
            up: UnixMillis(opening.opened.0 + time.pace.full().0 as i64),
            by_turns: time.pace.is_by_turns(),
        });
        ToOpen { opening, entries: written, named, timed }
    }

    /// Waits until long work may be done for a room, because of somebody from there.
    async fn room_turn(&self, from: Address) -> Option<Turn> {
        self.rooms_line.turn(from).await.ok()
    }

    /// Does long work where it disturbs nobody, not on the threads that serve. `turn` is held until it is done, also if
    /// nobody waits for it any more. `None` if it panics, which is a bug, and logged.
    async fn on_blocking_pool<T: Send + 'static>(
        &self,
        turn: impl Send + 'static,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        #[cfg(test)]
        if self.store.disk.is_some() {
            return Some(work()); // In a simulated town there is one thread.
        }
        let work = move || {
            let _turn = turn;
            priority::stand_back(priority::LONG_WORK);
            work()
        };
        tokio::task::spawn_blocking(work).await.ok()
    }

    /// The table that its log makes.
    async fn fold(
        &self,
        turn: impl Send + 'static,
        key: store::Key,
        opening: Arc<Opening>,
    ) -> Result<Table, OpenError> {
        let about = self.about(&opening.game).ok_or(OpenError::Game)?;
        let (snapshot, rows) = (self.store.snapshot(key).await?, self.store.log(key, 0).await?);
        let open = move || Table::open(key, opening, about, snapshot.as_deref(), &rows);
        let table = self.on_blocking_pool(turn, open).await.ok_or(OpenError::Panic)??;
        self.metrics.folds.one();
        self.metrics.folded_entries.add(table.folded);
        if table.folded < table.n {
            self.metrics.snapshot_hits.one();
        }
        Ok(table)
    }

    /// How a table in a list stands; nothing if its log cannot be folded. Whoever has to fold it, because the house crashed,
    /// does so for the next, too.
    async fn stands(
        &self,
        listed: Listed,
        from: Address,
    ) -> Result<Option<(store::Key, Opening, Stands)>, StoreError> {
        let (key, opening, stands) = listed;
        let stands = match stands {
            Some(stands) => Some(stands),
            None => self.rooms.look(&opening.id, Table::stands).await,
        };
        if let Some(stands) = stands {
            return Ok(Some((key, opening, stands)));
        }
        let Some(table) = self.fold_listed(&opening.id, from).await? else { return Ok(None) };
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
    async fn fold_if_readable(
        &self,
        turn: impl Send + 'static,
        key: store::Key,
        opening: Opening,
    ) -> Result<Option<Table>, StoreError> {
        let id = opening.id.clone();
        match self.fold(turn, key, Arc::new(opening)).await {
            Ok(table) => Ok(Some(table)),
            Err(OpenError::Store(error)) => Err(error),
            Err(error) => {
                tracing::warn!(table = id, %error, "a table cannot be read");
                Ok(None)
            }
        }
    }

    /// The same for a table in a list.
    async fn fold_listed(&self, id: &str, from: Address) -> Result<Option<Table>, StoreError> {
        match self.store.table(id).await? {
            Some((key, opening)) => self.fold_if_readable(self.room_turn(from).await, key, opening).await,
            None => Ok(None),
        }
    }

    /// Forgets what nobody has touched for long; in a town one of the nodes does.
    async fn tidy(&self) {
        self.people.forget_rested();
        match self.store.may_tidy().await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return tracing::error!(%error, "cannot tidy up"),
        }
        let seen = UnixMillis(self.store.now().0 - 86_400_000);
        let tidied = [
            self.store.tidy_changes(seen).await,
            self.store.forget_waits(pairing::old(self.store.now())).await,
            self.store.tidy_notices().await,
            vacations::tidy(self).await,
        ];
        for tidied in tidied {
            if let Err(error) = tidied {
                tracing::error!(%error, "cannot tidy up");
            }
        }
        let before = UnixMillis(self.store.now().0 - i64::from(self.config.keep_days.get()) * 86_400_000);
        if let Err(error) = self.store.forget_stale_cups(before).await {
            tracing::error!(%error, "cannot tidy up");
        }
        match self.forget_tables(before).await {
            Ok(0) => {}
            Ok(tables) => tracing::info!(tables, "forgot tables that everybody had left"),
            Err(error) => tracing::error!(%error, "cannot tidy up"),
        }
    }

    /// Forgets unfinished tables at which nothing has happened since, and nobody is. Says how many.
    async fn forget_tables(&self, before: UnixMillis) -> Result<usize, StoreError> {
        if self.town.as_ref().is_some_and(|town| !town.connected() || town.anybody_unheard(SILENCE)) {
            return Ok(0); // Somebody may be at one of them, at a node that is not heard: another time.
        }
        let mut forgotten = Vec::new();
        let elsewhere = self.lobby.open_elsewhere();
        for (key, id) in self.store.stale_tables(before).await? {
            if elsewhere.contains(&key) {
                continue; // Another node has it open.
            }
            let Some(_locked) = self.rooms.lock(id.clone()) else { continue };
            if records::put_if_over(self, &id).await? {
                continue; // It has ended, and only that could not be written then.
            }
            // Somebody may have been there since the list was read.
            if self.store.forget(key, before).await? {
                forgotten.push((key.0, id));
            }
        }
        let keys: Vec<store::Key> = forgotten.iter().map(|(key, _)| store::Key(*key)).collect();
        self.lobby.forget(&keys);
        if !forgotten.is_empty() {
            self.tell_all(|| HouseNews::Forgotten { tables: forgotten });
        }
        Ok(keys.len())
    }
}

/// What is known of a game, for tests.
#[cfg(test)]
fn catalogue_about(game: &str) -> Arc<About> {
    catalogue::abouts()
        .into_iter()
        .find(|about| about.id == game)
        .map(Arc::new)
        .expect("there is such a game")
}
