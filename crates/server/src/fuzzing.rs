//! What strangers send, for those who look for what breaks the house (`fuzz/`). No part of its interface.
//!
//! There are no sockets, no store and no clock here: a table, the people at it, and what they ask.

#![allow(clippy::expect_used, clippy::panic)] // This is what a defect looks like here.

use std::{sync::Arc, time::Duration};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use catalogue::Patch;
use table::{Millis, Seat, Seats, Seed};
use tokio::time::Instant;

use crate::{
    decide::{self, Decision, Due, Scene, Who, decide},
    entry::TableEntry,
    fold::{Change, Table},
    frames::{self, Names},
    messages,
    people::Guest,
    presence::Presence,
    protocol::{GameShown, Request},
    routes,
    store::{Key, Opening, Row, UnixMillis},
};

/// No input is longer, in lines.
const MOST_LINES: usize = 200;
/// The longest that time passes at once.
const LONGEST_PAUSE: u64 = 600_000;
/// Whatever is due by itself is done after so many steps.
const MOST_DUE: usize = 1_000;
const AWAY: Duration = Duration::from_mins(1);

/// A table and its people, as decisions find them.
struct Setting {
    table: Table,
    presence: Presence,
    now: Millis,
    instant: Instant,
    rows: Vec<Row>,
}

/// Requests to a table of this game with three guests, of whom the first opened it and the second sits there too. Each line
/// is a message after the digit of its guest; `+1500` lets that many milliseconds pass, `-1` lets guest 1 go, and `*1` come.
///
/// Whatever is decided fits the table, can be shown to everybody, and comes out of the log again.
pub fn requests(game: &str, lines: &str) {
    let mut setting = Setting::new(game);
    for (seat, guest) in [(Seat(0), Guest(0)), (Seat(1), Guest(1))] {
        setting.append(TableEntry::Sit { seat, guest });
    }
    for line in lines.lines().take(MOST_LINES) {
        let Some((who, text)) = line.split_at_checked(1) else { continue };
        let number = text.trim().parse::<u64>();
        match (who, number) {
            ("+", Ok(passed)) => setting.pass(passed.min(LONGEST_PAUSE)),
            ("-", Ok(guest)) => setting.presence.go(Guest(guest.into())),
            ("*", Ok(guest)) if guest < 3 => setting.presence.come(Guest(guest.into())),
            _ => match who.parse() {
                Ok(guest @ 0..3_u128) => setting.hear(Guest(guest), text),
                _ => continue,
            },
        }
        setting.settle();
    }
    setting.fold_again();
}

/// A log of a table of this game, an entry a line. What does not fit changes nothing; what fits comes out of the log again.
pub fn entries(game: &str, lines: &str) {
    let mut setting = Setting::new(game);
    for line in lines.lines().take(MOST_LINES) {
        let Some(entry) = TableEntry::read(line) else { continue };
        let before = setting.table.n;
        if setting.try_append(entry).is_none() {
            assert_eq!(setting.table.n, before, "what does not fit changes nothing");
        }
    }
    setting.fold_again();
}

/// The headers of a request, one a line.
pub fn headers(data: &[u8]) {
    let mut headers = HeaderMap::new();
    for line in data.split(|&byte| byte == b'\n').take(MOST_LINES) {
        let Some(colon) = line.iter().position(|&byte| byte == b':') else { continue };
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name), HeaderValue::from_bytes(value)) {
            headers.append(name, value);
        }
    }
    routes::look_at(&headers);
}

impl Setting {
    fn new(game: &str) -> Self {
        let about = catalogue::abouts().into_iter().find(|about| about.id == game).expect("it is listed");
        let seats = about.seats.0.max(2);
        let opening = Opening::new(game.to_owned(), None, "{}", seats, Guest(0), false);
        // Chosen once for all, so that the same bytes do the same thing.
        let opening = Opening { seed: Seed::from(7), ..opening.expect("the defaults just work") };
        let mut presence = Presence::default();
        for guest in 0..3 {
            presence.come(Guest(guest));
        }
        let table = Table::new(Key(1), Arc::new(opening), Arc::new(about));
        Self { table, presence, now: Millis::ZERO, instant: Instant::now(), rows: Vec::new() }
    }

