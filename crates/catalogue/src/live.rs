//! A game in play, whatever game it is.

use std::{any::Any, fmt};

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use table::{
    Audience, By, Clause, Game, GameEntry, Millis, Mute, Outcome, Refusal, RulesVersion, Seat, Seats, Seed,
    Told,
};

use crate::{
    Trouble,
    options::read_options,
    seen::{Seen, look},
};

/// An event as JSON, and who may hear it.
#[derive(Clone, Debug)]
pub struct Heard {
    pub to: Audience,
    pub json: Box<RawValue>,
}

/// An action that may be done, as it is to be written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its one text form, whatever was typed: on one line, without blanks around it, and it reads back to this action.
    pub notation: String,
    /// Who may know of the action itself.
    pub witnesses: Audience,
    /// Whether it comes before what is due at its very instant.
    pub comes_first: bool,
}

/// What one entry of the log did.
#[derive(Clone, Debug)]
pub struct Happened {
    /// The action's one text form, as in [`Checked`]; none where time passed.
    pub notation: Option<String>,
    /// Who may know of the action itself.
    pub witnesses: Audience,
    pub events: Vec<Heard>,
}

impl Happened {
    /// All of it as JSON texts, each thing once: what was told otherwise to those who may know more is left out.
    pub fn open(&self) -> impl Iterator<Item = &str> {
        let told_better =
            |seats| self.events.iter().any(|event| matches!(event.to, Audience::Only(to) if to == seats));
        self.events
            .iter()
            .filter(move |event| !matches!(event.to, Audience::AllBut(seats) if told_better(seats)))
            .map(|event| event.json.get())
    }

    /// What `viewer` may hear of it, as JSON texts.
    pub fn heard_by(&self, viewer: Option<Seat>) -> impl Iterator<Item = &str> {
        self.events.iter().filter(move |e| e.to.includes(viewer)).map(|e| e.json.get())
    }
}

/// A game in play: the trait [`table::Game`], speaking notation and JSON.
pub trait Live: fmt::Debug + Send + Sync {
    fn id(&self) -> &'static str;
    /// The version of the rules with which it began.
    fn rules(&self) -> RulesVersion;
    fn seats(&self) -> u8;
    fn awaited(&self) -> Seats;
    /// The awaited seats that `viewer` may know of.
    fn shown_awaited(&self, viewer: Option<Seat>) -> Seats;
    /// What `seat` may do now, in notation.
    fn actions(&self, seat: Seat) -> Vec<String>;
    /// The clause that says whose clock runs, at a table that has them; none where no table can.
    fn clock_clause(&self) -> Option<Clause>;
    /// The seats whose clocks run.
    fn on_clock(&self) -> Seats;
    /// Which turn it is, where two in a row can be one seat's.
    fn turn_number(&self) -> u32;
    /// The seats that win and lose with this one, itself included.
    fn allies(&self, seat: Seat) -> Seats;
    /// Whether `seat` may do this at `at`, and if so, how it is written and who may know of it. Nothing changes.
    fn check(&self, seat: Seat, notation: &str, at: Millis) -> Result<Checked, Refusal>;
    /// Plays; a refused action changes nothing. What goes into a log is the notation that is returned.
    fn play(&mut self, seat: Seat, notation: &str, at: Millis) -> Result<Happened, Refusal>;
    /// Lets an entry of a log happen of which nobody is told: no event is made. A refused one changes nothing. Returns the
    /// action's one text form where the log has another.
    fn happen_unheard(&mut self, entry: &GameEntry<String>) -> Result<Option<String>, Refusal>;
    fn deadline(&self) -> Option<Millis>;
    /// Lets everything happen that is due by `at`.
    fn tick(&mut self, at: Millis) -> Happened;
    /// What `viewer` may know, as JSON; `None` is a spectator.
    fn view(&self, viewer: Option<Seat>) -> String;
    /// Everything with all secrets open, as JSON: for those who look back on a game that is over.
    fn open_view(&self) -> String;
    /// What `viewer` may know, and what it may do if it `may_act`, to be compared with its next look.
    fn look(&self, viewer: Option<Seat>, may_act: bool) -> Box<dyn Seen>;
    /// The whole position, as JSON, for the referee.
    fn state(&self) -> String;
    fn outcome(&self) -> Option<&Outcome>;
    fn talk(&self) -> Result<(), Refusal>;
    /// Whether all seats win or lose as one.
    fn together(&self) -> bool;
    /// The level that goes on its players' record, once it is over.
    fn credit(&self) -> Option<u8>;
    /// The seats that learn something they could not know when these actions, which are legal here, are played.
    fn learned(&self, acts: &[(Seat, String, Millis)]) -> Seats;
    fn boxed(&self) -> Box<dyn Live>;
    /// The [`LiveGame`] behind this interface, for those who know its type ([`with_game!`](crate::with_game)).
    fn as_any(&self) -> &dyn Any;
}

