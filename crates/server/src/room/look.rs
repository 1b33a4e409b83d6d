//! Somebody who is not at the table looks at it: a list, a hint.

use std::fmt;

use tokio::sync::oneshot;

use super::ToRoom;
use crate::{fold::Table, presence::Presence, rooms::Door};

type Eyes = dyn FnOnce(&Table, &Presence) + Send;

/// Somebody looks at the table as it stands, and at who is there.
pub(crate) struct Look(pub(super) Box<Eyes>);

impl fmt::Debug for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Look")
    }
}

/// What is seen at the table behind this door; nothing if the room ends first.
pub(crate) async fn look<T: Send + 'static>(
    door: &Door,
    look: impl FnOnce(&Table, &Presence) -> T + Send + 'static,
) -> Option<T> {
    let (seen, told) = oneshot::channel();
    let look = Look(Box::new(|table, presence| {
        let _ = seen.send(look(table, presence));
    }));
    door.send(Box::new(ToRoom::Look(look))).await.ok()?;
    told.await.ok()
}
