//! How safe each pawn is: its ways out, what lies behind them, and the bear.

use std::sync::LazyLock;

use catalogue::crates::thin_ice::{Card, Cell, Face, ThinIce};
use table::Seat;

use crate::{
    luce,
    mcts::{MOST_SEATS, Values},
};

/// What is counted of a pawn. A chase is by an awake bear one or two steps away that may come next.
pub(crate) const NAMES: [&str; 17] = [
    "no way out",
    "one way out",
    "two ways out",
    "footing around",
    "reach of two",
    "reach of three",
    "cracked underfoot",
    "one tile beside",
    "bear beside",
    "bear two away",
    "bear asleep beside",
    "chase into the sea",
    "chase into a trap",
    "fallen in",
    "has to move",
    "has to move, no way out",
    "cards",
];
const COUNT: usize = NAMES.len();

static WEIGHTS: LazyLock<[f32; COUNT]> =
    LazyLock::new(|| luce::read(&NAMES, include_str!("../../data/thin-ice.tsv")));

/// A window of the sea: one bit a column, a number a row. Tiles hardly ever drift out of it; one that does is not counted.
const SIDE: i16 = 32;
type Sheet = [u32; SIDE as usize];

/// The floe as bits, for pawns to look at.
pub(crate) struct Floe {
    corner: Cell,
    /// Tiles that can be walked on and hold no piece.
    free: Sheet,
    tiles: Sheet,
    firm: Sheet,
}

fn spread(sheet: &Sheet) -> Sheet {
    let wide: Sheet = std::array::from_fn(|row| sheet[row] | sheet[row] << 1 | sheet[row] >> 1);
    std::array::from_fn(|row| {
        wide[row] | if row > 0 { wide[row - 1] } else { 0 } | wide.get(row + 1).copied().unwrap_or(0)
    })
}

fn both(a: &Sheet, b: &Sheet) -> Sheet {
    std::array::from_fn(|row| a[row] & b[row])
}

fn count(sheet: &Sheet) -> u32 {
    sheet.iter().map(|row| row.count_ones()).sum()
}

impl Floe {
    pub(crate) fn of(game: &ThinIce) -> Self {
        // Pawns stay together: whoever is on the ice is near the middle of the window.
        let middle = game.on_the_ice().next().map_or(Cell::MIDDLE, |(_, cell, _)| cell);
        let corner = middle.step((-SIDE / 2, -SIDE / 2));
        let empty = [0; SIDE as usize];
        let mut floe = Self { corner, free: empty, tiles: empty, firm: empty };
        for (cell, face) in game.tiles() {
            let Some((row, bit)) = floe.place(cell) else { continue };
            floe.tiles[row] |= bit;
            if face.walkable() {
                floe.free[row] |= bit;
                floe.firm[row] |= if face.cracked() { 0 } else { bit };
            }
        }
        let pieces = game.on_the_ice().map(|(_, cell, _)| cell).chain(game.bear().map(|bear| bear.at));
        for cell in pieces {
            if let Some((row, bit)) = floe.place(cell) {
                floe.free[row] &= !bit;
            }
        }
        floe
    }

    #[inline]
    fn place(&self, cell: Cell) -> Option<(usize, u32)> {
        let (x, y) = self.corner.to(cell);
        ((0..SIDE).contains(&x) && (0..SIDE).contains(&y)).then(|| (y as usize, 1 << x))
    }

    fn one(&self, cell: Cell) -> Sheet {
        let mut sheet = [0; SIDE as usize];
        if let Some((row, bit)) = self.place(cell) {
            sheet[row] = bit;
        }
        sheet
    }

    /// Free tiles around a cell.
    pub(crate) fn exits(&self, cell: Cell) -> u32 {
        let Some((row, bit)) = self.place(cell) else { return 0 };
        let around = bit | bit << 1 | bit >> 1;
        let rows = row.saturating_sub(1)..=(row + 1).min(SIDE as usize - 1);
        rows.map(|at| (self.free[at] & if at == row { around & !bit } else { around }).count_ones()).sum()
    }