/// A typed game behind the dynamic interface.
#[derive(Clone, Debug)]
pub struct LiveGame<G>(pub G);

impl<G: Game> LiveGame<G> {
    pub(crate) fn open(rules: RulesVersion, options: &str, seats: u8, seed: Seed) -> Result<Self, Trouble> {
        if !G::RULES.contains(rules) {
            return Err(Trouble::OtherRules { game: G::about().name, rules, known: G::RULES });
        }
        Ok(Self(G::begin(rules, &read_options::<G>(rules, options)?, seats, seed)?))
    }

    pub(crate) fn load(state: &str) -> Result<Self, Trouble> {
        let setup: G::Setup = serde_json::from_str(state).map_err(|e| Trouble::State(e.to_string()))?;
        Ok(Self(setup.try_into()?))
    }

    /// The position just before an action at `at`, where something is due before it.
    fn run_before(&self, at: Millis) -> Option<(G, Told<G::Event>)> {
        self.0.deadline().filter(|&due| due < at)?;
        let (mut game, mut told) = (self.0.clone(), Told::new());
        game.run_before(at, &mut told);
        Some((game, told))
    }
}

/// Reads notation. Blanks around it mean nothing, in any game; what the games themselves read has none.
/// After the end even what cannot be read is refused with the clause that ended the game.
fn read<G: Game>(game: &G, seat: Seat, notation: &str) -> Result<G::Action, Refusal> {
    game.read(seat, notation.trim_ascii()).map_err(|refusal| match game.outcome() {
        Some(outcome) => Refusal::fixed(outcome.clause, "The game is over.", "La partie est finie."),
        None => refusal,
    })
}

/// What a game writes is made of strings, numbers and lists: writing it to memory cannot fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|e| unreachable!("a plain value can be written: {e}"))
}

pub(crate) fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_else(|e| unreachable!("a plain value can be written: {e}"))
}

fn heard<E: Serialize>(told: &Told<E>) -> Vec<Heard> {
    told.0.iter().map(|(to, event)| Heard { to: *to, json: raw(event) }).collect()
}

/// Plays what somebody wrote.
fn play<G: Game>(
    game: &mut G,
    seat: Seat,
    notation: &str,
    at: Millis,
    told: &mut Told<G::Event>,
) -> Result<Happened, Refusal> {
    let action = read(game, seat, notation)?;
    let (notation, witnesses) = (action.to_string(), game.witnesses(seat, &action));
    game.play(seat, action, at, told)?;
    Ok(Happened { notation: Some(notation), witnesses, events: heard(told) })
}

/// The same, told to nobody.
fn play_unheard<G: Game>(
    game: &mut G,
    seat: Seat,
    notation: &str,
    at: Millis,
) -> Result<Option<String>, Refusal> {
    let action = read(game, seat, notation)?;
    let other = (!is_written(&action, notation)).then(|| action.to_string());
    game.play(seat, action, at, &mut Mute)?;
    Ok(other)
}

/// Whether this is how it is written, found out without writing it.
fn is_written(value: &impl fmt::Display, text: &str) -> bool {
    struct Rest<'a>(&'a str);
    impl fmt::Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    let mut rest = Rest(text);
    fmt::write(&mut rest, format_args!("{value}")).is_ok() && rest.0.is_empty()
}

