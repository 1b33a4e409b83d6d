//! What a viewer gets to see: the table cut down to what their seats may know, encoded once for all who see the same.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use catalogue::Sight;
use serde_json::value::RawValue;
use table::{Audience, Refusal, Seat, Seats, Words};

use crate::{
    people::Guest,
    protocol::{Eyes, Frame, Reply, Said, Step, TableInfo},
    table::{Happening, Table},
};

/// Names of guests, as far as this table needs them.
pub(crate) type Names = HashMap<Guest, String>;

/// Whether somebody with these seats (none: a spectator) is among those who are told.
fn includes(to: Audience, seats: Seats) -> bool {
    if seats.is_empty() { to.includes(None) } else { seats.iter().any(|seat| to.includes(Some(seat))) }
}

impl Happening {
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
            // Events were written as JSON by the game: they are read back without fail.
            events: events.filter_map(|event| serde_json::from_str::<&RawValue>(&event.json).ok()).collect(),
            said: said.map(|line| Said {
                who: line.who,
                name: names.get(&line.guest).map_or("", String::as_str),
                seat: line.seat,
                text: &line.text,
            }),
            given: self.given.iter().map(|happening| happening.seen_by(seats, watches, names)).collect(),
            undone_to: self.undone.map(|(_, to)| to),
        }
    }
}

/// What each seat sees of the table as it stands, each made when first needed.
#[derive(Debug, Default)]
pub(crate) struct Sights(Vec<(Option<Seat>, Sight)>);

impl Sights {
    /// Makes what these seats need.
    fn prepare(&mut self, table: &Table, seats: Seats) {
        let Some(game) = &table.game else { return };
        let mut need = |viewer| {
            if !self.0.iter().any(|(known, _)| *known == viewer) {
                self.0.push((viewer, game.sight(viewer)));
            }
        };
        if seats.is_empty() {
            need(None);
        } else {
            seats.iter().for_each(|seat| need(Some(seat)));
        }
    }

    fn eyes(&self, seats: Seats) -> Vec<Eyes<'_>> {
        let wanted = |viewer: &Option<Seat>| viewer.map_or(seats.is_empty(), |seat| seats.contains(seat));
        let sights = self.0.iter().filter(|(viewer, _)| wanted(viewer));
        let mut eyes: Vec<_> = sights
            .map(|(seat, sight)| Eyes { seat: *seat, view: &sight.view, actions: &sight.actions })
            .collect();
        eyes.sort_by_key(|eyes| eyes.seat);
        eyes
    }
}

/// One frame for everybody who has these seats. Without `sights` nothing of the game has changed.
pub(crate) fn frame(
    table: &Table,
    seats: Seats,
    sights: Option<&mut Sights>,
    steps: &[Step<'_>],
    whole: bool,
    info: Option<&TableInfo>,
) -> Utf8Bytes {
    let eyes = sights.map(|sights| {
        sights.prepare(table, seats);
        sights.eyes(seats)
    });
    encode(&Reply::Frame(Frame {
        n: table.n,
        now: table.now(),
        whole,
        steps,
        table: info,
        awaited: table.shown_awaited(seats),
        outcome: table.outcome(),
        eyes: eyes.as_deref(),
    }))
}

pub(crate) fn encode(reply: &Reply<'_>) -> Utf8Bytes {
    // Replies are made of strings, numbers and lists: writing them to memory cannot fail.
    serde_json::to_string(reply).unwrap_or_default().into()
}

pub(crate) fn done(id: u32, n: u64) -> Utf8Bytes {
    encode(&Reply::Done { id, n })
}

pub(crate) fn refused(id: u32, refusal: &Refusal) -> Utf8Bytes {
    encode(&Reply::Refused { id, refusal })
}

pub(crate) fn error(id: Option<u32>, message: &Words) -> Utf8Bytes {
    encode(&Reply::Error { id, message })
}
