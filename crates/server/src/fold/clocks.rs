//! The seats' clocks: a fold over the moments of the log's entries, by the table's clock. So they are the same on every node,
//! after every crash, and when something is taken back.

use serde::{Deserialize, Serialize};
use table::{Millis, Seat, Seats};

use crate::protocol::{self, Pace};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clocks {
    pace: Pace,
    /// What each seat had left at `since`.
    left: Vec<Millis>,
    /// Whose turn it last was, whoever holds those seats, and which one, …
    turn: Seats,
    number: u32,
    /// … and which clocks run: a bot has none.
    runs: Seats,
    since: Millis,
    /// Until when each seat's person is or was away: before then its clock does not run. Empty as long as nobody was.
    away: Vec<Millis>,
    /// How they stood after the entries of the game that stand.
    past: Vec<Stood>,
}

/// How the clocks stood after an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stood {
    n: u64,
    left: Vec<Millis>,
    turn: Seats,
    number: u32,
}

/// Whose turn it is, and which one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) seats: Seats,
    pub(super) number: u32,
}

impl Clocks {
    pub(super) fn new(pace: Pace, seats: u8, at: Millis) -> Self {
        let left = vec![pace.full(); usize::from(seats)];
        Self {
            pace,
            left,
            turn: Seats::NONE,
            number: 0,
            runs: Seats::NONE,
            since: at,
            away: Vec::new(),
            past: Vec::new(),
        }
    }

    /// What a seat has left at this moment.
    pub(crate) fn left(&self, seat: Seat, at: Millis) -> Millis {
        let left = self.left.get(seat.index()).copied().unwrap_or_default();
        if self.runs.contains(seat) { left.saturating_sub(at.saturating_sub(self.from(seat))) } else { left }
    }

    pub(super) fn since(&self) -> Millis {
        self.since
    }

    /// From when a seat's clock runs: not while its person is away.
    fn from(&self, seat: Seat) -> Millis {
        self.since.max(self.away.get(seat.index()).copied().unwrap_or_default())
    }

    /// When a seat's time is up, if its clock runs.
    pub(crate) fn due_of(&self, seat: Seat) -> Option<Millis> {
        self.runs.contains(seat).then(|| self.from(seat) + self.left[seat.index()])
    }

    /// Whose time is up first, and when.
    pub(crate) fn due(&self) -> Option<(Seat, Millis)> {
        self.runs.iter().filter_map(|seat| Some((seat, self.due_of(seat)?))).min_by_key(|&(_, due)| due)
    }

    /// How long it takes at least until the time of any of these is up, whatever is played at this moment, and whoever comes back.
    pub(super) fn shortest(&self, people: Seats, at: Millis) -> Millis {
        let left = people.iter().map(|seat| match self.pace {
            Pace::Turn { .. } if !self.turn.contains(seat) => self.pace.full(),
            _ => self.left(seat, at),
        });
        left.min().unwrap_or_else(|| self.pace.full())
    }

    /// The person of these seats is away from `at` until then. Whoever else's clock runs is none the wiser: so it makes no
    /// difference who is known to be away first.
    pub(super) fn stand(&mut self, seats: Seats, until: Millis, at: Millis) {
        self.away.resize(self.left.len(), Millis::ZERO);
        for seat in seats.iter() {
            self.left[seat.index()] = self.left(seat, at);
            self.away[seat.index()] = until.max(at);
        }
    }

    /// From this moment on the seats' people are away until then. All stop until it is [said](Self::turn_to) whose turn it is.
    pub(super) fn are_away(&mut self, away: Vec<Millis>, at: Millis) {
        self.stop(at);
        self.away = if away.iter().all(|until| *until == Millis::ZERO) { Vec::new() } else { away };
    }

    /// What was done at `at`, and arrived at `from`, has made it the turn of these seats, of which those in `people` have clocks:
    /// nobody pays for the line of whoever went before. Nobody's turn: while the game waits for something by a time of its own, it
    /// is still the turn of whoever it was.
    pub(super) fn turn_to(
        &mut self,
        Turn { seats: turn, number }: Turn,
        people: Seats,
        at: Millis,
        from: Millis,
    ) {
        self.stop(at);
        self.since = self.since.max(from);
        if !turn.is_empty() {
            let another = number != self.number;
            for seat in self.turn.iter().filter(|&seat| another || !turn.contains(seat)) {
                if let Pace::Game { plus, .. } = self.pace {
                    self.left[seat.index()] = self.left[seat.index()] + Millis(u64::from(plus) * 1_000);
                }
            }
            for seat in turn.iter().filter(|&seat| another || !self.turn.contains(seat)) {
                if let Pace::Turn { .. } = self.pace {
                    self.left[seat.index()] = self.pace.full();
                }
            }
            (self.turn, self.number) = (turn, number);
        }
        self.runs = turn.iter().filter(|&seat| people.contains(seat)).collect();
    }

