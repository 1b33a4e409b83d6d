//! Whether what somebody was told is what the log says, and all that stands there in their name they wanted, once.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    super::ledger::{Fate, Ledger, What},
    kept::Kept,
};

/// What was told, and what of it is not so.
#[derive(Debug, Default)]
pub(in crate::faults) struct Told {
    pub(in crate::faults) broken: Vec<String>,
    pub(in crate::faults) acknowledged: usize,
    /// Of these, what was asked of the others, or answered.
    pub(in crate::faults) agreements: usize,
    pub(in crate::faults) refused: usize,
    /// Sent more than once.
    pub(in crate::faults) repeated: usize,
    /// Never answered, and found in the log.
    pub(in crate::faults) unanswered_and_kept: usize,
}

/// What this person has in the log.
struct Mine<'a> {
    kept: &'a Kept,
    seat: u64,
    guest: Option<String>,
}

pub(super) fn told(kept: &Kept, ledger: &Ledger) -> Told {
    let seat = ledger.seat as u64;
    let mine = Mine { kept, seat, guest: kept.guest(seat) };
    let mut told = Told { broken: ledger.complaints.clone(), ..Told::default() };
    told.broken.extend(seen(kept, ledger));
    // What stands in the log in their name and nobody has accounted for yet.
    let mut left: BTreeMap<u64, &str> =
        kept.log.iter().filter(|row| mine.did(row.n, &row.text)).map(|row| (row.n, &*row.text)).collect();
    for wish in &ledger.wishes {
        told.repeated += usize::from(wish.times > 1);
        match wish.fate {
            Fate::Done(n) => {
                told.acknowledged += 1;
                told.agreements += usize::from(!matches!(wish.what, What::Play(_) | What::Say(_)));
                let found = match &wish.what {
                    What::Play(_) => Some(n),
                    // The rest is there by then; at which number, nobody is told.
                    _ => {
                        let by_then = |at: u64| at > wish.since && at <= n;
                        let there = |at: u64, text: &str| by_then(at) && mine.fits(&wish.what, text);
                        left.iter().find(|(at, text)| there(**at, text)).map(|(at, _)| *at)
                    }
                };
                let text = found.and_then(|n| left.remove(&n));
                if !text.is_some_and(|text| mine.fits(&wish.what, text)) && !mine.is_so(&wish.what, n) {
                    let there = kept.entry(n);
                    told.broken
                        .push(format!("{:?} was acknowledged as {n}, where {there:?} stands", wish.what));
                }
            }
            Fate::Refused => told.refused += 1,
            Fate::Unknown => {}
        }
    }
    for wish in ledger.wishes.iter().filter(|wish| wish.fate == Fate::Unknown) {
        let found =
            left.range(wish.since + 1..).find(|(_, text)| mine.fits(&wish.what, text)).map(|(n, _)| *n);
        if let Some(n) = found {
            left.remove(&n);
            told.unanswered_and_kept += 1;
        }
    }
    // Whoever was away for long where time runs by itself was helped: from then on a bot may have played for them.
    let helped = format!("{{\"helped\":{{\"seat\":{seat}}}}}");
    let helped = kept.log.iter().find(|row| row.text == helped).map_or(u64::MAX, |row| row.n);
    for (n, text) in left.into_iter().filter(|(n, text)| *n < helped || !mine.plays(text)) {
        let wishes = ledger.wishes.iter().filter(|wish| mine.fits(&wish.what, text));
        let wishes: Vec<_> = wishes.filter(|wish| wish.since < n).collect();
        told.broken.push(format!(
            "{n}: {text} was refused, or stands there once more than seat {seat} wanted it: {wishes:?}"
        ));
    }
    told
}

