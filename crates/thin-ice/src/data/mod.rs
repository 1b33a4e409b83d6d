//! What is printed on things.

pub(crate) mod deck;