    fn features(&self, game: &ThinIce, seat: Seat, cell: Cell, fallen: bool, to_move: bool) -> [f32; COUNT] {
        let own = self.one(cell);
        let near = both(&spread(&own), &self.free);
        let two = both(&spread(&near), &self.free);
        let three = both(&spread(&two), &self.free);
        let beside = count(&both(&spread(&own), &self.tiles)).saturating_sub(1);
        let exits = count(&near);
        let firm = count(&both(&near, &self.firm));
        let flag = |is: bool| f32::from(u8::from(is));
        let bear = game.bear();
        let away = bear.map_or(9, |bear| cell.distance(bear.at));
        let awake = bear.is_some_and(|bear| bear.awake);
        let chased = awake && away == 1;
        // T-28: whoever chases chooses where to, and chooses the worst.
        let trap = chased && exits > 0 && {
            let worst = cell
                .around()
                .filter(|&to| self.place(to).is_some_and(|(row, bit)| self.free[row] & bit != 0));
            worst.map(|to| self.exits(to)).min() == Some(0)
        };
        let cards = game.cards(seat);
        [
            flag(exits == 0),
            flag(exits == 1),
            flag(exits == 2),
            (1.0 + exits as f32 + firm as f32).ln(),
            (1.0 + count(&two) as f32).ln(),
            (1.0 + count(&three) as f32).ln(),
            flag(game.face_on(cell).is_some_and(Face::cracked)),
            flag(beside <= 1),
            flag(chased),
            flag(awake && away == 2),
            flag(!awake && away == 1),
            flag(chased && exits == 0),
            flag(trap),
            flag(fallen),
            flag(to_move),
            flag(to_move && exits == 0),
            (cards.len() + 2 * cards.count(Card::Lifeline)) as f32,
        ]
    }
}

/// Each pawn on the ice: its side, and what is counted of it.
pub(crate) fn pawns(game: &ThinIce) -> impl Iterator<Item = (u8, [f32; COUNT])> + '_ {
    let floe = Floe::of(game);
    game.on_the_ice().map(move |(seat, cell, fallen)| {
        let to_move = game.has_to_move(cell);
        (game.side(seat), floe.features(game, seat, cell, fallen, to_move))
    })
}

/// What is counted of some pawns together, in the evaluation's own terms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Standing {
    pub(crate) pawns: i32,
    /// The tiles that they can reach in three steps.
    pub(crate) reach: i32,
    /// Those beside a bear that is awake.
    pub(crate) beside_bear: i32,
    /// Those that fell in and miss a turn.
    pub(crate) fallen: i32,
    /// What room, the bear, and falling in weigh in all.
    pub(crate) room: f32,
    pub(crate) bear: f32,
    pub(crate) cold: f32,
}

/// The free tiles that a pawn can walk to from a cell in three steps, if nothing else changes (T-11, T-53).
fn reach(game: &ThinIce, cell: Cell) -> usize {
    let mut reached = vec![cell];
    let mut newest = 0;
    for _ in 0..3 {
        let from = newest..reached.len();
        newest = reached.len();
        for at in from {
            let steps: Vec<Cell> = game.steps_from(reached[at]).map(|(to, _)| to).collect();
            reached.extend(steps.into_iter().filter(|to| !reached.contains(to)).collect::<Vec<_>>());
        }
    }
    reached.len() - 1
}

/// How the pawns of these seats stand.
pub(crate) fn standing(game: &ThinIce, whose: impl Fn(Seat) -> bool) -> Standing {
    let floe = Floe::of(game);
    let mut all = Standing::default();
    for (seat, cell, fallen) in game.on_the_ice().filter(|&(seat, ..)| whose(seat)) {
        let features = floe.features(game, seat, cell, fallen, game.has_to_move(cell));
        let weigh = |range: std::ops::Range<usize>| range.map(|k| WEIGHTS[k] * features[k]).sum::<f32>();
        all.pawns += 1;
        all.reach += reach(game, cell) as i32;
        all.beside_bear += features[8] as i32;
        all.fallen += i32::from(fallen);
        all.room += weigh(0..8);
        all.bear += weigh(8..13);
        all.cold += weigh(13..14);
    }
    all
}

/// Each side's chance to be the last on the ice.
pub(crate) fn chances(game: &ThinIce) -> Values {
    let mut strengths = [0.0f32; MOST_SEATS];
    for (side, features) in pawns(game) {
        strengths[usize::from(side)] += luce::strength(&WEIGHTS, &features);
    }
    let all: f32 = strengths.iter().sum();
    let mut values = [0.0; MOST_SEATS];
    for seat in Seat::all(table::Game::seats(game)) {
        let side = usize::from(game.side(seat));
        values[seat.index()] = if all > 0.0 { strengths[side] / all } else { 0.5 };
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_weight() {
        let file = include_str!("../../data/thin-ice.tsv");
        for name in NAMES {
            assert!(file.lines().any(|line| line.starts_with(&format!("{name}\t"))), "{name}");
        }
    }
}
