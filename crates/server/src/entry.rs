//! One entry of a table's log, and its text.
//!
//! What the game knows is written as in a log file, `0@1520 L@c3` or `clock@27000`; what happens around it as JSON.

use std::fmt::Write as _;

use bots::Level;
use serde::{Deserialize, Serialize};
use table::{Millis, Seat};

use crate::people::Guest;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Entry {
    Sit {
        seat: Seat,
        guest: Guest,
    },
    Stand {
        seat: Seat,
    },
    Bot {
        seat: Seat,
        level: Level,
    },
    Dismiss {
        seat: Seat,
    },
    /// Two seats change places, whoever holds them.
    Swap {
        seat: Seat,
        with: Seat,
    },
    /// The host takes all seats of a person, who does not get them back.
    Remove {
        guest: Guest,
    },
    /// The table lets a bot play for somebody who stays away, until they are back.
    StandIn {
        seat: Seat,
    },
    Start,
    Act {
        seat: Seat,
        at: Millis,
        notation: String,
    },
    Clock {
        at: Millis,
    },
    Say {
        guest: Guest,
        seat: Option<Seat>,
        text: String,
    },
    /// From here on the game is as it stood after entry `to`; `seat` asked for it.
    Undo {
        seat: Seat,
        to: u64,
    },
    /// The same people play on at this table.
    Rematch {
        table: String,
        by: Guest,
    },
}

impl Entry {
    pub(crate) fn write(&self) -> String {
        match self {
            Self::Act { seat, at, notation } => {
                let mut text = String::with_capacity(notation.len() + 12);
                // Writing to a string cannot fail.
                let _ = write!(text, "{seat}@{at} {notation}");
                text
            }
            Self::Clock { at } => format!("clock@{at}"),
            // Plain strings and numbers: they can be written.
            other => serde_json::to_string(other).unwrap_or_default(),
        }
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        if text.starts_with(['{', '"']) {
            return serde_json::from_str(text).ok();
        }
        let (who, rest) = text.split_once('@')?;
        if who == "clock" {
            return Some(Self::Clock { at: Millis(rest.parse().ok()?) });
        }
        let (at, notation) = rest.split_once(' ')?;
        Some(Self::Act {
            seat: Seat(who.parse().ok()?),
            at: Millis(at.parse().ok()?),
            notation: notation.to_owned(),
        })
    }

    /// An entry's text without a guest who is to be forgotten: somebody unknown did it, and what they said is blank.
    /// Nothing if it does not name them.
    pub(crate) fn forget(text: &str, guest: Guest, instead: Guest) -> Option<String> {
        if !text.contains(&guest.to_string()) {
            return None;
        }
        match Self::read(text) {
            Some(Self::Say { guest: said_by, seat, .. }) if said_by == guest => {
                Some(Self::Say { guest: instead, seat, text: String::new() }.write())
            }
            _ => Some(text.replace(&guest.to_string(), &instead.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_reads_as_it_is_written() {
        let guest = Guest(7);
        let (seat, at) = (Seat(1), Millis(1520));
        for entry in [
            Entry::Sit { seat, guest },
            Entry::Stand { seat },
            Entry::Bot { seat, level: Level::Champion },
            Entry::Dismiss { seat },
            Entry::Swap { seat, with: Seat(0) },
            Entry::Remove { guest },
            Entry::StandIn { seat },
            Entry::Undo { seat, to: 12 },
            Entry::Rematch { table: "Xy3".into(), by: guest },
            Entry::Start,
            Entry::Act { seat, at, notation: "L@c3".into() },
            Entry::Act { seat, at, notation: "two words @ 1".into() },
            Entry::Clock { at },
            Entry::Say { guest, seat: None, text: "clock@1 \"{\u{e9}".into() },
        ] {
            assert_eq!(Entry::read(&entry.write()), Some(entry));
        }
    }

    #[test]
    fn what_the_game_knows_is_short() {
        let act = Entry::Act { seat: Seat(0), at: Millis(9), notation: "L@c3".into() };
        assert_eq!(act.write(), "0@9 L@c3");
        assert_eq!(Entry::Clock { at: Millis(27000) }.write(), "clock@27000");
    }

    #[test]
    fn a_forgotten_guest_is_somebody_unknown_who_said_nothing() {
        let (guest, other, instead) = (Guest(7), Guest(8), Guest(9));
        let forget = |entry: &Entry| Entry::forget(&entry.write(), guest, instead);
        let (seat, text) = (Seat(1), "I live in Lyon".to_owned());
        let sit = |guest| Entry::Sit { seat, guest };
        assert_eq!(forget(&sit(guest)), Some(sit(instead).write()));
        assert_eq!(forget(&sit(other)), None);
        let say = |guest, text| Entry::Say { guest, seat: None, text };
        assert_eq!(forget(&say(guest, text.clone())), Some(say(instead, String::new()).write()));
        assert_eq!(forget(&say(other, text)), None);
        assert_eq!(forget(&Entry::Start), None);
    }

    #[test]
    fn noise_is_no_entry() {
        for noise in ["", "0@", "x@1 a", "0@x a", "{", "{\"fly\":1}", "clock@", "\"stop\""] {
            assert_eq!(Entry::read(noise), None, "{noise}");
        }
    }
}
