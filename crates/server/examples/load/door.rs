//! Where a house lets people in, and those who come.

use std::net::{Ipv4Addr, SocketAddr};

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
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

/// The address of a house, or of what stands in front of several.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Door {
    pub(crate) address: SocketAddr,
}

impl Door {
    /// As a program tells it when it has started.
    pub(crate) fn told(line: &str) -> Result<Self, Trouble> {
        Ok(Self { address: line.trim().rsplit("//").next().unwrap_or_default().parse()? })
    }

    /// A connection on which nothing has been said yet.
    pub(crate) async fn knock(&self) -> Result<TcpStream, Trouble> {
        let socket = TcpSocket::new_v4()?;
        let source = SOURCE.try_with(|source| *source).unwrap_or(Ipv4Addr::LOCALHOST);
        socket.bind((source, 0).into())?;
        Ok(socket.connect(self.address).await?)
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
    house: &Door,
    cookies: &[String; 2],
    new_table: &str,
    bots: u64,
) -> Result<[Client; 2], Trouble> {
    pair_at([*house; 2], cookies, new_table, bots).await
}

/// The same, each at a house of their own.
pub(crate) async fn pair_at(
    houses: [Door; 2],
    cookies: &[String; 2],
    new_table: &str,
    bots: u64,
) -> Result<[Client; 2], Trouble> {
    let table = houses[0].table(&cookies[0], new_table).await?;
    let mut first = houses[0].client(&table, &cookies[0]).await?;
    let mut second = houses[1].client(&table, &cookies[1]).await?;
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
    // Where the first is, it has to be known that the second sits.
    while first.frame["table"]["seats"][1]["taken_by"].is_null() {
        first.hear().await?;
    }
    first.send(r#"{"op":"start","id":9}"#.to_owned()).await?;
    Ok([first, second])
}
