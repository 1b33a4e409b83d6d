//! The state of a game: the floe, the pieces, the turn, and the small stack of what waits to be chosen.

use serde::{Deserialize, Serialize};
use table::{Chance, Clause, Millis, Outcome, Seat, Seats};

use crate::{
    cards::{Card, Cards},
    cell::Cell,
    clause::{T_18, T_20, T_28, T_33, T_34, T_47, T_51, T_52},
    event::{Die, PutWhy},
    floe::Floe,
    setup::Setup,
    terms::Terms,
    tiles::Tiles,
};

/// A game of Thin Ice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Setup", into = "Setup")]
pub struct ThinIce {
    pub(crate) terms: Terms,
    pub(crate) chance: Chance,
    /// When something last happened: a question's time runs from here.
    pub(crate) clock: Millis,
    pub(crate) floe: Floe,
    /// The first [`Terms::pawn_count`] are in the game. Pawn `p` belongs to seat `p % seats`.
    pub(crate) pawns: [Pawn; 6],
    /// None once the kraken has driven it from the game (T-51).
    pub(crate) bear: Option<Bear>,
    pub(crate) stage: Stage,
    pub(crate) turn: Turn,
    /// What waits, the most urgent last.
    pub(crate) pending: Vec<Pending>,
    pub(crate) hands: [Cards; 6],
    pub(crate) discards: Cards,
    /// Players who are out, once nothing can save them any more.
    pub(crate) out: Seats,
    /// Turns running without a tile removed or a pawn out (T-31).
    pub(crate) quiet: u16,
    pub(crate) outcome: Option<Outcome>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// T-42: laying tiles.
    Draft,
    /// T-8, T-43: putting pawns.
    Placing,
    Playing,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pawn {
    pub at: Option<Cell>,
    /// Lost at sea or adrift.
    #[serde(default)]
    pub out: bool,
    /// It fell in and misses its next turn (T-28).
    #[serde(default)]
    pub fallen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bear {
    pub at: Cell,
    pub awake: bool,
}

/// What has been done in this turn, and what cards have changed in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Turn {
    /// Turns since the start, missed ones included.
    pub number: u32,
    pub side: u8,
    /// Whether somebody of the side has acted: no more drawing (T-32).
    pub acted: bool,
    /// Pawns that have made their move, as bits.
    pub moved: u8,
    /// Pawns that miss this turn's move (T-28), as bits.
    pub missing: u8,
    pub slid: bool,
    pub rolled: bool,
    pub die: Option<Die>,
    /// Cards in force, for their players.
    pub leap: Seats,
    pub shove: Seats,
    pub light: Seats,
    /// Moves that Second wind still owes, per seat.
    pub extra: [u8; 6],
    /// Change of plans: the roll may be left out.
    pub waived: bool,
    /// Whether a tile has been removed or a pawn gone out (T-31).
    pub progress: bool,
}

/// Something that has to be answered or carried out before the turn goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Pending {
    /// T-33: somebody may answer with a card. The `nth` in turn is being asked if `until` is set.
    Question { about: Happening, nth: u8, until: Option<Millis> },
    /// A card that takes effect unless it is cancelled first.
    Effect { by: Seat, card: Card },
    /// The die has been rolled; what it says comes next.
    Rolled { roller: Seat },
    /// T-47: the roller names a member.
    Name { roller: Seat },
    /// The die, or a card, has something done.
    Task { by: Seat, task: Task, card: Option<Card> },
    /// A pawn has to give way (T-28 to T-30): to the bear that came from `from`, or to a shove.
    GiveWay { by: Seat, pawn: u8, from: Cell, why: PutWhy, back: Option<WayBack> },
    /// `by` puts the pawn on a tile around, not on `barred`.
    Put { by: Seat, pawn: u8, barred: Option<Cell>, why: PutWhy },
    /// T-18: the bear swims where an orca has been moved.
    DriveBear { by: Seat },
    /// T-51: the kraken has come from `left` to `at`, where the bear was, or the orca with this number.
    Displace { by: Seat, at: Cell, left: Cell, orca: Option<u8> },
    /// Lifeline: where the pawn goes.
    Save { by: Seat, pawn: u8 },
    /// Pawns that went out at one instant, as bits; final once nobody can save them.
    Out { pawns: u8 },
    /// The turn is over, and what drifts has drifted.
    NextTurn,
}

