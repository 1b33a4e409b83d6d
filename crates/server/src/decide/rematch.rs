//! The same people once more: a new table with the same options, or what they change of them, seats moved on by one.

use serde_json::{Map, Value};

use super::{Declined, STAND_IN, Scene};
use crate::{
    entry::TableEntry,
    fold::Holder,
    messages,
    people::Guest,
    protocol::{Phase, Terms},
};

/// A table to be opened, but for its seed and its names.
#[derive(Debug)]
pub(crate) struct Rematch {
    pub(crate) by: Guest,
    pub(crate) options: String,
    /// The first entries of its log.
    pub(crate) entries: Vec<TableEntry>,
}

/// The table where the same people play on.
pub(super) fn rematch(
    scene: &Scene<'_>,
    guest: Guest,
    changes: Option<&Map<String, Value>>,
) -> Result<Rematch, Declined> {
    let table = scene.table;
    if table.phase() != Phase::Over {
        return Err(messages::NOT_OVER.into());
    }
    if table.chairs.seats_of(guest).is_empty() {
        return Err(messages::NOT_AT_THIS_TABLE.into());
    }
    // The options were read as JSON when this table was opened.
    let mut options: Map<String, Value> = serde_json::from_str(&table.opening.options).unwrap_or_default();
    options.extend(changes.cloned().unwrap_or_default());
    let options = Value::Object(options).to_string();
    Ok(Rematch { by: guest, options, entries: seats_moved_on(scene, guest) })
}

/// Everybody who is here, or was when the game ended, sits down one seat further, bots too. The seats of those who were
/// gone stay empty, and where it is rated those of all but who asked: nobody's rating is at stake unless they sit down for it.
/// If nobody has to be waited for, the game starts.
fn seats_moved_on(scene: &Scene<'_>, by: Guest) -> Vec<TableEntry> {
    let table = scene.table;
    let seats = table.opening.seats;
    let terms =
        (table.terms != Terms::default()).then_some(TableEntry::Terms { guest: by, terms: table.terms });
    let mut entries: Vec<TableEntry> = table
        .chairs
        .iter()
        .map(|(seat, chair)| (seat.next(seats), chair))
        .filter_map(|(seat, chair)| match chair.holder? {
            Holder::Person(guest) => {
                let sits = guest == by || (!table.terms.rated && scene.presence.comes_to_the_next(guest));
                sits.then_some(TableEntry::Sit { seat, guest })
            }
            // At a rated table bots sit for those who have lost.
            Holder::Bot(level) => (!table.terms.rated).then_some(TableEntry::Bot { seat, level }),
        })
        .collect();
    let complete = entries.len() == usize::from(seats);
    // Before anybody sits down: whoever does agrees to them.
    entries.splice(0..0, terms);
    // Whoever was removed from this table is not let in by the next.
    entries.extend(table.removed.iter().map(|&guest| TableEntry::Remove { guest, bot: STAND_IN }));
    let mut people = table.chairs.people();
    let first = people.next();
    if complete && people.all(|guest| Some(guest) == first) {
        entries.push(TableEntry::Start);
    }
    entries
}
