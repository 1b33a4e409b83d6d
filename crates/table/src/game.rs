//! One trait for five very different games.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

use serde::{Serialize, de::DeserializeOwned};
use ts_rs::TS;

use crate::{
    About, Chance, Clause, Lots, Millis, Outcome, Refusal, RulesVersion, RulesVersions, Seat, Seats, Seed,
    Since, Texts,
};

/// A game: its state, and the rules that change it.
///
/// A rules crate is pure: no I/O, no clock, no threads, no global randomness. Time (`at`) and the seed come in as inputs,
/// so that the same inputs give the same game on every machine, for ever.
///
/// A state that has been built is valid: its `Deserialize` goes through its [`Setup`](Self::Setup).
pub trait Game: Clone + Debug + PartialEq + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// What can be chosen before the game starts. Its `Default` just works; unknown fields are errors.
    type Options: Clone + Debug + Default + PartialEq + Send + Sync + Serialize + DeserializeOwned;

    /// The state as it is written: not yet known to be one that can be. What cannot be is refused by its clause.
    type Setup: Serialize + DeserializeOwned + From<Self> + TryInto<Self, Error = Refusal>;

    /// What a seat can do. `Display` is its notation and `FromStr` reads it back: one text form, everywhere.
    type Action: Clone + Debug + Display + Eq + Hash + Send + Sync + FromStr<Err = Refusal>;

    /// What happened, for those who watch: drawn and told, never folded.
    type Event: Clone + Debug + Serialize + Send + TS + 'static;

    /// What one seat, or a spectator, may know.
    type View: Clone + Debug + Send + Since + Sync + TS + 'static;

    /// Its name in addresses, logs and files: `thin-ice`.
    const ID: &'static str;

    /// What people read of it, as it stands in its crate.
    const TEXTS: Texts;

    /// Whether a seat that is not [awaited](Self::awaited) may have actions.
    const OUT_OF_TURN: bool = false;

    /// The clause that says whose clock runs and what becomes of a seat whose time is up. None where the game itself is a race
    /// against time: then no table of it has a clock.
    const CLOCK: Option<Clause> = None;

    /// The versions of its rules that can be played: the newest at new tables, older ones where they began with them.
    const RULES: RulesVersions = RulesVersions::FIRST;

    /// The options of a table that began by these rules, where it says nothing. When a default changes, the version of the
    /// rules rises, and this tells the former one of the older.
    fn defaults(_rules: RulesVersion) -> Self::Options {
        Self::Options::default()
    }

    /// What the game says of itself.
    fn about() -> About;

    /// A new game by these rules, which are among [`RULES`](Self::RULES), or the clause that does not allow these options
    /// or this many seats.
    fn begin(rules: RulesVersion, options: &Self::Options, seats: u8, seed: Seed) -> Result<Self, Refusal>;

    /// A new game by the newest rules.
    fn new(options: &Self::Options, seats: u8, seed: Seed) -> Result<Self, Refusal> {
        Self::begin(Self::RULES.newest, options, seats, seed)
    }

    /// The rules with which this game began.
    fn rules(&self) -> RulesVersion {
        Self::RULES.newest
    }

    fn seats(&self) -> u8;

    /// The seats that the table is waiting for: each has an action. None after the end, or while only time can go on.
    fn awaited(&self) -> Seats;

    /// The [awaited](Self::awaited) seats that `viewer` (`None`: a spectator) may know of: where a seat is asked in secret,
    /// nobody else is shown that it is.
    fn shown_awaited(&self, viewer: Option<Seat>) -> Seats {
        let _ = viewer;
        self.awaited()
    }

    /// The seats whose clocks run, at a table that has them; everybody may know. A wait for which the game has a time of its
    /// own ([`deadline`](Self::deadline)) is on nobody's clock: nor does it tell who is being asked in secret.
    fn on_clock(&self) -> Seats {
        if self.deadline().is_some() { Seats::NONE } else { self.awaited() }
    }

    /// Which turn it is, where two in a row can be one seat's: each has its own time.
    fn turn_number(&self) -> u32 {
        0
    }

    /// The seats that win and lose with this one, itself included.
    fn allies(&self, seat: Seat) -> Seats {
        if self.together() { Seats::all(self.seats()) } else { Seats::one(seat) }
    }

    /// Everything that `seat` may do now, added to `into`.
    fn actions(&self, seat: Seat, into: &mut Vec<Self::Action>);

    /// The [actions](Self::actions) that differ in effect, for search and random play: some of them, and none only if
    /// there are none.
    fn choices(&self, seat: Seat, into: &mut Vec<Self::Action>) {
        self.actions(seat, into);
    }

    /// One of the [choices](Self::choices), each as likely, without their list where a game can do without; `None` only if there
    /// are none. Each choice has one lot among so many; a game may have blanks as well, and draws again, from as many, while it
    /// draws one. `buffer` is overwritten; it spares an allocation.
    #[inline]
    fn draw(&self, seat: Seat, lots: &mut impl Lots, buffer: &mut Vec<Self::Action>) -> Option<Self::Action> {
        buffer.clear();
        self.choices(seat, buffer);
        if buffer.is_empty() { None } else { buffer.get(lots.below(buffer.len() as u32) as usize).cloned() }
    }

    /// Reads notation as `seat` means it in this position. Two texts that mean the same give the same action.
    fn read(&self, seat: Seat, notation: &str) -> Result<Self::Action, Refusal> {
        let _ = seat;
        notation.parse()
    }

    /// Whether `seat` may do this now; accepted exactly if it is listed by [`actions`](Self::actions).
    fn check(&self, seat: Seat, action: &Self::Action) -> Result<(), Refusal>;

    /// Does what [`check`](Self::check) accepts, unchecked. What was due before `at` has [happened](Self::run_before).
    fn apply(&mut self, seat: Seat, action: Self::Action, at: Millis, tell: &mut impl Sink<Self::Event>);

    /// Checks, then does. A refused action changes nothing.
    fn play(
        &mut self,
        seat: Seat,
        action: Self::Action,
        at: Millis,
        tell: &mut impl Sink<Self::Event>,
    ) -> Result<(), Refusal> {
        self.check(seat, &action)?;
        self.apply(seat, action, at, tell);
        Ok(())
    }

    /// Who may know that `seat` did this, judged before it is done.
    fn witnesses(&self, seat: Seat, action: &Self::Action) -> Audience {
        let _ = (seat, action);
        Audience::All
    }

    /// Whether an action comes before what is due at its very instant and may change it. What does not (a remark about the
    /// game) waits until that is settled, so that it cuts off no action of that instant which is still on its way.
    fn comes_first(&self, seat: Seat, action: &Self::Action) -> bool {
        let _ = (seat, action);
        true
    }

    /// When something next happens by itself.
    fn deadline(&self) -> Option<Millis> {
        None
    }

    /// Lets everything happen that is due at `at` or before. Afterwards the deadline, if any, is later.
    fn tick(&mut self, at: Millis, tell: &mut impl Sink<Self::Event>) {
        let _ = (at, tell);
    }

    /// Lets everything happen that is due *before* `at`: an action acts first on what is due at its own instant.
    fn run_before(&mut self, at: Millis, tell: &mut impl Sink<Self::Event>) {
        while let Some(due) = self.deadline().filter(|&due| due < at) {
            self.tick(due, tell);
        }
    }

    /// What `viewer` may know; `None` is a spectator. Built from what may be known, never cut down from the state.
    fn view(&self, viewer: Option<Seat>) -> Self::View;

    /// Everything, with all secrets open: for those who look back on a game that is over, never during it.
    fn open_view(&self) -> Self::View {
        self.view(None)
    }

    /// A world that `seat` cannot tell from this one: what it does not know is drawn anew, the dice to come included.
    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self;

    /// The end, once it has come.
    fn outcome(&self) -> Option<&Outcome>;

    /// Whether all seats win or lose as one: then nobody winning is a loss for all, not a draw.
    fn together(&self) -> bool {
        false
    }

    /// The level that this game, now over, adds to its players' record, where a game has levels.
    fn credit(&self) -> Option<u8> {
        None
    }

    /// Whether people may talk now; a refusal names the clause that closes the table's talk.
    fn talk(&self) -> Result<(), Refusal> {
        Ok(())
    }
}

