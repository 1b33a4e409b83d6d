//! The other nodes of a town, and what nodes tell each other, by NATS.
//!
//! Nothing here is needed for anything to be right: the log is the truth, and whoever missed something reads it. What is
//! told makes it quick, and says who is where. So everything may be lost, come twice, or in any order.

use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_nats::{
    Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr, Subscriber, connection::State,
};
use futures_util::FutureExt;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use table::Millis;
use thiserror::Error;
use tokio::time::{Instant, timeout};

use crate::{
    lobby::Summary,
    people::Guest,
    store::{Store, StoreError, UnixMillis},
};

/// How long NATS may take to let us in.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often a node says that it is there, and how long silence means that it is.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(1);
pub(crate) const SILENCE: Duration = Duration::from_millis(3500);
/// How long a room waits to hear of its table: longer only where the line is just breaking.
const SUBSCRIBING: Duration = Duration::from_secs(1);
/// How many messages may wait to be heard; what is more is read in the log.
const WAITING: usize = 4096;

/// A node, for as long as it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Node(u64);

impl Node {
    /// As a database keeps it.
    pub(crate) const fn number(self) -> i64 {
        self.0.cast_signed()
    }

    #[cfg(test)]
    pub(crate) const fn numbered(number: u64) -> Self {
        Self(number)
    }

    /// Who comes first to do what happens by itself at a table: another one at each.
    pub(crate) fn rank_at(self, table: i64) -> u64 {
        // SplitMix64's finish: neighbouring numbers come out far apart.
        let mut mixed = self.0 ^ (table as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// Something told, and by whom.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Told<T> {
    pub(crate) by: Node,
    pub(crate) news: T,
}

/// What concerns one table.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TableNews {
    /// This has just been written to its log.
    Entry { n: u64, entry: String, wall: UnixMillis },
    /// This node has the table open.
    Here(TableHere),
    /// And now no more.
    Gone,
    /// Entries were rewritten, because somebody wanted to be forgotten.
    Rewritten,
}

/// A table as a node has it open.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TableHere {
    /// The newest entry that is known there.
    pub(crate) n: u64,
    /// How often its log has been rewritten, as far as is known there.
    pub(crate) rewrites: i64,
    /// What the table's clock shows, if it runs.
    pub(crate) now: Option<Millis>,
    /// Who is there, and what they are called.
    pub(crate) people: Vec<(Guest, String)>,
    /// Who sits there and is gone, and since when by the database's clock: so it is the same however late it comes.
    #[serde(default)]
    pub(crate) gone: Vec<(Guest, UnixMillis)>,
    /// Whether the others should say the same of themselves.
    pub(crate) asks: bool,
}

/// What concerns all of them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum HouseNews {
    /// The people who are connected to this node, and how often; and the games that are judged here.
    Here {
        people: Vec<(Guest, u32)>,
        #[serde(default)]
        judging: Vec<Judging>,
    },
    Gone,
    /// What does everybody's shelf hold?
    WhatIsThere,
    /// These tables are open at this node, and no others.
    Open {
        tables: Vec<i64>,
    },
    Shelf {
        table: Box<Summary>,
        resting: bool,
    },
    Renamed {
        guest: Guest,
        name: String,
    },
    /// A guest deletes themselves.
    Leaves {
        guest: Guest,
    },
    /// Tables that nobody had touched for long.
    Forgotten {
        tables: Vec<(i64, String)>,
    },
}

/// A finished game that a node judges, and for whom.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Judging {
    pub(crate) table: i64,
    /// With all secrets open.
    pub(crate) open: bool,
    pub(crate) guest: Guest,
    pub(crate) done: u32,
    pub(crate) all: u32,
}

/// Why a node cannot join its town.
#[derive(Debug, Error)]
pub enum NoTown {
    #[error(
        "NATS at {place} cannot be reached ({why}): start nats-server there, or leave --nats away for one house alone"
    )]
    Nats { place: String, why: String },
    #[error("NATS at {place} does not let us in ({why}): look at the user and the password in --nats")]
    NotLetIn { place: String, why: String },
    #[error(
        "{place} is no address of a NATS ({why}): it looks like nats://host:4222, or nats://user:password@host:4222"
    )]
    Address { place: String, why: String },
    #[error("--nats is for a database that several nodes can share: --database postgres://…")]
    File,
}

