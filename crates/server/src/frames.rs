//! What a viewer gets to see, built from what their seats may know, and encoded once for all who see the same.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use catalogue::ViewAndActions;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use table::{Audience, Seats, Words};

use crate::{
    fold::{Change, Clocks, Table},
    patch,
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
        let over = table.phase() == Phase::Over;
        let look = |seat| {
            let ViewAndActions { view, actions } = game.view_and_actions(seat);
            let actions = if over { raw(&[(); 0]) } else { actions };
            SeatView { seat, view, actions }
        };
        let eyes = if seats.is_empty() {
            vec![look(None)]
        } else {
            seats.iter().map(|seat| look(Some(seat))).collect()
        };
        Self { awaited, outcome, clocks, eyes }
    }

    /// The operations that make it of what was shown before.
    pub(crate) fn since(&self, before: &Self) -> String {
        let mut all = String::new();
        let mut compare = |path: &str, before: &RawValue, after: &RawValue| {
            all.push_str(&patch::operations(path, before.get(), after.get()));
        };
        if !self.eyes.iter().map(|eyes| eyes.seat).eq(before.eyes.iter().map(|eyes| eyes.seat)) {
            compare("/game", &raw(before), &raw(self));
            return all;
        }
        if self.awaited != before.awaited {
            compare("/game/awaited", &raw(&before.awaited), &raw(&self.awaited));
        }
        if self.outcome != before.outcome {
            compare("/game/outcome", &raw(&before.outcome), &raw(&self.outcome));
        }
        if self.clocks != before.clocks {
            compare("/game/clocks", &raw(&before.clocks), &raw(&self.clocks));
        }
        for (index, (before, after)) in before.eyes.iter().zip(&self.eyes).enumerate() {
            compare(&format!("/game/eyes/{index}/view"), &before.view, &after.view);
            compare(&format!("/game/eyes/{index}/actions"), &before.actions, &after.actions);
        }
        all
    }
}

/// What is shown is made of strings, numbers and lists: writing it to memory cannot fail.
pub(crate) fn raw(shown: &impl Serialize) -> Box<RawValue> {
    to_raw_value(shown).unwrap_or_default()
}

pub(crate) fn encode(reply: &Reply<'_>) -> Utf8Bytes {
    // Replies are made of strings, numbers and lists: writing them to memory cannot fail.
    let mut text = serde_json::to_string(reply).unwrap_or_default();
    if let Reply::Frame(Frame { patch: Some(operations), .. }) = reply {
        // The object is opened again.
        text.pop();
        text.push_str(r#","patch":["#);
        text.push_str(&operations.concat());
        text.pop(); // The last comma.
        text.push_str("]}");
    }
    text.into()
}

pub(crate) fn error(id: Option<u32>, message: &Words) -> Utf8Bytes {
    encode(&Reply::Error { id, message })
}
