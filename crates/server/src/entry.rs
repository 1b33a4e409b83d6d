//! One entry of a table's log, and its text.
//!
//! What the game knows is written as in a log file, `0@1520 L@c3` or `clock@27000`; what happens around it as JSON.

use bots::Level;
use serde::{Deserialize, Serialize};
use table::{GameEntry, Millis, Seat};

use crate::{
    people::Guest,
    protocol::{Question, Terms, WhyOut},
    store::Named,
    vacations::Vacation,
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TableEntry {
    Sit {
        seat: Seat,
        guest: Guest,
    },
    /// Somebody leaves their seat; during a game a bot of this level plays on.
    Stand {
        seat: Seat,
        #[serde(default = "first_stand_in")]
        bot: Level,
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
        #[serde(default = "first_stand_in")]
        bot: Level,
    },
    /// The table lets a bot play for somebody who stays away, until they are back.
    StandIn {
        seat: Seat,
        #[serde(default = "first_stand_in")]
        bot: Level,
    },
    /// Where time runs by itself, a bot has played for somebody who is gone. The seat is theirs all along; what is won by then
    /// was not won by people alone.
    Helped {
        seat: Seat,
    },
    /// Before the game somebody chose other options: these, in full.
    Options {
        guest: Guest,
        options: String,
    },
    /// Before the game somebody chose other terms: these, in full.
    Terms {
        guest: Guest,
        terms: Terms,
    },
    Start,
    /// A seat's time is up: as the table has agreed it has lost, or a bot plays on.
    /// Unless the game ends with it this bot plays its seat from now on.
    Out {
        seat: Seat,
        at: Millis,
        why: WhyOut,
        bot: Level,
    },
    /// Somebody is away from then until then, by everybody's clock: meanwhile the clocks of their seats stand. Said again with
    /// the same beginning, it ends otherwise.
    Vacation(Vacation),
    /// What the game's own log knows: a seat acts, or time passes.
    #[serde(skip)]
    Game(GameEntry<String>),
    Say {
        guest: Guest,
        seat: Option<Seat>,
        text: String,
    },
    /// The host lets those who only watch talk, or not.
    Silence {
        quiet: bool,
    },
    /// Somebody asks the others; a question of theirs that stood before is dropped.
    Ask {
        guest: Guest,
        question: Question,
    },
    /// Somebody agrees to what is asked.
    Agree {
        guest: Guest,
    },
    /// What was asked is asked no more: somebody said no, or whoever asked has withdrawn it or gone.
    Drop,
    /// Somebody wants a bot to play this seat, whose person stays away.
    Vote {
        guest: Guest,
        seat: Seat,
    },
    /// The person of this seat is back: nobody has to want a bot for them any more.
    Back {
        seat: Seat,
    },
    /// From here on the game is as it stood after entry `to`; `seat` asked for it.
    Undo {
        seat: Seat,
        to: u64,
    },
    /// Everybody has agreed that hints may be asked for.
    Hints,
    /// The same people play on at this table.
    Rematch {
        table: String,
        by: Guest,
    },
}

/// The bots that took over seats before entries said which: for ever this level, whatever new tables use.
const fn first_stand_in() -> Level {
    Level::Club
}

impl TableEntry {
    pub(crate) fn write(&self) -> String {
        match self {
            Self::Game(entry) => entry.to_string(),
            // Plain strings and numbers: they can be written.
            other => serde_json::to_string(other).unwrap_or_default(),
        }
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        if text.starts_with(['{', '"']) {
            return serde_json::from_str(text).ok();
        }
        text.parse().ok().map(Self::Game)
    }

    /// Whom it names, if anybody.
    pub(crate) fn named(&self) -> Option<Named> {
        let sits = matches!(self, Self::Sit { .. });
        match *self {
            Self::Sit { guest, .. }
            | Self::Remove { guest, .. }
            | Self::Say { guest, .. }
            | Self::Ask { guest, .. }
            | Self::Agree { guest }
            | Self::Vote { guest, .. }
            | Self::Options { guest, .. }
            | Self::Terms { guest, .. }
            | Self::Vacation(Vacation { guest, .. })
            | Self::Rematch { by: guest, .. } => Some(Named { guest, sits }),
            Self::Stand { .. }
            | Self::Bot { .. }
            | Self::Dismiss { .. }
            | Self::Swap { .. }
            | Self::StandIn { .. }
            | Self::Helped { .. }
            | Self::Start
            | Self::Out { .. }
            | Self::Game(_)
            | Self::Silence { .. }
            | Self::Hints
            | Self::Drop
            | Self::Back { .. }
            | Self::Undo { .. } => None,
        }
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
    use crate::protocol::{Pace, Time, WhenUp};
    use crate::store::UnixMillis;

    #[test]
    fn every_entry_reads_as_it_is_written() {
        let guest = Guest(7);
        let (seat, at) = (Seat(1), Millis(1520));
        for entry in [
            TableEntry::Sit { seat, guest },
            TableEntry::Stand { seat, bot: Level::Champion },
            TableEntry::Bot { seat, level: Level::Champion },
            TableEntry::Dismiss { seat },
            TableEntry::Swap { seat, with: Seat(0) },
            TableEntry::Remove { guest, bot: Level::Learner },
            TableEntry::StandIn { seat, bot: Level::Learner },
            TableEntry::Helped { seat },
            TableEntry::Ask { guest, question: Question::Swap { seat, with: Seat(0) } },
            TableEntry::Options { guest, options: r#"{"rounds":3}"#.into() },
            TableEntry::Terms { guest, terms: Terms::default() },
            TableEntry::Terms {
                guest,
                terms: Terms {
                    time: Some(Time { pace: Pace::Game { seconds: 300, plus: 5 }, up: WhenUp::Bot }),
                    rated: true,
                },
            },
            TableEntry::Out { seat, at, why: WhyOut::Time, bot: Level::Club },
            TableEntry::Agree { guest },
            TableEntry::Silence { quiet: true },
            TableEntry::Drop,
            TableEntry::Vote { guest, seat },
            TableEntry::Back { seat },
            TableEntry::Vacation(Vacation { guest, from: UnixMillis(5), until: UnixMillis(9) }),
            TableEntry::Undo { seat, to: 12 },
            TableEntry::Hints,
            TableEntry::Ask { guest, question: Question::Hints { seat } },
            TableEntry::Rematch { table: "Xy3".into(), by: guest },
            TableEntry::Start,
            TableEntry::Game(GameEntry::act(seat, "two words @ 1".into(), at)),
            TableEntry::Game(GameEntry::tick(at)),
            TableEntry::Say { guest, seat: None, text: "clock@1 \"{\u{e9}".into() },
        ] {
            // Whoever deletes themselves is looked for where an entry names them.
            assert_eq!(entry.named().is_some(), entry.write().contains(&guest.to_string()), "{entry:?}");
            assert_eq!(TableEntry::read(&entry.write()), Some(entry));
        }
    }

    #[test]
    fn bots_that_took_over_before_entries_named_them_stay_as_they_were() {
        let bot = Level::Club;
        let guest = Guest(7);
        for (former, entry) in [
            (r#"{"stand":{"seat":1}}"#.to_owned(), TableEntry::Stand { seat: Seat(1), bot }),
            (r#"{"stand-in":{"seat":1}}"#.to_owned(), TableEntry::StandIn { seat: Seat(1), bot }),
            (format!(r#"{{"remove":{{"guest":"{guest}"}}}}"#), TableEntry::Remove { guest, bot }),
        ] {
            assert_eq!(TableEntry::read(&former), Some(entry));
        }
    }

    #[test]
    fn what_the_game_knows_is_short() {
        let act = GameEntry::act(Seat(0), "L@c3".to_owned(), Millis(9));
        assert_eq!(TableEntry::Game(act).write(), "0@9 L@c3");
        assert_eq!(TableEntry::Game(GameEntry::tick(Millis(27000))).write(), "clock@27000");
    }

    #[test]
    fn a_forgotten_guest_is_somebody_unknown_who_said_nothing() {
        let (guest, other, instead) = (Guest(7), Guest(8), Guest(9));
        let forget = |entry: &TableEntry| TableEntry::forget(&entry.write(), guest, instead);
        let (seat, text) = (Seat(1), "I live in Lyon".to_owned());
        let sit = |guest| TableEntry::Sit { seat, guest };
        assert_eq!(forget(&sit(guest)), Some(sit(instead).write()));
        assert_eq!(forget(&sit(other)), None);
        let say = |guest, text| TableEntry::Say { guest, seat: None, text };
        assert_eq!(forget(&say(guest, text.clone())), Some(say(instead, String::new()).write()));
        assert_eq!(forget(&say(other, text)), None);
        assert_eq!(forget(&TableEntry::Start), None);
    }

    #[test]
    fn noise_is_no_entry() {
        for noise in ["", "0@", "x@1 a", "0@x a", "{", "{\"fly\":1}", "clock@", "\"stop\""] {
            assert_eq!(TableEntry::read(noise), None, "{noise}");
        }
    }
}
