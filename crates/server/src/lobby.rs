//! The lobby: which tables are open, for everybody who stands in it.

mod onlooker;

pub(crate) use onlooker::Onlooker;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::{Seat, Seats, Words};
use tokio::sync::watch;

use crate::{
    House,
    address::Address,
    fold::{Holder, Stands, Table},
    frames::Names,
    neighbours::Node,
    people::Guest,
    protocol::{LobbyTable, Phase, Taker, Terms},
    records,
    store::{Key, Listed, Opening, StoreError, UnixMillis, raw_options},
};

/// How many tables the lobby shows.
const SHOWN: usize = 60;
/// So many tables with people of one address come before everybody else's.
const SHOWN_OF_AN_ADDRESS: u32 = 12;
/// The lobby is looked at no more often: so many changes make one message.
pub(crate) const PAUSE: Duration = Duration::from_millis(400);

/// A table as the lobby knows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Summary {
    key: Key,
    /// How far its log had come; nothing where that was not looked at.
    #[serde(default)]
    n: u64,
    id: String,
    game: String,
    name: String,
    private: bool,
    options: Box<RawValue>,
    host: String,
    phase: Phase,
    seats: Vec<Option<Taker>>,
    /// Whose each seat is, also while a bot plays for them.
    guests: Vec<Option<Guest>>,
    moves: u32,
    #[serde(default)]
    terms: Terms,
    /// When each seat's time is up, where its clock runs.
    #[serde(default)]
    up: Vec<Option<UnixMillis>>,
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
        let summary = Self::of(table.key, &table.opening, &table.stands(), names, here);
        Self { from, n: table.n, ..summary }
    }

    fn of(key: Key, opening: &Opening, stands: &Stands, names: &Names, here: impl Fn(Guest) -> bool) -> Self {
        let name = |guest: &Guest| names.get(guest).cloned().unwrap_or_default();
        let taker = |holder: Option<Holder>| {
            Some(match holder? {
                Holder::Person(guest) => Taker::Person { name: name(&guest), here: here(guest) },
                Holder::Bot(level) => Taker::Bot { level },
            })
        };
        Self {
            key,
            n: 0,
            options: raw_options(&stands.options),
            host: name(&opening.host),
            phase: stands.phase,
            seats: stands.chairs.iter().map(|(_, chair)| taker(chair.holder)).collect(),
            guests: stands.chairs.iter().map(|(_, chair)| chair.of()).collect(),
            moves: stands.moves,
            terms: stands.terms,
            up: stands.up.clone(),
            awaited: stands.awaited,
            id: opening.id.clone(),
            game: opening.game.clone(),
            name: opening.name.clone(),
            private: opening.private,
            from: None,
        }
    }

    /// The summary of a table that no room holds.
    async fn read(house: &House, listed: Listed, from: Address) -> Result<Option<Self>, StoreError> {
        let Some((key, opening, stands)) = house.stands(listed, from).await? else { return Ok(None) };
        let mut names = Names::new();
        for guest in stands.chairs.people().chain([opening.host]) {
            names.insert(guest, house.store.name_of(guest).await?);
        }
        Ok(Some(Self::of(key, &opening, &stands, &names, |_| false)))
    }

    pub(crate) const fn key(&self) -> Key {
        self.key
    }

    fn unfinished(&self) -> bool {
        self.phase != Phase::Over
    }

    /// Whether somebody who sits there is there now.
    fn attended(&self) -> bool {
        self.seats.iter().flatten().any(|taker| matches!(taker, Taker::Person { here: true, .. }))
    }

    /// Nobody is there any more.
    fn leave(&mut self) {
        for taker in self.seats.iter_mut().flatten() {
            if let Taker::Person { here, .. } = taker {
                *here = false;
            }
        }
    }

    fn seats(&self, guest: Guest) -> bool {
        self.guests.contains(&Some(guest))
    }

    /// The table as this guest sees it, but for the number of moves, which changes most often.
    fn for_guest(&self, guest: Guest, moves: u32) -> LobbyTable<'_> {
        let mine = |seat: &Seat| self.guests.get(seat.index()) == Some(&Some(guest));
        let my_seats: Seats = Seat::all(self.seats.len() as u8).filter(mine).collect();
        let by_a_person =
            |seat: Seat| matches!(self.seats.get(seat.index()), Some(Some(Taker::Person { .. })));
        LobbyTable {
            id: &self.id,
            game: &self.game,
            name: &self.name,
            options: &self.options,
            host: &self.host,
            phase: self.phase,
            seats: &self.seats,
            moves,
            my_seats,
            my_turn: my_seats.iter().any(|seat| self.awaited.contains(seat) && by_a_person(seat)),
            terms: self.terms,
            up: my_seats
                .iter()
                .filter_map(|seat| self.up.get(seat.index()).copied().flatten())
                .min()
                .map(|up| up.0),
        }
    }
}

