//! A game looked back upon: every moment of it, through somebody's eyes.

use std::{fmt, str::FromStr};

use serde::Serialize;
use serde_json::value::RawValue;
use table::{By, Millis, Outcome, Seat, Seats};
use ts_rs::TS;

use crate::{BadLogFile, Live, LogFile};

/// No game comes near it: what would be sent of all moments together.
const MOST_BYTES: usize = 24 << 20;

/// Through whose eyes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eyes {
    Seat(Seat),
    /// A spectator's: what everybody may know.
    #[default]
    Watch,
    /// With all secrets open.
    Open,
}

/// No seat, and neither `watch` nor `open`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NobodysEyes;

impl FromStr for Eyes {
    type Err = NobodysEyes;

    fn from_str(text: &str) -> Result<Self, NobodysEyes> {
        match text {
            "watch" => Ok(Self::Watch),
            "open" => Ok(Self::Open),
            seat => seat.parse().map(|seat| Self::Seat(Seat(seat))).map_err(|_| NobodysEyes),
        }
    }
}

impl fmt::Display for Eyes {
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
    pub fn moments(&self, eyes: Eyes) -> Result<Moments, BadLogFile> {
        let mut moments = Vec::new();
        let mut bytes = 0;
        let mut timed = false;
        let verdict = self.walk(|game, entry| {
            if bytes > MOST_BYTES {
                return;
            }
            let (view, awaited) = seen(game, eyes);
            bytes += view.get().len();
            let n = moments.len() as u32;
            let start =
                Moment { n, at: Millis::ZERO, seat: None, action: None, events: Vec::new(), view, awaited };
            moments.push(match entry {
                None => {
                    timed = game.deadline().is_some();
                    start
                }
                Some((entry, happened)) => {
                    let viewer = match eyes {
                        Eyes::Seat(seat) => Some(seat),
                        Eyes::Watch | Eyes::Open => None,
                    };
                    let events: Vec<&str> = match eyes {
                        Eyes::Open => happened.open().collect(),
                        Eyes::Seat(_) | Eyes::Watch => happened.heard_by(viewer).collect(),
                    };
                    let witnessed = eyes == Eyes::Open || happened.witnesses.includes(viewer);
                    let (seat, action) = match &entry.by {
                        By::Seat(seat, notation) if witnessed => (Some(*seat), Some(notation.clone())),
                        By::Seat(..) | By::Clock => (None, None),
                    };
                    let events = events.into_iter().map(|json| raw(json.to_owned())).collect();
                    Moment { at: entry.at, seat, action, events, ..start }
                }
            });
        })?;
        if bytes > MOST_BYTES {
            return Err(BadLogFile::TooLong);
        }
        Ok(Moments { moments, outcome: verdict.game.outcome().cloned(), timed })
    }
}

fn seen(game: &dyn Live, eyes: Eyes) -> (Box<RawValue>, Seats) {
    match eyes {
        Eyes::Seat(seat) => (raw(game.view(Some(seat))), game.shown_awaited(Some(seat))),
        Eyes::Watch => (raw(game.view(None)), game.shown_awaited(None)),
        Eyes::Open => (raw(game.open_view()), game.awaited()),
    }
}

/// Games write JSON: it is read back without fail.
fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).unwrap_or_default()
}
