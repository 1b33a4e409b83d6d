//! A table is the fold of its log: who sits where, the game, what is asked, what was said. Nothing else changes it.

mod asking;
mod chairs;
mod clocks;
mod kept;
mod played;
mod story;
mod time;

use std::sync::Arc;

use catalogue::{Heard, Live, LogFile, Out, Trouble, WhyOut};
use table::{About, Audience, By, GameEntry, Millis, Outcome, Refusal, Seat, Seats};
use thiserror::Error;

use crate::{
    entry::TableEntry,
    people::Guest,
    protocol::{Phase, Terms},
    store::{Key, Opening, Row, UnixMillis},
    vacations::Vacation,
};
pub(crate) use asking::{Asking, Votes};
pub(crate) use chairs::{Chair, Chairs, Holder};
pub(crate) use clocks::Clocks;
pub(crate) use kept::Stands;
pub(crate) use played::{Act, Played, given_text};

/// What one entry did: all of it. What a viewer may know of it is built from this.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) n: u64,
    pub(crate) at: Millis,
    pub(crate) act: Option<(Seat, String)>,
    pub(crate) witnesses: Audience,
    pub(crate) events: Vec<Heard>,
    pub(crate) said: Option<TalkLine>,
    /// At the start of a game that plays on from another: what had happened by then.
    pub(crate) given: Vec<Change>,
    /// The game is again as it stood after this number, because this seat asked for it.
    pub(crate) undone: Option<(Seat, u64)>,
    /// This seat has lost, or a bot plays on for it.
    pub(crate) out: Option<(Seat, WhyOut)>,
    /// Whether the game has gone on, or back.
    pub(crate) game_changed: bool,
    /// Whether a seat is somebody else's to play than before.
    pub(crate) seats_changed: bool,
    /// Whether a clock goes otherwise than before, though the game does not.
    pub(crate) clocks_changed: bool,
    /// Whether anything of [`TableInfo`](crate::protocol::TableInfo) has changed.
    pub(crate) info_changed: bool,
}

impl Change {
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
            out: None,
            game_changed: false,
            seats_changed: false,
            clocks_changed: false,
            info_changed: false,
        }
    }

    /// Lets an entry happen to the game, and hears what comes of it. Returns the action's one text form where the entry has
    /// another.
    fn hear(&mut self, game: &mut dyn Live, entry: &GameEntry<String>) -> Result<Option<String>, Refusal> {
        let (happened, written) = match &entry.by {
            By::Seat(seat, notation) => (game.play(*seat, notation, entry.at)?, Some((*seat, notation))),
            By::Clock => (game.tick(entry.at), None),
        };
        (self.witnesses, self.events, self.at) = (happened.witnesses, happened.events, entry.at);
        let Some((seat, written)) = written else { return Ok(None) };
        let canonical = happened.notation.unwrap_or_else(|| written.clone());
        let other = (canonical != *written).then(|| canonical.clone());
        self.act = Some((seat, canonical));
        Ok(other)
    }

    /// About how much memory it takes.
    pub(crate) fn weight(&self) -> usize {
        let events: usize = self.events.iter().map(|event| size_of::<Heard>() + event.json.get().len()).sum();
        let act = self.act.as_ref().map_or(0, |(_, notation)| notation.len());
        let said = self.said.as_ref().map_or(0, |line| line.text.len());
        let given: usize = self.given.iter().map(Self::weight).sum();
        size_of::<Self>() + events + act + said + given
    }

    /// What is left of it once it has been taken back: its number.
    pub(crate) fn take_back(&mut self) {
        if self.undone.is_none() && self.said.is_none() && self.out.is_none() {
            *self = Self { info_changed: self.info_changed, ..Self::new(self.n, self.at) };
        }
    }
}

/// A line of talk.
#[derive(Clone, Debug)]
pub(crate) struct TalkLine {
    pub(crate) guest: Guest,
    pub(crate) who: u32,
    pub(crate) seat: Option<Seat>,
    pub(crate) text: String,
    /// Spectators of a game with secrets talk among themselves.
    pub(crate) among_watchers: bool,
}

