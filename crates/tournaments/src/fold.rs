//! A tournament is the fold of its log.

use std::{collections::HashMap, hash::Hash};

use thiserror::Error;

use crate::{
    Bye, Entry, Format, Moment, Plan, Player,
    plan::{MOST_EVERYBODY, MOST_PEOPLE, MOST_RETURNS},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// People register.
    Open,
    Running,
    Over,
}

/// Somebody who takes part.
#[derive(Clone, Debug)]
pub struct Entrant<P> {
    pub who: P,
    pub rating: Option<i32>,
    pub team: Option<String>,
    /// Not to be paired: they left.
    pub left: bool,
    /// Whoever holds it has sent them away.
    pub removed: bool,
    /// Not to be paired: they did not come to their game.
    pub paused: bool,
    /// Since when they wait for a table.
    pub(crate) free: Moment,
    /// How often they have come back.
    returned: u32,
}

/// How a table ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The place of each seat.
    pub places: Vec<u8>,
    pub at: Moment,
}

/// A table of a tournament.
#[derive(Clone, Debug)]
pub struct Table {
    pub round: u32,
    /// Seat by seat.
    pub players: Vec<Player>,
    /// The team that plays here, in a relay: what it wins is its own, whoever goes where.
    pub team: Option<String>,
    pub done: Option<Done>,
    /// When it was paired.
    pub at: Moment,
}

impl Table {
    pub(crate) fn has(&self, player: Player) -> bool {
        self.players.contains(&player)
    }

    /// Who won alone.
    pub fn winner(&self) -> Option<Player> {
        let places = &self.done.as_ref()?.places;
        let mut firsts = self.players.iter().zip(places).filter(|(_, place)| **place == 1);
        let first = firsts.next()?;
        (firsts.next().is_none() && self.players.len() > 1).then_some(*first.0)
    }
}

/// An entry that does not fit what was before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it does not fit the tournament")]
pub struct Misplaced;

/// Why somebody cannot join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotJoined {
    Already,
    Over,
    /// It has begun, and nobody can come in later.
    TooLate,
    Full,
    /// The team has as many as it may.
    TeamFull,
    NoTeam,
    /// It has begun, and they were in another team.
    OtherTeam,
    /// They have come and gone often enough.
    TooOften,
    /// Nobody can register now.
    Closed,
    /// Whoever holds it does not want them.
    Removed,
}

/// A tournament as its log has made it.
#[derive(Clone, Debug)]
pub struct Tournament<P> {
    pub plan: Plan,
    /// The number of the newest entry.
    pub n: u64,
    pub phase: Phase,
    /// Whether nobody new can register.
    pub closed: bool,
    pub players: Vec<Entrant<P>>,
    numbers: HashMap<P, Player>,
    pub tables: Vec<Table>,
    /// Those who did not play a round, with its number.
    pub byes: Vec<(u32, Bye)>,
    pub round: u32,
    pub began: Option<Moment>,
    pub ended: Option<Moment>,
    /// Those who were there when it began, by rating and lot.
    pub(crate) order: Vec<Player>,
    /// How many tables are still played.
    pub(crate) running: usize,
    /// When the newest table ended, or the newest round was paired.
    pub(crate) last: Moment,
}

impl<P: Copy + Eq + Hash> Tournament<P> {
    pub fn new(plan: Plan) -> Self {
        Self {
            plan,
            n: 0,
            phase: Phase::Open,
            closed: false,
            players: Vec::new(),
            numbers: HashMap::new(),
            tables: Vec::new(),
            byes: Vec::new(),
            round: 0,
            began: None,
            ended: None,
            order: Vec::new(),
            running: 0,
            last: Moment(0),
        }
    }

    pub fn number(&self, who: P) -> Option<Player> {
        self.numbers.get(&who).copied()
    }

    pub fn entrant(&self, player: Player) -> Option<&Entrant<P>> {
        self.players.get(player.index())
    }

    /// Whether somebody is to be paired.
    pub fn plays(&self, player: Player) -> bool {
        self.entrant(player).is_some_and(|entrant| !entrant.left && !entrant.paused)
    }

    /// All who are to be paired.
    pub fn active(&self) -> impl Iterator<Item = Player> {
        self.everybody().filter(|&player| self.plays(player))
    }

    pub(crate) fn everybody(&self) -> impl Iterator<Item = Player> + use<P> {
        (0..self.players.len() as u32).map(Player)
    }

