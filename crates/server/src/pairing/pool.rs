//! What this node knows of those who wait: which kinds of game their wishes come to, reckoned once, and who waits for which.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::{Kind, LAST_DAYS, Waiting, kinds, sorts, usually};
use crate::{
    House,
    people::Guest,
    protocol::{Usually, Wishes},
    store::{StoreError, UnixMillis, pairing::Sort},
};

/// How many wishes are remembered.
const REMEMBERED: usize = 4_000;
/// So long it may be said as it was how long people wait.
const FRESH: Duration = Duration::from_secs(10);

/// What somebody's wishes come to. Many have the same.
#[derive(Debug)]
pub(crate) struct Sought {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) sorts: Vec<Sort>,
    usually: Mutex<Option<(Instant, Usually)>>,
}

impl Sought {
    fn new(wishes: &Wishes) -> Self {
        Self::of(kinds(wishes))
    }

    pub(super) fn of(kinds: Vec<Kind>) -> Self {
        Self { sorts: sorts(&kinds), kinds, usually: Mutex::default() }
    }

    /// How long people waited for any of it in the last days.
    pub(crate) async fn usually(&self, house: &House) -> Result<Usually, StoreError> {
        let known = *self.usually.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, known)) = known
            && at.elapsed() < FRESH
        {
            return Ok(known);
        }
        let since = UnixMillis(house.store.now().0 - LAST_DAYS);
        let known = usually(house.store.waits(&self.sorts, since).await?);
        *self.usually.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), known));
        Ok(known)
    }
}

/// Who waits for what, as this node saw it last.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    /// By wishes, as text.
    sought: Mutex<HashMap<String, Arc<Sought>>>,
    waiting: Mutex<Arc<Seekers>>,
}

/// Those who wait, and by kind which of them do.
#[derive(Debug, Default)]
struct Seekers {
    guests: Vec<Guest>,
    of_kind: HashMap<Kind, Vec<usize>>,
}

impl Pool {
    pub(crate) fn sought(&self, wishes: &Wishes) -> Arc<Sought> {
        // Plain words and numbers: they can be written.
        let text = serde_json::to_string(wishes).unwrap_or_default();
        let all = || self.sought.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all().get(&text) {
            return Arc::clone(known);
        }
        let sought = Arc::new(Sought::new(wishes));
        let mut all = all();
        if all.len() >= REMEMBERED {
            all.clear();
        }
        all.insert(text, Arc::clone(&sought));
        sought
    }

    pub(super) fn store(&self, waiting: &[Waiting]) {
        let mut seekers = Seekers::default();
        for (index, one) in waiting.iter().enumerate() {
            seekers.guests.push(one.guest);
            for kind in &one.sought.kinds {
                match seekers.of_kind.get_mut(kind) {
                    Some(of_kind) => of_kind.push(index),
                    None => drop(seekers.of_kind.insert(kind.clone(), vec![index])),
                }
            }
        }
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(seekers);
    }

    /// How many others wait for any of these.
    pub(crate) fn others(&self, guest: Guest, kinds: &[Kind]) -> u32 {
        let waiting = Arc::clone(&self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        let mut counted = vec![false; waiting.guests.len()];
        for &index in kinds.iter().filter_map(|kind| waiting.of_kind.get(kind)).flatten() {
            counted[index] = waiting.guests[index] != guest;
        }
        counted.into_iter().filter(|counted| *counted).count() as u32
    }
}
