//! Tournaments: what is due in them is done, on every node; the log decides who was first.
//!
//! A tournament is the fold of its log ([`tournaments::Tournament`]). A round that is paired is an entry, and its tables
//! have ids that follow from it: whoever finds one missing opens it, so that whatever dies between the two steps is
//! completed, not doubled.

pub(crate) mod results;
pub(crate) mod shown;

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::{OptionKind, Seat};
use tokio::time::{MissedTickBehavior, interval};
use tournaments::{Entry, Format, Moment, Phase, Plan, Player, Tournament};

use crate::{
    House,
    address::Address,
    entry::TableEntry,
    people::Guest,
    protocol::Terms,
    ratings,
    store::{
        Key, NotOpened, Opening, StoreError,
        cups::{CupEntry, CupRow, OPEN, OVER, RUNNING},
    },
};
use results::Ended;
use shown::Kept;

/// How often it is looked what is due.
const LOOK: Duration = Duration::from_secs(1);
/// Every so many looks it is also looked at tables of which nobody has said that they are over.
const THOROUGHLY: u64 = 30;
/// How much is done at one tournament before it is another's turn.
const STEPS: usize = 50;

/// What was announced: the tournament, and the tables at which it is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Announced {
    pub(crate) plan: Plan,
    pub(crate) options: Map<String, Value>,
    pub(crate) terms: Terms,
}

/// A tournament of this house.
#[derive(Clone, Debug)]
pub(crate) struct Cup {
    pub(crate) row: CupRow,
    pub(crate) announced: Announced,
    pub(crate) tournament: Tournament<Guest>,
}

/// The tournaments that somebody has asked for: as far as their logs were read.
#[derive(Debug, Default)]
pub(crate) struct Cups {
    known: Mutex<HashMap<String, Arc<Cup>>>,
    shown: Mutex<HashMap<String, Kept>>,
    /// Guests without an account who registered, by tournament and address, since the house opened.
    plain: Mutex<HashMap<(String, Address), HashSet<Guest>>>,
}

/// How many guests without an account one address may bring into a tournament: a club, but not a machine that makes cookies.
const FROM_ONE_ADDRESS: usize = 60;
/// For how many tournaments and addresses that is remembered.
const REMEMBERED_PLACES: usize = 10_000;

/// How many of them are remembered.
const REMEMBERED: usize = 300;

impl Cup {
    fn new(row: CupRow) -> Result<Self, StoreError> {
        let announced: Announced =
            serde_json::from_str(&row.plan).map_err(|_| StoreError::Unreadable("a tournament"))?;
        Ok(Self { tournament: Tournament::new(announced.plan), announced, row })
    }

    pub(crate) fn key(&self) -> Key {
        Key(self.row.key)
    }

    /// The id of one of its tables, by number.
    pub(crate) fn table_id(&self, table: u32) -> String {
        format!("{}-{}", self.row.id, table + 1)
    }

    pub(crate) fn is_relay(&self) -> bool {
        matches!(self.announced.plan.format, Format::Relay { .. })
    }

    /// Who sits at a table.
    fn seated(&self, table: u32) -> Vec<Guest> {
        let players = self.tournament.tables.get(table as usize).map(|table| &table.players[..]);
        let who = |player: &Player| self.tournament.entrant(*player).map(|entrant| entrant.who);
        players.unwrap_or_default().iter().filter_map(who).collect()
    }

    /// The tables that are still played.
    fn running(&self) -> impl Iterator<Item = u32> {
        (0u32..).zip(&self.tournament.tables).filter(|(_, table)| table.done.is_none()).map(|(n, _)| n)
    }
}

const fn state(phase: Phase) -> i64 {
    match phase {
        Phase::Open => OPEN,
        Phase::Running => RUNNING,
        Phase::Over => OVER,
    }
}

/// A tournament as its log has made it by now.
pub(crate) async fn read(house: &House, id: &str) -> Result<Option<Arc<Cup>>, StoreError> {
    let Some(row) = house.store.cup(id).await? else { return Ok(None) };
    let known = house.cups.known().get(id).cloned();
    // What was folded before somebody was forgotten in it is void.
    let known = known.filter(|known| known.row.rewrites == row.rewrites && known.row.n <= row.n);
    if let Some(known) = known.as_ref().filter(|known| known.row.n == row.n) {
        return Ok(Some(Arc::clone(known)));
    }
    let mut cup = match known {
        Some(known) => Cup { row, ..Cup::clone(&known) },
        None => Cup::new(row)?,
    };
    for read in house.store.cup_log(cup.key(), cup.tournament.n).await? {
        let unreadable = || StoreError::Unreadable("an entry of a tournament");
        let entry = serde_json::from_str(&read.entry).map_err(|_| unreadable())?;
        cup.tournament.apply(entry, Moment(read.wall.0)).map_err(|_| unreadable())?;
    }
    cup.row.n = cup.tournament.n as i64;
    let cup = Arc::new(cup);
    house.cups.keep(&cup);
    Ok(Some(cup))
}