/// Why an entry does not fit the table before it.
#[derive(Debug, Error)]
pub(crate) enum FoldError {
    #[error("{0}")]
    Refused(#[from] Refusal),
    #[error("{0}")]
    Trouble(#[from] Trouble),
    #[error("entry {0} of the log cannot be read")]
    Unreadable(u64),
    #[error("entry {0} of the log is missing")]
    Gap(u64),
    #[error("line {0} of what the game was given cannot be read")]
    Given(usize),
    #[error("it does not fit the table")]
    Misplaced,
}

/// A table as its log has made it.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) key: Key,
    /// With the options that stand now.
    pub(crate) opening: Arc<Opening>,
    /// Who has changed them.
    pub(crate) options_by: Option<Guest>,
    /// What is agreed besides.
    pub(crate) terms: Terms,
    /// The seats' clocks, from the start of a game that has them.
    pub(crate) clocks: Option<Clocks>,
    /// The newest vacation of each who sits or sat here, of which their clock has to know.
    pub(crate) vacations: Vec<Vacation>,
    /// Who has lost before the end, in their order.
    pub(crate) outs: Vec<Out>,
    /// The seats that are no longer their people's: who has lost, and those for whom a bot plays on.
    pub(crate) taken: Seats,
    /// The seats that a bot has played in this game, whoever holds them now.
    pub(crate) helped: Seats,
    /// Those for which the log says so since their people sat down.
    pub(crate) help_is_said: Seats,
    /// The end, where somebody has lost before it, and the number of the entry that ended the game otherwise than by its rules.
    end: Option<Outcome>,
    ended_by: Option<u64>,
    /// The number of the newest entry.
    pub(crate) n: u64,
    /// The number of the newest entry that changed the game.
    pub(crate) game_n: u64,
    /// The number of the newest entry that took something back or changed who sits where: what was planned before is void.
    pub(crate) unsettled: u64,
    pub(crate) chairs: Chairs,
    pub(crate) game: Option<Box<dyn Live>>,
    /// The entries of the game that stand.
    pub(crate) played: Played,
    /// When the game ended.
    pub(crate) ended: Option<UnixMillis>,
    /// When the newest entry of the game happened, by the table's clock.
    pub(crate) last_at: Millis,
    /// When that entry, or the start, was written.
    pub(crate) last_wall: UnixMillis,
    /// What the table's clock showed then.
    pub(crate) last_moment: Millis,
    /// Who did what was done last, and when that was written: then they were at the table.
    pub(crate) last_by: Option<(Guest, UnixMillis)>,
    /// Whom the host has removed: they may watch.
    pub(crate) removed: Vec<Guest>,
    /// Whether the host has silenced those who only watch.
    pub(crate) quiet: bool,
    /// How many lines people without a seat have said.
    pub(crate) said_by_watchers: u32,
    /// What each said last, and its number: a line that comes twice is known by it.
    last_said: Vec<(Guest, u64, String)>,
    /// What somebody asks of the others.
    pub(crate) asking: Option<Asking>,
    /// Who wants bots for people who stay away.
    pub(crate) votes: Votes,
    /// Whether everybody has agreed that hints may be asked for.
    pub(crate) hints_agreed: bool,
    /// The table where the same people play on, and who wanted that.
    pub(crate) next: Option<(String, Guest)>,
    pub(crate) about: Arc<About>,
    /// Whether its log holds actions as they were typed, as former houses wrote them.
    as_typed: bool,
    /// How many entries were folded here, given ones included: all of them but for what a snapshot spared.
    pub(crate) folded: u64,
}

impl Table {
    /// Whether the house put these people together: it has chosen the terms, as nobody does who hosts a table.
    pub(crate) fn is_arranged(&self) -> bool {
        self.options_by == Some(Guest::HOUSE)
    }

    /// A table at which nothing has happened yet.
    pub(crate) fn new(key: Key, opening: Arc<Opening>, about: Arc<About>) -> Self {
        Self {
            key,
            n: 0,
            game_n: 0,
            unsettled: 0,
            chairs: Chairs::new(opening.seats),
            opening,
            options_by: None,
            terms: Terms::default(),
            clocks: None,
            vacations: Vec::new(),
            outs: Vec::new(),
            taken: Seats::NONE,
            helped: Seats::NONE,
            help_is_said: Seats::NONE,
            end: None,
            ended_by: None,
            game: None,
            played: Played::default(),
            ended: None,
            last_at: Millis::ZERO,
            last_wall: UnixMillis::default(),
            last_moment: Millis::ZERO,
            last_by: None,
            removed: Vec::new(),
            quiet: false,
            said_by_watchers: 0,
            last_said: Vec::new(),
            asking: None,
            votes: Votes::default(),
            hints_agreed: false,
            next: None,
            about,
            as_typed: false,
            folded: 0,
        }
    }

    /// The next row of the log.
    pub(crate) fn read_on(&mut self, row: &Row) -> Result<Change, FoldError> {
        self.apply(self.next_entry(row)?, row.wall)
    }

