//! What a viewer gets to see, built from what their seats may know, and encoded once for all who see the same.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use catalogue::Patch;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use table::{Audience, Changes as _, Seats, Words};

use crate::{
    fold::{Change, Clocks, Table},
    people::Guest,
    protocol::{Frame, GameShown, Phase, Reply, Said, SeatView, Step, StepOut},
};

/// Names of guests, as far as this table needs them.
pub(crate) type Names = HashMap<Guest, String>;

/// Whether somebody with these seats (none: a spectator) is among those who are told.
fn includes(to: Audience, seats: Seats) -> bool {
    if seats.is_empty() { to.includes(None) } else { seats.iter().any(|seat| to.includes(Some(seat))) }
}

impl Change {
    /// What somebody with these seats, or who only `watches`, may know of it. Its number stays, even if that is all.
    pub(crate) fn seen_by<'a>(&'a self, seats: Seats, watches: bool, names: &'a Names) -> Step<'a> {
        let act = self.act.as_ref().filter(|_| includes(self.witnesses, seats));
        let events = self.events.iter().filter(|event| includes(event.to, seats));
        // A blank line is what is left of somebody who deleted themselves.
        let said = self.said.as_ref().filter(|line| !line.text.is_empty());
        let said = said.filter(|line| !line.among_watchers || watches);
        let taker_back = self.undone.map(|(seat, _)| seat);
        Step {
            n: self.n,
            at: self.at,
            seat: act.map(|&(seat, _)| seat).or(taker_back),
            action: act.map(|(_, notation)| notation.as_str()),
            events: events.map(|event| &*event.json).collect(),
            said: said.map(|line| Said {
                who: line.who,
                name: names.get(&line.guest).map_or("", String::as_str),
                seat: line.seat,
                text: &line.text,
            }),
            given: self.given.iter().map(|change| change.seen_by(seats, watches, names)).collect(),
            undone_to: self.undone.map(|(_, to)| to),
            out: self.out.map(|(seat, why)| StepOut { seat, why }),
        }
    }
}

impl GameShown {
    /// The game through the eyes of somebody with these seats; of a spectator through nobody's.
    pub(crate) fn new(table: &Table, seats: Seats) -> Self {
        let (awaited, outcome) = (table.shown_awaited(seats), table.outcome().cloned());
        let clocks = table.clocks.as_ref().map(Clocks::shown);
        let Some(game) = &table.game else { return Self { awaited, outcome, clocks, eyes: Vec::new() } };
        // Where time was up the rules would still let somebody act.
        let may_act = table.phase() != Phase::Over;
        let look = |seat| SeatView { seat, seen: game.look(seat, may_act) };
        let eyes = if seats.is_empty() {
            vec![look(None)]
        } else {
            seats.iter().map(|seat| look(Some(seat))).collect()
        };
        Self { awaited, outcome, clocks, eyes }
    }

    /// Tells what has changed since it was shown before.
    pub(crate) fn since(&self, before: &Self, patch: &mut Patch) {
        if !self.eyes.iter().map(|eyes| eyes.seat).eq(before.eyes.iter().map(|eyes| eyes.seat)) {
            return patch.replace(self);
        }
        patch.part("awaited", &self.awaited, &before.awaited);
        patch.part("outcome", &self.outcome, &before.outcome);
        patch.part("clocks", &self.clocks, &before.clocks);
        patch.at("eyes", |patch| {
            for (index, (before, after)) in before.eyes.iter().zip(&self.eyes).enumerate() {
                patch.nth(index, |patch| after.seen.since(&*before.seen, patch));
            }
        });
    }
}

/// What is shown is made of strings, numbers and lists: writing it to memory cannot fail.
pub(crate) fn raw(shown: &impl Serialize) -> Box<RawValue> {
    to_raw_value(shown).unwrap_or_default()
}

pub(crate) fn encode(reply: &Reply<'_>) -> Utf8Bytes {
    let patches = match reply {
        Reply::Frame(Frame { patch: Some(patches), .. }) => patches.as_slice(),
        _ => &[],
    };
    let operations = patches.iter().map(|patch| patch.operations());
    let mut text = Vec::with_capacity(256 + operations.clone().map(str::len).sum::<usize>());
    // Replies are made of strings, numbers and lists: writing them to memory cannot fail.
    let _ = serde_json::to_writer(&mut text, reply);
    if !patches.is_empty() {
        // The object is opened again.
        text.pop();
        text.extend_from_slice(br#","patch":["#);
        operations.for_each(|operations| text.extend_from_slice(operations.as_bytes()));
        text.pop(); // The last comma.
        text.extend_from_slice(b"]}");
    }
    Utf8Bytes::try_from(text).unwrap_or_default()
}

pub(crate) fn error(id: Option<u32>, message: &Words) -> Utf8Bytes {
    encode(&Reply::Error { id, message })
}
