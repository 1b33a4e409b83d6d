//! Who: a seat at the table, and sets of seats.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A place at the table, counted from 0. "Clockwise" is seat order 0, 1, 2, … and back to 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of `seats`.
    pub const fn next(self, seats: u8) -> Self {
        Self((self.0 + 1) % seats)
    }

    /// All seats of a table, in order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..seats).map(Self)
    }

    /// All seats of a table, clockwise, this one first.
    pub fn clockwise(self, seats: u8) -> impl Iterator<Item = Self> + Clone {
        (0..seats).map(move |k| Self((self.0 + k) % seats))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, TS)]
#[ts(type = "number[]")]
pub struct Seats(u8);

impl Seats {
    pub const NONE: Self = Self(0);

    /// With a seat that no table has: none.
    pub const fn one(seat: Seat) -> Self {
        Self(if seat.0 < 8 { 1 << seat.0 } else { 0 })
    }

    pub const fn all(seats: u8) -> Self {
        Self(((1u16 << seats) - 1) as u8)
    }

    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 8 && self.0 >> seat.0 & 1 == 1
    }

    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | Self::one(seat).0)
    }

    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !Self::one(seat).0)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest seat of the set.
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        (0..8).map(Seat).filter(move |&s| self.contains(s))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

/// As a list: `[0, 2]`.
impl Serialize for Seats {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let seats = Vec::<Seat>::deserialize(from)?;
        if seats.iter().any(|s| s.0 >= 8) {
            return Err(serde::de::Error::custom("a seat is a number from 0 to 7"));
        }
        Ok(seats.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clockwise_is_seat_order_and_back() {
        assert_eq!(Seat(3).next(4), Seat(0));
        assert_eq!(Seat(2).clockwise(4).collect::<Vec<_>>(), [Seat(2), Seat(3), Seat(0), Seat(1)]);
    }

    #[test]
    fn a_set_of_seats_is_written_as_a_list() {
        let set: Seats = [Seat(2), Seat(0)].into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[0,2]");
        assert_eq!(serde_json::from_str::<Seats>("[2,0]").unwrap(), set);
        assert!(serde_json::from_str::<Seats>("[8]").is_err());
    }

    #[test]
    fn a_seat_that_no_table_has_is_in_no_set() {
        for seat in [8, 9, 64, 255].map(Seat) {
            let some = Seats::one(Seat(1));
            assert_eq!((some.with(seat), some.without(seat), Seats::one(seat)), (some, some, Seats::NONE));
            assert!(!some.contains(seat));
        }
    }

    #[test]
    fn all_of_eight_fit() {
        assert_eq!(Seats::all(8).len(), 8);
        assert_eq!(Seats::all(0), Seats::NONE);
    }
}
