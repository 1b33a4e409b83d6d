//! What a game leaves behind when it ends: on the list of finished tables, and on the records of its people.

use super::Room;
use crate::record;

impl Room {
    /// The game is over. It may be told more than once: the house may have closed just then.
    pub(super) async fn finish(&self) {
        let store = &self.house.store;
        let noted = match record::ending(&self.table) {
            Some(ending) => store.note_ending(self.table.key, ending).await,
            None => store.note_finished(self.table.key).await,
        };
        if let Err(error) = noted {
            tracing::error!(table = self.table.opening.id, %error, "the end is not noted");
        }
        self.give_credit().await;
    }

    /// The level that was won goes on the record of everybody who sits here.
    async fn give_credit(&self) {
        if self.table.opening.given.is_some() {
            return; // Who plays on from a moment of another game knows too much.
        }
        let Some(level) = self.table.game.as_ref().and_then(|game| game.credit()) else { return };
        for guest in self.table.sitting() {
            let game = self.table.opening.game.clone();
            if let Err(error) = self.house.store.note_level(guest, game, level).await {
                tracing::error!(table = self.table.opening.id, %error, "a level is not noted");
            }
        }
    }
}
