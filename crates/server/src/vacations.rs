//! Somebody is away: their clocks stand at all tables whose turns have hours or days, within limits.
//!
//! What they announce is in the store first. Then their tables are told, whose rooms write it into their logs: the clocks are a
//! fold of those. A room looks into the store when it is opened, when its game begins, when people change seats, and before it
//! says that somebody's time is up. So whatever dies in between, nobody loses by it; and every node looks for what is not told.

use std::{sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};
use table::Words;
use tokio::{
    sync::oneshot,
    task::JoinHandle,
    time::{MissedTickBehavior, interval, timeout},
};

use crate::{
    House,
    address::Address,
    messages::vacations as words,
    people::Guest,
    protocol::VacationState,
    room::ToRoom,
    store::{StoreError, UnixMillis},
};

const A_DAY: i64 = 86_400_000;
/// So many days may somebody be away in any year of so many.
const DAYS: i64 = 30;
const A_YEAR: i64 = 365 * A_DAY;
/// How long whoever announces something waits for their tables to know. They are told all the same if it takes longer.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often it is looked whose tables do not know, and how many people are looked at; the rest with the next look.
const LOOK: Duration = Duration::from_secs(5);
const LOOKED_AT: u32 = 100;
/// Two nodes that are asked at once for the same guest: one of them asks again.
const ATTEMPTS: u32 = 4;

/// Somebody is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Vacation {
    pub(crate) guest: Guest,
    pub(crate) from: UnixMillis,
    pub(crate) until: UnixMillis,
}

/// Why somebody cannot be away until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotAway {
    /// It is less than a day.
    Short,
    /// So many days are left.
    Long { left: i64 },
}

/// What somebody may announce now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limits {
    /// From when it counts: now, or since they are away.
    begins: UnixMillis,
    /// So many days, those of the vacation that goes on included.
    left: i64,
}

impl Vacation {
    /// How many days it takes: each that has begun.
    fn days(self) -> i64 {
        days(self.from, self.until)
    }

    /// When a vacation until then begins: now, or when the one began that goes on and ends otherwise from now on.
    pub(crate) fn next(known: &[Self], until: UnixMillis, now: UnixMillis) -> Result<UnixMillis, NotAway> {
        let Limits { begins, left } = limits(known, now);
        if left == 0 || days(begins, until) > left {
            return Err(NotAway::Long { left });
        }
        if until.0 < begins.0 + A_DAY || until <= now {
            return Err(NotAway::Short);
        }
        Ok(begins)
    }
}

fn days(from: UnixMillis, until: UnixMillis) -> i64 {
    (until.0.saturating_sub(from.0).max(1) as u64).div_ceil(A_DAY as u64) as i64
}

/// Whatever of a year before this one began counts whole: so in no year is anybody away for longer.
fn limits(known: &[Vacation], now: UnixMillis) -> Limits {
    let begins = known.iter().find(|vacation| vacation.until > now).map_or(now, |goes_on| goes_on.from);
    let counts =
        |vacation: &&Vacation| vacation.from != begins && vacation.until.0 > begins.0.saturating_sub(A_YEAR);
    let taken: i64 = known.iter().filter(counts).map(|vacation| vacation.days()).sum();
    Limits { begins, left: (DAYS - taken).max(0) }
}

/// How somebody stands: whether they are away, and for how long they may be.
pub(crate) async fn state(house: &House, guest: Guest) -> Result<VacationState, StoreError> {
    let now = house.store.now();
    let known = house.store.vacations_of(&[guest]).await?;
    let Limits { begins, left } = limits(&known, now);
    let goes_on = known.iter().find(|vacation| vacation.until > now);
    Ok(VacationState {
        until: goes_on.map(|vacation| vacation.until.0),
        earliest: (begins.0 + A_DAY).max(now.0),
        latest: begins.0 + left * A_DAY,
        days: (left - goes_on.map_or(0, |vacation| vacation.days())).max(0) as u32,
        of: DAYS as u32,
    })
}

/// Somebody is away until then. Once this returns it is kept; as a rule their tables know.
pub(crate) async fn announce(
    house: &Arc<House>,
    guest: Guest,
    until: UnixMillis,
) -> Result<Result<(), Words>, StoreError> {
    let mut kept = Err(StoreError::Conflict);
    for _ in 0..ATTEMPTS {
        kept = house.store.go_away(guest, until).await;
        if !matches!(kept, Err(StoreError::Conflict)) {
            break;
        }
    }
    Ok(match kept? {
        Ok(()) => {
            let _ = timeout(PATIENCE, in_the_background(house, guest)).await;
            Ok(())
        }
        Err(NotAway::Short) => Err(words::TOO_SHORT),
        Err(NotAway::Long { left }) => Err(words::too_long(left, DAYS)),
    })
}

/// Somebody is back.
pub(crate) async fn come_back(house: &Arc<House>, guest: Guest) -> Result<(), StoreError> {
    house.store.come_back(guest).await?;
    let _ = timeout(PATIENCE, in_the_background(house, guest)).await;
    Ok(())
}

/// Looks for as long as the house is open. Every node does: the log decides who was first.
pub(crate) async fn watch(house: Arc<House>) {
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        look.tick().await;
        let untold = match house.store.untold_vacations(LOOKED_AT).await {
            Ok(untold) => untold,
            Err(error) => {
                tracing::warn!(%error, "it cannot be seen whose tables have to know that they are away");
                continue;
            }
        };
        for guest in untold {
            if let Err(error) = tell(&house, guest).await {
                tracing::warn!(%error, "not all tables know yet that somebody is away");
            }
        }
    }
}

