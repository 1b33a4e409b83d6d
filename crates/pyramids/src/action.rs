//! What a seat can do, and its notation.
//!
//! | notation   | means |
//! |------------|-------|
//! | `S@c3`     | place a small pyramid on c3 (`S`, `M`, `L`) |
//! | `d2xd4xf6` | jump: the starting cell, then every landing cell (P-13) |
//! | `A+180`    | turn coaster A by 180° (`90`, `180`, `270`), clockwise |

use std::{fmt, str::FromStr};

use table::Refusal;

use crate::{
    board::Size,
    cell::{Cell, Place},
    coaster::{Angle, Coaster},
    refusals,
};

/// One action: step one (place or jump), or step two (turn a coaster).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Place { size: Size, cell: Cell },
    Jump(Jump),
    Turn { coaster: Coaster, angle: Angle },
}

/// A jump, named by its starting cell and every landing cell in order (P-13).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Jump {
    start: Cell,
    /// Those after the last hop repeat the start.
    landings: [Cell; Jump::MOST_HOPS],
    hops: u8,
}

impl Jump {
    /// P-11: three pyramids at most, so three hops at most.
    pub const MOST_HOPS: usize = 3;

    /// Not yet a jump: a pyramid about to leave.
    #[inline]
    pub(crate) const fn from(start: Cell) -> Self {
        Self { start, landings: [start; Self::MOST_HOPS], hops: 0 }
    }

    /// The same jump with one hop more; there have been two at most.
    #[inline]
    pub(crate) const fn and_to(mut self, landing: Cell) -> Self {
        self.landings[self.hops as usize] = landing;
        self.hops += 1;
        self
    }

    #[inline]
    pub const fn start(&self) -> Cell {
        self.start
    }

    #[inline]
    pub fn landings(&self) -> &[Cell] {
        &self.landings[..self.hops as usize]
    }

    /// Where the jumper stands after the last hop.
    #[inline]
    pub const fn end(&self) -> Cell {
        if self.hops == 0 { self.start } else { self.landings[self.hops as usize - 1] }
    }

    /// The hops: from where to where.
    #[inline]
    pub fn hops(&self) -> impl Iterator<Item = (Cell, Cell)> {
        std::iter::once(self.start).chain(self.landings).zip(self.landings().iter().copied())
    }
}

impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start.fmt(f)?;
        self.landings().iter().try_for_each(|landing| write!(f, "x{landing}"))
    }
}

impl fmt::Debug for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { size, cell } => write!(f, "{}@{cell}", size.letter()),
            Self::Jump(jump) => jump.fmt(f),
            Self::Turn { coaster, angle } => write!(f, "{coaster}+{angle}"),
        }
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
            Ok(Self::Action(Action::Place { size, cell }))
        } else if let Some((coaster, degrees)) = text.split_once('+') {
            let coaster = Coaster::ALL.into_iter().find(|c| c.to_string() == coaster);
            let angle = Angle::ALL.into_iter().find(|a| a.to_string() == degrees);
            Ok(match (coaster, angle) {
                (Some(coaster), Some(angle)) => Self::Action(Action::Turn { coaster, angle }),
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
            Some(jump) => Self::Action(Action::Jump(jump)),
            None => Self::NoJump { start, landings: landings.to_vec() },
        }
    }
}