    /// The same where nobody is told of it.
    fn read_on_unheard(&mut self, row: &Row) -> Result<(), FoldError> {
        self.step(self.next_entry(row)?, row.wall, false).map(|_| ())
    }

    fn next_entry(&self, row: &Row) -> Result<TableEntry, FoldError> {
        if row.n != self.n + 1 {
            return Err(FoldError::Gap(self.n + 1));
        }
        TableEntry::read(&row.entry).ok_or(FoldError::Unreadable(row.n))
    }

    /// The fold's next step. What does not fit changes nothing.
    pub(crate) fn apply(&mut self, entry: TableEntry, wall: UnixMillis) -> Result<Change, FoldError> {
        self.step(entry, wall, true)
    }

    /// `heard`: whether anybody is told what came of it; otherwise that is left out of the change.
    fn step(&mut self, entry: TableEntry, wall: UnixMillis, heard: bool) -> Result<Change, FoldError> {
        let mut change = Change::new(self.n + 1, self.last_at);
        let acted = match &entry {
            TableEntry::Game(GameEntry { by: By::Seat(seat, _), .. }) => Some(*seat),
            _ => None,
        };
        let played = matches!(entry, TableEntry::Game(_));
        let by = self.who_did(&entry);
        let helps = match entry {
            TableEntry::Helped { seat } => self.help_is_said.with(seat),
            TableEntry::Sit { seat, .. } => self.help_is_said.without(seat),
            _ => self.help_is_said,
        };
        let mut at = match &entry {
            TableEntry::Game(entry) => entry.at,
            TableEntry::Out { at, .. } => *at,
            // It may be written later than it began, and never begins later than it was written.
            TableEntry::Vacation(vacation) => self.moment(vacation.from.min(wall)),
            _ => self.moment(wall),
        };
        match entry {
            TableEntry::Game(entry) => self.play(entry, &mut change, heard)?,
            TableEntry::Start => {
                self.start(&mut change, heard)?;
                at = self.last_at;
            }
            TableEntry::Undo { seat, to } => self.take_back(seat, to, &mut change)?,
            TableEntry::Say { guest, seat, text } => {
                let among_watchers = seat.is_none() && self.watchers_apart();
                self.said_by_watchers += u32::from(seat.is_none());
                self.last_said.retain(|(who, ..)| *who != guest);
                self.last_said.push((guest, change.n, text.clone()));
                let who = guest.at_table(&self.opening.id);
                change.said = Some(TalkLine { guest, who, seat, text, among_watchers });
            }
            TableEntry::Silence { quiet } => {
                self.quiet = quiet;
                change.info_changed = true;
            }
            TableEntry::Ask { guest, question } => {
                self.asking = Some(Asking::new(guest, question).asked_at(change.n));
                change.info_changed = true;
            }
            TableEntry::Agree { guest } => {
                self.asking.as_mut().ok_or(FoldError::Misplaced)?.agree(guest);
                change.info_changed = true;
            }
            TableEntry::Drop => {
                self.asking = None;
                change.info_changed = true;
            }
            TableEntry::Vote { guest, seat } => {
                self.votes.add(seat, guest);
                change.info_changed = true;
            }
            TableEntry::Back { seat } => {
                self.votes.clear(seat);
                change.info_changed = true;
            }
            TableEntry::Options { guest, options } => {
                if self.game.is_some() {
                    return Err(FoldError::Misplaced);
                }
                self.opening = Arc::new(Opening { options, ..Opening::clone(&self.opening) });
                self.options_by = Some(guest);
                change.info_changed = true;
            }
            TableEntry::Terms { guest, terms } => {
                if self.game.is_some() {
                    return Err(FoldError::Misplaced);
                }
                // Nobody's rating is at stake unless they sit down for it.
                if terms.rated && terms != self.terms {
                    self.chairs.empty_but_for(guest);
                    change.seats_changed = true;
                }
                (self.terms, self.options_by) = (terms, Some(guest));
                change.info_changed = true;
            }
            TableEntry::Out { seat, why, bot, .. } => {
                self.put_out(Out { seat, at, why }, bot, &mut change)?;
            }
            TableEntry::Vacation(vacation) => {
                let seats = self.chairs.which(|chair| chair.of() == Some(vacation.guest));
                let until = self.moment(vacation.until);
                self.clocks.as_mut().ok_or(FoldError::Misplaced)?.stand(seats, until, at);
                self.vacations.retain(|known| known.guest != vacation.guest);
                self.vacations.push(vacation);
                change.clocks_changed = true;
            }
            TableEntry::Helped { seat } => {
                if self.game.is_none() || self.chairs.person(seat).is_none() {
                    return Err(FoldError::Misplaced);
                }
                self.helped = self.helped.with(seat);
                change.seats_changed = true;
            }
            TableEntry::Hints => {
                (self.asking, self.hints_agreed) = (None, true);
                change.info_changed = true;
            }
            TableEntry::Rematch { table, by } => {
                self.next = Some((table, by));
                change.info_changed = true;
            }
            TableEntry::Sit { .. }
            | TableEntry::Stand { .. }
            | TableEntry::Bot { .. }
            | TableEntry::Dismiss { .. }
            | TableEntry::Swap { .. }
            | TableEntry::Remove { .. }
            | TableEntry::StandIn { .. } => {
                let playing = self.game.is_some();
                self.chairs.arrange(&entry, playing)?;
                // Who sits down has not been asked.
                self.hints_agreed &= !matches!(entry, TableEntry::Sit { .. });
                if let TableEntry::Remove { guest, .. } = entry {
                    self.removed.push(guest);
                }
                self.votes.keep(|seat, _| self.chairs.person(seat).is_some());
                change.seats_changed = true;
                change.info_changed = true;
            }
        }
        self.n += 1;
        self.folded += 1;
        self.help_is_said = helps;
        self.last_by = by.map(|guest| (guest, wall));
        if self.game.is_some() {
            self.helped = self.chairs.bots().iter().fold(self.helped, Seats::with);
        }
        if !self.outs.is_empty() {
            self.end = self
                .game
                .as_deref()
                .and_then(|game| catalogue::outcome(game, self.outs.iter().map(|out| out.seat)));
        }
        // What was done before it arrived: others have seen it only then.
        let from = if played && self.terms.time.is_some() { at.max(self.moment(wall)) } else { at };
        if change.game_changed || change.seats_changed {
            self.run_clocks(at, from, &change);
        }
        if change.seats_changed || change.undone.is_some() {
            self.unsettled = self.n;
        }
        if change.game_changed {
            self.game_n = self.n;
            (self.last_wall, self.last_moment) = (wall, from);
        }
        self.ended = self.outcome().and(self.ended.or(Some(wall)));
        if self.asking.as_ref().is_some_and(|asking| !asking.stands(&self.chairs, self.phase(), acted)) {
            self.asking = None;
            change.info_changed = true;
        }
        Ok(change)
    }

