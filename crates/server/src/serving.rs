//! Connections: how they are served, and how they all end.

use std::time::Duration;

use axum::{Router, body::Body, extract::Request};
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::timeout,
};
use tower_service::Service as _;

/// When the house closes, requests that are being answered have so long.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// Serves until the house closes, and a little longer for those who wait for an answer.
pub(crate) async fn serve(listener: TcpListener, router: Router, mut closing: watch::Receiver<bool>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(serve_one(stream, router.clone(), closing.clone()));
                }
                Err(error) => tracing::warn!(%error, "a connection cannot be accepted"),
            },
            Some(_) = connections.join_next() => {}
            () = closes(&mut closing) => break,
        }
    }
    drop(listener);
    let all = async { while connections.join_next().await.is_some() {} };
    // Those that are left end with the set.
    if timeout(LAST_ANSWERS, all).await.is_err() {
        tracing::info!("some connections did not end by themselves");
    }
}

/// One connection, request after request. A WebSocket lives on by itself when this has ended.
async fn serve_one(stream: TcpStream, router: Router, mut closing: watch::Receiver<bool>) {
    // Small messages, each awaited by a person: send them at once.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<_>| {
        let mut router = router.clone();
        async move { router.call(request.map(Body::new)).await }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = closes(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

async fn closes(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}
