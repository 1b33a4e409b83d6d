//! Whose question is thought about next: fair shares of the bots' time. No threads and no clocks: the same questions come
//! out in the same order.
//!
//! Questions of tables where people are come first; but of the others one is taken after every [`STEADY`] of theirs, so that
//! nothing waits for ever. Among each, time is shared by the addresses that people come from, because cookies are free; of each
//! address by the guests who opened the tables (deficit round robin), and each table of a guest has its turn. Whoever asks for
//! much gets short thoughts instead of a long queue.

use std::{collections::VecDeque, time::Duration};

use crate::{address::Address, people::Guest, store::Key};

/// After so many questions of tables with people, one of a table without is taken.
const STEADY: u32 = 8;
/// What a guest gets each time it is their turn. A question that costs more waits for several turns.
const TURN: Duration = Duration::from_millis(100);
/// What waits shall be answered within about this time: where that is too much, each thought is shorter.
const SOON: Duration = Duration::from_secs(1);
/// No thought is shortened to less than this part of itself, …
const SHORTEST: f64 = 1.0 / 32.0;
/// … nor to less than this.
const LEAST: Duration = Duration::from_millis(5);

/// Where a question comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Where those come from who are there, if anybody is.
    pub(crate) from: Option<Address>,
    /// Who opened the table.
    pub(crate) guest: Guest,
    pub(crate) table: Key,
    /// Whether anybody is there.
    pub(crate) people: bool,
}

/// The questions that wait.
#[derive(Debug)]
pub(super) struct Queue<T> {
    people: Band<T>,
    nobody: Band<T>,
    /// So many questions of tables with people were taken while others waited.
    streak: u32,
}

#[derive(Debug)]
struct Band<T> {
    /// In the order of their turns; nobody's list is empty.
    addresses: VecDeque<(Option<Address>, VecDeque<Share<T>>)>,
}

/// What one guest's tables ask.
#[derive(Debug)]
struct Share<T> {
    guest: Guest,
    /// What they have saved up for a question that costs more than a turn.
    saved: Duration,
    /// In the order of their turns; none is empty.
    tables: VecDeque<(Key, VecDeque<Waiting<T>>)>,
}

#[derive(Debug)]
struct Waiting<T> {
    cost: Duration,
    question: T,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        let band = || Band { addresses: VecDeque::new() };
        Self { people: band(), nobody: band(), streak: 0 }
    }
}

impl<T> Queue<T> {
    /// Lets a question wait that takes `cost` where nobody else asks. What of its table nobody wants to know any more is
    /// forgotten.
    pub(super) fn push(&mut self, place: Place, cost: Duration, question: T, wanted: impl Fn(&T) -> bool) {
        let band = if place.people { &mut self.people } else { &mut self.nobody };
        let share = band.share(place.from, place.guest);
        let questions = share.questions(place.table);
        questions.retain(|waiting| wanted(&waiting.question));
        questions.push_back(Waiting { cost, question });
    }

    /// The next question for one of so many `threads`, and how long to think about it.
    pub(super) fn pop(&mut self, threads: usize, wanted: impl Fn(&T) -> bool) -> Option<(T, Duration)> {
        self.people.forget(&wanted);
        self.nobody.forget(&wanted);
        let addresses = (self.people.addresses.len() + self.nobody.addresses.len()).max(1);
        let soon = SOON.mul_f64(threads as f64 / addresses as f64);
        let others_wait = !self.nobody.addresses.is_empty();
        if others_wait && (self.streak >= STEADY || self.people.addresses.is_empty()) {
            self.streak = 0;
            return self.nobody.pop(soon);
        }
        self.streak = if others_wait { self.streak + 1 } else { 0 };
        self.people.pop(soon)
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        let count = |band: &Band<T>| {
            let shares = band.addresses.iter().flat_map(|(_, shares)| shares);
            shares.map(|share| share.waiting().count()).sum::<usize>()
        };
        count(&self.people) + count(&self.nobody)
    }
}

impl<T> Band<T> {
    /// What this guest asks. Whoever had nothing to ask comes after all others, but waits for one turn only, whatever it
    /// costs: a person who plays at one table asks one thing at a time.
    fn share(&mut self, from: Option<Address>, guest: Guest) -> &mut Share<T> {
        let index = self.addresses.iter().position(|(known, _)| *known == from);
        let index = index.unwrap_or_else(|| {
            self.addresses.push_back((from, VecDeque::new()));
            self.addresses.len() - 1
        });
        let shares = &mut self.addresses[index].1;
        let index = shares.iter().position(|share| share.guest == guest).unwrap_or(shares.len());
        if index == shares.len() {
            shares.push_back(Share { guest, saved: Duration::MAX, tables: VecDeque::new() });
        }
        &mut shares[index]
    }

