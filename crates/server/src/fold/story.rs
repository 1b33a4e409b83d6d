//! What whoever comes is told of what has happened: made of what stands, by playing it again from the game's last mark but
//! one. Of what was taken back there is nothing but its number.

use std::sync::Arc;

use catalogue::Live;
use table::{Audience, GameEntry, Millis};

use super::{
    Change, FoldError, Table, TalkLine,
    played::{Played, Standing},
};
use crate::{
    entry::TableEntry,
    store::{Opening, Row},
};

/// No more rows of a log are told at once: people also talk.
const LONGEST: u64 = 1024;

/// What is needed to tell it, apart from the table: so that it can be done elsewhere.
#[derive(Debug)]
pub(crate) struct Story {
    opening: Arc<Opening>,
    /// Whether its game has secrets, and has begun.
    hidden: bool,
    begun: bool,
    /// The number of the entry that ended the game otherwise than by its rules.
    ended_by: Option<u64>,
    /// The game before `standing`; none: its start is among what is told.
    game: Option<Box<dyn Live>>,
    standing: Vec<Standing>,
    /// The number after which it begins: rows after it are to be read.
    pub(crate) from: u64,
    /// The newest number of which it tells.
    to: u64,
    /// Whether it is all that can be told, and not what came after what is known.
    pub(crate) whole: bool,
}

impl Table {
    /// What is told to whoever knows everything up to number `since`. Where that is too long ago for a table that is long,
    /// it begins later, and is told as whole: whoever wants the rest looks at the replay.
    pub(crate) fn story(&self, since: u64) -> Story {
        let (game, standing) = self.played.lately();
        let begins = match (&game, standing.first()) {
            // What was given stands before all numbers, and is told with the start.
            (Some(_), Some(&(0, _))) | (None, _) => 0,
            (Some(_), Some(&(n, _))) => n - 1,
            (Some(_), None) => self.n,
        };
        let begins = begins.max(self.n.saturating_sub(LONGEST));
        let whole = since == 0 || since > self.n || since < begins;
        Story {
            opening: Arc::clone(&self.opening),
            hidden: self.about.hidden,
            begun: self.game.is_some(),
            ended_by: self.ended_by,
            game,
            standing: standing.to_vec(),
            from: if whole { begins } else { since },
            to: self.n,
            whole,
        }
    }
}

impl Story {
    /// Whether there is nothing to tell.
    pub(crate) fn is_empty(&self) -> bool {
        self.from == self.to
    }

    /// Tells it. `rows` are those after `from`.
    pub(crate) fn tell(self, rows: &[Row]) -> Result<Vec<Change>, FoldError> {
        let Self { opening, hidden, begun, ended_by, mut game, standing, from, to, .. } = self;
        let entries: Vec<TableEntry> = rows
            .iter()
            .zip(from + 1..=to)
            .map(|(row, n)| if row.n == n { Ok(row) } else { Err(FoldError::Gap(n)) })
            .map(|row| row.and_then(|row| TableEntry::read(&row.entry).ok_or(FoldError::Unreadable(row.n))))
            .collect::<Result<_, _>>()?;
        let starts = entries.contains(&TableEntry::Start);
        if begun && !starts && game.is_none() {
            game = Some(opening.new_game()?);
        }
        let (mut standing, mut last_at) = (standing.into_iter().peekable(), Millis::ZERO);
        if let Some(game) = game.as_mut().filter(|_| !starts) {
            // What was played before what is told.
            while let Some((_, entry)) = standing.next_if(|&(n, _)| n <= from) {
                game.happen_unheard(&entry)?;
                last_at = entry.at;
            }
        }
        let mut changes = Vec::with_capacity(rows.len());
        for (entry, n) in entries.into_iter().zip(from + 1..) {
            let mut change = Change::new(n, last_at);
            match entry {
                TableEntry::Start => {
                    let game = match &mut game {
                        Some(game) => game,
                        none => none.insert(opening.new_game()?),
                    };
                    while let Some((_, entry)) = standing.next_if(|&(n, _)| n == 0) {
                        change.given.push(heard(game, 0, &entry)?);
                        last_at = entry.at;
                    }
                    change.at = last_at;
                }
                TableEntry::Game(entry) => {
                    last_at = entry.at;
                    change.at = last_at;
                    let game = game.as_mut().ok_or(FoldError::Misplaced)?;
                    if let Some((_, entry)) = standing.next_if(|&(stands, _)| stands == n) {
                        change = heard(game, n, &entry)?;
                    }
                }
                TableEntry::Undo { seat, to } => change.undone = Some((seat, to)),
                TableEntry::Out { seat, at, why, .. } => {
                    last_at = at;
                    (change.at, change.out) = (at, Some((seat, why)));
                }
                TableEntry::Say { guest, seat, text } => {
                    let playing = game.as_ref().is_some_and(|game| game.outcome().is_none())
                        && ended_by.is_none_or(|ended| n < ended);
                    let among_watchers = seat.is_none() && hidden && playing;
                    let who = guest.at_table(&opening.id);
                    change.said = Some(TalkLine { guest, who, seat, text, among_watchers });
                }
                _ => {}
            }
            changes.push(change);
        }
        Ok(changes)
    }
}