/// What is known of another node.
#[derive(Debug)]
struct Neighbour {
    heard: Instant,
    people: Vec<(Guest, u32)>,
    judging: Vec<Judging>,
}

/// The line to the other nodes.
#[derive(Debug)]
pub(crate) struct Neighbours {
    client: Client,
    /// How often there was a line to NATS where there was none before.
    lines: Arc<AtomicU64>,
    pub(crate) me: Node,
    /// What all subjects of this town begin with.
    town: String,
    known: Mutex<HashMap<Node, Neighbour>>,
    /// Those that live, as the database said when it was last asked.
    living: Mutex<Living>,
}

#[derive(Debug, Default)]
struct Living {
    /// And since when that is known.
    nodes: Vec<(i64, Instant)>,
    /// Those that said goodbye: they live no more, whatever the database still said a moment ago.
    parted: Vec<i64>,
}

impl Neighbours {
    /// Joins the town of everybody who has the same database: it has a number of its own there, and a copy of it that is put
    /// back elsewhere is another database. So two towns on one NATS never hear each other.
    pub(crate) async fn join(nats: &str, store: &Store) -> Result<Result<Self, NoTown>, StoreError> {
        let mut number = [0; 16];
        // Without randomness no house opens at all; here a town would only be named after zeros.
        let _ = getrandom::fill(&mut number);
        let me = Node(u64::from_le_bytes(std::array::from_fn(|at| number[at])));
        let name = store.secret("town", number[8..].to_vec()).await?;
        let name = Sha256::new().chain_update(name).chain_update(store.which().await?).finalize();
        let name = u64::from_le_bytes(std::array::from_fn(|at| name[at]));
        let place = nats.rsplit_once('@').map_or(nats, |(_, place)| place).to_owned();
        let options = match credentials(nats) {
            Ok(None) => ConnectOptions::new(),
            Ok(Some((user, Some(password)))) => ConnectOptions::with_user_and_password(user, password),
            Ok(Some((token, None))) => ConnectOptions::with_token(token),
            Err(why) => return Ok(Err(NoTown::Address { place, why })),
        };
        let lines = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&lines);
        let options = options
            .name("quintette")
            .no_echo()
            .ping_interval(Duration::from_secs(1))
            .connection_timeout(PATIENCE)
            .subscription_capacity(WAITING)
            .max_reconnects(None)
            .reconnect_delay_callback(|tries| Duration::from_millis(100 * (tries as u64).min(10)))
            .event_callback(move |event| {
                if matches!(event, Event::Connected) {
                    counted.fetch_add(1, Ordering::Relaxed);
                }
                async move { tracing::warn!(%event, "the line to the other nodes") }
            });
        let why = match timeout(PATIENCE, options.connect(nats)).await {
            Ok(Ok(client)) => {
                let town = format!("quintette.{name:016x}");
                let (known, living) = (Mutex::default(), Mutex::default());
                return Ok(Ok(Self { client, lines, me, town, known, living }));
            }
            Ok(Err(error)) => match error.kind() {
                ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                    return Ok(Err(NoTown::NotLetIn { place, why: error.kind().to_string() }));
                }
                _ => error.to_string(),
            },
            Err(_) => "it does not answer".to_owned(),
        };
        Ok(Err(NoTown::Nats { place, why }))
    }

    /// Whether what is told now is heard.
    pub(crate) fn connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Another number than before, if what was told in between may not have been heard.
    pub(crate) fn lines(&self) -> u64 {
        self.lines.load(Ordering::Relaxed)
    }

    fn tell<T: Serialize>(&self, subject: String, news: T) {
        if !self.connected() {
            return; // Whoever wants to know reads the log.
        }
        // Strings, numbers and lists: writing them to memory cannot fail.
        let text = serde_json::to_vec(&Told { by: self.me, news }).unwrap_or_default();
        // It only waits where too much waits already; then this is lost. Not because others had their turn first.
        let _ = tokio::task::unconstrained(self.client.publish(subject, text.into())).now_or_never();
    }

    pub(crate) fn tell_table(&self, id: &str, news: &TableNews) {
        self.tell(format!("{}.table.{id}", self.town), news);
    }

    pub(crate) fn tell_all(&self, news: &HouseNews) {
        self.tell(format!("{}.house", self.town), news);
    }

    /// What is told of one table from now on; nothing while NATS is away, for which nobody waits.
    pub(crate) async fn hear_table(&self, id: &str) -> Option<Subscriber> {
        if !self.connected() {
            return None; // What is asked for meanwhile would only be kept, and there is no end to that.
        }
        let hears = self.client.subscribe(format!("{}.table.{id}", self.town));
        timeout(SUBSCRIBING, hears).await.ok()?.ok()
    }

    pub(crate) async fn hear_all(&self) -> Option<Subscriber> {
        self.client.subscribe(format!("{}.house", self.town)).await.ok()
    }

    /// Lets what was told be heard.
    pub(crate) async fn flush(&self) {
        let _ = timeout(PATIENCE, self.client.flush()).await;
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Node, Neighbour>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A node says who is there, and what it judges. Says whether it is a new one.
    pub(crate) fn is_there(&self, node: Node, people: Vec<(Guest, u32)>, judging: Vec<Judging>) -> bool {
        self.known().insert(node, Neighbour { heard: Instant::now(), people, judging }).is_none()
    }

    /// A node says goodbye.
    pub(crate) fn is_gone(&self, node: Node) {
        self.known().remove(&node);
        let mut living = self.living();
        if let Some(at) = living.nodes.iter().position(|&(lives, _)| lives == node.number()) {
            living.nodes.remove(at);
            living.parted.push(node.number());
        }
    }

    /// These live, as the database says.
    pub(crate) fn live(&self, mut nodes: Vec<i64>) {
        let mut living = self.living();
        living.parted.retain(|parted| nodes.contains(parted));
        nodes.retain(|node| !living.parted.contains(node));
        let now = Instant::now();
        let since = |node: i64| {
            living.nodes.iter().find(|(known, _)| *known == node).map_or(now, |(_, since)| *since)
        };
        living.nodes = nodes.into_iter().map(|node| (node, since(node))).collect();
    }

    fn living(&self) -> MutexGuard<'_, Living> {
        self.living.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a node lives, by what it tells the database.
    pub(crate) fn is_alive(&self, node: Node) -> bool {
        self.living().nodes.iter().any(|&(lives, _)| lives == node.number())
    }

    /// Whether other nodes live.
    pub(crate) fn in_company(&self) -> bool {
        self.living().nodes.iter().any(|&(node, _)| node != self.me.number())
    }

    /// Whether a node that has lived since then has not been heard of at all for so long: one that has just come was not yet to be.
    fn is_silent(&self, (node, since): (i64, Instant), long: Duration) -> bool {
        let known = self.known();
        let heard =
            known.iter().find(|(other, _)| other.number() == node).map(|(_, neighbour)| neighbour.heard);
        heard.unwrap_or(since).elapsed() > long
    }

    /// Whether a node that is not heard of lives all the same: then NATS is away, for it or for this one.
    pub(crate) fn is_unheard(&self, node: Node) -> bool {
        let lives = self.living().nodes.iter().copied().find(|(lives, _)| *lives == node.number());
        lives.is_some_and(|lives| self.is_silent(lives, SILENCE))
    }

    /// Whether there is one that has been so for this long: what it writes has to be looked for.
    pub(crate) fn anybody_unheard(&self, long: Duration) -> bool {
        let living = self.living().nodes.clone();
        living.into_iter().any(|lives| lives.0 != self.me.number() && self.is_silent(lives, long))
    }

    /// Those who have not been heard of for too long, nor live: they are gone.
    pub(crate) fn lost(&self) -> Vec<Node> {
        let mut known = self.known();
        let lost = |(&node, neighbour): (&Node, &Neighbour)| {
            (neighbour.heard.elapsed() > SILENCE && !self.is_alive(node)).then_some(node)
        };
        let lost: Vec<Node> = known.iter().filter_map(lost).collect();
        known.retain(|node, _| !lost.contains(node));
        lost
    }

    /// How many other nodes are heard of.
    pub(crate) fn count(&self) -> usize {
        self.known().values().filter(|neighbour| neighbour.heard.elapsed() <= SILENCE).count()
    }

    /// How often a guest is connected to other nodes.
    pub(crate) fn times_elsewhere(&self, guest: Guest) -> u32 {
        let theirs = |neighbour: &Neighbour| -> u32 {
            neighbour.people.iter().filter(|(who, _)| *who == guest).map(|(_, times)| times).sum()
        };
        self.known().values().map(theirs).sum()
    }

    /// The games that other nodes judge now.
    pub(crate) fn judged_elsewhere(&self) -> Vec<Judging> {
        let known = self.known();
        let heard = known.values().filter(|neighbour| neighbour.heard.elapsed() <= SILENCE);
        heard.flat_map(|neighbour| &neighbour.judging).copied().collect()
    }

    /// Everybody who is connected to other nodes.
    pub(crate) fn people_elsewhere(&self) -> Vec<Guest> {
        self.known().values().flat_map(|neighbour| neighbour.people.iter().map(|(guest, _)| *guest)).collect()
    }
}

