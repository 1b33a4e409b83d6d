//! A house of its own for each test, and clients that wait for what they expect.
use std::{net::SocketAddr, path::Path, time::Duration};

use crate::{seen_lobby::Lobby, shown::Shown};

use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use serde_json::{Value, json};
use server::{Config, Open};
use sqlx::{Connection as _, Row as _};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
    task::JoinSet,
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

/// Far longer than anything takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct House {
    pub(crate) address: SocketAddr,
    open: Option<Open>,
    folder: TempDir,
}

pub(crate) fn config(database: &Path) -> Config {
    Config {
        bot_pause: Duration::ZERO,
        away: Duration::ZERO,
        ..Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), database.to_owned())
    }
}

/// For the house after this one, which crashed but still lies about in this process, with its lock.
pub(crate) fn after_a_crash(house: &House) -> Config {
    Config { shared: true, ..config(&house.database()) }
}

impl House {
    pub(crate) async fn open() -> Self {
        Self::with(|_| {}).await
    }

    /// A house that is not quite as usual.
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut config = config(&folder.path().join("house.sqlite"));
        change(&mut config);
        let open = server::serve(config).await.expect("it opens");
        Self { address: open.address(), open: Some(open), folder }
    }

    pub(crate) fn database(&self) -> std::path::PathBuf {
        self.folder.path().join("house.sqlite")
    }

    /// Where it tells its figures.
    pub(crate) fn metrics_address(&self) -> SocketAddr {
        self.open.as_ref().and_then(Open::metrics_address).expect("it tells them")
    }

    pub(crate) async fn close(&mut self) {
        if let Some(open) = self.open.take() {
            open.close().await;
        }
    }

    /// Changes the database behind the house's back.
    pub(crate) async fn sql(&self, sql: &str) {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.database());
        let mut database =
            sqlx::SqliteConnection::connect_with(&options).await.expect("the database is there");
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut database).await.expect("it can be changed");
        database.close().await.expect("it can be closed");
    }

    /// All that a table of the database holds, as text.
    pub(crate) async fn rows(&self, table: &str) -> String {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.database()).read_only(true);
        let mut database =
            sqlx::SqliteConnection::connect_with(&options).await.expect("the database is there");
        let rows = sqlx::raw_sql(sqlx::AssertSqlSafe(format!("SELECT * FROM {table}")))
            .fetch_all(&mut database)
            .await
            .expect("it can be read");
        let text = |row: &sqlx::sqlite::SqliteRow| {
            let cells = (0..row.len()).map(|i| {
                let cell = row.try_get_unchecked::<Option<Vec<u8>>, _>(i).ok().flatten().unwrap_or_default();
                String::from_utf8_lossy(&cell).into_owned()
            });
            cells.collect::<Vec<_>>().join(" | ")
        };
        rows.iter().map(text).collect::<Vec<_>>().join("\n")
    }

    /// At every table whose game has begun the clock shows this many milliseconds, as if people had sat there until then.
    pub(crate) async fn time_passes_until(&mut self, at: u64) {
        self.close().await;
        self.sql(&format!(
            "INSERT INTO log (table_key, n, entry, wall) SELECT table_key, max(n) + 1, 'clock@{at}', max(wall) FROM log \
             WHERE table_key IN (SELECT table_key FROM log WHERE entry = '\"start\"') GROUP BY table_key"
        ))
        .await;
        self.reopen().await;
    }

    /// At every table the sand has run out.
    pub(crate) async fn an_hour_later(&mut self) {
        self.time_passes_until(3_600_000).await;
    }

    /// The house tidies up, as it does every hour.
    pub(crate) async fn tidy(&self) {
        self.open.as_ref().expect("it is open").tidy().await;
    }

    /// Closes and opens on the same database, at another address.
    pub(crate) async fn reopen(&mut self) {
        self.reopen_with(|_| {}).await;
    }

    /// The same, not quite as usual.
    pub(crate) async fn reopen_with(&mut self, change: impl FnOnce(&mut Config)) {
        self.close().await;
        let mut config = config(&self.database());
        change(&mut config);
        let open = server::serve(config).await.expect("it opens again");
        self.address = open.address();
        self.open = Some(open);
    }

    pub(crate) async fn guest(&self, name: &str) -> Guest {
        let mut guest = self.stranger().await;
        let named = guest.post("/api/me", &json!({ "name": name })).await;
        assert_eq!(named.status, 200, "{}", named.body);
        guest
    }

    /// A guest without a name.
    pub(crate) async fn stranger(&self) -> Guest {
        let mut guest = Guest { address: self.address, cookie: String::new() };
        let me = guest.get("/api/me").await;
        guest.cookie = me.cookie.expect("a stranger gets a cookie");
        guest
    }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
    pub(crate) cookie: Option<String>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

