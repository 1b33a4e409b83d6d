//! The table as it stands, and how it is set up (S-5 to S-9).

use serde::{Deserialize, Serialize};
use table::{Chance, Millis, Outcome, Refusal, Seat, Seed, refuse};

use crate::{
    action::{Effect, Place},
    clause::S_0,
    data::{Card, GEARS, Glass, Level, MOST_TILES, MOST_TIMERS, Pace, Tile},
    event::Suggestion,
    hand::Hand,
    options::Options,
    setup::Setup,
    stock::Stock,
    timer::{Timer, TimerName},
};

/// S-0.
pub(crate) const MOST_SEATS: usize = 7;

/// S-8.
pub(crate) const HAND: usize = 3;

/// Practice (ruling): how long the sand runs with each card.
pub const SLICE: Millis = Millis(3_000);

/// Practice (ruling): how long it runs when somebody waits rather than plays a card.
pub const WAIT: Millis = Millis(5_000);

/// A game of Quicksand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Setup", into = "Setup")]
pub struct Quicksand {
    pub(crate) level: &'static Level,
    pub(crate) pace: Pace,
    pub(crate) practice: bool,
    pub(crate) seats: u8,
    /// The kind that left the deck (S-29).
    pub(crate) removed: Option<Card>,
    pub(crate) tiles: [Tile; MOST_TILES],
    pub(crate) blocks: Blocks,
    pub(crate) timers: [Timer; MOST_TIMERS],
    pub(crate) hands: [Hand; MOST_SEATS],
    pub(crate) stock: Stock,
    /// The discard has been turned over: the pile's order is no secret any more.
    pub(crate) turned_over: bool,
    /// Nobody before the first card: then anyone may play it (S-10).
    pub(crate) turn: Option<Seat>,
    /// The place of a joker shown, whose player now chooses its effect (S-30).
    pub(crate) choosing: Option<Place>,
    /// The latest suggestion of each seat (S-30).
    pub(crate) suggestions: [Option<(Seat, Place)>; MOST_SEATS],
    /// The last instant at which something happened. In practice: how long the sand has run.
    pub(crate) now: Millis,
    pub(crate) outcome: Option<Outcome>,
}

/// Tiles with a block marker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Blocks(u32);

impl Blocks {
    pub(crate) const fn contains(self, tile: u8) -> bool {
        self.0 >> tile & 1 == 1
    }

    pub(crate) const fn remove(&mut self, tile: u8) {
        self.0 &= !(1 << tile);
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        (1..=MOST_TILES as u8).filter(move |&tile| self.contains(tile))
    }
}

/// Tiles are numbers from 1 to 19.
impl FromIterator<u8> for Blocks {
    fn from_iter<I: IntoIterator<Item = u8>>(tiles: I) -> Self {
        Self(tiles.into_iter().fold(0, |set, tile| set | 1 << tile))
    }
}

/// The cards of a deck without `removed`, kind by kind (S-1, S-29).
pub(crate) fn deck(removed: Option<Card>) -> impl Iterator<Item = Card> {
    Card::ALL
        .into_iter()
        .filter(move |&card| Some(card) != removed)
        .flat_map(|card| std::iter::repeat_n(card, card.copies()))
}

impl Quicksand {
    pub(crate) fn deal(options: &Options, seats: u8, seed: Seed) -> Result<Self, Refusal> {
        let level = options.level()?;
        seats_allowed(seats)?;
        let mut chance = Chance::new(seed);
        // S-29: before dealing.
        let removed = match level.discard {
            Some(sort) => match options.discarded(sort)? {
                Some(card) => Some(card),
                None => chance.pick(sort.cards()).copied(),
            },
            None => None,
        };
        // S-6: what is not laid is out; the places past the track's end are never looked at.
        let mut tiles = GEARS;
        chance.shuffle(&mut tiles);
        let mut cards: Vec<Card> = deck(removed).collect();
        chance.shuffle(&mut cards);
        let (dealt, pile) = cards.split_at(HAND * usize::from(seats));
        let mut hands = [Hand::default(); MOST_SEATS];
        for (hand, dealt) in hands.iter_mut().zip(dealt.chunks(HAND)) {
            for (place, &card) in Place::ALL.into_iter().zip(dealt) {
                hand.put(place, card, false);
            }
        }
        Ok(Self {
            level,
            pace: options.pace,
            practice: options.practice,
            seats,
            removed,
            tiles: laid(&tiles[..usize::from(level.tiles())]),
            blocks: level.blocks().collect(),
            timers: starting_timers(level, options.pace),
            hands,
            stock: Stock::new(pile, &[]),
            turned_over: false,
            turn: None,
            choosing: None,
            suggestions: [None; MOST_SEATS],
            now: Millis::ZERO,
            outcome: None,
        })
    }

