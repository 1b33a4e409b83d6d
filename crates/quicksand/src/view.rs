//! What a seat, or a spectator, may know: everything that the client draws, so that it needs no rule.

use serde::Serialize;
use table::{Game, Millis, Outcome, Seat, Since, Told, Words};
use ts_rs::TS;

use crate::{
    action::{Action, Effect, Place},
    clause::{S_22, S_24},
    data::{Card, Colour, Glass, Pace, Shape, Sort},
    event::{Event, Step, Suggestion},
    state::{Quicksand, SLICE, WAIT},
    timer::TimerName,
};

table::whole!(Card, Colour, Glass, Pace, Place, Shape, Sort, Suggestion, TimerName);

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(export_to = "quicksand.ts", rename = "QuicksandView")]
pub struct View {
    /// Whose view; none for a spectator.
    pub seat: Option<Seat>,
    pub level: LevelView,
    pub pace: Pace,
    /// The sand stands still between moves, and the level does not count.
    pub practice: bool,
    /// Practice: how long the sand runs with each card.
    pub slice: Option<Millis>,
    /// Practice: how long it runs when somebody waits.
    pub wait: Option<Millis>,
    /// The instant for which `left` is said. In practice: how long the sand has run.
    pub at: Millis,
    /// Whether the sand falls: then at the instant `t` a timer has `left - (t - at)`, and never less than 0.
    pub running: bool,
    /// When the next timer runs out if nobody turns it.
    pub next_run_out: Option<Millis>,
    /// How much sand is little, and how much is plenty.
    pub amounts: Amounts,
    /// From tile 1 on. The disarm marker lies after tile `level.before`.
    pub track: Vec<TileView>,
    /// In the order of the level's row.
    pub timers: Vec<TimerView>,
    /// One per seat.
    pub hands: Vec<HandView>,
    /// How many cards are face down (S-8).
    pub pile: u8,
    /// Face up; the card discarded first, first.
    pub discard: Vec<Card>,
    /// The kind that left the deck (S-29).
    pub removed: Option<Card>,
    /// Whose turn; nobody's before the first card and after the end.
    pub turn: Option<Seat>,
    pub ask: Ask,
    /// What each kind of card would do if it were played at `at`: all kinds, in anybody's hand.
    pub effects: Vec<CardEffect>,
    /// The latest standing suggestion of each seat (S-30).
    pub suggestions: Vec<Suggestion>,
    /// Whether the table's talk is open (S-13, S-27).
    pub talk: bool,
    pub outcome: Option<Outcome>,
    /// How it ended, in a sentence.
    pub reason: Option<Words>,
    /// The timers that ended it by running out.
    pub ran_out: Vec<TimerName>,
    /// The level that goes on the players' record (S-25).
    pub credit: Option<u8>,
}

/// What people are warned of, and what they need not look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[ts(export_to = "quicksand.ts", rename = "QuicksandAmounts")]
pub struct Amounts {
    /// Somebody has to act now.
    pub close: Millis,
    /// Somebody has to think of it.
    pub soon: Millis,
    /// It can be left alone for a while.
    pub plenty: Millis,
}

/// About what two, four and six cards take at a quick table.
const AMOUNTS: Amounts = Amounts { close: Millis(8_000), soon: Millis(15_000), plenty: Millis(25_000) };

/// The level, and which of its extra rules are in force at this table (alone, some are not: S-26).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[ts(export_to = "quicksand.ts", rename = "QuicksandLevel")]
pub struct LevelView {
    pub number: u8,
    pub before: u8,
    pub danger: u8,
    pub silence: bool,
    pub block: bool,
    pub discard: Option<Sort>,
    pub outward: bool,
}

/// A gear of the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[ts(export_to = "quicksand.ts", rename = "QuicksandTile")]
pub struct TileView {
    pub number: u8,
    pub shape: Shape,
    pub colour: Colour,
    pub danger: bool,
    pub blocked: bool,
}