/// Who is told of something. Written `"all"`, `{"only":[0]}` or `{"all-but":[0]}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Every seat, and spectators.
    All,
    /// These seats, and nobody else.
    Only(Seats),
    /// All other seats, and spectators.
    AllBut(Seats),
}

impl Audience {
    pub const fn only(seat: Seat) -> Self {
        Self::Only(Seats::one(seat))
    }

    pub const fn all_but(seat: Seat) -> Self {
        Self::AllBut(Seats::one(seat))
    }

    /// Whether `viewer` (`None`: a spectator) is among them.
    pub const fn includes(self, viewer: Option<Seat>) -> bool {
        match (self, viewer) {
            (Self::All, _) | (Self::AllBut(_), None) => true,
            (Self::Only(_), None) => false,
            (Self::Only(seats), Some(seat)) => seats.contains(seat),
            (Self::AllBut(seats), Some(seat)) => !seats.contains(seat),
        }
    }
}

/// Where a game tells what happened.
pub trait Sink<E> {
    /// The event is only made if somebody listens.
    fn tell(&mut self, to: Audience, event: impl FnOnce() -> E);
}

/// Nobody listens: for search.
#[derive(Clone, Copy, Debug)]
pub struct Mute;

impl<E> Sink<E> for Mute {
    #[inline]
    fn tell(&mut self, _: Audience, _: impl FnOnce() -> E) {}
}

/// Everything told, in order, with who was told.
#[derive(Clone, Debug)]
pub struct Told<E>(pub Vec<(Audience, E)>);

impl<E> Told<E> {
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// What `viewer` was told.
    pub fn heard_by(&self, viewer: Option<Seat>) -> impl Iterator<Item = &E> {
        self.0.iter().filter(move |(to, _)| to.includes(viewer)).map(|(_, event)| event)
    }

    /// All of it: what the referee knows.
    pub fn events(&self) -> impl Iterator<Item = &E> {
        self.0.iter().map(|(_, event)| event)
    }
}

impl<E> Default for Told<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E> Sink<E> for Told<E> {
    fn tell(&mut self, to: Audience, event: impl FnOnce() -> E) {
        self.0.push((to, event()));
    }
}
