//! When somebody wants to be told something: not at night, not too often; but a reminder comes before it is too late.

use jiff::{Timestamp, Zoned, civil::Time, tz::TimeZone};
use table::{Lang, Words};

use super::Kind;
use crate::{
    House, messages,
    people::Guest,
    protocol::{NoticeWishes, Often, Quiet},
    store::{StoreError, UnixMillis, notices::Told},
};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
/// Nobody is told more often, whatever they chose and whatever happens.
const MOST_IN_HOUR: i64 = 20;
const MOST_IN_DAY: i64 = 100;
/// A reminder that would come later than this before time is up comes at once.
const LAST_CALL: i64 = 30 * MINUTE;
/// When those are told who want it once a day, and have no quiet hours.
const MORNING: u8 = 8;

impl Default for NoticeWishes {
    fn default() -> Self {
        Self {
            lang: Lang::En,
            turn: true,
            reminder: true,
            invited: true,
            ended: true,
            called: true,
            mail: true,
            zone: "UTC".to_owned(),
            quiet: Some(Quiet { from: 22, to: MORNING }),
            often: Often::Each,
        }
    }
}

impl NoticeWishes {
    /// What is wrong with them.
    pub(crate) fn check(&self) -> Result<(), Words> {
        let hours = self.quiet.is_none_or(|quiet| quiet.from < 24 && quiet.to < 24 && quiet.from != quiet.to);
        let zone = self.zone.len() <= 64 && TimeZone::get(&self.zone).is_ok();
        if hours && zone { Ok(()) } else { Err(messages::notices::NO_SUCH_TIME) }
    }

    pub(super) fn wants(&self, kind: Kind) -> bool {
        match kind {
            Kind::Turn => self.turn,
            Kind::Reminder => self.reminder,
            Kind::Invited => self.invited,
            Kind::Ended => self.ended,
            Kind::Called => self.called,
            Kind::Gone | Kind::Trial | Kind::Confirm => true,
        }
    }

    fn zone(&self) -> TimeZone {
        TimeZone::get(&self.zone).unwrap_or(TimeZone::UTC)
    }

    /// The first moment after this one at which it is `hour` o'clock where they are.
    fn next(&self, hour: u8, after: UnixMillis) -> UnixMillis {
        let next = || {
            let now = self.here(after)?;
            let at = |day: &Zoned| day.with().time(Time::new(hour as i8, 0, 0, 0).ok()?).build().ok();
            let today = at(&now)?;
            let then = if today > now { today } else { at(&now.tomorrow().ok()?)? };
            Some(UnixMillis(then.timestamp().as_millisecond()))
        };
        next().unwrap_or(after)
    }

    fn here(&self, at: UnixMillis) -> Option<Zoned> {
        Some(Timestamp::from_millisecond(at.0).ok()?.to_zoned(self.zone()))
    }

    /// When the quiet hours end, if this is one.
    fn quiet_until(&self, now: UnixMillis) -> Option<UnixMillis> {
        let Quiet { from, to } = self.quiet?;
        let hour = self.here(now)?.hour() as u8;
        let quiet = if from < to { from <= hour && hour < to } else { from <= hour || hour < to };
        quiet.then(|| self.next(to, now))
    }

