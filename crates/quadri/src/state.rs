//! A game of Quadri as it stands, and how it is dealt.

use serde::{Deserialize, Serialize};
use table::{Chance, Millis, Outcome, Refusal, Seat, Seats, Seed};
use tinyvec::ArrayVec;

use crate::{
    card::{CARDS, Card, Colour, Lying, Place, Spot},
    objective::{Objective, Objectives},
    options::{Mode, Options},
    setup::Setup,
    sheet::{Seen, Sheet},
};

/// The most seats that hold objectives of their own.
pub(crate) const HANDS: usize = 4;
/// how many objectives a seat holds.
pub(crate) const HAND: usize = 3;
/// how many objectives lie open, and how many cards are used.
pub(crate) const COMMON: usize = 10;
pub(crate) const COOPERATIVE_CARDS: usize = 20;

pub(crate) type Hand = ArrayVec<[Objective; HAND]>;

/// An objective that was laid down (competitive, ball-trap) or turned over (cooperative).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Realised {
    /// Whose objective it was; in the cooperative mode, who placed.
    pub seat: Seat,
    pub objective: Objective,
    /// How many cards lay on the table then.
    pub after: u8,
    /// The shape on the table of then.
    pub seen: Seen,
}

/// after the very last placement, time for the last claims.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// When it ends by itself.
    pub until: Millis,
    /// The seats that have said `done`.
    #[serde(default)]
    pub done: Seats,
}

/// The state of a game. See [`table::Game`] for how it is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Setup", into = "Setup")]
pub struct Quadri {
    pub(crate) options: Options,
    pub(crate) seats: u8,
    pub(crate) first: Seat,
    pub(crate) sheet: Sheet,
    /// The Quadri pile, its top last. While somebody is on turn the top is turned up.
    pub(crate) pile: ArrayVec<[Card; CARDS]>,
    pub(crate) hands: [Hand; HANDS],
    /// all ten, done or not.
    pub(crate) common: ArrayVec<[Objective; COMMON]>,
    /// what each seat has claimed in vain since the last card was placed.
    pub(crate) tried: [Objectives; HANDS],
    /// The objective pile, its top last.
    pub(crate) objectives: ArrayVec<[Objective; 36]>,
    pub(crate) realised: ArrayVec<[Realised; 36]>,
    /// What was realised on the table before the last card was placed: a claim may have come too late.
    pub(crate) before: Objectives,
    /// What each seat is known not to hold, since it would have been laid down: in ball-trap what another's placement realised
    /// under `auto` what was realised since the seat last drew.
    pub(crate) ruled_out: [Objectives; HANDS],
    /// once the last objective is drawn, how many placements are left.
    pub(crate) left: Option<u8>,
    pub(crate) closing: Option<Closing>,
    pub(crate) outcome: Option<Outcome>,
}

impl Quadri {
    /// the start card lies, `pile` is left with its top last, and nobody holds anything yet.
    pub(crate) fn with_start_card(
        options: Options,
        seats: u8,
        first: Seat,
        start: Lying,
        pile: ArrayVec<[Card; CARDS]>,
    ) -> Self {
        Self {
            options,
            seats,
            first,
            sheet: Sheet::new(start, options.matching),
            pile,
            hands: [Hand::default(); HANDS],
            common: ArrayVec::default(),
            tried: [Objectives::default(); HANDS],
            objectives: ArrayVec::default(),
            realised: ArrayVec::default(),
            before: Objectives::default(),
            ruled_out: [Objectives::default(); HANDS],
            left: None,
            closing: None,
            outcome: None,
        }
    }

