//! What happened, for those who watch.

use serde::Serialize;
use table::{Clause, Seat, Seats};
use ts_rs::TS;

use crate::{
    card::{Card, Element},
    cell::Cell,
    pyramid::Size,
};

/// Something that happened at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(rename = "QuintazoneEvent", export_to = "quintazone.ts")]
pub enum Event {
    /// A card was laid; what became of the zone of each of its panels.
    CardLaid { seat: Seat, card: Card, cell: Cell, turned: bool, zones: Vec<Growth> },
    /// No card of the seat's hand fitted.
    Passed { seat: Seat },
    /// A pyramid was placed on a zone of this many cards.
    PyramidPlaced { seat: Seat, size: Size, cell: Cell, element: Element, cards: u8 },
    /// The seat drew: the card for itself, none for the others.
    CardDrawn { seat: Seat, card: Option<Card>, pile: u8 },
    /// The turn went on.
    TurnPassed { to: Seat },
    /// The end: the seats' goals and totals.
    Ended { winners: Seats, clause: Clause, goals: Vec<Element>, totals: Vec<u16> },
}

/// A zone after one of its panels was laid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "QuintazoneGrowth", export_to = "quintazone.ts")]
pub struct Growth {
    pub element: Element,
    /// The cards it has now.
    pub cards: u8,
    /// How many zones the panel joined: 0, a new zone; 1, a zone grew; more, zones grew together.
    pub joined: u8,
}