/// The lobby at one moment, the same for everybody.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    people: u32,
    /// What the house cannot do now, if anything.
    trouble: Option<Words>,
    /// Unfinished public tables: those with somebody there first, then newest first.
    public: Vec<Arc<Summary>>,
    by_guest: HashMap<Guest, Vec<Arc<Summary>>>,
    all: HashMap<Key, Arc<Summary>>,
}

/// A table in the lobby.
#[derive(Debug)]
struct Placed {
    summary: Arc<Summary>,
    /// No room holds it now.
    resting: bool,
    /// Which other node told of it.
    by: Option<Node>,
}

#[derive(Debug)]
struct Inside {
    tables: BTreeMap<Key, Placed>,
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

    /// A room, here or at another node, says how its table stands. Once it rests, what nobody could see is forgotten.
    pub(crate) fn put(&self, summary: Summary, resting: bool, by: Option<Node>) {
        let mut inside = self.inside();
        if by.is_some()
            && let Some(known) = inside.tables.get(&summary.key)
        {
            // The room here knows as much, and says so itself; nor does it matter that one node's room rests where another's does not.
            let open = !known.resting && (known.by.is_none() || (resting && known.by != by));
            if open || summary.n < known.summary.n {
                return;
            }
        }
        inside.stale = true;
        let shown = !resting || (summary.unfinished() && !summary.private);
        let key = summary.key;
        // Once more for those who stand in the lobby, then it goes with the next look.
        inside.tables.insert(key, Placed { summary: Arc::new(summary), resting, by });
        if !shown && self.version.receiver_count() == 0 {
            inside.tables.remove(&key);
        }
        drop(inside);
        self.changed();
    }

    /// The room here rests; another node goes on to say how its table stands.
    pub(crate) fn leave_to(&self, key: Key, node: Node) {
        if let Some(placed) = self.inside().tables.get_mut(&key) {
            placed.by = Some(node);
        }
    }

    /// Another node is gone, and so is whoever was there.
    pub(crate) fn lose(&self, node: Node) {
        let mut inside = self.inside();
        inside.stale = true;
        for placed in inside.tables.values_mut().filter(|placed| placed.by == Some(node)) {
            Arc::make_mut(&mut placed.summary).leave();
            placed.resting = true;
        }
        drop(inside);
        self.changed();
    }

    /// The tables that other nodes have open.
    pub(crate) fn open_elsewhere(&self) -> HashSet<Key> {
        let inside = self.inside();
        let open = inside.tables.iter().filter(|(_, placed)| placed.by.is_some() && !placed.resting);
        open.map(|(key, _)| *key).collect()
    }

    /// The tables of this node's own rooms, to be told to others, and whether they rest by now.
    pub(crate) fn mine(&self) -> Vec<(Arc<Summary>, bool)> {
        let inside = self.inside();
        // Those that no room has had open since the house is stand in the database as well.
        let mine = inside.tables.values().filter(|placed| placed.by.is_none() && placed.summary.n > 0);
        mine.map(|placed| (Arc::clone(&placed.summary), placed.resting)).collect()
    }

    /// Another node has these open, and no others. Says whether some that were thought to be are not.
    pub(crate) fn has_open(&self, node: Node, keys: &HashSet<Key>) -> bool {
        let mut inside = self.inside();
        let mut others = false;
        for (key, placed) in &mut inside.tables {
            if placed.by == Some(node) && !placed.resting && !keys.contains(key) {
                Arc::make_mut(&mut placed.summary).leave();
                (placed.resting, others) = (true, true);
            }
        }
        inside.stale |= others;
        drop(inside);
        if others {
            self.changed();
        }
        others
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
            match Summary::read(house, listed, Address::HOUSE).await? {
                Some(summary) if summary.unfinished() => self.put(summary, true, None),
                // The house closed just as it ended.
                Some(over) => records::note_late(house, key, &over.id, Address::HOUSE).await?,
                None => {}
            }
        }
        Ok(())
    }

    /// The lobby as it stands: made anew for the first who looks after something has changed.
    pub(crate) fn shelf(&self, people: usize, trouble: Option<Words>) -> Arc<Shelf> {
        let mut inside = self.inside();
        if inside.stale || inside.made.elapsed() > PAUSE || inside.shelf.trouble != trouble {
            inside.shelf = Arc::new(inside.make(people as u32, trouble));
            inside.made = Instant::now();
            inside.stale = false;
        }
        Arc::clone(&inside.shelf)
    }
}