#[derive(Clone)]
pub(crate) struct Guest {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
}

impl Guest {
    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.http(&format!("GET {path} HTTP/1.1\r\n"), "").await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.http(&format!("POST {path} HTTP/1.1\r\n"), &body.to_string()).await
    }

    /// A request with its own first lines.
    pub(crate) async fn http(&mut self, start: &str, body: &str) -> Answer {
        let host = self.address.to_string();
        self.http_at(&host, start, body).await
    }

    /// The same to a house that is called otherwise.
    pub(crate) async fn http_at(&mut self, host: &str, start: &str, body: &str) -> Answer {
        let cookie =
            if self.cookie.is_empty() { String::new() } else { format!("Cookie: {}\r\n", self.cookie) };
        let request = format!(
            "{start}Host: {host}\r\nConnection: close\r\n{cookie}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).await.expect("the house is open");
        stream.write_all(request.as_bytes()).await.expect("it listens");
        let mut bytes = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut bytes))
            .await
            .expect("it answers in time")
            .expect("it answers");
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").expect("an answer has a head");
        let set = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        Answer {
            status: head.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status"),
            cookie: set.map(|set| set.split(';').next().unwrap_or_default().to_owned()),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    /// Opens a table of pyramids.
    pub(crate) async fn opens(&mut self, table: &Value) -> String {
        let opened = self.post("/api/tables", table).await;
        assert_eq!(opened.status, 201, "{}", opened.body);
        opened.json()["id"].as_str().expect("an id").to_owned()
    }

    /// How their newest finished game went, as soon as one is finished.
    pub(crate) async fn result(&mut self) -> Value {
        let asked = tokio::time::Instant::now();
        loop {
            let games = self.get("/api/me/games").await.json();
            if let Some(game) = games["games"].get(0) {
                return game["result"].clone();
            }
            assert!(asked.elapsed().as_secs() < 20, "nothing ends: {games}");
        }
    }

    pub(crate) async fn connect(&self, path: &str) -> Result<Client, Error> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request()?;
        request.headers_mut().insert("cookie", self.cookie.parse().expect("a cookie"));
        let (socket, _) = connect_async(request).await?;
        let (sends, mut reads) = socket.split();
        let (heard_by, heard) = unbounded_channel();
        let mut reading = JoinSet::new();
        reading.spawn(async move {
            while let Some(message) = reads.next().await {
                if heard_by.send(message).is_err() {
                    return;
                }
            }
        });
        Ok(Client {
            sends,
            heard,
            reading,
            last_id: 0,
            n: 0,
            frame: Value::Null,
            shown: Shown::default(),
            lobby: Lobby::default(),
        })
    }

    /// Goes to a table and reads the first frame.
    pub(crate) async fn joins(&self, table: &str, since: u64) -> Client {
        let path = format!("/api/tables/{table}/live?since={since}");
        let mut client = self.connect(&path).await.expect("the table is there");
        client.n = since;
        client.frame().await;
        client
    }
}

/// It reads whatever comes, as a page does, also while its test waits for somebody else: who does not answer the house's heartbeat is
/// taken for gone.
pub(crate) struct Client {
    sends: SplitSink<WebSocketStream<MaybeTlsStream<TcpStream>>, Message>,
    heard: UnboundedReceiver<Result<Message, Error>>,
    /// Ends with the client, and the line with it.
    reading: JoinSet<()>,
    last_id: u32,
    /// The number of the newest happening.
    pub(crate) n: u64,
    /// The newest frame, and the table and the game as it left them.
    pub(crate) frame: Value,
    shown: Shown,
    lobby: Lobby,
}

impl Client {
    pub(crate) async fn send_raw(&mut self, message: Message) {
        self.sends.send(message).await.expect("the line is open");
    }

    pub(crate) async fn try_send(&mut self, message: Message) -> bool {
        self.sends.send(message).await.is_ok()
    }

