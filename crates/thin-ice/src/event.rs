//! What happened, for those who watch.

use serde::Serialize;
use table::{Outcome, Seat, Seats};
use ts_rs::TS;

use crate::{
    cards::Card,
    cell::Cell,
    tile::{Axis, Face},
};

/// The four faces of the die (T-19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIceDie", export_to = "thin-ice.ts")]
pub enum Die {
    Bear,
    Tile,
    Crack,
    Freeze,
}

/// Why a tile leaves the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIceGone", export_to = "thin-ice.ts")]
pub enum Gone {
    /// A pawn or the bear left it cracked (T-13, T-25).
    Left,
    /// Removed by the die or a card (T-27).
    Broken,
    /// Destroyed by the kraken (T-52), or an orca that it left no room (T-51).
    Kraken,
    /// T-22.
    Adrift,
}

/// Why a pawn is put elsewhere by somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIcePutWhy", export_to = "thin-ice.ts")]
pub enum PutWhy {
    Chase,
    Shove,
    Kraken,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(rename = "ThinIceEvent", export_to = "thin-ice.ts")]
pub enum Event {
    /// T-42: a tile is laid with this face up.
    Laid {
        seat: Seat,
        cell: Cell,
        face: Face,
        axis: Option<Axis>,
    },
    /// T-8, T-43.
    Placed {
        seat: Seat,
        pawn: u8,
        cell: Cell,
    },
    /// A seat's (or team's) turn begins.
    Turn {
        seats: Seats,
    },
    /// T-28: they have all fallen in and miss this turn.
    Missed {
        seats: Seats,
    },
    /// A pawn moves itself; `leap` over a cell, `shove` onto another's tile, or into the `sea`.
    Moved {
        seat: Seat,
        pawn: u8,
        from: Cell,
        to: Cell,
        leap: bool,
        shove: bool,
        sea: bool,
    },
    /// T-12: boxed in.
    Stayed {
        seat: Seat,
        pawn: u8,
        cell: Cell,
    },
    /// A tile slides, with the pawn on it.
    Slid {
        seat: Seat,
        from: Cell,
        to: Cell,
        pawn: Option<u8>,
    },
    /// A tile turned over; its axis if it is a floe.
    Turned {
        cell: Cell,
        face: Face,
        axis: Option<Axis>,
    },
    Removed {
        cell: Cell,
        face: Face,
        why: Gone,
    },
    /// Bear spray puts a tile back as it was.
    Restored {
        cell: Cell,
        face: Face,
    },
    Rolled {
        seat: Seat,
        face: Die,
    },
    /// T-47: the roller names who does it.
    Named {
        by: Seat,
        seat: Seat,
    },
    /// T-20: what the die says cannot be done.
    Nothing {
        seat: Seat,
    },
    Woke {
        seat: Seat,
    },
    BearMoved {
        seat: Seat,
        from: Cell,
        to: Cell,
        /// No tile is there.
        swims: bool,
    },
    /// Its tile is gone and it swims there (T-22, T-52).
    BearSwims {
        cell: Cell,
    },
    /// T-51: no cell for the bear.
    BearGone,
    /// T-51: the kraken pushes an orca away.
    OrcaMoved {
        seat: Seat,
        from: Cell,
        to: Cell,
    },
    /// A pawn is put on a tile by `by`; `fell` into a hole (T-28).
    Put {
        by: Seat,
        seat: Seat,
        pawn: u8,
        from: Cell,
        to: Cell,
        why: PutWhy,
        fell: bool,
    },
    /// A pawn is lost at sea or adrift; Lifeline may still save it.
    Out {
        seat: Seat,
        pawn: u8,
        cell: Cell,
        adrift: bool,
    },
    /// Lifeline.
    Saved {
        seat: Seat,
        pawn: u8,
        cell: Cell,
    },
    /// A player whose last pawn is out.
    PlayerOut {
        seat: Seat,
    },
    /// Trade places.
    Swapped {
        seat: Seat,
        a: Cell,
        b: Cell,
    },
    /// How many cards were drawn, for all; which ones, for the one who drew.
    Drew {
        seat: Seat,
        count: u8,
    },
    DrewCards {
        cards: Vec<Card>,
    },
    /// T-32: the discards are shuffled into a new pile.
    Renewed,
    Discarded {
        seat: Seat,
        card: Card,
    },
    Played {
        seat: Seat,
        card: Card,
    },
    /// Not today.
    Cancelled {
        card: Card,
    },
    Over {
        outcome: Outcome,
    },
}
