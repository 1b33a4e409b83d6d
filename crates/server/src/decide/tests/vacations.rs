//! Somebody is away: what the table writes down, and what their clock makes of it.

use proptest::{collection::vec, prelude::*};

use super::*;
use crate::vacations::Vacation;

const A_DAY: u64 = 86_400_000;

/// A moment of the table's clock, which here is everybody's.
fn wall(millis: u64) -> UnixMillis {
    UnixMillis(millis as i64)
}

fn away(guest: Guest, from: u64, until: u64) -> Vacation {
    Vacation { guest, from: wall(from), until: wall(until) }
}

/// A table of two days a turn; it is Ada's.
fn by_days() -> Setting {
    timed("pyramids", Pace::Turn { seconds: 2 * 86_400 })
}

impl Setting {
    /// The table learns what was announced, and writes this much.
    fn learns(&mut self, announced: &[Vacation]) -> usize {
        let mut written = 0;
        while let Some(entry) = vacation(&self.scene(), announced) {
            self.append(entry);
            written += 1;
        }
        written
    }

    /// An entry of this moment.
    fn append(&mut self, entry: TableEntry) {
        let at = self.table.wall(self.now);
        self.table.apply(entry, at).expect("it fits");
    }

    fn moves(&mut self, guest: Guest, action: &str) {
        let seat = self.table.awaited().first().expect("somebody is awaited");
        let decided = self.decide(guest, &play(seat.0, action)).expect("it is allowed");
        let Decision::Append(entry) = decided else { panic!("{decided:?}") };
        self.append(entry);
    }

    fn up(&self) -> Option<(u8, u64)> {
        self.table.next_up().map(|(seat, due)| (seat.0, due.0))
    }
}

#[test]
fn what_is_announced_is_written_once_and_again_if_it_ends_otherwise() {
    let mut setting = by_days();
    setting.now = Millis(A_DAY);
    let announced =
        [away(ADA, A_DAY, 5 * A_DAY), away(BEA, A_DAY / 2, 3 * A_DAY), away(CYD, A_DAY, 5 * A_DAY)];
    assert_eq!(setting.learns(&announced), 2, "Cyd does not sit here");
    assert_eq!(setting.learns(&announced), 0);
    assert_eq!(setting.up(), Some((0, 6 * A_DAY)));
    // She comes back after a day, and goes again.
    setting.now = Millis(2 * A_DAY);
    let back = away(ADA, A_DAY, 2 * A_DAY);
    assert_eq!((setting.learns(&[back]), setting.up()), (1, Some((0, 3 * A_DAY))));
    setting.now = Millis(2 * A_DAY + A_DAY / 2);
    let again = away(ADA, 2 * A_DAY + A_DAY / 2, 4 * A_DAY);
    assert_eq!((setting.learns(&[back, again]), setting.up()), (1, Some((0, 4 * A_DAY + A_DAY / 2))));
    assert_eq!(setting.learns(&[back, again]), 0);
}

#[test]
fn what_the_table_learns_late_counts_from_when_it_was_announced() {
    let mut setting = by_days();
    setting.now = Millis(20 * A_DAY);
    // Once they were away and back, and then again: nobody told the table.
    let announced = [away(ADA, A_DAY, 10 * A_DAY), away(ADA, 10 * A_DAY + 1, 19 * A_DAY + 1)];
    assert_eq!(setting.learns(&announced), 2);
    assert_eq!(setting.up(), Some((0, 20 * A_DAY)));
    setting.now = Millis(20 * A_DAY) + LINE + Millis(1);
    let Some(Due::Append(out)) = due(&setting.scene()) else { panic!("time is up") };
    assert!(matches!(out, TableEntry::Out { seat: Seat(0), at, .. } if at == Millis(20 * A_DAY)), "{out:?}");
}

#[test]
fn whoever_is_away_may_play_and_stays_away() {
    let mut setting = by_days();
    setting.learns(&[away(ADA, 0, 9 * A_DAY)]);
    setting.now = Millis(A_DAY);
    setting.moves(ADA, "S@a1");
    setting.moves(ADA, "A+90");
    assert_eq!(setting.up(), Some((1, 3 * A_DAY)));
    setting.now = Millis(2 * A_DAY);
    setting.moves(BEA, "S@b2");
    setting.moves(BEA, "A+90");
    assert_eq!(setting.up(), Some((0, 11 * A_DAY)), "a whole turn once she is back");
}

#[test]
fn a_game_that_begins_meanwhile_waits_as_well() {
    let mut setting = by_days();
    setting.now = Millis(1);
    let before = Vacation { from: UnixMillis(-5_000), ..away(ADA, 0, 9 * A_DAY) };
    assert_eq!((setting.learns(&[before]), setting.up()), (1, Some((0, 11 * A_DAY))));
    // One that ended before is none of its business.
    let past = Vacation { guest: BEA, from: UnixMillis(-9_000), until: UnixMillis(-5_000) };
    assert_eq!(setting.learns(&[past, before]), 0);
}