impl Cups {
    /// Whether one more guest without an account may register from there; if so, they count.
    pub(crate) fn may_come(&self, id: &str, from: Address, guest: Guest) -> bool {
        let mut plain = self.plain.lock().unwrap_or_else(PoisonError::into_inner);
        let place = (id.to_owned(), from);
        if plain.len() >= REMEMBERED_PLACES && !plain.contains_key(&place) {
            plain.clear();
        }
        let there = plain.entry(place).or_default();
        there.contains(&guest) || (there.len() < FROM_ONE_ADDRESS && there.insert(guest))
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Cup>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, cup: &Arc<Cup>) {
        let mut known = self.known();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(cup.row.id.clone(), Arc::clone(cup));
    }
}

/// Writes an entry at the next number: it fits what is known, or somebody else was first.
pub(crate) async fn append(
    house: &House,
    cup: &Arc<Cup>,
    entry: Entry<Guest>,
) -> Result<Arc<Cup>, StoreError> {
    let mut next = Cup::clone(cup);
    let wall = house.store.now();
    let joined = match &entry {
        Entry::Joined { who, .. } => Some(*who),
        _ => None,
    };
    // Plain words and numbers: they can be written.
    let text = serde_json::to_string(&entry).unwrap_or_default();
    next.tournament.apply(entry, Moment(wall.0)).map_err(|_| StoreError::Conflict)?;
    let (n, people) = (next.tournament.n, next.tournament.active().count() as i64);
    let state = state(next.tournament.phase);
    let entry = CupEntry { n, entry: text, wall, joined, state, people };
    house.store.append_to_cup(cup.key(), entry).await?;
    (next.row.n, next.row.state, next.row.people, next.row.changed) = (n as i64, state, people, wall.0);
    let next = Arc::new(next);
    house.cups.keep(&next);
    Ok(next)
}

/// Looks for as long as the house is open.
pub(crate) async fn watch(house: Arc<House>) {
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for turn in 0u64.. {
        look.tick().await;
        let going = match house.store.cups_going(house.store.now()).await {
            Ok(going) => going,
            Err(error) => {
                tracing::warn!(%error, "it cannot be seen which tournaments go on");
                continue;
            }
        };
        for id in going {
            if let Err(error) = go_on(&house, &id, turn.is_multiple_of(THOROUGHLY)).await {
                tracing::warn!(tournament = id, %error, "a tournament does not go on: it is tried again");
            }
        }
    }
}

