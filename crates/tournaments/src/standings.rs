//! Who is first: points, and what decides between those who have as many.

use std::{cmp::Reverse, hash::Hash};

use serde::Serialize;
use ts_rs::TS;

use crate::{Format, Moment, Player, Table, Tournament};

/// The parts of a point. A table is worth one: who is first takes it, the last nothing, those between evenly; who
/// shares a place shares what it is worth. So it divides by up to six opponents, and by half of that.
pub const POINT: i64 = 120;

/// What decides between those who have as many points, each named as is customary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum TieBreak {
    /// The points of one's opponents, without the lowest.
    BuchholzCut,
    /// The points of one's opponents.
    Buchholz,
    /// The points of those one has beaten, and half of those one has drawn with.
    SonnebornBerger,
    /// Against those who are as good up to here, if all of them have met.
    Direct,
    Wins,
    /// Fewer games for as many points.
    FewerGames,
    /// When the last level was won.
    Sooner,
}

/// How somebody stands, or a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Shared by those between whom nothing decides.
    pub place: u32,
    /// One, or all of a team.
    pub players: Vec<Player>,
    /// In parts of a [`POINT`].
    pub points: i64,
    /// In the order of [`Tournament::tie_breaks`]; more is better. Points in parts of one.
    pub breaks: Vec<i64>,
    pub played: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// Whether they win by as long a series that the next counts twice.
    pub on_fire: bool,
}

/// What a player has against one other, or against nobody.
struct Met {
    whom: Option<Player>,
    score: i64,
}

/// One player's tournament.
#[derive(Default)]
struct Course {
    points: i64,
    met: Vec<Met>,
    played: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    series: u32,
}

/// What a seat's place is worth at its table.
pub fn share(places: &[u8], seat: usize) -> i64 {
    let (Some(&mine), others) = (places.get(seat), places.len() as i64 - 1) else { return 0 };
    if others < 1 {
        return if mine == 1 { POINT } else { 0 };
    }
    let behind = places.iter().filter(|&&place| place > mine).count() as i64;
    let before = places.iter().filter(|&&place| place < mine).count() as i64;
    // Who shares one's place is half behind.
    POINT * (others + behind - before) / (2 * others)
}

