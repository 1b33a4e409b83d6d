//! The lobby: which tables are open, for everybody who stands in it.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use serde_json::value::RawValue;
use table::{Seat, Seats};
use tokio::sync::watch;

use crate::{
    House,
    address::Address,
    fold::{Holder, Stands, Table},
    frames::{self, Names},
    people::Guest,
    protocol::{self, LobbyTable, Phase, Taker},
    store::{Key, Listed, Opening, StoreError, raw_options},
};

/// How many tables the lobby shows.
const SHOWN: usize = 60;
/// So many tables with people of one address come before everybody else's.
const SHOWN_OF_AN_ADDRESS: u32 = 12;
/// How many of a guest's own tables it shows.
const MINE: u32 = 20;
/// The lobby is looked at no more often: so many changes make one message.
pub(crate) const PAUSE: Duration = Duration::from_millis(400);

/// How many moves were played is told no more often.
const COUNTING: Duration = Duration::from_secs(3);

/// A table as the lobby knows it.
#[derive(Debug)]
pub(crate) struct Summary {
    key: Key,
    opening: Arc<Opening>,
    options: Box<RawValue>,
    host: String,
    phase: Phase,
    seats: Vec<Option<Taker>>,
    /// Whose each seat is, also while a bot plays for them.
    guests: Vec<Option<Guest>>,
    moves: u32,
    awaited: Seats,
    /// Where the first who is there comes from.
    from: Option<Address>,
}

impl Summary {
    pub(crate) fn new(
        table: &Table,
        from: Option<Address>,
        names: &Names,
        here: impl Fn(Guest) -> bool,
    ) -> Self {
        let summary = Self::of(table.key, Arc::clone(&table.opening), &table.stands(), names, here);
        Self { from, ..summary }
    }

    fn of(
        key: Key,
        opening: Arc<Opening>,
        stands: &Stands,
        names: &Names,
        here: impl Fn(Guest) -> bool,
    ) -> Self {
        let name = |guest: &Guest| names.get(guest).cloned().unwrap_or_default();
        let taker = |holder: Option<Holder>| {
            Some(match holder? {
                Holder::Person(guest) => Taker::Person { name: name(&guest), here: here(guest) },
                Holder::Bot(level) => Taker::Bot { level },
            })
        };
        Self {
            key,
            options: raw_options(&stands.options),
            host: name(&opening.host),
            phase: stands.phase,
            seats: stands.chairs.iter().map(|(_, chair)| taker(chair.holder)).collect(),
            guests: stands.chairs.iter().map(|(_, chair)| chair.person().or(chair.left_by)).collect(),
            moves: stands.moves,
            awaited: stands.awaited,
            opening,
            from: None,
        }
    }

    /// The summary of a table that no room holds.
    async fn read(house: &House, listed: Listed) -> Result<Option<Self>, StoreError> {
        let Some((key, opening, stands)) = house.stands(listed).await? else { return Ok(None) };
        let mut names = Names::new();
        for guest in stands.chairs.people().chain([opening.host]) {
            names.insert(guest, house.store.name_of(guest).await?);
        }
        Ok(Some(Self::of(key, Arc::new(opening), &stands, &names, |_| false)))
    }

    fn unfinished(&self) -> bool {
        self.phase != Phase::Over
    }

    /// Whether somebody who sits there is there now.
    fn attended(&self) -> bool {
        self.seats.iter().flatten().any(|taker| matches!(taker, Taker::Person { here: true, .. }))
    }

    fn seats(&self, guest: Guest) -> bool {
        self.guests.contains(&Some(guest))
    }

    /// The table as this guest sees it, but for the number of moves, which changes most often.
    fn for_guest(&self, guest: Guest, moves: u32) -> LobbyTable<'_> {
        let mine = |seat: &Seat| self.guests.get(seat.index()) == Some(&Some(guest));
        let my_seats: Seats = Seat::all(self.opening.seats).filter(mine).collect();
        let by_a_person =
            |seat: Seat| matches!(self.seats.get(seat.index()), Some(Some(Taker::Person { .. })));
        LobbyTable {
            id: &self.opening.id,
            game: &self.opening.game,
            name: &self.opening.name,
            options: &self.options,
            host: &self.host,
            phase: self.phase,
            seats: &self.seats,
            moves,
            my_seats,
            my_turn: my_seats.iter().any(|seat| self.awaited.contains(seat) && by_a_person(seat)),
        }
    }
}

