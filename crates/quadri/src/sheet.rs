//! What lies on the table: the squares in sight, and which shapes they make.
//!
//! Each colour is a plane of 64×64 bits that wraps round. Every card covers a square that lies already, so 48 cards span
//! at most 49 squares each way and no shape ever meets itself round the back.
//!
//! How often each objective is to be seen is counted as squares come and go: a card changes at most four squares, and only
//! the shapes that touch those are looked at.

use tinyvec::ArrayVec;

use crate::{
    card::{CARDS, Colour, Lying, Spot},
    objective::{OBJECTIVES, Objective, Objectives, SQUARES, form, form_of, to_top_left},
    options::Matching,
    walk::walk,
};

const SIZE: usize = 64;
const WRAP: i16 = SIZE as i16 - 1;
/// Five squares that lack: further away than this is all the same.
const FAR: usize = 10;

/// A shape has at most six squares, so that all of it is within five of any of them: a window of so many rows and columns.
const WINDOW: i16 = 11;
const FIRST_COLUMN: u128 = {
    let mut column = 0;
    let mut row = 0;
    while row < WINDOW {
        column |= 1 << (row * WINDOW);
        row += 1;
    }
    column
};
const LAST_COLUMN: u128 = FIRST_COLUMN << (WINDOW - 1);

/// Of seven rows with seven columns and one to spare each, those on the edge.
const RIM: u64 = 0x7F_41_41_41_41_41_7F;

/// What one square has grown to when it grows no more; none if it is still growing when it is too large for a shape.
#[inline]
fn flooded<T: Copy + PartialEq>(mut patch: T, grow: impl Fn(T) -> T) -> Option<T> {
    for _ in 1..=SQUARES.end {
        let grown = grow(patch);
        if grown == patch {
            return Some(patch);
        }
        patch = grown;
    }
    None
}

/// The numbers of the bits that are set.
fn bits(mut set: u128) -> impl Iterator<Item = i16> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as i16);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// A shape that is to be seen on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub colour: Colour,
    form: u16,
    /// The top left of its box.
    corner: Spot,
}

impl Default for Seen {
    fn default() -> Self {
        Self { colour: Colour::Cyan, form: 0, corner: Spot::default() }
    }
}

impl Seen {
    pub fn objective(self) -> Objective {
        form(self.form).objective
    }

    /// The squares that make it.
    pub fn squares(self) -> impl Iterator<Item = Spot> {
        form(self.form).squares.iter().map(move |&(dx, dy)| self.corner.offset(dx, dy))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sheet {
    planes: [[u64; SIZE]; 4],
    /// The box of all squares: its top left and bottom right square.
    low: Spot,
    high: Spot,
    lying: ArrayVec<[Lying; CARDS]>,
    matching: Matching,
    counts: [u16; OBJECTIVES],
    there: Objectives,
}

/// A sheet before a card was laid on it, but for squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    low: Spot,
    high: Spot,
    counts: [u16; OBJECTIVES],
    there: Objectives,
}

#[inline]
const fn row(y: i16) -> usize {
    (y & WRAP) as usize
}

#[inline]
const fn bit(x: i16) -> u64 {
    1 << (x & WRAP)
}

impl Sheet {
    /// one card lies face up at the start.
    pub(crate) fn new(first: Lying, matching: Matching) -> Self {
        let mut sheet = Self {
            planes: [[0; SIZE]; 4],
            low: first.place.spot,
            high: first.place.spot,
            lying: ArrayVec::default(),
            matching,
            counts: [0; OBJECTIVES],
            there: Objectives::default(),
        };
        sheet.put(first);
        sheet
    }

    /// All cards, in the order in which they were laid.
    pub(crate) fn lying(&self) -> &[Lying] {
        &self.lying
    }

    /// The objectives that are realised now.
    #[inline]
    pub(crate) fn there(&self) -> Objectives {
        self.there
    }

    fn is_inside(&self, spot: Spot) -> bool {
        (self.low.x..=self.high.x).contains(&spot.x) && (self.low.y..=self.high.y).contains(&spot.y)
    }

    /// Whether the square at `spot`, in the box or next to it, shows `colour`.
    #[inline]
    fn shows(&self, colour: Colour, spot: Spot) -> bool {
        self.planes[colour as usize][row(spot.y)] & bit(spot.x) != 0
    }

    /// The colour in sight anywhere on the grid.
    pub(crate) fn colour(&self, spot: Spot) -> Option<Colour> {
        if self.is_inside(spot) { self.near(spot) } else { None }
    }