/// Who we are for NATS, where its address says so: a user with a password, or a token. What stands for a letter in an address
/// (`%40`) is that letter.
fn credentials(address: &str) -> Result<Option<(String, Option<String>)>, String> {
    let server: ServerAddr = address.parse().map_err(|error: std::io::Error| error.to_string())?;
    let plain = |part: &str| {
        let plain = percent_decode_str(part).decode_utf8();
        plain.map(Cow::into_owned).map_err(|_| "user and password are not UTF-8".to_owned())
    };
    let Some(user) = server.username() else { return Ok(None) };
    Ok(Some((plain(user)?, server.password().map(plain).transpose()?)))
}

/// What was told, if that can be read. What cannot is nothing anybody here would tell.
pub(crate) fn read<T: DeserializeOwned>(message: &async_nats::Message) -> Option<Told<T>> {
    match serde_json::from_slice(&message.payload) {
        Ok(told) => Some(told),
        Err(error) => {
            tracing::warn!(subject = %message.subject, %error, "something on NATS cannot be read, and is left aside");
            None
        }
    }
}

/// The neighbours, where there are any.
pub(crate) type Town = Option<Arc<Neighbours>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_node_comes_first_at_about_as_many_tables() {
        let nodes = [Node(3), Node(4), Node(u64::MAX)];
        let first = |table: i64| {
            nodes.iter().enumerate().min_by_key(|(_, node)| node.rank_at(table)).map(|(index, _)| index)
        };
        let mut counts = [0; 3];
        for index in (0..3_000).filter_map(first) {
            counts[index] += 1;
        }
        assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }

    #[test]
    fn whoever_has_a_password_says_it() {
        let pair =
            |user: &str, password: Option<&str>| Ok(Some((user.to_owned(), password.map(str::to_owned))));
        assert_eq!(credentials("nats://127.0.0.1:4222"), Ok(None));
        assert_eq!(credentials("127.0.0.1"), Ok(None));
        assert_eq!(credentials("nats://ada:p%40ss@host:4222"), pair("ada", Some("p@ss")));
        assert_eq!(credentials("nats://token@host"), pair("token", None));
        assert!(credentials("http://host:4222").is_err_and(|why| why.contains("http")));
    }

    #[test]
    fn what_is_told_reads_as_it_is_written() {
        let here = TableHere {
            n: 7,
            rewrites: 0,
            now: Some(Millis(9)),
            people: vec![(Guest(1), "Ada".into())],
            gone: vec![(Guest(2), UnixMillis(700))],
            asks: true,
        };
        let entry = TableNews::Entry { n: 8, entry: "0@1 x".into(), wall: UnixMillis(5) };
        for news in [entry, TableNews::Here(here), TableNews::Gone, TableNews::Rewritten] {
            let text = serde_json::to_string(&Told { by: Node(1), news }).expect("it is written");
            let read: Told<TableNews> = serde_json::from_str(&text).expect("it reads");
            assert_eq!(serde_json::to_string(&read).expect("it is written"), text);
        }
        let text = serde_json::to_string(&HouseNews::Leaves { guest: Guest(3) }).expect("it is written");
        assert!(serde_json::from_str::<HouseNews>(&text).is_ok());
    }
}
