//! A table as it stood after an entry: so that lists fold nothing, and whoever opens a long table folds only what came
//! after. The log says the same, and is folded from its start wherever this cannot be read.

use std::sync::Arc;

use catalogue::Out;
use serde::{Deserialize, Serialize};
use table::{About, Millis, Outcome, Seats};

use super::{Asking, Chairs, Clocks, FoldError, Played, Table, Votes, played::KeptMark};
use crate::{
    people::Guest,
    protocol::{Phase, Terms},
    store::{Key, Opening, Row, UnixMillis},
    vacations::Vacation,
};

/// What a snapshot is made of. To be raised whenever the fold, or a game's state, comes to mean something else: then
/// those of former houses are not read.
const FORMAT: u32 = 4;
/// Shorter tables are folded as soon as their snapshot is read.
const LONG: u64 = 100;

/// What lists say of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stands {
    /// Those it is played with, which may be others than it was opened with.
    pub(crate) options: String,
    pub(crate) phase: Phase,
    pub(crate) chairs: Chairs,
    pub(crate) moves: u32,
    pub(crate) awaited: Seats,
    #[serde(default)]
    pub(crate) terms: Terms,
    /// When each seat's time is up, where its clock runs.
    #[serde(default)]
    pub(crate) up: Vec<Option<UnixMillis>>,
}

/// All of a table but what its opening and its log say by themselves.
#[derive(Debug, Serialize, Deserialize)]
struct Snapshot {
    format: u32,
    n: u64,
    game_n: u64,
    unsettled: u64,
    /// Those it is played with, which may be others than it was opened with, and who changed them.
    options: String,
    options_by: Option<Guest>,
    terms: Terms,
    clocks: Option<Clocks>,
    vacations: Vec<Vacation>,
    outs: Vec<Out>,
    taken: Seats,
    helped: Seats,
    /// Former snapshots say nothing of it: then the log says it once more.
    #[serde(default)]
    help_is_said: Seats,
    #[serde(default)]
    last_by: Option<(Guest, UnixMillis)>,
    end: Option<Outcome>,
    ended_by: Option<u64>,
    chairs: Chairs,
    /// The game's whole position, as JSON.
    game: Option<String>,
    marks: Vec<KeptMark>,
    ended: Option<UnixMillis>,
    last_at: Millis,
    last_moment: Millis,
    removed: Vec<Guest>,
    quiet: bool,
    said_by_watchers: u32,
    #[serde(default)]
    last_said: Vec<(Guest, u64, String)>,
    asking: Option<Asking>,
    votes: Votes,
    hints_agreed: bool,
    next: Option<(String, Guest)>,
}

impl Table {
    pub(crate) fn stands(&self) -> Stands {
        Stands {
            options: self.opening.options.clone(),
            phase: self.phase(),
            chairs: self.chairs.clone(),
            moves: self.played.moves(),
            awaited: self.awaited(),
            terms: self.terms,
            up: self
                .clocks
                .iter()
                .flat_map(|clocks| self.chairs.iter().map(|(seat, _)| clocks.due_of(seat)))
                .map(|due| Some(self.wall(due?)))
                .collect(),
        }
    }

    /// The table as text, if that spares anybody anything.
    pub(crate) fn snapshot(&self) -> Option<String> {
        let given = self.opening.given.as_ref().map_or(0, |given| u64::from(given.n));
        // Where the log says otherwise what was played, only folding says how.
        (self.n + given >= LONG && !self.as_typed).then(|| self.as_text())
    }

    pub(crate) fn as_text(&self) -> String {
        let snapshot = Snapshot {
            format: FORMAT,
            n: self.n,
            game_n: self.game_n,
            unsettled: self.unsettled,
            options: self.opening.options.clone(),
            options_by: self.options_by,
            terms: self.terms,
            clocks: self.clocks.clone(),
            vacations: self.vacations.clone(),
            outs: self.outs.clone(),
            taken: self.taken,
            helped: self.helped,
            help_is_said: self.help_is_said,
            last_by: self.last_by,
            end: self.end.clone(),
            ended_by: self.ended_by,
            chairs: self.chairs.clone(),
            game: self.game.as_ref().map(|game| game.state()),
            marks: self.played.kept_marks(),
            ended: self.ended,
            last_at: self.last_at,
            last_moment: self.last_moment,
            removed: self.removed.clone(),
            quiet: self.quiet,
            said_by_watchers: self.said_by_watchers,
            last_said: self.last_said.clone(),
            asking: self.asking.clone(),
            votes: self.votes.clone(),
            hints_agreed: self.hints_agreed,
            next: self.next.clone(),
        };
        // Strings, numbers and lists: writing them to memory cannot fail.
        serde_json::to_string(&snapshot).unwrap_or_default()
    }

