//! A town on this machine: Postgres, NATS, houses, and a front with one address. Everything is in a folder of its own,
//! listens on this machine only, and ends with us.

mod node;
mod postgres;
mod process;

use std::{
    fs,
    net::{SocketAddr, TcpListener},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use rustix::process::Signal;
use tempfile::TempDir;
use tokio::{
    net::TcpStream,
    time::{Instant, sleep},
};

pub(crate) use node::{Node, Plan};
pub(crate) use postgres::Postgres;
pub(crate) use process::work;
use process::{LOOK, Process};

use crate::{Trouble, door::Door};

/// How long a part may take until it answers.
pub(crate) const READY: Duration = Duration::from_secs(30);
/// As the three machines of `deploy/town.compose.yaml` have it.
const FRONT: &str = include_str!("../../../../deploy/town.haproxy.cfg");
/// Where it says that it listens.
const FRONT_LISTENS: &str = "bind :80\n";
/// Where it asks itself whether any house can save.
const FRONT_ASKS: &str = "8404";
/// The houses that it knows: as many as are there are kept.
const FRONT_KNOWS: [&str; 3] = ["one:8080", "two:8080", "three:8080"];

/// A port of this machine that nobody has just now.
pub(crate) fn free_port() -> Result<u16, Trouble> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

async fn listens(address: SocketAddr, process: &mut Process, name: &str) -> Result<(), Trouble> {
    let late = Instant::now() + READY;
    while TcpStream::connect(address).await.is_err() {
        if process.has_ended() || Instant::now() > late {
            return Err(format!("{name} does not start").into());
        }
        sleep(LOOK).await;
    }
    Ok(())
}

#[derive(Debug)]
pub(crate) struct Nats {
    pub(crate) port: u16,
    said: PathBuf,
    process: Process,
}

impl Nats {
    pub(crate) async fn start(folder: &Path) -> Result<Self, Trouble> {
        let (port, said) = (free_port()?, folder.join("nats.log"));
        let process = Self::run(port, &said)?;
        let mut this = Self { port, said, process };
        this.is_ready().await?;
        Ok(this)
    }

    pub(crate) fn url(port: u16) -> String {
        format!("nats://127.0.0.1:{port}")
    }

    fn run(port: u16, said: &Path) -> Result<Process, Trouble> {
        Process::start(&["nats-server", "-a", "127.0.0.1", "-p", &port.to_string()], "TERM", said)
    }

    async fn is_ready(&mut self) -> Result<(), Trouble> {
        listens(([127, 0, 0, 1], self.port).into(), &mut self.process, "nats-server").await
    }

    pub(crate) async fn stop(&mut self, how: Signal) -> Result<(), Trouble> {
        self.process.stop(how, Duration::from_secs(10)).await?;
        Ok(())
    }

    /// Starts it at the same port.
    pub(crate) async fn again(&mut self) -> Result<(), Trouble> {
        self.process = Self::run(self.port, &self.said)?;
        self.is_ready().await
    }

    /// What it has worked so far, in seconds.
    pub(crate) fn work(&self) -> Result<f64, Trouble> {
        work(self.process.id())
    }
}

/// `HAProxy`, with the town's configuration but for the addresses.
#[derive(Debug)]
pub(crate) struct Front {
    pub(crate) door: Door,
    _process: Process,
}

impl Front {
    pub(crate) async fn start(
        folder: &Path,
        listen: SocketAddr,
        nodes: &[SocketAddr],
    ) -> Result<Self, Trouble> {
        let text = FRONT.replace(FRONT_LISTENS, &format!("bind {listen}\n"));
        let mut text = text.replace(FRONT_ASKS, &free_port()?.to_string());
        for (known, node) in FRONT_KNOWS.iter().zip(nodes) {
            text = text.replace(known, &node.to_string());
        }
        let file = folder.join("haproxy.cfg");
        fs::write(&file, text)?;
        let line = ["haproxy", "-db", "-f", &*file.to_string_lossy()];
        let mut process = Process::start(&line, "TERM", &folder.join("haproxy.log"))?;
        listens(listen, &mut process, "haproxy").await?;
        Ok(Self { door: Door { address: listen }, _process: process })
    }
}

/// Runs a command, the tests, that is lent a Postgres: where it is, `tests/support/postgres.rs` is told.
pub(crate) async fn lend(command: &[String]) -> Result<(), Trouble> {
    let [program, args @ ..] = command else { return Err("--lend COMMAND: what is lent a Postgres".into()) };
    let folder = tempfile::tempdir()?;
    // Postgres may be somebody else than we are.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
    let postgres = Postgres::passing(&folder.path().join("postgres")).await?;
    let mut run = Command::new(program);
    let ended = run.args(args).env("QUINTETTE_LENT_POSTGRES", postgres.port.to_string()).status()?;
    if ended.success() { Ok(()) } else { Err(format!("`{}` failed ({ended}).", command.join(" ")).into()) }
}

/// Houses on one Postgres, to be measured; all of it goes with them.
#[derive(Debug)]
pub(crate) struct Houses {
    nodes: Vec<Node>,
    nats: Option<Nats>,
    postgres: Postgres,
    _folder: TempDir,
}

impl Houses {
    /// Several need NATS; one may have it.
    pub(crate) async fn open(program: &str, nodes: usize, nats: bool) -> Result<Self, Trouble> {
        let folder = tempfile::tempdir()?;
        // Postgres may be somebody else than we are.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        let postgres = Postgres::start(&folder.path().join("postgres")).await?;
        let nats = if nats { Some(Nats::start(folder.path()).await?) } else { None };
        let mut open = Vec::new();
        for number in 0..nodes {
            let plan = Plan {
                program: program.to_owned(),
                database: Postgres::url(postgres.port),
                nats: nats.as_ref().map(|nats| Nats::url(nats.port)),
                clock: None,
                more: ["--no-limits", "--bot-pause", "0"].map(str::to_owned).into(),
            };
            let mut node = Node::start(plan, folder.path().join(format!("house-{number}.log")))?;
            node.ready(READY).await?;
            open.push(node);
        }
        Ok(Self { nodes: open, nats, postgres, _folder: folder })
    }

    pub(crate) fn doors(&self) -> Vec<Door> {
        self.nodes.iter().map(|node| node.door).collect()
    }

    /// What the houses, Postgres and NATS have worked so far, in seconds.
    pub(crate) fn work(&self) -> Result<[f64; 3], Trouble> {
        let mut houses = 0.0;
        for node in &self.nodes {
            houses += node.work()?;
        }
        Ok([houses, self.postgres.work()?, self.nats.as_ref().map_or(Ok(0.0), Nats::work)?])
    }
}

/// `cargo xtask town`: three houses behind one address, until somebody says that it is enough.
pub(crate) async fn town(program: &str, folder: &Path, listen: SocketAddr) -> Result<(), Trouble> {
    fs::create_dir_all(folder)?;
    // Looked at first: what is started in vain takes its time.
    drop(TcpListener::bind(listen).map_err(|e| format!("the town cannot listen at {listen}: {e}"))?);
    let mut postgres = Postgres::start(&folder.join("postgres")).await?;
    let mut nats = Nats::start(folder).await?;
    let mut nodes = Vec::new();
    let mut figures = Vec::new();
    for name in ["one", "two", "three"] {
        let metrics = format!("127.0.0.1:{}", free_port()?);
        let plan = Plan {
            program: program.to_owned(),
            database: Postgres::url(postgres.port),
            nats: Some(Nats::url(nats.port)),
            clock: None,
            more: vec!["--metrics".to_owned(), metrics.clone()],
        };
        // One after the other: the first makes the tables of the database.
        let mut node = Node::start(plan, folder.join(format!("{name}.log")))?;
        node.ready(READY).await?;
        nodes.push(node);
        figures.push((name, metrics));
    }
    let addresses: Vec<SocketAddr> = nodes.iter().map(|node| node.door.address).collect();
    let front = Front::start(folder, listen, &addresses).await?;
    println!("The town is open: http://{listen}\n");
    for (node, (name, metrics)) in nodes.iter().zip(&figures) {
        let (address, id) = (node.door.address, node.id()?);
        println!("  house {name:<6} http://{address}  figures http://{metrics}/metrics  kill -9 {id}");
    }
    println!("  Postgres     {}", Postgres::url(postgres.port));
    println!("  NATS         {}", Nats::url(nats.port));
    println!("  HAProxy      {}", folder.join("haproxy.cfg").display());
    println!("\nWhat they say and keep is in {}. Ctrl-C ends all of it.", folder.display());
    tokio::signal::ctrl_c().await?;
    println!("The town closes.");
    drop(front);
    for node in &mut nodes {
        node.stop().await?;
    }
    nats.stop(Signal::TERM).await?;
    postgres.stop(Signal::INT).await
}