    fn scene(&self) -> Scene<'_> {
        let (table, presence, now) = (&self.table, &self.presence, self.now.max(self.table.last_at));
        Scene { table, presence, now, runs: true, late: Millis::ZERO, instant: self.instant, away: AWAY }
    }

    fn pass(&mut self, millis: u64) {
        self.now = self.now.max(self.table.last_at) + Millis(millis);
        self.instant += Duration::from_millis(millis);
    }

    fn hear(&mut self, guest: Guest, text: &str) {
        let request: Request = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(why) => {
                messages::not_understood(&why);
                return;
            }
        };
        let entry = match decide(&self.scene(), Who::Guest(guest), &request, Millis(50)) {
            Ok(Decision::Append(entry)) => entry,
            Ok(Decision::Undo(undo)) if undo.allowed().is_ok() => undo.entry,
            Ok(Decision::OpenNext(next)) => {
                let Opening { game, seats, private, .. } = &*self.table.opening;
                let next_opening = Opening::new(game.clone(), None, &next.options, *seats, next.by, *private);
                let Ok(opening) = next_opening else { return };
                TableEntry::Rematch { table: opening.id, by: next.by }
            }
            Ok(Decision::Hold(at)) => {
                let Request::Play { seat, action, .. } = &request else { panic!("only actions wait") };
                assert!(decide::has_to_wait(&self.scene(), *seat, action, at), "{action} waits for nothing");
                return;
            }
            Ok(Decision::Done(_) | Decision::Undo(_)) | Err(_) => return,
        };
        self.append(entry);
    }

    /// What is due happens until nothing is, as in a room.
    fn settle(&mut self) {
        for _ in 0..MOST_DUE {
            self.presence.notice(&self.table, self.instant);
            let entry = match decide::due(&self.scene()) {
                None => return,
                Some(Due::Append(entry)) => entry,
                Some(Due::Undo(undo)) if undo.allowed().is_ok() => undo.entry,
                Some(Due::Undo(_)) => TableEntry::Drop,
            };
            self.append(entry);
        }
        panic!("something is due for ever");
    }

    /// What was decided fits.
    fn append(&mut self, entry: TableEntry) {
        let shown = format!("{entry:?}");
        assert!(self.try_append(entry).is_some(), "{shown} was decided and does not fit");
    }

    fn try_append(&mut self, entry: TableEntry) -> Option<()> {
        let written = entry.write();
        assert_eq!(TableEntry::read(&written).as_ref(), Some(&entry), "{written:?} does not read back");
        let change = self.table.apply(entry, UnixMillis(0)).ok()?;
        self.rows.push(Row { n: self.table.n, entry: written, wall: UnixMillis(0) });
        // Now and then: showing takes far longer than all else.
        if self.table.n.is_multiple_of(8) || change.undone.is_some() {
            self.show(&change);
        }
        Some(())
    }

    /// Everybody can be shown, whatever their seats.
    fn show(&self, change: &Change) {
        let (names, nobody) = (Names::new(), GameShown::new(&self.table, Seats::NONE));
        for seats in Seat::all(self.table.opening.seats).map(Seats::one).chain([Seats::NONE]) {
            let step = change.seen_by(seats, seats.is_empty(), &names);
            assert!(frames::raw(&step).get().len() > 2, "a step can be written");
            let shown = GameShown::new(&self.table, seats);
            let same = frames::raw(&shown).get() == frames::raw(&nobody).get();
            let mut patch = Patch::default();
            shown.since(&nobody, &mut patch);
            assert_eq!(patch.is_empty(), same, "what differs is told");
        }
    }

    /// The log makes the same table, and so does a snapshot.
    fn fold_again(&self) {
        let Table { key, opening, about, .. } = &self.table;
        let state = |table: &Table| table.game.as_ref().map(|game| game.state());
        let snapshot = self.table.as_text();
        for snapshot in [None, Some(snapshot.as_str())] {
            let opened = Table::open(*key, Arc::clone(opening), Arc::clone(about), snapshot, &self.rows);
            let opened = opened.expect("what was applied can be folded");
            assert_eq!(state(&opened), state(&self.table));
            assert_eq!((opened.n, &opened.chairs), (self.table.n, &self.table.chairs));
        }
    }
}