    /// Who does this, as far as it says so. What is played where a bot has helped may be the bot's.
    fn who_did(&self, entry: &TableEntry) -> Option<Guest> {
        match entry {
            TableEntry::Game(GameEntry { by: By::Seat(seat, _), .. }) => {
                self.chairs.person(*seat).filter(|_| !self.helped.contains(*seat))
            }
            TableEntry::Back { seat } | TableEntry::Undo { seat, .. } => self.chairs.person(*seat),
            TableEntry::Sit { guest, .. }
            | TableEntry::Say { guest, .. }
            | TableEntry::Ask { guest, .. }
            | TableEntry::Agree { guest }
            | TableEntry::Vote { guest, .. }
            | TableEntry::Options { guest, .. }
            | TableEntry::Terms { guest, .. }
            | TableEntry::Rematch { by: guest, .. } => Some(*guest),
            _ => None,
        }
    }

    /// Whether hints may be asked for: everybody has agreed, or there is nobody to ask.
    pub(crate) fn hints_open(&self) -> bool {
        let mut people = self.chairs.iter().filter_map(|(_, chair)| chair.speaker());
        let first = people.next();
        !self.terms.rated && (self.hints_agreed || people.all(|guest| Some(guest) == first))
    }

    /// Lets the game go on: somebody acts, or time passes.
    fn play(
        &mut self,
        mut entry: GameEntry<String>,
        change: &mut Change,
        heard: bool,
    ) -> Result<(), FoldError> {
        let game = self.game.as_mut().ok_or(FoldError::Misplaced)?;
        let talked = game.talk().is_ok();
        let canonical =
            if heard { change.hear(game.as_mut(), &entry)? } else { game.happen_unheard(&entry)? };
        // Former houses wrote what was typed.
        if let (Some(canonical), By::Seat(_, notation)) = (canonical, &mut entry.by) {
            *notation = canonical;
            self.as_typed = true;
        }
        change.at = entry.at;
        change.game_changed = true;
        let over = game.outcome().is_some();
        change.info_changed = over || game.talk().is_ok() != talked;
        self.last_at = entry.at;
        self.played.push(change.n, entry, game.as_ref());
        self.folded += u64::from(change.n == 0);
        Ok(())
    }