impl<G: Game> Live for LiveGame<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn rules(&self) -> RulesVersion {
        self.0.rules()
    }

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn awaited(&self) -> Seats {
        self.0.awaited()
    }

    fn shown_awaited(&self, viewer: Option<Seat>) -> Seats {
        self.0.shown_awaited(viewer)
    }

    fn actions(&self, seat: Seat) -> Vec<String> {
        let mut actions = Vec::new();
        self.0.actions(seat, &mut actions);
        actions.iter().map(ToString::to_string).collect()
    }

    fn check(&self, seat: Seat, notation: &str, at: Millis) -> Result<Checked, Refusal> {
        let due = self.run_before(at);
        let game = due.as_ref().map_or(&self.0, |(game, _)| game);
        let action = read(game, seat, notation)?;
        game.check(seat, &action)?;
        Ok(Checked {
            notation: action.to_string(),
            witnesses: game.witnesses(seat, &action),
            comes_first: game.comes_first(seat, &action),
        })
    }

    fn play(&mut self, seat: Seat, notation: &str, at: Millis) -> Result<Happened, Refusal> {
        let Some((mut game, mut told)) = self.run_before(at) else {
            return play(&mut self.0, seat, notation, at, &mut Told::new());
        };
        let happened = play(&mut game, seat, notation, at, &mut told)?;
        self.0 = game;
        Ok(happened)
    }

    fn happen_unheard(&mut self, entry: &GameEntry<String>) -> Result<Option<String>, Refusal> {
        match &entry.by {
            By::Clock => {
                self.0.tick(entry.at, &mut Mute);
                Ok(None)
            }
            By::Seat(seat, notation) if self.0.deadline().is_some_and(|due| due < entry.at) => {
                let mut game = self.0.clone();
                game.run_before(entry.at, &mut Mute);
                let other = play_unheard(&mut game, *seat, notation, entry.at)?;
                self.0 = game;
                Ok(other)
            }
            By::Seat(seat, notation) => play_unheard(&mut self.0, *seat, notation, entry.at),
        }
    }

    fn clock_clause(&self) -> Option<Clause> {
        G::CLOCK
    }

    fn on_clock(&self) -> Seats {
        self.0.on_clock()
    }

    fn turn_number(&self) -> u32 {
        self.0.turn_number()
    }

    fn allies(&self, seat: Seat) -> Seats {
        self.0.allies(seat)
    }

    fn deadline(&self) -> Option<Millis> {
        self.0.deadline()
    }

    fn tick(&mut self, at: Millis) -> Happened {
        let mut told = Told::new();
        self.0.tick(at, &mut told);
        Happened { notation: None, witnesses: Audience::All, events: heard(&told) }
    }

    fn view(&self, viewer: Option<Seat>) -> String {
        json(&self.0.view(viewer))
    }

    fn open_view(&self) -> String {
        json(&self.0.open_view())
    }

    fn look(&self, viewer: Option<Seat>, may_act: bool) -> Box<dyn Seen> {
        look(&self.0, viewer, may_act)
    }

    fn state(&self) -> String {
        json(&self.0)
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.0.outcome()
    }

    fn talk(&self) -> Result<(), Refusal> {
        self.0.talk()
    }

    fn together(&self) -> bool {
        self.0.together()
    }

    fn credit(&self) -> Option<u8> {
        self.0.credit()
    }

    fn learned(&self, acts: &[(Seat, String, Millis)]) -> Seats {
        let mut game = self.0.clone();
        let mut read = Vec::with_capacity(acts.len());
        for (seat, notation, at) in acts {
            let entry = self::read(&game, *seat, notation).map(|action| GameEntry::act(*seat, action, *at));
            let Ok(entry) = entry else { break };
            if entry.clone().happen(&mut game, &mut Mute).is_err() {
                break;
            }
            read.push(entry);
        }
        table::learned(&self.0, &read, &mut table::Chance::new(Seed::from(acts.len() as u64)))
    }

    fn boxed(&self) -> Box<dyn Live> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