    /// The table that this snapshot and the log make, or nothing if they do not. Rows after it are not read yet.
    fn restore(
        key: Key,
        opening: Arc<Opening>,
        about: Arc<About>,
        snapshot: &str,
        rows: &[Row],
    ) -> Option<Self> {
        let kept: Snapshot =
            serde_json::from_str(snapshot).ok().filter(|kept: &Snapshot| kept.format == FORMAT)?;
        let opening = if kept.options == opening.options {
            opening
        } else {
            Arc::new(Opening { options: kept.options, ..Opening::clone(&opening) })
        };
        let rows = rows.get(..usize::try_from(kept.n).ok()?)?;
        let game = match &kept.game {
            Some(state) => Some(catalogue::load(&opening.game, state).ok()?),
            None => None,
        };
        let fits =
            game.as_ref().is_none_or(|game| game.seats() == opening.seats && game.rules() == opening.rules);
        let whole = rows.iter().zip(1..).all(|(row, n)| row.n == n);
        if !fits || !whole || kept.chairs.iter().count() != usize::from(opening.seats) {
            return None;
        }
        let played = match &game {
            Some(_) => Played::read(&opening, rows).ok()?.with_marks(&kept.marks, &opening)?,
            None => Played::default(),
        };
        Some(Self {
            n: kept.n,
            game_n: kept.game_n,
            unsettled: kept.unsettled,
            options_by: kept.options_by,
            terms: kept.terms,
            clocks: kept.clocks,
            vacations: kept.vacations,
            outs: kept.outs,
            taken: kept.taken,
            helped: kept.helped,
            help_is_said: kept.help_is_said,
            last_by: kept.last_by,
            end: kept.end,
            ended_by: kept.ended_by,
            chairs: kept.chairs,
            game,
            played,
            ended: kept.ended,
            last_at: kept.last_at,
            last_moment: kept.last_moment,
            last_wall: usize::try_from(kept.game_n)
                .ok()
                .and_then(|n| rows.get(n.checked_sub(1)?))
                .map(|row| row.wall)
                .unwrap_or_default(),
            removed: kept.removed,
            quiet: kept.quiet,
            said_by_watchers: kept.said_by_watchers,
            last_said: kept.last_said,
            asking: kept.asking,
            votes: kept.votes,
            hints_agreed: kept.hints_agreed,
            next: kept.next,
            ..Self::new(key, opening, about)
        })
    }

    /// The table as a snapshot has it if it is good, or at which nothing has happened yet.
    fn begin(
        key: Key,
        opening: Arc<Opening>,
        about: Arc<About>,
        snapshot: Option<&str>,
        rows: &[Row],
    ) -> Self {
        let restored = snapshot.and_then(|text| {
            let restored = Self::restore(key, Arc::clone(&opening), Arc::clone(&about), text, rows);
            if restored.is_none() {
                tracing::warn!(
                    table = opening.id,
                    "a snapshot cannot be read: the log is folded from its start"
                );
            }
            restored
        });
        restored.unwrap_or_else(|| Self::new(key, opening, about))
    }