    /// Begins; a game that plays on from another begins with what had happened there, and at the time it was.
    fn start(&mut self, change: &mut Change, heard: bool) -> Result<(), FoldError> {
        let given = played::given(&self.opening)?;
        self.game = Some(self.opening.new_game()?);
        let told = self.play_given(given, heard);
        if told.is_err() {
            (self.game, self.played, self.last_at) = (None, Played::default(), Millis::ZERO);
        }
        change.given = told?;
        change.at = self.last_at;
        change.game_changed = true;
        change.info_changed = true;
        Ok(())
    }

    /// Plays what the game was given, and tells as much of it as whoever comes later is told.
    fn play_given(&mut self, given: Vec<GameEntry<String>>, heard: bool) -> Result<Vec<Change>, FoldError> {
        for entry in given {
            self.play(entry, &mut Change::new(0, Millis::ZERO), false)?;
        }
        if heard { story::of_given(&self.opening, &self.played) } else { Ok(Vec::new()) }
    }

    /// The game stands again as it did after entry `to`. Time does not go back with it.
    fn take_back(&mut self, seat: Seat, to: u64, change: &mut Change) -> Result<(), FoldError> {
        self.game = Some(self.played.game_after(&self.opening, to)?);
        self.played.truncate(to);
        change.undone = Some((seat, to));
        change.game_changed = true;
        change.info_changed = true;
        self.asking = None;
        Ok(())
    }

    /// Somebody deletes themselves: whoever `instead` is has done all that they did.
    pub(crate) fn replace(&mut self, guest: Guest, instead: Guest) {
        let host = if self.opening.host == guest { instead } else { self.opening.host };
        let rewrites = self.opening.rewrites + 1;
        self.opening = Arc::new(Opening { host, rewrites, ..(*self.opening).clone() });
        if self.options_by == Some(guest) {
            self.options_by = Some(instead);
        }
        self.chairs.replace(guest, instead);
        self.removed.iter_mut().filter(|removed| **removed == guest).for_each(|removed| *removed = instead);
        if self.asking.as_ref().is_some_and(|asking| asking.asker == guest) {
            self.asking = None;
        }
        self.votes.keep(|_, by| by != guest);
        if let Some(away) = self.vacations.iter_mut().find(|vacation| vacation.guest == guest) {
            away.guest = instead;
        }
        if let Some((_, by)) = self.next.as_mut().filter(|(_, by)| *by == guest) {
            *by = instead;
        }
    }

    /// Whether those who watch talk among themselves: while a game with secrets is played.
    pub(crate) fn watchers_apart(&self) -> bool {
        self.about.hidden && self.phase() == Phase::Playing
    }

    /// The number of this very line, if it is what somebody said last, after number `expect`.
    pub(crate) fn said_after(&self, guest: Guest, text: &str, expect: Option<u64>) -> Option<u64> {
        let (_, n, said) = self.last_said.iter().find(|(who, ..)| *who == guest)?;
        (*n > expect? && said == text.trim()).then_some(*n)
    }

    /// Whether people may talk now.
    pub(crate) fn may_talk(&self) -> Result<(), Refusal> {
        self.playing().map_or(Ok(()), Live::talk)
    }

    pub(crate) fn phase(&self) -> Phase {
        match &self.game {
            None => Phase::Gathering,
            Some(_) if self.outcome().is_none() => Phase::Playing,
            Some(_) => Phase::Over,
        }
    }

    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.end.as_ref().or(self.game.as_ref()?.outcome())
    }

    /// The game, unless it is over.
    fn playing(&self) -> Option<&dyn Live> {
        self.game.as_deref().filter(|_| self.outcome().is_none())
    }

    pub(crate) fn awaited(&self) -> Seats {
        self.playing().map_or(Seats::NONE, Live::awaited)
    }

    /// The awaited seats that somebody with these seats (none: a spectator) may know of.
    pub(crate) fn shown_awaited(&self, seats: Seats) -> Seats {
        let Some(game) = self.playing() else { return Seats::NONE };
        if seats.is_empty() {
            game.shown_awaited(None)
        } else {
            seats.iter().flat_map(|seat| game.shown_awaited(Some(seat)).iter()).collect()
        }
    }

    /// When something next happens by itself, while the game goes on.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        self.playing()?.deadline()
    }

    /// How much later than it was made an action may arrive.
    pub(crate) fn grace(&self) -> Millis {
        self.about.grace
    }

    /// The game as a file.
    pub(crate) fn log_file(&self, names: Vec<String>) -> LogFile {
        LogFile {
            outs: self.outs.clone(),
            ..self.opening.log_file(&self.played, names, self.outcome().cloned())
        }
    }
}
