//! What a table does by itself: time passes, seats are given back, what everybody agreed to is done.

use table::GameEntry;

use super::{LINE, STAND_IN, Scene, Undo, undo};
use crate::{
    entry::TableEntry,
    protocol::{Phase, Question, WhyOut},
};

/// What is due now.
#[derive(Debug)]
pub(crate) enum Due {
    Append(TableEntry),
    /// Everybody agreed to take something back, if still nobody has learned anything.
    Undo(Undo),
}

/// The next thing that the table does by itself, if anything is due. Each changes the table so that it is due no more.
pub(crate) fn due(scene: &Scene<'_>) -> Option<Due> {
    let entry = passing_time(scene)
        .or_else(|| time_up(scene))
        .or_else(|| seat_given_back(scene))
        .or_else(|| vote_ended(scene));
    entry.map(Due::Append).or_else(|| answered(scene))
}

/// What has become final by now: an action made before it can no longer be on its way.
fn passing_time(scene: &Scene<'_>) -> Option<TableEntry> {
    let due = scene.table.deadline()?;
    let is_final = scene.runs && due + scene.table.grace() + scene.late <= scene.now;
    // The entry counts from when it was due, however late it is written.
    is_final.then(|| TableEntry::Game(GameEntry::tick(due.max(scene.table.last_at))))
}

/// A seat's time is up, as of its own moment: nothing that was done before it can still be on its way.
fn time_up(scene: &Scene<'_>) -> Option<TableEntry> {
    let (seat, due) = scene.table.next_up().filter(|_| scene.runs)?;
    let at = due.max(scene.table.last_at);
    let is_final = due + LINE + scene.late < scene.now;
    is_final.then_some(TableEntry::Out { seat, at, why: WhyOut::Time, bot: STAND_IN })
}

/// Whoever comes back finds their seat as theirs.
fn seat_given_back(scene: &Scene<'_>) -> Option<TableEntry> {
    if scene.table.phase() != Phase::Playing {
        return None;
    }
    scene.table.chairs.iter().find_map(|(seat, chair)| {
        let guest = chair.left_by.filter(|&guest| chair.kept && scene.presence.is_here(guest))?;
        Some(TableEntry::Sit { seat, guest })
    })
}

/// A vote ends when its seat's person is back, or when all who have not left agree.
fn vote_ended(scene: &Scene<'_>) -> Option<TableEntry> {
    let back = |seat| scene.table.chairs.person(seat).is_some_and(|guest| scene.presence.is_here(guest));
    scene.table.votes.seats().iter().find_map(|seat| {
        if back(seat) {
            Some(TableEntry::Back { seat })
        } else {
            scene.has_passed(seat).then_some(TableEntry::StandIn { seat, bot: STAND_IN })
        }
    })
}

/// What is asked is done once nobody's answer is missing, and dropped once whoever asked has left.
fn answered(scene: &Scene<'_>) -> Option<Due> {
    let asking = scene.table.asking.as_ref()?;
    let drop = || Some(Due::Append(TableEntry::Drop));
    if !asking.unanswered(&scene.table.chairs).is_empty() {
        return if scene.left().contains(asking.question.seat()) { drop() } else { None };
    }
    match asking.question {
        Question::Swap { seat, with } => Some(Due::Append(TableEntry::Swap { seat, with })),
        Question::Hints { .. } => Some(Due::Append(TableEntry::Hints)),
        Question::Undo { seat } => {
            undo::last_action(scene, seat).map_or_else(|_| drop(), |undo| Some(Due::Undo(undo)))
        }
    }
}
