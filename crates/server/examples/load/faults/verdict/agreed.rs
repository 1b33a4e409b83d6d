//! What people decide together: whoever is there, or was a moment ago, is asked.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::kept::{Kept, Row};

/// Whoever has been gone for less is asked still, and has not withdrawn what they asked.
const A_MOMENT: i64 = 4_000;
/// What clocks and lines are unsure of.
const SLACK: i64 = 500;
/// Whoever has just come back may not be known everywhere yet: nodes tell each other every two seconds who is there.
const KNOWN: i64 = 2_500;

/// Somebody who sits at the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Sitting {
    /// From when to when they had a line, by the database's clock.
    pub(super) lines: Vec<(i64, i64)>,
    /// When they said no to what was asked: after which number, and by which it was done, if they were told.
    pub(super) noes: Vec<(u64, u64)>,
}

impl Sitting {
    /// Whether everybody had to know at this moment that they were there less than so long ago.
    fn was_there(&self, at: i64, patience: i64) -> bool {
        self.lines.iter().any(|(from, to)| *from <= at - KNOWN && *to >= at - patience + SLACK)
    }

    /// When they had a line lately, in milliseconds before this moment.
    fn lately(&self, at: i64) -> String {
        let lately = self.lines.iter().filter(|(from, to)| *to > at - 15_000 && *from <= at);
        let ago: Vec<_> = lately.map(|(from, to)| (at - from, at - (*to).min(at))).collect();
        format!("lines, in ms before it: {ago:?}")
    }
}

/// A question, and who has agreed to it.
struct Asked {
    asker: String,
    what: Value,
    agreed: BTreeSet<String>,
}

/// A table as far as people decide there.
struct Table<'a> {
    people: &'a BTreeMap<u64, Sitting>,
    /// For how long somebody has to be gone before a bot may play for them.
    away: i64,
    /// Who sits where, also where a bot plays for them.
    sits: BTreeMap<u64, String>,
    stood_in: BTreeSet<u64>,
    votes: BTreeSet<(u64, String)>,
    asked: Option<Asked>,
}

/// What must not be.
struct Wrong {
    /// Whether somebody was passed over who was there.
    passed_over: bool,
    what: String,
}

impl From<String> for Wrong {
    fn from(what: String) -> Self {
        Self { passed_over: false, what }
    }
}

fn passed_over(what: String) -> Wrong {
    Wrong { passed_over: true, what }
}

/// What came of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Agreed {
    pub(super) broken: Vec<String>,
    /// So often was somebody passed over while houses did not hear each other and could not know.
    pub(super) unheard: usize,
}

/// `away`: for how long somebody has to be gone before a bot may play for them, in milliseconds. `unheard`: from when to when
/// houses did not hear each other and could not know.
pub(super) fn agreed(
    kept: &Kept,
    people: &BTreeMap<u64, Sitting>,
    away: i64,
    unheard: &[(i64, i64)],
) -> Agreed {
    let mut table = Table {
        people,
        away,
        sits: BTreeMap::new(),
        stood_in: BTreeSet::new(),
        votes: BTreeSet::new(),
        asked: None,
    };
    let mut agreed = Agreed::default();
    for row in &kept.log {
        let unheard = unheard.iter().any(|(from, to)| (from..=to).contains(&&row.wall));
        for Wrong { passed_over, what } in table.next(row) {
            if passed_over && unheard {
                agreed.unheard += 1;
            } else {
                agreed.broken.push(format!("{}: {}: {what}", row.n, row.text));
            }
        }
    }
    agreed
}

