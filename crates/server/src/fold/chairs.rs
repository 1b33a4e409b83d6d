//! Who sits where.

use bots::Level;
use serde::{Deserialize, Serialize};
use table::{Seat, Seats};

use super::FoldError;
use crate::{entry::TableEntry, people::Guest};

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Holder {
    Person(Guest),
    Bot(Level),
}

/// A seat of the table, and whose it was if its person left it to a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Chair {
    pub(crate) holder: Option<Holder>,
    pub(crate) left_by: Option<Guest>,
    /// They did not leave it themselves: it is theirs again as soon as they are back.
    pub(crate) kept: bool,
}

impl Chair {
    pub(crate) fn person(&self) -> Option<Guest> {
        match self.holder {
            Some(Holder::Person(guest)) => Some(guest),
            _ => None,
        }
    }

    /// Whose word counts for this seat: its person's, also while it is kept for them.
    pub(crate) fn speaker(&self) -> Option<Guest> {
        self.person().or(self.left_by.filter(|_| self.kept))
    }

    /// Whose seat it is: its person's, also if they left it to a bot.
    pub(crate) fn of(&self) -> Option<Guest> {
        self.person().or(self.left_by)
    }

    /// A seat whose person is no longer on it: during a game a bot plays on.
    fn left(playing: bool, bot: Level) -> Self {
        Self { holder: playing.then_some(Holder::Bot(bot)), ..Self::default() }
    }
}

/// The chairs around a table, in the order of its seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Chairs(Vec<Chair>);

impl Chairs {
    pub(crate) fn new(seats: u8) -> Self {
        Self(vec![Chair::default(); usize::from(seats)])
    }

    pub(crate) fn get(&self, seat: Seat) -> Option<&Chair> {
        self.0.get(seat.index())
    }

    /// The person on this seat.
    pub(crate) fn person(&self, seat: Seat) -> Option<Guest> {
        self.get(seat)?.person()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Seat, &Chair)> {
        (0..).map(Seat).zip(&self.0)
    }

    /// The seats of which this is true.
    pub(crate) fn which(&self, is: impl Fn(&Chair) -> bool) -> Seats {
        self.iter().filter(|(_, chair)| is(chair)).map(|(seat, _)| seat).collect()
    }

    pub(crate) fn seats_of(&self, guest: Guest) -> Seats {
        self.which(|chair| chair.person() == Some(guest))
    }

    /// The seats that this person left to a bot and may take again.
    pub(crate) fn left_by(&self, guest: Guest) -> Seats {
        self.which(|chair| chair.left_by == Some(guest))
    }

    pub(crate) fn bots(&self) -> Seats {
        self.which(|chair| matches!(chair.holder, Some(Holder::Bot(_))))
    }

    /// The people who sit.
    pub(crate) fn sitting(&self) -> impl Iterator<Item = Guest> {
        self.0.iter().filter_map(Chair::person)
    }

    /// The people who sit, or sat until a bot took over.
    pub(crate) fn people(&self) -> impl Iterator<Item = Guest> {
        self.0.iter().filter_map(Chair::of)
    }

    /// Seats are taken and left.
    pub(super) fn arrange(&mut self, entry: &TableEntry, playing: bool) -> Result<(), FoldError> {
        match *entry {
            TableEntry::Sit { seat, guest } => {
                *self.chair(seat)? = Chair { holder: Some(Holder::Person(guest)), ..Chair::default() };
            }
            TableEntry::Stand { seat, bot } => {
                let chair = self.chair(seat)?;
                *chair = Chair { left_by: chair.person().filter(|_| playing), ..Chair::left(playing, bot) };
            }
            TableEntry::StandIn { seat, bot } => {
                let chair = self.chair(seat)?;
                let left_by = Some(chair.person().ok_or(FoldError::Misplaced)?);
                *chair = Chair { left_by, kept: true, ..Chair::left(playing, bot) };
            }
            TableEntry::Remove { guest, bot } => {
                for chair in &mut self.0 {
                    if chair.person() == Some(guest) {
                        *chair = Chair::left(playing, bot);
                    } else if chair.left_by == Some(guest) {
                        (chair.left_by, chair.kept) = (None, false);
                    }
                }
            }
            TableEntry::Swap { seat, with } => {
                let moved = *self.chair(seat)?;
                let other = std::mem::replace(self.chair(with)?, moved);
                *self.chair(seat)? = other;
            }
            TableEntry::Bot { seat, level } => self.chair(seat)?.holder = Some(Holder::Bot(level)),
            TableEntry::Dismiss { seat } => *self.chair(seat)? = Chair::default(),
            _ => return Err(FoldError::Misplaced),
        }
        Ok(())
    }

