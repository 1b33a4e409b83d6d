//! Other terms before the game begins: a clock, and whether the game is rated.

use table::{Seat, Seats};

use super::{Declined, Scene};
use crate::{
    entry::TableEntry,
    messages,
    people::Guest,
    protocol::{Phase, Terms, WhenUp},
    store::Opening,
};

/// Whether a table that is opened like this can have these terms.
pub(crate) fn sensible(opening: &Opening, terms: Terms) -> Result<(), Declined> {
    let Some(time) = terms.time else {
        return if terms.rated { Err(messages::RATED_BY_THE_CLOCK.into()) } else { Ok(()) };
    };
    let game = opening.new_game()?;
    if game.clock_clause().is_none() {
        return Err(messages::TIME_OF_ITS_OWN.into());
    }
    if !time.pace.is_sensible() {
        return Err(messages::NO_SUCH_PACE.into());
    }
    if terms.rated && time.up != WhenUp::Lost {
        return Err(messages::RATED_BY_THE_CLOCK.into());
    }
    // Nobody is better than those with whom they win and lose.
    if terms.rated && (game.together() || game.allies(Seat(0)) == Seats::all(opening.seats)) {
        return Err(messages::RATED_AGAINST_OTHERS.into());
    }
    let members = |seat| game.allies(seat).iter().count();
    if terms.rated && Seat::all(opening.seats).any(|seat| members(seat) != members(Seat(0))) {
        return Err(messages::RATED_EQUAL_TEAMS.into());
    }
    // Who plays on from a moment of another game knows too much.
    if terms.rated && opening.given.is_some() {
        return Err(messages::RATED_FROM_THE_START.into());
    }
    Ok(())
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
