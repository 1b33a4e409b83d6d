//! A table's clock and everybody's, whose time runs, and who has lost by it.

use bots::Level;
use catalogue::Out;
use table::{Millis, Seat, Seats};

use super::{Chair, Change, Clocks, FoldError, Table, clocks::Turn};
use crate::{
    entry::TableEntry,
    protocol::{Phase, WhenUp},
    store::{Timed, UnixMillis},
};

impl Table {
    /// When this is by the table's clock, which goes with everybody's from the newest entry of the game on.
    pub(crate) fn moment(&self, wall: UnixMillis) -> Millis {
        self.last_moment + Millis(wall.0.saturating_sub(self.last_wall.0).max(0) as u64)
    }

    /// A seat has lost, or a bot plays on for it. The others play on unless only one side is left.
    pub(super) fn put_out(&mut self, out: Out, bot: Level, change: &mut Change) -> Result<(), FoldError> {
        let game =
            self.game.as_deref().filter(|_| self.phase() == Phase::Playing).ok_or(FoldError::Misplaced)?;
        let seats = if self.terms.time.is_none_or(|time| time.up == WhenUp::Lost) {
            let seats = game.allies(out.seat);
            self.outs.push(out);
            if catalogue::outcome(game, self.outs.iter().map(|out| out.seat)).is_some() {
                self.ended_by = Some(change.n);
            }
            seats
        } else {
            Seats::one(out.seat)
        };
        if self.ended_by.is_none() {
            self.taken = seats.iter().fold(self.taken, Seats::with);
            seats.iter().for_each(|seat| self.chairs.leave_to(seat, bot));
            change.seats_changed = true;
        }
        change.out = Some((out.seat, out.why));
        (self.last_at, change.at) = (out.at, out.at);
        (change.game_changed, change.info_changed) = (true, true);
        Ok(())
    }

    /// Clocks stop and start as the game says.
    pub(super) fn run_clocks(&mut self, at: Millis, from: Millis, change: &Change) {
        let (phase, people, away) = (self.phase(), self.on_their_time(), self.away_until(at));
        let Some(game) = &self.game else { return };
        if let (None, Some(time)) = (&self.clocks, self.terms.time) {
            self.clocks = Some(Clocks::new(time.pace, self.opening.seats, at));
        }
        let Some(clocks) = &mut self.clocks else { return };
        clocks.are_away(away, at);
        if let Some((_, to)) = change.undone {
            clocks.go_back(to, at);
        }
        let seats = if phase == Phase::Playing { game.on_clock() } else { Seats::NONE };
        clocks.turn_to(Turn { seats, number: game.turn_number() }, people, at, from);
        if change.game_changed {
            clocks.remember(self.n);
        }
    }

    /// The seats that have a clock: people's, and those that they have left to a bot, which gains them no time.
    fn on_their_time(&self) -> Seats {
        let theirs = self.chairs.which(|chair| chair.of().is_some());
        theirs.iter().filter(|&seat| !self.taken.contains(seat)).collect()
    }

    /// Until when each seat's person is away, by the table's clock; zero where that is past.
    fn away_until(&self, at: Millis) -> Vec<Millis> {
        let until = |chair: &Chair| {
            let away = self.vacations.iter().find(|vacation| chair.of() == Some(vacation.guest))?;
            Some(self.moment(away.until)).filter(|until| *until > at)
        };
        self.chairs.iter().map(|(_, chair)| until(chair).unwrap_or_default()).collect()
    }

    /// Whether clocks stand here for those who are away: where turns have hours or days, but not in a tournament, which waits for
    /// nobody.
    pub(crate) fn waits_for_vacations(&self) -> bool {
        let waits = self.terms.is_by_turns() && !self.opening.is_of_a_tournament();
        waits && self.clocks.is_some() && self.phase() == Phase::Playing
    }

    /// Since when the clocks that run have run, by everybody's clock.
    pub(crate) fn clocks_since(&self) -> Option<UnixMillis> {
        self.clocks.as_ref().map(|clocks| self.wall(clocks.since()))
    }

    /// Nobody's time is up before this moment, whatever this entry does.
    pub(crate) fn not_up_before(&self, entry: &TableEntry, wall: UnixMillis) -> Option<Timed> {
        let shortest = match (&self.clocks, self.terms.time) {
            (Some(clocks), _) if self.phase() == Phase::Playing => {
                clocks.shortest(self.on_their_time(), self.moment(wall))
            }
            (None, Some(time)) if *entry == TableEntry::Start => time.pace.full(),
            _ => return None,
        };
        let up = UnixMillis(wall.0.saturating_add(shortest.0 as i64));
        Some(Timed { up, by_turns: self.terms.is_by_turns() })
    }

    /// Whose time is up first, and when, by the table's clock.
    pub(crate) fn next_up(&self) -> Option<(Seat, Millis)> {
        self.clocks.as_ref()?.due()
    }

    /// When that is by everybody's clock.
    pub(crate) fn up_at(&self) -> Option<UnixMillis> {
        self.next_up().map(|(_, due)| self.wall(due))
    }

    /// When this moment of the table's clock is, where that goes with everybody's.
    pub(crate) fn wall(&self, at: Millis) -> UnixMillis {
        UnixMillis(self.last_wall.0.saturating_add(at.0 as i64 - self.last_moment.0 as i64))
    }
}
