//! Finished games being judged: in pieces, one move each, on the threads that think, after everything that somebody waits
//! for. What is made is kept in the store.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use bots::{Analyst, Budget};
use tokio::runtime::Handle;

use crate::{
    House,
    address::Address,
    neighbours::Judging,
    people::Guest,
    store::Key,
    thinking::{Place, Progress, Work},
};

/// What part of the time for a move goes to the move itself; the rest to how everybody stands then.
const ITS_OWN: f64 = 0.6;
/// A piece that hardly gets to think is done after so many times its time all the same.
const PATIENCE: u32 = 20;
/// How many games a guest may have judged at once, …
const MOST_OF_A_GUEST: usize = 2;
/// … all guests of an address, …
const MOST_OF_AN_ADDRESS: usize = 8;
/// … and all guests together.
const MOST: usize = 64;

/// Which game, and whether with all secrets open.
type Which = (Key, bool);

/// The games that are being judged, and who waits for a hint.
#[derive(Debug, Default)]
pub(crate) struct Analyses {
    making: Mutex<HashMap<Which, Arc<Making>>>,
    hints: Arc<Mutex<HashSet<Guest>>>,
}

/// Somebody waits for a hint. Whoever goes away is thought for no more.
#[derive(Debug)]
pub(crate) struct HintAsked {
    hints: Arc<Mutex<HashSet<Guest>>>,
    guest: Guest,
    progress: Arc<Progress>,
}

impl Drop for HintAsked {
    fn drop(&mut self) {
        self.progress.stop();
        self.hints.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.guest);
    }
}

#[derive(Debug)]
struct Making {
    guest: Guest,
    from: Address,
    done: AtomicU32,
    all: u32,
}

/// Somebody has enough of them already.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooMany;

impl Analyses {
    fn lock(&self) -> MutexGuard<'_, HashMap<Which, Arc<Making>>> {
        self.making.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games that are being judged here.
    pub(crate) fn here(&self) -> Vec<Judging> {
        let judging = |(&(Key(table), open), making): (&Which, &Arc<Making>)| {
            let Making { guest, ref done, all, .. } = **making;
            Judging { table, open, guest, done: done.load(Ordering::Relaxed), all }
        };
        self.lock().iter().map(judging).collect()
    }

    /// One hint at a time for each guest; none if one is being thought about.
    pub(crate) fn ask_hint(&self, guest: Guest, progress: &Arc<Progress>) -> Option<HintAsked> {
        let hints = Arc::clone(&self.hints);
        let is_first = hints.lock().unwrap_or_else(PoisonError::into_inner).insert(guest);
        is_first.then(|| HintAsked { hints, guest, progress: Arc::clone(progress) })
    }
}

impl House {
    fn judged_elsewhere(&self) -> Vec<Judging> {
        self.town.as_ref().map(|town| town.judged_elsewhere()).unwrap_or_default()
    }

    /// How many of all moves are judged, of a game that is being judged, here or at another node.
    pub(crate) fn judging(&self, Key(key): Key, open: bool) -> Option<(u32, u32)> {
        let all = self.analyses.here().into_iter().chain(self.judged_elsewhere());
        let same = |judging: &Judging| judging.table == key && judging.open == open;
        // Two nodes may have been asked in the same moment: what is made first is kept.
        all.filter(same).max_by_key(|judging| judging.done).map(|Judging { done, all, .. }| (done, all))
    }

    /// Whether this guest may have another game judged.
    pub(crate) fn may_judge(&self, guest: Guest, from: Address) -> Result<(), TooMany> {
        may_begin(&self.analyses.lock(), &self.judged_elsewhere(), guest, from)
    }
}

fn may_begin(
    all: &HashMap<Which, Arc<Making>>,
    elsewhere: &[Judging],
    guest: Guest,
    from: Address,
) -> Result<(), TooMany> {
    let of_guest = all.values().filter(|making| making.guest == guest).count()
        + elsewhere.iter().filter(|judging| judging.guest == guest).count();
    let of_address = all.values().filter(|making| making.from == from).count();
    let too_many = of_guest >= MOST_OF_A_GUEST || of_address >= MOST_OF_AN_ADDRESS || all.len() >= MOST;
    if too_many { Err(TooMany) } else { Ok(()) }
}

/// One game's way through the queue. Wherever it ends, also by a panic, the game is no longer being judged.
struct Journey {
    house: Weak<House>,
    which: Which,
    making: Arc<Making>,
    serving: Handle,
}

