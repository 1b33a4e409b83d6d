//! Other terms before the game begins: a clock.

use super::{Declined, Scene};
use crate::{
    entry::TableEntry,
    messages,
    people::Guest,
    protocol::{Phase, Terms},
    store::Opening,
};

/// Whether a table that is opened like this can have these terms.
pub(crate) fn sensible(opening: &Opening, terms: Terms) -> Result<(), Declined> {
    let Some(time) = terms.time else { return Ok(()) };
    if opening.new_game()?.clock_clause().is_none() {
        return Err(messages::TIME_OF_ITS_OWN.into());
    }
    if time.pace.is_sensible() { Ok(()) } else { Err(messages::NO_SUCH_PACE.into()) }
}

/// The host chooses for those who gather.
pub(super) fn change(scene: &Scene<'_>, guest: Guest, terms: Terms) -> Result<TableEntry, Declined> {
    let table = scene.table;
    if table.phase() != Phase::Gathering {
        return Err(messages::ALREADY_STARTED.into());
    }
    if guest != table.opening.host {
        return Err(messages::NOT_THE_HOST.into());
    }
    sensible(&table.opening, terms)?;
    Ok(TableEntry::Terms { guest, terms })
}
