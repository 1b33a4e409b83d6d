//! A game looked back upon: every moment of it, through somebody's eyes.

use std::{fmt, str::FromStr};

use serde::Serialize;
use serde_json::value::RawValue;
use table::{By, GameEntry, Millis, Outcome, Seat, Seats};
use ts_rs::TS;

use crate::{BadLogFile, Happened, Live, LogFile};

/// No game comes near it: what would be sent of all moments together.
const MOST_BYTES: usize = 24 << 20;

/// Through whose eyes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Perspective {
    Seat(Seat),
    /// A spectator's: what everybody may know.
    #[default]
    Watch,
    /// With all secrets open.
    Open,
}

/// No seat, and neither `watch` nor `open`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownPerspective;

impl FromStr for Perspective {
    type Err = UnknownPerspective;

    fn from_str(text: &str) -> Result<Self, UnknownPerspective> {
        match text {
            "watch" => Ok(Self::Watch),
            "open" => Ok(Self::Open),
            seat => seat.parse().map(|seat| Self::Seat(Seat(seat))).map_err(|_| UnknownPerspective),
        }
    }
}

impl fmt::Display for Perspective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => write!(f, "{seat}"),
            Self::Watch => f.write_str("watch"),
            Self::Open => f.write_str("open"),
        }
    }
}

/// A moment of a game: the table as it stood then, and what had just happened.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Moment {
    /// How many entries of the log had happened: 0 is the start.
    pub n: u32,
    pub at: Millis,
    /// Who acted; `null`: the clock, or nobody that this viewer may know of.
    pub seat: Option<Seat>,
    /// What they did, in notation.
    pub action: Option<String>,
    #[ts(type = "unknown[]")]
    pub events: Vec<Box<RawValue>>,
    #[ts(type = "unknown")]
    pub view: Box<RawValue>,
    pub awaited: Seats,
}

/// Every moment of a verified game, and how it ended.
#[derive(Clone, Debug)]
pub struct Moments {
    pub moments: Vec<Moment>,
    pub outcome: Option<Outcome>,
    /// Whether time runs by itself from the start.
    pub timed: bool,
}

impl LogFile {
    /// Verifies the log and looks at every moment of it.
    pub fn moments(&self, eyes: Perspective) -> Result<Moments, BadLogFile> {
        let mut looking = Looking { eyes, from: 0, seen: 0, bytes: 0, timed: false, moments: Vec::new() };
        let verdict = self.walk(|game, entry| looking.look(game, entry))?;
        if looking.bytes > MOST_BYTES {
            return Err(BadLogFile::TooLong);
        }
        let Looking { moments, timed, .. } = looking;
        Ok(Moments { moments, outcome: verdict.outcome, timed })
    }

    /// The moments after the first `n` entries, as far as the referee allows what comes then.
    pub fn moments_after(&self, n: usize, eyes: Perspective) -> Result<Vec<Moment>, BadLogFile> {
        let mut looking = Looking { eyes, from: n + 1, seen: 0, bytes: 0, timed: false, moments: Vec::new() };
        match self.walk(|game, entry| looking.look(game, entry)) {
            Ok(_) => Ok(looking.moments),
            Err(BadLogFile::Refused { .. } | BadLogFile::NoSeat(_)) if looking.seen > n => {
                Ok(looking.moments)
            }
            Err(bad) => Err(bad),
        }
    }
}

/// Somebody looks at a game as it goes on.
struct Looking {
    eyes: Perspective,
    /// Moments before this one are not looked at.
    from: usize,
    seen: usize,
    bytes: usize,
    /// Whether time runs by itself from the start.
    timed: bool,
    moments: Vec<Moment>,
}

impl Looking {
    fn look(&mut self, game: &dyn Live, entry: Option<(&GameEntry<String>, Happened)>) {
        let (eyes, n) = (self.eyes, self.seen);
        self.seen += 1;
        if entry.is_none() {
            self.timed = game.deadline().is_some();
        }
        if n < self.from || self.bytes > MOST_BYTES {
            return;
        }
        let (view, awaited) = seen(game, eyes);
        self.bytes += view.get().len();
        let start = Moment {
            n: n as u32,
            at: Millis::ZERO,
            seat: None,
            action: None,
            events: Vec::new(),
            view,
            awaited,
        };
        self.moments.push(match entry {
            None => start,
            Some((entry, happened)) => {
                let viewer = match eyes {
                    Perspective::Seat(seat) => Some(seat),
                    Perspective::Watch | Perspective::Open => None,
                };
                let events: Vec<&str> = match eyes {
                    Perspective::Open => happened.open().collect(),
                    Perspective::Seat(_) | Perspective::Watch => happened.heard_by(viewer).collect(),
                };
                let witnessed = eyes == Perspective::Open || happened.witnesses.includes(viewer);
                let (seat, action) = match &entry.by {
                    By::Seat(seat, notation) if witnessed => (Some(*seat), Some(notation.clone())),
                    By::Seat(..) | By::Clock => (None, None),
                };
                let events = events.into_iter().map(|json| raw(json.to_owned())).collect();
                Moment { at: entry.at, seat, action, events, ..start }
            }
        });
    }
}

fn seen(game: &dyn Live, eyes: Perspective) -> (Box<RawValue>, Seats) {
    match eyes {
        Perspective::Seat(seat) => (raw(game.view(Some(seat))), game.shown_awaited(Some(seat))),
        Perspective::Watch => (raw(game.view(None)), game.shown_awaited(None)),
        Perspective::Open => (raw(game.open_view()), game.awaited()),
    }
}

/// Games write JSON: it is read back without fail.
fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).unwrap_or_default()
}
