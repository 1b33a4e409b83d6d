//! The cards as data.

mod cards;

pub(crate) use cards::FACES;
pub use cards::KINDS;
