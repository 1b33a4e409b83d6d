//! Jumps, P-6 to P-13.

use table::{Refusal, Seat};

use crate::{
    action::Jump,
    board::Size,
    cell::{Cell, Cells, Place, SIDE},
    refusals,
    state::{Round, Step},
};

/// How many pyramids a jumper jumps in all.
const fn reach(size: Size) -> (u8, u8) {
    match size {
        Size::Small => (1, 1),  // P-9
        Size::Medium => (2, 2), // P-10
        Size::Large => (1, 3),  // P-11, P-12
    }
}

impl Round {
    /// Every jump of the seat to move.
    #[inline]
    pub(crate) fn jumps(&self, mut each: impl FnMut(Jump)) {
        let occupied = self.board.occupied();
        for start in self.board.of(self.turn).iter() {
            let Some(size) = self.board.size(start) else { continue };
            let (fewest, most) = reach(size);
            // P-13: the jumper's own cell counts as empty once it has left.
            let flight = Flight { standing: occupied.without(start), fewest, most };
            flight.go_on(Jump::from(start), Cells::NONE, 0, &mut each);
        }
    }

    /// P-20: of all clauses that refuse this jump, the first, whichever hop breaks it.
    pub(crate) fn check_jump(&self, seat: Seat, start: Place, landings: &[Place]) -> Result<(), Refusal> {
        self.check_turn(seat, Step::PlaceOrJump)?;
        let start = start.cell().filter(|&cell| self.board.of(seat).contains(cell));
        let start = start.ok_or_else(refusals::no_pyramid_of_yours)?;
        let standing = self.board.occupied().without(start);

        // P-7: every landing cell is on the board and empty.
        let mut path = vec![start];
        for landing in landings {
            path.push(landing.cell().ok_or_else(refusals::off_the_board)?);
        }
        if path.iter().any(|&cell| standing.contains(cell)) {
            return Err(refusals::onto_a_pyramid());
        }

        // P-6: every hop passes an unbroken line.
        let lines = || path.windows(2).map(|hop| line(hop[0], hop[1]));
        if lines().any(|line| line.is_empty() || !line.within(standing)) {
            return Err(refusals::no_unbroken_line());
        }

        // P-8: no pyramid twice.
        let mut jumped = Cells::NONE;
        for line in lines() {
            if !(line & jumped).is_empty() {
                return Err(refusals::jumped_twice());
            }
            jumped |= line;
        }

        // P-9, P-10, P-11: as many as the jumper's size says.
        match self.board.size(start) {
            Some(size) if !(reach(size).0..=reach(size).1).contains(&jumped.len()) => {
                Err(refusals::wrong_number(size))
            }
            _ => Ok(()),
        }
    }
}

/// One pyramid's search for jumps.
struct Flight {
    /// All pyramids but the jumper. Those jumped stand until the jump is over (P-13).
    standing: Cells,
    fewest: u8,
    most: u8,
}

impl Flight {
    /// Tells every way to go on with `jump`, which has `jumped` these `count` pyramids so far.
    fn go_on(&self, jump: Jump, jumped: Cells, count: u8, each: &mut impl FnMut(Jump)) {
        let here = jump.end();
        for next in (PASSABLE[here.index()] & self.standing & !jumped).iter() {
            let Some((landing, line)) = self.hop(here, next, jumped, self.most - count) else { continue };
            let (jump, count) = (jump.and_to(landing), count + line.len());
            if count >= self.fewest {
                each(jump);
            }
            if count < self.most {
                self.go_on(jump, jumped | line, count, each);
            }
        }
    }

    /// P-6 to P-8: the hop over the line that starts with `next`, if it can be made with at most `most` pyramids.
    #[inline]
    fn hop(&self, here: Cell, next: Cell, jumped: Cells, most: u8) -> Option<(Cell, Cells)> {
        let (mut before, mut last, mut line) = (here, next, Cells::one(next));
        for _ in 0..most {
            let beyond = before.beyond(last);
            if !self.standing.contains(beyond) {
                return Some((beyond, line));
            }
            if jumped.contains(beyond) || !PASSABLE[last.index()].contains(beyond) {
                return None;
            }
            (before, last, line) = (last, beyond, line.with(beyond));
        }
        None
    }
}

/// The pyramids that a jump passes.
#[inline]
pub(crate) fn jumped(jump: Jump) -> Cells {
    jump.hops().fold(Cells::NONE, |jumped, (from, to)| jumped | line(from, to))
}

/// The cells between two cells in one of the 8 directions; none if they are neighbours or not in line.
#[inline]
pub(crate) fn line(from: Cell, to: Cell) -> Cells {
    LINES[from.index()][to.index()]
}

/// For each cell, its neighbours that can be passed: one step further in the same direction is still on the board.
static PASSABLE: [Cells; Cell::COUNT] = passable();

/// For every two cells, those between them.
static LINES: [[Cells; Cell::COUNT]; Cell::COUNT] = lines();

/// A step in each of the 8 directions: columns, rows.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const fn passable() -> [Cells; Cell::COUNT] {
    let mut table = [Cells::NONE; Cell::COUNT];
    let mut from = 0;
    while from < Cell::COUNT {
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            if let (Some(next), Some(_)) = (along(from, direction, 1), along(from, direction, 2)) {
                table[from] = table[from].with(next);
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

const fn lines() -> [[Cells; Cell::COUNT]; Cell::COUNT] {
    let mut table = [[Cells::NONE; Cell::COUNT]; Cell::COUNT];
    let mut from = 0;
    while from < Cell::COUNT {
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            let mut line = Cells::NONE;
            let mut steps = 1;
            while let Some(to) = along(from, direction, steps) {
                table[from][to.index()] = line;
                line = line.with(to);
                steps += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

/// The cell so many steps from the cell with this index.
const fn along(from: usize, direction: usize, steps: i8) -> Option<Cell> {
    let (column, row) = ((from % SIDE as usize) as i8, (from / SIDE as usize) as i8);
    let (columns, rows) = DIRECTIONS[direction];
    Cell::at(column + columns * steps, row + rows * steps)
}