    fn forget(&mut self, wanted: &impl Fn(&T) -> bool) {
        for (_, shares) in &mut self.addresses {
            for share in &mut *shares {
                for (_, questions) in &mut share.tables {
                    questions.retain(|waiting| wanted(&waiting.question));
                }
                share.tables.retain(|(_, questions)| !questions.is_empty());
            }
            shares.retain(|share| !share.tables.is_empty());
        }
        self.addresses.retain(|(_, shares)| !shares.is_empty());
    }

    /// Each address in turn, and of each its guests, as far as what they have saved up reaches.
    fn pop(&mut self, soon: Duration) -> Option<(T, Duration)> {
        loop {
            let (address, mut shares) = self.addresses.pop_front()?;
            let soon = soon.div_f64(shares.len() as f64);
            let mut share = shares.pop_front()?;
            share.saved = share.saved.saturating_add(TURN);
            let taken = share.pop(soon);
            if taken.is_some() {
                share.saved = Duration::ZERO;
            }
            if !share.tables.is_empty() {
                shares.push_back(share);
            }
            if !shares.is_empty() {
                self.addresses.push_back((address, shares));
            }
            if taken.is_some() {
                return taken;
            }
        }
    }
}

impl<T> Share<T> {
    fn questions(&mut self, table: Key) -> &mut VecDeque<Waiting<T>> {
        let known = self.tables.iter().position(|(known, _)| *known == table);
        let index = known.unwrap_or(self.tables.len());
        if known.is_none() {
            self.tables.push_back((table, VecDeque::new()));
        }
        &mut self.tables[index].1
    }

    fn waiting(&self) -> impl Iterator<Item = &Waiting<T>> {
        self.tables.iter().flat_map(|(_, questions)| questions)
    }

