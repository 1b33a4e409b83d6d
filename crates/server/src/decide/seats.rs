//! Who sits where, and the start.

use bots::Level;
use table::{Seat, Words};

use super::{Declined, STAND_IN, Scene, agree};
use crate::{
    entry::TableEntry,
    fold::{Chair, Holder},
    messages,
    people::Guest,
    protocol::{Phase, Question, WhyOut},
};

type Decided = Result<TableEntry, Declined>;

pub(super) fn sit(scene: &Scene<'_>, guest: Guest, seat: Seat) -> Decided {
    let chair = chair(scene, seat)?;
    match (scene.table.phase(), chair.holder) {
        _ if scene.table.removed.contains(&guest) => Err(messages::REMOVED.into()),
        (Phase::Over, _) => Err(messages::GAME_OVER.into()),
        _ if scene.table.taken.contains(seat) => Err(messages::SEAT_LOST.into()),
        (_, None) => Ok(TableEntry::Sit { seat, guest }),
        // Whoever left a seat to a bot may come back to it.
        (_, Some(Holder::Bot(_))) if chair.left_by == Some(guest) => Ok(TableEntry::Sit { seat, guest }),
        _ => Err(messages::SEAT_TAKEN.into()),
    }
}

pub(super) fn stand(scene: &Scene<'_>, guest: Guest, seat: Seat) -> Decided {
    match chair(scene, seat)?.person() {
        _ if scene.table.phase() == Phase::Over => Err(messages::GAME_OVER.into()),
        // Whoever leaves a rated game, or one of a tournament, has lost it.
        Some(sitting) if sitting == guest && (is_rated_now(scene) || is_played_by_the_clock(scene)) => {
            Ok(TableEntry::Out { seat, at: scene.now, why: WhyOut::Left, bot: STAND_IN })
        }
        Some(sitting) if sitting == guest => Ok(TableEntry::Stand { seat, bot: STAND_IN }),
        _ => Err(messages::NOT_YOUR_SEAT.into()),
    }
}

pub(super) fn bot(scene: &Scene<'_>, guest: Guest, seat: Seat, level: Level) -> Decided {
    before_the_game(scene, guest)?;
    if scene.table.terms.rated {
        return Err(messages::RATED_PEOPLE_ONLY.into());
    }
    match chair(scene, seat)?.holder {
        // A bot may be told to play at another level.
        None | Some(Holder::Bot(_)) => Ok(TableEntry::Bot { seat, level }),
        Some(_) => Err(messages::SEAT_TAKEN.into()),
    }
}

pub(super) fn dismiss(scene: &Scene<'_>, guest: Guest, seat: Seat) -> Decided {
    before_the_game(scene, guest)?;
    match chair(scene, seat)?.holder {
        Some(Holder::Bot(_)) => Ok(TableEntry::Dismiss { seat }),
        _ => Err(messages::SEAT_HAS_NO_BOT.into()),
    }
}

pub(super) fn remove(scene: &Scene<'_>, asker: Guest, seat: Seat) -> Decided {
    let host = scene.table.opening.host;
    match chair(scene, seat)?.person() {
        _ if asker != host => Err(messages::NOT_THE_HOST.into()),
        _ if scene.table.phase() == Phase::Over => Err(messages::GAME_OVER.into()),
        _ if is_rated_now(scene) => Err(messages::RATED_NOT_REMOVED.into()),
        _ if scene.table.is_arranged() => Err(messages::FOUND_NOT_REMOVED.into()),
        Some(guest) if guest != host => Ok(TableEntry::Remove { guest, bot: STAND_IN }),
        _ => Err(messages::NOBODY_TO_REMOVE.into()),
    }
}

/// Before the game somebody changes places: with an empty seat or a bot at will, with a person if they agree. The host
/// decides for everybody.
pub(super) fn swap(scene: &Scene<'_>, guest: Guest, seat: Seat, with: Seat) -> Decided {
    if scene.table.phase() != Phase::Gathering {
        return Err(messages::ALREADY_STARTED.into());
    }
    let (mover, other) = (chair(scene, seat)?.person(), chair(scene, with)?.person());
    let host = guest == scene.table.opening.host;
    if !host && mover != Some(guest) {
        return Err(messages::NOT_YOUR_SEAT.into());
    }
    match other {
        Some(other) if !host && other != guest => agree::ask(scene, guest, Question::Swap { seat, with }),
        _ => Ok(TableEntry::Swap { seat, with }),
    }
}

pub(super) fn start(scene: &Scene<'_>, guest: Guest) -> Decided {
    before_the_game(scene, guest)?;
    if !scene.table.chairs.which(|chair| chair.holder.is_none()).is_empty() {
        return Err(messages::SEATS_EMPTY.into());
    }
    if scene.table.terms.rated {
        let mut people: Vec<Guest> = scene.table.chairs.sitting().collect();
        people.sort_unstable();
        people.dedup();
        if people.len() < usize::from(scene.table.opening.seats) {
            return Err(messages::RATED_PEOPLE_ONLY.into());
        }
        // Whoever has gone would lose a game of which they do not know; one of days waits for them.
        let here = || people.iter().all(|&guest| scene.presence.is_here(guest));
        if !scene.table.terms.is_by_turns() && !here() {
            return Err(messages::RATED_ALL_HERE.into());
        }
        // The options may have changed since it was agreed.
        super::sensible(&scene.table.opening, scene.table.terms)?;
    }
    Ok(TableEntry::Start)
}

fn is_rated_now(scene: &Scene<'_>) -> bool {
    scene.table.terms.rated && scene.table.phase() == Phase::Playing
}

/// Whether this is a tournament's game. A relay's has no clock, and is lost or won by all of a team.
fn is_played_by_the_clock(scene: &Scene<'_>) -> bool {
    let playing = scene.table.phase() == Phase::Playing;
    playing && scene.table.opening.is_of_a_tournament() && scene.table.clocks.is_some()
}

fn chair<'a>(scene: &Scene<'a>, seat: Seat) -> Result<&'a Chair, Words> {
    scene.table.chairs.get(seat).ok_or(messages::NO_SEAT)
}

/// Before the game, those who sit here and the one who opened the table may arrange it.
fn before_the_game(scene: &Scene<'_>, guest: Guest) -> Result<(), Words> {
    if scene.table.phase() != Phase::Gathering {
        Err(messages::ALREADY_STARTED)
    } else if guest != scene.table.opening.host && scene.table.chairs.seats_of(guest).is_empty() {
        Err(messages::NOT_AT_THIS_TABLE)
    } else {
        Ok(())
    }
}
