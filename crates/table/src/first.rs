//! Who begins, where a table may say so.

use serde::{Deserialize, Serialize};

use crate::{Chance, Clause, OptionAbout, OptionKind, Refusal, Seat};

/// Who begins: a seat, or `random`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "FirstWritten", into = "FirstWritten")]
pub enum First {
    #[default]
    Random,
    Seat(Seat),
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "`first` is a seat's number, or \"random\"")]
enum FirstWritten {
    Number(i64),
    Word(String),
}

impl TryFrom<FirstWritten> for First {
    type Error = &'static str;

    fn try_from(written: FirstWritten) -> Result<Self, Self::Error> {
        const NEITHER: &str = "`first` is a seat's number, or \"random\"";
        match written {
            FirstWritten::Number(seat) => {
                u8::try_from(seat).map(|seat| Self::Seat(Seat(seat))).map_err(|_| NEITHER)
            }
            FirstWritten::Word(word) if word == "random" => Ok(Self::Random),
            FirstWritten::Word(_) => Err(NEITHER),
        }
    }
}

impl From<First> for FirstWritten {
    fn from(first: First) -> Self {
        match first {
            First::Random => Self::Word("random".into()),
            First::Seat(seat) => Self::Number(seat.0.into()),
        }
    }
}

impl First {
    /// The option `first`, as people read it.
    pub fn about() -> OptionAbout {
        OptionAbout::new(
            "first",
            ("First player", "Premier joueur"),
            (
                "Who begins: a seat, or anyone at random.",
                "Qui commence\u{202f}: une place choisie, ou une place au hasard.",
            ),
            OptionKind::SeatOrRandom,
        )
    }

    /// The seat that begins. Only chance draws, so a chosen seat leaves it as it was.
    pub fn drawn(self, seats: u8, chance: &mut Chance) -> Seat {
        match self {
            Self::Seat(seat) => seat,
            Self::Random => Seat(chance.below(u32::from(seats)) as u8),
        }
    }

    /// Refuses, by this clause, a seat that is not one of so many.
    pub fn at_a_table_of(self, seats: u8, clause: Clause) -> Result<(), Refusal> {
        match self {
            Self::Seat(seat) if seat.0 >= seats => Err(Refusal::fixed(
                clause,
                "Who begins must sit at this table: choose one of its seats, or chance.",
                "Qui commence doit être à cette table\u{202f}: choisissez l’une de ses places, ou le hasard.",
            )),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn it_is_written_as_a_number_or_a_word() {
        for (first, text) in [(First::Random, "\"random\""), (First::Seat(Seat(3)), "3")] {
            assert_eq!(serde_json::to_string(&first).unwrap(), text);
            assert_eq!(serde_json::from_str::<First>(text).unwrap(), first);
        }
        for bad in ["-1", "256", "1.5", "\"me\"", "null", "[0]"] {
            assert!(serde_json::from_str::<First>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_chosen_seat_draws_nothing() {
        let (mut chance, untouched) = (Chance::new(Seed::from(7)), Chance::new(Seed::from(7)));
        assert_eq!(First::Seat(Seat(2)).drawn(4, &mut chance), Seat(2));
        assert_eq!(chance, untouched);
        assert!(First::Random.drawn(4, &mut chance).0 < 4);
        assert_ne!(chance, untouched);
    }

    #[test]
    fn only_a_seat_of_the_table_can_begin() {
        const CLAUSE: Clause = Clause::new('T', 1);
        assert_eq!(First::Random.at_a_table_of(2, CLAUSE), Ok(()));
        assert_eq!(First::Seat(Seat(1)).at_a_table_of(2, CLAUSE), Ok(()));
        assert_eq!(First::Seat(Seat(2)).at_a_table_of(2, CLAUSE).unwrap_err().clause, CLAUSE);
    }
}
