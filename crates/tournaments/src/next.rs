//! What is to be written next, if anything: the same for whoever asks at the same time.

use std::{collections::HashSet, hash::Hash};

use crate::{
    Bye, Entry, Format, Moment, Phase, Player, Tournament, arena, everybody, knockout, swiss, tables,
};

impl<P: Copy + Eq + Hash> Tournament<P> {
    /// The next entry that is due by itself. `apart`: pairs of whom one wants nothing to do with the other.
    pub fn next(&self, now: Moment, apart: &HashSet<(Player, Player)>) -> Option<Entry<P>> {
        match self.phase {
            Phase::Over => None,
            Phase::Open => {
                self.plan.starts.filter(|starts| *starts <= now)?;
                Some(if self.may_begin() { Entry::Began } else { Entry::Ended })
            }
            Phase::Running => self.goes_on(now, apart),
        }
    }

    fn goes_on(&self, now: Moment, apart: &HashSet<(Player, Player)>) -> Option<Entry<P>> {
        let time_up = self.until().is_some_and(|until| until <= now);
        let idle = self.running == 0;
        match self.plan.format {
            Format::Arena { .. } if time_up => idle.then_some(Entry::Ended),
            Format::Arena { .. } => Self::paired(self.round + 1, arena::tables(self, now, apart), Vec::new()),
            Format::Relay { .. } => self.climb(time_up),
            Format::Knockout => match knockout::next(self) {
                knockout::Next::Over => Some(Entry::Ended),
                knockout::Next::Games(round, tables, byes) if round == self.round || self.rested(now) => {
                    Self::paired(round, tables, byes)
                }
                knockout::Next::Games(..) | knockout::Next::Wait => None,
            },
            _ if !idle => None,
            Format::Swiss { rounds } | Format::Tables { rounds } if self.round >= rounds => {
                Some(Entry::Ended)
            }
            // Whoever is alone has nobody to wait for.
            _ if !self.rested(now) && !self.is_last() && self.active().nth(1).is_some() => None,
            // To the last round also for one: those who left owe them a point each.
            Format::Everybody { double } => match everybody::round(self, double) {
                Some((tables, byes)) if self.active().next().is_some() => {
                    Self::paired(self.round + 1, tables, byes)
                }
                _ => Some(Entry::Ended),
            },
            Format::Swiss { .. } => self.paired_or_ended(swiss::round(self)),
            Format::Tables { .. } => self.paired_or_ended(tables::round(self)),
        }
    }

    fn is_last(&self) -> bool {
        self.rounds().is_some_and(|rounds| self.round >= rounds)
    }

    /// Whether the pause since the last round is over; before the first there is none.
    fn rested(&self, now: Moment) -> bool {
        self.round == 0 || now.0 >= self.last.0 + self.plan.pause
    }

    /// When the next round begins, while people wait for it.
    pub fn next_round_at(&self) -> Option<Moment> {
        let by_rounds = !matches!(self.plan.format, Format::Arena { .. } | Format::Relay { .. });
        let waits = self.phase == Phase::Running && by_rounds && self.running == 0 && !self.is_last();
        waits.then_some(Moment(self.last.0 + if self.round == 0 { 0 } else { self.plan.pause }))
    }

    fn paired(round: u32, tables: Vec<Vec<Player>>, byes: Vec<Bye>) -> Option<Entry<P>> {
        (!tables.is_empty() || !byes.is_empty()).then_some(Entry::Paired { round, tables, byes })
    }

    fn paired_or_ended(&self, (tables, byes): (Vec<Vec<Player>>, Vec<Bye>)) -> Option<Entry<P>> {
        // Nobody is left who could be met.
        if tables.is_empty() { Some(Entry::Ended) } else { Self::paired(self.round + 1, tables, byes) }
    }

    /// Each team that is not at a table goes to its next level.
    fn climb(&self, time_up: bool) -> Option<Entry<P>> {
        let standings = self.standings();
        let all = |row: &crate::Standing| row.won >= u32::from(self.plan.levels);
        if time_up || (!standings.is_empty() && standings.iter().all(all)) {
            return Some(Entry::Ended);
        }
        let mut tables = Vec::new();
        for row in standings.iter().filter(|row| !all(row)) {
            let busy = row.players.iter().any(|&player| self.table_of(player).is_some());
            let mut here: Vec<Player> = row.players.iter().copied().filter(|&who| self.plays(who)).collect();
            here.truncate(self.plan.seats.1.into());
            if !busy && here.len() >= usize::from(self.plan.seats.0) {
                // Who sits first changes from one attempt to the next.
                let turn = row.played as usize % here.len();
                here.rotate_left(turn);
                tables.push(here);
            }
        }
        Self::paired(self.round + 1, tables, Vec::new())
    }

    /// The level that a table of a relay plays, from 1.
    pub fn level_of(&self, table: u32) -> u8 {
        let Some(at) = self.tables.get(table as usize) else { return 1 };
        let earlier = self.tables.iter().take(table as usize).filter(|earlier| {
            earlier.team == at.team
                && earlier.done.as_ref().is_some_and(|done| done.places.first() == Some(&1))
        });
        earlier.count() as u8 + 1
    }
}