/// A timer as it stands at the view's instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[ts(export_to = "quicksand.ts", rename = "QuicksandTimer")]
pub struct TimerView {
    /// As in notation: `t1`.
    pub name: TimerName,
    /// As people call it: A.
    #[ts(type = "string")]
    pub letter: char,
    pub glass: Glass,
    pub duration: Millis,
    /// The tile it stands on, or beside if it is lost.
    pub tile: u8,
    pub lost: bool,
    pub danger: bool,
    /// What its upper half holds at the view's `at`.
    pub left: Millis,
    /// When it runs out if nobody turns it.
    pub runs_out: Millis,
}

/// A hand as this viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[ts(export_to = "quicksand.ts", rename = "QuicksandHand")]
pub struct HandView {
    pub seat: Seat,
    /// Whether this viewer sees its cards.
    pub visible: bool,
    /// Three places.
    pub places: Vec<HeldView>,
}

/// One place of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[ts(export_to = "quicksand.ts", rename = "QuicksandHeld")]
pub struct HeldView {
    pub place: Place,
    /// Whether a card is there.
    pub held: bool,
    /// Which, if this viewer sees it.
    pub card: Option<Card>,
    /// What this viewer may do with it now, in notation: play it, or suggest it. A joker in hand has its own choices
    /// among the effects.
    pub action: Option<String>,
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "quicksand.ts", rename = "QuicksandAsk")]
pub enum Ask {
    /// Anyone may play the first card.
    FirstCard,
    /// The seat whose turn it is plays a card.
    Card,
    /// The seat whose turn it is chooses what its shown joker does.
    JokerEffect,
    /// Nothing: the game is over.
    Nothing,
}

/// What playing a card would do at the view's instant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[ts(export_to = "quicksand.ts", rename = "QuicksandEffect")]
pub struct CardEffect {
    pub card: Card,
    /// A joker's choice; none for other cards.
    pub joker: Option<Does>,
    /// In the order in which they happen. Each `left` grows as the sand falls: it is what has run down by then.
    pub steps: Vec<Step>,
    /// How this viewer does it now, in notation; none if it may not, or plays by place.
    pub action: Option<String>,
}

/// One of the two things that a joker does (S-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "quicksand.ts", rename = "QuicksandDoes")]
pub enum Does {
    Activate,
    Recover,
}

impl View {
    /// `open`: with everybody's cards, for those who look back.
    pub(crate) fn of(game: &Quicksand, viewer: Option<Seat>, open: bool) -> Self {
        let level = game.level;
        let over = game.outcome.is_some();
        Self {
            seat: viewer,
            level: LevelView {
                number: level.number,
                before: level.before,
                danger: level.danger,
                silence: game.silence(),
                block: level.block,
                discard: level.discard,
                outward: game.outward(),
            },
            pace: game.pace,
            practice: game.practice,
            slice: game.practice.then_some(SLICE),
            wait: game.practice.then_some(WAIT),
            at: game.now,
            running: !over && !game.practice,
            next_run_out: game.next_run_out().filter(|_| !over),
            amounts: AMOUNTS,
            track: (1..)
                .zip(&game.tiles[..usize::from(level.tiles())])
                .map(|(number, tile)| TileView {
                    number,
                    shape: tile.shape,
                    colour: tile.colour,
                    danger: game.is_danger(number),
                    blocked: game.blocks.contains(number),
                })
                .collect(),
            timers: timers(game),
            hands: Seat::all(game.seats).map(|owner| hand(game, viewer, owner, open)).collect(),
            pile: game.stock.pile_size(),
            discard: game.stock.discard().collect(),
            removed: game.removed,
            turn: game.turn.filter(|_| !over),
            ask: match (over, game.turn, game.choosing) {
                (true, ..) => Ask::Nothing,
                (_, None, _) => Ask::FirstCard,
                (_, Some(_), None) => Ask::Card,
                (_, Some(_), Some(_)) => Ask::JokerEffect,
            },
            effects: if over { Vec::new() } else { effects(game, viewer) },
            suggestions: game.standing_suggestions().collect(),
            talk: game.talk().is_ok(),
            outcome: game.outcome.clone(),
            reason: game.outcome.as_ref().map(|outcome| reason(game, outcome)),
            ran_out: if over { ran_out(game) } else { Vec::new() },
            credit: game.credit(),
        }
    }
}

