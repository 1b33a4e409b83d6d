//! A room's door and its inbox: a queue that takes memory for each message that waits in it. There is one for each table, and
//! nearly always nothing waits; a channel of a library's has room for dozens from the start.

use std::{
    collections::VecDeque,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Poll, Waker},
};

use tokio::sync::{Semaphore, TryAcquireError};

use crate::room::ToRoom;

/// How many messages may wait at a room's door before those who send have to.
const INBOX: usize = 64;

/// Where messages are handed in. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Door(Arc<Hall>);

/// Where they come in. Once it is dropped the door is closed.
#[derive(Debug)]
pub(crate) struct Inbox(Arc<Hall>);

#[derive(Debug)]
struct Hall {
    /// For how many messages more there is room; closed when the door is.
    room: Semaphore,
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Box<ToRoom>>,
    /// Whom to wake when one comes.
    room: Option<Waker>,
    /// Nobody will ever look at what comes.
    unheard: bool,
}

/// The room is closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed;

/// Why a message was not taken at once.
#[derive(Debug)]
pub(crate) enum NotTaken {
    Full(Box<ToRoom>),
    Closed,
}

pub(super) fn door() -> (Door, Inbox) {
    let hall = Arc::new(Hall { room: Semaphore::new(INBOX), waiting: Mutex::default() });
    (Door(Arc::clone(&hall)), Inbox(hall))
}

impl Hall {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, message: Box<ToRoom>) {
        let mut waiting = self.waiting();
        if waiting.unheard {
            return;
        }
        waiting.messages.push_back(message);
        let room = waiting.room.take();
        drop(waiting);
        if let Some(room) = room {
            room.wake();
        }
    }
}

impl Door {
    /// Hands a message in, as soon as there is room for it.
    pub(crate) async fn send(&self, message: Box<ToRoom>) -> Result<(), Closed> {
        self.0.room.acquire().await.map_err(|_| Closed)?.forget();
        self.0.put(message);
        Ok(())
    }

    /// Hands it in if there is room now.
    pub(crate) fn try_send(&self, message: Box<ToRoom>) -> Result<(), NotTaken> {
        match self.0.room.try_acquire() {
            Ok(room) => room.forget(),
            Err(TryAcquireError::NoPermits) => return Err(NotTaken::Full(message)),
            Err(TryAcquireError::Closed) => return Err(NotTaken::Closed),
        }
        self.0.put(message);
        Ok(())
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.room.is_closed()
    }
}

impl Inbox {
    /// The next message, as soon as there is one. The room has a door of its own, so that there is always somebody who could send.
    pub(crate) async fn recv(&mut self) -> Box<ToRoom> {
        poll_fn(|context| {
            let mut waiting = self.0.waiting();
            if let Some(message) = waiting.messages.pop_front() {
                drop(waiting);
                self.0.room.add_permits(1);
                return Poll::Ready(message);
            }
            if !waiting.room.as_ref().is_some_and(|known| known.will_wake(context.waker())) {
                waiting.room = Some(context.waker().clone());
            }
            Poll::Pending
        })
        .await
    }

    /// The next message, if one waits.
    pub(crate) fn try_recv(&mut self) -> Option<Box<ToRoom>> {
        self.0.waiting().messages.pop_front()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.waiting().messages.is_empty()
    }

    /// Nothing more is taken. What waits can still be received.
    pub(crate) fn close(&mut self) {
        self.0.room.close();
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.close();
        // Whoever waits for an answer to one of these hears that there is none.
        let last = Waiting { unheard: true, ..Waiting::default() };
        let waiting = std::mem::replace(&mut *self.0.waiting(), last);
        drop(waiting);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::room::ConnectionId;

    fn message(number: u64) -> ToRoom {
        ToRoom::Leave(ConnectionId(number))
    }

    fn number(message: Option<Box<ToRoom>>) -> Option<u64> {
        message.map(|message| match *message {
            ToRoom::Leave(ConnectionId(number)) => number,
            other => panic!("nobody sent {other:?}"),
        })
    }

    #[tokio::test]
    async fn messages_come_in_order_and_the_room_is_woken() {
        let (door, mut inbox) = door();
        let sender = tokio::spawn(async move {
            for n in 0..1000 {
                door.send(Box::new(message(n))).await.expect("it is open");
            }
        });
        for n in 0..1000 {
            assert_eq!(number(Some(inbox.recv().await)), Some(n));
        }
        sender.await.expect("all are sent");
    }

    #[test]
    fn whoever_finds_no_room_waits_until_there_is_some() {
        let (door, mut inbox) = door();
        for n in 0..INBOX as u64 {
            assert!(door.try_send(Box::new(message(n))).is_ok());
        }
        assert!(matches!(door.try_send(Box::new(message(99))), Err(NotTaken::Full(_))));
        let mut late = Box::pin(door.send(Box::new(message(99))));
        assert!((&mut late).now_or_never().is_none());
        assert_eq!(number(inbox.recv().now_or_never()), Some(0));
        assert!(late.now_or_never().is_some_and(|sent| sent.is_ok()));
    }

    #[test]
    fn a_closed_door_takes_nothing_and_what_waits_is_still_heard() {
        let (door, mut inbox) = door();
        assert!(door.try_send(Box::new(message(1))).is_ok());
        inbox.close();
        assert!(door.is_closed() && !inbox.is_empty());
        assert!(door.send(Box::new(message(2))).now_or_never().is_some_and(|sent| sent.is_err()));
        assert_eq!((number(inbox.try_recv()), number(inbox.try_recv())), (Some(1), None));
    }

    #[tokio::test]
    async fn whoever_waits_for_an_answer_hears_that_the_room_has_ended() {
        let (door, inbox) = door();
        let (done, answer) = tokio::sync::oneshot::channel();
        assert!(door.try_send(Box::new(ToRoom::Close { done })).is_ok());
        drop(inbox);
        assert!(door.is_closed() && answer.await.is_err());
    }
}
