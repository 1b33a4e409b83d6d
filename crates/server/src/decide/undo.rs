//! Taking back: the last action of a seat and what was played after it, as long as nobody has learned anything since.
//!
//! The log only grows: an entry says from where on it no longer counts.

use catalogue::Live;
use table::{Seat, Words};

use super::{Declined, Scene, Who, agree};
use crate::{
    entry::TableEntry,
    fold::{Act, Asking},
    messages,
    people::Guest,
    protocol::{Phase, Question},
};

/// What would be taken back.
#[derive(Debug)]
pub(crate) struct Undo {
    /// The entry if nobody has learned anything.
    pub(crate) entry: TableEntry,
    seat: Seat,
    before: Box<dyn Live>,
    since: Vec<Act>,
}

impl Undo {
    /// Whether it can be taken back. Many worlds are played through: not to be done where others wait.
    pub(crate) fn allowed(&self) -> Result<(), Words> {
        let learned = self.before.learned(&self.since);
        if learned.contains(self.seat) {
            Err(messages::UNDO_CHANCE)
        } else if !learned.is_empty() {
            Err(messages::UNDO_SECRET)
        } else {
            Ok(())
        }
    }
}

/// Somebody wants to take back the last action of a seat: at once if nobody else has a say, or the others are asked.
pub(super) fn undo(scene: &Scene<'_>, guest: Guest, seat: Seat) -> Result<Undo, Declined> {
    scene.game_of(Who::Guest(guest), seat)?;
    let undo = last_action(scene, seat)?;
    let question = Question::Undo { seat };
    let asked = agree::ask(scene, guest, question)?;
    let entry = if agree::needs_nobody(scene, guest, question) { undo.entry } else { asked };
    Ok(Undo { entry, ..undo })
}

/// What came twice, because its line broke, is asked once: at which number it stands. What has been played or taken back since the
/// newest number that its sender knew is not what they want back.
pub(super) fn once(
    scene: &Scene<'_>,
    guest: Guest,
    seat: Seat,
    expect: Option<u64>,
) -> Result<Option<u64>, Declined> {
    let Some(expect) = expect else { return Ok(None) };
    let table = scene.table;
    if table.game_n > expect {
        return Err(messages::MOVED_ON.into());
    }
    let mine = |asking: &&Asking| {
        asking.asker == guest && asking.question == Question::Undo { seat } && asking.n > expect
    };
    Ok(table.asking.as_ref().filter(mine).map(|asking| asking.n))
}

/// What taking back this seat's last action would be, or why there is nothing to take back.
pub(super) fn last_action(scene: &Scene<'_>, seat: Seat) -> Result<Undo, Words> {
    let table = scene.table;
    if table.phase() == Phase::Over {
        return Err(messages::GAME_OVER);
    }
    if table.terms.rated {
        return Err(messages::RATED_NO_UNDO);
    }
    if table.about.real_time {
        return Err(messages::UNDO_REAL_TIME);
    }
    let (n, since) = table.played.since_last_of(seat).ok_or(messages::NOTHING_TO_UNDO)?;
    // What was played once is played again without fail.
    let before = table.played.game_after(&table.opening, n - 1).map_err(|_| messages::HOUSE_TROUBLE)?;
    Ok(Undo { entry: TableEntry::Undo { seat, to: n - 1 }, seat, before, since })
}