/// What ended so long ago counts for nothing.
pub(crate) async fn tidy(house: &House) -> Result<(), StoreError> {
    house.store.forget_vacations(UnixMillis(house.store.now().0 - A_YEAR - A_DAY)).await
}

fn in_the_background(house: &Arc<House>, guest: Guest) -> JoinHandle<()> {
    let house = Arc::clone(house);
    tokio::spawn(async move {
        if let Err(error) = tell(&house, guest).await {
            tracing::warn!(%error, "not all tables know yet that somebody is away: they are told later");
        }
    })
}

/// All rooms of theirs look at what stands in the store now, opened if need be.
async fn tell(house: &Arc<House>, guest: Guest) -> Result<(), StoreError> {
    let known = house.store.vacations_of(&[guest]).await?;
    for id in house.store.timed_tables_of(guest).await? {
        tell_table(house, &id).await?;
    }
    house.store.note_told(known).await
}

async fn tell_table(house: &Arc<House>, id: &str) -> Result<(), StoreError> {
    // A room that was just closing is opened again; a table that cannot be opened at all needs not be told.
    for _ in 0..2 {
        let Some(door) = house.rooms.door(house, id, Address::HOUSE).await? else { return Ok(()) };
        let (done, looked) = oneshot::channel();
        if door.send(Box::new(ToRoom::Vacations { done })).await.is_err() {
            continue;
        }
        match looked.await {
            Ok(true) => return Ok(()),
            Ok(false) => return Err(StoreError::Closed),
            Err(_) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    const NOW: UnixMillis = UnixMillis(2_000 * A_DAY);

    fn later(days: i64) -> UnixMillis {
        UnixMillis(NOW.0 + days * A_DAY)
    }

    fn away(from: UnixMillis, until: UnixMillis) -> Vacation {
        Vacation { guest: Guest(1), from, until }
    }

    #[test]
    fn at_least_a_day_and_at_most_thirty() {
        assert_eq!(Vacation::next(&[], later(1), NOW), Ok(NOW));
        assert_eq!(Vacation::next(&[], later(30), NOW), Ok(NOW));
        assert_eq!(Vacation::next(&[], UnixMillis(later(1).0 - 1), NOW), Err(NotAway::Short));
        assert_eq!(Vacation::next(&[], UnixMillis(later(30).0 + 1), NOW), Err(NotAway::Long { left: 30 }));
        for nonsense in [i64::MIN, 0, -1] {
            assert_eq!(Vacation::next(&[], UnixMillis(nonsense), NOW), Err(NotAway::Short));
        }
        assert_eq!(Vacation::next(&[], UnixMillis(i64::MAX), NOW), Err(NotAway::Long { left: 30 }));
    }

    #[test]
    fn what_goes_on_ends_otherwise_and_counts_once() {
        let known = [away(later(-40), later(-30)), away(later(-5), later(3))];
        assert_eq!(limits(&known, NOW), Limits { begins: later(-5), left: 20 });
        assert_eq!(Vacation::next(&known, later(15), NOW), Ok(later(-5)));
        assert_eq!(Vacation::next(&known, later(16), NOW), Err(NotAway::Long { left: 20 }));
        assert_eq!(Vacation::next(&known, NOW, NOW), Err(NotAway::Short), "that is coming back");
    }

    #[test]
    fn what_is_ended_early_gives_the_days_back_that_have_not_begun() {
        let known = [away(later(-3), UnixMillis(later(-1).0 + 1))];
        assert_eq!(limits(&known, NOW).left, 27);
        assert_eq!(
            limits(&[away(later(-400), later(-365))], NOW).left,
            30,
            "a year later all are there again"
        );
        assert_eq!(limits(&[away(later(-380), later(-364))], NOW).left, 14);
    }

    proptest! {
        /// However somebody goes and comes back, in no 365 days are they away for more than 30.
        #[test]
        fn in_no_year_is_anybody_away_for_longer(pieces in vec((0i64..90 * A_DAY, 0i64..40 * A_DAY, 0i64..40 * A_DAY), 1..60)) {
            let (mut known, mut now) = (Vec::<Vacation>::new(), NOW);
            for (pause, wanted, back_after) in pieces {
                now = UnixMillis(now.0 + pause);
                let until = UnixMillis(now.0.saturating_add(wanted));
                if let Ok(begins) = Vacation::next(&known, until, now) {
                    match known.last_mut().filter(|last| last.from == begins) {
                        Some(goes_on) => goes_on.until = until,
                        None => known.push(away(begins, until)),
                    }
                    now = UnixMillis(now.0 + back_after);
                    if let Some(last) = known.last_mut().filter(|last| last.until > now) {
                        last.until = now;
                    }
                }
            }
            for end in known.iter().flat_map(|vacation| [vacation.until.0, vacation.from.0 + A_YEAR]) {
                let within = |vacation: &Vacation| (vacation.until.0.min(end) - vacation.from.0.max(end - A_YEAR)).max(0);
                prop_assert!(known.iter().map(within).sum::<i64>() <= DAYS * A_DAY);
            }
        }
    }
}
