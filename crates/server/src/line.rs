//! A line for long work: only so much is done at once, and whoever asks for much waits behind themselves, not in front of
//! others.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::oneshot;

use crate::address::Address;

/// How many may wait for what they asked for, …
const MOST: usize = 128;
/// … and how many of one address: a class that learns a game, but not a machine.
const MOST_OF_AN_ADDRESS: usize = 32;

/// Those who wait, by where they come from: each address has its turn.
#[derive(Clone, Debug)]
pub(crate) struct FairLine(Arc<Mutex<Waiters>>);

#[derive(Debug)]
struct Waiters {
    /// How much more could be done at once.
    free: usize,
    /// How many may wait, and how many of one address.
    most: (usize, usize),
    /// In the order of their turns; nobody's list is empty.
    addresses: VecDeque<(Address, VecDeque<oneshot::Sender<Turn>>)>,
}

/// Somebody may work now. It goes with the work, wherever that is done: a client that has gone does not make room for more
/// while what it asked for is still being done.
#[derive(Debug)]
pub(crate) struct Turn {
    /// Nothing once it has been handed on.
    line: Option<FairLine>,
}

/// Too many wait already.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooLong;

impl FairLine {
    /// So much is done at once; who comes when too many wait is told to come back.
    pub(crate) fn new(at_once: usize) -> Self {
        Self::of(at_once, (MOST, MOST_OF_AN_ADDRESS))
    }

    /// So much is done at once; everybody may wait.
    pub(crate) fn for_everybody(at_once: usize) -> Self {
        Self::of(at_once, (usize::MAX, usize::MAX))
    }

    fn of(at_once: usize, most: (usize, usize)) -> Self {
        Self(Arc::new(Mutex::new(Waiters { free: at_once, most, addresses: VecDeque::new() })))
    }

    fn lock(&self) -> MutexGuard<'_, Waiters> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn.
    pub(crate) async fn turn(&self, from: Address) -> Result<Turn, TooLong> {
        let turn = {
            let mut waiting = self.lock();
            if waiting.free > 0 {
                waiting.free -= 1;
                return Ok(Turn { line: Some(self.clone()) });
            }
            waiting.wait(from)?
        };
        // The other end is dropped only with the line, which lives as long as `self`.
        turn.await.map_err(|_| TooLong)
    }
}

impl Waiters {
    fn wait(&mut self, from: Address) -> Result<oneshot::Receiver<Turn>, TooLong> {
        for (_, theirs) in &mut self.addresses {
            theirs.retain(|waiting| !waiting.is_closed());
        }
        self.addresses.retain(|(_, theirs)| !theirs.is_empty());
        let all: usize = self.addresses.iter().map(|(_, theirs)| theirs.len()).sum();
        let theirs =
            self.addresses.iter_mut().find(|(address, _)| *address == from).map(|(_, theirs)| theirs);
        let (most, most_of_an_address) = self.most;
        if all >= most || theirs.as_ref().is_some_and(|theirs| theirs.len() >= most_of_an_address) {
            return Err(TooLong);
        }
        let (turn, waiting) = oneshot::channel();
        match theirs {
            Some(theirs) => theirs.push_back(turn),
            None => self.addresses.push_back((from, VecDeque::from([turn]))),
        }
        Ok(waiting)
    }

    /// Whose turn it is next.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        let (address, mut theirs) = self.addresses.pop_front()?;
        let next = theirs.pop_front();
        if !theirs.is_empty() {
            self.addresses.push_back((address, theirs));
        }
        next
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(line) = self.line.take() else { return };
        loop {
            let mut waiting = line.lock();
            let Some(next) = waiting.next() else {
                waiting.free += 1;
                return;
            };
            drop(waiting);
            match next.send(Turn { line: Some(line.clone()) }) {
                Ok(()) => return,
                // They have gone meanwhile: then whoever is next.
                Err(mut unwanted) => unwanted.line = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use futures_util::{FutureExt, future::BoxFuture};

    use super::*;

    fn address(last: u8) -> Address {
        IpAddr::from([192, 0, 2, last]).into()
    }

    fn waits(line: &FairLine, last: u8) -> BoxFuture<'static, Result<Turn, TooLong>> {
        let line = line.clone();
        let mut turn = async move { line.turn(address(last)).await }.boxed();
        assert!((&mut turn).now_or_never().is_none(), "somebody works");
        turn
    }

    #[test]
    fn whoever_asks_for_much_waits_behind_themselves() {
        let line = FairLine::new(1);
        let working = line.turn(address(1)).now_or_never().expect("nobody waits").expect("nor too many");
        let mut theirs: Vec<_> = (0..10).map(|_| waits(&line, 1)).collect();
        let mut mine = waits(&line, 2);
        drop(working);
        let first = (&mut theirs[0]).now_or_never().expect("they were first").expect("a turn");
        assert!((&mut mine).now_or_never().is_none());
        drop(first);
        assert!((&mut theirs[1]).now_or_never().is_none(), "they have had a turn");
        assert!((&mut mine).now_or_never().is_some_and(|turn| turn.is_ok()), "I have not");
    }

    #[test]
    fn whoever_goes_while_waiting_holds_nobody_up() {
        let line = FairLine::new(1);
        let working = line.turn(address(1)).now_or_never().expect("nobody waits");
        let gone = waits(&line, 2);
        let mut stays = waits(&line, 3);
        // Also whoever goes with a turn that they have been given and not yet taken.
        let given = waits(&line, 1);
        drop(gone);
        drop(working);
        drop((&mut stays).now_or_never().expect("it is their turn"));
        drop(given);
        assert!(line.turn(address(4)).now_or_never().is_some(), "nobody is left");
    }

    #[test]
    fn nobody_is_sent_away_from_a_line_for_everybody() {
        let line = FairLine::for_everybody(1);
        let _working = line.turn(address(1)).now_or_never();
        let _theirs: Vec<_> = (0..2 * MOST).map(|_| waits(&line, 1)).collect();
    }

    #[test]
    fn an_address_waits_so_often_and_others_still_may() {
        let line = FairLine::new(1);
        let _working = line.turn(address(1)).now_or_never();
        let _theirs: Vec<_> = (0..MOST_OF_AN_ADDRESS).map(|_| waits(&line, 1)).collect();
        assert!(line.turn(address(1)).now_or_never().is_some_and(|turn| turn.is_err()));
        let mine = waits(&line, 2);
        drop(mine);
        let _others: Vec<_> = (2..5)
            .flat_map(|last| (0..MOST_OF_AN_ADDRESS).map(move |_| last))
            .map(|last| waits(&line, last))
            .collect();
        assert!(line.turn(address(9)).now_or_never().is_some_and(|turn| turn.is_err()), "and all so often");
    }
}
