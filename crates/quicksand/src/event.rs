//! What happened, for those who watch.

use serde::{Deserialize, Serialize};
use table::{Clause, Millis, Seat, Since};
use ts_rs::TS;

use crate::{action::Place, data::Card, timer::TimerName};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export_to = "quicksand.ts", rename = "QuicksandEvent")]
pub enum Event {
    /// A card was played, its kind announced (S-11).
    Played { seat: Seat, card: Card, place: Place, at: Millis },
    /// A timer was turned, and moved if it could (S-17).
    Activated(Step),
    /// A lost timer was turned, and put back on its tile if that was free (S-20).
    Recovered(Step),
    /// A timer had nothing left (S-18, S-22, S-23).
    RanOut { timer: TimerName, tile: u8, zone: Zone, at: Millis },
    /// The discard became the pile, unshuffled (S-12).
    TurnedOver { cards: u8 },
    /// A card was drawn; told with its kind only to those who may see it.
    Drew {
        seat: Seat,
        place: Place,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        card: Option<Card>,
    },
    /// A seat points at a card in another hand (S-30).
    Suggested(Suggestion),
    /// Practice: the sand ran for this long, and stands still again.
    SandRan { ran: Millis, at: Millis },
    /// The end.
    Ended { won: bool, clause: Clause, at: Millis },
}

/// What happens to one timer when a card turns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[ts(export_to = "quicksand.ts", rename = "QuicksandStep")]
pub struct Step {
    pub timer: TimerName,
    pub from: u8,
    /// The same tile if it is turned where it stands.
    pub to: u8,
    /// Whether it is lost afterwards: it was to be recovered, and its tile is held.
    pub lost: bool,
    /// The tile whose block marker comes off (S-28).
    pub unblocks: Option<u8>,
    /// What its upper half holds right after the turn.
    pub left: Millis,
}

/// Where a timer ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "quicksand.ts", rename = "QuicksandZone")]
pub enum Zone {
    /// On a tile before the disarm marker: it is lost, turned and stands beside the tile.
    Track,
    /// In the danger zone: the team has lost.
    Danger,
    /// Lost already: the team has lost.
    Lost,
}

/// A seat points at a card in another hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "quicksand.ts", rename = "QuicksandSuggestion")]
pub struct Suggestion {
    pub by: Seat,
    pub to: Seat,
    pub place: Place,
}