/// What was shown and is not so.
fn seen(kept: &Kept, ledger: &Ledger) -> Vec<String> {
    let mut broken = Vec::new();
    for (n, (by, action, said)) in &ledger.seen {
        let Some(text) = kept.entry(*n) else {
            broken.push(format!("{n} was shown and is not in the log"));
            continue;
        };
        let same = match (by, action, said) {
            (Some(by), Some(action), _) => is(text, *by, action),
            (_, _, Some(said)) => text.contains(&format!("\"{said}\"")),
            _ => true,
        };
        if !same {
            broken.push(format!("{n} was shown as {by:?} {action:?} {said:?} and is {text}"));
        }
    }
    broken
}

/// Whether this entry is this action of this seat.
fn is(text: &str, seat: u64, action: &str) -> bool {
    text.starts_with(&format!("{seat}@"))
        && text.split_once(' ').is_some_and(|(_, notation)| notation == action)
}

impl Mine<'_> {
    /// Whether this seat plays.
    fn plays(&self, text: &str) -> bool {
        text.starts_with(&format!("{}@", self.seat))
    }

    /// Whether they did this, and not a bot for them, nor the table by itself.
    fn did(&self, n: u64, text: &str) -> bool {
        if self.plays(text) {
            return !self.kept.has_stand_in(self.seat, n);
        }
        let asked = ["ask", "agree", "vote"].iter().any(|kind| self.by(text, kind, "guest").is_some());
        asked || self.by(text, "rematch", "by").is_some() || self.says(text)
    }

    fn says(&self, text: &str) -> bool {
        text.contains(&format!("\"{} says ", self.seat))
    }

    /// What an entry of this kind says, if it names them there.
    fn by(&self, text: &str, kind: &str, who: &str) -> Option<Value> {
        let mut entry: Value =
            text.starts_with(&format!("{{\"{kind}\"")).then(|| serde_json::from_str(text).ok())??;
        let of = entry[kind].take();
        (self.guest.is_some() && of[who].as_str() == self.guest.as_deref()).then_some(of)
    }

    fn is_alone(&self) -> bool {
        (0..self.kept.seats.into()).filter(|seat| self.kept.guest(*seat).is_some()).count() == 1
    }

    /// Whether this entry is what they wanted.
    fn fits(&self, what: &What, text: &str) -> bool {
        let asks = |kind: &str| {
            self.by(text, "ask", "guest").is_some_and(|of| {
                of["question"]["type"] == kind && of["question"]["seat"].as_u64() == Some(self.seat)
            })
        };
        match what {
            What::Play(action) => is(text, self.seat, action),
            What::Say(said) => text.contains(&format!("\"{said}\"")),
            What::Undo => asks("undo"),
            What::Hints => asks("hints"),
            What::Answer(true) => self.by(text, "agree", "guest").is_some(),
            What::Answer(false) => false,
            What::Vote(seat) => {
                self.by(text, "vote", "guest").is_some_and(|of| of["seat"].as_u64() == Some(*seat))
            }
            What::Rematch => self.by(text, "rematch", "by").is_some(),
        }
    }

    /// Whether it is so by this number, whoever did it: what is so already is not done once more.
    fn is_so(&self, what: &What, n: u64) -> bool {
        let any = |is: &dyn Fn(&str) -> bool| self.kept.log.iter().any(|row| row.n <= n && is(&row.text));
        match what {
            What::Play(_) | What::Say(_) | What::Answer(true) => false,
            // Who plays alone asks nobody.
            What::Hints if self.is_alone() => true,
            What::Undo => any(&|text| text.starts_with(&format!("{{\"undo\":{{\"seat\":{},", self.seat))),
            What::Hints => any(&|text| text == "\"hints\""),
            What::Answer(false) => any(&|text| text == "\"drop\""),
            What::Vote(_) => any(&|text| self.fits(what, text)),
            What::Rematch => any(&|text| text.starts_with("{\"rematch\"")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::kept::tests::kept, *};

    const LOG: [(i64, &str); 8] = [
        (0, r#"{"sit":{"seat":0,"guest":"a"}}"#),
        (0, r#"{"sit":{"seat":1,"guest":"b"}}"#),
        (0, r#""start""#),
        (0, "0@10 S@a1"),
        (0, r#"{"say":{"guest":"a","seat":0,"text":"0 says 1"}}"#),
        (0, r#"{"ask":{"guest":"a","question":{"type":"undo","seat":0}}}"#),
        (0, r#"{"vote":{"guest":"a","seat":1}}"#),
        (0, r#"{"rematch":{"table":"x","by":"a"}}"#),
    ];

    /// All that seat 0 wanted, and at which number they were told it is done.
    fn wishes() -> Vec<(What, Option<u64>)> {
        vec![
            (What::Play("S@a1".to_owned()), Some(4)),
            (What::Say("0 says 1".to_owned()), Some(5)),
            (What::Undo, Some(6)),
            (What::Vote(1), None),
            (What::Rematch, Some(8)),
        ]
    }

    fn ledger(wishes: Vec<(What, Option<u64>)>) -> Ledger {
        let mut ledger = Ledger::default();
        for (what, done) in wishes {
            let (wish, _) = ledger.want(what);
            if let Some(n) = done {
                ledger.settle(wish, &json!({ "op": "done", "n": n }));
            }
        }
        ledger
    }

    #[test]
    fn what_was_acknowledged_is_there_and_what_is_there_was_wanted() {
        let told = told(&kept("pyramids", 2, "{}", &LOG), &ledger(wishes()));
        assert_eq!((told.broken, told.acknowledged, told.agreements), (vec![], 4, 2));
        assert_eq!(told.unanswered_and_kept, 1);
    }

    #[test]
    fn what_was_acknowledged_and_is_gone_is_missed() {
        for (n, what) in [(4, "Play"), (5, "Say"), (6, "Undo"), (8, "Rematch")] {
            let mut kept = kept("pyramids", 2, "{}", &LOG);
            kept.log[n - 1].text = "clock@7".to_owned();
            let broken = told(&kept, &ledger(wishes())).broken;
            assert!(broken.len() == 1 && broken[0].starts_with(what), "{broken:?}");
        }
    }

    #[test]
    fn what_stands_there_once_more_than_it_was_wanted_is_seen() {
        for twice in &LOG[3..] {
            let mut log = LOG.to_vec();
            log.push(*twice);
            let broken = told(&kept("pyramids", 2, "{}", &log), &ledger(wishes())).broken;
            assert!(broken.len() == 1 && broken[0].starts_with("9: "), "{broken:?}");
        }
    }

    #[test]
    fn what_is_so_already_is_not_done_once_more() {
        let hints = [LOG[0], LOG[1], (0, r#""hints""#), (0, r#"{"rematch":{"table":"x","by":"b"}}"#)];
        let kept = kept("quadri", 2, "{}", &hints);
        let fine = vec![(What::Hints, Some(4)), (What::Rematch, Some(4))];
        assert_eq!(told(&kept, &ledger(fine)).broken, [""; 0]);
        assert_eq!(told(&kept, &ledger(vec![(What::Answer(false), Some(4))])).broken.len(), 1);
        assert_eq!(told(&kept, &ledger(vec![(What::Hints, Some(2))])).broken.len(), 1, "not agreed by then");
    }

    #[test]
    fn what_a_bot_plays_for_somebody_they_did_not_want() {
        let mut log = LOG.to_vec();
        log.extend([(0, r#"{"stand-in":{"seat":0,"bot":"club"}}"#), (0, "0@20 A+90"), LOG[0]]);
        assert_eq!(told(&kept("pyramids", 2, "{}", &log), &ledger(wishes())).broken, [""; 0]);
        log.push((0, "0@30 B+90"));
        assert_eq!(told(&kept("pyramids", 2, "{}", &log), &ledger(wishes())).broken.len(), 1);
    }
}
