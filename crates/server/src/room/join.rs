//! Somebody comes, and is told all that has happened since they last knew.

use super::{
    Client, Join, OpenError, Room,
    show::{Has, Shown},
};
use crate::{
    address::Address,
    assets,
    fold::Change,
    frames,
    people::Guest,
    protocol::{Frame, GameShown, Reply, Welcome},
};

impl Room {
    pub(super) async fn join(&mut self, join: Join) {
        let Join { id, guest, from, name, since, out } = join;
        if since > self.table.n {
            // They saw it at another node, which may have died before it could tell.
            self.read_on().await;
            if self.ended {
                return; // They come again, where the log can be read.
            }
        }
        self.presence.come(guest);
        self.is_called(guest, name);
        // Their seat is given back, or their vote ends, before they look.
        self.settle().await;
        let (whole, history) = match self.history(since, from).await {
            Ok(told) => told,
            Err(error) => {
                tracing::error!(table = self.table.opening.id, %error, "a history cannot be read");
                self.ended = true;
                return;
            }
        };
        for guest in history.iter().filter_map(|change| Some(change.said.as_ref()?.guest)) {
            if !self.names.contains_key(&guest) {
                let name = self.house.store.name_of(guest).await.unwrap_or_default();
                self.names.insert(guest, name);
            }
        }
        let standing = self.standing(guest);
        let (seats, watches) = (standing.seats, standing.watches());
        let steps: Vec<_> =
            history.iter().map(|change| change.seen_by(seats, watches, &self.names)).collect();
        let mut client = Client::new(id, (guest, from), standing, out);
        let table = self.info(standing);
        if !self.shown.iter().any(|shown| shown.standing == standing) {
            let (table, game) = (table.clone(), GameShown::new(&self.table, seats));
            self.shown.reserve_exact(1); // Most tables have two of them, each of some size.
            self.shown.push(Shown { standing, table, game });
        }
        if let Some(shown) = self.shown.iter().find(|shown| shown.standing == standing) {
            // The others are told in a moment who is here; whoever comes knows at once.
            client.has = Has { table: shown.table == table, game: true };
            client.send(frames::encode(&Reply::Frame(Frame {
                n: self.table.n,
                now: self.scene().now,
                whole,
                steps: &steps,
                table: Some(&table),
                game: Some(&shown.game),
                patch: None,
                welcome: Some(Welcome { me: guest.at_table(&self.table.opening.id), build: assets::build() }),
            })));
        }
        if let Some(words) = self.why_late() {
            client.send(words);
        }
        if self.clients.len() < 4 {
            self.clients.reserve_exact(1); // Most tables have two of them.
        }
        self.clients.push(client);
        self.presence_changed();
        self.tell_the_others(false);
    }

    /// What is told to whoever knows everything up to number `since`, and whether that is all that can be told.
    async fn history(&self, since: u64, from: Address) -> Result<(bool, Vec<Change>), OpenError> {
        let n = self.table.n;
        if let Some(recent) = self.recent.after(since, n).filter(|_| 0 < since && since <= n) {
            return Ok((false, recent));
        }
        let story = self.table.story(since);
        let whole = story.whole;
        if story.is_empty() {
            return Ok((whole, Vec::new()));
        }
        let turn = self.house.room_turn(from).await;
        let rows = self.house.store.log(self.table.key, story.from).await?;
        let tell = move || story.tell(&rows);
        let told = self.house.on_blocking_pool(turn, tell).await.ok_or(OpenError::Panic)??;
        Ok((whole, told))
    }

    /// Learns somebody's name. While the rules close the table's talk, names stay as they are: they could say something.
    pub(super) fn is_called(&mut self, guest: Guest, name: String) {
        let silent = self.table.may_talk().is_err();
        if !silent || !self.names.contains_key(&guest) {
            self.names.insert(guest, name);
        }
    }
}
