//! What becomes of a request: an entry for the log, or why not. Nothing here waits, writes or sends: the same table, the
//! same people and the same time give the same decision.
//!
//! [`decide`] answers what people and bots ask; [`due`] says what the table does by itself.

mod absent;
mod act;
mod agree;
mod due;
mod options;
mod rematch;
mod seats;
mod terms;
#[cfg(test)]
mod tests;
mod undo;
mod vacation;

use std::time::Duration;

use bots::Level;
use catalogue::Trouble;
use table::{Millis, Refusal, Seat, Words};
use tokio::time::Instant;

use crate::{
    entry::TableEntry,
    fold::Table,
    limits, messages,
    people::Guest,
    presence::Presence,
    protocol::{Question, Request},
};
pub(crate) use act::{LINE, act, has_to_wait, once};
pub(crate) use due::{Due, due};
pub(crate) use rematch::Rematch;
pub(crate) use terms::sensible;
pub(crate) use undo::Undo;
pub(crate) use vacation::vacation;

/// The level of a bot that plays for somebody. It is written into the log, so it may change.
pub(crate) const STAND_IN: Level = Level::Club;

/// What a decision is made on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) table: &'a Table,
    pub(crate) presence: &'a Presence,
    /// By the table's clock.
    pub(crate) now: Millis,
    /// Whether that clock runs; while it waits for people to come back, nobody acts.
    pub(crate) runs: bool,
    /// How much later than due what happens by itself is done here: another node should have done it by then.
    pub(crate) late: Millis,
    /// The same moment by the machine's clock, for how long people have been gone.
    pub(crate) instant: Instant,
    /// How long somebody may be away before the others may let a bot play for them.
    pub(crate) away: Duration,
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Guest(Guest),
    /// The bot of a seat, or one that plays it for a while.
    Bot,
}

/// What is to be done.
#[derive(Debug)]
pub(crate) enum Decision {
    /// It is so already, as of this number.
    Done(u64),
    Append(TableEntry),
    /// It counts as made at this moment, which is settled only after the grace of what is due before it.
    Hold(Millis),
    /// It can be taken back if nobody has learned anything, which takes a while to find out.
    Undo(Undo),
    /// Another table is opened first.
    OpenNext(Rematch),
}

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Declined {
    /// The rules refuse.
    Refused(Refusal),
    /// This person may not do it, or not now.
    Sorry(Words),
}

impl From<Refusal> for Declined {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Trouble> for Declined {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Refused(refusal) => Self::Refused(refusal),
            other => Self::Sorry(other.words()),
        }
    }
}

impl From<Words> for Declined {
    fn from(words: Words) -> Self {
        Self::Sorry(words)
    }
}