    /// The table at which somebody plays now, by its number.
    pub fn table_of(&self, player: Player) -> Option<u32> {
        let at = self.tables.iter().rposition(|table| table.done.is_none() && table.has(player))?;
        Some(at as u32)
    }

    /// Until when an arena or a relay goes on.
    pub fn until(&self) -> Option<Moment> {
        match self.plan.format {
            Format::Arena { minutes } | Format::Relay { minutes } => {
                self.began.map(|began| began.plus_minutes(minutes))
            }
            _ => None,
        }
    }

    /// How many rounds there will be, where that is known.
    pub fn rounds(&self) -> Option<u32> {
        match self.plan.format {
            Format::Swiss { rounds } | Format::Tables { rounds } => Some(rounds),
            Format::Everybody { double } => {
                let people = self.order.len() as u32;
                let once = people.next_multiple_of(2).saturating_sub(1);
                (self.phase != Phase::Open).then_some(if double { 2 * once } else { once })
            }
            Format::Knockout => {
                let people = self.order.len().max(1);
                (self.phase != Phase::Open).then_some(people.next_power_of_two().trailing_zeros())
            }
            Format::Arena { .. } | Format::Relay { .. } => None,
        }
    }

    /// The teams that have somebody, in the order in which they came.
    pub fn teams(&self) -> Vec<&str> {
        let mut teams: Vec<&str> = Vec::new();
        for entrant in &self.players {
            if let Some(team) = entrant.team.as_deref().filter(|team| !teams.contains(team)) {
                teams.push(team);
            }
        }
        teams
    }

    /// Why somebody cannot join (again).
    pub fn may_join(&self, who: P, team: Option<&str>) -> Result<(), NotJoined> {
        if self.phase == Phase::Over {
            return Err(NotJoined::Over);
        }
        let known = self.number(who);
        if known.is_some_and(|player| self.plays(player)) {
            return Err(NotJoined::Already);
        }
        let entrant = known.and_then(|player| self.entrant(player));
        if entrant.is_some_and(|entrant| entrant.removed) {
            return Err(NotJoined::Removed);
        }
        if self.closed && known.is_none() {
            return Err(NotJoined::Closed);
        }
        if entrant.is_some_and(|entrant| entrant.returned >= MOST_RETURNS) {
            return Err(NotJoined::TooOften);
        }
        let running = self.phase == Phase::Running;
        match self.plan.format {
            Format::Everybody { .. } | Format::Knockout if running => return Err(NotJoined::TooLate),
            // Who comes later than half of it would only disturb.
            Format::Swiss { rounds } | Format::Tables { rounds }
                if running && known.is_none() && 2 * self.round > rounds =>
            {
                return Err(NotJoined::TooLate);
            }
            _ => {}
        }
        let most =
            if matches!(self.plan.format, Format::Everybody { .. }) { MOST_EVERYBODY } else { MOST_PEOPLE };
        // Once it runs, everybody who ever took part has a place in it.
        let full = match (running, known) {
            (true, None) => self.players.len() >= most,
            (true, Some(_)) => false,
            (false, _) => self.active().count() >= most,
        };
        if full || (known.is_none() && self.players.len() >= 2 * MOST_PEOPLE) {
            return Err(NotJoined::Full);
        }
        if matches!(self.plan.format, Format::Relay { .. }) {
            let team = team.ok_or(NotJoined::NoTeam)?;
            let own = entrant.and_then(|entrant| entrant.team.as_deref());
            if running && own.is_some_and(|own| own != team) {
                return Err(NotJoined::OtherTeam);
            }
            let with = self.active().filter(|&player| self.team_of(player) == Some(team)).count();
            if with >= usize::from(self.plan.seats.1) {
                return Err(NotJoined::TeamFull);
            }
        }
        Ok(())
    }

    pub(crate) fn team_of(&self, player: Player) -> Option<&str> {
        self.entrant(player)?.team.as_deref()
    }

    /// Whether there are enough people to begin.
    pub fn may_begin(&self) -> bool {
        let least = match self.plan.format {
            Format::Relay { .. } | Format::Tables { .. } => usize::from(self.plan.seats.0).max(1),
            _ => 2,
        };
        self.phase == Phase::Open && self.active().count() >= least
    }

