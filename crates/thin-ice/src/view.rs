//! What one seat, or a spectator, may know: everything to draw and explain the game without knowing a rule.

mod build;

use serde::Serialize;
use table::{Clause, Millis, Outcome, Seat, Seats, Since, Words};
use ts_rs::TS;

use crate::{
    cards::{Card, Time},
    cell::Cell,
    event::Die,
    options::{Extension, Mode},
    tile::{Axis, Face},
};

table::whole!(Axis, Card, Cell, Die, Extension, Face, Mode, Time);

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "ThinIceView", export_to = "thin-ice.ts")]
pub struct View {
    pub mode: Mode,
    pub extension: Extension,
    pub friendly: bool,
    pub harsh: bool,
    pub teamed: bool,
    pub stage: StageView,
    /// Sides in turn order: teams, or single seats.
    pub sides: Vec<Seats>,
    /// Who began, and dealt in the advanced setup.
    pub first: Seat,
    pub seats: Vec<PlayerView>,
    pub tiles: Vec<TileView>,
    pub pawns: Vec<PawnView>,
    /// None once the kraken has driven it from the game.
    pub bear: Option<BearView>,
    /// Where the kraken is up.
    pub kraken: Option<Cell>,
    pub turn: Option<TurnView>,
    /// What has to be chosen before the turn goes on, or next in the setup.
    pub pending: Option<PendingView>,
    /// My event cards.
    pub hand: Vec<HandCard>,
    /// My tiles in the draft, both sides.
    pub my_tiles: Vec<MyTile>,
    /// Cards left to draw.
    pub pile: u8,
    pub discards: Vec<Card>,
    pub quiet: Quiet,
    pub outcome: Option<Outcome>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIceStage", export_to = "thin-ice.ts")]
pub enum StageView {
    Draft,
    Placing,
    Playing,
    Over,
}

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "ThinIceSeat", export_to = "thin-ice.ts")]
pub struct PlayerView {
    pub seat: Seat,
    pub side: u8,
    pub out: bool,
    /// Event cards held.
    pub cards: u8,
    /// Tiles still to lay in the draft.
    pub tiles: u8,
    /// What they are, for those who look back with all secrets open.
    pub open: Option<Held>,
}

/// What a seat holds.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "ThinIceHeld", export_to = "thin-ice.ts")]
pub struct Held {
    pub cards: Vec<Card>,
    pub tiles: Vec<MyTile>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "ThinIceTile", export_to = "thin-ice.ts")]
pub struct TileView {
    pub cell: Cell,
    pub x: i16,
    pub y: i16,
    pub face: Face,
    pub cracked: bool,
    pub walkable: bool,
    pub axis: Option<Axis>,
    /// What is under it, if the viewer knows.
    pub under: Option<Face>,
    /// Whether everybody knows.
    pub known_to_all: bool,
    /// No tile beside it: it goes at the end of the turn (T-22).
    pub adrift: bool,
    pub leaving: Leaving,
}

/// What becomes of a tile when a pawn or the bear leaves it (T-13, T-25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIceLeaving", export_to = "thin-ice.ts")]
pub enum Leaving {
    Turns,
    Goes,
    Stays,
}

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "ThinIcePawn", export_to = "thin-ice.ts")]
pub struct PawnView {
    pub pawn: u8,
    pub seat: Seat,
    pub cell: Option<Cell>,
    pub out: bool,
    /// It fell in and misses its next turn.
    pub fallen: bool,
    /// It misses its move in this turn.
    pub missing: bool,
    /// It is still in the hole that it fell into.
    pub soaked: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "ThinIceBear", export_to = "thin-ice.ts")]
pub struct BearView {
    pub cell: Cell,
    pub x: i16,
    pub y: i16,
    pub awake: bool,
    pub swimming: bool,
}

/// Where one of the turn's actions stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIceDoing", export_to = "thin-ice.ts")]
pub enum Doing {
    Todo,
    Done,
    Impossible,
    /// Change of plans: it may be left out.
    Optional,
}

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "ThinIceTurn", export_to = "thin-ice.ts")]
pub struct TurnView {
    /// Turns since the start, missed ones included; a round is one turn of each side.
    pub number: u32,
    pub round: u32,
    pub side: u8,
    pub seats: Seats,
    /// Pawns that still have to move.
    pub to_move: Vec<u8>,
    pub tile: Doing,
    pub roll: Doing,
    pub die: Option<Die>,
    /// All is done or impossible: the turn may end.
    pub complete: bool,
    /// Whether `end` has to be said.
    pub says_end: bool,
    /// Cards may still be drawn: nobody of the side has acted.
    pub may_draw: bool,
    pub in_force: Vec<InForce>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "ThinIceInForce", export_to = "thin-ice.ts")]
pub struct InForce {
    /// Whose pawn it is for; none for the whole side.
    pub seat: Option<Seat>,
    pub card: Card,
}

/// What is to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIceWhat", export_to = "thin-ice.ts")]
pub enum What {
    /// Setup: lay a tile, put one's pawn.
    Lay,
    Place,
    /// Somebody may answer with a card: to a roll, a card, a pawn that went out, the bear's arrival.
    AnswerRoll,
    AnswerCard,
    AnswerOut,
    AnswerBear,
    /// Name the member who does what the die says.
    Name,
    /// Wake or move the bear; or let the kraken destroy a tile.
    Bear,
    BearOrKraken,
    Tile,
    Crack,
    Freeze,
    Swap,
    /// Put a pawn that the bear chases, that was shoved, or that the kraken left without a tile.
    PutChased,
    PutShoved,
    PutSpared,
    /// Move the bear away from an orca; the bear or an orca away from the kraken.
    DriveBear,
    DisplaceBear,
    DisplaceOrca,
    /// Lifeline: put one's own pawn.
    Rescue,
}

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "ThinIcePending", export_to = "thin-ice.ts")]
pub struct PendingView {
    pub what: What,
    /// Who chooses; nobody is told whom a question is put to.
    pub who: Option<Seat>,
    /// Whether it is the viewer who chooses or is asked.
    pub me: bool,
    /// The pawn it is about, and whose it is.
    pub pawn: Option<u8>,
    pub of: Option<Seat>,
    pub cell: Option<Cell>,
    /// The card that asks for it or that may be cancelled, and who played it.
    pub card: Option<Card>,
    pub by: Option<Seat>,
    /// The card that would answer.
    pub answer: Option<Card>,
    pub clause: Clause,
    /// For the one who is asked: when silence counts as a pass.
    pub until: Option<Millis>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "ThinIceHandCard", export_to = "thin-ice.ts")]
pub struct HandCard {
    pub card: Card,
    pub name: Words,
    pub text: Words,
    pub time: Time,
}

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "ThinIceMyTile", export_to = "thin-ice.ts")]
pub struct MyTile {
    pub front: Face,
    pub back: Face,
    /// How the notation names it with either side up: `ice/orca`, `orca/ice`.
    pub front_up: String,
    pub back_up: String,
}

/// T-31: turns running in which nothing was removed, and how many end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[ts(rename = "ThinIceQuiet", export_to = "thin-ice.ts")]
pub struct Quiet {
    pub turns: u16,
    pub limit: u16,
}