    /// Until when they are not told something that is due since then; nothing: they are, now. `up`: when it is too late. Once
    /// that moment has come, and is what it is due since, it is told.
    pub(super) fn held_until(
        &self,
        kind: Kind,
        due: UnixMillis,
        up: Option<UnixMillis>,
        told: Told,
        now: UnixMillis,
    ) -> Option<UnixMillis> {
        if matches!(kind, Kind::Gone | Kind::Trial | Kind::Confirm) {
            return None;
        }
        let in_an_hour = |too_much: bool| too_much.then_some(UnixMillis(now.0 + HOUR));
        // Somebody waits for them now; but not even that storms. In an hour it may be over, and is not told.
        if kind == Kind::Called {
            return in_an_hour(told.in_hour >= MOST_IN_HOUR || told.in_day >= MOST_IN_DAY);
        }
        let often = match self.often {
            Often::Each => None,
            Often::Hourly => told.last.map(|last| UnixMillis(last + HOUR)),
            // The first morning that is not before it was due.
            Often::Daily => {
                Some(self.next(self.quiet.map_or(MORNING, |quiet| quiet.to), UnixMillis(due.0 - 1)))
            }
        };
        let waits = [often, self.quiet_until(now), in_an_hour(told.in_hour >= MOST_IN_HOUR)];
        let too_much = in_an_hour(told.in_day >= MOST_IN_DAY);
        let until = waits.into_iter().flatten().max().filter(|until| *until > now);
        if kind == Kind::Reminder && up.zip(until).is_some_and(|(up, until)| until.0 + LAST_CALL > up.0) {
            return too_much;
        }
        until.max(too_much)
    }
}