    /// The table that its log makes, from a snapshot of it if there is one that is good.
    pub(crate) fn open(
        key: Key,
        opening: Arc<Opening>,
        about: Arc<About>,
        snapshot: Option<&str>,
        rows: &[Row],
    ) -> Result<Self, FoldError> {
        let mut table = Self::begin(key, opening, about, snapshot, rows);
        for row in rows.iter().skip(table.n as usize) {
            table.read_on_unheard(row)?;
        }
        Ok(table)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::{prelude::*, sample::select};
    use table::{Chance, GameEntry, Seat, Seed};

    use super::*;
    use crate::{
        entry::TableEntry,
        protocol::{Pace, Question, Time, WhenUp, WhyOut},
    };

    pub(in crate::fold) const GAMES: &[(&str, u8, &str)] = &[
        ("quicksand", 2, "{}"),
        ("pyramids", 2, "{}"),
        ("quadri", 3, "{}"),
        ("quadri", 2, r#"{"mode":"ball-trap"}"#),
        ("thin-ice", 3, r#"{"mode":"advanced"}"#),
        ("quintazone", 2, "{}"),
    ];

    pub(in crate::fold) fn opening(
        (game, seats, options): (&str, u8, &str),
        seed: u64,
    ) -> (Arc<Opening>, Arc<About>) {
        let opening = Opening::new(game.to_owned(), None, options, seats, Guest(0), false).expect("it opens");
        let about = catalogue::abouts().into_iter().find(|about| about.id == game).expect("it is listed");
        (Arc::new(Opening { seed: Seed::from(seed), ..opening }), Arc::new(about))
    }

    /// What people, bots and the clock do at random at a table of this game.
    pub(in crate::fold) fn log(
        opening: &Arc<Opening>,
        about: &Arc<About>,
        seed: u64,
        length: usize,
    ) -> (Table, Vec<Row>) {
        let (mut table, mut rows) = (Table::new(Key(1), Arc::clone(opening), Arc::clone(about)), Vec::new());
        let mut chance = Chance::new(Seed::from(seed ^ 0x5eed));
        let guest = |seat: Seat| Guest(u128::from(seat.0));
        let mut append = |table: &mut Table, entry: TableEntry| {
            let (n, written, wall) =
                (table.n + 1, entry.write(), UnixMillis((seed >> 2) as i64 + table.last_at.0 as i64 + 300));
            let fits = table.apply(entry, wall).is_ok();
            if fits {
                rows.push(Row { n, entry: written, wall });
            }
            fits
        };
        for seat in Seat::all(opening.seats) {
            append(&mut table, TableEntry::Sit { seat, guest: guest(seat) });
        }
        if opening.game == "pyramids" {
            let options = opening.options.replace("\"rounds\":1", "\"rounds\":3");
            assert_ne!(options, opening.options);
            append(&mut table, TableEntry::Options { guest: Guest(1), options });
        }
        if seed.is_multiple_of(2) && opening.game != "quicksand" {
            let pace = if seed.is_multiple_of(4) {
                Pace::Game { seconds: 20, plus: 1 }
            } else {
                Pace::Turn { seconds: 3 }
            };
            let up = if seed.is_multiple_of(3) { WhenUp::Bot } else { WhenUp::Lost };
            let terms = Terms { time: Some(Time { pace, up }), rated: false };
            append(&mut table, TableEntry::Terms { guest: Guest(0), terms });
        }
        append(&mut table, TableEntry::Start);
        for _ in 0..length {
            let seat = Seat(chance.below(u32::from(opening.seats)) as u8);
            let entry = match chance.below(16) {
                0 => TableEntry::Say { guest: guest(seat), seat: Some(seat), text: "é \"hm\"".into() },
                1 => TableEntry::Say { guest: Guest(99), seat: None, text: "I watch".into() },
                2 => TableEntry::Ask { guest: guest(seat), question: Question::Undo { seat } },
                3 => TableEntry::Vote { guest: guest(seat), seat: Seat(0) },
                4 if chance.one_in(2) => TableEntry::Helped { seat },
                4 => TableEntry::Silence { quiet: seat.0 == 0 },
                5 if table.phase() != Phase::Over => {
                    TableEntry::Undo { seat, to: table.n.saturating_sub(4).max(u64::from(opening.seats) + 1) }
                }
                7 if table.clocks.is_some() => {
                    let Some((seat, due)) = table.next_up().filter(|_| chance.one_in(4)) else { continue };
                    let at = due.max(table.last_at);
                    TableEntry::Out { seat, at, why: WhyOut::Time, bot: bots::Level::Club }
                }
                8 if table.clocks.is_some() => {
                    let now = table.last_wall.0;
                    let from = UnixMillis(now - i64::from(chance.below(2_000)));
                    let until = UnixMillis(from.0 + i64::from(chance.below(9_000)));
                    TableEntry::Vacation(Vacation { guest: guest(seat), from, until })
                }
                6 => match table.deadline() {
                    Some(due) => TableEntry::Game(GameEntry::tick(due.max(table.last_at))),
                    None => continue,
                },
                _ => {
                    let Some(seat) = table.awaited().first() else { continue };
                    let actions = table.game.as_ref().map(|game| game.actions(seat)).unwrap_or_default();
                    let Some(action) = chance.pick(&actions).cloned() else { continue };
                    TableEntry::Game(GameEntry::act(seat, action, table.last_at + Millis(700)))
                }
            };
            append(&mut table, entry);
        }
        (table, rows)
    }

    /// All of it: the game with its secrets and the dice to come, and what everybody sees and may do.
    fn all(mut table: Table) -> String {
        table.folded = 0;
        let game = table.game.take();
        let seats = Seat::all(table.opening.seats);
        let seen = game.iter().flat_map(|game| {
            seats.clone().map(Some).chain([None]).map(|seat| format!("{:?}", game.look(seat, true)))
        });
        let seen: Vec<_> = seen.collect();
        format!("{table:?} {:?} {seen:?}", game.map(|game| game.state()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(80))]

        #[test]
        fn folding_on_from_a_snapshot_is_folding_from_the_start(game in select(GAMES), seed: u64, length in 0usize..120, cut: u16) {
            let (opening, about) = opening(game, seed);
            let (whole, rows) = log(&opening, &about, seed, length);
            let (opening, about) = (&opening, &about);
            let open = |snapshot: Option<&str>, rows: &[Row]| {
                Table::open(Key(1), Arc::clone(opening), Arc::clone(about), snapshot, rows).expect("it was applied")
            };
            let kept = usize::from(cut) % (rows.len() + 1);
            let text = open(None, &rows[..kept]).as_text();
            let (restored, folded) = (open(Some(&text), &rows), open(None, &rows));
            prop_assert_eq!((restored.folded, folded.folded), ((rows.len() - kept) as u64, rows.len() as u64));
            let folded = all(folded);
            prop_assert_eq!(all(restored), folded.as_str());
            prop_assert_eq!(all(whole), folded.as_str());
            // What cannot be read is as good as nothing, wherever it breaks off.
            let broken = &text[..text.floor_char_boundary(usize::from(cut) % text.len())];
            prop_assert_eq!(all(open(Some(broken), &rows)), folded.as_str());
        }
    }

    #[test]
    fn a_snapshot_of_what_the_log_does_not_have_is_not_read() {
        let (opening, about) = opening(("pyramids", 2, "{}"), 7);
        let (table, rows) = log(&opening, &about, 7, 60);
        let restore = |opening: &Arc<Opening>, text: &str, rows: &[Row]| {
            Table::restore(Key(1), Arc::clone(opening), Arc::clone(&about), text, rows)
        };
        let text = table.as_text();
        assert!(restore(&opening, &text, &rows).is_some());
        assert!(restore(&opening, &text, &rows[..rows.len() - 1]).is_none(), "the log is shorter");
        assert!(restore(&opening, &text, &rows[1..]).is_none(), "the log has lost its beginning");
        let other = |change: fn(&mut Opening)| {
            let mut other = (*opening).clone();
            change(&mut other);
            restore(&Arc::new(other), &text, &rows)
        };
        assert!(other(|opening| opening.game = "quadri".to_owned()).is_none(), "of another game");
        assert!(other(|opening| opening.seats = 3).is_none(), "at another table");
        assert!(other(|opening| opening.rules = table::RulesVersion(9)).is_none(), "by other rules");
        let of = |format: u32| format!("\"format\":{format}");
        let former = text.replacen(&of(FORMAT), &of(FORMAT - 1), 1);
        assert_ne!(former, text);
        assert!(restore(&opening, &former, &rows).is_none(), "of a former house");
    }
}
