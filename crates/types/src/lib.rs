//! `ts-rs`, under whose name everybody has this, where somebody wants the client's TypeScript written; and nothing in its place
//! where nobody does. What types say of themselves is much of what there is to compile of the games, and no program says it.

#[cfg(feature = "told")]
pub use real::*;
#[cfg(not(feature = "told"))]
pub use since::TS;

/// A type that has a TypeScript of its own, if somebody asks.
#[cfg(not(feature = "told"))]
pub trait TS {}
#[cfg(not(feature = "told"))]
impl<T: ?Sized> TS for T {}
