//! A turn: step one is to place or to jump (P-4), step two to turn a coaster (P-5).

use table::{Refusal, Seat};

use crate::{
    action::{Action, Jump},
    board::{Size, Stock},
    cell::{Cell, SIDE},
    coaster::{Angle, Coaster},
    refusals,
    rules::{fan::Fan, jumps::jumped},
    state::{Round, SEATS, Step, Taken},
};

impl Round {
    /// Everything that the seat to move may do.
    #[inline]
    pub(crate) fn actions(&self, into: &mut Vec<Action>) {
        match self.step {
            Step::PlaceOrJump => {
                self.placements(into);
                self.jumps(into);
            }
            Step::Turn => {
                for coaster in Coaster::ALL {
                    into.extend(Angle::ALL.map(|angle| Action::turn(coaster, angle)));
                }
            }
        }
    }

    #[inline]
    fn placements(&self, into: &mut Vec<Action>) {
        let empty = self.board.empty();
        for size in self.sizes_left() {
            for row in 0..SIDE {
                COLUMNS[empty.row(row)].open(Action::place(size, Cell::first_of(row)), into);
            }
        }
    }

    /// The sizes of which the seat to move has one left to place.
    #[inline]
    fn sizes_left(&self) -> impl Iterator<Item = Size> {
        let reserve = self.reserves[self.turn.index()];
        Size::ALL.into_iter().filter(move |size| reserve[size.index()] > 0)
    }

    /// P-4: one seat after the other, one step after the other.
    pub(crate) fn check_turn(&self, seat: Seat, step: Step) -> Result<(), Refusal> {
        if seat != self.turn {
            Err(refusals::not_your_turn())
        } else if step != self.step {
            Err(refusals::wrong_step(self.step))
        } else {
            Ok(())
        }
    }

    /// P-20, for a placement of a size and on a cell that exist.
    pub(crate) fn check_placement(&self, seat: Seat, size: Size, cell: Cell) -> Result<(), Refusal> {
        self.check_turn(seat, Step::PlaceOrJump)?;
        if self.reserves[seat.index()][size.index()] == 0 {
            return Err(refusals::none_in_reserve(size));
        }
        if self.board.occupied().contains(cell) {
            return Err(refusals::cell_taken());
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn place(&mut self, size: Size, cell: Cell) {
        self.board.put(cell, self.turn, size);
        self.reserves[self.turn.index()][size.index()] -= 1;
        self.go_on_to(self.turn, Step::Turn);
    }

    /// P-13, P-14: the jumped leave together, to captures and reserve. `size` is the jumper's.
    #[inline]
    pub(crate) fn jump(&mut self, size: Size, jump: Jump) -> Taken {
        let seat = self.turn;
        let jumped = jumped(jump);
        let own = self.board.of(seat);
        let taken = Taken { captured: jumped & !own, returned: jumped & own };
        add(&mut self.reserves[seat.index()], self.board.stock(taken.returned));
        if !taken.captured.is_empty() {
            add(&mut self.captures[seat.index()], self.board.stock(taken.captured));
            self.captured = true;
            self.quiet = 0;
            self.seen.clear();
        }
        self.board.lift(jumped.with(jump.start()));
        self.board.put(jump.end(), seat, size);
        self.go_on_to(seat, Step::Turn);
        taken
    }

    #[inline]
    pub(crate) fn turn(&mut self, coaster: Coaster, angle: Angle) {
        self.board.turn(coaster, angle);
        self.turns += 1;
        self.quiet += u8::from(!self.captured);
        self.captured = false;
        self.go_on_to(self.turn.next(SEATS), Step::PlaceOrJump);
    }

    #[inline]
    fn go_on_to(&mut self, turn: Seat, step: Step) {
        self.turn = turn;
        self.step = step;
        self.seen.push(self.position());
    }
}

#[inline]
fn add(stock: &mut Stock, more: Stock) {
    for (have, more) in stock.iter_mut().zip(more) {
        *have += more;
    }
}

/// For each pattern of a row: its cells, seen from column a.
static COLUMNS: [Fan; 1 << SIDE] = columns();

const fn columns() -> [Fan; 1 << SIDE] {
    let mut table = [Fan::CLOSED; 1 << SIDE];
    let mut pattern = 0;
    while pattern < table.len() {
        let mut column = 0;
        while column < SIDE {
            if pattern >> column & 1 == 1 {
                table[pattern] = table[pattern].with(column as i32);
            }
            column += 1;
        }
        pattern += 1;
    }
    table
}
