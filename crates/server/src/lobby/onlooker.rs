//! Somebody who stands in the lobby: what they see of it, and have been told.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::{Duration, Instant},
};

use table::Words;

use super::{Shelf, Summary};
use crate::{
    House,
    address::Address,
    frames,
    people::Guest,
    protocol,
    store::{Key, StoreError},
};

/// How many of a guest's own tables they see.
const MINE: u32 = 20;
/// How many moves were played is told no more often.
const COUNTING: Duration = Duration::from_secs(3);

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
    trouble: Option<Words>,
    open: Option<Vec<String>>,
    mine: Option<Vec<String>>,
    /// Each table without its moves, and these.
    tables: HashMap<Key, (String, u32)>,
    /// When moves were told last.
    moves: Option<Instant>,
}

impl Onlooker {
    /// Looks up the guest's own tables, of which no room may know now.
    pub(crate) async fn new(house: &House, guest: Guest, from: Address) -> Result<Self, StoreError> {
        let mut mine = BTreeMap::new();
        for listed in house.store.tables_of(guest, MINE).await? {
            if let Some(summary) = Summary::read(house, listed, from).await? {
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
                    moves.insert(summary.id.clone(), summary.moves);
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
        let id = |summary: &Arc<Summary>| summary.id.clone();
        let open = newly(&mut told.open, shelf.public.iter().map(id).collect());
        let mine = newly(&mut told.mine, self.mine.values().rev().map(id).collect());
        let people = newly(&mut told.people, shelf.people);
        if !moves.is_empty() {
            told.moves = Some(Instant::now());
        }
        let trouble = shelf.trouble.clone();
        let same = std::mem::replace(&mut told.trouble, trouble.clone()) == trouble;
        let nothing = people.is_none() && open.is_none() && mine.is_none() && tables.is_empty();
        if nothing && moves.is_empty() && same {
            return (None, later);
        }
        (Some(text(&protocol::Lobby { people: shelf.people, trouble, open, mine, tables, moves })), later)
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
