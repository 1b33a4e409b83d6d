//! What a seat can do, and its notation.
//!
//! | notation   | means |
//! |------------|-------|
//! | `S@c3`     | place a small pyramid on c3 (`S`, `M`, `L`) |
//! | `d2xd4xf6` | jump: the starting cell, then every landing cell (P-13) |
//! | `A+180`    | turn coaster A by 180° (`90`, `180`, `270`), clockwise |

use std::{
    fmt::{self, Write as _},
    str::FromStr,
};

use table::Refusal;

use crate::{
    board::Size,
    cell::{Cell, Place},
    coaster::{Angle, Coaster},
    refusals,
};

/// What a seat does in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    Place { size: Size, cell: Cell },
    Jump(Jump),
    Turn { coaster: Coaster, angle: Angle },
}

/// A [`Deed`] in four bytes, because search writes a hundred of them per turn.
///
/// The top bits say which deed. A placement is its size and cell, a turn its coaster and angle, six bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(u32);

const DIGIT: u32 = 6;
const LOWEST: u32 = (1 << DIGIT) - 1;
const JUMP: u32 = 0;
const PLACE: u32 = 1 << 30;
const TURN: u32 = 2 << 30;
const WHICH: u32 = 3 << 30;

impl Action {
    #[inline]
    pub(crate) const fn place(size: Size, cell: Cell) -> Self {
        Self(PLACE | (size as u32) << DIGIT | cell.index() as u32)
    }

    #[inline]
    pub(crate) const fn jump(jump: Jump) -> Self {
        Self(JUMP | jump.0)
    }

    #[inline]
    pub(crate) const fn turn(coaster: Coaster, angle: Angle) -> Self {
        Self(TURN | (coaster as u32) << DIGIT | angle as u32)
    }

    /// The same action with its last cell so many cells further on.
    #[inline]
    pub(crate) const fn moved(self, distance: i32) -> Self {
        Self(self.0.wrapping_add_signed(distance))
    }

    /// A jump's path. The caller knows that it is a jump.
    #[inline]
    pub(crate) const fn path(self) -> Jump {
        Jump(self.0)
    }

    /// What it says.
    #[inline]
    pub const fn deed(self) -> Deed {
        let (high, low) = ((self.0 >> DIGIT & LOWEST) as usize, (self.0 & LOWEST) as usize);
        match self.0 & WHICH {
            PLACE => Deed::Place { size: Size::ALL[high - 1], cell: Cell::ALL[low] },
            TURN => Deed::Turn { coaster: Coaster::ALL[high], angle: Angle::ALL[low] },
            _ => Deed::Jump(Jump(self.0)),
        }
    }
}

impl From<Deed> for Action {
    fn from(deed: Deed) -> Self {
        match deed {
            Deed::Place { size, cell } => Self::place(size, cell),
            Deed::Jump(jump) => Self::jump(jump),
            Deed::Turn { coaster, angle } => Self::turn(coaster, angle),
        }
    }
}

/// A jump, named by its starting cell and every landing cell in order (P-13).
///
/// Written like a number in base 64: a leading 1, the starting cell, then every landing cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Jump(u32);

impl Jump {
    /// P-11: three pyramids at most, so three hops at most.
    pub const MOST_HOPS: usize = 3;

    /// Not yet a jump: a pyramid about to leave.
    #[inline]
    pub(crate) const fn from(start: Cell) -> Self {
        Self(1 << DIGIT | start.index() as u32)
    }

    /// The same jump with one hop more; there have been two at most.
    #[inline]
    pub(crate) const fn and_to(self, landing: Cell) -> Self {
        Self(self.0 << DIGIT | landing.index() as u32)
    }

    /// How many hops it has.
    #[inline]
    pub const fn hop_count(self) -> u32 {
        self.0.ilog2() / DIGIT - 1
    }

    /// Where it is after so many hops, for a jump that has made `HOPS`.
    #[inline]
    pub(crate) const fn after<const HOPS: u32>(self, hops: u32) -> Cell {
        Cell::wrapped(self.0 >> (DIGIT * (HOPS - hops)))
    }

