//! A tournament as everybody sees it.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use serde_json::value::{RawValue, to_raw_value};
use sha2::{Digest, Sha256};
use tournaments::{POINT, Phase, TieBreak};

use super::{Cup, Cups};
use crate::{
    House,
    address::Address,
    people::Guest,
    protocol::{StandingLine, Tournament, TournamentBye, TournamentPerson, TournamentPhase, TournamentTable},
    store::{StoreError, cups},
};

/// How many tables come with each look, besides those that are played.
const TABLES: usize = 200;
/// So long names may be as they were.
const FRESH: Duration = Duration::from_secs(20);

/// Where it is kept. Whoever makes it anew holds it: the others who look wait for that, and make nothing.
pub(super) type Kept = Arc<tokio::sync::Mutex<Option<Arc<Shown>>>>;

/// What was made for one number of the log.
#[derive(Debug)]
pub(crate) struct Shown {
    n: i64,
    rewrites: i64,
    made: Instant,
    pub(crate) text: Box<RawValue>,
    /// What it says, in short: another as soon as anything in it is, also a name.
    pub(crate) hash: [u8; 32],
}

pub(crate) const fn phase(state: i64) -> TournamentPhase {
    match state {
        cups::OPEN => TournamentPhase::Open,
        cups::RUNNING => TournamentPhase::Running,
        _ => TournamentPhase::Over,
    }
}

/// What is the same for everybody, made once for all who look.
pub(crate) async fn shown(house: &House, cup: &Arc<Cup>, from: Address) -> Result<Arc<Shown>, StoreError> {
    let kept = house.cups.shown_of(&cup.row.id);
    let mut kept = kept.lock().await;
    // Somebody who came later may have seen more.
    let known = |shown: &&Arc<Shown>| {
        shown.n >= cup.row.n && shown.rewrites == cup.row.rewrites && shown.made.elapsed() < FRESH
    };
    if let Some(shown) = kept.as_ref().filter(known) {
        return Ok(Arc::clone(shown));
    }
    let turn = house.room_turn(from).await;
    let text = describe(house, cup, TABLES, turn, |tournament| to_raw_value(&tournament)).await?;
    let text = text.map_err(|_| StoreError::Unreadable("a tournament"))?;
    let hash = Sha256::digest(text.get()).into();
    let (n, rewrites) = (cup.row.n, cup.row.rewrites);
    let shown = Arc::new(Shown { n, rewrites, made: Instant::now(), text, hash });
    *kept = Some(Arc::clone(&shown));
    Ok(shown)
}

impl Cups {
    fn shown_of(&self, id: &str) -> Kept {
        let mut all = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= super::REMEMBERED && !all.contains_key(id) {
            all.clear();
        }
        Arc::clone(all.entry(id.to_owned()).or_default())
    }
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

/// All of it, with so many of the tables that are over, and what is made of it: standings of many people are long work.
pub(crate) async fn describe<T: Send + 'static>(
    house: &House,
    cup: &Arc<Cup>,
    tables: usize,
    turn: impl Send + 'static,
    make: impl FnOnce(Tournament) -> T + Send + 'static,
) -> Result<T, StoreError> {
    let names = house.store.names_in_cup(cup.key()).await?.into_iter().collect();
    let holder = house.store.name_of(cup.row.holder).await?;
    let cup = Arc::clone(cup);
    let made = house.on_blocking_pool(turn, move || make(all_of(&cup, &names, holder, tables))).await;
    made.ok_or(StoreError::Unreadable("a tournament"))
}

fn all_of(cup: &Cup, names: &HashMap<Guest, String>, holder: String, tables: usize) -> Tournament {
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
    Tournament {
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
        closed: tournament.closed,
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
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use futures_util::future::join_all;
    use serde_json::Map;
    use tournaments::{Entry, Format, Plan};

    use super::*;
    use crate::{
        Config,
        cups::{self, Announced},
        protocol::Terms,
        store::cups::CupRow,
    };

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whoever_looks_at_the_same_time_waits_for_the_one_who_makes_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let config = Config::new(address, folder.path().join("house.sqlite"));
        let house = House::build(config, address).await.expect("it opens");
        let format = Format::Swiss { rounds: 3 };
        let plan = Plan { format, seats: (2, 2), starts: None, pause: 0, seed: 1, levels: 0 };
        let announced = Announced { plan, options: Map::new(), terms: Terms::default() };
        let row = CupRow {
            key: 0,
            id: "evening".to_owned(),
            game: "pyramids".to_owned(),
            name: "Evening".to_owned(),
            holder: Guest(1),
            private: 0,
            plan: serde_json::to_string(&announced).expect("plain"),
            made: 1,
            starts: None,
            state: 0,
            n: 0,
            people: 0,
            changed: 1,
            rewrites: 0,
        };
        house.store.hold(row).await.expect("it is kept");
        let read = || async { cups::read(&house, "evening").await.expect("it reads").expect("it is there") };
        let before = read().await;
        let joined = Entry::Joined { who: Guest(2), rating: None, team: None };
        cups::append(&house, &before, joined).await.expect("it is written");
        let cup = read().await;
        let seen = join_all((0..20).map(|_| shown(&house, &cup, Address::HOUSE))).await;
        let seen: Vec<_> = seen.into_iter().map(|text| text.expect("it is made")).collect();
        assert!(seen.iter().all(|text| Arc::ptr_eq(text, &seen[0])), "once for all");
        // Who read the log a moment sooner does not make it anew from less.
        let late = shown(&house, &before, Address::HOUSE).await.expect("it is there");
        assert!(Arc::ptr_eq(&late, &seen[0]));
        // A while later it is made anew: the same if nobody has another name.
        let anew = || async {
            let kept = house.cups.shown_of("evening");
            *kept.lock().await = None;
            shown(&house, &cup, Address::HOUSE).await.expect("it is made").hash
        };
        assert_eq!(anew().await, late.hash);
        house.store.name_guest(Guest(2), "Bea".to_owned()).await.expect("it is written");
        assert_ne!(anew().await, late.hash);
    }
}
