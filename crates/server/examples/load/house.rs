//! The real program, and people who come to it.

use std::{
    io::{BufRead, BufReader},
    net::Ipv4Addr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::Mutex,
};

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Message, client::IntoClientRequest, protocol::WebSocketConfig},
};

use crate::{Trouble, shown::Shown};

tokio::task_local! {
    /// The address from which a task comes to the house; usually this machine's first.
    pub(crate) static SOURCE: Ipv4Addr;
}

/// The real program, on a database of its own; ended when dropped.
pub(crate) struct House {
    child: Process,
    address: String,
    folder: tempfile::TempDir,
    limits: bool,
}

/// The program, on the core that `SERVER_CORE` names, if it does.
fn pinned(program: &str) -> Command {
    match std::env::var("SERVER_CORE") {
        Ok(core) => {
            let mut command = Command::new("taskset");
            command.args(["-c", &core, program]);
            command
        }
        Err(_) => Command::new(program),
    }
}

/// Ended when dropped.
struct Process(Mutex<Child>);

impl Drop for Process {
    fn drop(&mut self) {
        if let Ok(mut child) = self.0.lock() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl House {
    /// `limits`: whether there is a limit to how fast and how much a client may ask.
    pub(crate) fn open(program: &str, limits: bool) -> Result<Self, Trouble> {
        Self::open_in(program, limits, tempfile::tempdir()?)
    }

    /// The next process on the same file.
    pub(crate) fn again(self, program: &str) -> Result<Self, Trouble> {
        let Self { child, folder, limits, .. } = self;
        drop(child);
        Self::open_in(program, limits, folder)
    }

    /// On the file that is in this folder, if there is one.
    pub(crate) fn open_in(program: &str, limits: bool, folder: tempfile::TempDir) -> Result<Self, Trouble> {
        let database = folder.path().join("load.sqlite");
        let mut command = pinned(program);
        command
            // Bots play as soon as they have thought, so that it shows how long they had to wait.
            .args(["serve", "--listen", "127.0.0.1:0", "--bot-pause", "0", "--database"])
            .arg(&database)
            .args((!limits).then_some("--no-limits"))
            .env("RUST_LOG", "error");
        Self::start(command, limits, folder)
    }

    /// A bare relay instead.
    pub(crate) fn relay(program: &str) -> Result<Self, Trouble> {
        Self::start(pinned(program), false, tempfile::tempdir()?)
    }

    fn start(mut command: Command, limits: bool, folder: tempfile::TempDir) -> Result<Self, Trouble> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.trim().rsplit("//").next().unwrap_or_default().to_owned();
        Ok(Self { child: Process(Mutex::new(child)), address, folder, limits })
    }

    /// Ends it: the folder with its file stays.
    pub(crate) fn end(self) -> Result<tempfile::TempDir, Trouble> {
        self.kill()?;
        Ok(self.folder)
    }

    /// SIGKILL: not a moment to write anything down.
    pub(crate) fn kill(&self) -> Result<(), Trouble> {
        let mut child = self.child.0.lock().map_err(|_| "broken")?;
        child.kill()?;
        child.wait()?;
        Ok(())
    }

    /// What the server's threads have worked so far, in seconds.
    pub(crate) fn cpu(&self) -> Result<f64, Trouble> {
        let id = self.child.0.lock().map_err(|_| "broken")?.id();
        let stat = std::fs::read_to_string(Path::new("/proc").join(id.to_string()).join("stat"))?;
        // After the name, which is in brackets: the 12th and 13th are hundredths of seconds, its own and the system's.
        let figures = stat.rsplit_once(") ").ok_or("no figures")?.1.split(' ').skip(11).take(2);
        let mut hundredths = 0;
        for figure in figures {
            hundredths += figure.parse::<u64>()?;
        }
        Ok(hundredths as f64 / 100.0)
    }

    /// Resident memory of the server, in bytes.
    pub(crate) fn memory(&self) -> Result<u64, Trouble> {
        let id = self.child.0.lock().map_err(|_| "broken")?.id();
        let status = std::fs::read_to_string(Path::new("/proc").join(id.to_string()).join("status"))?;
        let line = status.lines().find(|l| l.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.split_whitespace().nth(1).ok_or("no figure")?.parse::<u64>()? * 1024)
    }

    /// A table's log as it stands in the file, from its first entry on.
    pub(crate) async fn log(&self, table: &str) -> Result<Vec<String>, Trouble> {
        let file = SqliteConnectOptions::new().filename(self.folder.path().join("load.sqlite"));
        let mut file = SqliteConnection::connect_with(&file.read_only(true)).await?;
        let rows: Vec<(i64, String)> = sqlx::query_as(
            "SELECT n, entry FROM log JOIN tables ON tables.key = log.table_key WHERE id = ? ORDER BY n",
        )
        .bind(table)
        .fetch_all(&mut file)
        .await?;
        if let Some((n, _)) = (1..).zip(&rows).find(|(n, row)| row.0 != *n) {
            return Err(format!("entry {n} is missing").into());
        }
        Ok(rows.into_iter().map(|(_, entry)| entry).collect())
    }

    /// How much of the disk it takes, in bytes.
    pub(crate) fn disk(&self) -> Result<u64, Trouble> {
        let mut bytes = 0;
        for file in std::fs::read_dir(self.folder.path())? {
            bytes += file?.metadata()?.len();
        }
        Ok(bytes)
    }

    /// A connection on which nothing has been said yet.
    pub(crate) async fn knock(&self) -> Result<TcpStream, Trouble> {
        let socket = TcpSocket::new_v4()?;
        let source = SOURCE.try_with(|source| *source).unwrap_or(Ipv4Addr::LOCALHOST);
        socket.bind((source, 0).into())?;
        Ok(socket.connect(self.address.parse()?).await?)
    }

    /// Sends one HTTP request; the answer is still to be read.
    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> Result<TcpStream, Trouble> {
        let mut stream = self.knock().await?;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nOrigin: http://{}\r\nContent-Type: application/json\r\nAccept-Encoding: br\r\nCookie: {cookie}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        Ok(stream)
    }

    /// One HTTP request: the cookie it sets, if any, and its body.
    pub(crate) async fn post(
        &self,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> Result<(Option<String>, String), Trouble> {
        let mut stream = self.ask("POST", path, cookie, body).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
        if !head.starts_with("HTTP/1.1 2") {
            return Err(format!("POST {path}: {answer}").into());
        }
        let cookie =
            head.lines().find_map(|l| l.strip_prefix("set-cookie: ")).and_then(|c| c.split(';').next());
        Ok((cookie.map(str::to_owned), body.to_owned()))
    }

    pub(crate) async fn guest(&self, name: &str) -> Result<String, Trouble> {
        let (cookie, _) = self.post("/api/me", "", &format!(r#"{{"name":"{name}"}}"#)).await?;
        cookie.ok_or_else(|| "no cookie".into())
    }

    /// Opens a table: its id.
    pub(crate) async fn table(&self, cookie: &str, new_table: &str) -> Result<String, Trouble> {
        let body = self.post("/api/tables", cookie, new_table).await?.1;
        let opened: serde_json::Value = serde_json::from_str(&body)?;
        Ok(opened["id"].as_str().ok_or("no id")?.to_owned())
    }

    pub(crate) async fn client(&self, table: &str, cookie: &str) -> Result<Client, Trouble> {
        self.line(&format!("/api/tables/{table}/live?since=0"), cookie).await
    }

    /// A WebSocket.
    pub(crate) async fn line(&self, path: &str, cookie: &str) -> Result<Client, Trouble> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request()?;
        request.headers_mut().insert("cookie", cookie.parse()?);
        let config = WebSocketConfig::default().read_buffer_size(8 << 10).write_buffer_size(0);
        let stream = self.knock().await?;
        stream.set_nodelay(true)?;
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Client { socket, shown: Shown::default(), frame: Value::Null })
    }
}

pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
    shown: Shown,
    /// The newest frame, with all that is to be seen after it.
    pub(crate) frame: Value,
}

impl Client {
    pub(crate) async fn send(&mut self, text: String) -> Result<(), Trouble> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    pub(crate) async fn next(&mut self) -> Result<String, Trouble> {
        loop {
            if let Message::Text(text) = self.socket.next().await.ok_or("closed")?? {
                return Ok(text.as_str().to_owned());
            }
        }
    }