    /// The next message, or nothing if the line was closed.
    pub(crate) async fn hear(&mut self) -> Option<Value> {
        loop {
            let message = timeout(PATIENCE, self.heard.recv()).await.expect("something comes in time");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let mut value: Value = serde_json::from_str(&text).expect("messages are JSON");
                    if value["op"] == "frame" {
                        self.note(&mut value);
                    }
                    let is_lobby = value.get("people").is_some();
                    return Some(if is_lobby { self.lobby.hear(&value) } else { value });
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message as it comes.
    pub(crate) async fn text(&mut self) -> String {
        let text = async {
            loop {
                let message = self.heard.recv().await.expect("the line stays open");
                if let Message::Text(text) = message.expect("it is whole") {
                    return text.to_string();
                }
            }
        };
        timeout(PATIENCE, text).await.expect("something comes in time")
    }

    /// Numbers have no gaps; and what was shown changes as the frame says.
    fn note(&mut self, frame: &mut Value) {
        let steps = frame["steps"].as_array().expect("steps");
        // At a long table the story begins later.
        let begins = steps.first().and_then(|step| step["n"].as_u64());
        let first = if frame["whole"] == true { begins.unwrap_or(1) } else { self.n + 1 };
        for (n, step) in (first..).zip(steps) {
            assert_eq!(step["n"], n, "numbers have no gaps: {frame}");
        }
        let n = frame["n"].as_u64().expect("a number");
        assert_eq!(first + steps.len() as u64, n + 1, "every number has its step: {frame}");
        self.n = n;
        self.frame = self.shown.take(frame).expect("it fits what was shown");
    }

    pub(crate) async fn frame(&mut self) -> Value {
        self.until(|message| message["op"] == "frame").await
    }

    /// The next message that is no frame, or nothing if the line was closed.
    pub(crate) async fn answer(&mut self) -> Option<Value> {
        loop {
            let message = self.hear().await?;
            if message["op"] != "frame" {
                return Some(message);
            }
        }
    }

    pub(crate) async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.hear().await.expect("the line stays open");
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Waits until happening `n` is known.
    pub(crate) async fn reaches(&mut self, n: u64) {
        while self.n < n {
            self.frame().await;
        }
    }

    /// Sends a request and waits for its answer.
    pub(crate) async fn ask(&mut self, mut request: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        request["id"] = id.into();
        self.send_raw(Message::text(request.to_string())).await;
        self.until(|message| message["op"] != "frame" && message["id"] == id).await
    }

    pub(crate) async fn does(&mut self, request: Value) -> u64 {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["op"], "done", "{request}: {answer}");
        answer["n"].as_u64().expect("a number")
    }

    pub(crate) async fn plays(&mut self, seat: u8, action: &str) -> u64 {
        self.does(json!({ "op": "play", "seat": seat, "action": action })).await
    }

    pub(crate) fn eyes(&self, index: usize) -> &Value {
        &self.frame["eyes"][index]
    }

    pub(crate) fn actions(&self) -> Vec<String> {
        let eyes = self.frame["eyes"].as_array().expect("eyes");
        let actions = eyes.iter().flat_map(|eyes| eyes["actions"].as_array().expect("actions"));
        actions.map(|action| action.as_str().expect("notation").to_owned()).collect()
    }

    /// The number with which the house ends the connection, after all that it still says.
    pub(crate) async fn closed_with(&mut self) -> Option<u16> {
        loop {
            match timeout(PATIENCE, self.heard.recv()).await.expect("something comes in time") {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    pub(crate) async fn leave(mut self) {
        let _ = self.sends.close().await;
    }

    /// From now on nobody reads what comes, and the line is open.
    pub(crate) async fn reads_no_more(&mut self) {
        self.reading.shutdown().await;
    }
}

/// Two guests at a table of pyramids where the game has begun.
pub(crate) async fn two_at_a_table(house: &House) -> (String, (Guest, Client), (Guest, Client)) {
    let mut ada = house.guest("Ada").await;
    let bea = house.guest("Bea").await;
    let table = ada.opens(&json!({ "game": "pyramids" })).await;
    let mut a = ada.joins(&table, 0).await;
    let mut b = bea.joins(&table, 0).await;
    b.does(json!({ "op": "sit", "seat": 1 })).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    b.reaches(n).await;
    (table, (ada, a), (bea, b))
}

/// Both play whatever comes first until it is over.
pub(crate) async fn play_to_the_end(a: &mut Client, b: &mut Client) {
    while a.frame["outcome"].is_null() {
        let (seat, mover, other) =
            if a.actions().is_empty() { (1, &mut *b, &mut *a) } else { (0, &mut *a, &mut *b) };
        let action = mover.actions().first().expect("somebody has a move").clone();
        let n = mover.plays(seat, &action).await;
        mover.reaches(n).await;
        other.reaches(n).await;
    }
}
