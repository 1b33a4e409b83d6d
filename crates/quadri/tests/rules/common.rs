//! Positions in a few words: only what matters is named, the rest of the cards is filled in.

use quadri::{Action, Card, Event, Objective, Options, Quadri};
use serde_json::{Value, json};
use table::{Game, Millis, Refusal, Seat, Told};

/// A position to load. Seat 0 begins.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub options: Value,
    pub seats: u8,
    /// The cards on the table, the start card first.
    pub table: Vec<String>,
    /// The top of the Quadri pile.
    pub next: Vec<&'static str>,
    pub hands: Vec<Vec<&'static str>>,
    pub common: Vec<&'static str>,
    pub tried: Vec<Vec<&'static str>>,
    /// The top of the objective pile.
    pub draws: Vec<&'static str>,
    /// Seat, objective, and how many cards lay then.
    pub realised: Vec<(u8, &'static str, u8)>,
    pub closing: Option<Value>,
    pub over: bool,
}

impl Position {
    pub(crate) fn competitive(seats: u8, table: Vec<String>, hands: &[&[&'static str]]) -> Self {
        Self {
            options: json!({"first": 0}),
            seats,
            table,
            next: Vec::new(),
            hands: hands.iter().map(|hand| hand.to_vec()).collect(),
            common: Vec::new(),
            tried: Vec::new(),
            draws: Vec::new(),
            realised: Vec::new(),
            closing: None,
            over: false,
        }
    }

    pub(crate) fn cooperative(seats: u8, common: &[&'static str]) -> Self {
        Self { common: common.to_vec(), ..Self::competitive(seats, vec!["CMYK@0,0+0".into()], &[]) }
            .with("mode", json!("cooperative"))
    }

    pub(crate) fn ball_trap(hands: &[&[&'static str]]) -> Self {
        Self::competitive(hands.len() as u8, vec!["CMYK@0,0+0".into()], hands)
            .with("mode", json!("ball-trap"))
    }

    pub(crate) fn with(mut self, option: &str, value: Value) -> Self {
        self.options[option] = value;
        self
    }

    pub(crate) fn contained(self) -> Self {
        self.with("match", json!("contained"))
    }

    pub(crate) fn json(&self) -> Value {
        let options: Options = serde_json::from_value(self.options.clone()).unwrap();
        let mut pile: Vec<String> = Card::all().flat_map(|card| vec![card.to_string(); 8]).collect();
        for card in self.table.iter().map(|lying| &lying[..4]).chain(self.next.iter().copied()) {
            let at = pile.iter().position(|left| left == card).expect("there are eight of each");
            pile.remove(at);
        }
        let mut pile: Vec<String> = self.next.iter().map(|card| (*card).to_owned()).chain(pile).collect();
        if self.options["mode"] == "cooperative" {
            pile.truncate(20 - self.table.len());
        }
        let mut objectives: Vec<String> = Vec::new();
        if self.options["mode"].is_null() {
            let named: Vec<&str> = self
                .hands
                .iter()
                .flatten()
                .copied()
                .chain(self.realised.iter().map(|realised| realised.1))
                .collect();
            let left = options.objectives as usize - named.len();
            let others = Objective::all()
                .map(|objective| objective.to_string())
                .filter(|id| !named.contains(&id.as_str()) && !self.draws.contains(&id.as_str()));
            objectives = self.draws.iter().map(|id| (*id).to_owned()).chain(others).take(left).collect();
        }
        let realised: Vec<Value> = self
            .realised
            .iter()
            .map(|(seat, objective, after)| json!({"seat": seat, "objective": objective, "after": after}))
            .collect();
        json!({
            "options": self.options, "seats": self.seats, "first": 0,
            "table": self.table, "pile": pile, "hands": self.hands, "common": self.common, "tried": self.tried,
            "objectives": objectives, "realised": realised, "closing": self.closing, "over": self.over,
        })
    }

    pub(crate) fn load(&self) -> Quadri {
        load(&self.json()).unwrap_or_else(|error| panic!("{error}\n{}", self.json()))
    }

    /// Why this cannot be loaded: the clause, as the sentence says it.
    pub(crate) fn refused_by(&self) -> String {
        refused_by(&self.json())
    }
}

pub(crate) fn load(position: &Value) -> Result<Quadri, String> {
    serde_json::from_value(position.clone()).map_err(|error| error.to_string())
}

pub(crate) fn refused_by(position: &Value) -> String {
    let error = load(position).expect_err("it is no position");
    let clause = error.rsplit_once('(').expect("a clause").1;
    clause.trim_end_matches(')').to_owned()
}

/// Cards whose top left squares, all cyan, fill a block of so many columns and rows, laid row by row.
pub(crate) fn block(columns: i16, rows: i16) -> Vec<String> {
    let spots = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let deck = Card::all().flat_map(|card| [card; 8]);
    spots.zip(deck).map(|((x, y), card)| format!("{card}@{x},{y}+0")).collect()
}

/// A row of cyan squares with a row of black squares below it: `CMYK` at 0,0 to `columns - 1`,0.
pub(crate) fn row(columns: i16) -> Vec<String> {
    (0..columns).map(|x| format!("CMYK@{x},0+0")).collect()
}

pub(crate) fn try_at(game: &mut Quadri, at: u64, seat: u8, action: &str) -> Result<Told<Event>, Refusal> {
    let mut told = Told::new();
    game.run_before(Millis(at), &mut told);
    let action: Action = game.read(Seat(seat), action)?;
    game.play(Seat(seat), action, Millis(at), &mut told)?;
    Ok(told)
}

pub(crate) fn play_at(game: &mut Quadri, at: u64, seat: u8, action: &str) -> Told<Event> {
    try_at(game, at, seat, action).unwrap_or_else(|refusal| panic!("seat {seat}, {action}: {refusal}"))
}

pub(crate) fn play(game: &mut Quadri, seat: u8, action: &str) -> Told<Event> {
    play_at(game, 0, seat, action)
}

/// The clause that refuses this action; the game must not change.
pub(crate) fn refusal(game: &Quadri, seat: u8, action: &str) -> String {
    let mut copy = game.clone();
    let refusal = try_at(&mut copy, 0, seat, action).expect_err("it is refused");
    assert_eq!(copy, *game, "a refused action changes nothing");
    assert!(!refusal.message.fr.is_empty() && !refusal.message.en.is_empty());
    refusal.clause.to_string()
}

/// The ids of what a seat holds.
pub(crate) fn hand(game: &Quadri, seat: u8) -> Vec<&'static str> {
    game.hand(Seat(seat)).iter().map(|objective| objective.id()).collect()
}

pub(crate) fn is_there(game: &Quadri, objective: &str) -> bool {
    game.there().contains(objective.parse().unwrap())
}

/// What a seat may do now, as it is written.
pub(crate) fn actions(game: &Quadri, seat: u8) -> Vec<String> {
    let mut actions = Vec::new();
    game.actions(Seat(seat), &mut actions);
    actions.iter().map(ToString::to_string).collect()
}

pub(crate) fn claims(game: &Quadri, seat: u8) -> Vec<String> {
    actions(game, seat).into_iter().filter(|action| action.starts_with("claim")).collect()
}
