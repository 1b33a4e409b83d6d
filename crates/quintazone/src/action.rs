//! What a seat can do, and how it is written.
//!
//! | notation | meaning |
//! |---|---|
//! | `EF-v@1,-2` | lay the card `EF-v` on the cell x = 1, y = −2 |
//! | `EF-v@1,-2r` | the same, turned by 180° (`r180` is read too; `r90` and `r270` are read and refused, Z-10) |
//! | `L^0,3:fire` | stand a large pyramid (`S`, `M`, `L`) on the fire panel of the card at x = 0, y = 3 |
//! | `pass` | no card of the hand fits anywhere |
//! | `end` | end the turn without a pyramid |

use std::{fmt, str::FromStr};

use table::Refusal;

use crate::{
    card::{Card, Element},
    cell::Cell,
    pyramid::Size,
    refusals,
};

/// Which way up a card is laid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Turn {
    #[default]
    Upright,
    /// By 180°.
    Half,
    /// By 90°, which Z-10 refuses.
    Quarter,
    /// By 270°, which Z-10 refuses.
    ThreeQuarters,
}

/// One step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A card of the hand on an empty cell. A whole card is upright, turned by 180° or not: see [`Action::lay`].
    Lay { card: Card, cell: Cell, turn: Turn },
    /// A pyramid on the panel that cell and element name.
    Stand { size: Size, cell: Cell, element: Element },
    /// Z-9: no card of the hand fits.
    Pass,
    /// Z-7: no pyramid.
    End,
}

impl Action {
    /// Lays a card. A whole card turned by 180° is the same placement.
    pub fn lay(card: Card, cell: Cell, turn: Turn) -> Self {
        let turn = if card.is_whole() && turn == Turn::Half { Turn::Upright } else { turn };
        Self::Lay { card, cell, turn }
    }
}

impl From<bool> for Turn {
    /// From "turned by 180°".
    fn from(turned: bool) -> Self {
        if turned { Self::Half } else { Self::Upright }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Upright => "",
            Self::Half => "r",
            Self::Quarter => "r90",
            Self::ThreeQuarters => "r270",
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lay { card, cell, turn } => write!(f, "{card}@{cell}{turn}"),
            Self::Stand { size, cell, element } => write!(f, "{}^{cell}:{element}", size.letter()),
            Self::Pass => f.write_str("pass"),
            Self::End => f.write_str("end"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;

    fn from_str(notation: &str) -> Result<Self, Refusal> {
        let action = match notation {
            "pass" => Some(Self::Pass),
            "end" => Some(Self::End),
            _ => read_lay(notation).or_else(|| read_stand(notation)),
        };
        action.ok_or_else(|| refusals::unreadable(notation))
    }
}

fn read_lay(notation: &str) -> Option<Action> {
    let (card, place) = notation.split_once('@')?;
    let (cell, turn) = match place.find('r') {
        None => (place, Turn::Upright),
        Some(at) => {
            let turn = match &place[at..] {
                "r" | "r180" => Turn::Half,
                "r90" => Turn::Quarter,
                "r270" => Turn::ThreeQuarters,
                _ => return None,
            };
            (&place[..at], turn)
        }
    };
    Some(Action::lay(card.parse().ok()?, read_cell(cell)?, turn))
}

fn read_stand(notation: &str) -> Option<Action> {
    let (size, place) = notation.split_once('^')?;
    let (cell, element) = place.split_once(':')?;
    Some(Action::Stand {
        size: Size::ALL.into_iter().find(|s| size.len() == 1 && size.starts_with(s.letter()))?,
        cell: read_cell(cell)?,
        element: Element::ALL.into_iter().find(|e| e.word() == element)?,
    })
}

fn read_cell(text: &str) -> Option<Cell> {
    let (x, y) = text.split_once(',')?;
    Some(Cell::new(read_coordinate(x)?, read_coordinate(y)?))
}

/// A whole number. No card ever lies farther than 54 cells from the origin, so that what is beyond reads as the far edge.
fn read_coordinate(text: &str) -> Option<i8> {
    let number: i64 = text.parse().ok()?;
    Some(number.clamp(i8::MIN.into(), i8::MAX.into()) as i8)
}