impl<P: Copy + Eq + Hash> Tournament<P> {
    /// What decides, one after the other.
    pub const fn tie_breaks(&self) -> &'static [TieBreak] {
        use TieBreak::{Buchholz, BuchholzCut, Direct, FewerGames, SonnebornBerger, Sooner, Wins};
        match self.plan.format {
            Format::Arena { .. } => &[Wins, FewerGames],
            Format::Swiss { .. } => &[BuchholzCut, Buchholz, SonnebornBerger, Wins, Direct],
            Format::Everybody { .. } => &[SonnebornBerger, Direct, Wins],
            Format::Knockout => &[],
            Format::Tables { .. } => &[Wins, Buchholz],
            Format::Relay { .. } => &[Sooner],
        }
    }

    /// Everybody, the first first.
    pub fn standings(&self) -> Vec<Standing> {
        if matches!(self.plan.format, Format::Relay { .. }) {
            return placed(self.teams_standing(), 1);
        }
        let courses = self.courses();
        let mut rows: Vec<Standing> = self
            .everybody()
            // Who registered and did not stay until it began has not taken part.
            .filter(|&player| self.plays(player) || courses[player.index()].took_part())
            .map(|player| {
                let course = &courses[player.index()];
                Standing {
                    place: 0,
                    players: vec![player],
                    points: course.points,
                    breaks: Vec::new(),
                    played: course.played,
                    won: course.won,
                    drawn: course.drawn,
                    lost: course.lost,
                    on_fire: self.doubles() && course.series >= 2,
                }
            })
            .collect();
        for &tie_break in self.tie_breaks() {
            let values: Vec<i64> = match tie_break {
                TieBreak::Direct => direct(&rows, &courses),
                _ => rows.iter().map(|row| Self::value(tie_break, row, &courses)).collect(),
            };
            rows.iter_mut().zip(values).for_each(|(row, value)| row.breaks.push(value));
        }
        placed(rows, self.tie_breaks().len())
    }

    fn doubles(&self) -> bool {
        matches!(self.plan.format, Format::Arena { .. })
    }

    /// Points of everybody, by number.
    pub(crate) fn points(&self) -> Vec<i64> {
        self.courses().iter().map(|course| course.points).collect()
    }

    fn courses(&self) -> Vec<Course> {
        let mut courses: Vec<Course> = self.players.iter().map(|_| Course::default()).collect();
        // Series are of games as they ended, which need not be the order in which they were paired.
        let mut ended: Vec<&Table> = self.tables.iter().filter(|table| table.done.is_some()).collect();
        ended.sort_by_key(|table| table.done.as_ref().map(|done| done.at));
        for table in ended {
            self.count(table, &mut courses);
        }
        for (_, bye) in &self.byes {
            if let Some(course) = courses.get_mut(bye.player.index()) {
                course.points += bye.worth;
                course.met.push(Met { whom: None, score: bye.worth });
            }
        }
        if matches!(self.plan.format, Format::Swiss { .. } | Format::Tables { .. }) {
            self.missed(&mut courses);
        }
        courses
    }

    /// A round in which somebody was neither at a table nor had a bye, because they came later or had left.
    fn missed(&self, courses: &mut [Course]) {
        let mut there = vec![0u32; courses.len()];
        for table in &self.tables {
            table.players.iter().for_each(|player| there[player.index()] += 1);
        }
        self.byes.iter().for_each(|(_, bye)| there[bye.player.index()] += 1);
        for (course, there) in courses.iter_mut().zip(there) {
            let missed = self.round.saturating_sub(there);
            course.met.extend((0..missed).map(|_| Met { whom: None, score: 0 }));
        }
    }

    fn count(&self, table: &Table, courses: &mut [Course]) {
        let Some(done) = &table.done else { return };
        for (seat, player) in table.players.iter().enumerate() {
            let Some(course) = courses.get_mut(player.index()) else { continue };
            let mine = done.places[seat];
            let share = share(&done.places, seat);
            course.played += 1;
            let shared = done.places.iter().enumerate().any(|(other, &place)| other != seat && place == mine);
            let won = mine == 1 && !shared;
            let drawn = mine == 1 && shared;
            course.won += u32::from(won);
            course.drawn += u32::from(drawn);
            course.lost += u32::from(!won && !drawn);
            course.points += match self.plan.format {
                Format::Arena { .. } => 2 * share * if course.series >= 2 { 2 } else { 1 },
                // Draws are played again: what counts is who went on.
                Format::Knockout => {
                    if won {
                        POINT
                    } else {
                        0
                    }
                }
                _ => share,
            };
            course.series = if won { course.series + 1 } else { 0 };
            for (other, whom) in table.players.iter().enumerate().filter(|(other, _)| *other != seat) {
                let score = share_of_two(mine, done.places[other]);
                course.met.push(Met { whom: Some(*whom), score });
            }
        }
    }

    fn value(tie_break: TieBreak, row: &Standing, courses: &[Course]) -> i64 {
        let Some(course) = row.players.first().and_then(|player| courses.get(player.index())) else {
            return 0;
        };
        // Who had nobody to meet is taken to have met somebody like themselves.
        let of = |met: &Met| {
            met.whom.and_then(|whom| courses.get(whom.index())).map_or(course.points, |other| other.points)
        };
        match tie_break {
            TieBreak::Buchholz => course.met.iter().map(of).sum(),
            TieBreak::BuchholzCut => {
                let all: i64 = course.met.iter().map(of).sum();
                let lowest = if course.met.len() > 1 { course.met.iter().map(of).min() } else { None };
                all - lowest.unwrap_or_default()
            }
            TieBreak::SonnebornBerger => course.met.iter().map(|met| of(met) * met.score / POINT).sum(),
            TieBreak::Wins => i64::from(row.won),
            TieBreak::FewerGames => -i64::from(row.played),
            TieBreak::Direct | TieBreak::Sooner => 0,
        }
    }

    /// How far each team has climbed, and when it won its last level.
    fn teams_standing(&self) -> Vec<Standing> {
        let until = self.until().unwrap_or(Moment(i64::MAX));
        let began = self.began.unwrap_or_default();
        let row = |team: &str| {
            let of_team = |player: &Player| self.team_of(*player) == Some(team);
            let tables = self.tables.iter().filter(|table| table.team.as_deref() == Some(team));
            let (mut played, mut levels, mut last) = (0, 0, began);
            for done in tables.filter_map(|table| table.done.as_ref()) {
                played += 1;
                if done.places.first() == Some(&1) && done.at <= until {
                    (levels, last) = (levels + 1, last.max(done.at));
                }
            }
            let players: Vec<Player> = self.everybody().filter(of_team).collect();
            Standing {
                place: 0,
                players,
                points: i64::from(levels) * POINT,
                breaks: vec![-(last.0 - began.0)],
                played,
                won: levels,
                drawn: 0,
                lost: played - levels,
                on_fire: false,
            }
        };
        let rows = self.teams().into_iter().map(row);
        rows.filter(|row| row.played > 0 || row.players.iter().any(|&player| self.plays(player))).collect()
    }
}

