//! A table is the fold of its log: who sits where, the game, what was said. Nothing else changes it.

use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

use bots::Level;
use catalogue::{Heard, Live, LogFile, Trouble};
use table::{About, Audience, By, Millis, Outcome, Refusal, Seat, Seats};
use thiserror::Error;

use crate::{
    entry::Entry,
    people::Guest,
    protocol::Phase,
    store::{Key, Opening, Row, Wall},
};

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taker {
    Person(Guest),
    Bot(Level),
}

/// A seat of the table, and whose it was if its person left it to a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chair {
    pub(crate) taker: Option<Taker>,
    pub(crate) left_by: Option<Guest>,
    /// They did not leave it themselves: it is theirs again as soon as they are back.
    pub(crate) kept: bool,
}

impl Chair {
    pub(crate) fn person(&self) -> Option<Guest> {
        match self.taker {
            Some(Taker::Person(guest)) => Some(guest),
            _ => None,
        }
    }
}

/// The table's clock: milliseconds since the start, which the log knows by the machine's clock and which then runs on
/// by one that never jumps.
#[derive(Clone, Copy, Debug)]
struct Clock {
    started: Wall,
    anchor: Instant,
    at_anchor: Millis,
}

impl Clock {
    fn started(started: Wall) -> Self {
        let passed = (Wall::now().0 - started.0).max(0);
        Self { started, anchor: Instant::now(), at_anchor: Millis(passed as u64) }
    }

    fn now(&self) -> Millis {
        self.at_anchor + Millis(self.anchor.elapsed().as_millis() as u64)
    }

    fn instant(&self, at: Millis) -> Instant {
        self.anchor + Duration::from_millis(at.saturating_sub(self.at_anchor).0)
    }
}

/// What one entry did, before it is cut down to what a viewer may know.
#[derive(Debug)]
pub(crate) struct Happening {
    pub(crate) n: u64,
    pub(crate) at: Millis,
    pub(crate) act: Option<(Seat, String)>,
    pub(crate) witnesses: Audience,
    pub(crate) events: Vec<Heard>,
    pub(crate) said: Option<Line>,
    /// At the start of a game that plays on from another: what had happened by then.
    pub(crate) given: Vec<Happening>,
    /// The game is again as it stood after this number, because this seat asked for it.
    pub(crate) undone: Option<(Seat, u64)>,
    /// Whether it changed something of what changes seldom.
    pub(crate) seldom: bool,
}

impl Happening {
    fn new(n: u64, at: Millis) -> Self {
        Self {
            n,
            at,
            act: None,
            witnesses: Audience::All,
            events: Vec::new(),
            said: None,
            given: Vec::new(),
            undone: None,
            seldom: false,
        }
    }
}

/// A line of talk.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) guest: Guest,
    pub(crate) who: u32,
    pub(crate) seat: Option<Seat>,
    pub(crate) text: String,
    /// Spectators of a game with secrets talk among themselves.
    pub(crate) among_watchers: bool,
}

/// Why an entry cannot happen.
#[derive(Debug, Error)]
pub(crate) enum Unfit {
    #[error("{0}")]
    Refused(#[from] Refusal),
    #[error("{0}")]
    Trouble(#[from] Trouble),
    #[error("entry {0} of the log cannot be read")]
    Unreadable(u64),
    #[error("entry {0} of the log is missing")]
    Gap(u64),
    #[error("it does not fit the table")]
    Misplaced,
}

/// A table as its log has made it.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) key: Key,
    pub(crate) opening: Arc<Opening>,
    /// The number of the newest entry.
    pub(crate) n: u64,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) game: Option<Box<dyn Live>>,
    /// How many actions have been played.
    pub(crate) moves: u32,
    /// When the game ended.
    pub(crate) ended: Option<Wall>,
    clock: Option<Clock>,
    /// When the newest entry of the game happened.
    pub(crate) last_at: Millis,
    /// Whom the host has removed: they may watch.
    pub(crate) removed: Vec<Guest>,
    /// The table where the same people play on, and who wanted that.
    pub(crate) next: Option<(String, Guest)>,
    hidden: bool,
    grace: Millis,
}

