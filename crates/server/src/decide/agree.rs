//! Asking the others, and their answers. The log knows what is asked and who has agreed; once nobody's answer is missing,
//! [`due`](super::due) does it.

use super::{Declined, Scene};
use crate::{entry::TableEntry, fold::Asking, messages, people::Guest, protocol::Question};

/// Asks the others, unless somebody else is asking something.
pub(super) fn ask(scene: &Scene<'_>, guest: Guest, question: Question) -> Result<TableEntry, Declined> {
    if scene.table.asking.as_ref().is_some_and(|asking| asking.asker != guest) {
        return Err(messages::ALREADY_ASKED.into());
    }
    Ok(TableEntry::Ask { guest, question })
}

/// Whether nobody else has a say in it.
pub(super) fn needs_nobody(scene: &Scene<'_>, guest: Guest, question: Question) -> bool {
    Asking::new(guest, question).unanswered(&scene.table.chairs).is_empty()
}

/// Somebody answers what is asked, and was by `expect`. The asker's own "no" withdraws it.
pub(super) fn answer(
    scene: &Scene<'_>,
    guest: Guest,
    yes: bool,
    expect: Option<u64>,
) -> Result<TableEntry, Declined> {
    let asking = scene.table.asking.as_ref().ok_or(messages::NOTHING_ASKED)?;
    if expect.is_some_and(|expect| asking.n > expect) {
        return Err(messages::MOVED_ON.into());
    }
    let mine = scene.table.chairs.seats_of(guest);
    let concerned = asking.unanswered(&scene.table.chairs).iter().any(|seat| mine.contains(seat));
    match (yes, concerned) {
        (true, true) => Ok(TableEntry::Agree { guest }),
        (false, concerned) if concerned || asking.asker == guest => Ok(TableEntry::Drop),
        _ => Err(messages::NOTHING_ASKED.into()),
    }
}
