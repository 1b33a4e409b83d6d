//! The squares in sight, laid out so that all places where a shape may come to be are looked at together.
//!
//! A row is one number: four lanes of 32 columns, one for each colour. Shifted by so many columns it says for every place
//! at once whether a square of the shape is there. The table is moved to the middle; what lies further out than the lanes
//! reach is not seen (it takes more than twelve cards in a line).

use std::sync::LazyLock;

use catalogue::crates::quadri::{Card, Matching, Objective, Place, Quadri, Spot, Turn};

const ROWS: usize = 64;
/// Squares lie in these columns and rows, so that no shape at their edge leaves its lane.
const COLUMNS: std::ops::Range<i16> = 3..25;
const LINES: std::ops::Range<i16> = 8..56;
const LANE: u32 = 32;
/// Where the corner of a shape may be: in each lane the columns from which no shape reaches the next.
const CORNERS: u128 = {
    let lane = (1u128 << 26) - 1;
    lane | lane << LANE | lane << (2 * LANE) | lane << (3 * LANE)
};
/// Squares of a form or beside it are up to one column before its corner and five after.
const SHIFTS: usize = 7;

/// How far a shape may be from being there: how many of its squares lack and how many others spoil it.
pub(super) const STAGES: usize = 8;
/// Which of them: `(lacking, spoiling)`. What lacks one square that no card can bring without covering another is none.
pub(super) const WHICH: [(usize, usize); STAGES] =
    [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)];

/// One square lacks and nothing spoils it.
pub(super) const NEARLY: usize = 3;

/// A form as it is looked for: its squares and those beside it as row and shift.
struct Mask {
    squares: Vec<(u8, u8)>,
    rim: Vec<(u8, u8)>,
    /// Those that a card can bring last: it lies on none of the others.
    last: Vec<bool>,
    height: i16,
}

static MASKS: LazyLock<Vec<Vec<Mask>>> = LazyLock::new(|| Objective::all().map(masks).collect());

fn masks(objective: Objective) -> Vec<Mask> {
    let shift = |&(dx, dy): &(i16, i16)| ((dy + 1) as u8, (dx + 1) as u8);
    let mask = |form: &catalogue::crates::quadri::Form| {
        let is_last = |&(x, y): &(i16, i16)| {
            [(-1, -1), (-1, 0), (0, -1), (0, 0)].into_iter().any(|(left, top)| {
                let covered = form.squares.iter().filter(|&&(sx, sy)| {
                    (x + left..=x + left + 1).contains(&sx) && (y + top..=y + top + 1).contains(&sy)
                });
                covered.count() == 1
            })
        };
        Mask {
            squares: form.squares.iter().map(shift).collect(),
            rim: form.rim.iter().map(shift).collect(),
            last: form.squares.iter().map(is_last).collect(),
            height: form.height,
        }
    };
    objective.shapes().iter().map(mask).collect()
}

/// In how many places a shape is at each stage, in any colour.
pub(super) type Stages = [u16; STAGES];

#[derive(Clone)]
pub(super) struct Board {
    rows: [u128; ROWS],
    /// The box of all squares: columns and rows, the last ones within.
    low: (i16, i16),
    high: (i16, i16),
    /// What is added to a square of the table to find it here.
    offset: (i16, i16),
    is_exact: bool,
}

/// A board before a card was laid on it.
#[derive(Clone, Copy)]
pub(super) struct Before {
    row: i16,
    rows: [u128; 2],
    low: (i16, i16),
    high: (i16, i16),
}

