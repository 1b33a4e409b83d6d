//! The house opens, and closes.

use std::{
    net::SocketAddr,
    sync::{Arc, PoisonError},
    time::Duration,
};

use futures_util::future::LocalBoxFuture;
use thiserror::Error;
use tokio::{net::TcpListener, task::JoinHandle, time::timeout};

use crate::{
    Config, House, NoTown, NotLocked, cups, forget, node, notices, pairing, routes, serving, timing,
    vacations, watching,
};

/// How often the house tidies up.
const TIDYING: Duration = Duration::from_hours(1);
/// Before a house tidies up in a town it hears which tables the others have open: they say so every half minute.
const HEARING: Duration = Duration::from_mins(1);
/// When the house closes: how long tables have to stop their clocks, and after them the store to close its file.
const LAST_WORDS: Duration = Duration::from_secs(2);

#[derive(Debug, Error)]
pub enum ServeError {
    #[error("cannot listen at {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    #[error("{place}: {error}")]
    Store { place: String, error: Box<dyn std::error::Error + Send + Sync> },
    #[error(transparent)]
    Locked(#[from] NotLocked),
    #[error(transparent)]
    NoTown(#[from] NoTown),
    #[error("the system gives no randomness: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error("{0}")]
    Mail(String),
    #[error("the bots' threads cannot be started: {0}")]
    Threads(std::io::Error),
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
    /// What the house looks at once a second: what changed about people, whose time is up, who looks for somebody, who is
    /// to be told something, what is due in tournaments.
    looking: Vec<JoinHandle<()>>,
    /// What a node of a town does besides.
    node: Option<(JoinHandle<()>, JoinHandle<()>)>,
}

/// Opens the house. It is open until the result is [closed](Open::close), or the process gets a signal to end if it
/// waits [until then](Open::until_closed).
///
/// What others call is in a box: so all of it is compiled here, once, and not anew in each program and each test.
pub fn serve(config: Config) -> LocalBoxFuture<'static, Result<Open, ServeError>> {
    Box::pin(async move {
        let (listener, address) = listen(config.listen).await?;
        let metrics = match config.metrics {
            Some(wanted) => Some(listen(wanted).await?),
            None => None,
        };
        let house = Arc::new(House::build(config, address).await?);
        if house.town.is_none() {
            house.tidy().await;
        }
        let trouble =
            |error| ServeError::Store { place: house.config.database.to_string(), error: Box::new(error) };
        house.lobby.remember(&house).await.map_err(trouble)?;
        house.store.look_at_names().await.map_err(trouble)?;

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
            tokio::time::sleep(if tidied.town.is_some() { HEARING } else { TIDYING }).await;
            loop {
                tidied.tidy().await;
                tokio::time::sleep(TIDYING).await;
            }
        });
        let mut looking = vec![
            tokio::spawn(watching::watch(Arc::clone(&house))),
            tokio::spawn(timing::watch(Arc::clone(&house))),
            tokio::spawn(pairing::watch(Arc::clone(&house))),
            tokio::spawn(notices::watch(Arc::clone(&house))),
            tokio::spawn(vacations::watch(Arc::clone(&house))),
            tokio::spawn(cups::watch(Arc::clone(&house))),
            tokio::spawn(forget::watch(Arc::clone(&house))),
        ];
        if house.store.has_a_clock() {
            looking.push(tokio::spawn(node::by_the_database_s_clock(Arc::clone(&house))));
        }
        let node = house.town.clone().map(|town| {
            let minding = tokio::spawn(node::minding(Arc::clone(&house), Arc::clone(&town)));
            (tokio::spawn(node::live(Arc::clone(&house), town)), minding)
        });
        forget::go_on(&house).await;
        tracing::info!(%address, metrics = metrics_address.map(tracing::field::display), "open");
        Ok(Open { house, address, metrics_address, serving, telling, tidying, looking, node })
    })
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
    pub fn tidy(&self) -> LocalBoxFuture<'_, ()> {
        Box::pin(async move {
            self.house.tidy().await;
        })
    }

    /// Waits for a signal to end, then closes.
    pub fn until_closed(self) -> LocalBoxFuture<'static, ()> {
        Box::pin(async move {
            asked_to_end().await;
            self.close().await;
        })
    }

    /// Sends everybody away (they may come back), writes what is to be written, and closes: within seconds, whatever
    /// anybody does.
    pub fn close(self) -> LocalBoxFuture<'static, ()> {
        Box::pin(async move {
            self.tidying.abort();
            self.looking.iter().for_each(JoinHandle::abort);
            if let Some((_, minding)) = &self.node {
                minding.abort();
            }
            self.house.closing.send_replace(true);
            // Clocks stop now, not once the slowest request has been answered (S-19).
            let (_, stopped) = tokio::join!(self.serving, timeout(LAST_WORDS, self.house.rooms.close_all()));
            if stopped.is_err() {
                tracing::warn!("some tables were too busy to stop their clocks");
            }
            if let Some((node, _)) = self.node {
                node.abort();
            }
            if let Some(town) = &self.house.town {
                node::leave(&self.house, town).await;
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
        })
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