/// What becomes of a request. `lag`: how long a message of theirs travels at most, as measured.
pub(crate) fn decide(
    scene: &Scene<'_>,
    who: Who,
    request: &Request,
    lag: Millis,
) -> Result<Decision, Declined> {
    let most = match request {
        Request::Ping { .. } | Request::Ask { .. } => u64::MAX,
        Request::Play { .. } | Request::Start { .. } | Request::Stand { .. } => limits::GAME_ENTRIES,
        _ => limits::ENTRIES,
    };
    if scene.table.n >= most {
        return Err(messages::LOG_FULL.into());
    }
    if let Request::Play { seat, action, at, expect, .. } = request {
        return match act::once(scene, who, *seat, action, *expect)? {
            Some(n) => Ok(Decision::Done(n)),
            None => act::play(scene, who, *seat, action, *at, lag),
        };
    }
    let Who::Guest(guest) = who else { return Err(messages::NOT_YOUR_SEAT.into()) };
    let done = Decision::Done(scene.table.n);
    let entry = match request {
        Request::Play { .. } | Request::Ping { .. } => return Ok(done),
        Request::Ask { seat, action, .. } => {
            return act::act(scene, who, *seat, action, scene.now).map(|_| done);
        }
        Request::Sit { seat, .. } if scene.table.chairs.person(*seat) == Some(guest) => {
            return Ok(done);
        }
        Request::Vote { seat, .. } if scene.table.votes.has(*seat, guest) => return Ok(done),
        Request::Undo { seat, expect, .. } => {
            return match undo::once(scene, guest, *seat, *expect)? {
                Some(n) => Ok(Decision::Done(n)),
                None => undo::undo(scene, guest, *seat).map(Decision::Undo),
            };
        }
        Request::Rematch { .. } if scene.table.next.is_some() => return Ok(done),
        Request::Rematch { options, .. } => {
            return rematch::rematch(scene, guest, options.as_ref()).map(Decision::OpenNext);
        }
        Request::Silence { quiet, .. } if scene.table.quiet == *quiet => return Ok(done),
        Request::Silence { quiet, .. } if scene.table.opening.host == guest => {
            Ok(TableEntry::Silence { quiet: *quiet })
        }
        Request::Silence { .. } => Err(messages::NOT_THE_HOST.into()),
        Request::Say { text, expect, .. } => match scene.table.said_after(guest, text, *expect) {
            Some(n) => return Ok(Decision::Done(n)),
            None => say(scene, guest, text),
        },
        Request::Sit { seat, .. } => seats::sit(scene, guest, *seat),
        Request::Stand { seat, .. } => seats::stand(scene, guest, *seat),
        Request::Bot { seat, level, .. } => seats::bot(scene, guest, *seat, *level),
        Request::Dismiss { seat, .. } => seats::dismiss(scene, guest, *seat),
        Request::Remove { seat, .. } => seats::remove(scene, guest, *seat),
        Request::Swap { seat, with, .. } => seats::swap(scene, guest, *seat, *with),
        Request::Options { options, .. } => return options::change(scene, guest, options),
        Request::Terms { terms, .. } if scene.table.terms == *terms => return Ok(done),
        Request::Terms { terms, .. } => terms::change(scene, guest, *terms),
        Request::Start { .. } => seats::start(scene, guest),
        Request::Vote { seat, .. } => absent::vote(scene, guest, *seat),
        Request::Hints { .. } if scene.table.terms.rated => return Err(messages::RATED_NO_HINTS.into()),
        Request::Hints { .. } if scene.table.hints_open() => return Ok(done),
        Request::Hints { seat, .. } => {
            scene.game_of(who, *seat)?;
            agree::ask(scene, guest, Question::Hints { seat: *seat })
        }
        Request::Answer { yes, expect, .. } => agree::answer(scene, guest, *yes, *expect),
    };
    entry.map(Decision::Append)
}

fn say(scene: &Scene<'_>, guest: Guest, text: &str) -> Result<TableEntry, Declined> {
    let table = scene.table;
    let text = limits::talk(text)?;
    table.may_talk()?;
    if table.removed.contains(&guest) {
        return Err(messages::REMOVED.into());
    }
    let seat = table.chairs.seats_of(guest).first();
    let may_come_back = !table.chairs.left_by(guest).is_empty();
    if seat.is_none() && may_come_back && table.watchers_apart() {
        return Err(messages::SEAT_LEFT.into());
    }
    if seat.is_none() && table.quiet && table.opening.host != guest {
        return Err(messages::WATCHERS_SILENCED.into());
    }
    if seat.is_none() && table.said_by_watchers >= limits::WATCHERS_TALK {
        return Err(messages::watchers_said_enough(limits::WATCHERS_TALK).into());
    }
    Ok(TableEntry::Say { guest, seat, text })
}

impl Scene<'_> {
    /// Whether this seat is theirs to act for.
    fn holds(&self, who: Who, seat: Seat) -> bool {
        match who {
            Who::Guest(guest) => self.table.chairs.seats_of(guest).contains(seat),
            Who::Bot => self.table.chairs.bots().contains(seat) || self.stood_in().contains(seat),
        }
    }

    /// The game, if they may act for this seat.
    fn game_of(&self, who: Who, seat: Seat) -> Result<&dyn catalogue::Live, Declined> {
        if !self.holds(who, seat) {
            return Err(messages::NOT_YOUR_SEAT.into());
        }
        self.table.game.as_deref().ok_or(messages::NOT_STARTED.into())
    }
}
