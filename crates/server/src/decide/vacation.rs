//! Somebody is away: the table's clocks have to know.

use super::Scene;
use crate::{entry::TableEntry, limits, vacations::Vacation};

/// The next of these, which are in the order in which they begin, that this table does not know and has to.
pub(crate) fn vacation(scene: &Scene<'_>, announced: &[Vacation]) -> Option<TableEntry> {
    let table = scene.table;
    let since = table.clocks_since().filter(|_| table.waits_for_vacations() && table.n < limits::ENTRIES)?;
    let is_new = |vacation: &&Vacation| {
        let known = table.vacations.iter().find(|known| known.guest == vacation.guest);
        match known.filter(|known| known.from >= vacation.from) {
            // What began before one that is known is past.
            Some(known) => known.from == vacation.from && known.until != vacation.until,
            None => vacation.until > since,
        }
    };
    let sits = |vacation: &&Vacation| table.chairs.people().any(|guest| guest == vacation.guest);
    announced.iter().filter(sits).find(is_new).copied().map(TableEntry::Vacation)
}
