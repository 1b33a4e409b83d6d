//! A game in progress.

use serde::{Deserialize, Serialize};
use table::{Outcome, Seat};
use ts_rs::TS;

use crate::{
    card::{Card, Element},
    hand::{Hand, Known},
    layout::Layout,
    options::Deck,
    pyramid::{Pyramid, Size},
    setup::Setup,
};

/// Z-0: the most seats.
pub(crate) const MAX_SEATS: usize = 5;

/// How far the turn's card step is (Z-7, Z-9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "QuintazoneCardStep", export_to = "quintazone.ts")]
pub enum CardStep {
    /// Still to be done.
    #[default]
    Open,
    /// A card was laid.
    Laid,
    /// No card fitted.
    Passed,
}

/// A game of Quintazone: the layout, the hands, the goals and whose turn it is. What belongs to a seat beyond the last
/// one stays blank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Setup", into = "Setup")]
pub struct Quintazone {
    pub(crate) deck: Deck,
    pub(crate) seats: u8,
    pub(crate) turn: Seat,
    pub(crate) card_step: CardStep,
    /// Whether this turn's pyramid stands.
    pub(crate) pyramid_placed: bool,
    pub(crate) layout: Layout,
    /// In the order of placing.
    pub(crate) pyramids: Vec<Pyramid>,
    /// Pyramids left to each seat: small, medium, large.
    pub(crate) reserve: [[u8; 3]; MAX_SEATS],
    pub(crate) hands: [Hand; MAX_SEATS],
    pub(crate) known: [Known; MAX_SEATS],
    pub(crate) goals: [Element; MAX_SEATS],
    /// The next card to draw is the last.
    pub(crate) pile: Vec<Card>,
    pub(crate) outcome: Option<Outcome>,
}

impl Quintazone {
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// Whose turn it is; none after the end.
    pub fn turn(&self) -> Option<Seat> {
        self.outcome.is_none().then_some(self.turn)
    }

    pub const fn card_step(&self) -> CardStep {
        self.card_step
    }

    /// Whether this turn's pyramid stands.
    pub const fn pyramid_placed(&self) -> bool {
        self.pyramid_placed
    }

    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    pub const fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    pub const fn goal(&self, seat: Seat) -> Element {
        self.goals[seat.index()]
    }

    /// Pyramids left to the seat: small, medium, large.
    pub const fn reserve(&self, seat: Seat) -> [u8; 3] {
        self.reserve[seat.index()]
    }

    /// How many cards the pile has.
    pub fn pile(&self) -> usize {
        self.pile.len()
    }

    /// What the seat's pyramids score now in each element, without its goal: everybody can count it.
    pub fn points_by_element(&self, seat: Seat) -> [u16; 5] {
        self.layout.zones.points(seat)
    }

    /// What the seat's pyramids score now without its goal.
    pub fn points(&self, seat: Seat) -> u16 {
        self.points_by_element(seat).iter().sum()
    }

    /// Z-17: what the seat's pyramids score now, doubled in its goal's element.
    pub fn total(&self, seat: Seat) -> u16 {
        self.points(seat) + self.points_by_element(seat)[self.goal(seat).index()]
    }

    /// The zones that hold no pyramid: element and cards.
    pub fn free_zones(&self) -> impl Iterator<Item = (Element, u8)> {
        let zones = &self.layout.zones;
        zones.free().map(|root| (zones.element(root), zones.cards(root)))
    }

    /// The zone that a panel belongs to, if there is such a panel: its cards, and whether it holds no pyramid.
    pub fn zone_at(&self, cell: crate::Cell, element: Element) -> Option<(u8, bool)> {
        let zones = &self.layout.zones;
        let root = zones.root(self.layout.panel(cell, element)?);
        Some((zones.cards(root), zones.is_free(root)))
    }

    /// Whether a card of the seat's hand fits somewhere.
    pub(crate) fn can_lay(&self, seat: Seat) -> bool {
        self.hands[seat.index()].cards().iter().any(|&card| self.layout.has_room_for(card))
    }

    /// Z-9: whether any seat can lay a card.
    pub(crate) fn anybody_can_lay(&self) -> bool {
        Seat::all(self.seats).any(|seat| self.can_lay(seat))
    }

    /// Z-16: whether the last card is laid.
    pub(crate) fn all_laid(&self) -> bool {
        self.pile.is_empty() && self.hands.iter().all(Hand::is_empty)
    }

    /// Z-5, Z-14: whether the seat has a pyramid and a zone for it.
    pub(crate) fn can_stand(&self, seat: Seat) -> bool {
        self.layout.zones.any_free() && self.reserve(seat).iter().any(|&left| left > 0)
    }

    /// The sizes left to the seat.
    pub(crate) fn sizes(&self, seat: Seat) -> impl Iterator<Item = Size> + Clone {
        let reserve = self.reserve(seat);
        Size::ALL.into_iter().filter(move |size| reserve[size.index()] > 0)
    }

    /// The kinds of cards that fit somewhere now, as bits.
    pub(crate) fn fitting(&self) -> u64 {
        Card::all()
            .filter(|&card| self.layout.has_room_for(card))
            .fold(0, |all, card| all | 1 << card.index())
    }
}