/// The lobby at one moment, the same for everybody.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    people: u32,
    /// Unfinished public tables: those with somebody there first, then newest first.
    public: Vec<Arc<Summary>>,
    by_guest: HashMap<Guest, Vec<Arc<Summary>>>,
    all: HashMap<Key, Arc<Summary>>,
}

#[derive(Debug)]
struct Inside {
    tables: BTreeMap<Key, (Arc<Summary>, bool)>,
    shelf: Arc<Shelf>,
    made: Instant,
    stale: bool,
}

/// The lobby as it changes.
#[derive(Debug)]
pub(crate) struct Lobby {
    inside: Mutex<Inside>,
    version: watch::Sender<u64>,
}

impl Default for Lobby {
    fn default() -> Self {
        let inside =
            Inside { tables: BTreeMap::new(), shelf: Arc::default(), made: Instant::now(), stale: true };
        Self { inside: Mutex::new(inside), version: watch::Sender::new(0) }
    }
}

impl Lobby {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A room says how its table stands.
    pub(crate) fn put(&self, summary: Summary) {
        let mut inside = self.inside();
        inside.stale = true;
        inside.tables.insert(summary.key, (Arc::new(summary), false));
        drop(inside);
        self.changed();
    }

    /// A room says how its table stands, and rests. What nobody could see is forgotten.
    pub(crate) fn put_to_rest(&self, summary: Summary) {
        let mut inside = self.inside();
        inside.stale = true;
        let shown = summary.unfinished() && !summary.opening.private;
        let key = summary.key;
        // Once more for those who stand in the lobby, then it goes with the next look.
        inside.tables.insert(key, (Arc::new(summary), true));
        if !shown && self.version.receiver_count() == 0 {
            inside.tables.remove(&key);
        }
        drop(inside);
        self.changed();
    }

    /// Tables that there are no more.
    pub(crate) fn forget(&self, keys: &[Key]) {
        let mut inside = self.inside();
        inside.stale = true;
        inside.tables.retain(|key, _| !keys.contains(key));
        drop(inside);
        self.changed();
    }

    /// Something that everybody in the lobby sees has changed.
    pub(crate) fn changed(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Tables that were open before the house was.
    pub(crate) async fn remember(&self, house: &House) -> Result<(), StoreError> {
        for listed in house.store.public_tables(SHOWN as u32).await? {
            let key = listed.0;
            match Summary::read(house, listed).await? {
                Some(summary) if summary.unfinished() => self.put_to_rest(summary),
                Some(_) => house.store.note_finished(key).await?,
                None => {}
            }
        }
        Ok(())
    }

    /// The lobby as it stands, or stood a moment ago.
    pub(crate) fn shelf(&self, people: usize) -> Arc<Shelf> {
        let mut inside = self.inside();
        if inside.stale || inside.made.elapsed() > PAUSE {
            inside.shelf = Arc::new(inside.make(people as u32));
            inside.made = Instant::now();
            inside.stale = false;
        }
        Arc::clone(&inside.shelf)
    }
}

impl Inside {
    fn make(&mut self, people: u32) -> Shelf {
        let mut shelf = Shelf { people, ..Shelf::default() };
        for (&key, (summary, _)) in self.tables.iter().rev() {
            shelf.all.insert(key, Arc::clone(summary));
            if !summary.unfinished() {
                continue;
            }
            if !summary.opening.private {
                shelf.public.push(Arc::clone(summary));
            }
            for guest in summary.guests.iter().flatten() {
                let mine = shelf.by_guest.entry(*guest).or_default();
                if mine.last().is_none_or(|last| last.key != key) {
                    mine.push(Arc::clone(summary));
                }
            }
        }
        // Where somebody waits comes first: tables that everybody left do not push them out, nor those that one address
        // has many of.
        let mut of_address: HashMap<_, u32> = HashMap::new();
        shelf.public.sort_by_cached_key(|summary| {
            let nth = of_address.entry(summary.from).or_default();
            *nth += u32::from(summary.attended());
            (!summary.attended(), *nth > SHOWN_OF_AN_ADDRESS)
        });
        shelf.public.truncate(SHOWN);
        // Resting tables that are not shown have now been seen a last time.
        let shown: HashSet<Key> = shelf.public.iter().map(|summary| summary.key).collect();
        self.tables.retain(|key, (_, resting)| !*resting || shown.contains(key));
        shelf
    }
}

/// What one guest sees of the lobby, and has been told of it.
#[derive(Debug)]
pub(crate) struct Onlooker {
    guest: Guest,
    mine: BTreeMap<Key, Arc<Summary>>,
    told: Told,
}

#[derive(Debug, Default)]
struct Told {
    people: Option<u32>,
    open: Option<Vec<String>>,
    mine: Option<Vec<String>>,
    /// Each table without its moves, and these.
    tables: HashMap<Key, (String, u32)>,
    /// When moves were told last.
    moves: Option<Instant>,
}

impl Onlooker {
    /// Looks up the guest's own tables, of which no room may know now.
    pub(crate) async fn new(house: &House, guest: Guest) -> Result<Self, StoreError> {
        let mut mine = BTreeMap::new();
        for listed in house.store.tables_of(guest, MINE).await? {
            if let Some(summary) = Summary::read(house, listed).await? {
                mine.insert(summary.key, Arc::new(summary));
            }
        }
        Ok(Self { guest, mine, told: Told::default() })
    }