    #[inline]
    fn near(&self, spot: Spot) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| self.shows(*colour, spot))
    }

    /// How many squares a card would cover here.
    pub(crate) fn covered(&self, spot: Spot) -> usize {
        spot.quarters().into_iter().filter(|quarter| self.colour(*quarter).is_some()).count()
    }

    fn occupied(&self, y: i16) -> u64 {
        let y = row(y);
        self.planes.iter().fold(0, |row, plane| row | plane[y])
    }

    /// the spots where a card would cover one to three squares, row by row: its number, and a bit for each column, the
    /// lowest being the one left of the box.
    #[inline]
    fn rows_of_spots(&self) -> impl Iterator<Item = (i16, u64)> {
        let left = ((self.low.x - 1) & WRAP) as u32;
        let mut upper = 0;
        (self.low.y - 1..=self.high.y).map(move |y| {
            let lower = self.occupied(y + 1).rotate_right(left);
            let some = upper | lower | (upper | lower) >> 1;
            let all = upper & lower & (upper & lower) >> 1;
            upper = lower;
            (y, some & !all)
        })
    }

    /// every spot where a card would cover one to three squares, row by row.
    pub(crate) fn spots(&self, mut visit: impl FnMut(Spot)) {
        for (y, mut fit) in self.rows_of_spots() {
            while fit != 0 {
                visit(Spot { x: self.low.x - 1 + fit.trailing_zeros() as i16, y });
                fit &= fit - 1;
            }
        }
    }

    /// How many spots there are where a card would touch the box: those of [spots](Self::spots) and others.
    #[inline]
    pub(crate) fn count_around(&self) -> u32 {
        self.across() * (self.high.y - self.low.y + 2) as u32
    }

    /// The one of [those](Self::count_around) that has this number, from 0, if it is among the spots.
    #[inline]
    pub(crate) fn spot_around(&self, number: u32) -> Option<Spot> {
        let (across, down) = (number % self.across(), number / self.across());
        let spot = Spot { x: self.low.x - 1 + across as i16, y: self.low.y - 1 + down as i16 };
        let shift = (spot.x & WRAP) as u32;
        let [upper, lower] = [spot.y, spot.y + 1].map(|y| self.occupied(y).rotate_right(shift) & 3);
        (upper | lower != 0 && upper & lower != 3).then_some(spot)
    }

    fn across(&self) -> u32 {
        (self.high.x - self.low.x + 2) as u32
    }

    /// Lays a card; says what it covered, in the order of its squares.
    pub(crate) fn put(&mut self, lying: Lying) -> [Option<Colour>; 4] {
        let spot = lying.place.spot;
        self.low = Spot { x: self.low.x.min(spot.x), y: self.low.y.min(spot.y) };
        self.high = Spot { x: self.high.x.max(spot.x + 1), y: self.high.y.max(spot.y + 1) };
        self.lying.push(lying);
        let mut covered = [None; 4];
        for ((square, colour), covered) in lying.squares().zip(&mut covered) {
            *covered = self.near(square);
            if *covered == Some(colour) {
                continue;
            }
            if let Some(old) = *covered {
                self.lift(square, old);
            }
            self.ink(square, colour);
        }
        covered
    }

    /// What a card that is [put](Self::put) may change, but for squares.
    pub(crate) fn mark(&self) -> Before {
        let Self { low, high, counts, there, .. } = *self;
        Before { low, high, counts, there }
    }

    /// Takes the last card up again; `covered` is what [`put`](Self::put) said.
    pub(crate) fn take_up(&mut self, before: &Before, covered: [Option<Colour>; 4]) {
        let Some(last) = self.lying.pop() else { return };
        for ((square, colour), covered) in last.squares().zip(covered) {
            self.planes[colour as usize][row(square.y)] &= !bit(square.x);
            if let Some(old) = covered {
                self.planes[old as usize][row(square.y)] |= bit(square.x);
            }
        }
        let Before { low, high, counts, there } = *before;
        (self.low, self.high, self.counts, self.there) = (low, high, counts, there);
    }

    fn lift(&mut self, spot: Spot, colour: Colour) {
        self.count_with(spot, colour, -1);
        self.planes[colour as usize][row(spot.y)] &= !bit(spot.x);
        self.count_beside(spot, colour, 1);
    }

    fn ink(&mut self, spot: Spot, colour: Colour) {
        self.count_beside(spot, colour, -1);
        self.planes[colour as usize][row(spot.y)] |= bit(spot.x);
        self.count_with(spot, colour, 1);
    }

    fn count(&mut self, objective: Objective, by: i16) {
        let count = &mut self.counts[objective.index()];
        *count = count.wrapping_add_signed(by);
        if *count == 0 {
            self.there.remove(objective);
        } else {
            self.there.insert(objective);
        }
    }

    /// Counts the shapes that hold this square.
    fn count_with(&mut self, spot: Spot, colour: Colour, by: i16) {
        match self.matching {
            Matching::Exact => {
                if let Some(seen) = self.alone(spot, colour) {
                    self.count(seen.objective(), by);
                }
            }
            Matching::Contained => {
                let mut hits = [0i16; OBJECTIVES];
                self.contained(spot, colour, |seen| hits[seen.objective().index()] += by);
                for objective in Objective::all().filter(|objective| hits[objective.index()] != 0) {
                    self.count(objective, hits[objective.index()]);
                }
            }
        }
    }

    /// Counts the shapes beside this square, of its colour and not holding it: with `exact` they are there only without it.
    fn count_beside(&mut self, spot: Spot, colour: Colour, by: i16) {
        if self.matching == Matching::Contained {
            return;
        }
        let mut counted = ArrayVec::<[Seen; 4]>::default();
        for neighbour in spot.neighbours() {
            if !self.shows(colour, neighbour) {
                continue;
            }
            if let Some(seen) = self.alone(neighbour, colour).filter(|seen| !counted.contains(seen)) {
                counted.push(seen);
                self.count(seen.objective(), by);
            }
        }
    }

    /// The squares of this colour joined to `spot`, unless they are fewer or more than a shape can have.
    fn patch(&self, spot: Spot, colour: Colour) -> Option<ArrayVec<[Spot; 6]>> {
        // Most patches are small: those within three of the spot are found in a few rows. Each has a column to spare.
        let (corner, rows) = self.window::<7>(spot, colour);
        let around = rows.into_iter().rev().fold(0u64, |window, row| window << 8 | row);
        let near = flooded(1 << (3 * 8 + 3), |patch: u64| {
            patch | (patch << 1 | patch >> 1 | patch << 8 | patch >> 8) & around
        })?;
        if near & RIM == 0 {
            return SQUARES
                .contains(&(near.count_ones() as usize))
                .then(|| bits(near.into()).map(|at| corner.offset(at % 8, at / 8)).collect());
        }
        let (corner, rows) = self.window::<{ WINDOW as usize }>(spot, colour);
        let around = rows.into_iter().rev().fold(0u128, |window, row| window << WINDOW | u128::from(row));
        let far = flooded(1u128 << (WINDOW / 2 * WINDOW + WINDOW / 2), |patch| {
            let beside = (patch & !LAST_COLUMN) << 1 | (patch & !FIRST_COLUMN) >> 1;
            patch | (beside | patch << WINDOW | patch >> WINDOW) & around
        })?;
        SQUARES
            .contains(&(far.count_ones() as usize))
            .then(|| bits(far).map(|at| corner.offset(at % WINDOW, at / WINDOW)).collect())
    }

    /// So many rows and columns around a square: its top left corner, and a bit for each square of this colour in each row.
    #[inline]
    fn window<const SIDE: usize>(&self, spot: Spot, colour: Colour) -> (Spot, [u64; SIDE]) {
        let plane = &self.planes[colour as usize];
        let half = SIDE as i16 / 2;
        let shift = (spot.x.saturating_sub(half) & WRAP) as u32;
        let corner = spot.offset(-half, -half);
        let row_at = |dy| plane[row(corner.y + dy as i16)].rotate_right(shift) & ((1 << SIDE) - 1);
        (corner, std::array::from_fn(row_at))
    }

    /// `exact`: the shape that this square is part of, no more and no less.
    fn alone(&self, spot: Spot, colour: Colour) -> Option<Seen> {
        // Most squares have none of their colour beside them, and no shape is so small.
        if !spot.neighbours().into_iter().any(|beside| self.shows(colour, beside)) {
            return None;
        }
        let patch = self.patch(spot, colour)?;
        let mut squares =
            patch.iter().map(|square| (square.x, square.y)).collect::<ArrayVec<[(i16, i16); 6]>>();
        let (x, y) = to_top_left(&mut squares);
        Some(Seen { colour, form: form_of(&squares)?, corner: Spot { x, y } })
    }

    /// `contained`: every shape that holds this square.
    fn contained(&self, spot: Spot, colour: Colour, mut visit: impl FnMut(Seen)) {
        let walk = walk();
        let mut at = 0;
        while let Some(step) = walk.get(at) {
            if !self.shows(colour, spot.offset(step.dx, step.dy)) {
                at = step.otherwise as usize;
                continue;
            }
            if let Some((form, (x, y))) = step.complete {
                visit(Seen { colour, form, corner: spot.offset(x, y) });
            }
            at += 1;
        }
    }

    /// what the card just laid realises, one sight of each objective: shapes that use one of its squares, or that it
    /// freed of a neighbour which spoilt them. `covered` is what [`put`](Self::put) said.
    pub(crate) fn realised_by_last(&self, covered: [Option<Colour>; 4]) -> ArrayVec<[Seen; OBJECTIVES]> {
        let mut fresh = ArrayVec::default();
        let mut known = Objectives::default();
        let mut add = |seen: Seen| {
            let objective = seen.objective();
            if !known.contains(objective) {
                known.insert(objective);
                fresh.push(seen);
            }
        };
        let Some(last) = self.lying.last() else { return fresh };
        for ((spot, colour), covered) in last.squares().zip(covered) {
            match self.matching {
                Matching::Contained => self.contained(spot, colour, &mut add),
                Matching::Exact => {
                    self.alone(spot, colour).into_iter().for_each(&mut add);
                    for old in covered.into_iter().filter(|old| *old != colour) {
                        let freed = spot.neighbours().into_iter().filter(|beside| self.shows(old, *beside));
                        freed.filter_map(|beside| self.alone(beside, old)).for_each(&mut add);
                    }
                }
            }
        }
        fresh
    }

    /// Where an objective is realised now, if it is: the first place by colour, form and row.
    pub(crate) fn find(&self, objective: Objective) -> Option<Seen> {
        if !self.there.contains(objective) {
            return None;
        }
        let rotation = |x: i16| (x & WRAP) as u32;
        for (plane, colour) in self.planes.iter().zip(Colour::ALL) {
            for number in objective.forms() {
                let form = form(number);
                for y in self.low.y..=self.high.y + 1 - form.height {
                    let row_at =
                        |(dx, dy): (i16, i16)| plane[row(y + dy)].rotate_right(rotation(self.low.x + dx));
                    let mut fit = u64::MAX;
                    for &square in &form.squares {
                        fit &= row_at(square);
                        if fit == 0 {
                            break;
                        }
                    }
                    if fit != 0 && self.matching == Matching::Exact {
                        form.rim.iter().for_each(|&square| fit &= !row_at(square));
                    }
                    if fit != 0 {
                        let corner = Spot { x: self.low.x + fit.trailing_zeros() as i16, y };
                        return Some(Seen { colour, form: number, corner });
                    }
                }
            }
        }
        None
    }

    /// How far the table is from showing an objective, at most [`FAR`]: 0 when it is there. A square that lacks counts two,
    /// since a card brings one square of a colour; one that spoils it counts one, since a card may cover several.
    pub(crate) fn distance(&self, objective: Objective) -> usize {
        let mut nearest = FAR;
        for plane in &self.planes {
            for form in objective.forms().map(form) {
                for y in self.low.y - 2..=self.high.y + 3 - form.height {
                    let row_at = |(dx, dy): (i16, i16)| plane[row(y + dy)].rotate_right((dx & WRAP) as u32);
                    let lacking = form.squares.iter().flat_map(|&square| [!row_at(square); 2]);
                    let rim = if self.matching == Matching::Exact { &form.rim[..] } else { &[] };
                    let spoilt = rim.iter().map(|&square| row_at(square));
                    // Bit x of `within[k]`: with its corner in column x it is at most k away.
                    let mut within = [u64::MAX; FAR];
                    for amiss in lacking.chain(spoilt) {
                        for k in (1..nearest).rev() {
                            within[k] = within[k] & !amiss | within[k - 1];
                        }
                        within[0] &= !amiss;
                        if within[nearest - 1] == 0 {
                            break;
                        }
                    }
                    nearest = within[..nearest].iter().position(|columns| *columns != 0).unwrap_or(nearest);
                    if nearest == 0 {
                        return 0;
                    }
                }
            }
        }
        nearest
    }

    /// The squares in sight, row by row, with their colour and the number of the card they belong to.
    pub(crate) fn squares(&self) -> Vec<(Spot, Colour, usize)> {
        let mut squares = Vec::new();
        for y in self.low.y..=self.high.y {
            for x in self.low.x..=self.high.x {
                let spot = Spot { x, y };
                let top = self.lying.iter().rposition(|card| card.place.spot.quarters().contains(&spot));
                if let (Some(colour), Some(number)) = (self.near(spot), top) {
                    squares.push((spot, colour, number));
                }
            }
        }
        squares
    }
}