impl Table {
    /// A table at which nothing has happened yet.
    pub(crate) fn new(key: Key, opening: Arc<Opening>, about: &About) -> Self {
        Self {
            key,
            n: 0,
            chairs: vec![Chair::default(); opening.seats as usize],
            opening,
            game: None,
            moves: 0,
            ended: None,
            clock: None,
            last_at: Millis::ZERO,
            removed: Vec::new(),
            next: None,
            hidden: about.hidden,
            grace: about.grace,
        }
    }

    /// The table that these rows make. `tell` hears what each of them did.
    pub(crate) fn fold(
        key: Key,
        opening: Arc<Opening>,
        about: &About,
        rows: &[Row],
        mut tell: impl FnMut(Happening),
    ) -> Result<Self, Unfit> {
        let mut table = Self::new(key, opening, about);
        let undone = undone(rows);
        for row in rows {
            if row.n != table.n + 1 {
                return Err(Unfit::Gap(table.n + 1));
            }
            let entry = Entry::read(&row.entry).ok_or(Unfit::Unreadable(row.n))?;
            tell(match entry {
                Entry::Undo { seat, to } => {
                    let undone = Some((seat, to));
                    Happening { undone, seldom: true, ..table.pass(row.wall) }
                }
                _ if undone.contains(&row.n) => table.pass(row.wall),
                entry => table.happen(entry, row.wall)?,
            });
        }
        Ok(table)
    }

    /// A number at which nothing happens to the table.
    fn pass(&mut self, wall: Wall) -> Happening {
        self.n += 1;
        Happening::new(self.n, self.at_wall(wall))
    }

    /// Lets the next entry happen. What is refused changes nothing.
    pub(crate) fn happen(&mut self, entry: Entry, wall: Wall) -> Result<Happening, Unfit> {
        let mut happening = Happening::new(self.n + 1, self.at_wall(wall));
        match entry {
            Entry::Act { .. } | Entry::Clock { .. } => self.play(entry, &mut happening)?,
            Entry::Start => {
                happening.given = self.start(wall)?;
                happening.seldom = true;
            }
            Entry::Say { guest, seat, text } => {
                let among_watchers = seat.is_none() && self.watchers_apart();
                let who = guest.at_table(&self.opening.id);
                happening.said = Some(Line { guest, who, seat, text, among_watchers });
            }
            seldom => {
                self.arrange(&seldom)?;
                happening.seldom = true;
            }
        }
        self.n += 1;
        self.ended = self.outcome().and(self.ended.or(Some(wall)));
        Ok(happening)
    }

    /// Lets the game go on: somebody acts, or time passes.
    fn play(&mut self, entry: Entry, happening: &mut Happening) -> Result<(), Unfit> {
        let game = self.game.as_mut().ok_or(Unfit::Misplaced)?;
        let talked = game.talk().is_ok();
        match entry {
            Entry::Act { seat, at, notation } => {
                let happened = game.play(seat, &notation, at)?;
                happening.witnesses = happened.witnesses;
                happening.events = happened.events;
                happening.act = Some((seat, notation));
                happening.at = at;
                self.moves += 1;
            }
            Entry::Clock { at } => {
                happening.events = game.tick(at).events;
                happening.at = at;
            }
            _ => return Err(Unfit::Misplaced),
        }
        happening.seldom = game.outcome().is_some() || game.talk().is_ok() != talked;
        self.last_at = happening.at;
        Ok(())
    }

