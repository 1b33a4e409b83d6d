//! What `quintette` does that others may call: the referee by JSON lines.

mod referee;

pub use referee::referee;