impl Drop for Journey {
    fn drop(&mut self) {
        if let Some(house) = self.house.upgrade() {
            house.analyses.lock().remove(&self.which);
        }
    }
}

/// Begins to judge a game, unless that is being done.
pub(crate) fn begin(
    house: &Arc<House>,
    which: Which,
    (guest, from): (Guest, Address),
    analyst: Analyst,
) -> Result<(), TooMany> {
    let making = Arc::new(Making { guest, from, done: AtomicU32::new(0), all: analyst.progress().1 });
    {
        let mut all = house.analyses.lock();
        if all.contains_key(&which) {
            return Ok(()); // Somebody was first in this very moment: both ask for the same.
        }
        may_begin(&all, &house.judged_elsewhere(), guest, from)?;
        all.insert(which, Arc::clone(&making));
    }
    // Whoever asks at another node how far it is shall not have to ask for it again.
    house.say_who_is_here();
    let journey = Journey { house: Arc::downgrade(house), which, making, serving: Handle::current() };
    journey.go_on(Box::new(analyst));
    Ok(())
}

impl Journey {
    /// Lets the next move wait for its turn.
    fn go_on(self, analyst: Box<Analyst>) {
        let Some(house) = self.house.upgrade() else { return };
        let Making { guest, from, .. } = *self.making;
        let place = Place { from: Some(from), guest, table: self.which.0, people: false };
        let progress: Arc<Progress> = Arc::default();
        let run = move |time: Duration, stop: &std::sync::atomic::AtomicBool| self.judge(analyst, time, stop);
        house.thinking.work(place, Work { cost: house.config.analysis, progress, run: Box::new(run) });
    }

    fn judge(self, mut analyst: Box<Analyst>, time: Duration, stop: &std::sync::atomic::AtomicBool) {
        let time = time.mul_f64(ITS_OWN);
        let budget = Budget { patience: time * PATIENCE, ..Budget::time(time) };
        let more = analyst.step(budget, stop);
        self.making.done.store(analyst.progress().0, Ordering::Relaxed);
        if more { self.go_on(analyst) } else { self.arrive(*analyst) }
    }

    /// Keeps what was made; only then it is no longer being made.
    fn arrive(self, analyst: Analyst) {
        let Ok(text) = serde_json::to_string(&analyst.finish()) else { return };
        let serving = self.serving.clone();
        serving.spawn(async move {
            let Some(house) = self.house.upgrade() else { return };
            if let Err(error) = house.store.keep_analysis(self.which.0, self.which.1, text).await {
                tracing::error!(%error, "an analysis cannot be kept");
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_has_two_games_judged_at_once_and_one_hint() {
        let analyses = Analyses::default();
        let (ada, bea) = (Guest(1), Guest(2));
        let address = |last| Address::from(std::net::IpAddr::from([192, 0, 2, last]));
        let (here, there) = (address(1), address(2));
        let begin = |key, guest| {
            let making = Making { guest, from: here, done: AtomicU32::new(0), all: 9 };
            analyses.lock().insert((Key(key), false), Arc::new(making));
        };
        let judging = |guest| Judging { table: 99, open: false, guest, done: 0, all: 9 };
        let may = |guest, from, elsewhere: &[_]| may_begin(&analyses.lock(), elsewhere, guest, from).is_ok();
        for key in 0..MOST_OF_A_GUEST as i64 {
            assert!(may(ada, here, &[]));
            begin(key, ada);
        }
        assert!(!may(ada, here, &[]) && may(bea, here, &[]));
        assert!(!may(bea, here, &[judging(bea), judging(bea)]), "whichever node judges them");
        // Cookies are free.
        (MOST_OF_A_GUEST..MOST_OF_AN_ADDRESS).for_each(|key| begin(key as i64, Guest(10 + key as u128)));
        assert!(!may(bea, here, &[]) && may(bea, there, &[]));
        assert_eq!(analyses.here().len(), MOST_OF_AN_ADDRESS);

        let progress = Arc::default();
        let first = analyses.ask_hint(ada, &progress);
        assert!(first.is_some() && analyses.ask_hint(ada, &Arc::default()).is_none());
        assert!(analyses.ask_hint(bea, &Arc::default()).is_some());
        drop(first);
        assert!(analyses.ask_hint(ada, &Arc::default()).is_some(), "whoever has gone may ask again");
    }
}