    /// What is new to this guest, as a message, if anything is; and whether something is left for a later look.
    pub(crate) fn see(&mut self, shelf: &Shelf) -> (Option<String>, bool) {
        for (key, summary) in &mut self.mine {
            if let Some(newer) = shelf.all.get(key) {
                *summary = Arc::clone(newer);
            }
        }
        for summary in shelf.by_guest.get(&self.guest).into_iter().flatten() {
            self.mine.insert(summary.key, Arc::clone(summary));
        }
        self.mine.retain(|_, summary| summary.unfinished() && summary.seats(self.guest));

        let told = &mut self.told;
        let counted = told.moves.is_none_or(|last| last.elapsed() >= COUNTING);
        let (mut tables, mut moves, mut later) = (Vec::new(), BTreeMap::new(), false);
        let mut known = HashMap::new();
        for summary in shelf.public.iter().chain(self.mine.values()) {
            if known.contains_key(&summary.key) {
                continue;
            }
            let here = text(&summary.for_guest(self.guest, 0));
            let before = told.tables.remove(&summary.key);
            let count = match before {
                Some((was, count)) if was == here && count == summary.moves => count,
                Some((was, _)) if was == here && counted => {
                    moves.insert(summary.opening.id.clone(), summary.moves);
                    summary.moves
                }
                Some((was, count)) if was == here => {
                    later = true;
                    count
                }
                _ => {
                    tables.push(frames::raw(&summary.for_guest(self.guest, summary.moves)));
                    summary.moves
                }
            };
            known.insert(summary.key, (here, count));
        }
        told.tables = known;
        let id = |summary: &Arc<Summary>| summary.opening.id.clone();
        let open = newly(&mut told.open, shelf.public.iter().map(id).collect());
        let mine = newly(&mut told.mine, self.mine.values().rev().map(id).collect());
        let people = newly(&mut told.people, shelf.people);
        if !moves.is_empty() {
            told.moves = Some(Instant::now());
        }
        if people.is_none() && open.is_none() && mine.is_none() && tables.is_empty() && moves.is_empty() {
            return (None, later);
        }
        (Some(text(&protocol::Lobby { people: shelf.people, open, mine, tables, moves })), later)
    }
}

/// What is there now, if it was otherwise before.
fn newly<T: Clone + PartialEq>(told: &mut Option<T>, now: T) -> Option<T> {
    (told.as_ref() != Some(&now)).then(|| told.insert(now).clone())
}

fn text(of: &impl serde::Serialize) -> String {
    // Strings, numbers and lists: writing them to memory cannot fail.
    serde_json::to_string(of).unwrap_or_default()
}
