//! Actions and time: when an action counts, what happens by itself, and what has to wait for it.
//!
//! A real-time game allows for slow networks: an action counts from when it was made, at most its measured journey and
//! the game's grace before it arrives. So what is due by itself becomes final only after the grace, and an action made
//! after such a moment is held until then.

use table::{Millis, Seat};

use super::{ATTEMPTS, ConnectionId, NotDone, Room, answer};
use crate::{entry::Entry, people::Guest, says};

/// An action on its way into the log.
#[derive(Debug)]
pub(super) struct Held {
    /// Who wants to be answered; nobody, for a bot.
    pub(crate) from: Option<(ConnectionId, u32)>,
    guest: Option<Guest>,
    seat: Seat,
    notation: String,
    announced: Option<Millis>,
    lag: Millis,
    /// It counts only if nothing of the game has happened after this number.
    expect: Option<u64>,
}

impl Held {
    pub(super) fn new(
        from: Option<(ConnectionId, u32)>,
        guest: Guest,
        seat: Seat,
        notation: String,
        announced: Option<Millis>,
        lag: Millis,
    ) -> Self {
        Self { from, guest: Some(guest), seat, notation, announced, lag, expect: None }
    }

    pub(super) fn expecting(self, expect: Option<u64>) -> Self {
        Self { expect, ..self }
    }

    pub(super) fn by_bot(seat: Seat, notation: String) -> Self {
        Self { from: None, guest: None, seat, notation, announced: None, lag: Millis::ZERO, expect: None }
    }

    /// When it counts as made: as announced, but no earlier than its journey allows, and never after it arrived.
    fn made_at(&self, arrived: Millis, grace: Millis) -> Millis {
        let earliest = arrived - self.lag.min(grace);
        self.announced.map_or(arrived, |announced| announced.clamp(earliest, arrived))
    }
}

/// Whether an action made at `at` has to wait until what is due has become final. At the very moment when it is due,
/// whoever is awaited acts first; what others do (a suggestion) would make it final too early, while a card of that
/// moment may still be on its way.
fn has_to_wait(due: Option<Millis>, at: Millis, awaited: bool) -> bool {
    due.is_some_and(|due| due < at || (due == at && !awaited))
}

impl Room {
    /// Plays an action, or holds it until what was due before it has become final.
    pub(super) async fn play(&mut self, mut action: Held) {
        self.tick().await;
        let arrived = self.table.now();
        let at = action.made_at(arrived, self.table.grace());
        if has_to_wait(self.table.deadline(), at, self.table.awaited().contains(action.seat)) {
            // From here on the moment is settled: waiting neither helps nor harms.
            action.announced = Some(at);
            action.lag = Millis(u64::MAX);
            self.held.push(action);
            return;
        }
        self.play_at(action, at).await;
    }

    async fn play_at(&mut self, action: Held, at: Millis) {
        let mut done = Err(NotDone::Sorry(says::NOT_SAVED));
        for _ in 0..ATTEMPTS {
            done = self.try_play(&action, at).await;
            if !matches!(done, Err(NotDone::Again)) {
                break;
            }
        }
        match (action.from, done) {
            (Some((from, id)), done) => self.send(from, answer(id, done)),
            (None, Err(error)) => self.bot_failed(action.seat, &action.notation, &error),
            (None, Ok(_)) => {}
        }
    }

    async fn try_play(&mut self, action: &Held, at: Millis) -> Result<u64, NotDone> {
        let Held { seat, notation, .. } = action;
        let allowed = match action.guest {
            Some(guest) => self.table.seats_of(guest).contains(*seat),
            None => self.table.bots().contains(*seat) || self.absences.stood_in.contains(*seat),
        };
        if !allowed {
            return Err(NotDone::Sorry(says::NOT_YOUR_SEAT));
        }
        if self.table.game.is_none() {
            return Err(NotDone::Sorry(says::NOT_STARTED));
        }
        if action.expect.is_some_and(|expect| self.table.changed > expect) {
            return Err(NotDone::Sorry(says::MOVED_ON));
        }
        let at = at.max(self.table.last_at);
        self.commit(Entry::Act { seat: *seat, at, notation: notation.clone() }).await
    }

    /// Lets everything happen that has become final by now; then what was held for it.
    pub(super) async fn tick(&mut self) {
        while let Some(due) = self.final_deadline().filter(|_| !self.broken) {
            // The entry counts from when it was due, however late it is written.
            let at = due.max(self.table.last_at);
            if let Err(NotDone::Refused(_) | NotDone::Sorry(_)) = self.commit(Entry::Clock { at }).await {
                return;
            }
        }
        let (ready, held) = std::mem::take(&mut self.held)
            .into_iter()
            .partition(|action| self.table.deadline().is_none_or(|due| action.announced <= Some(due)));
        self.held = held;
        for action in ready {
            let at = action.announced.unwrap_or_default();
            self.play_at(action, at).await;
        }
    }

    /// What is due, if the grace for it has passed.
    fn final_deadline(&self) -> Option<Millis> {
        self.table.deadline().filter(|&due| due + self.table.grace() <= self.table.now())
    }

    /// When the room has to do something by the table's clock.
    pub(super) fn next_on_the_clock(&self) -> Option<Millis> {
        let tick = self.table.deadline().map(|due| due + self.table.grace());
        [tick, self.minds.next()].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRACE: Millis = Millis(250);

    fn made_at(announced: Option<u64>, lag: u64) -> Millis {
        let action = Held::new(None, Guest(1), Seat(0), String::new(), announced.map(Millis), Millis(lag));
        action.made_at(Millis(10_000), GRACE)
    }

    #[test]
    fn an_announcement_counts_from_when_it_was_made() {
        assert_eq!(made_at(Some(9_900), 180), Millis(9_900));
        assert_eq!(made_at(None, 180), Millis(10_000));
    }

    #[test]
    fn nobody_can_claim_an_earlier_time_than_their_connection_explains() {
        assert_eq!(made_at(Some(9_000), 180), Millis(9_820));
        assert_eq!(made_at(Some(9_000), 5_000), Millis(9_750));
        assert_eq!(made_at(Some(0), 0), Millis(10_000));
    }

    #[test]
    fn s_19_at_the_moment_of_a_run_out_a_card_acts_and_a_suggestion_waits() {
        let due = Some(Millis(10_000));
        assert!(!has_to_wait(due, Millis(10_000), true), "the card of the seat whose turn it is");
        assert!(has_to_wait(due, Millis(10_000), false), "a suggestion");
        for awaited in [true, false] {
            assert!(!has_to_wait(due, Millis(9_999), awaited), "before it both count at once");
            assert!(has_to_wait(due, Millis(10_001), awaited), "after it both wait for the grace");
            assert!(!has_to_wait(None, Millis(10_000), awaited));
        }
    }

    #[test]
    fn nobody_can_claim_the_future() {
        assert_eq!(made_at(Some(99_000), 180), Millis(10_000));
    }
}
