//! What somebody wanted at a table, and what they were told.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tokio::time::Instant;

/// Who plays by the clock may be too late.
const TIME_UP: &str = "Time is up.";
/// What a house says that cannot do what it should; whatever else is said to who asks the others is the table's answer.
const TROUBLE: [&str; 3] =
    ["The house could not save", "The house cannot save", "Something went wrong in the house"];

/// How a refusal of the rules, or of the table, is written down.
pub(super) const BY_THE_RULES: &str = "by the rules: ";

/// What became of a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nobody has said; it may be in the log, once.
    Unknown,
    Done(u64),
    /// It must not be in the log.
    Refused,
}

/// Something that somebody wants once, however often they have to send it.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    pub(super) what: What,
    /// The newest number that they knew when they first sent it.
    pub(super) since: u64,
    pub(super) times: u32,
    pub(super) sent: Instant,
    /// When nobody waited for an answer any more: it came, or the table was seen anew, with it or without.
    pub(super) answered: Option<Instant>,
    pub(super) fate: Fate,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    Play(String),
    Say(String),
    /// May I take back my last action?
    Undo,
    /// May we ask for hints?
    Hints,
    /// To what somebody asks.
    Answer(bool),
    /// Let a bot play for whoever has this seat and stays away.
    Vote(u64),
    Rematch,
}

impl What {
    /// As the page sends it. A move or a line of talk counts if its seat has done nothing, or nothing like it was said, since the
    /// newest number that was known then. So it counts once, however often it comes and however late: from a house that was frozen,
    /// long after it came again by another one.
    pub(super) fn request(&self, seat: usize, since: u64) -> Value {
        match self {
            Self::Play(action) => json!({ "op": "play", "seat": seat, "action": action, "expect": since }),
            Self::Say(text) => json!({ "op": "say", "text": text, "expect": since }),
            Self::Undo => json!({ "op": "undo", "seat": seat, "expect": since }),
            Self::Hints => json!({ "op": "hints", "seat": seat }),
            Self::Answer(yes) => json!({ "op": "answer", "yes": yes, "expect": since }),
            Self::Vote(seat) => json!({ "op": "vote", "seat": seat }),
            Self::Rematch => json!({ "op": "rematch" }),
        }
    }

    /// Whether it is sent again as it was; whatever else is not done by then is wanted anew, or no more.
    const fn is_sent_again(&self) -> bool {
        matches!(self, Self::Play(_) | Self::Say(_))
    }
}

/// What an entry said to somebody: who did what, or what was said.
pub(super) type Seen = (Option<u64>, Option<String>, Option<String>);

#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// Where they sit at this table.
    pub(super) seat: usize,
    pub(super) wishes: Vec<Wish>,
    /// What was seen of each number.
    pub(super) seen: BTreeMap<u64, Seen>,
    /// Which numbers took something back, and to which.
    pub(super) undone: Vec<(u64, u64)>,
    /// What they were told that cannot be.
    pub(super) complaints: Vec<String>,
    /// When something was refused, and why.
    pub(super) refusals: Vec<(Instant, String)>,
    /// The newest number that they have seen.
    pub(super) n: u64,
    /// From when to when they had a line and were shown the table.
    pub(super) lines: Vec<(Instant, Option<Instant>)>,
    /// What the people on the seats were last called here.
    pub(super) names: Vec<Option<String>>,
}

impl Ledger {
    /// Numbers have no gaps, and mean the same for ever.
    pub(super) fn see(&mut self, frame: &Value) {
        let steps = frame["steps"].as_array().map_or(&[][..], Vec::as_slice);
        // At a long table the whole story begins later.
        let begins = steps.first().and_then(|step| step["n"].as_u64());
        let first = if frame["whole"] == true { begins.unwrap_or(1) } else { self.n + 1 };
        let mut others = Vec::new();
        for (n, step) in (first..).zip(steps) {
            if step["n"] != n {
                self.complaints.push(format!("{n} is missing: {step}"));
            }
            self.undone.extend(step["undone_to"].as_u64().map(|to| (n, to)));
            let text = |value: &Value| value.as_str().map(str::to_owned);
            let seen = (step["seat"].as_u64(), text(&step["action"]), text(&step["said"]["text"]));
            let before = self.seen.entry(n).or_insert_with(|| seen.clone());
            if *before != seen {
                others.push((n, before.clone(), seen));
            }
        }
        // Of what was taken back there is nothing but its number.
        let taken_back = |n: u64| self.undone.iter().any(|(by, to)| (to + 1..*by).contains(&n));
        others.retain(|(n, _, seen)| *seen != Seen::default() || !taken_back(*n));
        let others =
            others.into_iter().map(|(n, before, seen)| format!("{n} was {before:?} and is {seen:?}"));
        self.complaints.extend(others);
        let newest = frame["n"].as_u64().unwrap_or_default();
        if first + steps.len() as u64 != newest + 1 {
            let told = steps.len();
            self.complaints.push(format!("after {} come {told} steps, and it is {newest}", first - 1));
        }
        if newest < self.n {
            self.complaints.push(format!("it was {}, and is {newest}", self.n));
        }
        self.n = newest;
        let seats = frame["table"]["seats"].as_array().into_iter().flatten();
        self.names = seats.map(|seat| seat["taken_by"]["name"].as_str().map(str::to_owned)).collect();
    }

