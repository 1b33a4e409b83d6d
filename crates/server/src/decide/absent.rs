//! A seat whose person is gone. Where time runs by itself nobody waits: after a moment a bot plays it, until they are
//! back; the seat stays theirs, and the log says once that they are helped. Where the game can wait, those who are here may let a
//! bot play after a while; that is in the log, and the seat is given back as soon as its person returns.

use std::time::Duration;

use table::{Seat, Seats};

use super::{Declined, Scene};
use crate::{
    entry::TableEntry,
    messages,
    people::Guest,
    protocol::{Phase, Vote},
};

/// How long somebody may be gone before a bot plays for them, where time runs by itself.
const A_MOMENT: Duration = Duration::from_secs(4);

impl Scene<'_> {
    /// How long somebody may be gone.
    pub(crate) fn patience(&self) -> Duration {
        if self.table.deadline().is_some() { A_MOMENT } else { self.away }
    }

    fn long_gone(&self) -> Seats {
        if self.table.phase() == Phase::Playing { self.gone_for(self.patience()) } else { Seats::NONE }
    }

    fn gone_for(&self, patience: Duration) -> Seats {
        self.presence.gone_for(self.table, patience, self.instant)
    }

    /// After how long somebody has left: whose page is loaded anew, or whose house closes, is back before.
    pub(crate) fn moment(&self) -> Duration {
        A_MOMENT.min(self.away)
    }

    /// The seats whose people have left: they are not asked, and what they asked is asked no more.
    pub(crate) fn left(&self) -> Seats {
        self.gone_for(self.moment())
    }

    /// The seats that bots play for people who are gone. Where there are clocks, they decide; in a tournament nobody is
    /// helped: what is not played there is lost by its own time, and whoever is back soon has lost nothing else.
    pub(crate) fn stood_in(&self) -> Seats {
        if self.table.clocks.is_some() || self.table.opening.is_of_a_tournament() {
            return Seats::NONE;
        }
        if self.table.deadline().is_some() { self.long_gone() } else { Seats::NONE }
    }

    /// The seats for which those who are here may want a bot.
    pub(crate) fn offered(&self) -> Seats {
        let decided = self.table.deadline().is_some() || self.table.clocks.is_some();
        if decided { Seats::NONE } else { self.long_gone() }
    }

    /// How the people who have not left stand to letting a bot play this seat, where that is offered.
    pub(crate) fn vote_on(&self, seat: Seat) -> Option<Vote> {
        if !self.offered().contains(seat) {
            return None;
        }
        let left = self.left();
        let voters = self.table.chairs.iter().filter_map(|(of, chair)| Some((of, chair.person()?)));
        let mut vote = Vote { yes: Seats::NONE, of: Seats::NONE };
        for (of, guest) in voters.filter(|(of, _)| !left.contains(*of)) {
            vote.of = vote.of.with(of);
            if self.table.votes.has(seat, guest) {
                vote.yes = vote.yes.with(of);
            }
        }
        Some(vote)
    }

    /// Whether all who have not left want a bot on this seat.
    pub(super) fn has_passed(&self, seat: Seat) -> bool {
        self.vote_on(seat).is_some_and(|vote| vote.yes == vote.of && !vote.yes.is_empty())
    }
}

/// Somebody here wants a bot to play this seat.
pub(super) fn vote(scene: &Scene<'_>, guest: Guest, seat: Seat) -> Result<TableEntry, Declined> {
    if scene.table.chairs.seats_of(guest).is_empty() {
        return Err(messages::NOT_AT_THIS_TABLE.into());
    }
    if !scene.offered().contains(seat) {
        return Err(messages::NOT_AWAY.into());
    }
    Ok(TableEntry::Vote { guest, seat })
}