    /// All stop at this moment.
    fn stop(&mut self, at: Millis) {
        for seat in self.runs.iter() {
            self.left[seat.index()] = self.left(seat, at);
        }
        self.runs = Seats::NONE;
        self.since = self.since.max(at);
    }

    /// Remembers how they stand after entry `n`.
    pub(super) fn remember(&mut self, n: u64) {
        let (left, turn, number) = (self.left.clone(), self.turn, self.number);
        self.past.push(Stood { n, left, turn, number });
    }

    /// They stand again as they did after entry `to`: what was taken back took no time.
    pub(super) fn go_back(&mut self, to: u64, at: Millis) {
        self.stop(at);
        self.past.truncate(self.past.partition_point(|stood| stood.n <= to));
        if let Some(stood) = self.past.last() {
            (self.left, self.turn, self.number) = (stood.left.clone(), stood.turn, stood.number);
        }
    }

    pub(crate) fn shown(&self) -> protocol::Clocks {
        let (left, away) = (self.left.clone(), self.away.clone());
        protocol::Clocks { left, runs: self.runs, since: self.since, away }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    const BOTH: Seats = Seats::all(2);

    fn at(seconds: u64) -> Millis {
        Millis(seconds * 1_000)
    }

    fn turns(clocks: &mut Clocks, seats: Seats, people: Seats, when: Millis) {
        clocks.turn_to(Turn { seats, number: 0 }, people, when, when);
    }

    fn begun(pace: Pace) -> Clocks {
        let mut clocks = Clocks::new(pace, 2, at(0));
        turns(&mut clocks, Seats::one(Seat(0)), BOTH, at(0));
        clocks.remember(1);
        clocks
    }

    #[test]
    fn whoever_s_turn_it_is_uses_their_time_and_gets_some_when_it_ends() {
        let mut clocks = begun(Pace::Game { seconds: 60, plus: 5 });
        assert_eq!(clocks.due(), Some((Seat(0), at(60))));
        turns(&mut clocks, Seats::one(Seat(0)), BOTH, at(10));
        assert_eq!(clocks.left(Seat(0), at(12)), at(48), "two steps of one turn");
        turns(&mut clocks, Seats::one(Seat(1)), BOTH, at(20));
        assert_eq!((clocks.left(Seat(0), at(99)), clocks.left(Seat(1), at(21))), (at(45), at(59)));
        assert_eq!(clocks.due(), Some((Seat(1), at(80))));
        assert_eq!(clocks.shortest(BOTH, at(70)), at(10));
    }

    #[test]
    fn while_the_game_waits_by_a_time_of_its_own_all_stand_and_nobody_gets_more() {
        let mut clocks = begun(Pace::Game { seconds: 60, plus: 5 });
        turns(&mut clocks, Seats::NONE, BOTH, at(10));
        assert_eq!(clocks.due(), None);
        turns(&mut clocks, Seats::one(Seat(0)), BOTH, at(30));
        assert_eq!(clocks.due(), Some((Seat(0), at(80))));
    }

    #[test]
    fn each_turn_has_its_own_time_where_that_is_the_pace() {
        let mut clocks = begun(Pace::Turn { seconds: 60 });
        turns(&mut clocks, Seats::one(Seat(1)), BOTH, at(59));
        assert_eq!(clocks.due(), Some((Seat(1), at(119))));
        turns(&mut clocks, Seats::one(Seat(0)), BOTH, at(60));
        assert_eq!(clocks.due(), Some((Seat(0), at(120))));
    }

    #[test]
    fn two_turns_in_a_row_are_two() {
        let again = |pace| {
            let mut clocks = begun(pace);
            clocks.turn_to(Turn { seats: Seats::one(Seat(0)), number: 1 }, BOTH, at(50), at(50));
            clocks.due()
        };
        assert_eq!(again(Pace::Turn { seconds: 60 }), Some((Seat(0), at(110))));
        assert_eq!(again(Pace::Game { seconds: 60, plus: 5 }), Some((Seat(0), at(65))));
    }

    #[test]
    fn nobody_pays_for_the_line_of_whoever_went_before() {
        let mut clocks = begun(Pace::Game { seconds: 60, plus: 0 });
        clocks.turn_to(Turn { seats: Seats::one(Seat(1)), number: 0 }, BOTH, at(10), at(11));
        assert_eq!((clocks.left(Seat(0), at(20)), clocks.left(Seat(1), at(20))), (at(50), at(51)));
    }

    #[test]
    fn a_bot_has_no_clock_and_its_turn_ends_that_of_the_others() {
        let mut clocks = begun(Pace::Game { seconds: 60, plus: 5 });
        turns(&mut clocks, Seats::one(Seat(1)), Seats::one(Seat(0)), at(10));
        assert_eq!((clocks.due(), clocks.left(Seat(0), at(20))), (None, at(55)));
    }

    /// What somebody does at a table of long turns.
    #[derive(Clone, Copy, Debug)]
    enum Deed {
        Turn(u8),
        Away(u8, u64),
        TakeBack,
    }

    fn deeds() -> impl Strategy<Value = Vec<(u64, Deed)>> {
        let deed = prop_oneof![
            (0u8..2).prop_map(Deed::Turn),
            ((0u8..2), 0u64..30).prop_map(|(seat, seconds)| Deed::Away(seat, seconds)),
            Just(Deed::TakeBack),
        ];
        vec((0u64..20, deed), 0..40)
    }

    proptest! {
        /// Second by second: a clock loses one exactly if it runs and its person is there.
        #[test]
        fn a_clock_stands_while_its_person_is_away_and_no_longer(deeds in deeds(), later in 0u64..60) {
            const FULL: u64 = 500;
            let mut clocks = begun(Pace::Turn { seconds: FULL as u32 });
            let (mut left, mut turn, mut away, mut now) = ([FULL; 2], 0, [0; 2], 0);
            let mut past = vec![(left, turn)];
            let pass = |left: &mut [u64; 2], turn: usize, away: [u64; 2], from: u64, to: u64| {
                left[turn] = left[turn].saturating_sub((from..to).filter(|second| *second >= away[turn]).count() as u64);
            };
            for (pause, deed) in deeds {
                pass(&mut left, turn, away, now, now + pause);
                now += pause;
                let n = past.len() as u64;
                match deed {
                    Deed::Turn(seat) => {
                        if usize::from(seat) != turn {
                            turn = usize::from(seat);
                            left[turn] = FULL;
                        }
                        turns(&mut clocks, Seats::one(Seat(seat)), BOTH, at(now));
                        clocks.remember(n + 1);
                        past.push((left, turn));
                    }
                    Deed::Away(seat, seconds) => {
                        away[usize::from(seat)] = now + seconds;
                        clocks.stand(Seats::one(Seat(seat)), at(now + seconds), at(now));
                    }
                    Deed::TakeBack => {
                        if past.len() > 1 {
                            past.pop();
                        }
                        (left, turn) = past[past.len() - 1];
                        clocks.go_back(past.len() as u64, at(now));
                        turns(&mut clocks, Seats::one(Seat(turn as u8)), BOTH, at(now));
                    }
                }
            }
            let due = (now..).scan((left, now), |(left, from), second| {
                pass(left, turn, away, *from, second);
                *from = second;
                Some((second, left[turn]))
            });
            let due = due.skip_while(|(_, left)| *left > 0).map(|(second, _)| second).next();
            prop_assert_eq!(clocks.due().map(|(seat, due)| (usize::from(seat.0), due)), due.map(|due| (turn, at(due))));
            pass(&mut left, turn, away, now, now + later);
            prop_assert_eq!([Seat(0), Seat(1)].map(|seat| clocks.left(seat, at(now + later))), left.map(at));
        }
    }

    #[test]
    fn what_is_taken_back_gives_its_time_back() {
        let mut clocks = begun(Pace::Game { seconds: 60, plus: 5 });
        turns(&mut clocks, Seats::one(Seat(1)), BOTH, at(20));
        clocks.remember(2);
        turns(&mut clocks, Seats::one(Seat(0)), BOTH, at(50));
        clocks.remember(3);
        clocks.go_back(2, at(55));
        turns(&mut clocks, Seats::one(Seat(1)), BOTH, at(55));
        assert_eq!((clocks.left(Seat(0), at(55)), clocks.left(Seat(1), at(55))), (at(45), at(60)));
    }
}