    /// From now on a bot plays this seat, if a person did. It counts for them.
    pub(super) fn leave_to(&mut self, seat: Seat, bot: Level) {
        if let Some(chair) = self.0.get_mut(seat.index()).filter(|chair| chair.person().is_some()) {
            *chair = Chair { left_by: chair.person(), ..Chair::left(true, bot) };
        }
    }

    /// All seats are free but this person's.
    pub(super) fn empty_but_for(&mut self, guest: Guest) {
        for chair in self.0.iter_mut().filter(|chair| chair.person() != Some(guest)) {
            *chair = Chair::default();
        }
    }

    fn chair(&mut self, seat: Seat) -> Result<&mut Chair, FoldError> {
        self.0.get_mut(seat.index()).ok_or(FoldError::Misplaced)
    }

    pub(super) fn replace(&mut self, guest: Guest, instead: Guest) {
        for chair in &mut self.0 {
            if chair.person() == Some(guest) {
                chair.holder = Some(Holder::Person(instead));
            }
            if chair.left_by == Some(guest) {
                chair.left_by = Some(instead);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: Guest = Guest(1);
    const BEA: Guest = Guest(2);

    fn chairs(entries: &[TableEntry], playing: bool) -> Chairs {
        let mut chairs = Chairs::new(2);
        for (seat, guest) in [(Seat(0), ADA), (Seat(1), BEA)] {
            chairs.arrange(&TableEntry::Sit { seat, guest }, false).expect("there are two seats");
        }
        for entry in entries {
            chairs.arrange(entry, playing).expect("it fits");
        }
        chairs
    }

    #[test]
    fn a_seat_left_during_the_game_goes_to_the_bot_that_the_entry_names() {
        let stand = TableEntry::Stand { seat: Seat(1), bot: Level::Champion };
        let chair = *chairs(std::slice::from_ref(&stand), true).get(Seat(1)).expect("a chair");
        assert_eq!(
            chair,
            Chair { holder: Some(Holder::Bot(Level::Champion)), left_by: Some(BEA), kept: false }
        );
        assert_eq!(chairs(&[stand], false).get(Seat(1)), Some(&Chair::default()), "before it nobody plays");
    }

    #[test]
    fn whoever_stays_away_keeps_their_say_and_whoever_is_removed_does_not() {
        let stand_in = TableEntry::StandIn { seat: Seat(1), bot: Level::Learner };
        let kept = chairs(std::slice::from_ref(&stand_in), true);
        assert_eq!(kept.get(Seat(1)).and_then(Chair::speaker), Some(BEA));
        let removed = chairs(&[stand_in, TableEntry::Remove { guest: BEA, bot: Level::Learner }], true);
        assert_eq!(removed.get(Seat(1)).and_then(Chair::speaker), None);
        assert!(removed.left_by(BEA).is_empty() && !removed.bots().is_empty());
    }

    #[test]
    fn whoever_is_forgotten_sits_there_as_somebody_unknown() {
        let mut chairs = chairs(&[TableEntry::Stand { seat: Seat(1), bot: Level::Learner }], true);
        chairs.replace(ADA, Guest(8));
        chairs.replace(BEA, Guest(9));
        assert_eq!(chairs.people().collect::<Vec<_>>(), [Guest(8), Guest(9)]);
    }

    #[test]
    fn what_names_no_seat_fits_nowhere() {
        let mut chairs = Chairs::new(2);
        for entry in [
            TableEntry::Sit { seat: Seat(2), guest: ADA },
            TableEntry::StandIn { seat: Seat(0), bot: Level::Learner },
            TableEntry::Swap { seat: Seat(0), with: Seat(2) },
            TableEntry::Start,
        ] {
            assert!(chairs.arrange(&entry, true).is_err(), "{entry:?}");
        }
        assert_eq!(chairs, Chairs::new(2));
    }
}
