//! What happened, for those who watch.

use serde::Serialize;
use table::{Millis, Outcome, Seat};
use ts_rs::TS;

use crate::{
    card::{Colour, Spot},
    view::{CardView, LyingView, ObjectiveView},
};

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(rename = "QuadriEvent", export_to = "quadri.ts")]
pub enum Event {
    /// A card was laid and covered so many squares.
    Placed { seat: Seat, lying: LyingView, covered: u8 },
    /// A turn begins: the top card is turned up.
    TurnedUp { seat: Seat, card: CardView, pile: u8 },
    /// An objective is realised; these squares make the shape. `seat` is whose it was; in the cooperative mode, who placed.
    Realised { seat: Seat, objective: ObjectiveView, colour: Colour, squares: Vec<Spot> },
    /// A seat drew an objective; which, only that seat is told.
    Drew {
        seat: Seat,
        #[ts(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        objective: Option<ObjectiveView>,
        left: u8,
    },
    /// A claim in vain, told to nobody else. `covered`: it was there until the last card was placed.
    Missed { objective: ObjectiveView, covered: bool },
    /// The last objective is drawn: so many placements are left.
    LastRound { placements: u8 },
    /// No more cards: the last claims, until then at the latest.
    Closing { until: Millis },
    /// A seat claims no more.
    Done { seat: Seat },
    /// A seat has no objective left.
    Out { seat: Seat },
    /// The game is over.
    Ended { outcome: Outcome },
}
