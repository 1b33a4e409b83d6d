//! The bots of version 0.1, kept as they were to measure against (the arena's player `old`). Only their clock is new: they
//! count processor time, as everybody in the arena does.

mod pyramids;
mod quadri;
mod quicksand;
mod quintazone;
mod search;
mod teach;
mod thin_ice;

pub(crate) use teach::Teach;

/// Their three levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    Easy,
    Normal,
    Hard,
}