/// What a *right after* card may answer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Happening {
    Roll,
    Card { card: Card, by: Seat },
    Out,
    BearOnto { pawn: u8 },
}

impl Happening {
    /// The card that answers it.
    pub const fn answer(self) -> Card {
        match self {
            Self::Roll => Card::LoadedDice,
            Self::Card { .. } => Card::NotToday,
            Self::Out => Card::Lifeline,
            Self::BearOnto { .. } => Card::BearSpray,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Wake or move the bear; by a roll also the kraken's choice (T-52).
    Bear,
    Slide,
    Crack,
    Freeze,
    Swap,
}

/// How Bear spray sends the bear back: the tile it left, as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WayBack {
    pub tile: Option<u8>,
    pub flipped: bool,
    pub progress: bool,
}

impl Pending {
    /// Who has to choose; nobody may know whom a question is put to.
    pub fn chooser(&self) -> Option<Seat> {
        match *self {
            Self::Name { roller } => Some(roller),
            Self::Task { by, .. }
            | Self::Put { by, .. }
            | Self::DriveBear { by }
            | Self::Displace { by, .. }
            | Self::Save { by, .. } => Some(by),
            _ => None,
        }
    }

    /// The clause that asks for it.
    pub fn clause(&self) -> Clause {
        match *self {
            Self::Question { .. } => T_33,
            Self::Name { .. } => T_47,
            Self::Task { card: None, .. } | Self::Rolled { .. } => T_20,
            Self::Put { why: PutWhy::Kraken, .. } => T_52,
            Self::Put { .. } | Self::GiveWay { .. } => T_28,
            Self::DriveBear { .. } => T_18,
            Self::Displace { .. } => T_51,
            _ => T_34,
        }
    }
}

impl ThinIce {
    pub(crate) const fn owner(&self, pawn: usize) -> Seat {
        // A seat has two pawns at most (T-49): the second ones come after all first ones.
        let (pawn, seats) = (pawn as u8, self.terms.seats);
        Seat(if pawn < seats { pawn } else { pawn - seats })
    }

    pub(crate) fn side_of_pawn(&self, pawn: usize) -> u8 {
        self.terms.side(self.owner(pawn))
    }

    /// The pawns of a seat.
    pub(crate) fn pawns_of(&self, seat: Seat) -> impl Iterator<Item = usize> + Clone + use<> {
        (seat.index()..self.terms.pawn_count()).step_by(self.terms.seats as usize)
    }

    /// The pawn on a cell.
    #[inline]
    pub(crate) fn pawn_at(&self, cell: Cell) -> Option<usize> {
        self.pawns[..self.terms.pawn_count()].iter().position(|pawn| pawn.at == Some(cell))
    }

    #[inline]
    pub(crate) fn bear_at(&self, cell: Cell) -> bool {
        self.bear.is_some_and(|bear| bear.at == cell)
    }

    /// T-3.
    #[inline]
    pub(crate) fn occupied(&self, cell: Cell) -> bool {
        self.bear_at(cell) || self.pawn_at(cell).is_some()
    }

    /// The tiles with a piece.
    pub(crate) fn held(&self) -> Tiles {
        let pawns = self.pawns[..self.terms.pawn_count()].iter().filter_map(|pawn| pawn.at);
        pawns.chain(self.bear.map(|bear| bear.at)).filter_map(|cell| self.floe.at(cell)).collect()
    }

    /// A walkable tile without a piece.
    #[inline]
    pub(crate) fn free_to_stand(&self, cell: Cell) -> bool {
        self.floe.at(cell).is_some_and(|number| !self.floe.beasts().has(number)) && !self.occupied(cell)
    }

    /// Where the bear swims, if it is in the sea.
    pub(crate) fn swimmer(&self) -> Option<Cell> {
        self.bear.map(|bear| bear.at).filter(|&cell| self.floe.is_sea(cell))
    }

    /// Whether a side still has a pawn in.
    pub(crate) fn side_in(&self, side: u8) -> bool {
        (0..self.terms.pawn_count()).any(|p| !self.pawns[p].out && self.side_of_pawn(p) == side)
    }

    /// The cards that are neither held nor discarded.
    pub(crate) fn pile(&self) -> Cards {
        if !self.terms.has_cards() {
            return Cards::NONE;
        }
        self.hands.iter().fold(Cards::DECK.less(self.discards), |pile, &hand| pile.less(hand))
    }
}