    /// Begins; a game that plays on from another begins with what had happened there, and at the time it was.
    fn start(&mut self, wall: Wall) -> Result<Vec<Happening>, Unfit> {
        let opening = Arc::clone(&self.opening);
        let Opening { game, options, seats, seed, .. } = &*opening;
        self.game = Some(catalogue::open_newest(game, options, *seats, *seed)?);
        let mut given = Vec::new();
        for entry in given_entries(&opening) {
            let mut happening = Happening::new(0, Millis::ZERO);
            if let Err(unfit) = self.play(entry, &mut happening) {
                self.game = None;
                return Err(unfit);
            }
            given.push(happening);
        }
        self.clock = Some(Clock::started(Wall(wall.0 - self.last_at.0 as i64)));
        Ok(given)
    }

    /// Who sits where.
    fn arrange(&mut self, entry: &Entry) -> Result<(), Unfit> {
        let playing = self.game.is_some();
        match *entry {
            Entry::Sit { seat, guest } => {
                *self.chair(seat)? = Chair { taker: Some(Taker::Person(guest)), ..Chair::default() };
            }
            Entry::Stand { seat } => {
                let chair = self.chair(seat)?;
                *chair = Chair { left_by: chair.person().filter(|_| playing), ..left_chair(playing) };
            }
            Entry::StandIn { seat } => {
                let chair = self.chair(seat)?;
                let left_by = Some(chair.person().ok_or(Unfit::Misplaced)?);
                *chair = Chair { left_by, kept: true, ..left_chair(playing) };
            }
            Entry::Remove { guest } => {
                for chair in &mut self.chairs {
                    if chair.person() == Some(guest) {
                        *chair = left_chair(playing);
                    } else if chair.left_by == Some(guest) {
                        (chair.left_by, chair.kept) = (None, false);
                    }
                }
                self.removed.push(guest);
            }
            Entry::Swap { seat, with } => {
                let moved = *self.chair(seat)?;
                let other = std::mem::replace(self.chair(with)?, moved);
                *self.chair(seat)? = other;
            }
            Entry::Rematch { ref table, by } => self.next = Some((table.clone(), by)),
            Entry::Bot { seat, level } => self.chair(seat)?.taker = Some(Taker::Bot(level)),
            Entry::Dismiss { seat } => *self.chair(seat)? = Chair::default(),
            // What is undone is left out when the log is folded; it does not happen to a table as it stands.
            Entry::Start
            | Entry::Act { .. }
            | Entry::Clock { .. }
            | Entry::Say { .. }
            | Entry::Undo { .. } => {
                return Err(Unfit::Misplaced);
            }
        }
        Ok(())
    }

    fn chair(&mut self, seat: Seat) -> Result<&mut Chair, Unfit> {
        self.chairs.get_mut(seat.index()).ok_or(Unfit::Misplaced)
    }

    /// Whether those who watch talk among themselves: while a game with secrets is played.
    pub(crate) fn watchers_apart(&self) -> bool {
        self.hidden && self.phase() == Phase::Playing
    }