impl Inside {
    fn make(&mut self, people: u32, trouble: Option<Words>) -> Shelf {
        let mut shelf = Shelf { people, trouble, ..Shelf::default() };
        for (&key, Placed { summary, .. }) in self.tables.iter().rev() {
            shelf.all.insert(key, Arc::clone(summary));
            if !summary.unfinished() {
                continue;
            }
            if !summary.private {
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
        let rank = |summary: Arc<Summary>| {
            let nth = of_address.entry(summary.from).or_default();
            *nth += u32::from(summary.attended());
            ((!summary.attended(), *nth > SHOWN_OF_AN_ADDRESS), summary)
        };
        let mut ranked: Vec<_> = std::mem::take(&mut shelf.public).into_iter().map(rank).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        shelf.public = ranked.into_iter().take(SHOWN).map(|(_, summary)| summary).collect();
        // Resting tables that are not shown have now been seen a last time.
        let shown: HashSet<Key> = shelf.public.iter().map(|summary| summary.key).collect();
        self.tables.retain(|key, placed| !placed.resting || shown.contains(key));
        shelf
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A public table that waits, with somebody from this address.
    fn summary(key: i64, address: u8) -> Summary {
        let host = Guest(u128::from(address));
        let opening = Opening::new("pyramids".to_owned(), None, "{}", 2, host, false)
            .expect("such a table can be opened");
        Summary {
            terms: Terms::default(),
            up: Vec::new(),
            key: Key(key),
            n: 1,
            options: raw_options(&opening.options),
            host: String::new(),
            phase: Phase::Gathering,
            seats: vec![Some(Taker::Person { name: String::new(), here: true }), None],
            guests: vec![Some(host), None],
            moves: 0,
            awaited: Seats::NONE,
            id: opening.id,
            game: opening.game,
            name: opening.name,
            private: opening.private,
            from: Some(std::net::IpAddr::from([192, 0, 2, address]).into()),
        }
    }

    #[test]
    fn what_is_older_or_rests_elsewhere_says_nothing_new() {
        let (lobby, [a, b]) = (Lobby::default(), [3, 4].map(Node::numbered));
        let at = |n| Summary { n, ..summary(1, 1) };
        let known =
            || lobby.inside().tables.get(&Key(1)).map(|placed| (placed.summary.n, placed.resting, placed.by));
        lobby.put(at(5), false, Some(a));
        lobby.put(at(4), false, Some(b));
        assert_eq!(known(), Some((5, false, Some(a))), "what is older");
        lobby.put(at(5), true, Some(b));
        assert_eq!(known(), Some((5, false, Some(a))), "one node's room rests, the other's does not");
        assert!(!lobby.has_open(a, &HashSet::from([Key(1)])), "as it was thought");
        assert!(lobby.has_open(a, &HashSet::new()), "the last word of it was lost");
        assert_eq!(known(), Some((5, true, Some(a))));
        lobby.put(at(5), false, Some(b));
        assert_eq!(known(), Some((5, false, Some(b))), "it is open elsewhere");
        lobby.put(at(6), false, None);
        lobby.put(at(7), false, Some(b));
        assert_eq!(known(), Some((6, false, None)), "the room here says so itself");
        assert_eq!(lobby.mine().len(), 1);
    }

    #[test]
    fn an_address_with_many_tables_does_not_push_out_the_others() {
        let lobby = Lobby::default();
        lobby.put(summary(1, 1), false, None);
        (2..502).for_each(|key| lobby.put(summary(key, 2), false, None));
        let keys: Vec<i64> = lobby.shelf(2, None).public.iter().map(|summary| summary.key.0).collect();
        assert_eq!(keys.len(), SHOWN);
        let nth = SHOWN_OF_AN_ADDRESS as usize;
        let newest: Vec<i64> = (0..12).map(|back| 501 - back).collect();
        assert_eq!((&keys[..nth], keys[nth]), (&newest[..], 1), "theirs, then mine, and the rest of theirs");
        assert_eq!(keys[nth + 1], 489);
    }
}
