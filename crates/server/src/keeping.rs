//! Keeping a house from its machine's command line, also while it is open: everything goes through the database.

use std::{fmt, time::Duration};

use futures_util::future::LocalBoxFuture;
use thiserror::Error;

use crate::{
    Database, limits, names,
    store::{
        StoreError, UnixMillis,
        accounts::Claimed,
        keeping::{self, Act, Beside, By, Known, KnownCup},
    },
};

/// Somebody, as those who run the house see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Somebody {
    /// The beginning of their number: names of guests may be several people's.
    pub number: String,
    pub name: String,
    pub account: bool,
    pub keeper: bool,
    /// How long they still have to be silent.
    pub silenced: Option<Duration>,
    known: Known,
}

impl fmt::Display for Somebody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}  {}", self.number, self.name)?;
        if self.account {
            write!(f, "  account")?;
        }
        if self.keeper {
            write!(f, "  keeper")?;
        }
        match self.silenced {
            Some(left) => write!(f, "  silent for {} more minutes", left.as_secs().div_ceil(60)),
            None => Ok(()),
        }
    }
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToDo {
    Rename(String),
    Silence(Duration),
    Lift,
    Remove,
    Keeper(bool),
}

/// A tournament, as those who run the house see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldTournament {
    pub id: String,
    pub name: String,
    pub holder: String,
    pub people: i64,
}

impl fmt::Display for HeldTournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}  {} people, held by {}", self.id, self.name, self.people, self.holder)
    }
}

impl From<KnownCup> for HeldTournament {
    fn from(KnownCup { id, name, holder, people, .. }: KnownCup) -> Self {
        let holder = if holder.is_empty() { "(no name)".to_owned() } else { holder };
        Self { id, name, holder, people }
    }
}

/// Something that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// Milliseconds since 1970.
    pub at: i64,
    pub by: String,
    pub what: String,
    pub whom: String,
    pub detail: String,
}

/// Why it is not done.
#[derive(Debug, Error)]
pub enum NotDone {
    #[error("{0} is not there: name what keeps the house with --database")]
    NoFile(String),
    #[error("nobody is called {0}: `quintette people list` says who is here")]
    Nobody(String),
    #[error("there is no tournament {0}: `quintette people tournaments` lists them, each by its id")]
    NoTournament(String),
    #[error("several guests are called so. Say which, by number:\n{0}")]
    Several(String),
    #[error("this name belongs to somebody with an account, or looks like theirs")]
    Taken,
    #[error("{0}")]
    Name(String),
    #[error(
        "{0} has no account: a keeper signs in with a passkey, so they have to add one first, on their page My games"
    )]
    NoAccount(String),
    #[error("{0}: {1}")]
    Store(String, Box<dyn std::error::Error + Send + Sync>),
}

/// The people of a house, from beside it.
#[derive(Debug)]
pub struct PeopleOf {
    beside: Beside,
    place: String,
}

/// Who did what is done on the machine.
fn machine() -> By {
    By { name: "quintette people".to_owned(), guest: None }
}

const LISTED: i64 = 200;

