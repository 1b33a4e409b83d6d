//! Jumps, P-6 to P-13.

use std::ops::RangeInclusive;

use table::{Refusal, Seat};

use crate::{
    action::{Action, Jump},
    board::{Board, Size},
    cell::{Cell, Cells, Place, SIDE},
    refusals,
    rules::fan::Fan,
    state::{Round, Step},
};

/// How many pyramids a jumper may jump in all.
const fn reach(size: Size) -> RangeInclusive<u8> {
    match size {
        Size::Small => 1..=1,  // P-9
        Size::Medium => 2..=2, // P-10
        Size::Large => 1..=3,  // P-11, P-12
    }
}

impl Board {
    /// Every jump of `seat`, added to `into`: first all first hops, then what goes on from them.
    #[inline]
    pub fn jumps(&self, seat: Seat, into: &mut Vec<Action>) {
        let own = self.of(seat);
        let sky = Sky::over(self.occupied());

        // P-9: a small pyramid jumps one.
        for start in (own & self.sized(Size::Small)).iter() {
            sky.hop::<0, 1>(Jump::from(start), into);
        }

        // P-11, P-12: a large one jumps one, two or three …
        let large = own & self.sized(Size::Large);
        let one = into.len();
        for start in large.iter() {
            sky.hop::<0, 1>(Jump::from(start), into);
        }
        let two = into.len();
        for start in (large & sky.twos).iter() {
            sky.hop::<0, 2>(Jump::from(start), into);
        }
        let three = into.len();
        for start in (large & sky.threes).iter() {
            sky.hop::<0, 3>(Jump::from(start), into);
        }
        // … after two one more, after one another or two more, after one and one a third.
        for index in two..three {
            sky.hop::<1, 1>(into[index].path(), into);
        }
        let one_and_one = into.len();
        for index in one..two {
            sky.hop::<1, 1>(into[index].path(), into);
        }
        let one_and_two = into.len();
        for index in one..two {
            if sky.twos.contains(into[index].path().end()) {
                sky.hop::<1, 2>(into[index].path(), into);
            }
        }
        for index in one_and_one..one_and_two {
            sky.hop::<2, 1>(into[index].path(), into);
        }

        // P-10: a medium one jumps two in line, or one and one; one alone is no jump and leaves the list again.
        let medium = own & self.sized(Size::Medium);
        for start in (medium & sky.twos).iter() {
            sky.hop::<0, 2>(Jump::from(start), into);
        }
        let half = into.len();
        for start in medium.iter() {
            sky.hop::<0, 1>(Jump::from(start), into);
        }
        let halves = half..into.len();
        for index in halves.clone() {
            sky.hop::<1, 1>(into[index].path(), into);
        }
        into.drain(halves);
    }
}

impl Jump {
    /// The pyramids that it passes.
    #[inline]
    pub fn jumped(self) -> Cells {
        jumped(self)
    }
}

impl Round {
    /// Every jump of the seat to move.
    #[inline]
    pub(crate) fn jumps(&self, into: &mut Vec<Action>) {
        self.board.jumps(self.turn, into);
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
            Some(size) if !reach(size).contains(&jumped.len()) => Err(refusals::wrong_number(size)),
            _ => Ok(()),
        }
    }
}

/// What a jumper sees below.
#[derive(Clone, Copy)]
struct Sky {
    occupied: Cells,
    /// The cells from which two pyramids stand in line, in some direction with room beyond.
    twos: Cells,
    /// The same with three.
    threes: Cells,
}

impl Sky {
    #[inline]
    fn over(occupied: Cells) -> Self {
        let (mut twos, mut threes) = (0, 0);
        for (direction, within) in WITHIN.iter().enumerate() {
            let at = |steps| occupied.0.rotate_right(away(direction, steps) as u32 % 64);
            let two = at(1) & at(2);
            twos |= two & within[3].0;
            threes |= two & at(3) & within[4].0;
        }
        Self { occupied, twos: Cells(twos), threes: Cells(threes) }
    }