/// The end of what a game was given, which is all that was played by now.
pub(super) fn of_given(opening: &Opening, given: &Played) -> Result<Vec<Change>, FoldError> {
    let (game, standing) = given.lately();
    let mut game = match game {
        Some(game) => game,
        None => opening.new_game()?,
    };
    standing.iter().map(|(_, entry)| heard(&mut game, 0, entry)).collect()
}

fn heard(game: &mut Box<dyn Live>, n: u64, entry: &GameEntry<String>) -> Result<Change, FoldError> {
    let mut change = Change { witnesses: Audience::All, ..Change::new(n, entry.at) };
    change.hear(game.as_mut(), entry)?;
    Ok(change)
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample::select};
    use table::{Seat, Seats};

    use super::{
        super::kept::tests::{GAMES, log, opening},
        *,
    };
    use crate::{
        fold::given_text,
        frames::Names,
        store::{Given, Key, UnixMillis},
    };

    /// All that happened, as everybody was told at the time, but for what was taken back.
    fn told_at_the_time(table: &Table, rows: &[Row]) -> Vec<Change> {
        let mut again = Table::new(Key(1), Arc::clone(&table.opening), Arc::clone(&table.about));
        let mut told: Vec<Change> = Vec::new();
        for row in rows {
            let change = again.read_on(row).expect("it fits");
            if let Some((_, to)) = change.undone {
                told.iter_mut().filter(|past| past.n > to).for_each(Change::take_back);
            }
            told.push(change);
        }
        told
    }

    /// As everybody sees them. When somebody spoke after a move that was taken back before what is told is not known.
    fn steps(table: &Table, changes: &[Change]) -> Vec<String> {
        let mut moved = false;
        let mut see = |change: &Change| {
            moved |= change.act.is_some();
            let at = if moved { change.at } else { Millis::ZERO };
            let change = Change { at, ..change.clone() };
            let seats = Seat::all(table.opening.seats).map(Seats::one).chain([Seats::NONE]);
            let names = Names::new();
            let seen = seats.map(|seats| format!("{:?}", change.seen_by(seats, seats.is_empty(), &names)));
            seen.collect::<Vec<_>>().join("\n")
        };
        changes.iter().map(&mut see).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(120))]

        #[test]
        fn whoever_comes_is_told_what_everybody_was_told(game in select(GAMES), seed: u64, length in 0usize..160, since in 0u64..200) {
            let (opening, about) = opening(game, seed);
            let (table, rows) = log(&opening, &about, seed, length);
            let all = told_at_the_time(&table, &rows);
            let story = table.story(since);
            prop_assert!(story.whole || story.from == since);
            prop_assert!(story.from == 0 || !story.whole || table.n > 48, "a short table is told from its beginning");
            let from = story.from as usize;
            let told = story.tell(&rows[from..]).expect("it is told");
            prop_assert_eq!(told.len(), rows.len() - from);
            prop_assert_eq!(steps(&table, &told), steps(&table, &all[from..]));
        }
    }

    #[test]
    fn of_a_long_game_that_was_given_the_end_is_told_at_the_start_and_to_whoever_comes() {
        let (opening, about) = opening(("pyramids", 2, "{}"), 3);
        let (long, _) = log(&opening, &about, 3, 500);
        let entries: Vec<_> = long.played.entries().cloned().collect();
        assert!(entries.len() > 100, "{} entries", entries.len());
        let given = Given { text: given_text(&entries).into(), n: entries.len() as u32 };
        let opening = Arc::new(Opening { given: Some(given), ..Opening::clone(&long.opening) });
        let mut table = Table::new(Key(1), opening, about);
        let row = Row { n: 1, entry: TableEntry::Start.write(), wall: UnixMillis(0) };
        let start = table.read_on(&row).expect("it begins");
        assert!((24..48).contains(&start.given.len()), "{} are told", start.given.len());
        let later = table.story(0).tell(&[row]).expect("it is told");
        assert_eq!(steps(&table, &[start]), steps(&table, &later));
    }

    #[test]
    fn of_a_long_table_only_the_last_steps_are_told_and_nothing_older_is_read() {
        let (opening, about) = opening(("pyramids", 2, "{}"), 3);
        let (table, rows) = log(&opening, &about, 3, 500);
        let story = table.story(0);
        assert!(story.whole && story.from > 40, "{} of {}", story.from, table.n);
        assert!(story.standing.len() >= 24 - 4, "{} stand", story.standing.len());
        let (from, since) = (story.from, table.n - 3);
        let told = story.tell(&rows[from as usize..]).expect("it is told");
        assert_eq!(told.len() as u64, table.n - from);
        let back = table.story(since);
        assert_eq!((back.whole, back.from), (false, since));
        let behind = table.story(1);
        assert_eq!((behind.whole, behind.from), (true, from), "too far behind: told anew");
    }
}
