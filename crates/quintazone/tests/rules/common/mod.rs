//! Hand-made positions, and what is asked of them.
pub(crate) mod slow;

use quintazone::{
    Action, Card, CardStep, Deck, Element, Event, First, Options, Quintazone, SeatSetup, Setup, StandingSetup,
};
use table::{Audience, Chance, Game, Millis, Mute, Refusal, Seat, Seed, Told, random};

/// A position in the making. What is not said is filled up from the rest of the deck.
#[derive(Clone)]
pub(crate) struct Scene(Setup);

impl Scene {
    /// Hands are empty yet, goals are earth, air, fire … by seat, and it is seat 0's turn.
    pub(crate) fn new(deck: Deck, seats: usize, layout: &[&str]) -> Self {
        let seat = |goal| SeatSetup { hand: Vec::new(), goal, without: Vec::new(), newer: 0 };
        Self(Setup {
            deck,
            layout: layout.iter().map(ToString::to_string).collect(),
            pyramids: Vec::new(),
            seats: Element::ALL.into_iter().take(seats).map(seat).collect(),
            pile: Vec::new(),
            turn: Seat(0),
            card_step: CardStep::Open,
            pyramid_placed: false,
            outcome: None,
        })
    }

    pub(crate) fn hand(mut self, seat: usize, cards: &str) -> Self {
        self.0.seats[seat].hand = cards.split_whitespace().map(|card| card.parse().unwrap()).collect();
        self
    }

    pub(crate) fn goals(mut self, goals: &[Element]) -> Self {
        self.0.seats.iter_mut().zip(goals).for_each(|(seat, &goal)| seat.goal = goal);
        self
    }

    pub(crate) fn pyramid(mut self, seat: u8, pyramid: &str) -> Self {
        self.0.pyramids.push(StandingSetup { seat: Seat(seat), pyramid: pyramid.into() });
        self
    }

    pub(crate) fn turn(mut self, seat: u8) -> Self {
        self.0.turn = Seat(seat);
        self
    }

    /// These cards are drawn next, the first first.
    pub(crate) fn draws(mut self, cards: &str) -> Self {
        self.0.pile = cards.split_whitespace().rev().map(|card| card.parse().unwrap()).collect();
        self
    }

    pub(crate) fn setup(mut self) -> Setup {
        let laid: Vec<Card> =
            self.0.layout.iter().map(|text| text.split('@').next().unwrap().parse().unwrap()).collect();
        let mut rest = Vec::new();
        for card in Card::all() {
            let used = laid.iter().chain(self.0.seats.iter().flat_map(|seat| &seat.hand)).chain(&self.0.pile);
            let left = usize::from(card.copies(self.0.deck)) - used.filter(|&&c| c == card).count();
            rest.extend(vec![card; left]);
        }
        for seat in &mut self.0.seats {
            let missing = rest.len().min(5 - seat.hand.len());
            seat.hand.extend(rest.drain(..missing));
        }
        self.0.pile.splice(0..0, rest);
        self.0
    }

    pub(crate) fn build(self) -> Quintazone {
        Quintazone::try_from(self.setup()).unwrap()
    }
}

pub(crate) fn options(deck: Deck) -> Options {
    Options { deck, first: First::Seat(Seat(0)) }
}

pub(crate) fn started(deck: Deck, seats: u8, seed: u64) -> Quintazone {
    Quintazone::new(&options(deck), seats, Seed::from(seed)).unwrap()
}

/// A game played at random without pyramids until one card is left, in the hand of the seat whose turn it is.
pub(crate) fn last_card(deck: Deck, seats: u8, seed: u64) -> Quintazone {
    let mut game = started(deck, seats, seed);
    let mut chance = Chance::new(Seed::from(seed));
    let cards = |game: &Quintazone| game.pile() + Seat::all(seats).map(|s| game.hand(s).len()).sum::<usize>();
    while cards(&game) > 1 || game.card_step() != CardStep::Open {
        let seat = game.turn().unwrap();
        let mut actions = Vec::new();
        game.actions(seat, &mut actions);
        actions.retain(|action| !matches!(action, Action::Stand { .. }));
        let action = *chance.pick(&actions).unwrap();
        game.play(seat, action, Millis::ZERO, &mut Mute).unwrap();
    }
    game
}

/// Plays on at random to the end.
pub(crate) fn played_out(mut game: Quintazone, seed: u64) -> Quintazone {
    let mut chance = Chance::new(Seed::from(seed));
    random::play_out(&mut game, Millis::ZERO, &mut chance, &mut Vec::new(), 1000);
    game
}

pub(crate) fn play(game: &mut Quintazone, seat: u8, notation: &str) -> Result<Told<Event>, Refusal> {
    let mut told = Told::new();
    let action = game.read(Seat(seat), notation)?;
    game.play(Seat(seat), action, Millis::ZERO, &mut told)?;
    Ok(told)
}

/// Plays what must be legal.
pub(crate) fn plays(game: &mut Quintazone, seat: u8, notation: &str) -> Told<Event> {
    play(game, seat, notation).unwrap_or_else(|refusal| panic!("seat {seat} {notation}: {refusal}"))
}

/// The clause that refuses this; the game stays as it was.
pub(crate) fn refused(game: &Quintazone, seat: u8, notation: &str) -> String {
    let mut copy = game.clone();
    let refusal = play(&mut copy, seat, notation).expect_err(notation);
    assert_eq!(&copy, game);
    assert!(!refusal.message.en.is_empty() && !refusal.message.fr.is_empty());
    refusal.clause.to_string()
}

pub(crate) fn actions(game: &Quintazone, seat: u8) -> Vec<String> {
    let mut actions = Vec::new();
    game.actions(Seat(seat), &mut actions);
    actions.iter().map(ToString::to_string).collect()
}

pub(crate) fn choices(game: &Quintazone, seat: u8) -> Vec<String> {
    let mut choices = Vec::new();
    game.choices(Seat(seat), &mut choices);
    choices.iter().map(ToString::to_string).collect()
}

/// The cards of the zone that this panel belongs to.
pub(crate) fn zone(game: &Quintazone, panel: &str) -> u8 {
    let Action::Stand { cell, element, .. } = format!("S^{panel}").parse().unwrap() else { unreachable!() };
    game.zone_at(cell, element).unwrap_or_else(|| panic!("no panel {panel}")).0
}

pub(crate) fn told_to_all(told: &Told<Event>) -> Vec<Event> {
    told.0.iter().filter(|(to, _)| *to == Audience::All).map(|(_, event)| event.clone()).collect()
}

/// Nine cards of the second deck around which only water faces outward, once the last one lies.
pub(crate) const RING: [&str; 9] = [
    "SE-AF@0,0",
    "EW-h@0,-1r",
    "AW-h@0,1",
    "WS-v@-1,0",
    "FW-v@1,0",
    "W@-1,-1",
    "W@1,-1",
    "W@-1,1",
    "AW-d@1,1",
];

/// Three zones of water around the cell 0,1 that a whole water card there joins.
pub(crate) const THREE_WATERS: [&str; 5] = ["AF-WS@0,0", "AS-v@-1,0r", "AW-h@-1,1", "EF-h@1,0r", "EW-h@1,1"];