/// Does what is due at a tournament: tables that are missing, results, the next round, the end.
pub(crate) async fn go_on(house: &Arc<House>, id: &str, thoroughly: bool) -> Result<(), StoreError> {
    for step in 0..STEPS {
        let Some(mut cup) = read(house, id).await? else { return Ok(()) };
        if cup.tournament.phase == Phase::Over {
            return Ok(());
        }
        // A relay's last levels count if they were won in time, also where that was not noted yet.
        let last =
            cup.is_relay() && cup.tournament.until().is_some_and(|until| until.0 <= house.store.now().0);
        match look_at_tables(house, &mut cup, last || (thoroughly && step == 0)).await {
            Err(StoreError::Conflict) => continue,
            looked => looked?,
        }
        let Some(entry) = next(house, &cup).await? else { return Ok(()) };
        match append(house, &cup, entry).await {
            // Tables that were paired are missing: they are opened with the next step.
            Ok(_) | Err(StoreError::Conflict) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// What is to be written next. Pairing many people is long work.
async fn next(house: &House, cup: &Arc<Cup>) -> Result<Option<Entry<Guest>>, StoreError> {
    let now = Moment(house.store.now().0);
    let paired = |apart: HashSet<(Player, Player)>| {
        let cup = Arc::clone(cup);
        house.on_blocking_pool((), move || cup.tournament.next(now, &apart))
    };
    let next = paired(HashSet::new()).await.flatten();
    if !matches!(next, Some(Entry::Paired { .. })) {
        return Ok(next);
    }
    let number = |guest| cup.tournament.number(guest);
    let blocks = house.store.blocks_in_cup(cup.key()).await?;
    let apart: HashSet<_> = blocks.into_iter().filter_map(|(a, b)| number(a).zip(number(b))).collect();
    if apart.is_empty() { Ok(next) } else { Ok(paired(apart).await.flatten()) }
}

/// Opens tables that were paired and are not there, and writes down how others ended.
async fn look_at_tables(house: &Arc<House>, cup: &mut Arc<Cup>, thoroughly: bool) -> Result<(), StoreError> {
    let running: Vec<u32> = cup.running().collect();
    let ids: Vec<String> = running.iter().map(|&table| cup.table_id(table)).collect();
    let known: HashMap<String, bool> = house.store.tables_known(&ids).await?.into_iter().collect();
    let missing =
        running.iter().zip(&ids).filter(|(_, id)| !known.contains_key(*id)).map(|(&table, _)| table);
    let missing: Vec<u32> = missing.collect();
    if !missing.is_empty() {
        open_all(house, cup, missing).await?;
    }
    for (&table, id) in running.iter().zip(&ids) {
        let finished = known.get(id).copied();
        if finished != Some(true) && !(thoroughly && finished.is_some()) {
            continue;
        }
        if let Some(Ended { at, places, away }) = look_at(house, cup, table, id).await? {
            let ended = at.map(|at| Moment(at.0));
            *cup = append(house, cup, Entry::Result { table, places, away, ended }).await?;
        }
    }
    Ok(())
}

/// How a table ended, if it has.
async fn look_at(house: &House, cup: &Cup, table: u32, id: &str) -> Result<Option<Ended>, StoreError> {
    let seated = cup.seated(table);
    let by_room = {
        let seated = seated.clone();
        house.rooms.look(id, move |table| results::of(table, &seated)).await
    };
    if let Some(ended) = by_room {
        return Ok(ended);
    }
    let folded = house.fold_listed(id, Address::HOUSE).await?;
    Ok(folded.and_then(|folded| results::of(&folded, &seated)))
}

async fn open_all(house: &House, cup: &Cup, tables: Vec<u32>) -> Result<(), StoreError> {
    if let Some(full) = house.store.full(house.config.space) {
        tracing::error!(%full, tournament = cup.row.id, "its tables cannot be opened");
        return Ok(());
    }
    let opened = join_all(tables.into_iter().map(|table| open(house, cup, table))).await;
    opened.into_iter().collect()
}

/// Opens a table, whose game begins at once; unless it is there already.
async fn open(house: &House, cup: &Cup, number: u32) -> Result<(), StoreError> {
    let Some(table) = cup.tournament.tables.get(number as usize) else { return Ok(()) };
    let seated = cup.seated(number);
    let level = cup.is_relay().then(|| cup.tournament.level_of(number));
    let new = opening(house, &cup.row.game, &cup.announced.options, level, seated.len() as u8);
    let new = match new {
        Ok(new) => new,
        Err(error) => {
            tracing::error!(%error, tournament = cup.row.id, "a table cannot be opened");
            return Ok(());
        }
    };
    let name = format!("{} · {}", cup.row.name, level.map_or(table.round, u32::from));
    let opening = Opening { id: cup.table_id(number), name, ..new };
    let mut entries = Vec::new();
    // Before they sit down: whoever sits when a table becomes rated gets up.
    if cup.announced.terms != Terms::default() {
        entries.push(TableEntry::Terms { guest: Guest::HOUSE, terms: cup.announced.terms });
    }
    let sit = (0..).map(Seat).zip(&seated).map(|(seat, &guest)| TableEntry::Sit { seat, guest });
    entries.extend(sit);
    entries.push(TableEntry::Start);
    // Where each turn has its hours or days nobody waits for anybody: whose turn it is is told of that, as they wish.
    let called = if cup.announced.terms.is_by_turns() { Vec::new() } else { seated };
    match house.store.open_and_call(house.to_open(opening, &entries), called).await {
        // Another node has opened it.
        Ok(()) | Err(StoreError::Conflict) => Ok(()),
        Err(error) => Err(error),
    }
}

/// On which ladder its tables are, rated or not: who takes part is set by it.
pub(crate) fn ladder(house: &House, cup: &Cup) -> Result<String, NotOpened> {
    let Announced { plan, options, .. } = &cup.announced;
    let level = cup.is_relay().then_some(1);
    // What was announced may leave to the game which mode is usual.
    let opening = opening(house, &cup.row.game, options, level, plan.seats.0)?;
    Ok(ratings::ladder(&opening.game, &opening.options))
}

/// The option that is a game's level, and how many there are.
pub(crate) fn levels(house: &House, game: &str) -> Option<(&'static str, u8)> {
    let about = house.about(game)?;
    about.options.iter().find_map(|option| match &option.kind {
        OptionKind::Level { levels, .. } => Some((option.key, levels.len() as u8)),
        _ => None,
    })
}

/// A table as it is played in a tournament. It is nobody's: there is no host who could send anybody away. And it stands in
/// no list but the tournament's.
pub(crate) fn opening(
    house: &House,
    game: &str,
    options: &Map<String, Value>,
    level: Option<u8>,
    seats: u8,
) -> Result<Opening, NotOpened> {
    let mut options = options.clone();
    if let Some(((key, _), level)) = levels(house, game).zip(level) {
        options.insert(key.to_owned(), level.into());
    }
    Opening::new(game.to_owned(), None, &Value::Object(options).to_string(), seats, Guest::HOUSE, true)
}

/// Somebody is to be forgotten: they leave, and somebody unknown has done what they did.
pub(crate) async fn forget(house: &House, guest: Guest) -> Result<(), StoreError> {
    for row in house.store.cups_of(guest).await? {
        loop {
            let Some(cup) = read(house, &row.id).await? else { break };
            let player = cup.tournament.number(guest).filter(|&player| cup.tournament.plays(player));
            let Some(player) = player.filter(|_| cup.tournament.phase != Phase::Over) else { break };
            match append(house, &cup, Entry::Left { player }).await {
                Err(StoreError::Conflict) => {}
                left => {
                    left?;
                }
            }
        }
        house.store.forget_in_cup(Key(row.key), guest, guest.instead(&row.id)).await?;
    }
    Ok(())
}