    /// The next question, if it costs no more than what is saved up. All that waits here shall be answered `soon`.
    fn pop(&mut self, soon: Duration) -> Option<(T, Duration)> {
        let all: Duration = self.waiting().map(|waiting| waiting.cost).sum();
        let part = (soon.as_secs_f64() / all.as_secs_f64().max(1e-9)).clamp(SHORTEST, 1.0);
        let usual = self.tables.front()?.1.front()?.cost;
        let cost = usual.mul_f64(part).max(LEAST.min(usual));
        if cost > self.saved {
            return None;
        }
        let (table, mut questions) = self.tables.pop_front()?;
        let taken = questions.pop_front()?;
        if !questions.is_empty() {
            self.tables.push_back((table, questions));
        }
        Some((taken.question, cost))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HARD: Duration = Duration::from_millis(900);
    const EASY: Duration = Duration::from_millis(100);

    fn place(guest: u128, table: i64, people: bool) -> Place {
        Place { from: Some(address(1)), guest: Guest(guest), table: Key(table), people }
    }

    fn address(last: u8) -> Address {
        std::net::IpAddr::from([192, 0, 2, last]).into()
    }

    fn next<T>(queue: &mut Queue<T>) -> Option<T> {
        queue.pop(1, |_| true).map(|(question, _)| question)
    }

    #[test]
    fn two_hundred_tables_of_one_guest_delay_another_by_one_slot_at_most() {
        for (cost, people) in [(EASY, true), (HARD, true), (EASY, false), (HARD, false)] {
            let mut queue = Queue::default();
            for table in 0..200 {
                queue.push(place(1, table, people), HARD, "theirs", |_| true);
            }
            for _ in 0..50 {
                assert_eq!(next(&mut queue), Some("theirs"));
                queue.push(place(2, 1_000, people), cost, "mine", |_| true);
                let slots = (0..9).take_while(|_| next(&mut queue) != Some("mine")).count();
                assert!(slots <= 1, "{slots} slots");
                for table in 200..202 {
                    queue.push(place(1, table, people), HARD, "theirs", |_| true);
                }
            }
        }
    }

    #[test]
    fn two_hundred_guests_of_one_address_delay_another_address_by_one_slot_at_most() {
        let mut queue = Queue::default();
        for guest in 0..200 {
            queue.push(place(guest, guest as i64, true), HARD, "theirs", |_| true);
        }
        for round in 0..50 {
            assert_eq!(next(&mut queue), Some("theirs"));
            let mine = Place { from: Some(address(2)), ..place(999, 1_000, true) };
            queue.push(mine, HARD, "mine", |_| true);
            let slots = (0..9).take_while(|_| next(&mut queue) != Some("mine")).count();
            assert!(slots <= 1, "{slots} slots");
            queue.push(place(200 + round, 200 + round as i64, true), HARD, "theirs", |_| true);
        }
    }

    #[test]
    fn what_is_hard_costs_more_turns_than_what_is_easy() {
        let mut queue = Queue::default();
        for table in 0..2 {
            queue.push(place(1, table, true), HARD, "hard", |_| true);
            // So few that no thought is shortened below a turn.
            (0..3).for_each(|_| queue.push(place(2, 10 + table, true), EASY, "easy", |_| true));
        }
        let order: Vec<_> = std::iter::from_fn(|| next(&mut queue)).collect();
        assert_eq!(order[..6], ["hard", "easy", "easy", "easy", "easy", "easy"], "{order:?}");
    }

    #[test]
    fn each_table_of_a_guest_has_its_turn_and_a_tables_questions_keep_their_order() {
        let mut queue = Queue::default();
        for (table, question) in [(1, "1a"), (1, "1b"), (1, "1c"), (2, "2a"), (3, "3a")] {
            queue.push(place(1, table, true), EASY, question, |_| true);
        }
        let order: Vec<_> = std::iter::from_fn(|| next(&mut queue)).collect();
        assert_eq!(order, ["1a", "2a", "3a", "1b", "1c"]);
    }

    #[test]
    fn tables_with_people_come_first_and_the_others_come_too() {
        let mut queue = Queue::default();
        for table in 0..20 {
            queue.push(place(1, table, false), EASY, "nobody", |_| true);
            queue.push(place(2, 100 + table, true), EASY, "people", |_| true);
        }
        let order: Vec<_> = (0..18).filter_map(|_| next(&mut queue)).collect();
        let steady = STEADY as usize;
        assert!(order[..steady].iter().all(|&who| who == "people"), "{order:?}");
        assert_eq!(order.iter().filter(|&&who| who == "nobody").count(), 2, "{order:?}");
    }

    #[test]
    fn thoughts_get_shorter_for_whoever_asks_much_and_for_nobody_else() {
        let mut queue = Queue::default();
        queue.push(place(2, 1_000, true), HARD, "one", |_| true);
        assert_eq!(queue.pop(1, |_| true), Some(("one", HARD)), "alone it has all it wants");
        for table in 0..200 {
            queue.push(place(1, table, true), HARD, "many", |_| true);
        }
        queue.push(place(2, 1_000, true), HARD, "one", |_| true);
        let spent: Vec<_> = std::iter::from_fn(|| queue.pop(1, |_| true)).collect();
        let one = spent.iter().find(|(who, _)| *who == "one").expect("it is answered").1;
        assert_eq!(one, SOON / 2, "half of the time is theirs");
        let many: Duration = spent.iter().filter(|(who, _)| *who == "many").map(|(_, cost)| *cost).sum();
        assert!(many < 200 * HARD / 20, "{many:?} for all of them");
    }

    #[test]
    fn what_nobody_wants_to_know_any_more_is_forgotten() {
        let mut queue = Queue::default();
        for question in 0..100 {
            queue.push(place(1, 1, true), HARD, question, |&other| other > question);
        }
        assert_eq!(queue.len(), 1, "a table that changes often keeps one question");
        queue.push(place(2, 2, true), HARD, 7, |_| true);
        assert_eq!(queue.pop(1, |&question| question == 7).map(|(question, _)| question), Some(7));
        assert_eq!(queue.len(), 0);
    }

    proptest! {
        /// However others go on asking, a question is answered after a number of slots that depends only on how many they are.
        #[test]
        fn no_question_waits_for_ever(
            before in proptest::collection::vec((0..20u128, 0..40i64, any::<bool>(), 5..900u64), 0..200),
            flood in proptest::collection::vec((0..20u128, 0..40i64, any::<bool>(), 5..900u64), 1..50),
            people: bool,
            cost in 5..900u64,
            threads in 1..8usize,
        ) {
            let mut queue = Queue::default();
            let push = |queue: &mut Queue<bool>, &(guest, table, people, cost): &(u128, i64, bool, u64)| {
                // Each table belongs to one guest, as it does.
                let place = place(guest, guest as i64 * 100 + table, people);
                queue.push(place, Duration::from_millis(cost), false, |_| true);
            };
            for asked in &before {
                push(&mut queue, asked);
            }
            queue.push(place(99, 9_900, people), Duration::from_millis(cost), true, |_| true);
            // Nine turns at most are saved up for, each after all guests of the band have had theirs.
            let rounds = 9 * 21;
            let most = if people { rounds * 9 / 8 + 1 } else { rounds * 9 };
            let mut waited = 0;
            let mut others = flood.iter().cycle();
            while let Some((mine, _)) = queue.pop(threads, |_| true) {
                if mine {
                    break;
                }
                waited += 1;
                prop_assert!(waited <= most, "{} slots", waited);
                // They ask faster than anybody can answer.
                others.by_ref().take(2).for_each(|asked| push(&mut queue, asked));
            }
        }
    }
}
