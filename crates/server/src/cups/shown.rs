//! A tournament as everybody sees it.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use serde_json::value::{RawValue, to_raw_value};
use tournaments::{POINT, Phase, TieBreak};

use super::Cup;
use crate::{
    House,
    people::Guest,
    protocol::{StandingLine, Tournament, TournamentBye, TournamentPerson, TournamentPhase, TournamentTable},
    store::{StoreError, cups},
};

/// How many tables come with each look, besides those that are played.
const TABLES: usize = 200;
/// So long names may be as they were.
const FRESH: Duration = Duration::from_secs(20);

/// What was made for one number of the log.
#[derive(Debug)]
pub(crate) struct Shown {
    n: i64,
    rewrites: i64,
    made: Instant,
    text: Arc<RawValue>,
}

pub(crate) const fn phase(state: i64) -> TournamentPhase {
    match state {
        cups::OPEN => TournamentPhase::Open,
        cups::RUNNING => TournamentPhase::Running,
        _ => TournamentPhase::Over,
    }
}

/// What is the same for everybody, made once for all who look.
pub(crate) async fn shown(house: &House, cup: &Cup) -> Result<Arc<RawValue>, StoreError> {
    let known = |shown: &&Shown| {
        (shown.n, shown.rewrites) == (cup.row.n, cup.row.rewrites) && shown.made.elapsed() < FRESH
    };
    let all = || house.cups.shown.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(shown) = all().get(&cup.row.id).filter(known) {
        return Ok(Arc::clone(&shown.text));
    }
    let tournament = describe(house, cup, TABLES).await?;
    let text: Arc<RawValue> =
        to_raw_value(&tournament).map_err(|_| StoreError::Unreadable("a tournament"))?.into();
    let shown =
        Shown { n: cup.row.n, rewrites: cup.row.rewrites, made: Instant::now(), text: Arc::clone(&text) };
    let mut all = all();
    if all.len() >= super::REMEMBERED {
        all.clear();
    }
    all.insert(cup.row.id.clone(), shown);
    Ok(text)
}

/// Points as people write them.
fn points(parts: i64) -> f64 {
    (parts as f64 / POINT as f64 * 100.0).round() / 100.0
}

fn shown_break(tie_break: TieBreak, value: i64) -> f64 {
    match tie_break {
        TieBreak::Wins => value as f64,
        TieBreak::FewerGames => -value as f64,
        TieBreak::Sooner => (-value / 1_000) as f64,
        TieBreak::BuchholzCut | TieBreak::Buchholz | TieBreak::SonnebornBerger | TieBreak::Direct => {
            points(value)
        }
    }
}

/// All of it, with so many of the tables that are over.
pub(crate) async fn describe(house: &House, cup: &Cup, tables: usize) -> Result<Tournament, StoreError> {
    let names: HashMap<Guest, String> = house.store.names_in_cup(cup.key()).await?.into_iter().collect();
    let holder = house.store.name_of(cup.row.holder).await?;
    let tournament = &cup.tournament;
    let older = tournament.tables.len().saturating_sub(tables);
    let shown =
        (0u32..).zip(&tournament.tables).filter(|(n, table)| *n as usize >= older || table.done.is_none());
    let tables = shown.map(|(n, table)| TournamentTable {
        id: cup.table_id(n),
        round: table.round,
        players: table.players.iter().map(|player| player.0).collect(),
        places: table.done.as_ref().map(|done| done.places.clone()),
        level: cup.is_relay().then(|| tournament.level_of(n)),
    });
    let people = (0u32..).zip(&tournament.players).map(|(n, entrant)| TournamentPerson {
        name: names.get(&entrant.who).cloned().unwrap_or_default(),
        team: entrant.team.clone(),
        plays: tournament.plays(tournaments::Player(n)),
    });
    let standings = tournament.standings().into_iter().map(|row| StandingLine {
        place: row.place,
        players: row.players.iter().map(|player| player.0).collect(),
        points: points(row.points),
        breaks: tournament
            .tie_breaks()
            .iter()
            .zip(&row.breaks)
            .map(|(&by, &value)| shown_break(by, value))
            .collect(),
        played: row.played,
        won: row.won,
        drawn: row.drawn,
        lost: row.lost,
        on_fire: row.on_fire,
    });
    let byes = tournament.byes.iter().map(|(round, bye)| TournamentBye {
        round: *round,
        player: bye.player.0,
        points: points(bye.worth),
    });
    let options = serde_json::to_string(&cup.announced.options).unwrap_or_default();
    Ok(Tournament {
        id: cup.row.id.clone(),
        name: cup.row.name.clone(),
        game: cup.row.game.clone(),
        options: crate::store::raw_options(&options),
        terms: cup.announced.terms,
        format: cup.announced.plan.format,
        seats: cup.announced.plan.seats,
        private: cup.row.private != 0,
        holder,
        phase: match tournament.phase {
            Phase::Open => TournamentPhase::Open,
            Phase::Running => TournamentPhase::Running,
            Phase::Over => TournamentPhase::Over,
        },
        starts: cup.announced.plan.starts.map(|at| at.0),
        began: tournament.began.map(|at| at.0),
        until: tournament.until().map(|at| at.0),
        ended: tournament.ended.map(|at| at.0),
        round: tournament.round,
        rounds: tournament.rounds(),
        next_round: tournament.next_round_at().map(|at| at.0),
        may_begin: tournament.may_begin(),
        people: people.collect(),
        tie_breaks: tournament.tie_breaks().to_vec(),
        standings: standings.collect(),
        tables: tables.collect(),
        tables_in_all: tournament.tables.len() as u32,
        byes: byes.collect(),
    })
}