impl Course {
    fn took_part(&self) -> bool {
        self.played > 0 || self.met.iter().any(|met| met.score > 0)
    }

    /// The points of this player against all others of these, if all of them have met.
    fn against(&self, me: Player, all: &[Player]) -> Option<i64> {
        // Many are equal where many take part, and nobody has met more than one a round.
        if all.len() > self.met.len() + 1 {
            return None;
        }
        let others = all.iter().filter(|&&other| other != me);
        others.map(|other| self.against_one(*other)).sum()
    }

    fn against_one(&self, other: Player) -> Option<i64> {
        let mut met = self.met.iter().filter(|met| met.whom == Some(other)).peekable();
        met.peek()?;
        Some(met.map(|met| met.score).sum())
    }
}

/// Between two of a table.
fn share_of_two(mine: u8, other: u8) -> i64 {
    match mine.cmp(&other) {
        std::cmp::Ordering::Less => POINT,
        std::cmp::Ordering::Equal => POINT / 2,
        std::cmp::Ordering::Greater => 0,
    }
}

/// The points against those who are as good up to here; nothing for anybody where not all of them have met.
fn direct(rows: &[Standing], courses: &[Course]) -> Vec<i64> {
    let key = |&row: &usize| (rows[row].points, &rows[row].breaks);
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(key);
    let mut scores = vec![0; rows.len()];
    for equals in order.chunk_by(|a, b| key(a) == key(b)) {
        let whom: Vec<Player> = equals.iter().filter_map(|&row| rows[row].players.first().copied()).collect();
        let against: Option<Vec<i64>> =
            whom.iter().map(|player| courses.get(player.index())?.against(*player, &whom)).collect();
        for (&row, score) in equals.iter().zip(against.unwrap_or_default()) {
            scores[row] = score;
        }
    }
    scores
}

/// Sorted, and with their places.
fn placed(mut rows: Vec<Standing>, breaks: usize) -> Vec<Standing> {
    let key = |row: &Standing| {
        let breaks: Vec<Reverse<i64>> = row.breaks.iter().take(breaks).map(|&value| Reverse(value)).collect();
        (Reverse(row.points), breaks)
    };
    rows.sort_by_key(|row| (key(row), row.players.first().copied()));
    let mut place = 0;
    for at in 0..rows.len() {
        if at == 0 || key(&rows[at]) != key(&rows[at - 1]) {
            place = at as u32 + 1;
        }
        rows[at].place = place;
    }
    rows
}