#[test]
fn neither_games_of_minutes_nor_tournaments_nor_games_that_are_over_wait() {
    let announced = [away(ADA, 0, 9 * A_DAY)];
    assert!(vacation(&timed("pyramids", Pace::Game { seconds: 600, plus: 0 }).scene(), &announced).is_none());
    assert!(vacation(&Setting::playing("pyramids").scene(), &announced).is_none());
    let mut evening = by_days();
    evening.table.opening =
        Arc::new(Opening { host: Guest::HOUSE, ..Opening::clone(&evening.table.opening) });
    assert!(vacation(&evening.scene(), &announced).is_none());
    let mut over = by_days();
    over.now = Millis(3 * A_DAY);
    over.settles();
    assert_eq!((over.table.phase(), over.learns(&announced)), (Phase::Over, 0));
}

#[test]
fn what_is_taken_back_gives_its_time_back_and_leaves_people_away() {
    let mut setting = by_days();
    setting.now = Millis(A_DAY);
    setting.moves(ADA, "S@a1");
    setting.moves(ADA, "A+90");
    setting.learns(&[away(ADA, A_DAY, 9 * A_DAY)]);
    setting.now = Millis(2 * A_DAY);
    setting.append(TableEntry::Undo { seat: Seat(0), to: setting.table.game_n - 1 });
    assert_eq!(setting.up(), Some((0, 10 * A_DAY)), "the day that she had left");
}

#[test]
fn a_seat_s_clock_goes_with_whoever_has_it() {
    let mut setting = by_days();
    setting.learns(&[away(ADA, 0, 9 * A_DAY)]);
    setting.now = Millis(A_DAY);
    // A bot plays on for her, which gains her no time, and costs none.
    setting.append(TableEntry::Stand { seat: Seat(0), bot: STAND_IN });
    assert_eq!(setting.up(), Some((0, 11 * A_DAY)));
    setting.append(TableEntry::Sit { seat: Seat(0), guest: CYD });
    assert_eq!(setting.up(), Some((0, 3 * A_DAY)));
}

#[test]
fn whoever_is_forgotten_is_away_as_somebody_unknown() {
    let mut setting = by_days();
    setting.learns(&[away(ADA, 0, 9 * A_DAY)]);
    setting.table.replace(ADA, CYD);
    setting.now = Millis(A_DAY);
    setting.append(TableEntry::Silence { quiet: true });
    assert_eq!(setting.table.vacations[0].guest, CYD);
    setting.append(TableEntry::StandIn { seat: Seat(1), bot: STAND_IN });
    assert_eq!(setting.up(), Some((0, 11 * A_DAY)));
}

proptest! {
    /// Which of two who are away is written down first makes no difference; nor does when, if nothing happens in between.
    #[test]
    fn the_order_in_which_tables_learn_makes_no_difference(ada in (0u64..9, 1u64..9), bea in (0u64..9, 1u64..9), later in 0u64..30) {
        let vacations = [(ADA, ada), (BEA, bea)].map(|(guest, (from, days))| away(guest, from * A_DAY / 8, (from + days * 8) * A_DAY / 8));
        let after = |order: [usize; 2]| {
            let mut setting = by_days();
            for index in order {
                setting.now = Millis(2 * A_DAY + later * A_DAY / 8);
                setting.learns(&[vacations[index]]);
            }
            (0..40).map(|eighth| {
                let clocks = setting.table.clocks.as_ref().expect("it has clocks");
                [Seat(0), Seat(1)].map(|seat| clocks.left(seat, Millis(2 * A_DAY + eighth * A_DAY / 8)))
            }).collect::<Vec<_>>()
        };
        prop_assert_eq!(after([0, 1]), after([1, 0]));
    }

    /// Whatever is written, nobody's time is up before the moment that the store is told, also if somebody comes back early.
    #[test]
    fn the_store_never_looks_too_late(steps in vec((0u64..20, 0u8..3, 0u64..200), 1..40)) {
        let mut setting = by_days();
        for (pause, what, hours) in steps {
            setting.now = setting.now + Millis(pause * 3_600_000);
            if setting.up().is_none_or(|(_, due)| due <= setting.now.0) {
                break;
            }
            let entry = match what {
                2 => {
                    let seat = setting.table.awaited().first().expect("somebody is awaited");
                    let action = actions(&setting, seat.0).first().expect("they can act").clone();
                    TableEntry::Game(GameEntry::act(seat, action, setting.now))
                }
                seat => {
                    let guest = [ADA, BEA][usize::from(seat)];
                    TableEntry::Vacation(away(guest, setting.now.0, setting.now.0 + hours * 3_600_000))
                }
            };
            let at = setting.table.wall(setting.now);
            let noted = setting.table.not_up_before(&entry, at).expect("it has clocks").up;
            setting.append(entry);
            prop_assert!(setting.table.up_at().is_none_or(|up| noted <= up), "{:?} {:?}", noted, setting.table.up_at());
        }
    }
}