    /// The next message; a frame with all that is to be seen after it.
    pub(crate) async fn hear(&mut self) -> Result<Value, Trouble> {
        let (message, _) = self.measured().await?;
        Ok(if message["op"] == "frame" { self.frame.clone() } else { message })
    }

    /// The next message, and how many bytes it has.
    pub(crate) async fn measured(&mut self) -> Result<(Value, usize), Trouble> {
        let text = self.next().await?;
        let mut message: Value = serde_json::from_str(&text)?;
        if message["op"] == "frame" {
            self.frame = self.shown.take(&mut message)?;
        }
        Ok((message, text.len()))
    }

    /// Waits for the answer to request `id`.
    pub(crate) async fn done(&mut self, id: u32) -> Result<(), Trouble> {
        loop {
            let message = self.hear().await?;
            if message["op"] == "done" && message["id"] == id {
                return Ok(());
            }
            if message["op"] != "frame" {
                return Err(message.to_string().into());
            }
        }
    }
}

/// A table of two for `pyramids`, or for what else is asked.
pub(crate) const PYRAMIDS: &str = r#"{"game":"pyramids","options":{"rounds":9}}"#;

/// Two clients, seated at a new table and started, once `bots` sit on the seats after theirs.
pub(crate) async fn pair(
    house: &House,
    cookies: &[String; 2],
    new_table: &str,
    bots: u64,
) -> Result<[Client; 2], Trouble> {
    let table = house.table(&cookies[0], new_table).await?;
    let mut first = house.client(&table, &cookies[0]).await?;
    let mut second = house.client(&table, &cookies[1]).await?;
    first.send(r#"{"op":"sit","id":1,"seat":0}"#.to_owned()).await?;
    // The host may sit there already.
    let _ = first.done(1).await;
    second.send(r#"{"op":"sit","id":1,"seat":1}"#.to_owned()).await?;
    second.done(1).await?;
    for bot in 0..bots {
        let (id, seat) = (bot + 2, bot + 2);
        first.send(format!(r#"{{"op":"bot","id":{id},"seat":{seat},"level":"normal"}}"#)).await?;
        first.done(id as u32).await?;
    }
    first.send(r#"{"op":"start","id":9}"#.to_owned()).await?;
    Ok([first, second])
}
