//! A position as it is written, not yet known to be possible; and the position it makes, if it is.

mod possible;

use serde::{Deserialize, Serialize};
use table::{Millis, Outcome, Refusal, Seat, refuse_unless};

use crate::{
    action::Place,
    clause::{S_12, S_28, S_30},
    data::{Card, Pace, Tile},
    event::Suggestion,
    hand::Hand,
    options,
    state::{HAND, MOST_SEATS, Quicksand, laid, seats_allowed},
    stock::Stock,
};

/// A position as it is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub level: i32,
    #[serde(default)]
    pub pace: Pace,
    #[serde(default)]
    pub practice: bool,
    /// The kind that left the deck (S-29).
    #[serde(default)]
    pub removed: Option<Card>,
    /// The track from tile 1 on, danger zone included.
    pub tiles: Vec<Tile>,
    /// The tiles that bear a block marker.
    #[serde(default)]
    pub blocks: Vec<u8>,
    /// In the order of the level's row.
    pub timers: Vec<TimerSetup>,
    /// One per seat: three places each.
    pub hands: Vec<[Option<Card>; HAND]>,
    /// For each seat the places whose cards came from a discard that was turned over. None: no such cards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<Vec<Place>>,
    /// The next card to be drawn first.
    pub pile: Vec<Card>,
    /// The card discarded first, first.
    pub discard: Vec<Card>,
    #[serde(default)]
    pub turned_over: bool,
    /// Whose turn; nobody's before the first card.
    #[serde(default)]
    pub turn: Option<Seat>,
    /// The place of a shown joker whose effect is being chosen.
    #[serde(default)]
    pub choosing: Option<Place>,
    #[serde(default)]
    pub suggestions: Vec<Suggestion>,
    /// The last instant at which something happened. In practice: how long the sand has run.
    pub now: Millis,
    #[serde(default)]
    pub outcome: Option<Outcome>,
}

/// A timer as it is written. Its kind and duration follow from the level and the pace.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimerSetup {
    pub tile: u8,
    #[serde(default)]
    pub lost: bool,
    /// When it was last turned.
    pub turned: Millis,
    /// What was left in its upper half right after that turn.
    pub left: Millis,
}

impl From<Quicksand> for Setup {
    fn from(game: Quicksand) -> Self {
        let seats = usize::from(game.seats);
        let hands = &game.hands[..seats];
        let places = |hand: &Hand| Place::ALL.into_iter().filter(|p| hand.known[p.index()]).collect();
        let known: Vec<Vec<Place>> = hands.iter().map(places).collect();
        Self {
            level: i32::from(game.level.number),
            pace: game.pace,
            practice: game.practice,
            removed: game.removed,
            tiles: game.tiles[..usize::from(game.level.tiles())].to_vec(),
            blocks: game.blocks.iter().collect(),
            timers: game
                .timers()
                .iter()
                .map(|t| TimerSetup { tile: t.tile, lost: t.lost, turned: t.turned, left: t.held })
                .collect(),
            hands: hands.iter().map(|hand| hand.cards).collect(),
            known: if known.iter().all(Vec::is_empty) { Vec::new() } else { known },
            pile: game.stock.pile().collect(),
            discard: game.stock.discard().collect(),
            turned_over: game.turned_over,
            turn: game.turn,
            choosing: game.choosing,
            suggestions: game.standing_suggestions().collect(),
            now: game.now,
            outcome: game.outcome,
        }
    }
}

impl TryFrom<Setup> for Quicksand {
    type Error = Refusal;

    fn try_from(setup: Setup) -> Result<Self, Refusal> {
        let level = options::level(setup.level)?;
        let seats = u8::try_from(setup.hands.len()).unwrap_or(u8::MAX);
        seats_allowed(seats)?;
        setup.cards_are_a_deck(level.discard)?;
        setup.tiles_are_a_track(level.tiles())?;

        let mut hands = [Hand::default(); MOST_SEATS];
        for (hand, &cards) in hands.iter_mut().zip(&setup.hands) {
            hand.cards = cards;
        }
        refuse_unless(
            setup.known.is_empty() || setup.known.len() == setup.hands.len(),
            S_12,
            "`known` has one list of places per seat, or none at all.",
            "«\u{202f}known\u{202f}» a une liste d’emplacements par place, ou aucune.",
        )?;
        for (hand, places) in hands.iter_mut().zip(&setup.known) {
            for place in places {
                refuse_unless(
                    setup.turned_over && hand.at(*place).is_some(),
                    S_12,
                    "Only a card drawn after the discard was turned over is known.",
                    "Seule une carte piochée après que la défausse a été retournée est connue.",
                )?;
                hand.known[place.index()] = true;
            }
        }
        let mut suggestions = [None; MOST_SEATS];
        for &Suggestion { by, to, place } in &setup.suggestions {
            refuse_unless(
                level.outward
                    && by != to
                    && by.0 < seats
                    && to.0 < seats
                    && hands[to.index()].at(place).is_some(),
                S_30,
                "A suggestion points at a card in another hand, in a level with cards outward.",
                "Une suggestion montre une carte d’une autre main, dans un niveau aux cartes vers l’extérieur.",
            )?;
            suggestions[by.index()] = Some((to, place));
        }
        refuse_unless(
            setup.blocks.iter().all(|tile| level.blocks().any(|block| block == *tile)),
            S_28,
            "A block marker lies on a tile where this level has none.",
            "Un marqueur de blocage est sur une case où ce niveau n’en met pas.",
        )?;
        let game = Self {
            level,
            pace: setup.pace,
            practice: setup.practice,
            seats,
            removed: setup.removed,
            tiles: laid(&setup.tiles),
            blocks: setup.blocks.iter().copied().collect(),
            timers: setup.standing_timers(level)?,
            hands,
            stock: Stock::new(&setup.pile, &setup.discard),
            turned_over: setup.turned_over,
            turn: setup.turn,
            choosing: setup.choosing,
            suggestions,
            now: setup.now,
            outcome: setup.outcome,
        };
        game.timers_can_stand_so()?;
        game.turn_can_be_so()?;
        game.end_can_be_so()?;
        Ok(game)
    }
}
