//! What somebody wanted at a table, and what they were told.

use std::collections::BTreeMap;

use serde_json::Value;
use tokio::time::Instant;

/// Who plays by the clock may be too late.
const TIME_UP: &str = "Time is up.";

/// How a refusal of the rules is written down.
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
    pub(super) sent: u32,
    pub(super) answered: bool,
    pub(super) fate: Fate,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    Play(String),
    Say(String),
}

/// What an entry said to somebody: who did what, or what was said.
pub(super) type Seen = (Option<u64>, Option<String>, Option<String>);

#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub(super) wishes: Vec<Wish>,
    /// What was seen of each number.
    pub(super) seen: BTreeMap<u64, Seen>,
    /// What they were told that cannot be.
    pub(super) complaints: Vec<String>,
    /// When something was refused, and why.
    pub(super) refusals: Vec<(Instant, String)>,
    /// The newest number that they have seen.
    pub(super) n: u64,
}

impl Ledger {
    /// Numbers have no gaps, and mean the same for ever.
    pub(super) fn see(&mut self, frame: &Value) {
        let steps = frame["steps"].as_array().map_or(&[][..], Vec::as_slice);
        // At a long table the whole story begins later.
        let begins = steps.first().and_then(|step| step["n"].as_u64());
        let first = if frame["whole"] == true { begins.unwrap_or(1) } else { self.n + 1 };
        for (n, step) in (first..).zip(steps) {
            if step["n"] != n {
                self.complaints.push(format!("{n} is missing: {step}"));
            }
            let text = |value: &Value| value.as_str().map(str::to_owned);
            let seen = (step["seat"].as_u64(), text(&step["action"]), text(&step["said"]["text"]));
            if let Some(before) = self.seen.insert(n, seen.clone()).filter(|before| *before != seen) {
                self.complaints.push(format!("{n} was {before:?} and is {seen:?}"));
            }
        }
        let newest = frame["n"].as_u64().unwrap_or_default();
        if first + steps.len() as u64 != newest + 1 {
            let told = steps.len();
            self.complaints.push(format!("after {} come {told} steps, and it is {newest}", first - 1));
        }
        if newest < self.n {
            self.complaints.push(format!("it was {}, and is {newest}", self.n));
        }
        self.n = newest;
    }

    /// The newest number that they know of: seen, or told as the answer to what they wished last.
    pub(super) fn newest(&self) -> u64 {
        match self.wishes.last() {
            Some(Wish { fate: Fate::Done(n), .. }) => self.n.max(*n),
            _ => self.n,
        }
    }

    /// The answer to a wish.
    pub(super) fn settle(&mut self, wish: usize, message: &Value) {
        let Some(wish) = self.wishes.get_mut(wish) else { return };
        wish.answered = true;
        let said = message["message"]["en"].as_str().unwrap_or_default();
        if message["op"] != "done" {
            let clause = message["refusal"]["clause"].as_str().unwrap_or_default();
            let why = match said {
                "" => format!("{BY_THE_RULES}{clause}"),
                TIME_UP => format!("{BY_THE_RULES}{TIME_UP}"),
                said => said.to_owned(),
            };
            self.refusals.push((Instant::now(), why));
        }
        match message["op"].as_str() {
            Some("done") => wish.fate = Fate::Done(message["n"].as_u64().unwrap_or_default()),
            // What is refused when it is sent again may have been heard the first time.
            Some("error" | "refused") if wish.sent == 1 => wish.fate = Fate::Refused,
            _ => {}
        }
    }

    /// Whether the story since then holds this wish: it was heard.
    pub(super) fn holds(&self, wish: usize, seat: u64) -> bool {
        let Some(Wish { what, since, .. }) = self.wishes.get(wish) else { return false };
        self.seen.range(since + 1..).any(|(_, (by, action, said))| match what {
            What::Play(wanted) => *by == Some(seat) && action.as_ref() == Some(wanted),
            What::Say(text) => said.as_ref() == Some(text),
        })
    }
}