    /// The timers of the level, in its row's order.
    pub fn timers(&self) -> &[Timer] {
        &self.timers[..self.level.timers.len()]
    }

    pub fn level(&self) -> &'static Level {
        self.level
    }

    /// Whether this is practice: the sand stands still between moves, and no level is won.
    pub const fn is_practice(&self) -> bool {
        self.practice
    }

    /// The level that this game adds to its players' record: one that was won, and not in practice (S-25).
    pub fn credit(&self) -> Option<u8> {
        let won = self.outcome.as_ref().is_some_and(|end| !end.winners.is_empty());
        (won && !self.practice).then_some(self.level.number)
    }

    /// The last instant at which something happened. In practice: how long the sand has run.
    pub const fn now(&self) -> Millis {
        self.now
    }

    /// The gear tile with this number, from 1.
    pub fn tile(&self, number: u8) -> Option<Tile> {
        (1..=self.level.tiles()).contains(&number).then(|| self.tiles[usize::from(number) - 1])
    }

    /// Whose turn it is; nobody's before the first card, when anyone may play it (S-10).
    pub const fn turn(&self) -> Option<Seat> {
        self.turn
    }

    /// Whether the seat whose turn it is has shown a joker and now chooses its effect (S-30).
    pub const fn is_choosing(&self) -> bool {
        self.choosing.is_some()
    }

    /// How many jokers the team holds.
    pub fn jokers_held(&self) -> usize {
        Seat::all(self.seats)
            .flat_map(|seat| self.hand(seat).held())
            .filter(|&(_, card)| card == Card::Joker)
            .count()
    }

    /// S-26: one seat has no one to keep silent with, or to show cards to.
    pub(crate) const fn silence(&self) -> bool {
        self.level.silence && self.seats > 1
    }

    /// Whether cards are turned outward at this table (S-30).
    pub const fn outward(&self) -> bool {
        self.level.outward && self.seats > 1
    }

    /// Whether `viewer` sees the cards of `owner` (S-8, S-30).
    pub(crate) fn sees(&self, viewer: Seat, owner: Seat) -> bool {
        (viewer == owner) != self.outward()
    }

    pub(crate) fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// Whether this tile lies behind the disarm marker.
    pub const fn is_danger(&self, tile: u8) -> bool {
        tile > self.level.before
    }

    /// Whether a timer stands on this tile.
    pub(crate) fn is_held(&self, tile: u8) -> bool {
        self.timers().iter().any(|timer| !timer.lost && timer.tile == tile)
    }

    /// When the next timer runs out, if nobody turns it.
    pub(crate) fn next_run_out(&self) -> Option<Millis> {
        self.timers().iter().map(Timer::runs_out).min()
    }

    /// Everything a joker can do now: one thing a timer (S-15).
    pub(crate) fn joker_effects(&self) -> impl Iterator<Item = Effect> {
        self.timers().iter().enumerate().map(|(index, timer)| {
            let name = TimerName::of(index);
            if timer.lost { Effect::Recover(name) } else { Effect::Activate(name) }
        })
    }

    /// The latest suggestion of each seat that has not been settled by a card (S-30).
    pub fn standing_suggestions(&self) -> impl Iterator<Item = Suggestion> {
        Seat::all(self.seats).filter_map(|by| {
            let (to, place) = self.suggestions[by.index()]?;
            Some(Suggestion { by, to, place })
        })
    }
}

pub(crate) fn seats_allowed(seats: u8) -> Result<(), Refusal> {
    if (1..=MOST_SEATS as u8).contains(&seats) {
        return Ok(());
    }
    refuse(S_0, "Quicksand has 1 to 7 seats.", "Quicksand se joue de 1 à 7 places.")
}

/// The track in its fixed room; tiles that were not laid are all alike.
pub(crate) fn laid(tiles: &[Tile]) -> [Tile; MOST_TILES] {
    let mut room = [GEARS[0]; MOST_TILES];
    for (place, &tile) in room.iter_mut().zip(tiles) {
        *place = tile;
    }
    room
}

/// S-5, S-7: one per tile from tile 1 on, all turned at the start.
pub(crate) fn starting_timers(level: &Level, pace: Pace) -> [Timer; MOST_TIMERS] {
    std::array::from_fn(|index| {
        let glass = level.timers.get(index).copied().unwrap_or(Glass::Slow);
        let duration = glass.duration(pace);
        Timer { glass, duration, tile: index as u8 + 1, lost: false, turned: Millis::ZERO, held: duration }
    })
}