    /// P-6 to P-8: adds the jump that has made `HOPS` hops with every further hop over exactly `COUNT` pyramids.
    ///
    /// All eight directions are judged at once: branches that nobody can foresee cost more.
    #[allow(clippy::inline_always)] // Measured: called a dozen times per turn, it is most of the work of random play.
    #[inline(always)]
    fn hop<const HOPS: u32, const COUNT: usize>(&self, jump: Jump, into: &mut Vec<Action>) {
        let here = jump.end();
        // P-13: the jumper's own cell counts as empty once it has left; the jumped stand until the jump is over.
        let standing = self.occupied.without(jump.after::<HOPS>(0));
        let fresh = standing & !jumped_in::<HOPS>(jump);

        // P-7: the landing cell is on the board and empty. P-6, P-8: on every cell before it stands a fresh pyramid.
        let mut ways = u64::from(ROOM[COUNT + 1][here.index()]) & !ring(standing, here, COUNT + 1);
        for distance in 1..=COUNT {
            ways &= ring(fresh, here, distance);
        }

        LANDINGS[COUNT - 1][ways as usize % 256].open(Action::jump(jump.and_to(here)), into);
    }
}

/// Which cells at this distance from `here` are among `cells`: one bit a direction. Off the board: anything.
#[inline]
fn ring(cells: Cells, here: Cell, distance: usize) -> u64 {
    let around = cells.0.rotate_right(here.index() as u32);
    let mut ring = 0;
    for direction in 0..DIRECTIONS.len() {
        ring |= (around >> (away(direction, distance) as u32 % 64) & 1) << direction;
    }
    ring
}

/// The pyramids that a jump passes.
#[inline]
pub(crate) fn jumped(jump: Jump) -> Cells {
    jump.hops().fold(Cells::NONE, |jumped, (from, to)| jumped | line(from, to))
}

/// The same for a jump that has made `HOPS` hops.
#[inline]
fn jumped_in<const HOPS: u32>(jump: Jump) -> Cells {
    let mut jumped = Cells::NONE;
    for hop in 0..HOPS {
        jumped |= line(jump.after::<HOPS>(hop), jump.after::<HOPS>(hop + 1));
    }
    jumped
}

/// The cells between two cells in one of the 8 directions; none if they are neighbours or not in line.
#[inline]
pub(crate) fn line(from: Cell, to: Cell) -> Cells {
    LINES[from.index()][to.index()]
}

/// For every two cells, those between them.
static LINES: [[Cells; Cell::COUNT]; Cell::COUNT] = lines();

/// For so many steps: the cells from which they stay on the board, for each direction.
const WITHIN: [[Cells; 5]; 8] = within();

/// For so many steps, and each cell: the directions in which they stay on the board, one bit each.
static ROOM: [[u8; Cell::COUNT]; 5] = room();

/// For hops over one, two or three pyramids, and each set of directions: how far away they land.
static LANDINGS: [[Fan; 256]; 3] = [landings(1), landings(2), landings(3)];

/// A step in each of the 8 directions: columns, rows. In this order the nearest ring is gathered in three moves.
const DIRECTIONS: [(i8, i8); 8] = [(-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)];

/// How far cell numbers are apart after so many steps.
const fn away(direction: usize, steps: usize) -> i32 {
    let (columns, rows) = DIRECTIONS[direction];
    (columns as i32 + rows as i32 * SIDE as i32) * steps as i32
}

const fn landings(count: usize) -> [Fan; 256] {
    let mut table = [Fan::CLOSED; 256];
    let mut ways = 0;
    while ways < table.len() {
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            if ways >> direction & 1 == 1 {
                table[ways] = table[ways].with(away(direction, count + 1));
            }
            direction += 1;
        }
        ways += 1;
    }
    table
}

const fn within() -> [[Cells; 5]; 8] {
    let mut table = [[Cells::NONE; 5]; 8];
    let mut from = 0;
    while from < Cell::COUNT {
        let mut direction = 0;
        while direction < 8 {
            let mut steps = 0;
            while steps < 5 {
                if along(from, direction, steps as i8).is_some() {
                    table[direction][steps] = table[direction][steps].with(Cell::ALL[from]);
                }
                steps += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

const fn room() -> [[u8; Cell::COUNT]; 5] {
    let mut table = [[0; Cell::COUNT]; 5];
    let mut from = 0;
    while from < Cell::COUNT {
        let mut direction = 0;
        while direction < 8 {
            let mut steps = 0;
            while steps < 5 {
                if WITHIN[direction][steps].contains(Cell::ALL[from]) {
                    table[steps][from] |= 1 << direction;
                }
                steps += 1;
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