impl Board {
    pub(super) fn of(game: &Quadri) -> Self {
        let spots = || game.lying().iter().map(|lying| lying.place.spot);
        let (left, right) =
            (spots().map(|s| s.x).min().unwrap_or(0), spots().map(|s| s.x).max().unwrap_or(0));
        let (top, bottom) =
            (spots().map(|s| s.y).min().unwrap_or(0), spots().map(|s| s.y).max().unwrap_or(0));
        let middle = |range: &std::ops::Range<i16>| i16::midpoint(range.start, range.end);
        let offset = (
            middle(&COLUMNS) - i16::midpoint(left, right + 1),
            middle(&LINES) - i16::midpoint(top, bottom + 1),
        );
        let mut board = Self {
            rows: [0; ROWS],
            low: (i16::MAX, i16::MAX),
            high: (i16::MIN, i16::MIN),
            offset,
            is_exact: game.options().matching == Matching::Exact,
        };
        for lying in game.lying() {
            if let Some(at) = board.at(lying.place.spot) {
                board.lay(at, lying.card, lying.place.turn);
            }
        }
        board
    }

    pub(super) fn at(&self, spot: Spot) -> Option<(i16, i16)> {
        let at = (spot.x + self.offset.0, spot.y + self.offset.1);
        (COLUMNS.contains(&at.0) && LINES.contains(&at.1)).then_some(at)
    }

    pub(super) fn place(&self, at: (i16, i16), turn: Turn) -> Place {
        Place { spot: Spot { x: at.0 - self.offset.0, y: at.1 - self.offset.1 }, turn }
    }

    fn occupied(&self, y: i16) -> u32 {
        let row = self.rows[y as usize];
        let half = row | row >> (2 * LANE);
        (half | half >> LANE) as u32
    }

    /// Those of the [`spots`](Self::spots) that are to be considered. Whoever overlooks everything lays it somewhere.
    pub(super) fn considered(&self, into: &mut Vec<(i16, i16)>, consider: impl FnMut(&(i16, i16)) -> bool) {
        self.spots(into);
        let middle = into.get(into.len() / 2).copied();
        into.retain(consider);
        if into.is_empty() {
            into.extend(middle);
        }
    }

    /// every spot where a card would cover one to three squares.
    pub(super) fn spots(&self, into: &mut Vec<(i16, i16)>) {
        into.clear();
        let mut upper = 0;
        for y in self.low.1 - 1..=self.high.1 {
            let lower = self.occupied(y + 1);
            let some = upper | lower | (upper | lower) >> 1;
            let all = upper & lower & (upper & lower) >> 1;
            let mut fit = some & !all;
            while fit != 0 {
                let x = fit.trailing_zeros() as i16;
                if COLUMNS.contains(&x) && LINES.contains(&y) {
                    into.push((x, y));
                }
                fit &= fit - 1;
            }
            upper = lower;
        }
    }

    pub(super) fn lay(&mut self, (x, y): (i16, i16), card: Card, turn: Turn) -> Before {
        let before = Before {
            row: y,
            rows: [self.rows[y as usize], self.rows[y as usize + 1]],
            low: self.low,
            high: self.high,
        };
        let pair = 0b11u128 << x;
        let covered = pair | pair << LANE | pair << (2 * LANE) | pair << (3 * LANE);
        // Clockwise from the top left.
        let squares = card.colours(turn).map(|colour| 1 << (x as u32 + colour as u32 * LANE));
        let [upper, lower] = [y as usize, y as usize + 1];
        self.rows[upper] = self.rows[upper] & !covered | squares[0] | squares[1] << 1;
        self.rows[lower] = self.rows[lower] & !covered | squares[2] << 1 | squares[3];
        self.low = (self.low.0.min(x), self.low.1.min(y));
        self.high = (self.high.0.max(x + 1), self.high.1.max(y + 1));
        before
    }

    pub(super) fn take_up(&mut self, before: &Before) {
        self.rows[before.row as usize] = before.rows[0];
        self.rows[before.row as usize + 1] = before.rows[1];
        (self.low, self.high) = (before.low, before.high);
    }

    /// How near these objectives are to being there.
    pub(super) fn stages(&self, objectives: &[Objective], into: &mut Vec<Stages>) {
        // Each row shifted by as many columns as a shape may need.
        let mut shifted = [[0u128; SHIFTS]; ROWS];
        for y in self.low.1..=self.high.1 {
            let row = self.rows[y as usize];
            for (shift, shifted) in shifted[y as usize].iter_mut().enumerate() {
                *shifted = if shift == 0 { row << 1 } else { row >> (shift - 1) };
            }
        }
        into.clear();
        let masks = &*MASKS;
        for objective in objectives {
            let mut stages = [0u16; STAGES];
            for mask in &masks[objective.index()] {
                for y in self.low.1 - 2..=self.high.1 + 3 - mask.height {
                    self.count(mask, &shifted, y as usize - 1, &mut stages);
                }
            }
            into.push(stages);
        }
    }