    pub(crate) fn deal(options: &Options, seats: u8, seed: Seed) -> Result<Self, Refusal> {
        options.check(seats)?;
        let mut chance = Chance::new(seed);
        let first = options.first.drawn(seats, &mut chance);
        let mut cards: Vec<Card> = Card::deck().collect();
        chance.shuffle(&mut cards);
        if options.mode == Mode::Cooperative {
            cards.truncate(COOPERATIVE_CARDS);
        }
        let mut pile: ArrayVec<[Card; CARDS]> = cards.into_iter().collect();
        let card = pile.pop().unwrap_or_default();
        let start = Lying { card, place: Place { spot: Spot::default(), ..Place::default() } };
        let mut game = Self::with_start_card(*options, seats, first, start, pile);

        let mut objectives: Vec<Objective> = match options.mode {
            Mode::Competitive => Objective::all().collect(),
            Mode::Cooperative | Mode::BallTrap => Objective::small().collect(),
        };
        chance.shuffle(&mut objectives);
        match options.mode {
            Mode::Competitive => {
                let used = objectives.into_iter().take(options.objectives as usize);
                game.objectives = used.collect();
                for seat in first.clockwise(seats) {
                    game.hands[seat.index()] = (0..HAND).filter_map(|_| game.objectives.pop()).collect();
                }
            }
            Mode::Cooperative => game.common = objectives.into_iter().take(COMMON).collect(),
            Mode::BallTrap => {
                for (seat, hand) in first.clockwise(seats).zip(objectives.chunks(HAND)) {
                    game.hands[seat.index()] = hand.iter().copied().collect();
                }
            }
        }
        Ok(game)
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Who places the next card; nobody while the game closes or when it is over.
    pub fn on_turn(&self) -> Option<Seat> {
        (self.closing.is_none() && self.outcome.is_none()).then(|| self.placer(self.cards_laid()))
    }

    /// Who placed, or will place, the card with this number; the start card has number 0 and nobody placed it.
    pub(crate) fn placer(&self, number: usize) -> Seat {
        Seat(((self.first.index() + number - 1) % self.seats as usize) as u8)
    }

    /// How many cards lie on the table.
    pub fn cards_laid(&self) -> usize {
        self.sheet.lying().len()
    }

    /// The card that is turned up for the seat on turn.
    pub fn next_card(&self) -> Option<Card> {
        self.on_turn().and_then(|_| self.pile.last().copied())
    }

    /// How many Quadri cards lie face down.
    pub fn pile_left(&self) -> usize {
        self.pile.len() - usize::from(self.on_turn().is_some())
    }

    /// How many objectives are left to draw.
    pub fn objectives_left(&self) -> usize {
        self.objectives.len()
    }

    /// All cards on the table, in the order in which they were laid.
    pub fn lying(&self) -> &[Lying] {
        self.sheet.lying()
    }

    /// The colour in sight at `spot`.
    pub fn colour(&self, spot: Spot) -> Option<Colour> {
        self.sheet.colour(spot)
    }

    /// The squares in sight, row by row, with their colour and the number of the card they belong to.
    pub fn squares(&self) -> Vec<(Spot, Colour, usize)> {
        self.sheet.squares()
    }

    /// The objectives that can be seen on the table now, whoever holds them.
    pub fn there(&self) -> Objectives {
        self.sheet.there()
    }

    /// Where an objective can be seen on the table now.
    pub fn find(&self, objective: Objective) -> Option<Seen> {
        self.sheet.find(objective)
    }

    /// How far the table is from showing an objective: 0 when it is there, two for each square that lacks and one for each
    /// that spoils it, and 10 when it is further than it is worth telling.
    pub fn distance(&self, objective: Objective) -> usize {
        self.sheet.distance(objective)
    }

    /// What a seat holds; nothing in the cooperative mode.
    pub fn hand(&self, seat: Seat) -> &[Objective] {
        self.hands.get(seat.index()).map_or(&[], |hand| hand)
    }

    /// the ten objectives of all; none in the other modes.
    pub fn common(&self) -> &[Objective] {
        &self.common
    }

    /// Everything realised so far, in order.
    pub fn realised(&self) -> &[Realised] {
        &self.realised
    }

    /// whether one of the common objectives is done.
    pub fn is_done(&self, objective: Objective) -> bool {
        self.realised.iter().any(|realised| realised.objective == objective)
    }

    /// The points that a seat has laid down.
    pub fn points(&self, seat: Seat) -> i32 {
        self.laid_down(seat).map(|realised| i32::from(realised.objective.points())).sum()
    }

    pub(crate) fn laid_down(&self, seat: Seat) -> impl Iterator<Item = &Realised> {
        self.realised.iter().filter(move |realised| realised.seat == seat)
    }

    /// How many placements are left, once that is known: in the last round, or to the end of the pile.
    pub fn placements_left(&self) -> usize {
        match self.left {
            _ if self.on_turn().is_none() => 0,
            Some(left) => self.pile.len().min(left as usize),
            None => self.pile.len(),
        }
    }

    pub fn is_last_round(&self) -> bool {
        self.left.is_some()
    }

    pub fn closing(&self) -> Option<&Closing> {
        self.closing.as_ref()
    }
}
