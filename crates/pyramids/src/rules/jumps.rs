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
        let mut ways = u64::MAX;
        for steps in 1..=COUNT {
            ways = widen(ways & around(fresh, here, steps), steps);
        }
        ways &= around(ROOM[COUNT + 1][here.index()] & !standing, here, COUNT + 1);

        LANDINGS[COUNT - 1][squeezed(ways, COUNT)].open(Action::jump(jump.and_to(here)), into);
    }
}

/// The cells as seen from `here`, so that the lowest bit is the cell so many steps to the left and down. Those that are so many steps
/// away in one of the 8 directions are then the same bits wherever it is: a pattern.
#[inline]
fn around(cells: Cells, here: Cell, steps: usize) -> u64 {
    cells.0.rotate_right((here.index() as u32).wrapping_sub(steps as u32 * (u32::from(SIDE) + 1)) % 64)
}

/// The bits of a pattern's cells, in the order of the directions.
const fn bit(direction: usize, steps: usize) -> usize {
    let (columns, rows) = DIRECTIONS[direction];
    ((columns + 1) as usize + (rows + 1) as usize * SIDE as usize) * steps
}

/// Of a pattern, with whatever else may be between its bits, the same directions one step further on.
#[inline]
fn widen(pattern: u64, steps: usize) -> u64 {
    let [left, middle, right] = COLUMNS[steps];
    let columns = pattern & left | (pattern & middle) << 1 | (pattern & right) << 2;
    let [low, level, high] = ROWS[steps];
    columns & low | (columns & level) << SIDE | (columns & high) << (2 * SIDE)
}

/// The pattern where a hop over so many pyramids lands, as a number below 256: these factors bring each of its bits to another place
/// of the highest eight, and no two patterns to the same number. Found by trying.
#[inline]
const fn squeezed(pattern: u64, count: usize) -> usize {
    const FACTORS: [u64; 3] = [0x0400_1248_0004_108C, 0x0200_C920_0450_0040, 0x4020_0008_8008_0410];
    (pattern.wrapping_mul(FACTORS[count - 1]) >> 56) as usize
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

/// For so many steps, and each cell: the cells that are so far away in one of the 8 directions.
static ROOM: [[Cells; Cell::COUNT]; 5] = room();

/// For so many steps: the bits of a pattern to the left, in the middle and to the right.
const COLUMNS: [[u64; 3]; 4] = thirds(true);

/// For so many steps, with columns already as wide as for one more: the bits of a pattern below, beside and above.
const ROWS: [[u64; 3]; 4] = thirds(false);

/// For hops over one, two or three pyramids, and each set of directions: how far away they land.
static LANDINGS: [[Fan; 256]; 3] = [landings(1), landings(2), landings(3)];

/// A step in each of the 8 directions: columns, rows.
const DIRECTIONS: [(i8, i8); 8] = [(-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)];

/// How far cell numbers are apart after so many steps.
const fn away(direction: usize, steps: usize) -> i32 {
    let (columns, rows) = DIRECTIONS[direction];
    (columns as i32 + rows as i32 * SIDE as i32) * steps as i32
}

const fn landings(count: usize) -> [Fan; 256] {
    let mut table = [Fan::CLOSED; 256];
    let mut taken = [false; 256];
    let mut ways = 0;
    while ways < table.len() {
        let (mut pattern, mut fan) = (0, Fan::CLOSED);
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            if ways >> direction & 1 == 1 {
                pattern |= 1 << bit(direction, count + 1);
                fan = fan.with(away(direction, count + 1));
            }
            direction += 1;
        }
        let number = squeezed(pattern, count);
        assert!(!taken[number], "no two patterns have the same number");
        taken[number] = true;
        table[number] = fan;
        ways += 1;
    }
    table
}

const fn thirds(by_column: bool) -> [[u64; 3]; 4] {
    let mut table = [[0; 3]; 4];
    let mut direction = 0;
    while direction < DIRECTIONS.len() {
        let (column, row) = ((DIRECTIONS[direction].0 + 1) as usize, (DIRECTIONS[direction].1 + 1) as usize);
        let mut steps = 1;
        while steps < table.len() {
            if by_column {
                table[steps][column] |= 1 << bit(direction, steps);
            } else {
                table[steps][row] |= 1 << (bit(direction, steps) + column);
            }
            steps += 1;
        }
        direction += 1;
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

const fn room() -> [[Cells; Cell::COUNT]; 5] {
    let mut table = [[Cells::NONE; Cell::COUNT]; 5];
    let mut from = 0;
    while from < Cell::COUNT {
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            let mut steps = 1;
            while steps < table.len() {
                if let Some(to) = along(from, direction, steps as i8) {
                    table[steps][from] = table[steps][from].with(to);
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