    /// The fold's next step. What does not fit changes nothing.
    pub fn apply(&mut self, entry: Entry<P>, at: Moment) -> Result<(), Misplaced> {
        if self.phase == Phase::Over {
            return Err(Misplaced);
        }
        match entry {
            Entry::Joined { who, rating, team } => self.join(who, rating, team, at),
            Entry::Left { player } => self.players.get_mut(player.index()).ok_or(Misplaced)?.left = true,
            Entry::Removed { player } => {
                let entrant = self.players.get_mut(player.index()).ok_or(Misplaced)?;
                (entrant.left, entrant.removed) = (true, true);
            }
            Entry::Doors { open } => self.closed = !open,
            Entry::Began => {
                if self.phase != Phase::Open {
                    return Err(Misplaced);
                }
                self.phase = Phase::Running;
                (self.began, self.last) = (Some(at), at);
                self.order = self.by_rating(self.active().collect());
                self.players.iter_mut().for_each(|entrant| entrant.free = at);
            }
            Entry::Paired { round, tables, byes } => self.pair(round, tables, byes, at)?,
            Entry::Result { table, places, away, ended } => {
                let done = Done { places, at: ended.unwrap_or(at) };
                self.note(table, done, &away, at)?;
            }
            Entry::Ended => {
                self.phase = Phase::Over;
                self.ended = Some(at);
            }
        }
        self.n += 1;
        Ok(())
    }

    fn join(&mut self, who: P, rating: Option<i32>, team: Option<String>, at: Moment) {
        if let Some(player) = self.number(who) {
            let entrant = &mut self.players[player.index()];
            (entrant.left, entrant.paused, entrant.free) = (false, false, at);
            entrant.returned += 1;
            entrant.team = team.or(entrant.team.take());
            return;
        }
        self.numbers.insert(who, Player(self.players.len() as u32));
        let entrant =
            Entrant { who, rating, team, left: false, removed: false, paused: false, free: at, returned: 0 };
        self.players.push(entrant);
    }

    fn pair(
        &mut self,
        round: u32,
        tables: Vec<Vec<Player>>,
        byes: Vec<Bye>,
        at: Moment,
    ) -> Result<(), Misplaced> {
        let known = |player: &Player| player.index() < self.players.len();
        let all = tables.iter().flatten().chain(byes.iter().map(|bye| &bye.player));
        let fits = round == self.round || round == self.round + 1;
        if self.phase != Phase::Running || !fits || !all.into_iter().all(known) {
            return Err(Misplaced);
        }
        self.round = round;
        self.running += tables.len();
        for players in tables {
            let team = players.first().and_then(|&player| self.team_of(player)).map(ToOwned::to_owned);
            self.tables.push(Table { round, players, team, done: None, at });
        }
        self.byes.extend(byes.into_iter().map(|bye| (round, bye)));
        self.last = at;
        Ok(())
    }

    fn note(&mut self, table: u32, done: Done, away: &[u8], at: Moment) -> Result<(), Misplaced> {
        let table = self.tables.get_mut(table as usize).ok_or(Misplaced)?;
        if table.done.is_some() || done.places.len() != table.players.len() {
            return Err(Misplaced);
        }
        table.done = Some(done);
        for (seat, player) in (0u8..).zip(&table.players) {
            let entrant = &mut self.players[player.index()];
            entrant.free = at;
            // Who does not come to an arena's game would be given the next at once.
            entrant.paused |= matches!(self.plan.format, Format::Arena { .. }) && away.contains(&seat);
        }
        self.running -= 1;
        self.last = at;
        Ok(())
    }

    /// The better first: by rating, and where there is none by lot.
    pub(crate) fn by_rating(&self, mut players: Vec<Player>) -> Vec<Player> {
        players.sort_by_key(|&player| {
            let rating = self.entrant(player).and_then(|entrant| entrant.rating).unwrap_or(i32::MIN);
            (std::cmp::Reverse(rating), self.lot(player))
        });
        players
    }

    pub(crate) fn lot(&self, player: Player) -> (u64, Player) {
        (crate::lots::mix(self.plan.seed, u64::from(player.0)), player)
    }

    pub(crate) fn in_round(&self, round: u32) -> impl Iterator<Item = &Table> {
        // The tables of a round stand together at the end.
        self.tables
            .iter()
            .rev()
            .skip_while(move |table| table.round > round)
            .take_while(move |table| table.round == round)
    }
}
