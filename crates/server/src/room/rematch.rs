//! The same people once more: a new table with the same options, or what they change of them, seats moved on by one.

use serde_json::{Map, Value};
use table::{Seat, Seed};

use super::{NotDone, Room};
use crate::{
    entry::Entry,
    names,
    people::{Doing, Guest},
    protocol::Phase,
    says,
    store::{Opening, Wall},
    table::Taker,
};

impl Room {
    /// Opens the table where the same people play on; there is one, however often it is asked for.
    pub(super) async fn rematch(
        &mut self,
        guest: Guest,
        changes: Option<&Map<String, Value>>,
    ) -> Result<u64, NotDone> {
        if self.table.next.is_some() {
            return Ok(self.table.n);
        }
        if self.table.phase() != Phase::Over {
            return Err(NotDone::Sorry(says::NOT_OVER));
        }
        if self.table.seats_of(guest).is_empty() {
            return Err(NotDone::Sorry(says::NOT_AT_THIS_TABLE));
        }
        if self.house.config.limits && !self.house.people.may(Some(guest), Doing::Open) {
            return Err(NotDone::Sorry(says::TOO_MANY_TABLES));
        }
        let Some(mut opening) = self.once_more(guest) else {
            return Err(NotDone::Sorry(says::HOUSE_TROUBLE));
        };
        if let Some(changes) = changes {
            // The options were read as JSON when this table was opened.
            let mut options: Map<String, Value> = serde_json::from_str(&opening.options).unwrap_or_default();
            options.extend(changes.clone());
            opening.options = Value::Object(options).to_string();
            // Whoever asks for what the game does not have is told so, and nothing is opened.
            catalogue::open_newest(&opening.game, &opening.options, opening.seats, opening.seed)
                .map_err(|trouble| NotDone::Sorry(trouble.words()))?;
        }
        let table = opening.id.clone();
        let entries = self.seats_moved_on();
        let written = entries.iter().map(Entry::write).collect();
        let opened = self.house.store.open_table(opening, written).await;
        let key = opened.map_err(|_| NotDone::Sorry(says::NOT_SAVED))?;
        for entry in &entries {
            if let Entry::Sit { guest, .. } = *entry {
                let noted = self.house.store.note_sitter(guest, key).await;
                noted.map_err(|_| NotDone::Sorry(says::NOT_SAVED))?;
            }
        }
        self.commit(Entry::Rematch { table, by: guest }).await
    }

    /// The same table, but for its seed and its names, and from the beginning; `None` without randomness.
    fn once_more(&self, host: Guest) -> Option<Opening> {
        let mut seed = Seed([0; 32]);
        getrandom::fill(&mut seed.0).ok()?;
        let (id, name) = (names::table_id().ok()?, names::table_name().ok()?);
        Some(Opening {
            id,
            name,
            seed,
            host,
            opened: Wall::now(),
            given: None,
            ..(*self.table.opening).clone()
        })
    }

    /// Everybody who is here, or was when the game ended, sits down one seat further, bots too. The seats of those who were
    /// gone stay empty. If nobody has to be waited for, the game starts.
    fn seats_moved_on(&self) -> Vec<Entry> {
        let seats = self.table.opening.seats;
        let comes = |guest| self.is_here(guest) || self.saw_the_end.contains(&guest);
        let moved = Seat::all(seats).map(|seat| seat.next(seats)).zip(&self.table.chairs);
        let mut entries: Vec<Entry> = moved
            .filter_map(|(seat, chair)| match chair.taker? {
                Taker::Person(guest) => comes(guest).then_some(Entry::Sit { seat, guest }),
                Taker::Bot(level) => Some(Entry::Bot { seat, level }),
            })
            .collect();
        let complete = entries.len() == usize::from(seats);
        // Whoever was removed from this table is not let in by the next.
        entries.extend(self.table.removed.iter().map(|&guest| Entry::Remove { guest }));
        let mut people = self.table.people();
        let first = people.next();
        if complete && people.all(|guest| Some(guest) == first) {
            entries.push(Entry::Start);
        }
        entries
    }
}