impl Table<'_> {
    fn next(&mut self, row: &Row) -> Vec<Wrong> {
        let Ok(entry) = serde_json::from_str::<Value>(&row.text) else {
            self.acts(row.text.split_once('@').and_then(|(seat, _)| seat.parse().ok()));
            return Vec::new();
        };
        if let Some(name) = entry.as_str() {
            let asked = self.asked.take_if(|_| ["drop", "hints"].contains(&name));
            return match name {
                "drop" => self.dropped(row, asked.as_ref()).into_iter().collect(),
                "hints" => self.agreed_to("hints", asked.as_ref()).into_iter().collect(),
                _ => Vec::new(),
            };
        }
        let Some((kind, of)) = entry.as_object().and_then(|entry| entry.iter().next()) else {
            return Vec::new();
        };
        let (seat, guest) =
            (of["seat"].as_u64().unwrap_or_default(), of["guest"].as_str().map(str::to_owned));
        match (kind.as_str(), guest) {
            ("sit", Some(guest)) => {
                self.sits.insert(seat, guest);
                self.stood_in.remove(&seat);
            }
            ("vote", Some(guest)) => {
                self.votes.insert((seat, guest));
            }
            ("back", _) => self.votes.retain(|(on, _)| *on != seat),
            ("ask", Some(asker)) => {
                let what = of["question"].clone();
                self.asked = Some(Asked { asker, what, agreed: BTreeSet::new() });
            }
            ("agree", Some(guest)) => {
                if let Some(asked) = &mut self.asked {
                    asked.agreed.insert(guest);
                }
            }
            ("undo", _) => {
                let asked = self.asked.take();
                return self.agreed_to("undo", asked.as_ref()).into_iter().collect();
            }
            ("stand-in", _) => return self.stands_in(row, seat),
            _ => {}
        }
        Vec::new()
    }

    /// Whoever plays on has dropped what they asked to take back.
    fn acts(&mut self, seat: Option<u64>) {
        self.asked.take_if(|asked| asked.what["type"] == "undo" && asked.what["seat"].as_u64() == seat);
    }

    fn stands_in(&mut self, row: &Row, seat: u64) -> Vec<Wrong> {
        let mut broken: Vec<Wrong> = Vec::new();
        let was_there =
            |of: u64, long| self.people.get(&of).filter(|person| person.was_there(row.wall, long));
        if let Some(person) = was_there(seat, self.away) {
            let lines = person.lately(row.wall);
            broken.push(passed_over(format!("a bot took the place of somebody who was there: {lines}")));
        }
        let others = self.sits.iter().filter(|(of, _)| **of != seat && !self.stood_in.contains(of));
        let voted = |guest: &String| self.votes.contains(&(seat, guest.clone()));
        for (of, guest) in others {
            if let Some(person) = was_there(*of, A_MOMENT).filter(|_| !voted(guest)) {
                let lines = person.lately(row.wall);
                let what = format!("without the vote of seat {of}, whose person was there: {lines}");
                broken.push(passed_over(what));
            }
        }
        if !self.votes.iter().any(|(on, _)| *on == seat) {
            broken.push("nobody voted for it".to_owned().into());
        }
        self.stood_in.insert(seat);
        self.votes.retain(|(on, _)| *on != seat);
        self.asked.take_if(|asked| asked.what["seat"] == seat);
        broken
    }

    /// Whether nobody's answer is missing. A bot that plays for somebody does not speak for them.
    fn all_agree(&self, asked: &Asked) -> bool {
        self.sits.values().all(|guest| *guest == asked.asker || asked.agreed.contains(guest))
    }

    fn agreed_to(&self, what: &str, asked: Option<&Asked>) -> Option<Wrong> {
        let alone = self.sits.values().collect::<BTreeSet<_>>().len() < 2;
        let fine = asked.map_or(alone, |asked| asked.what["type"] == what && self.all_agree(asked));
        (!fine).then(|| "not everybody who sits there had agreed".to_owned().into())
    }

    /// Somebody said no, whoever asked has gone, or it was to be taken back and somebody has learned something since.
    fn dropped(&self, row: &Row, asked: Option<&Asked>) -> Option<Wrong> {
        let Some(asked) = asked else { return Some("nothing was asked".to_owned().into()) };
        let no = |person: &Sitting| person.noes.iter().any(|(since, by)| (since + 1..=*by).contains(&row.n));
        if self.people.values().any(no) || (asked.what["type"] == "undo" && self.all_agree(asked)) {
            return None;
        }
        let seat = self.sits.iter().find(|(_, guest)| **guest == asked.asker).map(|(seat, _)| seat);
        let asker = seat.and_then(|seat| self.people.get(seat))?;
        let lines = asker.lately(row.wall);
        let there = asker.was_there(row.wall, A_MOMENT);
        there.then(|| passed_over(format!("nobody said no, and whoever asked it was there: {lines}")))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::kept::tests::kept, *};

    const SITTING: [(i64, &str); 3] = [
        (0, r#"{"sit":{"seat":0,"guest":"a"}}"#),
        (0, r#"{"sit":{"seat":1,"guest":"b"}}"#),
        (0, r#"{"sit":{"seat":2,"guest":"c"}}"#),
    ];
    const FOR_EVER: i64 = i64::MAX;
    const AWAY: i64 = 5_000;
    const UNHEARD: (i64, i64) = (60_000, 68_000);

    /// Three people with these lines, and what happens at their table.
    fn judged(lines: [&[(i64, i64)]; 3], log: &[(i64, &str)]) -> Vec<String> {
        with_noes(lines, &[], log)
    }

    fn with_noes(lines: [&[(i64, i64)]; 3], noes: &[(u64, u64)], log: &[(i64, &str)]) -> Vec<String> {
        let log: Vec<(i64, &str)> = SITTING.iter().chain(log).copied().collect();
        let sitting = |lines: &[(i64, i64)]| Sitting { lines: lines.to_vec(), noes: Vec::new() };
        let mut people: BTreeMap<u64, Sitting> = (0..).zip(lines.map(sitting)).collect();
        people.entry(1).or_default().noes = noes.to_vec();
        let agreed = agreed(&kept("quadri", 3, "{}", &log), &people, AWAY, &[UNHEARD]);
        assert_eq!(agreed.unheard, 0);
        agreed.broken
    }

    const STAND_IN: &str = r#"{"stand-in":{"seat":2,"bot":"club"}}"#;
    const A_VOTES: &str = r#"{"vote":{"guest":"a","seat":2}}"#;
    const B_VOTES: &str = r#"{"vote":{"guest":"b","seat":2}}"#;

    #[test]
    fn a_bot_may_play_for_whoever_is_gone_once_all_who_are_there_want_it() {
        let (here, gone) = ([(0, FOR_EVER)], [(0, 20_000)]);
        let lines = [&here[..], &here, &gone];
        assert_eq!(judged(lines, &[(25_500, A_VOTES), (25_600, B_VOTES), (25_600, STAND_IN)]), [""; 0]);
        let broken = judged(lines, &[(25_500, A_VOTES), (25_500, STAND_IN)]);
        assert!(broken.len() == 1 && broken[0].contains("without the vote of seat 1"), "{broken:?}");
        assert_eq!(judged(lines, &[(25_500, STAND_IN)]).len(), 3, "nobody voted");
    }

    #[test]
    fn whoever_has_been_gone_for_a_moment_only_is_asked_still() {
        let (here, gone) = ([(0, FOR_EVER)], [(0, 20_000)]);
        let log = [(25_500, A_VOTES), (25_500, STAND_IN)];
        let moment = [(0, 23_000)];
        assert_eq!(judged([&here, &moment, &gone], &log).len(), 1);
        let long = [(0, 21_400)];
        assert_eq!(judged([&here, &long, &gone], &log), [""; 0]);
        let just_back = [(0, 15_000), (25_000, FOR_EVER)];
        assert_eq!(judged([&here, &just_back, &gone], &log), [""; 0], "not everybody knows");
        let votes_are_over = [(25_500, B_VOTES), (25_500, r#"{"back":{"seat":2}}"#), log[0], log[1]];
        assert_eq!(judged([&here, &here, &gone], &votes_are_over).len(), 1);
    }

    #[test]
    fn who_could_not_know_is_counted_only() {
        let log: Vec<(i64, &str)> = SITTING.iter().copied().chain([(61_000, STAND_IN)]).collect();
        let people =
            (0..3).map(|seat| (seat, Sitting { lines: vec![(0, FOR_EVER)], noes: vec![] })).collect();
        let agreed = agreed(&kept("quadri", 3, "{}", &log), &people, AWAY, &[UNHEARD]);
        assert_eq!(agreed.unheard, 3, "the one who is replaced, and two who were not asked");
        assert!(agreed.broken.len() == 1 && agreed.broken[0].contains("nobody voted"), "{agreed:?}");
    }

    #[test]
    fn nobody_is_replaced_who_is_there() {
        let here = [(0, FOR_EVER)];
        let log = [(25_500, A_VOTES), (25_500, B_VOTES), (25_500, STAND_IN)];
        for lines in [&here[..], &[(0, 24_000)]] {
            let broken = judged([&here, &here, lines], &log);
            assert!(broken.len() == 1 && broken[0].contains("took the place"), "{broken:?}");
        }
    }

    const UNDO: &str = r#"{"ask":{"guest":"a","question":{"type":"undo","seat":0}}}"#;
    const HINTS: &str = r#"{"ask":{"guest":"a","question":{"type":"hints","seat":0}}}"#;

    #[test]
    fn a_question_is_dropped_by_a_no_and_when_its_asker_is_gone_and_not_otherwise() {
        let here = [(0, FOR_EVER)];
        let log = [(10_000, UNDO), (11_000, r#""drop""#)];
        let broken = judged([&here, &here, &here], &log);
        assert!(broken.len() == 1 && broken[0].contains("nobody said no"), "{broken:?}");
        // The drop is number 5.
        assert_eq!(with_noes([&here, &here, &here], &[(4, 5)], &log), [""; 0]);
        assert_eq!(with_noes([&here, &here, &here], &[(4, u64::MAX)], &log), [""; 0], "nobody was told");
        assert_eq!(with_noes([&here, &here, &here], &[(5, 9)], &log).len(), 1, "the no came later");
        let moment = [(0, 9_500), (12_000, FOR_EVER)];
        assert_eq!(judged([&moment, &here, &here], &log).len(), 1, "gone for a moment only");
        let gone = [(0, 7_000)];
        assert_eq!(judged([&gone, &here, &here], &log), [""; 0]);
        let played_on = [log[0], (10_500, "0@10 x"), log[1]];
        assert_eq!(judged([&here, &here, &here], &played_on).len(), 1, "it was asked no more");
    }

    #[test]
    fn nothing_is_done_before_everybody_has_agreed() {
        let here = [(0, FOR_EVER)];
        let [b, c] = [r#"{"agree":{"guest":"b"}}"#, r#"{"agree":{"guest":"c"}}"#].map(|text| (10_000, text));
        let (undo, hints) = ((10_000, r#"{"undo":{"seat":0,"to":3}}"#), (10_000, r#""hints""#));
        for (ask, done) in [(UNDO, undo), (HINTS, hints)] {
            let ask = (10_000, ask);
            assert_eq!(judged([&here, &here, &here], &[ask, b, c, done]), [""; 0]);
            assert_eq!(judged([&here, &here, &here], &[ask, b, done]).len(), 1);
            assert_eq!(judged([&here, &here, &here], &[done]).len(), 1);
        }
        // Everybody has agreed, and somebody has learned something since.
        assert_eq!(judged([&here, &here, &here], &[(9_000, UNDO), b, c, (10_000, r#""drop""#)]), [""; 0]);
        assert_eq!(judged([&here, &here, &here], &[(9_000, HINTS), b, c, (10_000, r#""drop""#)]).len(), 1);
    }
}
