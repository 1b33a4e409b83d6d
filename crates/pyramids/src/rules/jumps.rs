//! Jumps, P-6 to P-13.

use std::ops::{Range, RangeInclusive};

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
        let twos = sky.twos();

        // P-9: a small pyramid jumps one.
        sky.hops::<1>(own & self.sized(Size::Small), into);

        // P-11, P-12: a large one jumps one, two or three …
        let large = own & self.sized(Size::Large);
        let one = into.len();
        sky.hops::<1>(large, into);
        let two = into.len();
        sky.hops::<2>(large & twos, into);
        let three = into.len();
        sky.hops::<3>(large & twos, into);
        // … after two one more, after one another or two more, after one and one a third.
        sky.go_on::<1, 1>(two..three, into);
        let one_and_one = into.len();
        sky.go_on::<1, 1>(one..two, into);
        let one_and_two = into.len();
        for index in one..two {
            if twos.contains(into[index].path().end()) {
                sky.hop::<1, 2>(into[index].path(), into);
            }
        }
        sky.go_on::<2, 1>(one_and_one..one_and_two, into);

        // P-10: a medium one jumps two in line, or one and one; one alone is no jump and leaves the list again.
        let medium = own & self.sized(Size::Medium);
        sky.hops::<2>(medium & twos, into);
        let half = into.len();
        sky.hops::<1>(medium, into);
        let halves = half..into.len();
        sky.go_on::<1, 1>(halves.clone(), into);
        into.drain(halves);
    }

    /// Whether `seat` has a jump (P-16).
    pub(crate) fn has_jumps(&self, seat: Seat) -> bool {
        let own = self.of(seat);
        let sky = Sky::over(self.occupied());
        let mut jumps = Vec::new();
        sky.hops::<1>(own & !self.sized(Size::Medium), &mut jumps);
        if jumps.is_empty() {
            self.jumps(seat, &mut jumps);
        }
        !jumps.is_empty()
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
pub(super) struct Sky {
    occupied: Cells,
}

impl Sky {
    #[inline]
    pub(super) const fn over(occupied: Cells) -> Self {
        Self { occupied }
    }

    /// The cells from which two pyramids stand in line, in some direction with room beyond.
    #[inline]
    pub(super) fn twos(self) -> Cells {
        let at = |cells: u64, direction, steps| cells.rotate_right(away(direction, steps) as u32 % 64);
        let mut twos = 0;
        // Each direction and the opposite one see the same two, the one from before them, the other from behind.
        for (forth, back) in [(0, 1), (2, 7), (3, 6), (4, 5)] {
            let two = self.occupied.0 & at(self.occupied.0, forth, 1);
            twos |= at(two, forth, 1) & WITHIN[forth][3].0;
            twos |= at(two, forth, -2) & WITHIN[back][3].0;
        }
        Cells(twos)
    }

    /// First hops over exactly `COUNT` pyramids, from each of these cells.
    #[allow(clippy::inline_always)] // As below.
    #[inline(always)]
    pub(super) fn hops<const COUNT: usize>(self, from: Cells, into: &mut Vec<Action>) {
        for start in from.iter() {
            self.hop::<0, COUNT>(Jump::from(start), into);
        }
    }

    /// The jumps with these numbers, which have made `HOPS` hops, with one more over exactly `COUNT` pyramids.
    #[allow(clippy::inline_always)] // As below.
    #[inline(always)]
    pub(super) fn go_on<const HOPS: u32, const COUNT: usize>(
        self,
        from: Range<usize>,
        into: &mut Vec<Action>,
    ) {
        for index in from {
            self.hop::<HOPS, COUNT>(into[index].path(), into);
        }
    }

    /// P-6 to P-8: adds the jump that has made `HOPS` hops with every further hop over exactly `COUNT` pyramids.
    ///
    /// All eight directions are judged at once: branches that nobody can foresee cost more.
    #[allow(clippy::inline_always)] // Measured: called a dozen times per turn, it is most of the work of random play.
    #[inline(always)]
    fn hop<const HOPS: u32, const COUNT: usize>(self, jump: Jump, into: &mut Vec<Action>) {
        let here = jump.end();
        // P-13: the jumper's own cell counts as empty once it has left; the jumped stand until the jump is over.
        let standing = self.occupied.without(jump.after::<HOPS>(0));
        let fresh = standing & !jumped_in::<HOPS>(jump);

        // P-7: the landing cell is on the board and empty. P-6, P-8: on every cell before it stands a fresh pyramid.
        let mut ways = ring(ROOM[COUNT + 1][here.index()] & !standing, here, COUNT + 1);
        for steps in 1..=COUNT {
            ways &= ring(fresh, here, steps);
        }
        LANDINGS[COUNT - 1][ways as usize].open(Action::jump(jump.and_to(here)), into);
    }
}

/// In which of the 8 directions the cell so many steps from `here` is one of these, a bit a direction; off the board anything.
#[inline]
fn ring(cells: Cells, here: Cell, steps: usize) -> u8 {
    // So that the lowest bit is the cell so many steps to the left and down, and the ring the same bits wherever it is.
    let lowest = (here.index() as u32).wrapping_sub(steps as u32 * (u32::from(SIDE) + 1));
    RINGS[steps - 1][squeezed(cells.0.rotate_right(lowest % 64) & RING[steps - 1], steps)]
}

/// The bits of a ring, in the order of the directions.
const fn bit(direction: usize, steps: usize) -> usize {
    let (columns, rows) = DIRECTIONS[direction];
    ((columns + 1) as usize + (rows + 1) as usize * SIDE as usize) * steps
}

/// A ring so many steps away, as a number below 256: these factors bring each of its bits to another place
/// of the highest eight, and no two patterns to the same number. Found by trying.
#[inline]
const fn squeezed(ring: u64, steps: usize) -> usize {
    const FACTORS: [u64; 4] =
        [0x0201_0040_8800_0424, 0x0400_1248_0004_108C, 0x0200_C920_0450_0040, 0x4020_0008_8008_0410];
    (ring.wrapping_mul(FACTORS[steps - 1]) >> 56) as usize
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

/// The cells in one direction, the nearest first.
#[derive(Clone, Copy)]
pub(super) struct Way {
    cells: [Cell; 5],
    len: u8,
}

impl Way {
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Cell> {
        self.cells[..self.len.into()].iter()
    }

    /// The nearest; off the board where there is none.
    #[inline]
    pub(super) const fn next(self) -> Cell {
        self.cells[0]
    }
}

/// For each cell, the ways in the 8 directions.
pub(super) static WAYS: [[Way; 8]; Cell::COUNT] = ways();

/// For every two cells, those between them.
static LINES: [[Cells; Cell::COUNT]; Cell::COUNT] = lines();

/// For so many steps: the cells from which they stay on the board, for each direction.
const WITHIN: [[Cells; 5]; 8] = within();

/// For so many steps, and each cell: the cells that are so far away in one of the 8 directions.
static ROOM: [[Cells; Cell::COUNT]; 5] = room();

/// For so many steps: the bits of a ring.
const RING: [u64; 4] = [all_of(1), all_of(2), all_of(3), all_of(4)];

/// For so many steps, and each number that a ring is squeezed to: in which directions it has a cell.
static RINGS: [[u8; 256]; 4] = [unsqueezed(1), unsqueezed(2), unsqueezed(3), unsqueezed(4)];

/// For hops over one, two or three pyramids, and each set of directions: how far away they land.
static LANDINGS: [[Fan; 256]; 3] = [landings(1), landings(2), landings(3)];

/// A step in each of the 8 directions: columns, rows.
const DIRECTIONS: [(i8, i8); 8] = [(-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)];

/// How far cell numbers are apart after so many steps.
const fn away(direction: usize, steps: i32) -> i32 {
    let (columns, rows) = DIRECTIONS[direction];
    (columns as i32 + rows as i32 * SIDE as i32) * steps
}

const fn all_of(steps: usize) -> u64 {
    let (mut ring, mut direction) = (0, 0);
    while direction < DIRECTIONS.len() {
        ring |= 1 << bit(direction, steps);
        direction += 1;
    }
    ring
}

const fn unsqueezed(steps: usize) -> [u8; 256] {
    let mut table = [0; 256];
    let mut taken = [false; 256];
    let mut ways = 0;
    while ways < table.len() {
        let (mut ring, mut direction) = (0, 0);
        while direction < DIRECTIONS.len() {
            if ways >> direction & 1 == 1 {
                ring |= 1 << bit(direction, steps);
            }
            direction += 1;
        }
        let number = squeezed(ring, steps);
        assert!(!taken[number], "no two rings have the same number");
        taken[number] = true;
        table[number] = ways as u8;
        ways += 1;
    }
    table
}

const fn landings(count: usize) -> [Fan; 256] {
    let mut table = [Fan::CLOSED; 256];
    let mut ways = 0;
    while ways < table.len() {
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            if ways >> direction & 1 == 1 {
                table[ways] = table[ways].with(away(direction, count as i32 + 1));
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

const fn ways() -> [[Way; 8]; Cell::COUNT] {
    let mut table = [[Way { cells: [Cell::wrapped(63); 5], len: 0 }; 8]; Cell::COUNT];
    let mut from = 0;
    while from < Cell::COUNT {
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            let way = &mut table[from][direction];
            while let Some(to) = along(from, direction, way.len as i8 + 1) {
                way.cells[way.len as usize] = to;
                way.len += 1;
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
