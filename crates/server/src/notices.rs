//! People who are not there are told: that it is their turn at a table of hours or days, that they are asked to a table, that a
//! game has ended.
//!
//! A table at which something happens is marked in the transaction that writes the entry (`tables.stirred`). Every node
//! looks at marked tables once a second, and puts whom they call into the outbox (`notices`), or takes them out of it; what is due
//! there is claimed by a conditional write and [sent](send). So whatever dies in between, somebody is told at least once, and
//! hardly ever twice.

pub(crate) mod mail;
pub(crate) mod post;
pub(crate) mod push;
mod say;
mod send;
pub(crate) mod wishes;

use std::{sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};
use tokio::{
    sync::Semaphore,
    time::{MissedTickBehavior, interval},
};

use crate::{
    Config, House, ServeError,
    address::Address,
    fold::{Holder, Stands},
    people::Guest,
    protocol::{Pace, Phase},
    room,
    store::{
        Store, StoreError, UnixMillis,
        notices::{Call, Stirred},
    },
};
use mail::Mailer;
use post::Post;
use push::HouseKey;

/// How often it is looked.
const LOOK: Duration = Duration::from_secs(1);
const LOOKED_AT: u32 = 200;
/// How many people are told something at the same time.
const AT_ONCE: usize = 32;
/// A reminder comes when so much of the time is left, a quarter of it at most.
const REMINDER: u64 = 12 * 3_600_000;

/// Something that somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum Notice {
    /// It is their turn until `up`.
    Turn {
        table: String,
        game: String,
        with: Vec<Guest>,
        up: i64,
    },
    /// It still is.
    Reminder {
        table: String,
        game: String,
        with: Vec<Guest>,
        up: i64,
    },
    Invited {
        table: String,
        game: String,
        by: Guest,
    },
    Ended {
        table: String,
        game: String,
        with: Vec<Guest>,
    },
    /// A table waits for them which they asked for.
    Called {
        table: String,
        game: String,
    },
    /// They want to see how it looks.
    Trial,
    /// Whether this is their address.
    Confirm {
        address: String,
        code: String,
    },
}

/// Its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Turn,
    Reminder,
    Invited,
    Ended,
    Called,
    /// What their devices show of a table is to be closed.
    Gone,
    Trial,
    Confirm,
}