    pub(crate) fn phase(&self) -> Phase {
        match &self.game {
            None => Phase::Gathering,
            Some(game) if game.outcome().is_none() => Phase::Playing,
            Some(_) => Phase::Over,
        }
    }

    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.game.as_ref()?.outcome()
    }

    pub(crate) fn awaited(&self) -> Seats {
        self.game.as_ref().map_or(Seats::NONE, |game| game.awaited())
    }

    /// The awaited seats that somebody with these seats (none: a spectator) may know of.
    pub(crate) fn shown_awaited(&self, seats: Seats) -> Seats {
        let Some(game) = &self.game else { return Seats::NONE };
        if seats.is_empty() {
            game.shown_awaited(None)
        } else {
            seats.iter().flat_map(|seat| game.shown_awaited(Some(seat)).iter()).collect()
        }
    }

    pub(crate) fn seats_of(&self, guest: Guest) -> Seats {
        self.chairs_with(|chair| chair.taker == Some(Taker::Person(guest)))
    }

    /// The seats that this person left to a bot and may take again.
    pub(crate) fn left_by(&self, guest: Guest) -> Seats {
        self.chairs_with(|chair| chair.left_by == Some(guest))
    }

    pub(crate) fn bots(&self) -> Seats {
        self.chairs_with(|chair| matches!(chair.taker, Some(Taker::Bot(_))))
    }

    fn chairs_with(&self, fits: impl Fn(&Chair) -> bool) -> Seats {
        let seats = Seat::all(self.opening.seats).zip(&self.chairs);
        seats.filter(|(_, chair)| fits(chair)).map(|(seat, _)| seat).collect()
    }

    /// The people who sit.
    pub(crate) fn sitting(&self) -> impl Iterator<Item = Guest> {
        self.chairs.iter().filter_map(Chair::person)
    }

    /// The people who sit, or sat until a bot took over.
    pub(crate) fn people(&self) -> impl Iterator<Item = Guest> {
        self.chairs.iter().filter_map(|chair| chair.person().or(chair.left_by))
    }

    /// The table's clock: it does not run before the start, and never back behind what has happened.
    pub(crate) fn now(&self) -> Millis {
        self.clock.map_or(Millis::ZERO, |clock| clock.now().max(self.last_at))
    }

    fn at_wall(&self, wall: Wall) -> Millis {
        self.clock.map_or(Millis::ZERO, |clock| Millis((wall.0 - clock.started.0).max(0) as u64))
    }

    /// When the table's clock will show `at`.
    pub(crate) fn instant(&self, at: Millis) -> Option<Instant> {
        self.clock.map(|clock| clock.instant(at))
    }

    /// When something next happens by itself, while the game goes on.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        self.game.as_ref().filter(|game| game.outcome().is_none())?.deadline()
    }

    /// How much later than it was made an action may arrive.
    pub(crate) fn grace(&self) -> Millis {
        self.grace
    }

    /// The game as a file, once it is over.
    pub(crate) fn log_file(&self, rows: &[Row], names: Vec<String>) -> Option<LogFile> {
        let outcome = self.outcome()?.clone();
        let opening = &self.opening;
        Some(LogFile {
            game: opening.game.clone(),
            rules: self.game.as_ref()?.rules(),
            seats: opening.seats,
            options: opening.options.clone(),
            seed: opening.seed,
            commitment: opening.seed.commitment(),
            names,
            entries: standing(opening, rows),
            outcome: Some(outcome),
        })
    }
}

/// The entries of the game that stand: those it was given to begin with, and then what was played.
pub(crate) fn standing(opening: &Opening, rows: &[Row]) -> Vec<table::GameEntry<String>> {
    let undone = undone(rows);
    let played = rows.iter().filter(|row| !undone.contains(&row.n)).filter_map(|row| Entry::read(&row.entry));
    let of_the_game = |entry| match entry {
        Entry::Act { seat, at, notation } => Some(table::GameEntry { by: By::Seat(seat, notation), at }),
        Entry::Clock { at } => Some(table::GameEntry { by: By::Clock, at }),
        _ => None,
    };
    given_entries(opening).chain(played).filter_map(of_the_game).collect()
}

fn given_entries(opening: &Opening) -> impl Iterator<Item = Entry> {
    opening.given.as_deref().unwrap_or_default().lines().filter_map(Entry::read)
}

/// A seat whose person is no longer on it: during a game a bot plays on.
fn left_chair(playing: bool) -> Chair {
    Chair { taker: playing.then(|| Taker::Bot(Level::default())), ..Chair::default() }
}

/// The numbers of the game's entries that were taken back.
pub(crate) fn undone(rows: &[Row]) -> HashSet<u64> {
    let (mut standing, mut undone) = (Vec::new(), HashSet::new());
    for row in rows {
        match Entry::read(&row.entry) {
            Some(Entry::Act { .. } | Entry::Clock { .. }) => standing.push(row.n),
            Some(Entry::Undo { to, .. }) => {
                let first = standing.partition_point(|&n| n <= to);
                undone.extend(standing.drain(first..));
            }
            _ => {}
        }
    }
    undone
}