    /// Counts the places in one row of corners; `above` is the row before it.
    #[inline]
    fn count(&self, mask: &Mask, shifted: &[[u128; SHIFTS]; ROWS], above: usize, stages: &mut Stages) {
        // At least one, two, three squares lack.
        let (mut one, mut two, mut three) = (!CORNERS, !CORNERS, !CORNERS);
        for &(dy, dx) in &mask.squares {
            let lacks = !shifted[above + dy as usize][dx as usize];
            three |= two & lacks;
            two |= one & lacks;
            one |= lacks;
        }
        if three == u128::MAX {
            return;
        }
        let (mut some, mut several, mut many) = (0u128, 0u128, 0u128);
        if self.is_exact {
            for &(dy, dx) in &mask.rim {
                let spoils = shifted[above + dy as usize][dx as usize];
                many |= several & spoils;
                several |= some & spoils;
                some |= spoils;
            }
        }
        let mut lacking_one = one & !two;
        if lacking_one != 0 {
            for (&(dy, dx), &is_last) in mask.squares.iter().zip(&mask.last) {
                if !is_last {
                    lacking_one &= shifted[above + dy as usize][dx as usize];
                }
            }
        }
        let lacking = [!one, lacking_one, two & !three];
        let spoiling = [!some, some & !several, several & !many];
        for (stage, &(lack, spoil)) in stages.iter_mut().zip(&WHICH) {
            *stage += (lacking[lack] & spoiling[spoil]).count_ones() as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use catalogue::crates::quadri::{Action, Options};
    use table::{Chance, Game, Millis, Mute, Seed};

    use super::*;

    /// What is seen here is what the referee sees, and a card that was tried leaves no trace.
    #[test]
    fn q_3_the_board_shows_what_the_table_shows() {
        let objectives: Vec<Objective> = Objective::all().collect();
        for (seed, matching) in
            (0..8).map(|seed| (seed, [Matching::Exact, Matching::Contained][seed as usize % 2]))
        {
            let mut chance = Chance::new(Seed::from(seed));
            let options = Options { matching, ..Options::default() };
            let mut game = Quadri::new(&options, 2, chance.seed()).unwrap();
            let (mut stages, mut spots) = (Vec::new(), Vec::new());
            for _ in 0..24 {
                let (Some(seat), Some(card)) = (game.on_turn(), game.next_card()) else { break };
                let mut board = Board::of(&game);
                board.stages(&objectives, &mut stages);
                for (objective, stages) in objectives.iter().zip(&stages) {
                    assert_eq!(stages[0] > 0, game.there().contains(*objective), "{objective}");
                }
                board.spots(&mut spots);
                let mut places = Vec::new();
                game.actions(seat, &mut places);
                places.retain(|action| matches!(action, Action::Place(_)));
                assert_eq!(places.len(), 4 * spots.len());
                let rows = board.rows;
                let at = *chance.pick(&spots).unwrap();
                let place = board.place(at, *chance.pick(&Turn::ALL).unwrap());
                assert!(places.contains(&Action::Place(place)));
                let before = board.lay(at, card, place.turn);
                let laid = board.clone();
                board.take_up(&before);
                assert_eq!(board.rows, rows);
                game.apply(seat, Action::Place(place), Millis::ZERO, &mut Mute);
                let mut seen = Vec::new();
                laid.stages(&objectives, &mut seen);
                let is_there = |(objective, stages): (&Objective, &Stages)| {
                    assert_eq!(stages[0] > 0, game.there().contains(*objective), "{objective}");
                };
                objectives.iter().zip(&seen).for_each(is_there);
            }
        }
    }
}