    /// The newest number that they know of: seen, or told as the answer to what they wished last.
    fn newest(&self) -> u64 {
        match self.wishes.last() {
            Some(Wish { fate: Fate::Done(n), .. }) => self.n.max(*n),
            _ => self.n,
        }
    }

    /// Something more is wanted: which of the wishes that is, and how it is sent.
    pub(super) fn want(&mut self, what: What) -> (usize, Value) {
        let since = self.newest();
        let request = what.request(self.seat, since);
        let sent = Instant::now();
        self.wishes.push(Wish { what, since, times: 1, sent, answered: None, fate: Fate::Unknown });
        (self.wishes.len() - 1, request)
    }

    /// What was sent before the line broke is either in the story by now, or is sent again as it was.
    pub(super) fn wants_again(&mut self) -> Option<(usize, Value)> {
        let index = self.wishes.len().checked_sub(1)?;
        let heard = self.holds(index);
        let wish = &mut self.wishes[index];
        if wish.answered.is_some() {
            return None;
        }
        if heard || !wish.what.is_sent_again() {
            wish.answered = Some(Instant::now());
            return None;
        }
        wish.times += 1;
        Some((index, wish.what.request(self.seat, wish.since)))
    }

    /// Nobody waits here any more.
    pub(super) fn leave(&mut self) {
        if let Some(wish) = self.wishes.last_mut() {
            wish.answered.get_or_insert_with(Instant::now);
        }
    }

    /// The answer to a wish.
    pub(super) fn settle(&mut self, wish: usize, message: &Value) {
        let Some(wish) = self.wishes.get_mut(wish) else { return };
        wish.answered = Some(Instant::now());
        let said = message["message"]["en"].as_str().unwrap_or_default();
        if message["op"] != "done" {
            let clause = message["refusal"]["clause"].as_str().unwrap_or_default();
            let asked = !wish.what.is_sent_again();
            let why = match said {
                "" => format!("{BY_THE_RULES}{clause}"),
                TIME_UP => format!("{BY_THE_RULES}{TIME_UP}"),
                said if asked && !TROUBLE.iter().any(|trouble| said.starts_with(trouble)) => {
                    format!("{BY_THE_RULES}{said}")
                }
                said => said.to_owned(),
            };
            self.refusals.push((Instant::now(), why));
        }
        match message["op"].as_str() {
            Some("done") => wish.fate = Fate::Done(message["n"].as_u64().unwrap_or_default()),
            // What is refused when it is sent again may have been heard the first time.
            Some("error" | "refused") if wish.times == 1 => wish.fate = Fate::Refused,
            _ => {}
        }
    }

    /// Whether the story since then holds this wish: it was heard.
    fn holds(&self, wish: usize) -> bool {
        let Some(Wish { what, since, .. }) = self.wishes.get(wish) else { return false };
        let mine = Some(self.seat as u64);
        self.seen.range(since + 1..).any(|(_, (by, action, said))| match what {
            What::Play(wanted) => *by == mine && action.as_ref() == Some(wanted),
            What::Say(text) => said.as_ref() == Some(text),
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(n: u64, seat: u64) -> Value {
        json!({ "n": n, "seat": seat, "action": "L@c3" })
    }

    #[test]
    fn what_was_taken_back_is_nothing_but_its_number_and_what_was_not_stays() {
        let mut ledger = Ledger::default();
        ledger.see(&json!({ "n": 3, "steps": [step(1, 0), step(2, 1), step(3, 0)] }));
        let blank = |n: u64| json!({ "n": n, "seat": null, "action": null });
        let undone = json!({ "n": 4, "seat": 0, "action": null, "undone_to": 2 });
        let steps = [step(1, 0), step(2, 1), blank(3), undone.clone()];
        ledger.see(&json!({ "n": 4, "whole": true, "steps": steps }));
        assert_eq!(ledger.complaints, [""; 0]);
        ledger.see(&json!({ "n": 4, "whole": true, "steps": [step(1, 0), blank(2), blank(3), undone] }));
        assert_eq!(ledger.complaints.len(), 1, "{:?}", ledger.complaints);
    }

    #[test]
    fn a_move_is_sent_again_and_a_question_is_not() {
        let mut ledger = Ledger::default();
        ledger.want(What::Play("L@c3".to_owned()));
        assert!(ledger.wants_again().is_some());
        ledger.settle(0, &json!({ "op": "done", "n": 1 }));
        assert!(ledger.wants_again().is_none());
        ledger.want(What::Undo);
        assert!(ledger.wants_again().is_none());
        assert!(ledger.wishes[1].answered.is_some() && ledger.wishes[1].fate == Fate::Unknown);
    }

    #[test]
    fn a_no_of_the_table_is_by_the_rules_and_a_no_of_the_house_is_not() {
        let mut ledger = Ledger::default();
        let no = |said: &str| json!({ "op": "error", "message": { "en": said } });
        for said in ["Nobody is asking you anything.", "The house could not save this. Look."] {
            let (wish, _) = ledger.want(What::Answer(true));
            ledger.settle(wish, &no(said));
        }
        let by_the_rules: Vec<bool> =
            ledger.refusals.iter().map(|(_, why)| why.starts_with(BY_THE_RULES)).collect();
        assert_eq!(by_the_rules, [true, false]);
    }
}
