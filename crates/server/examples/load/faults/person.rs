//! Somebody in the town: comes to a table, plays at random, and comes again when the line breaks, as the page does.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use table::Chance;
use tokio::{
    sync::watch,
    time::{Instant, sleep, timeout},
};

use super::{
    group::{Group, Where, look},
    visit::{Left, Visit},
};
use crate::door::Door;

/// How long a line may take to open, and a request without one to be answered.
pub(super) const OPENS: Duration = Duration::from_secs(2);
/// Between two tries to come in.
const PAUSE: Duration = Duration::from_millis(200);
/// For how long somebody goes who goes for a while: too short for the others to do without them, or long enough.
const WALKS: [Duration; 2] = [Duration::from_millis(2_500), Duration::from_secs(14)];

#[derive(Debug)]
pub(super) struct Person {
    pub(super) group: Arc<Group>,
    pub(super) cookie: String,
    /// Their number in the group.
    pub(super) number: usize,
    /// Where they try to come in, one after the other.
    pub(super) doors: Vec<Door>,
    pub(super) chance: Chance,
    /// Whether they play at all; after that they only look.
    pub(super) playing: watch::Receiver<bool>,
}

impl Person {
    /// For ever: from one table of the group to the next.
    pub(super) async fn live(mut self) {
        let mut places = self.group.place.subscribe();
        let (mut door, mut round) = (0, 0);
        loop {
            let place = places.borrow_and_update().clone();
            if place.table.is_empty() {
                if self.number == 0 {
                    self.open(&mut door, &mut round).await;
                } else if places.changed().await.is_err() {
                    return;
                }
                continue;
            }
            let left = tokio::select! {
                left = self.visit(&place, door) => left,
                _ = places.changed() => {
                    look(&self.group.ledger(&place, self.number)).leave();
                    continue;
                }
            };
            match left {
                Left::Over => {
                    look(&self.group.ledger(&place, self.number)).leave();
                    // After a rematch the group has played enough at its table.
                    if place.again && self.number == 0 {
                        self.open(&mut door, &mut round).await;
                    } else {
                        let _ = places.changed().await;
                    }
                }
                Left::Walks => self.walk().await,
                Left::Broken => {
                    door += 1;
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Goes for a while; nobody does when all is over.
    async fn walk(&mut self) {
        let walk = WALKS[usize::from(self.chance.one_in(2))];
        self.group.walks(Instant::now() + walk);
        tokio::select! {
            () = sleep(walk) => {}
            _ = self.playing.changed() => {}
        }
        self.group.lost(self.number);
    }

    /// Opens the next table for the group, as soon as a house does.
    async fn open(&mut self, door: &mut usize, round: &mut usize) {
        let new = self.group.sort.table(*round).to_string();
        loop {
            let house = self.doors[*door % self.doors.len()];
            if let Ok(Ok(table)) = timeout(OPENS, house.table(&self.cookie, &new)).await {
                *round += 1;
                self.group.place.send_replace(Where { table, again: false });
                return;
            }
            *door += 1;
            sleep(PAUSE).await;
        }
    }

    /// At a table until the line breaks, the game is over, or they go for a while.
    async fn visit(&mut self, place: &Where, door: usize) -> Left {
        let door = self.doors[door % self.doors.len()];
        let ledger = self.group.ledger(place, self.number);
        let path = format!("/api/tables/{}/live?since={}", place.table, look(&ledger).n);
        let Ok(Ok(client)) = timeout(OPENS, door.line(&path, &self.cookie)).await else {
            return Left::Broken;
        };
        let mut visit = Visit::new(self, place, door, ledger, client);
        let left = visit.stay().await.unwrap_or(Left::Broken);
        let seen = visit.has_seen();
        drop(visit);
        if matches!(left, Left::Broken) && seen {
            self.group.lost(self.number);
        }
        left
    }

    /// Chooses another name, beside everything else: one at a time.
    pub(super) fn is_renamed(&mut self, door: Door) {
        let called = self.group.called[self.number].clone();
        let mut names = look(&called);
        let name = format!("{} {}", self.chance.below(1_000_000), names.len());
        names.push((name.clone(), false));
        drop(names);
        let cookie = self.cookie.clone();
        tokio::spawn(async move {
            let body = json!({ "name": name }).to_string();
            let done = timeout(OPENS, door.post("/api/me", &cookie, &body)).await;
            let mut names = look(&called);
            if let Some((_, told)) = names.iter_mut().find(|(wanted, _)| *wanted == name) {
                *told = matches!(done, Ok(Ok(_)));
            }
        });
    }
}