fn timers(game: &Quicksand) -> Vec<TimerView> {
    let view = |(index, timer): (usize, &crate::Timer)| TimerView {
        name: TimerName::of(index),
        letter: TimerName::of(index).letter(),
        glass: timer.glass,
        duration: timer.duration,
        tile: timer.tile,
        lost: timer.lost,
        danger: game.is_danger(timer.tile),
        left: timer.left(game.now),
        runs_out: timer.runs_out(),
    };
    game.timers().iter().enumerate().map(view).collect()
}

fn hand(game: &Quicksand, viewer: Option<Seat>, owner: Seat, open: bool) -> HandView {
    let hand = game.hand(owner);
    let visible = open || viewer.is_some_and(|seat| game.sees(seat, owner));
    let places = Place::ALL.into_iter().map(|place| {
        let card = hand.at(place).filter(|_| visible);
        let action = match viewer {
            Some(seat) if seat != owner => Some(Action::Suggest { to: owner, place }),
            Some(_) => card.map_or(Some(Action::PlayPlace(place)), |card| Some(Action::Play(card))),
            None => None,
        };
        HeldView { place, held: hand.at(place).is_some(), card, action: allowed(game, viewer, action) }
    });
    HandView { seat: owner, visible, places: places.collect() }
}

fn allowed(game: &Quicksand, viewer: Option<Seat>, action: Option<Action>) -> Option<String> {
    let (seat, action) = (viewer?, action?);
    game.check(seat, &action).is_ok().then(|| action.to_string())
}

fn effects(game: &Quicksand, viewer: Option<Seat>) -> Vec<CardEffect> {
    let mut effects = Vec::new();
    for card in Card::ALL.into_iter().filter(|&card| card != Card::Joker) {
        let steps = steps(game, |world, told| world.activate_all(card, told));
        effects.push(CardEffect {
            card,
            joker: None,
            steps,
            action: allowed(game, viewer, Some(Action::Play(card))),
        });
    }
    for effect in game.joker_effects() {
        let action = if game.choosing.is_some() { Action::Choose(effect) } else { Action::PlayJoker(effect) };
        let (joker, steps) = match effect {
            Effect::Activate(timer) => {
                (Does::Activate, steps(game, |world, told| world.activate(timer.index(), told)))
            }
            Effect::Recover(timer) => {
                (Does::Recover, steps(game, |world, told| world.recover(timer.index(), told)))
            }
        };
        effects.push(CardEffect {
            card: Card::Joker,
            joker: Some(joker),
            steps,
            action: allowed(game, viewer, Some(action)),
        });
    }
    effects
}

/// What would be told if this were done to the game now.
fn steps(game: &Quicksand, act: impl FnOnce(&mut Quicksand, &mut Told<Event>)) -> Vec<Step> {
    let mut told = Told::new();
    act(&mut game.clone(), &mut told);
    told.events()
        .filter_map(|event| match event {
            Event::Activated(step) | Event::Recovered(step) => Some(*step),
            _ => None,
        })
        .collect()
}

fn ran_out(game: &Quicksand) -> Vec<TimerName> {
    let out = game.timers().iter().enumerate().filter(|(_, timer)| timer.runs_out() <= game.now);
    out.map(|(index, _)| TimerName::of(index)).collect()
}

fn reason(game: &Quicksand, outcome: &Outcome) -> Words {
    let number = game.level.number;
    if outcome.clause == S_24 {
        return Words::new(
            format!("All timers stand in the danger zone: trap {number} is disarmed."),
            format!("Tous les sabliers sont dans la zone de danger\u{202f}: le piège {number} est désarmé."),
        );
    }
    let lost = outcome.clause == S_22;
    // The first timer that the clause names; there is one, or the game had not ended so.
    let culprit = game.timers().iter().enumerate().find(|(_, t)| t.runs_out() <= game.now && t.lost == lost);
    let (letter, tile) = culprit.map_or(('A', 1), |(index, t)| (TimerName::of(index).letter(), t.tile));
    if lost {
        Words::new(
            format!("Timer {letter}, lost beside tile {tile}, ran out."),
            format!("Le sablier {letter}, perdu à côté de la case {tile}, s’est écoulé."),
        )
    } else {
        Words::new(
            format!("Timer {letter} ran out in the danger zone, on tile {tile}."),
            format!("Le sablier {letter} s’est écoulé dans la zone de danger, sur la case {tile}."),
        )
    }
}
