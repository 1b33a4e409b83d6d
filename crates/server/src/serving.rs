//! Connections: who is let in, for how long, and how they all end.

mod patient;

use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{Router, body::Body, extract::Request};
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};
use tower_service::Service as _;

use crate::{
    House,
    address::Address,
    crowd::{Crowd, Here},
    metrics::RefusedWhy,
};
use patient::Patient;

/// When the house closes, requests that are being answered have so long.
const LAST_ANSWERS: Duration = Duration::from_secs(2);
/// Files and pipes that the house needs besides its connections.
const OTHER_FILES: u64 = 64;
/// However many are refused, the log says so no more often.
const COMPLAINING: Duration = Duration::from_secs(10);
/// How long the house waits when the system gives it no more connections.
const OUT_OF_BREATH: Duration = Duration::from_millis(50);

/// How long a client may take.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// To send the head of a request, or the next request.
    pub head: Duration,
    /// From there until all of it has come and the answer begins.
    pub request: Duration,
    /// To take any part of an answer.
    pub taking: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(15),
            request: Duration::from_secs(20),
            taking: Duration::from_secs(20),
        }
    }
}

/// Serves until the house closes, and a little longer for those who wait for an answer.
pub(crate) async fn serve(house: Arc<House>, listener: TcpListener, router: Router) {
    let mut closing = house.closing();
    let mut connections = JoinSet::new();
    let mut gate = Gate::new(&house);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    if let Some(entry) = gate.let_in(peer) {
                        let router = router.clone();
                        let times = house.config.timeouts;
                        connections.spawn(serve_one(stream, peer.ip().into(), router, times, house.closing(), entry));
                    }
                }
                Err(error) => {
                    gate.refused(&error);
                    sleep(OUT_OF_BREATH).await;
                }
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

/// One of those who are connected, for as long as it is held.
#[derive(Debug)]
pub(crate) struct Admitted {
    _from: Here<Address>,
    _all: Here<()>,
}

/// Decides who may connect.
struct Gate {
    house: Arc<House>,
    crowd: Crowd<Address>,
    all: Crowd<()>,
    /// From one address.
    most: u32,
    /// From all of them.
    most_of_all: u32,
    refused: u64,
    complained: Option<Instant>,
}

impl Gate {
    fn new(house: &Arc<House>) -> Self {
        let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024);
        // A proxy's connections are those of everybody: it knows whom to refuse.
        let one_by_one = house.config.limits && !house.config.trust_proxy;
        Self {
            house: Arc::clone(house),
            crowd: Crowd::default(),
            all: Crowd::default(),
            most: if one_by_one { house.config.connections } else { u32::MAX },
            most_of_all: u32::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(u32::MAX),
            refused: 0,
            complained: None,
        }
    }

    fn let_in(&mut self, peer: SocketAddr) -> Option<Admitted> {
        let Some(all) = self.all.come((), self.most_of_all) else {
            self.refused(&format!("all {} connections are taken", self.most_of_all));
            return None;
        };
        let Some(from) = self.crowd.come(peer.ip().into(), self.most) else {
            self.refused(&format!("{} has {} already", peer.ip(), self.most));
            return None;
        };
        Some(Admitted { _from: from, _all: all })
    }

    /// Says in the log that connections are refused, and how many have been.
    fn refused(&mut self, why: &dyn std::fmt::Display) {
        self.refused += 1;
        self.house.metrics.refused(RefusedWhy::Connections);
        if self.complained.is_none_or(|last| last.elapsed() > COMPLAINING) {
            tracing::warn!(refused = self.refused, %why, "connections are refused");
            self.complained = Some(Instant::now());
        }
    }
}

/// One connection, request after request. A WebSocket lives on by itself, and still counts, when this has ended.
async fn serve_one(
    stream: TcpStream,
    peer: Address,
    router: Router,
    times: Timeouts,
    mut closing: watch::Receiver<bool>,
    entry: Admitted,
) {
    // Small messages, each awaited by a person: send them at once.
    let _ = stream.set_nodelay(true);
    let entry = Arc::new(entry);
    let service = service_fn(move |request: Request<_>| {
        let mut router = router.clone();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        request.extensions_mut().insert(Arc::clone(&entry));
        async move { router.call(request).await }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(times.head)
        .serve_connection(TokioIo::new(Patient::new(stream, times.taking)), service)
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
