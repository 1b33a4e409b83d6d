//! Who is at a table now, and who of those who sit there is gone, and since when. It is not in the log.

use table::{Millis, Seats};
use tokio::time::{Duration, Instant};

use crate::{fold::Table, neighbours::Node, people::Guest, protocol::Phase};

/// The people of one table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presence {
    /// One for each connection.
    here: Vec<Guest>,
    /// Who is at the table through which other node.
    elsewhere: Vec<(Node, Vec<Guest>)>,
    gone: Vec<(Guest, Instant)>,
    /// Those who sit there of whom it is known since when they are gone, if they are: they were seen here, or somebody told.
    known: Vec<Guest>,
    /// Until then who is elsewhere may not be known yet.
    unsure: Option<Instant>,
    /// When it was last looked who is gone.
    looked: Option<Instant>,
    /// Who was here when the game ended: they may be looking at its replay now.
    saw_the_end: Vec<Guest>,
}

impl Presence {
    pub(crate) fn come(&mut self, guest: Guest) {
        self.here.push(guest);
    }

    /// One of their connections has ended.
    pub(crate) fn go(&mut self, guest: Guest) {
        if let Some(index) = self.here.iter().position(|&here| here == guest) {
            self.here.swap_remove(index);
        }
    }

    pub(crate) fn is_here(&self, guest: Guest) -> bool {
        self.here.contains(&guest) || self.elsewhere.iter().any(|(_, people)| people.contains(&guest))
    }

    /// Who is at the table through another node.
    pub(crate) fn are_elsewhere(&mut self, node: Node, people: Vec<Guest>) {
        self.elsewhere.retain(|(of, _)| *of != node);
        if !people.is_empty() {
            self.elsewhere.push((node, people));
        }
    }

    /// Other nodes are still to say who is there.
    pub(crate) fn unsure_until(&mut self, then: Instant) {
        self.unsure = Some(then);
    }

    /// Whether they are not here, as far as that can be known.
    pub(crate) fn is_away(&self, guest: Guest, now: Instant) -> bool {
        !self.is_here(guest) && !self.is_unsure(now)
    }

    fn is_unsure(&self, now: Instant) -> bool {
        self.unsure.is_some_and(|then| then > now)
    }

    /// Nobody is here any more.
    pub(crate) fn leave_here(&mut self) {
        self.here.clear();
    }

    fn all(&self) -> impl Iterator<Item = Guest> {
        self.here.iter().chain(self.elsewhere.iter().flat_map(|(_, people)| people)).copied()
    }

    /// How many are here without a seat, each counted once.
    pub(crate) fn watchers(&self, table: &Table) -> u32 {
        let mut watching: Vec<Guest> =
            self.all().filter(|&guest| table.chairs.seats_of(guest).is_empty()).collect();
        watching.sort_unstable();
        watching.dedup();
        watching.len() as u32
    }

    /// Sees who is gone now from the seats of a game that is not over, as far as that can be known. While it cannot be, nobody is
    /// gone for any longer.
    pub(crate) fn notice(&mut self, table: &Table, now: Instant) {
        let lasts = table.phase() != Phase::Over;
        let passed = self.looked.replace(now).map_or(Duration::ZERO, |looked| now.duration_since(looked));
        if self.is_unsure(now) {
            self.gone.iter_mut().for_each(|(_, since)| *since = (*since + passed).min(now));
        }
        let mut gone = std::mem::take(&mut self.gone);
        let sits = |guest| table.chairs.sitting().any(|sitting| sitting == guest);
        gone.retain(|&(guest, _)| lasts && sits(guest) && !self.is_here(guest));
        self.gone = gone;
        self.known.retain(|&guest| sits(guest));
        for guest in table.chairs.sitting() {
            let away = lasts && self.is_away(guest, now);
            if away && !self.gone.iter().any(|&(gone, _)| gone == guest) {
                self.gone.push((guest, now));
            }
            if self.is_here(guest) && !self.known.contains(&guest) {
                self.known.push(guest);
            }
        }
    }

    /// Who of those who sit there is gone, and for how long, where that is known.
    pub(crate) fn gone(&self, now: Instant) -> Vec<(Guest, Millis)> {
        let long = |since| Millis(now.duration_since(since).as_millis() as u64);
        let away =
            self.gone.iter().filter(|(guest, _)| self.known.contains(guest) && self.is_away(*guest, now));
        away.map(|&(guest, since)| (guest, long(since))).collect()
    }

    /// Another node has missed them for so long: whoever opens the table later does not begin to wait anew. Who saw them last knows
    /// best.
    pub(crate) fn has_been_gone(&mut self, guest: Guest, long: Millis, now: Instant) {
        let told = now.checked_sub(Duration::from_millis(long.0)).unwrap_or(now);
        let Some((_, since)) = self.gone.iter_mut().find(|(gone, _)| *gone == guest) else { return };
        if self.known.contains(&guest) {
            *since = told.max(*since);
        } else {
            *since = told;
            self.known.push(guest);
        }
    }

    /// What they did stands in the log since then: they were at the table, wherever.
    pub(crate) fn was_here(&mut self, guest: Guest, then: Instant) {
        let gone = self.gone.iter_mut().filter(|(gone, _)| *gone == guest);
        gone.for_each(|(_, since)| *since = then.max(*since));
    }

    /// The seats whose people have been gone for so long.
    pub(crate) fn gone_for(&self, table: &Table, patience: Duration, now: Instant) -> Seats {
        let gone = |guest| {
            self.gone.iter().any(|&(gone, since)| gone == guest && now.duration_since(since) >= patience)
        };
        table.chairs.which(|chair| chair.person().is_some_and(gone))
    }

    /// When somebody will next have been gone for so long.
    pub(crate) fn next_gone_for(&self, patience: Duration, now: Instant) -> Option<Instant> {
        self.gone.iter().map(|&(_, since)| since + patience).filter(|&due| due > now).min()
    }

    /// The game is over: whoever sits and is here comes to the rematch, also if they look at the replay meanwhile.
    pub(crate) fn see_the_end(&mut self, table: &Table) {
        self.saw_the_end = table.chairs.people().filter(|&guest| self.is_here(guest)).collect();
    }

    /// Whether they are here, or were when the game ended.
    pub(crate) fn comes_to_the_next(&self, guest: Guest) -> bool {
        self.is_here(guest) || self.saw_the_end.contains(&guest)
    }
}