impl PeopleOf {
    pub fn open(database: &Database) -> LocalBoxFuture<'_, Result<Self, NotDone>> {
        Box::pin(async move {
            let place = database.to_string();
            if let Database::File(path) = database
                && !path.exists()
            {
                return Err(NotDone::NoFile(place));
            }
            match Beside::open(database).await {
                Ok(beside) => Ok(Self { beside, place }),
                Err(error) => Err(NotDone::Store(place, Box::new(error))),
            }
        })
    }

    fn trouble(&self) -> impl Fn(StoreError) -> NotDone + use<> {
        let place = self.place.clone();
        move |error| NotDone::Store(place.clone(), Box::new(error))
    }

    async fn seen(&mut self, known: Vec<Known>) -> Result<Vec<Somebody>, NotDone> {
        let trouble = self.trouble();
        let now = self.beside.now().await.map_err(trouble)?;
        let see = |known: Known| Somebody {
            number: known.guest.to_string()[..8].to_owned(),
            name: if known.name.is_empty() { "(no name)".to_owned() } else { known.name.clone() },
            account: known.account > 0,
            keeper: known.keeper > 0,
            silenced: u64::try_from(known.silenced - now.0)
                .ok()
                .filter(|left| *left > 0)
                .map(Duration::from_millis),
            known,
        };
        Ok(known.into_iter().map(see).collect())
    }

    /// Those whose name holds this.
    pub fn list<'a>(&'a mut self, part: &'a str) -> LocalBoxFuture<'a, Result<Vec<Somebody>, NotDone>> {
        Box::pin(async move {
            let trouble = self.trouble();
            let known = keeping::list(self.beside.at(), part, LISTED).await.map_err(trouble)?;
            self.seen(known).await
        })
    }

    /// The one with this name, or whose number begins with `#…`.
    pub fn one<'a>(&'a mut self, name: &'a str) -> LocalBoxFuture<'a, Result<Somebody, NotDone>> {
        Box::pin(async move {
            let trouble = self.trouble();
            let found = match name.strip_prefix('#') {
                Some(number) => keeping::numbered(self.beside.at(), number).await,
                None => keeping::find(self.beside.at(), name).await,
            };
            let mut seen = self.seen(found.map_err(trouble)?).await?;
            match seen.len() {
                0 => Err(NotDone::Nobody(name.to_owned())),
                1 => Ok(seen.remove(0)),
                _ => {
                    let all: Vec<String> = seen.iter().map(ToString::to_string).collect();
                    Err(NotDone::Several(all.join("\n")))
                }
            }
        })
    }

    /// Does it, and puts it on the log. A house that is open follows within a second.
    pub fn act<'a>(
        &'a mut self,
        name: &'a str,
        to_do: ToDo,
    ) -> LocalBoxFuture<'a, Result<Somebody, NotDone>> {
        Box::pin(async move {
            let whom = self.one(name).await?;
            let trouble = self.trouble();
            let now = self.beside.now().await.map_err(&trouble)?;
            let act = match to_do {
                ToDo::Rename(name) => {
                    Act::Rename(limits::name(&name).map_err(|why| NotDone::Name(why.en.to_string()))?)
                }
                ToDo::Silence(time) => Act::Silence(UnixMillis(now.0 + time.as_millis() as i64)),
                ToDo::Lift => Act::Lift,
                ToDo::Remove => Act::Remove,
                ToDo::Keeper(true) if !whom.account => return Err(NotDone::NoAccount(whom.name)),
                ToDo::Keeper(is) => Act::Keeper(is),
            };
            match keeping::act(self.beside.at(), &machine(), &whom.known, &act, now).await.map_err(trouble)? {
                Claimed::Done => Ok(whom),
                Claimed::Taken => Err(NotDone::Taken),
            }
        })
    }

    /// Tournaments whose title, or whose holder's name, holds this.
    pub fn tournaments<'a>(
        &'a mut self,
        part: &'a str,
    ) -> LocalBoxFuture<'a, Result<Vec<HeldTournament>, NotDone>> {
        Box::pin(async move {
            let trouble = self.trouble();
            let known = keeping::cups(self.beside.at(), part, LISTED).await.map_err(trouble)?;
            Ok(known.into_iter().map(HeldTournament::from).collect())
        })
    }

    /// Removes a tournament, and puts that on the log.
    pub fn remove_tournament<'a>(
        &'a mut self,
        id: &'a str,
    ) -> LocalBoxFuture<'a, Result<HeldTournament, NotDone>> {
        Box::pin(async move {
            let trouble = self.trouble();
            let now = self.beside.now().await.map_err(&trouble)?;
            let instead =
                names::table_name().map_err(|error| NotDone::Store(self.place.clone(), Box::new(error)))?;
            let removed = keeping::remove_cup(self.beside.at(), &machine(), id, &instead, now).await;
            let removed = removed.map_err(trouble)?.ok_or_else(|| NotDone::NoTournament(id.to_owned()))?;
            Ok(removed.into())
        })
    }

    /// What was done, the newest first.
    pub fn log(&mut self) -> LocalBoxFuture<'_, Result<Vec<Done>, NotDone>> {
        Box::pin(async move {
            let trouble = self.trouble();
            let deeds = keeping::log(self.beside.at(), LISTED).await.map_err(trouble)?;
            let done = |deed: keeping::Deed| Done {
                at: deed.at,
                by: deed.by_whom,
                what: deed.what,
                whom: deed.whom,
                detail: deed.detail,
            };
            Ok(deeds.into_iter().map(done).collect())
        })
    }

    pub fn close(self) -> LocalBoxFuture<'static, ()> {
        Box::pin(async move {
            self.beside.close().await;
        })
    }
}
