//! Random play: one of the actions, each as likely, without listing them all.
//!
//! What is not listed is the last hop, which is most of the work. A jump that lacks it, in any direction, is an attempt: eight lots, blank
//! where such a hop cannot be made.

use table::{Lots, Seat};

use crate::{
    action::{Action, Jump},
    board::{Board, Size},
    cell::Cells,
    coaster::{Angle, Coaster},
    rules::jumps::{Sky, WAYS, jumped},
    state::{Round, Step},
};

/// The directions of a last hop.
const DIRECTIONS: u32 = 8;

/// The sizes of a reserve of which any are left, for each set of them; and how many.
static SIZES: [([Size; 3], u32); 8] = sizes();

impl Round {
    /// One of the [actions](Self::actions).
    #[inline]
    pub(crate) fn draw(&self, lots: &mut impl Lots, buffer: &mut Vec<Action>) -> Action {
        match self.step {
            Step::Turn => {
                let number = lots.below((Coaster::ALL.len() * Angle::ALL.len()) as u32) as usize;
                let (coaster, angle) = (number / Angle::ALL.len(), number % Angle::ALL.len());
                Action::turn(Coaster::ALL[coaster], Angle::ALL[angle])
            }
            Step::PlaceOrJump => self.draw_step_one(lots, buffer),
        }
    }

    /// There is something to place or to jump: otherwise the round were over (P-16).
    #[inline]
    fn draw_step_one(&self, lots: &mut impl Lots, buffer: &mut Vec<Action>) -> Action {
        let [small, medium, large] = self.reserves[self.turn.index()].map(|left| usize::from(left > 0));
        let (sizes, count) = &SIZES[small | medium << 1 | large << 2];
        let empty = self.board.empty();
        let cells = u32::from(empty.len());
        let placements = cells * count;

        buffer.clear();
        let started = Started::of(&self.board, self.turn, buffer);
        let listed = placements + started.jumps as u32;
        let all = listed + started.attempts(buffer) as u32 * DIRECTIONS;
        loop {
            let lot = lots.below(all);
            if lot < placements {
                let size = usize::from(lot >= cells) + usize::from(lot >= 2 * cells);
                return Action::place(sizes[size], empty.nth(lot - size as u32 * cells));
            }
            if lot < listed {
                return buffer[(lot - placements) as usize];
            }
            let (attempt, direction) = ((lot - listed) / DIRECTIONS, (lot - listed) % DIRECTIONS);
            let attempt = started.attempt(attempt as usize, buffer);
            if let Some(jump) = self.board.last_hop(attempt, direction as usize) {
                return Action::jump(jump);
            }
        }
    }
}

/// Jumps from which another hop may lack.
struct Started {
    /// Pyramids of which the first hop may be the last: small ones over one, medium ones over two, large ones over three.
    still: Cells,
    /// So many of those that have begun may stop as well: a large pyramid's over one or two.
    jumps: usize,
}

impl Started {
    #[inline]
    fn of(board: &Board, seat: Seat, into: &mut Vec<Action>) -> Self {
        let own = board.of(seat);
        let sky = Sky::over(board.occupied());
        let [small, medium, large] = Size::ALL.map(|size| own & board.sized(size));
        let twos = sky.twos();
        let still = small | (medium | large) & twos;
        // P-11, P-12: a large pyramid after one or two pyramids …
        sky.hops::<1>(large, into);
        let one = 0..into.len();
        sky.hops::<2>(large & twos, into);
        let jumps = into.len();
        // … and after one and one, from where it goes on to a third. P-10: a medium one after one, where it may not stop.
        sky.go_on::<1, 1>(one, into);
        sky.hops::<1>(medium, into);
        Self { still, jumps }
    }

    #[inline]
    fn attempts(&self, begun: &[Action]) -> usize {
        begun.len() + usize::from(self.still.len())
    }

    #[inline]
    fn attempt(&self, number: usize, begun: &[Action]) -> Jump {
        match number.checked_sub(begun.len()) {
            None => begun[number].path(),
            Some(number) => Jump::from(self.still.nth(number as u32)),
        }
    }
}

impl Board {
    /// The jump with one hop more in this direction, if it can be made (P-6 to P-8, P-13) and is the last of a jump that is not listed.
    #[inline]
    fn last_hop(&self, jump: Jump, direction: usize) -> Option<Jump> {
        let way = &WAYS[jump.end().index()][direction];
        // Most have nobody beside them there.
        if !self.occupied().contains(way.next()) {
            return None;
        }
        let (start, before) = (jump.start(), jumped(jump));
        let standing = self.occupied().without(start);
        let fresh = standing & !before;
        let mut way = way.iter();
        let mut count = before.len();
        let landing = loop {
            let &cell = way.next()?;
            if !standing.contains(cell) {
                break cell;
            }
            if !fresh.contains(cell) {
                return None;
            }
            count += 1;
        };
        let is_whole = match self.size(start)? {
            Size::Small => count == 1,
            Size::Medium => count == 2,
            Size::Large if before.is_empty() => count == 3,
            Size::Large => count > before.len() && count <= 3,
        };
        is_whole.then(|| jump.and_to(landing))
    }
}

const fn sizes() -> [([Size; 3], u32); 8] {
    let mut table = [([Size::Small; 3], 0); 8];
    let mut set = 0;
    while set < table.len() {
        let mut size = 0;
        while size < Size::ALL.len() {
            if set >> size & 1 == 1 {
                table[set].0[table[set].1 as usize] = Size::ALL[size];
                table[set].1 += 1;
            }
            size += 1;
        }
        set += 1;
    }
    table
}