impl Kind {
    const ALL: [Self; 8] = [
        Self::Turn,
        Self::Reminder,
        Self::Invited,
        Self::Ended,
        Self::Called,
        Self::Gone,
        Self::Trial,
        Self::Confirm,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Reminder => "reminder",
            Self::Invited => "invited",
            Self::Ended => "ended",
            Self::Called => "called",
            Self::Gone => "gone",
            Self::Trial => "trial",
            Self::Confirm => "confirm",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl Notice {
    const fn kind(&self) -> Kind {
        match self {
            Self::Turn { .. } => Kind::Turn,
            Self::Reminder { .. } => Kind::Reminder,
            Self::Invited { .. } => Kind::Invited,
            Self::Ended { .. } => Kind::Ended,
            Self::Called { .. } => Kind::Called,
            Self::Trial => Kind::Trial,
            Self::Confirm { .. } => Kind::Confirm,
        }
    }

    /// What it is about: somebody is told once about the same.
    fn topic(&self) -> &str {
        match self {
            Self::Turn { table, .. }
            | Self::Reminder { table, .. }
            | Self::Invited { table, .. }
            | Self::Ended { table, .. }
            | Self::Called { table, .. } => table,
            Self::Trial => "trial",
            Self::Confirm { address, .. } => address,
        }
    }

    /// For the outbox. What may be said again about the same has a number: when that turn ends, or when it is said.
    pub(crate) fn call(&self, guest: Guest, due: UnixMillis) -> Call {
        let number = match self {
            Self::Turn { up, .. } | Self::Reminder { up, .. } => *up,
            Self::Invited { .. } | Self::Ended { .. } => 0,
            Self::Called { .. } | Self::Trial | Self::Confirm { .. } => due.0,
        };
        // Strings and numbers: writing them to memory cannot fail.
        let text = serde_json::to_string(self).unwrap_or_default();
        Call { guest, kind: self.kind().name(), topic: self.topic().to_owned(), number, text, due }
    }
}

/// Somebody is told this, as soon as they want it, if they can be reached.
pub(crate) async fn tell(house: &House, guest: Guest, notice: Notice) -> Result<(), StoreError> {
    house.store.put_notice(notice.call(guest, house.store.now())).await
}

/// What leaves the house: to push services, and as mail.
#[derive(Debug)]
pub(crate) struct Outgoing {
    pub(crate) post: Post,
    key: Option<HouseKey>,
    pub(crate) mailer: Option<Mailer>,
    /// Whom a push service complains to.
    contact: String,
    room: Arc<Semaphore>,
    turns: send::Turns,
}

impl Outgoing {
    /// A house that sends nothing.
    pub(crate) fn none(config: &Config) -> Self {
        let contact = config.public.clone().unwrap_or_else(|| "https://quintette.invalid".to_owned());
        let post = Post::new(config.notices.push_to.clone());
        let room = Arc::new(Semaphore::new(AT_ONCE));
        Self { post, key: None, mailer: None, contact, room, turns: send::Turns::default() }
    }

    pub(crate) async fn new(config: &Config, store: &Store) -> Result<Result<Self, ServeError>, StoreError> {
        let kept = store.secret("push", HouseKey::make().unwrap_or_default()).await?;
        let mailer = match mail::Mailer::new(config) {
            Ok(mailer) => mailer,
            Err(error) => return Ok(Err(error)),
        };
        Ok(Ok(Self { key: HouseKey::read(&kept), mailer, ..Self::none(config) }))
    }

    /// The house's key, as browsers are told.
    pub(crate) fn key(&self) -> String {
        self.key.as_ref().map(HouseKey::public).unwrap_or_default()
    }
}

/// Whom a table calls, as it stands.
fn calls(table: &str, game: &str, stands: &Stands, after: Duration, now: UnixMillis) -> Vec<Call> {
    let Some(Pace::Turn { .. }) = stands.terms.time.map(|time| time.pace) else { return Vec::new() };
    let full = stands.terms.time.map_or(0, |time| time.pace.full().0) as i64;
    let chairs = &stands.chairs;
    let mut people: Vec<Guest> = chairs.people().collect();
    people.sort_unstable();
    people.dedup();
    let others = |guest: Guest| people.iter().copied().filter(|other| *other != guest).collect::<Vec<_>>();
    let (table, game) = (table.to_owned(), game.to_owned());
    if stands.phase == Phase::Over {
        let ended = |&guest: &Guest| {
            let with = others(guest);
            Notice::Ended { table: table.clone(), game: game.clone(), with }.call(guest, now)
        };
        return people.iter().map(ended).collect();
    }
    let mut calls = Vec::new();
    for &guest in &people {
        let held = chairs.iter().filter(|(_, chair)| chair.holder == Some(Holder::Person(guest)));
        let up = held.filter_map(|(seat, _)| stands.up.get(seat.index()).copied().flatten()).min();
        let Some(UnixMillis(up)) = up else { continue };
        let with = others(guest);
        let turn = Notice::Turn { table: table.clone(), game: game.clone(), with: with.clone(), up };
        calls.push(turn.call(guest, UnixMillis(up - full + after.as_millis() as i64)));
        let reminder = Notice::Reminder { table: table.clone(), game: game.clone(), with, up };
        let left = (full as u64 / 4).min(REMINDER) as i64;
        calls.push(reminder.call(guest, UnixMillis(up - left)));
    }
    calls
}

/// Looks for as long as the house is open. Every node does: the database decides who was first.
pub(crate) async fn watch(house: Arc<House>) {
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        look.tick().await;
        if let Err(error) = look_at_tables(&house).await {
            tracing::warn!(%error, "it cannot be seen whom tables call");
        }
        if let Err(error) = send::send_what_is_due(&house).await {
            tracing::warn!(%error, "it cannot be seen who is to be told something");
        }
    }
}

/// Looks at tables at which something has happened, and notes whom they call now.
async fn look_at_tables(house: &Arc<House>) -> Result<(), StoreError> {
    let now = house.store.now();
    let until = UnixMillis(now.0 - house.store.settling());
    for Stirred { key, id, at, planned } in house.store.stirred(until, LOOKED_AT).await? {
        if planned {
            // Whoever answers by a plan is not called. The room that was to do it may have died.
            if let Some(door) = house.rooms.door(house, &id, Address::HOUSE).await? {
                room::look(&door, |_, _| ()).await;
            }
        }
        let calls = match house.store.listed(&id).await? {
            Some(listed) => match house.stands(listed, Address::HOUSE).await? {
                Some((_, opening, stands)) => {
                    calls(&id, &opening.game, &stands, house.config.notices.after, now)
                }
                None => Vec::new(),
            },
            None => Vec::new(),
        };
        house.store.note_calls(key, id, at, calls).await?;
    }
    Ok(())
}