    /// Where it is after so many of its hops.
    #[inline]
    const fn landing(self, hops: u32) -> Cell {
        Cell::wrapped(self.0 >> (DIGIT * (self.hop_count() - hops)))
    }

    #[inline]
    pub const fn start(self) -> Cell {
        self.landing(0)
    }

    /// Where the jumper stands after the last hop.
    #[inline]
    pub const fn end(self) -> Cell {
        Cell::wrapped(self.0)
    }

    /// Every landing cell, the last one too.
    #[inline]
    pub fn landings(self) -> impl Iterator<Item = Cell> {
        (1..=self.hop_count()).map(move |hops| self.landing(hops))
    }

    /// The hops: from where to where.
    #[inline]
    pub fn hops(self) -> impl Iterator<Item = (Cell, Cell)> {
        (0..self.hop_count()).map(move |hops| (self.landing(hops), self.landing(hops + 1)))
    }
}

impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start().fmt(f)?;
        self.landings().try_for_each(|landing| {
            f.write_char('x')?;
            landing.fmt(f)
        })
    }
}

impl fmt::Debug for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.deed() {
            Deed::Place { size, cell } => {
                f.write_char(size.letter())?;
                f.write_char('@')?;
                cell.fmt(f)
            }
            Deed::Jump(jump) => jump.fmt(f),
            Deed::Turn { coaster, angle } => write!(f, "{coaster}+{angle}"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Action {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        match Written::read(text)? {
            Written::Action(action) => Ok(action),
            Written::NoTurn(refusal) => Err(refusal),
            Written::NoJump { start, landings } => Err(if start == Place::Off {
                refusals::no_pyramid_of_yours()
            } else if landings.contains(&Place::Off) {
                refusals::off_the_board()
            } else {
                refusals::too_many_hops()
            }),
        }
    }
}

/// What a text says. Some of what can be written is no action, yet the clause that refuses it depends on the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Action(Action),
    /// A jump from or to a cell off the board, or with more hops than a jump can have.
    NoJump {
        start: Place,
        landings: Vec<Place>,
    },
    /// A turn of no coaster, or by no angle.
    NoTurn(Refusal),
}

impl Written {
    /// Reads notation; refuses what no position could make sense of.
    pub(crate) fn read(text: &str) -> Result<Self, Refusal> {
        if let Some((size, cell)) = text.split_once('@') {
            let size = Size::ALL.into_iter().find(|s| size.chars().eq([s.letter()]));
            let size = size.ok_or_else(refusals::no_such_size)?;
            let cell = Place::read(cell).and_then(Place::cell).ok_or_else(refusals::no_such_cell)?;
            Ok(Self::Action(Action::place(size, cell)))
        } else if let Some((coaster, degrees)) = text.split_once('+') {
            let coaster = Coaster::ALL.into_iter().find(|c| c.to_string() == coaster);
            let angle = Angle::ALL.into_iter().find(|a| a.to_string() == degrees);
            Ok(match (coaster, angle) {
                (Some(coaster), Some(angle)) => Self::Action(Action::turn(coaster, angle)),
                (None, _) => Self::NoTurn(refusals::no_such_coaster()),
                (_, None) => Self::NoTurn(refusals::no_such_angle()),
            })
        } else {
            let path: Option<Vec<Place>> = text.split('x').map(Place::read).collect();
            match path.as_deref() {
                Some(&[start, ref landings @ ..]) if !landings.is_empty() => Ok(Self::jump(start, landings)),
                _ => Err(refusals::unreadable()),
            }
        }
    }

    fn jump(start: Place, landings: &[Place]) -> Self {
        let whole = start.cell().filter(|_| landings.len() <= Jump::MOST_HOPS).and_then(|start| {
            landings
                .iter()
                .try_fold(Jump::from(start), |jump, landing| landing.cell().map(|to| jump.and_to(to)))
        });
        match whole {
            Some(jump) => Self::Action(Action::jump(jump)),
            None => Self::NoJump { start, landings: landings.to_vec() },
        }
    }
}