/// What somebody has chosen; or as usual, and that they have not.
pub(crate) async fn of(house: &House, guest: Guest) -> Result<(NoticeWishes, bool), StoreError> {
    let kept = house.store.wishes(guest).await?;
    let read = kept.and_then(|text| serde_json::from_str(&text).ok());
    Ok(read.map_or_else(|| (NoticeWishes::default(), false), |wishes| (wishes, true)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> UnixMillis {
        UnixMillis(text.parse::<Timestamp>().expect("a moment").as_millisecond())
    }

    fn paris() -> NoticeWishes {
        NoticeWishes { zone: "Europe/Paris".to_owned(), ..NoticeWishes::default() }
    }

    fn turn(wishes: &NoticeWishes, now: &str) -> Option<UnixMillis> {
        wishes.held_until(Kind::Turn, at(now), None, Told::default(), at(now))
    }

    #[test]
    fn at_night_a_turn_waits_until_the_morning_where_they_are() {
        // In winter Paris is an hour ahead, in summer two.
        assert_eq!(turn(&paris(), "2026-11-16T20:59:00Z"), None);
        assert_eq!(turn(&paris(), "2026-11-16T21:00:00Z"), Some(at("2026-11-17T07:00:00Z")));
        assert_eq!(turn(&paris(), "2026-11-17T06:59:59Z"), Some(at("2026-11-17T07:00:00Z")));
        assert_eq!(turn(&paris(), "2026-11-17T07:00:00Z"), None);
        assert_eq!(turn(&paris(), "2026-07-01T20:30:00Z"), Some(at("2026-07-02T06:00:00Z")));
        // The night in which clocks go forward is an hour shorter.
        assert_eq!(turn(&paris(), "2026-03-28T22:00:00Z"), Some(at("2026-03-29T06:00:00Z")));
        let by_day = NoticeWishes { quiet: Some(Quiet { from: 9, to: 17 }), ..paris() };
        assert_eq!(turn(&by_day, "2026-11-16T09:00:00Z"), Some(at("2026-11-16T16:00:00Z")));
        assert_eq!(turn(&by_day, "2026-11-16T22:00:00Z"), None);
        assert_eq!(turn(&NoticeWishes { quiet: None, ..paris() }, "2026-11-16T23:00:00Z"), None);
    }

    #[test]
    fn a_reminder_comes_at_night_only_if_it_would_be_too_late_in_the_morning() {
        let night = at("2026-11-16T23:00:00Z");
        let held = |up: &str| paris().held_until(Kind::Reminder, night, Some(at(up)), Told::default(), night);
        assert_eq!(held("2026-11-17T05:00:00Z"), None);
        assert_eq!(held("2026-11-17T07:20:00Z"), None, "twenty minutes are too few");
        assert_eq!(held("2026-11-17T09:00:00Z"), Some(at("2026-11-17T07:00:00Z")));
    }

    #[test]
    fn who_wants_it_seldom_is_told_seldom() {
        let noon = at("2026-11-16T11:00:00Z");
        let told =
            |minutes: i64| Told { last: Some(noon.0 - minutes * MINUTE), in_hour: 1, ..Told::default() };
        let hourly = NoticeWishes { often: Often::Hourly, ..paris() };
        let held = |wishes: &NoticeWishes, told| wishes.held_until(Kind::Turn, noon, None, told, noon);
        assert_eq!(held(&hourly, Told::default()), None);
        assert_eq!(held(&hourly, told(20)), Some(UnixMillis(noon.0 + 40 * MINUTE)));
        assert_eq!(held(&hourly, told(60)), None);
        let daily = NoticeWishes { often: Often::Daily, ..paris() };
        assert_eq!(held(&daily, Told::default()), Some(at("2026-11-17T07:00:00Z")));
        let morning = at("2026-11-17T07:00:00Z");
        assert_eq!(daily.held_until(Kind::Turn, noon, None, Told::default(), morning), None);
        let up = Some(at("2026-11-16T15:00:00Z"));
        assert_eq!(
            daily.held_until(Kind::Reminder, noon, up, Told::default(), noon),
            None,
            "it would be too late"
        );
        assert_eq!(daily.held_until(Kind::Called, noon, None, Told::default(), noon), None, "somebody waits");
        let enough = Told { in_hour: MOST_IN_HOUR, ..Told::default() };
        assert_eq!(
            daily.held_until(Kind::Called, noon, None, enough, noon),
            Some(UnixMillis(noon.0 + HOUR)),
            "but nothing storms"
        );
    }

    /// What is put off is due at the moment it was put off to.
    #[test]
    fn what_is_held_until_then_is_told_then() {
        let evening = at("2026-03-27T17:00:00Z");
        for often in [Often::Each, Often::Hourly, Often::Daily] {
            for quiet in [None, Some(Quiet { from: 22, to: 8 }), Some(Quiet { from: 1, to: 0 })] {
                let wishes = NoticeWishes { quiet, often, ..paris() };
                for hours in 0..72 {
                    let due = UnixMillis(evening.0 + hours * HOUR + 1);
                    let told = Told { last: Some(due.0 - MINUTE), ..Told::default() };
                    let Some(then) = wishes.held_until(Kind::Turn, due, None, told, due) else { continue };
                    let again = wishes.held_until(Kind::Turn, then, None, told, then);
                    assert_eq!(again, None, "{wishes:?}, {hours} h");
                    assert!(then.0 - due.0 <= 24 * HOUR);
                }
            }
        }
    }

    #[test]
    fn a_last_reminder_is_not_swallowed_by_a_busy_hour() {
        let noon = at("2026-11-16T11:00:00Z");
        let up = Some(UnixMillis(noon.0 + HOUR));
        let held = |told| paris().held_until(Kind::Reminder, noon, up, told, noon);
        assert_eq!(held(Told { in_hour: MOST_IN_HOUR, ..Told::default() }), None);
        assert!(held(Told { in_day: MOST_IN_DAY, ..Told::default() }).is_some());
    }

    #[test]
    fn nobody_is_told_without_end() {
        let noon = at("2026-11-16T11:00:00Z");
        for told in [
            Told { in_hour: MOST_IN_HOUR, ..Told::default() },
            Told { in_day: MOST_IN_DAY, ..Told::default() },
        ] {
            let held = paris().held_until(Kind::Turn, noon, None, told, noon);
            assert_eq!(held, Some(UnixMillis(noon.0 + HOUR)));
        }
    }

    #[test]
    fn hours_and_zones_that_are_none_are_not_taken() {
        assert_eq!(paris().check(), Ok(()));
        for bad in [
            NoticeWishes { zone: "Europe/Atlantis".to_owned(), ..paris() },
            NoticeWishes { zone: "../../etc/passwd".to_owned(), ..paris() },
            NoticeWishes { quiet: Some(Quiet { from: 24, to: 8 }), ..paris() },
            NoticeWishes { quiet: Some(Quiet { from: 8, to: 8 }), ..paris() },
        ] {
            assert!(bad.check().is_err(), "{bad:?}");
        }
    }
}
