//! A bare relay, as a measure of what a machine can carry: whatever comes from one of a table is sent to all of it. No rules,
//! no views, no disk. `load --relay --server target/release/examples/relay` measures it as it measures the house.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Router,
    extract::{
        Path, State,
        ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade},
    },
    response::Response,
    routing::any,
    serve::ListenerExt,
};
use tokio::{net::TcpListener, sync::mpsc};

type Tables = Arc<Mutex<HashMap<String, Vec<mpsc::Sender<Utf8Bytes>>>>>;

async fn sit(mut socket: WebSocket, table: String, tables: Tables) {
    let (out, mut messages) = mpsc::channel(64);
    let lines = || tables.lock().unwrap_or_else(PoisonError::into_inner);
    lines().entry(table.clone()).or_default().push(out);
    loop {
        tokio::select! {
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(text))) => {
                    for line in lines().get(&table).into_iter().flatten() {
                        let _ = line.try_send(text.clone());
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            },
            Some(text) = messages.recv() => {
                if socket.send(Message::Text(text)).await.is_err() {
                    return;
                }
            }
        }
    }
}

async fn enter(
    Path(table): Path<String>,
    State(tables): State<Tables>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.read_buffer_size(4096).write_buffer_size(0).on_upgrade(move |socket| sit(socket, table, tables))
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let router = Router::new().route("/{table}", any(enter)).with_state(Tables::default());
    axum::serve(listener, router).await
}
