//! One question at a time to the people at the table (before the game, shall two of them change places; during it, may
//! somebody take something back), and their votes on bots for those who stay away.

use serde::{Deserialize, Serialize};
use table::{Seat, Seats};

use super::{Chairs, Holder};
use crate::{
    people::Guest,
    protocol::{Asked, Phase, Question},
};

/// A question, and who has agreed so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Asking {
    pub(crate) asker: Guest,
    pub(crate) question: Question,
    /// The number of the entry that asks.
    #[serde(default)]
    pub(crate) n: u64,
    agreed: Vec<Guest>,
}

impl Asking {
    pub(crate) const fn new(asker: Guest, question: Question) -> Self {
        Self { asker, question, n: 0, agreed: Vec::new() }
    }

    /// As the entry of this number asks it.
    pub(super) const fn asked_at(mut self, n: u64) -> Self {
        self.n = n;
        self
    }

    pub(super) fn agree(&mut self, guest: Guest) {
        self.agreed.push(guest);
    }

    /// The seats of the people whose answer is missing. A bot that plays for somebody does not speak for them.
    pub(crate) fn unanswered(&self, chairs: &Chairs) -> Seats {
        let missing = chairs.iter().filter(|(seat, chair)| {
            let concerned = match self.question {
                Question::Swap { with, .. } => *seat == with,
                Question::Undo { .. } | Question::Hints { .. } => true,
            };
            let agrees = |guest: Guest| guest == self.asker || self.agreed.contains(&guest);
            concerned && chair.speaker().is_some_and(|guest| !agrees(guest))
        });
        missing.map(|(seat, _)| seat).collect()
    }

    /// Whether the question still makes sense; `acted` has just acted.
    pub(super) fn stands(&self, chairs: &Chairs, phase: Phase, acted: Option<Seat>) -> bool {
        let theirs = chairs.seats_of(self.asker).contains(self.question.seat());
        theirs
            && match self.question {
                Question::Swap { with, .. } => {
                    let other = chairs.get(with).and_then(|chair| chair.holder);
                    phase == Phase::Gathering && matches!(other, Some(Holder::Person(_)))
                }
                Question::Undo { seat } => phase == Phase::Playing && acted != Some(seat),
                Question::Hints { .. } => phase == Phase::Playing,
            }
    }

    /// The question as the page shows it.
    pub(crate) fn shown(&self, chairs: &Chairs) -> Asked {
        Asked { what: self.question, of: self.unanswered(chairs) }
    }
}

/// Who wants a bot for which seat, whose person stays away.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Votes(Vec<(Seat, Guest)>);

impl Votes {
    pub(super) fn add(&mut self, seat: Seat, by: Guest) {
        if !self.has(seat, by) {
            self.0.push((seat, by));
        }
    }

    pub(super) fn clear(&mut self, seat: Seat) {
        self.keep(|on, _| on != seat);
    }

    pub(super) fn keep(&mut self, keep: impl Fn(Seat, Guest) -> bool) {
        self.0.retain(|&(seat, by)| keep(seat, by));
    }

    pub(crate) fn has(&self, seat: Seat, by: Guest) -> bool {
        self.0.contains(&(seat, by))
    }

    /// The seats on which somebody has voted.
    pub(crate) fn seats(&self) -> Seats {
        self.0.iter().map(|&(seat, _)| seat).collect()
    }
}

#[cfg(test)]
mod tests {
    use bots::Level;

    use super::*;
    use crate::entry::TableEntry;

    const ADA: Guest = Guest(1);
    const BEA: Guest = Guest(2);

    /// Ada, Bea and a bot.
    fn chairs() -> Chairs {
        let mut chairs = Chairs::new(3);
        for entry in [
            TableEntry::Sit { seat: Seat(0), guest: ADA },
            TableEntry::Sit { seat: Seat(1), guest: BEA },
            TableEntry::Bot { seat: Seat(2), level: Level::Learner },
        ] {
            chairs.arrange(&entry, false).expect("there are three seats");
        }
        chairs
    }

    #[test]
    fn everybody_else_who_is_a_person_has_to_agree_to_what_is_taken_back() {
        let (chairs, mut asking) = (chairs(), Asking::new(ADA, Question::Undo { seat: Seat(0) }));
        assert_eq!(asking.unanswered(&chairs), Seats::one(Seat(1)), "a bot does not mind");
        asking.agree(BEA);
        assert!(asking.unanswered(&chairs).is_empty());
    }

    #[test]
    fn somebody_for_whom_a_bot_plays_still_has_to_agree() {
        let mut chairs = chairs();
        let stand_in = TableEntry::StandIn { seat: Seat(1), bot: Level::Learner };
        chairs.arrange(&stand_in, true).expect("Bea stays away");
        let asking = Asking::new(ADA, Question::Undo { seat: Seat(0) });
        assert_eq!(asking.unanswered(&chairs), Seats::one(Seat(1)));
    }

    #[test]
    fn a_question_lapses_when_the_table_has_moved_on() {
        let (chairs, undo) = (chairs(), Asking::new(ADA, Question::Undo { seat: Seat(0) }));
        assert!(undo.stands(&chairs, Phase::Playing, None));
        assert!(undo.stands(&chairs, Phase::Playing, Some(Seat(1))));
        assert!(!undo.stands(&chairs, Phase::Playing, Some(Seat(0))), "Ada has played on");
        assert!(!undo.stands(&chairs, Phase::Over, None));
        let swap = |with| Asking::new(ADA, Question::Swap { seat: Seat(0), with });
        assert!(swap(Seat(1)).stands(&chairs, Phase::Gathering, None));
        assert!(!swap(Seat(1)).stands(&chairs, Phase::Playing, None));
        assert!(!swap(Seat(2)).stands(&chairs, Phase::Gathering, None), "a bot sits there now");
        let not_hers = Asking::new(ADA, Question::Undo { seat: Seat(1) });
        assert!(!not_hers.stands(&chairs, Phase::Playing, None));
    }

    #[test]
    fn a_vote_counts_once_and_goes_with_its_reason() {
        let mut votes = Votes::default();
        votes.add(Seat(1), ADA);
        votes.add(Seat(1), ADA);
        votes.add(Seat(2), BEA);
        assert!(votes.has(Seat(1), ADA) && !votes.has(Seat(1), BEA));
        votes.clear(Seat(1));
        assert_eq!(votes.seats(), Seats::one(Seat(2)));
    }
}
