//! What goes wrong in the town, and how it is made good again.

use std::time::Duration;

use rustix::process::Signal;
use serde_json::{Value, json};
use table::Chance;
use tokio::time::{Instant, sleep, timeout};

use super::relay::{Line, Relay};
use crate::{
    Trouble,
    door::Door,
    town::{Front, Nats, Node, Postgres, READY},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// kill -9.
    Killed,
    Frozen,
    CutFromNats,
    CutFromPostgres,
    PostgresRestarted,
    NatsRestarted,
    /// In good order.
    Stopped,
}

impl Fault {
    pub(super) const ALL: [Self; 7] = [
        Self::Killed,
        Self::Frozen,
        Self::CutFromNats,
        Self::CutFromPostgres,
        Self::PostgresRestarted,
        Self::NatsRestarted,
        Self::Stopped,
    ];

    /// How long somebody at that house may be without a table, where there is a promise.
    pub(super) const fn away(self) -> Option<Duration> {
        match self {
            Self::Killed => Some(Duration::from_secs(3)),
            // It lets people in, and has nothing to show them: twice somebody tries in vain, for two seconds each.
            Self::CutFromPostgres => Some(Duration::from_secs(5)),
            Self::Stopped => Some(Duration::from_secs(1)),
            _ => None,
        }
    }

    /// How long somebody may wait for an answer meanwhile, where there is a promise: nobody for longer than a second, and another
    /// one for machines that have other things to do.
    pub(super) const fn answers(self) -> Option<Duration> {
        match self {
            Self::Stopped => Some(Duration::from_secs(2)),
            _ => None,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Killed => "a house is killed",
            Self::Frozen => "a house is frozen",
            Self::CutFromNats => "a house is cut from NATS",
            Self::CutFromPostgres => "a house is cut from Postgres",
            Self::PostgresRestarted => "Postgres is restarted",
            Self::NatsRestarted => "NATS is restarted",
            Self::Stopped => "a house is stopped in good order",
        }
    }
}

/// How long a frozen house stays so.
const FROZEN: Duration = Duration::from_secs(10);
/// How long a line is cut.
const CUT: Duration = Duration::from_secs(4);
/// How long that to NATS is, every other time: longer than nodes wait for one that says nothing. Games go on by their logs
/// meanwhile; but whoever would begin one and waits until everybody is here does not see who is at that house.
const LONG_CUT: Duration = Duration::from_secs(25);
/// Within this time a house knows that it is cut from Postgres. One that says nothing is given up after five seconds, and then
/// asked once more.
const KNOWN: Duration = Duration::from_secs(15);
/// And then, within this time, somebody new is let in elsewhere.
const LET_IN: Duration = Duration::from_secs(5);
/// How long a house is away before it is started again.
const AWAY: Duration = Duration::from_secs(2);

/// A house with its lines to what it needs.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) node: Node,
    pub(super) postgres: Relay,
    pub(super) nats: Relay,
}

/// All that can go wrong.
#[derive(Debug)]
pub(super) struct Town {
    pub(super) front: Front,
    pub(super) postgres: Postgres,
    pub(super) nats: Nats,
    pub(super) places: Vec<Place>,
}

/// Something was wrong, from when to when.
#[derive(Clone, Debug)]
pub(super) struct Happened {
    pub(super) fault: Fault,
    pub(super) from: Instant,
    pub(super) to: Instant,
    /// Which house, and how.
    pub(super) what: Value,
    /// What must not be.
    pub(super) broken: Option<String>,
}

/// Somebody new comes through the front and opens a table: after how long they could.
async fn lets_in(front: Door, within: Duration) -> Option<Duration> {
    let start = Instant::now();
    while start.elapsed() < within {
        let opens = async { front.table(&front.guest("new").await?, r#"{"game":"pyramids"}"#).await };
        if matches!(timeout(within, opens).await, Ok(Ok(_))) {
            return Some(start.elapsed()).filter(|after| *after < within);
        }
    }
    None
}

impl Town {
    /// Lets it happen, and waits until everything is there again. A house that is killed is a fault of that moment, and one that is
    /// stopped until it has ended: from then on its people can be elsewhere.
    pub(super) async fn suffer(&mut self, fault: Fault, chance: &mut Chance) -> Result<Happened, Trouble> {
        let which = chance.below(self.places.len() as u32) as usize;
        let (hard, long) = (chance.one_in(2), chance.one_in(2));
        let from = Instant::now();
        let place = &mut self.places[which];
        let mut broken = None;
        let (to, what) = match fault {
            Fault::Killed => {
                place.node.kill();
                sleep(AWAY).await;
                place.node.again()?;
                place.node.ready(READY).await?;
                (from, json!({ "house": which }))
            }
            Fault::Frozen => {
                place.node.signal(Signal::STOP)?;
                sleep(FROZEN).await;
                place.node.signal(Signal::CONT)?;
                (Instant::now(), json!({ "house": which }))
            }
            Fault::CutFromNats => {
                place.nats.set(if hard { Line::Silent } else { Line::Closed });
                let cut = if long { LONG_CUT } else { CUT };
                sleep(cut).await;
                place.nats.set(Line::Open);
                (Instant::now(), json!({ "house": which, "silently": hard, "seconds": cut.as_secs() }))
            }
            Fault::CutFromPostgres => {
                place.postgres.set(if hard { Line::Silent } else { Line::Closed });
                let known = place.node.not_ready(KNOWN).await;
                let let_in = lets_in(self.front.door, LET_IN).await;
                sleep(CUT.saturating_sub(from.elapsed())).await;
                place.postgres.set(Line::Open);
                let to = Instant::now();
                place.node.ready(READY).await?;
                if known.is_none() {
                    broken = Some(format!("house {which} was cut from Postgres, and ready all the same"));
                } else if let_in.is_none() {
                    broken = Some(format!("house {which} was cut from Postgres, and nobody new was let in"));
                }
                let ms = |after: Option<Duration>| after.map(|after| after.as_millis() as u64);
                let (known, let_in) = (ms(known), ms(let_in));
                (
                    to,
                    json!({ "house": which, "silently": hard, "known_after_ms": known, "let_in_after_ms": let_in }),
                )
            }
            Fault::PostgresRestarted => {
                self.postgres.stop(if hard { Signal::QUIT } else { Signal::INT }).await?;
                self.postgres.again().await?;
                (Instant::now(), json!({ "had_to_recover": hard }))
            }
            Fault::NatsRestarted => {
                self.nats.stop(if hard { Signal::KILL } else { Signal::TERM }).await?;
                self.nats.again().await?;
                (Instant::now(), json!({ "killed": hard }))
            }
            Fault::Stopped => {
                let took = place.node.stop().await?;
                let to = Instant::now();
                sleep(AWAY).await;
                place.node.again()?;
                place.node.ready(READY).await?;
                if took.is_none() {
                    broken = Some(format!("house {which} was asked to stop, and had to be killed"));
                }
                (to, json!({ "house": which, "ended_after_ms": took.map(|took| took.as_millis() as u64) }))
            }
        };
        Ok(Happened { fault, from, to, what, broken })
    }
}
