//! Tournaments: who meets whom, what a result is worth, who is first.
//!
//! A tournament is what was announced ([`Plan`]) and a log of entries; how it stands is the fold of that log
//! ([`Tournament::apply`]). What has to happen next by itself is asked for ([`Tournament::next`]), with the time, and
//! written at the next number of the log by whoever is first. Nothing here waits, draws from the system's randomness or
//! looks at a clock: the same log and the same time give the same next entry everywhere.
//!
//! ```
//! use std::collections::HashSet;
//! use tournaments::{Entry, Format, Moment, Plan, Tournament};
//!
//! let format = Format::Swiss { rounds: 3 };
//! let plan = Plan { format, seats: (2, 2), starts: Some(Moment(60_000)), pause: 0, seed: 7, levels: 0 };
//! let mut evening = Tournament::new(plan);
//! for who in ["Ada", "Bea", "Cleo"] {
//!     evening.apply(Entry::Joined { who, rating: None, team: None }, Moment(0)).unwrap();
//! }
//! let mut now = Moment(60_000);
//! while let Some(entry) = evening.next(now, &HashSet::new()) {
//!     evening.apply(entry, now).unwrap();
//!     // Whoever sits first wins.
//!     for table in 0..evening.tables.len() as u32 {
//!         if evening.tables[table as usize].done.is_none() {
//!             let won = Entry::Result { table, places: vec![1, 2], away: vec![], ended: None };
//!             evening.apply(won, now).unwrap();
//!         }
//!     }
//! }
//! let standings = evening.standings();
//! assert_eq!(standings.len(), 3);
//! assert_eq!(evening.byes.len(), 3, "each of three had one bye");
//! ```

mod arena;
mod everybody;
mod fold;
mod knockout;
mod lots;
mod matching;
mod next;
mod pairing;
mod plan;
mod standings;
mod swiss;
mod tables;

pub use fold::{Done, Entrant, Misplaced, NotJoined, Phase, Table, Tournament};
pub use knockout::REPLAYS;
pub use plan::{
    Bye, Entry, Format, MOST_EVERYBODY, MOST_MINUTES, MOST_PEOPLE, MOST_RETURNS, MOST_ROUNDS, Moment, Plan,
    Player,
};
pub use standings::{POINT, Standing, TieBreak, share};
