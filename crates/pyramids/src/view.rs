//! What a seat, or a spectator, sees: everything, for nothing is hidden in this game. Whoever is to move is also told what
//! each hop would take.

use serde::{Serialize, Serializer};
use table::{Game, Seat, Since};
use ts_rs::TS;

use crate::{
    action::{Deed, Jump},
    board::{Pyramid, Stock, pips},
    cell::Cell,
    rules::{GOAL, LONGEST_QUIET, RECURRENCE, line},
    state::{Pyramids, RoundResult, SEATS, Step},
};

table::whole!(Hops, Pyramid, RoundResult, Step);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[ts(rename = "PyramidsView", export_to = "pyramids.ts")]
pub struct View {
    /// The 36 cells: a1 b1 … f1 a2 … f6.
    pub cells: Vec<Option<Pyramid>>,
    /// One per seat.
    pub players: Vec<Player>,
    /// Whose turn it is.
    pub turn: Seat,
    pub step: Step,
    /// The round in play, from 1; after the end the last.
    pub round: u8,
    pub rounds: u8,
    /// Turns completed in this round.
    pub turns: u16,
    /// Turns in a row without a capture, and how many of them draw (P-19).
    pub quiet: u8,
    pub longest_quiet: u8,
    /// How often this position has occurred, and the time that draws (P-18).
    pub occurrences: u8,
    pub recurrence: u8,
    /// The rounds that have ended.
    pub results: Vec<RoundResult>,
    /// The captured pips that win a round (P-15).
    pub goal: u8,
    /// For the seat to move, each hop of its jumps as it is written, `a1xc3`, with the pyramids that it passes over: the pips
    /// that each gains; none for its own, which goes back in reserve (P-14).
    pub hops: Hops,
}

/// What each hop passes over, each hop once.
#[derive(Clone, Debug, Default, PartialEq, Eq, TS)]
#[ts(
    rename = "PyramidsHops",
    export_to = "pyramids.ts",
    type = "Record<string, Record<PyramidsCell, number>>"
)]
pub struct Hops(Vec<Hop>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Hop {
    from: Cell,
    to: Cell,
    gains: Vec<(Cell, u8)>,
}

impl Hops {
    /// Each hop, with what it gains of each pyramid that it passes over.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Cell, Cell, &[(Cell, u8)])> {
        self.0.iter().map(|Hop { from, to, gains }| (*from, *to, gains.as_slice()))
    }
}

impl Serialize for Hops {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter().map(|(from, to, gains)| (Written(from, to), Gains(gains))))
    }
}

/// A hop as it is written: `a1xc3`.
struct Written(Cell, Cell);

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{}x{}", self.0, self.1))
    }
}

struct Gains<'a>(&'a [(Cell, u8)]);

impl Serialize for Gains<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().copied())
    }
}

/// What stands beside the board for one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[ts(rename = "PyramidsPlayer", export_to = "pyramids.ts")]
pub struct Player {
    /// Small, medium and large pyramids left to place.
    pub reserve: Stock,
    /// Small, medium and large pyramids captured of the opponent's.
    pub captures: Stock,
    /// The captured pips: always shown (P-17).
    pub pips: u8,
}

impl Pyramids {
    /// `mover`: with what the seat to move may take.
    pub(crate) fn view_of(&self, mover: bool) -> View {
        let round = &self.round;
        let player = |seat: Seat| {
            let captures = round.captures[seat.index()];
            Player { reserve: round.reserves[seat.index()], captures, pips: pips(captures) }
        };
        View {
            cells: Cell::ALL.map(|cell| round.board.pyramid(cell)).to_vec(),
            players: Seat::all(SEATS).map(player).collect(),
            turn: round.turn,
            step: round.step,
            round: self.round_number(),
            rounds: self.rounds,
            turns: round.turns,
            quiet: round.quiet,
            longest_quiet: LONGEST_QUIET,
            occurrences: round.seen.occurrences() as u8,
            recurrence: RECURRENCE as u8,
            results: self.results.clone(),
            goal: GOAL,
            hops: if mover { self.hops() } else { Hops::default() },
        }
    }

    /// P-14: what each hop of the seat to move passes over. An unbroken line is the same in every jump that it is part of.
    fn hops(&self) -> Hops {
        let (board, mover) = (&self.round.board, self.round.turn);
        let mut actions = Vec::new();
        self.actions(mover, &mut actions);
        let jumps = actions.into_iter().filter_map(|action| match action.deed() {
            Deed::Jump(jump) => Some(jump),
            Deed::Place { .. } | Deed::Turn { .. } => None,
        });
        let mut hops: Vec<(Cell, Cell)> = jumps.flat_map(Jump::hops).collect();
        hops.sort_unstable();
        hops.dedup();
        let gain = |cell: Cell| {
            let pyramid = board.pyramid(cell)?;
            Some((cell, if pyramid.owner == mover { 0 } else { pyramid.size.pips() }))
        };
        let hop = |(from, to)| Hop { from, to, gains: line(from, to).iter().filter_map(gain).collect() };
        Hops(hops.into_iter().map(hop).collect())
    }
}
